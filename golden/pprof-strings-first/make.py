#!/usr/bin/env python3
"""Writes input.pprof: profiles behind one another whose texts stand first."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import profiles  # noqa: E402



def profile(name, factor):
    p = profiles.Profile(("cpu", "nanoseconds"))
    main = p.location((p.function("main"), 1))
    other = p.location((p.function(name), 1))
    p.sample([other, main], [2 * factor])
    return p.bytes(strings_first=True)


(HERE / "input.pprof").write_bytes(profile("read", 10) + profile("write", 1000))
