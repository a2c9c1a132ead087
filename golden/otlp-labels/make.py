#!/usr/bin/env python3
"""Writes input.otlp: labels of every kind, inlined functions, modules, times, two resources."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import otlp  # noqa: E402

p = otlp.Profiles(otlp.NEWEST)
build = p.attribute("process.executable.build_id.gnu", "0123456789abcdef")
program = p.mapping(0x400000, 0x500000, 0x1000, "/srv/demo/bin/serve", build)
library = p.mapping(0x7f0000000000, 0x7f0000100000, 0, "/srv/demo/lib/libdemo.so.1")
kernel = p.mapping(2**64 - 2**31, 2**64 - 1, 0, "[kernel.kallsyms]")
main = p.location((p.function("main", "/srv/demo/main.cc"), 12), mapping=program, address=0x400010)
handle = p.location((p.function("std::vector<int>::size() const", "/usr/include/vector"), 900),
                    (p.function("", "/srv/demo/main.cc", "_ZN4demo6handleERKSs"), 40),
                    mapping=program, address=0x400120)
copy = p.location((p.function("copy;from_user"), 0), mapping=kernel, address=2**64 - 2**30)
unknown = p.location(mapping=library, address=0x7f0000001234)
nowhere = p.location(address=0x99)
worker, other = p.attribute("thread.name", "worker"), p.attribute("thread.name", "other")
number, pid = p.attribute("thread.id", 7), p.attribute("process.pid", 99)
size = p.attribute("size", 4096, "bytes")
odd = [p.attribute("empty", ""), p.attribute("fraction", 1.5), p.attribute("negative", -3),
       p.attribute("flag", True), p.attribute("indexed", (p.text("of the table"),))]
cpu = [p.sample([main], [1], [10**9], [worker]),
       p.sample([handle, main], [2, 20], [10**9 + 1, 10**9 + 2], [worker, number, size]),
       p.sample([copy, handle, main], (), [10**9 + 3, 10**9 + 4], [other]),
       p.sample([unknown, main], [3, 4, 5], (), odd),
       p.sample([nowhere, main], [6]),
       p.sample([], [7])]
p.profile([("cpu", "nanoseconds")], cpu, [pid], period_type=("cpu", "nanoseconds"),
          period=10**7, duration=2 * 10**9)
p.resource(service__name="demo", process__pid=1)
p.profile([("alloc", "bytes")], [p.sample([main], [1000], (), [worker]),
                                 p.sample([handle, main], [2000])])
p.profile([("cpu", "count")], [p.sample([main], [30])])
p.resource(service__name="other")
(HERE / "input.otlp").write_bytes(p.bytes())
