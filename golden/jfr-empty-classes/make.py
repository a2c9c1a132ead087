#!/usr/bin/env python3
"""Writes input.jfr: classes without a byte in them, as many as can be counted."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import jfr  # noqa: E402

chunk = jfr.Chunk()
chunk.add_class("shop.Air", ("a", "shop.Nothing"), ("b", "shop.Air"))
chunk.add_class("shop.Nothing")
chunk.add_class("shop.Sky", ("airs", "shop.Air", jfr.ARRAY), ("air", "shop.Air"))
chunk.pools["shop.Sky"] = [(1, jfr.packed(5))]
chunk.pools["shop.Air"] = [(key, b"") for key in range(9)]
chunk.sample("Shop.main")
(HERE / "input.jfr").write_bytes(chunk.bytes())
