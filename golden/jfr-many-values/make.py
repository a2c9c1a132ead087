#!/usr/bin/env python3
"""Writes input.jfr: a pool of more values than there are bytes."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import jfr  # noqa: E402

chunk = jfr.Chunk()
chunk.add_class("shop.Box", ("dolls", "shop.Box", jfr.ARRAY))
chunk.pools["shop.Box"] = [(1, jfr.packed(10**9) + bytes(9))]
(HERE / "input.jfr").write_bytes(chunk.bytes())
