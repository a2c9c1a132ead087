goroutine 1 [running]:
main.work(0x2a)
	/srv/demo/work.go:15 +0x1e
main.(*Pool).run(...)
	/srv/demo/pool.go:31
main.main()
	/srv/demo/main.go:9 +0x25

goroutine 18 [chan receive]:
main.wait()
	/srv/demo/work.go:40 +0x3d
created by main.main in goroutine 1
	/srv/demo/main.go:8 +0x1b
