#!/usr/bin/env python3
"""flame --before: what both sides have is in every output, and what did not change has no colour.

Sums are compared with those that Python makes of the same folded stacks. FLAME_SEED repeats a run.
"""
import collections
import fractions
import json
import os
import random
import re

import kit

NAMES = ["main", "a", "a.b", "B", "c", "d", "e", "parse<int>", "x" * 60]
OUTPUTS = ["svg", "table", "tree", "json", "boxes", "diff-folded"]
REFUSED = ["folded", "pprof", "speedscope", "firefox", "rows", "timeline"]
GREY = "#e8e8e8"


def folded(stacks):
    return "".join(f"{';'.join(stack)} {count}\n" for stack, count in stacks.items())


def made(rng, n):
    return collections.Counter({
        tuple(rng.choice(NAMES) for _ in range(rng.randint(1, 6))): rng.randint(1, 50)
        for _ in range(n)})


def totals(stacks):
    """By stack, callees included."""
    sums = collections.Counter()
    for stack, count in stacks.items():
        for end in range(len(stack) + 1):
            sums[stack[:end]] += count
    return sums


def by_function(stacks):
    """(self, total) of functions, once a stack."""
    self, total = collections.Counter(), collections.Counter()
    for stack, count in stacks.items():
        self[stack[-1]] += count
        for name in set(stack):
            total[name] += count
    return self, total


def two_columns(text):
    lines = (line.rsplit(" ", 2) for line in text.decode().splitlines())
    return {tuple(stack.split(";")): (before, after) for stack, before, after in lines}


def expected_columns(before, after):
    return {stack: (str(before[stack]), str(after[stack])) for stack in {*before, *after}}


def check_sums(s, rng, turn):
    before, after = made(rng, 40), made(rng, 40)
    for stack in rng.sample(list(before), 20):
        after[stack] += before[stack]
    files = ["--before", s.path("b", folded(before)), s.path("a", folded(after))]
    run = s.run(*files, "-f", "diff-folded")
    s.claim(f"diff-folded has both counts of every stack, {turn}",
            two_columns(run.out) == expected_columns(before, after), run)
    sums = [totals(before), totals(after)]
    data = json.loads(s.run(*files, "-f", "json").out)
    paths, wrong = {}, []
    for frame in data["frames"]:
        path = () if frame["caller"] is None else (*paths[frame["caller"]], frame["name"])
        paths[frame["id"]] = path
        got = (frame["before"]["total"], frame["after"]["total"],
               frame["before"]["self"], frame["after"]["self"])
        if got != (sums[0][path], sums[1][path], before[path], after[path]):
            wrong.append((path, got))
    s.claim(f"JSON has the sums of both sides at each frame, {turn}",
            not wrong and len(paths) == len({*sums[0], *sums[1]}), wrong[:3])
    check_table(s, files, before, after, turn)
    check_boxes(s, files, sums, turn)


def check_verdict(s):
    """Seven runs a side: one function grows by half, a very noisy one by more."""
    files = []
    for side in (0, 1):
        for run in range(7):
            noise = [(run * 7 + side * 3 + k * 5) % 9 for k in range(3)]
            grown = 400 if side == 0 else 600
            lines = [f"main;steady {2000 + noise[0]}",
                     f"main;Some::Long::Name::grown {grown + noise[1]}",
                     f"main;noisy {1000 * (1 + side * (run == 3) * 9)}"]
            path = os.path.join(s.folder, f"verdict-{side}-{run}.folded")
            with open(path, "w", encoding="ascii") as out:
                out.write("\n".join(lines) + "\n")
            files += ["--before", path] if side == 0 else [path]
    table = s.run(*files, "-f", "table").out.decode()
    first, blank, head, row = table.splitlines()[:4]
    s.claim("the first line of the table is the verdict, with name and interval in percent",
            re.fullmatch(r"1 function proven slower: Some::Long::Name::grown \+\d+ % "
                         r"\[\+\d+, \+\d+\]; the whole: no proven change", first), first)
    s.claim("what is proven comes before a greater change that is not",
            blank == "" and "how sure" in head and row.endswith("grown") and "] proven " in row,
            table)
    s.claim("the verdict is the title of the picture, too",
            f": {first}</title>" in s.run(*files, "-o", "-", "-f", "svg").out.decode())


def check_table(s, files, before, after, turn):
    rows = {}
    lines = s.run(*files, "-f", "table").out.decode().splitlines()
    head = next(i for i, line in enumerate(lines) if line.startswith("self before"))
    for line in lines[head + 1:]:
        if not line:
            break
        cells = line.split()
        rows[cells[-1]] = tuple(cells[:6])
    (self_b, total_b), (self_a, total_a) = by_function(before), by_function(after)
    signed = lambda n: f"{n:+d}" if n else "0"
    wanted = {name: (str(self_b[name]), str(self_a[name]), signed(self_a[name] - self_b[name]),
                     str(total_b[name]), str(total_a[name]), signed(total_a[name] - total_b[name]))
              for name in {*total_b, *total_a}}
    s.claim(f"the table has what functions hold on both sides, {turn}", rows == wanted,
            [(k, rows.get(k), wanted.get(k)) for k in {*rows, *wanted}
             if rows.get(k) != wanted.get(k)][:3])


def check_boxes(s, files, sums, turn):
    wrong = []
    for layout in ["union", "after", "before"]:
        out = s.run(*files, "-f", "boxes", "--layout", layout, "--minwidth", "0").out.decode()
        for line in out.splitlines()[1:]:
            depth, _start, total, _joined, _x, _width, before, after, name = line.split("\t")
            width = {"union": int(before) + int(after), "after": int(after),
                     "before": int(before)}[layout]
            if int(total) != width:
                wrong.append((layout, depth, name, total, before, after))
        root = out.splitlines()[1].split("\t")
        if (int(root[6]), int(root[7])) != (sums[0][()], sums[1][()]):
            wrong.append((layout, root))
    s.claim(f"widths are those of the layout, {turn}", not wrong, wrong[:3])


def check_same(s, rng):
    text = folded(made(rng, 60))
    path = s.path("same", text)
    for more in [[], ["--delta", "self"], ["--shares"], ["--per", "7"], ["--reverse"],
                 ["--before", s.path("again", text)]]:
        out = s.run("--before", path, path, "--no-script", *more).out.decode()
        fills = set(re.findall(r'<rect x[^>]*fill="([^"]*)"', out)) - {"#bdbdbd"}
        s.claim(f"identical sides have no colour{' with ' + more[0] if more else ''}",
                fills == {GREY} and "▲ " not in re.sub("<text class.*", "", out), fills)
    out = s.run("--before", path, path, "-f", "table").out.decode()
    s.claim("nothing is proven of one run a side", "proven" not in out.replace("run proves", ""),
            out[-200:])


def check_refused(s):
    a = s.path("one", "main;a 1\n")
    for name in REFUSED:
        run = s.run("--before", a, a, "-f", name)
        s.claim(f"{name} holds one side, which is said", run.rc == 2 and not run.out
                and "hold one side" in run.said, run)
    run = s.run(a, "-f", "diff-folded")
    s.claim("diff-folded needs two sides", run.rc == 2 and "--before" in run.said, run)
    for option in [["--per", "2"], ["--shares"], ["--layout", "after"], ["--delta", "self"],
                   ["--negate"], ["--strip-hex"], ["--identity", a]]:
        run = s.run(*option, a)
        s.claim(f"{option[0]} needs --before", run.rc == 2 and "--before" in run.said, run)
    for option in [["--flamechart"], ["--cp"], ["--total", "9"], ["--colordiffusion"], ["--hash"]]:
        run = s.run("--before", a, a, *option)
        s.claim(f"{option[0]} excludes --before", run.rc == 2 and "--before" in run.said, run)
    run = s.run(*["--before", a] * 101, *[a] * 101)
    s.claim("202 runs are too many", run.rc == 2 and "at most 200" in run.said, run)
    for words, side in [(["--before", a, "--before", a, "x"], "before"),
                        (["--before", "x", a, a], "after")]:
        run = s.run(*words)
        s.claim(f"a run {side} counts once", run.rc == 2 and f"{a} is given twice" in run.said
                and f"run {side}" in run.said, run)
    ns = s.path("ns.json", json.dumps({"traceEvents": [
        {"ph": "X", "name": "f", "pid": 1, "tid": 1, "ts": 0, "dur": 5}]}))
    run = s.run("--before", ns, a, "-f", "table")
    s.claim("sides of two units are refused, or said to be taken as one",
            run.rc == 2 or "taken as" in run.said, run)


def check_runs(s, rng):
    runs = [[made(rng, 30) for _ in range(n)] for n in (2, 3)]
    paths = [[s.path(f"{side}{i}", folded(p)) for i, p in enumerate(runs[side])]
             for side in (0, 1)]
    words = [w for p in paths[0] for w in ("--before", p)] + paths[1]
    out = s.run(*words, "-f", "boxes", "--minwidth", "0").out.decode()
    sums = [totals(sum(side, collections.Counter())) for side in runs]
    wrong = [line for line in out.splitlines()[1:]
             if int(line.split("\t")[2]) !=
             3 * int(line.split("\t")[6]) + 2 * int(line.split("\t")[7])]
    root = out.splitlines()[1].split("\t")
    s.claim("with 2 and 3 runs widths are the mean of the means, exactly", not wrong
            and [int(root[6]), int(root[7])] == [side[()] for side in sums], wrong[:2])
    means = s.run(*words, "-f", "table").out.decode().splitlines()
    wanted = [fractions.Fraction(side[()], n) for side, n in zip(sums, (2, 3))]
    found = [float(n.replace(",", "")) for n in re.search(
        r"; ([\d.,]+) → ([\d.,]+) samples", "\n".join(means)).groups()]
    s.claim("the headline has the means", all(abs(f - w) < 0.006 for f, w in zip(found, wanted)),
            (found, wanted))


def check_old(s, rng):
    before, after = made(rng, 30), made(rng, 30)
    files = [s.path("old-b", folded(before)), s.path("old-a", folded(after))]
    name = s.path("difffolded.pl")
    os.symlink(s.flame, name)
    draw = s.path("flamegraph.pl")
    os.symlink(s.flame, draw)
    run = s.run(*files, program=name)
    s.claim("difffolded.pl writes both counts",
            two_columns(run.out) == expected_columns(before, after), run)
    ratio = fractions.Fraction(sum(after.values()), sum(before.values()))
    scaled = {stack: (str(int(before[stack] * ratio + fractions.Fraction(1, 2))),
                      str(after[stack])) for stack in {*before, *after}}
    s.claim("its -n scales the first, rounded half up",
            two_columns(s.run("-n", *files, program=name).out) == scaled)
    svg = s.run(input=run.out, program=draw)
    leaf = re.search(rb"<title>all \((\d+) samples, 100.00%; ", svg.out)
    s.claim("flamegraph.pl draws what difffolded.pl writes, as wide as after",
            leaf and int(leaf.group(1)) == sum(after.values()), svg)


def check_identity(s):
    before = s.path("i-b", "main;v1::run 3\nmain;f /a.js:6:18 4\nmain;f /a.js:7:18 1\n")
    after = s.path("i-a", "main;v2::run 5\nmain;f /a.js:9:18 6\nmain;k_[k] 1\n")
    rules = s.path("rules", "# versions\n^v[0-9]+:: ->\n\n^(f) .*:[0-9]+$ -> <\\1>\nk -> kk\n")
    run = s.run("--before", before, after, "--identity", rules, "-f", "diff-folded")
    s.claim("rules of one's own call functions alike, and keep marks", run.out.decode() ==
            "main;<f> 5 6\nmain;kk_[k] 0 1\nmain;run 3 5\n", run)
    for text, line in [("a -> b\nx( -> y\n", 2), ("no arrow\n", 1), ("a -> \\1\n", 1)]:
        path = s.path("wrong", text)
        run = s.run("--before", before, after, "--identity", path)
        s.claim(f"{text.splitlines()[line - 1]!r} is refused, with its line",
                run.rc == 2 and f"{path}:{line}: " in run.said and not run.out, run)
    run = s.run("--before", before, after, "--identity", rules, "-o", rules)
    s.claim("the rules are not written over", run.rc == 2 and "also read" in run.said, run)


def check_dashes(s):
    before = s.path("before", b"main;stays 990\nmain;wide_old 20\nmain;thin_old 1\n")
    after = s.path("after", b"main;stays 990\nmain;wide_new 30\nmain;thin_new 1\n")
    run = s.run("--before", before, after, "-f", "svg", "--no-script")
    dashed = {name: "stroke-dasharray" in line for line in run.out.decode().split("\n")
              for name in ("stays", "wide_old", "wide_new", "thin_old", "thin_new")
              if line.startswith("<rect") and f"<title>{name} " in line}
    s.claim("frames of one side are dashed from 6 pixels on",
            dashed == {"stays": False, "wide_old": True, "wide_new": True, "thin_old": False,
                       "thin_new": False}, dashed or run)


def check_corpus(s):
    files = sorted((kit.ROOT.parent / "shared" / "corpus" / "flame").glob("*.folded"))
    files = [f for f in files if f.name.startswith(("iperf", "java", "python"))]
    if len(files) < 2:
        s.skip("diff-folded of the corpus", "no corpus lies beside the project")
        return
    for one, other in zip(files, files[1:]):
        sides = []
        for path in (one, other):
            side = collections.Counter()
            for line in path.read_text(encoding="utf-8", errors="surrogateescape").splitlines():
                match = re.fullmatch(r"(.*\S)\s+(\d+)\s*", line)
                if match and not line.startswith("#"):
                    side[tuple(f for f in match.group(1).split(";") if f)] += int(match.group(2))
            sides.append(side)
        run = s.run("--before", str(one), str(other), "-f", "diff-folded", "--from", "folded")
        got = {tuple(stack.split(";")): counts for stack, counts in
               ((line.rsplit(" ", 2)[0], tuple(line.rsplit(" ", 2)[1:])) for line in
                run.out.decode("utf-8", "surrogateescape").splitlines())}
        s.claim(f"diff-folded of {one.name} and {other.name} is what Python makes of them",
                got == expected_columns(*sides), run.said)


def check(s):
    seed = int(os.environ.get("FLAME_SEED", random.randrange(10 ** 9)))
    print(f"seed {seed}")
    rng = random.Random(seed)
    for turn in range(3):
        check_sums(s, rng, turn)
    check_same(s, rng)
    check_refused(s)
    check_runs(s, rng)
    check_old(s, rng)
    check_identity(s)
    check_dashes(s)
    check_verdict(s)
    check_corpus(s)


if __name__ == "__main__":
    kit.main(check)
