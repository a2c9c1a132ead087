#!/usr/bin/env python3
"""CPU profiles of gperftools: every stack has the sum that pprof gives it.

The files that lie beside the project, where they do, are held against what pprof says of them; made
ones, in all four kinds of words, against what went into them. FLAME_SEED repeats a run.
"""
import collections
import os
import random
import re
import struct

import kit
from kit.traces import CORPUS, check_string, folded, stacks

MAP = b"00400000-00410000 r-xp 00002000 08:01 77      /srv/demo\n"


def without_shared(sums):
    """What pprof makes of stacks that all share the caller of their leaf, twice."""
    for _ in range(2):
        callers = {stack.split(";")[-2] for stack in sums if ";" in stack}
        if len(callers) != 1:
            break
        merged = collections.Counter()
        for stack, n in sums.items():
            frames = stack.split(";")
            merged[";".join(frames[:-2] + frames[-1:])] += n
        sums = dict(merged)
    return sums


def check_sum(s):
    """A file of which there is no word of pprof: its words are added here."""
    path = CORPUS / "samples" / "heap" / "gperftools.cpu.prof"
    if not path.exists():
        s.skip(path.name, "it is not beside the project")
        return
    data = path.read_bytes()
    words = struct.unpack(f"<{len(data) // 8}Q", data[:len(data) // 8 * 8])
    at, total = 5, 0
    while words[at:at + 3] != (0, 1, 0):
        total += words[at]
        at += 2 + words[at + 1]
    for value, wanted in (("samples", total), ("cpu", total * words[3] * 1000)):
        run = folded(s, path, value)
        s.claim(f"{path.name}: {value} are {wanted}", run.rc == 0 and "skipped" not in run.said
                and sum(stacks(run).values()) == wanted, run)


def made(rng, n=400):
    return [(rng.randrange(9), [rng.randrange(0x400001, 0x400400) for _ in
                                range(rng.randrange(0, 30))]) for _ in range(n)]


def packed(samples, kind):
    words = [0, 3, 0, 2500, 0]
    for count, addresses in samples:
        words += [count, len(addresses), *addresses]
    return struct.pack(f"{kind[0]}{len(words) + 3}{kind[1]}", *words, 0, 1, 0) + MAP


def wanted(samples):
    sums = collections.Counter()
    for count, addresses in samples:
        if addresses[1:2] == addresses[:1]:
            addresses = addresses[:1] + addresses[2:]
        places = [a - (i > 0) - 0x400000 + 0x2000 for i, a in enumerate(addresses)]
        names = [f"[demo <{place:x}>]" for place in reversed(places)] or ["[unknown]"]
        sums[";".join(names)] += count
    return {stack: n for stack, n in sums.items() if n}


def check_made(s):
    seed = int(os.environ.get("FLAME_SEED", random.randrange(10**6)))
    print(f"seed {seed}")
    samples = made(random.Random(seed)) + [(3, [0x400100] * 2 + [0x400200])]
    right = wanted(samples)
    for kind in ("<Q", "<I", ">Q", ">I"):
        path = s.path("made", packed(samples, kind))
        run = folded(s, path, "samples")
        s.claim(f"words {kind}: every stack has its samples",
                run.rc == 0 and "skipped" not in run.said and stacks(run) == right, run)
        run = folded(s, path, "cpu")
        s.claim(f"words {kind}: and its time",
                stacks(run) == {stack: n * 2500000 for stack, n in right.items()}, run)


def check_cut(s):
    """Of every beginning what is whole is read, and it is said that more is missing."""
    samples = [(1, [0x400100 + i, 0x400200]) for i in range(200)]
    data = packed(samples, "<Q")
    wrong = []
    for at in range(0, len(data) - len(MAP), 131 * s.slow):
        run = folded(s, s.path("cut", data[:at]), "samples", "--from", "pprof-cpu")
        n = max(0, (at - 40) // 32)
        right = run.rc == 0 and sum(stacks(run).values()) == n and "skipped" in run.said if n \
            else run.rc == 1 and not run.out
        if not right:
            wrong.append(f"{at}: {run.brief()}")
    s.claim("a file that is cut is read as far as it goes", not wrong, wrong[:3])


def check_hostile(s):
    head = struct.pack("<5Q", 0, 3, 0, 2500, 0)
    end = struct.pack("<3Q", 0, 1, 0)

    def run_of(*words, before=()):
        data = head + struct.pack(f"<{len(words)}Q", *words) + end
        return s.run(*before, "-f", "folded", s.path("made", data))

    run = run_of(1, 2**64 - 1, 0x400100)
    s.claim("a depth that is absurd", run.rc == 1 and "too deep" in run.said, run)
    run = run_of(2**62, 1, 0x400100)
    s.claim("a time that does not fit", run.rc == 1 and "2^64-1" in run.said, run)
    run = run_of(2**42, 1, 0x400100, 2**42, 1, 0x400200)
    s.claim("a sum that does not fit", run.rc == 1 and "2^64-1" in run.said, run)
    run = run_of(1, 30000, *range(0x400000, 0x400000 + 30000), before=s.untrusted)
    s.claim("a stack that is too deep is refused", run.rc == 1 and "depth" in run.said, run)
    absurd = struct.pack("<5Q", 0, 3, 0, 2**63, 0) + struct.pack("<3Q", 1, 1, 4) + end
    run = s.run("-f", "folded", s.path("made", absurd))
    s.claim("a period that does not fit", run.rc == 1 and re.search(r"@0x18: .* us", run.said), run)


def check(s):
    check_string(s, "gobench.cpu")
    check_string(s, "go.crc32.cpu", without_shared)
    check_sum(s)
    check_made(s)
    check_cut(s)
    check_hostile(s)


kit.main(check)
