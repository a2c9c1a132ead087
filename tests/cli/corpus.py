#!/usr/bin/env python3
"""The checks and the corpus that lie beside the project, where they do: ../shared from its root.

Every frame of every picture against the reference model, hostile names in every output, hostile
attributes, palettes and options.
"""
import base64
import gzip
import os
import shutil
import subprocess
import sys

import kit
from kit import outputs

SHARED = kit.ROOT.parent / "shared"
CHECK = SHARED / "check"
HOSTILE = SHARED / "corpus" / "hostile"
TOTAL = 2700


def tool(name, *args):
    return subprocess.run([sys.executable, str(CHECK / name), *map(str, args)], capture_output=True,
                          text=True, check=False)


def check_model(s):
    done = tool("check_flame.py", s.flame, SHARED / "corpus" / "flame")
    last = done.stdout.strip().splitlines()[-1:] or [done.stderr[-300:]]
    s.claim(f"check_flame.py on the corpus: {last[0]}", last[0].endswith(", 0 failed")
            and not last[0].startswith("0 passed"), done.stdout[-800:])


def check_drawn(s):
    for path in sorted((SHARED / "corpus" / "flame").glob("*.folded*")):
        if path.suffix not in (".folded", ".gz"):
            continue
        run = s.run("--quiet", str(path))
        s.claim(f"{path.name} is drawn", run.rc == 0 and not outputs.Svg(run.out).unsafe(), run)


def script_sha256():
    return base64.b64decode(outputs.shipped()["script"][0]).hex()


def check_hostile_names(s):
    profile = HOSTILE / "hostile.folded"
    shutil.copy(HOSTILE / "hostile.palette.map", s.path("palette.map"))
    for claim, args in (("as they are", []), ("with a hostile palette map", ["--cp"]),
                        ("in US-ASCII", ["--encoding", "US-ASCII"]),
                        ("as an icicle from the leaves", ["--inverted", "--reverse"]),
                        ("with every frame", ["--minwidth", "0", "--hash"]),
                        ("without a script", ["--no-script"])):
        out = s.path("x.svg")
        run = s.run(*args, str(profile), "-o", out)
        done = tool("check_output.py", "svg", out, "--total", TOTAL, "--script-sha256",
                    script_sha256())
        s.claim(f"hostile names {claim}", run.rc == 0 and done.returncode == 0,
                done.stdout[-500:] or run)
    out = s.path("a.svg")
    run = s.run("--nameattr", str(HOSTILE / "hostile.nameattr"), str(profile), "-o", out)
    if run.rc == 0:
        done = tool("check_output.py", "svg", out, "--total", TOTAL, "--allow-links",
                    "--script-sha256", script_sha256())
        s.claim("hostile attributes", done.returncode == 0, done.stdout[-500:])
    else:
        s.claim("hostile attributes are refused with their line", run.rc == 2
                and "hostile.nameattr:" in run.said and not os.path.exists(out), run)
    for name in ("folded", "json", "boxes", "table", "tree"):
        run = s.run("-f", name, str(profile))
        text = run.out.decode("utf-8", "replace")
        sound = name == "folded" or not (outputs.CONTROL.search(text) or outputs.BIDI.search(text))
        s.claim(f"hostile names as {name}", run.rc == 0 and sound, run)
    total, frames = outputs.json_tree(s.run("-f", "json", str(profile)).out)
    s.claim("their total is in the JSON", total == TOTAL and frames[0]["total"] == TOTAL)


def check_hostile_options(s):
    """Every pair of option and value: a sound picture, or a usage error of one line."""
    words = gzip.decompress((HOSTILE / "hostile-options.nul.gz").read_bytes()).split(b"\0")
    pairs = list(zip(words[0::2], words[1::2]))
    problems = []
    for option, value in pairs:
        run = s.run(option, value, str(HOSTILE / "hostile-text.folded"))
        if run.rc == 2:
            fine = not run.out and run.said.count("\n") == 1 and "\x1b" not in run.said
        else:
            fine = run.rc == 0 and not outputs.Svg(run.out).unsafe()
        if not fine:
            problems.append(f"{option!r} {value[:40]!r}: "
                            f"{outputs.Svg(run.out).unsafe() if run.rc == 0 else run.brief()}")
    s.claim(f"{len(pairs)} pairs of hostile-options.nul", len(pairs) > 100 and not problems,
            "; ".join(problems[:3]))


def check_torture(s):
    """The fault injector that lies there, beside our own."""
    if s.sanitized or s.static or kit.missing("cc"):
        s.skip("torture.py", "needs a compiler and a program that loads libraries")
        return
    profile = str(SHARED / "corpus" / "flame" / "siblings.folded")
    out = s.path("t.svg")
    for kind in ("malloc", "read", "write", "open", "rename", "fsync"):
        done = tool("faults/torture.py", kind, "--file", out, "--", s.flame, profile, "-o", out)
        s.claim(f"torture.py {kind}, to a file", done.returncode == 0, done.stdout[-400:])
        if kind not in ("rename", "fsync"):
            done = tool("faults/torture.py", kind, "--", s.flame, profile)
            s.claim(f"torture.py {kind}, to standard output", done.returncode == 0,
                    done.stdout[-400:])


def check(s):
    if not (CHECK / "check_flame.py").exists() or not HOSTILE.is_dir():
        print("skipped: there is no ../shared beside the project")
        return
    check_model(s)
    check_drawn(s)
    check_hostile_names(s)
    check_hostile_options(s)
    check_torture(s)


kit.main(check)
