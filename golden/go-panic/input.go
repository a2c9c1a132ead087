panic: bad; (thing)
more

goroutine 1 [running]:
main.main.func3(...)
	/srv/demo/gosrc/work.go:74
main.main()
	/srv/demo/gosrc/work.go:74 +0x59a

goroutine 18 [chan receive]:
main.(*Pool).wait(0x0?, 0x0?)
	/srv/demo/gosrc/work.go:15 +0x1e
created by main.main
	/srv/demo/gosrc/work.go:45 +0x7a

goroutine 19 [chan receive]:
main.(*Pool).wait(0x0?, 0x0?)
	/srv/demo/gosrc/work.go:15 +0x1e
created by main.main
	/srv/demo/gosrc/work.go:45 +0x7a

goroutine 20 [chan receive]:
main.(*Pool).wait(0x0?, 0x0?)
	/srv/demo/gosrc/work.go:15 +0x1e
created by main.main
	/srv/demo/gosrc/work.go:45 +0x7a

goroutine 21 [select (no cases)]:
main.main.func1()
	/srv/demo/gosrc/work.go:47 +0x17
created by main.main
	/srv/demo/gosrc/work.go:47 +0xf3

goroutine 22 [semacquire]:
sync.runtime_SemacquireMutex(0x0?, 0x0?, 0x0?)
	/usr/lib/go-1.19/src/runtime/sema.go:77 +0x25
sync.(*Mutex).lockSlow(0xc000092020)
	/usr/lib/go-1.19/src/sync/mutex.go:171 +0x165
sync.(*Mutex).Lock(0x0?)
	/usr/lib/go-1.19/src/sync/mutex.go:90 +0x3b
created by main.main
	/srv/demo/gosrc/work.go:49 +0x150

goroutine 24 [chan receive]:
main.(*Pool).wait(0x0?, 0x0?)
	/srv/demo/gosrc/work.go:15 +0x1e
created by main.main.func2
	/srv/demo/gosrc/work.go:52 +0x7e
