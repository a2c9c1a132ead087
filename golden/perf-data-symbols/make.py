#!/usr/bin/env python3
"""Writes input.perf-data: a program and its library whose files are gone, with the symbols of the
functions that were sampled in the recording. The library has no build-id, the program has one. A
second program was replaced: what is told is of another build. The last two run in the vDSO."""
import pathlib
import struct
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import made  # noqa: E402

SERVER, LIBRARY, OLD = "/srv/shop/server", "/srv/shop/libcart.so", "/srv/shop/worker"
BUILD_IDS = 2


def build_id(path, data):
    """A record of the feature: of any process, padded to 20 bytes, and its size."""
    name = path.encode() + bytes(8 - len(path) % 8)
    body = struct.pack("<i", -1) + data + bytes(20 - len(data)) + bytes([len(data), 0, 0, 0]) + name
    return struct.pack("<IHH", 0, 2 | 1 << 15, 8 + len(body)) + body


r = made.Recording()
r.features[made.MACHINE] = r.pack("I", 8) + r.text("x86_64")
r.event("cycles", 1)
for pid, name, program in ((4711, "server", SERVER), (4712, "worker", OLD)):
    r.comm(pid, name, 1)
    r.mmap(pid, 0x401000, 0x2000, program, 2, 0x1000)
r.mmap(4711, 0x7f0000001000, 0x1000, LIBRARY, 2, 0x1000)
r.sample(4711, 100, [made.USER, 0x7f0000001108, 0x401206, 0x401106], 0, 1)
r.sample(4711, 110, [made.USER, 0x401030, 0x401206, 0x401106], 0, 10)
r.sample(4711, 120, [made.USER, 0x7f0000001208, 0x401206, 0x401106], 0, 100)
r.sample(4712, 130, [made.USER, 0x401206, 0x401106], 0, 1000)
for pid, at in ((4713, 0x7ffff0000000), (4714, 0xf7f00000)):  # the second is of 32 bits
    r.comm(pid, "clock", 135)
    r.mmap(pid, at, 0x2000, "[vdso]", 136)
    r.sample(pid, 140, [made.USER, at + 0x510], 0, 10000)
r.features[BUILD_IDS] = (build_id(SERVER, bytes.fromhex("16eec689"))
                         + build_id(OLD, bytes.fromhex("0123456789")))
r.take(made.SYMBOLS, 0, "symbols", f"""file 16eec689 {SERVER}
code 1000 2000 401000
401030 10 pay@plt
401100 80 main
401200 40 serve
file - {LIBRARY}
code 1000 1000 2000
2100 40 add_to_cart
no line of these
file - [vdso]
code 0 2000 0
500 80 __vdso_time
file 0123 {OLD}
code 1000 2000 401000
401100 80 of_another_build
file no build-id
401100 80 of_no_file
""".encode())
(HERE / "input.perf-data").write_bytes(r.file())
