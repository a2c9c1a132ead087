#!/usr/bin/env python3
"""Writes input.perf-data: processes of containers whose perf maps and jitdump are in the recording,
and so are symbols of the kernel. perf-4711.map beside it is of another process."""
import pathlib
import struct
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import made  # noqa: E402

CODE, TEXT = 0x7f0000001000, 0xffffffff81000000
DUMP = "/tmp/.debug/jit-1.dump"


def dump(name, at, size, time):
    """A jitdump of one function; EM_X86_64."""
    load = struct.pack("<IIQQQQ", 4712, 4712, at, at, size, 1) + name.encode() + b"\0" + bytes(size)
    return (struct.pack("<IIIIIIQQ", 0x4a695444, 1, 40, 62, 0, 4712, 0, 0)
            + struct.pack("<IIQ", 0, 16 + len(load), time) + load)


r = made.Recording()
r.event("cycles", 1)
r.mmap(-1, TEXT, 0x1000000, "[kernel.kallsyms]_stext", 0, TEXT)
for pid, name in ((4711, "node"), (4712, "java"), (4713, "node")):
    r.comm(pid, name, 1)
    r.mmap(pid, CODE, 0x1000, DUMP if name == "java" else "//anon", 2)
r.sample(4711, 100, [made.KERNEL, TEXT + 0x2010, TEXT + 0x1004, made.USER, CODE + 0x808, CODE + 0x18],
         0, 1)
r.sample(4712, 110, [made.USER, CODE + 8], 0, 10)
r.sample(4713, 120, [made.USER, CODE + 8], 0, 100)
r.take(made.PERF_MAP, 4711, "/tmp/perf-1.map", b"7f0000001000 40 of_the_one_before\n")
r.take(made.PERF_MAP, 4711, "/tmp/perf-1.map",
       b"7f0000001000 40 LazyCompile:~serve /srv/app.js:9\nnot a line of a map\n"
       b"7f0000001800 40 LazyCompile:*read /srv/app.js:3\n")
r.take(made.JITDUMP, 4712, DUMP, dump("Lcom/shop/Cart;.add", CODE, 0x40, 50))
r.take(99, 4711, "/tmp/of-the-future", b"not known")
r.take(made.KALLSYMS, 0, "/proc/kallsyms", b"".join(
    b"%x T %s\n" % (TEXT + at, name) for at, name in (
        (0, b"_stext"), (0x1000, b"do_syscall_64"), (0x1800, b"__pfx_vfs_read"), (0x2000, b"vfs_read"),
        (0x2100, b"vfs_write"))))
(HERE / "input.perf-data").write_bytes(r.file())
