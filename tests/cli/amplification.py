#!/usr/bin/env python3
"""A few bytes never cost much: each reader gets the worst small inputs (kit/worst.py), and the most
resident memory and the bytes that come out are measured, in every kind of output. Time is not.

Memory is at most 64 MB and 200 times what was read, a picture or page 1 MiB and 100 times; or the
run ends with the name of a limit. `amplification.py FLAME --table` prints the worst of each reader.
"""
import os
import re
import sys

import kit
from kit import worst

MEBI = 1 << 20
MEMORY, MEMORY_TIMES = 64 * 10**6, 200
OUTPUT, OUTPUT_TIMES = MEBI, 100
# What each program writes, and whether its size has a limit.
OUTPUTS = {"flame": {"folded": False, "svg": True, "json": True, "tree": True},
           "callgraph": {"table": True, "json": True}}


def readers(s, program):
    """The names in the first list of --list-formats."""
    text = s.run("--list-formats", program=program).out.decode()
    first = text.split("Output formats")[0]
    return re.findall(r"^  (\S+)", first, re.M)


class Measured:
    """A run of a child of our own: its most resident memory is not mixed with that of others."""

    def __init__(self, s, program, words):
        out, err = s.path("out"), s.path("err")
        pid = os.fork()
        if pid == 0:
            try:
                for to, name in enumerate((os.devnull, out, err)):
                    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC if to else os.O_RDONLY
                    os.dup2(os.open(name, flags, 0o600), to)
                os.execv(program, [program, *words])
            finally:
                os._exit(127)
        _, status, used = os.wait4(pid, 0)
        self.rc = os.waitstatus_to_exitcode(status)
        self.memory = used.ru_maxrss * 1024
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


def rows_of(s, reader, program, formats):
    """(input, format, size, run) of each run; one claim for each input."""
    for name, make in worst.inputs(reader).items():
        data = bytes_of(make())
        path = s.path("in." + reader, data)
        wrong = []
        for form, limited in formats.items():
            run = Measured(s, program, ["--quiet", "--from", reader, "-f", form, path])
            if "which this build cannot read" in run.said:
                s.skip(reader, "the build has no library for it")
                return
            if not keeps(run, len(data), limited):
                wrong.append(f"{form}: {run.brief()}")
            yield name, form, len(data), run
        s.claim(f"{reader}, {name}: {len(data)} bytes cost no more than promised", not wrong,
                "; ".join(wrong))


def table_row(reader, rows):
    """The input that took most memory for each byte, and the most that came out of any."""
    name, _, size, run = max(rows, key=lambda row: row[3].memory / (MEMORY + MEMORY_TIMES * row[2]))
    most = max(row[3].output for row in rows if row[0] == name and row[1] != "folded")
    stopped = any(row[3].stopped() for row in rows if row[0] == name)
    return (f"| `{reader}` | {name} | {size:,} | {run.memory / 1e6:.0f} MB | "
            f"{'limit' if stopped else f'{most:,}'} |")


def check(s):
    if s.sanitized:
        s.skip("all of it", "sanitizers need much memory")
        return
    programs = {name: os.path.join(os.path.dirname(s.flame), name) for name in OUTPUTS}
    found = {}
    for program, path in programs.items():
        for reader in readers(s, path):
            if reader not in found:
                found[reader] = program
    unknown = [reader for reader in found if not worst.inputs(reader)]
    s.claim(f"each of {len(found)} readers has its worst inputs in kit/worst.py",
            len(found) > 50 and not unknown, unknown)
    table = []
    for reader in sorted(found):
        program = found[reader]
        rows = list(rows_of(s, reader, programs[program], OUTPUTS[program]))
        if rows:
            table.append(table_row(reader, rows))
    if "--table" in sys.argv:
        print("\n".join(table))


kit.main(check)
