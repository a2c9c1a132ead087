#!/usr/bin/env python3
"""Flame graphs as figures: every format is opened again by another program and shows what the SVG
shows, at the same places; names are texts, cut where they really end; the same bytes at each run.
"""
import os
import pathlib
import re
import signal
import subprocess
import threading
import time

import kit
from kit import figures

CORPUS = (kit.ROOT / "../shared/corpus/flame/java-vertx-wrk.folded.gz").resolve()
FOLDED = b"main;parse;lex 60\nmain;parse;read 20\nmain;draw;flush;io 15\nmain;io 5\n"
LONG = b"std::map<std::string, std::vector<int> >::find_the_first_of_all_that_match"
HOSTILE = (b"main;\xff\xfe bad 5\nmain;</title><script> 5\nmain;a\x01b 5\nmain;%s%n\\n 5\n"
           b"main;) Tj ET (x 5\n" + b"main;" + b"a" * 5000 + b" 5\n"
           + "main;\u65e5\u672c\u8a9e;\U0001f525 5\nmain;\u202eevil 5\nmain;whole 9\n".encode())
NARROW = b"main;work 2500\nmain;parse;read;copy;check 2\n"
DEEP = b";".join(b"f%d" % i for i in range(120)) + b" 7\n"


def write(s, name, *args, data=FOLDED):
    path = s.path(name)
    run = s.run("-o", path, *args, input=data)
    return path, run, pathlib.Path(path).read_bytes() if os.path.exists(path) else b""


def boxes(s, *args, data=FOLDED):
    """Where the SVG has its rectangles: (x, y, width, height, fill)."""
    svg = s.run("--no-script", *args, input=data).out.decode()
    left, top = (float(n) for n in
                 re.search(r'"frames" transform="translate\(([\d.]+),([\d.]+)\)', svg).groups())
    found, y = [], 0
    for mark in re.finditer(r'<g transform="translate\(0,([\d.]+)\)">|<rect x="([\d.]+)" '
                            r'width="([\d.]+)" height="([\d.]+)" fill="#(\w{6})"', svg):
        if mark[1] is not None:
            y = float(mark[1])
        else:
            x, width, height = (float(n) for n in mark.group(2, 3, 4))
            found.append((left + x, top + y, width, height, tuple(bytes.fromhex(mark[5]))))
    size = [float(n) for n in re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg).groups()]
    return size, found


def pixels(s):
    size, rects = boxes(s)
    _, run, data = write(s, "a.png")
    png = figures.png(data)
    s.claim("a PNG has two pixels for one of the SVG, and 192 an inch", run.rc == 0 and
            [png["width"], png["height"]] == [round(2 * n) for n in size] and
            png["dpi"] == 192 and not png["text"], run)
    wrong = [r for r in rects if figures.pixel(png, 2 * (r[0] + 1), 2 * (r[1] + 1)) != r[4]]
    s.claim("every frame has its colour where the SVG has it", rects and not wrong, wrong[:3])
    wrong = [r for r in rects
             if figures.pixel(png, 2 * (r[0] + r[2]) - 1, 2 * (r[1] + 1)) == r[4]]
    s.claim("and ends before the next one begins", not wrong, wrong[:3])
    _, run, data = write(s, "a.png", "--scale", "1", "--title", "<r\u00e9sum\u00e9>",
                         "--transparent")
    png = figures.png(data)
    s.claim("--scale, --title and --transparent are in it", run.rc == 0 and
            png["width"] == size[0] and png["dpi"] == 96 and png["bytes"] == 4 and
            png["text"] == {"Title": "<r\u00e9sum\u00e9>"} and
            figures.pixel(png, 0, 0) == (0, 0, 0, 0), run)
    _, run, data = write(s, "a.jpg", "--dpi", "300")
    jpeg = figures.jpeg(data)
    s.claim("a JPEG has the size and density asked for", run.rc == 0 and jpeg["dpi"] == 300 and
            jpeg["width"] == round(size[0] * 300 / 96), run)
    _, run, data = write(s, "a.png", "--inverted")
    png = figures.png(data)
    wrong = [r for r in boxes(s, "--inverted")[1]
             if figures.pixel(png, 2 * (r[0] + 1), 2 * (r[1] + 1)) != r[4]]
    s.claim("an icicle stands with its root on top", run.rc == 0 and not wrong, wrong[:3])


def pages(s):
    size, _ = boxes(s, "--title", "any")
    path, run, _ = write(s, "a.pdf", "--title", "r\u00e9sum\u00e9", "--notes", "by night")
    info = figures.pdf_info(path)
    s.claim("a PDF is one page as large as the SVG", run.rc == 0 and info["Pages"] == "1" and
            info["Page size"].startswith(f"{size[0] * .75:g} x {size[1] * .75:g} pts"), info)
    s.claim("it says its title, what it shows, and no date", info["Title"] == "r\u00e9sum\u00e9" and
            info["Subject"] == "Flame graph of 100 samples. Heaviest by itself: lex 60 %, "
            "io 20 %, read 20 %. Hot path: main \u2192 parse \u2192 lex, 60 %. Notes: by night" and
            "CreationDate" not in info, info)
    words = figures.pdf_text(write(s, "b.pdf", "--no-legend", "--subtitle", "")[0]).split()
    s.claim("its labels are text", all(words.count(w) == n for w, n in
            (("main", 1), ("parse", 1), ("lex", 1), ("io", 2))), words)
    fonts = figures.tool("pdffonts", path)[1].splitlines()[2:]
    s.claim("its fonts are in it, as far as they are used", fonts and
            all(line.split()[-5:-2] == ["yes", "yes", "yes"] for line in fonts), fonts)
    ok, _, err = figures.tool("qpdf", "--check", path)
    s.claim("qpdf finds nothing wrong", ok and not err, err)
    outline = figures.tool("qpdf", "--json", path)[1]
    s.claim("its contents are the heaviest functions", '"lex (60.00%)"' in outline and
            '"main (' not in outline, outline[-500:])
    path, run, _ = write(s, "a.pdf", "--reverse", "--table")
    s.claim("of reversed stacks the table and the contents are the same", run.rc == 0 and
            '"lex (60.00%)"' in figures.tool("qpdf", "--json", path)[1] and
            re.search(r"60 60.00 60 60.00 lex\n20 20.00 20 20.00 io\n20 20.00 20 20.00 read",
                      figures.pdf_text(path)), run)
    for name in ("a.eps", "a.ps"):
        path, run, data = write(s, name)
        box = re.search(rb"\n%%BoundingBox: 0 0 (\d+) (\d+)\n", data)
        s.claim(f"ghostscript reads {name} without a word, of level 2 and the right size",
                run.rc == 0 and figures.ghostscript(path) == "" and
                b"\n%%LanguageLevel: 2\n" in data and b"CreationDate" not in data and
                (name == "a.ps" or abs(int(box[1]) - size[0] * .75) <= 1), run)


def narrow_rows(s):
    line = "3 more rows, none a pixel wide"
    for args in ((), ("--upright",)):
        size, rects = boxes(s, *args, data=NARROW)
        png = figures.png(write(s, "a.png", *args, data=NARROW)[2])
        wide = [r for r in rects if r[2] >= 10]
        wrong = [r for r in wide
                 if figures.pixel(png, 2 * (r[0] + 1), 2 * (r[1] + 1)) != r[4]]
        s.claim(" ".join(("rows without a box of a pixel take as little room as in the SVG",
                          *args)), png["height"] == 2 * size[1] and len(wide) == 3 and
                not wrong, (png["height"], size, wrong))
    finer = ("--minwidth", "0.4")
    taller = boxes(s, *finer, data=NARROW)[0][1] - boxes(s, data=NARROW)[0][1]
    s.claim("a lower --minwidth draws them instead of the line that says how many they are",
            taller == 2 * 18 and
            f">{line}</text>".encode() in s.run("--no-script", input=NARROW).out and
            line.encode() not in s.run("--no-script", *finer, input=NARROW).out, taller)


def narrow_rows_in_pdf(s):
    text = figures.pdf_text(write(s, "a.pdf", data=NARROW)[0])
    s.claim("a PDF says how many rows have no box of a pixel",
            "3 more rows, none a pixel wide" in text, text)


def labels(s):
    data = b"main;abc 280\nmain;rest 11520\n"
    path, run, _ = write(s, "a.pdf", data=data)
    text = figures.pdf_text(path).split()
    s.claim("a label has as much room as in the SVG", run.rc == 0 and
            "main" in text and "abc" in text and
            b">abc</text>" in s.run("--no-script", input=data).out, text)


def long_names(s):
    data = b"main;" + LONG + b" 5\nmain;b 5\n"
    path, run, _ = write(s, "a.pdf", "--width", "600", data=data)
    text = figures.pdf_text(path)
    s.claim("a name that is too long is cut as in the SVG: the function stays", run.rc == 0 and
            "\u2026find_the_first_of_all_that_match" in text and LONG.decode() not in text, text)
    path, run, _ = write(s, "a.pdf", "--width", "600", "--subtitle", "", "--pdf-full-text",
                         data=data)
    text = figures.pdf_text(path)
    s.claim("--pdf-full-text has it whole as well, but nothing twice", run.rc == 0 and
            LONG.decode() in text and text.count("main") == 1, text)


def labels(s):
    path, run, _ = write(s, "a.pdf", "--fonttype", "sans-serif", "--no-legend",
                         "--subtitle", "",
                         data=b"main;" + b"W" * 300 + b"i" * 300 + b" 5\nmain;b 5\n")
    narrow = re.search("i+", figures.pdf_text(path).replace("main", ""))
    s.claim("a name that ends with narrow letters is cut where its box begins", run.rc == 0 and
            len(narrow[0]) > 120, narrow)
    path, run, _ = write(s, "a.pdf", data=b"main;" + b"W" * 500000 + b" 5\nmain;b 5\n")
    s.claim("a name as wide as two million pixels is shown as well", run.rc == 0 and
            re.search("\u2026W{50,}", figures.pdf_text(path)), run)
    s.claim("and cut in the contents as well", os.path.getsize(path) < 20000,
            os.path.getsize(path))


def whole_text(s):
    if not CORPUS.exists():
        s.skip("the text of a real profile", "no corpus")
        return
    svg = s.run("--no-script", str(CORPUS)).out.decode()
    drawn = {t for t in re.findall(r'<text x="[\d.]+"(?: fill="#\w+")?>([^<&]+)</text>', svg)}
    whole = {t for t in drawn if "\u2026" not in t}
    path = s.path("java.pdf")
    s.run("-o", path, str(CORPUS))
    text = figures.pdf_text(path)
    missing = [t for t in whole if t not in text]
    s.claim(f"{len(whole)} labels that are drawn whole are found in the PDF", not missing,
            missing[:5])
    s.claim("the PDF has at most 60 kB", os.path.getsize(path) <= 60000, os.path.getsize(path))
    s.run("-o", path, "--pdf-full-text", str(CORPUS))
    text = figures.pdf_text(path).replace("\n", "")
    names = set(re.findall(r"<title>([^<&]+) \([\d,]+ samples", svg))
    found = [n for n in names if n in text]
    s.claim("with --pdf-full-text at least two thirds of all names",
            len(found) * 3 >= len(names) * 2, f"{len(found)} of {len(names)}")
    path = s.path("java.eps")
    s.run("-o", path, str(CORPUS))
    s.claim("the EPS has at most 150 kB", os.path.getsize(path) <= 150000, os.path.getsize(path))


def paper(s):
    path, run, _ = write(s, "a.pdf", "--paper", "a4", "--landscape", data=DEEP)
    info = figures.pdf_info(path)
    count = int(info["Pages"])
    s.claim("a graph higher than its paper is continued", run.rc == 0 and count > 1 and
            info["Page size"].startswith("841.89 x 595.28"), info)
    shown = [figures.tool("pdftotext", "-raw", "-f", str(n), "-l", str(n), path, "-")[1]
             for n in range(1, count + 1)]
    rows = [re.findall(r"^f\d+$", text, re.M) for text in shown]
    s.claim("with the last row of the page before",
            all(len(set(a) & set(b)) == 1 for a, b in zip(rows, rows[1:])), rows)
    s.claim("and every frame on some page", {n for r in rows for n in r} ==
            {f"f{i}" for i in range(120)}, rows)
    s.claim("which says by whom its frames are called", f"page 2 of {count}, called by: " in
            shown[1] and "\u203a" in shown[1], shown[1])
    path, run, _ = write(s, "a.pdf", "--paper", "Letter")
    s.claim("names of paper may be written in capitals", run.rc == 0 and
            figures.pdf_info(path)["Page size"].startswith("612 x 792"), run)
    path, run, _ = write(s, "a.pdf", "--no-fold", data=b";".join([b"f"] * 1500) + b" 7\n")
    wide, high = (float(n) for n in figures.pdf_info(path)["Page size"].split()[0:3:2])
    s.claim("no page is longer than readers of PDF show", run.rc == 0 and high == 14400 and
            abs(wide / high - 1200 / (54 + 1501 * 18 + 18)) < 1e-3, (wide, high))
    path, run, _ = write(s, "a.pdf", "--table", "--rows", "2")
    text = figures.pdf_text(path)
    s.claim("--table puts the functions behind it", run.rc == 0 and
            figures.pdf_info(path)["Pages"] == "2" and "2 of 7 functions" in text and
            re.search(r"60 60.00 60 60.00 lex", text), text)
    path, run, _ = write(s, "a.pdf", "--table", "--width", "40")
    text = figures.pdf_text(path)
    s.claim("whole, also where the graph is narrow", run.rc == 0 and
            "in samples" in text and re.search(r"60 60.00 60 60.00 lex", text), text)


def attributes(s):
    attr = s.path("attr.txt", b"lex\thref=https://example.org/it's(1)\n")
    path, run, data = write(s, "a.pdf", "--nameattr", attr)
    links = figures.tool("qpdf", "--qdf", path, "-")[1]
    ok, _, err = figures.tool("qpdf", "--check", path)
    s.claim("a PDF with links is a valid one", ok and not err, err)
    s.claim("a link of --nameattr is a link, and there is no other", run.rc == 0 and
            links.count("/URI (") == 1 and "https://example.org/it's" in links, run)


def hostile(s):
    for name in ("h.pdf", "h.png", "h.jpg", "h.eps", "h.ps"):
        path, run, data = write(s, name, data=HOSTILE)
        s.claim(f"hostile names make a {name} all the same", run.rc == 0 and data, run)
        if name == "h.pdf":
            ok, _, err = figures.tool("qpdf", "--check", path)
            text = figures.pdf_text(path)
            s.claim("a valid one, which holds every other name", ok and not err and
                    "whole" in text and "main" in text, text)
        elif name.endswith("ps"):
            s.claim("which ghostscript reads without a word", figures.ghostscript(path) == "")


def converted(s):
    svg = s.path("a.svg")
    s.run("-o", svg, input=FOLDED)
    size, _ = boxes(s)
    if "built without" in s.run("-f", "png", svg).said:
        s.skip("SVG as input", "built without librsvg")
        return
    drawn = [svg] + sorted(str(p) for p in (kit.ROOT / "golden").glob("*/*.svg"))
    for name in ("c.pdf", "c.eps", "c.ps", "c.png", "c.jpg"):
        for one in drawn:
            path = s.path(name)
            run = s.run("-o", path, one)
            s.claim(f"{os.path.relpath(one, kit.ROOT)} becomes a {name}" if one != svg else
                    f"an SVG becomes a {name}", run.rc == 0 and os.path.getsize(path) > 1000, run)
    data = pathlib.Path(svg).read_bytes()
    want = s.run("-f", "pdf", svg).out
    for args in ((), ("-",), ("/dev/stdin",)):
        run = s.run("-f", "pdf", *args, input=data)
        s.claim(f"an SVG is converted from a pipe ({' '.join(args) or 'nothing named'})",
                run.rc == 0 and run.out == want, run)
    run = s.run("-f", "pdf", "/dev/stdin", input=FOLDED)
    s.claim("a profile from a named pipe is drawn whole, under the same title", run.rc == 0 and
            run.out == s.run("-f", "pdf", input=FOLDED).out, run)
    for args in (("--table",), ("--pdf-full-text",), ("--width", "900"), ("--focus", "main"),
                 ("--font", "monospace"),
                 ("-c", "blue")):
        run = s.run("-f", "pdf", *args, svg)
        s.claim(f"{args[0]} is refused for an SVG", run.rc == 2 and "is an SVG" in run.said, run)
    run = s.run("-f", "pdf", svg, svg)
    s.claim("two of them are refused", run.rc == 1 and "one SVG alone" in run.said, run)
    png = figures.png(s.run("-f", "png", svg).out)
    s.claim("of the same size", png["width"] == round(2 * size[0]))
    bad = s.path("bad.svg", b'<svg width="x')
    old = s.path("old.pdf", b"old")
    run = s.run("-o", old, bad)
    s.claim("one that is damaged is refused by name, and nothing is left", run.rc == 1 and
            "bad.svg: " in run.said and "XML" in run.said and not s.temporaries() and
            pathlib.Path(old).read_bytes() == b"old", run)
    run = s.run("-o", s.path("x.png"), s.path("big.svg", b'<svg xmlns="http://www.w3.org/2000/svg" '
                                              b'width="99999" height="9"/>'))
    s.claim("one that is too large as well", run.rc == 1 and "32767" in run.said, run)
    begin = b'<svg xmlns="http://www.w3.org/2000/svg" '
    run = s.run("-f", "png", "--limit", "image=999",
                s.path("small.svg", begin + b'width="40" height="40"/>'))
    s.claim("or larger than the limit, however low that is", run.rc == 1 and
            "wanted at most 999 in all" in run.said and not run.out, run)
    run = s.run("-f", "pdf", s.path("long.svg", begin + b'width="1e30" height="9"/>'))
    s.claim("or longer than cairo can draw on paper", run.rc == 1 and
            "wanted at most 8388607 a side" in run.said and not run.out, run)
    declared = b'<!DOCTYPE svg PUBLIC "-//W3C" "a" [\n<!ENTITY a "red">\n<!ENTITY b "&a;">\n]>\n'
    for what, head in (("a doctype with declarations", declared + begin),
                       ("a named namespace", begin.replace(b"svg xmlns", b"ns0:svg xmlns:ns0"))):
        run = s.run("-f", "png", s.path("d.svg", head + b'width="4" height="4"/>'))
        s.claim(f"{what} is seen", run.rc == 0 and figures.png(run.out)["width"] == 8, run)
    secret = s.path("secret.png", pathlib.Path(s.path("c.png")).read_bytes())
    run = s.run("-o", s.path("x.pdf"), s.path("link.svg", (
        '<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50">'
        f'<image width="50" height="50" href="{secret}"/><image href="file://{secret}"/>'
        '</svg>').encode()))
    s.claim("no file that it names is opened", run.rc == 0 and
            b"/Image" not in pathlib.Path(s.path("x.pdf")).read_bytes(), run)


def limits(s):
    old = s.path("old.png", b"old")
    for args, says in ((("--limit", "image=1000"), "limit \"image\""),
                       (("--width", "100000"), "32767"),
                       (("--paper", "a4"), "pdf or ps"), (("--quality", "5"), "jpeg"),
                       (("--table",), "pdf"), (("--pdf-full-text",), "pdf")):
        run = s.run("-o", old, *args, input=FOLDED)
        s.claim(f"{' '.join(args)} is refused for PNG, and nothing is left",
                run.rc in (1, 2) and says in run.said and not s.temporaries() and
                pathlib.Path(old).read_bytes() == b"old", run)
    run = s.run("--font", "monospac", "-o", old, input=FOLDED)
    s.claim("a font that is not there is refused with the nearest", run.rc == 2 and
            'no installed font is named "monospac"; did you mean "Monospace"?' in run.said, run)
    run = s.run("--margin", "400", "--paper", "a4", "-f", "pdf", input=FOLDED)
    s.claim("a margin that leaves no paper is refused", run.rc == 2 and "--margin" in run.said, run)
    run = s.run("--dpi", "96", input=FOLDED)
    s.claim("options of figures are refused for SVG", run.rc == 2 and
            "--dpi: svg found, wanted --format png or jpeg" in run.said, run)


def pipes(s):
    """More than a pipe holds: one that is read twice loses its beginning."""
    data = b"".join(b"main;f%05d;leaf 1\n" % i for i in range(20000))
    want = write(s, "a.png", "--title", "all", "--subtitle", "-", data=data)[2]
    fifo = s.path("fifo.folded")
    os.mkfifo(fifo)
    writer = threading.Thread(target=pathlib.Path(fifo).write_bytes, args=(data,), daemon=True)
    writer.start()
    for how, path in (("pipe", "/dev/stdin"), ("FIFO", fifo)):
        run = s.run("-f", "png", "--title", "all", "--subtitle", "-", path, input=data)
        s.claim(f"a profile from a {how} is read whole", run.rc == 0 and run.out == want and
                not run.said, run)


def children(s):
    """A program folder in which the child is another."""
    folder = s.path("programs")
    os.mkdir(folder)
    flame = os.path.join(folder, "flame")
    pathlib.Path(flame).write_bytes(pathlib.Path(s.flame).read_bytes())
    os.chmod(flame, 0o755)
    out = s.path("child.png", b"old")
    for name, text in (("is missing", None), ("dies", "kill -SEGV $$"), ("fails", "exit 3"),
                       ("does not read", "exec <&-; exit 2"),
                       ("talks", "yes it does | head -c 300000 >&2; exit 3")):
        if text is not None:
            child = os.path.join(folder, "flame-cairo")
            pathlib.Path(child).write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
            os.chmod(child, 0o755)
        run = s.run("-o", out, input=FOLDED, program=flame)
        s.claim(f"a child that {name} is exit 3 with a message, and the old file stays",
                run.rc == 3 and "flame-cairo" in run.said and not s.temporaries() and
                pathlib.Path(out).read_bytes() == b"old", run)


def killed(s):
    svg = s.path("slow.svg", b'<svg xmlns="http://www.w3.org/2000/svg" width="3000" height="3000">'
                 b'<filter id="f"><feTurbulence numOctaves="9999"/></filter>'
                 b'<rect width="3000" height="3000" filter="url(#f)"/></svg>')
    if "built without" in s.run("-f", "png", s.path("bad.svg", b"<svg/>")).said:
        s.skip("a killed program", "built without librsvg")
        return
    with subprocess.Popen([s.flame, svg, "-o", s.path("x.png")]) as program:
        listed = pathlib.Path(f"/proc/{program.pid}/task/{program.pid}/children")
        if not listed.exists():
            program.kill()
            s.skip("a killed program", "the system does not list children")
            return
        kit.wait_until(lambda: listed.read_text("utf-8"))
        child = listed.read_text("utf-8").split()[0]
        kit.wait_until(lambda: os.readlink(f"/proc/{child}/exe").endswith("flame-rsvg"))
        time.sleep(0.2)
        drew = kit.state_of(child) == "R"
        program.kill()
    s.claim("a program that is killed leaves no child that draws on", drew and
            kit.wait_until(lambda: kit.state_of(child) in ("", "Z")), kit.state_of(child))
    if kit.state_of(child) not in ("", "Z"):
        os.kill(int(child), signal.SIGKILL)
    s.forget_temporaries()


def little_memory(s):
    if s.sanitized:
        s.skip("little memory", "sanitizers need much")
        return
    want = write(s, "a.png")[2]
    svg = s.path("m.svg")
    s.run("-o", svg, input=FOLDED)
    of_svg = s.run("-f", "png", svg)
    kinds = [("a figure", ["-f", "png"], want), ("an SVG", ["-f", "png", svg], of_svg.out)]
    if "built without" in of_svg.said:
        s.skip("little memory for an SVG", "built without librsvg")
        kinds.pop()
    for what, args, whole in kinds:
        ends, runs = set(), []
        for megabytes in (4, 8, 12, 16, 24, 32, 48, 64, 80, 96, 128, 160, 200, 250, 300, 400):
            run = s.run(*args, "--limit", f"memory={megabytes}M", input=FOLDED)
            ends.add(run.rc)
            refused = run.rc in (1, 3) and not run.out and run.said.count("\n") == 1
            if not (refused or run.rc == 0 and run.out == whole):
                runs.append((megabytes, run.brief()))
        s.claim(f"with too little memory {what} is whole or refused", not runs and {0, 3} <= ends,
                (ends, runs[:3]))


def same(s):
    for name in ("a.pdf", "a.ps", "a.eps", "a.png", "a.jpg"):
        s.claim(f"{name} is the same at each run", write(s, name)[2] == write(s, name)[2])


def check(s):
    run = s.run("-f", "png", input=FOLDED)
    if "built without" in run.said:
        s.skip("figures", "built without cairo")
        return
    lacks = figures.missing("pdfinfo", "pdftotext", "qpdf", "gs")
    parts = [pixels, narrow_rows, limits, pipes, children, killed, little_memory, same]
    if lacks:
        s.skip("pages", f"{lacks} is not installed")
    else:
        parts += [pages, narrow_rows_in_pdf, labels, long_names, whole_text, paper, attributes,
                  hostile, converted]
    for part in parts:
        part(s)


kit.main(check)
