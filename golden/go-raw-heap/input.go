PeriodType: space bytes
Period: 524288
Time: 2026-11-22 01:39:48.211423083 +0000 UTC
Samples:
alloc_objects/count alloc_space/bytes inuse_objects/count inuse_space/bytes[dflt]
          1     924248          0          0: 1 2 3 4 
                bytes:[663552]
       1091   26833599          0          0: 5 6 7 8 9 
                bytes:[24576]
          1    1212696          0          0: 10 11 9 
                bytes:[1048576]
       5461     524336       5461     524336: 12 
                bytes:[96]
       1260     524496       1260     524496: 13 14 15 16 
                bytes:[416]
Locations
     1: 0x4a234e M=1 compress/flate.NewWriter /usr/lib/go-1.19/src/compress/flate/deflate.go:666 s=0
     2: 0x4a7978 M=1 compress/gzip.(*Writer).Write /usr/lib/go-1.19/src/compress/gzip/gzip.go:191 s=0
     3: 0x4b0d44 M=1 runtime/pprof.(*profileBuilder).build /usr/lib/go-1.19/src/runtime/pprof/proto.go:390 s=0
     4: 0x4ad05a M=1 runtime/pprof.profileWriter /usr/lib/go-1.19/src/runtime/pprof/pprof.go:812 s=0
     5: 0x4b6fa9 M=1 main.(*Pool).work /srv/demo/gosrc/work.go:32 s=0
     6: 0x4b7710 M=1 main.main.func2 /srv/demo/gosrc/work.go:55 s=0
     7: 0x4b68c2 M=1 runtime/pprof.Do /usr/lib/go-1.19/src/runtime/pprof/runtime.go:40 s=0
     8: 0x4b7433 M=1 main.main /srv/demo/gosrc/work.go:51 s=0
     9: 0x437831 M=1 runtime.main /usr/lib/go-1.19/src/runtime/proc.go:250 s=0
    10: 0x4acdde M=1 runtime/pprof.StartCPUProfile /usr/lib/go-1.19/src/runtime/pprof/pprof.go:782 s=0
    11: 0x4b7204 M=1 main.main /srv/demo/gosrc/work.go:50 s=0
    12: 0x43776a M=1 runtime.main /usr/lib/go-1.19/src/runtime/proc.go:211 s=0
    13: 0x43fd27 M=1 runtime.malg /usr/lib/go-1.19/src/runtime/proc.go:4076 s=0
    14: 0x43ffdd M=1 runtime.newproc1 /usr/lib/go-1.19/src/runtime/proc.go:4123 s=0
    15: 0x43ff04 M=1 runtime.newproc.func1 /usr/lib/go-1.19/src/runtime/proc.go:4098 s=0
    16: 0x460328 M=1 runtime.systemstack /usr/lib/go-1.19/src/runtime/asm_amd64.s:492 s=0
Mappings
1: 0x400000/0x4b8000/0x0 /srv/demo/gosrc/work  [FN]
