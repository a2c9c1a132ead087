#!/usr/bin/env python3
"""Recordings of Java Flight Recorder: each event has the stacks and weights that the JDK prints.

Made recordings are written in each of the ways that the format has, in chunks and unfinished, and
are compared with what was put into them; hostile ones end soon. FLAME_SEED repeats a run.
Where java is, it records a small program; what it prints of that (jfr print --json), and of the
recordings that lie beside the project, is compared event by event.
"""
import collections
import json
import os
import random
import re
import subprocess

import kit
from kit import jfr

CORPUS = kit.ROOT.parent / "shared" / "corpus"
FILES = ("samples/java/work.jfr", "foreign/speedscope/other/heavy.jfr")
# How much an event weighs: one of its numbers, and of what class it is about.
WEIGHED = {
    "jdk.ObjectAllocationSample": ("weight", "objectClass"),
    "jdk.ObjectAllocationInNewTLAB": ("tlabSize", "objectClass"),
    "jdk.ObjectAllocationOutsideTLAB": ("allocationSize", "objectClass"),
    "jdk.JavaMonitorEnter": ("duration", "monitorClass"),
    "jdk.JavaMonitorWait": ("duration", "monitorClass"),
    "jdk.ThreadPark": ("duration", "parkedClass"),
    "jdk.ThreadSleep": ("duration", None), "jdk.VirtualThreadPinned": ("duration", None),
    # A busy machine makes these long enough to be recorded.
    "jdk.FileForce": ("duration", None), "jdk.FileRead": ("duration", None),
    "jdk.FileWrite": ("duration", None),
    "jdk.SocketRead": ("duration", None), "jdk.SocketWrite": ("duration", None),
    "jdk.ExecutionSample": (None, None), "jdk.NativeMethodSample": (None, None),
}
LETTERS = {"Z": "boolean", "B": "byte", "C": "char", "S": "short", "I": "int", "J": "long",
           "F": "float", "D": "double"}
PROGRAM = """
import java.util.*;
public class Busy {
    static Map<String, Integer> words = new TreeMap<>();
    static synchronized void hold(int ms) throws Exception { Thread.sleep(ms); }
    static void index(int n) {
        for (int i = 0; i < n; i++)
            words.merge("w" + i % 99, 1, Integer::sum);
    }
    static void holdOften() {
        try {
            for (int i = 0; i < 5; i++)
                hold(30);
        } catch (Exception e) { throw new RuntimeException(e); }
    }
    public static void main(String[] a) throws Exception {
        Thread holder = new Thread(Busy::holdOften, "holder");
        holder.start();
        holdOften();
        long end = System.nanoTime() + 1_000_000_000L;
        while (System.nanoTime() < end)
            index(1000);
        holder.join();
    }
}
"""


def stacks(run):
    """Folded stacks as a sum for each."""
    found = {}
    for line in filter(None, run.out.split(b"\n")):
        stack, _, value = line.rpartition(b" ")
        found[stack.decode("utf-8", "surrogateescape")] = int(value)
    return found


def folded(s, path, *words):
    return s.run("-f", "folded", "--root-by", "none", *words, str(path))


def plain(stack):
    """Without the numbers of hidden classes, of which some are left out."""
    stack = re.sub(r"[+/]0x[0-9a-f]+(/\d+)?", "", stack)
    return re.sub(r"(\$\$Lambda)\$\d+", r"\1", stack)


def of_class(name):
    """[Ljava/lang/String; is java.lang.String[]."""
    deep = len(name) - len(name.lstrip("["))
    name = plain(name[deep:])
    if deep:
        name = LETTERS.get(name) or name[1:-1]
    return name.replace("/", ".") + "[]" * deep


def of_method(frame):
    return plain(frame["method"]["type"]["name"]).replace(".", "/") + "." + frame["method"]["name"]


def ns_of(duration):
    """PT0.025S"""
    m = re.fullmatch(r"PT(?:(\d+)M)?(?:(\d+)(?:\.(\d+))?S)?", duration)
    return (int(m[1] or 0) * 60 + int(m[2] or 0)) * 10**9 + int((m[3] or "0").ljust(9, "0"))


def printed(path):
    """For each event that is weighed, and each other that has a stack, a sum for each stack."""
    text = subprocess.run(["jfr", "print", "--json", "--stack-depth", "10000", str(path)],
                          capture_output=True, check=True, encoding="utf-8").stdout
    events = collections.defaultdict(collections.Counter)
    for event in json.loads(text)["recording"]["events"]:
        kind, values = event["type"], event["values"]
        trace = values.get("stackTrace")
        if "stackTrace" not in values or (not trace and kind not in WEIGHED):
            continue
        weight, about = WEIGHED.get(kind, (None, None))
        frames = [of_method(frame) for frame in reversed(trace["frames"])] if trace else []
        if trace and trace["truncated"]:
            frames.insert(0, "[truncated]")
        if about and values[about]:
            frames.append(of_class(values[about]["name"]))
        amount = values[weight] if weight else 1
        amount = ns_of(amount) if weight == "duration" else amount
        events[kind][plain(";".join(frames) or "[unknown]")] += amount
    return events


def check_printed(s, name, path):
    for kind, right in sorted(printed(path).items()):
        run = folded(s, path, "--event", kind)
        have = collections.Counter()
        for stack, value in stacks(run).items():
            have[plain(stack)] += value
        right = {stack: value for stack, value in right.items() if value}
        # Durations are printed in whole ns of ticks that are none.
        near = all(abs(have[stack] - n) <= n // 10**6 + 100 for stack, n in right.items())
        exact = WEIGHED.get(kind, ("", ""))[0] != "duration"
        s.claim(f"{name}: {kind}: {sum(right.values())} in {len(right)} stacks, as it is printed",
                run.rc == 0 and "skipped" not in run.said and
                (dict(have) == right if exact else near and set(have) == set(right)), run)


def check_files(s):
    for name in FILES:
        path = CORPUS / name
        if not path.exists():
            s.skip(name, "it is not beside the project")
        elif kit.missing("jfr"):
            s.skip(name, "the tool jfr is not here")
        else:
            check_printed(s, path.name, path)


def check_recorded(s):
    if kit.missing("java") or kit.missing("jfr"):
        s.skip("what java records", "it is not here")
        return
    source = s.path("Busy.java", PROGRAM.encode())
    path = s.path("busy.jfr")
    done = subprocess.run(["java", f"-XX:StartFlightRecording:filename={path},settings=profile",
                           source], capture_output=True, check=False)
    if done.returncode or not os.path.exists(path):
        s.skip("what java records", f"it does not: {done.stderr[:200]!r}")
        return
    check_printed(s, "recorded", path)
    with open(path, "rb") as f:
        data = f.read()
    twice = s.path("twice.jfr", data + data)
    one, two = stacks(folded(s, path)), stacks(folded(s, twice))
    s.claim("a recording behind itself has each sample twice",
            {stack: 2 * n for stack, n in one.items()} == two and one)
    alone = s.run("-f", "folded", "--event", "jdk.JavaMonitorEnter", path)
    s.claim("a thread that waited is named, with the class that it waited for",
            alone.out.startswith((b"holder;", b"main;")) and b"hold;java.lang.Class " in alone.out,
            alone)


def random_chunk(rng, sums, **words):
    """A chunk of samples, which are added to the sums of their events."""
    chunk = jfr.Chunk(**words)
    names = [f"shop/{rng.choice('ABC')}.m{i}" for i in range(6)]
    for _ in range(rng.randrange(1, 30)):
        frames = [rng.choice(names) for _ in range(rng.randrange(1, 8))]
        stack = ";".join(reversed(frames))
        at = rng.randrange(10**6)
        thread = (rng.choice(("main", "pool-1-thread-2", "b\u00e4r")), rng.randrange(1, 3))
        kind = rng.randrange(4)
        weight = rng.randrange(1, 10**rng.randrange(1, 12))
        if kind == 0:
            chunk.sample(*frames, at=at, thread=thread)
            sums["jdk.ExecutionSample"][stack] += 1
        elif kind == 1:
            chunk.sample(*frames, at=at, thread=thread, event="jdk.NativeMethodSample", cut=True)
            sums["jdk.NativeMethodSample"]["[truncated];" + stack] += 1
        elif kind == 2:
            chunk.allocation("[Lshop/Box;", weight, *frames, at=at, thread=thread)
            sums["jdk.ObjectAllocationSample"][stack + ";shop.Box[]"] += weight
        else:
            chunk.park("shop/Lock", weight, *frames, at=at, thread=thread)
            sums["jdk.ThreadPark"][stack + ";shop.Lock"] += weight * (10**9 // chunk.ticks)
    rng.shuffle(chunk.events)
    return chunk


def check_twins(s):
    chunk = jfr.Chunk()
    for name in ("shop.Order", "shop.Order'"):
        chunk.add_class(name, *jfr.SAMPLE)
    for name, n in (("shop.Order", 2), ("shop.Order'", 3)):
        for _ in range(n):
            chunk.sample("shop/Cart.add", event=name)
    path = s.path("twins.jfr", chunk.bytes())
    for name, n in (("shop.Order", 2), ("shop.Order#2", 3)):
        run = folded(s, path, "--event", name)
        s.claim(f"two events of one name are two: {name}", stacks(run) == {"shop/Cart.add": n}, run)


def check_random(s, rng):
    wrong = []
    for i in range(40 // s.slow):
        sums = collections.defaultdict(collections.Counter)
        data = b""
        for _ in range(rng.randrange(1, 4)):
            chunk = random_chunk(rng, sums, fixed=rng.random() < 0.3,
                                 text=rng.choice([*jfr.TEXTS]),
                                 ticks=rng.choice((10**9, 10**6, 5 * 10**8)))
            if rng.random() < 0.2:
                chunk.state = rng.choice((1, 255))
            data += chunk.bytes(parts=rng.randrange(1, 5))
        path = s.path(f"random-{i}.jfr", data)
        for kind, right in sums.items():
            for words in ((), ("--flamechart",)):
                run = folded(s, path, "--event", kind, *words)
                have = collections.Counter()
                for line in filter(None, run.out.decode().split("\n")):
                    stack, _, value = line.rpartition(" ")
                    have[stack] += int(value)
                if run.rc or have != right or "skipped" in run.said:
                    wrong.append(f"{i} {kind} {words}: {run.brief()}")
    s.claim("random recordings hold what was put into them, in every event", not wrong,
            str(wrong[:3]))


def check_measures(s, rng):
    """A profile of pprof has a measure for each event, which is what the event alone is."""
    sums = collections.defaultdict(collections.Counter)
    path = s.path("events.jfr", random_chunk(rng, sums).bytes())
    run = s.run("-f", "pprof", str(path))
    s.claim("all events of a recording go to a profile of pprof",
            run.rc == 0 and len(sums) > 1 and "left out" not in run.said, run)
    written = s.path("events.pb.gz", run.out)
    for kind, right in sorted(sums.items()):
        run = folded(s, written, "--value", kind)
        s.claim(f"pprof: {kind} is a measure of its own", stacks(run) == dict(right), run)
    run = s.run("-f", "pprof", "--event", "jdk.ThreadPark", str(path))
    run = folded(s, s.path("one.pb.gz", run.out), "--value", "jdk.ThreadPark")
    s.claim("pprof: one event that is asked for stays the only one",
            run.rc == 1 and "no measure" in run.said, run)


def check_cut(s, rng):
    """Every prefix of chunks behind one another is read as far as it goes, or refused."""
    sums = collections.defaultdict(collections.Counter)
    first = random_chunk(rng, sums).bytes()
    data = first + random_chunk(rng, sums).bytes()
    least = stacks(folded(s, s.path("first.jfr", first), "--event", "all", "--weight", "samples"))
    wrong = []
    for n in sorted(rng.sample(range(len(data)), 60 // s.slow)):
        run = folded(s, s.path("cut.jfr", data[:n]), "--event", "all", "--weight", "samples",
                     "--max-bad", "1000")
        if run.rc not in (0, 1) or (run.rc == 0 and n >= len(first)
                                    and sum(stacks(run).values()) < sum(least.values())):
            wrong.append(f"{n}: {run.brief()}")
    s.claim("a recording that is cut is read as far as it goes", not wrong, str(wrong[:3]))


def hostile():
    chunk = jfr.Chunk()
    chunk.sample("A.b")
    data = chunk.bytes()
    yield "a chunk that says it has 2^63 bytes", data[:8] + b"\x7f" + b"\xff" * 7 + data[16:]
    wide = jfr.Chunk()
    for i in range(30):
        wide.add_class(f"W{i}", *((f"f{k}", f"W{i + 1}") for k in range(9)))
    wide.add_class("W30", ("b", "byte"))
    wide.pools["W0"] = [(1, bytes(1000))]
    yield "classes that have 9 of another, 30 times", wide.bytes()
    many = jfr.Chunk()
    name = many.symbol("x" * 4000)
    owner = many.pooled("java.lang.Class", "long", name, 1)
    for i in range(20000):
        many.pooled("jdk.types.Method", i, owner, name, 0, False)
    many.sample("A.b")
    yield "methods of long names that nothing calls", many.bytes()
    deep = jfr.Chunk()
    method = deep.method("A.b")
    frames = [(method, 0, 0, 0)] * 9000
    deep.add("jdk.ExecutionSample", 1, 0, deep.pooled("jdk.types.StackTrace", 0, False, frames), 0)
    for _ in range(5000):
        deep.events.append(deep.events[0])
    yield "a deep stack that many events have", deep.bytes()
    both = jfr.Chunk()
    both.add_class("jdk.types.StackTrace", ("truncated", "boolean"),
                   ("frames", "jdk.types.StackFrame", jfr.ARRAY))
    yield "two classes of one name", both.bytes()


def check_hostile(s):
    for name, data in hostile():
        run = s.run("-f", "folded", *s.untrusted, s.path("hostile.jfr", data))
        s.claim(f"{name}: read or refused, soon", run.rc in (0, 1), run)


def check(s):
    seed = int(os.environ.get("FLAME_SEED", random.randrange(2**32)))
    print(f"FLAME_SEED={seed}")
    rng = random.Random(seed)
    check_files(s)
    check_recorded(s)
    check_twins(s)
    check_random(s, rng)
    check_measures(s, rng)
    check_cut(s, rng)
    check_hostile(s)


kit.main(check)
