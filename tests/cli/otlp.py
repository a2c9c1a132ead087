#!/usr/bin/env python3
"""Profiles of OTLP: the stacks and the sum of every value are those in the file, in every layout.

Hostile files end soon. FLAME_SEED repeats a run. The file that lies beside the project, where it
does, is read here once more, and held against another recording of the same program.
"""
import collections
import gzip
import os
import random

import kit
from kit import otlp, otlp_json, profiles

SAMPLES = kit.ROOT.parent / "shared" / "corpus" / "samples" / "java"


def stacks(run):
    """Folded stacks as a sum for each."""
    found = {}
    for line in filter(None, run.out.split(b"\n")):
        stack, _, value = line.rpartition(b" ")
        found[stack.decode("utf-8", "surrogateescape")] = int(value)
    return found


def folded(s, path, *words):
    return s.run("-f", "folded", "--root-by", "none", "--full-names", *words, str(path))


def check_recorded(s):
    path = SAMPLES / "ap.otlp"
    if not path.exists():
        s.skip(path.name, "it is not beside the project")
        return
    sums = collections.Counter()
    for frames, values in otlp.Read(path.read_bytes()).samples:
        sums[";".join(frames)] += sum(values)
    run = folded(s, path)
    s.claim(f"{path.name}: {sum(sums.values())} in {len(sums)} stacks",
            run.rc == 0 and "read as otlp" in run.said and stacks(run) == dict(sums), run)
    other = s.run("-f", "folded", str(SAMPLES / "ap.collapsed"))
    roots = {stack.partition(";")[0] for stack in stacks(other)}
    mine = {stack.partition(";")[0] for stack in stacks(run)}
    s.claim("its stacks begin where those of its folded stacks do", {"Work.main", "clone3"} <= mine
            and all(name in roots or name.startswith("[") for name in mine), (mine, roots))


def any_profiles(rng, layout, repeated):
    """Profiles, and what is in them, by type, thread and stack."""
    p = otlp.Profiles(layout, repeated)
    functions = [p.function(f"f{i}", f"/src/{i % 7}.c") for i in range(40)]
    places = []
    for i in range(60):
        lines = [rng.randrange(40) for _ in range(rng.randrange(1, 4))]
        at = p.location(*((functions[line], rng.randrange(1, 99)) for line in lines),
                        address=i + 1)
        places.append((at, [f"f{line}" for line in lines]))
    threads = [p.attribute("thread.name", f"t{i}") for i in range(3)]
    sums = collections.defaultdict(collections.Counter)
    for type_name, unit in (("cpu", "nanoseconds"), ("wall", "nanoseconds"), ("alloc", "bytes")):
        samples = []
        for _ in range(80):
            chosen = [rng.choice(places) for _ in range(rng.randrange(1, 30))]
            n = rng.randrange(1, 4)
            way = rng.randrange(3)
            values = [rng.randrange(1, 2**40) for _ in range(n)]
            times = [10**18 + rng.randrange(10**9) for _ in range(n)]
            thread = rng.randrange(3)
            stack = ";".join(reversed([name for _, lines in chosen for name in lines]))
            total = n if way == 1 else sum(values)
            sums[type_name][stack] += total
            sums[type_name, thread][stack] += total
            samples.append(p.sample([at for at, _ in chosen], () if way == 1 else values,
                                    () if way == 0 else times, [threads[thread]]))
        p.profile([(type_name, unit)], samples)
        if rng.randrange(2):
            p.resource(service__name=type_name)
    return p, sums


def check_made(s):
    seed = int(os.environ.get("FLAME_SEED", random.randrange(10**6)))
    print(f"seed {seed}")
    for layout in otlp.LAYOUTS:
        for how in (profiles.packed, profiles.one_by_one):
            p, sums = any_profiles(random.Random(seed), layout, how)
            name = f"{layout['name']}, {how.__name__}"
            path = s.path("made", p.bytes())
            wrong = []
            for type_name in ("cpu", "wall", "alloc"):
                run = folded(s, path, "--value", type_name)
                if run.rc or stacks(run) != dict(sums[type_name]) or "read as otlp" not in run.said:
                    wrong.append(run.brief())
                one = folded(s, path, "--value", type_name, "--where", "thread=t1")
                if stacks(one) != dict(sums[type_name, 1]):
                    wrong.append(one.brief())
            s.claim(f"{name}: stacks, values and labels", not wrong, wrong[:2])
            first = stacks(folded(s, path))
            if layout is otlp.IN_PROFILES:
                continue
            ahead = p.bytes(dictionary_first=True)
            twice = {stack: 2 * value for stack, value in first.items()}
            for claim, data, right in (
                    ("with its dictionary first", ahead, first),
                    ("packed by gzip", gzip.compress(p.bytes()), first),
                    ("twice", p.bytes() * 2, twice), ("twice, dictionary first", ahead * 2, twice)):
                run = folded(s, s.path("made", data))
                s.claim(f"{name}: {claim}", run.rc == 0 and stacks(run) == right, run)


def check_json(s):
    """What is read of JSON is what is read of the same profile as protobuf."""
    rng = random.Random(11)
    for layout in otlp.LAYOUTS:
        for how, order in (("as the protocol writes it", None), ("in any order", rng)):
            p, _ = any_profiles(random.Random(5), layout, profiles.packed)
            path, made = s.path("made", p.bytes()), otlp_json.text(p, order)
            wrong = []
            for words in (("--value", "cpu"), ("--value", "wall"), ("--value", "alloc"),
                          ("--where", "thread=t1"), ("--root-by", "service.name"), ("--srcline",)):
                words = ("-f", "folded", *words)
                one, other = s.run(*words, path), s.run(*words, s.path("json", made))
                if other.rc or not one.out or one.out != other.out:
                    wrong.append((words, one.brief(), other.brief()))
            s.claim(f"{layout['name']} as JSON, {how}: as it is as protobuf", not wrong, wrong[:2])
        first = stacks(folded(s, path))
        twice = {stack: 2 * value for stack, value in first.items()}
        long = otlp_json.text(p, None, 1)
        for claim, data, right in (
                ("over many lines", long, first),
                ("with carriage returns", long.replace(b"\n", b"\r\n"), first),
                ("behind a byte order mark", b"\xef\xbb\xbf" + made, first),
                ("in UTF-16", b"\xff\xfe" + made.decode().encode("utf-16-le"), first),
                ("without the end of its line", made[:-1], first),
                ("packed by gzip", gzip.compress(made), first), ("twice", made * 2, twice)):
            run = folded(s, s.path("json", data))
            s.claim(f"{layout['name']} as JSON, {claim}", run.rc == 0 and stacks(run) == right, run)


def check_json_damage(s):
    """Damage costs a message, or a sample, and not more; hostile files end."""
    p, _ = any_profiles(random.Random(6), otlp.NEWEST, profiles.packed)
    made = otlp_json.text(p)
    whole = stacks(folded(s, s.path("json", made)))
    wrong = []
    for n in range(0, len(made) - 2, 997 * s.slow):
        alone = folded(s, s.path("json", made[:n]), "--from", "otlp")
        if alone.rc != 1 or alone.out or alone.said.count("\n") != 1:
            wrong.append((n, alone.brief()))
        behind = folded(s, s.path("json", made + made[:n] + b"\n"))
        if behind.rc or stacks(behind) != whole:
            wrong.append((n, behind.brief()))
    s.claim("a message that is cut costs itself alone", not wrong, wrong[:3])
    for claim, text in (
            ("no profiles", b'{"resourceProfiles":[]}'),
            ("no dictionary", b'{"resourceProfiles":[{"scopeProfiles":[{"profiles":[{}]}]}]}'),
            ("another object", b'{"mappingTable":1}'), ("an array", b'[{"resourceProfiles":[]}]'),
            ("brackets", b'{"resourceProfiles":' + b"[" * 10**6)):
        run = s.run("-f", "folded", "--from", "otlp", s.path("json", text))
        s.claim(f"{claim}: refused", run.rc == 1 and not run.out, run)


def check_cut(s):
    """Every beginning is read or refused with its place; what is read is no more than the whole."""
    wrong = []
    for layout in otlp.LAYOUTS:
        data = any_profiles(random.Random(3), layout, profiles.packed)[0].bytes()
        for n in range(0, len(data), 397 * s.slow):
            run = folded(s, s.path("cut", data[:n]), "--from", "otlp")
            if run.rc != 1 or run.out or run.said.count("\n") != 1:
                wrong.append(f"{layout['name']} {n}: {run.brief()}")
    s.claim("a file that is cut is refused", not wrong, wrong[:3])


def check_large(s):
    """A dictionary that is larger than what is looked at to find the format."""
    p = otlp.Profiles(otlp.NEWEST)
    for i in range(3000):
        p.texts.append(f"a name that is not used by anybody {i}")
    main = p.location((p.function("main"), 1))
    p.profile([("cpu", "nanoseconds")], [p.sample([main], [5])])
    for first in (False, True):
        run = folded(s, s.path("large", p.bytes(dictionary_first=first)))
        s.claim(f"a large dictionary, first: {first}", stacks(run) == {"main": 5}, run)
    p = otlp.Profiles(otlp.NEWEST)
    main = p.location((p.function("main"), 1))
    p.profile([("cpu", "nanoseconds")], [p.sample([main], [5])] * 20000)
    run = folded(s, s.path("large", p.bytes()))
    s.claim("many samples before the dictionary", stacks(run) == {"main": 100000}, run)


def check_apart(s):
    """What is of pprof is not of OTLP."""
    p = profiles.Profile(("samples", "count"), ("cpu", "nanoseconds"))
    p.sample([p.location((p.function("main"), 1))], [1, 2])
    run = folded(s, s.path("pprof", p.bytes()), "--from", "otlp")
    s.claim("pprof is refused as OTLP", run.rc == 1 and not run.out, run)
    o = otlp.Profiles(otlp.NEWEST)
    o.profile([("cpu", "nanoseconds")], [o.sample([o.location((o.function("main"), 1))], [1])])
    run = folded(s, s.path("otlp", o.bytes()), "--from", "pprof")
    s.claim("OTLP is refused as pprof", run.rc == 1 and not run.out, run)


def check_hostile(s):
    """Numbers that mean much work, or too much of it."""
    p = otlp.Profiles(otlp.NEWEST)
    at = p.location(*[(p.function("f"), 1)] * 256)
    p.profile([("cpu", "count")], [p.sample([at] * 20000, [1])])
    run = s.run(*s.untrusted, "-f", "folded", s.path("inlined", p.bytes()))
    s.claim("inlined functions count for the depth of a stack",
            run.rc == 1 and "limit depth" in run.said.replace('"', ""), run)
    p = otlp.Profiles(otlp.NEWEST)
    main = p.location((p.function("f"), 1))
    p.profile([("cpu", "count")], [p.sample([main], [2**63 - 1]) for _ in range(3)])
    run = s.run("-f", "folded", s.path("sums", p.bytes()))
    s.claim("a sum that does not fit is refused", run.rc == 1 and "2^64-1" in run.said, run)
    p = otlp.Profiles(otlp.NEWEST)
    main = p.location((p.function("f"), 1))
    for i in range(30):
        p.profile([(f"t{i}", "count")], [p.sample([main], [1])])
    run = s.run("-f", "folded", s.path("types", p.bytes()))
    s.claim("more types than there are columns are refused",
            run.rc == 1 and "type of values" in run.said, run)


def check(s):
    check_recorded(s)
    check_made(s)
    check_json(s)
    check_json_damage(s)
    check_cut(s)
    check_large(s)
    check_apart(s)
    check_hostile(s)


kit.main(check)
