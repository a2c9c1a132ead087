#!/usr/bin/env python3
"""Writes input.jfr: a checkpoint that says that one before the chunk comes before it."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import jfr  # noqa: E402

chunk = jfr.Chunk()
chunk.sample("Shop.main")
chunk.deltas[1] = -10**9
(HERE / "input.jfr").write_bytes(chunk.bytes())
