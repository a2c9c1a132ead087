#!/usr/bin/env python3
"""Writes two profiles: the measures of the second stand in another order, and some are negative."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import profiles  # noqa: E402

for name, types, values in (
        ("input.1.pprof", (("objects", "count"), ("space", "bytes")), (3, 400)),
        ("input.2.pprof", (("space", "bytes"), ("objects", "count")), (-50, 1))):
    p = profiles.Profile(*types)
    p.sample([p.location((p.function("main"), 1), address=0x10)], values)
    (HERE / name).write_bytes(p.bytes())
