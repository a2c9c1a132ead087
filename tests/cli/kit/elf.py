"""ELF files of 64 bits made section by section, also such as no linker writes."""
import struct

NULL, PROGBITS, SYMTAB, STRTAB, NOTE, NOBITS, DYNSYM = 0, 1, 2, 3, 7, 8, 11
ALLOC, EXEC, PACKED = 2, 4, 1 << 11
ZLIB, ZSTD = 1, 2
SYMBOL = 24
CODE = 0x1000


def build_id(content):
    """A note."""
    return struct.pack("<III", 4, len(content), 3) + b"GNU\0" + content


class Elf:
    """Code lies at the address CODE, at the same place in the file."""

    def __init__(self, code=4096):
        self.body = bytearray(CODE + code)
        self.names, self.sections = bytearray(b"\0"), [(0, NULL, 0, 0, 0, 0, 0, 0)]
        self.size = None
        self.section(".text", PROGBITS, at=CODE, size=code, flags=ALLOC | EXEC, address=CODE)

    def add(self, content):
        """Where it lies in the file."""
        self.body += bytes(-len(self.body) % 8)
        at = len(self.body)
        self.body += content
        return at

    def section(self, name, kind, content=None, at=0, size=0, flags=0, address=0, link=0, entry=0):
        """Of its own content, or of the bytes that lie at a place. Returns its number."""
        if content is not None:
            at, size = self.add(content), len(content)
        text = name.encode() + b"\0"
        known = self.names.find(b"\0" + text)
        if known < 0:
            known = len(self.names) - 1
            self.names += text
        self.sections.append((known + 1, kind, flags, address, at, size, link, entry))
        return len(self.sections) - 1

    def packed(self, name, kind, content, size):
        head = struct.pack("<IIQQ", kind, 0, size, 1)
        return self.section(name, PROGBITS, head + content, flags=PACKED)

    def symbols(self, symbols, kind=SYMTAB):
        """Of (name, address, size)."""
        texts, rows = bytearray(b"\0"), bytearray(SYMBOL)
        for name, address, size in symbols:
            rows += struct.pack("<IBBHQQ", len(texts), 18, 0, 1, address, size)
            texts += name.encode() + b"\0"
        link = self.section(".strtab", STRTAB, bytes(texts))
        return self.section(".symtab", kind, bytes(rows), link=link, entry=SYMBOL)

    def bytes(self):
        names = self.section(".shstrtab", STRTAB, size=0)
        row = list(self.sections[names])
        row[4], row[5] = self.add(bytes(self.names)), len(self.names)
        self.sections[names] = tuple(row)
        n = len(self.sections)
        if n >= 0xff00:
            self.sections[0] = (0, NULL, 0, 0, 0, n, names, 0)
        table = self.add(b"".join(
            struct.pack("<IIQQQQIIQQ", name, kind, flags, address, at, size, link, 0, 1, entry)
            for name, kind, flags, address, at, size, link, entry in self.sections))
        head = b"\x7fELF\x02\x01\x01" + bytes(9) + struct.pack(
            "<HHIQQQIHHHHHH", 3, 62, 1, CODE, 64, table, 0, 64, 56, 1, 64,
            n if n < 0xff00 else 0, names if n < 0xff00 else 0xffff)
        segment = struct.pack("<IIQQQQQQ", 1, 5, 0, 0, 0, len(self.body), len(self.body), 4096)
        self.body[:len(head + segment)] = head + segment
        return bytes(self.body)
