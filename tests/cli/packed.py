#!/usr/bin/env python3
"""Packed input: gzip, zstd and xz are known by their content, from files and from pipes; several
members follow each other; what is cut or damaged is an error, never a smaller profile.
"""
import gzip
import io
import lzma
import random
import struct
import subprocess
import zlib

import kit
from kit import outputs

TEXT = b"".join(b"main;f%04d;g_%d 1\n" % (i % 3000, i * i % 977) for i in range(20000))
FOLDED = b"main;a 10\nmain;b 5\n"


def gzip_with_name(text):
    data = io.BytesIO()
    with gzip.GzipFile("a name.folded", "wb", 9, data, 1700000000) as f:
        f.write(text)
    return data.getvalue()


def gzip_with_everything(text):
    """Extra field, name, comment and header checksum."""
    head = b"\x1f\x8b\x08\x1e" + struct.pack("<IBB", 0, 0, 3)
    head += struct.pack("<H", 4) + b"ab\0\0" + b"name\0" + b"comment\0"
    head += struct.pack("<H", zlib.crc32(head) & 0xFFFF)
    body = zlib.compressobj(6, zlib.DEFLATED, -15)
    return head + body.compress(text) + body.flush() \
        + struct.pack("<II", zlib.crc32(text), len(text) & 0xFFFFFFFF)


def zstd(*args):
    def pack(text):
        return subprocess.run(["zstd", "-q", "-c", *args], input=text, capture_output=True,
                              check=True).stdout

    return pack


def skippable(pack):
    return lambda text: b"\x50\x2a\x4d\x18\x04\0\0\0abcd" + pack(text)


PACKINGS = [
    ("gzip", gzip.compress),
    ("gzip that stores", lambda text: gzip.compress(text, 0)),
    ("gzip with a name", gzip_with_name),
    ("gzip with every header field", gzip_with_everything),
    ("xz", lzma.compress),
    ("xz with CRC32", lambda text: lzma.compress(text, check=lzma.CHECK_CRC32)),
    ("xz without a check", lambda text: lzma.compress(text, check=lzma.CHECK_NONE)),
]
ZSTD = [
    ("zstd", zstd("-3")),
    ("zstd without a checksum", zstd("--no-check")),
    ("zstd with a long window", zstd("-19", "--long=27")),
    ("zstd behind a frame to be passed over", skippable(zstd("-1"))),
]


def check_packing(s, name, pack, wanted):
    path = s.path("in.folded", pack(TEXT))
    run = s.run("-f", "folded", path)
    s.claim(f"{name} is known by its content", run.rc == 0 and run.out == wanted, run)
    piped = s.run("-f", "folded", input=pack(TEXT))
    s.claim(f"{name} is read from a pipe", piped.rc == 0 and piped.out == wanted, piped)
    named = s.run("-f", "folded", "--from", "folded", path)
    s.claim(f"{name} is unpacked also with --from", named.out == wanted, named)
    members = b"".join(pack(TEXT[i:i + 50001]) for i in range(0, len(TEXT), 50001))
    run = s.run("-f", "folded", s.path("members", members))
    s.claim(f"{name} in members that cut lines is one text", run.out == wanted, run)
    with_empty = pack(b"") + pack(TEXT) + pack(b"")
    run = s.run("-f", "folded", s.path("empty", with_empty))
    s.claim(f"{name} with empty members is read", run.out == wanted, run)
    run = s.run(s.path("nothing", pack(b"")))
    s.claim(f"{name} of nothing is an empty input", run.rc == 1 and "empty" in run.said, run)


def check_damage(s, name, pack):
    """Cut at many places, with bytes changed, with bytes behind the end."""
    whole = pack(TEXT)
    dice = random.Random(11)
    cuts = sorted({6, 7, len(whole) - 1, len(whole) - 4, len(whole) - 9, len(whole) // 2}
                  | {dice.randrange(6, len(whole)) for _ in range(10)})
    problems = []
    for cut in cuts:
        run = s.run("-f", "folded", input=whole[:cut])
        if run.rc != 1 or run.out or "standard input" not in run.said or run.said.count("\n") != 1:
            problems.append(f"{cut} of {len(whole)} bytes: {run.brief()}")
    s.claim(f"{name} cut at {len(cuts)} places is an error that leaves nothing", not problems,
            problems[:2])
    two = pack(TEXT) + pack(FOLDED)
    problems = []
    for cut in range(len(whole) + 1, len(two), 3 * s.slow):
        run = s.run("-f", "folded", s.path("cut", two[:cut]))
        if run.rc != 1 or run.out:
            problems.append(f"{cut - len(whole)} bytes of the second: {run.brief()}")
    s.claim(f"{name} cut in its second member is an error", not problems, problems[:2])
    wanted = s.run("-f", "folded", s.path("whole", whole)).out
    problems = []
    for _ in range(40 // s.slow):
        at = dice.randrange(len(whole))
        changed = whole[:at] + bytes([whole[at] ^ 1 << dice.randrange(8)]) + whole[at + 1:]
        run = s.run("-f", "folded", s.path("changed", changed))
        # A bit that means nothing (a time, a name, an operating system) may change.
        if not (run.rc == 1 and not run.out) and not (run.rc == 0 and run.out == wanted):
            problems.append(f"byte {at}: {run.brief()}")
    s.claim(f"{name} with a bit changed is an error or the same text", not problems, problems[:2])
    for behind in (b"garbage", TEXT[:100], b"\xff" * 20):
        run = s.run("-f", "folded", s.path("behind", whole + behind))
        s.claim(f"{name} with {behind[:7]!r} behind its end is an error", run.rc == 1
                and not run.out, run)


def check_mixed(s):
    """Packed and plain files side by side."""
    plain = s.path("a.gz", FOLDED)
    packed = s.path("b.folded", gzip.compress(FOLDED))
    xz = s.path("c", lzma.compress(FOLDED))
    run = s.run("-f", "folded", plain, packed, xz)
    s.claim("plain and packed files are added, whatever their names",
            run.out == b"main;a 30\nmain;b 15\n", run)
    run = s.run("-f", "folded", s.path("padded.gz", gzip.compress(FOLDED) + b"\0" * 1000))
    s.claim("zeros behind gzip, as on a tape, are no text", run.out == FOLDED, run)
    bad = gzip.compress(b"main;a 10\nbad\nmain;b 1\n")
    run = s.run("-f", "folded", s.path("bad.gz", bad))
    s.claim("a bad line of a packed file is named by its line in the text",
            run.rc == 0 and "bad.gz:2: " in run.said, run)
    for head in (b"\x1f", b"\x1f\x8b", b"\xfd7zXZ", b"\x28\xb5\x2f", b"\x28\xb5\x2f\xfd"):
        run = s.run(s.path("head", head))
        s.claim(f"nothing but the mark {head!r} is an error", run.rc == 1 and not run.out, run)
    with open(packed, "rb") as f:
        f.seek(0)
        run = s.run("-f", "folded", stdin=f)
    s.claim("a packed file on standard input is read", run.out == FOLDED, run)
    inner = gzip.compress(gzip.compress(FOLDED))
    run = s.run("-f", "folded", s.path("twice.gz", inner))
    s.claim("what is packed twice is no folded text", run.rc == 1 and not run.out, run)


def check_long(s):
    """More than 4 GiB of text, through frames of zstd: nothing wraps at 32 bits."""
    name = b"n" * 16000
    block = (b"main;" + name + b";b 1\n" + b"main;" + name + b";c 2\n") * 2000
    times = (1 << 32) // len(block) + 2
    path = s.path("long.zst", zstd("-1")(block) * times)
    run = s.run("--limit=inflate=0", "--limit=inflate-ratio=0", "--summary", "-f", "folded", path)
    count = times * 2000
    s.claim(f"{len(block) * times >> 20} MiB of text are counted to the last line",
            run.out == b"main;%s;b %d\nmain;%s;c %d\n" % (name, count, name, 2 * count)
            and f" {len(block) * times} bytes, {2 * count} lines" in run.said, run)


def check(s):
    wanted = s.run("-f", "folded", s.path("plain.folded", TEXT)).out
    s.claim("the plain text is drawn", outputs.folded_total(wanted) == 20000)
    packings = PACKINGS + ([] if kit.missing("zstd") else ZSTD)
    if kit.missing("zstd"):
        s.skip("zstd", "there is no zstd to pack with")
    for name, pack in packings:
        run = s.run("-f", "folded", s.path("probe", pack(FOLDED)))
        if run.rc == 1 and "built without" in run.said:
            s.skip(name, "this program was built without it")
            continue
        check_packing(s, name, pack, wanted)
        if name in ("gzip", "xz", "zstd"):
            check_damage(s, name, pack)
    check_mixed(s)
    if not kit.missing("zstd") and not s.sanitized:
        check_long(s)


kit.main(check)
