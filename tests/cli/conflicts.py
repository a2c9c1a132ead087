#!/usr/bin/env python3
"""conflicts.def: what excludes what, and what needs what. Each row is fired by a command line that
is made of it: its sentence is printed, the exit status is 2, and nothing else happens.
"""
import os
import re

import kit

OPTIONS = kit.ROOT / "src/app/options/options.def"
CONFLICTS = kit.ROOT / "src/app/options/conflicts.def"

# What has to stand on the command line for what is not one option alone.
WORDS = {
    "SEVERAL_OUTPUTS": ["-o", "a.svg", "-o", "b.svg"],
    "SEVERAL_STATES": ["--off-cpu", "--wall"],
    "STATES_OF_OUTPUTS": ["-o", "a.svg", "--off-cpu", "-o", "b.svg"],
    "LIMITS_UNTRUSTED": ["--limits", "untrusted"],
    "FROM_DIFF_FOLDED": ["--from", "diff-folded"],
    "TWO_SNAPSHOTS": ["--snapshot", "1:2"],
    "LABELS_AS_FRAMES": ["--root-by", "comm"],
    "RELATIVE_TO_PARENT": ["--relative-to", "parent"],
    "DEPTH_0": ["--depth", "0"],
    "FORMAT_TABLE": ["-f", "table"],
    "FORMAT_FOLDED": ["-f", "folded"],
    "FORMAT_BOTH_SIDES": ["-f", "json"],
    "FORMAT_CODE": ["-f", "annotate"],
    "FORMAT_WHOLE": ["-f", "speedscope"],
    "FORMAT_SNAPSHOTS": ["-f", "timeline"],
    "FORMAT_OF_REPORTS": ["-f", "table"],
    "FORMAT_FIGURE": ["-f", "eps"],
    "FORMAT_PIXELS": ["-f", "png"],
    "FORMAT_PAGES": ["-f", "ps"],
    "FORMAT_PNG": ["-f", "png"],
    "FORMAT_PDF": ["-f", "pdf"],
    "FORMAT_JPEG": ["-f", "jpeg"],
    "A_TRAP": ["--when", "cpu(1) > 1%"],
    "A_STALL": ["--when", "stall > 150ms"],
    "A_TRAP_OF_WHAT_IS_RECORDED": ["--when", "cpu < 20%"],
    "SEVERAL_TIMES": ["--times", "2"],
}
VERBS = {"FLAME_MERGE": "merge", "FLAME_REPORT": "report"}
# The same options, under other names.
OPTION_BEHIND = {"SEVERAL_TIMES": "OPTION_RECORD_TIMES"}
# Values that options take; others take "2".
VALUES = {"colors": "hot", "layout": "after", "delta": "self", "paper": "a4", "annotate": "kernel",
          "font": "monospace", "format": "svg", "per": "2", "root-by": "comm", "by": "comm",
          "snapshot": "peak", "when": "cpu(1) > 1%", "cp": None, "identity": "none.rules",
          "off-cpu-period": "10ms", "before-where": "time=0..1"}
# Formats that lack what a row needs; others are tried with svg, or dot of callgraph.
LACKING = {"FORMAT_BOTH_SIDES": "speedscope"}


def read_options():
    """By id: programs, name, letter, whether it takes a value."""
    found = re.findall(r'^OPTION\((\w+), (\w+), "([\w-]+)", (?:0|\'(\w)\'), (\w+),',
                       OPTIONS.read_text(), re.M)
    assert len(found) > 150, "the option table reads otherwise"
    return {"OPTION_" + id: (programs, name, argument) for programs, id, name, _, argument in found}


def read_rows():
    """(kind, one, others, sentence) of each row."""
    text = re.sub(r"/\*.*?\*/", "", CONFLICTS.read_text(), flags=re.S)
    rows = []
    for kind, arguments in re.findall(r"^(EXCLUDES|NEEDS)\((.*?)\)$", text, re.M | re.S):
        sentence = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', arguments))
        one, *others = re.findall(r"\b[A-Z][A-Z_0-9]+\b",
                                  re.sub(r'"(?:[^"\\]|\\.)*"', "", arguments))
        rows.append((kind, one, others, sentence))
    assert len(rows) == len(re.findall(r"^(?:EXCLUDES|NEEDS)\(", text, re.M))
    return rows


class Lines:
    """Makes command lines of rows."""

    def __init__(self, folder):
        self.options = read_options()
        self.rows = read_rows()
        self.folded = os.path.join(folder, "x.folded")
        with open(self.folded, "wb") as f:
            f.write(b"main;a;b 10\nmain;c 5\n")

    def program(self, terms):
        """flame, callgraph or record: what has all of the options."""
        sets = {"FLAME": {"flame"}, "CALLGRAPH": {"callgraph"}, "BOTH": {"flame", "callgraph"},
                "GRAPHS": {"callgraph"}, "RECORD": {"record"}, "ALL": {"flame", "callgraph"}}
        programs = {"flame", "callgraph", "record"}
        for term in terms:
            if term in self.options:
                programs &= sets[self.options[term][0]]
            elif term == "COMMAND" or term.startswith(("A_", "SEVERAL_TIMES")):
                programs &= {"record"}
            elif term in ("FORMAT_OF_REPORTS", "RELATIVE_TO_PARENT", "DEPTH_0"):
                programs &= {"callgraph"}
            elif term not in ("FORMAT_CODE", "TWO_SNAPSHOTS", "SEVERAL_STATES",
                              "STATES_OF_OUTPUTS") \
                    and not (term.startswith("FORMAT_") and term[7:] in (
                        "FIGURE", "PIXELS", "PAGES", "PNG", "PDF", "JPEG")):
                programs &= {"flame"}
        return sorted(programs, key=["flame", "callgraph", "record"].index)[0] if programs else None

    def words(self, term):
        if term in WORDS:
            return WORDS[term]
        if term in VERBS or term == "COMMAND":
            return []  # these stand elsewhere
        _, name, argument = self.options[term]
        value = VALUES.get(name, "2")
        if argument == "NONE" or value is None:
            return [f"--{name}"]
        return [f"--{name}", value]

    def needed(self, terms, row):
        """What earlier rows need beside these terms, so that they do not fire first."""
        more = []
        for kind, one, others, _ in self.rows[:self.rows.index(row)]:
            given = {OPTION_BEHIND.get(t, t) for t in terms + more} | set(terms + more)
            if kind == "NEEDS" and one in given and not given & set(others):
                more.append(others[0])
        return more

    def line(self, terms, row, lacking=None):
        """(program, arguments)"""
        program = self.program(terms)
        if program is None:
            return None
        terms = list(terms) + self.needed(terms, row)
        words = [word for term in terms for word in self.words(term)]
        if program == "record":
            # There is no such folder, so what is not refused earlier is refused then.
            return "flame", ["record", *words, "-o", "none/x.svg",
                             *(["--", "true"] if "COMMAND" in terms else [])]
        verb = [name for term, name in VERBS.items() if term in terms]
        if lacking and "-f" not in words:
            words += ["-f", lacking]
        if "-o" not in words:
            words += ["-o", "out" if verb == ["report"] else "out.x" if "-f" in words
                      else "out.svg"]
        return program, [*verb, *words, self.folded]


def pattern_of(sentence):
    return re.escape(sentence.replace('\\"', '"')).replace(re.escape("%s"), r"[\w-]+")


def check_row(s, lines, row):
    kind, one, others, sentence = row
    pattern = re.compile(r"\w+: " + pattern_of(sentence) + "\n")
    fired = []
    quiet = []
    text = f"{kind} {one} {' '.join(others)}"
    if kind == "EXCLUDES":
        fired.append(lines.line([one, *others], row))
        quiet += [lines.line([one], row), lines.line(others, row)]
    else:
        lacking = next((LACKING.get(t, "svg") for t in others if t.startswith("FORMAT_")), None)
        program = lines.program([one])
        if lacking == "svg" and program == "callgraph":
            lacking = "dot"
        fired.append(lines.line([one], row, lacking))
        quiet += [lines.line([one, other], row) for other in others]
    for line in fired:
        run = line and run_line(s, line)
        s.claim(f"{text}: {' '.join(line[1]) if line else 'no program has both'}",
                line and run.rc == 2 and not run.out and pattern.fullmatch(run.said), run)
    said = [line for line in quiet if line and pattern.search(run_line(s, line).said)]
    s.claim(f"{text}: not without it", not said, said)


def run_line(s, line):
    program, arguments = line
    path = s.flame if program == "flame" else os.path.join(os.path.dirname(s.flame), "callgraph")
    return s.run(*arguments, program=path)


def check_states_of_recordings(s):
    """There is no such folder, so what is not refused earlier is refused then."""
    ran, life = ["--on-cpu", "-o", "none/a.svg"], ["--wall", "-o", "none/b.svg"]
    recording = ["-o", "none/k.data"]
    for words in ([*recording, *ran, *life], [*ran, *recording, *life], [*ran, *life, *recording],
                  ["--wall", *recording, *ran, *life]):
        run = s.run("record", *words, "--", "true")
        s.claim(f"record {' '.join(words)}: the recording shows no states and needs none",
                run.rc == 3 and "no such folder" in run.said, run)
    for words in (["--wall", *recording, *ran], [*ran, "--wall", *recording],
                  ["--on-cpu", "--wall", *recording],
                  [*recording, "-o", "none/c.svg", *ran, *life]):
        run = s.run("record", *words, "--", "true")
        s.claim(f"record {' '.join(words)}: each state wants a picture, and each picture one",
                run.rc == 2 and "one before each output" in run.said, run)


def check(s):
    check_states_of_recordings(s)
    lines = Lines(s.folder)
    s.claim("the table has rows", len(lines.rows) > 100)
    for row in lines.rows:
        check_row(s, lines, row)


kit.main(check)
