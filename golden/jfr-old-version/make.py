#!/usr/bin/env python3
"""Writes input.jfr: the head of a recording of JDK 8."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import jfr  # noqa: E402

chunk = jfr.Chunk()
chunk.version = (1, 0)
(HERE / "input.jfr").write_bytes(chunk.bytes())
