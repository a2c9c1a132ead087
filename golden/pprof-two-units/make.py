#!/usr/bin/env python3
"""Writes input.1.pprof and input.2.pprof, of the same measures in different units."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import profiles  # noqa: E402


def write(name, types, *samples):
    (HERE / name).write_bytes(profiles.of_two_functions(types, *samples))


write("input.1.pprof", [("space", "kB"), ("cpu", "seconds")], (3, 1))
write("input.2.pprof", [("space", "bytes"), ("cpu", "milliseconds")], (1000, 250))
