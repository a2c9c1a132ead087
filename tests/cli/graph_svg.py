#!/usr/bin/env python3
"""Pictures of call graphs: every function shown has a box with its title, every call a line;
hostile names are text and nothing else; the picture keeps its limits, and says when it is laid out
quickly.
"""
import os
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree as tree

import kit
from kit import outputs

SVG = "{http://www.w3.org/2000/svg}"
ELEMENTS = {"svg", "title", "desc", "style", "script", "g", "rect", "path", "text", "tspan"}
FOLDED = b"main;parse;lex 60\nmain;parse;read 20\nmain;draw;flush;io 15\nmain;io 5\n"
HOSTILE = [b"</title><script>alert(1)</script>", b"]]><script>", b"\"onload=alert(1) x='",
           b"&amp;&lt;", b"a\x00b\x1b[31m",
           b"\xff\xfe bad", "\u202eevil\u2066".encode(), b"%s%n%d", b"\\n\\N\\G",
           b"<b>", b"javascript:alert(1)", b"a" * 5000, "\u65e5\u672c".encode() * 90]
CHECKER = pathlib.Path("../shared/check/check_output.py")
CORPUS = pathlib.Path("../shared/corpus/hostile")


class Picture:
    """A picture that was read: boxes and lines by their ids."""

    def __init__(self, data):
        self.root = tree.fromstring(data)
        self.boxes = {e.get("id"): e for e in self.root.iter(SVG + "g")
                      if "node" in e.get("class", "").split()}
        self.lines = [e for e in self.root.iter(SVG + "g")
                      if "edge" in e.get("class", "").split()]

    def title(self, element):
        return element.find(SVG + "title").text

    def names(self):
        return sorted(self.title(e).split("\n")[0] for e in self.boxes.values())

    def size(self, box):
        rect = box.find(SVG + "rect")
        return float(rect.get("width")), float(rect.get("height"))

    def place(self, box):
        return [float(n) for n in re.findall(r"-?[\d.]+", box.get("transform"))]

    def text(self, box):
        return "".join(t.text or "" for t in box.iter(SVG + "tspan"))


def callgraph(s, *args, **more):
    more.setdefault("program", os.path.join(os.path.dirname(s.flame), "callgraph"))
    return s.run(*args, **more)


def draw(s, folded, *args):
    return callgraph(s, "--format", "svg", *args, input=folded)


def structure(s):
    p = Picture(draw(s, FOLDED).out)
    s.claim("every function has a box", p.names() == sorted(["main", "parse", "lex", "read", "draw",
                                                             "flush", "io"]), str(p.names()))
    calls = sorted(p.title(e).split("\n")[0] for e in p.lines)
    s.claim("every call has a line", calls == [
        "draw \u2192 flush", "flush \u2192 io", "main \u2192 draw", "main \u2192 io",
        "main \u2192 parse", "parse \u2192 lex", "parse \u2192 read"], str(calls))
    title = p.title(next(e for e in p.boxes.values() if p.title(e).startswith("io\n")))
    s.claim("a title holds exact numbers", "with what it calls 20 samples (20.00%)" in title and
            "by itself 20 samples (20.00%)" in title, title)
    hot = sorted(p.title(e).split("\n")[0] for e in p.boxes.values() if "hot" in e.get("class"))
    s.claim("the hot path is marked", hot == ["lex", "main", "parse"], str(hot))
    s.claim("its boxes have a second border", all(
        len(e.findall(SVG + "rect")) == (2 if "hot" in e.get("class") else 1)
        for e in p.boxes.values()))
    ids = [e.get("id") for e in p.root.iter() if e.get("id")]
    s.claim("ids are unique", len(ids) == len(set(ids)))
    s.claim("lines name boxes that are there", all(
        e.get(key) in p.boxes for e in p.lines for key in ("data-from", "data-to")))
    s.claim("nothing but known elements", {e.tag for e in p.root.iter()} <=
            {SVG + name for name in ELEMENTS}, str({e.tag for e in p.root.iter()}))


def shares(s):
    """A profile of limited depth: its totals are parts of more than its functions hold."""
    path = os.path.abspath("golden/pstats-flame/input.pstats")
    p = Picture(callgraph(s, path, "-f", "svg", "-n0").out)
    rows = [row.split() for row in callgraph(s, path, "-f", "table").out.decode().splitlines()]
    told = {row[5]: row[1] + "%" for row in rows if len(row) > 5}
    wrong = []
    for e in p.boxes.values():
        share = told.get(p.title(e).split("\n")[0])
        if share:
            title = re.search(r"by itself .*\((.*%)\)", p.title(e)).group(1)
            label = re.search(r"\((\d+\.\d+%)\)", p.text(e)).group(1)
            wrong += [(share, title, label)] if {share, title, label} != {share} else []
    s.claim("title, label and table agree in what a function has by itself",
            len(told) > 5 and not wrong, str(wrong))
    s.claim("which the viewer adds up to all", sum(int(e.get("data-self"))
            for e in p.boxes.values()) == int(p.root.get("data-self")))


def overlaps(boxes):
    """Middles and sizes; hundredths of a pixel are rounded."""
    return [(a, b) for i, a in enumerate(boxes) for b in boxes[:i]
            if abs(a[0] - b[0]) < (a[2] + b[2]) / 2 - 0.2
            and abs(a[1] - b[1]) < (a[3] + b[3]) / 2 - 0.2]


def places(s):
    p = Picture(draw(s, FOLDED).out)
    boxes = [(*p.place(e), *p.size(e)) for e in p.boxes.values()]
    s.claim("no two boxes overlap", not overlaps(boxes), str(overlaps(boxes)))
    by_id = dict(zip(p.boxes, boxes))
    s.claim("callers stand above what they call", all(
        by_id[e.get("data-from")][1] < by_id[e.get("data-to")][1] for e in p.lines))
    fitting = all(0.602 * float(t.get("font-size", 0)) * len(t.text or "") <= p.size(e)[0]
                  for e in p.boxes.values() for t in e.iter(SVG + "tspan"))
    s.claim("text fits into its box", fitting)


def long_names(s):
    whole = "company::department::" * 4 + "function(int, char const*)"
    huge = "a" * 5000
    p = Picture(draw(s, f"main;{whole} 9\nmain;{huge} 8\n".encode()).out)
    box = next(e for e in p.boxes.values() if p.title(e).startswith("company"))
    lines = [t.text for t in box.iter(SVG + "tspan") if t.get("font-weight") == "bold"]
    s.claim("a long name is broken where a name can be", len(lines) > 1 and
            "".join(lines).replace(" ", "") == whole.replace(" ", "") and
            all(len(line) <= 40 and line[-1] in ":,( )" for line in lines), str(lines))
    ends = "a" * 2048 + "\u2026[904 bytes]\u2026" + "a" * 2048
    s.claim("a huge one is cut, and has both ends in its title",
            ends in [p.title(e).split("\n")[0] for e in p.boxes.values()] and
            max(p.size(e)[0] for e in p.boxes.values()) < 400)


def perf_of(stacks):
    """Text of perf script, which says modules, from folded stacks."""
    return b"".join(b"app 1 1.0: 1 cycles:\n" + b"".join(
        b"\t1 %s\n" % f for f in reversed(line.rsplit(b" ", 1)[0].split(b";"))) + b"\n"
        for line in stacks.splitlines())


MODULES = perf_of(b"main (app);read (libc.so);copy (libc.so) 9\nmain (app);draw (app) 5\n")


def clusters(s):
    p = Picture(draw(s, MODULES, "--cluster", "module").out)
    around = {e.find(SVG + "title").text: e.find(SVG + "rect") for e in p.root.iter(SVG + "g")
              if e.get("class") == "cluster"}
    s.claim("--cluster module draws a box around each", sorted(around) == ["app", "libc.so"],
            str(sorted(around)))
    inside = True
    for e in p.boxes.values():
        (x, y), (width, height) = p.place(e), p.size(e)
        box = around[re.search("module (.*)", p.title(e)).group(1)]
        left, top, wide, high = (float(box.get(k)) for k in ("x", "y", "width", "height"))
        inside &= left <= x - width / 2 and x + width / 2 <= left + wide
        inside &= top <= y - height / 2 and y + height / 2 <= top + high
    s.claim("and functions lie in theirs", inside)


def compared(s):
    path = s.path("app.perf", b"app 1 1.0: 1 cycles:\n\t1 read (libc.so)\n\t1 main (app)\n\n")
    p = Picture(callgraph(s, "--compare", "-f", "svg", path, path).out)
    dot = callgraph(s, "--compare", path, path).out.decode()
    drawn = sorted(re.sub("[0-9.%()]", "", p.text(e)) for e in p.boxes.values())
    told = sorted(re.findall(r'label="([a-z.]+)\\n', dot))
    s.claim("--compare draws what dot text says of functions", drawn == told == ["main", "read"],
            str((drawn, told)))


def what_is_left_out(s):
    stacks = b"main;a;b;c 900\nmain;z 99\nmain;tiny 1\n"
    run = draw(s, stacks, "--node-thres", "0.5")
    s.claim("the picture says how much is shown", b"5 of 6 functions, 4 of 5 calls" in run.out, run)
    run = draw(s, stacks, "--focus", "z")
    s.claim("of the functions that are in stacks", b"2 of 2 functions, 1 of 1 call" in run.out,
            run)
    run = callgraph(s, "-f", "table", "--focus", "z", input=stacks)
    s.claim("as the table does", run.out.endswith(b"\n2 functions, 99 samples\n"), run)
    run = callgraph(s, "--focus", "z", "--root", "z", "--leaf", "main", input=stacks)
    s.claim("and an error", run.rc == 1 and "leave out all 2\n" in run.said, run)
    p = Picture(draw(s, stacks, "--title", "A <title> & more").out)
    s.claim("a title is text", p.root.find(SVG + "title").text == "A <title> & more")
    whole, long = b"main;x 1234567\n", s.folder + "/waits.folded"
    pathlib.Path(long).write_bytes(whole)
    for told, args, more in (("Call graph: waits.folded - 1.23 million samples", [long], {}),
                             ("Call graph: 1.23 million samples", [], {"input": whole})):
        p = Picture(callgraph(s, "--format", "svg", *args, **more).out)
        head = next(e for e in p.root.iter(SVG + "g") if e.get("class") == "head")[0]
        s.claim("a title names what was recorded, and the sum for people", (head[0].tail, told) ==
                (p.root.find(SVG + "title").text, told), told)
        s.claim("and the sum in full where one points at it", head[0].text.endswith(
            "1,234,567 samples"), head[0].text)
    recorded = os.path.abspath("../shared/corpus/samples/perf/fp.data")
    if os.path.exists(recorded):
        p = Picture(callgraph(s, recorded, "--format", "svg").out)
        s.claim("the title of a page begins with the file", p.root.find(SVG + "title").text ==
                "fp.data: Call graph: demo-fp 0.4 2 - 172.59 ms", p.root.find(SVG + "title").text)
    many = b"".join(b"main;f%d;g%d %d\n" % (i, i, 100 if i < 9 else 2) for i in range(99))
    p = Picture(draw(s, many).out)
    others = [e for e in p.boxes.values() if "others" in e.get("class")]
    hidden = sum(100 if i < 9 else 2 for i in range(99)) - sum(
        int(e.get("data-self")) for e in p.boxes.values() if e not in others)
    s.claim("of many functions those from 2 % on are drawn, and one box for the others",
            len(p.boxes) == 20 and len(others) == 1 and
            p.text(others[0]).startswith("180 others"), str(len(p.boxes)))
    s.claim("which says what they hold together", hidden == int(others[0].get("data-self")) and
            f"by themselves {hidden} samples" in p.title(others[0]), p.title(others[0]))
    s.claim("and what leads to them", any(e.get("data-to") == others[0].get("id") and
            p.title(e).startswith("main \u2192 180 others\n") for e in p.lines))
    s.claim("and how many lines are dashed", b", 1 dashed line through what is not shown; 180" in
            draw(s, many).out)
    for args in (("--max-nodes", "12"), ("--max-nodes", "70")):
        drawn = [name for name in Picture(draw(s, many, *args).out).names()
                 if "others" not in name]
        dot = callgraph(s, *args, input=many).out.decode()
        told = sorted(re.findall(r'label="([a-z0-9]+)\\n', dot))
        s.claim(f"dot text has the same functions with {' '.join(args)}", drawn == told and
                len(told) == int(args[1]), str((drawn, told)))
    s.claim("a threshold draws all that reach it", len(Picture(draw(s, many, "-n0").out).boxes)
            == 199)
    p = Picture(draw(s, b"main;a;x1;b 10\nmain;a;x2;b 10\n" * 50 + b"main;a 1\n", "-n", "60").out)
    rest = [e for e in p.lines if "rest" in e.get("class")]
    s.claim("a way through functions that are not shown is dashed", len(rest) == 1 and
            rest[0].find(SVG + "path").get("stroke-dasharray"), str(len(rest)))
    s.claim("and says so", rest and "through functions that are not shown" in p.title(rest[0]))


def colours(s):
    """Black or white stands on every fill with a contrast of 4.5 : 1."""
    def luminance(colour):
        parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
        parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    stacks = b"".join(b";".join(b"f%d" % j for j in range(i + 1)) + b" 5\n" for i in range(20))
    for colormap in ("warm", "color", "pink", "gray", "bw", "print"):
        p = Picture(draw(s, stacks, "--colormap", colormap).out)
        worst = 21.0
        for e in p.boxes.values():
            fill = luminance(e.findall(SVG + "rect")[-1].get("fill"))
            ink = luminance(e.find(SVG + "text").get("fill"))
            worst = min(worst, (max(fill, ink) + 0.05) / (min(fill, ink) + 0.05))
        s.claim(f"text can be read on every fill of {colormap}", worst >= 4.5, f"{worst:.2f}")


def runs(s):
    """Functions of a long hot path that only pass calls on are one box; text has them all."""
    names = [f"step_{i}" for i in range(12)]
    stacks = f"main;{';'.join(names)};hot 98\nmain;side 2\n".encode()
    p = Picture(draw(s, stacks).out)
    run = [e for e in p.boxes.values() if "run" in e.get("class").split()]
    s.claim("a run of single callers is one box", p.names() ==
            sorted(["main", "side", "hot", "+ 12 calls"]), str(p.names()))
    s.claim("which says how many and what goes through it", p.text(run[0]).startswith(
        "+ 12 calls") and p.text(run[0]).endswith("98.00% (0.00%)"), p.text(run[0]))
    ends = [run[0].findall(f".//{SVG}tspan")[1].text]
    for first, last in (("(below main)", "step"), ("step(int)", "step(char)")):
        other = Picture(draw(s, stacks.replace(b"step_0;", first.encode() + b";")
                             .replace(b"step_11", last.encode())).out)
        ends += [e.findall(f".//{SVG}tspan")[1].text for e in other.boxes.values()
                 if "run" in e.get("class").split()]
    s.claim("and its ends, names in brackets too, and what is one name once", ends ==
            ["step_0 \u2026 step_11", "(below main) \u2026 step", "step"], str(ends))
    s.claim("and lists them where one points at it", p.title(run[0]).split("\n")[1:] ==
            [f"98.00% {name}" for name in names], p.title(run[0]))
    s.claim("its calls are counted as shown", b"15 of 15 functions, 14 of 14 calls" in
            draw(s, stacks).out)
    told = re.findall(r'label="(\w+)\\n', callgraph(s, input=stacks).out.decode())
    s.claim("dot text has a node for each", sorted(told) == sorted(names + ["main", "side", "hot"]),
            str(told))
    for args in (("--cluster", "file"), ("--before", s.path("same.folded", stacks))):
        s.claim(f"with {args[0]} there are no runs", len(Picture(draw(s, stacks, *args).out).boxes)
                == 15)


def numbers(text):
    return [float(n) for n in re.findall(r"-?[\d.]+", text)]


def page(s):
    """Head and legend can be read where a picture is shown in a README; the legend is on nothing,
    and takes no room of its own where a corner is free."""
    wide = b"".join(b"main;f%d;part_of_%d %d\n" % (i % 3, i, 20 + i) for i in range(9))
    deep = b"main;" + b";".join(b"step%d 1\nmain;step%d" % (i, i) for i in range(9)) + b" 9\n"
    slim = b"main;" + b";".join(b"s%d 9\nmain;s%d" % (i, i) for i in range(2)) + b" 9\n"
    for name, stacks, args in (("wide", wide, ()), ("deep", deep, ()), ("slim", slim, ()),
                               ("still", wide, ("--no-script",)),
                               ("grouped", FOLDED, ("--cluster", "file"))):
        p = Picture(draw(s, stacks, *args).out)
        width, height = float(p.root.get("width")), float(p.root.get("height"))
        shown = min(1, 900 / width)
        s.claim(f"the {name} picture is no wider than that is meant for", width <= 2700, str(width))
        legend, = (e for e in p.root.iter(SVG + "g") if e.get("class") == "legend")
        x, y, scale = numbers(legend.get("transform"))
        panel = legend.find(SVG + "rect")
        right, low = x + scale * float(panel.get("width")), y + scale * float(panel.get("height"))
        head, = (e for e in p.root.iter(SVG + "g") if e.get("class") == "head")
        faint = head[1]
        s.claim(f"head and legend of the {name} picture have 13 px where it is shown 900 px wide",
                min(float(legend.get("font-size")) * scale, float(faint.get("font-size"))) * shown
                > 12.95)
        s.claim("what the head says is within the picture", all(
            20 + len(line.text.rstrip()) * 0.602 * float(faint.get("font-size")) <= width
            for line in faint) and "functions, " in "".join(line.text for line in faint))
        s.claim("so is the legend", x >= 19.9 and right <= width - 19 and low <= height - 19,
                str((x, y, right, low, width, height)))
        graph, = (e for e in p.root.iter(SVG + "g") if e.get("class") == "graph")
        left, top = numbers(graph.get("transform"))
        hit = [p.title(e) for e in p.boxes.values() for (a, b), (w, h) in [(p.place(e), p.size(e))]
               if left + a - w / 2 < right and left + a + w / 2 > x and top + b - h / 2 < low and
               top + b + h / 2 > y]
        s.claim("and on no box", not hit, str(hit))
        end = max(top + p.place(e)[1] + p.size(e)[1] / 2 for e in p.boxes.values())
        if name == "deep":
            s.claim("it stands beside what is narrow", low <= end + 1, f"{low} below {end}")


CALLS = """version: 1
events: Ir
fn=main
1 10
cfn=left
calls=2 1
1 500
cfn=right
calls=1 1
1 490

fn=left
1 20
cfn=both
calls=4 1
1 480

fn=right
1 470
cfn=both
calls=1 1
1 20

fn=both
1 100
cfn=leaf
calls=5 1
1 400

fn=leaf
1 400
""".encode()


def around(s):
    """Of an input without stacks --focus shows what leads to a function, and what it leads to."""
    path = s.path("calls.callgrind", CALLS)
    p = Picture(callgraph(s, path, "--focus", "^left$", "-f", "svg").out)
    s.claim("--focus shows callers and callees where there are no stacks", p.names() ==
            ["both", "leaf", "left", "main"], str(p.names()))
    s.claim("and the calls on the way", sorted(p.title(e).split("\n")[0] for e in p.lines) ==
            ["both \u2192 leaf", "left \u2192 both", "main \u2192 left"])
    hot = [p.title(e).split("\n")[0] for e in p.boxes.values() if "hot" in e.get("class")]
    s.claim("the hot path leads through it", "left" in hot, str(hot))
    p = Picture(callgraph(s, path, "--focus", "^right$", "-f", "svg").out)
    hot = sorted(p.title(e).split("\n")[0] for e in p.boxes.values() if "hot" in e.get("class"))
    s.claim("and ends there if it holds most itself", hot == ["main", "right"], str(hot))
    run = callgraph(s, path, "--focus", "nothing")
    s.claim("a function that is not there is an error", run.rc == 1 and not run.out and
            "--focus: no function matches" in run.said, run)
    run = callgraph(s, path, "--ignore", "left")
    s.claim("--ignore needs stacks, and its message names --focus", run.rc == 2 and
            "wanted --focus, --root" in run.said, run)


def hostile(s):
    stacks = b"".join(b"main;x%d" % i + name.replace(b";", b",") + b" %d\n" % (i + 5)
                      for i, name in enumerate(HOSTILE))
    for args in ((), ("--no-script",), ("--wrap",), ("--strip",)):
        run = draw(s, stacks, "-n0", "-e0", *args)
        p = Picture(run.out)
        kinds = {e.tag for e in p.root.iter()} <= {SVG + name for name in ELEMENTS}
        attributes = [k for e in p.root.iter() for k in e.keys()]
        s.claim(f"hostile names are text {args}", kinds and
                not any(k.startswith("on") or k in ("style", "href") for k in attributes), run)
        s.claim(f"and every one has a box {args}", len(p.boxes) == len(HOSTILE) + 1,
                str(len(p.boxes)))
        text = "".join(p.root.itertext())
        s.claim(f"without controls and turned text {args}",
                not outputs.CONTROL.search(text) and not outputs.BIDI.search(text))
    for part in ('"', 'x"', "\u00e9\"", "\\", "x", "\u65e5"):
        run = callgraph(s, input=f"main;{part * 16000} 1\n".encode())
        longest = max(len(m.group()) for m in re.finditer(rb'"([^"\\]|\\.)*"', run.out, re.S))
        s.claim(f"dot text of many {part} stays below what others read", 1000 < longest <= 16000,
                str(longest))
    if not CHECKER.exists() or not CORPUS.exists():
        s.skip("the checker of outputs finds nothing", "it is not there")
        return
    for name in ("hostile.folded", "hostile-text.folded", "hostile.perf"):
        file = s.path("hostile.svg")
        callgraph(s, str((CORPUS / name).resolve()), "-o", file)
        check = subprocess.run([sys.executable, CHECKER, "svg", file], capture_output=True,
                               text=True, check=False)
        s.claim(f"the checker of outputs finds nothing in {name}", check.returncode == 0,
                check.stdout)


def scripts(s):
    script = Picture(draw(s, FOLDED).out).root.findall(SVG + "script")
    allowed = outputs.shipped()
    s.claim("there is one script, and --csp allows it", len(script) == 1 and
            outputs.digest(script[0].text) in allowed["script"])
    for args in ((), ("--no-script",)):
        p = Picture(draw(s, FOLDED, *args).out)
        styles = p.root.findall(SVG + "style")
        s.claim(f"there is one style sheet, and --csp allows it {args}", len(styles) == 1 and
                outputs.digest(styles[0].text) in allowed["style"])
    s.claim("--no-script leaves it out", not p.root.findall(SVG + "script"))
    s.claim("the script stays small", len(script[0].text) < 17000, str(len(script[0].text)))


def grid(n):
    """Layers of n functions of which each calls every other."""
    return b"".join(b"a%d;b%d;c%d;d%d 1\n" % (i, j, (i * j) % n, (i + j) % n)
                    for i in range(n) for j in range(n))


def limits(s):
    many = b"".join(b"main;f%d 1\n" % i for i in range(60))
    run = draw(s, many, "--limit", "dot-nodes=50", "-n0")
    s.claim("the limit dot-nodes holds for pictures", run.rc == 1 and not run.out and
            "dot-nodes" in run.said, run)
    run = callgraph(s, "--format", "dot", "--limit", "dot-nodes=50", input=many)
    s.claim("but not for dot text", run.rc == 0, run)
    run = draw(s, many, "--limit", "elements=100")
    s.claim("the limit elements holds", run.rc == 1 and not run.out and "elements" in run.said, run)
    run = draw(s, b"".join(b"main;f%d 1\n" % i for i in range(1600)), "-n0", "-e0")
    s.claim("a graph too large for ranks is drawn, and that is said", run.rc == 0 and
            len(Picture(run.out).boxes) == 1601 and "callers are not above" in run.said, run)
    p = Picture(run.out)
    found = overlaps([(*p.place(e), *p.size(e)) for e in p.boxes.values()])
    s.claim("its boxes do not overlap either", not found, str(found[:3]))


def deadline(s):
    if s.sanitized:
        s.skip("time", "sanitizers take their own")
        return
    run = draw(s, grid(90), "-n0", "-e0", "--limit", "time=1")  # takes 7 s
    s.claim("a layout that takes too long ends at --limit time", run.rc == 1 and not run.out and
            '"time"' in run.said, run)


def dashed(element):
    return any(rect.get("stroke-dasharray") for rect in element.iter(SVG + "rect"))


def both(s):
    before = s.path("before.folded", b"main;parse;read 60\nmain;old 20\n")
    after = b"main;parse;read 30\nmain;new 25\n"
    run = draw(s, after, "--before", before)
    picture = Picture(run.out)
    boxes = {picture.title(e).split("\n")[0]: e for e in picture.boxes.values()}
    s.claim("of two profiles all functions are shown, those in one alone within dashes",
            sorted(boxes) == ["main", "new", "old", "parse", "read"] and
            [name for name in sorted(boxes) if dashed(boxes[name])] == ["new", "old"], run)
    s.claim("the title says the change of all", "80 \u2192 55 samples, -25 (-31.25%)" in
            picture.root.find(SVG + "title").text, run)
    s.claim("a tooltip says before, after and the change", "\nwith what it calls 60 \u2192 30 "
            "samples, -30 (-50.00%); 75.00% \u2192 54.55% of all\n" in
            picture.title(boxes["read"]), run)
    s.claim("a label says before, after and the change",
            picture.text(boxes["old"]) == "old20 \u2192 0-20 (gone) (20 \u2192 0)", run)

    def fill(name):
        colour = [r.get("fill") for r in boxes[name].iter(SVG + "rect")][-1]
        return [int(colour[i:i + 2], 16) for i in (1, 3, 5)]

    s.claim("less is blue, more is orange", fill("read")[2] > fill("read")[0] and
            fill("new")[0] > fill("new")[2], run)
    lines = {picture.title(e).split("\n")[0]: e for e in picture.lines}
    dashes = {name for name, e in lines.items()
              if any(path.get("stroke-dasharray") for path in e.iter(SVG + "path"))}
    s.claim("so are calls", dashes == {"main \u2192 new", "main \u2192 old"}, run)
    run = draw(s, after, "--before", before, "--max-nodes", "3")
    s.claim("of the others before and after is said", "; 2 others have 20 \u2192 0 by themselves"
            .encode() in run.out or b" others have 0" in run.out, run)
    run = draw(s, after, "--before", before, "--per", "2:5request")
    s.claim("--per divides what is shown", "40 \u2192 11 samples per request, -29 (-72.50%)" in
            Picture(run.out).root.find(SVG + "title").text, run)
    run = draw(s, after, "--before", before, "--title", "Mine", "--shares")
    s.claim("a title of one's own leaves the change to the line below",
            b">Mine</text>" in run.out and "100.00% \u2192".encode() in run.out, run)
    same = draw(s, after, "--before", s.path("same.folded", after))
    s.claim("what does not change says so", b"no change" in same.out and
            not any(dashed(e) for e in Picture(same.out).boxes.values()), same)
    run = callgraph(s, "-f", "svg", "--before", before, "-o", before, input=after)
    s.claim("the profile before is not written over", run.rc == 2 and "also read" in run.said, run)
    run = callgraph(s, "--before", "-", input=after)
    s.claim("standard input cannot be both", run.rc == 2 and "twice" in run.said, run)


def inlined(s):
    run = draw(s, b"main;parse;lex_[i] 30\nmain;mix_[i];put 20\nmain;put 5\n")
    p = Picture(run.out)
    marked = {p.title(e).split("\n")[0] for e in p.boxes.values()
              if any(path.get("class") == "inlined" for path in e.iter(SVG + "path"))}
    told = {p.title(e).split("\n")[0] for e in p.boxes.values()
            if "\ninlined into its callers" in p.title(e)}
    s.claim("inlined functions have a mark and say so, others do not",
            marked == told == {"lex_[i]", "mix_[i]"}, run)
    word = b">inlined into its callers</text>"
    s.claim("the legend explains the mark where there is one",
            word in run.out and word not in draw(s, FOLDED).out, run)


def children(s):
    """A program folder in which the child is another."""
    folder = s.path("programs")
    os.mkdir(folder)
    flame = os.path.join(folder, "callgraph")
    with open(s.flame, "rb") as f, open(flame, "wb") as to:
        to.write(f.read())
    os.chmod(flame, 0o755)
    out = s.path("child.svg", b"old")
    for name, text in (("is missing", None), ("dies", "kill -SEGV $$"), ("fails", "exit 3"),
                       ("says nothing", "cat >/dev/null"),
                       ("says nonsense", "cat >/dev/null; cat $0"),
                       ("does not read", "exec <&-; echo g 1 1"),
                       ("says half", "cat >/dev/null; echo 'g 100 100'; echo 'n 0 1 1'")):
        if text is not None:
            child = os.path.join(folder, "flame-graphviz-layout")
            with open(child, "w", encoding="utf-8") as f:
                f.write(f"#!/bin/sh\n{text}\n")
            os.chmod(child, 0o755)
        run = callgraph(s, "-o", out, input=FOLDED, program=flame)
        s.claim(f"a child that {name} is exit 3 with a message, and the old file stays",
                run.rc == 3 and "flame-graphviz-layout" in run.said and
                pathlib.Path(out).read_bytes() == b"old" and not s.temporaries(), run)
    real = os.path.join(os.path.dirname(s.flame), "flame-graphviz-layout")
    with open(child, "w", encoding="utf-8") as f:
        f.write(f"#!/bin/sh\n[ $1 = ranks ] && kill -XCPU $$\nexec {real} \"$@\"\n")
    run = callgraph(s, "-o", out, input=FOLDED, program=flame)
    s.claim("when time is over the next simpler layout is taken, and that is said", run.rc == 0 and
            "took too long, so callers are not above" in run.said and
            len(Picture(pathlib.Path(out).read_bytes()).boxes) == 7, run)
    run = callgraph(s, "-o", out, "--cluster", "module", input=MODULES, program=flame)
    s.claim("as is that it has no clusters", run.rc == 0 and
            "and no boxes are drawn around modules or files" in run.said, run)
    run = callgraph(s, "-o", out, "--quiet", input=FOLDED, program=flame)
    s.claim("but not with --quiet", run.rc == 0 and not run.said, run)


def check(s):
    run = draw(s, FOLDED)
    if "built without graphviz" in run.said:
        s.skip("pictures", "built without graphviz")
        return
    s.claim("a picture is drawn", run.rc == 0 and run.out.startswith(b"<?xml"), run)
    for part in (structure, shares, places, long_names, clusters, compared, what_is_left_out,
                 colours, runs, page, around, hostile, scripts, both, inlined, limits, deadline,
                 children):
        part(s)
    s.claim("twice the same bytes", draw(s, FOLDED).out == draw(s, FOLDED).out)


kit.main(check)
