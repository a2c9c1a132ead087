#!/usr/bin/env python3
"""What a report tells: amounts as people read them, runs in their order, short summaries."""
import json
import os
import re
import subprocess

import kit
from kit import massif


def read(folder, name="report.json"):
    with open(os.path.join(folder, name), encoding="utf-8") as f:
        return json.load(f) if name.endswith(".json") else f.read()


def plant(s, folder, files):
    for name, content in files.items():
        path = s.path(os.path.join(folder, name))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        s.path(os.path.join(folder, name), content)
    return s.path(folder)


def measured(unit, weights):
    """A file of speedscope with a stack main;NAME for each weight, and many samples of each."""
    names = ["main", *weights]
    return json.dumps({
        "$schema": "https://www.speedscope.app/file-format-schema.json", "exporter": "flame",
        "period": 1000000,
        "shared": {"frames": [{"name": name} for name in names]},
        "profiles": [{"type": "sampled", "name": "p", "unit": unit, "startValue": 0,
                      "endValue": sum(weights.values()),
                      "samples": [[0, i + 1] for i in range(len(weights))],
                      "weights": list(weights.values())}]})


def texts(page):
    """The text of a page of HTML, without its script and style."""
    page = re.sub(r"<(script|style)>.*?</\1>", "", page, flags=re.S)
    return re.sub(r"<[^>]*>", "", page)


# ---- names ------------------------------------------------------------------------------------

def names(out):
    return sorted(p["path"] for p in read(out)["profiles"])


def check_names(s):
    given = plant(s, "same", {"x/cpu.folded": "main;a 1\n", "y/cpu.folded": "main;b 1\n",
                              "y/heap.folded": "main;c 1\n"})
    wanted = ["heap.folded", "x/cpu.folded", "y/cpu.folded"]
    for what, paths in (("files", [f"{given}/x/cpu.folded", f"{given}/y/cpu.folded",
                                   f"{given}/y/heap.folded"]),
                        ("folders", [f"{given}/x", f"{given}/y"])):
        out = s.path("same-" + what)
        run = s.run("report", "-o", out, *paths)
        s.claim(f"{what} with files of one name: each is called by its folder",
                run.rc == 0 and names(out) == wanted, names(out))
    out = s.path("same-twice")
    run = s.run("report", "-o", out, f"{given}/x/cpu.folded", f"{given}/x/cpu.folded")
    s.claim("a file given twice is one", names(out) == ["cpu.folded"], run)


# ---- amounts ----------------------------------------------------------------------------------

def check_amounts(s):
    given = plant(s, "units", {
        "time.json": measured("nanoseconds", {"parse": 1500000000, "wait": 500000000}),
        "room.json": measured("bytes", {"grow": 4500000, "keep": 1}),
        "count.folded": "main;a 1234567\n"})
    out = s.path("units-out")
    budget = s.path("units.budget", "max total parse 50%\nmax total grow 50%\n")
    run = s.run("report", "-o", out, "--budget", budget, given)
    page = texts(read(out, "index.html"))
    s.claim("amounts of time and bytes are scaled in the page, counts have commas",
            all(text in page for text in ("2 s", "4.5 MB", "1,234,567 samples")), page)
    s.claim("and in a line about a budget", run.rc == 5
            and "parse: 75.00 % (1.5 s), budget: max total parse 50%\n" in run.said
            and "grow: 100.00 % (4.5 MB), budget" in run.said, run)
    s.claim("and in its test case", "75.00 % (1.5 s)" in read(out, "junit.xml"))
    s.run("report", "-o", s.path("huge"), "--countname", "s", "--", plant(
        s, "most", {"a.folded": f"main;a {2**64 - 4096}\n"}))
    page = texts(read(s.path("huge"), "index.html"))
    s.claim("so are the largest that there are", "18,446,744,073,709,547,520 s" in page, page)
    rows = {p["path"]: p for p in read(out)["profiles"]}
    s.claim("data has them as they were read", rows["time.json"]["total"] == 2000000000
            and rows["room.json"]["total"] == 4500001 and rows["time.json"]["unit"] == "ns"
            and rows["time.json"]["exceeded"][0]["value"] == 1500000000, rows)


def check_changes(s):
    for side, more in (("old", 0), ("new", 600000000)):
        plant(s, f"times/{side}", {
            f"x.{i}": measured("nanoseconds", {"parse": 1000000000 + i * 1000000 + more,
                                               "wait": 500000000 + i * 1000000})
            for i in range(1, 6)})
    run = s.run("report", "-o", "out", "--before", "old", "new", cwd=s.path("times"))
    out = s.path("times/out")
    change = r"\+600 ms \\?\[\+5\d\d(\.\d+)? ms, \+6\d\d(\.\d+)? ms\\?\]"
    page = texts(read(out, "index.html"))
    data = read(out)["changes"][0]
    s.claim("a change of time is scaled with its interval, in the page and in the summary",
            run.rc == 0 and re.search(change, page)
            and re.search(change, read(out, "summary.md")), read(out, "summary.md"))
    s.claim("and so are the totals", "1.51 s \u2192 2.11 s, +600 ms (+39.84 %)" in page
            and data["headline"] in page, data["headline"])
    s.claim("data has numbers of the unit", data["functions"][0]["name"] == "parse"
            and data["functions"][0]["after"] == 1603000000 and data["unit"] == "ns", data)
    percents = re.findall(r"\d(\s?)%", page + read(out, "summary.md"))
    s.claim("a space stands before every percent sign",
            percents and set(percents) <= {" ", "\u00a0"}, percents)


# ---- many runs --------------------------------------------------------------------------------

def check_many_runs(s):
    for side, more in (("old", 0), ("new", 60)):
        plant(s, f"runs/{side}", {
            f"x.{i}": f"main;grows {200 + i % 7 + more}\nmain;stays {1000 + i % 5}\n"
            for i in range(1, 101)})
    run = s.run("report", "-o", "out", "--before", "old", "new", cwd=s.path("runs"))
    data = read(s.path("runs/out"))
    change = data["changes"][0]
    s.claim("a hundred runs a side are compared", run.rc == 0 and run.said == ""
            and [change["runs_before"], change["runs_after"]] == [100, 100], run)
    s.claim("and show what changed alone", [(c["name"], c["of"]) for c in change["functions"]
            if c["verdict"] == "proven"][:1] == [("grows", "self")]
            and "stays" not in [c["name"] for c in change["functions"]], change["functions"])
    plant(s, "runs/new", {"x.101": "main;grows 200\n"})
    run = s.run("report", "-o", "out", "--before", "old", "new", cwd=s.path("runs"))
    wanted = "x: 201 runs found on both sides together, wanted at most 200"
    page = texts(read(s.path("runs/out"), "index.html"))
    s.claim("of more the bound is named", f"flame: {wanted}\n" == run.said and run.rc == 0
            and wanted in page, run)
    s.claim("and no profile is said to be unreadable", "1 comparison could not be made" in page
            and "not be read" not in page and read(s.path("runs/out"))["failed"] == 0
            and read(s.path("runs/out"))["not_compared"] == 1
            and "1 comparison could not be made" in read(s.path("runs/out"), "summary.md"), page)
    run = s.run("report", "-o", "out", "--strict", "--before", "old", "new", cwd=s.path("runs"))
    s.claim("--strict wants all comparisons", run.rc == 1
            and "1 of 1 comparisons could not be made" in run.said, run)


# ---- the order of runs ------------------------------------------------------------------------

def check_order(s):
    names = ["x", "x.1", "x.2", "x.03", "x.10", "x.10000000000000000000", "x.20000000000000000000"]
    names[4:4] = ["x.9.1"]
    names[6:6] = ["x.10.1", "x.10.2"]
    for side in ("old", "new"):
        plant(s, f"order/{side}", {name: f"main;a {i + 5}\nmain;b 9\n"
                                   for i, name in enumerate(names)})
    arguments = ["report", "-o", "out", "--summary", "--before", "old", "new"]
    run = s.run(*arguments, cwd=s.path("order"))
    out = s.path("order/out")
    paths = [p["path"] for p in read(out)["profiles"]]
    s.claim("runs stand in the order of their numbers", run.rc == 0 and paths == names, paths)
    s.claim("and in every file", all(
        sorted(names, key=lambda name: text.index(f">{name}<")) == names for text in
        [read(out, "index.html").partition('id="profiles"')[2]]) and names == re.findall(
            r'classname="flame.profiles" name="([^"]*)"', read(out, "junit.xml")))
    s.claim("and so do comparisons", [(c["path"], c["runs_after"]) for c in read(out)["changes"]]
            == [("x", 7), ("x.9", 1), ("x.10", 2)], read(out)["changes"])
    again = s.run(*arguments, cwd=s.path("order"))
    s.claim("and all of them are known again", "10 profiles: 0 drawn" in again.said
            and "3 comparisons: 0 drawn" in again.said, again)


# ---- the summary ------------------------------------------------------------------------------

def check_summary(s):
    names = ["plain", "a|b", "x`y``z", "<img src=x>", "@team", "[l](http://x)", "**b**", "it's"]
    given = plant(s, "md", {f"{i}.folded": f"main;{name} 5\nmain;{names[0]}{i} 5\nmain;it 1\n"
                            for i, name in enumerate(names * 2)})
    budget = s.path("md.budget", "max total * 10%\n")
    s.run("report", "-o", s.path("md-out"), "--budget", budget, given)
    text = read(s.path("md-out"), "summary.md")
    lines = text.rstrip("\n").split("\n")
    s.claim("the summary has at most ten lines, a profile is one of them", len(lines) == 10
            and lines[-1] == "- and 27 more, in `index.html`" and len(set(
                re.findall("- `(.).folded`", text))) == 7, text)
    bare = re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", text, flags=re.S)
    s.claim("names are code: no markup, link or mention is left",
            not re.search(r"[<@|\[]|\*\*b", bare), bare)
    commands = re.findall(r"see it: `(flame [^`]*)`", text)
    wrong = []
    for command in commands:
        run = subprocess.run(["bash", "-c", command.replace("flame", s.flame, 1)], cwd=given,
                             capture_output=True, check=False)
        with open(os.path.join(given, "focus.svg"), encoding="utf-8") as f:
            if run.returncode or "plain" not in f.read():
                wrong.append((command, run.stderr))
    s.claim("commands that it shows draw what they are about", commands and not wrong, wrong)


def check_lines(s):
    """What is proven, once a profile, where it is."""
    for side, more in (("old", 0), ("new", 60)):
        plant(s, f"lines/{side}", {
            f"x.{i}": f"main;work;grows {200 + i % 7 + more}\nmain;stays {1000 + i % 5}\n"
            for i in range(8, 15)})
        plant(s, f"lines/{side}", {f"same.{i}": f"main;a {i}\n" for i in range(8, 15)})
    budget = s.path("lines.budget", "max growth grows 1% proven\n")
    run = s.run("report", "-o", "out", "--before", "old", "--budget", budget, "new",
                cwd=s.path("lines"))
    text = read(s.path("lines/out"), "summary.md")
    command = "flame --before=old/x.{8..14} new/x.{8..14} -o change.svg"
    s.claim("a profile that changed is one line: its stack, the change with its interval, the rule "
            "it breaks and a short command", run.rc == 5 and re.fullmatch(
                r"\*\*flame report\*\*: 1 budget exceeded; 1 profile is proven to have changed\n\n"
                r"- `x`: `main;work;grows` \*\*\+60 \\\[\+\d\d, \+\d\d\\\] samples\*\* "
                r"by itself, proven \(budget `max growth grows 1% proven`\); see it: `"
                + re.escape(command) + r"`\n", text), text)
    shown = subprocess.run(["bash", "-c", command.replace("flame", s.flame, 1)],
                           cwd=s.path("lines"), capture_output=True, check=False)
    with open(s.path("lines/change.svg"), "rb") as drawn, \
            open(s.path("lines/out/changes/x.svg"), "rb") as there:
        s.claim("which draws the same picture", shown.returncode == 0
                and drawn.read() == there.read(), str(shown.stderr))


def check_alone(s):
    """The command for one profile of a report that compares."""
    moments = "desc: d\ncmd: c\ntime_unit: i\n" + "".join(
        f"#-----------\nsnapshot={i}\n#-----------\ntime={i}\nmem_heap_B={n}\n"
        f"mem_heap_extra_B=0\nmem_stacks_B=0\nheap_tree=detailed\nn1: {n} 0x1: main (a.c:1)\n"
        f" n0: {n} 0x2: grow (a.c:2)\n" for i, n in enumerate((100, 300)))
    for kind, text, options in (("shares", "main;a 8\nmain;b 2\n", ["--shares", "--strip-hex"]),
                                ("moments", moments, ["--snapshot=0:1"])):
        for side in ("-old", "-new"):
            plant(s, f"{kind}/{side}", {"x": text})
        budget = s.path(f"{kind}/budget", "max self * 10%\n")
        run = s.run("report", "-o", "out", "--before=-old", "--budget", budget, *options, "--",
                    "-new", cwd=s.path(kind))
        rows = read(s.path(kind) + "/out")
        s.claim(f"with {kind} the profile is drawn, and what changed is", run.rc == 5 and
                [p["state"] for p in rows["profiles"] + rows["changes"]] == ["drawn"] * 2, run)
        text = read(s.path(kind) + "/out", "summary.md")
        command = re.search(r"see it: `(flame [^`]*-o focus.svg)`", text).group(1)
        shown = subprocess.run(["bash", "-c", command.replace("flame", s.flame, 1)],
                               cwd=s.path(kind), capture_output=True, check=False)
        s.claim(f"the command for one profile runs, of {kind}", shown.returncode == 0
                and "./-new/x" in command, command + str(shown.stderr))


def check_alike(s):
    """Names that differ in numbers are compared one by one, and it is said how to name runs."""
    for name, files, n in (("dash", ("x-01", "x-02", "x-10", "y"), 3),
                           ("folder", ("1/x", "2/x"), 2), ("dots", ("x.1", "x.2", "y"), 0),
                           ("others", ("a1", "b2"), 0)):
        for side, more in (("old", 0), ("new", 300)):
            plant(s, f"{name}/{side}", {path: "main;" + "f;" * 7 + f"g {900 + more}\n"
                                              "main;other 100\n" for path in files})
        run = s.run("report", "-o", "out", "--before", "old", "new", cwd=s.path(name))
        page = read(s.path(f"{name}/out"), "index.html")
        told = re.search(r"<code>([^<]*)</code> and (\d) others? looks? like runs of one", page)
        s.claim(f"{name}: what looks like runs is told", run.rc == 0 and bool(told) == bool(n)
                and (not n or (told[1], int(told[2])) == (files[0], n - 1)), told)
        s.claim(f"{name}: a name that follows itself is written once",
                "f \u00d77;<wbr>g" in page and "f;<wbr>f" not in page, page)


def check_once(s):
    """What cannot be read is told once; where it is missing, it is named."""
    for side in ("old", "new"):
        plant(s, f"once/{side}", {f"x.{i}": "main;a 500\nmain;b 400\n" for i in range(1, 6)})
    plant(s, "once/new", {"x.3": "none\n" * 20})
    run = s.run("report", "-o", "out", "--before", "old", "new", cwd=s.path("once"))
    at = s.path("once/out")
    s.claim("a run that cannot be read is told once", run.said.count("x.3") == 1
            and "new/x.3:1: " in run.said, run)
    words = "x: not compared, as x.3 could not be read"
    s.claim("and named in the place of its comparison", all(
        words in text for text in (texts(read(at, "index.html")), read(at, "junit.xml"),
                                   read(at, "summary.md"), read(at)["changes"][0]["message"])),
        read(at, "summary.md"))


PPROF = """heap profile: 1: 8 [1: 8] @ heap_v2/524288
1: 8 [1: 8] @ 0x1
#\t0x1\tmain.keep+0x1\t/src/main.go:1
"""
def check_recordings(s):
    given = plant(s, "recordings", {"a.heap": PPROF, "massif.out": massif.of_command("./orders 7")})
    run = s.run("report", "-o", s.path("recorded"), given)
    page = read(s.path("recorded"), "index.html")
    told = re.findall('<div class="about">(.*?)</div>', page)[::2]
    s.claim("of other profiles it says what was recorded, and of what kind the sum is",
            run.rc == 0 and told == ["format pprof-text, in use", "./orders 7"], (run, told))


def check(s):
    check_once(s)
    check_recordings(s)
    check_alike(s)
    check_alone(s)
    check_names(s)
    check_amounts(s)
    check_changes(s)
    check_many_runs(s)
    check_order(s)
    check_summary(s)
    check_lines(s)


kit.main(check)
