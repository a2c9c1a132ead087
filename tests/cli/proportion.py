#!/usr/bin/env python3
"""A few bytes never cost gigabytes: inputs whose parts are used again and again end with the name
of a limit, and what the program holds is at most 64 MB and 200 times what it read.
"""
import os

import kit
from kit import memory, otlp
from kit.profiles import message, number, packed

LINES, REPEATED, STACKS = 256, 3900, 40


def pprof():
    """Locations that stand for 256 functions, again and again in stacks of different roots."""
    out = message(1, number(1, 1) + number(2, 2))
    for i in range(STACKS):
        out += message(2, packed(1, [1] * REPEATED + [2 + i]) + packed(2, [1]))
    lines = b"".join(message(4, number(1, 1 + i)) for i in range(LINES))
    out += message(4, number(1, 1) + lines)
    for i in range(STACKS):
        out += message(4, number(1, 2 + i) + message(4, number(1, 1 + i)))
    for i in range(LINES):
        out += message(5, number(1, 1 + i) + number(2, 3 + i))
    for text in ["", "samples", "count"] + [f"f{i}" for i in range(LINES)]:
        out += message(6, text.encode())
    return out


def otlp_profile():
    p = otlp.Profiles(otlp.NEWEST)
    functions = [(p.function(f"f{i}", "a.c"), 1) for i in range(LINES)]
    long = p.location(*functions)
    roots = [p.location(functions[i], address=16 + i) for i in range(STACKS)]
    samples = [p.sample([long] * (REPEATED // 2) + [root], [1]) for root in roots]
    p.profile([("cpu", "nanoseconds")], samples)
    return p.bytes()


def heaptrack():
    """An instruction of 250 functions that calls itself."""
    text = "v 10400 3\nX ./x\nI 1000 5e298f\ns 2 /x\ns 1 f\ni 7f00 1" + " 2 1 1" * 250 + "\n"
    text += "".join(f"t 1 {i:x}\n" for i in range(3900))
    return (text + "a 8 f00\n+ 0\n").encode()


def go_raw():
    text = "PeriodType: cpu nanoseconds\nPeriod: 10000000\nSamples:\n"
    text += "samples/count cpu/nanoseconds\n"
    for i in range(STACKS):
        text += f"  1   10000000: {'1 ' * REPEATED}{2 + i} \n"
    text += "Locations\n     1: 0x1000 M=1 f0 a.go:1:0 s=0\n"
    text += "".join(f"             f{i} a.go:1:0 s=0\n" for i in range(1, LINES))
    for i in range(STACKS):
        text += f"     {2 + i}: 0x{2000 + i:x} M=1 r{i} a.go:1:0 s=0\n"
    return (text + "Mappings\n1: 0x1000/0x9000/0x0 /x  [FN]\n").encode()


def check_shared(s):
    """Each would be tens of millions of stacks."""
    for name, made in (("x.pb", pprof), ("x.otlp", otlp_profile), ("x.heaptrack", heaptrack),
                       ("x.go", go_raw)):
        path = s.path(name, made())
        n = os.path.getsize(path)
        for form in ("table", "svg"):
            rc, said, held = memory.most(s, path, "-f", form, "-o", s.path("out"))
            s.claim(f"{n} bytes of {name} as {form} reach the limit nodes-ratio, and nothing is "
                    "written", rc == 1 and 'limit "nodes-ratio" (2) reached' in said
                    and not os.path.exists(s.path("out")), said)
            s.claim(f"{n} bytes of {name} as {form} stay in proportion",
                    s.sanitized or held <= memory.allowed(n), f"{held} bytes")


def check_raised(s):
    path = s.path("x.heaptrack", heaptrack())
    run = s.run("--limit=nodes-ratio=1000", path, "-f", "table")
    s.claim("a limit that is raised lets stacks be shared", run.rc == 0 and b"100.00" in run.out,
            run)


def check(s):
    check_shared(s)
    check_raised(s)


kit.main(check)
