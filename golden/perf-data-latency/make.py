#!/usr/bin/env python3
"""Writes input.perf-data: a process that prepares alone, works in three threads, and ends alone.

    main    0   prepare   3000            work 3000..6000     finish 6000..8000
    second                3000  work 6000
    third                           4000  work 6000

A sample of 3000 alone; three that share 3000..6000 of main, taken while two, three and three run;
one of the second, while two run; one of the third, while three run; one of 2000 alone:

    prepare  3000
    work     1000 / 2 + 1000 / 3 + 1000 / 3 + 3000 / 2 + 2000 / 3 = 500 + 333 + 333 + 1500 + 667
    finish   2000
"""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import made  # noqa: E402

PREPARE, WORK, FINISH = 0x7f0000001000, 0x7f0000002000, 0x7f0000003000
START = 1000000
r = made.Recording()
r.event("cycles", 1)
r.comm(10, "demo")
r.mmap(10, PREPARE, 0x3000, "//anon")


def sample(tid, time, function):
    r.sample(10, START + time, (made.USER, function + 8), tid=tid)


def switch(tid, come, leave):
    r.come(10, tid, START + come)
    r.leave(10, tid, START + leave)


r.come(10, 10, START)
sample(10, 1500, PREPARE)
r.leave(10, 10, START + 3000)
r.thread(10, 11, START + 3000)
r.thread(10, 12, START + 3000)
r.come(10, 10, START + 3000)
switch(11, 3000, 6000)
switch(12, 4000, 6000)
sample(10, 3500, WORK)
sample(11, 3600, WORK)
sample(10, 4500, WORK)
sample(12, 5000, WORK)
sample(10, 5500, WORK)
r.leave(10, 10, START + 6000)
r.come(10, 10, START + 6000)
sample(10, 7000, FINISH)
r.exit(10, 10, START + 8000)
names = ((PREPARE, "prepare"), (WORK, "work"), (FINISH, "finish"))
r.take(made.PERF_MAP, 10, "/tmp/perf-10.map",
       "".join(f"{at:x} 100 {name}\n" for at, name in names).encode())
(HERE / "input.perf-data").write_bytes(r.file())
