"""Texts that are no profiles, each a few lines of what tools, servers and the kernel print."""

TEXTS = {
    "access log": """\
10.0.0.7 - - [03/Nov/2026:09:12:00 +0000] "GET /cart;jsessionid=8A1B HTTP/1.1" 200 5321
10.0.0.9 - - [03/Nov/2026:09:12:01 +0000] "GET /img/a.png HTTP/1.1" 304 0
10.0.0.7 - - [03/Nov/2026:09:12:02 +0000] "POST /order HTTP/1.1" 201 87
""",
    "error log": """\
2026/11/03 09:12:00 [error] 812#812: *17 connect() failed (111: Connection refused), port 8080
2026/11/03 09:12:04 [warn] 812#812: *19 upstream is slow, took 5021
2026/11/03 09:12:09 [notice] 812#812: signal 17 (SIGCHLD) received from 901
""",
    "application log": """\
2026-11-03 09:12:00.000 INFO  [http-8080-exec-1] c.e.shop.Orders : order 7 accepted, total 13
2026-11-03 09:12:00.031 WARN  [http-8080-exec-2] c.e.shop.Orders : order 8 is late by 210
2026-11-03 09:12:00.090 INFO  [http-8080-exec-1] c.e.shop.Orders : order 9 accepted, total 42
""",
    "log without times": """\
[info] server listening on port 8080
[info] worker started, pid 4711
[warn] queue is long: 120
[info] server stopped after 98
""",
    "log of bare words": """\
starting up with threads 8
loaded modules 12
accepted connections 120
closing down after 98
""",
    "logfmt": """\
level=info msg="request done" path=/cart status=200 took_ms=12 bytes= 5321
level=info msg="request done" path=/img status=304 took_ms=1 bytes= 0
level=warn msg="slow request" path=/order status=201 took_ms=870 bytes= 87
""",
    "gc log of a JVM": """\
[0.012s][info][gc] Using G1
[0.214s][info][gc] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 23M->4M(256M) 2.871ms
[0.420s][info][gc,heap] GC(1) Eden regions: 13->0(150)
[0.420s][info][gc,heap] GC(1) Old regions: 0->2
""",
    "gc log of Java 8": """\
2026-11-03T09:12:00.000+0000: 1.204: [GC (Allocation Failure) [PSYoungGen: 65536K->5120K(76288K)]
Desired survivor size 10485760 bytes, new threshold 7 (max 15)
- age   1:    2621440 bytes,    2621440 total
Heap after GC invocations=1 (full 0): 5120
""",
    "jstat -gcutil": """\
  S0     S1     E      O      M     CCS    YGC     YGCT     FGC    FGCT     GCT
  0.00  96.88  67.37  55.11  95.42  91.02     12     0.087     2     0.104     0.202
  0.00  96.88  70.02  55.11  95.42  91.02     12     0.087     2     0.104     0.202
  0.00  96.88  73.11  55.11  95.42  91.02     12     0.087     2     0.104     0.202
""",
    "jmap -histo": """\
 num     #instances         #bytes  class name (module)
-------------------------------------------------------
   1:         45678       12345678  [B (java.base@21.0.5)
   2:         23456        1234567  java.lang.String (java.base@21.0.5)
   3:          1234         123456  com.example.shop.Order
Total         70368       13703701
""",
    "jmap -heap": """\
Heap Configuration:
   MinHeapFreeRatio         = 40
   MaxHeapFreeRatio         = 70
   MaxHeapSize              = 4188012544 (3994.0MB)
   SurvivorRatio            = 8
""",
    "jcmd VM.native_memory": """\
Native Memory Tracking:

Total: reserved=5757MB, committed=412MB
-                 Java Heap (reserved=4096MB, committed=256MB)
                            (mmap: reserved=4096MB, committed=256MB)
-                     Class (reserved=1025MB, committed=5MB)
                            (classes #8231)
""",
    "node --trace-gc": """\
[4711:0x5a3b2d60]      197 ms: Scavenge 3.8 (4.0) -> 3.4 (5.0) MB, 21.79 / 0.00 ms  (average mu \
= 1.000, current mu = 1.000) allocation failure;
[4711:0x5a3b2d60]      225 ms: Scavenge 4.1 (5.2) -> 3.7 (5.7) MB, 25.72 / 0.00 ms  (average mu \
= 1.000, current mu = 1.000) allocation failure;
[4711:0x5a3b2d60]     1729 ms: Mark-Compact 56.6 (75.3) -> 47.0 (81.6) MB, 124.12 / 0.00 ms  \
(average mu = 0.920, current mu = 0.920) finalize incremental marking; GC in old space requested
""",
    "node --trace-opt": """\
[marking 0x3a1b0c81 <JSFunction fib (sfi = 0x1f7e)> for optimization to MAGLEV, reason: hot]
[compiling method 0x3a1b0c81 <JSFunction fib (sfi = 0x1f7e)> (target MAGLEV), mode: 3]
[completed compiling 0x3a1b0c81 <JSFunction fib> (target MAGLEV) - took 0.021, 0.411, 0.018 ms]
""",
    "GODEBUG=gctrace=1": """\
gc 1 @0.012s 2%: 0.011+0.42+0.003 ms clock, 0.04+0.1/0.3/0.2+0.01 ms cpu, 4->4->1 MB, 8 P
gc 2 @0.024s 2%: 0.010+0.39+0.004 ms clock, 0.04+0.1/0.3/0.2+0.01 ms cpu, 4->5->2 MB, 8 P
scvg: inuse: 4, idle: 58, sys: 63, released: 58, consumed: 5
""",
    "schedtrace of Go": """\
SCHED 0ms: gomaxprocs=8 idleprocs=5 threads=5 spinningthreads=1 idlethreads=0 runqueue= 0
SCHED 1000ms: gomaxprocs=8 idleprocs=0 threads=12 spinningthreads=0 idlethreads=2 runqueue= 14
SCHED 2001ms: gomaxprocs=8 idleprocs=0 threads=12 spinningthreads=0 idlethreads=2 runqueue= 11
""",
    "strace -f": """\
15245 execve("/usr/bin/true", ["true"], 0x7ffcac0869e8 /* 37 vars */) = 0
15245 brk(NULL)                         = 0x5559774df000
15245 openat(AT_FDCWD, "/etc/ld.so.cache", O_RDONLY|O_CLOEXEC) = 3
15245 newfstatat(3, "", {st_mode=S_IFREG|0644, st_size=58423, ...}, AT_EMPTY_PATH) = 0
15245 close(3)                          = 0
15246 write(1, "a;b 3\\n", 6)           = 6
""",
    "ltrace": """\
4711 puts("hello") = 6
4711 malloc(24) = 0x5581
4712 strlen("main;parse") = 10
4712 +++ exited (status 0) +++
""",
    "uftrace dump": """\
uftrace file header: magic         = 4674726163652100
uftrace file header: version       = 4
uftrace file header: header size   = 40

reading 12024.dat
2170.171120577  12024: [entry] main(55a0b4c6726c) depth: 0
2170.171121098  12024: [entry] a(55a0b4c6723d) depth: 1
2170.171126041  12024: [exit ] a(55a0b4c6723d) depth: 1
""",
    "perf sched timehist": """\
Samples do not have callchains.
           time    cpu  task name                       wait time  sch delay   run time
                        [tid/pid]                          (msec)     (msec)     (msec)
--------------- ------  ------------------------------  ---------  ---------  ---------
     601.140713 [0000]  perf[12680]                         0.000      0.000      0.000
     601.140755 [0000]  node[12675]                         0.000      0.000      0.015
     601.141806 [0000]  node[12675]                         0.012      0.000      1.037
""",
    "perf bench": """\
# Running 'sched/messaging' benchmark:
# 20 sender and receiver processes per group
# 10 groups == 400 processes run

     Total time: 0.112 [sec]
     Operations per process: 100
""",
    "perf.fdata of BOLT": """\
1 main 3a 1 compute 0 0 187
1 main 5c 1 compute 0 0 92
1 compute 1f 1 compute 8 3 4021
0 [unknown] 0 1 main 0 0 4
""",
    "text of AutoFDO": """\
main:225715:0
 2.1: 5553
 3: 5391
 3.1: inline1:1000
  1: 1000
fib:93417:1121
 0: 1121
 1.2: 1121 fib:1080
""",
    "/proc/slabinfo": """\
slabinfo - version: 2.1
# name            <active_objs> <num_objs> <objsize> <objperslab> <pagesperslab>
kmalloc-96         12040  12054     96   42    1 : tunables    0    0    0 : slabdata    287    287
dentry             92140  92148    192   21    1 : tunables    0    0    0 : slabdata   4388   4388
""",
    "sar -u": """\
Linux 6.12.0 (web1)  11/03/2026  _x86_64_  (8 CPU)

09:10:01        CPU     %user     %nice   %system   %iowait    %steal     %idle
09:20:01        all      4.12      0.00      1.03      0.20      0.00     94.65
09:30:01        all      5.51      0.00      1.22      0.18      0.00     93.09
Average:        all      4.81      0.00      1.12      0.19      0.00     93.87
""",
    "iostat": """\
Device             tps    kB_read/s    kB_wrtn/s    kB_read    kB_wrtn
nvme0n1          12.41       120.33       431.09    8120331   29100444
dm-0             14.02       119.12       431.09    8034110   29100440
""",
    "metrics of Prometheus": """\
# HELP http_requests_total Requests that were answered.
# TYPE http_requests_total counter
http_requests_total{method="post",code="200"} 1027
http_requests_total{method="get",code="404"} 3
# TYPE process_open_fds gauge
process_open_fds 41
""",
    "metrics without labels": """\
# TYPE go_goroutines gauge
go_goroutines 8
# TYPE go_threads gauge
go_threads 12
# TYPE process_open_fds gauge
process_open_fds 41
""",
    "metrics of Graphite": """\
servers.web1.cpu.user 4.12 1793697120
servers.web1.cpu.system 1.03 1793697120
servers.web1.load.shortterm 0.42 1793697120
""",
    "gprof -A": """\
*** File /srv/shop/main.c:
                #include <stdio.h>

        5000 -> static int compute(int n)
                {
                    int sum = 0;
       ##### ->     return sum + 1
                }

Execution Summary:

        2   Executable lines in this file
      100.00   Percent of the file executed
     5001   Total number of line executions
""",
    "kmemleak": """\
unreferenced object 0xffff888012345678 (size 64):
  comm "srv", pid 1201, jiffies 4294900000 (age 100.0s)
  hex dump (first 32 bytes):
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  ................
    6b 6b 6b 6b 6b 6b 6b 6b 6b 6b 6b 6b 6b 6b 6b a5  kkkkkkkkkkkkkkk.
  backtrace:
    [<00000000deadbeef>] kmalloc_trace+0x27/0x60
    [<00000000cafebabe>] my_alloc+0x40/0x90 [mymod]
    [<00000000feedface>] do_syscall_64+0x5b/0xc0
""",
    "disassemble of gdb": """\
Dump of assembler code for function leafa:
   0x0000000000001300 <+0>:\tmovslq %edi,%rax
   0x0000000000001303 <+3>:\ttest   %edi,%edi
   0x0000000000001305 <+5>:\tjle    0x132e <leafa+46>
=> 0x0000000000001307 <+7>:\tmovabs $0x5851f42d4c957f2d,%rcx
End of assembler dump.
""",
    "x/8i of gdb": """\
=> 0x555555555131 <main+8>:\tmov    %edi,-0x4(%rbp)
   0x555555555134 <main+11>:\tmov    $0x3,%edi
   0x555555555139 <main+16>:\tcall   0x555555555030 <sleep@plt>
""",
    "info registers of gdb": """\
rax            0x0                 0
rbx            0x7fffffffe0a8      140737488347304
rcx            0x555555557dd8      93824992247256
rip            0x555555555131      0x555555555131 <main+8>
""",
    "objdump -d": """\

main.o:     file format elf64-x86-64


Disassembly of section .text:

0000000000001300 <leafa>:
    1300:\t48 63 c7             \tmovslq %edi,%rax
    1303:\t85 ff                \ttest   %edi,%edi
    1305:\t7e 27                \tjle    132e <leafa+0x2e>
""",
    "listing of as": """\
   1                    \t\t.file\t"main.c"
   2                    \t\t.text
  12 0000 55            \t\tpushq\t%rbp
  13 0001 4889E5        \t\tmovq\t%rsp, %rbp
  14 0004 B8030000      \t\tmovl\t$3, %eax
""",
    "listing of nasm": """\
     1                                  section .text
     2 00000000 B803000000              mov eax, 3
     3 00000005 83C004                  add eax, 4 ;count up 4
     4 00000008 C3                      ret
""",
    "nm -S": """\
0000000000001139 000000000000001c T main
0000000000001155 0000000000000010 t parse
                 U printf@GLIBC_2.2.5
""",
    "readelf -s": """\
Symbol table '.symtab' contains 36 entries:
   Num:    Value          Size Type    Bind   Vis      Ndx Name
     0: 0000000000000000     0 NOTYPE  LOCAL  DEFAULT  UND
     1: 0000000000001139    28 FUNC    GLOBAL DEFAULT   14 main
     2: 0000000000001155    16 OBJECT  LOCAL  DEFAULT   14 table.0
""",
    "/proc/meminfo": """\
MemTotal:       16314552 kB
MemFree:         1231231 kB
HugePages_Total:       0
HugePages_Free:        0
""",
    "/proc/vmstat": """\
nr_free_pages 1231231
nr_zone_inactive_anon 20120
nr_zone_active_anon 812
nr_mlock 0
nr_bounce 0
numa_hit 902233
numa_miss 0
pgpgin 812233
pgfault 7712331
allocstall_dma 0
thp_fault_alloc 12
""",
    "cpu.stat of a cgroup": """\
usage_usec 912233
user_usec 612233
system_usec 300000
nr_periods 0
nr_throttled 0
throttled_usec 0
""",
    "memory.stat of a cgroup": """\
anon 61236
file 12288000
kernel_stack 49152
pagetables 262144
sock 4096
shmem 12
slab_reclaimable 91233
slab 123123
workingset_refault_file 3
pgfault 12312
pgmajfault 7
""",
    "/proc/stat": """\
cpu  812331 2233 301233 91233123 1233 0 12331 0 0 0
cpu0 102331 233 41233 11233123 133 0 331 0 0 0
intr 91233123 9 0 0 0 0
ctxt 182331233
btime 1793697120
processes 4711
procs_running 2
""",
    "/proc/PID/status": """\
Name:\tshop
Umask:\t0022
State:\tS (sleeping)
Tgid:\t4711
Threads:\t12
SigQ:\t0/63471
voluntary_ctxt_switches:\t150
""",
    "/proc/PID/sched": """\
shop (4711, #threads: 12)
-------------------------------------------------------------------
se.exec_start                                :       8123312.312331
se.vruntime                                  :         12331.123123
nr_switches                                  :                  150
policy                                       :                    0
""",
    "/proc/interrupts": """\
           CPU0       CPU1
  0:         12          0  IR-IO-APIC    2-edge      timer
  8:          0          0  IR-IO-APIC    8-edge      rtc0
LOC:   81233123   71233123  Local timer interrupts
ERR:          0
""",
    "/proc/PID/maps": """\
55d0c0a00000-55d0c0a01000 r--p 00000000 fd:01 1234567                    /opt/srv
55d0c0a01000-55d0c0a02000 r-xp 00001000 fd:01 1234567                    /opt/srv
7ffd1233a000-7ffd1235b000 rw-p 00000000 00:00 0                          [stack]
7f1200000000-7f1200021000 rw-p 00000000 00:00 0
""",
    "/proc/modules": """\
xfs 2043904 1 - Live 0xffffffffa02b5000
libcrc32c 16384 1 xfs, Live 0xffffffffa0210000
mymod 20480 0 - Live 0xffffffffa0100000 (OE)
""",
    "/proc/cpuinfo": """\
processor\t: 0
vendor_id\t: GenuineIntel
cpu family\t: 6
model\t\t: 143
cpu MHz\t\t: 2900.000
""",
    "/proc/net/dev": """\
Inter-|   Receive                            |  Transmit
 face |bytes    packets errs drop fifo frame |bytes    packets errs drop fifo colls carrier
    lo: 812331    1233    0    0    0     0    812331    1233    0    0    0     0       0
  eth0: 91233123  81233    0    0    0     0   1233123   41233    0    0    0     0       0
""",
    "/proc/buddyinfo": """\
Node 0, zone      DMA      0      0      0      0      0      0      0      0      1      1      2
Node 0, zone    DMA32      4      3      5      4      4      5      4      5      4      4    331
Node 0, zone   Normal    412    331    201    120     55     31     12      7      3      2   1233
""",
    "ss -tnp": """\
State  Recv-Q Send-Q Local Address:Port  Peer Address:Port Process
ESTAB  0      0           10.0.0.5:22        10.0.0.9:51234 users:(("sshd",pid=812,fd=4))
LISTEN 0      128          0.0.0.0:8080       0.0.0.0:*
ESTAB  0      36          10.0.0.5:8080      10.0.0.9:51300
""",
    "vmstat": """\
procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----
 r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st
 1  0      0 1231231 91233 812331    0    0    12    31  120  250  4  1 95  0  0
 0  0      0 1231001 91233 812340    0    0     0    12  110  220  3  1 96  0  0
""",
    "lsof": """\
COMMAND  PID USER   FD   TYPE DEVICE SIZE/OFF    NODE NAME
shop    4711 root  cwd    DIR  253,1     4096       2 /
shop    4711 root  mem    REG  253,1  1926232 1234567 /usr/lib/libc.so.6
shop    4711 root    3u  IPv4  81233      0t0     TCP 10.0.0.5:8080
""",
    "journalctl": """\
Nov 03 09:12:00 web1 systemd[1]: Started session 812
Nov 03 09:12:01 web1 sshd[4711]: Accepted publickey for root from 10.0.0.9 port 51234
Nov 03 09:12:01 web1 kernel: usb 1-1: new high-speed USB device number 7
""",
    "apt list": """\
Listing... Done
adduser/stable,now 3.134 all [installed]
apt/stable,now 2.6.1 amd64 [installed]
bash/stable,now 5.2.15-2 amd64 [installed]
""",
    "dpkg -l": """\
Desired=Unknown/Install/Remove/Purge/Hold
||/ Name           Version      Architecture Description
+++-==============-============-============-=================================
ii  adduser        3.134        all          add and remove users and groups
ii  zlib1g:amd64   1:1.2.13     amd64        compression library - runtime version 1
""",
    "ls -lR": """\
.:
total 12
drwxr-xr-x 2 root root 4096 Nov  3 09:12 docs
-rw-r--r-- 1 root root  812 Nov  3 09:12 part 7

./docs:
total 4
-rw-r--r-- 1 root root   12 Nov  3 09:12 chapter 1
""",
    "git log --stat": """\
commit 0123456789abcdef0123456789abcdef01234567
Author: A B <a@example.com>
Date:   Tue Nov 3 09:12:00 2026 +0000

    shop: count orders; see issue 12

 src/order.c | 12 ++++++------
 src/cart.c  |  3 +++
 2 files changed, 9 insertions(+), 6 deletions(-)
""",
    "git blame": """\
^0123456 (A B 2026-11-03 09:12:00 +0000 1) int main(void)
89abcdef (C D 2026-11-03 09:14:00 +0000 2) {
89abcdef (C D 2026-11-03 09:14:00 +0000 3)     return 3
""",
    "CSV of measurements": """\
time,cpu,memory
2026-11-03 09:12:00,4.12,812331
2026-11-03 09:12:01,5.51,812340
2026-11-03 09:12:02,4.81,812344
""",
    "CSV with semicolons": """\
time;run;ms
2026-11-03 09:12:00;first 1;4,12
2026-11-03 09:12:01;first 2;5,51
2026-11-03 09:12:02;second 1;4,81
""",
    "columns of measurements": """\
run 1 took 4.12
run 2 took 5.51
run 3 took 4.81
""",
    "numbers": "1 4.12\n2 5.51\n3 4.81\n4 4.77\n",
    "dmesg without traces": """\
[    0.000000] Linux version 6.12.0 (build@host) (gcc 14.2.0) #1 SMP PREEMPT_DYNAMIC
[    0.004012] Memory: 16314552K/16777216K available (18432K kernel code, 3200K rwdata)
[    1.204331] usb 1-1: new high-speed USB device number 2
[    3.812233] EXT4-fs (dm-0): mounted filesystem with ordered data mode. Quota mode: none.
""",
    "php-spx report": """\
[events]
0 1 0.0 0
4 1 4.5 64
4 0 19.0 547
1 1 52.5 1204
[functions]
main
Shop::order
""",
    "ps aux": """\
USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND
root           1  0.0  0.1 167744 11320 ?        Ss   09:10   0:01 /sbin/init
root        4711  4.1  1.2 912336 98120 ?        Sl   09:11   0:12 shop --port 8080
""",
    "netstat -s": """\
Ip:
    Forwarding: 1
    812331 total packets received
    0 forwarded
Tcp:
    1233 active connection openings
    41 failed connection attempts
""",
    "ethtool -S": """\
NIC statistics:
     rx_packets: 81233
     tx_packets: 41233
     rx_errors: 0
     tx_queue_0_bytes: 1233123
""",
    "time -v": """\
\tCommand being timed: "shop --once"
\tUser time (seconds): 0.12
\tMaximum resident set size (kbytes): 98120
\tVoluntary context switches: 150
\tExit status: 0
""",
    "output of a test": """\
test parser::reads_numbers ... ok
test parser::reads_names ... ok

test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; finished in 0.01s
""",
    "INI file": """\
[server]
;old port 80
port = 8080
workers = 4
""",
}
