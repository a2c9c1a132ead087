#!/usr/bin/env python3
"""The wall clock of recordings made record by record: each thread's parts are its life, to the
nanosecond, and latency is time divided by the threads that run. What of the time on processors no
sample stands for is no sample.
"""
import random

import kit
from kit import made

USER = made.USER
A, B, C = 0x401000, 0x402000, 0x403000
NAMES = {A: "a", B: "b", C: "c"}
TRACING = (b"name: sched_switch\nID: 77\nformat:\n\tfield:long prev_state;\toffset:0;\tsize:8;\n"
           b"\tfield:pid_t next_pid;\toffset:8;\tsize:4;\n\nprint fmt:\n")
VERSION, COMMAND = 5, 11  # of perf, as features
FOLD = ("--quiet", "-f", "folded", "--root-by", "tid", "--no-inline")


def begin():
    r = made.Recording()
    r.event("cycles", 1)
    r.comm(10, "demo")
    r.mmap(10, 0x400000, 0x10000, "/bin/demo")
    return r


def named(r):
    """Names its code as a runtime does, in a map taken along."""
    lines = "".join(f"{at:x} 100 {name}\n" for at, name in NAMES.items())
    r.mmap(10, 0x400000, 0x10000, "//anon")
    r.take(made.PERF_MAP, 10, "/tmp/perf-10.map", lines.encode())
    return r


def run(s, r, *options):
    return s.run(*FOLD, *options, s.path("made.data", named(r).file()))


def parts(run):
    """Nanoseconds by stack, whose first frame is the number of its thread."""
    rows = {}
    for line in run.out.decode().splitlines():
        stack, _, ns = line.partition("/")[2].rpartition(" ")
        rows[stack] = rows.get(stack, 0) + int(ns)
    return rows


def sums(run):
    """Nanoseconds by thread."""
    rows = {}
    for stack, ns in parts(run).items():
        thread = stack.partition(";")[0]
        rows[thread] = rows.get(thread, 0) + ns
    return rows


def at(address):
    return (USER, address + 16)


def check_parts(s):
    """Samples share the time between coming and leaving; the rest waits where the last one was."""
    r = begin()
    r.sample(10, 1000, at(A))       # it was there, and ran
    r.sample(10, 1100, at(B))
    r.leave(10, 10, 1401)           # 1000 to 1401, of two samples
    r.come(10, 10, 2000)
    r.leave(10, 10, 2050, preempted=True)   # without a sample
    r.come(10, 10, 2150)
    r.sample(10, 2200, at(C))
    r.exit(10, 10, 2300)
    r.comm(99, "last", 5000)
    told = run(s, r, "--wall")
    wanted = {"10;a": 201, "10;b": 200 + 50, "10;b;[waiting]": 599, "10;b;[ready]": 100,
              "10;c": 150}
    s.claim("samples share their interval, waits have the callers of the last sample",
            told.rc == 0 and parts(told) == wanted, f"{parts(told)} {told.said}")
    told = run(s, r, "--wall", "--where", "state=blocked")
    s.claim("waits are chosen by their state", parts(told) == {"10;b;[waiting]": 599}, told)
    loud = s.run("--wall", "--summary", "-f", "folded", s.path("made.data", r.file()))
    s.claim("guessed stacks are said to be so, and what each thread did is told",
            "2 of 2 waits have the stack of the last sample" in loud.said
            and "demo 10: 0.000 s, of which it ran 0.000 s" in loud.said, loud.said)


def check_behind_exit(s):
    """A thread has its EXIT before its memory is gone, in which it is switched; its last switch
    ends it. Where nothing comes behind it, it ended there."""
    r = begin()
    r.sample(10, 1000, at(A))
    r.exit(10, 10, 1400)
    r.leave(10, 10, 1500, preempted=True)
    r.come(10, 10, 1800)
    r.leave(10, 10, 1900)           # the last time
    r.comm(99, "last", 5000)
    told = run(s, r, "--wall")
    s.claim("a thread goes on behind its EXIT until its last switch",
            parts(told) == {"10;a": 600, "10;a;[ready]": 300}, f"{parts(told)} {told.said}")
    told = s.run("--off-cpu", "--root-by", "tid", "-f", "folded", s.path("made.data", r.file()))
    s.claim("and its waits count, but for the last, which has no end",
            parts(told) == {"10;a": 300} and "still off" not in told.said,
            f"{parts(told)} {told.said}")
    r = made.Recording(fields=made.USUAL | made.IDENTIFIER | made.RAW)
    r.event("cycles", 1)
    r.tracepoint("sched:sched_switch", 2, 77, TRACING)
    r.comm(10, "demo")
    r.comm(30, "other")

    def switch(time, left, came, address, state):
        r.sample(left, time, at(address), event=1, raw=r.pack("QiI", state, came, 0) + bytes(4))

    r.sample(10, 1000, at(A))
    r.exit(10, 10, 1300)
    switch(1400, 10, 30, B, 0x100)
    switch(2000, 30, 10, C, 1)
    switch(2200, 10, 30, B, 0x80)
    r.comm(99, "last", 5000)
    told = s.run(*FOLD, "--wall", "--pid", "10", s.path("made.data", named(r).file()))
    away = s.run(*FOLD, "--off-cpu", "--pid", "10", s.path("made.data", named(r).file()))
    s.claim("samples of sched_switch tell the same",
            sum(parts(told).values()) == 1200 and parts(away) == {"10;b": 600},
            f"{parts(told)} {parts(away)} {told.said}{away.said}")


def check_sleep(s):
    """Sleep that was sampled tells where its wait was; others were where that was."""
    for recorder in ("flame 1.0", "6.12"):
        r = made.Recording(fields=made.USUAL | made.IDENTIFIER)
        text = r.text(recorder)
        r.features[VERSION] = r.pack("I", len(text)) + text
        r.event("cycles", 1)
        r.event("offcpu-time", 2)
        r.comm(10, "demo")
        r.sample(10, 1000, at(A))
        r.leave(10, 10, 1100)
        r.come(10, 10, 1200)        # too short to be sampled, and nothing is known yet
        r.leave(10, 10, 1300)
        r.sample(10, 2300, at(B), event=1, period=1000)
        r.come(10, 10, 2300)
        r.leave(10, 10, 2400)
        r.come(10, 10, 2410)        # too short
        r.leave(10, 10, 2500, preempted=True)
        r.come(10, 10, 2600)
        r.leave(10, 10, 2700)
        r.sample(10, 5000, at(C), event=1, period=2000)
        loud = s.run("--wall", "--root-by", "tid", "-f", "folded",
                     s.path("made.data", named(r).file()))
        ours = recorder.startswith("flame")
        wanted = {"10;a": 490, "10;a;[waiting]": 100, "10;b;[waiting]": 1010,
                  "10;a;[ready]": 100, "10;c;[waiting]": 2300}
        if not ours:
            wanted = {"10;a": 490, "10;a;[waiting]": 100 + 1000 + 10 + 2300, "10;a;[ready]": 100}
        s.claim(f"sleep that was sampled is where it was, if {recorder} recorded it",
                loud.rc == 0 and parts(loud) == wanted
                and ("3 of 5 waits, 5 % of their time" in loud.said) == ours,
                f"{parts(loud)} {loud.said}")


def check_idle(s):
    """Samples of sched_switch of whole processors: what comes where nobody ran comes then."""
    r = made.Recording(fields=made.USUAL | made.IDENTIFIER | made.RAW)
    r.event("cycles", 1)
    r.tracepoint("sched:sched_switch", 2, 77, TRACING)
    r.comm(10, "demo")
    r.comm(30, "other")

    def switch(time, left, came, address, state=1):
        r.sample(left, time, at(address), event=1, raw=r.pack("QiI", state, came, 0) + bytes(4))

    r.sample(10, 1000, at(A))
    switch(1100, 10, 0, B)
    switch(2000, 0, 10, C)          # from the idle thread
    switch(2400, 10, 30, B)
    r.exit(30, 30, 2500)
    switch(2600, 30, 10, C, state=0x80)     # from one that has ended
    switch(2700, 10, 0, B)
    told = s.run(*FOLD, "--wall", "--pid", "10", s.path("made.data", named(r).file()))
    loud = s.run("--wall", "-f", "folded", s.path("made.data", named(r).file()))
    s.claim("threads come from idle processors, and from threads that have ended",
            told.rc == 0 and parts(told) == {"10;a": 100, "10;b": 500, "10;b;[waiting]": 1100}
            and "were not recorded" not in loud.said, f"{parts(told)} {told.said} {loud.said}")


def check_lost_number(s):
    """A thread that ends has lost its number before it leaves for good."""
    gone = 2**32 - 1
    r = begin()
    r.sample(10, 1000, at(A))
    r.leave(10, 10, 1100)
    for time in (1500, 1700):
        r.sample(10, time, at(B), tid=gone)
        r.leave(10, gone, time + 100)
    r.come(10, 10, 2000)
    r.sample(10, 2050, at(A))
    r.leave(10, 10, 2100)
    loud = s.run("--wall", "-f", "folded", "--root-by", "tid", s.path("made.data", named(r).file()))
    s.claim("what a thread does that has lost its number does not wake its process",
            parts(loud) == {"10;a": 200, "10;a;[waiting]": 900}
            and "were not recorded" not in loud.said, f"{parts(loud)} {loud.said}")
    loud = s.run("--off-cpu", "-f", "folded", "--root-by", "tid", s.path("made.data"))
    s.claim("nor does it wait", parts(loud) == {"10;a": 900}
            and "was not recorded" not in loud.said, f"{parts(loud)} {loud.said}")


def check_lives(s):
    """Threads live from their start, or that of the recording, to their end, or its."""
    r = begin()
    r.comm(20, "sleeper")
    r.sample(10, 1000, at(A))
    r.thread(10, 11, 1500)
    r.come(10, 11, 1600)
    r.sample(10, 1700, at(B), tid=11)
    r.leave(10, 11, 1800)
    r.come(30, 30, 1900)            # never named, so it begins here
    r.leave(10, 10, 3000)
    told = run(s, r, "--wall")
    s.claim("rows of threads add up to their lives", told.rc == 0 and sums(told) == {
        "10": 2000, "11": 1500, "20": 2000, "30": 1100}, f"{parts(told)} {told.said}")
    s.claim("a new thread is ready until it runs, one never switched waits",
            parts(told).get("11;[ready]") == 100 and parts(told).get("20;[waiting]") == 2000
            and parts(told).get("30;[running]") == 1100, str(parts(told)))


def check_begin(s):
    """Of what was before a recording that says when it begins, only who is there counts."""
    for recorder in ("flame 1.0", "6.12"):
        r = made.Recording(fields=made.USUAL | made.IDENTIFIER)
        text = r.text(recorder)
        r.features[VERSION] = r.pack("I", len(text)) + text
        r.event("cycles", 1)
        r.comm(10, "demo")
        r.comm(12, "early")
        r.exit(12, 12, 90)              # it was there before, and is gone
        r.thread(10, 11, 100)
        r.thread(10, 13, 110)
        r.exit(10, 13, 120)
        r.thread(10, 14, 130)
        r.exit(10, 14, 140)
        r.thread(10, 14, 150)           # another one with its number
        r.record(3, 1 << 14, r.pack("II", 0, 0) + r.text("swapper") + r.trailer(0, 1000))
        r.come(10, 11, 990)             # told late
        r.sample(10, 995, at(B), tid=11)
        r.sample(10, 1200, at(A))
        r.leave(10, 10, 1500)
        r.thread(10, 15, 1800)
        r.comm(99, "last", 5000)
        told = run(s, r, "--wall")
        ours = recorder.startswith("flame")
        wanted = {"10;a": 500, "10;a;[waiting]": 3500, "11;[waiting]": 4000,
                  "14;[waiting]": 4000, "15;[ready]": 3200}
        s.claim(f"threads live from the begin that a record tells, if {recorder} recorded it",
                told.rc == 0 and (parts(told) == wanted) == ours
                and (max(sums(told).values()) == 4000) == ours, f"{parts(told)} {told.said}")


def check_wide(s):
    """Of whole processors, all threads of the system are named."""
    r = begin()
    r.comm(20, "sleeper")
    r.come_wide(10, 10, 1000)
    r.sample(10, 1200, at(A))
    r.leave(10, 10, 1500)
    told = run(s, r, "--wall")
    s.claim("of whole processors, a thread that never was on one is left out", told.rc == 0
            and parts(told) == {"10;a": 500}, f"{parts(told)} {told.said}")
    loud = s.run("--wall", "--summary", "-f", "folded", s.path("made.data", r.file()))
    s.claim("and counted", "as they never were on a processor: 1 threads" in loud.said, loud.said)


def check_latency(s):
    """Time is divided by the threads of the process that run when the sample is taken."""
    r = begin()
    r.comm(20, "other")
    r.sample(10, 1000, at(A))                 # alone
    r.thread(10, 11, 2000)
    r.come(10, 11, 2000)
    r.sample(10, 2200, at(B), tid=11)         # two run: 10 and 11
    r.sample(10, 2400, at(A))                 # two
    r.sample(20, 2500, at(C))                 # one of another process
    r.leave(10, 11, 3000)
    r.sample(10, 3500, at(A))                 # alone again
    r.leave(10, 10, 4000)
    r.leave(20, 20, 4000)
    told = run(s, r, "--latency")
    # 10 ran 3000 of three samples: 1000 + 1000 / 2 + 1000; 11 ran 1000 beside it.
    s.claim("latency is time divided by how many threads of the process run at that moment",
            told.rc == 0 and sums(told) == {"10": 2500, "11": 500, "20": 3000},
            f"{parts(told)} {told.said}")
    s.claim("latency has no time off processors", "waiting" not in told.out.decode(), told)


def check_events(s):
    """One event says where threads run, and which one is said."""
    r = begin()
    r.fields |= made.IDENTIFIER
    r.events = [("cycles", 1), ("instructions", 2)]
    r.records = []
    r.comm(10, "demo")
    r.sample(10, 1000, at(A), 0)
    r.sample(10, 1500, at(B), 1)
    r.leave(10, 10, 2000)
    named(r)
    told = s.run("--wall", "-f", "folded", "--root-by", "tid", s.path("made.data", r.file()))
    s.claim("of several events the cycles say where threads run, in a sentence",
            parts(told) == {"10;a": 1000} and "samples of cycles say where threads ran; those of "
            "instructions are not used" in told.said, told)


class Life:
    """A thread: it is gone, or lives since a time. Behind an EXIT it may go on, to its last
    switch; a second one is the end."""

    def __init__(self, now):
        self.since, self.sum, self.ending, self.left = now, 0, False, None

    def end(self, now):
        if self.since is not None:
            self.sum += (self.left if self.ending and self.left is not None else now) - self.since
        self.since = self.left = None

    def take(self, what, now):
        if what in ("exit", "thread"):
            self.end(now)
            self.since = now if what == "thread" else None
            self.ending = what == "exit" and not self.ending
            self.gone = now
            return
        if self.since is None and self.ending and what != "come":
            self.since = self.gone
        if self.since is not None:
            self.left = (self.left or now) if what == "leave" else None


def random_recording(chance):
    """A recording of threads that do anything, and the nanoseconds that each of them lived."""
    r, now, lives = begin(), 1000, {10: Life(1000)}

    r.leave(10, 10, now)
    lives[10].take("leave", now)
    for _ in range(chance.randrange(1, 200)):
        now += chance.choice((0, 1, 7, 1000, 123456))
        tid = chance.randrange(10, 16)
        what = chance.choice(("come", "come", "leave", "leave", "sample", "sample", "thread",
                              "exit"))
        if what == "sample":
            r.sample(10, now, at(chance.choice((A, B, C))), tid=tid)
        elif what == "leave":
            r.leave(10, tid, now, preempted=chance.random() < 0.5)
        else:
            getattr(r, what)(10, tid, now)
        if tid not in lives and what != "exit":
            lives[tid] = Life(now)
        if tid in lives:
            lives[tid].take(what, now)
    for life in lives.values():
        life.end(now)
    return r, {str(tid): life.sum for tid, life in lives.items() if life.sum}


def check_not_sampled(s):
    """A sample that was not taken weighs what it stands for, and does not count."""
    for n in (3, 0):
        r = made.Recording(fields=made.USUAL | made.IDENTIFIER)
        text = r.text("flame 1.0")
        r.features[VERSION] = r.pack("I", len(text)) + text
        text = r.text("demo")
        r.features[COMMAND] = r.pack("II", 1, len(text)) + text
        r.event("cpu-clock", 1)
        r.comm(10, "demo")
        r.mmap(10, 0, 0x1000, "not sampled")
        r.mmap(10, 0x400000, 0x10000, "/bin/demo")
        for i in range(n):
            r.sample(10, 1000 + i, at(A), period=5)
        r.sample(10, 2000, (USER, 16), period=1000)
        record = r.records[-1]
        r.records[-1] = record[:4] + r.pack("H", 2 | 1 << 13) + record[6:]
        name = s.path("made.data", named(r).file())
        time = s.run("--quiet", "-f", "folded", name).out.decode().split("\n")[:-1]
        counts = s.run("--quiet", "-f", "folded", "--weight", "samples", name).out.decode()
        picture = s.run("--quiet", "--no-script", name).out.decode()
        s.claim(f"of {n} samples, what is in none weighs, and does not count",
                sorted(time) == ["demo;[not sampled] 1000", "demo;a 15"][:1 + (n > 0)]
                and counts == (f"demo;a {n}\n" if n else "") and f", {n} samples<" in picture
                and "ns" in picture, (time, counts, picture[:2000]))


def check_any_order(s):
    """The sum of a thread's parts is its life, whatever happened to it."""
    chance = random.Random(24)
    for i in range(30):
        r, lives = random_recording(chance)
        told = run(s, r, "--wall")
        s.claim(f"records in any order, {i}: the parts of each thread are its life",
                told.rc == 0 and {k: v for k, v in sums(told).items() if v} == lives,
                (sums(told), lives, told.brief()))


def check_refusals(s):
    r = begin()
    r.sample(10, 1000, at(A))
    told = run(s, r, "--wall")
    s.claim("a recording without switches says how to record them", told.rc == 1 and not told.out
            and "flame record --wall" in told.said and "--switch-events" in told.said, told)
    told = run(s, r, "--off-cpu")
    s.claim("so it does for what threads wait for, by flame first", told.rc == 1 and not told.out
            and "flame record --off-cpu, or perf record" in told.said, told)
    told = s.run("--wall", "-f", "folded", s.path("x.folded", b"a;b 1\n"))
    s.claim("folded stacks have no wall clock", told.rc == 1 and "is folded" in told.said, told)
    told = run(s, r, "--wall", "--latency")
    s.claim("--wall and --latency exclude each other", told.rc == 2
            and "several found, wanted one" in told.said, told)


def check_hostile(s):
    """Whatever records say, parts are those of lives, nothing overflows, and it is said."""
    r = begin()
    r.sample(10, 1000, at(A))
    r.come(10, 10, 51100)                     # comes without having left
    r.leave(10, 10, 60000)
    r.leave(10, 10, 90000)                    # leaves twice
    r.exit(10, 10, 101000)
    r.exit(10, 10, 103500)                    # ends twice
    r.come(10, 10, 103600)
    r.leave(10, 10, 103700)
    r.sample(10, 900, at(B))                  # before what is before it
    loud = s.run("--wall", "-f", "folded", "--root-by", "tid",
                 s.path("made.data", named(r).file()))
    s.claim("records that contradict each other neither add to a life nor take from it",
            loud.rc == 0 and sums(loud) == {"10": 100100}, f"{parts(loud)} {loud.said}")
    s.claim("switches that are missing are counted and said",
            "2 switches of threads to or from processors were not recorded" in loud.said, loud.said)
    r = begin()
    r.sample(10, 1000, at(A))
    r.leave(10, 10, 2000)
    r.record(2, 0, r.pack("QQ", 1, 77) + r.trailer(10, 2500))
    r.come(10, 10, 3000)
    loud = s.run("--wall", "-f", "folded", s.path("made.data", named(r).file()))
    s.claim("lost records are said to make times inexact", loud.rc == 0
            and "some of the 77 records that were lost" in loud.said, loud.said)
    for last in (2**62, 2**63 + 5, 2**64 - 2, 2**64 - 1):
        r = begin()
        for tid in range(11, 20):
            r.thread(10, tid, 900)
        r.sample(10, 1000, at(A))
        r.leave(10, 10, 2000)
        r.come(10, 10, last)
        loud = s.run("--wall", "--summary", "-f", "folded",
                     s.path("made.data", named(r).file()))
        s.claim(f"a time of {last} is no crash, and is said", loud.rc in (0, 1)
                and ("must be wrong" in loud.said or "wanted" in loud.said or last == 2**64 - 1),
                loud)


def check_looked(s):
    """Samples taken while a thread waited, of which records of switches tell how long it was."""
    r = made.Recording(fields=made.USUAL | made.IDENTIFIER)
    r.features[VERSION] = r.pack("I", 64) + b"flame 1".ljust(64, b"\0")
    r.event("cycles", 1)
    r.configs[1] = (1, 3)
    r.event("offcpu-place", 2)
    r.take(made.PERF_MAP, 10, "/tmp/perf-10.map", b"1000 100 loop\n2000 100 nap\n3000 100 spin\n")
    r.comm(10, "demo")
    r.thread(10, 11, 800)
    r.sample(10, 900, [made.USER, 0x3000], event=0)
    r.leave(10, 10, 1000)
    r.sample(10, 1200, [made.USER, 0x2000, 0x1010], event=1)
    r.come(10, 10, 2000)
    r.sample(10, 2100, [made.USER, 0x3000], event=0)
    r.leave(10, 10, 2200)
    r.come(10, 10, 2700)
    r.sample(10, 2800, [made.USER, 0x3000], event=0, tid=11)
    r.leave(10, 11, 3000)
    r.come(10, 11, 5000)
    path = s.path("looked.data", r.file())
    ran = s.run(path, "--off-cpu", "-f", "folded")
    s.claim("what was looked at tells where its thread waited, then and later, and nothing of time",
            ran.rc == 0 and sorted(ran.out.splitlines())
            == [b"demo;loop;nap 1500", b"demo;spin 2000"], ran)
    s.claim("of how much time it is a guess, and callers are missing, is said",
            "guessed by the sample before for 69 % of their sleep, and not known for 0 %, and "
            "callers are missing for 27 %" in ran.said, ran.said)
    ran = s.run(path, "--wall", "-f", "folded")
    s.claim("the wall clock has them as well", ran.rc == 0
            and {b"demo;loop;nap;[waiting] 1500", b"demo;spin;[waiting] 2000"}
            <= set(ran.out.splitlines()), ran)
    ran = s.run(path, "-f", "folded")
    s.claim("what ran does not hold them", ran.rc == 0 and ran.out == b"demo;spin 3\n", ran)


def check(s):
    check_parts(s)
    check_behind_exit(s)
    check_sleep(s)
    check_looked(s)
    check_idle(s)
    check_lost_number(s)
    check_lives(s)
    check_begin(s)
    check_wide(s)
    check_latency(s)
    check_events(s)
    check_not_sampled(s)
    check_any_order(s)
    check_refusals(s)
    check_hostile(s)


if __name__ == "__main__":
    kit.main(check)
