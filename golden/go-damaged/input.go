	/srv/demo/cut.go:15 +0x1e
main.cut()
	/srv/demo/cut.go:15 +0x1e

goroutine 1 [running]:
main.leaf(0x1)
2026/11/22 01:39:46 a line of the log (with brackets)
	/srv/demo/a.go:15 +0x1e
main.kept({0x1, 0x2?}, 0x3)
	/srv/demo/a.go:16 +0x1e
...additional frames elided...
created by main.main in goroutine 1
	/srv/demo/a.go:45 +0x7a

goroutine 2 gp=0xc000002380 m=0 mp=0x5f3 [sleep, 5 minutes, locked to thread]:
main.(*T[...]).M(0x1)
	/srv/demo/a.go:15 +0x1e

goroutine 3 [run
main.lost()
	/srv/demo/a.go:15 +0x1e

goroutine 4 [running]:
	goroutine running on other thread; stack unavailable

goroutine 5 [select]:
main.whole()
	/srv/demo/a.go:15 +0x1e
main.cut(0x1, 0x
