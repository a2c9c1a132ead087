warning: something else
#3  0x0000000000401003 in cut_at_the_start (n=1) at a.c:1
#4  0x0000000000401004 in main () at a.c:9

Thread 3 (Thread 0x7f01 (LWP 3) "pool"):
#0  0x0000000000401000 in leaf (n=1) at a.c:1
#1  0x0000000000401001 i
#2  0x0000000000401002 in main () at a.c:9

Thread 2 (Thread 0x7f02 (LWP 2) "empty"):
Couldn't get registers: No such process.

Thread 1 (Thread 0x7f00 (LWP 1) "good"):
#0  0x0000000000401000 in leaf (n=1, text=0x40 "#7  Thread 9 (x):") at a.c:1
        i = 7
        p = {
          x = 1
        }
#1  0x0000000000401002 in main () at a.c:9
(More stack frames follow...)
#0  0x0000000000401000 in leaf (n=2) at a.c:1
#99999999999999999999 0x0000000000401000 in leaf (n=2) at a.c:1
#1  0x0000000000401002 in main () at a.c:9
#0  0x0000000000401000 in leaf (n=3) at a.c:1
#1  0x0000000000401002 in main () at a.c:9
#0  0x0000000000401000 in other (n=3) at a.c:1
#1  0x00000000004010
