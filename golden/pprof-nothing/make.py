#!/usr/bin/env python3
"""Writes input.pprof: a profile in which nothing was sampled."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import profiles  # noqa: E402

p = profiles.Profile(("samples", "count"), ("cpu", "nanoseconds"))
p.rest += profiles.number(10, 5)
(HERE / "input.pprof").write_bytes(p.bytes())
