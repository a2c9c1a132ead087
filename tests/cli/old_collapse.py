#!/usr/bin/env python3
"""Started as a stackcollapse script: its arguments, its defaults, folded stacks on standard output.

The links are those that lie beside the program. What reads a format that this build does not have
is passed over, and said so.
"""
import os
import pathlib
import re
import subprocess

import kit

NAMES = [
    "difffolded.pl",
    "stackcollapse.pl", "stackcollapse-aix.pl", "stackcollapse-bpftrace.pl",
    "stackcollapse-chrome-tracing.py", "stackcollapse-elfutils.pl", "stackcollapse-faulthandler.pl",
    "stackcollapse-gdb.pl", "stackcollapse-go.pl", "stackcollapse-ibmjava.pl",
    "stackcollapse-instruments.pl", "stackcollapse-java-exceptions.pl", "stackcollapse-jstack.pl",
    "stackcollapse-ljp.awk", "stackcollapse-perf-sched.awk", "stackcollapse-perf.pl",
    "stackcollapse-pmc.pl", "stackcollapse-recursive.pl", "stackcollapse-sample.awk",
    "stackcollapse-stap.pl", "stackcollapse-vsprof.pl", "stackcollapse-vtune-mc.pl",
    "stackcollapse-vtune.pl", "stackcollapse-wcp.pl", "stackcollapse-xdebug.php",
]

PERF = """\
V8 Worker 7/8 [001] 1.000001: 10 cycles:u: 
\tffffffff81000010 do_it+0x10 ([kernel.kallsyms])
\t    7f0000001234 Lcom/a/B;.run+0x4 (/tmp/perf-7.map)
\t    7f0000001200 com.a.C::go->com.a.D::in+0x4 (/tmp/perf-7.map)
\t          401000 [unknown] (/bin/my prog)

V8 Worker 7/9 [001] 1.000002: 10 cycles:u: 
\t          401010 main+0x4 (/bin/a)

java 12 1.000003: 3 faults: 
\t          401010 main+0x4 (/bin/a)

java 12 1.000004: 4 faults: 
\t          401010 main+0x4 (/bin/a)

java 12 1.000005: 5 faults: 
\t          401010 main+0x4 (/bin/a)
"""

INLINES = """\
volatile int x;
static inline __attribute__((always_inline)) void inner(void) { x++; x *= 3; }
static inline __attribute__((always_inline)) void outer(void) { inner(); }
__attribute__((noinline)) void work(void) { outer(); x--; }
int main(void) { for (int i = 0; i < 9; i++) work(); return 0; }
"""

JSTACK = """\
Full thread dump OpenJDK 64-Bit Server VM (17.0.1 mixed mode):

"pool-1-thread-3" #12 prio=5 os_prio=0 tid=0x00007f00 nid=0xe3c runnable [0x00007f28]
   java.lang.Thread.State: RUNNABLE
\tat org.example.deep.Work.run(Work.java:12)
\tat java.lang.Thread.run(Thread.java:744)

"waits" #13 prio=5 os_prio=0 tid=0x00007f01 nid=0xe3d waiting on condition [0x00007f29]
   java.lang.Thread.State: WAITING (parking)
\tat java.lang.Thread.sleep(Native Method)

"acceptor" #14 prio=5 os_prio=0 tid=0x00007f02 nid=0xe3e runnable [0x00007f2a]
   java.lang.Thread.State: RUNNABLE
\tat java.net.PlainSocketImpl.socketAccept(Native Method)

"""

EU_STACK = """\
PID 41 - process
TID 42:
#0  0x00007f0000000001 read
#1  0x00007f0000000002 main
TID 43:
#0  0x00007f0000000003
#1  0x00007f0000000004 start_thread
"""

GDB = """\
Thread 1 (Thread 0x7f01 (LWP 41) "demo"):
#0  0x00007f01 in read () from /lib/libc.so.6
#1  0x00005501 in main () at demo.c:12

"""

JAVACORE = """\
0SECTION       TITLE subcomponent dump routine
1XMTHDINFO     Thread Details
3XMTHREADINFO      "Worker-7" J9VMThread:0x22D7700, omrthread_t:0x78D0, java/lang/Thread:0xE0, \
state:R, prio=5
3XMTHREADINFO1            (native thread ID:0x29, native priority:0x5, native policy:UNKNOWN)
3XMTHREADINFO3           Java callstack:
4XESTACKTRACE                at java/net/Socket.read(Socket.java:127(Compiled Code))
4XESTACKTRACE                at java/lang/Thread.run(Thread.java:785(Compiled Code))
NULL
"""

ALLOCATIONS = """\
Function Stack,Allocation Size:Self,Deallocation Size:Self,Allocations:Self,Module
main,4096,0,2,demo
 grow,1024,0,7,demo
"""

SAMPLE = """\
Analysis of sampling demo (pid 41) every 1 millisecond
Call graph:
    5 Thread_8749954
      5 main  (in demo) + 12  [0x1000]
        3 work  (in libwork.dylib) + 4  [0x2000]
        2 draw  (in demo) + 8  [0x3000]

Total number in stack (recursive counted multiple, when >=5):
"""

LOG = """\
12:00:01 ERROR it broke
java.lang.IllegalStateException: broke
\tat org.example.deep.Work.run(Work.java:12)
\tat java.lang.Thread.run(Thread.java:744)

"""

# Program, its input, arguments ("IN" is the input), and what it must print.
CASES = [
    ("stackcollapse-perf.pl", PERF, ["IN"],
     "V8_Worker;[my prog];com.a.C::go;com.a.D::in_[i];com/a/B:.run;do_it 10\n"
     "V8_Worker;main 10\n"),
    ("stackcollapse-perf.pl", PERF, ["--event-filter=faults", "IN"], "java;main 12\n"),
    ("stackcollapse-perf.pl", PERF, ["--ev", "faults", "-pid", "IN"], "java-?;main 12\n"),
    ("stackcollapse-perf.pl", PERF, ["IN", "--TID", "--pid", "--event", "faults"],
     "java-?/12;main 12\n"),
    ("stackcollapse-recursive.pl", "a;a;b;b;b;a 1.5\na;b;a 2\n", ["IN"], "a;b;a 3.5\n"),
    ("stackcollapse-jstack.pl", JSTACK, ["IN"],
     "pool-1-thread;java.lang.Thread.run;org.example.deep.Work.run 1\n"),
    ("stackcollapse-jstack.pl", JSTACK, ["--include-tid", "--shorten", "IN"],
     "pool-1-thread-3;j.l.Thread.run;o.e.d.Work.run 1\n"),
    ("stackcollapse-jstack.pl", JSTACK, ["--no-include-tname", "IN"],
     "java.lang.Thread.run;org.example.deep.Work.run 1\n"),
    ("stackcollapse-elfutils.pl", EU_STACK, ["IN"], "main;read 1\nstart_thread;[unknown] 1\n"),
    ("stackcollapse-elfutils.pl", EU_STACK, ["-t", "-p", "IN"],
     "PID=41;TID=42;main;read 1\nPID=41;TID=43;start_thread;[unknown] 1\n"),
    ("stackcollapse-elfutils.pl", EU_STACK, ["--tid", "IN"],
     "TID=42;main;read 1\nTID=43;start_thread;[unknown] 1\n"),
    ("stackcollapse-gdb.pl", GDB, ["IN"], "main;read 1\n"),
    ("stackcollapse.pl", "CPU     ID                    FUNCTION:NAME\n  0  64091   :tick-60s\n\n"
     "              unix`i86_mwait+0xd\n              unix`idle+0x114\n             1641\n", ["IN"],
     "unix`idle;unix`i86_mwait 1641\n"),
    ("stackcollapse-faulthandler.pl", "Thread 0x00007f01 (most recent call first):\n"
     '  File "a.py", line 3 in f\n  File "a.py", line 9 in <module>\n\n', ["IN"],
     "a.py:9:<module>;a.py:3:f 1\n"),
    ("stackcollapse-ibmjava.pl", JAVACORE, ["IN"],
     "Worker-7;java/lang/Thread.run;java/net/Socket.read 1\n"),
    ("stackcollapse-ibmjava.pl", JAVACORE, ["--include-tid", "--shorten-pkgs", "IN"],
     "Worker-7;TID=41;j/l/Thread.run;j/n/Socket.read 1\n"),
    ("stackcollapse-ibmjava.pl", JAVACORE, ["--noinclude-tname", "IN"],
     "java/lang/Thread.run;java/net/Socket.read 1\n"),
    ("stackcollapse-java-exceptions.pl", LOG, ["IN"],
     "java.lang.Thread.run;org.example.deep.Work.run 1\n"),
    ("stackcollapse-java-exceptions.pl", LOG, ["--no-pkgs", "IN"], "Thread.run;Work.run 1\n"),
    ("stackcollapse-sample.awk", SAMPLE, ["IN"],
     "Thread_8749954;demo`main;demo`draw 2\nThread_8749954;demo`main;libwork.dylib`work 3\n"),
    ("stackcollapse-sample.awk", SAMPLE, ["MODULES=0", "IN"],
     "Thread_8749954;main;draw 2\nThread_8749954;main;work 3\n"),
    ("stackcollapse-stap.pl", " 0xffffffff8103ce3b : native_safe_halt+0xb/0x10 [kernel]\n"
     " 0xffffffff8101c6a3 : default_idle+0x53/0x1d0 [kernel]\n\t2404\n", ["IN"],
     "default_idle;native_safe_halt 2404\n"),
]


def formats(s):
    text = s.run("--list-formats").out.decode()
    return set(re.findall(r"^  (\S+)  ", text.partition("\n\n")[0], re.MULTILINE))


def check_links(s, folder):
    found = {p.name for p in folder.iterdir()} - {"flamegraph.pl", "gprof2dot", "gprof2dot.py"}
    s.claim("the links are those of all programs", found == set(NAMES), found ^ set(NAMES))
    for name in NAMES:
        run = s.run("--help", program=str(folder / name))
        first = run.out.decode().partition("\n")[0]
        s.claim(f"{name} --help is of its own options",
                run.rc == 0 and first.startswith(f"Usage: {name} ") and not run.err
                and b"--threads" not in run.out, run)
        run = s.run("--no-such-option", s.path("x", b"a 1\n"), program=str(folder / name))
        s.claim(f"{name} refuses what it does not have",
                run.rc == 2 and not run.out and run.said.count("\n") == 1 and name in run.said, run)


def check_cases(s, folder, known):
    for name, text, args, wanted in CASES:
        program = str(folder / name)
        path = s.path("in.txt", text)
        run = s.run(*[path if a == "IN" else a for a in args], program=program)
        if run.rc == 2 and "format" in run.said and name != "stackcollapse-perf.pl":
            s.skip(f"{name} {' '.join(args)}", "this build does not read its format")
            continue
        s.claim(f"{name} {' '.join(args)}", run.rc == 0 and run.out.decode() == wanted,
                f"{run.brief()} {run.out!r}")
        if "IN" in args:
            args = [a for a in args if a != "IN"]
            piped = s.run(*args, program=program, input=text.encode())
            s.claim(f"{name} {' '.join(args)} reads standard input", piped.out == run.out, piped)
    check_tables(s, folder)
    s.claim("perf and folded are always read", {"perf", "folded"} <= known, known)


def check_tables(s, folder):
    """VTune's, which are read from one file alone."""
    program = str(folder / "stackcollapse-vtune-mc.pl")
    path = s.path("in.csv", ALLOCATIONS)
    for args, counts in (([], (2, 7)), (["-s"], (4096, 1024))):
        run = s.run(*args, path, program=program)
        if run.rc == 2:
            s.skip("stackcollapse-vtune-mc.pl", "this build does not read its format")
            return
        lines = sorted(int(line.split()[-1]) for line in run.out.splitlines())
        s.claim(f"stackcollapse-vtune-mc.pl {' '.join(args)}", lines == sorted(counts), run)
    run = s.run(path, path, program=program)
    s.claim("a second file is refused where one is read", run.rc == 2 and not run.out, run)


def check_perf(s, folder):
    perf = str(folder / "stackcollapse-perf.pl")
    path = s.path("in.perf", PERF)
    run = s.run("--all", path, program=perf)
    s.claim("--all marks kernel and JIT",
            b";do_it_[k] 10" in run.out and b"run_[j];" in run.out, run.out)
    run = s.run("--kernel", path, program=perf)
    s.claim("--kernel marks the kernel alone",
            b";do_it_[k] 10" in run.out and b"_[j]" not in run.out, run.out)
    run = s.run("--addrs", path, program=perf)
    s.claim("--addrs tells addresses", b"[my prog <401000>]" in run.out, run.out)
    two = s.run(path, path, program=perf)
    s.claim("files are added", two.out == s.run(path, program=perf).out.replace(b" 10\n", b" 20\n"),
            two)
    run = s.run(path, program=perf)
    s.claim("the events that were left out are named", "faults" in run.said, run)
    run = s.run(s.path("empty", b""), program=perf)
    s.claim("nothing to fold is 1", run.rc == 1 and not run.out and "empty" in run.said, run)
    run = s.run(s.path("missing"), program=perf)
    s.claim("a file that is not there is 3", run.rc == 3 and not run.out, run)


def address_of(program, function):
    """Where the file says that a function begins."""
    told = subprocess.run(["nm", program], capture_output=True, check=True).stdout.decode()
    return int(re.search(rf"^([0-9a-f]+) [tT] {function}$", told, re.M)[1], 16)


def check_inline(s, folder):
    """What is inlined at an address, from the file that the text names."""
    perf = str(folder / "stackcollapse-perf.pl")
    if kit.missing("cc") or kit.missing("nm"):
        s.skip("--inline looks up what is inlined", "no compiler is installed")
        return
    program = s.path("inlines")
    subprocess.run(["cc", "-g", "-O1", "-o", program, s.path("inlines.c", INLINES)], check=True)
    text = (f"a 1 1.0: 10 cycles:\n\t    555555555100 work+0x1 ({program})\n"
            f"\t    555555555200 main+0x1 ({program})\n\n")
    path = s.path("inlines.perf", text)
    run = s.run("--inline", path, program=perf)
    if "built without" in run.said:
        s.skip("--inline looks up what is inlined", run.said.strip())
        return
    s.claim("--inline shows what is inlined at an address, counted from its function",
            run.out == b"a;main;work;outer_[i];inner_[i] 10\n", run.out)
    s.claim("without it frames are as printed",
            s.run(path, program=perf).out == b"a;main;work 10\n", s.last.out)
    run = s.run("--inline", "--context", path, program=perf)
    s.claim("--context adds file and line", b";work:inlines.c:4;outer:inlines.c:3_[i];"
            b"inner:inlines.c:2_[i] 10" in run.out, run.out)
    run = s.run("--context", path, program=perf)
    s.claim("but not without --inline", run.out == b"a;main;work 10\n", run.out)
    address = address_of(program, "work")
    run = s.run("--inline", s.path("bare.perf", f"a 1 1.0: 10 cycles:\n\t{address:16x} "
                                   f"work ({program})\n\n"), program=perf)
    s.claim("an address alone is one of the file", run.out == b"a;work;outer_[i];inner_[i] 10\n",
            run.out)
    own = text.replace(f"work+0x1 ({program})", "outer (inlined)", 1).replace(
        "\t    555555555200", f"\t    555555555100 work+0x1 ({program})\n\t    555555555200", 1)
    run = s.run("--inline", s.path("own.perf", own), program=perf)
    s.claim("what perf printed as inlined is not looked up again",
            run.out == b"a;main;work;outer_[i] 10\n", run.out)
    run = s.run("--inline", s.path("again.perf", own + own.replace("work+0x1", "work+0x2")),
                program=perf)
    s.claim("nor is it below a line that was seen before", run.out == b"a;main;work;outer_[i] 20\n",
            run.out)
    sources = (f"a 1 1.0: 10 cycles:\n\t    555555555100 outer\n  inlines.c:3 (inlined)\n"
               f"\t    555555555100 work+0x1 ({program})\n  inlines.c:4\n"
               f"\t    555555555200 main+0x1 ({program})\n  inlines.c:5\n\n")
    run = s.run("--inline", s.path("sources.perf", sources), program=perf)
    s.claim("nor is it below a source line", run.out == b"a;main;work;outer_[i] 10\n", run.out)
    run = s.run("--inline", "--context", s.path("sources.perf"), program=perf)
    s.claim("source lines are added once", b":inlines.c:5;work:inlines.c:4;outer:inlines.c:3_[i] "
            in run.out and run.out.count(b"inlines.c:5") == 1, run.out)
    far = address - address_of(program, "_start") + 1
    run = s.run("--inline", s.path("far.perf", text.replace("work+0x1", f"_start+{far:#x}")),
                program=perf)
    s.claim("an offset behind the end of a function is not one in it",
            run.out == b"a;main;_start 10\n", run.out)
    gone = text.replace(program, "/no/such/program")
    run = s.run("--inline", s.path("gone.perf", gone), program=perf)
    s.claim("of a file that is not there frames are as printed", run.rc == 0
            and run.out == b"a;main;work 10\n", run)


def check_syntax(s, folder):
    for name in ("stackcollapse-vtune.pl", "stackcollapse-vtune-mc.pl", "stackcollapse-vsprof.pl",
                 "stackcollapse-xdebug.php", "stackcollapse-chrome-tracing.py"):
        run = s.run(program=str(folder / name), input=b"")
        s.claim(f"{name} wants a file", run.rc == 2 and not run.out, run)
    sched = str(folder / "stackcollapse-perf-sched.awk")
    run = s.run("-v", "recurse=1", program=sched, input=b"")
    s.claim("a chain of wakers is refused with a sentence", run.rc == 2 and "recurse" in run.said,
            run)


def check(s):
    folder = pathlib.Path(os.path.realpath(s.flame)).parent / "old-names"
    if not folder.is_dir():
        s.skip("the old names", "no folder old-names lies beside the program")
        return
    check_links(s, folder)
    check_cases(s, folder, formats(s))
    check_perf(s, folder)
    check_inline(s, folder)
    check_syntax(s, folder)


kit.main(check)
