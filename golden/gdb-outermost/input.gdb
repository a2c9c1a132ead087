[New LWP 1429]
0x00007f776c4d1df2 in pause () from /lib/libc.so.6

Thread 2 (Thread 0x7f776bb1a6c0 (LWP 1431) "worker"):
#8  0x000056204d5f8efc in work (n=3) at /src/work.c:25
#9  0x00007f776c4871f5 in start_thread (arg=<optimized out>) at ./nptl/pthread_create.c:442
(More stack frames follow...)

Thread 1 (Thread 0x7f776bb1a7c0 (LWP 1430) "demo"):
#12 0x000056204d5f8efd in parse (n=3) at /src/work.c:35
#13 0x000056204d5f8efe in main () at /src/work.c:45
