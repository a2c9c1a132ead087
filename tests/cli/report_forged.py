#!/usr/bin/env python3
"""A report trusts nothing in its folder: the state of the last one is data, names lead nowhere."""
import html.parser
import json
import os
import re
import shlex
import shutil
import socket
import stat
import xml.etree.ElementTree as tree

import kit
from kit import junit

PAGES = ["index.html", "junit.xml", "report.json", "summary.md"]
PICTURES = ["profiles/a.1.svg", "profiles/b.svg", "changes/b.svg"]
OPTIONS = ["--budget", "rules", "--summary", "--before", "old"]
RULES = "max total parse 10%\nmax growth parse 1%\n"

# What each text of a record is made.
HOSTILE = [
    "<script>alert(1)</script>", "</title></style></script><script>alert(2)</script>",
    "\"><img src=x onerror=alert(3)>", "'; touch pwned; '", "$(touch pwned)`touch pwned`",
    "``` [a](javascript:alert(4))", "www.example.org", "\n# heading\n<b>",
    "]]>&lt;\x1b[31m\x00\udcff",
    "@somebody #1 https://example.org", "\u202etxt", "",
]

# Elements of an honest page.
ELEMENTS = set("html head meta title style body main h1 h2 p strong table thead tbody tr th td a "
               "svg path div span ul li code wbr details summary script".split())


def plant(s, folder):
    """Profiles of two sides, of which one changed and exceeds each rule."""
    files = {"rules": RULES}
    for side, weight in (("old", 400), ("new", 4000)):
        for name in ("a.1", "a.2", "a.3", "b"):
            files[f"{side}/{name}"] = f"main;parse;read {weight}\nmain;wait 600\n"
    for name, content in files.items():
        os.makedirs(os.path.dirname(s.path(os.path.join(folder, name))), exist_ok=True)
        s.path(os.path.join(folder, name), content)
    return s.path(folder)


def report(s, at, *more):
    return s.run("report", "-o", "out", *OPTIONS, *more, "new", cwd=at)


def read(at, name):
    with open(os.path.join(at, "out", name), "rb") as f:
        return f.read()


# ---- the state --------------------------------------------------------------------------------

def tokens(data):
    """Numbers and texts of the state."""
    found, at = [], 0
    while at < len(data):
        number, end = re.compile(rb"(\d+)([;:])").match(data, at).groups()
        at += len(number) + 1
        if end == b":":
            found.append(data[at:at + int(number)])
            at += int(number)
        else:
            found.append(int(number))
    return found


def packed(values):
    return b"".join(b"%d;" % v if isinstance(v, int) else b"%d:%s" % (len(v), v) for v in values)


def forge(at, change):
    """Changes the record of each part: change(tokens) gives others."""
    state = read(at, ".flame-report")
    head, rest = state.split(b"\n", 1)
    values = tokens(rest)
    for i in range(4, len(values), 5):
        values[i] = packed(change(tokens(values[i])))
    with open(os.path.join(at, "out/.flame-report"), "wb") as f:
        f.write(head + b"\n" + packed(values))


class Page(html.parser.HTMLParser):
    """What acts in a page, and where links lead."""

    def __init__(self, text):
        super().__init__()
        self.scripts, self.links, self.wrong = 0, [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.scripts += tag == "script"
        self.wrong += [tag] if tag not in ELEMENTS else []
        self.wrong += [n for n, _ in attributes if n.startswith("on") or n in ("style", "src")]
        self.links += [value for name, value in attributes if name == "href"]


def without_code(markdown):
    """The text of a summary outside of code spans."""
    return re.sub(r"(?<!`)(`+)(?!`)(.*?)(?<!`)\1(?!`)", "CODE", markdown)


def commands(summary):
    """The words of each command as a shell takes them, without the functions it is about."""
    found = [shlex.split(c) for _, c in re.findall(r"see it: (`+)(.*?)\1(?!`)", summary)]
    return [[w for i, w in enumerate(words) if "--focus" not in words[max(i - 1, 0):i + 1]]
            for words in found]


def check_texts(s, at, honest):
    """Every text of every record is hostile in turn; the run says nothing is to be drawn."""
    kept = read(at, ".flame-report")
    wrong = []
    for hostile in HOSTILE:
        text = hostile.encode("utf-8", "surrogateescape")

        def change(values):
            # Boxes and met are no texts: digits, and separators.
            return [v if isinstance(v, int) or re.fullmatch(rb"[\d;]*", v) else text
                    for v in values]

        with open(os.path.join(at, "out/.flame-report"), "wb") as f:
            f.write(kept)
        forge(at, change)
        run = report(s, at)
        page = Page(read(at, "index.html").decode("utf-8", "strict"))
        summary = read(at, "summary.md").decode("utf-8", "strict")
        test_cases = tree.fromstring(read(at, "junit.xml"))
        json.loads(read(at, "report.json"))
        outside = without_code(summary)
        for what, holds in {
                "rc": run.rc == 5, "kept": "4 profiles: 0 drawn" in run.said,
                "page": page.scripts == 1 and not page.wrong,
                "links": not [x for x in page.links if not re.fullmatch(r"[\w./]+\.svg", x)],
                "summary": not re.search(r"[<@#$]|www|https|touch|alert|heading", outside),
                "lines": summary.count("\n") == honest.count("\n"),
                "commands": commands(summary) == commands(honest),
                "junit": not junit.faults(test_cases),
                "control": not re.search(rb"[\x00-\x08\x0b-\x1f\x7f]", b"".join(
                    read(at, p) for p in PAGES))}.items():
            if not holds:
                wrong.append((hostile, what, run.said[-200:], outside[-300:]))
    with open(os.path.join(at, "out/.flame-report"), "wb") as f:
        f.write(kept)
    s.claim("texts of a state that a stranger wrote are text in page, summary and test cases, and "
            "commands name the profiles of the run", not wrong, wrong[:2])


def check_records(s, at):
    """Records that are no data of this run cost a drawing and nothing else."""
    kept = read(at, ".flame-report")
    pages = {p: read(at, p) for p in PAGES}
    path = b"<path onload=\"alert(1)\"/><script>alert(2)</script>"

    def boxes(new):
        return lambda values: values[:4] + [new] + values[5:]

    def met(values):
        """The third text after the boxes that is made of 0 and 1, and as many rules as it has."""
        place = max(i for i, v in enumerate(values) if isinstance(v, bytes) and v == b"10")
        return values[:place] + [b"1" * 5000] + values[place + 1:]

    def excess(values):
        """The first excess is of a rule far beyond the budget."""
        place = max(i for i, v in enumerate(values) if isinstance(v, bytes) and v == b"10")
        more = b"1" * 5000
        return values[:place] + [more, 1, 1, 4999, b"f", b"main;f", 5] + values[place + 3:]

    for what, change in {
            "a thumbnail of markup": boxes(path),
            "a thumbnail beyond its edges": boxes(b"200;41;0;10;255;"),
            "a thumbnail with a colour that is none": boxes(b"0;1;0;1;16777216;"),
            "rules that the budget has not": met,
            "an excess of such a rule": excess,
            "numbers cut": lambda values: values[:-1],
            "more than a record": lambda values: values + [1]}.items():
        with open(os.path.join(at, "out/.flame-report"), "wb") as f:
            f.write(kept)
        forge(at, lambda values: change(values) if b"10" in values or change not in (met, excess)
              else values)
        run = report(s, at)
        s.claim(f"{what} in a state cost a drawing, and pages are as before", run.rc == 5
                and not run.said.startswith("4 profiles: 0 drawn")
                and all(read(at, p) == pages[p] for p in PAGES), run)


def check_numbers(s, at):
    """Numbers as large as they can be written are numbers in the pages."""
    kept = read(at, ".flame-report")
    wrong = []
    for number in (0, 1, 2**63, 2**64 - 1, 0x7fefffffffffffff, 0x7ff0000000000000):
        def change(values):
            return [number if isinstance(v, int) and v > 15 else v for v in values]

        with open(os.path.join(at, "out/.flame-report"), "wb") as f:
            f.write(kept)
        forge(at, change)
        run = report(s, at)
        json.loads(read(at, "report.json"))
        page = Page(read(at, "index.html").decode())
        if run.rc not in (0, 5) or page.scripts != 1 or page.wrong:
            wrong.append((number, run))
    with open(os.path.join(at, "out/.flame-report"), "wb") as f:
        f.write(kept)
    s.claim("numbers of any size in a state are numbers in the pages", not wrong, wrong[:2])


# ---- names ------------------------------------------------------------------------------------

def is_file(path):
    return stat.S_ISREG(os.lstat(path).st_mode)


def check_names(s, at, whole):
    """What stands where a file of the report belongs is replaced, neither opened nor followed."""
    outside = s.path("outside", "untouched\n")

    def fifo(path):
        os.mkfifo(path)

    def bound(path):
        here = os.getcwd()
        os.chdir(os.path.dirname(path))  # the path of a socket is short
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(os.path.basename(path))
        os.chdir(here)

    def listened(path):
        """A link to a FIFO that somebody reads."""
        target = s.path("listened-" + os.path.basename(path))
        if not os.path.exists(target):
            os.mkfifo(target)
            readers.append(os.open(target, os.O_RDONLY | os.O_NONBLOCK))
        os.symlink(target, path)

    readers = []
    kinds = {"a FIFO": fifo, "a socket": bound, "a link to a FIFO": listened,
             "a link to a device": lambda path: os.symlink("/dev/full", path),
             "a link to a file": lambda path: os.symlink(outside, path),
             "a link to nothing": lambda path: os.symlink("/nonexistent/x", path)}
    for what, make in kinds.items():
        for before in ("no report", "a report"):
            wrong = []
            shutil.rmtree(os.path.join(at, "out"), ignore_errors=True)
            for folder in ("profiles", "changes"):
                os.makedirs(os.path.join(at, "out", folder))
            if before == "a report":
                report(s, at)
            names = PAGES + PICTURES + [".flame-report"]
            for name in names:
                path = os.path.join(at, "out", name)
                if os.path.lexists(path):
                    os.unlink(path)
                make(path)
            run = report(s, at)
            for name in names:
                path = os.path.join(at, "out", name)
                if not is_file(path) or (name in whole and read(at, name) != whole[name]):
                    wrong.append(name)
            with open(outside, "rb") as f:
                untouched = f.read() == b"untouched\n"
            heard = []
            for fd in readers:
                try:
                    heard.append(os.read(fd, 1))
                except BlockingIOError:
                    heard.append(b"open")
            s.claim(f"{what} at the names of {before} is replaced by files", run.rc == 5 and not
                    wrong and untouched and not any(heard), f"{wrong} {heard} {run.brief()}")
    for fd in readers:
        os.close(fd)
    shutil.rmtree(os.path.join(at, "out"))
    os.makedirs(os.path.join(at, "out/.flame-report"))
    run = report(s, at)
    s.claim("a folder at the name of the state is an error, and there is no page", run.rc == 3
            and "is a directory" in run.said
            and not os.path.exists(os.path.join(at, "out/index.html")), run)


def check_policy(s, at):
    page = read(at, "index.html").decode()
    policy = re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', page)
    hosts = s.run("--csp").out.decode()
    sources = re.findall(r"'sha256-[^']*'", policy.group(1)) if policy else []
    s.claim("the page itself allows its script, its style and nothing else",
            policy and policy.group(1).startswith("default-src 'none'; ") and len(sources) == 2
            and all(source in hosts for source in sources) and "unsafe" not in policy.group(1)
            and page.index("Content-Security-Policy") < page.index("<style"), policy)


def check(s):
    at = plant(s, "forged")
    run = report(s, at)
    s.claim("a report is made", run.rc == 5 and "4 profiles: 4 drawn" in run.said, run)
    whole = {p: read(at, p) for p in PAGES + PICTURES}
    honest = whole["summary.md"].decode()
    check_policy(s, at)
    check_texts(s, at, honest)
    report(s, at)
    check_records(s, at)
    check_numbers(s, at)
    check_names(s, at, whole)


kit.main(check)
