#!/usr/bin/env python3
"""flame report: a picture of each profile, pages about all of them, and what is amiss told.

FLAME_SEED repeats a run.
"""
import html.parser
import json
import os
import random
import re
import shutil
import signal
import subprocess
import time
import xml.etree.ElementTree as tree

import kit
from kit import junit

BAD = "main;a 1\n" + "main;b\n" * 20  # most of it has no counts
PAGES = ["index.html", "junit.xml", "report.json", "summary.md"]


def plant(s, folder, files):
    for name, content in files.items():
        path = s.path(os.path.join(folder, name))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        s.path(os.path.join(folder, name), content)
    return s.path(folder)


def folded(seed, n=40):
    rng = random.Random(seed)
    return "".join(f"main;{'work' if rng.random() < .5 else 'wait'};f{rng.randint(0, 9)} "
                   f"{rng.randint(1, 50)}\n" for _ in range(n))


def everything(folder):
    """What lies in a folder, by its path."""
    found = {}
    for at, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(at, name)
            with open(path, "rb") as f:
                found[os.path.relpath(path, folder)] = f.read()
    return found


def read(folder, name="report.json"):
    with open(os.path.join(folder, name), encoding="utf-8") as f:
        return json.load(f) if name.endswith(".json") else f.read()


def by_path(folder):
    return {p["path"]: p for p in read(folder)["profiles"]}


# ---- what is written --------------------------------------------------------------------------

def check_files(s):
    given = plant(s, "given", {"a.folded": "main;parse;read 15\nmain;wait 85\n",
                               "deep/b.folded": "main;it 3\n", "deep/README": "no profile\n",
                               "deep/.hidden.folded": "x 1\n",
                               "deep/work.py": "import re\nimport os\nn = 5\nm = n\n" * 9})
    run = s.run("report", "-o", s.path("out"), given)
    s.claim("a report is written", run.rc == 0 and run.out == b"", run)
    files = everything(s.path("out"))
    s.claim("pages and pictures are all there is", sorted(files) == sorted(
        PAGES + [".flame-report", "profiles/a.folded.svg", "profiles/deep/b.folded.svg"]),
        sorted(files))
    rows = by_path(s.path("out"))
    a = rows["a.folded"]
    s.claim("sums, units and formats are told", a["total"] == 100 and a["unit"] == "samples"
            and a["format"] == "folded" and a["functions"] == 4, a)
    s.claim("the heaviest functions by self and by total are told",
            a["by_self"][0] == {"name": "wait", "self": 85, "total": 85}
            and a["by_total"][0] == {"name": "main", "self": 0, "total": 100}, a)
    s.claim("a file that is no profile is told, hidden ones are not met",
            [rows["deep/" + name]["state"] for name in ("README", "work.py")] == ["no profile"] * 2
            and len(rows) == 4, rows)
    page = read(s.path("out"), "index.html")
    s.claim("a page tells formats", page.count('<div class="about">format folded</div>') == 2)
    s.claim("a number stays on the line of its sign", "wait 85\u00a0%" in page, page)
    single = s.run("--quiet", os.path.join(given, "a.folded"))
    s.claim("a picture is the one that flame draws",
            files["profiles/a.folded.svg"] == single.out, single)
    s.claim("nothing to say makes an empty summary", files["summary.md"] == b"")
    s.claim("no page knows where it was made",
            not [p for p in PAGES if s.folder.encode() in files[p]])


class Page(html.parser.HTMLParser):
    """Links, elements and text of a page."""

    def __init__(self, text):
        super().__init__()
        self.links, self.open, self.text, self.wrong = [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.wrong += [a for a, _ in attributes if a.startswith("on") or a == "style"]
        for name, value in attributes:
            if name in ("href", "src"):
                self.links.append(value)
        if tag not in ("meta", "path", "wbr"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag in ("path", "meta"):
            return
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}>")

    def handle_data(self, data):
        if self.open and self.open[-1] not in ("script", "style"):
            self.text.append(data)


def check_page(s):
    out = s.path("out")
    page = Page(read(out, "index.html"))
    s.claim("elements of the page end where they should, and nothing is active but its script",
            not page.wrong and not page.open, f"{page.wrong} {page.open}")
    s.claim("links of the page lead to files beside it", page.links and all(
        os.path.isfile(os.path.join(out, link)) for link in page.links), page.links)
    script = re.search(r"<script>(.*?)</script>", read(out, "index.html"), re.S).group(1)
    style = re.search(r"<style>(.*?)</style>", read(out, "index.html"), re.S).group(1)
    s.claim("the page begins with the heaviest function", re.search(
        r'<main>.*Heaviest by itself: <code>it</code> 100.00 % of <a href="profiles/deep/b.folded'
        r'.svg">', read(out, "index.html"), re.S), read(out, "index.html"))
    policy = s.run("--csp").out.decode()
    s.claim("--csp tells the hashes of its script and style",
            all(digest(text) in policy for text in (script, style)), policy)


def digest(text):
    import base64
    import hashlib
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def check_junit(s):
    given = plant(s, "mixed", {"good.folded": "main;a 1\n", "over.folded": "main;b<&\"> 1\n",
                               "bad.folded": BAD, "other": "x\n"})
    budget = s.path("mixed.budget", "max total b* 10%\n")
    s.run("report", "-o", s.path("junit"), "--budget", budget, given)
    root = tree.parse(s.path("junit/junit.xml")).getroot()
    s.claim("junit.xml keeps to the schema of Jenkins", junit.faults(root) == [],
            junit.faults(root))
    cases = {case.get("name"): [child.tag for child in case] for case in root.iter("testcase")}
    s.claim("a profile is a case: it passes, fails, is in error or skipped", cases == {
        "good.folded": [], "over.folded": ["failure"], "bad.folded": ["error"],
        "other": ["skipped"]}, cases)
    suite = root[0]
    counts = {name: int(suite.get(name)) for name in ("tests", "failures", "errors", "skipped")}
    s.claim("the suite counts its cases",
            counts == {"tests": 4, "failures": 1, "errors": 1, "skipped": 1}, counts)
    junit.check_rules(s)


# ---- budgets and exit statuses ----------------------------------------------------------------

def check_budgets(s):
    given = plant(s, "budget", {"a.folded": "main;parse_json;read 15\nmain;wait 85\n"})

    def report(rule, *more):
        return s.run("report", "-o", s.path("budgets"), "--budget",
                     s.path("rules", rule + "\n"), *more, given)

    for rule, exceeded in [
            ("max total parse_json 12%", True), ("max total parse_json 15%", False),
            ("max total parse_json 14.999%", True), ("max self parse_json 0%", False),
            ("max self 'r*' 5%", True), ("max self 'r*d' 15%", False), ("forbid wait", True),
            ("forbid w", False), ("forbid '[vw]ai?'", True), ("max total main 99%  # all", True)]:
        run = report(rule)
        s.claim(f"{rule}: {'exceeded' if exceeded else 'kept'}",
                run.rc == (5 if exceeded else 0)
                and (re.search(r"a\.folded: .*budget: ", run.said) is not None) == exceeded, run)
    run = report("max total parse_json 12%")
    s.claim("an excess is one line on standard error", run.said ==
            "flame: a.folded: parse_json: 15.00 % (15 samples), budget: "
            "max total parse_json 12%\n", run)
    row = by_path(s.path("budgets"))["a.folded"]
    s.claim("and in the data", row["n_exceeded"] == 1 and row["exceeded"] == [
        {"rule": 0, "name": "parse_json", "value": 15, "percent": 15,
         "stack": "main;parse_json"}], row)
    pages = {name: read(s.path("budgets"), name) for name in PAGES}
    s.claim("and in every page", all("parse_json" in str(text) and "12%" in str(text)
                                     for text in pages.values()))
    run = report("max self nowhere 5%")
    s.claim("a rule about no function is told, and fails", run.rc == 1
            and 'no function matches: "max self nowhere' in run.said, run)
    s.claim("--allow-missing lets it pass", report("max self no 5%", "--allow-missing").rc == 0)
    run = report("forbid nowhere", "--strict")
    s.claim("what is forbidden and does not occur is as it should be",
            run.rc == 0 and "nowhere" not in run.said, run)
    run = report("max growth * 2% proven")
    s.claim("a rule about growth is refused, as nothing is compared",
            run.rc == 2 and "max growth * 2% proven" in run.said, run)
    for rule, wanted in [("max totl a 1%", "did you mean total"), ("mx total a 1%", "mean max"),
                         ("max total a", "a share"), ("max total a 5", "a share"),
                         ("max total a 5% x", "the end of the line"), ("forbid", "the name"),
                         ("forbid 'a", "the quote"), ("# nothing", "no rule found")]:
        run = report("\n" + rule)
        place = "rules:" if rule[0] == "#" else "rules:2:"
        s.claim(f"{rule!r} is refused with its line", run.rc == 2 and place in run.said
                and wanted in run.said, run)


def check_statuses(s):
    good = s.path("good.folded", "main;a 1\n")
    bad = s.path("bad.folded", BAD)
    out = s.path("status")
    os.mkdir(s.path("empty"))
    for what, arguments, rc in [
            ("all could be read", [good], 0), ("one could not", [good, bad], 0),
            ("one could not, --strict", ["--strict", good, bad], 1), ("none could", [bad], 1),
            ("a file that is not there", [good, s.path("nowhere")], 0),
            ("no file that is there", [s.path("nowhere")], 1),
            ("an empty folder", [s.path("empty")], 1),
            ("an option that is none", ["--colours", good], 2),
            ("a theme that is none", ["--colors", "nowhere", good], 2),
            ("a budget that is not there", ["--budget", s.path("nowhere"), good], 3),
            ("another format", ["-f", "pdf", good], 2), ("a map of colours", ["--cp", good], 2),
            ("standard input", ["-"], 2), ("nothing", [], 2)]:
        run = s.run("report", "-o", out, *arguments)
        s.claim(f"{what}: status {rc}", run.rc == rc, run)
    for what, run, rc in [
            ("no folder to write to", s.run("report", good), 2),
            ("a file in its place", s.run("report", "-o", good, good), 3),
            ("--budget of flame alone", s.run("--budget", good, good), 2),
            ("--force of flame alone", s.run("--force", good), 2)]:
        s.claim(f"{what}: status {rc}", run.rc == rc and run.said, run)
    budget = s.path("b.budget", "forbid a\n")
    run = s.run("report", "-o", out, "--strict", "--budget", budget, good, bad)
    s.claim("a budget that is exceeded goes before all else: status 5", run.rc == 5, run)
    run = s.run("report", "-o", out, good, bad)
    s.claim("who could not be read is told with place and reason",
            f"{bad}:2: no count at the end of the line" in run.said, run)
    s.claim("and in the report by its own path", "bad.folded:2: no count" in
            by_path(out)["bad.folded"]["message"] and s.folder not in read(out, "index.html"))


# ---- one does not spoil the others ------------------------------------------------------------

def check_limits(s):
    if s.sanitized:
        s.skip("limits of each profile", "sanitizers map more memory")
        return
    rng = random.Random(5)
    large = "".join(f"main;{rng.getrandbits(64):x};{rng.getrandbits(64):x} 1\n"
                    for _ in range(200000))
    given = plant(s, "sizes", {"large.folded": large, "small.folded": "main;a 1\n"})
    run = s.run("report", "-o", s.path("limited"), "--limit", "memory=60M", given)
    rows = by_path(s.path("limited"))
    s.claim("a profile that needs too much memory is a row", run.rc == 0
            and 'limit "memory"' in rows["large.folded"]["message"]
            and rows["small.folded"]["state"] == "drawn", run)
    s.claim("and leaves nothing behind", not s.temporaries(s.path("limited/profiles")))


# ---- names ------------------------------------------------------------------------------------

HOSTILE = ["a b", "a\nb", "x'y", 'q"r', "<b>&", "`$(id)`", "x..", "-o", "[link](http://x)", "@who",
           "a|b", "con\x1b[31mred", "p%2e%2e", "\u202egnp", "\u00e9t\u00e9", "A", "a", "a~2",
           "x" * 250]


def check_names(s):
    files = {os.path.join("d.svg" if i % 3 else "e/f..", name):
             f"main;{name.replace(chr(10), '')} 1\n" for i, name in enumerate(HOSTILE)}
    given = plant(s, "names", files)
    with open(os.path.join(given.encode(), b"\xff\xfe"), "wb") as f:
        f.write(b"main;x 1\n")
    run = s.run("report", "-o", s.path("named"), given)
    rows = by_path(s.path("named"))
    pictures = [p["picture"] for p in rows.values()]
    s.claim("profiles of any name are drawn", run.rc == 0
            and len(pictures) == len(HOSTILE) + 1, run)
    s.claim("names of pictures are plain and differ without regard to case",
            all(re.fullmatch(r"profiles/([\w.+=@,~-]+/)*[\w.+=@,~-]+\.svg", p) for p in pictures)
            and len({p.lower() for p in pictures}) == len(pictures), pictures)
    s.claim("none begins with a point", not [p for p in pictures if "/." in p], pictures)
    page = Page(read(s.path("named"), "index.html"))
    s.claim("names are text in the page", not page.wrong and "".join(page.text).count("<b>&") >= 1
            and all(os.path.isfile(os.path.join(s.path("named"), unquote(link)))
                    for link in page.links), page.wrong)
    s.claim("and in the data and the test cases",
            not junit.faults(tree.parse(s.path("named/junit.xml")).getroot()))


def unquote(link):
    from urllib.parse import unquote as of
    return of(link)


def check_escapes(s):
    outside = s.path("outside")
    os.mkdir(outside)
    os.makedirs(s.path("caught/profiles"))
    os.symlink(outside, s.path("caught/profiles/deep"))
    given = plant(s, "escape", {"deep/a.folded": "main;a 1\n", "b.folded": "main;b 1\n"})
    run = s.run("report", "-o", s.path("caught"), given)
    s.claim("a link in the folder of the report is not followed", run.rc == 0
            and os.listdir(outside) == [] and by_path(s.path("caught"))["deep/a.folded"]["state"]
            == "failed", run)
    os.makedirs(s.path("down/here"))
    s.path("up.folded", "main;a 1\n")
    run = s.run("report", "-o", "out", "../../up.folded", "./../../good.folded",
                s.path("good.folded"), cwd=s.path("down/here"))
    names = sorted(everything(s.path("down/here/out")))
    s.claim("a path that leads up or is absolute is called by its last name", run.rc == 0
            and "profiles/up.folded.svg" in names
            and not os.path.exists(s.path("down/up.folded.svg")), names)
    os.symlink(s.path("escape"), s.path("escape/loop"))
    run = s.run("report", "-o", s.path("loop"), given)
    s.claim("links to folders are not followed", run.rc == 0
            and sorted(by_path(s.path("loop"))) == ["b.folded", "deep/a.folded"], run)
    run = s.run("report", "-o", os.path.join(given, "report"), given)
    again = s.run("report", "-o", os.path.join(given, "report"), given)
    s.claim("a report that lies among its profiles is passed over", again.rc == 0
            and len(by_path(os.path.join(given, "report"))) == 2, again)


def check_failing(s):
    """What is meant to be a profile and cannot be read is no other file."""
    given = plant(s, "failing", {"flat.folded": "main 5\nidle 18446744073709551615\n",
                                 "ok.folded": "a;b 3\n"})
    run = s.run("report", "-o", s.path("out-failing"), given)
    rows = by_path(s.path("out-failing"))
    s.claim("a file of folded stacks that cannot be read is told, stacks of one frame too",
            rows["flat.folded"]["state"] == "failed" and "2^64-1" in run.said, run)


# ---- two sides --------------------------------------------------------------------------------

def run_of(rng, parse):
    """A run of some 5,000 samples, of which about `parse` are in one function."""
    stacks = {f"main;work;f{i}": 200 for i in range(20)}
    stacks["main;work;parse"] = parse
    return "".join(f"{stack} {max(1, round(rng.gauss(n, n ** .5)))}\n"
                   for stack, n in stacks.items())


def check_sides(s):
    rng = random.Random(9)  # what is proven of noise depends on it
    old = {f"grows.folded.{i}": run_of(rng, 400) for i in range(1, 6)}
    new = {f"grows.folded.{i}": run_of(rng, 800) for i in range(1, 6)}
    old.update({f"deep/same.{i}": run_of(rng, 400) for i in range(1, 6)})
    new.update({f"deep/same.{i}": run_of(rng, 400) for i in range(1, 6)})
    old.update({"one": "main;a 500\nmain;b 500\n", "lost": "main;a 1\n", "README": "words\n"})
    new.update({"one": "main;a 900\nmain;b 500\n", "fresh": "main;a 1\n", "README": "words\n"})
    plant(s, "sides/old", old)
    plant(s, "sides/new", new)
    at = s.path("sides")
    arguments = ["report", "-o", "out", "--summary", "--before", "old", "new"]
    run = s.run(*arguments, cwd=at)
    out = s.path("sides/out")
    data = read(out)
    changes = {c["path"]: c for c in data["changes"]}
    s.claim("files of one path are compared, numbered ones are runs", run.rc == 0
            and sorted(changes) == ["deep/same", "grows.folded", "one"]
            and [changes["deep/same"][f"runs_{side}"] for side in ("before", "after")] == [5, 5],
            run)
    s.claim("the rest is new or gone", data["new"] == ["fresh"] and data["gone"] == ["lost"],
            data["gone"])
    s.claim("each comparison has a picture", all(
        os.path.isfile(os.path.join(out, c["picture"])) for c in changes.values()))
    grown = changes["grows.folded"]["functions"][0]
    s.claim("a function that grew in all runs is proven to have grown", grown["name"] == "parse"
            and grown["verdict"] == "proven" and grown["of"] == "self"
            and 0 < grown["low"] < grown["after"] - grown["before"] < grown["high"], grown)
    s.claim("what did not change is not said to have", changes["deep/same"]["n_proven"] == 0)
    s.claim("one run a side proves nothing", changes["one"]["n_proven"] == 0
            and changes["one"]["functions"] and "proves nothing" in changes["one"]["power"],
            changes["one"])
    text = read(out, "summary.md")
    s.claim("the summary tells what is proven alone, with interval and command",
            "parse" in text and "\\[+" in text and "deep/same" not in text and "`one`" not in text
            and len(text.split("\n")) <= 11, text)
    command = re.search(r"see it: `(flame [^`]*)`", text).group(1)
    shown = subprocess.run(["bash", "-c", command.replace("flame", s.flame, 1)], cwd=at,
                           capture_output=True, check=False)
    with open(os.path.join(out, changes["grows.folded"]["picture"]), "rb") as f:
        s.claim("the command draws the same picture", shown.returncode == 0
                and f.read() == open(os.path.join(at, "change.svg"), "rb").read(),
                str(shown.stderr))
    check_growth(s, at, arguments)
    root = tree.parse(os.path.join(out, "junit.xml")).getroot()
    s.claim("comparisons are test cases too", junit.faults(root) == [] and len(
        [c for c in root.iter("testcase") if c.get("classname") == "flame.changes"]) == 3)
    s.run(*arguments, cwd=at)
    again = s.run(*arguments, cwd=at)
    s.claim("comparisons that did not change are not drawn again",
            "comparisons: 0 drawn" in again.said, again)
    s.path("sides/old/one", "main;a 100\n")
    again = s.run(*arguments, cwd=at)
    s.claim("one of which the side before changed is", "comparisons: 1 drawn" in again.said, again)
    s.path("sides/old/one", "main;a -\n" * 9)
    again = s.run(*arguments, cwd=at)
    s.claim("a side that cannot be read is a row", again.rc == 0 and "old/one" in again.said
            and [c for c in read(out)["changes"] if c["state"] == "failed"], again)


def check_runs(s):
    """How many runs there are, and how long."""
    for side in ("old", "new"):
        plant(s, f"runs/{side}", {f"many.{i}": f"main;a 10{i}\n" for i in range(101)})
        plant(s, f"runs/{side}", {f"short.{i}": f"main;a {2 + i}\n" for i in range(5)})
    run = s.run("report", "-o", "out", "--before", "old", "new", cwd=s.path("runs"))
    s.claim("a comparison of too many runs is named", run.rc == 0
            and "flame: many: 202 runs found on both sides together, wanted at most 200"
            in run.said, run)
    one = s.run("report", "-o", "one", "--event", "it", "new/short.1", cwd=s.path("runs"))
    s.claim("and so is a profile that an option is not for",
            'flame: new/short.1: --event: no sample has an event' in one.said, one)
    s.claim("runs that can show nothing are said to",
            "too few samples to prove anything" in read(s.path("runs/out"))["changes"][1]["power"])


def check_own_growth(s):
    """What calls something noisy grew by itself."""
    noise = (10, 9000, 400, 7000, 2000)
    for side, own in (("old", 3000), ("new", 4000)):
        plant(s, f"noisy/{side}", {f"x.{i}": f"main;f {own + 7 * i}\nmain;f;g {noise[i]}\n"
                                             f"main;rest 20000\n" for i in range(5)})
        noise = noise[::-1]
    budget = s.path("own", "max growth f 2% proven\n")
    run = s.run("report", "-o", "out", "--before", "old", "--budget", budget, "new",
                cwd=s.path("noisy"))
    proven = [(f["name"], f["of"]) for c in read(s.path("noisy/out"))["changes"]
              for f in c["functions"] if f["verdict"] == "proven"]
    s.claim("growth of a function by itself, proven alone, exceeds a rule of proven growth",
            proven == [("f", "self")] and run.rc == 5 and "max growth f" in run.said,
            f"{proven} {run.said}")
    s.run("report", "-o", "out", "--before", s.path("noisy/old"), s.path("noisy/new"),
          cwd=s.path("noisy"))
    text = read(s.path("noisy/out"), "summary.md")
    s.claim("the command tells both sides of absolute paths apart, by no more than their folders",
            " --before=old/x.{0..4} " in text and " new/x.{0..4} " in text
            and s.path("noisy") not in text, text)


def check_environment(s):
    with open(kit.ROOT / "golden/perf-data-recorded/input.perf-data", "rb") as f:
        recording = f.read()
    plant(s, "machines/old", {"a.data": recording, "b.data": recording})
    plant(s, "machines/new", {"a.data": recording.replace(b"AMD EPYC", b"AMD RYZN"),
                              "b.data": recording})
    run = s.run("report", "-o", "out", "--before", "old", "new", cwd=s.path("machines"))
    data = read(s.path("machines/out"))
    told = [c["environment"] for c in data["changes"]]
    s.claim("recordings of other machines, kernels or tools are told as such", run.rc == 0
            and re.fullmatch(r"before by .*AMD EPYC, after by .*AMD RYZN", told[0])
            and told[1] == "", told or run)
    page = read(s.path("machines/out"), "index.html")
    s.claim("before what changed", 0 < page.find("AMD RYZN") < page.find("a.data</span>"))


def check_growth(s, at, arguments):
    os.unlink(os.path.join(at, "old/lost"))  # what is gone would fail the budget
    for rule, exceeded in [("max growth parse 5% proven", True), ("max growth parse 50%", False),
                           ("max growth 'f*' 3% proven", False), ("max growth a 10%", True)]:
        run = s.run(*arguments, "--budget", s.path("growth", rule + "\n"), cwd=at)
        s.claim(f"{rule}: {'exceeded' if exceeded else 'kept'}", run.rc == (5 if exceeded else 0)
                and ("budget: max growth" in run.said) == exceeded, run)
    run = s.run(*arguments, "--budget", s.path("growth", "max total f[12] 1%\n"), cwd=at)
    text = read(os.path.join(at, "out"), "summary.md")
    s.claim("runs that exceed a rule alike are one line of the summary", run.rc == 5
            and "20 budgets exceeded" in text and text.count("more, in") == 0
            and len(re.findall(r"f[12]` \*\*\d\.\d\d %\*\*, also in 4 more runs", text)) == 4
            and text.count("budget `") == 4 and text.count("\n- ") == 3, text)
    none = s.run("report", "-o", "none", "--before", s.path("empty"), "new", cwd=at)
    s.claim("a folder before that is empty is refused", none.rc == 1, none)
    none = s.run("report", "-o", "none", "--before", "old", "--before", "nowhere", "new", cwd=at)
    s.claim("one that is not there is, too", none.rc == 3
            and not os.path.exists(os.path.join(at, "none"))
            and none.said == "flame: nowhere: No such file or directory\n", none)


# ---- again, and at any time -------------------------------------------------------------------

def check_same(s, rng):
    given = plant(s, "many", {f"{i % 5}/{i}.folded": folded(rng.random()) for i in range(30)})
    plant(s, "many", {"bad": "main;a\n" * 3, "0/no": "x\n"})
    outs = []
    for i, workers in enumerate(("1", "2", "7")):
        s.run("report", "-o", s.path(f"same{i}"), "--threads", workers, given)
        outs.append(everything(s.path(f"same{i}")))
    s.claim("the bytes are the same whatever the number of workers",
            len(outs[0]) == 35 and outs[0] == outs[1] == outs[2])
    return given, outs[0]


def check_incremental(s, given, first):
    out = s.path("same0")

    def summary(*more):
        return s.run("report", "-o", out, "--summary", *more, given)

    def times():
        return {name: os.stat(os.path.join(out, name)).st_mtime_ns for name in first
                if name.endswith(".svg")}

    before = times()
    run = summary()
    s.claim("what did not change is not drawn again",
            "0 drawn, 30 as in the last report" in run.said
            and times() == before and everything(out) == first, run)
    s.path("many/1/1.folded", "main;new 1\n")
    run = summary()
    s.claim("what changed is", "1 drawn, 29 as in the last report" in run.said
            and by_path(out)["1/1.folded"]["total"] == 1, run)
    run = summary("--force")
    s.claim("--force draws all", "30 drawn, 0 as" in run.said, run)
    run = summary("--colors", "blue")
    s.claim("and so do other options", "30 drawn, 0 as" in run.said, run)
    os.unlink(s.path("same0/profiles/2/2.folded.svg"))
    run = summary("--colors", "blue")
    s.claim("a picture that is gone is drawn again", "1 drawn, 29 as" in run.said, run)
    budget = s.path("inc.budget", "max total main 100%\n")
    run = summary("--colors", "blue", "--budget", budget)
    s.path("inc.budget", "max total main 99%\n")
    run = summary("--colors", "blue", "--budget", budget)
    s.claim("a budget that changed is looked at anew", run.rc == 5 and "30 drawn" in run.said, run)
    os.unlink(s.path("many/3/3.folded"))
    summary()
    s.claim("the picture of a profile that is gone goes too",
            not os.path.exists(s.path("same0/profiles/3/3.folded.svg")))
    state = os.path.join(out, ".flame-report")
    with open(state, "rb") as f:
        content = f.read()
    for what, damaged in [("cut", content[:len(content) // 2]), ("other", b"flame-report 9\n"),
                          ("odd", content.replace(b"7:samples", b"9:samples"))]:
        with open(state, "wb") as f:
            f.write(damaged)
        run = summary()
        s.claim(f"a memory that is {what} costs time alone", run.rc == 0
                and len(by_path(out)) == 31, run)


def check_kills(s, rng):
    """A run that is ended leaves whole files, and the next one makes all of them."""
    given = plant(s, "killed", {f"{i}.folded": folded(i, 2000) for i in range(40)})
    began = time.monotonic()
    s.run("report", "-o", s.path("whole"), given)
    seconds = time.monotonic() - began
    whole = everything(s.path("whole"))
    wrong = []
    for kind in (signal.SIGTERM, signal.SIGINT, signal.SIGKILL) * 3:
        out = s.path("part")
        shutil.rmtree(out, ignore_errors=True)
        child = subprocess.Popen([s.flame, "report", "-o", out, given], stderr=subprocess.DEVNULL,
                                 stdin=subprocess.DEVNULL, start_new_session=True)
        time.sleep(rng.random() * seconds)
        child.send_signal(kind)
        rc = child.wait(kit.LIMIT_S)
        kit.wait_until(lambda: not alive(child.pid))
        found = everything(out) if os.path.isdir(out) else {}
        left = [n for n in found if re.search(r"\.\d{6}$", n)]
        part = [n for n in found if n not in left and found[n] != whole.get(n)]
        if rc not in (0, -kind) or part or (left and kind != signal.SIGKILL):
            wrong.append(f"{kind}: {rc} {part} {left}")
    s.claim("a report that is ended at any time leaves whole files", not wrong, wrong)
    run = s.run("report", "-o", s.path("part"), given)
    s.claim("and the next one is as if nothing had been", run.rc == 0 and all(
        everything(s.path("part")).get(n) == whole[n] for n in whole), run)


def alive(group):
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def check(s):
    seed = int(os.environ.get("FLAME_SEED", time.time_ns() % 1000000))
    print(f"FLAME_SEED={seed}")
    rng = random.Random(seed)
    check_files(s)
    check_failing(s)
    check_page(s)
    check_junit(s)
    check_budgets(s)
    check_statuses(s)
    check_limits(s)
    check_names(s)
    check_escapes(s)
    given, first = check_same(s, rng)
    check_incremental(s, given, first)
    check_kills(s, rng)
    check_sides(s)
    check_runs(s)
    check_environment(s)
    check_own_growth(s)


kit.main(check)
