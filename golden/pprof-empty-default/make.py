#!/usr/bin/env python3
"""Writes input.pprof: its default measure holds nothing, as when all that was allocated is free."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import profiles  # noqa: E402

p = profiles.Profile(("alloc_objects", "count"), ("alloc_space", "bytes"),
                     ("inuse_objects", "count"), ("inuse_space", "bytes"))
main = p.location((p.function("main"), 1), address=0x10)
p.sample([p.location((p.function("read"), 2), address=0x20), main], [2, 512, 0, 0])
p.sample([main], [1, 64, 0, 0])
(HERE / "input.pprof").write_bytes(p.bytes())
