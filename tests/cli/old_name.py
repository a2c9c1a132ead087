#!/usr/bin/env python3
"""Started as flamegraph.pl: its options in its grammar, its defaults, our exit codes.

Each old command line must give the same picture as the new one beside it.
"""
import os
import re

import kit
from kit import outputs

FOLDED = b"".join(b"main;work_%02d;java/util/leaf_with_a_long_name_[j] %d\n" % (i, i * i)
                  for i in range(60))

# What flamegraph.pl does when it is not told otherwise.
DEFAULTS = {"countname": "samples", "fonttype": "Verdana", "fontwidth": "0.59", "minwidth": "0.1",
            "height": "16", "title": "Flame Graph", "subtitle": "", "colors": "hot",
            "no-legend": None}

# The old arguments, and what they are in the new grammar; "IN" stands for the input.
SAME = [
    (["IN"], {}),
    (["-color=java", "-Title", "x", "-count", "us", "IN"],
     {"colors": "java", "title": "x", "countname": "us"}),
    (["--colors", "java", "--hash", "IN"], {"colors": "java", "hash": None}),
    (["--color=mem", "--title=malloc() bytes", "--countname=bytes", "IN"],
     {"colors": "mem", "title": "malloc() bytes", "countname": "bytes"}),
    (["-inv", "IN"], {"inverted": None, "title": "Icicle Graph"}),
    (["--i", "IN"], {"inverted": None, "title": "Icicle Graph"}),
    (["--inverted", "--title", "mine", "IN"], {"inverted": None, "title": "mine"}),
    (["--minw", "1%", "IN"], {"minwidth": "1%"}),
    (["--min=2", "IN"], {"minwidth": "2"}),
    (["-m", "0", "IN"], {"minwidth": "0"}),
    (["--wid=800", "IN"], {"width": "800"}),
    (["-w", "800", "IN"], {"width": "800"}),
    (["+width=800", "IN"], {"width": "800"}),
    (["--WIDTH", "800", "--HeIgHt=20", "IN"], {"width": "800", "height": "20"}),
    (["--hei", "20", "IN"], {"height": "20"}),
    (["--fonts", "9", "--fontt", "Arial", "--fontw", "0.5", "IN"],
     {"fontsize": "9", "fonttype": "Arial", "fontwidth": "0.5"}),
    (["--bg=blue", "IN"], {"bgcolors": "blue"}),
    (["--bgcol", "#ddeeff", "IN"], {"bgcolors": "#ddeeff"}),
    (["--rev", "IN"], {"reverse": None}),
    (["--reverse", "--inverted", "--color=blue", "IN"],
     {"reverse": None, "inverted": None, "colors": "blue", "title": "Icicle Graph"}),
    (["--flame", "IN"], {"flamechart": None, "title": "Flame Chart"}),
    (["--fl", "--inv", "IN"], {"flamechart": None, "inverted": None, "title": "Flame Chart"}),
    (["--tot", "100000", "IN"], {"total": "100000"}),
    (["--fac", "0.5", "IN"], {"factor": "0.5"}),
    (["--neg", "IN"], {}),
    (["--notes", "a note", "IN"], {"notes": "a note"}),
    (["--namet=Method:", "IN"], {"nametype": "Method:"}),
    (["--enc", "US-ASCII", "IN"], {"encoding": "US-ASCII"}),
    (["--title", "--hash", "IN"], {"title": "--hash"}),
    (["--title", "", "IN"], {}),
    (["--title", "one", "--title", "two", "IN"], {"title": "two"}),
    (["--title=a=b", "IN"], {"title": "a=b"}),
    (["IN", "--color=green", "--count=ms"], {"colors": "green", "countname": "ms"}),
    (["--color=io", "--", "IN"], {"colors": "io"}),
    (["--hash", "--random", "IN"], {"hash": None}),
    (["--colo", "red", "--bgcolors", "grey", "IN"], {"colors": "red", "bgcolors": "grey"}),
]

# Old arguments that are refused, and a word of the message.
REFUSED = [
    (["--foo"], "foo"),
    (["-o", "x.svg"], "o"),
    (["--font", "9"], "fontsize"),
    (["--c", "x"], "countname"),
    (["-h"], "help"),
    (["--hash=1"], "hash"),
    (["--title="], "title"),
    (["--title"], "title"),
    (["--width", "1e3"], "width"),
    (["--width", "abc"], "width"),
    (["--minwidth", "1e-3"], "minwidth"),
    (["--colors", "nonsense"], "nonsense"),
    (["--nohash"], "nohash"),
]


def as_new(options):
    upright = {} if "inverted" in options else {"upright": None}
    options = {**DEFAULTS, **upright, **options}
    args = ["--truncate-text-right"]
    for name, value in options.items():
        args.append(f"--{name}" if value is None else f"--{name}={value}")
    return args


def without_answer(svg):
    """The old name says in a file only what it always said."""
    return re.sub(rb' data-answer="[^"]*"|(?<= call\.) .*?(?= [\d,]+ frames are drawn)'
                  rb"|(?<=callers\.) .*?(?= [\d,]+ frames are drawn)", b"", svg)


def check(s):
    folded = s.path("in.folded", FOLDED)
    old = s.path("flamegraph.pl")
    os.symlink(s.flame, old)
    for args, options in SAME:
        args = [folded if a == "IN" else a for a in args]
        was = s.run(*args, program=old)
        now = s.run(*as_new(options), folded)
        shown = " ".join(a for a in args if a != folded)
        s.claim(f"flamegraph.pl {shown} draws what it is to draw",
                was.rc == 0 and now.rc == 0 and without_answer(was.out) == without_answer(now.out)
                and not outputs.Svg(was.out).error, was if was.rc else now)
    for args, word in REFUSED:
        missing = [] if args == ["--title"] else [folded]
        run = s.run(*args, *missing, program=old)
        s.claim(f"flamegraph.pl {' '.join(args)} is refused",
                run.rc == 2 and not run.out and word in run.said, run)
    check_place(s, old, folded)
    check_files(s, old, folded)


def check_place(s, old, folded):
    """Where it reads from and writes to."""
    one = s.run(folded, program=old)
    for args in ([], ["-"]):
        run = s.run(*args, program=old, input=FOLDED)
        s.claim(f"flamegraph.pl {' '.join(args)} reads standard input", run.out == one.out, run)
    run = s.run("--sub", "second line", folded, program=old)
    s.claim("flamegraph.pl --sub has a second line and no third",
            b">second line</text>" in run.out and b">Heaviest" not in run.out, run)
    two = s.run(folded, folded, program=old)
    doubled = outputs.root_title(2 * sum(i * i for i in range(60)))
    s.claim("flamegraph.pl adds its files", outputs.Svg(two.out).root() == doubled, two)
    s.claim("flamegraph.pl is found by its name without a folder",
            s.run("--inv", folded, program="flamegraph.pl",
                  env={**os.environ, "PATH": s.folder + ":" + os.environ["PATH"]}).rc == 0)
    run = s.run("--help", program=old)
    s.claim("flamegraph.pl --help lists the old options",
            run.rc == 0 and b"--countname" in run.out and b"--threads" not in run.out, run)
    run = s.run(s.path("empty", b""), program=old)
    s.claim("nothing to draw is 1 and no picture, also under the old name",
            run.rc == 1 and not run.out and "empty" in run.said, run)
    run = s.run("-color=java", folded)
    s.claim("the old grammar is not that of flame", run.rc == 2, run)


def check_files(s, old, folded):
    """Options that read or write files."""
    run = s.run("--cp", folded, program=old)
    with open(s.path("palette.map"), "rb") as f:
        s.claim("flamegraph.pl --cp keeps colours in palette.map",
                run.rc == 0 and f.read().count(b"->rgb(") >= 60, run)
    path = s.path("names", b"main\ttitle=the start\thref=http://example.invalid/\n")
    run = s.run("--nameat", path, folded, program=old)
    s.claim("flamegraph.pl --nameattr changes the titles", b"the start" in run.out, run)


kit.main(check)
