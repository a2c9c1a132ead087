#!/usr/bin/env python3
"""Writes input.perf-data: what perf record writes on a big-endian machine of 64 bits."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import made  # noqa: E402

r = made.Recording(order=">", fields=made.USUAL | made.IDENTIFIER)
r.event("cycles", 0x1234567800000001)
r.event("instructions", 0x1234567800000002)
r.features[made.HOSTNAME] = r.pack("I", 8) + r.text("s390x")
r.mmap(-1, 0x100000, 0xf00000, "[kernel.kallsyms]_text", 0, 0x100000)
r.comm(4711, "parent", 100)
r.mmap(4711, 0x1000000, 0x4000, "/usr/bin/parent", 110)
r.mmap(4711, 0x3ff80000000, 0x20000, "/lib64/libc.so.6", 120, 0x1000)
r.sample(4711, 300, [made.USER, 0x3ff80000123, 0x1000457, 0x1000321], 0, 5000)
r.sample(4711, 200, [made.KERNEL, 0x101234, 0x105679, made.USER, 0x1000456, 0x1000321], 1, 70)
r.fork(4712, 4711, 400)
r.comm(4712, "child", 450)
r.sample(4712, 500, [made.USER, 0x3ff80000125, 0x1000457, 0x1000321], 0, 3000)
r.sample(4712, 600, [made.USER, 0x7fff00000, 0x1000321], 0, 1000)
(HERE / "input.perf-data").write_bytes(r.file())
