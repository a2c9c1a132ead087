#!/usr/bin/env python3
"""Writes input.otlp: a profile as JSON in the layout called in profiles."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import otlp, otlp_json  # noqa: E402

p = otlp.Profiles(otlp.IN_PROFILES)
first = p.location((p.function("first", "a.c"), 1))
second = p.location((p.function("second", "a.c"), 2), (p.function("third", "b.c"), 3))
label = p.attribute("thread.name", "worker")
samples = [p.sample([second, first], [1, 9]), p.sample([first], [20, 3], (), [label])]
p.profile([("cpu", "nanoseconds"), ("wall", "nanoseconds")], samples, default=1)
p.profile([("cpu", "nanoseconds")], [p.sample([first, first], (), [5, 6])])
(HERE / "input.otlp").write_bytes(otlp_json.text(p, None, 1))
