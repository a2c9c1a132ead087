#!/usr/bin/env python3
"""flame record --before: an old and a new program are compared, and it says what was changed."""
import json
import os
import re
import signal
import subprocess
import time

import kit
from kit import nobody

# Two functions take processor time by its own clock, as many milliseconds as is asked for; then it
# ends with the status that is asked for, once so many runs were counted in a file.
PROGRAM = r"""
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
static volatile double sum;
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}
static void work(double ms)
{
    double end = now() + ms / 1e3;
    while (now() < end)
        for (int i = 0; i < 2000; i++)
            sum = i;
}
__attribute__((noinline)) void stays(double ms)
{
    work(ms);
    sum = 0;
}
__attribute__((noinline)) void changes(double ms)
{
    work(ms);
    sum = 1;
}
int main(int argc, char **argv)
{
    int n = 0;
    FILE *file;
    stays(atof(argv[1]));
    changes(atof(argv[2]));
    printf("%s %s\n", argv[1], argv[2]);
    fprintf(stderr, "said %s\n", argv[2]);
    if (argc < 5)
        return argc > 3 ? atoi(argv[3]) : 0;
    file = fopen(argv[4], "r");
    if (file && fscanf(file, "%d", &n) != 1)
        n = 0;
    if (file)
        fclose(file);
    file = fopen(argv[4], "w");
    fprintf(file, "%d\n", n + 1);
    fclose(file);
    return n == 3 ? atoi(argv[3]) : 0;
}
"""


def change_of(s, folder="change"):
    with open(s.path(f"{folder}/change.json"), encoding="utf-8") as f:
        return json.load(f)


def content(s, name):
    with open(s.path(name), "rb") as f:
        return f.read()


def check_faster(s):
    run = s.run("record", "-e", "cpu-clock", "-g", "fp", "--before", "./work 60 120", "--",
                "./work", "60", "40")
    said = run.out.decode()
    change = change_of(s)
    measure = change["measures"][0]
    s.claim("a program that does less is proven to be faster", run.rc == 0
            and change["verdict"] == "proven" and measure["proven"]
            and measure["name"] == "processor time", (run.brief(), said))
    s.claim("one sentence says so first", said.startswith("new is ") and " faster (processor time"
            in said and "; wall time " in said and said.count("\n") == 1
            and said.strip() == change["sentence"], said)
    runs = [r for r in change["runs"] if not r["failed"]]
    mean = {side: [r["processor_ns"] for r in runs if r["side"] == side]
            for side in ("before", "after")}
    mean = {side: sum(ns) / len(ns) / 1e9 for side, ns in mean.items()}
    s.claim("the sentence is of the mean processor time of all runs",
            abs(mean["before"] - measure["before"]) < 1e-5
            and abs(mean["after"] - measure["after"]) < 1e-5
            and measure["low"] <= measure["after"] - measure["before"] <= measure["high"]
            and 0.18 <= mean["before"] and 0.1 <= mean["after"] < mean["before"], (mean, measure))
    s.claim("both sides have the same number of runs, at one of the looks",
            change["before"]["runs"] == change["after"]["runs"]
            and change["before"]["runs"] in change["looks"], change["before"])
    order = [r["side"] for r in change["runs"]]
    s.claim("they run in turns, old, new, new, old",
            order[:8] == ["before", "after", "after", "before"] * 2, order)
    totals = {f["name"]: f for f in change["functions"] if f["of"] == "total"}
    s.claim("the function that does less has the largest change",
            "changes" in totals and totals["changes"]["after"] < totals["changes"]["before"]
            and "stays" not in [n for n, f in totals.items() if f["proven"]], totals)
    return change


def check_folder(s, change):
    n = change["before"]["runs"]
    names = sorted(os.listdir(s.path("change")))
    s.claim("all lies in one folder",
            names == ["after", "before", "change.json", "change.svg", "output"], names)
    s.claim("each run has a recording, the first none",
            sorted(os.listdir(s.path("change/before"))) == sorted(f"perf.data.{i + 1}"
                                                                  for i in range(n)))
    s.claim("what the programs write is kept apart, the first run's as well",
            content(s, "change/output/before.0.out") == b"60 120\n"
            and content(s, "change/output/after.1.out") == b"60 40\n"
            and content(s, f"change/output/after.{n}.err") == b"said 40\n")
    svg = content(s, "change/change.svg").decode()
    s.claim("the picture says the same as the sentence", "Change: ./work 60 120" in svg
            and ", proven" in svg, svg[:300])
    s.run("change/before/perf.data.1", "--quiet", "-o", "one.svg")
    s.claim("a recording tells which program it is of",
            b"work 60 120" in content(s, "one.svg"))
    run = s.run("report", "-o", "page", "--before", "change/before", "change/after")
    with open(s.path("page/report.json"), encoding="utf-8") as f:
        pairs = json.load(f)["changes"]
    s.claim("a report takes the recordings of both sides as runs of one comparison",
            run.rc == 0 and len(pairs) == 1 and pairs[0]["runs_before"] == n, (run.brief(), pairs))


def check_again(s):
    """A second trial clears what the first left, and touches nothing else."""
    s.path("change/before/perf.data.17", b"old")
    s.path("change/before/kept", b"kept")
    run = s.run("record", "-e", "cpu-clock", "-q", "--runs", "2", "-o", "change", "-o", "x.svg",
                "--before", "./work 30 30", "--", "./work", "30", "30")
    s.claim("-q prints nothing", run.rc == 0 and run.out == b"" and run.err == b"", run)
    s.claim("a trial clears what the one before left, and nothing else",
            sorted(os.listdir(s.path("change/before"))) == ["kept", "perf.data.1", "perf.data.2"])
    s.claim("further outputs are drawn as well", b"changes" in content(s, "x.svg"))
    os.mkdir(s.path("mine"))
    s.path("mine/notes.txt", b"mine")
    run = s.run("record", "--before", "./work 1 1", "-o", "mine", "--", "./work", "1", "1")
    s.claim("a folder with other files is refused", run.rc == 2 and "holds other files" in run.said
            and os.listdir(s.path("mine")) == ["notes.txt"], run)
    os.rename(s.path("mine/notes.txt"), s.path("mine/change.json"))
    run = s.run("record", "--before", "./work 1 1", "-o", "mine/", "--", "./work", "1", "1")
    s.claim("so is one with a change.json that is another's", run.rc == 2
            and content(s, "mine/change.json") == b"mine", run)


def check_budget(s):
    rules = s.path("budget", "max growth changes 5% proven\nmax growth nosuch 5%\n")
    run = s.run("record", "-e", "cpu-clock", "-g", "fp", "--runs", "4", "--budget", rules,
                "--before", "./work 30 30", "--", "./work", "30", "150")
    change = change_of(s)
    s.claim("growth beyond the budget ends with 5, and says which function", run.rc == 5
            and "changes: " in run.said and "max growth changes 5% proven" in run.said
            and len(change["exceeded"]) == 1, run)
    s.claim("a rule that is about no function is told", f"{rules}: no function matches: "
            '"max growth nosuch 5%"' in run.said, run)
    less = ("--before", "./work 30 150", "--", "./work", "30", "30")
    run = s.run("record", "-e", "cpu-clock", "-g", "fp", "--runs", "3", "--budget", rules, *less)
    s.claim("and if nothing is exceeded it ends with 1", run.rc == 1 and f"{rules}: could not be "
            "checked in full, as 1 rule matches no function" in run.said, run)
    rules = s.path("budget", "max growth changes 5% proven\n")
    run = s.run("record", "-e", "cpu-clock", "-g", "fp", "--runs", "3", "--budget", rules, *less)
    s.claim("a budget that is kept ends with 0", run.rc == 0, run)
    rules = s.path("wrong", "max total changes 5%\n")
    run = s.run("record", "--budget", rules, "--before", "./work 1 1", "--", "./work", "1", "1")
    s.claim("a rule about one program is refused before anything is run", run.rc == 2
            and "wanted growth" in run.said, run)


def check_names(s):
    """The same program under two names, as each printed line has it; its frames have no pointers,
    and its runs are too short for -g auto to decide while they are recorded."""
    for name in ("old", "new"):
        subprocess.run(["cc", "-O2", "-fno-optimize-sibling-calls", "-o", s.path(name), "-x", "c",
                        "-"], input=PROGRAM.encode(), check=True)
    rules = s.path("any", "max growth * 5% proven\n")
    run = s.run("record", "-e", "cpu-clock", "--runs", "3", "-o", "named", "--budget", rules,
                "--before", "./old 40 60", "--", "./new", "40", "60")
    change = change_of(s, "named")
    s.claim("two names of a program are no change of it", run.rc == 0
            and b"old gone" not in run.out and b"new is new" not in run.out
            and not {"old", "new"} & {f["name"] for f in change["functions"]}, (run, run.out))
    s.claim("times of both sides are said, and how they vary",
            "processor time: old " in run.said and " ms \u00b1 " in run.said
            and "wall time: old " in run.said, run.said)
    spread = [(m["spread_before"], m["spread_after"], m) for m in change["measures"]]
    s.claim("and stand in change.json", all(
        b["least"] <= m["before"] <= b["most"] and a["least"] <= m["after"] <= a["most"]
        and b["deviation"] >= 0 for b, a, m in spread), spread)
    one = ("named/before/perf.data.1", "named/after/perf.data.1")
    run = s.run("--quiet", "--before", *one, "-f", "json")
    graphs = [json.loads(s.run("callgraph", "--quiet", *words, "--before", *one, "-f", "json").out)
              for words in ((), ("--hash-names",))]
    plain = [f["total"] for f in graphs[0]["functions"] if f["name"] in ("stays", "changes")]
    hashed = [f["total"] for f in graphs[1]["functions"]]
    s.claim("functions whose names are hidden are of both programs, and none is shown",
            len(plain) == 2 and all(all(total) and total in hashed for total in plain)
            and all(re.fullmatch("[0-9a-f]{16}", f["name"]) for f in graphs[1]["functions"]),
            (plain, hashed))
    frames = json.loads(run.out)["frames"]
    s.claim("the picture has one tower", [f["name"] for f in frames if f["depth"] == 1] == ["new"]
            and all(f["before"]["total"] for f in frames if f["name"] in ("stays", "changes")),
            frames)
    mains = [f["before"]["total"] for f in frames if f["name"] == "main"]
    s.claim("stacks of short runs reach main", len(mains) == 1
            and mains[0] > 0.8 * frames[0]["before"]["total"], frames)
    run = s.run("report", "-o", "named-page", "--budget", rules, "--before", "named/before",
                "named/after")
    s.claim("a report of the recordings says the same", run.rc == 0, run)
    run = s.run("record", "-e", "cpu-clock", "-g", "fp", "--runs", "2", "-o", "named", "--before",
                "./old 40 60", "--", "./new", "40", "60")
    s.claim("stacks that lack callers are told", "samples lack callers: " in run.said, run)


def check_waits(s):
    """Whether it is proven is up to the machine."""
    run = s.run("record", "-e", "cpu-clock", "--runs", "4", "--before", "sleep 0.4", "--",
                "sleep", "0.1")
    cpu, wall = sorted(change_of(s)["measures"], key=lambda m: m["name"])[:2]
    otherwise = wall["proven"] and (not cpu["proven"]
                                    or cpu["after"] - cpu["before"] > 0)
    s.claim("a change of the time that passes alone hints at --wall",
            ("new takes less wall time" in run.said and "--wall" in run.said) == otherwise
            and (cpu["name"], wall["name"]) == ("processor time", "wall time"), (run, cpu, wall))


def check_failures(s):
    count = s.path("count")
    run = s.run("record", "-e", "cpu-clock", "--runs", "5", "--before",
                f"./work 20 20 7 {count}", "--", "./work", "20", "20")
    change = change_of(s)
    failed = [r for r in change["runs"] if r["failed"]]
    s.claim("a run that fails is told and left out, and made up for", run.rc == 0
            and "the old program failed in 1 of 6 runs" in run.said
            and "ended with 7: change/output/before.3.err" in run.said
            and change["before"]["runs"] == 5 and [r["status"] for r in failed] == [7]
            and not os.path.exists(s.path("change/before/perf.data.3")), run)
    run = s.run("record", "-e", "cpu-clock", "--before", "./work 1 1 3", "--", "./work", "1", "1")
    s.claim("programs that end otherwise are not compared", run.rc == 1
            and "the old program ended with 3 and the new one with 0" in run.said
            and "change/output/before.0.err" in run.said, run)
    run = s.run("record", "-e", "cpu-clock", "--runs", "2", "--before", "./work 9 9 3", "--",
                "./work", "9", "9", "3")
    s.claim("programs that always end with the same status are, which is said", run.rc == 0
            and "both programs ended with 3" in run.said and "runs took " in run.said, run)
    run = s.run("record", "-e", "cpu-clock", "--before", "sh -c 'kill -9 $$'", "--", "true")
    s.claim("a program that is killed is refused", run.rc == 1
            and "was ended by signal 9 in its first run" in run.said, run)
    run = s.run("record", "-e", "cpu-clock", "-F", "1", "--runs", "2", "--before", "true", "--",
                "true")
    s.claim("of programs without samples the time alone is compared", run.rc == 0
            and "no samples were taken, so nothing is drawn" in run.said
            and not os.path.exists(s.path("change/change.svg")), run)
    rules = s.path("rules", "max growth * 5%\n")
    run = s.run("record", "-e", "cpu-clock", "-F", "1", "--runs", "2", "--budget", rules,
                "--before", "true", "--", "true")
    s.claim("a budget that no sample was held against is not kept", run.rc == 1
            and "no function was held against it" in run.said, run)
    run = s.run("record", "-e", "major-faults", "--runs", "2", "--before", "true", "--", "true")
    s.claim("where nothing was counted there is no share of it", run.rc == 0
            and b"(major-faults none" in run.out, run.out)
    run = s.run("record", "-e", "cpu-clock", "--before", "./nosuch", "--", "true")
    s.claim("a program that is not there is refused", run.rc == 127
            and "./nosuch: cannot be started: no such program" in run.said, run)


def check_wall(s):
    """How long else it takes is up to the machine, so nothing need be proven."""
    run = s.run("record", "--wall", "-e", "cpu-clock", "--runs", "3", "--before", "sleep 0.3", "--",
                "sleep", "0.1")
    change = change_of(s)
    measure = change["measures"][0]
    mean = {side: [r["wall_ns"] for r in change["runs"] if r["side"] == side and not r["failed"]]
            for side in ("before", "after")}
    mean = {side: sum(ns) / len(ns) / 1e9 for side, ns in mean.items()}
    s.claim("--wall compares the time that passes", run.rc == 0
            and measure["name"] == "wall time" and b"(wall time" in run.out.partition(b";")[0]
            and 0.3 <= mean["before"] and 0.1 <= mean["after"]
            and abs(mean["before"] - measure["before"]) < 1e-5
            and abs(mean["after"] - measure["after"]) < 1e-5, (run, mean, measure))


def check_off_cpu(s):
    """Processors are counted then, where the kernel lets a program sample sleep."""
    run = s.run("record", "--off-cpu", "-e", "context-switches,cpu-clock", "--runs", "2",
                "--before", "sleep 0.3", "--", "sleep", "0.1")
    names = [m["name"] for m in change_of(s)["measures"]]
    s.claim("--off-cpu compares the time that passes, or an event that is counted of the program",
            run.rc == 0 and (names[0] == "wall time" or names[0] == "context-switches"
                             and change_of(s)["measures"][0]["before"] < 100), (run, names))


def check_stopped(s):
    """Ctrl-C goes to all of the terminal's processes."""
    run = subprocess.Popen([s.flame, "record", "-e", "cpu-clock", "-g", "fp", "--runs", "90",
                            "--before", "./work 60 60", "--", "./work", "60", "60"], cwd=s.folder,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    for name in ("before", "after"):
        while run.poll() is None and not os.path.exists(s.path(f"change/{name}/perf.data.4")):
            time.sleep(0.02)
    os.killpg(run.pid, signal.SIGINT)
    out, err = run.communicate(timeout=kit.LIMIT_S)
    s.claim("Ctrl-C ends it with what there is", run.returncode == 0 and b"stopped after " in err
            and out.startswith((b"new ", b"not proven")) and change_of(s)["stopped"],
            (run.returncode, out, err))


def has_given_up_root(pid):
    """Whether a child of root's recorder has another user's rights, which those that unwind have.
    The programs here are root's, and so is what opens their files."""
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as text:
            children = text.read().split()
        return any(os.stat(f"/proc/{child}").st_uid != 0 or not_root(child) for child in children)
    except (FileNotFoundError, ProcessLookupError):
        return False


def not_root(pid):
    """What is not dumpable is root's in /proc, whoever it is."""
    with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as text:
        return any(line.startswith("Uid:") and line.split()[1] != "0" for line in text)


def check_stopped_while_unwinding(s):
    """Stacks are unwound behind each run. On a busy machine that may be seen after the last run,
    which is then told as it is."""
    name = "so does Ctrl-C while stacks are unwound"
    if os.geteuid() != 0 or not os.path.exists(f"/proc/{os.getpid()}/task/{os.getpid()}/children"):
        s.skip(name, "only as root, and where /proc tells of children, it can be seen")
        return
    run = subprocess.Popen([s.flame, "record", "-e", "cpu-clock", "-g", "dwarf", "-F", "4000",
                            "--runs", "90", "-o", "unwinding", "--before", "./work 60 60", "--",
                            "./work", "60", "60"], cwd=s.folder, stdout=subprocess.PIPE,
                           stderr=subprocess.PIPE, start_new_session=True)
    folder = s.path("unwinding/after")
    while run.poll() is None and not os.path.exists(f"{folder}/perf.data.3"):
        time.sleep(0.02)
    is_seen = False
    while run.poll() is None and not is_seen:
        is_seen = has_given_up_root(run.pid)
    is_last = os.path.exists(f"{folder}/perf.data.90")
    if run.poll() is None:
        os.killpg(run.pid, signal.SIGINT)
    out, err = run.communicate(timeout=kit.LIMIT_S)
    stopped = b"stopped after " in err and change_of(s, "unwinding")["stopped"]
    s.claim(name, is_seen and run.returncode == 0
            and out.startswith((b"new ", b"not proven")) and (stopped or is_last),
            (is_seen, is_last, run.returncode, out, err))


def check_refused(s):
    for args, wanted in (
            (["--before", "./old $x", "true"], "which only a shell understands"),
            (["--before", "./old 'a", "true"], "wanted an end of the quote"),
            (["--before", "./old"], "the new program is missing"),
            (["--before", "./old", "-a", "--", "true"], "cannot be combined with -a"),
            (["--before", "./old", "-p", "1"], "cannot be combined with -p"),
            (["--before", "./old", "--for", "1s", "true"], "cannot be combined with --for"),
            (["--before", "./old", "--when", "cpu > 1%", "true"], "cannot be combined with --when"),
            (["--before", "./old", "-o", "x.data", "true"], "wanted a folder"),
            (["--before", "./old", "-o", "a", "-o", "b", "true"], "a second folder after a"),
            (["--before", "A=1 ./old", "true"], "or env A=1"),
            (["--before", "./old", "-o", "x.nosuch", "true"], ".nosuch"),
            (["--before", "./old", "-o", "x.folded", "true"], "hold one side"),
            (["--before", "./old", "--runs", "1", "true"], "a number of runs from 2 to 90"),
            (["--runs", "5", "true"], "wanted --before with it"),
            (["--budget", "b", "true"], "wanted --before with it")):
        run = s.run("record", *args)
        s.claim(f"{' '.join(args)}: refused", run.rc == 2 and wanted in run.said
                and not os.path.exists(s.path("true")), run)


def check_unprivileged(s):
    claim = "programs are compared without rights"
    if os.geteuid() != 0:
        s.skip(claim, "needs root to give them up")
        return
    folder, program = nobody.folder_of(s)
    run = subprocess.run([program, "record", "-e", "cpu-clock", "--runs", "2", "--before",
                          s.path("work") + " 20 40", "--", s.path("work"), "20", "20"], cwd=folder,
                         capture_output=True, check=False, **nobody.WHO)
    if run.returncode == 3:
        s.skip(claim, run.stderr.decode().strip())
        return
    s.claim(claim, run.returncode == 0
            and os.path.exists(os.path.join(folder, "change", "change.svg")), run)


def made_for_swap(s, name, script):
    """A program that runs the script in its first run, a folder to fill, what it holds."""
    target = s.path(f"target-{name}")
    os.mkdir(target)
    files = [f"{side}.{i}.{end}" for side in ("before", "after") for i in range(3)
             for end in ("out", "err")]
    for file in (*files, "change.json", "change.svg", "perf.data.1", "perf.data.2"):
        s.path(f"{target}/{file}", b"kept")
    program = s.path(f"swap-{name}", f"#!/bin/sh\ntest -e swapped-{name} && exit 0\n"
                     f"touch swapped-{name}\nset -e\ntarget={target}\nfolder={name}\n{script}\n")
    os.chmod(program, 0o755)
    return f"./swap-{name}", target


def held(target):
    return {file: open(os.path.join(target, file), "rb").read() for file in os.listdir(target)}


def check_swapped(s):
    """A program that is measured runs between the runs, and may be of one who may do less."""
    usual = ("record", "-q", "-e", "cpu-clock", "-F", "1", "--runs", "2")
    for name, claim, script in (
            ("out", "a link in place of the folder of outputs is not followed",
             "mv $folder/output moved-out; ln -s $target $folder/output"),
            ("all", "nor one in place of the whole folder",
             "mv $folder moved-all; ln -s $target $folder"),
            ("each", "nor those in place of the recordings' folders",
             "for i in before after; do mv $folder/$i moved-$i; ln -s $target $folder/$i; done"),
            ("file", "another link to a file in place of an output is not written to",
             "ln -f $target/after.1.out $folder/output; ln -sf $target/after.2.out $folder/output")
    ):
        program, target = made_for_swap(s, name, script)
        before = held(target)
        run = s.run(*usual, "-o", name, "--before", program, "--", program)
        s.claim(claim, os.path.exists(s.path(f"swapped-{name}")) and held(target) == before
                and run.rc == 0, (run, held(target)))
    outputs = sorted(os.listdir(s.path("moved-out")))
    s.claim("what was opened is written to, wherever it lies", "after.2.out" in outputs, outputs)
    os.symlink(s.path("target-out"), s.path("link"))
    for name in ("link", "link/"):
        run = s.run(*usual, "-o", name, "--before", "true", "--", "true")
        s.claim(f"{name}: a link is no folder for the runs", run.rc == 2
                and "is a link" in run.said, run)


def check_owner(s):
    claim = "a folder of another user is refused, whatever it holds"
    if os.geteuid() != 0:
        s.skip(claim, "needs root to make one")
        return
    usual = ("record", "-q", "-e", "cpu-clock", "-F", "1", "--runs", "2", "-o", "theirs",
             "--before", "true", "--", "true")
    os.chmod(s.folder, 0o755)
    os.makedirs(s.path("theirs/output"))
    s.path("theirs/change.json", b'{"format":"flame-change"')
    os.chown(s.path("theirs"), nobody.NOBODY, nobody.NOBODY)
    run = s.run(*usual)
    s.claim(claim, run.rc == 2 and "belongs to another user" in run.said
            and sorted(os.listdir(s.path("theirs"))) == ["change.json", "output"], run)
    os.chown(s.path("theirs"), 0, 0)
    os.chown(s.path("theirs/output"), nobody.NOBODY, nobody.NOBODY)
    run = s.run(*usual)
    s.claim("so is one in it", run.rc == 2 and "theirs/output: belongs to another user" in run.said,
            run)
    for name in ("before", "after"):
        os.rmdir(s.path(f"theirs/{name}"))
    os.chown(s.path("theirs"), nobody.NOBODY, nobody.NOBODY)
    sudo = {**os.environ, "SUDO_UID": str(nobody.NOBODY), "SUDO_GID": str(nobody.NOBODY)}
    run = s.run(*usual, env=sudo)
    paths = [os.path.join(folder, name) for folder, folders, files in os.walk(s.path("theirs"))
             for name in folders + files]
    s.claim("under sudo one of the caller is taken, and all in it is the caller's", run.rc == 0
            and len(paths) > 10 and all(os.stat(path).st_uid == nobody.NOBODY for path in paths),
            (run, [(path, os.stat(path).st_uid) for path in paths]))


def check(s):
    check_refused(s)
    if not kit.may_record(s, "programs are compared"):
        return
    if kit.missing("cc"):
        s.skip("programs whose work is known are compared", "cc is not installed")
        return
    subprocess.run(["cc", "-O1", "-fno-omit-frame-pointer", "-fno-optimize-sibling-calls", "-o",
                    s.path("work"), "-x", "c", "-"], input=PROGRAM.encode(), check=True)
    check_folder(s, check_faster(s))
    for check_one in s.half((check_again, check_budget, check_names, check_waits, check_wall,
                             check_failures, check_off_cpu, check_stopped, check_unprivileged,
                             check_stopped_while_unwinding, check_owner, check_swapped), first=1):
        check_one(s)


kit.main(check)
