#!/usr/bin/env python3
"""Guessing the format is bounded and honest.

It looks at the first 64 KiB alone, says what it chose, takes no binary file for text and no file of
other tools for one it reads, and names the nearest formats, with exit 1 and no output, where it
knows none. Each golden input is also given to each reader: never a crash, never success with
nothing read. (unit.formats does so within one process; there each golden input is
recognised as what it is.)
"""
import json
import re

import kit

PREFIX = 64 << 10
GOLDEN = kit.ROOT / "golden"
AT = re.compile(r"binary:@0x[0-9a-f]+: ")
FOLDED = b"main;parse;read 4\nmain;draw 5\n"
DUMP = (b'Full thread dump OpenJDK 64-Bit Server VM:\n\n"main" #1 prio=5 tid=0x1 nid=0x2 runnable\n'
        b"   java.lang.Thread.State: RUNNABLE\n\tat shop.Orders.main(Orders.java:7)\n\n")
BINARY = {
    "a recording of Java of before JDK 9": b"FLR\0\0\1\0\0" + bytes(60),
    "a heap dump of Java": b"JAVA PROFILE 1.0.2\0\0\0\0\x08",
    "a recording of perf": b"PERFILE2", "a recording of perf of the other byte order": b"2ELIFREP",
    "an old recording of perf": b"PERFFILE",
    "data of gprof": b"gmon\1\0\0\0", "data of gperftools": bytes(8) + b"\3" + bytes(7),
    "a jitdump": b"JiTD\1\0\0\0", "a trace of .NET": b"Nettrace\x14\0\0\0",
    "a program": b"\x7fELF", "a zip archive": b"PK\3\4", "a picture": b"\x89PNG",
    "bzip2": b"BZh91AY&SY", "a document": b"%PDF-", "a tar archive": bytes(257) + b"ustar\0",
    "a profile of pprof":
        b"\n\4\x08\1\x10\2\n\4\x08\3\x10\4\x12\4\n\2\1\2\x1a\0\"\0P\x80\1",
    "a gcdump": b"\x14\0\0\0!FastSerialization.1", "an ETL trace": bytes(72) + b"\2\0\2\xc0",
    "MOJO of Austin": b"MOJ\3", "a recording of memray": b"memray\0\x0c\0\0\0",
    "a raw recording of rbspy": b"rbspy02\n", "an eventlog of GHC": b"hdrbhetbetb\0",
    "a dump of stackprof": b"\4\x08{\x0d:\x0cversion",
    "a method trace of Android": b"*version\n3\nclock=dual\n*end\n\0\0\0",
    "a streamed method trace of Android": b"SLOW\3\0\0\0",
    "a trace of simpleperf": b"SIMPLEPERF\1\0", "an LTTng trace": b"\xc1\x1f\xfc\xc1",
    "a trace of Tracy": b"tlZ\4", "a trace of trace-cmd": b"\x17\x08Dtracing",
    "a trace of Go": b"go 1.22 trace\0\0\0", "counts of gcov": b"adcg*12B\0\0\0\1\2\0",
    "a heap dump": b"JAVA PROFILE 1.0.2\0", "a pickle": b"\x80\4\x95\1",
    "a database": b"SQLite format 3\0",
    "a core dump": b"\x7fELF\2\1\1" + bytes(9) + b"\4\0>\0",
    "a trace of Perfetto":
        b"\n\7@\x01\x18\xe7\x07P\1\n\7@\x02\x18\xe7\x07P\1\n\4@\3P\1",
}
# Text of other tools, some lines of which a reader could take for samples: part of the answer.
FOREIGN = {
    b"Statistical profiling result from v8.log, (229 ticks, 169 unaccounted).\n": "node",
    b"         265 function calls in 0.105 seconds\n\n   Ordered by: cumulative time\n\n"
    b"   ncalls  tottime  percall  cumtime  percall filename:lineno(function)\n": "cProfile",
    b"# To display the perf.data header info, please use --header\n#\n# Overhead  Command\n":
        "perf report",
    b"# To display the perf.data header info, please use --header/--header-only options.\n#\n"
    b"# Children      Self  Command\n    24.03%     0.00%  a 1\n": "perf report",
    b"-----------\nCommand:            ./a 3\nms_print arguments: massif.out\n": "ms_print",
    b"-----------\nProfile data file 'callgrind.out' (creator: x 3)\n": "callgrind_annotate",
    b"reading file \"a.zst\" - please wait, this might take 3\nDebuggee command was: ./a 3\n":
        "heaptrack_print, wanted the file",
    b" Percent |\tSource code & Disassembly of a.out for cycles (12 samples, percent: x 3\n":
        "perf annotate",
    b"Samples: 3  of event 'cycles', 99 Hz, Event count (approx.): 3, [percent: local period]\n":
        "perf annotate",
    b"# Event 'cycles'\n#\n# Baseline  Delta Abs  Shared Object  Symbol 3\n": "perf diff",
    b"         ? (         ): true/1720  ... [continued]: execve()) = 0\n": "perf trace",
    b"     0.079 ( 0.017 ms): true/1720 brk() = 0 3\n": "perf trace",
    b" Summary of events:\n\n true (1845), 58 events, 90.6%\n": "perf trace",
    b" contended   total wait     max wait     avg wait         type   caller\n": "perf lock",
    b"                Name   acquired  contended     avg wait   total wait 3\n": "perf lock",
    b"=======\n            Trace Event Information 3\n=======\n": "perf c2c",
    b" Performance counter stats for 'true':\n": "perf stat",
    b"# started on Wed Nov 25 20:24:40 2026\n\n0.81,msec,task-clock,8,100.00\n": "perf stat",
    b"           time    cpu  task name   wait time  sch delay   run time\n": "perf sched script",
    b"\n  _     ._   __/__   _ _  _  _ _/_   Recorded: 12:34:56  Samples:  12\n": "pyinstrument",
    b'{"start_time": 1, "duration": 2, "sample_count": 3, "root_frame": {"x": 1': "pyinstrument",
    b'{\n    "alloc_samples": 0,\n    "elapsed_time_sec": 1': "Scalene",
    b"/srv/a.py: % of time = 100.00% (1.2s) out of 1.2s.\n": "Scalene",
    b'a:2:{s:6:"main()";a:2:{s:2:"ct";i:1;s:2:"wt";i:12;}}\n': "XHProf",
    b'{"main()":{"ct":1,"wt":12},"main()==>f":{"ct":1,"wt": 1': "XHProf",
    b'{"version":1,"recording":{"displayName":"A","instrumentTypes":["x"],"a": 1': "Safari",
    b'{"fileType":"Recorded Performance Data","version":1,"x": 1': "Firefox before",
    b"/* CTF 1.8 */\n\ntypealias integer { size = 8; } := x 3\n": "LTTng",
    b"<!DOCTYPE html>\n<html>\n<title>Android System Trace</title>\nx 3\n": "systrace",
    b"<!DOCTYPE html>\n<html>\n<title>x</title>\nx 3\n": "a web page",
    b"Type: cpu\nShowing nodes accounting for 4.9s, 99% of 4.9s total\n  flat  flat% 3\n": "pprof",
    b"jdk.ExecutionSample {\n  startTime = 12:00\n  x 3\n}\n": "jfr print",
    b"v8-version,12,4,254,21\nshared-library,/srv/node 3\n": "node --cpu-prof",
    b"        -:    0:Source:main.c\n        1:    3:int main 3\n": "a compiler",
    b"TRACE START [2026-11-28 17:47:11]\n    0.0004     393080   -> {main}() /a.php:0\n": "Xdebug",
    b'{"type": "CpuSamples", "samplePeriod": 1000, "x": 1': "Dart",
    b'{"threads":[{"threadName":"main","threadId":1,"x": 1': "Spring Boot",
    b"%% Analysis results:\n{  analysis_options,\n [{callers, true}]}.\n": "fprof",
    b"import time: self [us] | cumulative | imported package\nx 3\n": "importtime",
    b"Traceback for thread 4711 (python) [] (most recent call last):\nx 3\n": "pystack",
    b"# event histogram\n#\n# trigger info: hist:keys=common_stacktrace\n#\nx 3\n": "hist trigger",
    b"[03-Nov-2026 09:12:00]  [pool www] pid 4711\nscript_filename = /srv/a.php\n": "PHP-FPM",
    b"sample.interval=20000\n\"f\" \"g\" \nx 3\n": "Rprof",
    b'execve("/bin/true", ["true"], 0x7ffd /* 3 vars */) = 0\n': "strace",
    b"CMDLINE python a.py\nMEM 0.5 3.1\n": "mprof",
    b'{"log":"main;a 3\\n","stream":"stdout","time":"x"}\n': "docker logs",
    b"7f222dfed000 b py::f\n7f222dfed0 1b py::g h 7\n0x7f222dfee 0x2 py::i\n": "perf-PID.map",
}
# What callers and callees cost one another: read by callgraph, and refused here.
STACKLESS = {
    b"# callgrind format\nversion: 1\nfn=main\n16 400\n": "callgrind",
    b"version: 1\ncreator: callgrind-3.3.0\nevents: Ir\nfn=main\n": "callgrind",
    b"desc: I1 cache: 32768 B\ncmd: ./a\nevents: Ir I1mr\nfn=main\n": "callgrind",
    b"Flat profile:\n\nEach sample counts as 0.01 seconds.\n  %   cumulative   self   self total\n"
    b" time   seconds   seconds    calls  ms/call  ms/call  name\n 99.0  0.3  0.3  main\n": "gprof",
    b"index % time    self  children    called     name\n": "gprof",
    b"Index  % CPU Time:Total  CPU Time:Self  CPU Time:Children  Name  Index\n": "axe",
    b"CPU: Core 2\nsamples  %        image name  symbol name\n": "oprofile",
}
# Folded stacks that begin as these do.
ALIKE = (b"v 1\nX 2\n", b"desc: a;b 1\n", b"7f222d b a;c 1\n", b"{;a 1\n",
         b"Flat profile;f 3\n", b"P 1\nP;Q 2\n",
         b"0 53\n0;0;f() 11\n0;f() 3\n",
         b"x" * 300 + b" 3\n")
# Text that no format begins with.
UNKNOWN = {
    "what cProfile prints": b"      9 function calls (7 primitive calls) in 0.105 seconds\n\n"
    b"   Ordered by: cumulative time\n\n   ncalls  tottime  percall  cumtime  percall filename\n"
    + b"        1    0.001    0.001    0.101    0.101 a.py:15(main)\n"
    b"   123456    0.005    0.000    0.066    0.001 {built-in method builtins.sum}\n" * 9,
    "prose": b"It was a dark and stormy night.\nThe rain fell in torrents.\n" * 9,
    "a listing": b"drwxr-xr-x 2 root root 4096 Nov 22 02:01 bin\n" * 9,
    "JSON of something": b'{"name": "x", "list": [1, 2, 3]}\n',
    "XML of something": b'<?xml version="1.0"?>\n<html><body/></html>\n',
    "blank lines": b"\n \n\t\n" * 99, "comments": b"# one\n# two\n" * 99,
    "noise": bytes((i * 7919 + 13) % 251 + 1 for i in range(9999)),
    "a Dockerfile": b"# x\nFROM debian:12\nRUN apt-get update; apt-get install gcc\nEXPOSE 8080\n",
    "a short README": b"# Shop 2\n\nSells; well.\nSee chapter 3\nand no more.\nEver.\n",
    "C code": b"int main(void)\n{\n    int i = 3; return 1\n        - 1;\n}\n",
    "printed JSON": b'{\n  "name": "a;b",\n  "more": {\n    "n": 12\n  }\n}\n',
    "a log": b"12:00 started worker 1\n12:01 ready.\n12:02 stopped.\n",
    "a licence": (kit.ROOT / "LICENSE").read_bytes(),
    "our README": (kit.ROOT / "README.md").read_bytes(),
    "a script of the shell": (kit.ROOT / "bootstrap").read_bytes(),
    "control bytes": b"\x1b[31mred\x1b[0m\x07\n" * 9,
}


def formats(s):
    text = s.run("--list-formats").out.decode()
    return set(re.findall(r"^  (\S+)  ", text.partition("\n\n")[0], re.MULTILINE))


def golden_inputs():
    """Each path with the name of its format, where that is recognised and well read."""
    for case in sorted(GOLDEN.iterdir()):
        args = case / "args"
        if not case.is_dir() or (case / "expected.err").exists():
            continue
        if args.exists() and "--from" in args.read_text(encoding="utf-8"):
            continue
        for path in sorted(case.glob("input.*")):
            yield path, path.name.split(".")[1]


def is_clean(run):
    return not re.search(rb"[^\x20-\x7e\n]", run.err)


def check_told(s, known):
    """What was chosen is said, but for folded stacks, which nobody need be told of."""
    wrong = []
    n = 0
    inputs = [pair for pair in golden_inputs() if pair[1] in known]
    for path, name in s.part(inputs, kind=lambda pair: pair[1]):
        n += 1
        run = s.run("-f", "folded", str(path))
        told = f"flame: {path}: read as {name}\n" in run.said
        if run.rc == 0 and told == (name == "folded"):
            wrong.append(f"{path}: {run.brief()}")
    s.claim(f"{n} golden inputs: what was recognised is said", n > 20 and not wrong, wrong[:3])


def check_bound(s, known):
    """Beyond the prefix anything may stand: the choice is made before."""
    seen = set()
    for path, name in golden_inputs():
        text = path.read_bytes()
        if name in seen or name not in known or name == "folded" or not text.endswith(b"\n"):
            continue
        once = s.run("-f", "folded", input=text)
        if once.rc != 0:
            continue
        seen.add(name)
        beyond = s.run("-f", "folded", input=b"\n" * PREFIX + text)
        told = f"standard input: read as {name}\n"
        s.claim(f"{name} is not sought beyond 64 KiB",
                told in once.said and told not in beyond.said,
                f"{once.brief()}; {beyond.brief()}")
    s.claim("several formats were tried so", len(seen) > 1, sorted(seen))


def check_binary(s):
    for claim, magic in BINARY.items():
        for body in (b"\n" + FOLDED * 99, FOLDED, b"", b"\n" + DUMP * 9):
            run = s.run("-f", "folded", s.path("binary", magic + body))
            if run.rc != 1 or run.out or not is_clean(run) or not AT.search(run.said):
                s.claim(f"{claim} is never taken for text", False, run)
                break
        else:
            s.claim(f"{claim} is never taken for text", True)


def check_binary_holds_text(s, known):
    """What begins with numbers is binary, whatever text is in it."""
    wrong = []
    seen = set()
    for path, name in golden_inputs():
        text = path.read_bytes()
        if name in seen or name not in known or b"\0" in text or len(text) > 1 << 16:
            continue
        seen.add(name)
        run = s.run("-f", "folded", input=b"FLX\0\0\1\0\0\0\0\0\0\0\1\x9f\0" + text)
        if run.rc != 1 or run.out or " is not text" not in run.said:
            wrong.append(f"{name}: {run.brief()}")
    s.claim(f"text of {len(seen)} formats in a binary file is not read", len(seen) > 20
            and not wrong, wrong[:3])


def check_by_name(s):
    """Called .folded, and mostly folded: it is, though another reader knows more of it."""
    text = b"a 0\n0x1f 2\n 1;a|b 100\n0x1f 3\n 1;1 7\nno count\n"
    for name in ("x.folded", "x.collapsed"):
        run = s.run("-f", "folded", s.path(name, text))
        s.claim(f"{name} is folded stacks", run.rc == 0 and b"1;a|b 100\n" in run.out
                and "read as" not in run.said, run)
    run = s.run("-f", "folded", s.path("x.folded", b'Thread 1 (LWP 7 "a"):\n#0  f () at a.c:1\n'
                                       b"#1  main () at a.c:2\n"))
    s.claim("what is called .folded and is not is what it is", "read as gdb" in run.said, run)


def check_foreign(s):
    for text, told in FOREIGN.items():
        for body in (text + FOLDED * 99, text, b"\n" + text):
            run = s.run("-f", "folded", s.path("foreign", body))
            right = (run.rc == 1 and not run.out and is_clean(run) and told in run.said
                     and "foreign:1: is " in run.said and ", wanted " in run.said)
            if not right:
                break
        s.claim(f"it is said of {told} what it is", right, run)
    for text in ALIKE:
        run = s.run("-f", "folded", s.path("alike", text))
        same = sorted(run.out.splitlines()) == sorted(text.splitlines())
        s.claim(f"{text} is folded stacks", run.rc == 0 and same, run)


def check_nested(s):
    """JSON that opens more and more; each opening with how many it opens, and its lines."""
    for opening, opens, lines in ((b"[", 1, 0), (b'{"a":', 1, 0), (b"[\n", 1, 1),
                                  (b'{"a\\"]": \r\n[', 2, 1)):
        n = 100_000
        for end in (b"", b"1", b"]" * n):
            run = s.run("-f", "folded", s.path("nested", opening * n + end))
            told = f"nested:{n * lines + 1}: is JSON of {n * opens} lists and objects"
            s.claim(f"{n} {opening} and {end[:1]} are said to be JSON",
                    run.rc == 1 and is_clean(run) and told in run.said, run)
        run = s.run("-f", "folded", s.path("nested", opening * 2 * n * 10))
        at = f"nested:{10 * n * lines // opens + 1}"
        limit = f'{at}: is JSON too deep to be read: limit "depth"'
        s.claim(f"two million {opening} reach the limit of depth",
                run.rc == 1 and is_clean(run) and limit in run.said, run)
    run = s.run("-f", "folded", s.path("brackets", b"[" * 5000 + b"a;b 3\n"))
    s.claim("folded stacks may begin with brackets", run.out == b"[" * 5000 + b"a;b 3\n", run)


def check_stackless(s):
    for text, name in STACKLESS.items():
        run = s.run("-f", "folded", s.path("stackless", text + FOLDED * 99))
        s.claim(f"{name} is refused with a word about callgraph",
                run.rc == 1 and not run.out and is_clean(run) and f": is {name}, " in run.said
                and "callgraph" in run.said, run)


def check_unknown(s):
    for claim, text in UNKNOWN.items():
        path = s.path("unknown", text)
        run = s.run("-f", "folded", path)
        s.claim(f"{claim}: refused with one line that names the file",
                run.rc == 1 and not run.out and is_clean(run) and run.said.count("\n") == 1
                and run.said.startswith(f"flame: {path}:"), run)
    near = s.run("-f", "folded", s.path("near", b"not a stack\n" * 99 + b"main;a 12\n"))
    s.claim("of what is mostly something else the nearest format is named",
            near.rc == 1 and not near.out and "nearest: folded" in near.said, near)


def check_all_readers(s, known):
    """Golden inputs with --from formats: some pairs of each. Fuzz targets replay all."""
    wrong = []
    n = 0
    cases = sorted(GOLDEN.glob("*-*"))
    step = len(cases) * len(known) * s.slow // 2000 + 1
    for i, case in enumerate(cases):
        for path in sorted(case.glob("input.*"))[:1]:
            if path.stat().st_size > 1 << 18:
                continue
            for name in sorted(known)[i % step::step]:
                n += 1
                run = s.run("--quiet", "--from", name, "-f", "folded", str(path))
                sound = run.rc == 0 and run.out or run.rc == 1 and not run.out and run.err
                if not sound or not is_clean(run):
                    wrong.append(f"{path} as {name}: {run.brief()}")
    s.claim(f"{n} pairs of input and reader", n > 100 and not wrong,
            f"{len(wrong)}: {wrong[:3]}")


def check_late(s):
    """Members of JSON come in any order, and the first one may be longer than what is looked at."""
    many = 40000
    one = {"funcTable": {"name": [0]}, "frameTable": {"func": [0]}, "stringArray": ["f"]}
    stacks = {"prefix": [None] * many, "frame": [0] * many}
    nodes = [{"id": 1, "callFrame": {"functionName": "f"}}]
    sampled = {"type": "sampled", "unit": "none", "samples": [[0]], "weights": [7]}
    threads = [{"samples": {"stack": [0] * 7}}]
    span = {"ph": "X", "name": "f", "ts": 1, "dur": 0.007, "pid": 1, "tid": 1}
    rows = {str(i): {"name": "f"} for i in range(many)}
    files = (
        ("firefox", {"threads": [{"samples": {"stack": [None] * many + [0] * 7}}],
                     "shared": {"stackTable": {"prefix": [None], "frame": [0]}, **one}}),
        ("firefox", {"shared": {"stackTable": stacks, **one}, "threads": threads}),
        ("firefox", {"shared": {"stringArray": ["f"] * many, "stackTable": stacks,
                                "frameTable": {"func": [0]}, "funcTable": {"name": [0]}},
                     "threads": threads}),
        ("v8", {"timeDeltas": [0] * many + [0, 7], "samples": [1] * (many + 2), "nodes": nodes}),
        ("v8", {"samples": [1] * (many + 2), "timeDeltas": [0] * many + [0, 7], "nodes": nodes}),
        ("speedscope", {"shared": {"frames": [{"name": "f"}] * many}, "profiles": [sampled]}),
        ("chrome", {"otherData": {"log": ["line"] * many}, "traceEvents": [span]}),
        ("chrome", {"stackFrames": rows, "traceEvents": [span]}),
    )
    for i, (name, file) in enumerate(files):
        run = s.run("-f", "folded", "--root-by", "none", s.path(f"late{i}", json.dumps(file)))
        s.claim(f"{name}, its first member long: {next(iter(file))}",
                f"read as {name}" in run.said and run.out == b"f 7\n", run)


def check(s):
    known = formats(s)
    check_told(s, known)
    check_bound(s, known)
    check_binary(s)
    check_binary_holds_text(s, known)
    check_by_name(s)
    check_foreign(s)
    check_nested(s)
    check_stackless(s)
    check_unknown(s)
    check_late(s)
    check_all_readers(s, known)


kit.main(check)
