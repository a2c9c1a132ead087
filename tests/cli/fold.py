#!/usr/bin/env python3
"""Recursion of ten rows or more is one box in pictures, and nowhere else."""
import html
import re

import kit
from kit import outputs

DEEP = f"main;{'fib;' * 29}fib;add 60\nmain;{'eval;call;' * 12}work 30\nmain 10\n"


def titles(svg):
    frames = re.search(r'<g class="frames".*\n</g>\n', svg, re.S).group()
    return [html.unescape(title) for title in re.findall("<title>(.*?)</title>", frames, re.S)]


def check(s):
    path = s.path("deep.folded", DEEP)
    for more in ([], ["--no-script"], ["--inverted"]):
        run = s.run("-f", "svg", *more, path)
        found = titles(run.out.decode())
        s.claim(f"{' '.join(more)}: a row stands for all repeats, and the tooltip says of how many",
                found.count("fib (60 samples, 60.00%)\n30 such frames in a row, drawn as one") == 1
                and found.count("eval (30 samples, 30.00%)\n12 such frames in a row, drawn as one")
                == 1 and sum(title.startswith("call (30 ") for title in found) == 1, found)
        s.claim(f"{' '.join(more)}: so does the label", ">fib × 30<" in run.out.decode(), run)
    whole = s.run("-f", "svg", "--no-fold", "--no-script", path).out.decode()
    s.claim("--no-fold draws each frame", sum("fib (" in title for title in titles(whole)) == 30
            and "in a row" not in whole, whole)
    chart = s.run("-f", "svg", "--flamechart", "--no-script", path).out.decode()
    s.claim("a flame chart has each frame", "in a row" not in chart, chart)
    s.claim("folded stacks have each frame", s.run("-f", "folded", path).out.count(b"fib") == 30)
    trees = [outputs.Svg(s.run("-f", "svg", "--no-compress", *more, path).out).tree.pieces
             for more in ([], ["--no-fold"])]
    s.claim("the viewer is given each frame", trees[0] == trees[1] and trees[0], trees)
    pages = [s.run("-f", "eps", *more, path).out for more in ([], ["--no-fold"])]
    heights = [int(re.search(rb"%%BoundingBox: 0 0 \d+ (\d+)", page)[1]) for page in pages]
    s.claim("pages are folded too", heights[0] < heights[1] / 2, heights)
    nine = s.path("nine.folded", f"main;{'fib;' * 8}fib 60\n")
    s.claim("nine are nine", "in a row" not in s.run("-f", "svg", nine).out.decode())


kit.main(check)
