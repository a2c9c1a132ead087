#!/usr/bin/env python3
"""On a terminal, which a pseudo-terminal stands for: the tree and a word on pictures instead of an
SVG, progress of long work, and nothing of either where there is no terminal.
"""
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time

import kit

FOLDED = b"".join(b"main;work;function_%03d_with_a_name_of_some_length;leaf %d\n" % (i, i)
                  for i in range(1, 60))
HOSTILE = b"main;\x1b]0;owned\x07;\x1b[2J;\xe2\x80\xaetxt;\xc2\x9b31m;a\x08b\x7f 10\n"


class Terminal:
    """A pseudo-terminal of a size; text is what was written to it."""

    def __init__(self, columns=80, lines=0):
        self.master, self.slave = pty.openpty()
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        settings = termios.tcgetattr(self.slave)
        settings[1] &= ~termios.OPOST  # bytes arrive as they were written
        settings[3] &= ~termios.ECHO
        termios.tcsetattr(self.slave, termios.TCSANOW, settings)
        self.bytes = b""

    def take(self, seconds=0.0):
        while select.select([self.master], [], [], seconds)[0]:
            try:
                more = os.read(self.master, 65536)
            except OSError:
                return
            if not more:
                return
            self.bytes += more

    def close(self):
        os.close(self.slave)
        self.take(0.2)
        os.close(self.master)
        return self.bytes.decode("utf-8", "backslashreplace")


def environment(**changes):
    """That of the tests on a terminal without colours, so that each code in a text is a fault."""
    names = ("NO_COLOR", "TERM", "COLUMNS", "LINES")
    kept = {name: value for name, value in os.environ.items() if name not in names}
    return {**kept, "TERM": "xterm", "NO_COLOR": "1", **changes}


def on_terminal(s, *args, columns=80, lines=0, out=True, err=False, stdin=subprocess.DEVNULL,
                program=None, **variables):
    """(exit status, text of the terminal, bytes of the other outputs)."""
    terminal = Terminal(columns, lines)
    child = subprocess.Popen(
        [program or s.flame, *args], cwd=s.folder, env=environment(**variables),
        stdin=terminal.slave if stdin == "terminal" else stdin,
        stdout=terminal.slave if out else subprocess.PIPE,
        stderr=terminal.slave if err else subprocess.PIPE)
    end = time.monotonic() + 20
    while child.poll() is None and time.monotonic() < end:
        terminal.take(0.02)
    if child.poll() is None:
        child.kill()
    rest = b"".join(p.read() for p in (child.stdout, child.stderr) if p)
    return child.wait(), terminal.close(), rest


def is_tree(text):
    return text.startswith("total %") and "main" in text and "<svg" not in text


def check_default(s, folded):
    rc, text, said = on_terminal(s, folded)
    s.claim("without -o and -f a terminal gets the tree", rc == 0 and is_tree(text), text[:200])
    s.claim("and a word on how to get a picture", b".svg" in said and said.count(b"\n") == 1
            and said.startswith(b"flame: "), said)
    rc, text, said = on_terminal(s, "--quiet", folded)
    s.claim("--quiet leaves that word out", rc == 0 and is_tree(text) and not said, said)
    rc, text, said = on_terminal(s, folded, err=True)
    s.claim("both on one terminal: tree and word", is_tree(text) or ".svg" in text.split("\n")[0],
            text[:200])
    run = s.run(folded)
    s.claim("a pipe gets the SVG", run.out.startswith(b"<?xml") and not run.said, run)
    out = s.path("x")
    rc, text, said = on_terminal(s, folded, "-o", out)
    with open(out, "rb") as f:
        s.claim("-o without an ending is an SVG, also on a terminal",
                rc == 0 and text == "" and f.read().startswith(b"<?xml") and not said, said)
    for name, begin in (("svg", "<?xml"), ("folded", "main;"), ("json", "{"), ("table", "self")):
        rc, text, said = on_terminal(s, "-f", name, folded)
        s.claim(f"-f {name} on a terminal is {name}",
                rc == 0 and text.lstrip().startswith(begin) and not said, text[:100])
    for name in ("pdf", "png"):
        rc, text, said = on_terminal(s, "-f", name, folded)
        s.claim(f"-f {name} wants a file, not a terminal", rc == 2 and not text and
                b"terminal, wanted --output FILE" in said, (text[:100], said))
    old = s.path("flamegraph.pl")
    os.symlink(s.flame, old)
    rc, text, said = on_terminal(s, folded, program=old)
    s.claim("under the old name a terminal gets the SVG", rc == 0 and text.startswith("<?xml"),
            text[:100])
    rc, text, said = on_terminal(s, stdin="terminal")
    s.claim("without PROFILE a terminal is not waited for", rc == 2 and b"PROFILE" in said
            and text == "", said)


def check_width(s):
    folded = s.path("long.folded", FOLDED.replace(b"_length", b"_length" * 20))
    for columns in (60, 80, 120):
        for name in ("tree", "table"):
            rc, text, _ = on_terminal(s, "-f", name, folded, columns=columns)
            lines = text.split("\n\n")[0].splitlines()  # a sentence follows
            widest = max(map(len, lines), default=0)
            s.claim(f"the {name} fits a terminal of {columns} columns",
                    rc == 0 and 30 < widest <= columns, f"{widest} columns")
    run = s.run("-f", "table", "--rows", "0", folded)
    s.claim("without a terminal names are whole",
            all(b"function_%03d_with_a_name_of_some%b" % (i, b"_length" * 20) in run.out
                for i in range(1, 60)), run)


LONG = "std::vector<std::pair<int, char>>::_M_realloc_insert_of_element_%d"


def timed(unit, *numbers):
    """Folded stacks of that unit."""
    stacks = "".join(f"main;{LONG % i} {n}\n" for i, n in enumerate(numbers))
    return f"# flame: unit={unit}\n{stacks}".encode()


def check_numbers(s):
    """Of 4.75 s in all."""
    path = s.path("time.folded", timed("ns", 4500000000, 250000000, 1230))
    before = s.path("time_before.folded", timed("ns", 4000000000, 260000000, 1230))
    graph = os.path.join(os.path.dirname(s.flame), "callgraph")
    exact = re.compile(r"\d,\d{3},\d{3}")
    for program, args in ((None, ["-f", "table", path]), (None, ["-f", "tree", path]),
                          (None, ["-f", "table", "--before", before, path]),
                          (None, ["-f", "tree", "--before", before, path]),
                          (graph, ["-f", "table", path]),
                          (graph, ["-f", "table", "--callers", LONG % 0, path]),
                          (graph, ["-f", "table", "--before", before, path])):
        what = "callgraph " if program else "flame "
        what += " ".join(word for word in args if "/" not in word and "::" not in word)
        text = on_terminal(s, *args, program=program)[1]
        s.claim(f"{what}: a terminal is told times in s, ms and \u00b5s, each once",
                "4.5 s" in text and ("250 ms" in text or "--callers" in args)
                and not exact.search(text) and " ns" not in text.replace("0 ns", ""), text)
        raw = on_terminal(s, *args, "--raw", program=program)[1]
        s.claim(f"{what} --raw: or all their digits", "4,500,000,000" in raw, raw)
        out = subprocess.run([program or s.flame, *args], capture_output=True, check=True).stdout
        s.claim(f"{what}: a pipe has all digits", b"4,500,000,000" in out, out)
    sizes = s.path("sizes.folded", timed("bytes", 518150, 7))
    text = on_terminal(s, "-f", "table", sizes)[1]
    s.claim("sizes too", re.search(r"^518\.15 kB ", text, re.M) and "7 bytes" in text, text)
    counts = s.path("counts.folded", timed("cycles", 1234567, 7))
    text = on_terminal(s, "-f", "table", counts)[1]
    s.claim("counts stay exact", re.search(r"^1,234,567 ", text, re.M), text)


def check_comparison_width(s):
    """Of names that are longer than a line, and numbers that fill it."""
    graph = os.path.join(os.path.dirname(s.flame), "callgraph")
    for unit in ("ns", "cycles"):
        old = s.path(f"old_{unit}.folded", timed(unit, 4500000000, 250000000, 123456, 9))
        new = s.path(f"new_{unit}.folded", timed(unit, 4800000000, 240000000, 123456, 12))
        for program in (None, graph):
            what = f"{'callgraph' if program else 'flame'} -f table --before, in {unit}"
            args = ["-f", "table", "--before", old, new]
            for columns in (80, 100, 160):
                text = on_terminal(s, *args, columns=columns, program=program)[1]
                table = [line for line in text.splitlines() if "std::v" in line]
                widest = max(map(len, text.splitlines()), default=0)
                s.claim(f"{what}: no line is wider than {columns} columns",
                        len(table) >= 4 and widest <= columns, text)
            text = on_terminal(s, *args, columns=80, program=program)[1]
            s.claim(f"{what}: names lose their middle, not their ends",
                    all(re.search(f"std::v\\S*\u2026\\S*element_{i}$", text, re.M)
                        for i in range(4)), text)
            s.claim(f"{what}: what has no room is told", re.search(
                r";\s--wide\s+shows\s+\d\s+more\s+columns", text), text)
            text = on_terminal(s, *args, "--wide", columns=80, program=program)[1]
            s.claim(f"{what} --wide: names are whole, and all columns there",
                    all(LONG % i in text for i in range(4)) and "self before" in text
                    and "total before" in text and "--wide" not in text, text)


def rows_taken(text, columns):
    return sum(max(1, -(-len(line) // columns)) for line in text.splitlines())


def check_height(s):
    """Of 59 paths and 62 functions."""
    folded = s.path("high.folded", FOLDED)
    graph = os.path.join(os.path.dirname(s.flame), "callgraph")
    before = s.path("before.folded", FOLDED.replace(b" 1\n", b" 900\n"))
    for columns, lines in ((80, 24), (120, 40), (60, 12), (200, 60)):
        for args, program in ((["-f", "tree", folded], None), (["-f", "table", folded], None),
                              (["-f", "tree", "--before", before, folded], None),
                              (["-f", "table", "--before", before, folded], None),
                              (["-f", "table", folded], graph)):
            if "--before" in args and columns < 200 or lines < 24 and (program or len(args) > 3):
                continue  # these take more than a small window has
            what = f"{'callgraph' if program else 'flame'} {' '.join(args[:2])}"
            what += " --before" if "--before" in args else ""
            rc, text, _ = on_terminal(s, *args, columns=columns, lines=lines, program=program)
            taken = rows_taken(text, columns)
            s.claim(f"{what} fits a window of {columns} x {lines}, and fills most of it",
                    rc == 0 and lines // 2 <= taken < lines, f"{taken} lines\n{text}")
            last = text.splitlines()[-1]
            s.claim(f"{what}: the last line says how to see the rest",
                    last == f"to see the rest: add -f {args[1]} --rows 0 | less", last)
    for name, wanted in (("tree", 59), ("table", 62)):
        rc, text, _ = on_terminal(s, "-f", name, "--rows", "0", folded, lines=24)
        s.claim(f"{name}: --rows 0 shows all on a terminal too",
                rc == 0 and len(text.split("\n\n")[0].splitlines()) >= wanted
                and "to see the rest" not in text, text)
        run = s.run("-f", name, "--rows", "0", folded)
        s.claim(f"{name}: and in a pipe", run.out.count(b"\n") >= wanted, run)
    text = on_terminal(s, "-f", "tree", "--rows", "5", folded, lines=24)[1]
    s.claim("--rows 5 shows five paths next to all", text.count("leaf") + text.count("function_")
            >= 5 and len(text.split("\n\n")[0].splitlines()) <= 8, text)
    for name in ("tree", "table"):
        rc, text, _ = on_terminal(s, "-f", name, folded, columns=0, COLUMNS="100", LINES="20")
        widest = max(map(len, text.splitlines()), default=0)
        s.claim(f"{name}: a terminal without a size has that of COLUMNS and LINES",
                rc == 0 and rows_taken(text, 100) < 20 and 30 < widest <= 100, text)
        rc, text, _ = on_terminal(s, "-f", name, folded, columns=0, COLUMNS="x", LINES="-1")
        s.claim(f"{name}: or none", rc == 0 and "to see the rest" not in text, text)


CODE = re.compile("\x1b\\[[0-9]+m")


def check_colours(s):
    folded = s.path("coloured.folded", FOLDED)
    for name in ("tree", "table"):
        plain = on_terminal(s, "-f", name, folded, lines=24)[1]
        s.claim(f"{name}: NO_COLOR is obeyed", "\x1b" not in plain and "█" in plain, plain)
        for wanted, variables in ((True, {"NO_COLOR": ""}), (False, {"NO_COLOR": "x"}),
                                  (False, {"NO_COLOR": "", "TERM": "dumb"})):
            text = on_terminal(s, "-f", name, folded, lines=24, **variables)[1]
            s.claim(f"{name}: colours {variables}", bool(CODE.search(text)) == wanted, repr(text))
            s.claim(f"{name}: colours change no text {variables}", CODE.sub("", text) == plain,
                    repr(text))
            s.claim(f"{name}: each line ends plain {variables}",
                    all((CODE.findall(line) or ["\x1b[0m"])[-1] == "\x1b[0m"
                        for line in text.splitlines()), repr(text))
        text = on_terminal(s, "-f", name, folded, columns=60, lines=24)[1]
        s.claim(f"{name}: a narrow terminal has no bars", "█" not in text, text)
        run = s.run("-f", name, folded)
        s.claim(f"{name}: a pipe has neither bars nor colours",
                "█".encode() not in run.out and b"\x1b" not in run.out, run)
    hostile = s.path("in_colour.folded", HOSTILE)
    for name in ("tree", "table"):
        text = on_terminal(s, "-f", name, hostile, NO_COLOR="")[1]
        codes = {"\x1b[0m", "\x1b[2m", "\x1b[31m", "\x1b[33m"}
        s.claim(f"{name}: hostile names do not control a terminal with colours",
                set(CODE.findall(text)) <= codes and is_harmless(CODE.sub("", text)), repr(text))


def check_hostile(s):
    path = s.path("hostile.folded", HOSTILE)
    bad = s.path("bad.folded", b"a 1\n\x1b[31m\xe2\x80\xaebad\n")
    for args in ([path], ["-f", "table", path], [bad], ["--strict", bad], ["--summary", path]):
        _, text, _ = on_terminal(s, *args, err=True)
        shown = re.sub(r"\r?\x1b\[K", "", text)
        found = re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", shown)
        s.claim(f"{' '.join(args[:-1]) or 'flame'} {os.path.basename(args[-1])}: "
                "no control character reaches the terminal", text and not found, repr(text[:200]))


def is_harmless(text):
    return not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e\ufffe]", text)


def check_raw(s):
    """Outputs that are exact bytes elsewhere are shown on a terminal."""
    one = s.path("one.folded", HOSTILE)
    two = s.path("two.folded", HOSTILE + b"main;\xff\xe2\x80 7\n")
    for args in (["-f", "folded", one], ["-f", "folded", two],
                 ["-f", "diff-folded", "--before", one, two],
                 ["merge", "-f", "folded", one, two], ["-f", "json", two], ["-f", "svg", two],
                 ["-f", "firefox", two], ["-f", "speedscope", two], ["-f", "rows", two]):
        what = " ".join(os.path.basename(a) for a in args)
        rc, text, _ = on_terminal(s, *args)
        s.claim(f"{what}: a terminal is sent nothing that controls it", rc == 0 and text
                and is_harmless(text), repr(text[:300]))
    shown = on_terminal(s, "-f", "folded", one)[1]
    wanted = HOSTILE.decode().replace("\u202e", "<U+202E>")
    wanted = wanted.translate({c: "\ufffd" for c in (0x1b, 7, 8, 0x7f, 0x9b)})
    s.claim("what would control it is shown in its place", shown == wanted, repr(shown))
    program = os.path.join(os.path.dirname(s.flame), "callgraph")
    rc, text, _ = on_terminal(s, "-f", "dot", two, program=program)
    s.claim("callgraph -f dot: nor is that sent by callgraph",
            rc == 0 and text and is_harmless(text), repr(text[:300]))
    old = s.path("stackcollapse-recursive.pl")
    os.symlink(s.flame, old)
    rc, text, _ = on_terminal(s, one, program=old)
    s.claim("nor under an old name", rc == 0 and text and is_harmless(text), repr(text[:300]))
    run = s.run("-f", "folded", one)
    s.run("-f", "folded", one, "-o", s.path("exact.folded"))
    with open(s.path("exact.folded"), "rb") as f:
        s.claim("pipes and files get the exact bytes", run.out == HOSTILE == f.read(), run)


def check_pieces(s):
    """Characters lie across the blocks in which output is written."""
    for pad in range(4):
        name = b"x" * pad + "\u00e9\u4e2d\U0001f525".encode() * 60000
        path = s.path("long.folded", b"main;%s 1\n" % name)
        rc, text, _ = on_terminal(s, "-f", "folded", path)
        s.claim(f"no character is cut where a block ends ({pad})",
                rc == 0 and text == f"main;{name.decode()} 1\n", f"{len(text)} {text[-40:]!r}")


def long_work(s, *args, err, seconds=1.6, program=None):
    """A run that reads from a pipe for that long."""
    reader, writer = os.pipe()
    terminal = Terminal()
    log = open(s.path("log"), "w+b")
    child = subprocess.Popen([program or s.flame, *args], stdin=reader,
                             stdout=subprocess.DEVNULL, stderr=terminal.slave if err else log)
    os.close(reader)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        os.write(writer, b"a;b 1\n" * 10000)
        terminal.take()
        time.sleep(0.005)
    os.close(writer)
    rc = child.wait(kit.LIMIT_S)
    text = terminal.close()
    log.seek(0)
    with log:
        return rc, text if err else log.read().decode()


def check_progress(s):
    rc, text = long_work(s, "-f", "folded", err=True)
    s.claim("work of more than a second shows its progress on a terminal",
            rc == 0 and re.search(r"\r.*\d+ MB read", text), repr(text[:200]))
    s.claim("the line of progress is wiped at the end", text.endswith("\r\x1b[K")
            and "\n" not in text, repr(text[-100:]))
    rc, text = long_work(s, "-f", "folded", "--quiet", err=True)
    s.claim("--quiet shows no progress", rc == 0 and text == "", repr(text[:200]))
    rc, text = long_work(s, "-f", "folded", err=False)
    s.claim("without a terminal there is no progress", rc == 0 and text == "", repr(text[:200]))
    for name in ("flame", "callgraph"):
        rc, text = long_work(s, "--progress", err=False, seconds=0.6,
                             program=os.path.join(os.path.dirname(s.flame), name))
        s.claim(f"{name} --progress shows it also there, a line each",
                rc == 0 and re.fullmatch(f"({name}: .* MB read\n)+", text), repr(text[:200]))


def check(s):
    folded = s.path("in.folded", FOLDED)
    check_default(s, folded)
    check_width(s)
    check_numbers(s)
    check_comparison_width(s)
    check_height(s)
    check_colours(s)
    check_hostile(s)
    check_raw(s)
    check_pieces(s)
    check_progress(s)


kit.main(check)
