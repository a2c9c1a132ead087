#!/usr/bin/env python3
"""perf script text: what is taken is counted once more here, line by line.

The recordings that lie beside the project, where they do, and our own golden inputs: each event of
each file folds to as many samples as the file has lines of that event.
"""
import collections
import re

import kit

SAMPLES = kit.ROOT.parent / "shared" / "corpus" / "samples"
HOSTILE = kit.ROOT.parent / "shared" / "corpus" / "hostile" / "hostile.perf"
EVENT = re.compile(
    rb"^\s*\S.*?\s+-?\d+(?:/-?\d+)?\s+(?:\[\d+\]\s+)?(?:[A-Za-z.0-9]{1,7}\s+)?\d+\.\d+:\s+"
    rb"(?:\d+\s+)?(?!PERF_RECORD_)(\S+):(?:\s|$)"
)


def events_of(path):
    found = collections.Counter()
    for line in path.read_bytes().splitlines():
        match = EVENT.match(line)
        if match:
            found[match.group(1).decode()] += 1
    return found


def folded_total(run):
    return sum(int(line.rpartition(b" ")[2]) for line in run.out.splitlines())


def check_counts(s, path):
    for event, count in sorted(events_of(path).items()):
        run = s.run("--quiet", "--from", "perf", "--weight", "samples", "--event", event,
                    "-f", "folded", str(path))
        total = folded_total(run) if run.rc == 0 else -1
        s.claim(f"{path.name}: {count} samples of {event}", total == count, run)


def check_default_event(s, path):
    found = events_of(path)
    if len(found) < 2:
        return
    event = min(found, key=lambda e: (-found[e], e))
    default = s.run("--from", "perf", "-f", "folded", str(path))
    asked = s.run("--from", "perf", "-f", "folded", "--event", event, str(path))
    s.claim(f"{path.name}: {event} is drawn unless told otherwise",
            default.rc == 0 and default.out == asked.out and event in default.said, default)
    s.claim(f"{path.name}: the other events are named",
            all(other in default.said for other in found), default)
    none = s.run("--from", "perf", "--event", "nothing", str(path))
    s.claim(f"{path.name}: an event that it has not is refused, naming those that it has",
            none.rc == 1 and re.search('no sample of "nothing" found, wanted one of: .', none.said)
            and all(other in none.said for other in found), none)


def check_none(s):
    path = s.path("plain.folded", "main;a 1\n")
    run = s.run("--event", "cycles", path)
    s.claim("an event of samples that say none is refused as such", run.rc == 1 and run.said ==
            'flame: --event: no sample has an event, so none is of "cycles"; wanted this '
            'option left out\n', run)
    run = s.run("--value", "cycles", path)
    s.claim("and a measure of those that have no name", run.rc == 1 and run.said ==
            'flame: --value: the measure of the input has no name, so it is not "cycles"; wanted '
            'this option left out\n', run)


def check_blocks(s):
    path = SAMPLES / "perf-script" / "fp-ip-sym.txt"
    if not path.exists():
        return
    blocks = re.split(rb"\n\s*\n", path.read_bytes().strip(b"\n"))
    count = sum(1 for block in blocks if block.strip())
    run = s.run("--weight", "samples", "-f", "folded", str(path))
    s.claim(f"frames without headers are {count} samples", folded_total(run) == count, run)


def check_labels(s):
    text = "".join(
        f"{comm} {pid}/{tid} [00{tid % 2}] 1.{tid:06}: 5 cycles: \n\t 7f00 f+0x1 (/bin/a)\n\n"
        for comm, pid, tid in (("a", 1, 1), ("a", 1, 2), ("b c", 3, 3), ("a", 4, 4))
    )
    path = s.path("labels.perf", text)
    for args, wanted in (
        ((), "a;f 15\nb c;f 5\n"),
        (("--root-by", "none"), "f 20\n"),
        (("--root-by", "pid"), "a-1;f 10\na-4;f 5\nb c-3;f 5\n"),
        (("--root-by", "tid"), "a-1/1;f 5\na-1/2;f 5\na-4/4;f 5\nb c-3/3;f 5\n"),
        (("--root-by", "cpu,comm"), "0;a;f 10\n1;a;f 5\n1;b c;f 5\n"),
        (("--comm", "b c"), "b c;f 5\n"),
        (("--pid", "1", "--tid", "2"), "a;f 5\n"),
        (("--where", "cpu=0"), "a;f 10\n"),
        (("--where", "event=cycles", "--weight", "samples"), "a;f 3\nb c;f 1\n"),
    ):
        run = s.run("-f", "folded", *args, path)
        s.claim(f"labels with {' '.join(args) or 'no option'}", run.out == wanted.encode(), run)
    other = s.path("other.py", "Thread 0x0000000000000001 (most recent call first):\n"
                   "  File \"a.py\", line 3 in f\n")
    for inputs in ((path, other), (other, path)):
        run = s.run("-f", "folded", *inputs)
        s.claim("inputs that measure different things are not added", run.rc == 1 and
                not run.out and "cannot be added" in run.said, run)
    check_measures(s, path, other)
    for args, said in (
        (("--comm", "nobody"), '--comm: no sample has the comm "nobody", wanted one of: a, b c\n'),
        (("--where", "tid=7"), '--where: no sample has the tid "7", wanted one of: 1, 2, 3, 4\n'),
        (("--where", "state=R"),
         '--where: no sample has the label "state", wanted one of: comm, pid, '),
        (("--pid", "3", "--comm", "a"), "--where leaves no sample, wanted some\n"),
    ):
        run = s.run("-f", "folded", *args, path)
        s.claim(f"{' '.join(args)} leaves nothing: what there is is said",
                run.rc == 1 and not run.out and said in run.said, run)
    run = s.run("-f", "folded", "--root-by", "state,pid", path)
    s.claim("a usual label that no sample has gives no frame beside others, which is said",
            run.rc == 0 and run.out == b"a-1;f 10\na-4;f 5\nb c-3;f 5\n"
            and 'no sample has the label "state"; there are: comm' in run.said, run)
    bare = s.path("tid.perf", "a  7 1.0: 1 cycles: \n\t1 f (/x)\n\n")
    run = s.run("-f", "folded", "--root-by", "pid", bare)
    s.claim("commands without the number asked for are drawn, which is said", run.rc == 0
            and run.out == b"a-?;f 1\n" and 'the label "pid"; there are' in run.said, run)
    for keys, said in (
        ("state", 'no sample has the label "state", wanted one of: comm, pid, '),
        ("nosuch,pid", 'no sample has the label "nosuch", wanted one of: comm, pid, '),
        ("comn", 'no sample has the label "comn"; did you mean "comm"?, wanted one of: comm'),
    ):
        for words in ((), ("--quiet",)):
            run = s.run("-f", "folded", "--root-by", keys, *words, path)
            s.claim(f"--root-by {keys} {' '.join(words)}: a label that no sample has is refused",
                    run.rc == 1 and not run.out and said in run.said, run)
    run = s.run("-f", "folded", "--root-by", "shop", s.path("in.folded", "a;b 1\n"))
    s.claim("also where there are no labels", run.rc == 1 and not run.out
            and 'no sample has the label "shop", the input has only stacks\n' in run.said, run)
    run = s.run("-f", "folded", "--root-by", "comm", s.path("in.folded", "a;b 1\n"))
    s.claim("usual labels may lack in stacks alone", run.rc == 0 and run.out == b"a;b 1\n"
            and 'no sample has the label "comm"; the input has only stacks\n' in run.said, run)
    for value, unit in (("period", "cycles"), ("samples", "samples")):
        run = s.run("-f", "tree", "--value", value, path)
        s.claim(f"--value {value} is in {unit}",
                re.search(rb" %%\s+%s  frame\n" % unit.encode(), run.out), run)
    run = s.run("-f", "folded", "--event", "cache-misses", path)
    s.claim("an event that is not there is refused, and those that are are named",
            run.rc == 1 and not run.out and "cycles (4)" in run.said, run)


def check_measures(s, samples, dump):
    """What is added must measure the same; else each may be folded first, as the message says."""
    folded = s.path("in.folded", "a;b 5\n")
    maps = s.path("in.bt", "@[\n    f+1\n    main+2\n]: 3\n")
    off_cpu = s.path("in.bcc", "Tracing off-CPU time (us) of all threads by user + kernel stack... "
                     "Hit Ctrl-C to end.\n\n    f\n    -                work (12)\n        7\n\n")
    large = s.path("large.perf", "a 1 1.0: 5 cycles: \n\t 7f00 f+0x1 (/bin/a)\n\n" * 250000)
    for one, two, measures in ((maps, off_cpu, ("count", "time in us")),
                               (samples, off_cpu, ("period", "time in us")),
                               (large, off_cpu, ("period", "time in us")),
                               (dump, off_cpu, ("samples", "time in us"))):
        for inputs, (first, second) in (((one, two), measures), ((two, one), measures[::-1])):
            run = s.run("-f", "folded", "--threads", "2", *inputs)
            s.claim("%s and %s are not added, with what to do instead" % (first, second),
                    run.rc == 1 and not run.out and
                    f"measures {second}, and the inputs before it {first}, which cannot be added"
                    in run.said and "the folded stacks of each" in run.said, run)
    parts = [s.path(f"{i}.folded", s.run("-f", "folded", *args).out) for i, args in enumerate(
        ((off_cpu,), ("--weight", "samples", samples)))]
    run = s.run("-f", "folded", *parts)
    s.claim("which can be done",
            run.rc == 0 and b"a;f 3\n" in run.out and b"work;f 7\n" in run.out, run)
    for other, total, said in ((dump, 6, ""),
                               (off_cpu, 12, "in.folded: states no unit, taken as us")):
        for inputs in ((folded, other), (other, folded)):
            run = s.run("-f", "folded", *inputs)
            s.claim("folded stacks are added as they are, which is said where they are no samples",
                    run.rc == 0 and folded_total(run) == total and said in run.said
                    and (said != "") == ("no unit" in run.said), run)
    trace = s.path("in.dtrace", "\n\n\n              genunix`f+0x1\n              unix`main\n"
                   "                4\n")
    run = s.run("-f", "folded", trace, dump)
    s.claim("samples are samples, whatever they are called",
            run.rc == 0 and folded_total(run) == 5, run)


def check_event_groups(s):
    def text(*samples):
        return "".join(f"a 1 1.0: {period} {event}: \n\t 7f00 {name}+0x1 (/bin/a)\n\n"
                       for period, event, name in samples)
    path = s.path("hybrid.perf", text(
        (10, "cpu_core/cycles/u", "f"), (20, "cpu_atom/cycles/u", "f"),
        (30, "cpu_atom/cycles/", "f"),
        (4, "cpu_core/instructions/", "g"), (5, "cpu_atom/instructions/", "g")))
    for args, wanted in (
        ((), "a;f 30\n"),
        (("--event", "cycles:u"), "a;f 30\n"),
        (("--event", "cpu_atom/cycles/u"), "a;f 20\n"),
        (("--event", "instructions"), "a;g 9\n"),
        (("--event", "all"), "a;f 3\na;g 2\n"),
    ):
        run = s.run("-f", "folded", *args, path)
        s.claim(f"kinds of cores are one: {' '.join(args)}", run.out == wanted.encode(), run)
    run = s.run("-f", "folded", "--event", "all", path)
    s.claim("all events of several units weigh 1, which is said",
            "sample counts 1" in run.said, run)
    parts = [s.path(f"{i}.perf", text((weight, event, "f"))) for i, (weight, event) in enumerate(
        ((1, "cycles:P"), (2, "cycles"), (4, "cycles:pppH"), (8, "cycles:Pu"), (16, "cycles:u"),
         (32, "cycles:GH")))]
    for n, args, wanted, said in (
        (3, (), 7, "cycles:P, cycles, cycles:pppH are drawn as one event (--event NAME"),
        (2, ("--event", "cycles"), 2, ""), (2, ("--event", "cycles:P"), 1, ""),
        (5, (), 7, "drawn: samples of cycles (3); left out: cycles:u (2) (--event NAME or all)"),
        (6, ("--event", "all"), 63, "all events are drawn together"),
        (6, ("--event", "cycles:u"), 16, ""),
        (1, (), 1, ""),
    ):
        run = s.run("-f", "folded", *args, *parts[:n])
        s.claim(f"recordings of one event in {n} precisions are one: {' '.join(args)}",
                run.out == f"a;f {wanted}\n".encode() and said in run.said
                and ("one event" in run.said) == (len(args) == 0 and n > 1), run)
    path = s.path("precision.perf", text((1, "cycles:P", "f"), (2, "cycles", "f"),
                                         (2, "cycles", "f")))
    run = s.run("-f", "folded", path)
    s.claim("events of one recording that differ in precision are two",
            run.out == b"a;f 4\n" and "left out: cycles:P (1) (--event NAME or all)" in run.said,
            run)
    path = s.path("clocks.perf", text((10, "cpu-clock", "f"), (20, "task-clock:u", "f")))
    run = s.run("-f", "table", "--event", "all", path)
    s.claim("all events of one unit keep their periods",
            b"30" in run.out and "sample counts" not in run.said, run)


def check_quality(s):
    def sample(*frames, event="cycles"):
        return f"a 1 1.0: 5 {event}: \n" + "".join(f"\t 7f00 {f}\n" for f in frames) + "\n"
    main, entry = "main+0x1 (/bin/a)", "entry_SYSCALL_64_after_hwframe+0x1 ([kernel.kallsyms])"
    read, nowhere = "vfs_read+0x1 ([kernel.kallsyms])", "[unknown] ([unknown])"
    thread = "ret_from_fork_asm+0x1 ([kernel.kallsyms])"
    path = s.path("quality.perf", "".join((
        sample(read, entry, main), sample(read, entry), sample(read, thread), sample(entry),
        sample(main, main, event="sched:sched_switch"), sample(main, main, event="cycles:u"),
        sample(read, entry, nowhere), sample(main, nowhere), sample(*[main] * 127),
        sample("inner+0x1 (inlined)", *[main] * 127), sample(*[main] * 126),
        sample(*[main] * 128))))
    run = s.run("--summary", "--event", "all", "-f", "folded", path)
    for what in ("1 of 12 samples lost their user part", "1 of 12 samples lost their kernel part",
                 "2 of 12 samples begin at an address in no module",
                 "2 of 12 samples have 127 frames"):
        s.claim(f"--summary says that {what}", what in run.said, run)
    run = s.run("-f", "folded", path)
    s.claim("which nothing else does", "lost" not in run.said, run)


def check_times(s):
    text = "".join(f"a 1 {time}: 5 cycles: \n\t 7f00 {name}+0x1 (/bin/a)\n\n" for time, name in (
        ("10.500000", "f"), ("10.750000001", "g"), ("11.500000", "h"), ("12.0", "f")))
    path = s.path("times.perf", text)
    later = s.path("later.perf", text.replace("a 1 1", "a 1 9"))
    untimed = s.path("untimed.perf", "a 1 cycles: \n\t 7f00 f+0x1 (/bin/a)\n\n")
    for args, wanted in (
        (("--where", "time=0..0.25"), "a;f 5\n"),
        (("--where", "time=0.25.."), "a;f 5\na;g 5\na;h 5\n"),
        (("--where", "time=..1"), "a;f 5\na;g 5\n"),
        (("--where", "time=1..1.500000001"), "a;f 5\na;h 5\n"),
        (("--where", "time=0.1..", "--where", "time=..1.2"), "a;g 5\na;h 5\n"),
        (("--where", "time=0..2", "--where", "comm=a", "--flamechart"),
         "a;f 5\na;g 5\na;h 5\na;f 5\n"),
        (("--where", "time=..0.1", later), "a;f 10\n"),
    ):
        run = s.run("-f", "folded", *args, path)
        s.claim(f"{' '.join(args[:4])} chooses samples", run.out == wanted.encode(), run)
    run = s.run("-f", "folded", "--where", "time=5..", path)
    s.claim("a time that leaves nothing is refused, and the last one told", run.rc == 1
            and not run.out and "the last is at 1.500000000 seconds" in run.said, run)
    run = s.run("-f", "folded", "--where", "time=..5", untimed)
    s.claim("samples without times are refused", run.rc == 1 and "has a time" in run.said, run)
    run = s.run("-f", "folded", "--where", "time=..5", path, untimed)
    s.claim("samples without times are counted",
            b"a;f 10\n" in run.out and "time, which" in run.said, run)


def check_workers(s):
    block = "".join(
        f"w{i % 7} {i % 5} [000] {i}.0: {i % 9} cycles: \n\t 7f0{i % 8} f{i % 113}+0x1 (/bin/a)\n"
        f"\t 7fff g{i % 31}+0x1 (/bin/a)\n\n" for i in range(60000)
    )
    path = s.path("large.perf", block * 6)  # of four parts
    one = s.run("--threads", "1", "-f", "folded", path)
    for threads in "234":
        more = s.run("--threads", threads, "-f", "folded", path)
        s.claim(f"{threads} workers give what one gives", one.rc == 0 and one.out == more.out, more)
    window = ("--where", "time=100..40000.5", "--flamechart", "-f", "folded", path)
    s.claim("so with times", s.run("--threads", "1", *window).out ==
            s.run("--threads", "2", *window).out != b"")
    with open(path, "rb") as f:
        stream = s.run("-f", "folded", "-", stdin=f)
    s.claim("a stream gives what a file gives", one.out == stream.out, stream)


def check_damage(s):
    good = "a 1 1.0: 5 cycles: \n\t 7f00 f+0x1 (/bin/a)\n\n"
    for claim, text, wanted in (
        ("no blank line at the end", good.rstrip("\n"), b"a;f 5\n"),
        ("CRLF", good.replace("\n", "\r\n"), b"a;f 5\n"),
        ("a byte order mark", "\ufeff" + good, b"a;f 5\n"),
        ("a carriage return in a name is a blank", good.replace(" f+", " f\rg+") +
         good.replace(" f+", " f g+"), b"a;f g 10\n"),
        ("a semicolon in a comm is a colon", good.replace("a 1", "a;b 1") +
         good.replace("a 1", "a:b 1"), b"a:b;f 10\n"),
        ("blanks around a name are cut", good.replace(" f+", " f (int)+") +
         good.replace(" f+", " f$u20$+"), b"a;f 10\n"),
        ("no blank line between samples", good.replace("\n\n", "\n") * 2, b"a;f 10\n"),
        ("';' in names", good.replace("a 1", "a;b 1").replace("f+", "f;g+"), b"a:b;f:g 5\n"),
        ("NUL and bad UTF-8", good.replace("f+", "f\0\udcff+"), b"a;f\0\xff 5\n"),
    ):
        path = s.path("damaged.perf", text.encode("utf-8", "surrogateescape"))
        run = s.run("--from", "perf", "-f", "folded", path)
        s.claim(f"{claim} does no harm", run.rc == 0 and run.out == wanted, run)
    path = s.path("deep.perf", "a 1 1.0: 5 cycles: \n" + "\t 7f00 f+0x1 (/bin/a)\n" * 100000)
    run = s.run("-f", "folded", path)
    s.claim("a stack of 100,000 frames is read", run.out.count(b";") == 100000, run.brief()[:200])
    for name, text in (("empty", ""), ("newlines", "\n" * 50), ("garbage", "x y z\n" * 50)):
        run = s.run("--from", "perf", "-f", "folded", s.path(name, text))
        s.claim(f"{name}: refused with exit 1", run.rc == 1 and not run.out, run)


def check(s):
    paths = sorted((SAMPLES / "perf-script").glob("*.txt"))
    paths += sorted((SAMPLES / "node").glob("*.script.txt"))
    for path in s.part(paths):
        check_counts(s, path)
        check_default_event(s, path)
    check_blocks(s)
    check_none(s)
    check_labels(s)
    check_event_groups(s)
    check_quality(s)
    check_times(s)
    check_workers(s)
    check_damage(s)
    if HOSTILE.exists():
        run = s.run("-o", s.path("hostile.svg"), str(HOSTILE))
        s.claim("hostile.perf is drawn", run.rc == 0, run)


kit.main(check)
