#!/usr/bin/env python3
"""Writes input.jfr: events of several kinds, with threads, states and classes."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import jfr  # noqa: E402

MAIN = ("Shop.main", 41, "JIT compiled")
LOCK = "java/util/concurrent/locks/LockSupport.park"
pool = ("pool-1-thread-2", 12, 21)
run = ("java/lang/Thread.run", 833)
chunk = jfr.Chunk()
for at in (30, 10):
    chunk.sample(("java/lang/String.compareTo", 120, "Inlined"),
                 ("java/util/TreeMap.merge", 80, "JIT compiled"), ("Shop.index", 12), MAIN, at=at)
chunk.sample(("Shop.index", 13), MAIN, at=20)
chunk.sample(("Shop.index", 12), ("Shop$$Lambda$14+0x0000000800c03000.run", -1), run, at=5,
             thread=pool)
chunk.sample(("sun/nio/ch/EPoll.wait", -2, "Native"), run, at=15, thread=pool,
             state="STATE_SLEEPING", event="jdk.NativeMethodSample")
chunk.sample("java/util/Deep.next", "java/util/Deep.next", at=25, cut=True)
chunk.allocation("java/lang/String", 4096, "Shop.index", MAIN)
chunk.allocation("[[Ljava/lang/Object;", 100, "Shop.index", MAIN)
for _ in range(4):
    chunk.allocation("[B", 24, "Shop.index", MAIN)
chunk.allocation("[B", 1, thread=pool)
chunk.park("java/util/concurrent/locks/Sync", 2500, LOCK, MAIN)
chunk.park(None, 1000, LOCK, MAIN)
chunk.add("jdk.ActiveSetting", 1, 0, 0, 0, chunk.kind("jdk.ExecutionSample"), "period",
          "20 ms")
chunk.add("jdk.ObjectAllocationInNewTLAB", 2, chunk.thread("main", 11),
          chunk.stack("Shop.index", MAIN), chunk.java_class("[I"), 16, 2048)
chunk.add_class("shop.Order", jfr.START, jfr.LASTS, jfr.THREAD, jfr.STACK, ("price", "double"),
                ("words", "java.lang.String", jfr.ARRAY))
chunk.add("shop.Order", 3, 10, chunk.thread("main", 11), chunk.stack("Shop.sell", MAIN), 9.5,
          ["a", None, "b"])
chunk.add("shop.Order", 4, 10, chunk.thread("main", 11), 0, 9.5, [])
(HERE / "input.jfr").write_bytes(chunk.bytes())
