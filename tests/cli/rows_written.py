#!/usr/bin/env python3
"""Rows that are written: they have the stacks, sums, threads, times and states of what was read."""
import collections
import decimal
import json
import os
import re

import kit

HEADER = ["time_ns", "process", "pid", "thread", "tid", "state", "value", "samples", "stack"]
GOLDEN = ("fractions", "largest-counts", "hostile-names", "perf-recorded", "pprof-values",
          "speedscope-threads", "chrome-spans", "jfr-samples", "austin-full", "massif-recorded")
WALL = ["--wall", "--symfs", str(kit.ROOT / "golden/perf-data-off-cpu/root"),
        str(kit.ROOT / "golden/perf-data-off-cpu-switches/input.perf-data")]
PERF = """app 10/11 1.000000: 5 cycles:
\t1 b (/bin/app)
\t2 main (/bin/app)

app 10/12 1.000005: 7 cycles:
\t3 c (/bin/app)

app 10/12 1.000003: 6 cycles:
\t2 main (/bin/app)

app 10/11 1.000003: 1 cycles:
\t1 b (/bin/app)
\t2 main (/bin/app)

"""
ESCAPES = {"t": "\t", "n": "\n", "r": "\r", "\\": "\\"}
decimal.getcontext().prec = 40


def text_of(cell):
    """The text that a cell stands for."""
    return re.sub(r"\\(.)", lambda match: ESCAPES[match[1]], cell)


def rows_of(out):
    """A dict for each line; its cells are texts, the value is a number."""
    lines = out.decode("utf-8", "surrogateescape").split("\n")
    assert lines.pop() == "" and lines[0].split("\t") == HEADER, lines[:1]
    rows = [dict(zip(HEADER, map(text_of, line.split("\t")), strict=True)) for line in lines[1:]]
    for row in rows:
        row["value"] = decimal.Decimal(row["value"])
    return rows


def written(s, *words, **more):
    run = s.run("-f", "rows", *words, **more)
    return run, rows_of(run.out) if run.rc == 0 else []


def sums(pairs):
    found = collections.defaultdict(decimal.Decimal)
    for key, value in pairs:
        found[key] += value
    return dict(found)


def folded(s, *words):
    """The sum of each stack, without the empty frames that keep a line from being misread."""
    run = s.run("-f", "folded", "--root-by", "none", "--full-names", *words)
    lines = run.out.decode("utf-8", "surrogateescape").split("\n")[:-1]
    return sums((stack.strip(";"), decimal.Decimal(value))
                for stack, _, value in (line.rpartition(" ") for line in lines))


def by_stack(rows):
    return sums((row["stack"].strip(";"), row["value"]) for row in rows)


def thread_name(row):
    """As the writer of speedscope's files calls it."""
    name = row["thread"] or row["process"]
    text = name + (f" ({row['process']})" if row["process"] not in ("", name) else "")
    if text and (row["pid"] or row["tid"]):
        text += " "
    return text + row["pid"] + ("/" + row["tid"] if row["tid"] else "")


def threads(s, *words):
    run = s.run("-f", "speedscope", "--full-names", *words)
    profiles = json.loads(run.out, parse_float=decimal.Decimal, parse_int=decimal.Decimal)
    return sums((p["name"], p["endValue"]) for p in profiles["profiles"])


def check_same(s, name, *words):
    run, rows = written(s, "--full-names", *words)
    if "this build" in run.said:
        s.skip(name, "this build lacks a library for it")
        return
    wanted = folded(s, *words)
    s.claim(f"{name}: the values of a stack add up to its line of -f folded",
            wanted and by_stack(rows) == wanted, run)
    wanted = threads(s, *words)
    found = sums((thread_name(row), row["value"]) for row in rows)
    if set(found) == {""}:  # then it is called after the measure
        wanted = {"": sum(wanted.values())}
    s.claim(f"{name}: threads have the names and sums of -f speedscope", wanted
            and json.dumps(sorted(found.items()), default=str)
            == json.dumps(sorted(wanted.items()), default=str), (found, wanted))
    order = [int(row["time_ns"] or 1 << 64) for row in rows]
    s.claim(f"{name}: lines are in time order, those without a time last", order == sorted(order))


def check_golden(s):
    for case in GOLDEN:
        for path in sorted((kit.ROOT / "golden" / case).glob("input.*")):
            check_same(s, case, str(path))
    check_same(s, "states", *WALL)


def check_states(s):
    run, rows = written(s, *WALL)
    if "this build" in run.said:
        s.skip("states", "this build lacks a library for it")
        return
    found = {row["state"].rstrip("?") for row in rows}
    s.claim("a recording of the wall clock has several states", {"running", "waiting"} <= found,
            found)
    s.claim("a stack that is guessed is marked behind the state, others are not",
            any(row["state"].endswith("?") for row in rows)
            and not all(row["state"].endswith("?") for row in rows), found)
    for state in sorted(found):
        chosen = [row for row in rows if row["state"].rstrip("?") == state]
        s.claim(f"--where state={state} keeps the lines of that state",
                by_stack(chosen) == folded(s, "--where", f"state={state}", *WALL), run)
        alone, kept = written(s, "--where", f"state={state}", *WALL)
        s.claim(f"{state} stands on each line where no other is kept",
                {row["state"].rstrip("?") for row in kept} == {state}, alone)


def check_times(s):
    path = s.path("perf.txt", PERF)
    cells = [(row["time_ns"], row["tid"], str(row["value"]), row["samples"], row["stack"])
             for row in written(s, path)[1]]
    s.claim("lines are sorted by time, thread and stack", cells == [
        ("0", "11", "5", "1", "main;b"), ("3000", "11", "1", "1", "main;b"),
        ("3000", "12", "6", "1", "main"), ("5000", "12", "7", "1", "c")], cells)
    s.claim("process and thread are those of the input", {
        (row["process"], row["pid"], row["state"]) for row in written(s, path)[1]} ==
        {("app", "10", "")}, s.last)
    rows = written(s, "--where", "time=0.000001..0.000004", path)[1]
    s.claim("--where time keeps its part", [row["time_ns"] for row in rows] == ["3000"] * 2, rows)
    one = s.run("-f", "rows", "--threads", "1", *WALL).out
    s.claim("it is the same with any number of workers",
            one and one == s.run("-f", "rows", "--threads", "3", *WALL).out, s.last)


def check_texts(s):
    path = s.path("odd.folded", b"a\tb;c\\n;\\ 1.5\n\xff;a\\ 2\n")
    run, rows = written(s, path)
    s.claim("no text ends a cell or a line", run.out.count(b"\n") == 3
            and all(line.count(b"\t") == 8 for line in run.out.split(b"\n")[:-1]), run.out)
    s.claim("tabs and backslashes come back, and so does any byte", sorted(
        (row["stack"], str(row["value"])) for row in rows) == [
            ("a\tb;c\\n;\\", "1.5"), ("\udcff;a\\", "2")], rows)
    rows = written(s, s.path("perf.txt", PERF.replace("app", "a\\b")))[1]
    s.claim("so do those in the names of processes",
            {row["process"] for row in rows} == {"a\\b"}, rows)


def check_chosen(s):
    path = s.path("a.folded", "a;b 1.5\n")
    for ending in ("rows", "tsv"):
        out = s.path("out." + ending)
        run = s.run("-o", out, path)
        with open(out, "rb") as f:
            s.claim(f"the ending .{ending} chooses the format",
                    run.rc == 0 and len(rows_of(f.read())) == 1, run)
    for option in ("--reverse", "--flamechart", "--annotate=all", "--root-by=comm"):
        run = s.run("-f", "rows", option, path)
        s.claim(f"{option} is refused", run.rc == 2 and option.split("=", 1)[0] in run.said, run)
    out = s.path("empty.rows")
    for text in ("", "a 0\n"):
        other = s.run("-f", "speedscope", s.path("empty.folded", text))
        run = s.run("-o", out, s.path("empty.folded", text))
        s.claim(f"{text!r} is refused as with other formats", run.rc == 1
                and run.said == other.said and not os.path.exists(out), run)


def check_hidden(s):
    text = PERF.replace("app", "secret").replace("main", "secret_main")
    for option in ("--hash-names", "--redact=secret"):
        run, rows = written(s, option, s.path("perf.txt", text))
        s.claim(f"{option} hides the names of all that is written",
                len(rows) == 4 and b"secret" not in run.out, run.out)


def check(s):
    check_golden(s)
    check_states(s)
    check_times(s)
    check_texts(s)
    check_chosen(s)
    check_hidden(s)


kit.main(check)
