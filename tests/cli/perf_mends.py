#!/usr/bin/env python3
"""What a recording lacks is told with the options of the program that made it."""
import kit
from kit import made

VERSION = 5
LOST = 2
# (which fields, what is said of recordings of perf, and of our own)
CALLERS = (
    (made.USUAL, "perf record --call-graph dwarf,65528, or a build",
     "flame record -g dwarf,65528, or a build"),
    (made.USUAL | made.BRANCHES, "perf record --call-graph dwarf,65528 records all",
     "flame record -g dwarf,65528 records all"),
)


def recording(s, version, fields=made.USUAL, lost=0):
    r = made.Recording(fields=fields)
    r.event("cpu-clock", 7)
    text = r.text(version)
    r.features[VERSION] = r.pack("I", len(text)) + text
    r.comm(8, "work")
    r.mmap(8, 0x1000, 0x1000, "/bin/work")
    for i in range(20):
        branches = [(0x1200, 0x1300)] if fields & made.BRANCHES else []
        r.sample(8, i, [made.USER, 0x1100, 0x1200], branches=branches)
    if lost:
        r.record(LOST, 0, r.pack("QQ", 7, lost) + r.trailer(8, 30))
    return s.run("-f", "folded", s.path("x.data", r.file()))


def check(s):
    run = recording(s, "6.1.4", lost=3)
    s.claim("of perf a larger buffer is told", run.rc == 0 and "3 samples were lost" in run.said
            and "(perf record -m)" in run.said, run)
    run = recording(s, "flame 0.1.0", lost=3)
    s.claim("not of flame record, which has no such option",
            run.rc == 0 and "3 samples were lost" in run.said and "(-g fp)" in run.said
            and "perf record" not in run.said, run)
    for fields, by_perf, by_us in CALLERS:
        run = recording(s, "6.1.4", fields)
        s.claim(f"callers that lack: {by_perf}", run.rc == 0 and by_perf in run.said, run)
        run = recording(s, "flame 0.1.0", fields)
        s.claim(f"callers that lack: {by_us}", run.rc == 0 and by_us in run.said
                and "perf record" not in run.said, run)


kit.main(check)
