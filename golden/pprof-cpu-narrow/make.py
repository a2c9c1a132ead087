#!/usr/bin/env python3
"""Writes input.pprof-cpu: words of 32 bits, the greatest byte first, and maps in short; the leaf of
the second sample was met twice, and nothing is known of the stack of the third."""
import pathlib
import struct

WORDS = [0, 3, 0, 4000, 0,
         2, 3, 0x8048ABC, 0x8048123, 0x8048001,
         5, 4, 0x8048ABC, 0x8048ABC, 0x8048123, 0xB7E01234,
         1, 0,
         0, 1, 0]
MAPS = b"build=/srv\n08048000-08060000: $build/demo/server\nb7e00000-b7f00000: /lib/libc.so.6\n"

HERE = pathlib.Path(__file__).resolve().parent
(HERE / "input.pprof-cpu").write_bytes(struct.pack(f">{len(WORDS)}I", *WORDS) + MAPS)
