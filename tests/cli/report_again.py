#!/usr/bin/env python3
"""A report draws again what has changed, and files that options name are part of that."""
import os

import kit


def check_content(s, option, value, path, first, then, before=(), given="given"):
    """Drawn once, kept with the same file, drawn again with another content of the same name."""
    s.path(path, first)
    arguments = ["report", "-o", "out-" + option, "--summary", f"--{option}", value, *before, given]

    def drawn():
        run = s.run(*arguments)
        return ("1 drawn" in run.said if run.rc == 0 else None), run

    one, run = drawn()
    two, again = drawn()
    s.claim(f"--{option}: with the same file nothing is drawn again",
            one is True and two is False, again if one else run)
    s.path(path, then)
    three, run = drawn()
    s.claim(f"--{option}: with another content of the file all is", three is True, run)
    four, run = drawn()
    s.claim(f"--{option}: and that once", four is False, run)


def check_beside(s):
    """What names code beside recordings, links below --symfs, recordings that are folders."""
    with open(kit.ROOT / "golden/perf-data-jit/input.perf-data", "rb") as f:
        recording = f.read()
    for folder in ("jit", "folder.data", "roots/one/srv", "roots/two"):
        os.makedirs(s.path(folder))
    s.path("jit/made.data", recording)
    s.path("folder.data/data", recording)
    os.symlink("one/srv", s.path("roots/srv"))

    def drawn(*arguments):
        run = s.run("report", "-o", "out-beside/" + arguments[-1], "--strict", "--summary",
                    *arguments)
        return "1 drawn" in run.said and run.rc == 0

    def changed(claim, change, *arguments):
        first = drawn(*arguments), drawn(*arguments)
        change()
        then = drawn(*arguments), drawn(*arguments)
        s.claim(claim, first == then == (True, False), (first, then))

    changed("a map that comes beside a recording is met, and is no file of another kind",
            lambda: s.path("jit/perf-9964.map", "10 10 one\n"), "jit")
    s.run("report", "-o", "out-beside/jit", "jit", "--force")
    s.path("jit/perf-9964.map", "10 10 two\n")
    s.claim("and another of its name", drawn("jit") and not drawn("jit"))
    changed("records of a thread in a recording that is a folder",
            lambda: s.path("folder.data/data.0", ""), "folder.data")

    def lead_elsewhere():
        os.unlink(s.path("roots/srv"))
        os.symlink("two", s.path("roots/srv"))

    changed("a link to a folder below --symfs that leads elsewhere", lead_elsewhere,
            "--symfs", "roots", "given")
    changed("a report below --symfs is not what a picture depends on",
            lambda: s.path("roots/one/srv/new", "x"), "--symfs", ".", "given")


def check(s):
    os.makedirs(s.path("given"))
    os.makedirs(s.path("before"))
    os.makedirs(s.path("maps"))
    os.makedirs(s.path("symbols/usr/.debug"))
    s.path("given/a.folded", "main;v1::parse 3\nmain;wait 2\n")
    s.path("before/a.folded", "main;v2::parse 3\nmain;wait 2\n")
    with open(kit.ROOT / "themes/hot.theme", "rb") as f:
        theme = f.read()
    check_content(s, "colors", "mine", "mine", theme, theme + b"\n# another\n")
    check_content(s, "nameattr", "attributes", "attributes", "main\ttitle=a\n", "main\ttitle=b\n")
    check_content(s, "identity", "rules", "rules", "^v[0-9]+:: -> \n", "^v[0-8]+:: -> \n",
                  before=("--before", "before"))
    check_content(s, "kallsyms", "kallsyms", "kallsyms", "ffffffff81000000 T start\n",
                  "ffffffff81000000 T begin\n")
    check_content(s, "perf-map-dir", "maps", "maps/perf-7.map", "10 10 one\n", "10 10 two\n")
    check_content(s, "symfs", "symbols", "symbols/usr/.debug/a", "one", "two")
    check_beside(s)
    s.path("maps/other", "of nobody")
    run = s.run("report", "-o", "out-perf-map-dir", "--summary", "--perf-map-dir", "maps", "given")
    s.claim("files that are no maps are not looked at", "0 drawn" in run.said, run)


kit.main(check)
