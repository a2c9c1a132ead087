#!/usr/bin/env python3
"""Writes input.otlp: several values a sample, of which the second is the default."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import otlp  # noqa: E402

p = otlp.Profiles(otlp.IN_PROFILES, repeated=otlp.one_by_one)
first = p.location((p.function("first"), 1))
second = p.location((p.function("second"), 2))
p.profile([("objects", "count"), ("space", "bytes")],
          [p.sample([second, first], [1, 100]), p.sample([first], [2, 0], [5, 6]),
           p.sample([first], [4])], default=1)
(HERE / "input.otlp").write_bytes(p.bytes())
