#!/usr/bin/env python3
"""perf.data beside the text that perf made of it: the same sums, and the same frames but for the
differences that are listed here with their reasons.

The recordings lie beside the project; without them everything is skipped. Files that recordings
name count where they are found on this machine with the same build-id.
"""
import collections
import os
import pathlib
import random
import re
import shutil
import struct

import kit
from kit import recordings

CORPUS = kit.ROOT.parent / "shared" / "corpus"
SAMPLES = CORPUS / "samples"
KALLSYMS = SAMPLES / "perf" / "kallsyms.gz"
# Only the first samples of these recordings are in the text.
CUT_TEXTS = {"fp-nochain"}

SWITCH = re.compile(
    r"(?P<seconds>\d+)\.(?P<micros>\d{6}): +sched:sched_switch: .*prev_pid=(?P<prev>\d+) .*"
    r"prev_state=(?P<state>\S+) ==> .*next_pid=(?P<next>\d+) "
)

BEHIND = "perf names the function behind a call that never returns"
STUB = "perf has no name for the stub of a call into a library"
VERSION = "perf keeps the version of a symbol"
NAMED = "perf found no name"
ALIAS = "another name of the same address"
BETTER = "a better name of the same address, that is not for old programs only"
QUALIFIED = "functions of debug information are called in full"
TWICE = "perf prints a function by its symbol and by the name in its debug information"
MARKED = "the stack was cut when it was recorded, which is marked"
FURTHER = "the stack goes on where perf ended it"
BETWEEN = "inlined functions that perf does not print"
UNFOUND = "the file is not on this machine"


class Files:
    """Where the files of recordings are on this machine."""

    def __init__(self):
        self.ids = {}
        for path in SAMPLES.glob("*/*.data"):
            if path.is_file():
                self.ids.update(recordings.ids_of_recording(path))

    def find(self, module):
        wanted = self.ids.get(module)
        for path in (SAMPLES / "bin" / pathlib.Path(module).name, pathlib.Path(module)):
            if wanted and recordings.elf_id(str(path)) == wanted:
                return str(path)
        return ""


def is_kernel(module):
    return module.startswith("[") and module not in ("[unknown]", "[vdso]", "[vsyscall]")


def last_part(name):
    """"compare" of "std::basic_string<char>::compare"; whatever stands in brackets is left out."""
    kept = []
    depth = 0
    name = name.replace("operator<<", "operator").replace("operator<", "operator")
    for c in name:
        depth += c in "<({["
        if not depth:
            kept.append(c)
        depth -= c in ">)}]"
    return "".join(kept).rpartition("::")[2].strip().partition(".")[0]


def same_place(names, one, other):
    return bool(names.get(one, set()) & names.get(other, set()))


def is_alias(files, frame, ours):
    """Of an inlined frame perf does not say the file."""
    if is_kernel(frame.module):
        return same_place(recordings.kernel_names(KALLSYMS), frame.name, ours)
    modules = files.ids if frame.inlined else [frame.module]
    name = frame.name.partition("@")[0]
    return any(same_place(recordings.elf_names(file), name, ours)
               for file in filter(None, map(files.find, modules)))


def judge(files, frame, leaf, theirs, ours):
    """Why a frame may be called otherwise than by perf; None: it may not."""
    if frame.name in ("", "@plt") or ours.endswith("@plt"):
        return STUB
    if frame.name == "[unknown]":
        return NAMED
    if frame.offset == 0 and not leaf:
        return BEHIND
    if frame.name.partition("@")[0] == ours:
        return VERSION
    if is_alias(files, frame, ours):
        is_old = "@" in frame.name and "@@" not in frame.name
        return BETTER if is_old else ALIAS
    if not is_kernel(frame.module) and not files.find(frame.module):
        return UNFOUND
    if last_part(theirs) == last_part(ours) != "":
        return QUALIFIED
    return None


class Comparison:
    """What differs between the stacks of a recording and of its text."""

    def __init__(self, files):
        self.files = files
        self.equal = self.stacks = 0
        self.reasons = collections.Counter()
        self.wrong = collections.Counter()
        self.judged = {}

    def pair(self, sample, theirs, ours):
        """Compares two stacks, each from the root on; frames are perf's, of which theirs are the
        names as they are folded."""
        self.stacks += 1
        frames = sample.frames[::-1]
        if len(theirs) != len(frames):
            self.wrong[f"the text's {len(frames)} frames fold to {len(theirs)}"] += 1
            return
        while frames and frames[0].is_end():
            frames, theirs = frames[1:], theirs[1:]
        if ours[:1] == ["[truncated]"]:
            self.reasons[MARKED] += 1
            ours = ours[1:]
        if theirs == ours:
            self.equal += 1
            return
        first = 0
        while first < min(len(theirs), len(ours)) and theirs[first] == ours[first]:
            first += 1
        self.rest(frames[first:], theirs[first:], ours[first:], first == 0)

    def cost(self, frame, leaf, theirs, ours):
        """What it takes to say that the frames are one, and why."""
        if theirs == ours:
            return 0, ""
        key = (frame.name, frame.offset == 0, frame.module, frame.inlined, leaf, theirs, ours)
        if key not in self.judged:
            self.judged[key] = judge(self.files, frame, leaf, theirs, ours)
        return (1 if self.judged[key] else 9), self.judged[key]

    def rest(self, frames, theirs, ours, from_root):
        """Lays one stack beside the other so that least is missing; from the leaf on."""
        n, m = len(theirs), len(ours)
        costs = [[0] * (m + 1) for _ in range(n + 1)]
        for a in range(n, -1, -1):
            for b in range(m, -1, -1):
                ways = [6 + costs[a + 1][b]] if a < n else []
                ways += [2 + costs[a][b + 1]] if b < m else []
                if a < n and b < m:
                    cost, _ = self.cost(frames[a], a + 1 == n, theirs[a], ours[b])
                    ways.append(cost + costs[a + 1][b + 1])
                costs[a][b] = min(ways, default=0)
        a = b = 0
        while a < n or b < m:
            cost, reason = (self.cost(frames[a], a + 1 == n, theirs[a], ours[b])
                            if a < n and b < m else (99, None))
            if costs[a][b] == cost + (costs[a + 1][b + 1] if cost < 99 else 0):
                if reason:
                    self.reasons[reason] += 1
                elif cost:
                    self.wrong[f"{frames[a]} as {ours[b]}"] += 1
                a, b = a + 1, b + 1
            elif b < m and costs[a][b] == 2 + costs[a][b + 1]:
                self.reasons[FURTHER if from_root and a == 0 else BETWEEN] += 1
                b += 1
            else:
                self.miss(frames, a)
                a += 1

    def miss(self, frames, at):
        frame = frames[at]
        twins = sum(other.address == frame.address and last_part(other.name) ==
                    last_part(frame.name) for other in frames)
        if twins > 1:
            self.reasons[TWICE] += 1
        elif frame.name == "[unknown]" or not (frame.inlined or self.files.find(frame.module)):
            self.reasons[UNFOUND] += 1
        else:
            self.wrong[f"{frame} is missing"] += 1

    def __str__(self):
        reasons = "; ".join(f"{n} frames: {reason}" for reason, n in sorted(self.reasons.items()))
        return f"{self.equal} of {self.stacks} stacks are equal" + (f"; {reasons}" * bool(reasons))


def folded(run):
    """[(comm, names from the root on)] for each sample, in the order of time."""
    found = []
    for line in run.out.decode("utf-8", "surrogateescape").splitlines():
        stack, _, n = line.rpartition(" ")
        comm, *names = stack.split(";")
        found += [(comm, names)] * int(n)
    return found


def total(run):
    return sum(int(line.rpartition(b" ")[2]) for line in run.out.splitlines())


def sources(s, name):
    """Options that say where files are. The stripped program has its symbols in a cache by id."""
    options = ["--symfs", str(SAMPLES), "--symfs", "/"]
    if name == "stripped":
        program = SAMPLES / "bin" / "demo-fp"
        build_id = recordings.elf_id(str(program))
        folder = pathlib.Path(s.path("cache/.debug/.build-id")) / build_id[:2] / build_id[2:]
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(program, folder / "elf")
        options = ["--symfs", s.path("cache"), *options]
    return [*options, "--kallsyms", str(KALLSYMS)]


def check_event(s, files, pair, event, wanted):
    """Folds an event of the recording and of its text, and compares."""
    recording, text, options = pair
    fold = ("--quiet", "-f", "folded", "--event", event)
    weigh = () if wanted[0].weighs else ("--weight", "samples")
    where = f"{recording.parent.name}/{recording.name}, {event}"
    one, other = (s.run(*fold, *weigh, *options, str(recording)), s.run(*fold, str(text)))
    cut = text.stem in CUT_TEXTS
    if not cut:
        s.claim(f"{where}: the sum is that of the text", one.rc == 0 and total(one) == total(other)
                > 0, one if one.rc else f"{total(one)}, wanted {total(other)}")
    chart = (*fold, "--weight", "samples", "--flamechart")
    one, other = (s.run(*chart, *options, str(recording)), s.run(*chart, str(text)))
    ours, theirs = folded(one), folded(other)
    if not s.claim(f"{where}: {len(wanted)} samples", one.rc == 0 and len(theirs) == len(wanted)
                   and (len(ours) >= len(theirs) if cut else len(ours) == len(theirs)),
                   one if one.rc else f"{len(ours)} and in the text {len(theirs)}"):
        return
    comparison = Comparison(files)
    comms = sum(a != b for (a, _), (b, _) in zip(ours, theirs))
    s.claim(f"{where}: commands are the same", comms == 0, f"{comms} differ")
    for sample, (_, their), (_, our) in zip(wanted, theirs, ours):
        comparison.pair(sample, their, our)
    s.claim(f"{where}: {comparison}", not comparison.wrong,
            "; ".join(f"{n} times {what}" for what, n in comparison.wrong.most_common(5)))


def check_text(s, files, recording, text):
    samples = recordings.text_samples(text)
    options = sources(s, recording.stem)
    if not any(frame.inlined for sample in samples for frame in sample.frames):
        options = ["--no-inline", *options]
    events = sorted({sample.event for sample in samples})
    for event in events:
        wanted = [sample for sample in samples if sample.event == event]
        check_event(s, files, (recording, text, options), event, wanted)


def check_inlined(s, recording):
    """What is inlined stands between frames that are there without it."""
    fold = ("--quiet", "-f", "folded", "--weight", "samples", "--flamechart", "--annotate",
            "inlined", *sources(s, recording.stem), str(recording))
    without = folded(s.run("--no-inline", *fold))
    stacks = [(comm, [name for name in names if not name.endswith("_[i]")])
              for comm, names in folded(s.run(*fold))]
    differ = sum(a != b for a, b in zip(without, stacks))
    s.claim(f"{recording.name}: --no-inline leaves inlined functions out and nothing else",
            len(without) == len(stacks) > 0 and not differ, f"{differ} stacks differ")


def check_lines(s):
    run = s.run("--quiet", "-f", "folded", "--srcline", "--weight", "samples",
                *sources(s, "dwarf"), str(SAMPLES / "perf" / "dwarf.data"))
    names = {name.partition(":")[0]: name for _, stack in folded(run) for name in stack}
    s.claim("--srcline tells files and lines, also of inlined functions", all(
        re.fullmatch(name + r":demo\.c:[0-9]+", names.get(name, "")) for name in ("main", "mix")),
        str(sorted(names.values())[:20]))


def check_ways(s):
    """A recording is the same from standard input, as a folder or packed."""
    for name in ("fp", "pipe", "zstd", "pipe-zstd"):
        path = SAMPLES / "perf" / f"{name}.data"
        file = s.run("-f", "folded", *sources(s, name), str(path))
        with open(path, "rb") as f:
            piped = s.run("-f", "folded", *sources(s, name), "-", stdin=f)
        s.claim(f"{name}.data from standard input is the same", file.rc == piped.rc == 0
                and file.out == piped.out != b"", piped)
    for options in ((), ("--limits=untrusted",)):
        run = s.run(*(s.untrusted if options else ()), "-f", "folded",
                    str(SAMPLES / "perf" / "fp.data"))
        s.claim(f"fp.data {' '.join(options) or 'without options'} has all its samples",
                run.rc == 0 and total(run) == 345 * 500250, run)
        if options:
            s.claim("untrusted, nothing that it names is opened", b"hash_words" not in run.out, run)


def check_runtimes(s):
    """Code that was made at run time is named from maps beside the recording."""
    for folder, name, mark in (("node", "node", "JS:"), ("java", "java", "Work."),
                               ("python", "py313-jit", "py::")):
        path = SAMPLES / folder / f"{name}.data"
        run = s.run("--quiet", "-f", "folded", "--weight", "samples", str(path))
        named = sum(int(line.rpartition(" ")[2]) for line in run.out.decode().splitlines()
                    if mark in line)
        s.claim(f"{name}.data: {named} samples have a function called {mark}...",
                run.rc == 0 and named > 0, run)
    stacks = folded(s.run("--quiet", "-f", "folded", "--weight", "samples", "--symfs", "/",
                          "--symfs", str(SAMPLES), str(SAMPLES / "python" / "py313-jit.data")))
    ends = collections.Counter(names[0] for _, names in stacks)
    s.claim("py313-jit.data: code of the jitdump is unwound to the end of what was recorded",
            ends["_start"] > 0 and set(ends) == {"_start", "[truncated]"}, str(ends))
    text = SAMPLES / "node" / "node.script.txt"
    chart = ("--quiet", "-f", "folded", "--weight", "samples", "--flamechart")
    ours = folded(s.run(*chart, "--kallsyms", str(KALLSYMS), str(SAMPLES / "node" / "node.data")))
    theirs = folded(s.run(*chart, str(text)))
    differ = [(a, b) for (_, a), (_, b) in zip(ours, theirs)
              if [n for n in a if "JS:" in n] != [n for n in b if "JS:" in n]]
    s.claim("node.data: functions of JavaScript are called as in the text",
            len(ours) == len(theirs) > 0 and not differ, str(differ[:1])[:600])


# File of others: exit status, what standard error or the folded stacks must hold.
FOREIGN = {
    "v1.data": (1, "a recording of perf from before 2010"),
    "broken.data.gz": (1, "a tar archive"),
    "v2.data.gz": (0, ""),
    "sleep.data": (0, ""),
    "sleep.compressed.data": (0, ""),
    "sleep.compressed2.data": (0, ""),
    "fibo.compressed2.pipe.data": (0, ""),
    "probe.data.stream": (0, ""),
    "vector-gcc.data": (0, ""),
    "vector-gcc-zstd.data": (0, ""),
    "vector-gcc-lbr.data": (0, ""),
}


def check_foreign(s):
    folder = CORPUS / "foreign" / "recordings"
    for path in sorted(folder.iterdir()):
        rc, said = FOREIGN.get(path.name, (0, ""))
        run = s.run("-f", "folded", "--weight", "samples", str(path))
        s.claim(f"foreign/{path.name}: exit {rc}", run.rc == rc and said in run.said
                and (total(run) > 0) == (rc == 0), run)
    run = s.run("--quiet", "-f", "folded", "--weight", "samples",
                str(folder / "vector-gcc-lbr.data"))
    depths = [line.count(";") for line in run.out.decode("utf-8", "replace").splitlines()]
    s.claim("stacks of last branches are deep", depths and max(depths) >= 8, f"{depths[:20]}")


def check_perfcollect(s):
    """The maps in the archive name what the runtime made, and what lies in its native image."""
    path = CORPUS / "foreign" / "perfview" / "symbol-tests.trace.zip"
    run = s.run("--quiet", "-f", "folded", "--full-names", str(path))
    for name in ("dynamicClass::IL_STUB_PInvoke(int32", "System.BadImageFormatException::.ctor("):
        s.claim(f"{path.name}: {name}... is called so", name in run.out.decode(), run)


def waits_in_text(text):
    """(waits, ns, those of threads that could have run) between lines of sched_switch that say
    that a thread left and that it came back; lines tell microseconds."""
    away = {}
    waits = []
    for line in text.read_text(encoding="utf-8", errors="replace").splitlines():
        found = SWITCH.search(line)
        if not found:
            continue
        time = int(found["seconds"]) * 10**9 + int(found["micros"]) * 1000
        if found["next"] in away:
            since, state = away.pop(found["next"])
            waits.append((time - since, state))
        away[found["prev"]] = (time, found["state"])
    return len(waits), sum(ns for ns, _ in waits), sum(state[0] == "R" for _, state in waits)


def waits_in_records(path):
    """(waits, ns, those of threads that could have run) by records of switches that end in the
    thread and the time."""
    data = path.read_bytes()
    at, size = struct.unpack_from("<2Q", data, 40)
    end = at + size
    away = {}
    waits = []
    while at < end:
        kind, misc, size = struct.unpack_from("<IHH", data, at)
        if kind == 14:
            _, tid, time = struct.unpack_from("<IIQ", data, at + 8)
            if misc & 1 << 13:
                away[tid] = (time, misc >> 14 & 1)
            elif tid in away:
                since, runnable = away.pop(tid)
                waits.append((time - since, runnable))
        at += size
    return len(waits), sum(ns for ns, _ in waits), sum(runnable for _, runnable in waits)


def check_off_cpu(s):
    """The time off processors is what the text, or the records, say of it."""
    for name, (n, ns, runnable) in (
            ("sched", waits_in_text(SAMPLES / "perf-script" / "sched.txt")),
            ("tracepoint", waits_in_text(SAMPLES / "perf-script" / "tracepoint.txt")),
            ("switch", waits_in_records(SAMPLES / "perf" / "switch.data"))):
        path = str(SAMPLES / "perf" / f"{name}.data")
        fold = ("--quiet", "--off-cpu", "-f", "folded")
        times, waits = s.run(*fold, path), s.run(*fold, "--weight", "samples", path)
        ready = s.run(*fold, "--weight", "samples", "--where", "state=runnable", path)
        s.claim(f"{name}.data: {n} waits, {ns} ns", n > 0 and times.rc == 0 and total(waits) == n
                and abs(total(times) - ns) <= n * 1000 * (name != "switch"),
                f"{total(waits)}, {total(times)} ns")
        s.claim(f"{name}.data: {runnable} of them could have run", total(ready) == runnable, ready)
    stacks = [line.rpartition(b" ")[0] for line in s.run(
        "--quiet", "--off-cpu", "-f", "folded", "--no-inline", *sources(s, "sched"),
        str(SAMPLES / "perf" / "sched.data")).out.splitlines()]
    known = s.run("--quiet", "-f", "folded", "--no-inline", "--event", "sched:sched_switch",
                  *sources(s, "sched"), str(SAMPLES / "perf" / "sched.data")).out
    s.claim("stacks that waited are those of sched_switch", stacks and
            all(stack + b" " in known for stack in stacks), str(stacks)[:400])
    run = s.run("--off-cpu", "-f", "folded", str(SAMPLES / "perf" / "fp.data"))
    s.claim("a recording without switches says how to record them", run.rc == 1 and not run.out
            and "--switch-events" in run.said, run)
    text = SAMPLES / "perf-script" / "sched.txt"
    run = s.run("--off-cpu", "-f", "folded", str(text))
    s.claim("of a text the time off processors is asked otherwise", run.rc == 1
            and "--from perf-sched" in run.said, run)


def check_parts(s):
    """What is chosen by time or processor is the same of a recording and of its text."""
    pairs = [("fp", f"time={window}") for window in ("0..0.1", "0.1..0.25", "0.25..", "..0.05")]
    pairs += [("sched", "cpu=1"), ("sample-cpu", "cpu=1")]
    found = 0
    for name, part in pairs:
        fold = ("--quiet", "-f", "folded", "--weight", "samples", "--where", part)
        one = s.run(*fold, str(SAMPLES / "perf" / f"{name}.data"))
        other = s.run(*fold, str(SAMPLES / "perf-script" / f"{name}.txt"))
        found += total(one)
        s.claim(f"{name}.data: {part} are {total(one)} samples, as in the text",
                one.rc == other.rc and total(one) == total(other), f"{total(other)} there")
    s.claim("there are samples at all times", found > 345, str(found))


def check_unknown(s):
    """A call graph calls what lies nowhere by its address, as that of the text does."""
    rows = []
    for path in (SAMPLES / "perf" / "fp.data", SAMPLES / "perf-script" / "fp.txt"):
        run = s.run("callgraph", "--quiet", "-f", "table", *sources(s, "fp"), str(path))
        text = run.out.decode().partition("hot path")[0]
        rows.append(sorted(line for line in text.splitlines() if line.endswith("[unknown]")))
    s.claim(f"{len(rows[0])} addresses that lie nowhere are functions of their own in a call graph",
            len(rows[0]) > 1 and rows[0] == rows[1], str(rows))


def check_cut(s):
    """What is left of a recording that was cut short is read, and the loss is said."""
    chart = ("-f", "folded", "--weight", "samples", "--flamechart", *sources(s, "fp"))
    whole = folded(s.run("--quiet", *chart, str(SAMPLES / "perf" / "fp.data")))
    run = s.run(*chart, str(SAMPLES / "perf" / "truncated.data"))
    cut = folded(run)
    s.claim(f"truncated.data: {len(cut)} of {len(whole)} samples are read, the loss is said",
            run.rc == 0 and 0 < len(cut) < len(whole) and cut == whole[:len(cut)]
            and "truncated.data" in run.said and "cut" in run.said, run)
    chart = ("-f", "folded", "--weight", "samples", "--flamechart", *sources(s, "dwarf"))
    path = SAMPLES / "perf" / "dwarf.data"
    whole = folded(s.run("--quiet", *chart, str(path)))
    run = s.run(*chart, s.path("half.data", path.read_bytes()[:path.stat().st_size // 2]))
    cut = folded(run)
    s.claim(f"half of dwarf.data: {len(cut)} of {len(whole)} stacks are the same", run.rc == 0
            and 0 < len(cut) < len(whole) and cut == whole[:len(cut)], run)
    data = (SAMPLES / "perf" / "zstd-dwarf.data").read_bytes()
    run = s.run("-f", "folded", "--weight", "samples",
                s.path("holed.data", data[:8000] + bytes(len(data) - 8000)))
    s.claim("packed records: what came before damage is used, which is said", run.rc == 0
            and 0 < total(run) < 101 and "a packed record is damaged" in run.said, run)
    run = s.run("-f", "folded", s.path("holed.data", data[:800] + bytes(len(data) - 800)))
    s.claim("when no sample came before it, the damage is the reason", run.rc == 1
            and "zstd: damaged at" in run.said, run)
    chance = random.Random(7)
    bad = []
    for name in ("fp", "dwarf", "zstd", "pipe", "pipe-zstd", "multi", "dir-threads"):
        path = SAMPLES / "perf" / f"{name}.data"
        data = (path / "data" if path.is_dir() else path).read_bytes()
        for at in sorted(chance.randrange(len(data)) for _ in range(7)):
            run = s.run("-f", "folded", s.path("cut.data", data[:at]))
            if run.rc not in (0, 1) or run.err == b"":
                bad.append(f"{name} at {at}: {run.brief()}")
    s.claim("recordings cut at 49 places do no harm", not bad, "; ".join(bad[:3]))


def check_made(s):
    """Of code that a process made, what is missing is said, and what would help."""
    case = kit.ROOT / "golden" / "perf-data-jit"
    dump, names = "jit-9964.dump", "perf-9964.map"
    text = (case / names).read_text(encoding="utf-8")

    def fold(is_shared=False, **files):
        folder = pathlib.Path(s.path("made"))
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        shutil.copy(case / "input.perf-data", folder / "made.data")
        for name, content in files.items():
            (folder / name).write_bytes(content)
            if is_shared:
                os.link(folder / name, folder / f"again-{name}")
        folder.chmod(0o1777 if is_shared else 0o755)
        return s.run("--summary", "-f", "folded", "--symfs", str(case / "root"),
                     str(folder / "made.data"))

    def has(run, *what):
        return run.rc == 0 and all(name in run.out.decode() for name in what)

    bytes_of_dump = (case / dump).read_bytes()
    run = fold(**{dump: bytes_of_dump, names: text.encode()})
    s.claim("dump and map beside a recording: nothing is missing", has(run, "first", "Demo")
            and "jit" not in run.said and "have no name" not in run.said, run)
    run = fold(True, **{dump: bytes_of_dump, names: text.encode()})
    s.claim("where others can write, what may be theirs is not read, which is said",
            "first" not in run.out.decode() and "Demo" not in run.out.decode()
            and all(f"made/{name} was not read, as others can write to its folder" in run.said
                    for name in (dump, names)), run)
    run = fold()
    s.claim("neither of them: the dump is called missing, what writes maps is listed",
            has(run, "work") and f"{dump}, in which a process named" in run.said
            and "of code generated at run time have no name" in run.said
            and "DOTNET_PerfMapEnabled=1" in run.said, run)
    end = bytes_of_dump.index(b"first\0") + len(b"first\0") + 11
    run = fold(**{dump: bytes_of_dump[:end] + bytes(64), names: text.encode()})
    s.claim("a damaged dump: what came before is used, the rest is said to be missing",
            has(run, "first", "Demo") and f"{dump} is damaged" in run.said, run)
    run = fold(**{"perf-1.map": text.encode()})
    s.claim("the map of a container is taken, which is said", has(run, "Demo")
            and "perf-1.map is used as the map of process 9964" in run.said, run)
    run = fold(**{"perf-1.map": text.encode(), "perf-2.map": b""})
    s.claim("unless there are others", "Demo" not in run.out.decode()
            and "is taken for" not in run.said, run)
    run = fold(**{names: b"no entry\n" + text.encode()})
    s.claim("lines of a map that are no entries are counted", has(run, "Demo")
            and f'{names}: 1 line is not "START SIZE NAME"' in run.said, run)


def check(s):
    if not s.static:
        check_made(s)
    if not SAMPLES.exists():
        s.skip("recordings", f"{SAMPLES} is missing")
        return
    files = Files()
    for module in sorted(files.ids):
        if module.startswith("/"):
            print(f"{module}: {files.find(module) or UNFOUND}")
    texts = [(recording, SAMPLES / "perf-script" / f"{recording.stem}.txt")
             for recording in sorted((SAMPLES / "perf").glob("*.data"))]
    for recording, text in s.part(pair for pair in texts if pair[1].exists()):
        check_text(s, files, recording, text)
    for name in ("dwarf", "dwarf-cpp", "fp", "rust-v0"):
        check_inlined(s, SAMPLES / "perf" / f"{name}.data")
    check_lines(s)
    check_ways(s)
    check_runtimes(s)
    check_foreign(s)
    check_perfcollect(s)
    check_off_cpu(s)
    check_parts(s)
    check_unknown(s)
    check_cut(s)


kit.main(check)
