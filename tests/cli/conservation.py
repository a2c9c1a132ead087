#!/usr/bin/env python3
"""Nothing is lost: what is accepted is drawn or hidden, what is read is accepted or skipped, and
the root is the sum of all leaves in every output.

Random profiles are drawn in every format and read back. FLAME_SEED repeats a run.
"""
import os
import random
import re
from collections import Counter
from fractions import Fraction

import kit
from kit import outputs

ROUNDS = 25
ROW_PX = 18

# The sentences of --summary, as far as they hold numbers.
READ = re.compile(r"([\d,]+) bytes?, ([\d,]+) lines?: ([\d,]+) \w+, ([\d,]+) blank, "
                  r"([\d,]+) comments?, ([\d,]+) skipped")
TOTAL = re.compile(r"total ([\d,.]+) samples? in ([\d,]+) [a-z ]*stacks?, ([\d,]+) ")
DRAWN = re.compile(r"([\d,]+) frames? drawn; ([\d,]+) .* narrow .*?, with ([\d,.]+) samples?")


def amount(text):
    return outputs.number(text.replace(",", ""))


class Profile:
    """A random profile: its text, and what must come of it."""

    def __init__(self, dice):
        names = [self.name(dice) for _ in range(dice.randrange(2, 30))]
        self.stacks = Counter()
        self.lines = Counter()
        self.empty_frames = 0
        text = []
        digits = dice.choice((0, 0, 2, 6))
        for _ in range(dice.randrange(1, 400)):
            kind = dice.choices(("taken", "blank", "comments", "skipped"), (90, 3, 3, 4))[0]
            self.lines[kind] += 1
            if kind == "blank":
                text.append(dice.choice((b"", b"  ", b"\t", b"\r")))
            elif kind == "comments":
                text.append(b"# " + dice.choice(names) + b" 5")
            elif kind == "skipped":
                text.append(dice.choice((b"a;b", b"a -1", b"a 1e5", b"a 1,0", b";; 7", b"12")))
            else:
                text.append(self.sample(dice, names, digits))
        # Most of the lines must be good ones.
        text += [b"kept 1"] * 20
        self.lines["taken"] += 20
        self.stacks[(b"kept",)] += Fraction(20)
        self.bytes = b"\n".join(text) + dice.choice((b"", b"\n", b"\n\n"))
        self.lines["blank"] += self.bytes.endswith(b"\n\n")
        self.total = sum(self.stacks.values())

    @staticmethod
    def name(dice):
        if dice.random() < 0.2:
            return dice.choice((b"\xf0\x9f\xff", b"<&>\"'", b"\x1b[1m", "é".encode(), b"a.b",
                                b"a b", b"->"))
        return bytes(dice.choice(b"abcxyz:_<>/.") for _ in range(dice.randrange(1, 20)))

    def sample(self, dice, names, digits):
        frames = [dice.choice(names) for _ in range(dice.randrange(1, 12))]
        if dice.random() < 0.1:
            frames.insert(dice.randrange(len(frames) + 1), b"")
            self.empty_frames += 1
        count = Fraction(dice.randrange(10 ** dice.randrange(1, 8)), 10**digits)
        self.stacks[tuple(f for f in frames if f)] += count
        return b";".join(frames) + dice.choice((b" ", b"\t", b"  ")) + outputs.plain(count).encode()

    def folded(self):
        """As flame writes it: ordered name by name."""
        return b"".join(b";".join(stack) + b" " + outputs.plain(count).encode() + b"\n"
                        for stack, count in sorted(self.stacks.items()))

    def tree(self):
        """(depth, total) of each frame, counted, and the largest depth."""
        totals = Counter()
        for stack, count in self.stacks.items():
            for n in range(len(stack) + 1):
                totals[stack[:n]] += count
        return Counter((len(path), total) for path, total in totals.items())

    def selves(self):
        """(self, total) of each function, by what the table shows."""
        total = Counter()
        self_ = Counter()
        for stack, count in self.stacks.items():
            self_[stack[-1]] += count
            for name in set(stack):
                total[name] += count
        return Counter((self_[name], total[name]) for name in total)


def check_folded(s, p, path):
    run = s.run("-f", "folded", "--quiet", path)
    if run.out != p.folded():
        return "folded differs from the model"
    again = s.run("-f", "folded", "--quiet", input=run.out)
    return "" if again.out == run.out else "folded is not the same when read again"


def check_json(s, p, path):
    total, frames = outputs.json_tree(s.run("-f", "json", "--quiet", path).out)
    sums = Counter()
    for f in frames:
        sums[f["id"]] += f["self"]
        if f["caller"] is not None:
            sums[f["caller"]] += f["total"]
    if total != p.total or any(sums[f["id"]] != f["total"] for f in frames):
        return "json: a frame is not the sum of its parts"
    return "" if Counter((f["depth"], f["total"]) for f in frames) == p.tree() \
        else "json differs from the model"


def check_svg(s, p, path):
    """With --minwidth 0 every frame stands in the picture that has any weight."""
    svg = outputs.Svg(s.run("--minwidth", "0", "--quiet", "--upright",
                            "--no-fold", path).out)
    if svg.unsafe():
        return f"svg: {svg.unsafe()}"
    drawn = Counter()
    base = max(f.y for f in svg.frames)
    for f in svg.frames:
        drawn[(round((base - f.y) / ROW_PX), f.parts()[1])] += 1
    wanted = Counter({key: n for key, n in p.tree().items() if key[1] > 0})
    return "" if drawn == wanted else f"svg: {sum((wanted - drawn).values())} frames differ"


def check_boxes(s, p, path):
    """What is joined stands as a box of its weight: callees never weigh more than their caller, and
    what is not there is told by --summary."""
    run = s.run("-f", "boxes", "--minwidth", "30", "--summary", path)
    rows = [line.split("\t") for line in run.out.decode().splitlines()[1:]]
    boxes = [(int(r[0]), Fraction(r[1]), Fraction(r[2]), int(r[3])) for r in rows]
    if boxes[0][2] != p.total:
        return "boxes: the root is not the total"
    for depth, start, total, _ in boxes:
        inner = sum(t for d, at, t, _ in boxes if d == depth + 1 and start <= at < start + total)
        if inner > total:
            return "boxes: callees weigh more than their caller"
    m = DRAWN.search(run.said)
    drawn = sum(1 for b in boxes if b[3] == 0)
    if not m or amount(m.group(1)) != drawn:
        return f"boxes: {drawn} drawn, said {run.said[-200:]!r}"
    return ""


def check_table(s, p, path):
    run = s.run("-f", "table", "--rows", "0", "--quiet", path)
    lines, _, end = run.out.decode().rpartition("\n\n")
    rows = [line.replace(",", "").split() for line in lines.split("\n")[1:]]
    found = Counter((Fraction(row[0]), Fraction(row[2])) for row in rows)
    if f", {outputs.grouped(p.total)} samples" not in end:
        return f"table: ends in {end!r}"
    wanted = p.selves()
    return "" if found == wanted else f"table: {sum((wanted - found).values())} functions differ"


def check_summary(s, p, path):
    said = s.run("--summary", path, "-o", "/dev/null", "-f", "svg").said
    m = READ.search(said)
    if not m:
        return f"summary: {said[:200]!r}"
    size, lines, *parts = map(amount, m.groups())
    wanted = [p.lines[k] for k in ("taken", "blank", "comments", "skipped")]
    if lines != sum(parts) or parts != wanted or size != len(p.bytes):
        return f"summary: {m.group()}, wanted {wanted} of {len(p.bytes)} bytes"
    reasons = [int(n) for n in re.findall(r"skipped: (\d+) of ", said)]
    if sum(reasons) != p.lines["skipped"]:
        return f"summary: reasons {reasons}"
    merged = p.lines["taken"] - len(p.stacks)
    m = TOTAL.search(said)
    if not m or list(map(amount, m.groups())) != [p.total, len(p.stacks), merged]:
        return f"summary: {said[-300:]!r}"
    left_out = re.search(r"(\d+) frames? without a name left out", said)
    if (int(left_out.group(1)) if left_out else 0) != p.empty_frames:
        return f"summary: {p.empty_frames} frames have no name: {said[:300]!r}"
    return ""


def check_narrow(s):
    """What is too narrow to be drawn is joined, and its weight is told."""
    text = b"main;wide 1000000\n" + b"".join(b"main;n%04d;x 1\n" % i for i in range(1000))
    path = s.path("narrow.folded", text)
    for minwidth, hidden in (("0", 0), ("0.5", 1000), ("50%", 1000)):
        run = s.run("--summary", "--minwidth", minwidth, path)
        svg = outputs.Svg(run.out)
        drawn = [f for f in svg.frames if not f.rest]
        m = DRAWN.search(run.said)
        holds = m and list(map(amount, m.groups())) == [len(drawn), hidden, hidden]
        s.claim(f"with --minwidth {minwidth} the weight of {hidden} samples is told as hidden",
                holds and svg.root() == outputs.root_title(1001000), run.said)
        rest = sum(f.parts()[1] for f in svg.frames if f.rest and f.parts())
        s.claim(f"with --minwidth {minwidth} joined boxes have the weight of what they join",
                rest in (0, hidden), f"{rest}")


def check_filters(s):
    """Stacks that filters take out are told."""
    path = s.path("filters.folded", b"a;b 1\na;c 2\nd 4\n")
    run = s.run("--summary", "--focus", "a", "-f", "folded", path)
    s.claim("stacks that a filter takes out are counted", run.out == b"a;b 1\na;c 2\n"
            and "1 stack taken out by filters" in run.said, run)
    run = s.run("--focus", "zzz", path)
    s.claim("filters that leave nothing are an error", run.rc == 1 and not run.out, run)
    for more in (["--reverse"], ["--merge-recursive"], ["--hide", "a"], ["--prune-from", "a"]):
        run = s.run("-f", "json", *more, path)
        s.claim(f"{more[0]} keeps the total", outputs.json_tree(run.out)[0] == 7, run)


def check_graph(s):
    """The same of a call graph: functions that are shown and those that are not hold all."""
    text = b"# x\n\nmain;wide 100000\nbad\n" + b"".join(b"main;n%04d 1\n" % i for i in range(100))
    path = s.path("graph.folded", text)
    callgraph = os.path.join(os.path.dirname(s.flame), "callgraph")
    for least, shown in (("0", 102), ("0.5", 2)):
        run = s.run("--summary", "-n", least, "-e0", path, program=callgraph)
        read = READ.search(run.said)
        s.claim(f"--summary of a call graph tells the lines, with -n {least}", read and
                list(map(amount, read.groups())) == [len(text), 104, 101, 1, 1, 1], run)
        total = TOTAL.search(run.said)
        s.claim(f"and the total, with -n {least}", total and
                list(map(amount, total.groups())) == [100100, 101, 0], run)
        s.claim(f"and what is shown and what is not, with -n {least}",
                f"{shown} of 102 functions and {shown - 1} of 101 calls shown; the others "
                f"have {102 - shown} samples of self cost\n" in run.said, run)
        s.claim(f"which is so in the output, with -n {least}",
                run.out.count(b"tooltip=") == shown + 1, run)
    run = s.run("--summary", "--focus", "n0", path, program=callgraph)
    s.claim("--summary of a call graph tells what filters took out",
            "1 stack taken out by filters" in run.said, run)
    run = s.run("--summary", "-f", "table", os.path.abspath("golden/pstats-flame/input.pstats"),
                program=callgraph)
    s.claim("and the total where there are no stacks", "total 1,516,463 ns\n" in run.said, run)


def check(s):
    seed = int(os.environ.get("FLAME_SEED", random.randrange(10**6)))
    print(f"seed {seed}")
    checks = (check_folded, check_json, check_svg, check_boxes, check_table, check_summary)
    problems = {check_one.__name__: [] for check_one in checks}
    for i in range(ROUNDS):
        p = Profile(random.Random(seed * 1000 + i))
        path = s.path("in.folded", p.bytes)
        for check_one in checks:
            problem = check_one(s, p, path)
            if problem:
                problems[check_one.__name__].append(f"round {i}: {problem}")
    for name, found in problems.items():
        s.claim(f"{ROUNDS} random profiles (seed {seed}): {name.removeprefix('check_')} "
                "has every sample", not found, "; ".join(found[:3]))
    check_narrow(s)
    check_filters(s)
    check_graph(s)


kit.main(check)
