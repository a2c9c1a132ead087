#!/usr/bin/env python3
"""Call graphs as figures: every format is opened again by another program, has the size, density
and texts it is to have, and no date; what cannot be drawn leaves nothing behind.
"""
import os
import pathlib

import kit
from kit import figures

FOLDED = b"main;parse;lex 60\nmain;parse;read 20\nmain;draw;flush;io 15\nmain;io 5\n"
HOSTILE = (b"main;\xff\xfe bad 5\nmain;</title><script> 5\nmain;a\x01b 5\n"
           + "main;\u65e5\u672c\u8a9e;\U0001f525 5\nmain;\u202eevil 5\nmain;whole 9\n".encode())


def callgraph(s, *args, **more):
    program = os.path.join(os.path.dirname(s.flame), "callgraph")
    return s.run(*args, program=program, **more)


def write(s, name, *args, data=FOLDED):
    path = s.path(name)
    run = callgraph(s, "-o", path, *args, input=data)
    return path, run, pathlib.Path(path).read_bytes() if os.path.exists(path) else b""


def svg_size(s):
    head = callgraph(s, "-f", "svg", input=FOLDED).out.split(b'viewBox="0 0 ', 1)[1]
    return [float(n) for n in head.split(b'"', 1)[0].split()]


def pixels(s):
    width, height = svg_size(s)
    _, run, data = write(s, "a.png")
    png = figures.png(data)
    s.claim("a PNG has two pixels for one of the SVG, and 192 an inch", run.rc == 0 and
            (png["width"], png["height"]) == (round(2 * width), round(2 * height)) and
            png["dpi"] == 192, run)
    s.claim("its ground is white, and it has no title that was not asked for",
            figures.pixel(png, 0, 0) == (255, 255, 255) and not png["text"], run)
    _, run, data = write(s, "a.png", "--dpi", "96", "--title", "r\u00e9sum\u00e9 <1>")
    png = figures.png(data)
    s.claim("--dpi says how many pixels an inch has, --title is in the file", run.rc == 0 and
            (png["width"], png["dpi"]) == (round(width), 96) and
            png["text"] == {"Title": "r\u00e9sum\u00e9 <1>"}, run)
    _, run, data = write(s, "b.jpg", "--scale", "3", "--quality", "50")
    jpeg = figures.jpeg(data)
    s.claim("so has a JPEG", run.rc == 0 and
            (jpeg["width"], jpeg["height"], jpeg["dpi"]) ==
            (round(3 * width), round(3 * height), 288), run)
    _, run, data = write(s, "a.png", "--transparent")
    s.claim("--transparent leaves the paper of the picture alone", run.rc == 0 and
            figures.pixel(figures.png(data), 0, 0) == (0, 0, 0, 0), run)


def pages(s):
    lacks = figures.missing("pdfinfo", "pdftotext", "qpdf", "gs")
    if lacks:
        s.skip("pages", f"{lacks} is not installed")
        return
    width, height = svg_size(s)
    path, run, _ = write(s, "a.pdf", "--title", "r\u00e9sum\u00e9 & <1>")
    info = figures.pdf_info(path)
    s.claim("a PDF has one page as large as the SVG, its title, and no date", run.rc == 0 and
            info["Pages"] == "1" and info["Title"] == "r\u00e9sum\u00e9 & <1>" and
            info["Page size"].startswith(f"{width * .75:g} x {height * .75:g} pts") and
            "CreationDate" not in info, run)
    text = figures.pdf_text(path)
    s.claim("its text is text", all(word in text for word in
            ("main", "parse", "lex", "read", "draw", "flush", "io", "60.00%")), text)
    ok, _, err = figures.tool("qpdf", "--check", path)
    s.claim("qpdf finds nothing wrong", ok and not err, err)
    path, run, _ = write(s, "a.pdf", "--paper", "a4", "--landscape", "--margin", "20")
    s.claim("--paper is the size of the page", run.rc == 0 and
            figures.pdf_info(path)["Page size"].startswith("841.89 x 595.28 pts (A4)"), run)
    for name in ("a.eps", "a.ps"):
        path, run, data = write(s, name)
        s.claim(f"ghostscript reads {name} without a word, and it has no date", run.rc == 0 and
                figures.ghostscript(path) == "" and b"CreationDate" not in data and
                b"\n%%LanguageLevel: 2\n" in data, run)


def date_of(path, _, data):
    if data.startswith(b"%!"):
        return data.split(b"%%CreationDate: ", 1)[1].split(b"\n", 1)[0].decode()
    return figures.tool("pdfinfo", "-isodates", path)[1].split("CreationDate:", 1)[1].split()[0]


def dates(s):
    for name in ("a.pdf", "a.ps", "a.eps", "a.png", "a.jpg"):
        s.claim(f"{name} is the same at each run", write(s, name)[2] == write(s, name)[2])
    for name in ("a.pdf", "a.ps"):
        os.environ["SOURCE_DATE_EPOCH"] = "1000000000"
        dated = write(s, name)
        os.environ["SOURCE_DATE_EPOCH"] = "today"
        wrong = write(s, name)
        del os.environ["SOURCE_DATE_EPOCH"]
        s.claim(f"{name} has the date that SOURCE_DATE_EPOCH says",
                date_of(*dated) == "2001-09-09T01:46:40Z", dated[1])
        s.claim("which must be a number", wrong[1].rc == 2 and "SOURCE_DATE_EPOCH" in
                wrong[1].said, wrong[1])


def refused(s):
    old = pathlib.Path(s.path("old.png", b"old"))
    for args, says in ((("--limit", "image=1000"), "image"), (("--scale", "26"), "0.01 to 25"),
                       (("--paper", "a4"), "pdf or ps"), (("--quality", "5"), "jpeg"),
                       (("--paper", "a7"), "letter"), (("--dpi", "0"), "1 to 2400"),
                       (("--scale", "1", "--dpi", "96"), "one of them"),
                       (("--margin", "3"), "pdf or ps"), (("--landscape",), "--paper")):
        run = callgraph(s, "-o", str(old), *args, input=FOLDED)
        s.claim(f"{' '.join(args)} is refused for PNG with what is wanted, and nothing is left",
                run.rc in (1, 2) and says in run.said and old.read_bytes() == b"old" and
                not s.temporaries(), run)
    run = callgraph(s, "-f", "dot", "--dpi", "96", input=FOLDED)
    s.claim("options of figures are refused where there is none", run.rc == 2 and
            "--dpi: dot found, wanted --format png or jpeg" in run.said, run)


def too_large(s):
    """Layers of functions of which each calls others: text that many pixels could not show."""
    many = b"".join(b"start;of_layer_%d;another_function_%d;leaf_%d %d\n" %
                    (i % 7, i, i % 50, 1 + i % 9) for i in range(300))
    _, run, data = write(s, "many.png", "-n0", "-e0", "--limit", "image=3000000", data=many)
    png = figures.png(data)
    s.claim("a graph with too many pixels is drawn smaller, with fewer functions, which is said",
            run.rc == 0 and 1000000 < png["width"] * png["height"] <= 3000000 and
            "of 358 functions" in run.said, run)
    _, run, data = write(s, "some.png", "--max-nodes", "20", "--limit", "image=3000000", data=many)
    png = figures.png(data)
    s.claim("where the text stays large enough only the scale is lowered", run.rc == 0 and
            png["width"] * png["height"] <= 3000000 and not run.said, run)
    _, run, data = write(s, "few.png", "-n0", "--limit", "dot-nodes=50", data=many)
    s.claim("so are more functions than are laid out", run.rc == 0 and
            "shows 49 of 358 functions" in run.said, run)


def hostile(s):
    for name in ("h.pdf", "h.png", "h.eps"):
        path, run, data = write(s, name, data=HOSTILE)
        s.claim(f"hostile names make a {name} all the same", run.rc == 0 and data, run)
        if name == "h.pdf" and not figures.missing("pdftotext"):
            text = figures.pdf_text(path)
            s.claim("which holds every other name", "whole" in text and "main" in text, text)


def check(s):
    run = callgraph(s, "-f", "png", input=FOLDED)
    if "built without" in run.said:
        s.skip("figures", "built without graphviz or librsvg")
        return
    for part in (pixels, pages, dates, refused, too_large, hostile):
        part(s)


kit.main(check)
