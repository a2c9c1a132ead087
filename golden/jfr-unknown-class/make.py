#!/usr/bin/env python3
"""Writes input.jfr: a pool of a class that the metadata does not name."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import jfr  # noqa: E402

chunk = jfr.Chunk()
chunk.sample("Shop.main")
metadata = chunk.metadata()
chunk.add_class("shop.Order", ("price", "double"))
chunk.pooled("shop.Order", "cheap", 0.5)
(HERE / "input.jfr").write_bytes(chunk.bytes(metadata=metadata))
