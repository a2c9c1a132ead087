#!/usr/bin/env python3
"""Writes input.jfr: rubbish behind a chunk."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import jfr  # noqa: E402

chunk = jfr.Chunk()
chunk.sample("Shop.main")
(HERE / "input.jfr").write_bytes(chunk.bytes() + b"rubbish")
