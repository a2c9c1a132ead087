[New LWP 21613]
[New LWP 21617]
[Thread debugging using libthread_db enabled]
Using host libthread_db library "/lib/x86_64-linux-gnu/libthread_db.so.1".
spin (what=0x557b4ec4701d "a \"quoted\" (text)", depth=depth@entry=0) at work.c:12
12	    for (unsigned long i = 0; i < 200000; i++)

Thread 3 (Thread 0x7ffb610546c0 (LWP 21617) "sleeper; (idle)"):
#0  0x00007ffb61928545 in __GI___clock_nanosleep (clock_id=clock_id@entry=0, flags=flags@entry=0, req=req@entry=0x7ffb61053e80, rem=rem@entry=0x7ffb61053e80) at ../sysdeps/unix/sysv/linux/clock_nanosleep.c:48
#1  0x00007ffb6192ce53 in __GI___nanosleep (req=req@entry=0x7ffb61053e80, rem=rem@entry=0x7ffb61053e80) at ../sysdeps/unix/sysv/linux/nanosleep.c:25
#2  0x00007ffb6192cd8a in __sleep (seconds=0, seconds@entry=1) at ../sysdeps/posix/sleep.c:55
#3  0x0000557b4ec46217 in sleeper (name=0x557b4ec4700d) at work.c:38
#4  0x00007ffb618e21f5 in start_thread (arg=<optimized out>) at ./nptl/pthread_create.c:442
#5  0x00007ffb619628ec in clone3 () at ../sysdeps/unix/sysv/linux/x86_64/clone3.S:81

Thread 2 (Thread 0x7ffb618556c0 (LWP 21613) "sorter 0"):
#0  msort_with_tmp (p=p@entry=0x7ffb61854e40, b=b@entry=0x557b4ec4f460 <v+25600>, n=n@entry=256) at ./stdlib/msort.c:74
#1  0x00007ffb618989c1 in msort_with_tmp (n=256, b=0x557b4ec4f460 <v+25600>, p=0x7ffb61854e40) at ./stdlib/msort.c:44
#2  msort_with_tmp (p=p@entry=0x7ffb61854e40, b=b@entry=0x557b4ec4f060 <v+24576>, n=n@entry=512) at ./stdlib/msort.c:53
#3  0x00007ffb618989a4 in msort_with_tmp (n=512, b=0x557b4ec4f060 <v+24576>, p=0x7ffb61854e40) at ./stdlib/msort.c:44
#4  msort_with_tmp (p=p@entry=0x7ffb61854e40, b=b@entry=0x557b4ec4f060 <v+24576>, n=n@entry=1024) at ./stdlib/msort.c:52
#5  0x00007ffb618989a4 in msort_with_tmp (n=1024, b=0x557b4ec4f060 <v+24576>, p=0x7ffb61854e40) at ./stdlib/msort.c:44
#6  msort_with_tmp (p=p@entry=0x7ffb61854e40, b=b@entry=0x557b4ec4f060 <v+24576>, n=n@entry=2048) at ./stdlib/msort.c:52
#7  0x00007ffb618989c1 in msort_with_tmp (n=2048, b=0x557b4ec4f060 <v+24576>, p=0x7ffb61854e40) at ./stdlib/msort.c:44
#8  msort_with_tmp (p=p@entry=0x7ffb61854e40, b=b@entry=0x557b4ec4d060 <v+16384>, n=n@entry=4096) at ./stdlib/msort.c:53
#9  0x00007ffb618989c1 in msort_with_tmp (n=4096, b=0x557b4ec4d060 <v+16384>, p=0x7ffb61854e40) at ./stdlib/msort.c:44
#10 msort_with_tmp (p=p@entry=0x7ffb61854e40, b=b@entry=0x557b4ec49060 <v>, n=n@entry=8192) at ./stdlib/msort.c:53
#11 0x00007ffb618989a4 in msort_with_tmp (n=8192, b=0x557b4ec49060 <v>, p=0x7ffb61854e40) at ./stdlib/msort.c:44
#12 msort_with_tmp (p=p@entry=0x7ffb61854e40, b=b@entry=0x557b4ec49060 <v>, n=n@entry=16384) at ./stdlib/msort.c:52
#13 0x00007ffb61898d36 in msort_with_tmp (n=16384, b=0x557b4ec49060 <v>, p=0x7ffb61854e40) at ./stdlib/msort.c:44
#14 __GI___qsort_r (b=b@entry=0x557b4ec49060 <v>, n=n@entry=16384, s=s@entry=4, cmp=cmp@entry=0x557b4ec461d5 <by_value>, arg=arg@entry=0x0) at ./stdlib/msort.c:296
#15 0x00007ffb61898fd8 in __GI_qsort (b=b@entry=0x557b4ec49060 <v>, n=n@entry=16384, s=s@entry=4, cmp=cmp@entry=0x557b4ec461d5 <by_value>) at ./stdlib/msort.c:307
#16 0x0000557b4ec46269 in sorter (name=<optimized out>) at work.c:29
#17 0x00007ffb618e21f5 in start_thread (arg=<optimized out>) at ./nptl/pthread_create.c:442
#18 0x00007ffb619628ec in clone3 () at ../sysdeps/unix/sysv/linux/x86_64/clone3.S:81

Thread 1 (Thread 0x7ffb61856740 (LWP 21606) "work"):
#0  spin (what=0x557b4ec4701d "a \"quoted\" (text)", depth=depth@entry=0) at work.c:12
#1  0x0000557b4ec461d3 in spin (what=0x557b4ec4701d "a \"quoted\" (text)", depth=depth@entry=1) at work.c:11
#2  0x0000557b4ec461d3 in spin (what=0x557b4ec4701d "a \"quoted\" (text)", depth=depth@entry=2) at work.c:11
#3  0x0000557b4ec461d3 in spin (what=what@entry=0x557b4ec4701d "a \"quoted\" (text)", depth=depth@entry=3) at work.c:11
#4  0x0000557b4ec462d9 in main () at work.c:48
[Inferior 1 (process 21606) detached]
[New LWP 21613]
[New LWP 21617]
[Thread debugging using libthread_db enabled]
Using host libthread_db library "/lib/x86_64-linux-gnu/libthread_db.so.1".
0x0000557b4ec461a9 in spin (what=0x557b4ec4701d "a \"quoted\" (text)", depth=depth@entry=2) at work.c:12
12	    for (unsigned long i = 0; i < 200000; i++)

Thread 3 (Thread 0x7ffb610546c0 (LWP 21617) "sleeper; (idle)"):
#0  0x00007ffb61928545 in __GI___clock_nanosleep (clock_id=clock_id@entry=0, flags=flags@entry=0, req=req@entry=0x7ffb61053e80, rem=rem@entry=0x7ffb61053e80) at ../sysdeps/unix/sysv/linux/clock_nanosleep.c:48
#1  0x00007ffb6192ce53 in __GI___nanosleep (req=req@entry=0x7ffb61053e80, rem=rem@entry=0x7ffb61053e80) at ../sysdeps/unix/sysv/linux/nanosleep.c:25
#2  0x00007ffb6192cd8a in __sleep (seconds=0, seconds@entry=1) at ../sysdeps/posix/sleep.c:55
#3  0x0000557b4ec46217 in sleeper (name=0x557b4ec4700d) at work.c:38
#4  0x00007ffb618e21f5 in start_thread (arg=<optimized out>) at ./nptl/pthread_create.c:442
#5  0x00007ffb619628ec in clone3 () at ../sysdeps/unix/sysv/linux/x86_64/clone3.S:81

Thread 2 (Thread 0x7ffb618556c0 (LWP 21613) "sorter 0"):
#0  msort_with_tmp (p=p@entry=0x7ffb61854e40, b=b@entry=0x557b4ec4e4a0 <v+21568>, n=n@entry=16) at ./stdlib/msort.c:72
#1  0x00007ffb618989c1 in msort_with_tmp (n=16, b=0x557b4ec4e4a0 <v+21568>, p=0x7ffb61854e40) at ./stdlib/msort.c:44
#2  msort_with_tmp (p=p@entry=0x7ffb61854e40, b=b@entry=0x557b4ec4e460 <v+21504>, n=n@entry=32) at ./stdlib/msort.c:53
#3  0x00007ffb618989a4 in msort_with_tmp (n=32, b=0x557b4ec4e460 <v+21504>, p=0x7ffb61854e40) at ./stdlib/msort.c:44
#4  msort_with_tmp (p=p@entry=0x7ffb61854e40, b=b@entry=0x557b4ec4e460 <v+21504>, n=n@entry=64) at ./stdlib/msort.c:52
#5  0x00007ffb618989a4 in msort_with_tmp (n=64, b=0x557b4ec4e460 <v+21504>, p=0x7ffb61854e40) at ./stdlib/msort.c:44
#6  msort_with_tmp (p=p@entry=0x7ffb61854e40, b=b@entry=0x557b4ec4e460 <v+21504>, n=n@entry=128) at ./stdlib/msort.c:52
#7  0x00007ffb618989a4 in msort_with_tmp (n=128, b=0x557b4ec4e460 <v+21504>, p=0x7ffb61854e40) at ./stdlib/msort.c:44
#8  msort_with_tmp (p=p@entry=0x7ffb61854e40, b=b@entry=0x557b4ec4e460 <v+21504>, n=n@entry=256) at ./stdlib/msort.c:52
#9  0x00007ffb618989c1 in msort_with_tmp (n=256, b=0x557b4ec4e460 <v+21504>, p=0x7ffb61854e40) at ./stdlib/msort.c:44
#10 msort_with_tmp (p=p@entry=0x7ffb61854e40, b=b@entry=0x557b4ec4e060 <v+20480>, n=n@entry=512) at ./stdlib/msort.c:53
#11 0x00007ffb618989a4 in msort_with_tmp (n=512, b=0x557b4ec4e060 <v+20480>, p=0x7ffb61854e40) at ./stdlib/msort.c:44
#12 msort_with_tmp (p=p@entry=0x7ffb61854e40, b=b@entry=0x557b4ec4e060 <v+20480>, n=n@entry=1024) at ./stdlib/msort.c:52
#13 0x00007ffb618989c1 in msort_with_tmp (n=1024, b=0x557b4ec4e060 <v+20480>, p=0x7ffb61854e40) at ./stdlib/msort.c:44
#14 msort_with_tmp (p=p@entry=0x7ffb61854e40, b=b@entry=0x557b4ec4d060 <v+16384>, n=n@entry=2048) at ./stdlib/msort.c:53
#15 0x00007ffb618989a4 in msort_with_tmp (n=2048, b=0x557b4ec4d060 <v+16384>, p=0x7ffb61854e40) at ./stdlib/msort.c:44
#16 msort_with_tmp (p=p@entry=0x7ffb61854e40, b=b@entry=0x557b4ec4d060 <v+16384>, n=n@entry=4096) at ./stdlib/msort.c:52
#17 0x00007ffb618989c1 in msort_with_tmp (n=4096, b=0x557b4ec4d060 <v+16384>, p=0x7ffb61854e40) at ./stdlib/msort.c:44
#18 msort_with_tmp (p=p@entry=0x7ffb61854e40, b=b@entry=0x557b4ec49060 <v>, n=n@entry=8192) at ./stdlib/msort.c:53
#19 0x00007ffb618989a4 in msort_with_tmp (n=8192, b=0x557b4ec49060 <v>, p=0x7ffb61854e40) at ./stdlib/msort.c:44
#20 msort_with_tmp (p=p@entry=0x7ffb61854e40, b=b@entry=0x557b4ec49060 <v>, n=n@entry=16384) at ./stdlib/msort.c:52
#21 0x00007ffb61898d36 in msort_with_tmp (n=16384, b=0x557b4ec49060 <v>, p=0x7ffb61854e40) at ./stdlib/msort.c:44
#22 __GI___qsort_r (b=b@entry=0x557b4ec49060 <v>, n=n@entry=16384, s=s@entry=4, cmp=cmp@entry=0x557b4ec461d5 <by_value>, arg=arg@entry=0x0) at ./stdlib/msort.c:296
#23 0x00007ffb61898fd8 in __GI_qsort (b=b@entry=0x557b4ec49060 <v>, n=n@entry=16384, s=s@entry=4, cmp=cmp@entry=0x557b4ec461d5 <by_value>) at ./stdlib/msort.c:307
#24 0x0000557b4ec46269 in sorter (name=<optimized out>) at work.c:29
#25 0x00007ffb618e21f5 in start_thread (arg=<optimized out>) at ./nptl/pthread_create.c:442
#26 0x00007ffb619628ec in clone3 () at ../sysdeps/unix/sysv/linux/x86_64/clone3.S:81

Thread 1 (Thread 0x7ffb61856740 (LWP 21606) "work"):
#0  0x0000557b4ec461a9 in spin (what=0x557b4ec4701d "a \"quoted\" (text)", depth=depth@entry=2) at work.c:12
#1  0x0000557b4ec461d3 in spin (what=what@entry=0x557b4ec4701d "a \"quoted\" (text)", depth=depth@entry=3) at work.c:11
#2  0x0000557b4ec462d9 in main () at work.c:48
[Inferior 1 (process 21606) detached]
