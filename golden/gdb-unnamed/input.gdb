[New LWP 21611]
[New LWP 21612]
[Thread debugging using libthread_db enabled]
Using host libthread_db library "/lib/x86_64-linux-gnu/libthread_db.so.1".
0x000055e6530e91a1 in ?? ()

Thread 3 (Thread 0x7fb9245566c0 (LWP 21612) "sleeper; (idle)"):
#0  0x00007fb924e2a545 in __GI___clock_nanosleep (clock_id=clock_id@entry=0, flags=flags@entry=0, req=req@entry=0x7fb924555e90, rem=rem@entry=0x7fb924555e90) at ../sysdeps/unix/sysv/linux/clock_nanosleep.c:48
#1  0x00007fb924e2ee53 in __GI___nanosleep (req=req@entry=0x7fb924555e90, rem=rem@entry=0x7fb924555e90) at ../sysdeps/unix/sysv/linux/nanosleep.c:25
#2  0x00007fb924e2ed8a in __sleep (seconds=0) at ../sysdeps/posix/sleep.c:55
#3  0x000055e6530e9203 in ?? ()
#4  0x00007fb924de41f5 in start_thread (arg=<optimized out>) at ./nptl/pthread_create.c:442
#5  0x00007fb924e648ec in clone3 () at ../sysdeps/unix/sysv/linux/x86_64/clone3.S:81

Thread 2 (Thread 0x7fb924d576c0 (LWP 21611) "sorter 0"):
#0  msort_with_tmp (p=p@entry=0x7fb924d56e40, b=b@entry=0x55e6530f4060, n=n@entry=128) at ./stdlib/msort.c:73
#1  0x00007fb924d9a9a4 in msort_with_tmp (n=128, b=0x55e6530f4060, p=0x7fb924d56e40) at ./stdlib/msort.c:44
#2  msort_with_tmp (p=p@entry=0x7fb924d56e40, b=b@entry=0x55e6530f4060, n=n@entry=256) at ./stdlib/msort.c:52
#3  0x00007fb924d9a9a4 in msort_with_tmp (n=256, b=0x55e6530f4060, p=0x7fb924d56e40) at ./stdlib/msort.c:44
#4  msort_with_tmp (p=p@entry=0x7fb924d56e40, b=b@entry=0x55e6530f4060, n=n@entry=512) at ./stdlib/msort.c:52
#5  0x00007fb924d9a9a4 in msort_with_tmp (n=512, b=0x55e6530f4060, p=0x7fb924d56e40) at ./stdlib/msort.c:44
#6  msort_with_tmp (p=p@entry=0x7fb924d56e40, b=b@entry=0x55e6530f4060, n=n@entry=1024) at ./stdlib/msort.c:52
#7  0x00007fb924d9a9a4 in msort_with_tmp (n=1024, b=0x55e6530f4060, p=0x7fb924d56e40) at ./stdlib/msort.c:44
#8  msort_with_tmp (p=p@entry=0x7fb924d56e40, b=b@entry=0x55e6530f4060, n=n@entry=2048) at ./stdlib/msort.c:52
#9  0x00007fb924d9a9a4 in msort_with_tmp (n=2048, b=0x55e6530f4060, p=0x7fb924d56e40) at ./stdlib/msort.c:44
#10 msort_with_tmp (p=p@entry=0x7fb924d56e40, b=b@entry=0x55e6530f4060, n=n@entry=4096) at ./stdlib/msort.c:52
#11 0x00007fb924d9a9a4 in msort_with_tmp (n=4096, b=0x55e6530f4060, p=0x7fb924d56e40) at ./stdlib/msort.c:44
#12 msort_with_tmp (p=p@entry=0x7fb924d56e40, b=b@entry=0x55e6530f4060, n=n@entry=8192) at ./stdlib/msort.c:52
#13 0x00007fb924d9a9c1 in msort_with_tmp (n=8192, b=0x55e6530f4060, p=0x7fb924d56e40) at ./stdlib/msort.c:44
#14 msort_with_tmp (p=p@entry=0x7fb924d56e40, b=b@entry=0x55e6530ec060, n=n@entry=16384) at ./stdlib/msort.c:53
#15 0x00007fb924d9ad36 in msort_with_tmp (n=16384, b=0x55e6530ec060, p=0x7fb924d56e40) at ./stdlib/msort.c:44
#16 __GI___qsort_r (b=<optimized out>, n=<optimized out>, s=4, cmp=0x55e6530e91c9, arg=0x0) at ./stdlib/msort.c:296
#17 0x000055e6530e9253 in ?? ()
#18 0x00007fb924de41f5 in start_thread (arg=<optimized out>) at ./nptl/pthread_create.c:442
#19 0x00007fb924e648ec in clone3 () at ../sysdeps/unix/sysv/linux/x86_64/clone3.S:81

Thread 1 (Thread 0x7fb924d58740 (LWP 21608) "stripped"):
#0  0x000055e6530e91a1 in ?? ()
#1  0x000055e6530e92c0 in ?? ()
#2  0x00007fb924d8224a in __libc_start_call_main (main=main@entry=0x55e6530e926c, argc=argc@entry=1, argv=argv@entry=0x7ffc75ca3478) at ../sysdeps/nptl/libc_start_call_main.h:58
#3  0x00007fb924d82305 in __libc_start_main_impl (main=0x55e6530e926c, argc=1, argv=0x7ffc75ca3478, init=<optimized out>, fini=<optimized out>, rtld_fini=<optimized out>, stack_end=0x7ffc75ca3468) at ../csu/libc-start.c:360
#4  0x000055e6530e90c1 in ?? ()
[Inferior 1 (process 21608) detached]

Thread 1 (Thread 0x7f0000000000 (LWP 9)):
#0  0x00007fb924e2a545 in ?? () from /usr/lib/x86_64-linux-gnu/libgtk-3.so.0
#1  0x00007fb924e2a546 in ?? ()
#2  0x00007fb924e2a547 in main () from /bin/demo
