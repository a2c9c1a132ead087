#!/usr/bin/env python3
"""Titles say what was recorded, where and how much, and no more than the input knows."""
import html
import re

import kit

PERF = "".join(f"{name} 7/{tid} {time}.000000: 10000000 cpu-clock: \n\t7f01 work+0x1 (/bin/work)\n"
               "\t7f02 main+0x1 (/bin/work)\n\n"
               for time, (name, tid) in enumerate([("work", 7), ("work", 7), ("pool", 8)]))


def texts(s, *args):
    """The title of the page, that of the picture, and what stands below it."""
    run = s.run("-f", "svg", "--no-script", *args)
    svg = run.out.decode()
    page = html.unescape(re.search("<title>(.*?)</title>", svg)[1])
    shown = [html.unescape(text) for text in re.findall(r">([^<>]+)</text>", svg)]
    return page, shown[0], shown[1]


def check(s):
    path = s.path("waits.txt", PERF)
    page, head, below = texts(s, path)
    s.claim("a sum is told for people", head == "waits.txt - 30 ms on-CPU", head)
    s.claim("a page is called as its file", page.startswith("waits.txt"), page)
    s.claim("threads are counted", "2 threads" in below, below)
    for option, sum_of in ((["--tid", "7"], "20 ms"), (["--pid", "7"], "30 ms"),
                           (["--comm", "work"], "20 ms"), (["--where", "tid=7"], "20 ms"),
                           (["--where", "time=0..2"], "20 ms")):
        page, head, below = texts(s, *option, path)
        s.claim(f"{' '.join(option)}: threads are not, where some were chosen",
                "thread" not in below and sum_of in head, (head, below))


kit.main(check)
