#!/usr/bin/env python3
"""Writes input.jfr: elements of metadata deep within one another."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import jfr  # noqa: E402

chunk = jfr.Chunk()
element = jfr.Element("annotation")
for _ in range(40):
    element = jfr.Element("annotation", [element])
(HERE / "input.jfr").write_bytes(chunk.bytes(metadata=chunk.metadata(element)))
