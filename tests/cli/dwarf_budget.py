#!/usr/bin/env python3
"""Debug information that uses its parts again and again: tables of abbreviations, lists of ranges,
names, line tables and their folders, programs of frames. Memory stays in proportion to what is
read, and twice the size is at most twice the work; what is left out is said, and whole information
is read whole.
"""
import os
import struct

import kit
from kit import counted, dwarf, elf, made, memory

BASE = 0x400000
CODE = elf.CODE
SIZE = 4096
MOST = 2.4
UNIT = dwarf.abbreviation(1, dwarf.COMPILE_UNIT, dwarf.RANGE, True)
NAMED = dwarf.abbreviation(2, dwarf.SUBPROGRAM, dwarf.RANGE + [(dwarf.NAME, dwarf.STRING)])


def file(size=SIZE, **sections):
    """An ELF file of a symbol and of sections of debug information."""
    e = elf.Elf(size)
    e.symbols([("shown", CODE, 16)])
    for name, content in sections.items():
        e.section(".debug_" + name, elf.PROGBITS, content)
    return e


def recording(addresses):
    """A hundred addresses a sample."""
    r = made.Recording()
    r.event("cycles:u", 1)
    r.comm(1, "x")
    r.mmap(1, BASE, max(addresses) + 4096 & ~4095, "/srv/x")
    for i in range(0, len(addresses), 100):
        r.sample(1, i + 1, [made.USER] + [BASE + a for a in addresses[i:i + 100]])
    return r.file()


def few():
    return [CODE + 16 + 40 * i for i in range(100)]


def steps(n):
    return [CODE + 16 + 4 * i for i in range(n)]


def room(n):
    return 4 * n + 4096


# ---- what is used again and again


def shared_abbreviations(n):
    """Units that all use the last of a long table."""
    m = n // 10
    table = UNIT + b"".join(dwarf.abbreviation(i, dwarf.SUBPROGRAM, []) for i in range(3, n + 3)) \
        + dwarf.abbreviation(n + 3, dwarf.SUBPROGRAM, dwarf.RANGE) + b"\0"
    units = b"".join(dwarf.unit(b"\1" + dwarf.code(a, 4) + dwarf.uleb(n + 3) + dwarf.code(a, 4)
                                + b"\0") for a in steps(m))
    return file(room(m), info=units, abbrev=table), steps(m)


def many_attributes(n):
    """An abbreviation of attributes that take no bytes, and entries of one byte."""
    table = UNIT + dwarf.abbreviation(2, dwarf.SUBPROGRAM,
                                      [(dwarf.EXTERNAL, dwarf.PRESENT)] * n) + b"\0"
    return file(info=dwarf.unit(b"\1" + dwarf.code(CODE, SIZE) + b"\2" * n + b"\0"),
                abbrev=table), few()


def with_list(n, version, at, **lists):
    """Functions that share a list of ranges."""
    table = UNIT + dwarf.abbreviation(2, dwarf.SUBPROGRAM, [(dwarf.RANGES, dwarf.OFFSET)]) + b"\0"
    entries = (b"\2" + struct.pack("<I", at)) * n
    return file(info=dwarf.unit(b"\1" + dwarf.code(CODE, SIZE) + entries + b"\0", version),
                abbrev=table, **lists), few()


def shared_ranges(n):
    return with_list(n, 4, 0, ranges=b"".join(struct.pack("<QQ", i % 4000 + 1, i % 4000 + 20)
                                              for i in range(n)) + bytes(16))


def empty_ranges(n):
    return with_list(n, 4, 0, ranges=struct.pack("<QQ", 8, 8) * n + bytes(16))


def bases_of_ranges(n):
    """A list that says again and again from where it counts."""
    return with_list(n, 4, 0, ranges=struct.pack("<QQ", 2**64 - 1, 8) * n + bytes(16))


def bases_of_range_lists(n):
    return with_list(n, 5, 12, rnglists=dwarf.sized(
        struct.pack("<HBBI", 5, 8, 0, 0) + (b"\5" + bytes(8)) * n + b"\0"))


def inlined_side_by_side(n):
    table = UNIT + dwarf.abbreviation(2, dwarf.SUBPROGRAM,
                                      dwarf.RANGE + [(dwarf.NAME, dwarf.STRING)], True) \
        + dwarf.abbreviation(3, dwarf.INLINED, dwarf.RANGE) + b"\0"
    info = b"\1" + dwarf.code(CODE, room(n)) + b"\2" + dwarf.code(CODE, room(n)) + b"whole\0"
    info += b"".join(b"\3" + dwarf.code(a, 4) for a in steps(n)) + b"\0\0"
    return file(room(n), info=dwarf.unit(info), abbrev=table), steps(n)


def inlined_in_one_another(n):
    depth = 180
    table = UNIT + dwarf.abbreviation(2, dwarf.SUBPROGRAM,
                                      dwarf.RANGE + [(dwarf.NAME, dwarf.STRING)], True) \
        + dwarf.abbreviation(3, dwarf.INLINED, dwarf.RANGE + [(dwarf.NAME, dwarf.STRING)], True) \
        + b"\0"
    at = dwarf.code(CODE, room(n))
    info = b"\1" + at + b"\2" + at + b"whole\0"
    info += b"".join(b"\3" + at + b"in%d\0" % i for i in range(depth)) + bytes(depth + 2)
    return file(room(n), info=dwarf.unit(info), abbrev=table), steps(n)


def ends_of_a_name(n):
    """Functions whose names are the ends of a long one."""
    table = UNIT + dwarf.abbreviation(2, dwarf.SUBPROGRAM,
                                      dwarf.RANGE + [(dwarf.NAME, dwarf.STRP)]) + b"\0"
    info = b"\1" + dwarf.code(CODE, room(n)) + b"".join(
        b"\2" + dwarf.code(a, 4) + struct.pack("<I", i) for i, a in enumerate(steps(n))) + b"\0"
    return file(room(n), info=dwarf.unit(info), abbrev=table, str=b"n" * (n + 50000) + b"\0"), \
        steps(n)


def long_scope(n):
    """Functions in a namespace with a long name."""
    table = dwarf.abbreviation(1, dwarf.COMPILE_UNIT,
                               dwarf.RANGE + [(dwarf.LANGUAGE, dwarf.DATA1)], True) \
        + NAMED + dwarf.abbreviation(3, dwarf.NAMESPACE, [(dwarf.NAME, dwarf.STRING)], True) + b"\0"
    info = b"\1" + dwarf.code(CODE, room(n)) + b"\4\3" + b"s" * 60000 + b"\0"
    info += b"".join(b"\2" + dwarf.code(a, 4) + b"f%d\0" % i for i, a in enumerate(steps(n)))
    return file(room(n), info=dwarf.unit(info + b"\0\0"), abbrev=table), steps(n)


# ---- line tables


def with_lines(n, table, step=0, version=4, **more):
    """n units, with line tables that are so many bytes apart."""
    abbreviations = dwarf.abbreviation(1, dwarf.COMPILE_UNIT,
                                       dwarf.RANGE + [(dwarf.STMT_LIST, dwarf.OFFSET)], True) \
        + NAMED + b"\0"
    size = SIZE if n == 1 else 4
    info = b"".join(dwarf.unit(b"\1" + dwarf.code(a, size) + struct.pack("<I", step * i)
                               + b"\2" + dwarf.code(a, size) + b"f\0\0", version)
                    for i, a in enumerate(steps(n)))
    return file(room(n) + SIZE, info=info, abbrev=abbreviations, line=table, **more), \
        few() if n == 1 else steps(n)


def long_folder(n):
    """Files that share a folder with a long name."""
    return with_lines(1, dwarf.line_table([b"d" * (5 * n)], [(b"a", 1)] * n,
                                          dwarf.lines(CODE, 20)))


def longest_folder(n):
    """The same with one that may just be so long."""
    return with_lines(1, dwarf.line_table([b"d" * 4000], [(b"a", 1)] * n, dwarf.lines(CODE, 20)))


def added_files(n):
    """Files that the program adds to such a folder."""
    return with_lines(1, dwarf.line_table([b"d" * 4000], [], b"\0\6\3a\0\1\0\0" * n
                                          + dwarf.lines(CODE, 20)))


def folder_of_the_unit(n):
    """Files in the folder of the unit."""
    abbreviations = dwarf.abbreviation(
        1, dwarf.COMPILE_UNIT, dwarf.RANGE + [(dwarf.STMT_LIST, dwarf.OFFSET),
                                              (dwarf.COMP_DIR, dwarf.STRING)]) + b"\0"
    unit = dwarf.unit(b"\1" + dwarf.code(CODE, SIZE) + bytes(4) + b"d" * 4000 + b"\0")
    return file(info=unit, abbrev=abbreviations, line=dwarf.line_table(
        [], [(b"a", 0)] * n, dwarf.lines(CODE, 20))), few()


def shared_file_names(n):
    """Files that all are the end of one name, of version 5."""
    return with_lines(1, dwarf.line_table_5([0], [(i % 100, 0) for i in range(n)],
                                            dwarf.lines(CODE, 20)), version=5,
                      line_str=b"n" * 4000 + b"\0")


def tables_in_tables(n):
    """Each line table begins in the program of the one before, and has the same end."""
    program = dwarf.lines(CODE, 50 * n)
    bare = len(dwarf.line_table([], [(b"a", 0)], b""))
    over = b"\0" + bytes([(bare + 1) & 127 | 128, (bare + 1) >> 7]) + b"\x81"  # jumps over the next
    rest = [(n - 1 - i) * (bare + 4) + bare + len(program) for i in range(n)]
    table = b"".join(dwarf.line_table([], [(b"a", 0)], over, more=more) for more in rest)
    return with_lines(n, table + bytes(bare) + program, step=bare + 4)


# ---- the claims


SHAPES = [  # what it is, its size, what is left out is said
    (shared_abbreviations, 8000, True), (many_attributes, 10000, True),
    (shared_ranges, 2000, True), (empty_ranges, 8000, True), (bases_of_ranges, 8000, True),
    (bases_of_range_lists, 8000, True), (inlined_side_by_side, 10000, False),
    (inlined_in_one_another, 1000, False), (ends_of_a_name, 2000, True), (long_scope, 2000, True),
    (long_folder, 6000, True), (longest_folder, 30000, True), (added_files, 30000, True),
    (folder_of_the_unit, 30000, True), (shared_file_names, 30000, True),
    (tables_in_tables, 400, True)]


def write(s, made_file, addresses):
    path = s.path("root/srv/x", made_file.bytes())
    data = s.path("x.data", recording(addresses))
    return [data, "--symfs", s.path("root"), "--srcline", "-f", "folded"], \
        os.path.getsize(path) + os.path.getsize(data)


def check_whole(s):
    """Lines, files, and functions in one another, in proportion."""
    args, _ = write(s, *inlined_in_one_another(50))
    run = s.run(*args)
    s.claim("functions in one another have their names, all of them",
            run.rc == 0 and b";whole;in0;in1;" in run.out and b";in179" in run.out, run)
    args, _ = write(s, *inlined_side_by_side(50))
    run = s.run(*args)
    s.claim("of functions side by side each has its place",
            run.rc == 0 and b"were not read" not in run.err and b";whole;" in run.out, run)
    args, _ = write(s, *with_lines(1, dwarf.line_table(
        [b"/src"], [(b"a.c", 1)], dwarf.lines(CODE, 900))))
    run = s.run(*args)
    s.claim("lines have their files", run.rc == 0 and b";f:a.c:" in run.out
            and "not read" not in run.said, run)
    args, _ = write(s, *with_lines(1, dwarf.line_table_5(
        [0, 0], [(5, 1), (5, 1)], dwarf.lines(CODE, 900)), version=5, line_str=b"/src\0a.c\0"))
    run = s.run(*args)
    s.claim("lines of version 5 have their files", run.rc == 0 and b";f:a.c:" in run.out
            and "not read" not in run.said, run)


AT_STACK = b"\x0c\7\x08\x90\1"  # the CFA is the stack pointer and 8; there the return address


def expressions():
    """Registers that are found by long expressions."""
    return AT_STACK, b"".join(bytes([0x10, register]) + dwarf.uleb(3 * 4000) + b"\x2f\0\0" * 4000
                              for register in range(8, 16))


def huge_register():
    """A rule for a register with a number that no machine has."""
    return AT_STACK, b"\5" + dwarf.uleb(162734915) + b"\1"


def many_states():
    """States of many registers that are set aside again and again."""
    return AT_STACK + b"\5" + dwarf.uleb(1000) + b"\1", b"\x0a" * 60000


def long_program():
    """A program that takes long to reach its first place."""
    return AT_STACK, b"\x0e\x08" * 100000


def unwinding(n, first, program):
    """A stack of n addresses in a function, with the programs of its frames."""
    common = struct.pack("<I", 0) + b"\1\0\1\x78\x10" + first
    common = dwarf.sized(common + bytes(-(len(common) + 4) % 8))
    place = dwarf.sized(struct.pack("<IQQ", len(common) + 4, CODE, room(2 * n)) + program)
    e = file(room(2 * n))
    e.section(".eh_frame", elf.PROGBITS, common + place + bytes(4), flags=elf.ALLOC,
              address=1 << 28)
    r = made.Recording(fields=made.USUAL | made.STACKS)
    r.features[made.MACHINE] = struct.pack("<I", 8) + b"x86_64\0\0"
    r.event("cycles:u", 1)
    r.comm(1, "x")
    r.mmap(1, BASE, CODE + room(2 * n) + 4095 & ~4095, "/srv/x")
    for i in range(0, n, 100):
        stack = [BASE + CODE + 16 + 8 * (i + k) for k in range(100)]
        r.sample(1, i + 1, [made.USER, stack[0] - 8], stack=stack,
                 registers=(1 << 12, 7 << 12, stack[0] - 8))
    return e.bytes(), r.file()


def check_frames(s, shape, n):
    program, data = unwinding(n, *shape())
    s.path("root/srv/x", program)
    size = len(program) + len(data)
    args = [s.path("x.data", data), "--symfs", s.path("root"), "-f", "folded", "-o", s.path("out")]
    rc, said, most = memory.most(s, *args)
    claim = f"{shape.__name__.replace('_', ' ')}, in {n} frames and {size} bytes"
    s.claim(f"{claim}: read to the end, and callers that are lost are said",
            rc == 0 and ("lack callers" in said or shape is huge_register), said)
    s.claim(f"{claim}: in proportion", s.sanitized or most <= memory.allowed(size),
            f"{most} bytes")
    if counted.available(s):
        work = counted.instructions(s, *args)
        s.claim(f"{claim}: {work} instructions", isinstance(work, int) and work < 5000 * size)


def check_memory(s, shape, n, told):
    args, size = write(s, *shape(n))
    out = s.path("out")
    rc, said, most = memory.most(s, *args, "-o", out)
    claim = f"{shape.__name__.replace('_', ' ')}, {n} of them in {size} bytes"
    s.claim(f"{claim}: read to the end, and what is left out is said",
            rc == 0 and ("of x, were not read" in said) == told, said)
    s.claim(f"{claim}: in proportion", s.sanitized or most <= memory.allowed(size),
            f"{most} bytes")


def count(s, shape, n):
    args, _ = write(s, *shape(n))
    return counted.instructions(s, *args, "-o", "/dev/null")


def check_work(s, shape, n):
    base, one, two = (count(s, shape, size) for size in (n // 50, n, 2 * n))
    failed = [run for run in (base, one, two) if not isinstance(run, int)]
    if failed:
        s.claim(f"{shape.__name__}: its work is counted", False, failed[0])
        return
    ratio = (two - base) / max(one - base, 2000000)
    s.claim(f"{shape.__name__.replace('_', ' ')} from {n} to {2 * n}: {ratio:.2f} times"
            f" {one - base:,} instructions", ratio <= MOST)


def check(s):
    os.makedirs(s.path("root/srv"))
    args, _ = write(s, *inlined_side_by_side(5))
    if b"whole" not in s.run(*args).out:
        s.skip("all of it", "this build reads no debug information")
        return
    check_whole(s)
    for shape, n, told in SHAPES:
        check_memory(s, shape, n, told)
    for shape in (expressions, huge_register, many_states, long_program):
        check_frames(s, shape, 300)
    if not counted.available(s):
        s.skip("the work that it takes", "valgrind cannot run this program")
        return
    for shape, n, _ in SHAPES:
        check_work(s, shape, n // 4)


kit.main(check)
