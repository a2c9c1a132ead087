#!/usr/bin/env python3
"""Kineto: kernels stand below the stacks that launched them, whatever the order of the events."""
import collections
import json
import random

import kit

SEED = 39
KERNELS = 400


def event(name, category, place, at, length, **args):
    return {"ph": "X", "cat": category, "name": name, "pid": place[0], "tid": place[1], "ts": at,
            "dur": length, "args": args}


def made(rng):
    """Events, with the time of GPUs by stack, by stream, when they worked, and the time of
    processors: whole microseconds."""
    events = []
    gpu = collections.Counter()
    streams = collections.Counter()
    worked = collections.defaultdict(list)
    cpu = 0
    at = 0
    for i in range(KERNELS):
        place = (9, rng.choice((9, 10)))
        stream = (rng.randrange(2), rng.choice((7, 20)))
        stack = [f"step.py({n}): f{n}" for n in range(rng.randrange(3))]
        stack += [f"aten::op{rng.randrange(5)}" for _ in range(1 + rng.randrange(3))]
        begin, end = at, at + 100
        at += 110
        cpu += 100
        for depth, name in enumerate(stack):
            events.append(event(name, "python_function" if "(" in name else "cpu_op", place,
                                begin + depth, end - begin - 2 * depth))
        launches = rng.randrange(10) > 0
        if launches:
            events.append(event("cudaLaunchKernel", "cuda_runtime", place, begin + 20, 5,
                                correlation=i + 1))
        for _ in range(rng.choice((0, 1, 1, 1, 3))):
            name = f"kernel{rng.randrange(6)}"
            length = 1 + rng.randrange(300)
            start = begin + rng.randrange(20, 5000)
            worked[f"GPU {stream[0]} stream {stream[1]}"].append((start, start + length))
            events.append(event(name, "kernel", stream, start, length,
                                device=stream[0], stream=stream[1], correlation=i + 1))
            callers = [*stack, "cudaLaunchKernel"] if launches else ["[no launch]"]
            gpu[";".join([*callers, name])] += length * 1000
            streams[f"GPU {stream[0]} stream {stream[1]}"] += length * 1000
    rng.shuffle(events)
    return events, gpu, streams, worked, cpu * 1000


def folded(s, *words):
    found = collections.Counter()
    for line in s.run("-f", "folded", *words).out.decode().split("\n")[:-1]:
        stack, _, value = line.rpartition(" ")
        found[stack] += int(value)
    return found


def idle_of(worked):
    """By stream: the time from the first work of all to the last in which it had none."""
    first = min(begin for spans in worked.values() for begin, _ in spans)
    last = max(end for spans in worked.values() for _, end in spans)
    found = {}
    for stream, spans in worked.items():
        busy = done = 0
        for begin, end in sorted(spans):
            busy += max(0, end - max(begin, done))
            done = max(done, end)
        found[stream] = (last - first - busy) * 1000
    return found


def check(s):
    events, gpu, streams, worked, cpu = made(random.Random(SEED))
    path = str(s.path("trace.json", json.dumps({"traceEvents": events})))
    got = folded(s, path)
    s.claim("kernels are below the stacks that launched them", got == gpu,
            (got - gpu, gpu - got))
    roots = collections.Counter()
    for stack, value in folded(s, "--root-by", "stream", path).items():
        roots[stack.partition(";")[0]] += value
    s.claim("streams of devices are told apart", roots == streams, (roots, streams))
    got = folded(s, "--root-by", "stream", "--value", "wall", path)
    idle = {stack.partition(";")[0]: value for stack, value in got.items() if "[idle]" in stack}
    s.claim("--value wall has the idle time of streams as [idle]", idle == idle_of(worked),
            (idle, idle_of(worked)))
    work = {stack: value for stack, value in got.items() if "[idle]" not in stack}
    s.claim("work weighs there what it weighs alone",
            work == folded(s, "--root-by", "stream", path), work)
    got = folded(s, "--event", "cpu", path)
    s.claim("--event cpu is the time of threads, without kernels",
            sum(got.values()) == cpu and not any(";kernel" in stack for stack in got),
            sum(got.values()))


kit.main(check)
