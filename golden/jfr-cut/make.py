#!/usr/bin/env python3
"""Writes input.jfr: a recording that ends in the middle of an event."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import jfr  # noqa: E402

chunk = jfr.Chunk()
for i in range(9):
    chunk.sample(f"Shop.part{i}", "Shop.main")
last = jfr.Chunk()
last.sample("Shop.lost", "Shop.main")
(HERE / "input.jfr").write_bytes(chunk.bytes() + last.bytes()[:-20])
