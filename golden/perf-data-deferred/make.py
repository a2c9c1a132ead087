#!/usr/bin/env python3
"""Writes input.perf-data: chains of --call-graph fp,defer, which Linux 6.19 and later record."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import made  # noqa: E402

SPIN = 0x400000
r = made.Recording()
r.event("cycles", 1)
r.comm(9, "spin", 10)
r.mmap(9, SPIN, 0x1000, "/tmp/srv/spin", 20)
for time, cookie in ((100, 0x100000001), (110, 0x100000001), (200, 0x100000002), (300, 7)):
    r.sample(9, time, [made.KERNEL, 0xffffffff81000010 + time, 0xffffffff81002000,
                       made.USER_DEFERRED, cookie], 0, 10)
r.deferred(9, 150, 0x100000001,
           [made.USER, SPIN + 0x150, SPIN + 0x230, SPIN + 0x255, SPIN + 0x275])
r.deferred(9, 250, 0x100000002,
           [made.USER, SPIN + 0x1a0, SPIN + 0x230, SPIN + 0x255, SPIN + 0x275])
r.sample(9, 400, [made.USER, SPIN + 0x255, SPIN + 0x275], 0, 10)
(HERE / "input.perf-data").write_bytes(r.file())
