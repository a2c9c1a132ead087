#!/usr/bin/env python3
"""What is proven follows from samples, whatever they are weighed in and whatever file brings them.

The same samples are compared as counts, in nanoseconds and in cycles, and again after each format
that is written and read back: verdict and percents are the same. Which words each output has for
it is what verdict_words.py holds.
"""
import json
import pathlib
import random
import re
import subprocess

import kit
from kit.compared import dump, folded, runs_of, timed

PERIOD = 1003009
FORMATS = ["folded", "pprof", "speedscope", "firefox"]
TIMED = FORMATS[3:]  # one run a side is judged by times there
STATED = f"# flame: unit=ns period={PERIOD}\n"


def recorded(counts, event, period=PERIOD):
    """The text of perf script: so many samples of each function, below main."""
    lines = []
    for name, n in counts.items():
        for i in range(n):
            lines.append(f"app 100/100 [000] {i}.{len(lines):06}: {period} {event}: \n"
                         f"\t1000 {name} (/bin/app)\n\t2000 main (/bin/app)\n\n")
    return "".join(lines)


CASES = {
    "seven samples a run": (runs_of(3, 4), runs_of(4, 3)),
    "parse grew by a half": (runs_of(400, 800), runs_of(600, 800)),
    "nothing changed": (runs_of(400, 800), runs_of(401, 799)),
    "one run each, beyond": (runs_of(400, 800, 1), runs_of(600, 800, 1)),
    "one run each, within": (runs_of(400, 800, 1), runs_of(410, 795, 1)),
}


def told(run):
    """The sentence with its percents, and the verdict of each function."""
    text = run.out.decode()
    first = text.split("\n", 1)[0]
    verdicts = re.findall(r"\] (within the noise|proven|not proven|within the noise of sampling|"
                          r"more than sampling explains; not judged) .*\b(main|parse|render)$",
                          text, re.M)
    return "" if "self before" in first else first, sorted(verdicts)


def compare(s, before, after, *options):
    arguments = [word for path in before for word in ("--before", path)]
    return s.run(*arguments, *after, "-f", "table", *options)


def check_formats(s):
    for title, sides in CASES.items():
        plain = [[s.path(f"{side}.{i}.folded", folded(counts)) for i, counts in enumerate(runs)]
                 for side, runs in enumerate(sides)]
        wanted = compare(s, *plain)
        s.claim(f"{title}: counts are judged", told(wanted)[1], wanted)
        for event in ("cpu-clock", "cycles"):
            texts = [[s.path(f"{event}.{side}.{i}.perf", recorded(counts, event))
                      for i, counts in enumerate(runs)] for side, runs in enumerate(sides)]
            one = len(sides[0]) == 1
            if not one:
                run = compare(s, *texts)
                s.claim(f"{title}: {event} as counts", told(run) == told(wanted),
                        f"{told(run)}, not {told(wanted)}: {run.brief()}")
            for form in FORMATS:
                if one and form in TIMED:
                    continue
                again = [[s.path(f"{event}.{side}.{i}.{form}") for i, _ in enumerate(paths)]
                         for side, paths in enumerate(texts)]
                for written, read in zip(again, texts):
                    for to, path in zip(written, read):
                        s.run(path, "-f", form, "-o", to)
                run = compare(s, *again)
                s.claim(f"{title}: {event} as counts, from {form}", told(run) == told(wanted),
                        f"{told(run)}, not {told(wanted)}: {run.brief()}")


def check_statement(s):
    text = recorded({"parse": 3, "render": 4}, "cpu-clock")
    path = s.path("seven.perf", text)
    piped = s.run(path, "-f", "folded")
    kept = pathlib.Path(s.path("kept.folded"))
    run = s.run(path, "-o", kept)
    s.claim("folded nanoseconds say so in a file", kept.read_bytes() == STATED.encode() + piped.out,
            run)
    with open(kept, "wb") as f:
        subprocess.run([s.flame, path, "-f", "folded"], stdout=f, check=True)
    s.claim("also where standard output is a file",
            kept.read_bytes() == STATED.encode() + piped.out)
    s.claim("what goes on to another program holds stacks alone",
            piped.rc == 0 and piped.out and b"#" not in piped.out, piped)
    run = s.run(path, "-o", kept, "--weight", "samples")
    s.claim("counts say nothing", run.rc == 0 and b"#" not in kept.read_bytes(), run)
    link = pathlib.Path(s.folder, "stackcollapse-perf.pl")
    link.symlink_to(s.flame)
    with open(kept, "wb") as f:
        subprocess.run([link, path], stdout=f, check=True)
    s.claim("nor does an old name", kept.read_bytes() and b"#" not in kept.read_bytes())
    once = s.path("once.folded")
    s.run(path, "-f", "folded", "-o", once)
    run = s.run(once, "-o", kept)
    s.claim("folded text read again is the same",
            kept.read_bytes() == pathlib.Path(once).read_bytes(), run)
    twice = STATED + "".join(f"app;main;{name} {n * PERIOD}\n"
                             for name, n in (("parse", 6), ("render", 8)))
    run = s.run("merge", once, once, "-o", kept)
    s.claim("a merge states what both do", kept.read_text() == twice, run)
    both = pathlib.Path(once).read_bytes() * 2
    run = s.run("-", "-o", kept, input=both)
    s.claim("so do two files in one", kept.read_text() == twice, run)


def check_differing(s):
    counts = {"parse": 400, "render": 800}
    more = {"parse": 600, "render": 800}
    other = "# flame: unit=ns period=1000\nmain;x 1000\n"
    sides = [[s.path(f"{side}.{i}.folded", STATED + folded(c, PERIOD) + other) for i in range(5)]
             for side, c in enumerate((counts, more))]
    run = compare(s, *sides)
    s.claim("two periods: nothing is proven", b"] proven" not in run.out and
            b"no change is proven" in run.out, run)
    run = compare(s, sides[0][:1], sides[1][:1])
    s.claim("two periods: one run a side has no interval", b"[" not in run.out, run)
    late = s.path("late.folded", folded(counts) + STATED + folded(counts, PERIOD))
    run = compare(s, [late], [s.path("stated.folded", STATED + folded(more, PERIOD))])
    s.claim("a statement below stacks does not hold", b"[" not in run.out, run)


def check_no_counts(s):
    for name, weight in (("nanoseconds", 1001003), ("thousands", 1000)):
        sides = [[s.path(f"{name}.{side}.{i}.folded", folded(c, weight))
                  for i, c in enumerate(runs)]
                 for side, runs in enumerate(CASES["parse grew by a half"])]
        run = compare(s, *sides)
        s.claim(f"{name} without a unit prove nothing", b"] proven" not in run.out and
                b"no counts of samples" in run.out and "no counts of samples" in run.said, run)
        run = compare(s, sides[0][:1], sides[1][:1])
        s.claim(f"{name} without a unit have no interval", b"[" not in run.out and
                b"no counts of samples" in run.out, run)
        run = s.run("--before", sides[0][0], sides[1][0], "-f", "diff-folded")
        s.claim(f"{name} are in two columns as before",
                run.out.decode().split("\n")[0] == f"main;parse {400 * weight} {600 * weight}", run)
        again = s.path(f"{name}.two", run.out)
        run = s.run("--input-format", "diff-folded", again, "-f", "table")
        s.claim(f"{name} in two columns have no interval", b"[" not in run.out, run)


def check_units(s):
    counts, more = {"parse": 400, "render": 800}, {"parse": 600, "render": 800}
    before = s.path("b.folded", STATED + folded(counts, PERIOD))
    after = s.path("a.folded", STATED + folded(more, PERIOD))
    wanted = compare(s, [before], [after])
    ms = s.path("a.firefox")
    s.run(after, "-f", "firefox", "-o", ms)
    run = compare(s, [before], [ms])
    s.claim("milliseconds compare with nanoseconds", told(run) == told(wanted), run)
    run = compare(s, [ms], [before])
    s.claim("and nanoseconds with milliseconds", run.rc == 0 and told(run)[1], run)
    run = compare(s, [before], [s.path("c.folded", "# flame: unit=cycles period=9\nmain;f 18\n")])
    s.claim("but not with cycles", run.rc == 2 and "wanted one unit" in run.said, run)


def threads(n, head, frames):
    """A dump of n threads that all do the same."""
    return "".join(head % i + frames for i in range(100, 100 + n))


THREADS = {
    "dotnet-stack": ("Thread (0x%x):\n", "  Shop!Shop.Cart.Total(int32)\n  Shop!Shop.Main()\n\n"),
    "clrstack": ("OS Thread Id: 0x%x (0)\n        Child SP               IP Call Site\n",
                 "00007FFD28B42C58 00007fb22c1a8ed9 Shop.Cart.Total(Int32)\n\n"),
    "procstack": ("---------- tid# %d (pthread ID:    258) ----------\n",
                  "0x0900000000062a14  total(??) + 0x1c8\n0x00000001000002c8  __start() + 0x70\n"),
    "gdb": ('Thread 1 (Thread 0x7ffb610546c0 (LWP %d) "pool"):\n',
            "#0  0x000055d5d1fd in total (n=2) at cart.c:12\n"
            "#1  0x000055d5d201 in main () at app.c:9\n\n"),
    "eu-stack": ("TID %d:\n", "#0  0x000055d5c1d5d1fd total\n#1  0x000055d5c1d5d201 main\n"),
}


def check_dumps(s):
    for name, (head, frames) in THREADS.items():
        few, many = (s.path(f"{name}{n}.txt", threads(n, head, frames)) for n in (3, 7))
        run = compare(s, [few], [many])
        s.claim(f"threads of {name} are counted whole", b"counted whole" in run.out and
                b"[" not in run.out and b"noise" not in run.out, run)


def check_census(s):
    few, many = s.path("few.txt", dump(3)), s.path("many.txt", dump(7))
    run = compare(s, [few], [many])
    s.claim("a dump differs by what it differs, without an interval",
            b"+4 (+133.33 %) counted whole" in run.out and b"[" not in run.out, run)
    run = compare(s, [s.path("few9.txt", dump(3, 9))], [s.path("many9.txt", dump(7, 9))])
    s.claim("several dumps of the same threads are samples",
            b"] more than sampling explains" in run.out, run)


def check_judged(s):
    """By times: what the title says where nothing was judged, and where parts end."""
    def title(before, after, each=0.01):
        paths = [s.path(f"timed.{i}.perf", timed(names, each))
                 for i, names in enumerate((before, after))]
        run = s.run("-f", "table", "--before", *paths)
        return run.out.decode().split("\n", 1)[0], run

    first, run = title("f" * 20, "g" * 20)
    s.claim("too few samples are no verdict", first.startswith("Not judged: too few samples"), run)
    first, run = title("f" * 400, "f" * 400, 0.00001)
    s.claim("nor is too little time", first.startswith("Not judged: too little time"), run)
    first, run = title("f" * 24 + "g", "f" * 24 + "g", 0.1)
    s.claim("the last samples count: 25 a side are judged",
            "] no more than these recordings varied" in run.out.decode(), run)


def check_by_chance(s):
    """One of twenty functions is beyond what it varies by chance; the title says so much."""
    rng = random.Random(0)
    calls = [[f"f{rng.randrange(20):02}" for _ in range(1200)] for _ in range(2)]
    before, after = [s.path(f"chance.{i}.perf", timed(names)) for i, names in enumerate(calls)]
    both = s.path("both.perf", timed(calls[0] + calls[1]))
    for what, words, more in (
            ("two recordings", ("--before", before, after),
             "more than these recordings varied within themselves"),
            ("two ranges", (both, "--before-where", "time=0..12", "--where", "time=12..24"),
             "more than parts of this recording do")):
        lines = s.run("-f", "table", *words).out.decode().split("\n")
        row = more.removesuffix(" do") + (" differ" if more.endswith(" do") else "; another")
        said = [line for line in lines if f"] {row}" in line]
        s.claim(f"{what}: what differs by chance is not counted",
                said and lines[0] == f"No more functions than by chance differ by {more}",
                (len(said), lines[0]))


def check_few(s):
    """One run before and four after: what has too few samples is not the first thing said."""
    sides = [[s.path(f"few.{side}.{i}.folded", folded({"steady": 400 + i, "tiny": tiny}))
              for i in range(n)] for side, (n, tiny) in enumerate(((1, 1), (4, 15)))]
    run = compare(s, *sides)
    first, *lines = run.out.decode().split("\n")
    order = [line.split()[-1] for line in lines if re.search(r" (steady|tiny|main)$", line)]
    s.claim("no sentence names what has too few samples", "tiny" not in first and
            re.search(r"\] too few samples; not judged +tiny$", run.out.decode(), re.M), run)
    s.claim("nor does it come before what was judged", order.index("tiny") > order.index("main"),
            order)


def chain(depth, leaves):
    """A CPU profile of node: each function calls the next, and samples are of these."""
    nodes = [{"id": i + 1, "children": [i + 2] if i < depth else [],
              "callFrame": {"functionName": f"f{i}" if i else "(root)", "scriptId": "0", "url": "",
                            "lineNumber": i, "columnNumber": 0}} for i in range(depth + 1)]
    return json.dumps({"nodes": nodes, "startTime": 0, "endTime": 1000 * len(leaves),
                       "samples": [leaf + 1 for leaf in leaves],
                       "timeDeltas": [1000] * len(leaves)})


def check_deep(s):
    """Each function of a deep chain has most samples: what is judged is bounded, the largest first.
    """
    depth, n = 2000, 12000

    def compare_leaves(leaves):
        path = s.path("deep.cpuprofile", chain(depth, leaves))
        run = s.run("-f", "table", "--before", path, path)
        return run, run.out.decode().split("\n")

    run, lines = compare_leaves([depth] * n)
    rows = [line for line in lines if re.search(r" f\d+$", line)]
    s.claim("functions of the same samples are judged alike", len(rows) == depth
            and all("no more than these" in row for row in rows)
            and "not judged" not in lines[0].lower(), run)
    run, lines = compare_leaves([1 + i * 7 % depth for i in range(n)])
    s.claim("where each has others, the title says how many are not judged",
            re.search(r"; 1,\d\d\d smaller functions not judged with callees$", lines[0]), run)
    other, lines = compare_leaves([1 + i * 7 % 100 for i in range(n)])
    s.claim("a hundred of them are all judged", "not judged" not in lines[0], other)


def check(s):
    check_formats(s)
    check_statement(s)
    check_differing(s)
    check_no_counts(s)
    check_units(s)
    check_census(s)
    check_dumps(s)
    check_judged(s)
    check_by_chance(s)
    check_few(s)
    check_deep(s)


kit.main(check)
