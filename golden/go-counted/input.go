goroutine profile: total 7
3 @ 0x437bf6 0x40619b 0x405cd8 0x4b6ede 0x4623a1
#	0x4b6edd	main.(*Pool).wait+0x1d	/srv/demo/gosrc/work.go:15

1 @ 0x42d796 0x45da25 0x4acab5 0x4ac8cd 0x4a982b 0x4b7505 0x437832 0x4623a1
#	0x45da24	runtime/pprof.runtime_goroutineProfileWithLabels+0x24	/usr/lib/go-1.19/src/runtime/mprof.go:846
#	0x4acab4	runtime/pprof.writeRuntimeProfile+0xb4			/usr/lib/go-1.19/src/runtime/pprof/pprof.go:723
#	0x4ac8cc	runtime/pprof.writeGoroutine+0x4c			/usr/lib/go-1.19/src/runtime/pprof/pprof.go:683
#	0x4a982a	runtime/pprof.(*Profile).WriteTo+0x14a			/usr/lib/go-1.19/src/runtime/pprof/pprof.go:330
#	0x4b7504	main.main+0x464						/srv/demo/gosrc/work.go:65
#	0x437831	runtime.main+0x211					/usr/lib/go-1.19/src/runtime/proc.go:250

1 @ 0x437bf6 0x40619b 0x405cd8 0x4b6ede 0x4623a1
# labels: {"kind":"x", "tenant":"a b"}
#	0x4b6edd	main.(*Pool).wait+0x1d	/srv/demo/gosrc/work.go:15

1 @ 0x437bf6 0x446f6c 0x4b7097 0x4623a1
#	0x4b7096	main.main.func1+0x16	/srv/demo/gosrc/work.go:47

1 @ 0x437bf6 0x4471fe 0x4471d5 0x45ec65 0x467c05 0x467a7b 0x4623a1
#	0x45ec64	sync.runtime_SemacquireMutex+0x24	/usr/lib/go-1.19/src/runtime/sema.go:77
#	0x467c04	sync.(*Mutex).lockSlow+0x164		/usr/lib/go-1.19/src/sync/mutex.go:171
#	0x467a7a	sync.(*Mutex).Lock+0x3a			/usr/lib/go-1.19/src/sync/mutex.go:90

