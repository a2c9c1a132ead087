#!/usr/bin/env python3
"""Writes input.jfr: collections of garbage, the heap and the load of processors beside samples."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import jfr  # noqa: E402

chunk = jfr.Chunk(ticks=10**6)
chunk.add_class("jdk.types.GCName", *jfr.TEXT)
chunk.add_class("jdk.types.GCCause", *jfr.TEXT)
chunk.add_class("jdk.types.VirtualSpace", ("start", "long"), ("committedSize", "long"))
chunk.add_class("jdk.GarbageCollection", jfr.START, jfr.LASTS, ("gcId", "int"),
                ("name", "jdk.types.GCName", jfr.POOLED), ("cause", "jdk.types.GCCause", jfr.POOLED),
                ("sumOfPauses", "long"), ("longestPause", "long"))
chunk.add_class("jdk.GCPhasePause", jfr.START, jfr.LASTS, jfr.THREAD, ("gcId", "int"),
                ("name", "java.lang.String"))
chunk.add_class("jdk.GCHeapSummary", jfr.START, ("gcId", "int"),
                ("heapSpace", "jdk.types.VirtualSpace"), ("heapUsed", "long"))
chunk.add_class("jdk.CPULoad", jfr.START, ("jvmUser", "float"), ("jvmSystem", "float"),
                ("machineTotal", "float"))
g1 = chunk.pooled("jdk.types.GCName", "G1New", "G1New")
full = chunk.pooled("jdk.types.GCCause", "full", "G1 Evacuation Pause")
chunk.sample("Shop.index", ("Shop.main", 41), at=1000)
chunk.sample("Shop.index", ("Shop.main", 41), at=21000)
chunk.add("jdk.GCHeapSummary", 4000, 31, (0, 1 << 20), 800000)
chunk.add("jdk.GarbageCollection", 5000, 2500, 31, g1, full, 1500, 1000)
chunk.add("jdk.GCPhasePause", 5200, 1000, chunk.thread("G1", 12), 31, "GC Pause")
chunk.add("jdk.GCHeapSummary", 7600, 31, (0, 1 << 20), 300000)
chunk.add("jdk.CPULoad", 10000, 0.25, 0.125, 0.5)
chunk.add("jdk.CPULoad", 500, 0.5, float("nan"), 1.0)
chunk.add("jdk.GarbageCollection", 9000, 10, 32, 77, 0, 0, 0)  # its name is not there
(HERE / "input.jfr").write_bytes(chunk.bytes())
