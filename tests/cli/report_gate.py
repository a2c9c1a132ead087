#!/usr/bin/env python3
"""A budget never passes by itself: each way in which runs can be damaged, in each output.

Five runs a side, one of which is damaged. All outputs of a report say the same, whatever it is:
exit status, junit.xml, summary.md, report.json and index.html.
"""
import json
import os
import random
import re
import shutil
import xml.etree.ElementTree as tree

import kit
from kit import junit

EXCEEDED = "max growth parse 5% proven\n"  # what the runs as they are do not keep,
KEPT = "max growth parse 90% proven\n"     # and what they keep
RUNS = range(1, 6)
SCRIPT = "bench 77 {:.3f}: {}: \n\t401000 {}+0x1 (/bin/bench)\n\t402000 main+0x1 (/bin/bench)\n\n"
OTHERS = "".join(f"start;{name} {n}\n" for name, n in (("compress", 900), ("flush", 700)))


def folded(rng, parse, names="work"):
    """A run of some 4,000 samples, of which about `parse` are in one function."""
    counts = {f"main;{names};{names}{i}": 180 for i in range(20)}
    counts[f"main;{names};parse"] = parse
    return "".join(f"{stack} {max(1, round(rng.gauss(n, n ** .5)))}\n"
                   for stack, n in counts.items())


def perf_script(rng, parse, event="cycles:u"):
    names = ["parse"] * round(rng.gauss(parse, 5)) + [f"f{i % 20}" for i in range(1000)]
    return "".join(SCRIPT.format(1 + i / 1000, event, name) for i, name in enumerate(names))


def speedscope(unit, n):
    return json.dumps({
        "$schema": "https://www.speedscope.app/file-format-schema.json",
        "shared": {"frames": [{"name": "parse"}]},
        "profiles": [{"type": "sampled", "name": "p", "unit": unit, "startValue": 0,
                      "endValue": n, "samples": [[0]], "weights": [n]}]})


class Sides:
    """A folder old and a folder new, with runs of two benchmarks."""

    def __init__(self, s):
        rng = random.Random(38)
        self.s = s
        self.files = {}
        for side, parse in (("old", 400), ("new", 800)):
            for i in RUNS:
                self.files[f"{side}/b.folded.{i}"] = folded(rng, parse)
                self.files[f"{side}/other.folded.{i}"] = folded(rng, 0, "pack")

    def plant(self, change):
        """Writes the files as a function changes them; returns the folder."""
        at = self.s.path("sides")
        shutil.rmtree(at, ignore_errors=True)
        files = dict(self.files)
        change(files)
        for name, content in files.items():
            path = os.path.join(at, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as f:
                f.write(content if isinstance(content, bytes) else content.encode())
        return at


# ---- what each output says --------------------------------------------------------------------

def texts(page):
    page = re.sub(r"<(script|style)>.*?</\1>", "", page, flags=re.S)
    return re.sub(r"<[^>]*>", "", page)


class Said:
    """The outputs of one report."""

    def __init__(self, s, at, budget, *more):
        shutil.rmtree(os.path.join(at, "out"), ignore_errors=True)
        self.run = s.run("report", "-o", "out", "--before", "old", "--budget",
                         s.path("budget", budget), *more, "new", cwd=at)
        self.status = self.run.rc
        self.text = {}
        for name in ("junit.xml", "summary.md", "report.json", "index.html"):
            with open(os.path.join(at, "out", name), encoding="utf-8") as f:
                self.text[name] = f.read()
        self.text["index.html"] = texts(self.text["index.html"])
        self.suite = tree.fromstring(self.text["junit.xml"])
        self.data = json.loads(self.text["report.json"])

    def count(self, tag):
        cases = [case for case in self.suite.iter("testcase") if case.find(tag) is not None]
        return len(cases)

    def by_output(self):
        """What becomes of the budget: 0, 1 or 5, as each output has it."""
        page, summary = self.text["index.html"], self.text["summary.md"]
        kept = "All budgets are kept" in page or "kept by all that could be checked" in page
        return {
            "exit status": self.status,
            "junit.xml": 5 if self.count("failure") else 1 if self.count("error") else 0,
            "summary.md": 5 if re.search(r"\d budgets? exceeded", summary) else
            1 if "could not be checked in full" in summary else 0,
            "report.json": {"kept": 0, "not judged": 1, "exceeded": 5}[self.data["budget"]],
            "index.html": 5 if re.search(r"\d budgets? exceeded", page) else
            1 if "could not be checked in full" in page else 0 if kept else None,
        }

    def names(self, name):
        """Which outputs do not have the name."""
        texts_of = {"standard error": self.run.said, **self.text}
        return [output for output, text in texts_of.items() if name not in text]

    def counts_fit(self):
        attributes = self.suite[0].attrib
        return junit.faults(self.suite) == [] and [
            int(attributes[name]) for name in ("tests", "failures", "errors", "skipped")] == [
                len(list(self.suite.iter("testcase"))), self.count("failure"),
                self.count("error"), self.count("skipped")]


# ---- the table --------------------------------------------------------------------------------

def swap(files, a, b):
    files[a], files[b] = files[b], files[a]


def put(name, content):
    return lambda files: files.__setitem__(name, content)


def remove(*names):
    return lambda files: [files.pop(name) for name in names]


def on_all(content):
    def change(files):
        for i in RUNS:
            files[f"new/b.folded.{i}"] = content
    return change


def on_both(content):
    def change(files):
        for i in RUNS:
            files[f"old/d.data.{i}"] = files[f"new/d.data.{i}"] = content
    return change


def exchange_benchmarks(files):
    swap(files, "new/b.folded.3", "new/other.folded.3")


def exchange_sides(files):
    swap(files, "new/b.folded.3", "old/b.folded.3")


def with_events(files):
    rng = random.Random(1)
    for side in ("old", "new"):
        for i in RUNS:
            files[f"{side}/e.script.{i}"] = perf_script(rng, 200)
    files["new/e.script.3"] = perf_script(rng, 200, "instructions:u")


def with_units(files):
    for side in ("old", "new"):
        for i in RUNS:
            files[f"{side}/u.json.{i}"] = speedscope("nanoseconds", 900 + i)
    files["new/u.json.3"] = speedscope("bytes", 903)


def damages(sides):
    """A name, what it does to the files, and the name that outputs must have."""
    junk = random.Random(4).randbytes(3000)
    run = "b.folded.3"
    whole = sides.files["new/b.folded.3"]
    return [
        ("a run is missing", remove("new/" + run), run),
        ("the last run is missing", remove("new/b.folded.5"), "b.folded.5"),
        ("a run before is missing", remove("old/" + run), run),
        ("a run is empty", put("new/" + run, ""), run),
        ("a run before is empty", put("old/" + run, ""), run),
        ("a run is junk", put("new/" + run, junk), run),
        ("a run before is junk", put("old/" + run, junk), run),
        ("a run is cut", put("new/" + run, whole[:100]), run),
        ("a run is cut at the end of a line", put("new/" + run, whole[:whole.index("\n") + 1]),
         run),
        ("a run is of another event", with_events, "e.script.3"),
        ("a run is of another unit", with_units, "u.json.3"),
        ("a run alone states a unit", put("new/" + run, speedscope("bytes", 9)), run),
        ("a run is of another program", put("new/" + run, OTHERS * 2), run),
        ("two benchmarks have exchanged a run", exchange_benchmarks, run),
        ("two sides have exchanged a run", exchange_sides, run),
        ("all runs are empty", on_all(""), "b.folded"),
        ("all runs are junk", on_all(junk), "b.folded"),
        ("all runs are missing", remove(*(f"new/b.folded.{i}" for i in RUNS)), "b.folded"),
        ("a recorder left nothing on both sides", on_both(""), "d.data"),
        ("a recorder left junk on both sides", on_both(junk), "d.data"),
        ("all runs are of another program", on_all(OTHERS), "b.folded"),
    ]


def check_whole(s, sides):
    at = sides.plant(lambda files: None)
    for budget, status in ((KEPT, 0), (EXCEEDED, 5)):
        said = Said(s, at, budget)
        s.claim(f"runs as they are, {budget.strip()}: every output says {status}",
                set(said.by_output().values()) == {status} and said.counts_fit(),
                (said.by_output(), said.run))
    s.claim("nothing is said to be amiss", said.data["missing"] == [] and all(
        c["doubt"] == "" for c in said.data["changes"]), said.data["changes"])


def check_damages(s, sides):
    for what, change, name in damages(sides):
        at = sides.plant(change)
        said = Said(s, at, KEPT)
        s.claim(f"{what}: every output says that the budget fails",
                set(said.by_output().values()) == {1} and said.counts_fit(),
                (said.by_output(), said.run))
        s.claim(f"{what}: every output names it", not said.names(name),
                (said.names(name), said.run))
        s.claim(f"{what}: and the reason is not sought in the budget", not re.search(
            "no function matches|too few", said.run.said), said.run)
        said = Said(s, at, EXCEEDED)
        s.claim(f"{what}: what was exceeded does not pass",
                set(said.by_output().values()) in ({1}, {5}) and said.counts_fit(),
                (said.by_output(), said.run))
        said = Said(s, at, KEPT, "--allow-missing")
        s.claim(f"{what}: --allow-missing lets it pass, in every output, and it is named",
                set(said.by_output().values()) == {0} and said.counts_fit()
                and name in said.text["index.html"], (said.by_output(), said.run))


def check_left_out(s, sides):
    """What --allow-missing leaves is held against the budget."""
    for what, content in (("empty", ""), ("junk", random.Random(4).randbytes(3000))):
        at = sides.plant(put("new/b.folded.3", content))
        said = Said(s, at, EXCEEDED, "--allow-missing")
        change = [c for c in said.data["changes"] if c["path"] == "b.folded"][0]
        s.claim(f"a run is {what}, --allow-missing: the other runs are compared",
                set(said.by_output().values()) == {5}
                and (change["runs_before"], change["runs_after"]) == (5, 4), (change, said.run))


def check_rules(s, sides):
    at = sides.plant(lambda files: None)
    for rule in ("max growth nowhere 5% proven", "max total nowhere 5%", "max self 'no*' 5%"):
        said = Said(s, at, KEPT + rule + "\n")
        s.claim(f"{rule}: a rule that matches nothing fails, in every output, and is named",
                set(said.by_output().values()) == {1} and said.counts_fit()
                and not [o for o in said.names("nowhere" if "nowhere" in rule else "no*")],
                (said.by_output(), said.run))
        said = Said(s, at, KEPT + rule + "\n", "--allow-missing")
        s.claim(f"{rule}: --allow-missing lets it pass", set(said.by_output().values()) == {0}
                and said.counts_fit(), (said.by_output(), said.run))
    said = Said(s, at, KEPT + "forbid nowhere\n")
    s.claim("what is forbidden and does not occur is kept", set(said.by_output().values()) == {0},
            said.run)


def check_nothing(s, sides):
    """Where no file is a profile, each may be skipped by itself: all of them together are not."""
    def words(files):
        files.clear()
        files.update({"old/notes": "words\n", "new/notes": "words\n"})
    at = sides.plant(words)
    said = Said(s, at, "max total main 5%\n")
    s.claim("nothing is a profile: a test case fails as the command does",
            said.status == 1 and said.count("error") == 1 and said.counts_fit(),
            (said.by_output(), said.run))
    s.claim("and no rule is said to match", said.data["rules"] == [
        {"text": "max total main 5%", "matched": False, "checked": False}], said.data["rules"])
    said = Said(s, at, "max total main 5%\n", "--allow-missing")
    s.claim("with --allow-missing too",
            said.status == 1 and said.count("error") == 1 and said.counts_fit(), said.run)


def check_harmless(s, sides):
    """What never was a profile stays what it is."""
    def others(files):
        for side in ("old", "new"):
            files[f"{side}/README"] = "words\n"
            files[f"{side}/errors.log"] = files[f"{side}/errors.log.1"] = ""
        files["old/notes"] = "words\n"
        files["new/fresh.folded"] = "main;a 5\n"
    said = Said(s, sides.plant(others), KEPT)
    s.claim("other files on both sides or one, and a benchmark that is new, fail nothing",
            set(said.by_output().values()) == {0} and said.counts_fit()
            and said.data["no_profiles"] == 3 and said.data["new"] == ["fresh.folded"],
            (said.by_output(), said.run))

    def alone(files):
        files.clear()
        files.update({f"{side}/b.folded": "main;parse 900\nmain;it 900\n"
                      for side in ("old", "new")})
    said = Said(s, sides.plant(alone), KEPT.replace(" proven", ""))
    s.claim("one run a side is enough for a rule without proven", said.status == 0, said.run)


def check_options(s):
    os.makedirs(s.path("one"))
    s.path("one/a.folded", "main;a 1\n")
    for arguments, words in ((["--allow-missing"], "wanted --budget with it"),
                             (["--allow-missing", "--strict", "--budget", "x"],
                              "cannot be combined")):
        run = s.run("report", "-o", s.path("o"), *arguments, s.path("one"))
        s.claim(f"{' '.join(arguments[:2])}: is refused", run.rc == 2 and words in run.said, run)
    bad = s.path("one/bad.folded", "none\n" * 9)
    run = s.run("report", "-o", s.path("o"), "--budget", s.path("rules", "max total a 100%\n"),
                s.path("one"))
    s.claim("without --before too, a profile that cannot be read fails a budget",
            run.rc == 1 and bad in run.said and "1 profile could not be read" in run.said, run)
    run = s.run("report", "-o", s.path("o"), s.path("one"))
    s.claim("and without a budget it is told alone", run.rc == 0 and bad in run.said, run)


def check(s):
    sides = Sides(s)
    check_whole(s, sides)
    check_damages(s, sides)
    check_left_out(s, sides)
    check_rules(s, sides)
    check_nothing(s, sides)
    check_harmless(s, sides)
    check_options(s)


kit.main(check)
