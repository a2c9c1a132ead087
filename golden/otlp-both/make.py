#!/usr/bin/env python3
"""Writes input.otlp: a table of stacks, and slices of locations as well."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import otlp  # noqa: E402

from kit.profiles import message, number, packed  # noqa: E402

p = otlp.Profiles(otlp.NEWEST)
main = p.location((p.function("main"), 1))
p.profile([("cpu", "nanoseconds")], [p.sample([main], [value]) for value in range(1, 9)])
p.profile([("cpu", "nanoseconds")], [message(2, number(2, 1), packed(3, [1])), packed(3, [main])])
(HERE / "input.otlp").write_bytes(p.bytes())
