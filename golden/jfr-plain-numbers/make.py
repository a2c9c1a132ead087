#!/usr/bin/env python3
"""Writes input.jfr: numbers as they are, texts of 16 bits, and an event that began before its chunk."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import jfr  # noqa: E402

chunk = jfr.Chunk(fixed=True, text="chars", begins=100)
chunk.sample("Shop.m\u00fcll", "Shop.\U0001f600", ("Shop.main", 300), at=150)
chunk.sample(("Shop.main", 70000), at=90)
(HERE / "input.jfr").write_bytes(chunk.bytes())
