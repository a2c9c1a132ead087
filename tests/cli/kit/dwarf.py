"""Debug information made entry by entry, also such as no compiler writes."""
import struct

COMPILE_UNIT, SUBPROGRAM, INLINED, NAMESPACE = 0x11, 0x2e, 0x1d, 0x39
NAME, STMT_LIST, LOW, HIGH, LANGUAGE, COMP_DIR, ORIGIN, EXTERNAL, RANGES = \
    3, 0x10, 0x11, 0x12, 0x13, 0x1b, 0x31, 0x3f, 0x55
ADDRESS, DATA4, STRING, DATA1, STRP, OFFSET, PRESENT, LINE_STRP = 1, 6, 8, 11, 14, 23, 25, 31
REF_ALT, STRP_ALT = 0x1f20, 0x1f21
RANGE = [(LOW, ADDRESS), (HIGH, DATA4)]


def uleb(n):
    out = bytearray()
    while n > 127:
        out.append(n & 127 | 128)
        n >>= 7
    return bytes(out) + bytes([n])


def abbreviation(code, tag, attributes, children=False):
    """Of (attribute, form)."""
    return uleb(code) + uleb(tag) + bytes([children]) \
        + b"".join(uleb(name) + uleb(form) for name, form in attributes) + bytes(2)


def unit(entries, version=4, abbreviations=0):
    head = struct.pack("<HBBI", 5, 1, 8, abbreviations) if version == 5 \
        else struct.pack("<HIB", version, abbreviations, 8)
    return sized(head + entries)


def sized(content, more=0):
    """Behind its length, which may say more than there is."""
    return struct.pack("<I", len(content) + more) + content


def code(low, size):
    return struct.pack("<QI", low, size)


def line_table(folders, files, program, more=0):
    """Of version 4; files are (name, number of the folder)."""
    head = struct.pack("<BBBbBB", 1, 1, 1, -5, 14, 13) + bytes([0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1])
    head += b"".join(folder + b"\0" for folder in folders) + b"\0"
    head += b"".join(name + b"\0" + uleb(at) + bytes(2) for name, at in files) + b"\0"
    return sized(struct.pack("<HI", 4, len(head)) + head + program, more)


def line_table_5(folders, files, program):
    """Folders and files are places in .debug_line_str; files are (place, number of the folder)."""
    head = struct.pack("<BBBbBB", 1, 1, 1, -5, 14, 13) + bytes([0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1])
    head += bytes([1, 1, LINE_STRP]) + uleb(len(folders))
    head += b"".join(struct.pack("<I", at) for at in folders)
    head += bytes([2, 1, LINE_STRP, 2, DATA1]) + uleb(len(files))
    head += b"".join(struct.pack("<IB", at, folder) for at, folder in files)
    return sized(struct.pack("<HBBI", 5, 8, 0, len(head)) + head + program)


def lines(address, n):
    """A program of n lines from an address on."""
    return b"\0\x09\x02" + struct.pack("<Q", address) + b"\x20" * n + b"\x02\x01\0\1\1"
