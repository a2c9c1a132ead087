#!/usr/bin/env python3
"""Writes trace: a trace (CTF 1.8) of a program and one of the kernel, with a packet each."""
import pathlib
import struct

HERE = pathlib.Path(__file__).resolve().parent
MAGIC = 0xC1FC1FC1
METADATA = """/* CTF 1.8 */
typealias integer { size = 8; align = 8; } := u8;
typealias integer { size = 32; align = 8; } := u32;
typealias integer { size = 64; align = 8; } := u64;
typealias integer { size = 64; align = 8; base = 16; } := address;
trace {
    major = 1; minor = 8; byte_order = le;
    packet.header := struct { u32 magic; };
};
env { domain = "%s"; hostname = "node"; };
clock { name = monotonic; freq = 1000000000; offset_s = 1795838528; };
typealias integer { size = 64; align = 8; map = clock.monotonic.value; } := stamp;
stream {
    packet.context := struct { u64 content_size; u64 packet_size; u8 cpu_id; };
    event.header := struct { u8 id; stamp timestamp; };
    event.context := struct {
        u32 _%s; u32 _%s; string _procname;
        u8 __callstack_user_length; address _callstack_user[__callstack_user_length];
    };
};
"""
EVENT = "event {{ id = {}; name = \"{}\"; fields := struct {{ {} }}; }};\n"


def write(folder, domain, keys, names, events):
    """Events are (name's number, ns, tid, comm, callstack, payload)."""
    folder.mkdir(parents=True, exist_ok=True)
    text = METADATA % (domain, *keys)
    text += "".join(EVENT.format(i, *name) for i, name in enumerate(names))
    (folder / "metadata").write_text(text, encoding="ascii")
    body = b""
    for number, ns, tid, comm, stack, payload in events:
        body += struct.pack("<BQII", number, ns, 7, tid) + comm.encode() + b"\0"
        body += struct.pack(f"<B{len(stack)}Q", len(stack), *stack) + payload
    bits = (4 + 8 + 8 + 1 + len(body)) * 8
    (folder / "channel0_0").write_bytes(struct.pack("<IQQB", MAGIC, bits, bits, 0) + body)


STACK = (0x401136, 0x401180, 0x7F0012345678, 2**64 - 1)
write(HERE / "trace/ust/uid/0/64-bit", "ust", ("vpid", "vtid"),
      (("app:load_begin", "u32 _id;"), ("app:load_end", "u32 _id;"), ("app:note", "string _what;")),
      ((0, 1000, 7, "main", STACK, b"\1\0\0\0"), (2, 3000, 7, "main", STACK[1:], b"a } b\0"),
       (1, 6000, 7, "main", STACK, b"\1\0\0\0"), (2, 7000, 8, "other", (), b"\0")))
write(HERE / "trace/kernel", "kernel", ("pid", "tid"),
      (("syscall_entry_read", "u32 _fd;"), ("syscall_exit_read", "u32 _ret;")),
      ((0, 4000, 7, "main", (), b"\3\0\0\0"), (1, 5000, 7, "main", (), b"\0\0\0\0")))
