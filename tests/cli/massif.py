#!/usr/bin/env python3
"""Files of massif: the stacks of every snapshot, and their sum, are those in the file.

They are counted here once more. What is cut anywhere is read in part and that is said. The files
that lie beside the project, where they do, are read too.
"""
import bz2
import collections
import gzip
import re

import kit

CORPUS = kit.ROOT.parent / "shared" / "corpus"
SAMPLES = sorted((CORPUS / "samples" / "valgrind").glob("massif.out*"))
FOREIGN = sorted((CORPUS / "foreign" / "massif").glob("massif.out*"))
HEAPTRACK = CORPUS / "samples" / "heap" / "heaptrack.massif.txt"
PRINTED = CORPUS / "samples" / "valgrind" / "massif.ms_print.txt"
ROW = re.compile(r"( *)n(\d+): (\d+) (.*)")


def folded(run):
    found = collections.Counter()
    for line in filter(None, run.out.decode("utf-8", "surrogateescape").split("\n")):
        stack, _, value = line.rpartition(" ")
        found[stack] += int(value)
    return found


def name_of(text):
    """The function of a line, as --full-names --addrs calls it."""
    if text.startswith("in "):
        return "[places below " + re.sub(r"^0(?=\d)", "", re.search(r"\((.*?)\)$", text)[1]) + "]"
    address, _, name = text.partition(": ")
    name, _, place = name.rpartition(" (") if name.endswith(")") else (name, "", "")
    if name != "???":
        return name
    module = re.sub(r".*/", "", place[3:-1]) if place.startswith("in ") else "unknown"
    return f"[{module} <{address[2:]}>]"


def tree_of(lines):
    """Yields each stack of a tree, from its root on, and what it has by itself."""
    rows = [(len(m[1]), int(m[3]), m[4]) for m in map(ROW.fullmatch, lines)]
    path = []
    for i, (depth, total, text) in enumerate(rows):
        below = 0
        for other, size, _ in rows[i + 1:]:
            if other <= depth:
                break
            below += size if other == depth + 1 else 0
        path[depth:] = [name_of(text) if depth else ""]
        if total > below:
            yield ";".join(reversed(path[1:])) or "[heap]", total - below


def snapshots(text):
    """The sum of each snapshot by its number, and what its stacks hold."""
    found = {}
    for part in re.split(r"^snapshot=", text, flags=re.MULTILINE)[1:]:
        lines = part.splitlines()
        keys = dict(line.split("=", 1) for line in lines if re.match(r"[a-zB_A-Z]+=", line))
        beside = {"[heap overhead]": int(keys["mem_heap_extra_B"]),
                  "[stacks]": int(keys["mem_stacks_B"])}
        tree = [line for line in lines if ROW.fullmatch(line)]
        stacks = collections.Counter({k: v for k, v in beside.items() if v})
        for stack, value in tree_of(tree) if tree else [("[heap]", int(keys["mem_heap_B"]))]:
            stacks[stack] += value
        found[int(lines[0])] = (sum(beside.values()) + int(keys["mem_heap_B"]),
                                stacks, keys["heap_tree"])
    return found


def check_file(s, path, text):
    wrong = []
    chosen = list(snapshots(text).items())[::s.slow]
    for number, (total, stacks, _) in chosen:
        run = s.run("-f", "folded", "--full-names", "--addrs", "--snapshot", str(number), str(path))
        if total == 0:
            wrong += [] if "the total of bytes is 0" in run.said else [f"{number}: 0"]
            continue
        if run.rc or sum(folded(run).values()) != total or "skipped" in run.said:
            wrong.append(f"{number}: {run.brief()}")
        elif folded(run) != +stacks:
            wrong.append(f"{number}: {folded(run) - stacks} {stacks - folded(run)}")
    s.claim(f"{path.name}: {len(chosen)} snapshots have their sums and their stacks", not wrong,
            wrong[:2])


def check_peak(s, path, text):
    shots = snapshots(text)
    marked = [n for n, shot in shots.items() if shot[2] == "peak"]
    peak = marked[0] if marked else max(shots, key=lambda n: (shots[n][2] != "empty", shots[n][0]))
    run = s.run("-f", "folded", str(path))
    s.claim(f"{path.name}: what is drawn is its peak, {peak}", run.rc == 0
            and sum(folded(run).values()) == shots[peak][0]
            and (len(shots) == 1 or f"snapshot {peak} at " in run.said), run)
    run = s.run("-f", "folded", "--snapshot", "last", str(path))
    total = shots[max(shots)][0]
    s.claim(f"{path.name}: the last", sum(folded(run).values()) == total or not total, run)


def check_cut(s):
    text = (kit.ROOT / "golden" / "massif-recorded" / "input.massif").read_bytes()
    wrong = []
    for at in range(0, len(text), 13 * s.slow):
        run = s.run("-f", "folded", "--from", "massif", s.path("cut", text[:at]))
        if run.rc not in (0, 1) or (run.rc == 1 and run.out) or not run.said:
            wrong.append(f"{at}: {run.brief()}")
    s.claim("a file that is cut is read in part, or refused", not wrong, wrong[:3])


def check_deep(s):
    deep = 3000
    head = (b"desc: -\ncmd: -\ntime_unit: i\nsnapshot=0\ntime=0\nmem_heap_B=9\nmem_heap_extra_B=0\n"
            b"mem_stacks_B=0\nheap_tree=peak\nn1: 9 (heap)\n")
    rows = b"".join(b" " * i + b"n1: 9 0x%x: f (a.c:1)\n" % i for i in range(1, deep))
    main = b" " * deep + b"n0: 9 0x1: main (a:1)"
    run = s.run("-f", "folded", s.path("deep", head + rows + main))
    s.claim(f"a tree of {deep} callers", run.rc == 0 and run.out == b"main" + b";f" * (deep - 1)
            + b" 9\n", run.said)
    run = s.run("-f", "folded", "--limit", "depth=1000", s.path("deep", head + rows))
    s.claim("a tree that is too deep is refused", run.rc == 1 and "depth" in run.said, run)


def check_printed(s):
    """ms_print says which snapshots have trees and which is the peak."""
    path = CORPUS / "samples" / "valgrind" / "massif.out"
    if not PRINTED.exists():
        s.skip(PRINTED.name, "it is not beside the project")
        return
    peak = re.search(r"(\d+) \(peak\)", PRINTED.read_text())[1]
    row = re.search(rf"^ *{peak} +([\d,]+) +([\d,]+) ", PRINTED.read_text(), re.MULTILINE)
    run = s.run("-f", "folded", str(path))
    s.claim("the peak is that of ms_print", f"snapshot {peak} at {row[1].replace(',', '')} i"
            in run.said and sum(folded(run).values()) == int(row[2].replace(",", "")), run)


def check(s):
    check_cut(s)
    check_deep(s)
    check_printed(s)
    for path in SAMPLES + FOREIGN + [HEAPTRACK]:
        if not path.exists():
            s.skip(path.name, "it is not beside the project")
            continue
        data = path.read_bytes()
        if path.suffix == ".bz2":
            run = s.run(str(path))
            s.claim(f"{path.name} is refused, with how to unpack it",
                    run.rc == 1 and "bunzip2" in run.said, run)
            data = bz2.decompress(data)
            path = s.path("unpacked", data)
            path = type(HEAPTRACK)(path)
        text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode()
        check_file(s, path, text)
        check_peak(s, path, text)


kit.main(check)
