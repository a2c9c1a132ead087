#!/usr/bin/env python3
"""Files of DHAT: the sums of every measure, and every stack, are those in the file.

Made files are given with their keys in any order; hostile ones end soon. FLAME_SEED repeats a run.
The file that lies beside the project, where it does, is read here once more.
"""
import collections
import json
import os
import random
import re

import kit

CORPUS = kit.ROOT.parent / "shared" / "corpus"
KEYS = {"total-bytes": "tb", "total-blocks": "tbk", "t-gmax-bytes": "gb", "t-gmax-blocks": "gbk",
        "at-end-bytes": "eb", "at-end-blocks": "ebk", "read-bytes": "rb", "written-bytes": "wb"}


def stacks(run):
    found = collections.Counter()
    for line in filter(None, run.out.decode().split("\n")):
        stack, _, value = line.rpartition(" ")
        found[stack] += int(value)
    return dict(found)


def name(text):
    """The function alone, without the version of its symbol."""
    return re.sub(r"(@@?[A-Z]+_[\d.]+)? \([^()]*\)$", "", re.sub(r"^0x\w+: ", "", text))


def wanted(file, key):
    sums = collections.Counter()
    for point in file["pps"]:
        names = [name(file["ftbl"][i]) for i in reversed(point["fs"])] or ["[root]"]
        sums[";".join(names)] += point.get(key, 0)
    return {stack: n for stack, n in sums.items() if n}


def folded(s, path, value, *words):
    return s.run("-f", "folded", "--value", value, *words, str(path))


def check_corpus(s):
    path = CORPUS / "samples" / "valgrind" / "dhat.out.json"
    if not path.exists():
        s.skip(path.name, "it is not beside the project")
        return
    file = json.loads(path.read_text())
    for value, key in KEYS.items():
        run = folded(s, path, value, "--keep-allocator")
        right = wanted(file, key)
        s.claim(f"{path.name}: {value} of every stack", "skipped" not in run.said
                and (run.rc == 0 and stacks(run) == right if right
                     else run.rc == 1 and f"total of {value} is 0" in run.said), run)


def any_file(rng):
    table = ["[root]"] + [f"0x{0x109000 + i // 2:X}: f{i} (work.c:{i})" for i in range(1, 40)]
    points = []
    for _ in range(500):
        point = {key: rng.randrange(1 << 40) for key in KEYS.values()}
        point["fs"] = [rng.randrange(1, 40) for _ in range(rng.randrange(0, 15))]
        points.append(point)
    return {"dhatFileVersion": 2, "mode": "heap", "bklt": True, "bkacc": True, "cmd": "made",
            "pps": points, "ftbl": table}


def shuffled(rng, value):
    """The same with the keys of all objects in another order."""
    if isinstance(value, dict):
        keys = list(value)
        rng.shuffle(keys)
        return {key: shuffled(rng, value[key]) for key in keys}
    return [shuffled(rng, one) for one in value] if isinstance(value, list) else value


def check_made(s):
    seed = int(os.environ.get("FLAME_SEED", random.randrange(10**6)))
    print(f"seed {seed}")
    rng = random.Random(seed)
    file = any_file(rng)
    text = json.dumps(file)
    for claim, content, times in (
            ("on one line", text, 1),
            ("on many lines", json.dumps(file, indent=1), 1),
            ("with its keys in another order", json.dumps(shuffled(rng, file)), 1),
            ("with its keys in one more order", json.dumps(shuffled(rng, file), indent=2), 1),
            ("twice", text + text, 2)):
        path = s.path("made", content.encode())
        wrong = [value for value, key in KEYS.items() if stacks(folded(s, path, value))
                 != {stack: times * n for stack, n in wanted(file, key).items()}]
        s.claim(f"a file {claim}", not wrong, wrong)
    run = s.run("-f", "folded", "--value", "read-bytes",
                s.path("made", re.sub('"(rb|wb)": [0-9]+, ', "", text).encode()))
    s.claim("what was not measured cannot be drawn", run.rc != 0 and "read-bytes" in run.said, run)


def check_hostile(s):
    def run_of(points, table='["[root]", "0x1: f (a.c:1)"]', before=()):
        text = f'{{"dhatFileVersion": 2, "pps": [{points}], "ftbl": {table}}}'
        return s.run(*before, "-f", "folded", s.path("made", text.encode("latin-1")))

    half = '{"tb": 9223372036854775808, "tbk": 1, "fs": [1]}'
    run = run_of(half)
    s.claim("2^63 bytes", stacks(run) == {"f": 2**63}, run)
    run = run_of(half + "," + half)
    s.claim("a sum that does not fit is refused", run.rc == 1 and "2^64-1" in run.said, run)
    deep = '{"tb": 1, "tbk": 1, "fs": [' + ",".join("1" * 30000) + "]}"
    run = run_of(deep, before=s.untrusted)
    s.claim("a stack that is too deep is refused", run.rc == 1 and "depth" in run.said, run)
    run = run_of('{"tb": 1, "tbk": 1, "fs": [4294967295, 18446744073709551615]}')
    s.claim("indexes beyond all", run.rc == 1 and not run.out, run)
    run = run_of('{"tb": 1, "tbk": 1, "fs": [1]}', '["", "0x1: \\u0000;\\ud800\xff\\n (in a (b)"]')
    s.claim("names that are no text", run.rc in (0, 1) and run.said, run)
    run = run_of("[" * 10000 + "]" * 10000)
    s.claim("arrays in one another", run.rc == 1 and not run.out, run)


def check(s):
    run = s.run("-f", "folded", s.path("any", b'{"dhatFileVersion": 2, "pps": []}'))
    if "libyajl-dev" in run.said:
        s.skip("files of DHAT", "this build has no yajl")
        return
    check_corpus(s)
    check_made(s)
    check_hostile(s)


kit.main(check)
