#!/usr/bin/env python3
"""Writes input.pprof: its type of values has a name that is not there."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import profiles  # noqa: E402

p = profiles.Profile(("samples", "count"))
p.parts[1] = [profiles.message(1, profiles.number(1, 40), profiles.number(2, 2))]
p.sample([p.location((p.function("main"), 1))], [1])
(HERE / "input.pprof").write_bytes(p.bytes())
