#!/usr/bin/env python3
"""Writes input.jfr: two chunks, in which keys stand for other things."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import jfr  # noqa: E402

one = jfr.Chunk()
one.sample("Shop.index", "Shop.main", thread=("main", 11))
one.sample("Shop.sell", "Shop.main", thread=("main", 11))
two = jfr.Chunk(ticks=3 * 10**6)
two.sample("Shop.sell", "Shop.main", thread=("clerk", 12))
two.sample("Shop.index", "Shop.main", thread=("main", 11))
two.add("jdk.ThreadPark", 3, 10**7, two.thread("main", 11), two.stack("Shop.main"), 0, 0)
one.add("jdk.ThreadPark", 3, 10**7, one.thread("main", 11), one.stack("Shop.main"), 0, 0)
(HERE / "input.jfr").write_bytes(one.bytes() + two.bytes())
