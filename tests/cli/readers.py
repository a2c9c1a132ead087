#!/usr/bin/env python3
"""How a text was stored and brought changes nothing of what is read from it.

Each golden input is given once more with carriage returns, with a byte order mark, without its last
newline, with blank lines behind it, through a pipe in small writes, to two workers, and twice in a
row as one file. (unit.formats cuts each into blocks of few bytes within one process.)
"""
import os
import re
import subprocess
import threading

import kit

GOLDEN = kit.ROOT / "golden"
MARK = b"\xef\xbb\xbf"
PREFIX = 64 << 10  # what is read before anything else
PARTED = 9 << 20  # bytes that two workers share
# What follows the end of one of these belongs to another document, or to the same times.
ONCE = {"babeltrace", "chrome", "heaptrack", "massif", "memleak", "sysprof", "vsprof", "xctrace"}
# No text.
BINARY = {"jfr", "otlp", "perfcollect", "pprof", "pprof-cpu", "pstats", "sleepy"}
# A sum that is as large as can be; a number before all stacks, which between them counts; waits
# that go on into the second; frames without samples, where blank lines say what belongs together;
# numbers above stacks, of which the second first one stands below a stack.
CASES_ONCE = {"largest-counts", "kp-perf", "perf-sched-only-records", "perf-sched-no-chains",
              "perf-frames-alone", "stap-first-empty", "stap-times",
              "gdb-one-thread"}  # whose numbers begin above those that stand last


class Input:
    def __init__(self, path, words, text, run):
        self.case = path.parent.name
        self.format = path.name.split(".")[-1]
        self.words = words
        self.text = text
        self.run = run
        self.plain = b"\0" not in text[:4096]  # no bytes, nor text in another encoding
        self.whole = not re.search(r": .*(\(near |, skipped)", run.said)  # nothing in it is damaged


def arguments(case):
    path = case / "args"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [line for line in lines if line and not line.startswith("#")]


def golden_inputs(s):
    """Each golden input that is read, by itself and with the arguments of its case."""
    for case in sorted(GOLDEN.iterdir()):
        if not case.is_dir() or (case / "expected.err").exists():
            continue
        for path in sorted(case.glob("input.*")):
            if path.name.split(".")[-1] in BINARY:
                continue
            words = ["-f", "folded", *arguments(case)]
            text = path.read_bytes()
            run = s.run(*words, input=text)
            if run.rc == 0:
                yield Input(path, words, text, run)


def carriage_returns(text):
    return text if b"\r" in text else text.replace(b"\n", b"\r\n")


def marked(text):
    return text if text.startswith(MARK) else MARK + text


def without_last_newline(text):
    return text[:-1] if text.endswith(b"\n") else text


# Damage stays the same damage.
STORED = {
    "with carriage returns": carriage_returns,
    "with a byte order mark": marked,
    "with both": lambda text: carriage_returns(marked(text)),
}
# Where nothing is damaged, nothing is cut off at the end.
ENDED = {
    "without its last newline": without_last_newline,
    "without its last newline, with carriage returns":
        lambda text: without_last_newline(carriage_returns(text)),
    "with blank lines behind it": lambda text: text + b"\n\n" if b"\n\n" in text else text,
}


def differs(run, wanted):
    """What is not as wanted: the output, or the damage that is noted."""
    if (run.rc, run.out) != (wanted.rc, wanted.out):
        return run.brief()
    said, wanted_said = (re.sub(r"near \".*\"|, \d+ bytes?, \d+ lines?: |, \d+ blank, ", "", r.said)
                         for r in (run, wanted))
    return "" if said == wanted_said else f"said {said!r}, wanted {wanted_said!r}"


def check_variants(s, inputs, variants):
    for n, (name, change) in enumerate(variants.items()):
        some = s.part([i for i in inputs if i.plain], n, kind=lambda i: i.format)
        wrong = {i.case: differs(s.run(*i.words, input=change(i.text)), i.run) for i in some}
        wrong = {case: difference for case, difference in wrong.items() if difference}
        s.claim(f"{len(some)} golden inputs {name} are the same", not wrong, str(wrong))


def sums(run):
    """Each stack with its value, in whole numbers of 1/10^9."""
    stacks = {}
    for line in run.out.splitlines():
        stack, _, value = line.rpartition(b" ")
        whole, _, part = value.partition(b".")
        stacks[stack] = int(whole + part.ljust(9, b"0"))
    return stacks


def repeated(i, times):
    return (without_last_newline(i.text) + b"\n\n") * times


def repeatable(s, inputs):
    """The inputs that count double when they stand twice in one file."""
    found = []
    wrong = []
    for i in s.part(inputs, kind=lambda i: i.format):
        if (i.format in ONCE or i.case in CASES_ONCE or "--flamechart" in i.words
                or i.text.lstrip().startswith(b"<")  # of a page one tree is read
                or not i.plain):
            continue
        run = s.run(*i.words, input=repeated(i, 2))
        if sums(run) == {stack: 2 * value for stack, value in sums(i.run).items()}:
            found.append(i)
        else:
            wrong.append(f"{i.case}: {run.brief()}")
    s.claim(f"{len(found) + len(wrong)} golden inputs count double when they stand twice in a file",
            len(found) > 90 // s.slow and not wrong, str(wrong))
    return found


def run_slowly(s, words, text, step):
    """Runs on a pipe that is given the text in small writes."""
    reading, writing = os.pipe()

    def write():
        try:
            for at in range(0, len(text), step):
                os.write(writing, text[at:at + step])
        except BrokenPipeError:
            pass
        os.close(writing)

    thread = threading.Thread(target=write)
    thread.start()
    run = s.run(*words, stdin=reading)
    os.close(reading)
    thread.join()
    return run


def check_pipes(s, inputs):
    """Behind the prefix each block is about as long as a write."""
    wrong = []
    for i in inputs:
        text = repeated(i, PREFIX // len(i.text) + 3)
        wanted = s.run(*i.words, input=text)
        difference = differs(run_slowly(s, i.words, text, 613), wanted)
        if difference:
            wrong.append(f"{i.case}: {difference}")
    s.claim(f"{len(inputs)} golden inputs in small writes are the same", not wrong, str(wrong))


def check_workers(s, inputs):
    """One input of each format, the longest."""
    longest = {i.format: i for i in sorted(inputs, key=lambda i: len(i.text))}
    wrong = []
    for name, i in longest.items():
        path = s.path("parted", repeated(i, PARTED // s.slow // len(i.text) + 1))
        one, two = (s.run("--threads", n, *i.words, path) for n in "12")
        difference = differs(two, one)
        if difference or one.rc != 0:
            wrong.append(f"{name}: {difference}")
    s.claim(f"two workers read the same of {len(longest)} formats", not wrong, str(wrong))


def check(s):
    kit.ignore_sigpipe()
    inputs = list(golden_inputs(s))
    s.claim("there are golden inputs", len(inputs) > 100)
    check_variants(s, inputs, STORED)
    whole = [i for i in inputs if i.whole]
    check_variants(s, whole, ENDED)
    found = repeatable(s, whole)
    check_pipes(s, s.part(found, kind=lambda i: i.format))
    check_workers(s, found)


kit.main(check)
