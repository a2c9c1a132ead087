PeriodType: cpu nanoseconds
Period: 10000000
Samples:
samples/count cpu/nanoseconds
          1   10000000: 1 2 3 
          2   20000000: 1 2 3 
          3   30000000: 4 3 
          4   40000000: 5 6 3 
          5   50000000: 5000000 3 
          6   60000000: 7 3 
                kind:[] bytes:[4096] tenant:[a [b] c; d]
Locations
     1: 0x478cde M=1 main.(*T).M /srv/my dir/a.go:157:12 s=150
             main.Map[go.shape.int_0] /srv/my dir/a.go:7:3 s=5
             main.(*Pool).work.func1 /srv/my dir/a.go:36:0 s=0
     2: 0x4789ca M=1 [F] main.a;b a.go:114 s=0
     3: 0x437831 M=1 runtime.main proc.go:250 s=0
     4: 0x463900 M=2 
     5: 0x1000 ??
     6: 0x1001 M=1 std::vector<int, std::allocator<int> >::push_back(int const&) /usr/include/v.h:12 s=3(_ZNSt6vectorIiSaIiEE9push_backERKi)
5000000: 0x1002 M=1 main.noFile :0 s=0
     7: 0x1003 M=3 
Mappings
1: 0x400000/0x4b8000/0x0 /srv/demo/work  [FN]
2: 0x7f0000/0x7f8000/0x0 /usr/lib/my lib.so 0123abcd 
3: 0x7ff000/0x7ff800/0x0 [vdso]  
