#!/usr/bin/env python3
"""Ranges of time: what lasts is cut at both ends, for each reader that knows how long it does."""
import collections
import json
import random

import kit

SEED = 38
WALL = ("--wall", "--symfs", str(kit.ROOT / "golden/perf-data-off-cpu/root"),
        str(kit.ROOT / "golden/perf-data-off-cpu-switches/input.perf-data"))
GOLDEN = {
    "waits and what ran": WALL,
    "waits": ("--off-cpu", *WALL[1:]),
    "waits as text": ("--from", "perf-sched",
                      str(kit.ROOT / "golden/perf-sched-recorded/input.perf-sched")),
    "spans of Chrome": (str(kit.ROOT / "golden/chrome-spans/input.chrome"),),
    "work of GPUs": (str(kit.ROOT / "golden/chrome-kineto/input.chrome"),),
}


def rows_of(s, words):
    """(time, state, value, stack) of each sample, as they are read."""
    run = s.run("-f", "rows", *words)
    lines = run.out.decode("utf-8", "surrogateescape").split("\n")[1:-1]
    cells = [line.split("\t") for line in lines]
    return [(int(c[0]), c[5], int(c[6]), c[8]) for c in cells if c[0]]


def folded(s, *words):
    run = s.run("-f", "folded", "--root-by", "none", "--full-names", *words)
    found = collections.Counter()
    for line in run.out.decode("utf-8", "surrogateescape").split("\n")[:-1]:
        stack, _, value = line.rpartition(" ")
        found[stack] += int(value)
    return found


def cut(rows, from_ns, to_ns, all_last):
    """What the script itself makes of a range."""
    found = collections.Counter()
    for at, state, value, stack in rows:
        lasts = all_last or state not in ("", "running")
        if lasts:
            value = min(at + value, to_ns) - max(at, from_ns)
        elif not from_ns <= at < to_ns:
            value = 0
        if value > 0:
            found[stack] += value
    return found


def seconds(ns):
    return f"{ns // 10**9}.{ns % 10**9:09}"


def random_ranges(s, what, words, unit_ns=1):
    rows = [(at, state, value * unit_ns, stack) for at, state, value, stack in rows_of(s, words)]
    rng = random.Random(SEED)
    all_last = "waits and" not in what
    end = max(at + value for at, _, value, _ in rows)
    wrong = []
    n = 0
    for _ in range(12):
        from_ns, to_ns = sorted(rng.randrange(end + 1) // unit_ns * unit_ns for _ in range(2))
        want = cut(rows, from_ns, to_ns, all_last)
        if from_ns == to_ns or not want:
            continue
        n += 1
        got = folded(s, "--where", f"time={seconds(from_ns)}..{seconds(to_ns)}", *words)
        got = collections.Counter({stack: value * unit_ns for stack, value in got.items()})
        if got != want:
            wrong.append((from_ns, to_ns, got - want, want - got))
    s.claim(f"{what}: random ranges are what intersecting intervals gives", n > 2 and not wrong,
            (n, wrong[:2]))


def made_spans(s):
    """A trace of random spans of two threads."""
    rng = random.Random(SEED)
    events = []
    for tid in (1, 2):
        at = 0
        for i in range(200):
            at += rng.randrange(50)
            length = 1 + rng.randrange(400)
            events.append({"ph": "X", "name": f"f{i % 7}", "ts": at, "dur": length, "pid": 1,
                           "tid": tid})
            at += length
    path = s.path("spans.json", json.dumps({"traceEvents": events}))
    random_ranges(s, "made spans", (str(path),))


def made_stacks(s):
    """An evented profile in microseconds: a function calls another for random times."""
    rng = random.Random(SEED)
    events = [{"type": "O", "frame": 0, "at": 0}]
    at = 0
    for _ in range(200):
        for kind in "OC":
            at += 1 + rng.randrange(300)
            events.append({"type": kind, "frame": 1, "at": at})
    events.append({"type": "C", "frame": 0, "at": at})
    profile = {"type": "evented", "name": "t", "unit": "microseconds", "startValue": 0,
               "endValue": at, "events": events}
    path = s.path("stacks.json", json.dumps({
        "$schema": "https://www.speedscope.app/file-format-schema.json",
        "shared": {"frames": [{"name": "main"}, {"name": "work"}]}, "profiles": [profile]}))
    random_ranges(s, "made stacks", (str(path),), 1000)


def standard_input(s):
    path = kit.ROOT / "golden/before-ranges/input.perf"
    words = ("-f", "table", "--before-where", "time=0..2", "--where", "time=4..6")
    piped, read = s.run(*words, input=path.read_bytes()), s.run(*words, str(path))
    s.claim("both ranges are read from standard input at once", piped.rc == 0
            and b"hash" in piped.out and piped.out == read.out, piped)


def range_alone(s):
    path = str(kit.ROOT / "golden/before-ranges/input.perf")

    def table(*words):
        return s.run("-f", "table", path, *words)

    for alone, rest in (("0..2", "2.."), ("2..", "0..2"), ("..3.5", "3.5.."), ("1..2", "2..")):
        one = table("--before-where", f"time={alone}")
        both = table("--before-where", f"time={alone}", "--where", f"time={rest}")
        s.claim(f"beside time={alone} the side after is time={rest}", one.rc == 0
                and one.out == both.out and b"recording" in one.out, one)
    short = s.path("r.perf", (kit.ROOT / "golden/before-ranges/input.perf").read_text())
    svg = s.run("--width", "2400", "--before-where", "time=0..2", str(short)).out
    s.claim("the subtitle names both ranges",
            "r.perf, 0..2 s \u2192 ".encode() in svg and b"r.perf, 2.. s<" in svg)
    for before, after in (("0..2", "1..3"), ("2..", "0..4"), ("0..2", "0..2"), ("1..", "..2")):
        run = table("--before-where", f"time={before}", "--where", f"time={after}")
        s.claim(f"ranges that overlap are refused: {before}, {after}", run.rc == 2
                and b"overlaps that of --where" in run.err, run)
    for words, wanted in (
            (("--before-where", "time=90..91", "--where", "time=0..2"), "--before-where time: no"),
            (("--before-where", "time=0..90"), "--before-where time: no sample is so late"),
            (("--before-where", "time=0..2", "--where", "time=90..91"), "--where time: no"),
            (("--before-where", "comm=x", "--where", "comm=app"), "--before-where: no sample"),
            (("--before-where", "time=0..2", "--where", "comm=x"), ": --where: no sample")):
        run = table(*words)
        s.claim(f"{' '.join(words)}: it is said of the option that was given",
                run.rc == 1 and wanted in run.said.replace("flame: ", ": "), run)
    s.claim("a range of all is refused", b"all of the recording"
            in s.run("-f", "table", path, "--before-where", "time=0..").err)


def steady(s):
    """One function, sampled each 10 ms for 20 s: no part is slower."""
    text = "".join(f"q 7 {i / 100:.6f}: 10000000 cpu-clock:\n\t1 f (q)\n\n" for i in range(2000))
    run = s.run("-f", "table", "--before-where", "time=0..5", str(s.path("steady.perf", text)))
    s.claim("a steady program does not change after its first quarter",
            run.rc == 0 and b"No function differs by more than parts" in run.out, run)


def check(s):
    for name, words in GOLDEN.items():
        random_ranges(s, name, words)
    made_spans(s)
    made_stacks(s)
    standard_input(s)
    range_alone(s)
    steady(s)


kit.main(check)
