#!/usr/bin/env python3
"""Any number of workers makes the same of an input: the same bytes, the same exit status, and the
same is said.

flame-shared lies beside flame and shares the smallest input among as many workers as it is told.
It reads golden inputs, damaged ones, and a recording of many processes, files and maps. With the
thread sanitizer these runs show that workers do not race.
"""
import concurrent.futures
import os
import pathlib
import random

import kit
from kit import dwarf, elf, made

SHARED = (".perf", ".perf-data", ".folded", ".diff-folded")  # whose readers have workers
WORKERS = (1, 2, 3, 7)
OUTPUTS = ("folded", "rows", "pprof", "json", "firefox", "svg")
READS = ([], [], ["--strict"], ["--full-names"], ["--event", "all"], ["--max-bad", "2"],
         ["--root-by", "tid,comm"], ["--addrs"], ["--srcline"], ["--off-cpu"], ["--wall"])
FOREIGN = (b"rubbish", b"# comment", b"a;b 3", b"main;x 18446744073709551615",
           b"# flame: unit=ns period=7", b"# flame: unit=ns period=1000",
           b'"main" #1 prio=5\n   java.lang.Thread.State: RUNNABLE\n\tat a.b(C.java:3)')
# Where nothing is wanted but to run: of these runs the sanitizer says what is wrong.
FEW = (3, 7)
RACED = 66
PROCESSES, FILES, SAMPLES = 12, 5, 400
BASE, PAGES = 0x400000, 0x10000
NAMED = dwarf.RANGE + [(dwarf.NAME, dwarf.STRING)]


def arguments(folder):
    path = folder / "args"
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return [line for line in lines if line and not line.startswith("#")]


def outputs_of(folder, turn):
    """The formats of its expected files, and another one."""
    own = {path.name.partition(".")[2] for path in folder.glob("expected.*")}
    program = ["callgraph"] if (folder / "program").exists() else []
    formats = [name for name in sorted(own - {"err", "notes", "dot"})]
    return program, formats + ([] if program and formats else
                               ["json"] if program else [OUTPUTS[turn % len(OUTPUTS)]])


def golden():
    """(name, folder, words, format) of each output of golden cases that workers read."""
    for turn, folder in enumerate(sorted((kit.ROOT / "golden").iterdir())):
        inputs = sorted(path.name for path in folder.glob("input.*"))
        sides = [f"--before={path.name}" for path in sorted(folder.glob("before.*"))] \
            + sorted(path.name for path in folder.glob("after.*"))
        if not any(name.endswith(SHARED) for name in inputs + sides):
            continue
        program, formats = outputs_of(folder, turn)
        for name in dict.fromkeys(formats):
            yield (f"{folder.name} as {name}", folder,
                   [*program, *arguments(folder), *inputs, *sides], name)


def damaged_lines(dice, data):
    """The lines at the beginning are left, as they tell of the whole."""
    lines = data.split(b"\n")
    head = next((i for i, line in enumerate(lines)
                 if line.strip() and not line.startswith(b"#")), 0)
    i, k = (dice.randrange(head, len(lines)) for _ in range(2))
    lines[i:i + 1] = dice.choice((
        lambda: [], lambda: [b"", lines[i]], lambda: [lines[k], lines[i]],
        lambda: [lines[i][:dice.randrange(len(lines[i]) + 1)]], lambda: [lines[i] + b"\r"],
        lambda: [dice.choice(FOREIGN), lines[i]], lambda: lines[k:k + 5] + [lines[i]]))()
    return b"\n".join(lines)


def damaged(dice, path):
    data = path.read_bytes()
    for _ in range(dice.choice((0, 1, 1, 2, 4, 8))):
        if path.suffix != ".perf-data":
            data = damaged_lines(dice, data)
        elif data:
            at = dice.randrange(min(len(data), dice.choice((4096, len(data)))))
            data = data[:at] + bytes([data[at] ^ 1 << dice.randrange(8)]) + data[at + 1:]
    return data * dice.choice((1, 1, 2)) if path.suffix != ".perf-data" else data


def all_damaged(s, seed):
    """The same of damaged inputs, each in a folder of its own."""
    paths = [path for folder in sorted((kit.ROOT / "golden").iterdir())
             for path in sorted(folder.glob("input.*"))
             if path.name.endswith(SHARED) and path.is_file()]
    for i, path in enumerate(paths):
        dice = random.Random(f"{seed} {path}")
        folder = pathlib.Path(s.path(f"damaged{i}"))
        folder.mkdir()
        (folder / path.name).write_bytes(damaged(dice, path))
        words = [*dice.choice(READS), path.name]
        yield (f"{path.parent.name} damaged (seed {seed}), {' '.join(words[:-1])}", folder, words,
               dice.choice(OUTPUTS))


def program(number):
    """A file of functions, one of which is inlined into each."""
    table = dwarf.abbreviation(1, dwarf.COMPILE_UNIT, dwarf.RANGE, True) \
        + dwarf.abbreviation(2, dwarf.SUBPROGRAM, NAMED, True) \
        + dwarf.abbreviation(3, dwarf.INLINED, NAMED) + b"\0"
    starts = [elf.CODE + 64 * i for i in range(32)]
    functions = [b"\2" + dwarf.code(at, 64) + b"f%d_%d\0" % (number, at)
                 + b"\3" + dwarf.code(at + 16, 16) + b"inlined%d\0" % number + b"\0"
                 for at in starts]
    info = b"\1" + dwarf.code(elf.CODE, 4096) + b"".join(functions) + b"\0"
    e = elf.Elf(4096)
    e.symbols([(f"f{number}_{at}", at, 64) for at in starts])
    e.section(".debug_info", elf.PROGBITS, dwarf.unit(info))
    e.section(".debug_abbrev", elf.PROGBITS, table)
    return e.bytes()


def recorded(s):
    """A recording of processes that share files, and run code of their own with a perf map."""
    dice = random.Random(3)
    folder = pathlib.Path(s.path("recorded"))
    folder.mkdir()
    r = made.Recording()
    r.event("cycles:u", 1)
    paths = [str(folder / f"lib{i}.so") for i in range(FILES)]
    for i, path in enumerate(paths[:-1]):  # one is missing
        pathlib.Path(path).write_bytes(program(i))
    for pid in range(1, PROCESSES + 1):
        r.comm(pid, f"worker{pid % 4}", pid)
        for i, path in enumerate(paths):
            r.mmap(pid, BASE + i * PAGES, PAGES, path, pid)
        if pid % 3:
            (folder / f"perf-{pid}.map").write_text("".join(
                f"{0x7f000000 + 256 * i:x} 100 made{pid % 2}_{i}\n" for i in range(64)))
        r.mmap(pid, 0x7f000000, PAGES, "//anon", pid)
    for i in range(SAMPLES):
        chain = [BASE + dice.randrange(FILES) * PAGES + elf.CODE + dice.randrange(2048)
                 for _ in range(dice.randrange(1, 12))]
        if dice.randrange(3) == 0:
            chain[0] = 0x7f000000 + dice.randrange(1 << 14)
        r.sample(dice.randrange(1, PROCESSES + 1), 100 + i, [made.USER, *chain],
                 period=dice.randrange(1, 9))
    (folder / "many.perf-data").write_bytes(r.file())
    for words in ([], ["--full-names"], ["--no-inline"], ["--srcline"]):
        for name in ("folded", "pprof", "rows"):
            yield (f"a recording of many {' '.join(words)}", folder,
                   ["--perf-map-dir", str(folder), *words, "many.perf-data"], name)


def difference(s, case):
    """What differs between numbers of workers, or nothing."""
    what, folder, words, name = case
    first = None
    for n in FEW if s.sanitized else WORKERS:
        program = words[:1] if words[0] == "callgraph" else []
        run = s.run(*program, "--threads", str(n), "--summary", "-f", name,
                    *words[len(program):], cwd=folder)
        got = (run.rc, run.out, run.said)
        if run.rc not in (0, 1, 2):
            return f"{what}: {n} workers: {run.said[:3000] if run.rc == RACED else run.brief()}"
        if first and got != first:
            part = next(part for part in range(3) if got[part] != first[part])
            return f"{what}: {n} workers: other {('status', 'bytes', 'words')[part]}: {run.brief()}"
        first = first or got
    return None


def compare(s, text, cases):
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda case: difference(s, case), cases))
    wrong = [problem for problem in found if problem]
    s.claim(f"any number of workers makes the same of {len(found)} {text}",
            found and not wrong, f"{len(wrong)}: " + "; ".join(wrong[:3]))


def check(s):
    s.flame = os.path.join(os.path.dirname(s.flame), "flame-shared")
    seed = os.environ.get("FLAME_SEED", "1")
    with open(s.flame, "rb") as f:
        races = b"__tsan_init" in f.read()  # it sees what is in a run, so each kind has one
    compare(s, "outputs of golden inputs", list(golden()) if races else s.part(golden()))
    compare(s, "damaged inputs", s.part(all_damaged(s, seed)))
    compare(s, "outputs of many processes", list(recorded(s)))


if __name__ == "__main__":
    kit.main(check)
