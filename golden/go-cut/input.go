goroutine profile: total 3
#	0x1	main.f+0x1	/a.go:1
