#!/usr/bin/env python3
"""The commands that the README and the manual print work as they are printed.

Each is run by a shell, in a folder that has what its names suggest: recordings with the functions
that the texts speak of, stacks of two versions, programs to record. A block of lines has a folder
of its own, and its lines use what those before them wrote; blocks run side by side. Other tools are
played by what they print, and what takes seconds takes a part of one. What cannot be run on any
machine stands in NOT_RUN with the reason; cli.manual has its program take its options at least.
"""
import collections
import concurrent.futures
import functools
import os
import re
import shutil
import stat
import subprocess

import kit
from kit import made, profiles

MANUAL = kit.ROOT / "src/app/manual"
PAGES = [kit.ROOT / "README.md", *sorted(MANUAL.glob("*.md")), kit.ROOT / "themes/README.md"]
OLD_NAMES = r"stackcollapse[\w-]*\.\w+|flamegraph\.pl|difffolded\.pl|gprof2dot"
# A command of ours, alone or behind a pipe, a variable or sudo. "flame: " is a message.
COMMAND = re.compile(
    rf"(?:^|[|;&] *|\w=\S* +|sudo +)(?:flame|callgraph|{OLD_NAMES})(?= |$)")
NAMED = re.compile(rf"(?<![\w/.-])(?:flame|callgraph|{OLD_NAMES})(?= )")
COMMENT = re.compile(r" {3,}\S.*$")

# What needs what few machines have: a part of the line, and what that is.
NOT_RUN = [
    ("--container web", "a container of that name"),
    ("--cgroup system.slice/nginx.service", "a service of that name in a group of its own"),
    ("time=14:02:07..14:02:09", "a recording of that time of day"),
    ("dTLB-load-misses", "a processor that counts them, as virtual ones seldom do"),
]
# What is put in place of a text: processes and servers that are here, and less time.
INSTEAD = [
    (r"(?<=-p )4711|(?<=\()4711(?=\))", "{pid}"),
    (r"(?<=--for )\d+s", "500ms"),
    (r"^flame record(?=.* --when )", "flame record --for-at-most 100ms"),
    (r"^flame record(?= --before )", "flame record --runs 2"),
    (r"https://debuginfod\.example", "http://127.0.0.1:1"),
    (r"/mnt/root", "mnt/root"),
]
# Exit statuses that the texts tell of, beside 0: a part of the line, and the status.
STATUSES = [("--when ", 6)]

# What is recorded: it works and sleeps in turns.
PROGRAM = """#!/bin/sh
for turn in $(seq %d); do
    for i in $(seq %d); do :; done
    sleep 0.02
done
"""
WORK = {"server": 9000, "program": 9000, "solver": 9000, "old": 9000, "released": 9000,
        "new": 100, "built": 100}
TURNS = 4
FOR_EVER = 10 ** 6

GOLDEN = {
    "cpu.bpftrace": "bpftrace-recorded/input.bpftrace",
    "dump.txt": "py-spy-dump/input.py-spy",
    "heaptrack.myapp.4711.zst": "heaptrack-recorded/input.heaptrack",
    "massif.out": "massif-allocators-inlined/input.massif",
    "recording.jfr": "jfr-samples/input.jfr",
    "threads.json": "dump-to-file-json/input.dump-to-file",
    "threads.txt": "jstack-recorded/input.jstack",
}
FOLDED = "main;parse;read %d\nmain;parse;parse_json %d\nmain;draw;std::sort 20\nmain;secret 3\n"
BEFORE = ("a.folded", "upload.folded", "profile.folded", "fast.folded", "old.1", "old.2",
         "old.folded", "nodes/a.folded", "build/a.folded", "profiles/a.folded", "main/a.folded",
         "old/a.folded")
AFTER = ("b.folded", "new.folded", "slow.folded", "new.1", "new.2", "nodes/b.folded",
         "branch/a.folded", "new/a.folded")
PERF = """\
java 4711/4712 [000] 2.100000: 1 cycles:
\t401010 read+0x10 (/opt/java)
\t401200 main+0x4 (/opt/java)

nginx 4711/4713 [001] 4.200000: 1 cycles:
\t401020 hash_block+0x20 (/opt/java)
\t401200 main+0x4 (/opt/java)

"""
CALLGRIND = """\
events: Ir
fl=a.c
fn=main
1 5
cfn=keccak
calls=2 3
2 40
fn=keccak
3 40
"""
# Written by flame itself.
MADE = {"b.folded.gz": "folded", "old.svg": "svg", "old.pb.gz": "pprof", "new.pb.gz": "pprof",
        "nodes/a.pb.gz": "pprof", "nodes/b.pb.gz": "pprof"}
# Played as far as the lines ask for it.
PLAYED = {
    "perf": '#!/bin/sh\n[ "$1" = script ] && cat perf.txt || cat perf.pipe\n',
    "bpftrace": "#!/bin/sh\ncat cpu.bpftrace\n",
    "jstack": "#!/bin/sh\ncat threads.txt\n",
}
FUNCTIONS = ("main", "read", "parse_json", "keccak", "hash_block")
CODE, DATA, SECOND = 0x40000000, 0x50000000, 10 ** 9
POD = "/kubepods/pod%s-1111-2222-3333-444455556666/" + "a" * 64


def recording(switches=False, memory=False):
    """What `flame record` writes; with switches as --wall does, with memory as `perf mem`."""
    fields = made.USUAL | made.CGROUP | made.CPU
    if memory:
        fields |= made.ADDR | made.WEIGHT | made.SOURCE | made.PHYSICAL | made.PAGE | made.CODE_PAGE
    r = made.Recording(fields=fields)
    r.event("cycles", 1)
    r.features[made.HOSTNAME] = r.pack("I", 8) + r.text("web1")
    r.near((0, "0"), (1, "1"))
    r.take(made.PERF_MAP, 4711, "/tmp/perf-4711.map", "".join(
        f"{CODE + 256 * i:x} 100 {name}\n" for i, name in enumerate(FUNCTIONS)).encode())
    r.comm(4711, "java", 1)
    r.mmap(4711, CODE, 0x1000, "//anon", 2)
    r.mmap(4711, DATA, 0x1000, "[heap]", 2)
    for i, path in enumerate((POD % "0a1b2c3d", POD % "5e6f7a8b", "/system.slice/web.service")):
        r.group(100 + i, path, 3)
    for i in range(60):
        at = SECOND + i * 10 ** 6
        if switches:
            r.come(4711, 4711, at)
        leaf = CODE + 256 * (1 + i % (len(FUNCTIONS) - 1)) + 16
        r.sample(4711, at + 1000, [made.USER, leaf, CODE + 32], 0, 1000, group=100 + i % 3,
                 cpu=i % 2, access=(DATA + 8 * i, 12, 0x68100142, 0x1000, 4096, 4096))
        if switches:
            r.leave(4711, 4711, at + 5000)
    return r


@functools.cache
def recorded(**kind):
    return recording(**kind).file()


@functools.cache
def piped():
    return recording().through_pipe()


# Recordings by what the line is about: a part of it, and what the recording has.
KINDS = [("--off-cpu", {"switches": True}), ("--wall", {"switches": True}),
         ("--latency", {"switches": True}), ("page", {"memory": True}),
         ("--value weight", {"memory": True}), ("--root-by data", {"memory": True})]
RECORDINGS = ("perf.data", "old.data", "new.data", "run.data", "web.data", "nodes/a/perf.data",
              "nodes/b/perf.data")
# Where flame record --before leaves those that it compared.
SIDES = ("change/before", "change/after")

# The lines of a block, those that no block before had, and why each is not run, or none.
Block = collections.namedtuple("Block", "lines new why_not")


def blocks(page):
    """The indented blocks of a page, their lines whole and without what is said behind them."""
    for block in re.findall(r"(?:^    .*\n)+", page, re.M):
        block = re.sub(r"\\\n +", "", block)
        block = re.sub(r"\|\n +", "| ", block)
        yield [COMMENT.sub("", line.strip()) for line in block.splitlines()]


def write(folder, name, content):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as f:
        f.write(content if isinstance(content, bytes) else content.encode())
    return path


def program(folder, name, text):
    os.chmod(write(folder, name, text), stat.S_IRWXU)


def source(output):
    return (PERF if output == "pprof" else FOLDED % (10, 30)).encode()


@functools.cache
def pprof():
    """As Go writes it, with addresses."""
    p = profiles.Profile(("samples", "count"))
    p.mapping(0x400000, 0x500000, 0, "/opt/server")
    leaf = p.location((p.function("main.hashRow", "main.go"), 12), mapping=1, address=0x401010)
    p.sample([leaf], [30])
    return p.bytes()


@functools.cache
def theme():
    """The example of the chapter on themes."""
    text = PAGES[-1].read_text(encoding="utf-8")
    return re.search(r"^    about .*?(?=^\S)", text, re.M | re.S).group().replace("\n    ", "\n")


def is_named(file, text):
    """Whether a block names the file or its folder: "old/", not the program "./old"."""
    folder = os.path.dirname(file)
    return file in text or folder + "/" in text


def prepare(s, folder, text):
    """What the lines of the block name, but recordings."""
    files = {"mine.theme": theme(), "perf.txt": PERF, "profile.pb.gz": pprof(),
             "perf.pipe": piped(), "callgrind.out.4711": CALLGRIND,
             "kallsyms.copy": "ffffffff81000000 T do_syscall_64\n",
             **{name: FOLDED % (10, 30) for name in BEFORE},
             **{name: FOLDED % (11, 29) for name in AFTER}}
    for name, case in GOLDEN.items():
        files[name] = (kit.ROOT / "golden" / case).read_bytes()
    for name, content in files.items():
        if is_named(name, text) or name == "perf.pipe":
            write(folder, name, content)
    for name in ("mnt/root", "builds"):
        os.makedirs(os.path.join(folder, name))
    if "lttng-traces" in text:
        shutil.copytree(kit.ROOT / "golden/babeltrace-folder/trace",
                        os.path.join(folder, "lttng-traces/auto-20261128-040208"))
    for name, work in WORK.items():
        if "./" + name in text:
            program(folder, name, PROGRAM % (TURNS, work))
    for name, output in MADE.items():
        if is_named(name, text):
            write(folder, name, s.run("-f", output, input=source(output)).out)


def refresh(folder, lines):
    """The recordings of a block."""
    kind = next((kind for part, kind in KINDS for line in lines if part in line), {})
    sides = [f"{side}/1.data" for side in SIDES if any(side in line for line in lines)]
    for name in (*RECORDINGS, *sides):
        write(folder, name, recorded(**kind))


def run_line(s, folder, line, pid):
    for text, by in INSTEAD:
        line = re.sub(text, by.format(pid=pid), line)
    line = line.replace("--limits=untrusted", " ".join(s.untrusted))
    rule = "growth * 200%" if "--before" in line else "total '*' 100%"
    write(folder, "perf.budget", f"max {rule}\n")
    env = dict(os.environ, HOME=folder, PATH=s.path("bin") + os.pathsep + os.environ["PATH"])
    return s.run("-c", "set -o pipefail; " + line, program="bash", cwd=folder, env=env)


def why_not(line, records):
    """Why the line is not run, or none."""
    why = next((f"needs {why}" for part, why in NOT_RUN if part in line), None)
    if not why and "flame record" in line and not records:
        why = "recording is not allowed here"
    if not why and line.startswith("sudo ") and os.geteuid():
        why = "needs root"
    if not why and re.search(r"\| *dot\b", line) and kit.missing("dot"):
        why = "graphviz is not installed"
    return why


def run_block(s, folder, block, pid):
    """Runs the lines of a block one after another. Returns the run of each; none: left out."""
    prepare(s, folder, "\n".join(block.lines))
    refresh(folder, block.lines)
    runs = []
    for line, why in zip(block.lines, block.why_not):
        runs.append(None if why else run_line(s, folder, line.removeprefix("sudo "), pid))
        if not why and " -a " in line:  # what a whole system does is not known
            refresh(folder, block.lines)
    return runs


def claim_block(s, block, runs):
    for line, why, run in zip(block.lines, block.why_not, runs):
        allowed = [0, *(status for part, status in STATUSES if part in line)]
        if line not in block.new:
            continue
        if why:
            s.skip(line, why)
        elif run.rc not in allowed and "built without" in run.said:
            s.skip(line, run.said.strip())
        else:
            s.claim(line, run.rc in allowed, run)


def find_blocks(s, records):
    """The blocks with commands that no block before has."""
    found = set()
    for page in PAGES:
        for text in blocks(page.read_text(encoding="utf-8")):
            lines = [line for line in text if COMMAND.search(line)]
            unknown = [line for line in text if NAMED.search(line) and line not in lines]
            if unknown:
                s.claim(f"{page.name}: it is known how a command begins", False, unknown)
            new = set(lines) - found
            found |= new
            if new:
                yield Block(lines, new, [why_not(line, records) for line in lines])


def check(s):
    os.mkdir(s.path("bin"))
    for name in ("flame", "callgraph"):
        os.symlink(os.path.join(os.path.dirname(s.flame), name), s.path(f"bin/{name}"))
    for name, text in PLAYED.items():
        program(s.path("bin"), name, text)
    probe = s.run("record", "-q", "-o", "probe.data", "true")
    records = not (probe.rc == 3 and "perf" in probe.said)
    found = list(find_blocks(s, records))
    # Recordings mostly wait; those of two programs do so longest.
    found.sort(key=lambda block: not any("record --before" in line for line in block.lines))
    with kit.killed(subprocess.Popen(["sh", "-c", PROGRAM % (FOR_EVER, 9000)])) as process, \
            concurrent.futures.ThreadPoolExecutor(4 * os.cpu_count()) as pool:
        runs = [pool.submit(run_block, s, s.path(f"block-{i}"), block, process.pid)
                for i, block in enumerate(found)]
        for block, its in zip(found, runs):
            claim_block(s, block, its.result())
    found = {line for block in found for line in block.new}
    fenced = [page.name for page in PAGES if "\n```" in page.read_text(encoding="utf-8")]
    s.claim("other blocks are those that cli.recipes runs", fenced == ["ci.md"], fenced)
    s.claim("there are commands", len(found) > 110, len(found))
    lost = [part for part, _ in NOT_RUN if not any(part in line for line in found)]
    s.claim("what is not run is printed somewhere", not lost, lost)


kit.main(check)
