#!/usr/bin/env python3
"""Runs one golden case: golden.py FLAME CASE_FOLDER EXPECTED_FILE,
or all of a list, some at a time: golden.py FLAME LIST, which has lines CASE_FOLDER/EXPECTED_FILE.

A case is a folder with one or more files input.*, read in the order of their names, and optionally
a file args with an argument a line (empty lines and lines that start with '#' are passed over),
a file needs with the libraries it takes, which is read when the build is configured, and a file
program with the word callgraph where that is what runs; dot is written by it in any case.
The program runs inside the folder, so messages name files as the case does.

  expected.NAME   standard output with --format NAME; the exit status is 0
  expected.pprof  what such a profile says, as text
  expected.notes  standard error of a run with --format folded that succeeds
  expected.err    standard error of a run that fails: its exit status is 1 to 3, standard output
                  stays empty

What was written as folded stacks is read back from a pipe, recognised, and must then come out the
same. With UPDATE=1 the
expected file is rewritten with what came out.
"""
# What few cases need is imported where they do: this starts once for every golden file.
import os
import pathlib
import subprocess
import sys

TIMEOUT_S = 120
SHOWN_LINES = 60
FAILS = (1, 2, 3)
# Arguments that have to be given again when the output is read back.
KEPT = {"--flamechart"}


def arguments(case):
    path = case / "args"
    if not path.exists():
        return []
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def run(flame, case, words, stdin=b""):
    return subprocess.run(
        [flame, *words], cwd=case, input=stdin, capture_output=True, timeout=TIMEOUT_S, check=False
    )


def difference(expected, got):
    """The lines that differ, with every byte shown."""
    import difflib

    before, after = (
        [line.decode("ascii", "backslashreplace") for line in text.splitlines(keepends=True)]
        for text in (expected, got)
    )
    lines = list(difflib.unified_diff(before, after, "expected", "got", n=1))
    shown = "".join(line if line.endswith("\n") else line + "\\\n" for line in lines[:SHOWN_LINES])
    return shown + ("...\n" if len(lines) > SHOWN_LINES else "")


def check_read_back(flame, case, words, folded):
    """Yields what is wrong with folded stacks that were read again."""
    kept = [word for word in words if word in KEPT]
    again = run(flame, case, ["--format", "folded", *kept, "-"], folded)
    if again.returncode != 0:
        yield f"what was written cannot be read: {again.stderr.decode(errors='replace')}"
    elif again.stdout != folded:
        yield "what was written changes when it is read:\n" + difference(folded, again.stdout)


def failing(flame, case, words):
    done = run(flame, case, words)
    faults = []
    if done.returncode not in FAILS:
        faults.append(f"exit status {done.returncode}, wanted one of 1, 2 and 3")
    if done.stdout:
        faults.append(f"{len(done.stdout)} bytes on standard output, wanted none")
    return done.stderr, faults


def text_of_pprof(data):
    """What the profile says: how its bytes are packed, and in which order, is nobody's concern."""
    import gzip
    import importlib

    sys.path.insert(0, str(pathlib.Path(__file__).parent / "cli" / "kit"))
    profiles = importlib.import_module("profiles")
    whole = profiles.Whole(gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)
    return "".join(line.rstrip() + "\n" for line in whole.lines()).encode()


def succeeding(flame, case, words, name):
    output = name
    if name == "notes":
        output = "dot" if pathlib.Path(flame).name == "callgraph" else "folded"
    done = run(flame, case, ["--format", output, *words])
    if output == "pprof" and done.returncode == 0:
        done.stdout = text_of_pprof(done.stdout)
    faults = []
    if done.returncode != 0:
        message = done.stderr.decode(errors="backslashreplace")
        faults.append(f"exit status {done.returncode}, wanted 0\n{message}")
    elif output == "folded":
        faults.extend(check_read_back(flame, case, words, done.stdout))
    return done.stderr if name == "notes" else done.stdout, faults


def check(flame, case, expected):
    """Returns what is wrong with one file of a case."""
    flame = pathlib.Path(flame).resolve()
    if (case / "program").exists() or expected.name == "expected.dot":
        flame = flame.parent / "callgraph"
    flame = str(flame)
    inputs = sorted(path.name for path in case.glob("input.*"))
    words = arguments(case) + inputs
    name = expected.name.partition(".")[2]

    if name == "err":
        got, faults = failing(flame, case, words)
    else:
        got, faults = succeeding(flame, case, words, name)
    wanted = expected.read_bytes() if expected.exists() else b""
    if not faults and os.environ.get("UPDATE") == "1":
        expected.write_bytes(got)
    elif got != wanted:
        faults.append(difference(wanted, got))
    return [f"{case.name}/{expected.name}: {fault}" for fault in faults]


def check_all(flame, paths):
    """The same of many. To start this program is most of what one of them takes."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(2 * (os.cpu_count() or 1)) as pool:
        found = list(pool.map(lambda path: check(flame, path.parent, path), paths))
    print(f"{sum(not faults for faults in found)} of {len(found)} golden files are as expected")
    return [fault for faults in found for fault in faults] if found else ["the list is empty"]


def main():
    if len(sys.argv) == 3:
        lines = pathlib.Path(sys.argv[2]).read_text(encoding="utf-8").splitlines()
        faults = check_all(sys.argv[1], [pathlib.Path(line).resolve() for line in lines])
    elif len(sys.argv) == 4:
        case = pathlib.Path(sys.argv[2]).resolve()
        faults = check(sys.argv[1], case, case / sys.argv[3])
    else:
        print(__doc__)
        return 2
    for fault in faults:
        print(fault)
    return 1 if faults else 0


sys.exit(main())
