#!/usr/bin/env python3
"""Writes input.pprof-cpu: the version of Java, of which functions stand behind samples."""
import pathlib
import struct

WORDS = [0, 3, 1, 10000, 0, 3, 1, 5, 0, 1, 0]

HERE = pathlib.Path(__file__).resolve().parent
(HERE / "input.pprof-cpu").write_bytes(struct.pack(f"<{len(WORDS)}Q", *WORDS)
                                       + b"0x5 demo.Pool.take (Pool.java:31)\n")
