"""Recordings for the gate, made record by record, with the files that name their code: the same on
every machine, as no real recording is.
"""
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
from kit import elf, made  # noqa: E402 (found by the line above)

FIRST_PID = 1 << 23  # above those that a kernel gives: no process of the machine is one of these
KERNEL_START, FUNCTION = 0xffffffff81000000, 64
PAGE = 1 << 12


class Code:
    """A file with functions of the same length, one behind the other."""

    def __init__(self, path, n):
        self.path, self.n = path, n

    def size(self):
        return elf.CODE + self.n * FUNCTION + PAGE & -PAGE

    def write(self, folder):
        stem = self.path.rpartition("/")[2].partition(".")[0]
        file = elf.Elf(code=self.n * FUNCTION)
        file.symbols([(f"{stem}_function_{i}", elf.CODE + i * FUNCTION, FUNCTION)
                      for i in range(self.n)])
        target = folder / self.path.lstrip("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(file.bytes())

    def address(self, start, function, call):
        return start + elf.CODE + function * FUNCTION + 5 + call % 4 * 16


PROGRAMS = [Code(f"/usr/bin/program{i}", 100 + 40 * i) for i in range(12)]
LIBRARIES = [Code("/usr/lib/libc.so.6", 2000), Code("/usr/lib/libshared.so.1", 700),
             Code("/usr/lib/libother.so.2", 300)]
KERNEL_FUNCTIONS = 3000


class Process:
    """One program and its libraries, wherever they lie in its memory."""

    def __init__(self, pid, program, dice):
        self.pid, self.program = pid, program
        self.places = {program: 0x555500000000 + dice.randrange(1 << 20) * PAGE}
        for library in LIBRARIES:
            self.places[library] = 0x7f0000000000 + dice.randrange(1 << 26) * PAGE

    def load(self, recording, time):
        recording.comm(self.pid, self.program.path.rpartition("/")[2], time)
        for code, start in self.places.items():
            recording.mmap(self.pid, start, code.size(), code.path, time)

    def chain(self, dice):
        """Leaf first, of one of so many paths through the program."""
        path = dice.randrange(200)
        frames = [made.USER]
        for depth in range(4 + path % 20, 0, -1):
            code = self.program if depth < 6 else LIBRARIES[(path + depth) % len(LIBRARIES)]
            function = (37 * depth + path % (1 + 3 * depth)) % code.n
            frames.append(code.address(self.places[code], function, path))
        return frames


def kernel_chain(dice):
    path = dice.randrange(50)
    functions = [(211 * i + path) % KERNEL_FUNCTIONS for i in range(2 + path % 6)]
    return [made.KERNEL] + [
        KERNEL_START + function * FUNCTION + 5 + path % 4 * 16 for function in functions]


def write_files(folder):
    """What names the code of all recordings: DIR/files for --symfs, DIR/kallsyms."""
    for code in PROGRAMS + LIBRARIES:
        code.write(folder / "files")
    (folder / "kallsyms").write_text("".join(
        f"{KERNEL_START + i * FUNCTION:016x} t kernel_function_{i}\n"
        for i in range(KERNEL_FUNCTIONS)))


def begin(event):
    recording = made.Recording(fields=made.USUAL | made.IDENTIFIER | made.CPU)
    recording.event(event, 1)
    recording.mmap(-1, KERNEL_START, KERNEL_FUNCTIONS * FUNCTION, "[kernel.kallsyms]_text",
                   offset=KERNEL_START)
    return recording


def write_system(path):
    """A whole machine: processes come and go, each with few samples."""
    processes, samples = 250, 4000
    dice = random.Random(1)
    recording = begin("cycles")
    alive, time = [], 1000
    for i in range(samples):
        time += dice.randrange(1, 1000)
        if i % (samples // processes) == 0:
            pid = FIRST_PID + i
            if alive:
                recording.fork(pid, alive[-1].pid, time)
            alive.append(Process(pid, PROGRAMS[dice.randrange(len(PROGRAMS))], dice))
            alive[-1].load(recording, time)
        if len(alive) > 30:
            gone = alive.pop(0)
            recording.exit(gone.pid, gone.pid, time)
        process = alive[dice.randrange(len(alive))]
        inside = kernel_chain(dice) if dice.randrange(3) == 0 else []
        recording.sample(process.pid, time, inside + process.chain(dice), cpu=i % 4)
    path.write_bytes(recording.file())


def write_wall(path):
    """Threads that come and leave, and a sample now and then: for --wall."""
    threads, turns = 40, 4000
    dice = random.Random(2)
    recording = begin("cycles")
    process = Process(FIRST_PID, PROGRAMS[5], dice)
    process.load(recording, 1000)
    tids = [FIRST_PID + i for i in range(threads)]
    for tid in tids[1:]:
        recording.thread(FIRST_PID, tid, 1000)
    time = 1000
    for turn in range(turns):
        tid = tids[dice.randrange(threads)]
        recording.come(FIRST_PID, tid, time)
        time += dice.randrange(100, 100000)
        if turn % 3 == 0:
            recording.sample(FIRST_PID, time, process.chain(dice), tid=tid)
            time += dice.randrange(100, 10000)
        recording.leave(FIRST_PID, tid, time, preempted=dice.randrange(4) == 0)
        time += dice.randrange(0, 1000)
    path.write_bytes(recording.file())
