#!/usr/bin/env python3
"""Signals at any time: the output is the old one or the complete one, and nothing lies beside it.

Python resets what a shell does to signals of jobs in the background, so INT is not ignored here.
"""
import os
import random
import signal
import subprocess
import time

import kit
from kit.watch import Watch

OLD = b"the old content\n"
SEED = 20240229
KINDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL)
AT_RANDOM = 8
WHILE_WRITING = 3


def profile():
    return b"".join(b"main;f%03d;g%05d;leaf 1\n" % (i % 600, i) for i in range(100000))


class Target:
    """A run that writes a large file over an old one."""

    def __init__(self, script):
        self.script = script
        self.input = script.path("in.folded", profile())
        self.output = script.path("out/x.json")
        self.folder = os.path.dirname(self.output)
        os.mkdir(self.folder)
        began = time.monotonic()
        self.start().wait()
        self.seconds = time.monotonic() - began
        with open(self.output, "rb") as f:
            self.complete = f.read()

    def start(self):
        with open(self.output, "wb") as f:
            f.write(OLD)
        return subprocess.Popen([self.script.flame, self.input, "-o", self.output],
                                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL)

    def unfinished(self):
        return self.script.temporaries(self.folder)

    def verdict(self, child, kind):
        """What is wrong after the end of a run that was sent a signal."""
        rc = child.wait(kit.LIMIT_S)
        with open(self.output, "rb") as f:
            content = f.read()
        left = self.unfinished()
        for name in left:
            os.unlink(os.path.join(self.folder, name))
        if rc not in (0, -kind):
            return f"ended with {rc}"
        if content not in (OLD, self.complete) or (rc == 0 and content != self.complete):
            return f"{len(content)} bytes stand in the output after {rc}"
        if left and kind != signal.SIGKILL:
            return f"{left} was left after {rc}"
        return ""


def check_at_random(s, target):
    dice = random.Random(SEED)
    for kind in KINDS:
        problems = []
        for _ in range(AT_RANDOM // s.slow):
            pause = dice.random() * target.seconds
            child = target.start()
            time.sleep(pause)
            child.send_signal(kind)
            problem = target.verdict(child, kind)
            if problem:
                problems.append(f"after {pause:.4f} s: {problem}")
        s.claim(f"{kind.name} at {AT_RANDOM // s.slow} times (seed {SEED}): "
                "the file is old or complete", not problems, problems[:3])


def check_while_writing(s, target):
    """The signal comes when the temporary file is there."""
    with Watch(target.folder) as watch:
        if not watch.is_open:
            s.skip("a signal while the file is written", "the kernel does not watch folders")
            return
    for kind in KINDS:
        problems = []
        hits = 0
        for _ in range(10 * WHILE_WRITING):
            with Watch(target.folder) as watch:
                child = target.start()
                if watch.wait(kit.TEMPORARY, child):
                    child.send_signal(kind)
            problem = target.verdict(child, kind)
            if problem:
                problems.append(problem)
            hits += child.returncode == -kind
            if hits == WHILE_WRITING:
                break
        s.claim(f"{kind.name} while the file is written: it is old, nothing lies beside it",
                not problems and hits == WHILE_WRITING, problems[:3] or f"{hits} hits")


def check_while_reading(s):
    fifo = s.path("fifo.folded")
    os.mkfifo(fifo)
    output = s.path("y.svg", OLD)
    for kind in KINDS:
        child = subprocess.Popen([s.flame, fifo, "-o", output])
        with open(fifo, "wb", buffering=0) as f:
            f.write(b"a;b 1\n")
            child.send_signal(kind)
            rc = child.wait(kit.LIMIT_S)
        with open(output, "rb") as f:
            s.claim(f"{kind.name} while it waits for input ends it, the old file stays",
                    rc == -kind and f.read() == OLD and not s.temporaries(), f"ended with {rc}")
    child = subprocess.Popen(
        [s.flame, fifo, "-o", output],
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    with open(fifo, "wb", buffering=0) as f:
        f.write(b"a;b 1\n")
        child.send_signal(signal.SIGHUP)
        time.sleep(0.05)
        f.write(b"a;c 1\n")
    rc = child.wait(kit.LIMIT_S)
    with open(output, "rb") as f:
        s.claim("a HUP that is ignored at start (nohup) stays ignored",
                rc == 0 and b"all (2 samples" in f.read(), f"ended with {rc}")


def check(s):
    check_while_reading(s)
    target = Target(s)
    check_while_writing(s, target)
    check_at_random(s, target)
    left = target.start()
    s.claim("after all that a run succeeds", target.verdict(left, signal.SIGINT) == ""
            and left.returncode == 0)


kit.main(check)
