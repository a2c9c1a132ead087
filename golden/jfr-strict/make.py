#!/usr/bin/env python3
"""Writes input.jfr: a sample whose stack is not there."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import jfr  # noqa: E402

chunk = jfr.Chunk()
chunk.add("jdk.ExecutionSample", 1, chunk.thread("main", 11), 7777, 0)
(HERE / "input.jfr").write_bytes(chunk.bytes())
