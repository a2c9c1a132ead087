#!/usr/bin/env python3
"""Writes input.pprof: samples each of which is damaged in its own way, between sound ones."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import profiles  # noqa: E402

CUT = profiles.varint(1 << 3 | profiles.BYTES) + b"\x7f\x01"
p = profiles.Profile(("samples", "count"), ("cpu", "nanoseconds"))
first = p.location((p.function("first"), 1), address=0x10)
second = p.location((p.function("second"), 2), address=0x20)
no_function = p.location((77, 3))
p.parts[4].append(profiles.message(4, profiles.number(1, 50), profiles.message(4, b"\x08")))
p.parts[4].append(profiles.message(4, profiles.number(1, 51), b"\x21" + bytes(8)))
p.parts[4].append(profiles.message(4, profiles.number(1, 52),
                                   *[profiles.message(4, profiles.number(1, 1))] * 257))
p.parts[5].append(profiles.message(5, profiles.number(1, 60), profiles.number(2, 5000)))
no_name = p.location((60, 3))
no_mapping = p.location((p.function("third"), 1), mapping=9, address=0x30)
p.parts[3].append(profiles.message(3, profiles.number(1, 1), profiles.number(5, 5000)))
bad_mapping = p.location((p.function("third"), 1), mapping=1, address=0x30)
p.sample([second, first], [1, 10])
p.sample([second, first], [-1, -10])
p.sample([second, 99, first], [1, 100])
p.sample([0], [1, 100])
p.sample([second, no_function], [1, 100])
p.sample([no_name], [1, 100])
p.sample([50], [1, 100])
p.sample([51], [1, 100])
p.sample([52], [1, 100])
p.sample([bad_mapping], [1, 100])
p.sample([first], [1])
p.sample([first], [1, 2, 3])
p.sample([first], [1, 100], profiles.message(3, profiles.number(1, 5000), profiles.number(3, 1)))
p.sample([first], [1, 100], profiles.message(3, profiles.number(1, 1), profiles.number(2, 5000)))
p.sample([first], [1, 100], p.label("size", 1, "x" * 64))
p.sample([first], [1, 100], b"\x1a\x7f")
p.parts[2].append(profiles.message(2, CUT))
p.parts[2].append(profiles.message(2, b"\x0a\x0b" + b"\xff" * 11 + profiles.packed(2, [1, 1])))
p.sample([no_mapping, first], [2, 20])
sound = [profiles.message(2, p.repeated(1, [second, first]), p.repeated(2, [1, 10 + i]))
         for i in range(len(p.parts[2]))]
p.parts[2] = [part for pair in zip(p.parts[2], sound) for part in pair]
(HERE / "input.pprof").write_bytes(p.bytes())
