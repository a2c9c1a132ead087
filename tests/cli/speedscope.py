#!/usr/bin/env python3
"""Files of speedscope: the stacks and the sum of every profile are those in the file.

Made files are given with their keys in any order; hostile ones end soon. FLAME_SEED repeats a run.
The files that lie beside the project, where they do, are read here once more.
"""
import collections
import decimal
import json
import os
import random

import kit

FOREIGN = kit.ROOT.parent / "shared" / "corpus" / "foreign" / "speedscope"
GOOD = ("simple.speedscope.json", "two-sampled.speedscope.json")
# What speedscope refuses, and what is said of it here.
BROKEN = {
    "incomplete-trace.json": ({"A": 100}, "a beginning without its end"),
    "out-of-order-events.json": ({"A": 1, "B;A": 1, "B;A;A": 1}, "an end without its beginning"),
}
SCHEMA = "https://www.speedscope.app/file-format-schema.json"


def stacks(run):
    """Folded stacks as a sum for each."""
    found = {}
    for line in filter(None, run.out.split(b"\n")):
        stack, _, value = line.rpartition(b" ")
        found[stack.decode("utf-8", "surrogateescape")] = decimal.Decimal(value.decode())
    return found


def sampled(profile):
    for stack, weight in zip(profile["samples"], profile["weights"]):
        yield stack, weight


def evented(profile):
    stack = []
    now = None
    for event in profile["events"]:
        if stack:
            yield list(stack), event["at"] - now
        now = event["at"]
        if event["type"] == "O":
            stack.append(event["frame"])
        else:
            stack.remove(event["frame"])
    if stack:
        yield stack, profile["endValue"] - now


def wanted(text):
    """The stacks of a file, all profiles added."""
    file = json.loads(text, parse_float=decimal.Decimal)
    names = [frame["name"] for frame in file["shared"]["frames"]]
    sums = collections.Counter()
    for profile in file["profiles"]:
        for stack, weight in (sampled if profile["type"] == "sampled" else evented)(profile):
            if stack:
                sums[";".join(names[i] for i in stack)] += weight
    return {stack: weight for stack, weight in sums.items() if weight}


def folded(s, path, *words):
    return s.run("-f", "folded", "--root-by", "none", *words, str(path))


def check_foreign(s):
    for name in GOOD:
        path = FOREIGN / name
        if not path.exists():
            s.skip(name, "it is not beside the project")
            continue
        run = folded(s, path)
        s.claim(f"{name}: all stacks and their sums", run.rc == 0 and "skipped" not in run.said
                and "read as speedscope" in run.said and stacks(run) == wanted(path.read_text()),
                run)
    for name, (sums, reason) in BROKEN.items():
        path = FOREIGN / "invalid" / name
        if not path.exists():
            s.skip(name, "it is not beside the project")
            continue
        run = folded(s, path)
        s.claim(f"{name}: what is sound of it, and what is not", run.rc == 0
                and stacks(run) == sums and reason in run.said, run)
        run = folded(s, path, "--strict")
        s.claim(f"{name} is refused when damage is", run.rc == 1 and not run.out
                and f"{name}:" in run.said, run)
    for path in sorted(FOREIGN.glob("*/*")):
        run = folded(s, path)
        s.claim(f"{path.parent.name}/{path.name} is read, or refused by its name",
                run.rc == 0 or (run.rc == 1 and not run.out and path.name in run.said), run)


def shuffled(rng, value):
    """The same with the keys of all objects in another order."""
    if isinstance(value, dict):
        keys = list(value)
        rng.shuffle(keys)
        return {key: shuffled(rng, value[key]) for key in keys}
    return [shuffled(rng, one) for one in value] if isinstance(value, list) else value


def any_sampled(rng):
    samples = [[rng.randrange(20) for _ in range(rng.randrange(0, 9))] for _ in range(300)]
    return {"type": "sampled", "samples": samples, "startValue": 0, "endValue": 1,
            "weights": [rng.randrange(10**6) / 1000 for _ in samples]}


def any_evented(rng):
    at = -5000
    events = []
    stack = []
    for _ in range(600):
        at += rng.randrange(3) * rng.randrange(9999)
        opens = len(stack) < 2 or (len(stack) < 12 and rng.randrange(2))
        frame = rng.choice([i for i in range(20) if i not in stack]) if opens else stack.pop()
        if opens:
            stack.append(frame)
        events.append({"type": "O" if opens else "C", "frame": frame, "at": at / 1000})
    while stack:
        events.append({"type": "C", "frame": stack.pop(), "at": at / 1000})
    return {"type": "evented", "events": events, "startValue": -5, "endValue": at / 1000}


def any_file(rng):
    profiles = [rng.choice((any_sampled, any_evented))(rng) for _ in range(4)]
    for i, profile in enumerate(profiles):
        profile.update(name=f"p{i}", unit="milliseconds")
    return {"$schema": SCHEMA, "profiles": profiles, "name": "made",
            "shared": {"frames": [{"name": f"f{i}", "file": "/a.c", "line": i} for i in range(20)]}}


def check_made(s):
    seed = int(os.environ.get("FLAME_SEED", random.randrange(10**6)))
    print(f"seed {seed}")
    rng = random.Random(seed)
    file = any_file(rng)
    text = json.dumps(file)
    right = wanted(text)
    for claim, content, times in (
            ("on one line", text, 1),
            ("on many lines", json.dumps(file, indent=1), 1),
            ("with its keys in another order", json.dumps(shuffled(rng, file)), 1),
            ("with its keys in one more order", json.dumps(shuffled(rng, file), indent=2), 1),
            ("twice", text + text, 2)):
        run = folded(s, s.path("made", content.encode()))
        sums = {stack: times * weight for stack, weight in right.items()}
        s.claim(f"a file {claim}", run.rc == 0 and stacks(run) == sums, run)
    for i, profile in enumerate(file["profiles"]):
        run = folded(s, s.path("made", text.encode()), "--where", f"profile=p{i}")
        one = wanted(json.dumps(dict(file, profiles=[profile])))
        s.claim(f"one profile of it: {i}", run.rc == 0 and stacks(run) == one, run)


def check_rounding(s):
    """What is cut of weights is not lost in their sum."""
    n = 30000
    for weight in (1 / 3, 1e-7, 1.00000049, 123456.7890123):
        file = {"$schema": SCHEMA, "shared": {"frames": [{"name": "f"}]}, "profiles": [
            {"type": "sampled", "unit": "seconds", "samples": [[0]] * n, "weights": [weight] * n}]}
        run = folded(s, s.path("made", json.dumps(file).encode()))
        error = sum(stacks(run).values()) - n * decimal.Decimal(repr(weight))
        s.claim(f"{n} times {weight!r} are off by {error}",
                run.rc == 0 and abs(error) <= decimal.Decimal("0.0000005"), run)


def check_cut(s):
    """Every beginning is read or refused with its place."""
    text = json.dumps(any_file(random.Random(5)), indent=1)
    wrong = []
    for at in range(0, len(text), 1511 * s.slow):
        run = folded(s, s.path("cut", text[:at].encode()), "--from", "speedscope")
        if run.rc not in (0, 1) or (run.rc == 1 and run.out) or not run.said:
            wrong.append(f"{at}: {run.brief()}")
    s.claim("a file that is cut is read in part and that is said, or it is refused", not wrong,
            wrong[:3])


def document(profiles, frames='[{"name": "f"}]'):
    return f'{{"$schema": "{SCHEMA}", "shared": {{"frames": {frames}}}, "profiles": {profiles}}}\n'


def check_hostile(s):
    deep = 10000
    many = 30000
    sums = '[{"unit": "bytes", "samples": [[0], [0]], "weights": [9223372036854775808, 1%s]}]'
    largest = document(sums % ("8446744073709551615"))
    run = s.run("-f", "folded", s.path("sums", largest.encode()))
    s.claim("a sum that does not fit is refused", run.rc == 1 and "2^64-1" in run.said, run)
    fits = document('[{"unit": "none", "samples": [[0]], "weights": [9223372036854775808]}]')
    run = s.run("-f", "folded", s.path("fits", fits.encode()))
    s.claim("2^63 is a weight", stacks(run) == {"f": 2**63}, run)
    nested = document("[" * deep + "]" * deep)
    run = s.run("-f", "folded", s.path("nested", nested.encode()))
    s.claim(f"{deep} arrays in one another", run.rc == 1 and not run.out, run)
    nested = document('[{"samples": [[0]], "weights": [1], "x": ' + '{"x":' * deep + "0"
                      + "}" * deep + "}]")
    run = s.run("-f", "folded", s.path("nested", nested.encode()))
    s.claim(f"{deep} objects in one another that say nothing", stacks(run) == {"f": 1}, run)
    run = s.run(*s.untrusted, "-f", "folded", s.path("deep", document(
        '[{"samples": [[' + ",".join("0" * many) + ']], "weights": [1]}]').encode()))
    s.claim("a stack that is too deep is refused", run.rc == 1 and "depth" in run.said, run)
    opens = ",".join('{"type":"O","frame":0,"at":%d}' % i for i in range(many))
    run = s.run(*s.untrusted, "-f", "folded",
                s.path("deep", document('[{"events": [' + opens + "]}]").encode()))
    s.claim("so is one that is opened", run.rc == 1 and "depth" in run.said, run)
    odd = document('[{"samples": [[0]], "weights": [1]}]', '[{"name": "a\\u0000b\\ud800\xff\n"}]')
    run = s.run("-f", "folded", s.path("odd", odd.encode("latin-1")))
    s.claim("names that are no text", run.rc in (0, 1) and run.said, run)
    run = s.run("-f", "folded", s.path("alike", b'{"profiles": [{"type": "sampled", "unit": "none",'
                b'"samples": [[0]], "weights": [2]}], "shared": {"frames": [{"name": "f"}]}}'))
    s.claim("a file without its schema is seen to be one",
            "read as speedscope" in run.said and stacks(run) == {"f": 2}, run)


def check(s):
    run = s.run("-f", "folded", s.path("any", document("[]").encode()))
    if "libyajl-dev" in run.said:
        s.skip("files of speedscope", "this build has no yajl")
        return
    check_made(s)
    check_rounding(s)
    check_cut(s)
    check_hostile(s)
    check_foreign(s)


kit.main(check)
