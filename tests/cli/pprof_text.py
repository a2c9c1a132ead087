#!/usr/bin/env python3
"""Older profiles for pprof: every stack has the sum that pprof gives it.

The files that lie beside the project, where they do, are held against what pprof says of them
(their .string files); made ones against what is reckoned here once more. FLAME_SEED repeats a run.
"""
import collections
import math
import os
import random
import re

import kit
from kit.traces import CORPUS, FOREIGN, Said, check_string, folded, stacks


def check_threads(s):
    """Frames have the names that the text gives them: to pprof they are addresses."""
    path = FOREIGN / "cppbench.thread"
    if not path.exists():
        s.skip(path.name, "it is not beside the project")
        return
    names = set(re.findall(r"0x\w+: (.+)", path.read_text()))
    wanted = Said((FOREIGN / "cppbench.thread.string").read_text()).stacks(0)
    run = folded(s, path, "thread")
    found = stacks(run)
    s.claim("cppbench.thread: as many threads, as deep, as pprof finds",
            run.rc == 0 and names <= set(";".join(found).split(";"))
            and sorted((stack.count(";"), n) for stack, n in found.items())
            == sorted((stack.count(";"), n) for stack, n in wanted.items()), run)


def check_sums(s):
    """Files of which there is no word of pprof: their rows are added here."""
    for name, unsampled in (("heap/gperftools.0001.heap", lambda n, size, rate: (n, size)),
                            ("go/go.heap.debug1.txt", unsample)):
        path = CORPUS / "samples" / name
        if not path.exists():
            s.skip(name, "it is not beside the project")
            continue
        text = path.read_text()
        rate = int((re.search(r"heap/(\d+)", text) or ["", "0"])[1]) // 2
        sums = [0, 0, 0, 0]
        for row in re.findall(r"^ *(\d+): *(\d+) \[ *(\d+): *(\d+)\] @ 0x", text, re.M):
            row = [int(n) for n in row]
            for i in (0, 2):
                pair = unsampled(*row[i:i + 2], rate)
                sums[i] += pair[0]
                sums[i + 1] += pair[1]
        for value, wanted in zip(("inuse_objects", "inuse_space", "alloc_objects", "alloc_space"),
                                 sums):
            run = folded(s, path, value)
            s.claim(f"{name}: {value} are {wanted}",
                    run.rc == 0 and sum(stacks(run).values()) == wanted, run)


def unsample(n, size, rate):
    if rate <= 1 or not n or not size:
        return n, size
    scale = 1 / (1 - math.exp(-(size / n) / rate))
    return int(n * scale), int(size * scale)


class Made:
    """A heap profile as gperftools, Go and jemalloc would write it, and what it comes to."""

    def __init__(self, rng):
        self.rate = rng.choice((0, 1, 4096, 524288))
        self.rows = []
        for _ in range(300):
            now = rng.randrange(50)
            ever = now + rng.randrange(50)
            size = rng.randrange(1, 100000)
            addresses = [rng.randrange(0x400001, 0x4000ff) for _ in range(rng.randrange(1, 20))]
            self.rows.append(((now, now * size, ever, ever * size), addresses))

    def wanted(self, column):
        sums = collections.Counter()
        for amounts, addresses in self.rows:
            i = column // 2 * 2
            value = unsample(*amounts[i:i + 2], self.rate)[column % 2]
            sums[";".join(f"[demo <{a - 1 - 0x400000:x}>]" for a in reversed(addresses))] += value
        return {stack: n for stack, n in sums.items() if n}

    def total(self):
        return [sum(amounts[i] for amounts, _ in self.rows) for i in range(4)]

    def gperftools(self, kind):
        head = "heap profile: %d: %d [%d: %d] @ " % tuple(self.total()) + kind
        rows = ["%6d: %8d [%6d: %8d] @ " % amounts + " ".join(map(hex, addresses))
                for amounts, addresses in self.rows]
        return "\n".join([head, *rows, "", "MAPPED_LIBRARIES:", MAP]) + "\n"

    def jemalloc(self):
        rows = ["  t*: %d: %d [%d: %d]\n  t0: 1: 2 [3: 4]" % tuple(self.total())]
        for amounts, addresses in self.rows:
            rows.append("@ " + " ".join(map(hex, addresses)))
            rows.append("  t*: %d: %d [%d: %d]\n  t7: 9: 9 [9: 9]" % amounts)
        return "\n".join([f"heap_v2/{self.rate}", *rows, "", "MAPPED_LIBRARIES:", MAP]) + "\n"


MAP = "00400000-00401000 r-xp 00000000 08:01 77      /srv/demo"
VALUES = ("inuse_objects", "inuse_space", "alloc_objects", "alloc_space")


def check_made(s):
    seed = int(os.environ.get("FLAME_SEED", random.randrange(10**6)))
    print(f"seed {seed}")
    for i in range(4):
        made = Made(random.Random(seed + i))
        texts = {"jemalloc": made.jemalloc(), "Go": made.gperftools(f"heap/{2 * made.rate}"),
                 "tcmalloc": made.gperftools(f"heap_v2/{made.rate}")}
        if made.rate == 0:
            texts["gperftools"] = made.gperftools("heapprofile")
        for name, text in texts.items():
            path = s.path("made", text)
            wrong = [value for column, value in enumerate(VALUES)
                     if stacks(folded(s, path, value)) != made.wanted(column)]
            s.claim(f"a heap of {name}, sampled each {made.rate} bytes", not wrong, wrong)
    text = Made(random.Random(seed)).gperftools("heapprofile")
    both = stacks(folded(s, s.path("made", text + text), "inuse_space"))
    once = stacks(folded(s, s.path("made", text), "inuse_space"))
    s.claim("two profiles in one file are added", both == {k: 2 * n for k, n in once.items()})


def check_contention(s):
    rng = random.Random(7)
    rows = [(rng.randrange(1 << 40), rng.randrange(1, 99)) for _ in range(200)]
    for hz, period in ((0, 1), (0, 100), (1000000000, 1), (3201000000, 100), (2299998118, 7)):
        head = [f"cycles/second = {hz}"] * (hz > 0) + [f"sampling period={period}"]
        text = "\n".join(["--- contentionz 1 ---", *head,
                          *(f"  {delay} {n} @ 0x400010" for delay, n in rows)]) + "\n"
        path = s.path("made", text)
        delay = sum(int(float(d) * float(period) / (float(hz) / 1e9)) if hz else d * period
                    for d, _ in rows)
        run = folded(s, path, "delay")
        s.claim(f"delays at {hz} Hz, one of {period}",
                run.rc == 0 and sum(stacks(run).values()) == delay, run)
        run = folded(s, path, "contentions")
        s.claim("and as many contentions", sum(stacks(run).values())
                == sum(n for _, n in rows) * period, run)


def check_cut(s):
    """Every beginning is read or refused with its place."""
    wrong = []
    for made in (Made(random.Random(5)).jemalloc(), Made(random.Random(5)).gperftools("heap/8")):
        for at in range(0, len(made), 1511 * s.slow):
            run = s.run("-f", "folded", "--from", "pprof-text", s.path("cut", made[:at]))
            if run.rc not in (0, 1) or (run.rc == 1 and run.out):
                wrong.append(f"{at}: {run.brief()}")
    s.claim("a file that is cut is read in part, or refused", not wrong, wrong[:3])


def check_hostile(s):
    head = "heap profile: 1: 1 [1: 1] @ heap_v2/9223372036854775807\n"
    run = s.run("-f", "folded", s.path("made", head + "1: 1 [1: 1] @ 0x4\n2: 1 [2: 1] @ 0x4\n"))
    s.claim("what is sampled more thinly than doubles tell is skipped",
            run.rc == 1 and "beyond 2^63-1" in run.said, run)
    most = 2**63
    rows = f"1: {most} [0: 0] @ 0x4\n" * 2
    run = s.run("-f", "folded", s.path("made", "heap profile: 1: 1 [0: 0] @ growthz\n" + rows))
    s.claim("a sum that does not fit is refused", run.rc == 1 and "2^64-1" in run.said, run)
    deep = "heap profile: 1: 1 [0: 0] @ growthz\n1: 1 [0: 0] @" + " 0x4" * 30000 + "\n"
    run = s.run(*s.untrusted, "-f", "folded", s.path("made", deep))
    s.claim("a stack that is too deep is refused", run.rc == 1 and "depth" in run.said, run)
    long = ("heap profile: 1: 1 [0: 0] @ growthz\n1: 1 [0: 0] @ 0x401\n--- Memory map: ---\n"
            "a=" + "x" * 4000 + "\n400-500: " + "$a" * 4000 + "\n")
    run = s.run("-f", "folded", s.path("made", long))
    s.claim("a path does not grow without end", run.rc == 0 and "damaged" in run.said, run)


def check(s):
    for name in ("gobench.heap", "cppbench.heap", "go.godoc.thread"):
        check_string(s, name)
    check_threads(s)
    check_sums(s)
    check_made(s)
    check_contention(s)
    check_cut(s)
    check_hostile(s)


kit.main(check)
