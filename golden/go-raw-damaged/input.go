PeriodType: cpu nanoseconds
Samples:
samples/count cpu/nanoseconds
          1   10000000: 1 2 
          1  -10000000: 1 2 
          1: 1 2 
          1   10000000   7: 1 2 
          1   10000000: 1 x2 
         99999999999999999999   10000000: 1 2 
          2   20000000: 1 9 
          0          0: 1 2 
garbage
          4   40000000: 2 
                kind:[cut
Locations
     1: 0x478cde M=1 main.leaf /srv/demo/a.go:157 s=0
     2: 0x4789ca M=1 main.main /srv/demo/a.go:1 s=0
     3: garbage
