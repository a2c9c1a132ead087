#!/usr/bin/env python3
"""Writes input.perf-data: loads and stores with what perf mem records of them, in two nodes."""
import pathlib
import struct
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import made  # noqa: E402

CODE, TABLE, HEAP, STACK, ANON = 0x400000, 0x500000, 0x10000000, 0x7ffe00000000, 0x7f0000000000
L1, L3, STORE, REMOTE = 0x68100142, 0x68100842, 0x68100144, 0x2 | 2 << 5 | 13 << 33 | 1 << 37
BLOCK = 1 << 27
r = made.Recording(fields=made.USUAL | made.ADDR | made.WEIGHT | made.SOURCE | made.PHYSICAL
                   | made.PAGE | made.CODE_PAGE)
r.event("cpu/mem-loads,ldlat=30/P", 1)
# Two nodes that have three blocks each, of 128 MB.
r.features[22] = struct.pack("<QQQ", 1, BLOCK, 2) + b"".join(
    struct.pack("<QQQQ", node, 3, 6, bits) for node, bits in ((0, 0b000111), (1, 0b111000)))
r.comm(9, "mem", 10)
r.mmap(9, CODE, 0x1000, "/opt/mem", 20)
r.mmap(9, TABLE, 0x2000, "/opt/mem", 20)
r.mmap(9, HEAP, 0x2000, "[heap]", 20)
r.mmap(9, STACK, 0x2000, "[stack]", 20)
r.mmap(9, ANON, 0x2000, "//anon", 20)
for time, (address, weight, source, physical, page, code_page) in enumerate((
        (TABLE + 0x10, 12, L1, 0x1000, 4096, 4096),
        (TABLE + 0x20, 60, L3, 4 * BLOCK + 8, 2 << 20, 4096),
        (HEAP + 0x10, 300, REMOTE, 3 * BLOCK, 1 << 30, 2 << 20),
        (STACK + 0x10, 5, STORE, 9 * BLOCK, 4096, 4096),
        (ANON + 0x10, 7, L1, 0, 0, 0),
        (0x900000000000, 8, 0, 0x2000, 65536, 4096))):
    r.sample(9, 100 + time, [made.USER, CODE + 0x150, CODE + 0x230], 0, 1,
             access=(address, weight, source, physical, page, code_page))
(HERE / "input.perf-data").write_bytes(r.file())
