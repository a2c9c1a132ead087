PeriodType: cpu nanoseconds
Period: 10000000
Time: 2026-11-22 01:39:47.689495894 +0000 UTC
Duration: 514.
Samples:
samples/count cpu/nanoseconds
          1   10000000: 1 2 3 3 4 5 6 7 8 9 10 
                kind:[x] tenant:[a b]
          1   10000000: 11 12 2 3 4 4 5 6 7 8 9 10 
                kind:[x] tenant:[a b]
          1   10000000: 11 13 2 5 6 7 8 9 10 
                kind:[x] tenant:[a b]
          1   10000000: 14 2 4 3 5 6 7 8 9 10 
                kind:[x] tenant:[a b]
          1   10000000: 15 2 4 5 6 7 8 9 10 
                kind:[x] tenant:[a b]
          1   10000000: 11 16 7 8 9 10 
                kind:[x] tenant:[a b]
          1   10000000: 17 18 19 20 7 8 9 10 
                kind:[x] tenant:[a b]
          1   10000000: 21 22 3 4 4 4 5 6 7 8 9 10 
                kind:[x] tenant:[a b]
          1   10000000: 11 23 24 4 3 5 6 7 8 9 10 
                kind:[x] tenant:[a b]
          1   10000000: 11 25 24 3 4 5 6 7 8 9 10 
                kind:[x] tenant:[a b]
          1   10000000: 26 2 4 5 6 7 8 9 10 
                kind:[x] tenant:[a b]
          1   10000000: 11 27 2 4 5 6 7 8 9 10 
                kind:[x] tenant:[a b]
          1   10000000: 11 28 2 4 4 5 6 7 8 9 10 
                kind:[x] tenant:[a b]
          1   10000000: 29 28 2 3 3 4 5 6 7 8 9 10 
                kind:[x] tenant:[a b]
          1   10000000: 30 22 5 6 7 8 9 10 
                kind:[x] tenant:[a b]
          1   10000000: 11 31 7 8 9 10 
                kind:[x] tenant:[a b]
          1   10000000: 32 2 5 6 7 8 9 10 
                kind:[x] tenant:[a b]
          1   10000000: 33 34 2 4 3 5 6 7 8 9 10 
                kind:[x] tenant:[a b]
          1   10000000: 33 28 2 5 6 7 8 9 10 
                kind:[x] tenant:[a b]
          1   10000000: 35 2 4 5 6 7 8 9 10 
                kind:[x] tenant:[a b]
          1   10000000: 11 27 2 3 5 6 7 8 9 10 
                kind:[x] tenant:[a b]
Locations
     1: 0x478cde M=1 sort.partition /usr/lib/go-1.19/src/sort/zsortinterface.go:157 s=0
     2: 0x4789ca M=1 sort.pdqsort /usr/lib/go-1.19/src/sort/zsortinterface.go:114 s=0
     3: 0x478a24 M=1 sort.pdqsort /usr/lib/go-1.19/src/sort/zsortinterface.go:121 s=0
     4: 0x478a69 M=1 sort.pdqsort /usr/lib/go-1.19/src/sort/zsortinterface.go:125 s=0
     5: 0x476dfc M=1 sort.Sort /usr/lib/go-1.19/src/sort/sort.go:48 s=0
     6: 0x4b7015 M=1 sort.Ints /usr/lib/go-1.19/src/sort/sort.go:157 s=0
             main.(*Pool).work /srv/demo/gosrc/work.go:36 s=0
     7: 0x4b7710 M=1 main.main.func2 /srv/demo/gosrc/work.go:55 s=0
     8: 0x4b68c2 M=1 runtime/pprof.Do /usr/lib/go-1.19/src/runtime/pprof/runtime.go:40 s=0
     9: 0x4b7433 M=1 main.main /srv/demo/gosrc/work.go:51 s=0
    10: 0x437831 M=1 runtime.main /usr/lib/go-1.19/src/runtime/proc.go:250 s=0
    11: 0x463900 M=1 runtime.asyncPreempt /usr/lib/go-1.19/src/runtime/preempt_amd64.s:7 s=0
    12: 0x478cdd M=1 sort.partition /usr/lib/go-1.19/src/sort/zsortinterface.go:157 s=0
    13: 0x478cb9 M=1 sort.partition /usr/lib/go-1.19/src/sort/zsortinterface.go:157 s=0
    14: 0x478cec M=1 sort.partition /usr/lib/go-1.19/src/sort/zsortinterface.go:157 s=0
    15: 0x478cb5 M=1 sort.partition /usr/lib/go-1.19/src/sort/zsortinterface.go:157 s=0
    16: 0x4b6f79 M=1 main.(*Pool).work /srv/demo/gosrc/work.go:30 s=0
    17: 0x4630d9 M=1 runtime.memclrNoHeapPointers /usr/lib/go-1.19/src/runtime/memclr_amd64.s:127 s=0
    18: 0x40c5a5 M=1 runtime.mallocgc /usr/lib/go-1.19/src/runtime/malloc.go:1022 s=0
    19: 0x44ad11 M=1 runtime.makeslice /usr/lib/go-1.19/src/runtime/slice.go:103 s=0
    20: 0x4b6fa9 M=1 main.(*Pool).work /srv/demo/gosrc/work.go:32 s=0
    21: 0x47849b M=1 sort.insertionSort /usr/lib/go-1.19/src/sort/zsortinterface.go:12 s=0
    22: 0x478ac4 M=1 sort.pdqsort /usr/lib/go-1.19/src/sort/zsortinterface.go:73 s=0
    23: 0x4792a0 M=1 sort.choosePivot /usr/lib/go-1.19/src/sort/zsortinterface.go:261 s=0
    24: 0x47885a M=1 sort.pdqsort /usr/lib/go-1.19/src/sort/zsortinterface.go:89 s=0
    25: 0x479311 M=1 sort.choosePivot /usr/lib/go-1.19/src/sort/zsortinterface.go:261 s=0
    26: 0x478ccc M=1 sort.partition /usr/lib/go-1.19/src/sort/zsortinterface.go:157 s=0
    27: 0x478c57 M=1 sort.partition /usr/lib/go-1.19/src/sort/zsortinterface.go:163 s=0
    28: 0x478cda M=1 sort.partition /usr/lib/go-1.19/src/sort/zsortinterface.go:157 s=0
    29: 0x479d8c M=1 sort.IntSlice.Less /usr/lib/go-1.19/src/sort/sort.go:115 s=0
    30: 0x478471 M=1 sort.insertionSort /usr/lib/go-1.19/src/sort/zsortinterface.go:12 s=0
    31: 0x4b6fde M=1 main.(*Pool).work /srv/demo/gosrc/work.go:34 s=0
    32: 0x478c46 M=1 sort.partition /usr/lib/go-1.19/src/sort/zsortinterface.go:163 s=0
    33: 0x479d83 M=1 sort.IntSlice.Less /usr/lib/go-1.19/src/sort/sort.go:115 s=0
    34: 0x478ca1 M=1 sort.partition /usr/lib/go-1.19/src/sort/zsortinterface.go:154 s=0
    35: 0x478cba M=1 sort.partition /usr/lib/go-1.19/src/sort/zsortinterface.go:157 s=0
Mappings
1: 0x400000/0x4b8000/0x0 /srv/demo/gosrc/work  [FN]
