#!/usr/bin/env python3
"""Text comes in many forms: UTF-16, coloured, out of a log. The profile is the same.

One golden input of each text format is given in each form; what is drawn must not change. Line
numbers of messages stay those of the file.
"""
import re

import kit

GOLDEN = kit.ROOT / "golden"
KINDS = {
    "docker logs -t": lambda i: f"2026-05-01T12:{i % 60:02}:07.123456789Z ",
    "kubectl logs --prefix": lambda i: "[pod/shop-6d5f/web] ",
    "kubectl logs --prefix --timestamps": lambda i: "[pod/shop-6d5f/web] 2026-05-01T12:00:07.5Z ",
    "docker compose logs": lambda i: ("shop-1  | ", "shop-12 | ")[i % 2],
    "docker compose logs -t": lambda i: "shop-1  | 2026-05-01T12:00:07.123456789Z ",
    "journalctl or syslog": lambda i: f"May {i % 9 + 1:2} 12:00:07 web1 shop[12]: ",
    "journalctl -o short-iso": lambda i: "2026-05-01T12:00:07+0200 web1 shop[12]: ",
    "journalctl -o short-full": lambda i: "Fri 2026-05-01 12:00:07 CEST web1 shop[12]: ",
    "journalctl -o short-monotonic": lambda i: f"[{i:5}.123456] web1 shop[12]: ",
    "journalctl -o short-unix": lambda i: f"1777636807.{i:06} web1 shop[12]: ",
    "the runtime of containers": lambda i: "2026-05-01T12:00:07.5+02:00 stdout F ",
    "ts": lambda i: f"May 01 12:00:{i % 60:02} ",
}


def fold(s, text, *options):
    return s.run("-f", "folded", *options, input=text if isinstance(text, bytes) else text.encode())


def inputs(s):
    """One text input of each format, with its folded stacks."""
    seen = set()
    found = []
    for case in sorted(GOLDEN.iterdir()):
        if not (case / "expected.folded").exists() or (case / "args").exists():
            continue
        paths = sorted(case.glob("input.*"))
        name = paths[0].name.split(".")[1]
        text = paths[0].read_bytes()
        if name == "html":  # a page is a file, which no program prints to a log
            continue
        if len(paths) > 1 or name in seen or re.search(rb"[\0-\6\r]", text) or len(text) > 40000:
            continue
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError:
            continue
        run = fold(s, text)
        if run.rc == 0 and text.endswith("\n"):
            seen.add(name)
            found.append((name, text, run.out))
    return found


def logged(text, kind):
    return "".join(KINDS[kind](i) + line + "\n" for i, line in enumerate(text.split("\n")[:-1]))


def coloured(text, _=None):
    return "".join(f"\x1b[1;3{i % 8}m{line}\x1b[0m\x1b[K\n"
                   for i, line in enumerate(text.split("\n")[:-1]))


def check_form(s, found, claim, make, told):
    wrong = []
    for name, text, out in s.part(found, kind=lambda row: row[0]):
        run = fold(s, make(text))
        if run.rc != 0 or run.out != out or told not in run.said:
            wrong.append(f"{name}: {run.brief()}")
    s.claim(f"{claim}: {len(found)} formats", not wrong, wrong[:3])


def check_forms(s):
    found = inputs(s)
    s.claim("there are inputs of many formats", len(found) > 20, len(found))
    utf16 = "converted from UTF-16"
    for code in ("utf-16-le", "utf-16-be"):
        mark = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}[code]
        check_form(s, found, f"{code} with a mark", lambda t: mark + t.encode(code), utf16)
        check_form(s, [row for row in found if len(row[1]) > 16], f"{code} without a mark",
                   lambda t: t.encode(code), utf16)
    check_form(s, found, "colours", coloured, "codes for colours left out")
    for kind in KINDS:
        check_form(s, found, kind, lambda t: logged(t, kind), "left out what ")
    check_form(s, found, "all at once", lambda t: coloured(
        logged(t, "docker compose logs")).encode("utf-16"), utf16)


def check_folded(s):
    stacks = "main;käse;read 4\nmain;draw 5\n"
    want = b"main;draw 5\nmain;k\xc3\xa4se;read 4\n"
    run = fold(s, stacks.encode("utf-16"), "--from", "folded")
    s.claim("--from folded, UTF-16", run.rc == 0 and run.out == want, run)
    large = ("main;a\U0001f600 1\n" * 200000).encode("utf-16")
    run = s.run("-f", "folded", s.path("large.folded", large))
    s.claim("UTF-16 of many blocks", run.out == "main;a\U0001f600 200000\n".encode(), run)
    for kind in KINDS:
        text = logged("main;a 5\n\nmain;b 6\n", kind).replace(" \n", "\n")
        run = fold(s, text)
        s.claim(f"folded stacks out of {kind}, with a line of no text",
                run.rc == 0 and run.out == b"main;a 5\nmain;b 6\n" and kind.split()[0] in run.said,
                run)
    run = fold(s, "-- Boot 0123 --\n" + logged(stacks, "journalctl or syslog"))
    s.claim("lines of the journal itself are left out", run.rc == 0 and run.out == want, run)
    text = logged("main;a 1\n" * 4000, "docker logs -t") + "main;b 1\n\nmain;b 1\n"
    run = fold(s, text)
    s.claim("lines without what the log puts before them are read and told",
            run.out == b"main;a 4000\nmain;b 2\n" and ": 2 lines without it" in run.said, run)
    run = s.run("-f", "folded", s.path("in", logged("main;a 5\n\nmain;b\nmain;b 6\n",
                                                   "kubectl logs --prefix").encode("utf-16")))
    s.claim("line numbers are those of the file", run.rc == 0 and "in:3: " in run.said, run)
    mixed = logged("main;a 5\n", "docker logs -t") + logged("main;b 6\n", "journalctl or syslog")
    run = fold(s, mixed)
    s.claim("lines of two logs are kept as they are", run.rc == 0
            and b"2026-05-01T12:00:07.123456789Z main;a 5\n" in run.out, run)
    run = fold(s, "web | a;b 5\nweb | a;c 6\n")
    s.claim("a name before a bar is a name", b"web | a;b 5\n" in run.out, run)


def check_damage(s):
    run = fold(s, b"\xff\xfea\0;\0b\0 \0001\0000\0\n\0c\0")
    s.claim("UTF-16 of odd length", run.rc == 0 and run.out == b"a;b 10\n", run)
    cut = "a;b 1\nc 2\n".encode("utf-16")[:-1]
    run = fold(s, cut)
    s.claim("UTF-16 cut in a character: the line is damaged, and told",
            run.rc == 0 and run.out == b"a;b 1\n" and ":2: " in run.said, run)
    run = fold(s, b"\xff\xfea\0;\0\x00\xd8 \0001\0\n\0")
    s.claim("half a surrogate is told as other bytes that are not UTF-8",
            run.rc == 0 and b" 1\n" in run.out and "invalid UTF-8" in run.said, run)
    run = fold(s, b"\xff\xfe")
    s.claim("nothing but a mark is empty", run.rc == 1 and not run.out and "empty" in run.said, run)
    run = fold(s, b"main;\x1b[31mred 3\nmain;b 4\n")
    s.claim("an escape sequence in a name that no other ends is kept", run.rc == 0
            and b"\x1b[31mred 3\n" in run.out, run)
    run = fold(s, "\x1b[32ma\x1b[0m;b 1\n" * 9 + "c\x1b]8;;no end\nd 1\n")
    s.claim("a sequence without its end ends with its line", run.rc == 0
            and run.out == b"a;b 9\nd 1\n", run)
    paths = [s.path("one.folded", "a;b 1\n"), s.path("two.folded", "a;b 1\n".encode("utf-16"))]
    run = s.run("merge", *paths)
    s.claim("UTF-16 is merged", run.rc == 0 and run.out == b"a;b 2\n", run)


def check(s):
    check_folded(s)
    check_damage(s)
    check_forms(s)


kit.main(check)
