#!/usr/bin/env python3
"""Writes input.perf-data: chains that the kernel followed by frame pointers, which most of the
generated code does not keep."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import made  # noqa: E402

SPIN, CODE = 0x400000, 0x7f0000001000
r = made.Recording()
r.event("cycles", 1)
r.comm(9, "java", 10)
r.mmap(9, SPIN, 0x1000, "/tmp/srv/spin", 20)
r.mmap(9, CODE, 0x1000, "//anon", 30)
r.sample(9, 100, [made.USER, CODE + 8], 0, 1)
r.sample(9, 200, [made.USER, CODE + 8, CODE + 0x18], 0, 20)
r.sample(9, 300, [made.USER, SPIN + 0x150, CODE + 8], 0, 300)
r.sample(9, 400, [made.USER, CODE + 8, CODE + 0x18, SPIN + 0x25a, SPIN + 0x276], 0, 4000)
r.sample(9, 500, [made.USER, SPIN + 0x150, SPIN + 0x220], 0, 50000)
(HERE / "input.perf-data").write_bytes(r.file())
