#!/usr/bin/env python3
"""Writes input.perf-data: what --call-graph dwarf records of a runtime whose code uses the base
pointer for something else, as that of Java does, and of one whose code keeps it."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import made  # noqa: E402

SPIN, CODE, STACK = 0x400000, 0x7f0000001000, 0x7fff00000000
r = made.Recording(fields=made.USUAL | made.STACKS)
r.features[made.MACHINE] = r.pack("I", 8) + r.text("x86_64")
r.event("cycles", 1)
r.comm(9, "java", 10)
r.mmap(9, SPIN, 0x1000, "/tmp/srv/spin", 20)
r.mmap(9, CODE, 0x1000, "//anon", 30)
CALLER, CALLERS_CALLER = SPIN + 0x25a, SPIN + 0x276  # in start, in _start


def sample(time, period, base, stack):
    r.sample(9, time, [made.USER, CODE + 8], 0, period, registers=(base, STACK, CODE + 8),
             stack=stack)


# 0 is a number that the code computes, not the end of a chain
sample(100, 1, 0, [1, 2, 3, 4])
sample(200, 20, 0x1234567, [1, 2, 3, 4])
# a return address that is none
sample(300, 300, STACK, [STACK + 16, 0x1234567, 0, 0])
# start calls generated code, which calls more of it
sample(400, 4000, STACK, [STACK + 16, CODE + 0x18, STACK + 32, CALLER, 0, CALLERS_CALLER, 1, 0])
(HERE / "input.perf-data").write_bytes(r.file())
