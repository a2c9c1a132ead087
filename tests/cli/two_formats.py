#!/usr/bin/env python3
"""Two formats in one input are told, never mixed in silence; and so is what is of no format.

Each pair of texts, in both orders, is read as one of the two: the other is named with the line
where it begins, and --strict refuses the input. Lines of a log among those of a profile are told,
with the first of them; --strict refuses them, and so is an input of which they are most, unless it
is a dump, which may stand in a log, or a script that traces has printed them before its stacks.
Who names the format or allows bad lines has them left out. A text that --from calls what it is not
is never drawn in silence.
"""
import itertools
import re

import kit
from kit import no_profiles

TEXTS = {
    "folded": "".join(f"main;parse;read{i} {i + 3}\nmain;draw{i} 7\n" for i in range(4)),
    "perf": "".join(f"""shop 4711/4711 [001] 100.{i:06}: 250000 cpu-clock:
\t    55d5d1fd{i} parse+0x1d (/usr/bin/shop)
\t    55d5d2fd{i} main+0x2d (/usr/bin/shop)

""" for i in range(4)),
    "go": "".join(f"""goroutine {i + 1} [running]:
main.total(0x3)
\t/srv/shop/cart.go:31 +0x1d
main.main()
\t/srv/shop/main.go:9 +0x2a

""" for i in range(4)),
    "jstack": "Full thread dump OpenJDK 64-Bit Server VM (21.0.5+11-LTS mixed mode, sharing):\n\n" +
    "".join(f'''"pool-{i}" #{i + 9} [47{i}] prio=5 os_prio=0 cpu=88.02ms elapsed=9.60s \
tid=0x00007f1b2c01e000 nid=47{i} runnable  [0x00007f1b345ff000]
   java.lang.Thread.State: RUNNABLE
\tat com.example.shop.Cart.total(Cart.java:31)
\tat com.example.shop.App.main(App.java:9)

''' for i in range(4)),
    "faulthandler": "".join(f"""Thread 0x00007f1b345ff{i}00 (most recent call first):
  File "/srv/shop/cart.py", line 31 in total
  File "/srv/shop/app.py", line 9 in main

""" for i in range(4)),
    "gdb": "".join(f"""Thread {i + 1} (Thread 0x7ffb610546c0 (LWP 2161{i}) "pool"):
#0  0x000055d5d1fd in total (s=0x0, n=2) at cart.c:12
#1  0x000055d5d201 in main () at app.c:9

""" for i in range(4)),
    "bpftrace": "".join(f"""@[
    do_syscall_64+91
    entry_SYSCALL_64_after_hwframe+110
    read+{i}
]: {i + 3}
""" for i in range(4)),
    "dtrace": "".join(f"""
              libc.so.1`read+0x{i + 1}
              shop`parse+0x1d
              shop`main+0x2d
               {i + 3}
""" for i in range(4)),
    "py-spy": "Process 4711: python3 app.py\nPython v3.11.2 (/usr/bin/python3.11)\n\n" +
    "".join(f"""Thread 47{i} (active): "pool-{i}"
    total (/srv/shop/cart.py:31)
    main (/srv/shop/app.py:9)
""" for i in range(4)),
    "eu-stack": "PID 4711 - process\n" + "".join(f"""TID 471{i}:
#0  0x000055d5c1d5d1fd total
#1  0x000055d5c1d5d201 main
""" for i in range(4)),
}

HEADING = 3  # lines that a dump may have in front of its first stack
PAIRS = list(itertools.combinations(TEXTS, 2))
NAMED = re.compile(r":(\d+): lines of ([a-z0-9-]+) begin here")


def lines_of(text):
    return text.count("\n")


def first_line(text):
    """The number of the first line that is not blank."""
    return next(n for n, line in enumerate(text.split("\n"), 1) if line)


def wrong_with(s, first, second):
    """What is wrong with two texts in one file; "": nothing."""
    path = s.path("two.txt", TEXTS[first] + "\n" + TEXTS[second])
    run = s.run("-f", "folded", path)
    named = NAMED.findall(run.said)
    begins = {first: first_line(TEXTS[first]),
              second: lines_of(TEXTS[first]) + 1 + first_line(TEXTS[second])}
    if len(named) != 1 or named[0][1] not in begins:
        return f"{first}, {second}: named {named}: {run.brief()}"
    number, other = int(named[0][0]), named[0][1]
    if re.search(f"(read as|in an input that is read as) {other}[\n;]", run.said):
        return f"{first}, {second}: names what was read: {run.brief()}"
    if not begins[other] <= number <= begins[other] + HEADING:
        return f"{first}, {second}: {other} begins at {begins[other]}: {run.brief()}"
    strict = s.run("-f", "folded", "--strict", path)
    if strict.rc != 1 or strict.out or strict.said.count("\n") != 1:
        return f"{first}, {second}: --strict: {strict.brief()}"
    return ""


def check_pairs(s):
    for first, second in s.part(PAIRS):
        wrong = [w for w in (wrong_with(s, first, second), wrong_with(s, second, first)) if w]
        s.claim(f"{first} and {second} in one input are told, in both orders", not wrong, wrong)


def log(n):
    return [f"2026-11-03 09:12:{i % 60:02} INFO c.e.shop.Orders : order {i} accepted, {i * 13} EUR"
            for i in range(n)]


def mixed(text, share):
    """Lines of a log behind a text, before it, and among its lines: their share of all."""
    lines = text.rstrip("\n").split("\n")
    n = round(sum(line != "" for line in lines) * share / (1 - share)) + 1
    among = []
    for i, line in enumerate(lines):
        among += [line] + log(n)[i * n // len(lines):(i + 1) * n // len(lines)]
    return {"behind": lines + [""] + log(n), "before": log(n) + lines, "among": among}


def is_told(run):
    """Whether a message says where, or how many lines were left out; by a fault or beside it."""
    return bool(re.search(r":\d+: .*(no line of|skipped|lines are like that|wanted)|"
                          r"\d+ lines before it left out", run.said))


DUMPS = {"go", "jstack", "faulthandler", "gdb", "py-spy", "eu-stack"}
# A script that traces prints what it likes before its stacks.
PRINTING = {"bpftrace", "dtrace", "stap"}
# In others a line among stacks weighs as much as a stack of several lines.
SIMPLE = DUMPS | {"folded"}


def check_shares(s):
    for name in s.part(list(TEXTS)):
        wrong = []
        for where, lines in mixed(TEXTS[name] * 3, 0.6).items():
            text = ("\n".join(lines) + "\n").encode()
            run = s.run("-f", "folded", "--from", name, input=text)
            strict = s.run("-f", "folded", "--from", name, "--strict", input=text)
            printed = name in PRINTING and where == "before"
            refused = name not in DUMPS and not printed
            if not is_told(run) or strict.rc != 1 or (refused and run.rc != 1):
                wrong.append(f"{where}: {run.brief()} {strict.brief()}")
            if (printed or (name in DUMPS and where != "among")) and run.rc != 0:
                wrong.append(f"{where}: a dump is refused: {run.brief()}")
        s.claim(f"{name}: of lines of a log where they are most", not wrong, wrong[:1])
        wrong = []
        for where, lines in mixed(TEXTS[name] * 9, 0.2).items():
            text = ("\n".join(lines) + "\n").encode()
            run = s.run("-f", "folded", "--from", name, input=text)
            strict = s.run("-f", "folded", "--from", name, "--strict", input=text)
            refused = run.rc != 0 and name in SIMPLE and where != "among"
            if not is_told(run) or strict.rc != 1 or refused:
                wrong.append(f"{where}: {run.brief()} {strict.brief()}")
        s.claim(f"{name}: of lines of a log where they are a fifth", not wrong, wrong[:1])


STAP = "".join(f""" 0x{i}5d5d1fd{i} : read+0x1d/0x40 [/usr/lib/libc.so.6]
 0x{i}5d5d2fd{i} : main+0x2d/0x90 [/usr/bin/shop]
{i + 3}

""" for i in range(4))


def check_printed(s):
    printed = "".join(f"open {i} /etc/passwd\n" for i in range(50)) + "\n"
    for name, text in {"bpftrace": TEXTS["bpftrace"], "dtrace": TEXTS["dtrace"],
                       "stap": STAP}.items():
        alone = s.run("-f", "folded", "--from", name, input=text.encode())
        for args in ((), ("--from", name), ("--max-bad", "100")):
            run = s.run("-f", "folded", *args, input=(printed + text).encode())
            s.claim(f"{name}: what its script printed is left out: {' '.join(args)}",
                    alone.out and run.rc == 0 and run.out == alone.out and
                    ':1: "open 0 /etc/passwd" is no line of ' + name + "; 50 of" in run.said, run)
        run = s.run("-f", "folded", "--strict", input=(printed + text).encode())
        s.claim(f"{name}: --strict refuses it", run.rc == 1 and not run.out, run)
    text = "x" * 70000 + "\n" + printed + TEXTS["bpftrace"]
    run = s.run("-f", "folded", "--from", "bpftrace", input=text.encode())
    s.claim("a line that is long is quoted by its beginning", ':1: "xxxx' in run.said, run)


def check_asked(s):
    texts = {**TEXTS, **no_profiles.TEXTS}
    for name in s.part([name for name in TEXTS if name != "folded"]):
        wrong = []
        for kind, text in texts.items():
            if kind == name:
                continue
            run = s.run("-f", "folded", "--from", name, input=text.encode())
            if run.rc not in (0, 1) or not run.said:
                wrong.append(f"{kind}: {run.brief()}")
        s.claim(f"no other text is drawn as {name} in silence", not wrong, wrong[:1])


def check(s):
    check_shares(s)
    check_printed(s)
    check_asked(s)
    check_pairs(s)


kit.main(check)
