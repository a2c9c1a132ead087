#!/usr/bin/env python3
"""Writes input.pprof: a difference of two profiles, as `pprof -diff_base` writes it."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import profiles  # noqa: E402

p = profiles.Profile(("samples", "count"), ("cpu", "nanoseconds"))
main = p.location((p.function("main"), 1))
parse = p.location((p.function("parse"), 7))
draw = p.location((p.function("draw"), 9))
base = p.label("pprof::base", "true")
p.sample([parse, main], [-3, -300], base)
p.sample([draw, main], [-1, -2**63], base)
p.sample([parse, main], [5, 500])
p.sample([draw, main], [2, 200])
p.sample([main], [1, -10])
p.sample([main], [1, 100])
(HERE / "input.pprof").write_bytes(p.bytes())
