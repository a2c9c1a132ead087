#!/usr/bin/env python3
"""Writes input.otlp: a profile without samples."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import otlp  # noqa: E402

p = otlp.Profiles(otlp.NEWEST)
for name in ("one", "two", "three", "four"):
    p.location((p.function(name), 1))
p.profile([("cpu", "nanoseconds")], [])
(HERE / "input.otlp").write_bytes(p.bytes())
