#!/usr/bin/env python3
"""Writes input.pprof-cpu: a sample whose time does not fit, and a map that is cut off."""
import pathlib
import struct

WORDS = [0, 3, 0, 10000, 0,
         3, 2, 0x400ABC, 0x400123,
         1 << 62, 2, 0x400ABC, 0x400123,
         4, 1, 0x400ABC,
         0, 1, 0]
MAPS = b"00400000-00401000 r-xp 00000000 08:01 77   /srv/demo/server\n00500000-0060"

HERE = pathlib.Path(__file__).resolve().parent
(HERE / "input.pprof-cpu").write_bytes(struct.pack(f"<{len(WORDS)}Q", *WORDS) + MAPS)
