#!/usr/bin/env python3
"""callgraph --by-address: shares of the instructions of a function are what perf annotate says."""
import os
import re
import subprocess

import kit

# Most of the time is in one function, some of it in another that is inlined there.
PROGRAM = r"""
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static inline uint64_t rotate(uint64_t x, unsigned n)
{
    return x << n | x >> (64 - n);
}

__attribute__((noinline)) void keccak(uint64_t *a)
{
    for (int round = 0; round < 24; round++) {
        uint64_t c[5];
        for (int x = 0; x < 5; x++)
            c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
        for (int x = 0; x < 5; x++) {
            uint64_t d = c[(x + 4) % 5] ^ rotate(c[(x + 1) % 5], 1);
            for (int y = 0; y < 25; y += 5)
                a[x + y] ^= d;
        }
        for (int i = 0; i < 25; i++)
            a[i] = rotate(a[i], (unsigned)i * 7 % 63 + 1);
        a[0] ^= (uint64_t)round * 0x8000000080008008;
    }
}

int main(int argc, char **argv)
{
    uint64_t a[25] = {1};
    for (int i = 0; i < atoi(argv[1]); i++)
        keccak(a);
    printf("%d\n", (int)(a[0] & 1));
    return argc > 9;
}
"""
CALL = 1 + PROGRAM[:PROGRAM.index("keccak(a);")].count("\n")
ROUNDS = "700000"
TITLE = re.compile(r"^(\S.*): self ([\d,]+) \(.*, total ([\d,]+) ", re.M)
ROW = re.compile(r"^ *([\d,]+) +[\d.]+ +([\d.]+) +([\d,]+) +[\d.]+  "
                 r"(\+?0x[0-9a-f]+)(?:, (\S+:\d+))?$", re.M)
ANNOTATED = re.compile(r"^ *(\d+\.\d\d) : +([0-9a-f]+):", re.M)
LISTED = re.compile(r"^[> ] *[\d,]+ +([\d.]+) +([0-9a-f]+)(?:  |$)", re.M)
NEAR = 0.0101  # two digits, each of them rounded


class Row:
    """One place: self samples, their part of the function's, total, address, source line."""

    def __init__(self, match):
        self.self, self.share, self.total, self.address, self.line = (
            int(match[1].replace(",", "")), float(match[2]), int(match[3].replace(",", "")),
            int(match[4], 16), match[5])


def by_address(s, function, *words):
    """What is said of a function: (its self, its total, rows), and the run."""
    run = s.run("callgraph", "--by-address", function, *words)
    text = run.out.decode()
    title = TITLE.search(text)
    numbers = [int(title[i].replace(",", "")) for i in (2, 3)] if title else [0, 0]
    return (*numbers, [Row(match) for match in ROW.finditer(text)]), run


def build(s):
    with open(s.path("p.c"), "w", encoding="utf-8") as f:
        f.write(PROGRAM)
    subprocess.run(["cc", "-g", "-O1", "-fno-omit-frame-pointer", "-o", s.path("p"), s.path("p.c")],
                   check=True)


def annotated(s, path):
    """The shares above 0 by address, as perf annotate prints them."""
    run = s.run("annotate", "--stdio", "-i", path, "-s", "keccak", program="perf",
                env={**os.environ, "LC_ALL": "C"})
    rows = ANNOTATED.finditer(run.out.decode("utf-8", "replace"))
    return {int(row[2], 16): float(row[1]) for row in rows if float(row[1])}, run


def same_shares(rows, wanted):
    shares = {row.address: row.share for row in rows if row.share}
    return len(wanted) > 3 and all(abs(shares.get(at, 0) - wanted.get(at, 0)) < NEAR
                                   for at in shares.keys() | wanted.keys())


def check_rows(s, path):
    (own, total, rows), run = by_address(s, "keccak", path)
    s.claim(f"{path}: rows add up to what the function holds itself",
            own and own == sum(row.self for row in rows), run)
    (inlined, _, others), run = by_address(s, "rotate", path)
    s.claim(f"{path}: what is inlined holds its own instructions",
            inlined and inlined == sum(row.self for row in others) and inlined + own <= total
            and {row.address for row in others} <= {row.address for row in rows}, run)
    (whole, _, all_rows), run = by_address(s, "keccak", "--no-inline", path)
    s.claim(f"{path}: --no-inline counts that to the function it is inlined into",
            whole == inlined + own == sum(row.self for row in all_rows), run)
    s.claim(f"{path}: instructions have the source line that debug information gives them",
            rows and all(re.fullmatch(r"p\.c:\d+", row.line or "") for row in rows), run)
    (_, total, callers), run = by_address(s, "main", path)
    s.claim(f"{path}: callers stand at the line of the call",
            total and callers and {f"p.c:{CALL}"} ==
            {row.line for row in callers if row.total > total / 2}, run)


def check_annotate(s, path):
    if kit.missing("perf") or kit.missing("objdump"):
        s.skip("perf annotate says the same", "perf or objdump is not installed")
        return
    wanted, told = annotated(s, path)
    if not wanted:
        s.skip("perf annotate says the same", f"it annotates nothing here: {told.brief()}")
        return
    (_, _, rows), run = by_address(s, "keccak", "--no-inline", path)
    s.claim(f"{path}: shares are those of perf annotate", same_shares(rows, wanted),
            f"{wanted} {run.out.decode()}")
    run = s.run("-f", "annotate", "--function", "keccak", path)
    listed = {int(at, 16): float(share) for share, at in LISTED.findall(
        run.out.decode().rpartition("instruction\n")[2]) if float(share)}
    s.claim(f"{path}: so are those of flame -f annotate",
            run.rc == 0 and listed.keys() == wanted.keys() and
            all(abs(listed[at] - wanted[at]) < NEAR for at in wanted), f"{wanted} {listed}")


def check_text(s, path):
    """Text counts from the function, or has the address that perf prints. It tells nothing inlined
    in a program without callers."""
    (own, _, rows), run = by_address(s, "keccak", "--no-inline", path)
    shares = sorted((row.self, row.share) for row in rows if row.self)
    for fields in ("ip,sym,symoff,dso", "ip,sym,dso"):
        with open(s.path("text"), "wb") as f:
            run = s.run("script", "-i", path, "-F", f"comm,tid,time,period,event,{fields}",
                        "--no-inline", program="perf", stdout=f)
        (of_text, _, places), run = by_address(s, "keccak", "text")
        s.claim(f"perf script -F {fields}: shares are those of its recording",
                of_text == own and shares == sorted((row.self, row.share) for row in places
                                                    if row.self), run)
        offset = run.out.decode().count(" +0x") == len(places)
        s.claim(f"perf script -F {fields}: instructions stand where the text says",
                offset == ("symoff" in fields), run)


def check(s):
    if kit.missing("cc"):
        s.skip("everything", "no C compiler is installed")
        return
    build(s)
    run = s.run("record", "-e", "cpu-clock", "-F", "997", "-o", "own.data", s.path("p"), ROUNDS)
    if run.rc != 0 or not os.path.exists(s.path("own.data")):
        s.skip("flame record", f"it does not record here: {run.brief()}")
    else:
        check_rows(s, "own.data")
        check_annotate(s, "own.data")
    if kit.missing("perf"):
        s.skip("recordings of perf", "perf is not installed")
        return
    run = s.run("record", "-q", "-e", "cpu-clock", "-F", "997", "-g", "-o", "perf.data",
                s.path("p"), ROUNDS, program="perf")
    if run.rc != 0:
        s.skip("recordings of perf", f"it does not record here: {run.brief()}")
        return
    check_rows(s, "perf.data")
    check_annotate(s, "perf.data")
    check_text(s, "perf.data")


kit.main(check)
