#!/usr/bin/env python3
"""The tree inside an SVG is the whole tree: frame by frame that of the JSON output, in colours that
are those of the picture, in pieces that readers of XML take; or what options leave of it.
"""
import random
import re
from collections import Counter

import kit
from kit import embedded, outputs

SEED = 7
HOSTILE = [b"</script>", b"]]>", b"<![CDATA[", b"--", b"\"'&<>", b"__proto__",
           b"\xff\xfe", b"\x1b[1m", b"\xe2\x80\xae", b"\xf0\x9f\x94\xa5", b"constructor",
           b"(narrower frames)", b"a" * 5000,
           "Größe".encode(), b"\xc3", b"\xc3\xa9", b"_[k]", b"x_[k]", b"x_[i]", b"x", b" y"]


def profile(seed, n, names):
    """Stacks of random depth, some of them weightless."""
    dice = random.Random(seed)
    lines = []
    for _ in range(n):
        stack = [b"main"] + [dice.choice(names) for _ in range(dice.randrange(12))]
        lines.append(b";".join(stack) + b" %d" % dice.choice((0, 1, 1, 2, 10, 1000)))
    return b"\n".join(lines + [b"main;last 300", b""])


def plain_names(n):
    return [b"module_%d::function_%d" % (i % 7, i) for i in range(n)]


def tree_of(run):
    return embedded.Tree(run.out)


def frames_of(tree):
    """What the JSON output says of each frame."""
    number = {id(node): i for i, node in enumerate(tree.nodes)}
    for node in tree.nodes:
        function = node.function
        name = outputs.cut(function.shown) if function else "all"
        yield (node.depth, number.get(id(node.caller)), name,
               function.kind if function else "unknown", node.start if tree.ordered else None,
               node.self_, node.total)


def json_frames(s, *args):
    """Of a reversed picture the file carries the stacks as they were."""
    straight = [a for a in args if a != "--reverse"]
    _, frames = outputs.json_tree(s.run("-f", "json", *straight).out)
    return [(f["depth"], f["caller"], outputs.shown(f["name"]), f["kind"], f.get("start"),
             f["self"], f["total"]) for f in frames]


def check_whole(s, claim, *args):
    """Gives the tree of a picture, which must have every frame."""
    svg = outputs.Svg(s.run("--quiet", *args).out)
    s.claim(f"{claim}: the picture is sound", not svg.unsafe(), svg.unsafe())
    if svg.error or not svg.tree.pieces:
        return svg.tree
    wanted = json_frames(s, "--quiet", *args)
    found = list(frames_of(svg.tree))
    first = next((i for i, pair in enumerate(zip(found, wanted)) if pair[0] != pair[1]), None)
    s.claim(f"{claim}: {len(wanted)} frames stand in it, as in the JSON output",
            found == wanted and not svg.tree.pruned,
            f"{len(found)} frames, {first}: {found[first or 0]}, {wanted[first or 0]}")
    fills = {(outputs.cut(f.shown), f.fill) for f in svg.tree.functions}
    drawn = {(f.parts()[0], f.fill) for f in svg.frames if f.parts() and not f.rest}
    drawn = {(name, fill) for name, fill in drawn if name != "all"}
    s.claim(f"{claim}: fills are those of the picture", svg.tree.by_share or drawn <= fills,
            list(drawn - fills)[:3])
    return svg.tree


def check_profiles(s):
    plain = s.path("plain.folded", profile(SEED, 3000, plain_names(400)))
    hostile = s.path("hostile.folded", profile(SEED, 400, HOSTILE))
    one = s.path("one.folded", b"x 1\n")
    deep = s.path("deep.folded", b";".join(b"f%d" % (i % 300) for i in range(5000)) + b" 3\n"
                  + b"f0;f1;g 2\nf0 1\n")
    for claim, args in (
            ("a profile", [plain]), ("not packed", ["--no-compress", plain]),
            ("reversed", ["--reverse", plain]), ("in time order", ["--flamechart", plain]),
            ("hostile names", [hostile]),
            ("hostile names as ASCII", ["--encoding=US-ASCII", hostile]),
            ("hostile names in time order", ["--flamechart", "--colors=java", hostile]),
            ("one frame", [one]), ("a deep stack", [deep]), ("a theme", ["--colors=kinds", plain]),
            ("kinds", ["--colors=java", "golden/kinds/input.folded"]),
            ("wakers", ["--colors=chain", "golden/kinds/input.folded"]),
            ("shares as colours", ["--colordiffusion", plain]),
            ("several filters", ["--focus", "function_1", "--hide", "_2$", "--merge-recursive",
                                 plain])):
        args = [str(kit.ROOT / a) if a.startswith("golden/") else a for a in args]
        tree = check_whole(s, claim, *args)
        s.claim(f"{claim}: functions stand by name, each once", tree.pieces and "hostile" in claim
                or distinct(tree), [f.name for f in tree.functions][:9])
    whole = tree_of(s.run(plain))
    s.claim("packed or not, the tree is the same",
            whole.bytes == tree_of(s.run("--no-compress", plain)).bytes)
    s.claim("workers do not change it", s.run("--threads=1", plain).out
            == s.run("--threads=4", plain).out)
    lines = Counter()
    for node in whole.nodes:
        lines[";".join(node.path()).encode()] += node.self_
    folded = dict(outputs.folded_stacks(s.run("-f", "folded", plain).out))
    s.claim("stacks with what they have by themselves are those of the folded output",
            {k: n for k, n in lines.items() if n} == {k: n for k, n in folded.items() if n})


def distinct(tree):
    keys = [(f.name.encode(), embedded.KINDS.index(f.kind)) for f in tree.functions]
    return all(a < b for a, b in zip(keys, keys[1:]))


def check_head(s):
    path = s.path("head.folded", b"main;a 1.5\nmain;b 2\n")
    tree = tree_of(s.run(path))
    s.claim("the head of a plain picture", (tree.unit, tree.decimals, tree.factor, tree.row_tenths,
            tree.whole, tree.ordered, tree.reversed, tree.inverted, tree.cut_right)
            == ("samples", 1, 1, 180, 35, False, False, True, False), vars(tree))
    tree = tree_of(s.run("--countname", "K\x1biB", "--factor=0.25", "--height=20", "--total=7",
                         "--reverse", "--upright", "--truncate-text-right", path))
    s.claim("and of one with many options", (tree.unit, tree.decimals, tree.factor,
            tree.row_tenths, tree.whole, tree.ordered, tree.reversed, tree.inverted, tree.cut_right)
            == ("K\ufffdiB", 3, 25, 200, 70, False, True, False, True), vars(tree))
    largest = tree_of(s.run(s.path("largest.folded", b"a;b 18446744073709551614\na 1\n")))
    s.claim("counts of 64 bits are exact", [n.total for n in largest.nodes]
            == [2**64 - 1, 2**64 - 1, 2**64 - 2])


def check_links(s):
    path = s.path("links.folded", b"main;a_[k];b 5\nmain;c 3\nmain;d 1\n")
    attributes = s.path("links.txt", b"a_[k]\thref=http://example.invalid/?a&b\ttarget=_blank\n"
                        b"c\ttitle=<see \xff>\tclass=x y\nmain\tfill=#000000\nzzz\thref=#secret\n"
                        b"d\tid=only\n")
    run = s.run("--nameattr", attributes, path)
    tree = tree_of(run)
    links = {f.name: f.link for f in tree.functions if f.link}
    s.claim("links, titles and classes of --nameattr are there", links == {
        "a_[k]": {"href": "http://example.invalid/?a&b", "target": "_blank"},
        "c": {"title": "<see \ufffd>", "class": "x y"}}, links)
    s.claim("so are its fills, with the colour of the label",
            [(f.name, f.fill) for f in tree.functions if f.white] == [("main", "#000000")])
    s.claim("nothing of functions that are not there", b"secret" not in run.out + tree.bytes)


def check_pieces(s):
    dice = random.Random(SEED)
    names = [bytes(dice.choice(b"0123456789abcdef") for _ in range(100000)) for _ in range(20)]
    text = b"".join(b"main;" + b"".join(dice.sample(names, 10)) + b" 1\n" for _ in range(13))
    # So many nodes that workers pack them.
    many = b"".join(b"main;" + b";".join(b"f%d" % (dice.randrange(300) ** 2) for _ in range(9))
                    + b" %d\n" % dice.randrange(1, 2**dice.randrange(1, 40))
                    for _ in range(36000))
    for claim, text in (("names", text), ("nodes", many)):
        path = s.path("pieces.folded", text)
        for more in s.part(([], ["--no-compress"], ["--flamechart"], ["--max-nodes=20000"],
                            ["--only-visible"])):
            workers = (1, 3) if s.sanitized else (1, 2, 3, 9)
            runs = [s.run(f"--threads={n}", "--quiet", *more, path) for n in workers]
            s.claim(f"{len(text) >> 10} KiB of {claim} {' '.join(more)} are the same for any "
                    "number of workers", runs[0].rc == 0 and not runs[0].err
                    and all(run.out == runs[0].out for run in runs), runs[0])
        svg = outputs.Svg(s.run("--no-compress", path).out)
        n = len(svg.tree.pieces)
        s.claim(f"{len(svg.tree.bytes) >> 10} KiB of them are in {n} pieces of 1 MiB or a few less",
                not svg.unsafe() and 1 < n <= 5 + len(svg.tree.bytes) / 1000000, svg.unsafe())
        s.claim("packed or not, the pieces are the same",
                embedded.pieces_of(s.run(path).out) == svg.tree.pieces)


def check_without(s):
    path = s.path("without.folded", profile(SEED, 100, plain_names(20)))
    run = s.run("--no-script", path)
    svg = outputs.Svg(run.out)
    s.claim("--no-script leaves out tree and script", run.rc == 0 and not svg.unsafe()
            and not svg.tree.pieces and not svg.fixed["script"] and b"<script" not in run.out, run)
    with_script = s.run(path).out
    frames = re.search(rb'<g class="frames".*\n</g>\n', run.out, re.S).group()
    s.claim("the picture itself is the same", frames in with_script)
    policy = s.run("--csp")
    pinned = (kit.ROOT / "tests/cli/csp.txt").read_text()
    s.claim("the policy is the one in tests/cli/csp.txt, which servers may have in their settings: "
            "who changes the viewer writes `flame --csp` there", policy.out.decode() == pinned,
            policy)
    svg = outputs.Svg(with_script)
    hashes = [outputs.digest(text) for text in
              (*svg.fixed["script"], *outputs.Svg(run.out).fixed["style"], *svg.fixed["style"])]
    # Those of differences, call graphs, reports and timelines stand behind them.
    digests = r"(?: 'sha256-[A-Za-z0-9+/]{43}=')"
    s.claim("--csp allows scripts and style sheets, and nothing but digests",
            policy.rc == 0 and not policy.err and re.fullmatch(
                "default-src 'none'; script-src%s{5}; style-src%s{6}\n" % (digests, digests),
                policy.out.decode()) and [outputs.shipped()["script"][0],
                                          *outputs.shipped()["style"][:2]] == hashes, policy.out)


def left_of(frames, tree):
    """What is wrong with a tree of which frames were left out; frames are those of the whole."""
    kept = [node for node in tree.nodes[1:] if not node.function.rest]
    least = min((node.total for node in kept), default=None)
    whole = Counter((depth, name, total) for depth, _, name, _, _, _, total in frames[1:]
                    if least is not None and total >= least)
    found = Counter((node.depth, node.function.shown, node.total) for node in kept)
    if found != whole:
        return f"{sum((whole - found).values())} frames of {least} and more are missing"
    if tree.nodes[0].total != frames[0][6]:
        return f"the total is {tree.nodes[0].total}"
    rests = [node for node in tree.nodes[1:] if node.function.rest]
    if any(node.total == 0 or node.self_ != node.total for node in rests):
        return "a frame that stands for others has callees or no weight"
    if not tree.ordered and any(a.caller is b.caller and a.function.rest and b.function.rest
                                for a, b in zip(tree.nodes, tree.nodes[1:])):
        return "two of them stand side by side"
    return "" if tree.pruned == bool(rests) else "the flag"


def check_max_nodes(s):
    path = s.path("max.folded", profile(SEED, 2000, plain_names(100)))
    for more in ([], ["--reverse"], ["--flamechart"]):
        frames = json_frames(s, *more, path)
        problems = []
        for n in (2, 3, 4, 10, 100, 1000, len(frames) - 1):
            run = s.run(f"--max-nodes={n}", *more, path)
            tree = tree_of(run)
            problem = left_of(frames, tree)
            if len(tree.nodes) > n:
                problem = f"{len(tree.nodes)} nodes"
            if run.said.count("\n") != 1 or "--max-nodes: " not in run.said:
                problem = run.said
            if problem:
                problems.append(f"{n}: {problem}")
        s.claim(f"--max-nodes {' '.join(more)} keeps the heaviest frames, and all sums",
                not problems, "; ".join(problems))
    frames = json_frames(s, path)
    run = s.run("--max-nodes=10", path)
    kept = [node for node in tree_of(run).nodes[1:] if not node.function.rest]
    share = 100 * sum(n.total for n in tree_of(run).nodes if n.function and n.function.rest) \
        / frames[0][6]
    s.claim("how many are left out is said, and their share",
            f" {len(frames) - 1 - len(kept)} narrow frames with {share:.2f}% " in run.said,
            run.said)
    s.claim("--quiet does not say so", not s.run("--quiet", "--max-nodes=10", path).err)
    for n in (len(frames), 5000000):
        run = s.run(f"--max-nodes={n}", path)
        s.claim(f"--max-nodes={n} leaves out nothing of {len(frames)}", not run.err
                and list(frames_of(tree_of(run))) == frames, run)
    run = s.run("--max-nodes=3", s.path("huge.folded", b"a;b 9223372036854775807\na;c;d 5\ne 1\n"))
    s.claim("huge weights do not hinder it", len(tree_of(run).nodes) <= 3, run)


def check_only_visible(s):
    text = b"".join(b"main;wide%d;x 100000\nmain;wide%d;secret%d;hidden 1\n" % (i, i, i)
                    for i in range(50))
    text += b"".join(b"main;wide%d;scattered_secret 90\n" % i for i in range(50))
    text += b"zz;lonely_secret 1\nzz 100000\n"
    path = s.path("visible.folded", text)
    attributes = s.path("visible.txt", b"secret1\ttitle=secret\tclass=secret\n")
    for more in ([], ["--no-script"], ["--flamechart"], ["--reverse"], ["--max-nodes=60"],
                 ["--nameattr", attributes], ["--minwidth=20"], ["--total=100000000"]):
        run = s.run("--only-visible", *more, path)
        svg = outputs.Svg(run.out)
        carried_bytes = svg.tree.bytes if svg.tree.pieces else b""
        if more == ["--reverse"]:
            secret = b"lonely_secret"
        else:
            secret = b"secret"
        s.claim(f"--only-visible {' '.join(more[:1])} tells no name that is not drawn",
                run.rc == 0 and not svg.unsafe() and secret not in run.out + carried_bytes, run)
        if svg.tree.pieces:
            names = {f.shown for f in svg.tree.functions if not f.rest}
            drawn = {f.parts()[0] for f in svg.frames if not f.rest} - {"all"}
            same = names <= drawn if more == ["--max-nodes=60"] else names == drawn
            problem = left_of(json_frames(s, *more, path), svg.tree)
            s.claim(f"--only-visible {' '.join(more[:1])} keeps the frames that are drawn, and "
                    "all sums", same and not problem, problem or names ^ drawn)
    s.claim("without it they are there", b"secret" in tree_of(s.run(path)).bytes)


def summed(texts, paths):
    """Sums of folded stacks by path, as many paths as are given, 0 where there is none."""
    sums = Counter()
    for text in texts:
        for line in text.splitlines():
            stack, count = line.rsplit(b" ", 1)
            sums[stack] += int(count)
    return [sums[path] for path in paths]


def sides_wrong(tree, runs):
    """What is wrong with what nodes have on both sides; runs are the texts of each."""
    plain = [node for node in tree.nodes[1:] if not node.function.rest]
    paths = [";".join(node.path()).encode() for node in plain]
    kept = len(plain) == len(tree.nodes) - 1
    for side, texts in enumerate(runs):
        whole = sum(int(line.rsplit(b" ", 1)[1]) for text in texts for line in text.splitlines())
        if tree.nodes[0].side_totals[side] != whole:
            return f"the total of side {side} is {tree.nodes[0].side_totals[side]}, not {whole}"
        found = [node.sides[side] for node in plain]
        if found != summed(texts, paths):
            return f"what nodes of side {side} have by themselves"
        if kept and sum(found) != whole:
            return f"a stack of side {side} has no node"
    return ""


def check_difference(s):
    names = plain_names(30)
    old = [profile(seed, 300, names) for seed in (1, 2)]
    new = [profile(seed, 250, names) + b"main;arrived;now 77\n" for seed in (3, 4, 5)]
    before = [s.path(f"old{i}.folded", text) for i, text in enumerate(old)]
    after = [s.path(f"new{i}.folded", text) for i, text in enumerate(new)]
    sides = [f"--before={path}" for path in before] + after
    for more in s.part(([], ["--layout=after"], ["--layout=before"], ["--delta=self"], ["--shares"],
                        ["--reverse"], ["--max-nodes=60"], ["--max-nodes=60", "--layout=after"],
                        ["--only-visible", "--layout=after"], ["--negate", "--no-compress"]), 1):
        claim = " ".join(["--before", *more])
        runs = [s.run("--quiet", f"--threads={n}", *more, *sides) for n in (1, 4)]
        svg = outputs.Svg(runs[0].out)
        tree = svg.tree
        s.claim(f"{claim}: the picture is sound", runs[0].rc == 0 and not svg.unsafe()
                and tree.pieces and tree.difference, svg.unsafe() or runs[0])
        s.claim(f"{claim}: nodes have what the runs of both sides have",
                not sides_wrong(tree, [old, new]), sides_wrong(tree, [old, new]))
        s.claim(f"{claim}: workers do not change it", runs[0].out == runs[1].out)
        s.claim(f"{claim}: how sides compare is told", tree.runs == [2, 3]
                and tree.shares == ("--shares" in more) and not tree.by_work
                and tree.by_self == ("--delta=self" in more)
                and ("--shares" in more or tree.weights == [1 / 2, 1 / 3]), vars(tree))
        grown = max(tree.more, tree.less) if "--negate" not in more else min(tree.more, tree.less)
        s.claim(f"{claim}: what grew is orange, unless it is negated", tree.more == grown,
                (tree.more, tree.less))
    known = {f.name: f.evidence for f in tree.functions}
    s.claim("how sure changes are stands with functions and the whole", tree.evidence.get("total")
            and known["arrived"]["total"][1] <= 77 <= known["arrived"]["total"][2]
            and all(low <= high for evidence in known.values() for _, low, high in
                    evidence.values()), known.get("arrived"))
    one = outputs.Svg(s.run("--quiet", f"--before={before[0]}", after[0]).out).tree
    s.claim("with one run a side nothing is proven", {verdict for f in one.functions
            for verdict, _, _ in f.evidence.values()} <= {"within noise", "beyond noise"})
    both = [outputs.Svg(s.run("--quiet", *args).out) for args in ((after[0],), sides)]
    scripts = [[outputs.digest(text) for text in svg.fixed["script"]] for svg in both]
    s.claim("a difference has a script of its own, which --csp allows",
            scripts == [[digest] for digest in outputs.shipped()["script"][:2]], scripts)


def siphash13(text, k0=0x0706050403020100, k1=0x0f0e0d0c0b0a0908):
    """SipHash-1-3 after the paper."""
    mask = 2**64 - 1
    v = [k0 ^ 0x736f6d6570736575, k1 ^ 0x646f72616e646f6d, k0 ^ 0x6c7967656e657261,
         k1 ^ 0x7465646279746573]

    def turn(x, n):
        return (x << n | x >> (64 - n)) & mask

    def sipround():
        v[0] = (v[0] + v[1]) & mask
        v[2] = (v[2] + v[3]) & mask
        v[1], v[3] = turn(v[1], 13) ^ v[0], turn(v[3], 16) ^ v[2]
        v[0] = turn(v[0], 32)
        v[2] = (v[2] + v[1]) & mask
        v[0] = (v[0] + v[3]) & mask
        v[1], v[3] = turn(v[1], 17) ^ v[2], turn(v[3], 21) ^ v[0]
        v[2] = turn(v[2], 32)

    padded = text + b"\0" * (7 - len(text) % 8) + bytes([len(text) & 255])
    for i in range(0, len(padded), 8):
        word = int.from_bytes(padded[i:i + 8], "little")
        v[3] ^= word
        sipround()
        v[0] ^= word
    v[2] ^= 255
    for _ in range(3):
        sipround()
    return v[0] ^ v[1] ^ v[2] ^ v[3]


def without_mark(name):
    return re.sub(rb"(?<=.)_\[[01kijw]\]$", b"", name)


def renamed(name, hashed, hidden):
    plain = without_mark(name)
    mark = name[len(plain):]
    if plain in hidden:
        return b"redacted %d" % (hidden.index(plain) + 1) + mark
    return b"%016x" % siphash13(plain) + mark if hashed else name


def check_names(s):
    names = [b"Secret::a%d" % i for i in range(30)] + [b"Secret::k_[k]", b"public", b"Unveiled_[k]",
                                                       b"Unveiled_[i]", b"Unveiledly"]
    path = s.path("names.folded", profile(SEED, 500, names))
    attributes = s.path("names.txt", b"Secret::a1\ttitle=a Secret\thref=#Secret\n")
    ways = ((["--redact=^Secret|^main$"], False, rb"^Secret|^main$"),
            (["--redact", "Sec", "--redact", "main"], False, rb"Sec|main"),
            (["--hash-names"], True, None),
            (["--hash-names", "--redact=^Secret"], True, rb"^Secret"))
    for n, (args, hashed, redacted) in enumerate(ways):
        claim = " ".join(args)
        colours = s.path(f"map{len(args)}{hashed}")
        stacks = Counter()
        read = list(outputs.folded_stacks(s.run("-f", "folded", path).out))
        hidden = {without_mark(n) for stack, _ in read for n in stack.split(b";")}
        hidden = sorted((n for n in hidden if redacted and re.search(redacted, n)), key=siphash13)
        for stack, count in read:
            stacks[b";".join(renamed(n, hashed, hidden) for n in stack.split(b";"))] += count
        run = s.run("-f", "folded", *args, path)
        s.claim(f"{claim} changes names and keeps marks and sums",
                dict(outputs.folded_stacks(run.out)) == dict(stacks), run)
        for more in s.part(([], ["--no-script"], ["--flamechart"], ["--reverse"], ["-f", "json"],
                            ["-f", "table"], ["-f", "tree"], ["-f", "boxes"], ["-f", "folded"],
                            ["--cp=" + colours], ["--nameattr", attributes]), n):
            run = s.run(*args, *more, "--summary", path)
            svg = run.out.startswith(b"<?xml")
            told = run.out + run.err + (tree_of(run).bytes if svg else b"")
            if more[0:1] and more[0].startswith("--cp"):
                told += open(colours, "rb").read()
            sound = not svg or not outputs.Svg(run.out).unsafe()
            s.claim(f"{claim} {' '.join(more)[:12]} tells none of them",
                    run.rc == 0 and sound and b"Secret" not in told
                    and (not hashed or b"Unveiled" not in told), run)
        check_whole(s, claim, *args, path)
    same = [s.run("-f", "folded", "--hash-names", path).out for _ in range(2)]
    s.claim("a name has the same digits at each run", same[0] == same[1])
    recording = str(kit.ROOT / "golden/perf-data-recorded/input.perf-data")
    told = [b"spin.data" in s.run("-f", "svg", *more, recording).out
            for more in ((), ("--hash-names",), ("--redact=.",))]
    s.claim("what was recorded is told where names are not hidden alone",
            told == [True, False, False], told)
    run = s.run("-f", "folded", "--redact=^Secret", "--focus=^Secret::a1$", path)
    s.claim("filters see the real names", run.rc == 0 and b"redacted" in run.out
            and len(run.out) < len(same[0]) / 2, run)


def check(s):
    check_profiles(s)
    check_head(s)
    check_links(s)
    check_pieces(s)
    check_without(s)
    check_max_nodes(s)
    check_only_visible(s)
    check_names(s)
    check_difference(s)


kit.main(check)
