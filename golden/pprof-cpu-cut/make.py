#!/usr/bin/env python3
"""Writes input.pprof-cpu: one that ends within its second sample."""
import pathlib
import struct

WORDS = [0, 3, 0, 10000, 0,
         3, 2, 0x400ABC, 0x400123,
         4, 7, 0x400ABC]

HERE = pathlib.Path(__file__).resolve().parent
(HERE / "input.pprof-cpu").write_bytes(struct.pack(f"<{len(WORDS)}Q", *WORDS) + b"cut")
