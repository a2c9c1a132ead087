#!/usr/bin/env python3
"""Writes input.perf-data: two threads, one of which waits and is woken by the other, and a third
that has the number of the first after it, as perf record -e cpu-clock,sched:sched_waking --switch-events -g writes them."""
import pathlib
import struct
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import made  # noqa: E402

CODE, WAKING = 0x7f0000001000, 0
TRACING = (b"sched\nname: sched_waking\nID: 371\nformat:\n"
           b"\tfield:char comm[16];\toffset:8;\tsize:16;\tsigned:0;\n"
           b"\tfield:pid_t pid;\toffset:24;\tsize:4;\tsigned:1;\n\nprint fmt: \"\"\n")
WAIT, WRITE, COMMIT, LATE = (CODE + 0x100 * i + 8 for i in range(4))


def wake(time, waker, woken, chain):
    raw = bytes(24) + struct.pack("<I", woken)
    r.sample(4711, time, [made.USER, *chain], WAKING, tid=waker, raw=raw)


r = made.Recording(fields=made.USUAL | made.RAW | made.IDENTIFIER)
r.tracepoint("sched:sched_waking", 1, 371, TRACING)
r.configs[1] = (1, 0)
r.event("cpu-clock", 2)
r.comm(4711, "server", 1000)
r.mmap(4711, CODE, 0x1000, "//anon", 1000)
for tid in (4712, 4713):
    r.thread(4711, tid, 1000)
    r.come(4711, tid, 1000)
r.sample(4711, 1500, [made.USER, WAIT], 1, 100, tid=4712)
r.sample(4711, 1600, [made.USER, WRITE], 1, 100, tid=4713)
wake(1700, 4713, 4712, [LATE])  # it runs
r.leave(4711, 4712, 2000)
wake(3000, 4713, 4712, [COMMIT, WRITE])
wake(3100, 4713, 4712, [LATE])  # it is woken
r.come(4711, 4712, 3500)
r.leave(4711, 4712, 4000, preempted=True)
wake(4100, 4713, 4712, [LATE])  # it does not wait
r.come(4711, 4712, 4200)
r.leave(4711, 4712, 4300)
r.come(4711, 4712, 5000)  # woken by one that is not recorded
r.leave(4711, 4713, 5200)
wake(5300, 4712, 4713, [WAIT])  # it is ready at the end
r.exit(4711, 4712, 6000)
r.leave(4711, 4712, 6100)  # for ever
wake(6200, 4713, 4712, [LATE])
r.thread(4711, 4712, 7000)  # its number is used again
r.come(4711, 4712, 7500)
r.exit(4711, 4712, 8000)
(HERE / "input.perf-data").write_bytes(r.file())
