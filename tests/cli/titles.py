#!/usr/bin/env python3
"""Titles say what was recorded, where and how much, and no more than the input knows."""
import html
import re

import kit
from kit import massif

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
    chrome = "[%s]" % ",".join('{"name":"f","ph":"X","ts":0,"dur":9,"pid":%d,"tid":1}' % pid
                               for pid in (1, 2))
    _, _, below = texts(s, s.path("two.json", chrome))
    s.claim("threads with one number in two processes are two", "2 threads" in below, below)
    for option, sum_of in ((["--tid", "7"], "20 ms"), (["--pid", "7"], "30 ms"),
                           (["--comm", "work"], "20 ms"), (["--where", "tid=7"], "20 ms"),
                           (["--where", "time=0..2"], "20 ms")):
        page, head, below = texts(s, *option, path)
        s.claim(f"{' '.join(option)}: threads are not, where some were chosen",
                "thread" not in below and sum_of in head, (head, below))
    _, head, below = texts(s, "--title", "Night", path)
    s.claim("--title leaves the source and the sum to the line below",
            head == "Night" and below.startswith("waits.txt - 30 ms on-CPU, ")
            and "2 threads" in below, (head, below))
    _, _, below = texts(s, "--title", "Night", "--subtitle", "of May", path)
    s.claim("--subtitle is that line", below == "of May", below)
    run = s.run("-f", "svg", "--no-script", "--subtitle", "", path)
    s.claim("--subtitle with an empty text is no line",
            b"2 threads" not in run.out and b"30 ms on-CPU" in run.out, run)
    run = s.run("-f", "svg", "--no-script", "--title", "Night", "--redact", "work", path)
    s.claim("--redact leaves it out", b"waits.txt" not in run.out and b"30 ms" not in run.out, run)
    check_command(s)
    check_first_screen(s)
    faults = PERF.replace("10000000 cpu-clock", "1 page-faults")
    _, head, _ = texts(s, s.path("faults.txt", faults))
    s.claim("samples that weigh nothing are told with their event",
            head == "faults.txt - 3 samples of page-faults", head)
    for event, sum_of in (("3 sched:sched_wakeup", "9 events of sched:sched_wakeup"),
                          ("5000000 sched:sched_stat_runtime",
                           "15 ms of sched:sched_stat_runtime")):
        _, head, _ = texts(s, s.path("trace.txt", PERF.replace("10000000 cpu-clock", event)))
        s.claim(f"what a tracepoint counts is no sample: {sum_of}",
                head == f"trace.txt - {sum_of}", head)
    several = faults.replace("page-faults", "major-faults", 1)
    _, head, _ = texts(s, "--event", "all", "--quiet", s.path("several.txt", several))
    s.claim("but not where there are several", head == "several.txt - 3 samples", head)
    check_recorded(s)


def labels_of(svg):
    """How many labels there are, and how many in the first 800 pixels."""
    top = float(re.search(r'class="frames" transform="translate\([\d.]+,([\d.]+)\)', svg)[1])
    rows = re.findall(r'<g transform="translate\(0,([\d.]+)\)">\n(.*?)</g></g>', svg, re.S)
    n = [(top + float(y), row.count("<text x=")) for y, row in rows]
    return sum(k for _, k in n), sum(k for y, k in n if y + 18 <= 800)


def check_first_screen(s):
    tower = ";".join(f"tower_of_calls_{i}" for i in range(80))
    wide = [f"main;serve;part_{i};work_{i};leaf_{i} 9\n" for i in range(12)]
    path = s.path("tower.folded", "".join(wide) + f"main;{tower} 10\n")
    svg = s.run("-f", "svg", "--no-script", path).out.decode()
    total, seen = labels_of(svg)
    s.claim("at least half of all labels lie in the first 800 pixels of a tall picture",
            seen >= total / 2 and total > 80, (seen, total))
    total, seen = labels_of(s.run("-f", "svg", "--no-script", "--upright", path).out.decode())
    s.claim("with the root at the bottom they would not", seen < total / 2, (seen, total))
    shown = svg[:svg.index('class="frames"')]
    s.claim("a picture without script says above its frames what is heaviest",
            ">Heaviest by itself: tower_of_calls_79 8.5 %" in shown and "Hot path: main" in shown,
            shown[-900:])
    svg = s.run("-f", "svg", "--no-script", "--subtitle", "", path).out.decode()
    s.claim("not where nothing was to stand there", ">Heaviest" not in svg and ". Heaviest" in svg,
            svg[:900])


def check_command(s):
    command = ("perf record -g -F 997 --call-graph dwarf -o /var/tmp/a.data /usr/bin/node "
               "--perf-basic-prof --interpreted-frames-native-stack /srv/app/server.js 8080")
    path = s.path("massif.out", massif.of_command(command))
    svg = s.run("-f", "svg", "--no-script", path).out.decode()
    page, head = re.findall("<title>(.*?)</title>", svg)[:2]
    shown = re.search(r"</title>([^<]+)</text>", svg)[1]
    want = "Memory at the peak: node \u2026 server.js 8080 - 8 bytes"
    s.claim("a title keeps the program, its script and the sum", shown == want, shown)
    s.claim("the tooltip has the whole command", head.startswith(command), head)
    s.claim("so has a page's name what is seen", page == "massif.out: " + want, page)


def check_recorded(s):
    """A recording whose command is long: words of it stand in fields of 64 bytes."""
    data = (kit.ROOT / "golden/perf-data-recorded/input.perf-data").read_bytes()
    output, program = "/var/tmp/" + "o" * 50, "/srv/" + "p" * 45 + "/server"
    for old, new in (("spin.data", output), ("./spin", program)):
        field = old.encode().ljust(64, b"\0")
        assert data.count(field) == 1
        data = data.replace(field, new.encode().ljust(64, b"\0"))
    svg = s.run("-f", "svg", "--no-script", s.path("long.data", data)).out.decode()
    head = re.findall("<title>(.*?)</title>", svg)[1]
    shown = re.search(r"</title>([^<]+)</text>", svg)[1]
    s.claim("of a recording, too", shown == "server - 62.66 ms on-CPU"
            and head.startswith("perf record -q -e cpu-clock:u -F 399 -g -o "
                                f"{output} {program}: "), (shown, head))


kit.main(check)
