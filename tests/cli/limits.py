#!/usr/bin/env python3
"""Every limit: what is just within it is drawn, what is one beyond it is refused by its name, with
the place and the way to raise it, and leaves no output. 0 switches a limit off.
"""
import collections
import gzip
import io
import os
import re
import threading
import xml.parsers.expat
import zipfile

import kit
from kit import outputs

MEBI = 1 << 20


def unique_names(n):
    return b"".join(b"f%07d 1\n" % i for i in range(n))


def deep(n):
    return b"a 1\n" + b";".join([b"f"] * n) + b" 1\n"


# Limit: a value, the input that is just within, the input that is one beyond, the place it names.
LIMITS = [
    ("line", 100, b"a 1\n" + b"x" * 98 + b" 1\n", b"a 1\n" + b"x" * 99 + b" 1\n", "in.folded:2"),
    ("line", 100, b"a 1\n" + b"x" * 98 + b" 1", b"a 1\n" + b"x" * 99 + b" 1", "in.folded:2"),
    ("line", 64, b"#" * 64 + b"\na 1\n", b"#" * 65 + b"\na 1\n", "in.folded:1"),
    ("line", 1 << 17, b"a 1\n" + b"x;" * 65535 + b" 1\n", b"a 1\n" + b"x;" * 65535 + b"y 1\n",
     "in.folded:2"),
    ("depth", 50, deep(50), deep(51), "in.folded:2"),
    ("depth", 1, b"a 1\n;;a;; 2\n", b"a 1\na;b 2\n", "in.folded:2"),
    ("depth", 1000000, deep(1000000), deep(1000001), "in.folded:2"),
    ("name", 40, b"a;" + b"n" * 40 + b" 1\n", b"a;" + b"n" * 41 + b" 1\n", "in.folded:1"),
    ("frames", 60, unique_names(60), unique_names(61), "in.folded:61"),
    ("frames", 2, b"a;b;a;b;a 1\nb;a;b 2\n", b"a;b;a;b;a 1\nb;a;b 2\nc 1\n", "in.folded:3"),
    ("nodes", 7, b"a;b;c;d 1\na;b;x;y 2\na;b 1\nz 1\n", b"a;b;c;d 1\na;b;x;y 2\na;b 1\nz 1\nw 1\n",
     "in.folded:5"),
]


def refused(run, name, value, place):
    """The one message of a limit, and nothing else."""
    said = re.escape(place) + rf'.*limit "{name}" \({value}\) reached.*--limit {name}='
    return run.rc == 1 and not run.out and re.search(said, run.said) and run.said.count("\n") == 1


def check_counted(s):
    for name, value, within, beyond, place in LIMITS:
        if s.sanitized and len(within) > 1 << 20:
            s.skip(f"the limit {name} of {value}", "sanitizers are slow")
            continue
        option = f"--limit={name}={value}"
        out = s.path("x.folded")
        path = s.path("in.folded", within)
        taken = s.run(option, path, "-o", out)
        s.claim(f"{value} is within the limit {name}", taken.rc == 0
                and os.path.getsize(out) > 0, taken)
        os.path.exists(out) and os.unlink(out)
        path = s.path("in.folded", beyond)
        run = s.run(option, path, "-o", out)
        s.claim(f"one more than {value} reaches the limit {name}",
                refused(run, name, value, place) and not os.path.exists(out)
                and not s.temporaries(), run)
        piped = s.run(option, "-f", "folded", input=beyond)
        s.claim(f"one more than {value} reaches it on standard input, too",
                refused(piped, name, value, place.replace("in.folded", "standard input")), piped)
        off = s.run(f"--limit={name}=0", path, "-o", out)
        s.claim(f"{name}=0 switches the limit off", off.rc == 0, off)


def sleepy(n):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("Symbols.txt", "".join(f'sym{i} "m" "f{i}" "f.c" {i}\n' for i in range(n)))
        archive.writestr("Callstacks.txt", "1.5 sym0\n")
    return file.getvalue()


# Formats that name functions without samples: one of n has some.
FUNCTIONS = {
    "axe": lambda n: b"Index  % CPU Time:Total  CPU Time:Self  CPU Time:Children  Name  Index\n"
    + b"".join(b"[%d]  %d  %d  0.0  f%d  [%d]\n\n" % (i, i == 0 and 100, i == 0, i, i)
               for i in range(n)),
    "callchains": lambda n: b'{"version": 0, "functions": ['
    + b", ".join(b'{"name": "f%d"}' % i for i in range(n))
    + b'], "events": [{"callchain": [0], "cost": [1]}]}',
    "callgrind": lambda n: b"events: Ir\nfn=f0\n1 1\n"
    + b"".join(b"fn=f%d\n" % i for i in range(1, n)),
    "sleepy": sleepy,
    "sysprof": lambda n: b"<profile><objects><object id='1000'><name>[p]</name></object>"
    + b"".join(b"<object id='%d'><name>f%d</name></object>" % (i, i) for i in range(n - 1))
    + b"</objects><nodes><node id='1'><object>1000</object><parent>0</parent><self>0</self></node>"
    b"<node id='2'><object>0</object><parent>1</parent><self>1</self></node></nodes></profile>",
}


def check_functions(s):
    most = 60
    program = os.path.join(os.path.dirname(s.flame), "callgraph")
    for name, make in FUNCTIONS.items():
        for n, rc in ((most, 0), (most + 1, 1)):
            path = s.path(f"in.{name}", make(n))
            run = s.run(f"--limit=frames={most}", "--from", name, "-f", "dot", path,
                        program=program)
            if "which this build cannot read" in run.said:
                s.skip(f"the limit frames of {name}", "the build has no library for it")
                break
            s.claim(f"{n} functions of {name} against the limit frames of {most}",
                    run.rc == 0 and run.out if rc == 0
                    else refused(run, "frames", most, f"in.{name}"), run)


def check_workers(s):
    """Two workers, each of which sees half."""
    n = 700000  # two parts of 4 MiB
    path = s.path("large.folded", unique_names(n))
    for name in ("frames", "nodes"):
        for value, rc in ((n, 0), (n - 1, 1)):
            run = s.run(f"--limit={name}={value}", "--threads", "2", path, "-o", "/dev/null")
            s.claim(f"the limit {name} of {value} holds for two workers together",
                    run.rc == rc and (rc == 0 or f'limit "{name}"' in run.said), run)


def check_inflate(s):
    text = unique_names(200000 // s.slow)
    packed = gzip.compress(text)
    path = s.path("in.gz", packed)
    for value, rc in ((len(text), 0), (len(text) - 1, 1)):
        run = s.run(f"--limit=inflate={value}", "-f", "folded", path)
        s.claim(f"{len(text)} bytes unpacked against the limit inflate of {value}",
                run.rc == 0 and run.out == text if rc == 0
                else refused(run, "inflate", value, "in.gz"), run)
    text = b"main;same 1\n" * 500000
    packed = gzip.compress(text)
    path = s.path("in.gz", packed)
    ratio = len(text) // len(packed)
    for value, rc in ((ratio + 1, 0), (ratio // 2, 1), (1, 1), (0, 0)):
        run = s.run(f"--limit=inflate-ratio={value}", "-f", "folded", path)
        s.claim(f"{ratio} times its size against the limit inflate-ratio of {value}",
                run.out == b"main;same 500000\n" if rc == 0
                else refused(run, "inflate-ratio", value, "in.gz"), run)
    small = s.path("small.gz", gzip.compress(b"main;same 1\n" * 20000))
    run = s.run("--limit=inflate-ratio=2", "-f", "folded", small)
    s.claim("a small file may grow as it likes", run.out == b"main;same 20000\n", run)


def check_bombs(s):
    """Files that unpack to much more than they are, with the limits as they are."""
    bomb = gzip.compress(gzip.compress(b"\0" * (64 * MEBI), 9), 9)
    run = s.run(s.path("bomb.gz", bomb))
    s.claim("packed twice is unpacked once", run.rc == 1 and not run.out, run)
    bomb = gzip.compress(b"a;b 1\n" * (40 * MEBI // 6), 9)
    ratio = 40 * MEBI // len(bomb)
    run = s.run("--limit=inflate-ratio=500", s.path("bomb.gz", bomb))
    s.claim(f"a bomb of {ratio} times is stopped",
            refused(run, "inflate-ratio", 500, "bomb.gz"), run)
    run = s.run(*s.untrusted, s.path("bomb.gz", bomb))
    s.claim("--limits=untrusted stops it earlier",
            refused(run, "inflate-ratio", 200, "bomb.gz"), run)


def check_elements(s):
    path = s.path("in.folded", b"".join(b"main;f%03d;g 1\n" % i for i in range(200)))

    def draw(limit):
        return s.run(f"--limit=elements={limit}", path)

    low, high = 0, 5000
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if draw(middle).rc == 0 else (middle, high)
    drawn = outputs.Svg(draw(high).out)
    s.claim(f"an SVG of {drawn.elements} elements is within the limit of {high}",
            drawn.elements <= high <= drawn.elements + 20 and len(drawn.frames) == 402,
            f"{drawn.elements} elements, {len(drawn.frames)} frames")
    run = draw(high - 1)
    s.claim("one less is refused", refused(run, "elements", high - 1, "svg"), run)
    s.claim("elements=0 switches the limit off", draw(0).rc == 0, draw(0))
    samples = b"".join(b"w 7 100.%03d000: 1 cycles: \n\t7f00 f%d+0x1 (/w)\n\n" % (i, i % 2)
                       for i in range(200))
    chart = ["--quiet", "--flamechart", "--width=20000", "--no-script",
             s.path("in.txt", samples)]
    drawn = outputs.Svg(s.run(*chart).out)
    run = s.run(f"--limit=elements={drawn.elements - 1}", *chart)
    s.claim("the ticks of a time axis are counted too",
            refused(run, "elements", drawn.elements - 1, "svg"), run)
    path = s.path("in.folded", b"".join(b"m;%06d 1\n" % i for i in range(500000)))
    run = s.run("--minwidth", "0", path)
    s.claim("500,000 callees with --minwidth 0 reach the limit as it is",
            refused(run, "elements", 900000, "svg"), run)
    run = s.run("--no-script", path)
    s.claim("without --minwidth 0 they are joined", run.rc == 0 and len(run.out) < 100000, run)


def check_machine(s):
    """Memory and time are limits of the process."""
    if s.sanitized:
        s.skip("the limit memory", "sanitizers need much")
    else:
        path = s.path("wide.folded", b"".join(b"f%0200d 1\n" % i for i in range(200000)))
        run = s.run("--limit=memory=40M", path)
        s.claim("the limit memory is reached and named", refused(run, "memory", 40 * MEBI, ""), run)
        run = s.run("--limit=memory=2G", path)
        s.claim("it does not hinder below that", run.rc == 0, run)
        run = s.run("--limit=memory=40M", path,
                    program=os.path.join(os.path.dirname(s.flame), "callgraph"))
        s.claim("callgraph says who it is when memory ends", run.rc == 1 and
                run.said.startswith('callgraph: limit "memory"'), run)
        for name in ("RLIMIT_AS", "RLIMIT_DATA"):
            run = s.run(path, "--threads=1", preexec_fn=kit.limit(name, 80 * MEBI))
            s.claim(f"half of {name} is the limit memory as it is",
                    refused(run, "memory", 40 * MEBI, ""), run)
    reader, writer = os.pipe()

    def feed():
        block = b"main;a;b;c;d 1\n" * 60000
        try:
            with open(writer, "wb", buffering=0) as f:
                for _ in range(100000):
                    f.write(block)
        except BrokenPipeError:
            pass

    thread = threading.Thread(target=feed)
    thread.start()
    run = s.run("--limit=time=1", "-f", "folded", stdin=reader)
    os.close(reader)
    thread.join()
    s.claim("the limit time is reached and named", refused(run, "time", 1, ""), run)


def elements_and_frames(picture):
    """How many elements a well-formed SVG has, and how many frames, each with a title in it."""
    counts = collections.Counter()

    def begin(name, _):
        counts[name] += 1

    parser = xml.parsers.expat.ParserCreate()
    parser.StartElementHandler = begin
    parser.Parse(picture, True)
    return sum(counts.values()), counts["title"] - 2  # the picture and its heading have one


def check_rows(s, path, frames, most):
    """A stack so deep that its picture would be too large: the first rows are drawn."""
    for more in ([], ["--no-script"], ["--cp=" + s.path("palette.map")]):
        run = s.run("--no-fold", *more, path)
        said = re.search(r"the first (\d+) rows are drawn; (\d+) deeper frames would make the "
                         r'picture larger than the limits "output" and "elements"', run.said)
        rows, others = map(int, said.groups()) if said else (0, 0)
        elements, drawn = elements_and_frames(run.out)
        text = run.out[:2000].decode()
        s.claim(f"{frames} frames above each other are drawn up to a limit {' '.join(more)[:4]}",
                run.rc == 0 and rows + others == frames and len(run.out) <= most
                and elements <= 900000 and (len(run.out) > 0.99 * most or elements > 899900),
                f"{len(run.out)} bytes, {elements} elements, {run.said}")
        s.claim("with as many frames as is said", drawn == rows
                and f"{others:,} frames are deeper" in text, f"{drawn} frames, {text}")
    s.claim("--quiet does not say so", not s.run("--quiet", path).err)


def check_output(s):
    """An output has a limit, and appears whole or not at all, wherever it goes."""
    path = s.path("in.folded", b"main;work;leaf 7\n" * 3)
    for name in ("svg", "json", "tree", "folded"):
        whole = s.run("-f", name, path)
        n = len(whole.out)
        out = s.path("limited")
        for value, rc in ((n, 0), (n - 1, 1)):
            piped = s.run(f"--limit=output={value}", "-f", name, path)
            s.claim(f"{n} bytes of {name} in a pipe against the limit output of {value}",
                    piped.rc == 0 and piped.out == whole.out if rc == 0
                    else refused(piped, "output", value, "standard output"), piped)
            run = s.run(f"--limit=output={value}", "-f", name, path, "-o", out)
            s.claim(f"{n} bytes of {name} in a file against it", run.rc == 0
                    and os.path.getsize(out) == n if rc == 0 else
                    refused(run, "output", value, out) and not os.path.exists(out)
                    and not s.temporaries(), run)
            os.path.exists(out) and os.unlink(out)
    # Many boxes with one long name, which the input has once.
    frames = ",".join(["0"] * 3000)
    text = ('{"$schema":"https://www.speedscope.app/file-format-schema.json","shared":{"frames":'
            '[{"name":"%s"}]},"profiles":[{"type":"sampled","name":"","unit":"none","startValue":0,'
            '"endValue":1,"samples":[[%s]],"weights":[1]}]}' % ("n" * 60000, frames)).encode()
    path = s.path("in.speedscope", text)
    most = (1 << 20) + 100 * len(text)
    for name in ("svg", "json", "boxes", "tree"):
        run = s.run("-f", name, path)
        s.claim(f"{name} of one long name in many frames has at most {most} bytes, or is refused",
                (run.rc == 0 and len(run.out) <= most) or
                refused(s.run("--quiet", "-f", name, path), "output", most, "standard output"), run)
    run = s.run("--quiet", "-f", "folded", path)
    s.claim("stacks as text are as long as they are", run.rc == 0
            and len(run.out) == 60001 * 3000 + 2, run)
    deep_one = s.path("deep.folded", b"f;" * 99999 + b"f 3\n")
    check_rows(s, deep_one, 100001, 21048776)
    check_rows(s, s.path("deeper.folded", b"f;" * 299999 + b"f 3\n"), 300001, 61048776)
    run = s.run("--limit=output=0", "-f", "json", path)
    s.claim("output=0 switches the limit off", run.rc == 0 and len(run.out) > most, run)


def check_sets(s):
    path = s.path("in.folded", deep(10001))
    for args, rc in ((s.untrusted, 1), (["--limits=usual"], 0), ([], 0),
                     ([*s.untrusted, "--limit=depth=20000"], 0),
                     (["--limit=depth=20000", *s.untrusted], 0),
                     (["--limit=depth=20K"], 0), (["--limit=depth=1k"], 1),
                     (["--limit=depth=5", "--limit=depth=20000"], 0)):
        run = s.run(*args, "-f", "folded", path)
        s.claim(f"{' '.join(args) or 'no option'} gives {rc} for a stack of 10,001 frames",
                run.rc == rc, run)
    text = re.sub(r"\s+", " ", s.run("--help=all").out.decode())
    for name, value in (("line", "67,108,864"), ("depth", "1,000,000"), ("frames", "50,000,000"),
                        ("nodes", "200,000,000"), ("nodes-ratio", "2"), ("name", "1,048,576"),
                        ("inflate", "4,294,967,296"), ("inflate-ratio", "1,000"),
                        ("elements", "900,000"), ("memory", "derived"),
                        ("output", "derived"), ("time", "0")):
        s.claim(f"the limit {name} is {value} as it is",
                re.search(rf" {name} [^0-9]*[^.]*?{value} and [1-9]", text))


def check(s):
    check_counted(s)
    check_functions(s)
    check_workers(s)
    check_inflate(s)
    check_bombs(s)
    check_elements(s)
    check_machine(s)
    check_output(s)
    check_sets(s)


kit.main(check)
