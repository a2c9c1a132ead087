#!/usr/bin/env python3
"""Writes input.pprof: one profile in pieces, texts between the rest, ids in any order."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import profiles  # noqa: E402

p = profiles.Profile(("cpu", "nanoseconds"))
p.text("main")
out = b"".join(p.parts[1]) + p.strings()
out += profiles.message(5, profiles.number(1, 2**63), profiles.number(2, 3))
out += profiles.message(2, profiles.packed(1, [900, 7]), profiles.packed(2, [5]))
out += profiles.message(4, profiles.number(1, 900), profiles.message(4, profiles.number(1, 5)))
out += profiles.message(6, b"read")
out += profiles.message(4, profiles.number(1, 7), profiles.message(4, profiles.number(1, 2**63)))
out += profiles.message(5, profiles.number(1, 5), profiles.number(2, 4))
out += profiles.message(2, profiles.number(1, 7), profiles.number(2, 6))
out += profiles.message(6, b"") + profiles.message(6, b"")
(HERE / "input.pprof").write_bytes(out)
