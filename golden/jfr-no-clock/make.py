#!/usr/bin/env python3
"""Writes input.jfr: a chunk whose clock has no ticks."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import jfr  # noqa: E402

chunk = jfr.Chunk(ticks=0)
(HERE / "input.jfr").write_bytes(chunk.bytes())
