#!/usr/bin/env python3
"""Profiles of pprof: the stacks and the sum of every value are those in the file.

Made profiles are given packed and not, in pieces, and behind one another; hostile ones end soon.
FLAME_SEED repeats a run.
The profiles that lie beside the project, where they do, are read here once more; of those in older
formats the text that pprof prints is made a profile and read as both.
"""
import collections
import gzip
import os
import random
import re

import kit
from kit import profiles

CORPUS = kit.ROOT.parent / "shared" / "corpus"
PROTOS = ("samples/go/go.cpu.pb.gz", "samples/go/go.heap.pb.gz",
          "foreign/speedscope/other/pprof-simple.pb")
HOSTILE = "hostile/hostile.pb.gz"
FOREIGN = "foreign/pprof"


def stacks(run):
    """Folded stacks as a sum for each."""
    found = {}
    for line in filter(None, run.out.split(b"\n")):
        stack, _, value = line.rpartition(b" ")
        found[stack.decode("utf-8", "surrogateescape")] = int(value)
    return found


def folded(s, path, *words):
    return s.run("-f", "folded", "--root-by", "none", *words, str(path))


def wanted(read, column):
    sums = collections.Counter()
    for frames, values in read.samples:
        sums[";".join(frames)] += values[column]
    return {stack: value for stack, value in sums.items() if value}


def check_protos(s):
    for name in PROTOS:
        path = CORPUS / name
        if not path.exists():
            s.skip(name, "it is not beside the project")
            continue
        data = path.read_bytes()
        read = profiles.Read(gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)
        default = stacks(folded(s, path, "--full-names"))
        for column, value in enumerate(read.types):
            run = folded(s, path, "--full-names", "--value", value)
            right = wanted(read, column)
            s.claim(f"{name}: {sum(right.values())} of {value} in {len(right)} stacks",
                    run.rc == 0 and stacks(run) == right, run)
            if value == read.default:
                s.claim(f"{name}: {value} is drawn unless told otherwise", default == right)


def check_hostile_names(s):
    path = CORPUS / HOSTILE
    if not path.exists():
        s.skip(HOSTILE, "it is not beside the project")
        return
    read = profiles.Read(gzip.decompress(path.read_bytes()))
    run = folded(s, path, "--full-names")
    s.claim("hostile names: all of them are stacks",
            sum(stacks(run).values()) == sum(values[-1] for _, values in read.samples)
            and len(stacks(run)) == len(read.samples), run)


def check_twins(s):
    """Types of values may have one name."""
    p = profiles.Profile(("cpu", "nanoseconds"), ("wall", "nanoseconds"), ("cpu", "nanoseconds"),
                         ("cpu", "count"))
    f = p.location((p.function("f"), 1))
    p.sample([f], [1, 2, 3, 4])
    path = s.path("twins.pb.gz", p.bytes())
    for name, value in (("cpu", "1"), ("wall", "2"), ("cpu#2", "3"), ("cpu#3", "4")):
        run = folded(s, path, "--value", name)
        s.claim(f"of types of values that have one name {name} is one", stacks(run) == {"f": int(
            value)}, run)
    run = s.run("--value", "cpu#4", path)
    s.claim("the refusal lists them", all(name in run.said for name in ("cpu,", "cpu#2", "cpu#3")),
            run)


def profile_of_text(text):
    """The profile that pprof's text is of."""
    head, _, rest = text.partition("Samples:\n")
    types, _, rest = rest.partition("\n")
    samples, _, rest = rest.partition("Locations\n")
    locations, _, mappings = rest.partition("Mappings\n")
    p = profiles.Profile(*(word.replace("[dflt]", "").split("/", 1) for word in types.split()))
    for line in mappings.splitlines():
        m = re.match(r"\d+: 0x(\w+)/0x(\w+)/0x(\w+) (\S*) ", line)
        if m:
            p.mapping(int(m[1], 16), int(m[2], 16), int(m[3], 16), m[4])
    for line in locations.splitlines():
        m = re.match(r" *(\d+): 0x(\w+) (?:M=(\d+) )?(?:(\S+) )?", line)
        lines = [(p.function(m[4]), 0)] if m[4] else []
        p.location(*lines, mapping=int(m[3] or 0), address=int(m[2], 16))
    for line in samples.splitlines():
        m = re.match(r"([ \d]+): ?([ \d]*)$", line)
        if m:
            p.sample([int(word) for word in m[2].split()], [int(word) for word in m[1].split()])
        elif ":[" in line:
            key, value = re.match(r" *(\w+):\[(\w+)\]", line).groups()
            p.parts[2][-1] = profiles.message(2, dict(profiles.fields(p.parts[2][-1]))[2],
                                              p.label(key, int(value)))
    return p.bytes(), [word.split("/")[0] for word in types.split()]


def check_texts(s):
    paths = sorted((CORPUS / FOREIGN).glob("*.string"))
    if not paths:
        s.skip("what pprof prints of profiles", "they are not beside the project")
    for path in paths:
        data, values = profile_of_text(path.read_text(encoding="utf-8"))
        made = s.path(path.name + ".pb", data)
        wrong = []
        for value in values:
            labelled = [["--root-by", "bytes"]] if "bytes:[" in path.read_text("utf-8") else []
            for words in ([], ["--addrs"], *labelled):
                one = s.run("-f", "folded", "--value", value, *words, made)
                other = s.run("-f", "folded", "--value", value, *words, "--from", "go", str(path))
                # Of the text of pprof it is not known where in its file an address lies.
                if words == ["--addrs"]:
                    same = sum(stacks(one).values()) == sum(stacks(other).values())
                else:
                    same = stacks(one) == stacks(other)
                if one.rc or other.rc or not same:
                    wrong.append(f"{value} {words}: {one.brief()}, {other.brief()}")
        s.claim(f"{path.name}: the profile of it and itself are the same in {', '.join(values)}",
                not wrong, wrong[:2])


def check_older(s):
    """Formats that pprof reads as well."""
    for path in sorted((CORPUS / FOREIGN).glob("*")):
        if path.suffix == ".string":
            continue
        run = folded(s, path)
        s.claim(f"{path.name} is not taken for a profile.proto", "read as pprof\n" not in run.said
                and (run.rc == 0 or not run.out), run)


def any_profile(rng, repeated):
    p = profiles.Profile(("samples", "count"), ("cpu", "nanoseconds"), repeated=repeated)
    functions = [p.function(f"f{i}", f"/src/{i % 7}.c") for i in range(40)]
    locations = [p.location(*((rng.choice(functions), rng.randrange(1, 99))
                              for _ in range(rng.randrange(1, 4))), address=rng.randrange(1, 2**48))
                 for _ in range(60)]
    for _ in range(200):
        p.sample([rng.choice(locations) for _ in range(rng.randrange(1, 30))],
                 [rng.randrange(1, 5), rng.randrange(2**40)],
                 p.label("thread", f"t{rng.randrange(3)}"),
                 p.label("size", rng.randrange(-5, 5), rng.choice(("", "bytes"))))
    return p


def check_made(s):
    seed = int(os.environ.get("FLAME_SEED", random.randrange(10**6)))
    print(f"seed {seed}")
    p = any_profile(random.Random(seed), profiles.packed)
    data = p.bytes()
    right = wanted(profiles.Read(data), 1)
    twice = {stack: 2 * value for stack, value in right.items()}
    loose = any_profile(random.Random(seed), profiles.one_by_one).bytes()
    strange = profiles.message(99, b"x" * 300) + data + profiles.number(98, 7)
    for claim, content, sums in (
            ("not packed", data, right),
            ("packed by gzip", gzip.compress(data), right),
            ("with numbers one by one", loose, right),
            ("with its texts first", p.bytes(strings_first=True), right),
            ("with unknown fields behind it", data + profiles.message(99, b"x" * 300), right),
            ("twice", data + data, twice),
            ("packed twice", gzip.compress(data) * 2, twice),
            ("twice with its texts first", p.bytes(strings_first=True) * 2, twice)):
        run = folded(s, s.path("made", content))
        s.claim(f"a profile {claim}", run.rc == 0 and stacks(run) == sums
                and "read as pprof" in run.said, run)
    run = folded(s, s.path("made", strange), "--from", "pprof")
    s.claim("a profile between unknown fields, by name", stacks(run) == right, run)
    for part in ("t0", "t1", "t2"):
        one = folded(s, s.path("made", data), "--where", f"thread={part}")
        s.claim(f"a label: {part}", one.rc == 0 and 0 < len(stacks(one)) < len(right), one)
    one = folded(s, s.path("made", data), "--where", "size=-3 bytes")
    other = folded(s, s.path("made", data), "--where", "size=-3")
    s.claim("a label that is a number, with its unit and without",
            0 < len(stacks(one)) and 0 < len(stacks(other)) and stacks(one) != stacks(other), one)


def check_difference(s):
    """What -diff_base writes is drawn as what --before draws of the two profiles."""
    kinds = ("samples", "cpu")
    old, new, both = (profiles.Profile(("samples", "count"), ("cpu", "nanoseconds"))
                      for _ in range(3))
    rng = random.Random(7)
    for side, sign, labels in ((old, -1, ("pprof::base", "true")), (new, 1, ())):
        for _ in range(60):
            names = [f"f{rng.randrange(5)}" for _ in range(rng.randrange(1, 6))]
            values = [rng.randrange(1, 9), rng.randrange(10**6)]
            for p, times in ((side, 1), (both, sign)):
                p.sample([p.location((p.function(name), 1)) for name in names],
                         [times * value for value in values],
                         *([p.label(*labels)] if labels else []))
    paths = [s.path(f"{name}.pb", p.bytes()) for name, p in
             (("old", old), ("new", new), ("both", both))]
    for value in kinds:
        words = ("-f", "diff-folded", "--root-by", "none", "--value", value)
        run = s.run(*words, paths[2])
        two = s.run(*words, "--before", paths[0], paths[1])
        s.claim(f"negative values of {value} are what was before", run.rc == 0 and run.out
                and run.out == two.out and "negative values (60)" in run.said, run)
        before = s.run("-f", "folded", "--root-by", "none", "--value", f"{value} before", paths[2])
        s.claim(f"{value}: they can be drawn alone",
                stacks(before) == stacks(folded(s, paths[0], "--value", value)), before)
        after = s.run("-f", "folded", "--root-by", "none", "--value", value, paths[2])
        s.claim(f"{value}: outputs of one side have what is after",
                stacks(after) == stacks(folded(s, paths[1], "--value", value)), after)
    run = s.run("-f", "svg", paths[2])
    s.claim("a picture has both sides",
            run.rc == 0 and b"before \xe2\x86\x92 after" in run.out, run)
    many = profiles.Profile(*((f"t{i}", "count") for i in range(13)))
    many.sample([many.location((many.function("f"), 1))], [-1] * 13)
    run = s.run("-f", "folded", s.path("many", many.bytes()))
    s.claim("a difference of more types than there are columns for is refused",
            run.rc == 1 and "more than 12 types" in run.said, run)


def check_cut(s):
    """Every beginning is read or refused with its place; what is read is no more than the whole."""
    p = any_profile(random.Random(3), profiles.packed)
    data = p.bytes()
    wrong = []
    for n in range(0, len(data), 97 * s.slow):
        run = folded(s, s.path("cut", data[:n]), "--from", "pprof")
        if run.rc != 1 or run.out or run.said.count("\n") != 1:
            wrong.append(f"{n}: {run.brief()}")
    s.claim("a profile that is cut is refused", not wrong, wrong[:3])


def check_hostile(s):
    """Sizes and numbers that mean much work."""
    many = 20000
    inlined = profiles.Profile(("samples", "count"))
    function = inlined.function("f")
    at = inlined.location(*[(function, 1)] * 256)
    inlined.sample([at] * many, [1])
    run = s.run(*s.untrusted, "-f", "folded", s.path("inlined", inlined.bytes()))
    s.claim("inlined functions count for the depth of a stack",
            run.rc == 1 and "limit depth" in run.said.replace('"', ""), run)
    sums = profiles.Profile(("samples", "count"))
    place = sums.location((sums.function("f"), 1))
    for _ in range(3):
        sums.sample([place], [2**63 - 1])
    run = s.run("-f", "folded", s.path("sums", sums.bytes()))
    s.claim("a sum that does not fit is refused", run.rc == 1 and "2^64-1" in run.said, run)
    types = profiles.Profile(*((f"t{i}", "count") for i in range(25)))
    run = s.run("-f", "folded", s.path("types", types.bytes()))
    s.claim("more types than there are columns are refused", run.rc == 1 and "25 types" in run.said,
            run)
    empty = b"\x12\x00\x22\x00\x2a\x00\x1a\x00" * many
    run = s.run("-f", "folded", "--from", "pprof",
                s.path("empty", profiles.Profile(("samples", "count")).bytes() + empty))
    s.claim("empty messages are skipped", run.rc == 1 and not run.out, run)


def check(s):
    check_made(s)
    check_twins(s)
    check_difference(s)
    check_cut(s)
    check_hostile(s)
    check_protos(s)
    check_hostile_names(s)
    check_texts(s)
    check_older(s)


kit.main(check)
