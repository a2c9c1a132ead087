#!/usr/bin/env python3
"""Writes input.perf-data: four processes with generated code, seen from outside of the container in
which process 4712 is number 1 and wrote perf-1.map."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import made  # noqa: E402

CODE = 0x7f0000001000
r = made.Recording()
r.event("cycles", 1)
for i in range(4):
    pid, at = 4711 + i, CODE + (i - 1) * 0x100000
    r.comm(pid, "node", 10 * i)
    r.mmap(pid, at, 0x1000, "//anon", 10 * i + 1)
    r.sample(pid, 100 + i, [made.USER, at + 8, at + 0x18], 0, 10 ** i)
r.sample(4712, 200, [made.USER, CODE + 0x800, CODE + 0x18], 0, 50000)
(HERE / "input.perf-data").write_bytes(r.file())
