#!/usr/bin/env python3
"""Folded input, good and bad: what is accepted, what is skipped and said, what is refused.

Each case is drawn as folded, json and svg. An accepted one must have its total, exactly, in all
three; a refused one must leave both outputs empty, write no file, and name file and line.
"""
import os
import pathlib
import random
import re

import kit
from kit import outputs

MAX = 2**64 - 1
NOISE = random.Random(7).randbytes(1 << 20)
NUL = b"\x00"


def good(claim, data, total, folded=None, said=(), unsaid=(), shows=(), args=(),
         unit="samples"):
    """A case that is drawn. said: what is to be said; unsaid: what is not; shows: names."""
    return dict(claim=claim, data=data, total=total, folded=folded, said=said, unsaid=unsaid,
                shows=shows, args=args, unit=unit, rc=0)


def bad(claim, data, said=(), args=(), rc=1):
    return dict(claim=claim, data=data, said=said, unsaid=(), args=args, rc=rc)


def skipping(claim, line, reason="", total=10):
    """A bad line after a good one: skipped, with its number."""
    return good(claim, b"main;good 10\n" + line + b"\n", total, b"main;good 10\n",
                [r"in\.folded:2: .*" + reason + r".*skipped"])


def lines(n, text):
    return b"".join(text % i for i in range(n))


ENDINGS = [
    bad("an empty file is refused", b"", [r"in\.folded: is empty"]),
    bad("a file of newlines is refused", b"\n\n\n\n", [r"in\.folded"]),
    bad("a file of blanks is refused", b"   \n\t\n ", [r"in\.folded"]),
    good("the last line needs no newline", b"a;b 10\na;c 5", 15, b"a;b 10\na;c 5\n"),
    good("lines may end in CR LF", b"a;b 10\r\na;c 5\r\n\r\n", 15, b"a;b 10\na;c 5\n",
         unsaid=["."]),
    bad("lines that end in CR alone are refused with a hint", b"a;b 10\ra;c 20\ra;d 70\r",
        [r"in\.folded:1: .*carriage return"]),
    skipping("a CR inside a line makes it a bad line", b"a\rb;c 5", "carriage return"),
    good("a byte order mark is not a part of the first frame", b"\xef\xbb\xbfa;b 10\na;c 5\n", 15,
         b"a;b 10\na;c 5\n"),
    good("a byte order mark may stand before a comment",
         b"\xef\xbb\xbf# x\na;c 5\n", 5, b"a;c 5\n"),
    good("UTF-16LE is converted", b"\xff\xfe" + "a;b 10\n".encode("utf-16-le"), 10, b"a;b 10\n",
         said=[r"UTF-16"]),
    good("UTF-16BE is converted", b"\xfe\xff" + "a;b 10\n".encode("utf-16-be"), 10, b"a;b 10\n",
         said=[r"UTF-16"]),
    good("UTF-16 without a mark is converted", "a;b 10\n".encode("utf-16-le") * 5, 50,
         b"a;b 50\n", said=[r"UTF-16"]),
]

BYTES = [
    good("a NUL in a name is drawn as U+FFFD, and said", b"main;a\0b 60\nmain;c 40\n", 100,
         b"main;a\0b 60\nmain;c 40\n", said=[r"in\.folded:1: "], shows=["a\ufffdb"]),
    bad("4 kB of NULs are refused", NUL * 4096, [r"in\.folded"]),
    bad("NULs are refused when folded is asked for", NUL * 4096, [r"in\.folded:1: "],
        ("--from", "folded")),
    good("control characters, DEL and U+FFFE are drawn as U+FFFD",
         b"main;a\x01\x08\x0b\x1f\x7fb 60\nmain;c\xef\xbf\xbe\xef\xbf\xbfd 40\n", 100,
         shows=["a" + 5 * "\ufffd" + "b", "c\ufffd\ufffdd"]),
    good("C1 control characters are drawn as U+FFFD", b"main;a\xc2\x9bb 7\n", 7,
         shows=["a\ufffdb"]),
    good("escape sequences and bidirectional marks are drawn visibly",
         b"main;\x1b[31mred 3\nmain;a\xe2\x80\xaeb 4\n", 7,
         shows=["\ufffd[31mred", "a<U+202E>b"]),
    good("bytes that are not UTF-8 keep their samples",
         b"main;a\xffb 3\nmain;\xc3( 4\nmain;\xed\xa0\x80 5\nmain;\xc0\xaf 6\n", 18,
         b"main;a\xffb 3\nmain;\xc0\xaf 6\nmain;\xc3( 4\nmain;\xed\xa0\x80 5\n",
         shows=["a\ufffdb", "\ufffd(", 3 * "\ufffd", "\ufffd\ufffd"]),
    good("names of different bytes stay different frames", b"a;\xff 1\na;\xfe 2\n", 3,
         b"a;\xfe 2\na;\xff 1\n"),
    bad("1 MiB of random bytes is refused as no text", NOISE, [r"in\.folded:1: is not text"]),
    bad("random bytes are refused when folded is asked for", NOISE, [r"in\.folded:\d+: .*folded"],
        ("--from", "folded")),
    good("markup in names is text", b"m;<script>alert(1)</script> 1\nm;]]> 2\nm;--> 3\nm;&lt\"' 4\n"
         b"m;javascript:alert(1) 5\nm;${7*7} 6\n", 21,
         shows=["<script>alert(1)</script>", "]]>", "-->", "&lt\"'", "javascript:alert(1)",
                "${7*7}"]),
    good("paths of Windows are names", b"C:\\a\\b.exe;C:\\x y\\z 3\n", 3,
         b"C:\\a\\b.exe;C:\\x y\\z 3\n",
         shows=["C:\\x y\\z"]),
]

COUNTS = [
    skipping("a line without a count is skipped", b"main;bad", "no count"),
    bad("a file without a count is refused", b"main;a\nmain;b\n" * 3, [r"in\.folded"]),
    bad("lines without a count are refused when folded is asked for", b"main;a\nmain;b\n",
        [r"in\.folded:1: "], ("--from", "folded")),
    skipping("a negative count is skipped", b"a;b -5", "negative"),
    good("fractions are kept exactly", b"a 0.5\nb 99.75\nc 5.\nd 0.000001\n", "105.250001",
         b"a 0.5\nb 99.75\nc 5\nd 0.000001\n"),
    good("a tenth, a hundred thousand times, is exact", b"a;b 0.1\n" * 100000, 10000,
         b"a;b 10000\n"),
    skipping("a point without a digit before it is skipped", b"a;b .5"),
    skipping("seven digits after the point are skipped", b"a;b 1.2345678", "6 digits"),
    skipping("an exponent is skipped", b"a;b 1e2"),
    skipping("1e308 is skipped", b"a;b 1e308"),
    skipping("nan is skipped", b"a;b nan"),
    skipping("inf is skipped", b"a;b inf"),
    skipping("0x10 is skipped", b"a;b 0x10"),
    skipping("1,000 is skipped", b"a;b 1,000"),
    skipping("+5 is skipped", b"a;b +5"),
    skipping("a count of 20 digits above 2^64 is skipped", b"a;b 99999999999999999999"),
    skipping("a count of 400 digits is skipped", b"a;b " + b"9" * 400),
    skipping("digits of another script are skipped", "a;b \u0661\u0662".encode(), "no count"),
    skipping("fullwidth digits are skipped", "a;b \uff11".encode(), "no count"),
    good("2^64-1 is exact", b"a;b 18446744073709551615\n", MAX, b"a;b 18446744073709551615\n"),
    bad("2^64-1 and 100 more is an error that names the line",
        b"a;b 18446744073709551615\na;c 100\n", [r"in\.folded:2: .*2\^64"]),
    bad("a sum that overflows by a count below 0 is an error that names its line",
        b"a;c 100\na;b 18446744073709551295\na;c 400\n",
        [r"in\.folded:3: .*2\^64.*line 2 is one below 0"]),
    bad("three times 2^63-1 is an error that names the line", b"a;b 9223372036854775807\n" * 3,
        [r"in\.folded:3: .*2\^64"]),
    bad("a sum that overflows by its fraction is an error", b"a 18446744073709551615\nb 0.5\n",
        [r"in\.folded:2: .*2\^64"]),
    good("2^53+1 and 1 are exact", b"a;b 9007199254740993\na;c 1\n", 9007199254740994,
         b"a;b 9007199254740993\na;c 1\n"),
    good("2^63 twice less one is exact", b"a 9223372036854775808\nb 9223372036854775807\n", MAX),
    bad("a total of 0 is refused", b"a;b 0\na;c 0.00\n", [r"total.* is 0"]),
    good("a count of 0 beside others is kept", b"a;b 0\na;c 1\n", 1, b"a;b 0\na;c 1\n"),
    good("a count may begin with zeros", b"a 00000000000000000007\n", 7, b"a 7\n"),
]

FRAMES = [
    good("equal stacks are merged, in any order", b"b 1\na;x 2\nb 3\na 4\na;x 5\n", 15,
         b"a 4\na;x 7\nb 4\n"),
    good("names that extend each other do not split a frame",
         b"main;foo 10\nmain;foo.bar 5\nmain;foo(int) 7\nmain;foo;x 3\n", 25,
         b"main;foo 10\nmain;foo;x 3\nmain;foo(int) 7\nmain;foo.bar 5\n"),
    good("frames without a name are left out and counted",
         b"main;a;;b 10\n;main 20\nmain; 30\n", 60, b"main 50\nmain;a;b 10\n",
         [r"in\.folded: 3 frames without a name"]),
    good("a ; in front hides what a line may not begin with",
         b";#a 1\n; b 2\n;\xef\xbb\xbfc 3\n;\xff\xfed 4\n;\x1f\x8be 5\n", 15,
         b";\x1f\x8be 5\n; b 2\n;#a 1\n;\xef\xbb\xbfc 3\n;\xff\xfed 4\n"),
    good("a line of nothing but ; is skipped", b"main 10\n;;;; 20\n", 10, b"main 10\n",
         [r"in\.folded:2: no frame with a name.*skipped"]),
    good("a line of nothing but a count is skipped", b"main 10\na 1\n 10\n20\n", 11,
         b"a 1\nmain 10\n",
         [r"in\.folded:3: no stack before the count", r"in\.folded:4: no stack before the count"]),
    good("names may hold blanks", b"a b;c  d 3\n", 3, b"a b;c  d 3\n", shows=["a b", "c  d"]),
    good("the last number is the count, always", b"foo 3 5 60\nbar 1\n", 61,
         b"bar 1\nfoo 3 5 60\n", shows=["foo 3 5"], unsaid=["two numbers"]),
    good("a note says so when every line ends in two numbers", b"a;b 1 2\na;c 3 4\n", 6,
         b"a;b 1 2\na;c 3 4\n", [r"every line ends in two numbers"]),
    good("two numbers with one of them missing are not mixed", b"a;b 5 60\na;c 7\n", 67,
         b"a;b 5 60\na;c 7\n", unsaid=["two numbers"]),
    good("a tab may stand before the count", b"a;b\t3\na;c \t 4\n", 7, b"a;b 3\na;c 4\n"),
    good("blanks at the start are cut off, and said", b"  a;b 3\n\ta;b 4\n", 7, b"a;b 7\n",
         [r"in\.folded: blanks .*at the start of 2 lines"]),
    good("blanks at the end are cut off", b"a;b 3  \t\na;c 4 \r\n", 7, b"a;b 3\na;c 4\n",
         unsaid=["."]),
    good("lines with # are comments", b"# a 5\n#b;c 6\n  # c 1\na;b 3\n", 3, b"a;b 3\n",
         [r"3 comments"], args=("--summary",)),
    skipping("lines with // are not comments", b"// note", "no count"),
    good("// may begin a name", b"//a;b 3\n", 3, b"//a;b 3\n"),
    good("a name of 1 MB is drawn", b"main;" + b"n" * 1000000 + b" 5\n", 5),
    bad("a name of more than 1 MiB reaches the limit", b"main;" + b"n" * 1048577 + b" 5\n",
        [r'in\.folded:1: limit "name" \(1048576\)']),
    bad("a name of 68 MiB reaches the limit", b"main;" + b"n" * (68 << 20) + b" 5\n",
        [r'in\.folded:1: limit "line" \(67108864\)']),
    good("50,000 frames deep is drawn", b"f;" * 49999 + b"f 3\n", 3, b"f;" * 49999 + b"f 3\n"),
    good("100,000 frames deep is drawn without the limit output", b"f;" * 99999 + b"f 3\n", 3,
         b"f;" * 99999 + b"f 3\n", args=("--limit=output=0",)),
    good("300,000 callees of one frame are drawn", lines(300000, b"main;leaf%06d 1\n"), 300000,
         lines(300000, b"main;leaf%06d 1\n")),
    good("300,000 roots are drawn", lines(300000, b"root%06d 2\n"), 600000,
         lines(300000, b"root%06d 2\n")),
]


def damage(good_lines, bad_lines):
    """The bad lines stand spread among the good ones."""
    every = [b"g;%d 1\n" % i for i in range(good_lines)] + [b"b%d\n" % i for i in range(bad_lines)]
    random.Random(3).shuffle(every)
    return b"a;first 1\n" + b"".join(every)


SHARES = [
    good("1 bad line of 100 is skipped", damage(98, 1), 99, said=[r"in\.folded:\d+: .*skipped"]),
    good("49 % of bad lines are skipped", damage(50, 49), 51,
         said=[r"49 lines were skipped in all"]),
    bad("51 % of bad lines are refused with a hint", damage(48, 51),
        [r"in\.folded:\d+: .*51 of 100 .*folded\?"]),
    good("10 bad lines are skipped, be they most of all", damage(0, 10), 1),
    bad("11 bad lines are refused when they are most of all", damage(0, 11), [r"11 of 12 "]),
    bad("nothing but bad lines is refused", b"b\n" * 3 + b"c -1\n", [r"in\.folded"]),
    bad("--strict refuses the first bad line", b"a 1\nb 2\nbad\nc -1\n", [r"in\.folded:3: "],
        ("--strict",)),
    good("--strict takes what has no bad line", b"# x\n\na 1\nb;;c 2\n", 3, args=("--strict",)),
    good("--max-bad 3 takes three", damage(5, 3), 6, args=("--max-bad", "3")),
    bad("--max-bad 3 refuses four", damage(5, 4), [r"in\.folded:\d+: .*4 bad lines.*3"],
        ("--max-bad", "3")),
    bad("--max-bad 0 refuses one", damage(50, 1), [r"in\.folded:\d+: "], ("--max-bad", "0")),
    bad("--max-bad does not allow more than half", damage(48, 51), [r"51 of 100"],
        ("--max-bad", "1000")),
]

NS = b"# flame: unit=ns period=100\n"
BYTES_UNIT = b"# flame: unit=bytes\n"

UNITS = [
    good("a unit may be stated twice", NS + b"a 100\n" + NS + b"b 200\n", 300, b"a 100\nb 200\n",
         unsaid=["unit"], unit="ns"),
    good("comments and blank lines may stand above it", b"# x\n\n" + NS + b"a 100\n", 100,
         unsaid=["unit"], unit="ns"),
    bad("two units are refused, with both", NS + b"a 100\n" + BYTES_UNIT + b"b 7\n",
        [r"in\.folded:3: states the unit bytes, and a line before it ns.*wanted one unit"]),
    bad("two units above all stacks are refused", NS + b"# x\n" + BYTES_UNIT + b"b 7\n",
        [r"in\.folded:3: states the unit bytes, and a line before it ns"]),
    bad("two units of time are refused", NS + b"a 100\n# flame: unit=ms\nb 7\n",
        [r"in\.folded:3: states the unit ms, and a line before it ns"]),
    bad("two units far from each other are refused, by any worker",
        NS + b"main;parse 100\n" * 640000 + BYTES_UNIT,
        [r"in\.folded:640002: states the unit bytes, and a line before it ns"],
        ("--threads", "2")),
    good("a unit below stacks names nothing, and is said", b"a 100\n" + NS + b"b 200\n", 300,
         b"a 100\nb 200\n", [r"in\.folded:2: a unit is stated below stacks.*skipped"]),
    good("so it is where another worker reads",
         b"main;parse 100\n" * 640000 + NS + b"b 200\n", 64000200,
         said=[r"in\.folded:640001: a unit is stated below stacks.*skipped"],
         args=("--threads", "2")),
    bad("--strict refuses a unit below stacks", b"a 100\n" + NS + b"b 200\n",
        [r"in\.folded:2: a unit is stated below stacks"], ("--strict",)),
]


def check_accepted(s, case, path):
    problems = []
    total = outputs.Fraction(case["total"])
    folded = s.run("--from", "folded", "-f", "folded", *case["args"], path)
    tree = s.run("-f", "json", *case["args"], path)
    picture = s.run(*case["args"], path)
    for run in (folded, tree, picture):
        if run.rc != 0:
            return [run.brief()]
    if case["folded"] is not None and folded.out != case["folded"]:
        problems.append(f"folded: {folded.out[:200]!r}")
    if outputs.folded_total(folded.out) != total:
        problems.append(f"folded: total {outputs.folded_total(folded.out)}")
    again = s.run("--from", "folded", "-f", "folded", "--quiet", "-", input=folded.out)
    if again.out != folded.out:
        problems.append(f"folded, read again: {again.brief()}")
    if outputs.json_tree(tree.out)[0] != total:
        problems.append(f"json: total {outputs.json_tree(tree.out)[0]}")
    svg = outputs.Svg(picture.out)
    if svg.root() != outputs.root_title(total, case["unit"]):
        problems.append(f"svg: {svg.root()!r}")
    if svg.unsafe():
        problems.append(f"svg: {svg.unsafe()}")
    for name in case["shows"]:
        if not any(f.title.startswith(name + " (") for f in svg.frames):
            problems.append(f"svg: no frame {name!r}")
    return problems + messages(case, picture.said)


def messages(case, said):
    """What is wrong with standard error."""
    problems = [f"said nothing like {p!r}: {said[:300]!r}"
                for p in case["said"] if not re.search(p, said)]
    problems += [f"said {said[:300]!r}" for p in case["unsaid"] if re.search(p, said)]
    for line in said.splitlines():
        if not re.fullmatch(r"flame: [\x20-\x7e]{1,500}", line):
            problems.append(f"a message of {len(line)} characters: {line[:200]!r}")
    return problems


def check_refused(s, case, path):
    problems = []
    output = s.path("x.svg")
    for args in s.part(((), ("-f", "folded"), ("-f", "json"), ("-f", "table"), ("-o", output))):
        run = s.run(*case["args"], *args, path)
        if run.rc != case["rc"] or run.out:
            problems.append(run.brief())
        if not run.said.strip():
            problems.append("no message")
        problems += messages(case, run.said)
    if os.path.exists(output) or s.temporaries():
        problems.append("a file was left")
        pathlib.Path(output).unlink(missing_ok=True)
    return problems[:3]


def check_messages(s):
    """The first ten bad lines are told one by one, then there is one total."""
    path = s.path("in.folded", b"a 1\n" * 100 + b"bad\n" * 25)
    run = s.run(path, "-o", "/dev/null")
    shown = [line for line in run.said.splitlines() if line.endswith("skipped")]
    s.claim("the first ten bad lines are told, then their number",
            run.rc == 0 and len(shown) == 10 and ":101:" in shown[0] and ":110:" in shown[9]
            and "25 lines were skipped in all" in run.said, run)
    quiet = s.run("--quiet", path, "-o", "/dev/null")
    s.claim("--quiet says nothing of them", quiet.rc == 0 and quiet.said == "", quiet)
    noisy = s.path("in.folded",
                   b"a 1\n" + b"\x1b]0;x\x07" + b"\xe2\x80\xae" + b"z" * 100000 + b"\n")
    run = s.run(noisy, "-o", "/dev/null")
    near = re.search(r'near "(.*)"', run.said)
    s.claim("a message shows 60 bytes of a bad line at most, and no control character",
            run.rc == 0 and near and "\\x1B" in near.group(1) and "\x1b" not in run.said
            and near.group(1).count("z") < 60 and len(run.said) < 500, run)


def check_files(s):
    """Line numbers and totals across several files."""
    one = s.path("one.folded", b"a;b 1\n")
    two = s.path("two.folded", b"a;b 2\nbad\na;c 18446744073709551612\n")
    run = s.run("-f", "folded", one, two)
    s.claim("a bad line is named with its own file", re.search(r"two\.folded:2: ", run.said), run)
    s.claim("files are added exactly", run.out == b"a;b 3\na;c 18446744073709551612\n", run)
    run = s.run("-f", "folded", one, one, two)
    s.claim("a sum over files that overflows names file and line",
            run.rc == 1 and not run.out and re.search(r"two\.folded:3: .*2\^64", run.said), run)
    run = s.run("-f", "folded", one, s.path("three.folded", b""))
    s.claim("an empty file among others is refused",
            run.rc == 1 and not run.out and "three.folded" in run.said, run)


def check(s):
    for case in ENDINGS + BYTES + COUNTS + FRAMES + SHARES + UNITS:
        # What is large to show speed is left to builds that are fast.
        if s.sanitized and len(case["data"]) > 3 << 20:
            s.skip(case["claim"], "sanitizers are slow")
            continue
        path = s.path("in.folded", case["data"])
        problems = check_refused(s, case, path) if case["rc"] else check_accepted(s, case, path)
        s.claim(case["claim"], not problems, "; ".join(problems[:3]))
    check_messages(s)
    check_files(s)


kit.main(check)
