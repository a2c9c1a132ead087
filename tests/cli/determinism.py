#!/usr/bin/env python3
"""The same input and options give the same bytes: in any locale, time zone and folder, with any
number of workers, at any place in memory, at each run, and whatever the order of lines and files.
"""
import hashlib
import os
import random
import subprocess

import kit

UNNAMED = ("--title", "any", "--subtitle", "any")  # without the name of a file
FORMATS = ("svg", "folded", "json", "boxes", "table", "tree")
SEED = 5
RUNS = 20


def profile(seed, n):
    """Stacks as of a real program: shared beginnings, names of many lengths and scripts."""
    dice = random.Random(seed)
    modules = [f"module_{i}::" + "x" * dice.randrange(30) for i in range(40)]
    words = ["parse", "read_[k]", "Größe", "関数", "operator()<int, char>", "com/example/Main", "a b"]
    lines = []
    for _ in range(n):
        depth = dice.randrange(2, 30)
        frames = ["main"] + [dice.choice(modules) + dice.choice(words) for _ in range(depth)]
        lines.append(f"{';'.join(frames)} {dice.randrange(1000)}.{dice.randrange(4)}")
    return lines


def digest(run):
    return hashlib.sha256(run.out).hexdigest() if run.rc == 0 and run.out else run.brief()


def all_formats(s, *args, **more):
    return [digest(s.run("-f", name, *args, **more)) for name in FORMATS]


def locales(s):
    """Locales with a decimal comma and a dotless i, as environments; those that can be made."""
    for language in ("de_DE", "tr_TR"):
        place = s.path(f"locales/{language}.UTF-8")
        os.makedirs(os.path.dirname(place), exist_ok=True)
        try:
            done = subprocess.run(["localedef", "-i", language, "-f", "UTF-8", place],
                                  capture_output=True).returncode == 0
        except OSError:
            done = False
        if done:
            yield language, {"LC_ALL": f"{language}.UTF-8", "LOCPATH": os.path.dirname(place)}
        else:
            s.skip(f"the same in {language}", "localedef cannot make it here")


def check_surroundings(s, path, wanted):
    surroundings = [("the C locale", {"LC_ALL": "C"}), ("the time zone of Kiritimati",
                    {"TZ": "Pacific/Kiritimati"}), ("no environment at all", None),
                    ("a large environment", {f"X{i}": "x" * 1000 for i in range(50)}),
                    ("a terminal of 40 columns", {"COLUMNS": "40", "TERM": "vt100"}),
                    ("another home and editor", {"HOME": "/none", "EDITOR": "ed", "USER": "x"})]
    surroundings += list(locales(s))
    kept = {k: v for k, v in os.environ.items() if k in ("LLVM_PROFILE_FILE", "ASAN_OPTIONS")}
    for claim, environment in surroundings:
        env = kept if environment is None else {**os.environ, **environment}
        s.claim(f"the same in {claim}", all_formats(s, path, env=env) == wanted)
    other = s.path("other/folder")
    os.makedirs(other)
    s.claim("the same in another folder, by another path",
            all_formats(s, os.path.relpath(path, other), cwd=other) == wanted)
    s.claim("the same from standard input",
            all_formats(s, *UNNAMED, input=open(path, "rb").read())
            == all_formats(s, *UNNAMED, path))
    if subprocess.run(["setarch", "-R", "true"], capture_output=True).returncode == 0:
        s.claim("the same without address randomisation",
                all_formats(s, path, before=["setarch", "-R"]) == wanted)
    else:
        s.skip("the same without address randomisation", "setarch -R is not allowed")
    seen = {digest(s.run("--hash", path)) for _ in range(RUNS // s.slow)}
    s.claim(f"the same at {RUNS // s.slow} runs", len(seen) == 1, seen)
    out = s.path("written.svg")
    s.run(path, "-o", out)
    with open(out, "rb") as f:
        s.claim("the same into a file", hashlib.sha256(f.read()).hexdigest() == wanted[0])


def check_order(s, lines):
    """Neither the order of lines nor that of files counts, but for --flamechart."""
    dice = random.Random(SEED)
    first = s.path("first.folded", "\n".join(lines[:3000]) + "\n")
    second = s.path("second.folded", "\n".join(lines[3000:]) + "\n")
    wanted = all_formats(s, first, second)
    s.claim("two files give the same in either order", all_formats(s, second, first) == wanted)
    wanted = all_formats(s, *UNNAMED, first, second)
    shuffled = lines[:]
    dice.shuffle(shuffled)
    mixed = s.path("mixed.folded", "\n".join(shuffled) + "\n")
    s.claim(f"shuffled lines (seed {SEED}) give the same",
            all_formats(s, *UNNAMED, mixed) == wanted)
    halves = [line for text in lines for line in halved(text)]
    dice.shuffle(halves)
    split = s.path("split.folded", "\n".join(halves) + "\n")
    s.claim("each sample in two lines gives the same",
            all_formats(s, *UNNAMED, split) == wanted)
    s.claim("with --flamechart the order counts", digest(s.run("--flamechart", mixed))
            != digest(s.run("--flamechart", first, second)))
    s.claim("--reverse does not depend on the order of lines",
            all_formats(s, "--reverse", *UNNAMED, mixed)
            == all_formats(s, "--reverse", *UNNAMED, first, second))


def halved(line):
    stack, _, count = line.rpartition(" ")
    whole, _, part = count.partition(".")
    return [f"{stack} {whole}", f"{stack} 0.{part}"]


def check_workers(s, lines):
    """More than 20 MB, so that several workers read it."""
    text = "\n".join(f"{line.replace('main', f'main{i % 9}', 1)}" for i, line in
                     enumerate(lines * 9)) + "\nbad\n# comment\n\n"
    large = s.path("large.folded", text)
    size = os.path.getsize(large)
    s.claim(f"the input for workers has {size >> 20} MB", size > 20 << 20)
    for more in ([],) if s.sanitized else ([], ["--flamechart"]):
        one = s.run("--threads", "1", "--summary", *more, large)
        others = [s.run("--threads", str(n), "--summary", *more, large)
                  for n in (range(2, 9) if not (more or s.sanitized) else (2, 8))]
        name = " ".join(["workers"] + more)
        s.claim(f"any number of {name} gives the same picture",
                one.rc == 0 and all(r.out == one.out for r in others),
                [r.brief() for r in [one] + others if r.out != one.out][:2])
        s.claim(f"any number of {name} says the same",
                all(r.said == one.said for r in others) and ":bad" not in one.said, one.said)
    folded = [digest(s.run("--threads", n, "-f", "folded", large)) for n in ("1", "3", "8")]
    s.claim("any number of workers gives the same folded text", len(set(folded)) == 1, folded)
    overflow = s.path("overflow.folded", text + "a 18446744073709551615\nb 1\n")
    runs = [s.run("--threads", n, overflow) for n in ("1", "2", "7")]
    s.claim("any number of workers finds the same overflow in the same line",
            len({r.said for r in runs}) == 1 and {r.rc for r in runs} == {1},
            [r.brief() for r in runs])
    runs = [s.run("--strict", "--threads", n, large) for n in ("1", "2", "7")]
    s.claim("any number of workers finds the same bad line with --strict",
            len({r.said for r in runs}) == 1 and {r.rc for r in runs} == {1},
            [r.brief() for r in runs])


def check(s):
    lines = profile(SEED, 6000)
    path = s.path("in.folded", "\n".join(lines) + "\n")
    wanted = all_formats(s, path)
    s.claim("every format writes something", len(set(wanted)) == len(FORMATS)
            and not any("rc" in w for w in wanted), wanted)
    check_surroundings(s, path, wanted)
    check_order(s, lines)
    check_workers(s, lines)


kit.main(check)
