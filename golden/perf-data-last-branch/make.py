#!/usr/bin/env python3
"""Writes input.perf-data: what --call-graph lbr records where calls go through a stub that jumps on
(here the function call), which is all that the newest branch tells of the function it led to."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import made  # noqa: E402

SPIN, LINUX = 0x400000, 0xffffffff81000010
CALL, PARSE, RENDER, WORK, START = (SPIN + at for at in (0x144, 0x14d, 0x19c, 0x215, 0x24c))
r = made.Recording(fields=made.USUAL | made.BRANCHES)
r.event("cycles", 1)
r.comm(9, "spin", 10)
r.mmap(9, SPIN, 0x1000, "/tmp/srv/spin", 20)
OUTER = [(SPIN + 0x238, RENDER), (SPIN + 0x255, WORK), (SPIN + 0x271, START)]
STUB = [(SPIN + 0x202, CALL), *OUTER]
# in parse, behind a stub
r.sample(9, 100, [made.USER, PARSE + 9, SPIN + 0x207], 0, 10, STUB)
# in render, from where nothing was called
r.sample(9, 200, [made.USER, RENDER + 9], 0, 200, OUTER)
# in the kernel, which parse entered, behind a stub
r.sample(9, 300, [made.KERNEL, LINUX, made.USER, PARSE + 9], 0, 3000, STUB)
# in the kernel; only the branches tell of the process
r.sample(9, 400, [made.KERNEL, LINUX], 0, 40000, STUB)
# a processor that told of no branch
r.sample(9, 500, [made.USER, PARSE + 9, SPIN + 0x207], 0, 500000)
# of precise events, whose address is from before the interrupt: in render, and in the kernel
r.sample(9, 600, [made.KERNEL, LINUX + 0x100, made.USER, RENDER + 11], 0, 6000000, OUTER,
         ip=RENDER + 9)
r.sample(9, 700, [made.KERNEL, LINUX + 4, made.USER, RENDER + 9], 0, 70000000, OUTER, ip=LINUX)
(HERE / "input.perf-data").write_bytes(r.file())
