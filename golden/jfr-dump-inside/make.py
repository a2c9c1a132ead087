#!/usr/bin/env python3
"""Writes input.jfr: a recording of version 1 with a thread dump in it, as its events have them."""
import pathlib
import struct

HERE = pathlib.Path(__file__).resolve().parent
DUMP = b"""Full thread dump OpenJDK 64-Bit Server VM (25.181-b13 mixed mode):

"main" #1 prio=5 os_prio=0 tid=0x00007f0000012000 nid=0x101 runnable [0x00007f0000400000]
   java.lang.Thread.State: RUNNABLE
\tat shop.Orders.index(Orders.java:12)
\tat shop.Orders.main(Orders.java:7)

"""
event = struct.pack(">II", 8 + len(DUMP), 90) + DUMP
(HERE / "input.jfr").write_bytes(
    b"FLR\0" + struct.pack(">HHQ", 1, 0, 16 + len(event)) + event)
