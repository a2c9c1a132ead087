#!/usr/bin/env python3
"""Files of speedscope that are written: what was read is in them, by the schema, and comes back."""
import collections
import json

import kit

CORPUS = kit.ROOT.parent / "shared" / "corpus" / "samples"
SCHEMA = "https://www.speedscope.app/file-format-schema.json"
UNITS = {"none", "nanoseconds", "microseconds", "milliseconds", "seconds", "bytes"}
KEYS = {"$schema", "name", "exporter", "shared", "profiles", "unit", "period"}
PROFILE_KEYS = {"type", "name", "unit", "startValue", "endValue", "samples", "weights"}
GOLDEN = ("kinds", "demo", "fractions", "perf-recorded", "perf-events", "pprof-values",
          "xctrace-time", "pprof-recorded", "speedscope-threads", "speedscope-evented",
          "chrome-spans", "instruments-bytes", "jstack-recorded", "largest-counts", "recursive",
          "austin-full")


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def faults(file):
    """What the schema does not allow, as far as what is written goes, or what does not add up."""
    frames = file["shared"]["frames"]
    if file["$schema"] != SCHEMA or set(file) - KEYS:
        yield f"keys {set(file)}"
    for frame in frames:
        if not isinstance(frame["name"], str) or set(frame) - {"name", "file", "line"}:
            yield f"frame {frame}"
    if len({json.dumps(frame, sort_keys=True) for frame in frames}) != len(frames):
        yield "a frame that is there twice"
    if not file["profiles"]:
        yield "no profile"
    for p in file["profiles"]:
        if set(p) != PROFILE_KEYS:
            yield f"keys of a profile {set(p)}"
        if p["type"] != "sampled" or p["unit"] not in UNITS or not isinstance(p["name"], str):
            yield f"profile {p['type']} {p['unit']} {p['name']}"
        if len(p["samples"]) != len(p["weights"]) or not all(map(is_number, p["weights"])):
            yield "weights that are not those of samples"
        if any(not 0 <= i < len(frames) for stack in p["samples"] for i in stack):
            yield "a frame that is not there"
        if p["startValue"] != 0 or abs(sum(p["weights"]) - p["endValue"]) > 1e-9 * p["endValue"]:
            yield f"weights that add up to {sum(p['weights'])}, not {p['endValue']}"


def written(s, *words, path=None, **more):
    """Runs and reads what came out; nothing when it is none."""
    run = s.run("-f", "speedscope", *words, *([str(path)] if path else []), **more)
    try:
        return run, json.loads(run.out)
    except ValueError:
        return run, None


def check_same(s, name, words, path):
    """The stacks and sums by way of speedscope are those without it."""
    run, file = written(s, "--full-names", *words, path=path)
    if "this build" in run.said:
        s.skip(name, "this build lacks a library for it")
        return
    if not s.claim(f"{name}: what is written is valid", file and not list(faults(file)),
                   list(faults(file))[:3] if file else run):
        return
    plain = ("-f", "folded", "--root-by", "none", "--full-names")
    if not s.reads:
        s.skip(f"{name}: read again", "this build has no yajl")
        return
    direct = s.run(*plain, *words, str(path))
    back = s.run(*plain, s.path("back.speedscope.json", run.out))
    s.claim(f"{name}: the same stacks by way of speedscope",
            direct.rc == 0 and back.out == direct.out, back)
    again = s.run("-f", "speedscope", s.path("again.speedscope.json", run.out))
    threads = sorted((p["name"].replace(";", ":"), p["endValue"]) for p in file["profiles"])
    s.claim(f"{name}: threads keep their names and sums", again.rc == 0 and threads == sorted(
        (p["name"], p["endValue"]) for p in json.loads(again.out)["profiles"]), again)


def check_golden(s):
    for case in GOLDEN:
        for path in sorted((kit.ROOT / "golden" / case).glob("input.*")):
            check_same(s, case, (), path)


def check_recordings(s):
    folder = CORPUS / "perf"
    if not folder.exists():
        s.skip("recordings", "they are not beside the project")
        return
    for name in ("fp", "dwarf-cpp", "multi", "sched", "sample-cpu"):
        check_same(s, f"{name}.data", ("--symfs", str(CORPUS), "--symfs", "/"),
                   folder / f"{name}.data")


PERF = """app 10/11 1.000000: 5 cycles:
\t1 b (/bin/app)
\t2 main (/bin/app)

app 10/12 1.000005: 7 cycles:
\t3 c (/bin/app)

app 10/11 1.000003: 6 cycles:
\t2 main (/bin/app)

app 10/11 1.000001: 1 cycles:
\t1 b (/bin/app)
\t2 main (/bin/app)

"""


def stacks(file, profile):
    names = [frame["name"] for frame in file["shared"]["frames"]]
    return [(";".join(names[i] for i in stack), weight)
            for stack, weight in zip(profile["samples"], profile["weights"])]


def check_times(s):
    path = s.path("perf.txt", PERF)
    _, file = written(s, path=path)
    s.claim("threads are profiles of their own, the one with most first",
            [p["name"] for p in file["profiles"]] == ["app 10/11", "app 10/12"], file)
    s.claim("samples are in time order",
            stacks(file, file["profiles"][0]) == [("main;b", 5), ("main;b", 1), ("main", 6)], file)
    s.claim("modules stand for files", file["shared"]["frames"][0].get("file") == "/bin/app", file)
    _, file = written(s, "--where", "time=0.000001..0.000004", path=path)
    s.claim("--where time keeps its part",
            stacks(file, file["profiles"][0]) == [("main;b", 1), ("main", 6)], file)
    _, file = written(s, "--hide", "^b$", path=path)
    s.claim("samples stay in time order when a function is hidden",
            stacks(file, file["profiles"][0]) == [("main", 5), ("main", 1), ("main", 6)], file)
    one = written(s, "--threads", "1", path=path)[0].out
    s.claim("it is the same with any number of workers",
            one == written(s, "--threads", "3", path=path)[0].out, one)
    _, file = written(s, path=s.path("a.folded", "b;c 1\na 2\nb 3\na 4\n"))
    s.claim("where no time is known samples are merged, in the order of the tree",
            [p["name"] for p in file["profiles"]] == ["samples"]
            and stacks(file, file["profiles"][0]) == [("a", 6), ("b", 3), ("b;c", 1)], file)


def check_chosen(s):
    out = s.path("out.speedscope.json")
    run = s.run("-o", out, s.path("a.folded", "a;b 1.5\n"))
    with open(out, encoding="utf-8") as f:
        s.claim("the ending .speedscope.json chooses the format", run.rc == 0
                and "profiles" in json.load(f), run)
    out = s.path("out.json")
    run = s.run("-o", out, s.path("a.folded", "a;b 1.5\n"))
    with open(out, encoding="utf-8") as f:
        s.claim("the ending .json chooses the other one", run.rc == 0
                and json.load(f).get("format") == "flame-json", run)
    for option in ("--reverse", "--flamechart", "--annotate=all", "--root-by=comm"):
        run = s.run("-f", "speedscope", option, s.path("a.folded", "a 1\n"))
        s.claim(f"{option} is refused", run.rc == 2 and option.split("=", 1)[0] in run.said, run)


def check_hidden(s):
    text = PERF.replace("app", "secret").replace("main", "secret_main")
    for option in ("--hash-names", "--redact=secret"):
        run, file = written(s, option, path=s.path("perf.txt", text))
        s.claim(f"{option} hides the names of all that is written",
                run.rc == 0 and b"secret" not in run.out and len(file["profiles"]) == 1, run.out)
    run, _ = written(s, "--where", "tid=12", path=s.path("perf.txt", text))
    s.claim("functions of what is not chosen are not written",
            run.rc == 0 and b"secret_main" not in run.out, run.out)


def check_odd(s):
    raw = b'a\xff"\\;b\x01\t\x7f;\xe2\x80\xae;\xf0\x9f\x94\xa5 3\n'
    run, file = written(s, path=s.path("odd.folded", raw))
    names = collections.Counter(frame["name"] for frame in file["shared"]["frames"])
    s.claim("any byte is text of JSON: no UTF-8 is replaced, controls stay", run.rc == 0
            and set(names) == {'a\ufffd"\\', "b\x01\t\x7f", "\u202e", "\U0001f525"}, names)
    s.claim("no byte of it is a control", all(c >= 32 or c == 10 for c in run.out), run)


def check(s):
    probe = s.run("-f", "speedscope", "--from", "speedscope", s.path("probe", "{}"))
    s.reads = "libyajl-dev" not in probe.said
    check_golden(s)
    check_recordings(s)
    check_times(s)
    check_chosen(s)
    check_hidden(s)
    check_odd(s)


kit.main(check)
