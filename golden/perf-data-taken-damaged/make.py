#!/usr/bin/env python3
"""Writes input.perf-data: of the files in the recording the first is whole, the second says more
bytes than there are."""
import pathlib
import struct
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import made  # noqa: E402

CODE = 0x7f0000001000
r = made.Recording()
r.event("cycles", 1)
for pid in (4711, 4712):
    r.comm(pid, "node", 1)
    r.mmap(pid, CODE, 0x1000, "//anon", 2)
    r.sample(pid, 100, [made.USER, CODE + 8], 0, 1)
r.take(made.PERF_MAP, 4711, "/tmp/perf-1.map", b"7f0000001000 40 serve\n")
r.take(made.PERF_MAP, 4712, "/tmp/perf-1.map", b"7f0000001000 40 read\n")
whole = r.features[made.TAKEN]
second = len(whole) // 2
r.features[made.TAKEN] = (whole[:second + 8] + struct.pack("<Q", 2**64 - 8)
                          + whole[second + 16:])
(HERE / "input.perf-data").write_bytes(r.file())
