#!/usr/bin/env python3
"""Writes input.otlp: two messages as JSON, the second with its members in any order."""
import pathlib
import random
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import otlp, otlp_json  # noqa: E402

messages = []
for n, name in enumerate(("first", "other")):
    p = otlp.Profiles(otlp.NEWEST)
    leaf = p.location((p.function(name, "a.c"), 1), address=0x10)
    second = p.location((p.function("second", "a.c"), 2), (p.function("third", "b.c"), 3),
                        address=2**64 - 1)
    label = p.attribute("thread.name", "w\u00f6rker \"1\"")
    size = p.attribute("size", 4096, "bytes")
    samples = [p.sample([second, leaf], [1]), p.sample([leaf], [20], [1700000001 * 10**9], [label]),
               p.sample([leaf], (), [5, 6, 7], [size]),
               p.sample([second, leaf], [2**40, 200], [8, 9], [label])]
    p.profile([("cpu", "nanoseconds")], samples, period_type=("cpu", "nanoseconds"), period=10**7)
    p.resource(service__name="shop", process__pid=-5 + 10 * n)
    messages.append(otlp_json.text(p, random.Random(1) if n else None))
(HERE / "input.otlp").write_bytes(b"".join(messages))
