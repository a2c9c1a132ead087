goroutine profile: total 3
2 @ 0x437bf6 0x40619b
#	0x437bf5	main.wait+0x35	/srv/demo/work.go:40
#	0x40619a	main.main+0x1a	/srv/demo/main.go:8

1 @ 0x437c06 0x40619b
#	0x437c05	main.wait+0x45	/srv/demo/work.go:41
#	0x40619a	main.main+0x1a	/srv/demo/main.go:8

