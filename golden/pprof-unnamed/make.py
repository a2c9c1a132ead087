#!/usr/bin/env python3
"""Writes input.pprof: addresses in the program of perf-data-recorded, few of them with names."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit.profiles import Profile, message, number  # noqa: E402

p = Profile(("samples", "count"))
program = ("/srv/spin", "6e251934714ad96b488773db8147d49c96fb695e")


def mapping(start, limit, file, build_id):
    p.parts[3].append(message(3, number(1, len(p.parts[3]) + 1), number(2, start),
                              number(3, limit), number(5, p.text(file)),
                              number(6, p.text(build_id))))
    return len(p.parts[3])


spin = mapping(0x400000, 0x401000, *program)
other = mapping(0x500000, 0x501000, program[0], "ab" * 20)
gone = mapping(0x600000, 0x601000, "/srv/gone", "12ab")
start, work, parse, beyond = (p.location(mapping=spin, address=address)
                              for address in (0x400250, 0x40021a, 0x400160, 0x400f00))
named = p.location((p.function("named already", "/src/spin.c"), 3), mapping=spin, address=0x400160)
odd, lost = (p.location(mapping=at, address=address) for at, address in
             ((other, 0x50021a), (gone, 0x60021a)))
p.sample([parse, work, start], [1])
p.sample([named, start], [20])
p.sample([beyond, start], [300])
p.sample([odd, start], [4000])
p.sample([lost, start], [50000])
(HERE / "input.pprof").write_bytes(p.bytes())
