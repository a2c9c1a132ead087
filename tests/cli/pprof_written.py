#!/usr/bin/env python3
"""Profiles of pprof that are written: what was read is in them, whole, and comes back.

FLAME_SEED repeats a run.
"""
import gzip
import os
import random

import kit
from kit import profiles

CORPUS = kit.ROOT.parent / "shared" / "corpus"
PROTOS = ("samples/go/go.cpu.pb.gz", "samples/go/go.heap.pb.gz",
          "foreign/speedscope/other/pprof-simple.pb")
RECORDINGS = CORPUS / "samples" / "perf"
NAMES = ("main", "std::sort<int>(int*, int*)", "größe", "a:b", "<tag> & \"text\"", "x" * 300,
         "runtime.mallocgc", "foo_[k]", "7", "operator()")
SYMBOLS = ("", "_Z4workv", "runtime.mallocgc", "größe")
FILES = ("", "/src/main.go", "/src/größe.c")


def made(draw, is_difference=False):
    """A profile with all that the format has for samples; of a difference some are negative."""
    p = profiles.Profile(("samples", "count"), ("cpu", "nanoseconds"), ("alloc_space", "bytes"))
    p.rest += profiles.number(14, p.text(draw.choice(("samples", "cpu", "alloc_space"))))
    modules = [p.mapping(0x400000, 0x500000, 0x1000, "/bin/app", "ab12"),
               p.mapping(0x500000, 0x600000, 0x101000, "/bin/app", "ab12", named=15),
               p.mapping(0x7f0000000000, 0x7f0000100000, 0, "/lib/libc.so.6"), 0]
    p.mapping(0x7f0000200000, 0x7f0000300000, 0x5000, "/lib/unused.so", "cd34", named=0)
    starts = {1: 0x400000, 2: 0x500000, 3: 0x7f0000000000, 0: 0}
    p.rest += (profiles.number(7, p.text("drop.*")) + profiles.number(8, p.text("keep.*"))
               + profiles.number(15, p.text("https://page.example/about"))
               + profiles.message(11, p.value_type("cpu", "nanoseconds"))
               + profiles.packed(13, [p.text(f"comment {i}") for i in range(20)]))
    places = []
    for _ in range(40):
        lines = [(p.function(draw.choice(NAMES), draw.choice(FILES), draw.choice(SYMBOLS),
                             draw.choice((0, 7, 2**32 - 1))), draw.randrange(1, 500))
                 for _ in range(draw.choice((1, 1, 2, 4)))]
        module = draw.choice(modules)
        address = starts[module] + draw.randrange(1, 0x1000) if module else 0
        places.append(p.location(*lines, mapping=module, address=address))
    values = ["java", "größe", "x y", "007", "-", "1 ", "42", "7 bytes"]
    for _ in range(200):
        labels = []
        if draw.random() < 0.5:
            labels.append(p.label("comm", draw.choice(values)))
        if draw.random() < 0.5:
            labels.append(p.label("bytes", draw.choice((1, 4096, -17, 2**63 - 1)),
                                  draw.choice(("", "bytes", "requests"))))
        stack = [draw.choice(places) for _ in range(draw.randrange(1, 12))]
        sign = -1 if is_difference and draw.random() < 0.4 else 1
        p.sample(stack, [sign, sign * draw.randrange(10**9), draw.randrange(10**6)], *labels)
    return p.bytes()


def unpacked(run):
    return gzip.decompress(run.out) if run.out[:2] == b"\x1f\x8b" else run.out


def difference(read, written):
    """The first sample that only one of them has, or has otherwise."""
    for key in list(read.samples) + list(written.samples):
        if read.samples.get(key) != written.samples.get(key):
            return f"{key}: {read.samples.get(key)} became {written.samples.get(key)}"
    return ""


def check_same(s, name, data):
    """What comes back may have its functions in another order, and without those of no sample."""
    run = s.run("-f", "pprof", s.path("read", data))
    read = profiles.Whole(data)
    written = profiles.Whole(unpacked(run))
    s.claim(f"{name}: every sample is written with its stack, labels and values",
            run.rc == 0 and not difference(read, written), difference(read, written) or run)
    s.claim(f"{name}: what is measured stays in its order, and what is shown first",
            written.types == read.types and read.default == written.default, written.types)
    s.claim(f"{name}: functions have the names of their linker, and their first lines",
            written.of_functions == read.of_functions,
            written.of_functions ^ read.of_functions)
    s.claim(f"{name}: mappings stay where they lay, used or not",
            written.of_mappings == read.of_mappings, (read.of_mappings, written.of_mappings))
    s.claim(f"{name}: addresses are those of the process",
            written.of_addresses == read.of_addresses, written.of_addresses ^ read.of_addresses)
    s.claim(f"{name}: what is to be dropped and kept stays, and the page about it",
            written.of_profile == read.of_profile, (read.of_profile, written.of_profile))
    s.claim(f"{name}: how it was recorded stays", written.origin == read.origin,
            (read.origin, written.origin))
    again = s.run("-f", "pprof", s.path("again", run.out))
    s.claim(f"{name}: what is written reads as itself",
            not difference(written, profiles.Whole(unpacked(again))), again)


def check_protos(s):
    for name in PROTOS:
        path = CORPUS / name
        if not path.exists():
            s.skip(name, "it is not beside the project")
            continue
        data = path.read_bytes()
        check_same(s, name, gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)


def check_recordings(s):
    """A recording by way of pprof shows the stacks that it shows itself, inlined functions too."""
    if not RECORDINGS.exists():
        s.skip("recordings", "they are not beside the project")
        return
    places = ("--symfs", str(CORPUS / "samples"), "--symfs", "/")
    for name in ("dwarf-cpp", "fp", "multi"):
        path = str(RECORDINGS / f"{name}.data")
        direct = s.run("-f", "folded", "--full-names", *places, path)
        run = s.run("-f", "pprof", "--full-names", *places, path)
        back = s.run("-f", "folded", "--full-names", s.path(f"{name}.pb.gz", run.out))
        s.claim(f"{name}.data: the same stacks by way of pprof",
                run.rc == 0 and direct.out and back.out == direct.out, run)
    inlined = any(len(place[3]) > 1 for stack, _ in profiles.Whole(unpacked(s.run(
        "-f", "pprof", *places, str(RECORDINGS / "dwarf-cpp.data")))).samples for place in stack)
    s.claim("dwarf-cpp.data: inlined functions share a location with what they are inlined into",
            inlined)


def check_folded(s):
    """Folded stacks know little: a count, and marks."""
    text = "main;caller;inner_[i];leaf_[i] 3\nmain;sys_read_[k] 4\n;odd;a\xff 5\n"
    run = s.run("-f", "pprof", s.path("folded", text.encode("latin-1")))
    whole = profiles.Whole(unpacked(run))
    stacks = {tuple(tuple(line[0] for line in place[3]) for place in stack): values
              for (stack, _), values in whole.samples.items()}
    s.claim("folded stacks: inlined functions share a location and keep their marks as others do, "
            "bytes that are no UTF-8 are replaced",
            stacks == {(("leaf_[i]", "inner_[i]", "caller"), ("main",)): {"samples": 3},
                       (("sys_read_[k]",), ("main",)): {"samples": 4},
                       (("a\ufffd",), ("odd",)): {"samples": 5}}
            and whole.types == [("samples", "count")], stacks)
    text = b"main;part 1\nmain;part;part_[i] 2\nmain;part_[i] 4\n"
    run = s.run("-f", "pprof", s.path("marked", text))
    run = s.run("-f", "folded", input=run.out)
    s.claim("a function that is inlined in places and called in others comes back as two",
            run.out == text, run.out)


def check_refused(s):
    path = s.path("plain", b"a;b 1.5\n")
    run = s.run("-f", "pprof", path)
    s.claim("fractions of counts are refused", run.rc == 1 and "has fractions" in run.said, run)
    run = s.run("-f", "pprof", s.path("large", b"a %d\na;b %d\n" % (2**62, 2**62)))
    s.claim("a sum beyond 2^63-1 is refused", run.rc == 1 and "2^63-1" in run.said, run)
    for option in ("--reverse", "--flamechart", "--annotate=all", "--root-by=comm"):
        run = s.run("-f", "pprof", option, path)
        s.claim(f"{option} is refused", run.rc == 2 and option.split("=", 1)[0] in run.said, run)


def check_chosen(s):
    """What is chosen is written, and what is not is not."""
    p = profiles.Profile(("samples", "count"), ("cpu", "nanoseconds"))
    place = p.location((p.function("f"), 1))
    p.sample([place], [1, 10], p.label("comm", "a"))
    p.sample([place], [2, 20], p.label("comm", "b"))
    path = s.path("chosen", p.bytes())
    whole = profiles.Whole(unpacked(s.run("-f", "pprof", "--where", "comm=b", path)))
    s.claim("--where keeps what it asks for", list(whole.samples.values()) == [
        {"samples": 2, "cpu": 20}], whole.samples)
    whole = profiles.Whole(unpacked(s.run("-f", "pprof", "--value", "samples", path)))
    s.claim("--value is shown first, and the others stay",
            whole.default == "samples"
            and whole.types == [("samples", "count"), ("cpu", "nanoseconds")], whole.types)


def check_origin(s):
    """Several profiles are one recording: from the first to the last."""
    paths = []
    for i, (began, every, unit) in enumerate([(50, 10, "ns"), (40, 30, "ns"), (60, 99, "s")]):
        p = profiles.Profile(("samples", "count"))
        p.sample([p.location((p.function("f"), 1))], [1])
        p.rest += (profiles.number(9, began) + profiles.number(10, 7)
                   + profiles.message(11, p.value_type("cpu", unit)) + profiles.number(12, every)
                   + profiles.packed(13, [p.text(f"comment {i % 2}"), p.text("all")]))
        paths.append(s.path(f"origin{i}", p.bytes()))
    whole = profiles.Whole(unpacked(s.run("-f", "pprof", *paths)))
    s.claim("the first time, all durations, the longest period of one unit, each comment once",
            whole.origin == (40, 21, 30, "cpu", "ns", ["comment 0", "all", "comment 1"]),
            whole.origin)


def check_hidden(s):
    """Labels, modules and files are names as well."""
    p = profiles.Profile(("samples", "count"))
    module = p.mapping(0x1000, 0x2000, 0, "/secret/module", "5ec7e7")
    place = p.location((p.function("secret_function", "/secret/file.c"), 1), mapping=module)
    p.sample([place], [1], p.label("comm", "secret"), p.label("secret", 7, "secrets"))
    p.rest += profiles.packed(13, [p.text("a secret comment")])
    for option in ("--hash-names", "--redact=secret"):
        run = s.run("-f", "pprof", option, s.path("hidden", p.bytes()))
        s.claim(f"{option} hides the names of all that is written",
                run.rc == 0 and b"secret" not in unpacked(run), unpacked(run))


def check_places(s):
    """A recording that is written has addresses, files and lines."""
    case = kit.ROOT / "golden" / "perf-data-recorded"
    words = ("--symfs", str(case / "root"), str(case / "input.perf-data"))
    annotate = ("-f", "annotate", "--function", "render")
    direct = s.run(*annotate, *words)
    if "this build" in direct.said:
        s.skip("the instructions of a recording", "this build lacks a library for it")
        return
    path = s.path("places.pb.gz", s.run("-f", "pprof", *words).out)
    again = s.run(*annotate, "--symfs", str(case / "root"), path)
    s.claim("a recording that is written has the same samples at the same instructions",
            direct.rc == 0 and b"spin.c:6" in direct.out and direct.out == again.out, again)
    with open(path, "rb") as f:
        whole = profiles.Whole(gzip.decompress(f.read()))
    s.claim("its functions have their files",
            {file for name, file in whole.functions.values() if name != "spin"} ==
            {"/tmp/srv/spin.c"}, whole.functions)


def check(s):
    seed = int(os.environ.get("FLAME_SEED", "1"))
    for turn in range(5):
        check_same(s, f"made with seed {seed + turn}", made(random.Random(seed + turn)))
    check_same(s, f"a difference made with seed {seed}", made(random.Random(seed), True))
    check_protos(s)
    check_recordings(s)
    check_folded(s)
    check_refused(s)
    check_chosen(s)
    check_origin(s)
    check_hidden(s)
    check_places(s)


kit.main(check)
