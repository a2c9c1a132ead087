#!/usr/bin/env python3
"""Writes input.otlp: a profile that ends in the middle."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import otlp  # noqa: E402

p = otlp.Profiles(otlp.NEWEST)
main = p.location((p.function("main"), 1))
p.profile([("cpu", "nanoseconds")], [p.sample([main], [value]) for value in range(9)])
(HERE / "input.otlp").write_bytes(p.bytes()[:-3])
