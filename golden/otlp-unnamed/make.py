#!/usr/bin/env python3
"""Writes input.otlp: addresses in the program of perf-data-recorded, mapped and in the file."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import otlp  # noqa: E402

p = otlp.Profiles(otlp.NEWEST)
build_id = p.attribute("process.executable.build_id.gnu",
                       "6e251934714ad96b488773db8147d49c96fb695e")
mapped = p.mapping(0x7f0000000000, 0x7f0000001000, 0, "/srv/spin", build_id)
start, work, parse = (p.location(mapping=mapped, address=address)
                      for address in (0x7f0000000250, 0x7f000000021a, 0x400160))
p.profile([("samples", "count")], [p.sample([parse, work, start], [1])])
(HERE / "input.otlp").write_bytes(p.bytes())
