#!/usr/bin/env python3
"""Pictures of memory over time: every snapshot lies where its time and its sum say.

Its numbers stand in its title.
The numbers are those of the file, read here once more; areas lie on one another, the upper edge of
the last is the sum. The files that lie beside the project, where they do, are drawn too.
"""
import gzip
import pathlib
import re
import xml.etree.ElementTree as xml

import kit
from kit import outputs

CORPUS = kit.ROOT.parent / "shared" / "corpus"
FILES = [kit.ROOT / "golden" / "timeline-recorded" / "input.massif",
         kit.ROOT / "golden" / "massif-stacks" / "input.massif",
         *sorted((CORPUS / "samples" / "valgrind").glob("massif.out*")),
         CORPUS / "foreign" / "massif" / "massif.out.kate.gz"]
SVG = "{http://www.w3.org/2000/svg}"
KEYS = ("mem_heap_B", "mem_heap_extra_B", "mem_stacks_B")
TITLE = re.compile(r"snapshot (\d+)(, the peak)?, at (\S+) \S+: ([\d,]+) bytes?\nheap ([\d,]+), "
                   r"heap overhead ([\d,]+), stacks ([\d,]+)(.*)", re.S)


def number(text):
    return int(text.replace(",", ""))


def snapshots(text):
    for part in re.split(r"^snapshot=", text, flags=re.MULTILINE)[1:]:
        keys = dict(re.findall(r"^(\w+)=(\S+)$", part, re.MULTILINE))
        yield int(part.split()[0]), float(keys["time"]), [int(keys[k]) for k in KEYS], \
            keys["heap_tree"]


def points(path):
    return [tuple(map(float, pair)) for pair in re.findall(r"[ML]([-\d.]+) ([-\d.]+)", path)]


def check_titles(s, name, strips, wanted):
    wrong = []
    for (shot, time, parts, tree), title in zip(wanted, strips):
        m = TITLE.fullmatch(title)
        if not m or int(m[1]) != shot or float(m[3]) != time or number(m[4]) != sum(parts) \
                or [number(m[i]) for i in (5, 6, 7)] != parts or bool(m[2]) != (tree == "peak"):
            wrong.append((shot, title))
        sites = sum(number(n) for n in re.findall(r" ([\d,]+)$", m[8], re.MULTILINE)) if m else 0
        if sites > parts[0] or (sites and tree == "empty"):
            wrong.append((shot, "sites", title))
    s.claim(f"{name}: each snapshot has its numbers", len(strips) == len(wanted) and not wrong,
            wrong[:2])


def check_areas(s, name, areas, wanted):
    """The upper edge of the third area is the sum, each other's the lower of the next."""
    edges = [points(area)[:len(wanted)] for area in areas[:3]]
    lower = [list(reversed(points(area)[len(wanted):])) for area in areas[:3]]
    most = max(sum(parts) for _, _, parts, _ in wanted)
    top = min(y for _, y in edges[2])
    floor = lower[0][0][1]
    span = max(wanted[-1][1] - wanted[0][1], 1e-9)
    left, right = edges[2][0][0], edges[2][-1][0]
    off = max(abs(floor - y - (floor - top) * sum(parts) / most)
              + abs(x - left - (right - left) * (time - wanted[0][1]) / span)
              for (x, y), (_, time, parts, _) in zip(edges[2], wanted))
    s.claim(f"{name}: areas are as high and as far right as they should be, off by {off:.3f} px",
            off < 0.05 and lower[1] == edges[0] and lower[2] == edges[1])


def heading(tree):
    return tree.find(f"{SVG}g/{SVG}text").text


def is_near(total, text):
    """35.59 kB is 35,592 bytes, rounded."""
    shown, unit = re.search(r"([\d.,]+) (\w+)$", text).groups()
    sizes = {"kB": 10**3, "MB": 10**6, "GB": 10**9}
    size = sizes.get(unit, 1)
    return abs(number(shown) - total) < 1 if size == 1 else abs(
        float(shown) - total / size) < 0.006


def check_trees(s, name, svg, wanted):
    """Each tree is called as the title of the strips that lead to it, and spans its total."""
    trees = {g.get("id"): g for g in svg.iter(f"{SVG}g") if g.get("id")}
    detailed = [shot for shot in wanted if shot[3] in ("detailed", "peak") and shot[2][0]]
    wrong = []
    for link in svg.iter(f"{SVG}a"):
        title = link.find(f"{SVG}rect/{SVG}title").text
        tree = trees.get(link.get("href")[1:])
        begin = re.match(r"snapshot \d+(, the peak)?", title)[0]
        total = re.search(r"([\d,]+) bytes?$", title.split("\n")[0])[1]
        if tree is None or not re.match(begin + "[,:]", heading(tree)) \
                or not is_near(number(total), heading(tree)):
            wrong.append((link.get("href"), title))
            continue
        titles = [t.text for t in tree.iter(f"{SVG}title")]
        rows = [g for g in tree.find(f"{SVG}g").iter(f"{SVG}g") if g.get("transform")]
        marks = {path.get("d").split("L")[0] for path in tree.findall(f"{SVG}path")}
        if not re.fullmatch(rf"all \({total} \w+, 100%\)", titles[0]) or len(rows) < 2 \
                or not marks:
            wrong.append((heading(tree), titles[:1]))
    shown = [tree for tree in trees.values() if tree.get("display") != "none"]
    s.claim(f"{name}: each snapshot that tells a tree has one, and links lead to it",
            len(trees) == len(detailed) and not wrong, f"{len(trees)} {len(detailed)} {wrong[:2]}")
    peak = [shot for shot in wanted if shot[3] == "peak"]
    s.claim(f"{name}: one is shown, that of the peak where it has one",
            len(shown) == bool(trees) and (not peak or not trees
                                           or ", the peak, " in heading(shown[0])), shown)


def check_file(s, path):
    run = s.run("-f", "timeline", str(path))
    text = (gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes())
    wanted = list(snapshots(text.decode()))
    name = path.name if path.name != "input.massif" else path.parent.name
    if not s.claim(f"{name} is drawn", run.rc == 0 and "drawn is" not in run.said, run):
        return
    svg = xml.fromstring(run.out)
    strips = [rect.find(f"{SVG}title").text for g in svg.iter(f"{SVG}g")
              if g.get("class") == "frames" and g.get("fill") for rect in g.iter(f"{SVG}rect")]
    areas = [p.get("d") for p in svg.iter(f"{SVG}path") if p.get("d").endswith("Z")]
    check_titles(s, name, strips[:len(wanted)], wanted)
    check_trees(s, name, svg, wanted)
    check_areas(s, name, areas, wanted)
    styles = [one.text for one in svg.iter(f"{SVG}style")]
    scripts = [one.text for one in svg.iter(f"{SVG}script")]
    s.claim(f"{name}: a script where there are trees, and styles, that --csp tells",
            len(scripts) == any(g.get("class") == "trees" for g in svg.iter(f"{SVG}g"))
            and all(outputs.digest(script) in outputs.shipped()["script"] for script in scripts)
            and [outputs.digest(style) in outputs.shipped()["style"] for style in styles]
            == [True, True], styles)


def check_options(s):
    path = str(FILES[0])
    for words in (("--title", "a<b>&\"c"), ("--width", "1"), ("--width", "90"),
                  ("--fontsize", "40"), ("--encoding", "US-ASCII"), ("--bgcolors", "#102030"),
                  ("--fontsize", "1"), ("--width", "100000"), ("--uicolor", "#ff0000"),
                  ("--hide", "main"), ("--srcline",)):
        run = s.run("-f", "timeline", *words, path)
        s.claim(f"{' '.join(words)}: drawn",
                run.rc == 0 and xml.fromstring(run.out) is not None, run)
    run = s.run("-f", "timeline", "--no-script", path)
    s.claim("--no-script: no script", run.rc == 0 and b"<script" not in run.out, run)
    for words in (("--snapshot", "1"), ("--reverse",), ("--focus", "main"), ("--redact", "main"),
                  ("--root-by", "snapshot"), ("--flamechart",), (path,)):
        run = s.run("-f", "timeline", *words, path)
        told = "2 inputs" if words[0] == path else words[0]
        s.claim(f"{words[0]} is refused", run.rc == 2 and not run.out and told in run.said, run)


def check_figures(s):
    """The ending of the file makes it a figure; where this build has none that is said."""
    path = str(FILES[0])
    for ending, magic in (("png", b"\x89PNG"), ("pdf", b"%PDF-"), ("eps", b"%!PS-Adobe"),
                          ("svg", b"<?xml")):
        out = s.path(f"memory.{ending}")
        run = s.run("-f", "timeline", "-o", out, path)
        made = pathlib.Path(out).read_bytes() if run.rc == 0 else b""
        if ending != "svg" and "without" in run.said:
            s.claim(f"a build without {ending} writes nothing", not pathlib.Path(out).exists(), run)
            continue
        s.claim(f"-o x.{ending} makes it one", made.startswith(magic), run)
    run = s.run("-f", "timeline", "--dpi", "300", path)
    s.claim("--dpi without a figure is refused", run.rc == 2 and "--dpi" in run.said, run)


def check_handed_on(s):
    """pprof has labels alone: the snapshots of what was written as pprof are found in them."""
    out = s.path("memory.pb.gz")
    kept = ("1", "3", "6")
    s.run("--where", f"snapshot={','.join(kept)}", "-f", "pprof", "-o", out, str(FILES[0]))
    of_massif, of_pprof = (re.findall(r"<title>(snapshot (\d+).*)",
                                      s.run("-f", "timeline", path).out.decode())
                           for path in (str(FILES[0]), out))
    s.claim("snapshots that went through pprof have their times and sums",
            of_pprof and of_pprof == [title for title in of_massif if title[1] in kept],
            of_pprof)


def check(s):
    check_figures(s)
    check_handed_on(s)
    for path in FILES:
        if path.exists():
            check_file(s, path)
        else:
            s.skip(path.name, "it is not beside the project")
    check_options(s)


kit.main(check)
