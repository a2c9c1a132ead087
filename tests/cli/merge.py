#!/usr/bin/env python3
"""flame merge: the sum of many profiles, whatever their order; what cannot be read is told.

Sorted folded stacks are merged line by line, all others in memory: both give the same. FLAME_SEED
repeats a run.
"""
import collections
import itertools
import os
import random
import re
import resource

import kit
from kit import profiles

NAMES = ["main", "a", "a.b", "a b", "B", "é", "read_[k]", "operator()", "x" * 300, "0"]


def folded(stacks):
    """Lines in the order that flame writes: compared name by name."""
    return "".join(f"{';'.join(stack)} {count}\n" for stack, count in sorted(
        stacks.items(), key=lambda item: [name.encode() for name in item[0]]))


def made(rng, n):
    return collections.Counter({
        tuple(rng.choice(NAMES) for _ in range(rng.randint(1, 9))): rng.randint(1, 99)
        for _ in range(n)})


def many(s, rng):
    """Files and their sum."""
    profiles = [made(rng, rng.randint(1, 60)) for _ in range(12)]
    paths = [s.path(f"{i}.folded", folded(p)) for i, p in enumerate(profiles)]
    return paths, sum(profiles, collections.Counter())


def check_sums(s, rng):
    for turn in range(5):
        paths, total = many(s, rng)
        rng.shuffle(paths)
        run = s.run("merge", *paths)
        s.claim(f"the sum of sorted files, {turn}", run.rc == 0 and run.said == ""
                and run.out.decode() == folded(total), run)
    usual = s.run("-f", "folded", "--quiet", *paths)
    s.claim("it is what flame makes of all of them", usual.out == run.out, usual)
    in_memory = s.run("merge", "--summary", *paths)
    s.claim("and what is merged in memory", in_memory.rc == 0 and in_memory.out == run.out)
    nested = s.path("nested", s.run("merge", *paths[:5]).out)
    s.claim("sums can be merged on", s.run("merge", nested, *paths[5:]).out == run.out)
    twice = s.run("merge", *paths, *paths)
    s.claim("a file given twice counts twice", twice.out.decode() == folded(total + total), twice)
    piped = s.run("merge", *paths[1:], "-", input=open(paths[0], "rb").read())
    s.claim("one may come through a pipe", piped.rc == 0 and piped.out == run.out, piped)


def check_odd(s):
    """What is not sorted, or not as flame writes it, is merged all the same."""
    plain = "a;b 1\na;c 2\n"
    for what, text, out in [
            ("unsorted lines", "b 1\na 1\n", "a 1\na;b 1\na;c 2\nb 1\n"),
            ("a stack given twice", "a;b 1\na;b 1\n", "a;b 3\na;c 2\n"),
            ("no frame", "a;;b 1\n", "a;b 2\na;c 2\n"),
            ("a comment", "# a;b 1\na;b 1\n", "a;b 2\na;c 2\n"),
            ("ends of lines of DOS", "a;b 1\r\n", "a;b 2\na;c 2\n"),
            ("a line without its end", "a;b 1", "a;b 2\na;c 2\n"),
            ("counts with points", "a;b 1.50\na;c 2.125\n", "a;b 2.5\na;c 4.125\n"),
            ("a byte order mark", "\ufeffa;b 1\n", "a;b 2\na;c 2\n"),
            ("a name before a longer one", "a.b 1\na;b 1\n", "a;b 2\na;c 2\na.b 1\n"),
            ("an order of lines, not of names", "a;b 1\na;b;c 1\na.b 1\n",
             "a;b 2\na;b;c 1\na;c 2\na.b 1\n"),
            ("no newline and a name that ends in blanks", "a;b  1\n", "a;b 2\na;c 2\n")]:
        run = s.run("merge", s.path("plain", plain), s.path("odd", text))
        s.claim(f"{what}", run.rc == 0 and run.out.decode() == out, run)
    two = s.run("merge", s.path("plain", plain), s.path("odd", "a;b 7 1\na;c 8 1\n"))
    s.claim("two numbers are told", two.rc == 0 and "two numbers" in two.said, two)
    largest = s.path("large", f"a {2 ** 64 - 1}\n")
    over = s.run("merge", largest, s.path("plain", plain))
    s.claim("a sum that does not fit is refused", over.rc == 1 and "2^64-1" in over.said
            and over.out == b"", over)
    long = s.run("merge", s.path("long", f"a;{'x' * 200000} 1\na;y 1\n"), s.path("plain", plain))
    s.claim("a long line is one", long.rc == 0 and len(long.out) > 200000, long)


def check_units(s):
    """Of different units the finer is that of the sum, in any order."""
    def profile(name, size, time, values):
        p = profiles.Profile(("space", size), ("cpu", time))
        p.sample([p.location((p.function("main"), 1), address=0x10)], values)
        return s.path(name, p.bytes())

    paths = [profile("coarse", "kB", "seconds", (3, 1)),
             profile("fine", "bytes", "milliseconds", (1000, 250)),
             profile("finest", "MB", "nanoseconds", (1, 5))]
    for order in itertools.permutations(paths):
        for value, total in (("space", (1 << 20) + 3 * 1024 + 1000), ("cpu", 1_250_000_005)):
            for first in ((), ("merge",)):
                run = s.run(*first, "--value", value, "-f", "folded", *order)
                names = " ".join(os.path.basename(path) for path in order)
                s.claim(f"{' '.join(first)} {value} of {names}",
                        run.rc == 0 and run.out.decode() == f"main {total}\n", run)


def check_left_out(s):
    good = [s.path(name, "a;b 1\n") for name in ("x.folded", "y.folded")]
    bad = [s.path("empty", ""), s.path("text", "there is no profile here\n"), s.path("nix")]
    for options, where in (((), "line by line"), (("--summary",), "in memory")):
        run = s.run("merge", *options, bad[0], good[0], bad[1], bad[2], good[1])
        s.claim(f"what is no profile is told and left out, {where}",
                run.rc == 0 and run.out == b"a;b 2\n"
                and "2 of 5 profiles; not read: " in run.said
                and all(path in run.said for path in bad), run)
        strict = s.run("merge", "--strict", *options, good[0], bad[2])
        s.claim(f"--strict refuses it, {where}", strict.rc == 3 and strict.out == b"", strict)
        none = s.run("merge", *options, *bad)
        s.claim(f"nothing to merge is a failure, {where}", none.rc == 1 and none.out == b""
                and "none of 3 profiles could be read" in none.said, none)
    for options in ((), ("--summary",)):
        run = s.run("merge", *options, good[0], "/proc/self/mem", good[1])
        s.claim(f"a file that cannot be read to its end ends all, {options}",
                run.rc == 3 and not run.out and "/proc/self/mem: read error: " in run.said, run)
    picture = s.run("merge", "-f", "svg", good[0], bad[2], good[1])
    s.claim("a picture tells it", b"2 of 3 profiles; not read: " in picture.out, picture)
    for output in ("svg", "speedscope", "firefox"):
        for options in ((), ("--title", "All"), ("--subtitle", "of May"), ("--redact", "x")):
            run = s.run("merge", "--quiet", "-f", output, *options, good[0], bad[2], good[1])
            s.claim(f"{output} {options} is marked", b"2 of 3 profiles" in run.out
                    and (b"nix" in run.out) == ("--redact" not in options)
                    and (b"of May; 2" in run.out) == ("of May" in options), run)
    damaged = s.path("damaged", "a;b 1\na;c x\na;d 1\n")
    run = s.run("merge", good[0], damaged)
    s.claim("a damaged line is skipped and told", run.rc == 0 and run.out == b"a;b 2\na;d 1\n"
            and "damaged:2" in run.said, run)
    run = s.run("merge", "--max-bad", "0", good[0], damaged)
    s.claim("what is too damaged adds nothing", run.rc == 0 and run.out == b"a;b 1\n"
            and "1 of 2 profiles" in run.said, run)


def check_order(s):
    """Not a byte depends on which was named first, or on what a file is called."""
    golden = kit.ROOT / "golden"
    cases = ["perf-data-recorded", "perf-data-dwarf"]
    texts = [next((golden / case).glob("input.*")).read_bytes() for case in cases]
    for output in ("folded", "pprof", "svg", "json"):
        outs = set()
        for order in itertools.permutations(texts):
            paths = [s.path(f"in{i}", text) for i, text in enumerate(order)]
            for given in (paths, paths[::-1]):
                run = s.run("merge", "--quiet", "-f", output, *given)
                outs.add(re.sub(rb'hash="[^"]*"', b"", run.out))
                s.claim(f"{output} is written", run.rc == 0, run)
        s.claim(f"{output} is the same in any order", len(outs) == 1)


def check_pruning(s, rng):
    paths, total = many(s, rng)
    whole = sum(total.values())
    for keep in (2, 10, 50, 100000):
        run = s.run("merge", "--max-nodes", str(keep), *paths)
        lines = run.out.decode().splitlines()
        left = {line.rpartition(" ")[0]: int(line.rpartition(" ")[2]) for line in lines}
        nodes = {tuple(stack.split(";")[:i + 1]) for stack in left
                 for i in range(stack.count(";") + 1)}
        pruned = len({stack[:i + 1] for stack in total for i in range(len(stack))}) > keep
        s.claim(f"--max-nodes {keep} keeps as many", run.rc == 0 and len(nodes) <= keep
                and (not pruned or "removed; their callers now have " in run.said), run)
        s.claim(f"--max-nodes {keep} loses nothing", sum(left.values()) == whole, left)


def check_memory(s, rng):
    """Memory is that of lines, not of all stacks."""
    paths = []
    for i in range(20):
        stacks = {(f"root{i}", *(f"function{rng.randrange(10 ** 6)}" for _ in range(20))): 1
                  for _ in range(10000)}
        paths.append(s.path(f"large{i}", folded(stacks)))
    if s.sanitized:
        s.skip("memory", "sanitizers take more")
    else:
        limit = ["--limit", "memory=32M", "-o", s.path("out")]
        run = s.run("merge", *limit, *paths)
        s.claim("sorted files of 60 MB are merged in 32 MB", run.rc == 0 and run.said == "", run)
        run = s.run("merge", "--summary", *limit, *paths)
        s.claim("which in memory do not fit", run.rc == 1 and "memory" in run.said, run)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    few = s.path("few", "a;b 1\n")
    run = s.run("merge", *[few] * 300,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64)))
    s.claim("files that cannot all be open are merged in memory", run.rc == 0
            and run.out == b"a;b 300\n", run)
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == (soft, hard)


def check(s):
    seed = int(os.environ.get("FLAME_SEED", random.randrange(10 ** 9)))
    print(f"seed {seed}")
    rng = random.Random(seed)
    check_sums(s, rng)
    check_odd(s)
    check_units(s)
    check_left_out(s)
    check_order(s)
    check_pruning(s, rng)
    check_memory(s, rng)


if __name__ == "__main__":
    kit.main(check)
