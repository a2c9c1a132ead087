#!/usr/bin/env python3
"""Writes input.jfr: a class whose value has a value of it in it."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import jfr  # noqa: E402

chunk = jfr.Chunk()
chunk.add_class("shop.Doll", ("size", "byte"), ("inner", "shop.Doll"))
chunk.pools["shop.Doll"] = [(1, bytes(99))]
(HERE / "input.jfr").write_bytes(chunk.bytes())
