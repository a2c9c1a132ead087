#!/usr/bin/env python3
"""Writes input.1.pprof and input.2.pprof, which have one measure in common, in another place."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import profiles  # noqa: E402


def write(name, types, *samples):
    (HERE / name).write_bytes(profiles.of_two_functions(types, *samples))


CPU = ("cpu", "nanoseconds")
write("input.1.pprof", [("samples", "count"), CPU], (1, 100))
write("input.2.pprof", [CPU, ("wall", "nanoseconds"), ("inuse_space", "bytes")],
      (10, 7, 8), (1, 5, 6))
