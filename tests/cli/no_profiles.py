#!/usr/bin/env python3
"""What is no profile is never drawn, and what is one is: evidence is asked of text.

Each text of kit/no_profiles.py is given as a file, behind what a log puts before each line, and by
a pipe, and must be refused with one sentence that names the input. Names of functions as profilers
write them, one frame a line, are folded stacks in each of these ways.
"""
import kit
from kit import no_profiles

PREFIXES = (b"2026-05-01T12:00:00.123456789Z ", b"May 01 12:00:00 web1 shop[12]: ",
            b"shop-1  | ", b"[pod/shop-1/shop] ")

NAMES = {
    "plain names": b"main 190\nlost 5\n",
    "names in brackets": b"[heap overhead] 5715\n[heap] 11693\n[places below 1.00%] 3\n",
    "signatures and modules": b"demo`parse(char const*) 2000\nlibc.so.6`read 250\n",
    "templates": b"std::vector<int, std::allocator<int> >::at(unsigned long) const 3\nmain 4\n",
    "operators": b"operator new(unsigned long) 7\noperator== 3\nT* f<T>(T const&) 1\n",
    "names of Python": b"<module> (a.py:12) 7\nrun (a.py:3) 2\n",
    "names of Rust": b"<alloc::vec::Vec<T> as core::ops::Drop>::drop 8\ncore::fmt::write 2\n",
    "names of Objective-C": b"-[NSView drawRect:] 8\n+[NSObject new] 2\n",
    "names of V8": b"(garbage collector) 8\n(idle) 185\nonClick 12\n",
    "clones": b"parse(int) [clone .cold] 8\nparse(int) [clone .isra.0] 1\nmain 1\n",
    "many, by name": b"".join(b"f%03d %d\n" % (i, i * 7919 % 101 + 1) for i in range(40)),
    "many, by count": b"".join(b"f%03d %d\n" % (i * 7919 % 101, 90 - i) for i in range(40)),
}


def behind(text, prefix):
    return b"".join(prefix + line for line in text.splitlines(keepends=True))


def check_refused(s):
    for i, (name, text) in enumerate(no_profiles.TEXTS.items()):
        text = text.encode()
        log = s.path("log.txt", behind(text, PREFIXES[i % len(PREFIXES)]))
        runs = (s.run("-f", "folded", s.path("x.txt", text)), s.run("-f", "folded", log),
                s.run("-f", "folded", input=text))
        wrong = [run.brief() for run in runs
                 if run.rc != 1 or run.out or run.said.count("\n") != 1
                 or not run.said.startswith(("flame: /", "flame: standard input"))]
        s.claim(f"{name} is refused: a file, behind a log, by a pipe", not wrong, wrong[:1])


def check_read(s):
    for name, text in NAMES.items():
        log = s.path("log.txt", behind(text, PREFIXES[0]))
        runs = (s.run("-f", "folded", s.path("x.txt", text)), s.run("-f", "folded", log),
                s.run("-f", "folded", input=text))
        wanted = b"".join(sorted(text.splitlines(keepends=True)))
        wrong = [run.brief() for run in runs if run.rc != 0 or run.out != wanted]
        s.claim(f"{name} are folded stacks", not wrong, wrong[:1])


def check_asked(s):
    """Who says that it is folded is believed."""
    text = no_profiles.TEXTS["log of bare words"].encode()
    for args in (("--from", "folded", s.path("x.txt", text)), (s.path("x.folded", text),),
                 (s.path("x.collapsed", text),)):
        run = s.run("-f", "folded", *args)
        s.claim(f"folded without evidence: {args[0].rpartition('/')[2]}",
                run.rc == 0 and run.out.count(b"\n") == 4, run)


def check(s):
    check_refused(s)
    check_read(s)
    check_asked(s)


kit.main(check)
