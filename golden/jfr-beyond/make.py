#!/usr/bin/env python3
"""Writes input.jfr: an event that is longer than its chunk."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import jfr  # noqa: E402

chunk = jfr.Chunk()
chunk.sample("Shop.main")
chunk.events.append(jfr.packed(9999) + b"\x99")
(HERE / "input.jfr").write_bytes(chunk.bytes())
