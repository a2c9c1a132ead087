#!/usr/bin/env python3
"""The tools that own a format say the same numbers of the same file, function by function.

Each owner has a function here, with the name of its tool before it. It takes a golden input, or
makes a small recording where the profiler is at hand, and compares what the tool prints with what
flame reads. Where the tool is not installed, it is skipped and said. More is added as another
function; a sanitized build runs them too, so keep recordings small.
"""
import collections
import json
import os
import re
import subprocess

import kit

GOLDEN = kit.ROOT / "golden"
OWNERS = []


def owner(*tools):
    """A function that needs these tools."""
    def add(check):
        OWNERS.append((tools, check))
        return check
    return add


def said(*command, **more):
    """What a tool prints."""
    more.setdefault("check", True)
    done = subprocess.run([str(word) for word in command], capture_output=True,
                          stdin=subprocess.DEVNULL, timeout=kit.LIMIT_S, **more)
    return done.stdout.decode("utf-8", "replace")


def golden(pattern):
    """The input of each golden case that the pattern names."""
    return sorted(path for case in GOLDEN.glob(pattern) for path in case.glob("input*"))


def folded(s, *words):
    """Counts by stack, and the run."""
    run = s.run("-f", "folded", "--root-by", "none", *map(str, words))
    found = collections.Counter()
    for line in filter(None, run.out.decode("utf-8", "replace").split("\n")):
        stack, _, value = line.rpartition(" ")
        found[stack] += int(value)
    return found, run


def graph(s, *words):
    """What callgraph says of each function, in the order of the rows, and the run."""
    run = s.run("-f", "json", *map(str, words), program=callgraph(s))
    return (json.loads(run.out)["functions"] if run.rc == 0 else []), run


def callgraph(s):
    path = s.path("callgraph")
    if not os.path.exists(path):
        os.symlink(s.flame, path)
    return path


def same(s, text, wanted, got, run):
    """Claims that two tables are one; tells the first rows that differ."""
    keys = sorted(key for key in {*wanted, *got} if wanted.get(key) != got.get(key))
    rows = [f"{key!r}: wanted {wanted.get(key)}, got {got.get(key)}" for key in keys[:3]]
    s.claim(text, run.rc == 0 and wanted and not keys, f"{rows} {run.brief()}")


def by_name(functions, value):
    found = collections.Counter()
    for row in functions:
        found[row["name"]] += value(row)
    return +found


@owner("callgrind_annotate")
def callgrind_self(s):
    """ 2,748  /srv/demo/work.c:hash [/srv/demo/work]"""
    for path in golden("callgrind-recorded"):
        text = said("callgrind_annotate", "--threshold=100", "--show-percs=no", "--auto=no", path)
        wanted = collections.Counter()
        for cost, name in re.findall(r"^ *([\d,]+)  [^\n]*?:([^:\n]+?)(?: \[.*\])?$", text, re.M):
            wanted[name] += int(cost.replace(",", ""))
        functions, run = graph(s, path)
        same(s, f"callgrind_annotate: {path.parent.name}: self costs", wanted,
             by_name(functions, lambda row: row["self"][0]), run)


MIXING = """#include <stdlib.h>
static inline unsigned turn(unsigned x, int n) { return x << n | x >> (32 - n); }
__attribute__((noinline)) static unsigned mix(unsigned n)
{
    for (int i = 0; i < 200; i++) {
        n = turn(n * 5, 7);
        if (n & 64)
            n ^= (unsigned)i;
    }
    return n;
}
int main(int argc, char **argv)
{
    unsigned n = (unsigned)argc;
    for (int i = 0; i < 30; i++)
        n += mix(n);
    return n == (unsigned)atoi(argv[0]);
}
"""


@owner("callgrind_annotate", "valgrind", "gcc", "objdump")
def callgrind_by_address(s):
    """6,000      for (int i = 0; i < 200; i++) {"""
    program, path = s.path("mixing"), s.path("mixing.callgrind")
    s.path("mixing.c", MIXING)
    said("gcc", "-g", "-O1", "mixing.c", "-o", program, cwd=s.folder)
    said("valgrind", "--tool=callgrind", "--dump-instr=yes", "--collect-jumps=yes",
         f"--callgrind-out-file={path}", program, check=False)
    text = said("callgrind_annotate", "--threshold=100", "--show-percs=no", "--auto=yes", path,
                cwd=s.folder)
    text = text.partition("annotated source: mixing.c\n")[2].partition("\n\n")[2]
    if not text:
        s.skip("callgrind_annotate", "it heads the lines of mixing.c in another way")
        return
    lines = [line for line in text.splitlines()[:MIXING.count("\n") + 9] if "=>" not in line]
    costs = {n: line.split()[0].replace(",", "")
             for n, line in enumerate(lines[:MIXING.count("\n")], 1) if line.strip()}
    wanted = {n: int(cost) for n, cost in costs.items() if cost.isdigit()}
    run = s.run("--by-address", "m[ai]*", path, program=callgraph(s))
    rows = re.findall(r"^ *([\d,]+) .*  (0x[0-9a-f]+), mixing\.c:(\d+)$", run.out.decode(), re.M)
    found = collections.Counter()
    for cost, _, n in rows:
        found[int(n)] += int(cost.replace(",", ""))
    same(s, "callgrind_annotate: instructions of a line add up to its cost", wanted, +found, run)
    code = re.findall(r"^ *([0-9a-f]+):", said("objdump", "-d", program), re.M)
    s.claim("objdump: instructions stand at the addresses that callgrind tells",
            rows and {row[1][2:] for row in rows} <= set(code), run)


PROGRAM = """
#include <stdlib.h>
unsigned long n;
__attribute__((noinline)) void spin(unsigned long times) { while (times--) n += times * n + 1; }
__attribute__((noinline)) void once(void) { spin(20000000); }
__attribute__((noinline)) void twice(void) { once(); once(); }
int main(void) { once(); twice(); return n == 0; }
"""


@owner("gprof", "gcc")
def gprof_flat(s):
    """  %   cumulative   self              self     total
     time   seconds   seconds    calls  ms/call  ms/call  name"""
    program = s.path("timed")
    said("gcc", "-pg", "-O1", "-no-pie", "-x", "c", s.path("timed.c", PROGRAM), "-o", program)
    said(program, cwd=s.folder, check=False)
    text = said("gprof", "-b", program, s.path("gmon.out"), cwd=s.folder)
    flat = re.findall(r"^ +[\d.]+ +[\d.]+ +([\d.]+) +(\d+) .* (\w+) *$", text, re.M)
    functions, run = graph(s, "--node-thres", "0", "--edge-thres", "0", s.path("text", text))
    calls = by_name(functions, lambda row: row.get("calls", 0))
    same(s, "gprof: calls of each function", {name: int(n) for _, n, name in flat},
         {name: calls[name] for _, _, name in flat}, run)
    times = by_name(functions, lambda row: row["self"][0])
    same(s, "gprof: time of each function", {name: round(float(t) * 10**9) for t, _, name in flat},
         {name: times[name] for _, _, name in flat}, run)


RECURSIVE = """
#include <stdio.h>
#include <stdlib.h>
static volatile unsigned n;
#define APART __attribute__((noinline))
APART static void spin(unsigned times) { while (times--) n += times * n + 1; }
APART static unsigned fib(unsigned k) { spin(3); return k < 2 ? k : fib(k - 1) + fib(k - 2); }
static unsigned odd(unsigned k);
APART static unsigned even(unsigned k) { spin(20); return k ? odd(k - 1) : 1; }
APART static unsigned odd(unsigned k) { spin(50); return k ? even(k - 1) : 0; }
APART static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
APART static void sort(unsigned k)
{
    int *rows = malloc(k * sizeof *rows);
    for (unsigned i = 0; i < k; i++)
        rows[i] = rand();
    qsort(rows, k, sizeof *rows, order);
    free(rows);
}
APART static void draw(void) { spin(500); even(20); sort(100); }
APART static void parse(void) { spin(500); odd(31); fib(10); }
void other(void);
int main(void) { for (int i = 0; i < 3; i++) { draw(); parse(); other(); } return n == 0; }
"""

OTHER = """
static volatile unsigned n;
__attribute__((noinline)) static void spin(unsigned times) { while (times--) n += times; }
void other(void) { spin(700); spin(90); }
"""


def annotated(path, *options):
    """Costs by file and function as callgrind_annotate tells them, without versions of symbols."""
    text = said("callgrind_annotate", "--threshold=100", "--show-percs=no", "--auto=no", *options,
                path)
    found = {}
    line = r"^ *([\d,]+)  ([^\n]*?:[^\n]+?)(?: \[[^\n]*\])?$"
    for cost, place in re.findall(line, text, re.M):
        place = re.sub(r"@@?[A-Z]+_[\d.]+$", "", place)
        found[place] = found.get(place, 0) + int(cost.replace(",", ""))
    return found


@owner("callgrind_annotate", "valgrind", "gcc")
def callgrind_inclusive(s):
    """ 2,748  /srv/demo/work.c:hash [/srv/demo/work]
    In cycles the tool adds recursion again and again: there its numbers are at least the totals."""
    program, out = s.path("recursive"), s.path("callgrind.out")
    said("gcc", "-O1", "-g", "-fno-optimize-sibling-calls", "-o", program,
         s.path("calc.c", RECURSIVE), s.path("other.c", OTHER))
    said("valgrind", "-q", "--tool=callgrind", f"--callgrind-out-file={out}", program)
    for path in [out] + golden("callgrind-recorded"):
        wanted = annotated(path, "--inclusive=yes")
        functions, run = graph(s, path)
        again = {edge["caller"] for edge in json.loads(run.out)["edges"]
                 if edge["caller"] == edge["callee"]}
        exact, got, less = {}, collections.Counter(), []
        for row in functions:  # the tool makes functions of two objects one
            place = f"{row.get('file', '???')}:{row['name']}"
            total = row["total"][0]
            if "cycle" not in row and row["id"] not in again:
                exact[place] = wanted.get(place)
                got[place] += total
            elif wanted.get(place, 0) < total:
                less.append(place)
        same(s, f"callgrind_annotate: {path}: totals outside of cycles", exact, got, run)
        s.claim(f"callgrind_annotate: {path}: totals in cycles count recursion once",
                len(less) < len(functions) and not less, f"{less} {run.brief()}")


TWO_HELPERS = """
unsigned long n;
__attribute__((noinline)) static void spin(unsigned long k) { while (k--) n += k * n + 1; }
void first(void) { for (int i = 0; i < 10; i++) spin(8000000); }
"""

TWO_OTHERS = """
extern unsigned long n;
__attribute__((noinline)) static void spin(unsigned long k) { while (k--) n += k * n + 1; }
void first(void);
void second(void) { for (int i = 0; i < 100; i++) spin(300000); }
int main(void) { first(); second(); return n == 0; }
"""


@owner("gprof", "gcc")
def gprof_totals(s):
    """[2]     89.7    0.26    0.00      10         helper [2]"""
    program = s.path("helped")
    said("gcc", "-pg", "-O1", "-no-pie", "-o", program, s.path("first.c", TWO_HELPERS),
         s.path("second.c", TWO_OTHERS))
    said(program, cwd=s.folder, check=False)
    text = said("gprof", "-b", "-q", program, s.path("gmon.out"), cwd=s.folder)
    wanted, got = collections.Counter(), collections.Counter()
    for own, callees, calls, name in re.findall(
            r"^\[\d+\] +[\d.]+ +([\d.]+) +([\d.]+) +(\d*) +(\w+) \[\d+\]$", text, re.M):
        own, callees = round(float(own) * 10**9), round(float(callees) * 10**9)
        wanted[name, own, own + callees, int(calls or 0)] += 1
    functions, run = graph(s, s.path("graph", text))
    for row in functions:
        got[row["name"], row["self"][0], row["total"][0], row.get("calls", 0)] += 1
    same(s, "gprof: own time, total and calls of each function, two of one name", wanted, got, run)


def heaptrack_stack(text):
    """A stack as both tell it: from main on, without files, addresses as one name."""
    frames = [re.sub(r" \([^()]*\)$", "", frame) for frame in text.strip(";").split(";")]
    frames = ["?" if re.match(r"0x|\[", frame) else frame for frame in frames]
    return ";".join(frames[frames.index("main") if "main" in frames else 0:])


@owner("heaptrack_print")
def heaptrack_stacks(s):
    """heaptrack_print -F FILE writes folded stacks of one measure. That of temporary allocations
    is left out: the tool takes each release of the file's first kind of block for one."""
    for path in golden("heaptrack-recorded") + golden("heaptrack-suppressed"):
        # Rules on leaks have their length before them, which heaptrack 1.4 writes and cannot read.
        plain = s.path("plain", re.sub(rb"(?m)^S [0-9a-f]+ (.*:)", rb"S \1", path.read_bytes()))
        for measure in ("peak", "allocations", "leaked"):
            if measure == "leaked" and path.parent.name == "heaptrack-recorded":
                continue  # nothing is
            out = s.path("stacks")
            said("heaptrack_print", "-f", plain, "--flamegraph-cost-type", measure, "-F", out)
            wanted, got = collections.Counter(), collections.Counter()
            with open(out, encoding="utf-8") as f:
                for line in f:
                    stack, _, value = line.rpartition(" ")
                    wanted[heaptrack_stack(stack)] += int(value)
            found, run = folded(s, "--full-names", "--value", measure, path)
            for stack, value in found.items():
                got[heaptrack_stack(stack)] += value
            same(s, f"heaptrack_print: {path.parent.name}: {measure} of each stack", +wanted, got,
                 run)


def jfr_frame(frame):
    """What the recording does not name is null."""
    method = frame["method"]
    if not method:
        return "[unknown]"
    owner_class = (method["type"] or {"name": "[unknown]"})["name"].replace(".", "/")
    owner_class = re.sub(r"(\$\$Lambda)[$/].*|\+0x.*", r"\1", owner_class)
    return owner_class + "." + (method["name"] or "[unknown]")


@owner("jfr")
def jfr_samples(s):
    """The events that jfr print --json tells, of each kind that samples."""
    for path in golden("jfr-samples") + golden("jfr-missing-names"):
        events = json.loads(said("jfr", "print", "--json", "--stack-depth", "1000", path))
        wanted = collections.defaultdict(collections.Counter)
        for event in events["recording"]["events"]:
            if event["type"] not in ("jdk.ExecutionSample", "jdk.NativeMethodSample"):
                continue
            trace = event["values"]["stackTrace"] or {"frames": [], "truncated": False}
            frames = ["[truncated]"] * trace["truncated"]
            frames += map(jfr_frame, reversed(trace["frames"]))
            wanted[event["type"]][";".join(frames) or "[unknown]"] += 1
        for kind, stacks in wanted.items():
            got, run = folded(s, "--event", kind, path)
            same(s, f"jfr print: {path.parent.name}: {kind} of each stack", stacks, got, run)


def pprof_stacks(*words):
    """Stacks and values of go tool pprof -raw, for each type of samples."""
    text = said("go", "tool", "pprof", "-raw", *words)
    head, _, locations = text.partition("\nLocations\n")
    locations = locations.partition("\nMappings\n")[0]
    names = collections.defaultdict(list)
    at = None
    for line in locations.split("\n"):
        m = re.match(r" *(\d+): 0x[0-9a-f]+ (?:M=\d+ )?(.*)|(?: {13} *)(\S.*)", line)
        if not m:
            continue
        at = m[1] or at
        names[at].append(re.sub(r" [^ ]*:\d+(?::\d+)? s=\d+.*", "", m[2] or m[3] or ""))
    found = collections.defaultdict(collections.Counter)
    head, _, samples = head.partition("\nSamples:\n")
    kinds, _, samples = samples.partition("\n")
    kinds = [kind.replace("[dflt]", "").partition("/")[0] for kind in kinds.split()]
    for values, stack in re.findall(r"^ *([\d -]+): ([\d ]*)$", samples, re.M):
        frames = [name for at in stack.split() for name in names[at]]
        for kind, value in zip(kinds, map(int, values.split())):
            found[kind][";".join(reversed(frames))] += value
    return {kind: collections.Counter({k: v for k, v in sums.items() if v})
            for kind, sums in found.items()}


@owner("go")
def go_pprof(s):
    """Each type of samples, of each stack."""
    for path in golden("pprof-recorded") + golden("pprof-heap"):
        for kind, wanted in pprof_stacks(path).items():
            got, run = folded(s, "--full-names", "--value", kind, path)
            same(s, f"go tool pprof: {path.parent.name}: {kind} of each stack", wanted, got, run)
    both = golden("pprof-two-orders")
    first, second = map(pprof_stacks, both)
    for kind, wanted in first.items():
        got, run = folded(s, "--full-names", "--value", kind, *both)
        same(s, f"go tool pprof: two profiles of other orders: {kind}", wanted + second[kind], got,
             run)


@owner("ms_print")
def massif_totals(s):
    """  6        132,376           35,592           29,281         6,311            0"""
    for path in golden("massif-recorded") + golden("massif-cpp"):
        text = said("ms_print", path)
        wanted, got = {}, {}
        for number, total in re.findall(r"^ +(\d+) +[\d,]+ +([\d,]+) +[\d,]+ ", text, re.M):
            wanted[number] = int(total.replace(",", ""))
            found, run = folded(s, "--snapshot", number, path)
            got[number] = sum(found.values())
            run.rc = 0 if not wanted[number] else run.rc  # nothing to draw is refused
        same(s, f"ms_print: {path.parent.name}: the total of each snapshot", wanted, got, run)


@owner("perf", "gcc")
def perf_periods(s):
    """The sum of the periods of each command and symbol on top."""
    program, data = s.path("spun"), s.path("perf.data")
    said("gcc", "-O1", "-fno-omit-frame-pointer", "-x", "c", s.path("spun.c", PROGRAM),
         "-o", program)
    done = subprocess.run(["perf", "record", "-q", "-e", "cpu-clock:u", "-F", "999", "-g",
                           "-o", data, program], capture_output=True, check=False)
    if not os.path.exists(data):
        s.skip("perf", f"it records nothing here: {done.stderr[:200]!r}")
        return
    wanted = collections.Counter()
    for period, name in re.findall(r"^ *(\d+) *\n\s+[0-9a-f]+ (\S+)", said(
            "perf", "script", "--no-inline", "-F", "period,ip,sym", "-i", data), re.M):
        wanted[name] += int(period)
    got, run = folded(s, "--no-inline", data)
    leaves = collections.Counter()
    for stack, value in got.items():
        leaves[stack.rpartition(";")[2]] += value
    same(s, "perf script: the periods of each function", wanted, leaves, run)


def check(s):
    for tools, run in OWNERS:
        gone = [tool for tool in tools if kit.missing(tool)]
        if gone:
            s.skip(run.__name__, f"{' and '.join(gone)} is not here")
        else:
            run(s)


if __name__ == "__main__":
    kit.main(check)
