#!/usr/bin/env python3
"""Writes input.pprof: profiles behind one another, packed, with indexes of their own."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import profiles  # noqa: E402

import gzip  # noqa: E402


def profile(name, factor):
    p = profiles.Profile(("samples", "count"), ("cpu", "nanoseconds"))
    main = p.location((p.function("main"), 1))
    other = p.location((p.function(name), 1))
    p.sample([main], [1, factor])
    p.sample([other, main], [2, 2 * factor], p.label("thread", name))
    p.rest += profiles.number(9, 1700000000 * 10**9) + profiles.number(12, 100)
    return p


whole = gzip.compress(profile("read", 10).bytes(), mtime=0)
(HERE / "input.pprof").write_bytes(
    whole + gzip.compress(profile("write", 1000).bytes() + profile("parse", 100000).bytes(), mtime=0))
