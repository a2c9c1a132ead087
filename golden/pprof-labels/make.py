#!/usr/bin/env python3
"""Writes input.pprof: labels, inlined functions, names of every kind, fields of later versions."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import profiles  # noqa: E402

p = profiles.Profile(("samples", "count"), ("wall", "microseconds"), ("alloc_space", "bytes"),
                     repeated=profiles.one_by_one)
program = p.mapping(0x400000, 0x500000, 0x1000, "/srv/demo/bin/serve", "0123456789abcdef")
library = p.mapping(0x7f0000000000, 0x7f0000100000, 0, "/usr/lib/libdemo.so.1")
kernel = p.mapping(2**64 - 2**31, 2**64 - 1, 0, "[kernel.kallsyms]")
main = p.location((p.function("main", "/srv/demo/main.cc"), 12), mapping=program, address=0x400010)
handle = p.location((p.function("std::vector<int>::size() const", "/usr/include/vector"), 900),
                    (p.function("", "/srv/demo/main.cc", "_ZN4demo6handleERKSs"), 40),
                    mapping=program, address=0x400120)
copy = p.location((p.function("copy;from_user"), 0), mapping=kernel, address=2**64 - 2**30)
unknown = p.location(mapping=library, address=0x7f0000001234)
outside = p.location(mapping=library, address=0x1234)
nowhere = p.location(address=0x99)
nameless = p.location((0, 3), mapping=program, address=0x400200)
odd = p.location((p.function("caf\u00e9 \u6f22"), 1), mapping=program, address=0x400300)
p.sample([main], [1, 10, 100], p.label("thread", "worker"))
p.sample([handle, main], [2, 20, 0], p.label("thread", "worker"), p.label("size", 4096, "bytes"))
p.sample([copy, handle, main], [3, 30, 300], p.label("size", -7), p.label("size", 8))
p.sample([unknown, main], [4, 40, 400], p.label("none", 0), p.label("", "nothing"))
p.sample([outside, nowhere, nameless, main], [5, 50, 500], p.label("zero", 0, "ns"))
p.sample([odd, main], [6, 2**63 - 1000, 600], p.label("thread", "a;b"),
         profiles.number(99, 7), profiles.varint(98 << 3 | profiles.FIXED32) + b"abcd")
p.sample([], [7, 70, 700])
p.rest += profiles.number(14, p.text("wall"))
p.rest += profiles.varint(77 << 3 | profiles.FIXED64) + b"abcdefgh" + profiles.message(88, b"xyz")
p.rest += profiles.number(7, p.text("runtime\\..*"))
(HERE / "input.pprof").write_bytes(p.bytes())
