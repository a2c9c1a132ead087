#!/usr/bin/env python3
"""Writes input.jfr: texts of Latin-1, and some in the pool of texts."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import jfr  # noqa: E402

chunk = jfr.Chunk(text="latin-1")
name = chunk.pooled("java.lang.String", "m\u00fcll", "m\u00fcll")
chunk.sample("Shop.gr\u00fcn", "Shop.main", thread=(name, 11))
(HERE / "input.jfr").write_bytes(chunk.bytes())
