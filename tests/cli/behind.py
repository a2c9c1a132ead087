#!/usr/bin/env python3
"""What stands behind the first 64 KiB: dumps behind logs, and the keys of JSON.

A log of a program that was told to dump its threads is those dumps, all of them, from a file, a
pipe, packed or with what containers put before lines. Folded stacks and JSON are never searched.
JSON is recognised by its keys wherever they stand.
"""
import gzip
import json
import re

import kit

LINE = "2026-11-03 09:12:%02d.%03d INFO  [exec-%d] c.e.shop.Orders : order %d accepted, total %d\n"
BARE = "order %d accepted (%d)\n"
STAMP = "2026-11-03T09:12:00.123456789Z "

# A dump; the stacks of two of them; how many lines in front of it are left to its reader, as they
# may be its heading; None: all are, as its reader knows the lines of logs.
DUMPS = {
    "jstack": ("""Full thread dump OpenJDK 64-Bit Server VM (21.0.5+11-LTS mixed mode, sharing):

"main" #1 [4711] prio=5 os_prio=0 cpu=88.02ms elapsed=9.60s tid=0x00007f1b2c01e000 nid=4711 \
runnable  [0x00007f1b345ff000]
   java.lang.Thread.State: RUNNABLE
\tat com.example.shop.Cart.total(Cart.java:31)
\tat com.example.shop.App.main(App.java:9)

""", b"main;com.example.shop.App.main;com.example.shop.Cart.total 2\n", 1),
    "go": ("""goroutine 1 [running]:
main.total(0x3)
\t/srv/shop/cart.go:31 +0x1d
main.main()
\t/srv/shop/main.go:9 +0x2a

""", b"main.main;main.total 2\n", 4),
    "faulthandler": ("""Fatal Python error: Segmentation fault

Current thread 0x00007f1b345ff000 (most recent call first):
  File "/srv/shop/cart.py", line 31 in total
  File "/srv/shop/app.py", line 9 in main

""", b"main;total 2\n", 0),
    "dmesg": ("""[  812.331233] BUG: kernel NULL pointer dereference, address: 0000000000000008
[  812.331240] CPU: 1 PID: 4711 Comm: shop Not tainted 6.12.0 #1
[  812.331244] Call Trace:
[  812.331246]  <TASK>
[  812.331248]  cart_total+0x1d/0x40 [shop]
[  812.331250]  do_syscall_64+0x5b/0xc0
[  812.331252]  </TASK>
""", b"shop;do_syscall_64;cart_total 2\n", None),
}


def log(n, line=LINE):
    if line is BARE:
        return "".join(line % (i, i * 13 % 997) for i in range(n))
    return "".join(line % (i // 1000 % 60, i % 1000, i % 7, i, i * 13 % 997) for i in range(n))


def before_of(run):
    """How many lines were said to be left out before a dump."""
    found = re.findall(r": (\d+) lines? before it left out\n", run.said)
    return int(found[0]) if len(found) == 1 else 0


def check_dumps(s):
    for name, (dump, stacks, margin) in DUMPS.items():
        alone = s.run("-f", "folded", "--from", name, input=(dump + dump).encode())
        s.claim(f"{name}: two dumps are read", alone.rc == 0 and alone.out == stacks, alone)
        for kind, n, first, text in (
                ("a log of 200 KiB", 2200, LINE, log(2200) + dump + log(900) + dump + log(400)),
                ("a short log", 40, LINE, log(40) + dump + log(30) + dump + log(300)),
                ("a log without times", 9000, BARE,
                 log(9000, BARE) + dump + log(90, BARE) + dump),
                ("a container's log", 2200, STAMP, "".join(
                    STAMP + line
                    for line in (log(2200, BARE) + dump + log(9, BARE) + dump).splitlines(True)))):
            path = s.path("x.log", text)
            runs = (s.run("-f", "folded", path), s.run("-f", "folded", input=text.encode()),
                    s.run("-f", "folded", s.path("x.log.gz", gzip.compress(text.encode()))))
            wrong = [run.brief() for run in runs
                     if run.rc != 0 or run.out != stacks or f"read as {name}\n" not in run.said]
            s.claim(f"{name} behind {kind}: a file, a pipe, packed", not wrong, wrong[:1])
            left_out = 0 if margin is None else n - margin
            wrong = [run.brief() for run in runs if before_of(run) != left_out]
            s.claim(f"{name} behind {kind}: the lines before it are counted", not wrong, wrong[:1])
            wrong = [run.brief() for run in runs
                     if ("before each line" in run.said) != (first is STAMP)
                     or "without it" in run.said]
            s.claim(f"{name} behind {kind}: what a container's log puts is said, if it is one",
                    not wrong, wrong[:1])


def check_left(s):
    """Never over what is verified."""
    dump = DUMPS["jstack"][0]
    folded = "".join(f"main;f{i};g 1\n" for i in range(9000))
    run = s.run("-f", "folded", s.path("x.txt", folded + dump))
    s.claim("no dump is sought behind folded stacks", "read as" not in run.said, run)
    text = json.dumps({"log": ["x" * 99] * 999, "dump": dump}, indent=1)
    run = s.run("-f", "folded", s.path("x.json", text))
    s.claim("no dump is sought in JSON", run.rc == 1 and "JSON of no known kind" in run.said, run)
    run = s.run("-f", "folded", s.path("x.log", log(3000)))
    s.claim("a log without a dump is refused", run.rc == 1 and run.said.count("\n") == 1, run)


def check_keys(s):
    much = {f"file{i}": {"sources": ["a.ts"] * 9, "nodes": i} for i in range(9000)}
    event = {"ph": "X", "name": "f", "ts": 1, "dur": 0.007, "pid": 1, "tid": 1}
    nodes = [{"id": 1, "callFrame": {"functionName": "f"}}]
    one = {"funcTable": {"name": [0]}, "frameTable": {"func": [0]}, "stringArray": ["f"],
           "stackTable": {"prefix": [None], "frame": [0]}}
    counters = [{"name": "c", "samples": {"time": list(range(40000))}}]
    files = (
        ("chrome", {"metadata": {"sourceMaps": much}, "traceEvents": [event]}),
        ("v8", {"$vscode": {"cache": ["x" * 99] * 2000}, "nodes": nodes, "samples": [1],
                "startTime": 0, "endTime": 7, "timeDeltas": [0]}),
        ("firefox", {"counters": counters, "meta": {"version": 27},
                     "threads": [{"samples": {"stack": [0] * 7}}], "shared": one}),
        ("speedscope", {"activeProfileIndex": 0, "exporter": "x" * 99999,
                        "profiles": [{"type": "sampled", "unit": "none", "name": "p",
                                      "startValue": 0, "endValue": 7, "samples": [[0]],
                                      "weights": [7]}],
                        "shared": {"frames": [{"name": "f"}]}}),
    )
    for name, file in files:
        text = json.dumps(file)
        runs = (s.run("-f", "folded", "--root-by", "none", s.path("x", text)),
                s.run("-f", "folded", "--root-by", "none", input=text.encode()))
        wrong = [run.brief() for run in runs
                 if f"read as {name}" not in run.said or run.out[:2] != b"f "]
        s.claim(f"{name}, {len(text) >> 10} KiB, its telling keys late", not wrong, wrong[:1])
    run = s.run("-f", "folded", s.path("x", json.dumps({"name": 1, "value": {"deep": 2}})))
    s.claim("what is JSON of no known kind is told with its keys",
            run.rc == 1 and '"name", "value", wanted' in run.said, run)


def check(s):
    check_dumps(s)
    check_left(s)
    check_keys(s)


kit.main(check)
