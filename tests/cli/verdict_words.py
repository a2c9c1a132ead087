#!/usr/bin/env python3
"""What a comparison says of a change is the same, word for word, wherever it is said.

A row is a kind of evidence with the words that it must get; a column is an output. A cell is a part
of the verdict in an output: the sentence on the comparison, how sure the change of a function and
of the whole is, what more runs would do, and what became of a budget.
"""
import html
import json
import os
import random
import re
import xml.etree.ElementTree as tree

import kit
from kit.compared import dump, folded, runs_of, timed

PARTS = ("sentence", "function", "whole", "advice", "gate")
NAMESPACE = "{http://www.w3.org/2000/svg}"
NUMBER = r"[+-]?[\d,.]*\d"
INTERVAL = re.compile(r"^\[[^\]]*\],? ")
# What only proven changes may be called.
PROVEN = re.compile(r"\d functions? proven|\d profiles? (?:is|are) proven|\], proven|\] proven|"
                    r'"(verdict|self|total)":"proven"|"proven":(true|[1-9])')


# ---- inputs -------------------------------------------------------------------------------------

def runs(parse, render, n=5, weight=1):
    return [folded(counts, weight) for counts in runs_of(parse, render, n)]


def spans(waits):
    """A server that answers for 20 s; from 9 s on it may wait once for 0.58 s."""
    rng = random.Random(38)
    events = [("serve", 0, 20000000)]
    at = 0
    while at < 19000000:
        if waits and at > 9000000:
            waits = False
            events.append(("wait_reply", at, 580000))
            at += 600000
        events.append(("query", at, 20000 + rng.randrange(20000)))
        at += events[-1][2] + 20000
    return json.dumps({"traceEvents": [
        {"name": name, "ph": "X", "ts": at, "dur": length, "pid": 1, "tid": 1}
        for name, at, length in events]})


# ---- the rows -----------------------------------------------------------------------------------

class Case:
    """Sides, the function that is looked at, and the words of each part, or a pattern for them.
    None: what is said is the same everywhere, but not what it should be, as the comment beside it
    tells. but: cells, as (output, part), that are empty, and shall leave this list once they are
    not."""

    def __init__(self, what, sides, words, function="parse", name="b.folded", ranges=(), but=()):
        self.what, self.sides, self.function, self.name = what, sides, function, name
        self.words = dict(zip(PARTS, words))
        self.ranges, self.but = ranges, set(but)
        self.proven = words[1] == "proven"


FEW = "growth cannot be proven by so few samples: record longer, or more runs"
ONE_RUN = "growth cannot be proven by one run a side: give five or more a side"
NO_SAMPLES = "growth cannot be proven, as the numbers are no counts of samples"
POWER = re.compile(rf"changes from {NUMBER} samples up in a function with 5 % of the total would "
                   rf"mostly have been proven; to prove half of that takes {NUMBER} runs a side")
ONE = "one run proves nothing: give five or more a side"
ONE_IN_TIME = "another run may differ by more: give five or more a side"
NO_COUNTS = "the numbers are no counts of samples, and state no unit: no change is judged"
PARTS_ALIKE = "no more than parts of this recording differ"
VARIED = "than these recordings varied within themselves"
# A report lists functions whose change is beyond the noise, and no other.
UNLISTED = {("page", "function"), ("report.json", "function"), ("junit.xml", "function")}
HALF = [name for _ in range(400) for name in ("parse", "render", "render")]
MORE = [name for _ in range(600) for name in ("parse", "render")]

CASES = [
    Case("proven growth", (runs(400, 800), runs(600, 800)),
         ("1 function proven slower: parse +50 % [+42, +57]; the whole: proven slower +17 % "
          "[+13, +21]", "proven", "proven",
          POWER, "1 budget exceeded")),
    Case("not proven", (runs(400, 800), runs(401, 799)),
         ("No function proven slower or faster; the whole: no proven change", "within the noise",
          "within the noise", POWER, ""), but=UNLISTED),
    Case("too few samples", (runs(3, 4), runs(4, 3)),
         ("No function judged: too few samples; the whole: no proven change",
          "too few samples; not judged", "within the noise",
          "too few samples to prove anything: record longer, or more runs", FEW),
         but=UNLISTED),
    Case("one run a side, no times", (runs(400, 800, 1), runs(600, 800, 1)),
         ("No verdict: one run a side, and runs differ by up to 12 times the noise of sampling: "
          "give five or more, or recordings with times",
          "more than sampling explains; not judged", "more than sampling explains; not judged",
          ONE, ONE_RUN)),
    Case("one run a side, with times", ([timed(HALF)], [timed(MORE)]),
         ("1 function slower: parse +50 % [+35, +65], 1 faster: render -25 % [-34, -16]: more "
          f"{VARIED}; another run may differ by more",
          f"more {VARIED}; another run may differ by more", f"no more {VARIED}", ONE_IN_TIME,
          ONE_RUN),
         name="b.perf"),
    # flame report compares no ranges; nothing is said on more runs, as there is one recording.
    Case("two ranges", ([], [timed(HALF[:600] + MORE[:600])]),
         ("No function differs by more than parts of this recording do", PARTS_ALIKE, PARTS_ALIKE,
          None, None), name="b.perf",
         ranges=("--before-where", "time=0..3", "--where", "time=3..6")),
    Case("two ranges that differ", ([], [timed(["render"] * 600 + MORE[:600])]),
         (re.compile(r"1 function took more time: parse.*, 1 took less time: render .*: more than "
                     "parts of this recording differ"),
          "more than parts of this recording differ", PARTS_ALIKE,
          None, None), name="b.perf",
         ranges=("--before-where", "time=0..6", "--where", "time=6..12")),
    Case("a census", ([dump(3)], [dump(7)]),
         ("Counted whole: 1 function larger: demo.Pool.take +133 %", "counted whole",
          "counted whole",
          "counted, not sampled: exact for what is compared; another may differ", None),
         function="demo.Pool.take", name="d.txt"),
    Case("numbers that are no counts", (runs(400, 800, 5, 1001003), runs(600, 800, 5, 1001003)),
         ("Not judged: the numbers state no unit, and are no counts of samples",
          "not judged: no counts of samples", "not judged: no counts of samples", NO_COUNTS,
          NO_SAMPLES), but=UNLISTED),
    # The verdict of the function is missing in all outputs, and that of the whole in JSON.
    Case("one such run a side", (runs(400, 800, 1, 1001003), runs(600, 800, 1, 1001003)),
         ("Not judged: the numbers state no unit, and are no counts of samples", None,
          "not judged: no counts of samples", NO_COUNTS, NO_SAMPLES),
         but={("json", "whole"), *UNLISTED} | {
             (output, "function") for output in ("svg", "picture", "json", "table")}),
    Case("a single new wait", ([spans(False)], [spans(True)]),
         (f"No function differs by more {VARIED}; wait_reply once, 580 ms; not judged",
          "once, 580 ms; not judged", f"no more {VARIED}", ONE_IN_TIME, ONE_RUN),
         function="wait_reply", name="w.chrome"),
]


# ---- the columns: each gives the words of the parts that the output has -------------------------

def found(pattern, text, flags=re.S):
    m = re.search(pattern, text, flags)
    return m[1] if m else ""


def bare(words):
    """Without the interval, which each output writes with digits of its own."""
    return INTERVAL.sub("", words)


def of_svg(text, case):
    """The sentence three times: what the page is called, what a screen reader says, what is seen
    without a cut in the usual width; without one, numbers are there. What more runs would do is
    not in a picture."""
    root = tree.fromstring(text)
    titles = [e.text for e in root.iter(f"{NAMESPACE}title")]
    sentences = {found(r"^[^:]*: (.*)", titles[0]),
                 found(r" Verdict: (.*)\. \d+ frames are drawn", root.findtext(f"{NAMESPACE}desc"))}
    shown = ["".join(e.itertext()) for e in root.iter(f"{NAMESPACE}text")]
    sentences.add(shown[0])
    sentences = {"" if said.startswith("Difference: ") else said for said in sentences}
    name = re.escape(case.function)
    frames = {found(rf"^{name} \(.*, after {NUMBER}, {NUMBER}(?:; in all its places {NUMBER})?"
                    r"(?: \[[^\]]*\])?, (\D.*)\)$", t)
              for t in titles if t.startswith(f"{case.function} (")}
    whole = found(rf"^{NUMBER}.* → {NUMBER}.* %\) (.*); (?:old|new)/.* → ", shown[1])
    return {"sentence": " / ".join(sorted(sentences)), "function": " / ".join(sorted(frames)),
            "whole": bare(whole)}


def of_json(text, case):
    """What more runs would do is not in it."""
    data = json.loads(text)
    of = {f["verdict"]["self"] for f in data["frames"] if f["name"] == case.function}
    return {"sentence": data["verdict"], "function": " / ".join(sorted(of)),
            "whole": data["frames"][0]["verdict"]["total"]}


def of_table(text, case):
    first, *lines = text.rstrip("\n").split("\n")
    head = next(line for line in (first, *lines) if "self before" in line)
    at = head.find("how sure")
    row = next((line for line in lines if line.endswith(f" {case.function}")), "")
    total = next(line for line in lines if re.match(r"[\d,]+ (of [\d,]+ )?functions?; ", line))
    return {"sentence": "" if first == head else first,
            "function": bare(re.split(r"  +", row[at:])[0]) if at >= 0 else "",
            "whole": bare(found(r" %\) (.*)", total)),
            "advice": "" if lines[-1] == total else lines[-1]}


def of_page(text, case):
    text = re.sub(r"<(script|style)>.*?</\1>", "", text, flags=re.S).replace("<wbr>", "")
    row = found(r'<table class="profiles" id="changes".*?<tbody[^>]*>(.*?)</tbody>', text)
    gate = found(r'<strong class="bad">(\d budgets? exceeded)</strong>', text) or \
        found(r"<li><code>max growth [^<]*</code>: ([^<]*)</li>", text)
    words = {
        "sentence": found(r"<td data-value=\"\d+\"><div>([^<]*)</div>", row).replace("\xa0", " "),
        "function": found(rf"<code>{re.escape(case.function)}</code> by itself, ([^<]*)", row),
        "whole": bare(found(r" %\)<div>([^<]*)</div>", row)),
        "advice": found(r"\d runs? before, \d after; ([^<]*)</div>", row), "gate": gate}
    return {part: html.unescape(said) for part, said in words.items()}


def of_report_json(text, case):
    """The words on the whole are not in it; of a rule that could not be checked, that alone,
    without the reason."""
    change = json.loads(text)["changes"][0]
    of = [f["verdict"] for f in change["functions"]
          if f["name"] == case.function and f["of"] == "self"]
    return {"sentence": change["verdict"], "function": " / ".join(of), "advice": change["power"]}


def of_junit(text, case):
    """The verdict of the comparison stands beside what fails, as the page has it."""
    root = tree.fromstring(text)
    told = [e.get("message") for e in root.iter() if e.tag in ("failure", "error")]
    sentence, whole, advice, *changes = root.find(".//system-out").text.split("\n")
    of = [bare(line).partition(f" {case.function} by itself, ")[2] for line in changes]
    return {"sentence": sentence, "whole": bare(whole.partition("); ")[2]), "advice": advice,
            "function": " / ".join(filter(None, of)), "gate": " / ".join(told)}


def of_summary(text, case):
    """A budget that is kept leaves it empty. What is proven stands there function by function."""
    words = {"gate": found(r"(\d budgets? exceeded)", text)
             or found(r"^- (.*?): `max growth", text, re.M)}
    if text and not case.proven:
        words["sentence"] = found(rf"^- `{re.escape(case.name)}`: `?([^`\n]*)`?$", text, re.M)
    return words


COMPARED = {"svg": of_svg, "json": of_json, "table": of_table}  # tree has no verdict
REPORTED = {"index.html": ("page", of_page), "report.json": ("report.json", of_report_json),
            "junit.xml": ("junit.xml", of_junit), "summary.md": ("summary.md", of_summary)}


# ---- the table ----------------------------------------------------------------------------------

def outputs(s, at, case):
    """(output, what it says) of each."""
    for side, texts in zip(("old", "new"), case.sides):
        os.makedirs(os.path.join(at, side))
        for i, text in enumerate(texts):
            name = f"{case.name}.{i + 1}" if len(texts) > 1 else case.name
            with open(os.path.join(at, side, name), "w", encoding="utf-8") as f:
                f.write(text)
    old, new = ([f"{side}/{name}" for name in sorted(os.listdir(os.path.join(at, side)))]
                for side in ("old", "new"))
    words = [*case.ranges, *(word for path in old for word in ("--before", path)), *new]
    for name, extract in COMPARED.items():
        run = s.run(*words, "-f", name, "--width", "1200", cwd=at)
        yield name, run.out.decode(), extract
    if case.ranges:
        return
    budget = s.path("budget", f"max growth {case.function} 10% proven\n")
    s.run("report", "-o", "out", "--before", "old", "--budget", budget, "new", cwd=at)
    for name, (output, extract) in REPORTED.items():
        with open(os.path.join(at, "out", name), encoding="utf-8") as f:
            yield output, f.read(), extract
    with open(os.path.join(at, "out", "changes", f"{case.name}.svg"), encoding="utf-8") as f:
        yield "picture", f.read(), of_svg


def fits(wanted, words):
    return wanted == words if isinstance(wanted, str) else wanted.fullmatch(words)


def check_case(s, case, at):
    said = {part: {} for part in PARTS}
    empty = {}
    stronger = []
    for output, text, extract in outputs(s, at, case):
        for part, words in extract(text, case).items():
            if (output, part) in case.but:
                empty[output, part] = words
            else:
                said[part][output] = words
        if not case.proven and PROVEN.search(text):
            stronger.append((output, PROVEN.search(text)[0]))
    for part, cells in said.items():
        wanted = case.words[part]
        if wanted is None and len(cells) > 1:
            s.claim(f"{case.what}: {part}: {len(cells)} outputs have the same words",
                    len(set(cells.values())) == 1 and "" not in cells.values(), cells)
        elif wanted is not None and cells:
            s.claim(f"{case.what}: {part}: {len(cells)} outputs say {wanted!r}",
                    all(fits(wanted, words) for words in cells.values())
                    and len(set(cells.values())) == 1, cells)
    if case.but:
        s.claim(f"{case.what}: {len(case.but)} cells that are known to be empty are so",
                empty == dict.fromkeys(case.but, ""), empty)
    s.claim(f"{case.what}: no output says more", not stronger, stronger)


def check(s):
    for i, case in enumerate(CASES):
        check_case(s, case, s.path(f"case{i}"))


kit.main(check)
