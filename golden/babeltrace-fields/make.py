#!/usr/bin/env python3
"""Writes trace: traces (CTF 1.8) whose fields and names are of every kind, with a packet each."""
import pathlib
import struct

HERE = pathlib.Path(__file__).resolve().parent
MAGIC = 0xC1FC1FC1
METADATA = """/* CTF 1.8 */
typealias integer { size = 8; align = 8; } := u8;
typealias integer { size = 32; align = 8; } := u32;
typealias integer { size = 64; align = 8; } := u64;
typealias integer { size = 32; align = 8; signed = true; } := i32;
typealias integer { size = 32; align = 8; base = 16; } := address;
typealias integer { size = 32; align = 8; base = 16; signed = true; } := below;
typealias integer { size = 16; align = 8; base = 8; signed = true; } := octal;
typealias integer { size = 8; align = 8; base = 2; } := binary;
typealias integer { size = 8; align = 8; encoding = UTF8; } := character;
trace { major = 1; minor = 8; byte_order = le; packet.header := struct { u32 magic; }; };
env { %s };
clock { name = monotonic; freq = 1000000000; offset_s = 1795838528; };
typealias integer { size = 64; align = 8; map = clock.monotonic.value; } := stamp;
stream {
    packet.context := struct { u64 content_size; u64 packet_size; %s };
    event.header := struct { u8 id; stamp timestamp; };
    event.context := struct { %s };
};
"""
HOST = 'hostname = "node";'
NOTE = ("app:note", "", "u8 _n;")


def write(name, env, packet, context, kinds, events):
    """Kinds are (name, context, fields), events (kind, ns, bytes); packet is (fields, bytes)."""
    folder = HERE / "trace" / name
    folder.mkdir(parents=True, exist_ok=True)
    text = METADATA % (env, packet[0], context)
    for i, (kind, more, fields) in enumerate(kinds):
        more = f"context := struct {{ {more} }};" if more else ""
        text += f'event {{ id = {i}; name = "{kind}"; {more} fields := struct {{ {fields} }}; }};\n'
    (folder / "metadata").write_text(text, encoding="ascii")
    body = packet[1]
    for kind, ns, content in events:
        body += struct.pack("<BQ", kind, ns) + content
    bits = (4 + 8 + 8 + len(body)) * 8
    (folder / "channel0_0").write_bytes(struct.pack("<IQQ", MAGIC, bits, bits) + body)


def main():
    texts = (b"main", b'a"b', b"w'x?\\y", b"tab\tnl\nesc\x1b\x01\x7f", "\u00fcn\u00efcode".encode(),
             b"", b"x, vpid = 9, {", b'"')
    write("texts", HOST, ("", b""), "u32 _vpid; u32 _vtid; string _procname;", (NOTE,),
          [(0, 100 + i, struct.pack("<II", 7, i % len(texts)) + text + b"\0\1")
           for i, text in enumerate(texts * 4)])
    values = (0, 1, 8, 100, -1, -100)
    write("bases", HOST, ("", b""), "below _pid; octal _tid;", (NOTE,),
          [(0, 200 + i, struct.pack("<ihB", n, n, 1)) for i, n in enumerate(values)])
    write("more-bases", HOST, ("", b""), "i32 _pid; binary _tid; character _procname[8];", (NOTE,),
          [(0, 300 + i, struct.pack("<iB8sB", n, n & 255, b"eight", 1))
           for i, n in enumerate(values)])
    write("process", HOST + ' procname = "my app"; vpid = 71;', ("", b""), "u32 _vtid;",
          (("app:load_begin", "", "u8 _n;"), ("app:load_end", "", "u8 _n;")),
          [(0, 400, struct.pack("<IB", 72, 1)), (1, 450, struct.pack("<IB", 72, 1))])
    write("nameless", "", ("u32 vpid;", struct.pack("<I", 77)), "u32 _pid; string _procname;",
          (("p:q:event", "u32 _tid; string procname;", "u8 _n;"), ("two words", "", "u8 _n;"),
           ("odd:", "", "u8 _n;")),
          [(0, 500, struct.pack("<IsI4sB", 3, b"", 4, b"own", 1)),
           (1, 510, struct.pack("<I4sB", 3, b"its", 1)), (2, 520, struct.pack("<I4sB", 3, b"its", 1))])
    write("stacks", HOST, ("", b""),
          "u32 _pid; u8 _n; below _callstack_user[_n]; address _callstack_kernel[2];",
          (NOTE, ("app:again", "address ___callstack_user[1];", "u8 _n; address callstack_user[1];")),
          [(0, 600, struct.pack("<IBiiIIB", 3, 2, -2, 0x401136, 0xC0000020, 0xC0000010, 1)),
           (0, 610, struct.pack("<IBIIB", 3, 0, 0xC0000020, 0xC0000010, 1)),
           (1, 620, struct.pack("<IBiIIIBI", 3, 1, 16, 32, 48, 64, 1, 80))])


main()
