Thread 1 (Thread 0x7fae436c9740 (LWP 21607) "lines"):
#0  leaf (text=0x4 ") at b.c:1") at /srv/demo/leaf.c:7
#1  0x0000000000401001 in work () at work.c:3
#2  0x0000000000401002 in start () from /usr/lib/libstart.so.1
#3  0x0000000000401003 in main (argc=1) at main.c:12
