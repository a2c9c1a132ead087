#!/usr/bin/env python3
"""Writes input.pprof: types of values without a name, some with a unit."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import profiles  # noqa: E402

p = profiles.Profile(("", "bytes"), ("", ""), ("", ""))
main = p.location((p.function("main"), 1), address=0x10)
p.sample([p.location((p.function("read"), 2), address=0x20), main], [10, 20, 30])
p.sample([main], [1, 2, 3])
(HERE / "input.pprof").write_bytes(p.bytes())
