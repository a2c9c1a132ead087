#!/usr/bin/env python3
"""Writes input.pprof: a profile that ends in the middle."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import profiles  # noqa: E402

p = profiles.Profile(("samples", "count"), ("cpu", "nanoseconds"))
main = p.location((p.function("main"), 1))
p.sample([main], [1, 10])
(HERE / "input.pprof").write_bytes(p.bytes()[:-3])
