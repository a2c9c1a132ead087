#!/usr/bin/env python3
"""Data of heaptrack: every measure of every stack is what the file says, replayed here once more.

What was held at the peak is counted here by going through the file twice; made files allocate and
free at random. FLAME_SEED repeats a run. Sums of the recording beside the project, where it is, are
those that heaptrack_print says.
"""
import collections
import os
import random
import re
import shutil
import subprocess

import kit

HEAP = kit.ROOT.parent / "shared" / "corpus" / "samples" / "heap"
GOLDEN = kit.ROOT / "golden" / "heaptrack-recorded" / "input.heaptrack"
MEASURES = ("peak", "leaked", "allocations", "temporary", "allocated")


def folded(run):
    found = collections.Counter()
    for line in filter(None, run.out.decode().split("\n")):
        stack, _, value = line.rpartition(" ")
        found[stack] += int(value)
    return found


class Replay:
    """The file, read plainly."""

    def __init__(self, text):
        self.strings, self.ips, self.traces, self.blocks, self.uses = [""], [None], [()], [], []
        self.ticks = []  # ms, and how many uses there were before
        for line in text.splitlines():
            kind, _, rest = line.partition(" ")
            if kind == "s":
                self.strings.append(rest.partition(" ")[2])
            elif kind in ("i", "t", "a"):
                getattr(self, "add_" + kind)([int(word, 16) for word in rest.split()])
            elif kind in ("+", "-"):
                self.uses.append((kind, int(rest, 16)))
            elif kind == "c":
                self.ticks.append((int(rest, 16), len(self.uses)))

    def add_i(self, numbers):
        module = os.path.basename(self.strings[numbers[1]])
        names = [self.strings[i] for i in numbers[2::3]] or [""]
        self.ips.append([name or f"[{module or 'unknown'} <{numbers[0]:x}>]"
                         for name in reversed(names)])

    def add_t(self, numbers):
        self.traces.append((*self.traces[numbers[1]], *self.ips[numbers[0]]))

    def add_a(self, numbers):
        self.blocks.append((numbers[0], ";".join(self.traces[numbers[1]])))

    def peak(self):
        """How many uses there were when it held the most for the first time."""
        held = most = at = 0
        for i, (kind, block) in enumerate(self.uses):
            held += self.blocks[block][0] * (1 if kind == "+" else -1)
            if held > most:
                most, at = held, i + 1
        return at

    def held_after(self, n_uses):
        held = collections.Counter()
        for kind, block in self.uses[:n_uses]:
            size, stack = self.blocks[block]
            held[stack] += size if kind == "+" else -size
        return +held

    def measures(self):
        found = {name: collections.Counter() for name in MEASURES}
        peak = self.peak()
        last = None
        for i, (kind, block) in enumerate(self.uses):
            size, stack = self.blocks[block]
            sign = 1 if kind == "+" else -1
            found["leaked"][stack] += sign * size
            found["peak"][stack] += sign * size if i < peak else 0
            found["allocations"][stack] += kind == "+"
            found["allocated"][stack] += size if kind == "+" else 0
            found["temporary"][stack] += kind == "-" and last == block
            last = block if kind == "+" else None
        return {name: +sums for name, sums in found.items()}


def check_measures(s, what, path, text):
    for measure, sums in Replay(text).measures().items():
        run = s.run("-f", "folded", "--full-names", "--addrs", "--value", measure, str(path))
        if not sums:
            s.claim(f"{what}: {measure} is nothing", "the total of" in run.said and run.rc == 1,
                    run)
            continue
        s.claim(f"{what}: {measure}", run.rc == 0 and folded(run) == sums, run)


def made(rng):
    lines = ["v 10400 3", "X ./made", "I 1000 10", "s 1 m"]
    lines += [f"s {len(name):x} {name}" for name in map("f{}".format, range(20))]
    lines += [f"i {0x1000 + i:x} 1 {2 + i:x}" for i in range(20)]
    lines += [f"t {rng.randrange(20) + 1:x} {rng.randrange(i):x}" for i in range(1, 60)]
    lines += [f"a {rng.randrange(1, 5000):x} {rng.randrange(1, 60):x}" for _ in range(90)]
    live = []
    for _ in range(4000):
        if live and rng.randrange(100) < 48:
            at = rng.choice((-1, rng.randrange(len(live))))
            lines.append(f"- {live.pop(at):x}")
        else:
            live.append(rng.randrange(90))
            lines.append(f"+ {live[-1]:x}")
    return "\n".join(lines) + "\n"


def check_made(s):
    seed = int(os.environ.get("FLAME_SEED", random.randrange(10**6)))
    print(f"seed {seed}")
    text = made(random.Random(seed))
    check_measures(s, "a made file", s.path("made", text.encode()), text)


SHOT = re.compile(r"snapshot (\d+)(, the peak)?, at (\d+) ms: ([\d,]+) bytes?")


def check_moments(s, what, path, text):
    """Each snapshot is what was held when its time was told, the peak, or the end."""
    replay = Replay(text)
    ticks = collections.defaultdict(set)
    for ms, n_uses in replay.ticks:
        ticks[ms].add(n_uses)
    titles = re.findall(r"<title>(snapshot [^\n]*)\n",
                        s.run("-f", "timeline", str(path)).out.decode())
    shots = sorted({(int(m[1]), bool(m[2]), int(m[3]), int(m[4].replace(",", "")))
                    for m in map(SHOT.fullmatch, titles)})
    wrong = []
    for number, is_peak, ms, total in shots:
        run = s.run("-f", "folded", "--full-names", "--addrs", "--snapshot", str(number), str(path))
        got = folded(run)
        ends = [len(replay.uses)] if number == len(shots) - 1 else ticks[ms]
        ends = [replay.peak()] if is_peak else ends
        if total and (sum(got.values()) != total
                      or got not in [replay.held_after(n) for n in ends]):
            wrong.append((number, is_peak, ms, total))
    s.claim(f"{what}: {len(shots)} snapshots, each what was held then",
            shots and not wrong and [shot[0] for shot in shots] == list(range(len(shots)))
            and [shot[2] for shot in shots] == sorted(shot[2] for shot in shots), wrong[:3])
    peak = sum(replay.measures()["peak"].values())
    s.claim(f"{what}: one is the peak", [shot[3] for shot in shots if shot[1]] == [peak], shots)
    return shots


def with_ticks(text, ticks):
    """The uses of a made file with the time told between them."""
    lines = text.splitlines()
    first = next(i for i, line in enumerate(lines) if line[0] == "+")
    for k, ms in enumerate(ticks):
        lines.insert(first + (len(lines) - first) * (k + 1) // (len(ticks) + 1), f"c {ms:x}")
    return "\n".join(lines) + "\n"


def check_over_time(s):
    seed = int(os.environ.get("FLAME_SEED", random.randrange(10**6)))
    rng = random.Random(seed)
    for n, spread in ((1, 1), (30, 10), (1000 // s.slow, 7), (400, 1)):
        text = with_ticks(made(rng), [20 + spread * k + rng.randrange(spread) for k in range(n)])
        shots = check_moments(s, f"{n} times (seed {seed})", s.path("ticks", text.encode()), text)
        most = min(n, 40) + 2
        s.claim(f"of {n} times some are taken", min(n, 20) <= len(shots) <= most, len(shots))
    run = s.run("-f", "folded", "--snapshot", "99", s.path("ticks", text.encode()))
    s.claim("a snapshot that is none is refused", run.rc == 1 and not run.out, run)
    text = text.replace("\nc ", "\n# ")
    shots = check_moments(s, "no time is told", s.path("ticks", text.encode()), text)
    s.claim("without a time the peak and the end are told", len(shots) == 2, shots)


def check_cut(s):
    text = GOLDEN.read_bytes()
    wrong = []
    for at in range(0, len(text), 11 * s.slow):
        run = s.run("-f", "folded", "--from", "heaptrack", s.path("cut", text[:at]))
        if run.rc not in (0, 1) or (run.rc == 1 and run.out) or (run.rc and not run.said):
            wrong.append(f"{at}: {run.brief()}")
    s.claim("a file that is cut is read in part, or refused", not wrong, wrong[:3])


def check_deep(s):
    deep = 20000
    text = "v 10400 3\nI 1000 10\ns 1 f\ni 1 0 1\n" + "".join(f"t 1 {i:x}\n" for i in range(deep))
    text += f"a 1 {deep:x}\n+ 0\n"
    run = s.run("-f", "folded", s.path("deep", text.encode()))
    s.claim(f"a stack of {deep} functions", run.out == b";".join([b"f"] * deep) + b" 1\n", run.said)
    run = s.run(*s.untrusted, "-f", "folded", s.path("deep", text.encode()))
    s.claim("a stack that is too deep is refused", run.rc == 1 and "depth" in run.said, run)


def check_recording(s):
    path = HEAP / "heaptrack.zst"
    zstd = shutil.which("zstd")
    if not path.exists() or not zstd:
        s.skip(path.name, "it is not beside the project, or zstd is not here")
        return
    text = subprocess.run([zstd, "-dc", path], capture_output=True, check=True).stdout.decode()
    check_measures(s, path.name, path, text)
    check_moments(s, path.name, path, text)
    printed = (HEAP / "heaptrack_print.txt").read_text()
    for measure, words, unit in (
            ("peak", "peak heap memory consumption", "K"), ("leaked", "total memory leaked", "K"),
            ("allocations", "calls to allocation functions", ""),
            ("temporary", "temporary memory allocations", "")):
        wanted = re.search(rf"^{words}: ([\d.]+){unit}", printed, re.MULTILINE)[1]
        total = sum(folded(s.run("-f", "folded", "--value", measure, str(path))).values())
        got = f"{total / 1000:.2f}" if unit else str(total)
        s.claim(f"{measure} is that of heaptrack_print, {wanted}{unit}", got == wanted, got)


def check(s):
    check_measures(s, "the golden recording", GOLDEN, GOLDEN.read_text())
    check_made(s)
    check_over_time(s)
    check_cut(s)
    check_deep(s)
    check_recording(s)


kit.main(check)
