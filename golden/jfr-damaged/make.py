#!/usr/bin/env python3
"""Writes input.jfr: samples each of which is damaged in its own way, between sound ones."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import jfr  # noqa: E402

chunk = jfr.Chunk()
main = chunk.thread("main", 11)
good = chunk.stack("Shop.index", "Shop.main")
kind = chunk.keys["jdk.types.FrameType"]["Interpreted"]


def stack(what, *frames):
    return chunk.pooled("jdk.types.StackTrace", what, False, frames)


def method(what, *value):
    return chunk.pooled("jdk.types.Method", what, *value, False)


no_method = stack("no method", (7777, 1, 0, kind), (chunk.method("Shop.main"), 1, 0, kind))
no_class = stack("no class", (method("no class", 7777, chunk.symbol("x"), 0), 1, 0, kind))
no_name = stack("no name", (method("no name", chunk.java_class("Shop"), 7777, 0), 1, 0, kind))
long_name = stack("long", (chunk.method("Shop." + "x" * 4097), 1, 0, kind))
unnamed = stack("unnamed", (0, 1, 0, 7777), (method("unnamed", 0, 0, 0), 1, 0, kind))
number = chunk.kind("jdk.ExecutionSample")
for value in (7777, no_method, no_class, no_name, long_name, no_method, unnamed):
    chunk.add("jdk.ExecutionSample", 1, main, value, 0)
    chunk.sample("Shop.index", "Shop.main")
chunk.events.append(chunk.frame(number, b"\1\1"))
chunk.events.append(chunk.frame(number, b"\1\1\1\xff"))
chunk.events.append(chunk.frame(999, b"of no class that is known"))
chunk.add("jdk.ExecutionSample", 1, 7777, good, 0)
chunk.add("jdk.ExecutionSample", 1, main, good, 7777)
chunk.sample("Shop.index", "Shop.main")
chunk.allocation("[B", -1, "Shop.main")
chunk.park(None, 2**63 - 1, "Shop.main")
chunk.add("jdk.ObjectAllocationSample", 1, main, good, 7777, 5)
(HERE / "input.jfr").write_bytes(chunk.bytes())
