#!/usr/bin/env python3
"""Options: which values are taken, which are refused before any input is read, and that no text of
the user, however hostile, ends up as more than text in a picture.
"""
import os
import re

import kit
from kit import outputs

FOLDED = b"main;a;b 10\nmain;c 5\nmain 1\n"

# Option: values that are taken, values that are refused.
VALUES = {
    "width": (["1", "20", "1200", "1000000"],
              ["0", "-1", "1000001", "1e9", "nan", "inf", "abc", "99999999999999999999", "1.5",
               "", " 5", "5 ", "0x10", "+5", "\u0663"]),
    "height": (["1", "16", "1000"], ["0", "-5", "1001", "nan", "16px", "", "1e2"]),
    "fontsize": (["1", "7.5", "12", "200"], ["0", "-5", "0.5", "200.1", "nan", "inf", "1e1",
                                               "12px"]),
    "fontwidth": (["0.1", "0.59", ".6", "2"], ["0", "-1", "2.1", "nan", "x", ""]),
    "minwidth": (["0", "0.1", "5", "0%", "1.5%", "100%", "1000000"],
                 ["nan", "-5", "1e308", "101%", "%", "1%%", "1000001", "inf", ""]),
    "factor": (["1", "0.5", "1000", "0.000001", "2.5"],
               ["0", "0.0", "nan", "-1", "1e308", "inf", "abc", "0.0000001", ""]),
    "total": (["1", "16", "1000000"], ["0", "-1", "nan", "1.5", "1e3", "99999999999999999999", ""]),
    "threads": (["1", "2", "256"], ["0", "257", "-1", "nan", "all", ""]),
    "max-bad": (["0", "5", "18446744073709551615"], ["-1", "nan", "18446744073709551616", "x", ""]),
    "max-nodes": (["2", "100", "18446744073709551615"], ["0", "1", "-1", "1e3", "x", ""]),
    "rows": (["0", "1", "100"], ["-1", "nan", "x", "1.5", ""]),
    "colors": (["hot", "mem", "io", "red", "green", "blue", "aqua", "yellow", "purple", "orange",
                "java", "js", "perl", "python", "rust", "wakeup", "chain", "kinds", "safe"],
               ["nope", "hot ", "HOT2", "", "none.theme", "#ff0000"]),
    "bgcolors": (["yellow", "blue", "green", "grey", "#00ff7F"],
                 ["#zzzzzz", "#fff0", "pink", "#12345", "url(x)", ""]),
    "search-color": (["#ff0000", "rgb(1,2,3)"], ["red;", "rgb(256,0,0)", "rgb(1,2)", "#12345g",
                                                  ""]),
    "stroke-color": (["none", "#ff0000", "rgb(1,2,3)"], ["None!", "rgb(-1,0,0)", ""]),
    "uicolor": (["#ff0000"], ["rgb(1,2,3,4)", "x", ""]),
    "encoding": (["UTF-8", "utf-8", "US-ASCII"], ["latin1", "UTF-16", "UTF-8\"", ""]),
    "fonttype": (["Verdana", "DejaVu Sans Mono, monospace"],
                 ["</style>", "a\"b", "a'b", "x;y", "url(x)", "{}", "", " "]),
    "format": (["svg", "folded", "boxes", "json", "table", "tree"],
               ["sgv", "SVG ", "bmp", "dot", ""]),
    "from": (["folded", "collapse"], ["flamegraph", "perf-script", ""]),
    "limits": (["usual", "untrusted"], ["none", "trusted", ""]),
    "limit": (["depth=10", "line=64K", "inflate=8G", "time=0", "memory=0"],
              ["depth", "dept=3", "depth=", "depth=-1", "depth=1X", "=5",
               "depth=99999999999999999999", "depth=20000000T", "depth=1.5", ""]),
    "focus": (["a|main"], ["(", "[", "a{2,1}", "*("]),
    "ignore": (["zzz"], ["(", "["]),
    "hide": (["^c$"], ["("]),
    "show": (["."], ["("]),
    "show-from": (["main"], ["("]),
    "prune-from": (["a"], ["("]),
    "allocator": (["a"], ["("]),
    "redact": (["a|main"], ["(", "["]),
    "base": (["main", "a"], []),
    "skip-after": (["a"], []),
    "event": ([], []),
    "function": ([], []),
    "value": ([], []),
    "snapshot": ([], ["", "-1", "Peak", "first", "18446744073709551616"]),
    "weight": (["samples", "period"], ["", "x", "samples,period"]),
    "where": ([], ["", "x", "=1", "pid=", "time=1", "time=..", "time=2..1", "time=1..1",
                   "time=-1..2", "time=1..x", "time=0.0000000001..1"]),
    "before-where": ([], ["", "x", "=1", "pid=", "time=1", "time=..", "time=2..1"]),
    "label": (["host=web1", "a=b=c"], ["", "x", "=1", "host=", "a,b=1"]),
    "label-from": (["path=(?<pod>.)", "file=/(?P<a-b>x)/"],
                   ["", "path=", "=(?<x>y)", "path=x", "path=(x)", "path=(?<>x)", "path=(?<x>(",
                    "path=(?<x" + ">y)|(?<x" * 40 + ">y)"]),
    "comm": ([], []),
    "pid": ([], []),
    "tid": ([], []),
    "root-by": (["comm", "pid", "tid,cpu", "none"], ["", ",", "comm,", "none,pid"]),
    "by": ([], ["", ",", "comm,", "none"]),
    "annotate": (["kernel", "jit,inlined", "all"], ["", "x", "kernel,"]),
    "title": (["", "x", "a" * 10000], []),
    "subtitle": (["", "x"], []),
    "notes": (["", "--"], []),
    "countname": (["", "us"], []),
    "nametype": (["", "Frame:"], []),
    "font": (["monospace", "DejaVu Sans Mono"], ["", "a,b", "<b>", "12"]),
    "dpi": (["1", "300.5"], ["", "0", "2401", "-1", "x"]),
    "scale": (["0.01", "25", "1.5"], ["", "0", "26", "-1"]),
    "paper": (["a3", "a4", "a5", "letter", "legal", "tabloid", "210x297", "8.5x11in", "100x100pt"],
              ["", "a7", "A4", "x", "210x", "x297", "1x1", "9999x9999", "-1x5"]),
    "margin": (["0", "10", "0.5in", "3pt"], ["", "-1", "x", "99999"]),
    "quality": (["1", "100"], ["", "0", "101", "1.5"]),
    "nameattr": ([], [""]),
    "symfs": (["/", "."], ["", "none", "/proc/self/exe"]),
    "kallsyms": (["/proc/self/exe"], ["", "none", "/"]),
    "explain": ([], []),
    "perf-map-dir": (["/", "."], ["", "none", "/proc/self/exe"]),
    "output": ([], [""]),
    "cp": ([], [""]),
    "before": ([], []),
    "budget": ([], []),
    "per": ([], ["", "0", "-1", "x", "1e6", "1,000", "5:", "5:0x1"]),
    "layout": ([], ["", "both", "After"]),
    "identity": ([], []),
    "delta": ([], ["", "both"]),
    "budget": ([], [""]),  # of flame report
}
FIGURES = {"dpi": "png", "scale": "pdf", "paper": "pdf", "margin": "ps", "quality": "jpeg",
           "font": "pdf"}
REPEATED = ("before limit focus ignore hide show show-from prune-from allocator redact base "
            "skip-after where label label-from comm pid tid symfs output").split()
SINGLE = [o for o in VALUES if o not in REPEATED]


def listed_options():
    """(name, argument) of flame's options in the table."""
    with open(kit.ROOT / "src/app/options/options.def", encoding="utf-8") as f:
        found = re.findall(r'^OPTION\((?:FLAME|BOTH), \w+, "([\w-]+)", [^,]+, (\w+),',
                           f.read(), re.M)
    assert len(found) > 50, "the option table reads otherwise"
    return found


def check_values(s, folded):
    for name, argument in listed_options():
        s.claim(f"--{name} is checked here", argument == "NONE" or name in VALUES
                or name == "help")
    for name, (taken, refused) in VALUES.items():
        problems = []
        for value in taken:
            more = s.untrusted[1:] if value == "untrusted" else []
            if name in FIGURES:
                more = ["-f", FIGURES[name], *more]
            run = s.run(f"--{name}={value}", *more, folded)
            if name in FIGURES and "built without" in run.said:
                continue
            picture = name in ("format", *FIGURES) or outputs.Svg(run.out)
            if run.rc != 0 or (picture is not True and (picture.unsafe() or negative(run.out))):
                problems.append(f"{value[:40]!r}: {run.brief()}")
        if taken:
            s.claim(f"--{name} takes {len(taken)} values", not problems, "; ".join(problems[:3]))
        problems = []
        for value in refused:
            run = s.run(f"--{name}={value}", "none.folded")
            # --colors names the theme itself.
            if run.rc != 2 or run.out or (f"--{name}" not in run.said and name != "colors") \
                    or run.said.count("\n") != 1:
                problems.append(f"{value[:40]!r}: {run.brief()}")
        if refused:
            s.claim(f"--{name} refuses {len(refused)} values before it opens an input",
                    not problems, "; ".join(problems[:3]))


def negative(svg):
    return re.search(rb'(?:width|height|font-size)="(?:-|nan|inf|\d*e)', svg)


def check_repeats(s, folded):
    problems = []
    for name in SINGLE:
        value = (VALUES[name][0] or ["x"])[-1]
        run = s.run(f"--{name}={value}", f"--{name}={value}", folded, "-o", "/dev/null")
        if run.rc != 2 or f"--{name}" not in run.said:
            problems.append(f"--{name}: {run.brief()}")
    s.claim(f"{len(SINGLE)} options that take one value are refused twice", not problems,
            problems[:3])
    many = s.run("--limit", "depth=9", "--limit", "line=1K", "--hide", "^a$", "--hide", "^c$", "-f",
                 "folded", folded)
    s.claim("options that may be repeated are all used", many.out == b"main 6\nmain;b 10\n", many)
    s.claim("a flag may stand twice", s.run("--hash", "--hash", folded).rc == 0)
    s.claim("--color is another word for --colors",
            s.run("--color=java", folded).out == s.run("--colors", "java", folded).out)


# Arguments, exit status, what standard error must match.
GRAMMAR = [
    (["--titlee", "x"], 2, r"--titlee.*--title\b"),
    (["--titel", "x"], 2, r"--titel.*--title\b"),
    (["--colr", "x"], 2, r"--color\b"),
    (["--min-width", "1"], 2, r"--minwidth\b"),
    (["--flame-chart"], 2, r"--flamechart\b"),
    (["--xyzzy"], 2, r"--xyzzy"),
    (["--f", "svg"], 2, r"--format.*--from"),
    (["-x"], 2, r"-x"),
    (["-color=java"], 2, r"two dashes"),
    (["--hash=1"], 2, r"--hash.*no value"),
    (["--quiet=yes"], 2, r"--quiet"),
    (["--hash", "--random"], 2, r"--hash.*--random"),
    (["-o", "x.bmp"], 2, r"\.bmp"),
    (["-o", "x.svg.bak"], 2, r"\.bak"),
    (["-f"], 2, r"--format.*NAME"),
    (["--width"], 2, r"--width.*N"),
    (["\x1b[31m"], 3, r"No such file"),
    (["--\x1b[31m"], 2, r"--\\x1B\[31m"),
    (["--factor", "1e400"], 2, r"--factor"),
    (["view"], 2, r"\./view"),
    (["--help=nothing"], 2, r"--help"),
]


def check_grammar(s, folded):
    for args, rc, said in GRAMMAR:
        # The value is missing only where the option stands last.
        more = [] if args in (["-f"], ["--width"]) else ["none.folded"]
        run = s.run(*args, *more)
        s.claim(f"flame {' '.join(args)!r} is refused with {rc} and a hint",
                run.rc == rc and not run.out and re.search(said, run.said)
                and "\x1b" not in run.said and run.said.count("\n") == 1, run)
    for args in (["--inver"], ["-i"], ["--widt", "500"], ["--width=500"], ["--", folded],
                 ["-cjava"], ["-c", "java"], ["-fsvg"]):
        run = s.run(*args, *([] if folded in args else [folded]))
        s.claim(f"flame {args[0]} is understood",
                run.rc == 0 and not outputs.Svg(run.out).error, run)
    s.path("view", FOLDED)
    s.claim("a file named as a command is written ./view", s.run("./view").rc == 0)
    run = s.run("--factor", "99999999", s.path("huge.folded", b"a 999999999999999999\n"))
    s.claim("a factor that makes numbers too large is refused",
            run.rc == 2 and not run.out and "--factor" in run.said, run)
    for ending, begins in (("folded", b"main 1\n"), ("json", b'{"format"'), ("boxes", b"#depth"),
                           ("svg", b"<?xml"), ("collapsed", b"main 1\n")):
        out = s.path("x." + ending)
        s.run(folded, "-o", out)
        with open(out, "rb") as f:
            s.claim(f"the ending .{ending} names the format", f.read().startswith(begins))
    run = s.run("-f", "json", folded, "-o", s.path("y.svg"))
    with open(s.path("y.svg"), "rb") as f:
        s.claim("--format goes before the ending", f.read().startswith(b'{"format"'), run)


def check_help(s):
    run = s.run("--help")
    lines = run.out.decode().splitlines()
    s.claim("--help is at most 50 lines of 80 characters, on standard output",
            run.rc == 0 and not run.said and 10 < len(lines) <= 50
            and max(map(len, lines)) <= 80, f"{len(lines)} lines")
    pages = [s.run(f"--help={topic}").out.decode() for topic in ("all", "old-options")]
    listed = [re.findall(r"^  (?:-\w, |    )--([\w-]+)", page, re.M) for page in pages]
    problems = set(listed[0] + listed[1]) ^ {"help", *(name for name, _ in listed_options())}
    s.claim("--help=all and --help=old-options list every option", not problems, problems)
    s.claim("none is in both", not set(listed[0]) & set(listed[1]) and len(listed[1]) == 19, listed)
    for verb, own in (("merge", "--max-nodes"), ("report", "--force"), ("record", "--kernel")):
        page = s.run(verb, "--help").out.decode()
        s.claim(f"flame {verb} --help is its own and leads on", page.startswith("Usage:   flame "
                f"{verb} ") and own in page and "--help=" in page
                and 20 < page.count("\n") <= 45, page)
    s.claim("the usage names all verbs",
            b"flame [callgraph|merge|record|report] " in run.out, run)
    short = s.run("-h")
    s.claim("-h is --help", short.out == run.out and short.rc == 0, short)
    for option, holds in (("--version", "flame 0."), ("--list-formats", "folded"),
                          ("--list-themes", "kinds"), ("--help=man", ".TH"),
                          ("--help=bash", "complete"), ("--help=zsh", "#compdef")):
        run = s.run(option, "none.folded")
        s.claim(f"{option} prints and opens no input", run.rc == 0 and holds in run.out.decode()
                and not run.said, run)
    callgraph = os.path.join(os.path.dirname(s.flame), "callgraph")
    for shell, start in (("bash", "--from=)\n        words='"),
                         ("zsh", "--from=[input format; default recognised from the content]"
                          ":NAME:(")):
        # The last are those of the program itself, before them stand those of its verbs.
        flame, graph = (s.run(f"--help={shell}", program=program).out.decode()
                        .rpartition(start)[2].replace(")", "'").split("'")[0].split()
                        for program in (s.flame, callgraph))
        s.claim(f"{shell} completes the formats that each program reads", "folded" in flame and
                set(graph) - set(flame) >= {"callgrind", "gprof", "pstats"} and
                "callgrind" not in flame, str((flame, graph)))


# What bash offers for words of a command line, the last of which is not whole.
COMPLETED = [
    (("flame", "rec"), "record"),
    (("flame", "record", "--keep"), "--keep-stacks"),
    (("flame", "record", "-e", "page"), "page-faults"),
    (("flame", "record", "--event", "=", "L1-dcache-load-"), "L1-dcache-load-misses"),
    (("flame", "record", "-g", "dw"), "dwarf"),
    (("flame", "call"), "callgraph"),
    (("flame", "callgraph", "--node-th"), "--node-thres"),
    (("flame", "merge", "--keep"), "--keep-allocator"),
    (("flame", "x.folded", "--keep"), "--keep-allocator"),
    (("flame", "x.folded", "rec"), ""),
]


def check_completion(s):
    if kit.missing("bash"):
        s.skip("bash completes", "bash is not installed")
        return
    script = s.run("--help=bash").out.decode() + "\ncompopt() { :; }\n"
    for words, wanted in COMPLETED:
        run = s.run("-c", script + 'COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _flame\n'
                    'printf "%s\\n" "${COMPREPLY[@]}"', "bash", *words, program="bash")
        s.claim(f"bash completes {' '.join(words)}", run.rc == 0 and not run.said
                and run.out.decode().strip().split("\n")[0].startswith(wanted)
                and bool(run.out.strip()) == bool(wanted), run)


HOSTILE = [
    "</title></text></svg><script>alert(1)</script>",
    "\"><script>alert(2)</script>",
    "' onload='alert(3)",
    "\" onmouseover=\"alert(4)",
    "]]><script>alert(5)</script>",
    "--><script>alert(6)</script><!--",
    "--",
    "&lt;b&gt; &amp &#x3c;script&#62;",
    "</style><script>alert(7)</script>",
    "javascript:alert(8)",
    "url(http://example.invalid/x)",
    "red;}@import 'http://example.invalid/'",
    "\x1b[31m\x07\x7f\x01",
    "\u202etxt\u2028\u200b\ufeff\ufffe",
    "%n%s%d{}${7*7}`id`$(id)",
    "line one\nline two\ttab\rreturn",
    b"\xff\xfe\xc0\xaf\xed\xa0\x80",
    "<!DOCTYPE svg [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>&x;",
    "<?xml-stylesheet href='http://example.invalid/'?>",
    "x" * 100000,
    "\\",
]
TEXTS = ("title", "subtitle", "notes", "countname", "nametype")
CHECKED = ("fonttype", "encoding", "colors", "bgcolors", "search-color", "stroke-color", "uicolor",
           "width", "minwidth", "limit", "focus", "base")


def check_hostile(s, folded):
    """The option that holds hostile text draws it as text, or is refused. Titles are also drawn."""
    for n, name in enumerate(TEXTS + CHECKED):
        problems = []
        values = s.part(HOSTILE, n)
        for value in values:
            text = value if isinstance(value, bytes) else value.encode()
            argument = f"--{name}=".encode() + text
            for more in ([], ["--encoding=US-ASCII"] if name in TEXTS else ["--inverted"]):
                if name == "encoding" and more == ["--encoding=US-ASCII"]:
                    continue
                run = s.run(argument, *more, folded)
                problem = hostile_problem(run, name, value)
                if problem:
                    problems.append(f"{value[:30]!r}: {problem}")
        s.claim(f"--{name} with {len(values)} hostile values gives a sound picture or is refused",
                not problems, "; ".join(problems[:3]))


def hostile_problem(run, name, value):
    if run.rc in (1, 2) and not run.out and run.said.count("\n") == 1 and "\x1b" not in run.said \
            and len(run.said) < 1000:
        return f"refused: {run.said[:200]}" if name in TEXTS else ""
    if run.rc != 0:
        return run.brief()
    svg = outputs.Svg(run.out)
    if svg.unsafe():
        return svg.unsafe()
    if len(svg.frames) != 5 and name not in ("focus", "base", "colors"):
        return f"{len(svg.frames)} frames"
    if name in ("title", "subtitle", "notes") and isinstance(value, str) and value.isprintable() \
            and len(value) < 100 and not any(value in text for text in svg.texts):
        return "the text is not drawn"
    return ""


def check_title(s, folded):
    """What is counted stands on the picture where it is known."""
    dump = s.path("in.dump", "Thread 0x0000000000000001 (most recent call first):\n"
                  "  File \"a.py\", line 3 in f\n")
    waits = s.path("waits.txt", "Tracing off-CPU time (us) of all threads by user + kernel stack.\n"
                   "    schedule\n    -                app (12)\n        2500000\n\n")
    big = s.path("big.folded", "a 1234567\nb 8000000000\n")
    name = os.path.basename(folded)
    for args, title in (
        ((folded,), f"{name} - 16 samples"),
        (("--countname", "us", folded), f"{name} - 16 \u00b5s"),
        (("--countname", "ms", "--factor", "0.5", "-i", folded), f"{name} - 8 ms"),
        (("--title", "mine", "--countname", "us", folded), "mine"),
        (("--reverse", folded), f"Callers: {name} - 16 samples"),
        (("--redact", "main", folded), "Flame graph: 16 samples"),
        ((dump,), "in.dump - 1 sample"),
        (("--flamechart", dump), "Flame chart: in.dump - 1 sample"),
        ((waits,), "Off-CPU: waits.txt - 2.5 s"),
        ((big,), "big.folded - 8 billion samples"),
        ((dump, big), "big.folded and 1 other - 8 billion samples"),
    ):
        run = s.run("--quiet", "--no-script", *args)
        s.claim(f"{' '.join(args[:-1])}: the title is {title}",
                run.rc == 0 and title in outputs.Svg(run.out).texts, run)
    exact = outputs.Svg(s.run("--quiet", "--no-script", big).out)
    s.claim("its tooltip has every digit", "8,001,234,567 samples" in exact.texts, exact.texts)


# A line of --nameattr, and whether it is taken.
ATTRIBUTES = [
    (b"a\thref=http://example.invalid/?a=1&b=<\ttitle=</title><script>\n", True),
    (b"a\thref=\"https://example.invalid/\"\ttarget=_blank\tclass=x y\tid=a1\n", True),
    (b"a\thref=#frame\n", True),
    (b"a\ttitle=\x1b[31m\xff\xe2\x80\xae\n", True),
    (b"a\thref=javascript:alert(1)\n", False),
    (b"a\thref=JaVaScRiPt:alert(1)\n", False),
    (b"a\thref= java\x01script:alert(1)\n", False),
    (b"a\thref=data:text/html,x\n", False),
    (b"a\thref=vbscript:x\n", False),
    (b"a\thref=file:///etc/passwd\n", False),
    (b"a\thref=//example.invalid/\n", False),
    (b"a\tonclick=alert(1)\n", False),
    (b"a\tg_extra=onclick=\"alert(1)\"\n", False),
    (b"a\ta_extra=onclick=\"alert(1)\"\n", False),
    (b"a\tstyle=fill:url(x)\n", False),
    (b"a\tclass=x\" onclick=\"y\n", False),
    (b"a\tid=1a\n", False),
    (b"a\ttarget=other\n", False),
    (b"a\tfill=url(#x)\n", False),
    (b"no tab\n", False),
]


def check_attributes(s, folded):
    for line, taken in ATTRIBUTES:
        path = s.path("x.nameattr", b"b\ttitle=fine\n" + line)
        run = s.run("--nameattr", path, folded)
        shown = line.decode("utf-8", "backslashreplace").strip()
        if taken:
            svg = outputs.Svg(run.out)
            s.claim(f"--nameattr takes {shown!r}", run.rc == 0 and not svg.unsafe(),
                    svg.unsafe() or run)
        else:
            s.claim(f"--nameattr refuses {shown!r} and names its line",
                    run.rc == 2 and not run.out and "x.nameattr:2" in run.said, run)
    run = s.run("--nameattr", s.path("none"), folded)
    s.claim("--nameattr names a file that is not there", run.rc in (2, 3) and not run.out
            and "none" in run.said, run)


def check_palette_map(s, folded):
    """--cp: damage is said, nothing of it is drawn, and a link is not written through."""
    target = s.path("target.map", b"main->rgb(1,2,3)\na->rgb(4,5,6)\" onclick=\"alert(1)\n"
                    b"c->url(http://example.invalid/)\nno arrow\nb-><script>\n\xff->rgb(7,8,9)\n"
                    b"operator->->rgb(9,9,9)\nd->rgb(" + b"9" * 100000 + b",0,0)\n")
    before = open(target, "rb").read()
    link = s.path("palette.map")
    os.symlink(target, link)
    run = s.run("--cp", folded)
    svg = outputs.Svg(run.out)
    s.claim("a hostile palette map gives a sound picture", run.rc == 0 and not svg.unsafe()
            and b'fill="#010203"' in run.out, svg.unsafe() or run)
    s.claim("each bad line of it is named", all(f"palette.map:{n}: " in run.said
                                                for n in (2, 3, 4, 5, 8)), run)
    after = open(link, "rb").read()
    s.claim("a palette map that is a link is replaced, what it led to is as it was",
            not os.path.islink(link) and open(target, "rb").read() == before)
    colour = re.compile(rb".*->rgb\(\d{1,3},\d+,\d+\)")
    colours = [line for line in after.splitlines() if colour.fullmatch(line)]
    others = set(after.splitlines()) - set(colours)
    s.claim("what is written holds every colour once, and keeps those that were there",
            b"main->rgb(1,2,3)" in colours and b"operator->->rgb(9,9,9)" in colours
            and b"c->" in b"".join(colours) and len(set(colours)) == len(colours), colours)
    s.claim("a bad line stays as it was, no other one is made", others <= set(before.splitlines()),
            list(others)[:3])
    again = s.run("--cp", folded)
    s.claim("with it the picture is the same again", again.out == run.out
            and open(link, "rb").read() == after)
    other = s.path("other.map")
    s.run(f"--cp={other}", folded)
    s.claim("--cp=FILE keeps colours there", os.path.exists(other))


def check(s):
    folded = s.path("in.folded", FOLDED)
    check_values(s, folded)
    check_repeats(s, folded)
    check_grammar(s, folded)
    check_help(s)
    check_completion(s)
    check_hostile(s, folded)
    check_title(s, folded)
    check_attributes(s, folded)
    check_palette_map(s, folded)


kit.main(check)
