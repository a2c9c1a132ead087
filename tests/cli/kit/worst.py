"""Small inputs of every format that cost as much as they can: deep, wide, repeated, with long
names, with what is shared by many. By the name of a reader, what makes them.

A format that writes stacks out is a function of stacks, each with its frames, the root first, and
gets the shapes that all have. One whose parts are named by number has shapes of its own.
"""
import io
import json
import random
import struct
import xml.sax.saxutils
import zipfile

from . import jfr, made, otlp, profiles

SEED = 4711
LONG = "n" * 20000


# ---- shapes of stacks

def deep():
    return [[f"f{i}" for i in range(4000)]]


def recursive():
    return [["f"] * 8000]


def comb():
    return [["f"] * n for n in range(1, 140)]


def wide():
    return [["main", f"f{i}"] for i in range(2500)]


def repeated():
    return [["main", "work", "leaf"]] * 2000


def anyhow():
    """Trees without a pattern, of few names."""
    chance = random.Random(SEED)
    return [[f"f{chance.randrange(9)}" for _ in range(chance.randrange(1, 24))] for _ in range(700)]


def long_names():
    return [["main", LONG, f"f{i}"] for i in range(4)]


SHAPES = {"deep": deep, "recursive": recursive, "comb": comb, "wide": wide, "repeated": repeated,
          "anyhow": anyhow, "long names": long_names}


# ---- formats that write stacks out

def each(sample, head="", foot="", between=""):
    """A text of a sample for each stack: sample(frames, the leaf first; number)."""
    def text(stacks):
        return head + between.join(sample(stack[::-1], i) for i, stack in enumerate(stacks)) + foot
    return text


def lines(frame, before="", after="\n"):
    """Frames in a line each, the leaf first: frame(name, number)."""
    def sample(stack, i):
        return (before.format(i=i + 1) + "".join(frame(name, k) for k, name in enumerate(stack))
                + after.format(i=i + 1))
    return sample


def folded(stack):
    return ";".join(stack)


def indented(row, head="", foot=""):
    """A tree: a row for each frame below that of its caller: row(name, depth, is the leaf)."""
    def text(stacks):
        return head + "".join(row(name, depth, depth + 1 == len(stack)) for stack in stacks
                              for depth, name in enumerate(stack)) + foot
    return text


def speedscope(stacks):
    names = sorted({name for stack in stacks for name in stack})
    return speedscope_of(names, [[names.index(name) for name in stack] for stack in stacks])


def speedscope_of(names, samples):
    return json.dumps({
        "$schema": "https://www.speedscope.app/file-format-schema.json",
        "shared": {"frames": [{"name": name} for name in names]},
        "profiles": [{"type": "sampled", "name": "p", "unit": "none", "startValue": 0,
                      "endValue": len(samples), "samples": samples,
                      "weights": [1] * len(samples)}]}, separators=(",", ":"))


def sleepy(stacks):
    names = sorted({name for stack in stacks for name in stack})
    number = {name: i for i, name in enumerate(names)}
    return zipped({
        "Symbols.txt": "".join(f'sym{i} "m" "{name}" "f.c" 1\n' for i, name in enumerate(names)),
        "Callstacks.txt": "".join(
            "1 " + " ".join(f"sym{number[name]}" for name in stack[::-1]) + "\n"
            for stack in stacks)})


def zipped(files):
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return whole.getvalue()


def spans(stack, i):
    """Each frame begins, then each ends, the leaf first."""
    halves = [f"{name}_begin" for name in stack[::-1]] + [f"{name}_end" for name in stack]
    return "".join(f"[{i}.{k:09}] (+0.000000001) a p:{half}: {{ cpu_id = 0 }}, {{ vtid = 7 }}, "
                   "{ }\n" for k, half in enumerate(halves))


PERF = each(lines(lambda name, k: f"\t{k + 4096:x} {name} (/bin/a)\n",
                  "a 7/7 [000] {i}.0: 1 cycles:\n"))
JAVA = lines(lambda name, k: f"\tat com.example.{name}(A.java:{k + 1})\n",
             '"t{i}" #1 prio=5 os_prio=0 tid=0x1 nid=0x1 runnable\n'
             "   java.lang.Thread.State: RUNNABLE\n")
SCHED = ("a 1/1 [000] {i}.0: sched:sched_switch: prev_comm=a prev_pid=1 prev_prio=1 prev_state=S "
         "==> next_comm=b next_pid=2 next_prio=1\n")
BACK = ("b 2/2 [000] {i}.5: sched:sched_switch: prev_comm=b prev_pid=2 prev_prio=1 prev_state=S "
        "==> next_comm=a next_pid=1 next_prio=1\n\tffff b1 ([k])\n\n")
GHC = ("\tSun Nov 22 10:00 2026 Time and Allocation Profiling Report  (Final)\n\n\t   a +RTS -p\n\n"
       "\ttotal time  =        0.10 secs   (100 ticks @ 1000 us, 1 processor)\n"
       "\ttotal alloc =      40,000 bytes  (excludes profiling overheads)\n\n"
       "COST CENTRE MODULE SRC no. entries  %time %alloc   %time  %alloc\n\n")
VS = ("Level,Function Name,Number of Calls,Elapsed Inclusive Time %,Elapsed Exclusive Time %,"
      "Avg Elapsed Inclusive Time,Avg Elapsed Exclusive Time,Module Name,\n")
WPA = ("Process Name, Display Name, Process, Stack, Module, Function, Address, Thread ID, CPU, "
       "Weight, % Weight, Count, TimeStamp\n")


def go_goroutines(stack, i):
    return (f"goroutine {i + 1} [running]:\n"
            + "".join(f"main.{name}(0x1)\n\t/srv/a.go:{k + 1} +0x1\n"
                      for k, name in enumerate(stack)) + "\n")


def instruments_row(name, depth, is_leaf):
    return f"1.00 s    0.0%\t{int(is_leaf)} s\t \t{' ' * depth}{name}\n"


def massif(stacks):
    """A tree of one path for each stack."""
    rows = [f"n{len(stacks)}: {len(stacks)} (heap allocation functions) malloc/new/new[], --\n"]
    for stack in stacks:
        for depth, name in enumerate(stack[::-1]):
            below = int(depth + 1 < len(stack))
            rows.append(f"{' ' * (depth + 1)}n{below}: 1 0x{depth + 1:X}: {name} (a.c:1)\n")
    return ("desc: a\ncmd: a\ntime_unit: i\n#-----------\nsnapshot=0\n#-----------\ntime=0\n"
            f"mem_heap_B={len(stacks)}\nmem_heap_extra_B=0\nmem_stacks_B=0\nheap_tree=peak\n"
            + "".join(rows))


def hprof(stacks):
    return ("JAVA PROFILE 1.0.1, created Fri Oct 22 12:12:14 2004\n\n"
            + "".join(f"TRACE {i}:\n" + "".join(f"\ta.{name}(A.java:1)\n" for name in stack[::-1])
                      for i, stack in enumerate(stacks, 300000))
            + "CPU SAMPLES BEGIN (total = 9) Fri Oct 22 12:12:14 2004\n"
            "rank   self  accum   count trace method\n"
            + "".join(f"   {i} 1.00% 1.00%      1 {i + 300000} a.b\n" for i in range(len(stacks)))
            + "CPU SAMPLES END\n")


def xctrace_rows(rows):
    return ('<?xml version="1.0"?>\n<trace-query-result>\n<node xpath=\'//trace-toc[1]\'>'
            '<schema name="time-profile"><col><mnemonic>time</mnemonic></col>'
            "<col><mnemonic>weight</mnemonic></col></schema>\n"
            + "".join(f'<row><sample-time id="{i * 3 + 1}" fmt="0">1</sample-time>'
                      f'<weight id="{i * 3 + 2}" fmt="1">1000000</weight>{row}</row>\n'
                      for i, row in enumerate(rows)) + "</node></trace-query-result>\n")


def xctrace(stacks):
    number = iter(range(10**6, 2 * 10**6))
    return xctrace_rows(
        f'<backtrace id="{next(number)}">' + "".join(
            f'<frame id="{next(number)}" name="{xml.sax.saxutils.escape(name)}" addr="0x1"/>'
            for name in stack[::-1]) + "</backtrace>" for stack in stacks)


def wcp(stack, i):
    return (f" {i % 90 + 1}.000% ===========\n" + "".join(
        f"\t{k + 1}: {name}   (at a.cpp:1)\n" for k, name in enumerate(stack)) + "\n\n")


def spread(stack, i):
    return (f"    + 1 Thread_{i + 1}\n" + "".join(
        f"    + {' ' * (k + 1)}1 {name}  (in a) + 1  [0x1]\n"
        for k, name in enumerate(stack[::-1])))


STACKS = {
    "aix": each(lines(lambda name, k: f"{k + 4096:08x}  {name}   (?, ?) + e0\n", "{i} : a\n", "")),
    "android-anr": each(lines(lambda name, k: f"  at com.A.{name}(A.java:1)\n",
                              '"t{i}" prio=5 tid={i} Native\n  | sysTid={i}\n'),
                        "DALVIK THREADS (1):\n"),
    "austin": each(lambda stack, i: "P1;T1;" + ";".join(
        f"a.py:{name}:1" for name in stack[::-1]) + " 1\n", "# austin: 3.4.1\n# mode: wall\n"),
    "babeltrace": each(spans),
    "bcc": each(lines(lambda name, k: f"    {name}\n",
                      after="    -                a (7)\n        1\n\n")),
    "bpftrace": each(lines(lambda name, k: f"    {name}+1\n", "@[\n", "]: 1\n"),
                     "Attaching 1 probe...\n\n"),
    "crash": each(lines(lambda name, k: f" #{k} [ffff88003fa7bd78] {name} at ffffffff8168b225\n",
                        'PID: {i}      TASK: ffff88003fa78000  CPU: 1   COMMAND: "a"\n')),
    "diff-folded": each(lambda stack, i: folded(stack[::-1]) + " 1 2\n"),
    "dmesg": each(lines(lambda name, k: f"[ 1450.1]  {name}+0x3d/0x890\n",
                        "[ 1450.1] CPU: 0 PID: {i} Comm: a Not tainted 6.1.0 #1\n"
                        "[ 1450.1] Call Trace:\n[ 1450.1]  <TASK>\n", "[ 1450.1]  </TASK>\n")),
    "dotnet-stack": each(lines(lambda name, k: f"  a!{name}\n", "Thread (0x{i}):\n")),
    "dtrace": each(lines(lambda name, k: f"              a`{name}+0x1\n", "\n",
                         "                1\n")),
    "dump-to-file": each(lines(lambda name, k: f"      com.example.A.{name}(A.java:1)\n",
                               '#{i} "t"\n'), "1\n2025-06-07T08:09:10.123456Z\n21.0.4+7-LTS\n\n"),
    "eu-stack": each(lines(lambda name, k: f"#{k}  0x0000557b4ec461b9 {name}\n", "TID {i}:\n", ""),
                     "PID 1 - process\n"),
    "faulthandler": each(lines(lambda name, k: f'  File "/a.py", line 1 in {name}\n',
                               "Thread 0x{i:016x} (most recent call first):\n")),
    "folded": each(lambda stack, i: folded(stack[::-1]) + " 1\n"),
    "ftrace": each(lines(lambda name, k: f" => {name}\n",
                         "            a-{i}  [000] .... 1.0: kernel_stack: <stack trace>\n", ""),
                   "# tracer: nop\n#\n"),
    "gdb": each(lines(lambda name, k: f"#{k}  0x0000000000401000 in {name} () at a.c:1\n",
                      "Thread {i} (Thread 0x1 (LWP {i})):\n")),
    "ghcprof": indented(lambda name, depth, is_leaf: f"{' ' * depth}{name} Main a.hs:1 {depth + 1} "
                        f"1 {int(is_leaf)}.0 0.0 0.0 0.0\n", GHC),
    "go": each(go_goroutines),
    "hprof": hprof,
    "ibmjava": each(lines(lambda name, k: f"4XESTACKTRACE             at com/A.{name}(A.java:1)\n",
                          '3XMTHREADINFO      "t{i}" J9VMThread:0x1, omrthread_t:0x2, '
                          "java/lang/Thread:0x3, state:R, prio=5\n"
                          "3XMTHREADINFO3           Java callstack:\n", "")),
    "instruments": indented(instruments_row, "Weight\tSelf Weight\t\tSymbol Name\n"),
    "java-exceptions": each(lines(lambda name, k: f"\tat com.A.{name}(A.java:1)\n",
                                  'Exception in thread "main" java.io.IOException: {i}\n')),
    "jstack": each(JAVA, "2024-01-01 12:00:00\nFull thread dump OpenJDK 64-Bit Server VM "
                   "(17.0.15+6 mixed mode, sharing):\n\n"),
    "kp": each(lines(lambda name, k: f"ffffffff81473ff7 : {name}+ffffffff81473ff7/\n", " !\n",
                     "  1\n"), foot=" !\n"),
    "ljp": each(lambda stack, i: f"  1 {len(stack)}  " + "\n       ".join(
        f"{name}(a.java:1)" for name in stack) + "\n"),
    "lldb": each(lines(lambda name, k: f"    frame #{k}: 0x0000000000401000 demo`{name} at a.c:1\n",
                       "  thread #{i}, name = 'a'\n")),
    "massif": massif,
    "memleak": each(lines(lambda name, k: f"\t\t{name}+0x16 [rows]\n",
                          "\t64 bytes in 4 allocations from stack\n", ""),
                    "[09:10:00] Top 2 stacks with outstanding allocations:\n"),
    "perf": PERF,
    "perf-sched": each(lambda stack, i: SCHED.format(i=i + 10) + "".join(
        f"\tffff {name} ([k])\n" for name in stack) + "\n" + BACK.format(i=i + 10)),
    "phpspy": each(lines(lambda name, k: f"{k} {name} /a.php:1\n")),
    "pmc": indented(lambda name, depth, is_leaf: f"{' ' * depth}100.0%  [1]  {name} @ /bin/a\n"
                    if depth == 0 else f"{' ' * depth}100.0%  [1]  {name}\n",
                    "@ cpu [9 samples]\n\n"),
    "py-spy": each(lines(lambda name, k: f"    {name} (a.py:1)\n", 'Thread {i} (active): "t"\n',
                         "")),
    "sample": each(spread, "Call graph:\n"),
    "sleepy": sleepy,
    "speedscope": speedscope,
    "stap": each(lines(lambda name, k: f" 0xffffffff81317350 : {name}+0x0/0x1d0 [kernel]\n",
                       after="\t1\n")),
    "vsprof": indented(lambda name, depth, is_leaf:
                       f'{depth},"{name}",1,1.00,{int(is_leaf)}.00,1.00,1.00,"a.exe",\n', VS),
    "vtune": indented(lambda name, depth, is_leaf: f"{' ' * depth}{name},{int(is_leaf)}.0,a\n",
                      "Function Stack,CPU Time:Self,Module\n"),
    "vtune-mc": indented(lambda name, depth, is_leaf:
                         f"{' ' * depth}{name},{int(is_leaf)},{int(is_leaf)},a\n",
                         "Function Stack,Allocations:Self,Allocation Size:Self,Module\n"),
    "wcp": each(wcp, "90000 stack samples taken\n9 unique stacks sampled\n\n\n\nReport:\n\n"),
    "windbg": each(lines(lambda name, k: f"000000d1`2f8ff5a8 00007ffb`1c2a3d4e  app!{name}+0x14\n",
                         "   {i}  Id: 1a2c.{i:x} Suspend: 1 Teb: 000000d1`2f5b4000 Unfrozen\n"
                         "Child-SP          RetAddr               Call Site\n")),
    "xctrace": xctrace,
    "xperf": each(lambda stack, i: "a, a, a (1), [Root]/" + "/".join(
        f"a.exe!{name}" for name in stack[::-1]) + f", a, {stack[0]}, 0x1, 1, 0, 1.0, 0.01, 1, 1\n",
        WPA),
    "perfcollect": lambda stacks: zipped({"w.trace/perf.data.txt": PERF(stacks)}),
}


def xdebug(stacks):
    text = "Version: 3.2.0\nFile format: 4\nTRACE START [2007-05-06 18:29:01]\n"
    at = 0
    for stack in stacks:
        first = at
        for depth, name in enumerate(stack):
            at += 1
            text += f"{depth + 1}\t{at}\t0\t{at / 1e6:.6f}\t1\t{name}\t1\t\ta.php\t1\t0\n"
        for depth in range(len(stack) - 1, -1, -1):
            text += f"{depth + 1}\t{first + depth + 1}\t1\t{at / 1e6 + 1e-6:.6f}\t1\n"
    return text + "\t\t\t1.0\t1\nTRACE END   [2007-05-06 18:29:02]\n"


STACKS["xdebug"] = xdebug


# ---- formats whose parts are named by number: what is shared by many

def pprof(lines_each=1, depth=1, samples=1, name="f", labels=0):
    p = profiles.Profile(("samples", "count"))
    functions = [p.function(f"{name}{i}") for i in range(lines_each)]
    places = [p.location(*((f, 1) for f in functions), address=i) for i in range(depth)]
    for i in range(samples):
        p.sample(places[i % max(depth // 2, 1):], [1],
                 *(p.label(f"k{k}", f"v{i}") for k in range(labels)))
    return p.bytes()


def otlp_of(lines_each=1, depth=1, samples=1, name="f", labels=0):
    p = otlp.Profiles(otlp.NEWEST)
    functions = [p.function(f"{name}{i}") for i in range(lines_each)]
    places = [p.location(*((f, 1) for f in functions), address=i) for i in range(depth)]
    rows = [p.sample(places[i % max(depth // 2, 1):], [1],
                     attributes=[p.attribute(f"k{k}", f"v{i % 50}") for k in range(labels)])
            for i in range(samples)]
    p.profile([("samples", "count")], rows)
    return p.bytes()


SHARED_PARTS = {
    "many lines at an address": {"lines_each": 250, "samples": 3000},
    "many lines at many addresses": {"lines_each": 250, "depth": 60, "samples": 300},
    "deep": {"depth": 6000, "samples": 4},
    "a long name": {"name": LONG, "depth": 8000, "samples": 2},
    "many labels": {"labels": 40, "samples": 300},
    "repeated": {"samples": 8000},
}


def with_parts(make):
    return {name: (lambda more=more: make(**more)) for name, more in SHARED_PARTS.items()}


def firefox(depth, samples, name):
    n = range(depth)
    return json.dumps({
        "meta": {"preprocessedProfileVersion": 48, "interval": 1, "categories": []}, "libs": [],
        "threads": [{
            "name": "t", "pid": 1, "tid": 1, "stringArray": [name],
            "funcTable": {"length": 1, "name": [0], "isJS": [False], "resource": [-1],
                          "fileName": [None], "lineNumber": [None]},
            "frameTable": {"length": 1, "func": [0], "address": [-1], "line": [None]},
            "stackTable": {"length": depth, "frame": [0] * depth,
                           "prefix": [i - 1 if i else None for i in n]},
            "samples": {"length": samples, "stack": [depth - 1 - i % depth for i in range(samples)],
                        "timeDeltas": [1] * samples}}]}, separators=(",", ":"))


def v8(depth, samples, name):
    nodes = [{"id": i + 1, "callFrame": {"functionName": name if i == 0 else f"f{i % 9}"},
              **({"children": [i + 2]} if i + 1 < depth else {})} for i in range(depth)]
    return json.dumps({"nodes": nodes, "samples": [i % depth + 1 for i in range(samples)],
                       "timeDeltas": [1] * samples, "startTime": 0, "endTime": samples + 1},
                      separators=(",", ":"))


def v8_ticks(depth, samples, name):
    code = [{"name": name if i == 0 else f"f{i} /a.js:{i}:1", "type": "JS"} for i in range(9)]
    pairs = [number for i in range(depth) for number in (i % 9, 0)]
    return json.dumps({"code": code, "ticks": [{"tm": i, "vm": 0, "s": pairs[:2 * depth - 2 * i]}
                                               for i in range(samples)]}, separators=(",", ":"))


def stackprof(depth, samples, name):
    frames = {str(i): {"name": name if i == 0 else f"f{i}", "file": "/a.rb"} for i in range(9)}
    raw = [number for i in range(samples)
           for number in (depth, *(k % 9 for k in range(depth)), i + 1)]
    return json.dumps({"mode": "wall", "gc_samples": 0, "frames": frames, "raw": raw},
                      separators=(",", ":"))


def d3_tree(depth, width, name):
    """`width` children of the root, each with a stack of `depth` functions of that name."""
    stack = f'{{"name":"{name}","value":1,"children":[' * depth + "]}" * depth
    return f'{{"name":"root","value":{width},"children":[' + ",".join([stack] * width) + "]}"


def chrome(depth, samples, name):
    """Frames that name their caller, and samples of the deepest."""
    frames = {str(i): {"name": name if i == 0 else "f", **({"parent": str(i - 1)} if i else {})}
              for i in range(depth)}
    return json.dumps({"traceEvents": [], "stackFrames": frames, "samples": [
        {"cpu": 0, "tid": 1, "ts": i, "name": "s", "sf": str(depth - 1 - i % depth), "weight": 1}
        for i in range(samples)]}, separators=(",", ":"))


def chrome_spans(depth):
    begin = ",".join('{"name":"f","ph":"B","ts":%d,"pid":1,"tid":1}' % i for i in range(depth))
    end = ",".join('{"ph":"E","ts":%d,"pid":1,"tid":1}' % (depth + i) for i in range(depth))
    return '{"traceEvents":[' + begin + "," + end + "]}"


def dhat(depth, points, name):
    row = ('{"tb":80,"tbk":5,"tl":1,"mb":80,"mbk":5,"gb":0,"gbk":0,"eb":0,"ebk":0,"rb":8,"wb":8,'
           '"fs":[%s]}')
    return ('{"dhatFileVersion":2,"mode":"heap","verb":"Allocated","bklt":true,"bkacc":false,'
            '"tu":"instrs","Mtu":"Minstr","tuth":500,"cmd":"a","pid":1,"te":9,"tg":9,"pps":['
            + ",".join(row % ",".join(["1"] * (depth - i)) for i in range(points))
            + '],"ftbl":["[root]","0x1: %s (a.c:1)"]}' % name)


def heaptrack(depth, allocations, name):
    """Traces that name their caller: t, its instruction, its caller."""
    text = "v 10400 3\nX ./a\nI 1000 10\n" + f"s {len(name):x} {name}\ni 1000 1 1\n"
    text += "".join(f"t 1 {i:x}\n" for i in range(depth))
    text += "".join(f"a 10 {depth - i % depth:x}\n" for i in range(min(depth, allocations)))
    return text + "".join(f"+ {i % min(depth, allocations):x}\n" for i in range(allocations))


def jfr_of(depth, samples, name):
    c = jfr.Chunk()
    for i in range(samples):
        c.sample(*([f"a/B.{name}"] * (depth - i % 3)), at=i)
    return c.bytes()


def perf_data(depth, samples):
    r = made.Recording()
    r.event("cycles", 1)
    r.mmap(1, 0x1000, 1 << 20, "/bin/a", 1)
    for i in range(samples):
        r.sample(1, i + 2, [made.USER, *(0x1010 + 16 * ((i * depth + k) % 9999)
                                         for k in range(depth))])
    return r.through_pipe()


def perf_data_maps(n):
    r = made.Recording()
    r.event("cycles", 1)
    for i in range(n):
        r.mmap(i + 1, 0x1000, 4096, f"/bin/a{i}", i + 1)
        r.comm(i + 1, f"c{i}", i + 1)
    r.sample(1, n + 2, [made.USER, 0x1010])
    return r.through_pipe()


def go_raw(depth, samples):
    ids = " ".join(["1"] * depth)
    return ("PeriodType: cpu nanoseconds\nPeriod: 1\nTime: 2026-11-22 01:39:47.68949589 +0000 UTC\n"
            "Duration: 5.1\nSamples:\nsamples/count cpu/nanoseconds\n"
            + f"          1          1: {ids} \n" * samples
            + "Locations\n     1: 0x1 M=1 " + "\n             ".join(["main.f /a.go:1 s=0"] * 200)
            + "\nMappings\n1: 0x1/0x2/0x0 /bin/a  [FN]\n")


def pprof_text(depth, n):
    return f"heap profile: {n}: {n} [{n}: {n}] @ heap/1\n" + "".join(
        "1: 1 [1: 1] @ " + " ".join(f"{16 * (i + k) + 16:#x}" for k in range(depth)) + "\n"
        for i in range(n))


def pprof_cpu(depth, n):
    words = [0, 3, 0, 10000, 0]
    for i in range(n):
        words += [1, depth, *(16 * (i + k) + 16 for k in range(depth))]
    return struct.pack(f"<{len(words) + 3}Q", *words, 0, 1, 0)


def sysprof(depth):
    return ("<profile><objects><object id='1'><name>[p]</name></object>"
            f"<object id='2'><name>{LONG}</name></object></objects><nodes>"
            + "".join(f"<node id='{i + 1}'><object>{2 if i else 1}</object><parent>{i}</parent>"
                      "<self>1</self></node>" for i in range(depth)) + "</nodes></profile>")


def xctrace_shared(depth, rows):
    first = '<backtrace id="5001">' + "".join(
        f'<frame id="{5002 + k}" name="f{k}" addr="0x1"/>'
        for k in range(depth)) + "</backtrace>"
    return xctrace_rows([first] + ['<backtrace ref="5001"/>'] * rows)


# ---- formats of callers and callees

def every_pair(n):
    return [(a, b) for a in range(n) for b in range(n) if a != b]


def callgrind(n, name):
    text = "version: 1\nevents: Ir\n" + "".join(f"fn=({i + 1}) {name}{i}\n1 1\n" for i in range(n))
    return text + "".join(f"fn=({a + 1})\ncfn=({b + 1})\ncalls=1 1\n1 1\n"
                          for a, b in every_pair(n))


def callchains(n, name):
    return json.dumps({"version": 0, "costs": [{"description": "T", "unit": "s"}],
                       "functions": [{"name": f"{name}{i}", "module": name} for i in range(n)],
                       "events": [{"callchain": [b, a], "cost": [1]} for a, b in every_pair(n)]},
                      separators=(",", ":"))


def callchains_deep(depth, n):
    return json.dumps({"version": 0, "costs": [{"description": "T", "unit": "s"}],
                       "functions": [{"name": LONG}, {"name": "g"}],
                       "events": [{"callchain": [i % 2 for i in range(depth)], "cost": [1]}] * n},
                      separators=(",", ":"))


def gprof(n, name):
    rows = "".join(
        "".join(f"                1.00    1.00       1/{n}           {name}{a} [{a + 1}]\n"
                for a in range(n) if a != i)
        + f"[{i + 1}]    50.0    1.00    1.00       {n}         {name}{i} [{i + 1}]\n"
        + "-----------------------------------------------\n" for i in range(n))
    return "\nindex % time    self  children    called     name\n" + rows


def axe(n, name):
    head = ("Index  % CPU Time:Total  CPU Time:Self  CPU Time:Children  Name  Index\n"
            "-----  ----------------  -------------  -----------------  ----  -----\n")
    return head + "".join(
        "".join(f"                         1.0            1.0                  {name}{a}  [{a}]\n"
                for a in range(n) if a != i)
        + f"[{i}]    100.0             1.0            1.0                {name}{i}  [{i}]\n\n"
        for i in range(n))


def oprofile(n, name):
    row = "       1.0000  a                    a                    "
    head = ("CPU: Core 2, speed 2200 MHz (estimated)\nCounted CPU_CLK_UNHALTED events (Clock "
            "cycles when not halted) with a unit mask of 0x00 (Unhalted core cycles) count 100000\n"
            "samples  %        image name               app name                 symbol name\n")
    return head + "".join(
        "-" * 79 + "\n" + "".join(f"  1{row}{name}{a}\n" for a in range(n) if a != i)
        + f"1{row}{name}{i}\n" for i in range(n))


def pstats(n, name):
    """What cProfile saves: {function: (calls, own calls, self, total, {caller: the same})}."""
    import marshal
    functions = [("a.py", i, f"{name}{i}") for i in range(n)]
    return marshal.dumps({f: (1, 1, 1.0, 1.0, {g: (1, 1, 1.0, 1.0) for g in functions if g != f})
                          for f in functions})


def calls(make):
    return {"many calls": lambda: make(70, "f"), "long names": lambda: make(6, LONG[:3000])}


# ---- all

def three(make):
    """depth, samples, name"""
    return {"deep": lambda: make(6000, 3, "f"), "repeated": lambda: make(3, 2000, "f"),
            "a long name in many frames": lambda: make(3000, 20, LONG)}


OWN = {
    "axe": calls(axe),
    "callchains": {**calls(callchains), "deep": lambda: callchains_deep(6000, 4)},
    "callgrind": {"many calls": lambda: callgrind(60, "f"),
                  "long names": lambda: callgrind(12, LONG)},
    "chrome": {**three(chrome), "open spans": lambda: chrome_spans(1500)},
    "d3-flame-graph": {"deep": lambda: d3_tree(6000, 1, "f"), "wide": lambda: d3_tree(2, 4000, "f"),
                       "a long name in many frames": lambda: d3_tree(8, 8, LONG)},
    "dhat": {"deep": lambda: dhat(10000, 3, "f"), "comb": lambda: dhat(300, 300, LONG)},
    "firefox": three(firefox),
    "go": {"many lines": lambda: go_raw(60, 300)},
    "gprof": calls(gprof),
    "heaptrack": three(heaptrack),
    "jfr": {"deep": lambda: jfr_of(3000, 30, "f"), "repeated": lambda: jfr_of(3, 2000, "f"),
            "a long name": lambda: jfr_of(2000, 30, LONG[:4000])},
    "oprofile": calls(oprofile),
    "otlp": with_parts(otlp_of),
    "perf-data": {"deep": lambda: perf_data(2000, 8), "many": lambda: perf_data(3, 1000),
                  "many processes": lambda: perf_data_maps(1000)},
    "pprof": with_parts(pprof),
    "pprof-cpu": {"deep": lambda: pprof_cpu(4000, 3), "many": lambda: pprof_cpu(4, 2000)},
    "pprof-text": {"deep": lambda: pprof_text(4000, 3), "many": lambda: pprof_text(4, 2000)},
    "pstats": calls(pstats),
    "speedscope": {"a long name in many frames":
                   lambda: speedscope_of([LONG], [[0] * 12000, [0] * 11000]),
                   "comb of a long name":
                   lambda: speedscope_of([LONG], [[0] * n for n in range(1, 250)])},
    "stackprof": three(stackprof),
    "sysprof": {"deep": lambda: sysprof(300)},
    "v8": three(v8),
    "v8-ticks": three(v8_ticks),
    "xctrace": {"one stack of many": lambda: xctrace_shared(500, 800)},
}


def inputs(reader):
    """Its inputs by name, as functions that make them; none: it is not known here."""
    found = {}
    if STACKS.get(reader):
        make = STACKS[reader]
        found = {name: (lambda shape=shape: make(shape())) for name, shape in SHAPES.items()}
    return {**found, **OWN.get(reader, {})}
