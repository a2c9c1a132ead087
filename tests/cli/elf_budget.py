#!/usr/bin/env python3
"""ELF files beside a recording that are made to cost more than they are: sections that overlap,
unpack to a thousand times their size, or are holes of a sparse file, also in the file that debug
information shares with others; a file of many paths. What the program holds is at most 64 MB and
200 times what it read, and what is whole in such a file still names its code.
"""
import lzma
import os
import random
import struct
import zlib

import kit
from kit import dwarf, elf, made, memory

BASE = 0x400000
NEEDED = ("info", "abbrev", "str", "line", "ranges", "rnglists", "addr", "str_offsets", "line_str",
          "types")
BOMB = 150 << 20
HOLE = 3 << 30
SAMPLES = 240


def recording():
    r = made.Recording()
    r.event("cycles:u", 1)
    r.comm(1, "x")
    r.mmap(1, BASE, 0x10000, "/srv/x")
    for i in range(SAMPLES):
        r.sample(1, i + 1, [made.USER, BASE + elf.CODE + 16 + 16 * i])
    return r.file()


def squeezed(compressor, first=b""):
    """Of BOMB zeros. A run inherits the most that this script held, so it holds little."""
    out = compressor.compress(first)
    for _ in range(BOMB >> 20):
        out += compressor.compress(bytes(1 << 20))
    return out + compressor.flush()


def named():
    e = elf.Elf()
    e.symbols([("shown", elf.CODE, 4096)])
    return e


def plain(_):
    return named()


def overlapping(rng):
    """Sections of debug information that are all the same bytes; libdw knows some of the names."""
    e = named()
    size = 1 << 20
    at = e.add(rng.randbytes(size))
    for i in range(12000):
        e.section(f".debug_{NEEDED[i % len(NEEDED)] if i % 3 else i % 7}", elf.PROGBITS, at=at,
                  size=size)
    return e


def zlib_bombs(_):
    e = named()
    content = squeezed(zlib.compressobj(9))
    for name in NEEDED:
        e.packed(".debug_" + name, elf.ZLIB, content, BOMB)
    return e


def old_zlib_bombs(_):
    e = named()
    content = squeezed(zlib.compressobj(9))
    for name in NEEDED:
        e.section(".zdebug_" + name, elf.PROGBITS, b"ZLIB" + struct.pack(">Q", BOMB) + content)
    return e


def lying_sizes(rng):
    """Sizes that what is packed does not have."""
    e = named()
    content = rng.randbytes(200000)
    for i, name in enumerate(NEEDED):
        e.packed(".debug_" + name, elf.ZLIB if i % 2 else elf.ZSTD, content, 150000000 + i)
    return e


def frames_bomb(_):
    e = named()
    content = squeezed(zlib.compressobj(9))
    e.packed(".debug_frame", elf.ZLIB, content, BOMB)
    for name in NEEDED:
        e.packed(".debug_" + name, elf.ZLIB, content, BOMB)
    return e


def symbols_bomb(_):
    """Symbols packed by xz, as distributions do it, and half a gigabyte of nothing."""
    e = elf.Elf()
    e.section(".gnu_debugdata", elf.PROGBITS,
              squeezed(lzma.LZMACompressor(preset=0), named().bytes()))
    e.section(".rest", elf.PROGBITS, random.Random(1).randbytes(170000))
    return e


def shared_names(_):
    """Each symbol's name is the end of one that is a megabyte long."""
    e = elf.Elf()
    texts = e.section(".strtab", elf.STRTAB, b"\0shown\0" + b"a" * 1000000 + b"\0")
    rows = bytes(elf.SYMBOL) + struct.pack("<IBBHQQ", 1, 18, 0, 1, elf.CODE, 32)
    for i in range(2, 250):
        rows += struct.pack("<IBBHQQ", 7 + i, 18, 0, 1, elf.CODE + 16 * i, 16)
    e.section(".symtab", elf.SYMTAB, rows, link=texts, entry=elf.SYMBOL)
    return e


def many_notes(_):
    e = named()
    at = e.add(bytes(8) + struct.pack("<III", 4, 4, 77) * 80000)
    for _ in range(14000):
        e.section(".note", elf.NOTE, at=at, size=900000)
    return e


def sparse_symbols(_):
    e = elf.Elf()
    texts = e.section(".strtab", elf.STRTAB, b"\0shown\0")
    e.section(".symtab", elf.SYMTAB, at=1 << 20, size=HOLE // 24 * 24, link=texts, entry=elf.SYMBOL)
    return e


def sparse_texts(_):
    e = elf.Elf()
    texts = e.section(".strtab", elf.STRTAB, at=1 << 20, size=HOLE)
    e.section(".symtab", elf.SYMTAB, bytes(elf.SYMBOL) + struct.pack(
        "<IBBHQQ", 1, 18, 0, 1, elf.CODE, 4096), link=texts, entry=elf.SYMBOL)
    return e


def sparse_debug(_):
    e = named()
    e.section(".debug_info", elf.PROGBITS, at=1 << 20, size=HOLE)
    return e


def paths_of_one(n):
    """A recording that names one file by n paths."""
    r = made.Recording()
    r.event("cycles:u", 1)
    r.comm(1, "x")
    for i in range(n):
        r.mmap(1, BASE + (i << 16), 0x10000, f"/from{i}/srv/x")
        r.sample(1, i + 1, [made.USER, BASE + (i << 16) + elf.CODE + 16])
    return r.file()


def total(text):
    return sum(int(line.rsplit(b" ", 1)[1]) for line in text.splitlines())


def check_one(s, make, shown, told=True, sparse=False):
    seed = int(os.environ.get("FLAME_SEED", 7))
    path = s.path("root/srv/x", make(random.Random(seed)).bytes())
    held = os.path.getsize(path)
    if sparse:
        os.truncate(path, (1 << 20) + HOLE + 64)
    data = s.path("x.data", recording())
    n = held + os.path.getsize(data)
    claim = f"{make.__name__.replace('_', ' ')}, {n} bytes (seed {seed})"
    out = s.path("out")
    for more in ([], ["--srcline"]):
        rc, said, most = memory.most(s, data, "--symfs", s.path("root"), "-f", "folded", "-o", out,
                                     *more)
        with open(out, "rb") as f:
            text = f.read()
        s.claim(f"{claim}{' with lines' if more else ''}: read to the end",
                rc == 0 and total(text) == SAMPLES and (b"shown" in text) == shown
                and ("of x, were not read" in said) == told, said)
        s.claim(f"{claim}{' with lines' if more else ''}: in proportion",
                s.sanitized or most <= memory.allowed(n), f"{most} bytes")
    os.truncate(path, 0)


def check_paths(s):
    n = 3000
    e = elf.Elf()
    e.symbols([(f"function{i}", elf.CODE + i, 1) for i in range(n)])
    path = s.path("root/srv/x", e.bytes())
    data = s.path("x.data", paths_of_one(n))
    out = s.path("out")
    rc, said, most = memory.most(s, data, "--symfs", s.path("root"), "-f", "folded", "-o", out)
    with open(out, "rb") as f:
        text = f.read()
    s.claim(f"a file that has {n} paths: each of them has its names",
            rc == 0 and text == b"x;function16 %d\n" % n, said)
    size = os.path.getsize(path) + os.path.getsize(data)
    s.claim(f"a file that has {n} paths: in proportion",
            s.sanitized or most <= memory.allowed(size), f"{most} bytes")


def sparse_texts_of_others(e, at):
    e.section(".debug_str", elf.PROGBITS, at=at, size=HOLE)


def sparse_entries_of_others(e, at):
    e.section(".debug_str", elf.PROGBITS, b"common\0")
    e.section(".debug_info", elf.PROGBITS, at=at, size=HOLE)


def bombs_of_others(e, _):
    content = squeezed(zlib.compressobj(9))
    for name in NEEDED:
        e.packed(".debug_" + name, elf.ZLIB, content, BOMB)


def check_shared(s, fill):
    """What debug information shares with that of other programs is in a file of its own (dwz),
    which names itself as what it shares in turn."""
    number, name = bytes(range(20)), [(dwarf.NAME, dwarf.STRP_ALT)]
    files = elf.Elf(), elf.Elf()
    for e in files:
        e.section(".note.gnu.build-id", elf.NOTE, elf.build_id(number), flags=elf.ALLOC)
        e.section(".gnu_debugaltlink", elf.PROGBITS, b"all.debug\0" + number)
    whole = dwarf.code(elf.CODE, 4096)
    files[0].section(".debug_info", elf.PROGBITS, dwarf.unit(
        b"\1" + whole + b"\2" + whole + bytes(4) + b"\0"))
    files[0].section(".debug_abbrev", elf.PROGBITS, dwarf.abbreviation(
        1, dwarf.COMPILE_UNIT, dwarf.RANGE, True) + dwarf.abbreviation(
        2, dwarf.SUBPROGRAM, dwarf.RANGE + name) + b"\0")
    fill(files[1], 1 << 20)
    contents = [e.bytes() for e in files]
    s.path("root/srv/x", contents[0])
    other = s.path("root/srv/all.debug", contents[1])
    if fill is not bombs_of_others:
        os.truncate(other, (1 << 20) + HOLE + 64)
    data = s.path("x.data", recording())
    n, out = sum(map(len, contents)) + os.path.getsize(data), s.path("out")
    rc, said, most = memory.most(s, data, "--symfs", s.path("root"), "--srcline", "-f", "folded",
                                 "-o", out)
    claim = f"{fill.__name__.replace('_', ' ')}, {n} bytes"
    with open(out, "rb") as f:
        text = f.read()
    s.claim(f"{claim}: read to the end, and said", rc == 0 and total(text) == SAMPLES
            and "were not read" in said, f"{said} {text[:200]}")
    s.claim(f"{claim}: in proportion", s.sanitized or most <= memory.allowed(n), f"{most} bytes")
    os.truncate(other, 0)


def check_output(s):
    """What names the code is read as well: long names may be longer than a hundred times their
    addresses."""
    n, most = 600, 1 << 20
    e = elf.Elf(16 * n)
    e.symbols([(f"{i}_" + "n" * 4000, elf.CODE + 16 * i, 16) for i in range(n)])
    program = e.bytes()
    r = made.Recording()
    r.event("cycles:u", 1)
    r.comm(1, "x")
    r.mmap(1, BASE, 0x10000, "/srv/x")
    for i in range(0, n, 100):
        r.sample(1, i + 1, [made.USER] + [BASE + elf.CODE + 16 * k + 8 for k in range(i, i + 100)])
    data = r.file()
    s.path("root/srv/x", program)
    run = s.run("-f", "json", "--symfs", s.path("root"), s.path("x.data", data))
    s.claim(f"{len(data)} bytes of a recording and {len(program)} of a program are both read, and "
            f"may be written as {len(run.out)}",
            run.rc == 0 and most + 100 * len(data) < len(run.out) < most + 100 * len(program), run)


def check(s):
    os.makedirs(s.path("root/srv"))
    if b"shown" not in probe(s):
        s.skip("all of it", "this build reads no ELF files")
        return
    check_one(s, plain, True, told=False)
    for make in (overlapping, zlib_bombs, old_zlib_bombs, lying_sizes, frames_bomb, shared_names,
                 many_notes):
        check_one(s, make, True)
    check_one(s, symbols_bomb, False, told=False)
    for make, shown in ((sparse_symbols, False), (sparse_texts, False), (sparse_debug, True)):
        check_one(s, make, shown, sparse=True)
    check_paths(s)
    for fill in (sparse_texts_of_others, sparse_entries_of_others, bombs_of_others):
        check_shared(s, fill)
    check_output(s)


def probe(s):
    s.path("root/srv/x", named().bytes())
    return s.run("-f", "folded", "--symfs", s.path("root"), s.path("x.data", recording())).out


kit.main(check)
