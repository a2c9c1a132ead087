#!/usr/bin/env python3
"""Budgets of growth: of all or of itself, proven or not, by instructions; and what outputs say.

What cannot be proven, because of too few runs or samples, is not kept either.
"""
import json
import os
import random
import re
import shutil

import kit

SCRIPT = "bench 77 {:.3f}: {}: \n\t401000 {}+0x1 (/bin/bench)\n\t402000 main+0x1 (/bin/bench)\n\n"


def run_of(rng, **functions):
    """A run of some 10,000 samples, besides those of the functions."""
    counts = {f"main;f{i}": 500 for i in range(20)}
    counts.update({f"main;{name}": n for name, n in functions.items()})
    return "".join(f"{stack} {max(1, round(rng.gauss(n, n ** .5)))}\n"
                   for stack, n in counts.items())


def callgrind(parse, wait=90000):
    return (f"# callgrind format\nversion: 1\ncreator: c\npositions: line\nevents: Ir\n\n"
            f"fl=a.c\nfn=main\n16 400\ncfn=parse\ncalls=1 20\n16 {parse}\n"
            f"cfn=wait\ncalls=1 30\n17 {wait}\n\nfn=parse\n20 {parse}\n\nfn=wait\n30 {wait}\n")


def perf_script(event, parse):
    names = ["parse"] * parse + [f"f{i % 20}" for i in range(1000)]
    return "".join(SCRIPT.format(1 + i / 1000, event, name) for i, name in enumerate(names))


def texts(page):
    page = re.sub(r"<(script|style)>.*?</\1>", "", page, flags=re.S)
    return re.sub(r"<[^>]*>", "", page)


class Report:
    """A report of runs before and after, held against rules."""

    def __init__(self, s, old, new, rules, name="b.folded"):
        at = s.path("sides")
        shutil.rmtree(at, ignore_errors=True)
        for side, runs in (("old", old), ("new", new)):
            os.makedirs(os.path.join(at, side))
            for i, text in enumerate(runs):
                with open(os.path.join(at, side, f"{name}.{i + 1}"), "wb") as f:
                    f.write(text if isinstance(text, bytes) else text.encode())
        self.run = s.run("report", "-o", "out", "--before", "old", "--budget",
                         s.path("rules", rules + "\n"), "new", cwd=at)
        self.rc = self.run.rc
        self.texts = {"standard error": self.run.said}
        for page in ("junit.xml", "summary.md", "report.json", "index.html"):
            if self.rc != 2:
                with open(os.path.join(at, "out", page), encoding="utf-8") as f:
                    self.texts[page] = f.read()
        self.data = json.loads(self.texts["report.json"]) if self.rc != 2 else None

    def lack(self, words, but=()):
        return [name for name, text in self.texts.items() if words not in text and name not in but]


def runs(seed, n=5, **functions):
    rng = random.Random(seed)
    return [run_of(rng, **functions) for _ in range(n)]


# ---- what a rule says -------------------------------------------------------------------------

def check_grammar(s):
    for rule in ("max growth f1 5% of itself", "max growth f1 5% proven of itself",
                 "max growth f1 5% of itself proven by instructions",
                 "max growth 'a b' 5% by instructions of itself proven"):
        report = Report(s, runs(1, 2), runs(2, 2), rule)
        s.claim(f"{rule}: is a rule", report.rc != 2
                and report.data["rules"][0]["text"] == rule, report.run)
    for rule, wanted in (("max growth a 5% of", "wanted itself"),
                         ("max growth a 5% of itslef", "did you mean itself"),
                         ("max growth a 5% by", "wanted instructions"),
                         ("max growth a 5% by time", "wanted instructions"),
                         ("max growth a 5% proven proven", "wanted each word once"),
                         ("max growth a 5% of itself of itself", "wanted each word once"),
                         ("max growth a 5% prooven", "did you mean proven"),
                         ("max growth a 5% of all", "wanted itself"),
                         ("max total a 5% of itself", "wanted the end of the line")):
        report = Report(s, runs(1, 1), runs(2, 1), rule)
        s.claim(f"{rule}: is refused, and it is said what was wanted",
                report.rc == 2 and "rules:1: found" in report.run.said
                and wanted in report.run.said, report.run)


def check_itself(s):
    """A function of 5 % of all, which doubles, and one that gets a third slower."""
    old, new = runs(1, small=600, slow=600, gone=300), runs(2, small=1200, slow=816, fresh=300)
    for rule, rc, share in (
            ("max growth small 8% proven", 0, ""),
            ("max growth small 10% of itself proven", 5, r"\+(9|10)\d\.\d\d % of itself"),
            ("max growth small 10% of itself", 5, r"\+(9|10)\d\.\d\d % of itself"),
            ("max growth small 150% of itself proven", 0, ""),
            ("max growth slow 10% of itself proven", 5, r"\+3\d\.\d\d % of itself"),
            ("max growth slow 1% proven", 5, r"\+[12]\.\d\d % of all"),
            ("max growth slow 60% of itself proven", 0, ""),
            ("max growth f1 10% of itself proven", 0, ""),
            ("max growth 'f1*' 10% of itself proven", 0, ""),
            ("max growth gone 10% of itself proven", 0, ""),
            ("max growth fresh 10% of itself proven", 1, "no function matches"),
            ("max growth fresh 1% proven", 5, r"\+2\.\d\d % of all")):
        report = Report(s, old, new, rule)
        s.claim(f"{rule}: {rc}", report.rc == rc and re.search(share, report.run.said), report.run)
    report = Report(s, old, new, "max growth * 10% of itself proven")
    names = re.findall(r"b\.folded: (\w+): \+", report.run.said)
    s.claim("of all functions, those two alone got slower by a tenth",
            names == ["small", "slow"], report.run)
    words = re.search(r"\+3\d\.\d\d % of itself", report.run.said)[0]
    s.claim("standard error, test case, summary and page have the same words",
            not report.lack(words, but=("report.json", "summary.md")), report.lack(words))
    excess = report.data["changes"][0]["exceeded"][1]
    s.claim("and the data has the number", f"+{excess['percent']:.2f} % of itself" == words,
            excess)
    s.claim("an excess is one line, which says how much more it is", re.fullmatch(
        r"flame: b\.folded: slow: \+3\d\.\d\d % of itself \(\d+(\.\d)? samples more\), "
        r"budget: max growth \* 10% of itself proven", report.run.said.split("\n")[1]),
        report.run)


def check_base(s):
    """Of what a function was before: with its callees, though only itself is proven to grow."""
    noise = (10, 9000, 400, 7000, 2000)
    old, new = ([f"main;f {own + 7 * i}\nmain;f;g {n}\nmain;rest 20000\n"
                 for i, n in enumerate(noise)] for own in (3000, 4000))
    report = Report(s, old, new, "max growth f 10% of itself proven")
    share = re.search(r"f: \+(\d+\.\d\d) % of itself", report.run.said)
    total = 3014 + sum(noise) / 5
    s.claim("a share of itself is of the function with its callees", report.rc == 5 and share
            and abs(float(share[1]) - 100 * 1000 / total) < 0.02, (total, report.run))


def check_untried(s):
    """What could not be compared is told instead of what could not be proven there; a rule that
    matches nothing in what was compared is told all the same."""
    old, new = runs(1, tiny=7), runs(2, tiny=7)
    new[4] = ""
    report = Report(s, old, new, "max growth nowhere 5% proven")
    s.claim("without any comparison no rule is blamed", report.rc == 1
            and "no function matches" not in report.run.said, report.run)
    at = s.path("sides")
    for side, texts_of in (("old", old), ("new", new)):
        for i, text in enumerate(texts_of):
            with open(os.path.join(at, side, f"c.folded.{i + 1}"), "w", encoding="utf-8") as f:
                f.write(text or new[0])
    run = s.run("report", "-o", "out", "--before", "old", "--budget", s.path(
        "rules", "max growth nowhere 5% proven\nmax growth tiny 5% proven\n"), "new", cwd=at)
    s.claim("beside one that was made, a rule that matches nothing is told", run.rc == 1
            and 'no function matches: "max growth nowhere 5% proven"' in run.said, run)
    s.claim("but not one that the others might have proven", "tiny" not in run.said, run)


def check_part(s):
    """A glob matches functions with enough samples and others: it is told of how many."""
    old, new = runs(1, tiny=6, small=7), runs(2, tiny=6, small=7)
    report = Report(s, old, new, "max growth * 50% of itself proven\nmax growth f1 50% proven")
    words = "held against 21 of 23 functions; the others have too few samples"
    rules = [(r["functions"], r["provable"]) for r in report.data["rules"]]
    s.claim("a rule that is held against a part of its functions is kept, and says so in the page "
            "and the data", report.rc == 0 and rules == [(23, 21), (1, 1)]
            and report.texts["index.html"].count("held against") == 1
            and words in texts(report.texts["index.html"]), (rules, report.run))
    run = s.run("report", "-o", "out", "--summary", "--before", "old", "--budget", s.path(
        "rules"), "new", cwd=s.path("sides"))
    s.claim("and so does --summary", run.rc == 0 and words in run.said, run)
    for side in ("old", "new"):
        for i in range(5):
            path = s.path(f"sides/{side}/b.folded.{i + 1}")
            shutil.copy(path, path.replace("/b.", "/c."))
    run = s.run("report", "-o", "out", "--summary", "--before", "old", "--budget", s.path(
        "rules"), "new", cwd=s.path("sides"))
    s.claim("of two comparisons it is said that each counts its functions", run.rc == 0 and
            "held against 42 of 46 functions, counted in each comparison; the others have too few "
            "samples" in run.said, run)


def check_process(s):
    """Two programs that are called alike: what is named after the process is no function."""
    path = kit.ROOT / "golden/perf-data-recorded/input.perf-data"
    data = path.read_bytes()
    report = Report(s, [data.replace(b"/tmp/srv/spin", b"/tmp/srv/grin")], [data],
                    "max growth * 900%", "b.data")
    s.claim("a process is no function that two programs have in common", report.rc == 1
            and "no function in common" in report.run.said, report.run)


def check_unprovable(s):
    """A rule that could not have been broken is not kept."""
    one = "growth cannot be proven by one run a side: give five or more a side"
    samples = "growth cannot be proven by so few samples: record longer, or more runs"
    few = ["main;parse 3\nmain;it 4\n"] * 5
    for what, old, new, rule, rc, words, n in (
            ("one run a side", runs(1, 1), runs(2, 1), "max growth f1 5% proven", 1, one,
             1),
            ("one run a side, not proven", runs(1, 1), runs(2, 1), "max growth f1 50%", 0, "",
             1),
            ("seven samples a run", few, few, "max growth * 5% proven", 1, samples, 3),
            ("a small function", runs(1, tiny=7), runs(2, tiny=7),
             "max growth tiny 50% of itself proven", 1, samples, 1),
            ("a small function among others", runs(1, tiny=7), runs(2, tiny=7),
             "max growth * 50% of itself proven", 0, "", 22)):
        report = Report(s, old, new, rule)
        s.claim(f"{what}: {rule} ends with {rc}", report.rc == rc, report.run)
        s.claim(f"{what}: every output says why", rc == 0 or (
            not report.lack(words, but=("report.json",))
            and report.data["rules"] == [{"text": rule, "matched": True, "functions": n,
                                          "provable": 0, "checked": False}]
            and report.data["budget"] == "not judged"), report.lack(words))


# ---- instructions -----------------------------------------------------------------------------

def check_counts(s):
    old, new = [callgrind(30000)], [callgrind(30600)]
    for rule, rc in (("max growth parse 1% of itself by instructions", 5),
                     ("max growth parse 3% of itself by instructions", 0),
                     ("max growth parse 1% of itself", 5),
                     ("max growth wait 0% of itself by instructions", 0),
                     ("max growth * 1% by instructions", 0),
                     ("max growth parse 1% of itself proven by instructions", 1),
                     ("max self parse 10%", 5), ("forbid wait", 5)):
        report = Report(s, old, new, rule, "b.callgrind")
        s.claim(f"Callgrind's counts, {rule}: {rc}", report.rc == rc, report.run)
    report = Report(s, old, new, "max growth parse 1% of itself by instructions", "b.callgrind")
    s.claim("it is said in instructions", "parse: +2.00 % of itself (600 Ir more)"
            in report.run.said, report.run)
    s.claim("what is counted needs no proof, and what differs is named", report.data["changes"][0][
        "power"] == "counted, not sampled: one run a side will do" and [
            (f["name"], f["of"], f["verdict"]) for f in report.data["changes"][0]["functions"]] == [
                ("parse", "self", "counted")] and "1 profile, counted whole, differs"
            in texts(report.texts["index.html"])
            and not report.lack("counted", but=("standard error",)), report.data)
    command = re.search(r"see it: `(callgraph --before=[^`]*)`", report.texts["summary.md"])
    s.claim("the command draws a call graph, as there are no stacks", command, report.texts)
    for event, rc in (("instructions:u", 5), ("instructions", 5), ("cpu/instructions/u", 5),
                      ("cycles:u", 1), ("task-clock:u", 1)):
        report = Report(s, [perf_script(event, 300 + i) for i in range(5)],
                        [perf_script(event, 400 + i) for i in range(5)],
                        "max growth parse 10% of itself proven by instructions", "b.script")
        s.claim(f"samples of {event}: {rc}", report.rc == rc and (
            rc == 5 or "no function matches where instructions are compared" in report.run.said),
            report.run)


def check(s):
    check_grammar(s)
    check_itself(s)
    check_base(s)
    check_untried(s)
    check_part(s)
    check_process(s)
    check_unprovable(s)
    check_counts(s)


kit.main(check)
