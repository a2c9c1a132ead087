#!/usr/bin/env python3
"""The recordings that lie beside the project, where they do: ../shared from its root.

What a recording folds to is held against the sum of the numbers printed in it, counted here once
more; text of perf script is counted in perf_samples.py. Files of other projects and hostile ones
are read, or refused with a message that names them; nothing of them reaches a terminal raw.
"""
import json
import re

import kit

CORPUS = kit.ROOT.parent / "shared" / "corpus"
SAMPLES = CORPUS / "samples"
RAW = re.compile(rb"[^\x20-\x7e\n]")

# First bytes of what is no text: it is refused whatever may stand behind them.
BINARY = (b"PERFFILE", b"gmon\1\0\0\0", b"\x7fELF", b"PK\3\4", b"BZh91AY&SY",
          bytes(8) + b"\3" + bytes(7))


def formats(s):
    text = s.run("--list-formats").out.decode()
    return set(re.findall(r"^  (\S+)  ", text.partition("\n\n")[0], re.MULTILINE))


def folded_total(run):
    return sum(int(line.rpartition(b" ")[2]) for line in run.out.splitlines())


def bpftrace_text(text):
    """The sum of each map, by its name: values behind keys, and rows of histograms."""
    sums = {}
    name = ""
    for line in text.splitlines():
        begin = re.match(r"(@\w*)\[", line)
        if begin:
            name = begin[1]
        value = re.search(r"\]: (\d+)$", line)
        row = re.match(r"[\[(][^|]*[\])]\s+(\d+) \|", line)
        if value or row:
            sums[name] = sums.get(name, 0) + int((value or row)[1])
    return sums


def bpftrace_json(text):
    sums = {}
    for line in filter(str.strip, text.splitlines()):
        entry = json.loads(line)
        if entry["type"] == "map":
            for name, values in entry["data"].items():
                sums[name] = sums.get(name, 0) + sum(values.values())
    return sums


def whole(pattern):
    """Counts the sum of what a pattern finds; a pattern without a group counts 1 each time."""
    def count(text):
        found = re.findall(pattern, text, re.MULTILINE)
        return {"": sum(int(n) if n.isdigit() else 1 for n in found)}
    return count


# Folder, files, the format they need, and what counts them.
COUNTED = [
    ("bpf", "bpftrace-*.txt", "bpftrace", bpftrace_text),
    ("bpf", "bpftrace-*.json", "bpftrace", bpftrace_json),
    ("bpf", "libbpf-offcputime.txt", "bcc", whole(r"^\s+(\d+)$")),
    ("go", "go.goroutine.debug1.txt", "go", whole(r"^(\d+) @")),
    ("go", "go.goroutine.debug2.txt", "go", whole(r"^goroutine \d+ \[.*\]:$")),
    ("java", "ap*.collapsed", "folded", whole(r" (\d+)$")),
]


def check_counted(s):
    known = formats(s)
    for folder, pattern, name, count in COUNTED:
        if name not in known:
            s.skip(f"{folder}/{pattern}", f"this build does not read {name}")
            continue
        paths = sorted((SAMPLES / folder).glob(pattern))
        s.claim(f"{folder}/{pattern} is there", paths)
        for path in paths:
            sums = count(path.read_text(encoding="utf-8"))
            for event, wanted in sums.items():
                args = ["--event", event] if len(sums) > 1 else []
                run = s.run("-f", "folded", *args, str(path))
                s.claim(f"{path.name} {event} folds to {wanted}",
                        run.rc == 0 and wanted > 0 and folded_total(run) == wanted,
                        f"{folded_total(run)}; {run.brief()}")


def fault_of(path, run):
    """What is wrong with a run on a file that may be anything; empty: nothing."""
    if run.rc not in (0, 1):
        return f"exit {run.rc}"
    if RAW.search(run.err):
        return "raw bytes on standard error"
    if run.rc == 0:
        return "" if run.out else "success with nothing written"
    last = run.said.splitlines()[-1] if run.said else ""
    if run.out:
        return "output beside a fault"
    return "" if last.startswith(f"flame: {path}:") else f"{last[:80]!r} does not name the file"


def check_foreign(s):
    paths = [p for folder in ("foreign", "hostile") for p in sorted((CORPUS / folder).rglob("*"))
             if p.is_file()]
    s.claim(f"{len(paths)} files of others are there", len(paths) > 50)
    problems = []
    for path in paths:
        run = s.run("-f", "folded", str(path))
        fault = fault_of(path, run)
        with path.open("rb") as f:
            known = re.search("read as (perfcollect|pprof-cpu)", run.said)  # which are binary
            if f.read(16).startswith(BINARY) and run.rc == 0 and not known:
                fault = "binary was read as text"
        if fault:
            problems.append(f"{path.name}: {fault}")
    s.claim("each is read, or refused with a message that names it", not problems,
            "; ".join(problems))
    return paths


def check_readers(s, paths):
    """Every reader on every file: never a crash, never success with nothing read."""
    problems = []
    runs = 0
    for n, name in enumerate(sorted(formats(s))):
        for path in s.part(paths, n)[::s.slow]:
            run = s.run("--quiet", "--from", name, "-f", "folded", str(path))
            runs += 1
            fault = fault_of(path, run)
            if fault:
                problems.append(f"{path.name} as {name}: {fault}")
    s.claim(f"{runs} runs with --from end as they should", not problems,
            f"{len(problems)}: " + "; ".join(problems[:5]))


def check(s):
    if not SAMPLES.is_dir():
        s.skip("the recordings", "there is no ../shared beside the project")
        return
    check_counted(s)
    check_readers(s, check_foreign(s))


kit.main(check)
