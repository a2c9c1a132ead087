#!/usr/bin/env python3
"""Writes input.jfr: samples of methods, classes and names that no pool of the chunk has."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import jfr  # noqa: E402

LOST = 7777
chunk = jfr.Chunk()
main = chunk.thread("main", 11)
native = chunk.keys["jdk.types.FrameType"]["Native"]
interpreted = chunk.keys["jdk.types.FrameType"]["Interpreted"]


def method(what, *value):
    return chunk.pooled("jdk.types.Method", what, *value, False)


def sample(what, *methods):
    frames = [(one, 1, 0, native if i == 0 else interpreted) for i, one in enumerate(methods)]
    stack = chunk.pooled("jdk.types.StackTrace", what, False, frames)
    chunk.add("jdk.NativeMethodSample", 1, main, stack, 1)


run = chunk.method("Shop.run")
no_class = method("no class", LOST, chunk.symbol("accept"), chunk.symbol("()V"))
no_name = method("no name", chunk.java_class("Shop"), LOST, chunk.symbol("()V"))
no_types = method("no types", chunk.java_class("Shop"), chunk.symbol("poll"), LOST)
for _ in range(2):
    sample("method", LOST, run)
    sample("class", no_class, run)
    sample("name", no_name, run)
    sample("types", no_types, run)
chunk.add("jdk.NativeMethodSample", 1, main, LOST, 1)
chunk.sample("Shop.poll", "Shop.run", event="jdk.NativeMethodSample")
chunk.add("jdk.ObjectAllocationSample", 1, main, chunk.stack("Shop.run"), LOST, 512)
(HERE / "input.jfr").write_bytes(chunk.bytes())
