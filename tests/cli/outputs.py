#!/usr/bin/env python3
"""Several outputs of one run: each has the bytes that a run with it alone writes, the inputs are
read once, and one that cannot be written does not keep the others from it.
"""
import collections
import os
import re
import subprocess

import kit

ENDINGS = ["svg", "folded", "json", "table", "tree", "boxes", "pdf", "png", "pb.gz",
           "speedscope.json", "firefox.json", "rows"]
USUAL = ["svg", "folded", "json", "pb.gz", "speedscope.json", "firefox.json"]
ALONE = 3  # of eight outputs that a run writes, so many are written alone too
# Words of args that choose an output.
CHOICES = ("-f", "--format", "-o", "--output", "--flamechart", "--cp")
OPTIONS = [
    ["--reverse"], ["--root-by", "none"], ["--root-by", "tid,comm"], ["--minwidth", "20"],
    ["--title", "T", "--subtitle", "S"], ["--focus", "a"], ["--hide", "e"], ["--merge-recursive"],
    ["--redact", "a"], ["--annotate", "all"], ["--full-names"], ["--no-demangle"], ["--addrs"],
    ["--srcline"], ["--event", "all"], ["--weight", "samples"], ["--flamechart"],
    ["--inverted", "--colors", "java"], ["--max-nodes", "5"], ["--no-script"], ["--only-visible"],
    ["--where", "time=0..1"], ["--hash"], ["--factor", "3"], ["--shorten=packages"],
]
# A name that pictures and formats of whole samples divide in different ways.
DIVIDED = ("Attached 1 probe\n\n@[\n    LA;::f->LB;::g+9@/src/a.c:14\n"
           "    main+120@/src/m.cc:12:5\n]: 7\n")
# Outputs of a pipe that tells only what ran: those that are written, and those that cannot be.
STATES_OF_A_PIPE = [
    (["--on-cpu", "-o", "a.svg", "--wall", "-o", "b.svg"], ["a.svg"], ["b.svg"]),
    (["--wall", "-o", "b.svg", "--on-cpu", "-o", "a.svg"], ["a.svg"], ["b.svg"]),
    (["--off-cpu", "-o", "c.svg", "--on-cpu", "-o", "a.json", "-o", "a.svg", "--wall", "-o",
      "b.svg"], ["a.json", "a.svg"], ["b.svg", "c.svg"]),
]
FOLDED = b"main;a 3\nmain;a;b 4\nmain;c 5\n"
SAMPLES = ["perf-data-recorded", "pprof-recorded", "perf-events", "recorded", "jfr-samples",
           "speedscope-threads", "v8-recorded", "heaptrack-recorded"]


def cases():
    """Folders of golden/ that flame draws, with inputs and arguments."""
    for folder in sorted((kit.ROOT / "golden").iterdir()):
        if not folder.is_dir() or (folder / "program").exists():
            continue
        inputs = sorted(str(p) for p in folder.glob("input*"))
        before = sorted(str(p) for p in folder.glob("before.*"))
        after = sorted(str(p) for p in folder.glob("after.*"))
        args = (folder / "args").read_text().split("\n")[:-1] if (folder / "args").exists() else []
        if not any(word.split("=")[0] in CHOICES for word in args) and (inputs or after):
            yield folder, [f"--before={path}" for path in before] + args + (inputs or after)


def written(s, args, names, cwd, data=None):
    """The run with data on standard input, and what it wrote by name."""
    os.makedirs(s.path(cwd), exist_ok=True)
    for name in os.listdir(s.path(cwd)):
        os.remove(os.path.join(s.path(cwd), name))
    run = s.run("--quiet", *args, *[word for name in names for word in ("-o", f"{cwd}/{name}")],
                input=data)
    found = {}
    for name in os.listdir(s.path(cwd)):
        with open(os.path.join(s.path(cwd), name), "rb") as f:
            found[name] = f.read()
    return run, found


def some_of(endings, turn):
    """What one reading joins, and two of the others in turns."""
    others = [e for e in endings if e not in USUAL]
    return USUAL + [others[(turn + i) % len(others)] for i in range(2)]


def alone(s, args, name, data):
    """The bytes of one output that a run with it alone writes, or None."""
    return written(s, args, [name], "alone", data)[1].get(name)


def compare(s, args, turn, data=None, most=ALONE, unlike=()):
    """What is wrong with all outputs at once, beside runs that write one of them, of as many as
    most in turns; how many were compared. Where some are refused, it is with those that are not.
    Of those that are unlike it is only wanted that they are there."""
    names = [f"x.{ending}" for ending in some_of(ENDINGS, turn)]
    run, found = written(s, args, names, "all", data)
    if run.rc == 2:
        names = [name for name in names if alone(s, args, name, data) is not None]
        if len(names) < 2:
            return None, 0
        run, found = written(s, args, names, "all", data)
    tried = [names[(turn * most + i) % len(names)] for i in range(min(most, len(names)))]
    wanted = {name: alone(s, args, name, data) for name in tried}
    wrong = [name for name in tried if found.get(name) != wanted[name]
             and not (name in unlike and name in found)]
    if wrong or (run.rc == 0) != (set(found) == set(names)):
        return f"{args}: rc {run.rc}, {run.said[:200]!r}, other: {wrong}", 0
    return None, sum(content is not None for content in wanted.values())


def kind(case):
    return case[0].name.split("-")[0]


def every_second(found):
    """The first case of each format, the third, and so on."""
    seen = collections.Counter()
    for case in found:
        seen[kind(case)] += 1
        if seen[kind(case)] % 2:
            yield case


def check_cases(s):
    problems = []
    compared = 0
    found = s.part(every_second(cases()), kind=kind)
    for turn, (folder, args) in enumerate(found):
        problem, n = compare(s, args, turn)
        compared += n
        if problem:
            problems.append(f"{folder.name}: {problem}")
    s.claim(f"{compared} outputs of golden cases are what runs with one output write",
            compared > 100 and not problems, f"{len(problems)}: " + "; ".join(problems[:3]))


def check_pipes(s):
    """The same of what can be read only once: a case of each format."""
    problems = []
    compared = 0
    formats = {folder.name.split("-")[0]: args for folder, args in cases()
               if not any(word.startswith("-") for word in args) and os.path.isfile(args[-1])}
    for turn, (name, args) in enumerate(formats.items()):
        # Beside another format of whole samples, pprof's has no places of what was recorded.
        unlike = ["x.pb.gz"] if name == "perf" else []
        with open(args[-1], "rb") as f:
            problem, n = compare(s, [], turn, f.read(), unlike=unlike)
        compared += n
        if problem:
            problems.append(f"{name}: {problem}")
    s.claim(f"{compared} outputs of pipes are what runs with one output write",
            compared > 100 and not problems, f"{len(problems)}: " + "; ".join(problems[:3]))


def check_options(s):
    problems = []
    compared = 0
    found = {folder.name: args for folder, args in cases() if folder.name in SAMPLES}
    turns = s.part([(n, o) for n in found for o in OPTIONS], kind=lambda case: case[0])
    for turn, (name, options) in enumerate(turns):
        problem, n = compare(s, options + found[name], turn)
        compared += n
        if problem:
            problems.append(f"{name}: {problem}")
    s.claim(f"{compared} outputs with options are what runs with one output write",
            len(found) == len(SAMPLES) and compared > 100 and not problems,
            f"{len(problems)}: " + "; ".join(problems[:3]))


def state_lines(names):
    """Command lines of several states of threads: of each, the words that choose outputs, and each
    output with its state. What a picture, a list and whole samples need is read differently."""
    lines = [["--on-cpu", names[0], "--off-cpu", names[1], "--wall", names[2]],
             ["--wall", names[0], names[1], "--on-cpu", names[2], "--latency", names[3]],
             ["--off-cpu", names[3], "--latency", names[2], "--off-cpu", names[1], names[0]]]
    for line in lines:
        states = [next(w for w in reversed(line[:i]) if w.startswith("--"))
                  for i, word in enumerate(line) if word in names]
        words = [w for word in line
                 for w in ((word,) if word not in names else ("-o", f"states/{word}"))]
        yield words, list(zip(states, [word for word in line if word in names]))


def check_states(s):
    """--off-cpu, --wall and others, each for the outputs behind it, of one reading."""
    wall = str(kit.ROOT / "golden/perf-data-off-cpu-switches/input.perf-data")
    waits = str(kit.ROOT / "golden/perf-data-off-cpu/input.perf-data")
    sets = [["x.svg", "x.folded", "x.json", "x.table"], ["x.pb.gz", "x.svg", "x.rows", "x.folded"],
            ["x.firefox.json", "x.speedscope.json", "x.tree", "x.pb.gz"]]
    options = [[wall], [wall, waits], ["--threads", "1", waits], ["--threads", "4", wall],
               ["--full-names", wall], ["--where", "time=0..5", wall]]
    problems, n = [], 0
    lines = [line for names in sets for line in state_lines(names)]
    for turn, (words, outputs) in enumerate(lines):
        for args in options[turn % 3::3]:
            run, found = written(s, [*args, *words], [], "states")
            for state, name in outputs:
                own, alone = written(s, [*args, state], [name], "alone")
                n += 1
                if own.rc or found.get(name) != alone.get(name):
                    problems.append(f"{args} {words}: {name} {run.said[:200]!r}")
    s.claim(f"{n} outputs of several states are what runs with one of them write",
            n > 50 and not problems, f"{len(problems)}: " + "; ".join(problems[:3]))
    with open(wall, "rb") as f:
        data = f.read()
    words = ["--on-cpu", "-o", "a.folded", "--off-cpu", "-o", "b.pb.gz", "--wall", "-o", "c.svg"]
    folder = s.path("piped")
    os.makedirs(folder)
    run = s.run(*words, input=data, cwd=folder)
    s.claim("they need one reading: a pipe is enough", run.rc == 0 and len(os.listdir(folder)) == 3
            and run.said.count("read as perf-data") == 1, run)
    run = s.run(wall, "-o", "x.svg", "--wall", "-o", "y.svg", cwd=folder)
    both = [open(os.path.join(folder, name), "rb").read() for name in ("x.svg", "y.svg")]
    s.claim("one alone holds for all outputs, wherever it stands",
            run.rc == 0 and both[0] == both[1] == s.run("--quiet", wall, "--wall").out, run)
    folder = s.path("none")
    os.makedirs(folder)
    for words in (["-o", "x.svg", "--wall", "-o", "y.svg", "--off-cpu", "-o", "z.svg"],
                  ["--wall", "-o", "y.svg", "--off-cpu"], ["--wall", "--off-cpu", "-o", "y.svg"],
                  ["--wall", "--off-cpu"]):
        run = s.run(wall, *words, cwd=folder)
        s.claim(f"{' '.join(words)}: each wants outputs, and each output one of them",
                run.rc == 2 and "one before each output" in run.said
                and not os.listdir(folder), run)


def check_lacking_states(s):
    """A state that the input does not tell keeps only its outputs from being written."""
    folder = s.path("lacking")
    os.makedirs(folder)
    ran = str(kit.ROOT / "golden/perf-data-recorded/input.perf-data")
    run = s.run(ran, "--off-cpu", "-o", "x.svg", "--on-cpu", "-o", "y.svg", "--wall", "-o",
                "z.svg", cwd=folder)
    s.claim("what a recording does not tell keeps only its outputs from being written",
            run.rc == 1 and os.listdir(folder) == ["y.svg"]
            and "z.svg: not written" in run.said and run.said.count("does not say when") == 2, run)
    with open(ran, "rb") as f:
        data = f.read()
    for words, wanted, missing in STATES_OF_A_PIPE:
        folder = s.path("lacking " + " ".join(words))
        os.makedirs(folder)
        run = s.run(*words, input=data, cwd=folder)
        s.claim(f"{' '.join(words)}: nor does it of a pipe", run.rc == 1
                and sorted(os.listdir(folder)) == wanted
                and run.said.count("does not say when") == len(missing)
                and all(f"{name}: not written" in run.said for name in missing)
                and not any(f"{name}: not written" in run.said for name in wanted), run)
        for name in wanted:
            alone = s.run("--quiet", "--on-cpu", "-o", f"alone.{name}", input=data, cwd=folder)
            both = contents(folder)
            s.claim("which is what it is alone", alone.rc == 0
                    and both[name] == both[f"alone.{name}"], alone)
    folder = s.path("folded lacks")
    os.makedirs(folder)
    run = s.run("--wall", "-o", "b.svg", "--on-cpu", "-o", "a.svg", input=FOLDED, cwd=folder)
    s.claim("a format that knows no states keeps what ran", run.rc == 1
            and os.listdir(folder) == ["a.svg"] and "but --wall wanted a recording" in run.said
            and "b.svg: not written" in run.said, run)
    run = s.run("--wall", "-o", "b.svg", "--off-cpu", "-o", "c.svg", input=FOLDED, cwd=folder)
    s.claim("outputs that are given up for the state of another are named", run.rc == 1
            and "b.svg: not written" in run.said and "c.svg: not written" in run.said
            and os.listdir(folder) == ["a.svg"], run)


def contents(folder):
    return {name: open(os.path.join(folder, name), "rb").read() for name in os.listdir(folder)}


def check_reading(s):
    """What is read only once, as far as it can be seen from outside."""
    folded = s.path("a.folded", FOLDED)
    os.makedirs(s.path("in"))
    args = ["-o", "in/x.svg", "-o", "in/x.json", "-o", "-", "-o", "in/x.folded"]
    run = s.run(*args, input=FOLDED)
    s.claim("outputs of standard input", run.rc == 0 and len(contents(s.path("in"))) == 3
            and run.out == s.run(input=FOLDED).out, run)
    fifo = s.path("fifo")
    os.mkfifo(fifo)
    writer = subprocess.Popen(["sh", "-c", "cat a.folded > fifo"], cwd=s.folder)
    run = s.run("fifo", "-o", "x.folded", "-o", "x.json")
    s.claim("outputs of what can be read only once", run.rc == 0 and writer.wait(kit.LIMIT_S) == 0
            and open(s.path("x.folded"), "rb").read() == FOLDED, run)
    for name, more in ("standard input", []), ("fifo", ["fifo"]):
        run = s.run("--explain", "a", *more, "-o", "y.svg", "-o", "y.pb.gz", input=FOLDED)
        s.claim(f"{name} is refused where formats need different parts of it",
                run.rc == 2 and run.said.count("\n") == 1 and name in run.said
                and "--format pprof needs other parts of it" in run.said
                and "wanted a file" in run.said and not os.path.exists(s.path("y.svg")), run)
    with open(folded, "rb", buffering=0) as standard:
        standard.readline()
        run = s.run("-o", "u.svg", "-o", "u.pb.gz", "-o", "u.speedscope.json", stdin=standard)
    standard = FOLDED.split(b"\n", 1)[1]
    s.claim("standard input that is a file is read again from where it stood", run.rc == 0 and all(
        open(s.path(f"u.{ending}"), "rb").read()
        == s.run("-f", name, input=standard).out
        for ending, name in (("svg", "svg"), ("pb.gz", "pprof"),
                             ("speedscope.json", "speedscope"))), run)
    picture = s.path("p.svg", s.run(folded).out)
    run = s.run(picture, "-o", "p.pdf", "-o", "p.png")
    if "built without" in run.said:
        s.skip("an SVG is converted twice", run.said.strip())
        return
    s.claim("an SVG is converted twice", run.rc == 0 and os.path.getsize(s.path("p.png"))
            and os.path.getsize(s.path("p.pdf")), run)
    run = s.run(picture, "-o", "q.pdf", "-o", "q.json")
    s.claim("but not into what is no picture", run.rc == 1 and not os.path.exists(s.path("q.pdf"))
            and "SVG" in run.said, run)


def check_divided(s):
    """What a joined reading cannot serve is read for each, and a pipe refused."""
    divided = s.path("divided.bt", DIVIDED)
    names = ["x.svg", "x.folded", "x.pb.gz", "x.speedscope.json"]
    problem, n = compare(s, [divided], 0, most=len(ENDINGS))
    s.claim("a name that formats divide in different ways is read for each",
            n > len(USUAL) - 1 and not problem, problem)
    run = s.run(divided, "--summary", *[word for name in names for word in ("-o", name)])
    alone = s.run(divided, "--summary", "-o", "x.svg")
    s.claim("what there is to say is still said once", run.rc == 0 and run.said == alone.said, run)
    os.remove(s.path("x.svg"))
    run = s.run("-o", "x.svg", "-o", "x.pb.gz", input=DIVIDED.encode())
    s.claim("a pipe with such a name is refused with the reason",
            run.rc == 2 and "needs other parts of a name in it than --format svg" in run.said
            and not os.path.exists(s.path("x.svg")), run)
    run = s.run("-o", "x.svg", "-o", "x.folded", input=DIVIDED.encode())
    s.claim("but not where formats agree on it", run.rc == 0 and os.path.exists(s.path("x.svg")),
            run)
    lines = "".join(f"@[\n    f+9@/src/a.c:{i}\n]: 1\n" for i in range(9))
    many = s.path("many.bt", f"Attached 1 probe\n\n{lines}")
    args = ["--limit", "frames=5", many, "-o", "l.svg"]
    alone = s.run(*args)
    run = s.run(*args, "-o", "l.pb.gz")
    s.claim("a limit that only one reading reaches keeps only its output from being written",
            alone.rc == 0 and run.rc == 1 and "l.pb.gz: not written" in run.said
            and "limit \"frames\"" in run.said and os.path.exists(s.path("l.svg")), run)


def check_said(s):
    """What there is to say is said once."""
    damaged = s.path("damaged.folded", FOLDED + b"bad\n" + b"main;x 1\n" * 3)
    alone = s.run(damaged, "-o", "x.svg")
    for names in ["x.svg", "x.json", "x.pb.gz"], ["x.pb.gz", "x.speedscope.json", "x.svg"]:
        run = s.run(damaged, *[word for name in names for word in ("-o", name)])
        s.claim(f"{' '.join(names)}: what is skipped is said once",
                run.rc == 0 and alone.said.count("skipped") == 1 and run.said == alone.said, run)
    alone = s.run(damaged, "--summary", "-o", "x.svg")
    run = s.run(damaged, "--summary", "-o", "x.svg", "-o", "x.pb.gz", "-o", "x.json")
    s.claim("the summary is printed once", run.said == alone.said and "taken" in run.said, run)
    run = s.run(damaged, "--focus", "nowhere", "-o", "x.svg", "-o", "x.pb.gz", "-o", "x.json")
    s.claim("what fails for one reason is said once",
            run.rc == 1 and run.said.count("--focus") == 1, run)
    run = s.run(damaged, "--quiet", "-o", "x.svg", "-o", "x.json")
    s.claim("--quiet says nothing", run.rc == 0 and run.said == "", run)
    run = s.run(damaged, "--max-nodes", "2", "-o", "x.svg", "-o", "x.pdf", "-o", "x.json")
    s.claim("what an output leaves out is said with its name",
            "built without" in run.said or "x.svg: --max-nodes" in run.said, run)


def check_refused(s):
    folded = s.path("a.folded", FOLDED)
    os.makedirs(s.path("empty/sub"), exist_ok=True)
    os.symlink("sub", s.path("empty/link"))
    cases = [
        (["-f", "svg", "-o", "x.svg", "-o", "y.svg"], 2, r"--format.*wanted one"),
        (["--cp", "-o", "x.svg", "-o", "y.svg"], 2, r"--cp.*wanted one"),
        (["report", "-o", "x", "-o", "y"], 2, r"flame report.*wanted one"),
        (["-o", "x.svg", "-o", "x.svg"], 2, r"x\.svg is given twice"),
        (["-o", "x.svg", "-o", "./x.svg"], 2, r"x\.svg is given twice"),
        (["-o", "sub/x.svg", "-o", "link/../sub/x.svg"], 2, r"x\.svg is given twice|No such file"),
        (["-o", "sub/x.svg", "-o", "link/x.svg"], 2, r"x\.svg is given twice"),
        (["-o", "-", "-o", "x.svg", "-o", "-"], 2, r"- is given twice"),
        (["-o", "x.svg", "-o", ""], 2, r"--output"),
        (["-o", "x.svg", "-o", "x.docx"], 2, r"docx"),
        (["-o", "x.svg", "-o", "none/x.json"], 3, r"none/x\.json: cannot be written"),
        (["-o", "x.svg", "-o", "sub"], 3, r"sub: is a directory"),
        (["-o", "x.svg", "-o", folded], 2, r"is also read"),
        (["--reverse", "-o", "x.svg", "-o", "x.pb.gz"], 2, r"--reverse: pprof"),
        (["--before", folded, "-o", "x.svg", "-o", "x.folded"], 2, r"--before: folded"),
    ]
    for args, rc, words in cases:
        run = s.run(*args, folded, cwd=s.path("empty"))
        left = sorted(os.listdir(s.path("empty"))) + os.listdir(s.path("empty/sub"))
        s.claim(f"{' '.join(args)}: refused before anything is read or written",
                run.rc == rc and re.search(words, run.said) and run.said.count("\n") == 1
                and left == ["link", "sub"], f"{run.brief()} {left}")
    for args in [["callgraph"], ["callgraph", "-f", "json"]]:
        run = s.run(*args, folded, "-o", "x.svg", "-o", "y.svg", cwd=s.path("empty"))
        s.claim("callgraph has one output", run.rc == 2 and "wanted once" in run.said, run)


def check_failing(s):
    """One that fails does not keep the others from it."""
    folder = s.path("failing")
    os.makedirs(folder)
    fractions = s.path("fractions.folded", "main;a 1.5\nmain;b 2\n")
    run = s.run(fractions, "-o", "x.pb.gz", "-o", "x.svg", "-o", "x.json", cwd=folder)
    s.claim("what a format cannot hold fails alone", run.rc == 1 and "-f pprof" in run.said
            and run.said.endswith("flame: x.pb.gz: not written\n") and run.said.count("\n") == 2
            and sorted(os.listdir(folder)) == ["x.json", "x.svg"], run)
    folded = s.path("a.folded", FOLDED)
    script = f"{s.flame} --quiet {folded} -o - -o w.svg -o w.json | true"
    run = s.run("-c", script, program="/bin/sh", cwd=folder)
    s.claim("who leaves standard output does not keep files from being written",
            {"w.svg", "w.json"} <= set(os.listdir(folder)), run)
    run = s.run(folded, "-o", "/dev/full", "-o", "y.json", "-o", "y.svg", cwd=folder)
    s.claim("a full device fails alone, and is named", run.rc == 3 and "/dev/full" in run.said
            and {"y.json", "y.svg"} <= set(os.listdir(folder)), run)
    run = s.run(folded, "-o", "z.json", "-o", "z.pb.gz", "-o", "z.svg", cwd=folder,
                preexec_fn=kit.limit("RLIMIT_FSIZE", 2000), before=())
    left = set(os.listdir(folder))
    s.claim("a file that grows too large fails alone, and is named",
            run.rc == 3 and "z.svg" in run.said and {"z.json", "z.pb.gz"} <= left
            and "z.svg" not in left and not s.temporaries(folder), f"{run.brief()} {left}")


def check(s):
    check_reading(s)
    check_said(s)
    check_refused(s)
    check_failing(s)
    check_divided(s)
    check_states(s)
    check_lacking_states(s)
    check_options(s)
    check_pipes(s)
    check_cases(s)


if __name__ == "__main__":
    kit.main(check)
