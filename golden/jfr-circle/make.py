#!/usr/bin/env python3
"""Writes input.jfr: checkpoints of which the first says that the last comes before it."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import jfr  # noqa: E402

chunk = jfr.Chunk()
chunk.sample("Shop.main")
chunk.deltas[0] = 100
(HERE / "input.jfr").write_bytes(chunk.bytes())
