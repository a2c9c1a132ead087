#!/usr/bin/env python3
"""perf script with any fields (-F): a fresh recording gives its own sums and stacks.

The threads have names that look like other fields. What each sample is, is taken from outputs of
one field each, so nothing here has to be guessed.
"""
import collections
import os
import subprocess
import sys

import kit

FIELDS = ["comm", "pid", "tid", "cpu", "time", "period", "event"]
STACK = ["ip", "sym", "dso"]
SPIN = """
import ctypes, os, sys, time
def spin(name):
    ctypes.CDLL(None).prctl(15, name.encode(), 0, 0, 0)
    end = time.process_time() + 0.012
    while time.process_time() < end:
        bytes(300000)
for name in sys.argv[1:]:
    pid = os.fork()
    if pid == 0:
        spin(name)
        os._exit(0)
    os.waitpid(pid, 0)
"""
COMMS = ["pool 1", "pool 12345", "a [001]", "#x", "# y", "12/34", "12", "z 1.5:", "DOM Worker",
         "ev 7 e:", "|3", "[002]", "k/2:1-events", "dead", "(sd-pam)", "U", ":-1"]
# What is printed besides: in the header, behind the stack, or instead of a call chain.
MORE = [("uregs",), ("insn",), ("weight",), ("addr",), ("phys_addr", "data_page_size"),
        ("misc",), ("uregs", "insn", "phys_addr", "code_page_size"), ("addr", "weight", "uregs"),
        ("srccode",), ("metric",), ("flags",)]


def record(s):
    """A recording, or None and why there is none."""
    data = s.path("perf.data")
    code = s.path("spin.py", SPIN)
    command = ["perf", "record", "-q", "-o", data, "-e", "cpu-clock/period=1000000/", "-e",
               "page-faults/period=20/", "--sample-cpu", "-g", "-W", "-d", "--phys-data",
               "--data-page-size", "--code-page-size", "--user-regs=ax,bx", "--",
               os.path.realpath(sys.executable), "-S", code, *COMMS]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    return data if done.returncode == 0 else None


def script(data, fields, *options):
    """The text with these fields; None when perf cannot print one of them."""
    done = subprocess.run(["perf", "script", "-i", data, "--no-inline", *options, "-F",
                           ",".join(fields)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          check=False)
    return done.stdout if done.returncode == 0 else None


class Recording:
    """The comm, event, and period of each sample."""

    def __init__(self, data):
        self.data = data
        self.comms = [line.strip() for line in self.lines("comm")]
        self.events = [line.strip()[:-1] for line in self.lines("event")]
        self.periods = [int(line) for line in self.lines("period")]

    def lines(self, field):
        return script(self.data, [field]).decode().splitlines()

    def sum(self, event, comm, period):
        return sum(self.periods[i] if period else 1 for i in range(len(self.comms))
                   if event in (None, self.events[i]) and comm in (None, self.comms[i]))


def fold(s, text, *args):
    run = s.run("-f", "folded", "--strict", *args, "-", input=text)
    stacks = collections.Counter()
    for line in run.out.decode().splitlines():
        stack, _, count = line.rpartition(" ")
        stacks[stack] += int(count)
    return run, stacks


def check_fields(s, recording, event, fields, more, options, wanted):
    """One text; `wanted`: the stacks of the same with all fields."""
    text = script(recording.data, [*fields, *more, *STACK], *options)
    name = ",".join([*fields, *(f"+{m}" for m in more)]) or "none"
    if text is None:
        s.skip(f"fields {name}", "this perf does not print them")
        return
    chosen = event if "event" in fields else None
    run, stacks = fold(s, text, *(("--event", event) if chosen else ()))
    total = recording.sum(chosen, None, "period" in fields)
    holds = run.rc == 0 and sum(stacks.values()) == total
    if holds and "comm" in fields:
        of_comm = collections.Counter()
        for stack, count in stacks.items():
            of_comm[stack.lstrip(";").split(";")[0]] += count  # "#x" is written ";#x"
        holds = of_comm == {comm: recording.sum(chosen, comm, "period" in fields)
                            for comm in set(recording.comms)
                            if recording.sum(chosen, comm, True)}
    s.claim(f"fields {name} {' '.join(options)}: the sums of the recording", holds,
            run if run.rc else f"{sum(stacks.values())} for {total}: {run.said[:300]}")
    key = (chosen, "comm" in fields, "period" in fields, options)
    s.claim(f"fields {name} {' '.join(options)}: its stacks",
            stacks == wanted.setdefault(key, stacks), run)


def check(s):
    if kit.missing("perf"):
        s.skip("fields of perf script", "perf is not there")
        return
    data = record(s)
    if not data:
        s.skip("fields of perf script", "perf cannot record here")
        return
    recording = Recording(data)
    event = max(set(recording.events), key=recording.events.count)
    wanted = {}
    # Of an odd number: each field is in half of them.
    subsets = [[f for i, f in enumerate(FIELDS) if mask >> i & 1] for mask in range(128)
               if bin(mask).count("1") % 2]
    for i, fields in enumerate(reversed(subsets)):
        check_fields(s, recording, event, fields, (), (), wanted)
        if i % 3 == 0:
            check_fields(s, recording, event, fields, MORE[i // 3 % len(MORE)], (), wanted)
        if i % 7 == 0:
            check_fields(s, recording, event, fields, (), ("-G",), wanted)


if __name__ == "__main__":
    kit.main(check)
