#!/usr/bin/env python3
"""A few bytes never cost much: each reader gets the worst small inputs (kit/worst.py), and the most
resident memory and the bytes that come out are measured, in the outputs that cost most; those of a
few readers in every output. Time is not.

Memory is at most 64 MB and 200 times what was read, a picture or page 1 MiB and 100 times; or the
run ends with the name of a limit. `amplification.py FLAME --table` prints the worst of each reader.
"""
import json
import os
import re
import subprocess
import sys

import kit
from kit import worst

MEBI = 1 << 20
MEMORY, MEMORY_TIMES = 64 * 10**6, 200
OUTPUT, OUTPUT_TIMES = MEBI, 100
# What each program writes, and whether its size has a limit.
OUTPUTS = {"flame": {"folded": False, "svg": True, "json": True, "tree": True},
           "callgraph": {"table": True, "json": True}}
# Formats that list whole stacks are as long as these are. Pixels have the limit `image`: there may
# be so many, four bytes each, whatever they show.
STACKS = {"folded", "diff-folded", "pprof", "rows", "speedscope", "firefox"}
PIXELS, IMAGE = {"png", "jpeg"}, 20 * 10**6
# What goes through every output: (program, reader, input).
EVERY_OUTPUT = (("flame", "folded", "deep"), ("flame", "folded", "long names"),
                ("flame", "pprof", "many lines at an address"), ("flame", "massif", "wide"),
                ("callgraph", "pprof", "many lines at an address"),
                ("callgraph", "callgrind", "long names"))
LACKING = "this program was built without"
# What not every input has, by output: snapshots, and addresses or lines.
WITHOUT = {"timeline": "no snapshots found", "annotate": "neither addresses nor lines"}


def formats(s, program):
    """The names in the two lists of --list-formats: inputs, outputs."""
    text = s.run("--list-formats", program=program).out.decode()
    return [re.findall(r"^  (\S+)", part, re.M) for part in text.split("Output formats")]


# A child begins with the most memory that its parent had. So a small process starts them all.
STARTER = """
import json, os, sys
for line in sys.stdin:
    out, err, words = json.loads(line)
    pid = os.fork()
    if pid == 0:
        for to, name in enumerate((os.devnull, out, err)):
            flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC if to else os.O_RDONLY
            os.dup2(os.open(name, flags, 0o600), to)
        os.execv(words[0], words)
    status, used = os.wait4(pid, 0)[1:]
    print(os.waitstatus_to_exitcode(status), used.ru_maxrss, flush=True)
"""


class Starter:
    def __init__(self):
        self.process = subprocess.Popen([sys.executable, "-I", "-S", "-c", STARTER], text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def run(self, *what):
        self.process.stdin.write(json.dumps(what) + "\n")
        self.process.stdin.flush()
        return map(int, self.process.stdout.readline().split())

    def end(self):
        self.process.stdin.close()
        self.process.wait()


class Measured:
    """A run: its exit status, the most resident memory, bytes of the output."""

    def __init__(self, s, starter, words):
        out, err = s.path("out"), s.path("err")
        self.rc, kilobytes = starter.run(out, err, words)
        self.memory = kilobytes * 1024
        self.output = os.path.getsize(out)
        with open(err, encoding="utf-8", errors="replace") as f:
            self.said = f.read()

    def stopped(self):
        return self.rc == 1 and 'limit "' in self.said and self.output == 0

    def brief(self):
        return (f"rc {self.rc}, {self.memory / 1e6:.0f} MB, {self.output} bytes, "
                f"said {self.said[:200]!r}")


def bytes_of(data):
    return data if isinstance(data, bytes) else data.encode()


def keeps(run, size, limited):
    return ((run.rc == 0 or run.stopped()) and run.memory <= MEMORY + MEMORY_TIMES * size
            and (not limited or run.output <= OUTPUT + OUTPUT_TIMES * size))


def keeps_pixels(run, size):
    """An image that is too large, or has too long a side, is refused before it is drawn."""
    refused = run.rc == 1 and not run.output \
        and re.search('limit "image"|pixels found, wanted at most', run.said)
    return (run.rc == 0 or refused) and run.output <= OUTPUT + OUTPUT_TIMES * size \
        and run.memory <= (0 if refused else 4 * IMAGE) + MEMORY + MEMORY_TIMES * size


def check_every_output(s, starter, programs):
    """One claim for each input, and that each output was written once."""
    written, known = set(), set()
    for program, reader, name in EVERY_OUTPUT:
        data = bytes_of(worst.inputs(reader)[name]())
        path, wrong = s.path("in." + reader, data), []
        for form in formats(s, programs[program])[1]:
            before = ["--before", path] if form == "diff-folded" else []
            run = Measured(s, starter, [programs[program], "--quiet", "--from", reader, "-f", form,
                                        "--limit", f"image={IMAGE}", path, *before])
            if LACKING in run.said or WITHOUT.get(form, "\n\n") in run.said:
                continue
            known.add((program, form))
            size = len(data) * (2 if before else 1)
            if not (keeps_pixels(run, size) if form in PIXELS
                    else keeps(run, size, form not in STACKS)):
                wrong.append(f"{form}: {run.brief()}")
            elif run.rc == 0:
                written.add((program, form))
        s.claim(f"{program}, {reader}, {name}: {len(data)} bytes cost no more in any output",
                not wrong, "; ".join(wrong))
    s.claim(f"each of {len(known)} outputs was written", written == known, known - written)


def rows_of(s, starter, reader, program, formats):
    """(input, format, size, run) of each run; one claim for each input."""
    for name, make in worst.inputs(reader).items():
        data = bytes_of(make())
        path = s.path("in." + reader, data)
        wrong = []
        for form, limited in formats.items():
            run = Measured(s, starter, [program, "--quiet", "--from", reader, "-f", form, path])
            if "which this build cannot read" in run.said:
                s.skip(reader, "the build has no library for it")
                return
            if not keeps(run, len(data), limited):
                wrong.append(f"{form}: {run.brief()}")
            yield name, form, len(data), run
        s.claim(f"{reader}, {name}: {len(data)} bytes cost no more than promised", not wrong,
                "; ".join(wrong))


def table_row(reader, rows):
    """The input that took most memory and bytes of output, as parts of what is promised."""
    def part(row):
        _, form, size, run = row
        return (run.memory / (MEMORY + MEMORY_TIMES * size)
                + (form != "folded") * run.output / (OUTPUT + OUTPUT_TIMES * size))

    name, _, size, _ = max(rows, key=part)
    runs = [(form, run) for given, form, _, run in rows if given == name]
    memory = max(run.memory for _, run in runs)
    output = max(run.output for form, run in runs if form != "folded")
    stopped = ", ".join(form for form, run in runs if run.stopped())
    return (f"| `{reader}` | {name} | {size:,} | {memory / 1e6:.0f} MB | {output:,}"
            + (f"; {stopped}: limit" if stopped else "") + " |")


def check(s):
    if s.sanitized:
        s.skip("all of it", "sanitizers need much memory")
        return
    programs = {name: os.path.join(os.path.dirname(s.flame), name) for name in OUTPUTS}
    found = {}
    for program, path in programs.items():
        for reader in formats(s, path)[0]:
            if reader not in found:
                found[reader] = program
    unknown = [reader for reader in found if not worst.inputs(reader)]
    s.claim(f"each of {len(found)} readers has its worst inputs in kit/worst.py",
            len(found) > 50 and not unknown, unknown)
    table = []
    starter = Starter()
    check_every_output(s, starter, programs)
    for reader in sorted(found):
        program = found[reader]
        rows = list(rows_of(s, starter, reader, programs[program], OUTPUTS[program]))
        if rows:
            table.append(table_row(reader, rows))
    starter.end()
    if "--table" in sys.argv:
        print("\n".join(table))


kit.main(check)
