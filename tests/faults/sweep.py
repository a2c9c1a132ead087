#!/usr/bin/env python3
"""Makes every call that can fail do so, one at a time: usage sweep.py FLAME INJECT.SO

After each fault the run either gave the same bytes as without it, or ended with 3 (1 where the
input looks cut), said why in a message, and left the old output and nothing beside it. It never
dies by a signal that was not sent, hangs, or gives other bytes with status 0. FLAME_ALL=1 leaves
no point out.
"""
import errno
import gzip
import lzma
import os
import pathlib
import signal
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import kit  # noqa: E402
from kit import made  # noqa: E402

FOLDED = b"# text\nmain;a;b 10\nmain;c 5\nmain;a 2.5\n" + b"".join(
    b"main;f%03d;%s 1\n" % (i % 90, b"long_name_" * 20) for i in range(200))
SAMPLY = b"""{"meta": {"preprocessedProfileVersion": 48},
 "libs": [{"path": "/nowhere/demo", "breakpadId": "AB0"}],
 "threads": [{"samples": {"stack": [0], "time": [0]}, "stringArray": ["0x10"],
  "stackTable": {"prefix": [null], "frame": [0]}, "frameTable": {"address": [16], "func": [0]},
  "funcTable": {"name": [0], "resource": [0]}, "resourceTable": {"lib": [0]}}]}
"""
SYMBOLS = b"""{"string_table": ["f"], "data": [{"debug_id": "ab0",
 "symbol_table": [{"rva": 0, "symbol": 0}], "known_addresses": [[16, 0]]}]}
"""
OLD = b"the old content\n"
POINTS = 0 if os.environ.get("FLAME_ALL") else 24


class Scene:
    """A command line, its inputs, and the files it writes."""

    def __init__(self, script, name, args, inputs=(), writes=(), stdin=None, kinds=None,
                 skips=(), aborts=False, apart=False):
        self.script, self.name, self.args, self.stdin = script, name, args, stdin
        self.kinds = kinds  # None: all
        self.skips = skips  # texts of faults
        # regcomp of glibc 2.36 frees twice when memory runs out, and aborts; so 4 may come of it.
        self.aborts = aborts
        self.apart = apart  # an output that fails does not keep the others from being written
        self.folder = script.path(name.replace(" ", "-"))
        self.writes = writes
        os.mkdir(self.folder)
        for file, content in inputs:
            path = os.path.join(self.folder, file)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as f:
                f.write(content)
        self.names = {file.partition("/")[0] for file, _ in inputs} | set(writes)
        self.old = self.contents()

    def contents(self):
        found = []
        for name in self.writes:
            path = os.path.join(self.folder, name)
            found.append(open(path, "rb").read() if os.path.exists(path) else None)
        return found

    def run(self, plan, every=False):
        """(the run, what was written, how many such calls there were)."""
        count = self.script.path("count")
        for name, content in zip(self.writes, self.old):
            path = os.path.join(self.folder, name)
            if content is not None:
                with open(path, "wb") as f:
                    f.write(content)
            elif os.path.exists(path):
                os.unlink(path)
        env = {**os.environ, "LD_PRELOAD": os.path.abspath(sys.argv[2]), "FLAME_FAULT": plan,
               "FLAME_FAULT_COUNT": count}
        if every:
            env["FLAME_FAULT_ALL"] = "1"
        more = {"input": self.stdin} if self.stdin is not None else {}
        run = self.script.run(*self.args, env=env, cwd=self.folder, **more)
        calls = 0
        if os.path.exists(count):
            with open(count, encoding="ascii") as f:
                calls = int(f.read())
            os.unlink(count)
        return run, self.contents(), calls

    def strangers(self):
        """Files that nobody asked for; they are removed."""
        found = sorted(set(os.listdir(self.folder)) - self.names)
        for name in found:
            os.unlink(os.path.join(self.folder, name))
        return found


class Fault:
    """A kind of call, what becomes of it, and what may come of that.

    same: nothing may change. told: the run must fail. signal: the run ends by it.
    """

    def __init__(self, kind, how, number=0, every=False, same=False, told=False):
        self.kind, self.how, self.number, self.every = kind, how, int(number), every
        self.same, self.told = same, told

    @property
    def text(self):
        name = errno.errorcode.get(self.number, "") if self.how == "fail" else \
            signal.Signals(self.number).name if self.how == "signal" else ""
        more = "from then on" if self.every else ""
        return " ".join(filter(None, (self.kind, self.how, name, more)))

    def plan(self, nth):
        return f"{self.kind} {nth} {self.how} {self.number}"


FAULTS = [
    Fault("memory", "fail", errno.ENOMEM),
    Fault("memory", "fail", errno.ENOMEM, every=True),
    Fault("read", "fail", errno.EIO),
    Fault("read", "fail", errno.EIO, every=True),
    Fault("read", "fail", errno.EINTR, same=True),
    Fault("read", "short", same=True),
    Fault("read", "short", every=True, same=True),
    Fault("read", "end"),
    Fault("write", "fail", errno.ENOSPC, told=True),
    Fault("write", "fail", errno.EIO, every=True, told=True),
    Fault("write", "fail", errno.EINTR, same=True),
    Fault("write", "short", same=True),
    Fault("open", "fail", errno.EMFILE),
    Fault("open", "fail", errno.EACCES, every=True),
    Fault("open", "fail", errno.EINTR),
    Fault("close", "fail", errno.EIO),
    Fault("close", "fail", errno.EINTR, same=True),
    Fault("rename", "fail", errno.EXDEV, told=True),
    Fault("sync", "fail", errno.EIO, told=True),
    Fault("sync", "fail", errno.ENOSPC, every=True, told=True),
    Fault("sync", "fail", errno.EINTR, same=True),
    Fault("sync", "fail", errno.EINVAL, every=True, same=True),
    Fault("stat", "fail", errno.EIO),
    Fault("seek", "fail", errno.ESPIPE),
    Fault("mode", "fail", errno.EPERM, told=True),
    Fault("thread", "fail", errno.EAGAIN, same=True),
    Fault("thread", "fail", errno.EAGAIN, every=True, same=True),
    Fault("open", "signal", signal.SIGTERM),
    Fault("write", "signal", signal.SIGINT),
    Fault("sync", "signal", signal.SIGHUP),
    Fault("close", "signal", signal.SIGTERM),
    Fault("rename", "signal", signal.SIGTERM),
]


def recording(n):
    """Of files that are not there: what fails is the reading of the recording."""
    r = made.Recording()
    r.event("cycles", 1)
    r.comm(1, "a", 1)
    r.mmap(1, 0x1000, 0x1000, "/nowhere/a", 1)
    for i in range(n):
        r.sample(1, i + 2, [made.USER, 0x1000 + i % 977] + 10 * [0x1001 + i % 31])
    return r


def scenes(s):
    inputs = [("in.folded", FOLDED)]
    yield Scene(s, "a new picture", ["in.folded", "-o", "x.svg"], inputs, ["x.svg"])
    yield Scene(s, "a picture over an old one", ["in.folded", "-o", "x.svg"],
                inputs + [("x.svg", OLD)], ["x.svg"])
    yield Scene(s, "several outputs",
                ["in.folded", "-o", "x.svg", "-o", "x.folded", "-o", "x.pb.gz"],
                [("in.folded", FOLDED.replace(b"2.5", b"2")), ("x.folded", OLD)],
                ["x.svg", "x.folded", "x.pb.gz"], apart=True)
    yield Scene(s, "folded text", ["-f", "folded", "in.folded"], inputs)
    yield Scene(s, "standard input", ["-f", "json"], stdin=FOLDED)
    yield Scene(s, "gzip", ["-f", "table", "in.gz", "-o", "x"], [("in.gz", gzip.compress(FOLDED))],
                ["x"])
    yield Scene(s, "xz and gzip", ["-f", "tree", "in.xz", "in.gz"],
                [("in.xz", lzma.compress(FOLDED)), ("in.gz", gzip.compress(FOLDED))])
    yield Scene(s, "many options",
                ["--cp", "--nameattr=names", "--reverse", "--merge-recursive",
                 "in.folded", "-o", "x.svg"],
                inputs + [("names", b"main\ttitle=x\thref=#y\n"),
                          ("palette.map", b"a->rgb(1,2,3)\n")],
                ["x.svg", "palette.map"])
    yield Scene(s, "a picture without names",
                ["--redact=^m", "--hash-names", "--max-nodes=3", "--only-visible", "in.folded"],
                inputs, kinds=("memory", "write"), aborts=True)
    yield Scene(s, "a flame chart", ["--flamechart", "--summary", "-f", "boxes", "in.folded"],
                [("in.folded", FOLDED + b"bad\n")])
    yield Scene(s, "filters", ["--focus", "main", "--hide", "^c$", "-f", "folded", "in.folded"],
                inputs, kinds=("memory",), aborts=True)
    long = b"".join(b"main;f%05d;g_%d 1\n" % (i % 3000, i % 7) for i in range(60000))
    yield Scene(s, "a long input", ["-f", "folded", "in.folded"], [("in.folded", long)],
                kinds=("read", "write"))
    large = b"".join(b"main;f%05d;%s 1\n" % (i % 3000, b"long_name_" * 10) for i in range(90000))
    yield Scene(s, "two workers", ["--threads=2", "-f", "folded", "in.folded"],
                [("in.folded", large)], kinds=("memory", "thread", "open", "stat", "seek"))
    few = recording(40)
    yield Scene(s, "a recording", ["-f", "folded", "perf.data"], [("perf.data", few.file())])
    yield Scene(s, "a recording through a pipe", ["-f", "folded"], stdin=few.through_pipe())
    yield Scene(s, "a recording that is a folder", ["-f", "folded", "perf.data"],
                [("perf.data/data", few.file()), ("perf.data/data.0", b"".join(few.records))],
                skips=("seek fail ESPIPE",))  # for what is packed, which is refused with 1
    yield Scene(s, "two workers on a recording", ["--threads=2", "-f", "folded", "perf.data"],
                [("perf.data", recording(120000).file())], kinds=("thread", "memory", "stat"))
    case = kit.ROOT / "golden" / "perf-data-dwarf"
    # What may not be opened is sought elsewhere. libelf takes an end that comes too early for
    # damage, unless the file is shorter by then.
    yield Scene(s, "files with names",
                ["-f", "folded", str(case / "input.perf-data"), "--symfs",
                 str(kit.ROOT / "golden" / "perf-data-recorded" / "root")],
                skips=("read end", "open fail EACCES from then on"))
    sorted_stacks = [("a.folded", b"a;b 1\na;c 2\n"), ("b.folded", b"a;b 3\nb 4\n")]
    for name, more in ("a merge of lines", []), ("a merge", ["-f", "json"]):
        yield Scene(s, name, ["merge", "--strict", *more, "-o", "out", "a.folded", "b.folded"],
                    sorted_stacks, writes=("out",))
    yield Scene(s, "files that name a profile",
                ["-f", "folded", str(kit.ROOT / "golden" / "pprof-unnamed" / "input.pprof"),
                 "--symfs", str(kit.ROOT / "golden" / "perf-data-recorded" / "root")],
                skips=("read end", "open fail EACCES from then on"))
    yield Scene(s, "names beside a profile", ["-f", "folded", "a.json"],
                [("a.json", SAMPLY), ("a.syms.json", SYMBOLS)],
                skips=("read end", "open fail EACCES from then on"))
    # What a worker cannot read or write is told for its profile.
    yield Scene(s, "a report", ["report", "--force", "--threads=1", "-o", "rep", "in.folded"],
                inputs + [("rep/kept", b"")], ["rep/index.html"], kinds=("read", "write"),
                skips=("read fail EIO", "read fail EIO from then on", "read end",
                       "write fail ENOSPC", "write fail EIO from then on"))
    yield Scene(s, "help", ["--help=all"])


def points(calls, every):
    """All of them, or some that are spread over all; a fault from then on needs fewer."""
    most = POINTS // 2 if every else POINTS
    if not most or calls <= most:
        return range(1, calls + 1)
    return sorted({1 + i * (calls - 1) // (most - 1) for i in range(most)})


def problem(scene, fault, base, run, written):
    """What is wrong after a fault, or an empty text."""
    strangers = scene.strangers()
    base_run, base_written = base
    if strangers:
        return f"left {strangers}"
    if fault.how == "signal":
        whole = all(w in (o, b) for w, o, b in zip(written, scene.old, base_written))
        return "" if run.rc == -fault.number and whole else f"files {whole}, {run.brief()}"
    if run.rc == 0:
        if fault.told:
            return "the fault was not noticed"
        return "" if run.out == base_run.out and written == base_written else "other bytes with 0"
    if fault.same:
        return run.brief()
    allowed = {3} | ({1} if fault.how == "end" else set()) | ({4} if scene.aborts else set())
    if run.rc not in allowed:
        return run.brief()
    if "flame: " not in run.said and not (fault.kind == "write" and fault.every):
        return f"no message, {run.brief()}"
    # Colours that were kept for next time do no harm without their picture.
    if any(now != old and not ((name == "palette.map" or scene.apart) and now == new)
           for name, now, old, new
           in zip(scene.writes, written, scene.old, base_written)):
        return "an output was left"
    # What had been written to standard output before that failed cannot be taken back.
    if run.out and not (fault.kind in ("write", "close") and base_run.out.startswith(run.out)):
        return f"something stands in standard output, {run.brief()}"
    return ""


def check_scene(s, scene, totals):
    run, written, _ = scene.run("memory 0 fail 0")
    s.claim(f"{scene.name}: without a fault it succeeds",
            run.rc == 0 and (run.out or written) and not scene.strangers(), run)
    base = run, written
    problems = []
    n = 0
    for fault in FAULTS:
        # Nobody can tell the end of a pipe from one that came too early.
        if (fault.how == "end" and scene.stdin is not None) \
                or (scene.kinds and (fault.kind not in scene.kinds
                                     or (fault.how == "short" and fault.every))) \
                or fault.text in scene.skips:
            continue
        calls = scene.run(fault.plan(0))[2]
        for nth in points(calls, fault.every):
            faulty, now, _ = scene.run(fault.plan(nth), fault.every)
            n += 1
            totals[fault.text] = totals.get(fault.text, 0) + 1
            found = problem(scene, fault, base, faulty, now)
            if found:
                problems.append(f"{fault.text}, call {nth} of {calls}: {found}")
    s.claim(f"{scene.name}: {n} faults, none of them lost or hidden", not problems,
            f"{len(problems)} of them:\n     " + "\n     ".join(problems[:12]))


def check(s):
    totals = {}
    for scene in scenes(s):
        check_scene(s, scene, totals)
    never = [fault.text for fault in FAULTS if not totals.get(fault.text)]
    s.claim("every kind of fault was met", not never, never)


kit.main(check)
