#!/usr/bin/env python3
"""Which files of folders were meant to be profiles: those that cannot be drawn fail, others do not.

A file counts as a profile if reading recognises it, in any encoding and behind a log, by its name,
and by what other runs of its name are.
"""
import json
import os
import re
import shutil
import xml.etree.ElementTree as tree

import kit
from kit import watch

IN_OPEN = 0x20
STACKS = "main;parse 400\nmain;work 600\n"
PERF = "java 77 1.000: cycles: \n\t401000 f+0x1 (/bin/java)\n\t402000 main+0x1 (/bin/java)\n\n"
THREADS = """goroutine 1 [running]:
main.work()
\t/src/main.go:12 +0x1d
main.main()
\t/src/main.go:5 +0x2c

"""
LOG = "".join(f"2026-01-02 03:04:{i % 60:02d} INFO request {i} took a while\n" for i in range(4000))
PROSE = "These are words, and none of them is a profile.\n"


def plant(s, files):
    at = s.path("sides")
    shutil.rmtree(at, ignore_errors=True)
    for name, content in files.items():
        path = os.path.join(at, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as f:
            f.write(content if isinstance(content, bytes) else content.encode())
    return at


def report(s, at, *arguments):
    run = s.run("report", "-o", "out", *arguments, "new", cwd=at)
    with open(os.path.join(at, "out/report.json"), encoding="utf-8") as f:
        data = json.load(f)
    return run, data, {p["path"]: p["state"] for p in data["profiles"]}


def check_readers(s):
    """What reading recognises is a profile, which an option then is not for."""
    at = plant(s, {"new/good": PERF, "new/wide": PERF.replace("java", "ruby").encode("utf-16"),
                   "new/server.log": LOG + THREADS, "new/words": PROSE.encode("utf-16"),
                   "new/plain": LOG})
    run, _, states = report(s, at, "--where", "comm=java")
    s.claim("a file in UTF-16 and a dump behind a log fail by name if they cannot be drawn",
            states["wide"] == "failed" and states["server.log"] == "failed"
            and "wide: " in run.said and "server.log: " in run.said, (run, states))
    s.claim("words in UTF-16 and a log alone are no profiles",
            states["words"] == states["plain"] == "no profile", states)


def check_runs(s):
    """Of a name, one run tells what the others were meant to be."""
    good, junk = STACKS, b"\0\1\2" * 100
    for what, old, new, state in (
            ("one run after is a profile", [PROSE] * 3, [good, PROSE, ""], "failed"),
            ("the last run after is a profile", [PROSE] * 3, [PROSE, "", good], "failed"),
            ("one run before is a profile", [PROSE, good, ""], [PROSE, "", junk], "failed"),
            ("all are lost on both sides", ["", junk], [junk, ""], "failed"),
            ("one of them has words", ["", PROSE], ["", ""], "no profile"),
            ("one after has words", ["", ""], ["", PROSE], "no profile"),
            ("all have words", [PROSE, PROSE], [PROSE, PROSE], "no profile")):
        at = plant(s, {f"{side}/x.data.{i + 1}": content for side, contents in
                       (("old", old), ("new", new)) for i, content in enumerate(contents)}
                   | {"old/y": good, "new/y": good})
        run, _, states = report(s, at, "--before", "old")
        others = {name: is_ for name, is_ in states.items() if is_ != "drawn" and name != "y"}
        s.claim(f"{what}: what is not drawn is said to be: {state}",
                others and set(others.values()) == {state}, (run, states))
    at = plant(s, {"new/x.1": PROSE, "new/x.2": good, "new/x.2.1": PROSE, "new/x.3": ""})
    _, _, states = report(s, at)
    s.claim("a run of another name among them parts none",
            [states[f"x.{i}"] for i in (1, 2, 3)] == ["failed", "drawn", "failed"]
            and states["x.2.1"] == "no profile", states)


def check_linear(s):
    """Each file is opened a few times, however many runs of a name are no profiles."""
    n = 300
    at = plant(s, {f"{side}/x.{i}": PROSE for side in ("old", "new") for i in range(n)}
               | {"old/y": STACKS, "new/y": STACKS})
    opened = 0
    with watch.Watch(os.path.join(at, "old"), IN_OPEN) as old, \
            watch.Watch(os.path.join(at, "new"), IN_OPEN) as new:
        if not (old.is_open and new.is_open):
            s.skip("how often files are opened", "the kernel does not tell")
            return
        run, _, states = report(s, at, "--before", "old")
        opened = sum(1 for side in (old, new) for _ in side.all())
    s.claim(f"{2 * n} files that are no profiles are opened {opened} times, at most 16 times each",
            run.rc == 0 and states["x.7"] == "no profile" and n < opened < 16 * 2 * n,
            (run, opened))


def check_nothing(s):
    """What is missing may be allowed, but not that all is."""
    rules = s.path("rules", "max total parse 90%\nmax growth parse 5%\n")
    at = plant(s, {"old/x.folded": STACKS, "new/x.folded": PROSE})
    run, data, _ = report(s, at, "--before", "old", "--budget", rules, "--allow-missing")
    with open(os.path.join(at, "out/index.html"), encoding="utf-8") as f:
        page = re.sub(r"<[^>]*>", "", f.read())
    with open(os.path.join(at, "out/summary.md"), encoding="utf-8") as f:
        summary = f.read()
    errors = int(tree.parse(os.path.join(at, "out/junit.xml")).getroot().attrib["errors"])
    s.claim("if nothing is drawn, a budget fails with --allow-missing too, in every output",
            run.rc == 1 and data["budget"] == "not judged" and errors > 0
            and "could not be checked in full" in page
            and "could not be checked in full" in summary, (run, data["budget"], summary))
    at = plant(s, {"new/README": PROSE})
    run, data, _ = report(s, at, "--budget", s.path("rules", "max total parse 90%\n"))
    errors = int(tree.parse(os.path.join(at, "out/junit.xml")).getroot().attrib["errors"])
    s.claim("so it does where there is no profile at all", run.rc == 1 and errors == 1
            and data["budget"] == "not judged", (run, errors))


def check_lacks(s):
    """What one side lacks is told of the run that is missing, whatever is left out."""
    rules = s.path("rules", "max growth parse 90%\n")
    files = {f"{side}/b.folded.{i}": STACKS for side in ("old", "new") for i in range(1, 6)}
    files["new/b.folded.2"] = ""
    del files["old/b.folded.3"]
    run, data, _ = report(s, plant(s, files), "--before", "old", "--budget", rules,
                          "--allow-missing")
    s.claim("--allow-missing: the run that is missing is named, not another",
            run.rc == 0 and [m["message"] for m in data["missing"]] == [
                "b.folded: has 4 files before and 5 after, wanted as many; b.folded.3 is missing "
                "before"], (run, data["missing"]))
    files = {"old/a.folded": STACKS, "old/c": STACKS, "new/c": STACKS}
    _, data, _ = report(s, plant(s, files), "--before", "old", "--budget", rules)
    s.claim("a file that is gone is a file", [m["message"] for m in data["missing"]] == [
        "a.folded: has 1 file before and none after, wanted as many"], data["missing"])


def check(s):
    check_readers(s)
    check_runs(s)
    check_linear(s)
    check_nothing(s)
    check_lacks(s)


kit.main(check)
