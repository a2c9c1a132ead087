#!/usr/bin/env python3
"""Writes input.jfr: metadata of a class without fields."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import jfr  # noqa: E402

chunk = jfr.Chunk()
chunk.pools.clear()
metadata = chunk.metadata(jfr.Element("root", [jfr.Element("class", name="shop.Air", id="2")]))
(HERE / "input.jfr").write_bytes(chunk.bytes(metadata=metadata))
