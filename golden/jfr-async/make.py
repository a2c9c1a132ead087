#!/usr/bin/env python3
"""Writes input.jfr: what async-profiler records: functions of C, C++ and the kernel, and weights."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import jfr  # noqa: E402

chunk = jfr.Chunk(frame_types=jfr.ASYNC_FRAME_TYPES, ticks=10**6)
frames = [("[kernel].vfs_read", 0, "Kernel"), ("libc.so.6.read", 0, "Native"),
          ("libjvm.so.JavaThread::run", 0, "C++"), ("java/io/File.read", 7, "C1 compiled"),
          ("Shop.main", 41, "Interpreted")]
for n in (3, 4):
    chunk.sample(*frames, event="profiler.WallClockSample", more=(n,))
chunk.sample(*frames[1:], event="profiler.WallClockSample", more=(1,), thread=("", 15, 0, "C2"))
chunk.add("profiler.Malloc", 5, chunk.thread("main", 11), chunk.stack(*frames[1:]), 4096, 640)
(HERE / "input.jfr").write_bytes(chunk.bytes())
