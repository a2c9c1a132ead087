#!/usr/bin/env python3
"""Labels in a picture keep the function: few stand for two of them, and none is lost for that.

Of the visible labels, those that are equal to the label of another function are counted. Made
profiles have packages, classes and functions that are much alike; the recordings that lie beside
the project, where they do, are counted too.
"""
import collections
import html
import random
import re

import kit

CORPUS = kit.ROOT.parent / "shared" / "corpus"
# Labels that there must be at least, each of five letters or a whole name, and the most that may
# stand for two functions.
RECORDED = (("flame/java-vertx-wrk.folded.gz", 100, 2), ("samples/node/node.data", 58, 2),
            ("flame/java-async-profiler.folded", 105, 2),
            ("samples/perf-script/dwarf-cpp.txt", 65, 4))
RECT = re.compile(r'(?:<a [^>]*>)?<rect x="([\d.]+)" .*?<title>(.*) \([^()]*\)</title>')
LABEL = re.compile(r'<text x="([\d.]+)"[^>]*>(.*)</text>')


def labels_of(svg):
    """Each label with the name it stands for."""
    names = {}
    found = []
    for line in svg.replace("\ninlined into its caller</title>", "</title>").split("\n"):
        if line.startswith("<g transform"):
            names = {}
        if rect := RECT.match(line):
            names[rect[1]] = html.unescape(rect[2])
        elif (label := LABEL.match(line)) and label[1] in names:
            found.append((html.unescape(label[2]), names[label[1]]))
    return found


def shared(labels):
    """Those that stand for two functions."""
    names = collections.defaultdict(set)
    for label, name in labels:
        names[label].add(name)
    return [label for label, _ in labels if len(names[label]) > 1]


def drawn(s, path, width=1280):
    run = s.run("-f", "svg", "--width", str(width), "--no-script", "--root-by", "comm", str(path))
    return run, labels_of(run.out.decode("utf-8", "surrogateescape"))


def made(rng, separator, call):
    """Stacks of functions with long packages, few classes and few names of functions."""
    packages = ["org", "acme", "server", "transport"]
    lines = []
    for _ in range(60):
        stack = []
        for _ in range(8):
            scope = separator.join(packages[:rng.randrange(1, 5)])
            kind = rng.choice(["Handler", "Context", "Decoder", "ChannelPipeline"])
            name = rng.choice(["read", "write", "flush", "fireChannelRead", "run"])
            stack.append(scope + separator + kind + call + name)
        lines.append(";".join(stack) + f" {rng.randrange(1, 20)}")
    return "\n".join(lines) + "\n"


def check_made(s):
    rng = random.Random(7)
    for claim, separator, call in (("Java", ".", "."), ("perf maps of Java", "/", ":."),
                                   ("C++", "::", "::")):
        path = s.path("made", made(rng, separator, call).encode())
        run, labels = drawn(s, path, 2200)
        wide = [label for label in shared(labels) if len(label) > 7]
        s.claim(f"names as in {claim}: with room for eight letters no label is of two functions",
                len(labels) > 100 and not wide, wide[:9] or run)
        short = [label for label, name in labels if "\u2026" in label and len(label) > 20
                 and not label.endswith(name.rpartition(call)[2])]
        s.claim(f"names as in {claim}: where there is room, the function is whole", not short,
                short[:5])


def check_recorded(s):
    for name, least, most in RECORDED:
        path = CORPUS / name
        if not path.exists():
            s.skip(path.name, "it is not beside the project")
            continue
        run, labels = drawn(s, path)
        twice = shared(labels)
        s.claim(f"{path.name}: at least {least} labels, at most {most} of two functions",
                len(labels) >= least and len(twice) <= most,
                f"{len(twice)} of {len(labels)}: {twice[:9]}" if labels else run)


def check(s):
    check_made(s)
    check_recorded(s)


kit.main(check)
