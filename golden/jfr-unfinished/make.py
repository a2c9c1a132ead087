#!/usr/bin/env python3
"""Writes input.jfr: a chunk that is still written, another that was, and a third that never will be."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import jfr  # noqa: E402

def chunk(name, **words):
    made = jfr.Chunk(**words)
    made.sample(name, "Shop.main")
    made.sample("Shop.index", "Shop.main")
    return made


late = chunk("Shop.late")
lost = late.frame(late.kind("jdk.ExecutionSample"), late.events[0][2:])
data = (chunk("Shop.open", state=3).bytes() + chunk("Shop.first").bytes()
        + late.bytes(size=0) + lost + bytes(100))
(HERE / "input.jfr").write_bytes(data)
