#!/usr/bin/env python3
"""Work grows no faster than the input: twice of it takes at most 2.3 times the instructions.

Instructions are counted by valgrind, less those of a run on an input of one line, so neither the
clock nor the start-up of the program has a part in it.
"""
import concurrent.futures
import json

import kit
from kit import counted, made, profiles

MOST = 2.3


def names(n):
    return [b"function_%06d" % (i * 7919 % 999983) for i in range(n)]


def many(n):
    """Many roots with other names."""
    return b"".join(name + b" 1\n" for name in names(n))


def siblings(n):
    return b"".join(b"main;" + name + b" 1\n" for name in names(n))


def backwards(n):
    return b"".join(b"main;" + name + b" 1\n" for name in sorted(names(n), reverse=True))


def deep(n):
    return b"a 1\n" + b";".join(names(n)) + b" 1\n"


def recursive(n):
    return b"a 1\n" + b";".join([b"f"] * n) + b" 1\n"


def long_name(n):
    return b"a 1\nmain;" + b"x\xc3\xa9" * n + b" 1\n"


def broken_name(n):
    return b"a 1\nmain;" + b"\xff\x1b" * n + b" 1\n"


def same(n):
    return b"main;work;leaf 1\n" * n


def staircase(n):
    """The line before is no help: two stacks by turns, each with other callees."""
    return b"".join(b"main;a;x%d 1\nmain;b;c;d;y%d 1\n" % (i % 50, i % 50) for i in range(n))


def bad(n):
    return b"a 1\n" * n + b"no count here\n" * n


def wide_and_deep(n):
    """A comb: at each level of one deep stack stands another callee."""
    return b"".join(b"f;" * i + b"leaf 1\n" for i in (n, n // 2, n // 4, 1))


def recursion(n):
    """Functions that call each other, with a sample at each depth, in the order of time."""
    nodes = [{"id": i + 1, "callFrame": {"functionName": f"f{i % 3}"}, "children": [i + 2]}
             for i in range(n)]
    nodes[-1]["children"] = []
    return json.dumps({"nodes": nodes, "samples": [n - i * 7 % n for i in range(n + 1)],
                       "timeDeltas": [3] * (n + 1), "startTime": 0, "endTime": 3 * n + 3}).encode()


def renamed(n):
    """A thread that has another name in each sample."""
    return b"".join(b"n%d 77/77 %d.000000: 1 cycles:\n\t1 f (/a)\n\n" % (i, i + 1)
                    for i in range(n))


def attributes(n):
    return b"".join(name + b"\ttitle=x\n" for name in names(n))


def palette(n):
    return b"".join(name + b"->rgb(1,2,3)\n" for name in names(n))


# ---- recordings


def recording(n, add):
    r = made.Recording()
    r.event("cycles", 1)
    for i in range(n):
        add(r, i)
    r.sample(1, n + 1, [made.USER, 0x1010])
    return r.through_pipe()


def maps_down(n):
    return recording(n, lambda r, i: r.mmap(1, (2 * n - i) << 12, 4096, "/bin/a", i + 1))


def maps_up(n):
    return recording(n, lambda r, i: r.mmap(1, (i + 1) << 12, 4096, "/bin/a", i + 1))


def maps_anywhere(n):
    return recording(n, lambda r, i: r.mmap(1, (i * 7919 % 999983 + 1) << 12, 6000, "/a", i + 1))


def families(n):
    """Children of one with many maps, each with one of its own."""
    def add(r, i):
        r.mmap(1, (i + 1) << 20, 4096, "/bin/a", i + 1)
        r.fork(i + 2, 1, i + 1)
        r.mmap(i + 2, (i + 1) << 20, 4096, "/bin/b", i + 1)
    return recording(n, add)


def generations(n):
    """Each is a child of the one before, and maps more."""
    def add(r, i):
        r.fork(i + 2, i + 1, i + 1)
        r.mmap(i + 2, (i + 1) << 12, 4096, "/bin/a", i + 1)
    return recording(n, add)


def made_code(n):
    """Processes that run code without a file."""
    def add(r, i):
        r.mmap(i + 2, 0x1000, 4096, "//anon", i + 1)
        r.sample(i + 2, i + 1, [made.USER, 0x1010])
    return recording(n, add)


def attributes_between(n):
    """Attributes and samples by turns."""
    r = made.Recording(fields=made.USUAL | made.IDENTIFIER)
    r.event("cycles", 1)
    for i in range(n):
        r.record(64, 0, r.attribute(0) + r.pack("Q", i + 2))
        r.sample(1, i + 1, [made.USER, 0x1010])
    return r.through_pipe()


def backwards_in_time(n):
    r = made.Recording()
    r.event("cycles", 1)
    for i in range(n):
        r.sample(1, n - i, [made.USER, 0x1010 + i % 100])
    return r.through_pipe()


def profile(add, n):
    p = profiles.Profile(("samples", "count"))
    p.function("f")
    add(p, n)
    return p.bytes()


def long_ids(n):
    """Ids from the last to the first, each of a function of its own."""
    def add(p, n):
        for i in range(n):
            p.location((p.function(f"f{i}"), 1), address=i)
            p.sample([i + 1], [1])
        p.parts[4].reverse()
        p.parts[5].reverse()
    return profile(add, n)


def damaged_location(n):
    """A location that is long, and wrong at its end, in every sample."""
    def add(p, n):
        p.parts[4].append(profiles.message(4, profiles.number(1, 1), profiles.number(9, 5) * n,
                                           b"\x08"))
        for _ in range(n):
            p.sample([1], [1])
        p.sample([p.location((1, 1))], [1])
        for _ in range(n):
            p.sample([2], [1])
    return profile(add, n)


def long_function(n):
    """A function with much in it that is not known, in locations of two mappings by turns."""
    def add(p, n):
        for file in ("a", "b"):
            p.parts[3].append(profiles.message(
                3, profiles.number(1, len(p.parts[3]) + 1), profiles.number(5, p.text(file)),
                profiles.number(99, 5) * n))
        p.parts[5] = [profiles.message(5, profiles.number(1, 1), profiles.number(2, 1),
                                       profiles.number(99, 5) * n)]
        for i in range(n):
            p.sample([p.location((1, 1), mapping=1 + i % 2, address=i)], [1])
    return profile(add, n)


def long_texts(n):
    """A long name of everything, in many places."""
    def add(p, n):
        name = "x" * n
        at = p.mapping(0, 0, 0, "y" * 4000)
        for i in range(n):
            place = p.location((p.function(name, name), i), mapping=at, address=i)
            p.sample([place], [1], p.label("z" * n, i))
    return profile(add, n)


def profiles_in_a_row(n):
    return profile(lambda p, _: p.sample([p.location((1, 1))], [1]), 0) * n


def nodes_backwards(n):
    """Each node is called by the next one of three, the ids count down; all are sampled."""
    nodes = [{"id": 2 * (n - i), "callFrame": {"functionName": f"f{i % 50}", "url": "a.js"},
              **({"parent": 2 * (n - i) - 2} if i % 3 and i < n - 1 else {})} for i in range(n)]
    return json.dumps({"nodes": nodes, "samples": [2 * (i * 7 % n + 1) for i in range(n)],
                       "timeDeltas": [3] * n, "startTime": 0, "endTime": 3 * n + 3}).encode()


def nodes_in_callers(n):
    """Callers of 500 functions in one another, each of which calls so many."""
    inner = '{"functionName":"f","hitCount":1,"children":[' * 500 + "]}" * 500
    return ('{"head":{"functionName":"(root)","children":['
            + ",".join([inner] * (n // 500 + 1)) + "]}}").encode()


def profiles_in_pieces(n):
    """A chunk of a node and a sample each, of many profiles in turn."""
    chunk = ('{"name":"ProfileChunk","ph":"P","id":%d,"pid":1,"args":{"data":{'
             '"cpuProfile":{"nodes":[{"id":%d,"callFrame":{"functionName":"f%d"}}],"samples":[%d]},'
             '"timeDeltas":[3],"endTime":99}}}')
    chunks = ",\n".join(chunk % (i % 500, i, i % 50, i) for i in range(n))
    return f"[{chunks}]".encode()


RECORDED = ["--from", "perf-data", "--symfs", str(kit.ROOT / "themes"), "-f", "folded"]

V8 = ["--from", "v8", "--quiet", "-f", "folded"]
TRACE = ["--from", "chrome", "--quiet", "-f", "folded"]
PROFILE = ["--from", "pprof", "--quiet", "-f", "folded"]

# What grows, its size, how it is read.
SHAPES = [
    ("depth", deep, 6000, ["-f", "folded"]),
    ("depth", deep, 2500, ["-f", "svg"]),
    ("depth", deep, 4000, ["-f", "tree"]),
    ("depth of one function", recursive, 8000, ["--merge-recursive", "-f", "folded"]),
    ("depth", deep, 5000, ["--reverse", "-f", "folded"]),
    ("depth", deep, 4000, ["--flamechart", "-f", "boxes"]),
    ("a comb", wide_and_deep, 6000, ["-f", "folded"]),
    ("width", siblings, 4000, ["-f", "folded"]),
    ("width", siblings, 2000, ["--minwidth", "0"]),
    ("width from the last to the first", backwards, 4000, ["-f", "folded"]),
    ("roots", many, 4000, ["-f", "json"]),
    ("names", many, 4000, ["-f", "table", "--rows", "0"]),
    ("names", many, 4000, ["-f", "tree"]),
    ("the length of a name", long_name, 40000, ["-f", "folded"]),
    ("the length of a name", long_name, 15000, ["-f", "svg"]),
    ("the length of a broken name", broken_name, 6000, ["-f", "svg"]),
    ("equal lines", same, 15000, ["-f", "folded"]),
    ("equal lines", same, 10000, ["--flamechart"]),
    ("stacks by turns", staircase, 4000, ["-f", "folded"]),
    ("bad lines", bad, 5000, ["--from", "folded", "-f", "folded", "--quiet"]),
    ("filtered names", siblings, 2000, ["--hide", "_0*1", "-f", "folded"]),
    ("maps from the last to the first", maps_down, 6000, RECORDED),
    ("maps from the first to the last", maps_up, 6000, RECORDED),
    ("maps anywhere", maps_anywhere, 6000, RECORDED),
    ("children with many maps", families, 4000, RECORDED),
    ("children of children", generations, 6000, RECORDED),
    ("processes with code of their own", made_code, 1000, RECORDED),
    ("attributes between samples", attributes_between, 6000, RECORDED),
    ("samples from the last to the first", backwards_in_time, 12000, RECORDED),
    ("ids from the last to the first", long_ids, 3000, PROFILE),
    ("samples of a long location", damaged_location, 6000, PROFILE),
    ("locations of a long function", long_function, 6000, PROFILE),
    ("locations of long texts", long_texts, 4000, PROFILE),
    ("locations of long texts", long_texts, 4000, [*PROFILE, "--srcline"]),
    ("locations of long texts", long_texts, 4000, [*PROFILE, "--addrs"]),
    ("profiles in a row", profiles_in_a_row, 800, PROFILE),
    ("ids of nodes from the last to the first", nodes_backwards, 3000, V8),
    ("functions in their callers", nodes_in_callers, 5000, V8),
    ("recursion", recursion, 6000, ["--from", "v8", "--quiet", "--reverse", "-f", "boxes"]),
    ("recursion", recursion, 6000, ["--from", "v8", "--quiet", "--flamechart", "-f", "json"]),
    ("profiles in pieces", profiles_in_pieces, 4000, TRACE),
    ("names of one thread", renamed, 3000, ["--from", "perf", "--quiet", "-f", "firefox"]),
]


def instructions(s, args, name, data):
    """The instructions of a run on a file with that name and content, or the run that failed."""
    return counted.instructions(s, *args, s.path(name, data), "-o", "/dev/null")


def compare(s, claim, base, one, two):
    failed = [run for run in (base, one, two) if not isinstance(run, int)]
    if failed:
        s.claim(claim, False, failed[0])
        return
    ratio = (two - base) / max(one - base, 1)
    s.claim(f"{claim}: {ratio:.2f} times {one - base:,} instructions",
            ratio <= MOST and one - base > 1000000)


def jobs(s):
    """(claim, the three runs as arguments of instructions()) of each comparison."""
    for i, (what, shape, n, args) in enumerate(SHAPES):
        least = shape(1) if args[:1] == ["--from"] else b"a 1\n"
        runs = [(args, f"{i}-{size}", shape(size) if size else least) for size in (0, n, 2 * n)]
        yield f"{what} from {n} to {2 * n}, {' '.join(args)}", runs
    for option, table in (("--nameattr", attributes), ("--cp", palette)):
        runs = [([f"{option}={s.path(f'{option}{size}', table(size))}"], f"{option}in{size}",
                 siblings(500)) for size in (1, 4000, 8000)]
        yield f"lines of {option} from 4000 to 8000", runs


class Counts:
    """Instructions of runs, each of which is made once; two at a time."""

    def __init__(self, s, pool):
        self.s, self.pool, self.begun = s, pool, {}

    def of(self, args, name, data):
        key = (*args, data)
        if key not in self.begun:
            self.begun[key] = self.pool.submit(instructions, self.s, args, name, data)
        return self.begun[key]


def check(s):
    if not counted.available(s):
        s.skip("all of it", "valgrind cannot run this program")
        return
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        counts = Counts(s, pool)
        started = [(claim, [counts.of(*run) for run in runs]) for claim, runs in jobs(s)]
        for claim, three in started:
            compare(s, claim, *(count.result() for count in three))


kit.main(check)
