#!/usr/bin/env python3
"""Writes input.perf-data: what --call-graph dwarf records of Python 3.12 with -X perf, whose code
for each function has no frame pointer, and no table but the perf map in the recording: it calls
through rcx, 4 bytes behind its begin, or 8 where it begins with endbr64. In the last sample the map
tells of code of another size, which is something else."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import made  # noqa: E402

CODE, STACK = 0x7f0000001000, 0x7fff00000000
INNER, OUTER, OTHER = CODE, CODE + 0x10, CODE + 0x20
r = made.Recording(fields=made.USUAL | made.STACKS)
r.features[made.MACHINE] = r.pack("I", 8) + r.text("x86_64")
r.event("cycles", 1)
r.comm(9, "python3.12", 10)
r.mmap(9, CODE, 0x1000, "//anon", 30)


def sample(time, period, at, stack):
    r.sample(9, time, [made.USER, at], 0, period, registers=(0, STACK, at), stack=stack)


AFTER = OUTER + 10  # the call in the one with endbr64
sample(100, 1, INNER, [AFTER, 0, 0])         # nothing was done yet
sample(200, 10, INNER + 4, [1, AFTER, 0, 0])
sample(300, 100, INNER + 10, [AFTER, 0, 0])  # at its ret
sample(400, 1000, OUTER + 4, [INNER + 6, 1, AFTER, 0, 0])
sample(500, 10000, INNER + 6, [1])           # no more was copied
sample(600, 100000, OTHER + 4, [1, AFTER, 0, 0])
r.take(made.PERF_MAP, 9, "/tmp/perf-9.map", b"%x b py::inner:/srv/a.py\n%x f py::outer:/srv/a.py\n"
       b"%x c py::other:/srv/a.py\n" % (INNER, OUTER, OTHER))
(HERE / "input.perf-data").write_bytes(r.file())
