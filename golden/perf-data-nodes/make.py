#!/usr/bin/env python3
"""Writes input.perf-data: page faults on the processors of two nodes, with the addresses that the
kernel could tell: the node is that of the memory, and N/A where that is not known."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import made  # noqa: E402

CODE, HEAP, BLOCK = 0x400000, 0x10000000, 1 << 27
r = made.Recording(fields=made.USUAL | made.CPU | made.ADDR | made.PHYSICAL)
r.event("page-faults", 1)
r.near((0, "0-1,4-5"), (3, "2-3,6"))
r.memory(BLOCK, (0, 0b000111), (3, 0b111000))
r.comm(9, "mem", 10)
r.mmap(9, CODE, 0x1000, "/opt/mem", 20)
for i, (cpu, physical) in enumerate((
        (0, 0),  # not told, near to node 0
        (6, 0),  # the same, near to node 3
        (0, 4 * BLOCK + 8),  # memory of the other node
        (3, 0x1000),
        (1, 9 * BLOCK),  # memory of no node
        (7, 0))):  # a processor of no node
    r.sample(9, 100 + i, [made.USER, CODE + 0x150], 0, 1 << i, cpu=cpu,
             access=(HEAP + i, 0, 0, physical, 0, 0))
(HERE / "input.perf-data").write_bytes(r.file())
