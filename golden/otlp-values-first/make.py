#!/usr/bin/env python3
"""Writes input.otlp: a profile in the layout called values-first."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import otlp  # noqa: E402

p = otlp.Profiles(otlp.VALUES_FIRST)
first = p.location((p.function("first", "a.c"), 1), address=0x10)
second = p.location((p.function("second", "a.c"), 2), (p.function("third", "b.c"), 3), address=0x20)
label = p.attribute("thread.name", "worker")
samples = [p.sample([second, first], [1]), p.sample([first], [20], [1700000001 * 10**9], [label]),
           p.sample([first], (), [5, 6, 7]), p.sample([second, first], [100, 200], [8, 9], [label])]
p.profile([("cpu", "nanoseconds")], samples, period_type=("cpu", "nanoseconds"), period=10**7)
p.profile([("wall", "microseconds")], [p.sample([first, first], [9])])
(HERE / "input.otlp").write_bytes(p.bytes())
