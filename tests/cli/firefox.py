#!/usr/bin/env python3
"""Profiles of Firefox: the stacks and the sum of every thread are those in the file.

Made files are given in every layout that the format has had, with their keys in any order; hostile
ones end soon. FLAME_SEED repeats a run. The file that lies beside the project, where it does, is
read here once more.
"""
import collections
import decimal
import json
import os
import random

import kit

FOREIGN = kit.ROOT.parent / "shared" / "corpus" / "foreign" / "speedscope" / "firefox"
NAMES = [f"f{i}" for i in range(18)] + ["größe", "std::sort<int>(int*, int*)"]
WEIGHTS = {"samples": (1, 5), "bytes": (4096, 0, 77), "tracing-ms": (0.25, 3, 1.125)}


def stacks(run):
    """Folded stacks as a sum for each."""
    found = {}
    for line in filter(None, run.out.split(b"\n")):
        stack, _, value = line.rpartition(b" ")
        found[stack.decode("utf-8", "surrogateescape")] = decimal.Decimal(value.decode())
    return found


def folded(s, path, *words):
    return s.run("-f", "folded", "--root-by", "none", *words, str(path))


class Tree:
    """Stacks with their samples, before they have a layout."""

    def __init__(self, rng, kind):
        self.nodes = []
        for i in range(60):
            caller = rng.randrange(i) if i and rng.randrange(5) else None
            self.nodes.append((caller, rng.randrange(len(NAMES))))
        self.kind = kind
        self.samples = [(rng.randrange(60), rng.choice(WEIGHTS[kind])) for _ in range(200)]

    def sums(self):
        sums = collections.Counter()
        for node, weight in self.samples:
            names = []
            while node is not None:
                node, name = self.nodes[node]
                names.append(NAMES[name])
            sums[";".join(reversed(names))] += decimal.Decimal(str(weight))
        return {stack: weight for stack, weight in sums.items() if weight}


def tables(tree, rng):
    """Columns, the rows of stacks and of frames in any order."""
    order = list(range(len(tree.nodes)))
    rng.shuffle(order)
    place = {node: i for i, node in enumerate(order)}
    frames = list(range(len(NAMES)))
    rng.shuffle(frames)
    return {
        "stackTable": {"length": len(order),
                       "prefix": [None if tree.nodes[i][0] is None else place[tree.nodes[i][0]]
                                  for i in order],
                       "frame": [frames.index(tree.nodes[i][1]) for i in order]},
        "frameTable": {"func": list(range(len(NAMES))), "address": [-1] * len(NAMES)},
        "funcTable": {"name": frames, "resource": [-1] * len(NAMES)},
        "stringArray": NAMES,
    }, [place[node] for node, _ in tree.samples]


def processed(trees, rng):
    threads = []
    for tree in trees:
        thread, samples = tables(tree, rng)
        thread["name"] = f"t{len(threads)}"
        thread["samples"] = {"stack": samples, "weight": [weight for _, weight in tree.samples],
                             "time": list(range(len(samples))), "weightType": tree.kind}
        threads.append(thread)
    return {"meta": {"preprocessedProfileVersion": 48}, "threads": threads}


def shared(trees, rng):
    """The first tree's tables in one place, which all threads use."""
    common, samples = tables(trees[0], rng)
    samples = {"stack": samples, "weight": [weight for _, weight in trees[0].samples],
               "timeDeltas": [1] * len(samples), "weightType": trees[0].kind}
    return {"meta": {"preprocessedProfileVersion": 62}, "shared": common,
            "threads": [{"name": f"t{i}", "samples": samples} for i in range(len(trees))]}


def relative(trees, rng):
    """As above, with a caller as the distance to its row; what flags take back is any number."""
    file = shared(trees, rng)
    common = file["shared"]
    prefix = common["stackTable"].pop("prefix")
    order = sorted(range(len(prefix)), key=lambda i: depth(prefix, i))
    place = {old: new for new, old in enumerate(order)}
    common["stackTable"] = {
        "frame": [common["stackTable"]["frame"][i] for i in order],
        "prefixOffset": [0 if prefix[i] is None else place[i] - place[prefix[i]] for i in order]}
    n = len(NAMES)
    common["frameTable"].update(flags=[0] * n, lib=[rng.randrange(9) for _ in range(n)],
                                address=[rng.randrange(9) for _ in range(n)])
    common["funcTable"].update(flags=[0] * n, resource=[rng.randrange(9) for _ in range(n)])
    samples = file["threads"][0]["samples"]  # those of all
    samples["stack"] = [place[i] for i in samples["stack"]]
    file["meta"]["preprocessedProfileVersion"] = 75
    return file


def depth(prefix, row):
    n = 0
    while prefix[row] is not None:
        row = prefix[row]
        n += 1
    return n


def rows(columns):
    names = [name for name in columns if name != "length"]
    return {"schema": {name: i for i, name in enumerate(names)},
            "data": [list(row) for row in zip(*(columns[name] for name in names))]}


def raw(trees, rng):
    """Each tree a process in the one before; all weigh one."""
    inner = []
    for tree in trees:
        columns, samples = tables(tree, rng)
        inner = [{
            "meta": {"startTime": 5, "version": 24}, "processes": inner, "libs": [],
            "threads": [{
                "name": "GeckoMain", "stackTable": rows(columns["stackTable"]),
                "frameTable": rows({"location": columns["funcTable"]["name"]}),
                "stringTable": NAMES,
                "samples": rows({"stack": samples, "time": list(range(len(samples)))}),
            }]}]
    return {"profile": inner[0]}


def shuffled(rng, value):
    """The same with the keys of all objects in another order."""
    if isinstance(value, dict):
        keys = list(value)
        rng.shuffle(keys)
        return {key: shuffled(rng, value[key]) for key in keys}
    return [shuffled(rng, one) for one in value] if isinstance(value, list) else value


def added(trees):
    sums = collections.Counter()
    for tree in trees:
        sums.update(tree.sums())
    return dict(sums)


def check_made(s):
    seed = int(os.environ.get("FLAME_SEED", random.randrange(10**6)))
    print(f"seed {seed}")
    rng = random.Random(seed)
    for kind in WEIGHTS:
        trees = [Tree(rng, kind) for _ in range(3)]
        for name, make, right in (
                ("a table for each thread", processed, added(trees)),
                ("shared tables", shared, added([trees[0]] * 3)),
                ("callers by distance", relative, added([trees[0]] * 3))):
            file = make(trees, rng)
            for how, text in (("", json.dumps(file)),
                              (", on many lines", json.dumps(file, indent=1)),
                              (", in another order", json.dumps(shuffled(rng, file)))):
                run = folded(s, s.path("made", text.encode()), "--full-names")
                s.claim(f"{name}, {kind}{how}", run.rc == 0 and stacks(run) == right
                        and "skipped" not in run.said, run)
    trees = [Tree(rng, "samples") for _ in range(3)]
    for tree in trees:
        tree.samples = [(node, 1) for node, _ in tree.samples]
    for how in ("", ", in another order"):
        file = shuffled(rng, raw(trees, rng)) if how else raw(trees, rng)
        run = folded(s, s.path("made", json.dumps(file).encode()), "--full-names")
        s.claim(f"raw profiles with processes in one another{how}",
                run.rc == 0 and stacks(run) == added(trees), run)
    run = folded(s, s.path("made", json.dumps(file).encode() * 2), "--full-names")
    s.claim("two behind one another",
            stacks(run) == {stack: 2 * n for stack, n in added(trees).items()}, run)


def check_cut(s):
    """Every beginning is read or refused with its place."""
    rng = random.Random(5)
    trees = [Tree(rng, "bytes") for _ in range(2)]
    for name, file in (("processed", processed(trees, rng)), ("raw", raw(trees, rng))):
        text = json.dumps(file, indent=1)
        wrong = []
        for at in range(0, len(text), 1511 * s.slow):
            run = folded(s, s.path("cut", text[:at].encode()), "--from", "firefox")
            if run.rc not in (0, 1) or (run.rc == 1 and run.out) or not run.said:
                wrong.append(f"{at}: {run.brief()}")
        s.claim(f"a {name} file that is cut is read in part, or it is refused", not wrong,
                wrong[:3])


def one_thread(**more):
    thread = {"name": "t", "stringArray": ["f"], "funcTable": {"name": [0]},
              "frameTable": {"func": [0]}, "stackTable": {"prefix": [None], "frame": [0]},
              "samples": {"stack": [0], "time": [0]}}
    thread.update(more)
    return json.dumps({"meta": {"preprocessedProfileVersion": 48}, "threads": [thread]})


def check_hostile(s):
    many = 200000
    text = one_thread(stackTable={"prefix": [None, *range(many)], "frame": [0] * (many + 1)},
                      samples={"stack": [many]})
    run = s.run(*s.untrusted, "-f", "folded", s.path("deep", text))
    s.claim("a stack that is too deep is refused", run.rc == 1 and "depth" in run.said, run)
    text = one_thread(stackTable={"prefix": [*range(1, many), 0], "frame": [0] * many},
                      samples={"stack": [0] + list(range(many))})
    run = folded(s, s.path("cycle", text))
    s.claim("callers that go round in a circle", run.rc == 1 and "own caller" in run.said, run)
    text = one_thread(samples={"stack": [0, 0], "weight": [2**63, 2**63], "weightType": "bytes"})
    run = folded(s, s.path("sums", text))
    s.claim("a sum that does not fit is refused", run.rc == 1 and "2^64-1" in run.said, run)
    text = one_thread(samples={"stack": [0] * 4, "time": [1e300, -1e300, 1e15, 5]})
    run = folded(s, s.path("times", text), "--where", "time=0..1")
    s.claim("times that cannot be are none", stacks(run) == {"f": 1}, run)
    nested = "[" * 10000 + "]" * 10000
    run = folded(s, s.path("nested", one_thread().replace('"t"', nested)))
    s.claim("10000 arrays in one another that say nothing", stacks(run) == {"f": 1}, run)
    run = folded(s, s.path("open", one_thread()[:-1] + ', "a": ' + "[" * 2000000))
    s.claim("two million open brackets are soon read, and told", run.rc == 0
            and stacks(run) == {"f": 1} and "2000001 brackets are open" in run.said, run)
    text = one_thread(stackTable={"prefix": [None, [0]], "frame": [0, {"a": 0}]},
                      stringArray=["f", {"a": "b"}], samples={"stack": [0, [1], 1, 0]})
    run = folded(s, s.path("cells", text))
    s.claim("what is no cell keeps its place", run.rc == 0 and stacks(run) == {"f": 2}, run)


ID = "0123456789ABCDEF0123456789ABCDEF"


def unnamed(addresses, debug_id=ID + "0"):
    """main, and in it an address of a library: a sample of each."""
    n = len(addresses)
    return json.dumps({
        "meta": {"preprocessedProfileVersion": 48},
        "libs": [{"name": "demo", "path": "/nowhere/demo", "breakpadId": debug_id}],
        "threads": [{
            "name": "t", "stringArray": ["main", *map(hex, addresses)],
            "samples": {"stack": list(range(1, n + 1)), "time": list(range(n))},
            "stackTable": {"prefix": [None] + [0] * n, "frame": list(range(n + 1))},
            "frameTable": {"func": list(range(n + 1)), "address": [-1, *addresses]},
            "funcTable": {"name": list(range(n + 1)), "resource": [-1] + [0] * n},
            "resourceTable": {"lib": [0]}}]}).encode()


def symbols(debug_id=ID.lower()):
    """What samply writes: parse at 4096 to 4160, with next inlined into it at 4100."""
    hyphens = "-".join((debug_id[:8], debug_id[8:12], debug_id[12:16], debug_id[16:20],
                        debug_id[20:]))
    return {"string_table": ["UNKNOWN", "parse(char const*)", "next", "/src/next.h", "tail"],
            "data": [{"debug_name": "other", "debug_id": "ab", "code_id": "",
                      "symbol_table": [{"rva": 1, "symbol": 4}], "known_addresses": [[4100, 0]]},
                     {"debug_name": "demo", "debug_id": hyphens, "code_id": "",
                      "symbol_table": [
                          {"rva": 4096, "size": 64, "symbol": 1, "frames": [
                              {"function": 2, "file": 3, "line": 7},
                              {"function": 1, "file": None, "line": None}]},
                          {"rva": 8192, "symbol": 4}],
                      "known_addresses": [[4100, 0], [4112, 0], [8200, 1], [9, 7], [10]]}]}


def check_large(s):
    """Functions that are inlined at one address count for each row that has it."""
    text = json.dumps({"string_table": ["f"], "data": [
        {"debug_name": "demo", "debug_id": ID, "code_id": "", "known_addresses": [[4096, 0]],
         "symbol_table": [{"rva": 1, "symbol": 0, "frames": [{"function": 0}] * 90}]}]})
    path = s.path("large.json", unnamed([4096] * 100))
    s.path("large.syms.json", text)
    run = folded(s, path)
    right = {"main;" + ";".join("f" * 90): 100}
    s.claim("a hundred rows of an address", stacks(run) == right, run)
    run = folded(s, path, "--limit", "frames=8999")
    s.claim("are refused where they are more than may be",
            run.rc == 1 and 'limit "frames"' in run.said, run)


def check_reported(s, addresses):
    """A report knows that what names functions came later, or is another."""
    os.makedirs(s.path("reported"))
    s.path("reported/p.json", unnamed(addresses))

    def drawn():
        run = s.run("report", "-o", "out", "--summary", "--strict", "reported")
        with open(s.path("out/profiles/p.json.svg"), encoding="utf-8") as f:
            svg = f.read()
        return "1 drawn" in run.said, [n for n in ("parse(", "walk(") if n in svg]

    states = [drawn()]
    for name in ("parse(char const*)", "walk(char const*)"):
        text = json.dumps(symbols()).replace("parse(char const*)", name)
        s.path("reported/p.syms.json", text.encode())
        states += [drawn(), drawn()]
    s.claim("a report draws again when what names functions has changed", states == [
        (True, []), (True, ["parse("]), (False, ["parse("]), (True, ["walk("]),
        (False, ["walk("])], states)


def check_symbols(s):
    addresses = [4100, 4112, 8200, 9, 10, 11]
    whole = {"main;parse(char const*);next": 1, "main;parse(char const*)": 1, "main;tail": 1,
             "main;[demo <9>]": 1, "main;[demo <a>]": 1, "main;[demo <b>]": 1}
    none = {f"main;[demo <{at:x}>]": 1 for at in addresses}
    words = ["--full-names", "--addrs"]
    for claim, profile, beside, right in (
            ("x.json", "a.json", "a.syms.json", whole),
            ("x.json.gz", "b.json.gz", "b.json.syms.json", whole),
            ("x.json.gz, without both endings", "c.json.gz", "c.syms.json", whole),
            ("a name without an ending", "d", "d.syms.json", whole),
            ("another file", "e.json", "f.syms.json", none)):
        path = s.path(profile, unnamed(addresses))
        s.path(beside, json.dumps(symbols()).encode())
        run = folded(s, path, *words)
        s.claim(f"symbols beside {claim}", run.rc == 0 and stacks(run) == right, run)
    for claim, profile, text, right in (
            ("in another order", "g.json",
             json.dumps(shuffled(random.Random(3), symbols()), indent=1), whole),
            ("of another build", "h.json", json.dumps(symbols("f" * 32)), none),
            ("that are damaged", "i.json", json.dumps(symbols()) + "]", whole),
            ("that are none", "j.json", "[1, 2]", none), ("that are empty", "k.json", "", none)):
        s.path(profile.replace(".json", ".syms.json"), text.encode())
        run = folded(s, s.path(profile, unnamed(addresses)), *words)
        s.claim(f"symbols {claim}", run.rc == 0 and stacks(run) == right
                and ("are incomplete" in run.said) == (profile > "i"), run)
    run = folded(s, s.path("a.json"), *words, *s.untrusted)
    s.claim("symbols beside are not opened where nothing may be", stacks(run) == none, run)
    run = folded(s, s.path("a.json"), "--annotate", "all", "--full-names")
    s.claim("what is inlined is marked", b"parse(char const*);next_[i] 1" in run.out, run)
    run = folded(s, s.path("a.json"), "--srcline")
    s.claim("lines are told", b"next:next.h:7 1" in run.out, run)
    os.chmod(s.path("."), 0o1777)
    run = folded(s, s.path("a.json"), *words)
    s.claim("symbols beside are taken where others can write if they are ours",
            stacks(run) == whole, run)
    os.rename(s.path("a.syms.json"), s.path("moved.syms.json"))
    os.symlink("moved.syms.json", s.path("a.syms.json"))
    run = folded(s, s.path("a.json"), *words)
    s.claim("but not through a link, which is said", stacks(run) == none
            and "a.syms.json was not read, as others can write to its folder" in run.said, run)
    os.chmod(s.path("."), 0o700)
    check_reported(s, addresses)
    check_large(s)


def check_foreign(s):
    path = FOREIGN / "simple-firefox.json"
    if not path.exists():
        s.skip(path.name, "it is not beside the project")
        return
    run = folded(s, path)
    found = stacks(run)
    s.claim("simple-firefox.json: all samples, by functions without their scripts",
            run.rc == 0 and "read as firefox" in run.said and sum(found.values()) == 39
            and any(stack.endswith(";alpha;beta;gamma") and n == 15
                    for stack, n in found.items()), run)


def check(s):
    run = folded(s, s.path("any", one_thread()))
    if "libyajl-dev" in run.said:
        s.skip("profiles of Firefox", "this build has no yajl")
        return
    check_made(s)
    check_cut(s)
    check_hostile(s)
    check_symbols(s)
    check_foreign(s)


kit.main(check)
