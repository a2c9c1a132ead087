#!/usr/bin/env python3
"""Writes input.1.pprof and input.2.pprof: the same measures, the second time in another order and
with another default, as a heap and an allocation profile of a program have them."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import profiles  # noqa: E402

TYPES = ("alloc_objects", "count"), ("alloc_space", "bytes"), ("inuse_space", "bytes")


def write(name, default, order):
    p = profiles.Profile(*(TYPES[i] for i in order))
    main = p.location((p.function("main"), 1), address=0x10)
    leaf = p.location((p.function("read"), 2), address=0x20)
    for stack, values in (([leaf, main], (1, 20, 300)), ([main], (4, 50, 600))):
        p.sample(stack, [values[i] for i in order])
    p.rest += profiles.number(14, p.text(default))
    (HERE / name).write_bytes(p.bytes())


write("input.1.pprof", "inuse_space", (0, 1, 2))
write("input.2.pprof", "alloc_space", (2, 0, 1))
