#!/usr/bin/env python3
"""Profiles of Firefox that are written: their tables hold what was read, and it comes back."""
import collections
import decimal
import json
import re

import kit

CORPUS = kit.ROOT.parent / "shared" / "corpus" / "samples"
GOLDEN = ("kinds", "demo", "fractions", "perf-recorded", "perf-events", "pprof-values",
          "pprof-heap", "pprof-recorded", "speedscope-threads", "speedscope-evented",
          "chrome-spans", "instruments-bytes", "jstack-recorded", "largest-counts", "recursive",
          "austin-full", "firefox-processed", "firefox-raw", "firefox-shared")
PER_MS = {"ns": 10**6, "us": 1000, "ms": 1, "s": decimal.Decimal("0.001")}
COLOURS = {"transparent", "purple", "green", "orange", "yellow", "lightblue", "blue", "brown",
           "magenta", "red", "lightred", "darkgrey", "grey"}
# Table: its columns, with the table or list whose rows each names; None: it names none.
TABLES = {
    "samples": {"stack": "stackTable", "time": None, "weight": None},
    "stackTable": {"prefix": "stackTable", "frame": "frameTable", "category": "categories",
                   "subcategory": None},
    "frameTable": {"address": None, "inlineDepth": None, "category": "categories",
                   "subcategory": None, "func": "funcTable", "nativeSymbol": "nativeSymbols",
                   "innerWindowID": None, "implementation": "stringArray", "line": None,
                   "column": None},
    "funcTable": {"name": "stringArray", "isJS": None, "relevantForJS": None,
                  "resource": "resourceTable", "fileName": "stringArray", "lineNumber": None,
                  "columnNumber": None},
    "resourceTable": {"lib": "libs", "name": "stringArray", "host": "stringArray", "type": None},
    "nativeSymbols": {"libIndex": "libs", "address": None, "name": "stringArray",
                      "functionSize": None},
    "markers": {"category": "categories", "data": None, "endTime": None, "name": "stringArray",
                "phase": None, "startTime": None},
}
OPTIONAL = {"prefix", "nativeSymbol", "implementation", "resource", "fileName", "lib", "host"}


def faults_of_table(name, table, sizes):
    if set(table) - {"length", "weightType", "threadCPUDelta"} != set(TABLES[name]):
        yield f"{name} has the columns {set(table)}"
        return
    for column, other in TABLES[name].items():
        if len(table[column]) != table["length"]:
            yield f"{name}.{column} has {len(table[column])} cells, not {table['length']}"
        for cell in table[column] if other else []:
            if not (column in OPTIONAL and cell in (None, -1)) and not (
                    isinstance(cell, int) and 0 <= cell < sizes[other]):
                yield f"{name}.{column} is {cell} of {sizes[other]}"


def faults(file):
    """What version 48 does not allow, as far as what is written goes."""
    meta = file["meta"]
    if meta["preprocessedProfileVersion"] != 48 or meta["interval"] <= 0:
        yield f"meta is {meta}"
    if {c["color"] for c in meta["categories"]} - COLOURS or not any(
            c["color"] == "grey" for c in meta["categories"]):
        yield "colours that the profiler does not know"
    mains = collections.Counter(t["pid"] for t in file["threads"] if t["isMainThread"])
    if set(mains.values()) != {1} or set(mains) != {t["pid"] for t in file["threads"]}:
        yield f"processes have main threads: {mains}"
    for thread in file["threads"]:
        sizes = {name: thread[name]["length"] for name in TABLES}
        sizes.update(categories=len(meta["categories"]), libs=len(file["libs"]),
                     stringArray=len(thread["stringArray"]))
        if not all(isinstance(thread[key], str) for key in ("name", "pid", "tid")):
            yield "a name that is no text"
        if len(set(thread["stringArray"])) < len(thread["stringArray"]) and not file["libs"]:
            yield "a text that is there twice"
        for name in TABLES:
            yield from faults_of_table(name, thread[name], sizes)
        if any(prefix is not None and prefix >= i
               for i, prefix in enumerate(thread["stackTable"]["prefix"])):
            yield "a stack before its caller"
        samples = thread["samples"]
        if sorted(samples["time"]) != samples["time"]:
            yield "times that go back"
        if len(samples.get("threadCPUDelta", samples["time"])) != samples["length"]:
            yield "times of processors that are not one a sample"


def stacks_of(thread):
    """The samples of a thread: stack and weight, in their order."""
    stacks, frames, functions = (thread[n] for n in ("stackTable", "frameTable", "funcTable"))
    for at, weight in zip(thread["samples"]["stack"], thread["samples"]["weight"]):
        names = []
        while at is not None:
            function = frames["func"][stacks["frame"][at]]
            names.append(thread["stringArray"][functions["name"][function]])
            at = stacks["prefix"][at]
        yield ";".join(reversed(names)), weight


def sums_of(file):
    sums = collections.Counter()
    for thread in file["threads"]:
        for stack, weight in stacks_of(thread):
            sums[stack] += weight
    return {stack: weight for stack, weight in sums.items() if weight}


def shape_of(file):
    """What is known of threads, and of frames but for those of samples without any."""
    threads = []
    start = min(min(t["samples"]["time"]) for t in file["threads"])
    for t in file["threads"]:
        frames, functions = t["frameTable"], t["funcTable"]
        places = set()
        for i, function in enumerate(frames["func"]):
            texts = [t["stringArray"][functions[column][function]] if
                     functions[column][function] is not None else None
                     for column in ("name", "fileName")]
            if texts[0] != "[unknown]":
                places.add((*texts, *(frames[column][i] for column in (
                    "address", "inlineDepth", "category", "line"))))
        threads.append((t["name"].replace(";", ":"), t.get("processName"), t["pid"], t["tid"],
                        t["isMainThread"], sum(t["samples"]["weight"]),
                        [time - start for time in t["samples"]["time"]],
                        sorted(places, key=repr)))
    return threads, sorted(lib["path"] + str(lib["codeId"]) for lib in file["libs"])


def sums(run, factor=1):
    found = {}
    for line in filter(None, run.out.decode().split("\n")):
        stack, _, value = line.rpartition(" ")
        found[stack] = decimal.Decimal(value) * factor
    return {stack: weight for stack, weight in found.items() if weight}


def once(pairs):
    """An object, of which no key is there twice."""
    if len(dict(pairs)) < len(pairs):
        raise ValueError(f"a key is there twice: {pairs}")
    return dict(pairs)


def written(s, *words, path):
    """Runs and reads what came out; nothing when it is none."""
    run = s.run("-f", "firefox", *words, str(path))
    try:
        return run, json.loads(run.out, parse_float=decimal.Decimal, object_pairs_hook=once)
    except ValueError:
        return run, None


def check_same(s, name, words, path):
    """The stacks and sums by way of Firefox are those without it."""
    run, file = written(s, "--full-names", *words, path=path)
    if "this build" in run.said:
        s.skip(name, "this build lacks a library for it")
        return
    if not s.claim(f"{name}: what is written is valid", file and not list(faults(file)),
                   list(faults(file))[:3] if file else run):
        return
    plain = ("-f", "folded", "--root-by", "none", "--full-names")
    direct = sums(s.run(*plain, *words, str(path)))
    total = sum(direct.values())
    scale = sum(sums_of(file).values())
    factor = next((f for f in PER_MS.values() if scale * f == total), 0)
    s.claim(f"{name}: its tables hold the stacks and their sums",
            {k: v * factor for k, v in sums_of(file).items()} == direct, f"{scale} of {total}")
    if not s.reads:
        s.skip(f"{name}: read again", "this build has no yajl")
        return
    back = s.run(*plain, s.path("back.firefox.json", run.out))
    s.claim(f"{name}: the same stacks when it is read", sums(back, factor) == direct, back)
    again, reread = written(s, "--full-names", path=s.path("again.firefox.json", run.out))
    s.claim(f"{name}: threads, libraries and places stay as they are",
            reread and shape_of(file) == shape_of(reread), again)


def check_recordings(s):
    folder = CORPUS / "perf"
    if not folder.exists():
        s.skip("recordings", "they are not beside the project")
        return
    for name in ("fp", "dwarf-cpp", "multi", "sched", "sample-cpu"):
        check_same(s, f"{name}.data", ("--symfs", str(CORPUS), "--symfs", "/"),
                   folder / f"{name}.data")


PERF = """app 10/12 1.000000: 5 cycles:
\t1 b (/bin/app)
\t2 main (/bin/app)

app 10/10 1.000005: 3 cycles:
\t3 sys_c ([kernel.kallsyms])
\t2 main (/bin/app)

app 10/12 1.000003: 6 cycles:
\t2 main (/bin/app)

"""


def check_threads(s):
    path = s.path("perf.txt", PERF)
    _, file = written(s, path=path)
    first, second = file["threads"]
    s.claim("threads stand apart with their numbers, and one is the first of its process",
            [(t["name"], t["processName"], t["pid"], t["tid"], t["isMainThread"])
             for t in file["threads"]] == [("app", "app", "10", "12", False),
                                           ("app", "app", "10", "10", True)], file["threads"])
    s.claim("samples have their times", first["samples"]["time"] == [0, decimal.Decimal("0.003")]
            and second["samples"]["time"] == [decimal.Decimal("0.005")], first["samples"])
    kinds = [file["meta"]["categories"][i]["name"] for i in second["frameTable"]["category"]]
    s.claim("categories tell the kernel", "Kernel" in kinds and len(set(kinds)) == 2, kinds)
    s.claim("libraries are listed once", sorted(lib["path"] for lib in file["libs"])
            == ["/bin/app", "[kernel.kallsyms]"], file["libs"])
    one = s.run("-f", "firefox", "--threads", "1", path).out
    s.claim("it is the same with any number of workers",
            one == s.run("-f", "firefox", "--threads", "3", path).out, one)
    _, file = written(s, path=s.path("a.folded", "a;b_[i];c_[i] 1\na 2\nb_[k] 4\n"))
    thread = file["threads"][0]
    s.claim("where no time is known samples stand a millisecond apart",
            thread["samples"]["time"] == [0, 1, 2], thread["samples"])
    s.claim("what is inlined is deeper, at the address of what it is in",
            sorted(thread["frameTable"]["inlineDepth"]) == [0, 0, 1, 2], thread["frameTable"])


RENAMED = """sh 7/7 1.000000:  250000 cpu-clock:
\t1 fork (/bin/sh)

sh 7/7 1.000250:  250000 cpu-clock:
\t1 fork (/bin/sh)

tool 7/7 1.000500:  250000 cpu-clock:
\t2 main (/bin/tool)

tool 7/8 1.000500:  250000 cpu-clock:
\t2 main (/bin/tool)

"""


def check_renamed(s):
    _, file = written(s, path=s.path("perf.txt", RENAMED))
    s.claim("a thread that was renamed is one, under its last name",
            [(t["name"], t["tid"], t["samples"]["time"]) for t in file["threads"]] ==
            [("tool", "7", [0, decimal.Decimal("0.25"), decimal.Decimal("0.5")]),
             ("tool", "8", [decimal.Decimal("0.5")])], file["threads"])
    s.claim("a clock of processors tells how much of them passed since the sample before",
            [t["samples"]["threadCPUDelta"] for t in file["threads"]] ==
            [[250000] * 3, [250000]], file["threads"])
    again = RENAMED.replace("tool 7/7 1.000500", "tool 7/7 1.000100")
    _, file = written(s, path=s.path("perf.txt", again))
    s.claim("two that run at one time are two, whatever their numbers",
            sorted((t["name"], t["tid"]) for t in file["threads"]) ==
            [("sh", "7"), ("tool", "7"), ("tool", "8")], file["threads"])
    _, file = written(s, path=s.path("perf.txt", RENAMED.replace("cpu-clock", "cycles")))
    s.claim("cycles are no time of processors",
            not any("threadCPUDelta" in t["samples"] for t in file["threads"]), file["threads"])


def check_waits(s):
    case = kit.ROOT / "golden" / "perf-data-off-cpu-switches"
    run, file = written(s, "--wall", "--symfs", str(case / ".." / "perf-data-off-cpu" / "root"),
                        path=next(case.glob("input.*")))
    if not s.claim("a recording of waits is written", file and not list(faults(file)), run):
        return
    idle = [c["name"] for c in file["meta"]["categories"]].index("Idle")
    for t in file["threads"]:
        stacks, samples = t["stackTable"], t["samples"]
        kinds = [stacks["category"][i] for i in samples["stack"]]
        s.claim("waits are of the category Idle, their frames of their own",
                idle in kinds and set(kinds) != {idle} and idle not in t["frameTable"]["category"],
                kinds)
        passed = sum(samples["threadCPUDelta"])
        ran = sum(w for w, k in zip(samples["weight"], kinds) if k != idle) * 10**6
        s.claim("no time of processors passes while it waits", 0 < passed <= ran
                and all(delta == 0 for delta, k in
                        zip(samples["threadCPUDelta"][1:], kinds) if k == idle),
                (passed, ran))


# One stack, in two states by turns, at no time.
STATES = "".join(f"goroutine 1 [{state}]:\nmain.f(0x1)\n\t/a.go:1 +0x1\n\n"
                 for state in ("running", "chan receive", "running"))


def check_states(s):
    _, file = written(s, path=s.path("goroutines.txt", STATES))
    s.claim("where no time is known there is one sample of a stack in each state",
            sorted(file["threads"][0]["samples"]["weight"]) == [1, 2], file["threads"][0])


NODE = """node 1/1 1.000000: 1 cycles:
\t10 JS:*fib /srv/a.js:7:3 (/tmp/perf-1.map)
\t11 JS:~ node:internal/main:1:1 (/tmp/perf-1.map)
\t12 py::run:/srv/run.py (/tmp/perf-1.map)
\t13 main (/usr/bin/node)

"""


def check_javascript(s):
    _, file = written(s, "--full-names", path=s.path("perf.txt", NODE))
    t = file["threads"][0]
    f = t["funcTable"]
    rows = {t["stringArray"][f["name"][i]]:
            (f["isJS"][i], None if f["fileName"][i] is None else t["stringArray"][f["fileName"][i]],
             f["lineNumber"][i]) for i in range(f["length"])}
    wanted = {"JS:*fib /srv/a.js:7:3": (True, "/srv/a.js", 7),
              "JS:~ node:internal/main:1:1": (True, "node:internal/main", 1),
              "py::run:/srv/run.py": (False, "/srv/run.py", None), "main": (False, None, None)}
    s.claim("code of engines tells its file, its line and whether it is JavaScript",
            rows == wanted, rows)
    run = s.run("-f", "speedscope", "--full-names", s.path("perf.txt", NODE))
    frames = json.loads(run.out)["shared"]["frames"]
    s.claim("speedscope gets file and line of it",
            {"name": "JS:*fib /srv/a.js:7:3", "file": "/srv/a.js", "line": 7} in frames, frames)


# Labels are called like what the marker itself tells, like one another, and like labels so called.
MARKED = b"""[{"name": "main", "ph": "X", "ts": 2, "dur": 10, "pid": 7, "tid": 1},
{"name": "load", "ph": "n", "id": 31, "cat": "net", "ts": 5, "pid": 7, "tid": 1,
"args": {"type": "slow", "id": "x7", "value": "q", "url": "a", "url": "b", "label:9:type": "c",
"label:": "d", "\xff": "e", "\xfe": "f"}}]"""


def labels_of(file):
    """The labels of all markers as they were before they were written."""
    return [sorted((re.sub(r"^label:\d+:", "", key), text) for key, text in data.items()
                   if isinstance(text, str) and key != "type")
            for t in file["threads"] for data in filter(None, t["markers"]["data"])]


def check_labels(s):
    if not s.reads:
        s.skip("labels of marks", "this build has no yajl")
        return
    run, file = written(s, path=s.path("marked.chrome.json", MARKED))
    wanted = sorted({"type": "slow", "id": "x7", "value": "q", "label:9:type": "c",
                     "label:": "d"}.items()) + [("url", "a"), ("url", "b")]
    wanted = [sorted([*wanted, ("\ufffd", "e"), ("\ufffd", "f")])]
    if not s.claim("labels of any name are written, and no object has a key twice",
                   file and labels_of(file) == wanted, file and labels_of(file) or run):
        return
    run, file = written(s, path=s.path("back.firefox.json", run.out))
    own = [(data["type"], data["id"]) for t in file["threads"] for data in t["markers"]["data"]]
    s.claim("and are read again as they were", labels_of(file) == wanted
            and own == [("flame", 31)], run)


def check_hidden(s):
    text = PERF.replace("app", "secret").replace("main", "secret_main")
    for option in ("--hash-names", "--redact=secret"):
        run, file = written(s, option, path=s.path("perf.txt", text))
        s.claim(f"{option} hides the names of all that is written",
                run.rc == 0 and b"secret" not in run.out and len(file["threads"]) == 1, run.out)
    run, _ = written(s, "--where", "tid=10", path=s.path("perf.txt", PERF))
    s.claim("functions of what is not chosen are not written",
            run.rc == 0 and b'"b"' not in run.out, run.out)


def check_chosen(s):
    out = s.path("out.firefox.json")
    run = s.run("-o", out, s.path("a.folded", "a;b 1.5\n"))
    with open(out, encoding="utf-8") as f:
        s.claim("the ending .firefox.json chooses the format",
                run.rc == 0 and "threads" in json.load(f), run)


def check(s):
    probe = s.run("-f", "firefox", "--from", "firefox", s.path("probe", "{}"))
    s.reads = "libyajl-dev" not in probe.said
    for case in GOLDEN:
        for path in sorted((kit.ROOT / "golden" / case).glob("input.*")):
            check_same(s, case, (), path)
    check_recordings(s)
    check_threads(s)
    check_renamed(s)
    check_waits(s)
    check_states(s)
    check_javascript(s)
    check_labels(s)
    check_hidden(s)
    check_chosen(s)


kit.main(check)
