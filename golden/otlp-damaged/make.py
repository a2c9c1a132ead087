#!/usr/bin/env python3
"""Writes input.otlp: samples each of which is damaged in its own way, between sound ones."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import otlp  # noqa: E402

from kit.profiles import BYTES, message, number, packed, varint  # noqa: E402

CUT = varint(1 << 3 | BYTES) + b"\x7f\x01"
p = otlp.Profiles(otlp.NEWEST)
first = p.location((p.function("first"), 1))
second = p.location((p.function("second"), 2))
no_function = p.location((77, 3))
no_name = p.location((p.row("function", number(1, 5000)), 1))
cut_line = p.row("location", message(3, b"\x08"))
kind = p.row("location", b"\x11" + bytes(8))
long = p.row("location", message(3, number(1, 1)) * 257)
bad_mapping = p.location((1, 1), mapping=p.row("mapping", number(4, 5000)))
no_mapping = p.location((p.function("third"), 1), mapping=99)
bad_key = p.row("attribute", number(1, 5000) + message(2, otlp.any_value(1)))
bad_value = p.attribute("bad", (5000,))
bad = [p.sample([second, first], [-1]),
       p.sample([second, 99, first], [100]),
       p.sample([second, no_function], [100]),
       p.sample([no_name], [100]),
       p.sample([cut_line], [100]),
       p.sample([kind], [100]),
       p.sample([long], [100]),
       p.sample([bad_mapping], [100]),
       p.sample([first]),
       p.sample([first], [1, 2], [1, 2, 3]),
       p.sample([first], [100], (), [bad_key]),
       p.sample([first], [100], (), [bad_value]),
       p.sample([first], [100], (), [500]),
       message(2, number(1, 77), packed(4, [100])),
       message(2, number(1, 1), packed(4, [100]), message(5, b"1234567")),
       message(2, b"\x09" + bytes(8), packed(4, [100])),
       message(2, CUT),
       message(2, number(1, 1) + b"\x22\x0b" + b"\xff" * 11)]
sound = [p.sample([second, first], [10 + i]) for i in range(len(bad))]
samples = [part for pair in zip(bad, sound) for part in pair]
p.profile([("cpu", "nanoseconds")], samples + [p.sample([no_mapping, first], [20])])
(HERE / "input.otlp").write_bytes(p.bytes())
