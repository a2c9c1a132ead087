#!/usr/bin/env python3
"""flame record --when: what springs a trap, what is recorded then, and what is said when none does.
"""
import os
import re
import signal
import subprocess
import sys

import kit
from kit import nobody, refused

# Busy for so many seconds, then it mostly sleeps for so many; in functions that say so. The file is
# made when it begins to sleep.
STALLS = """
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
static volatile unsigned long n;
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}
__attribute__((noinline)) void busy(double until)
{
    while (now() < until)
        for (int i = 0; i < 10000; i++)
            n += i;
}
__attribute__((noinline)) void stall(double until)
{
    const struct timespec pause = {0, 40000000};
    while (now() < until) {
        for (int i = 0; i < 300000; i++)
            n += i;
        nanosleep(&pause, NULL);
    }
}
int main(int c, char **v)
{
    if (c > 3 && fopen(v[3], "w") == NULL)
        return 1;
    busy(now() + atof(v[1]));
    stall(now() + atof(v[2]));
    return 7;
}
"""
USUAL = ("record", "-e", "cpu-clock", "-g", "fp")

REFUSED = [
    (("--when", "cpuu < 20%", "true"), 'did you mean "cpu"?'),
    (("--when", "cpu", "true"), "wanted METRIC < VALUE or METRIC > VALUE"),
    (("--when", "cpu < 20", "true"), "wanted a percentage, as 20%"),
    (("--when", "memory(2147483646) < 2G", "-a"), "process 2147483646 does not run"),
    (("--when", "cpu(no/such) < 2%", "-a"), "no control group no/such"),
    (("--when", "cpu > 150%", "-a"), "cpu > 150 % is never so"),
    (("--when", "psi(cpu) > 100%", "true"), "pressure(cpu) > 100 % is never so"),
    (("--when", "cpu(nginx) < 2%", "-a"), "or the number of a process (pidof)"),
    (("--when", "cpu < 2%", "-t", "1"), "nothing is known of threads alone"),
    (("--when", "cpu < 2%", "-D", "1s", "true"), "--delay: cannot be combined with --when"),
    (("--when", "cpu < 2%", "--times", "2", "true"), "wanted --for"),
    (("--when", "cpu < 2%", "--times", "0", "true"), "wanted a number of recordings"),
    (("--when", "cpu < 2%", "--every", "9s", "true"), "wanted --times"),
    (("--lead", "2s", "true"), "--lead: of what is not said, wanted --when"),
    (("--lead", "2s", "--wall", "--when", "cpu < 2%", "true"), "--lead: cannot be combined"),
    (("--lasting", "2s", "true"), "--lasting: of what is not said, wanted --when"),
    (("--for-at-most", "2s", "true"), "--for-at-most: of what is not said"),
    (("--when", "cpu < 2%", "-o", "x.docx", "true"),
     'no output format writes ".docx"'),
    (("--when-command", "no-such-command", "-a"), "the shell cannot run"),
]


def check_first(s):
    """What is found out before the watch begins, and not when the trap springs in days."""
    run = s.run("record", "-o", "none/x.svg", "--when", "threads < 1", "touch", "ran")
    s.claim("an output that cannot be written is said before anything runs", run.rc == 3
            and "none/x.svg: cannot be written" in run.said
            and not os.path.exists(s.path("ran")), run)
    with open("/proc/sys/kernel/perf_event_paranoid", encoding="ascii") as f:
        level = int(f.read())
    if level < 1:
        s.skip("what users may not record", f"kernel.perf_event_paranoid is {level}")
        return
    folder, program = nobody.folder_of(s)
    run = s.run("record", "-a", "--when", "threads < 1", program=program, cwd=folder,
                **nobody.WHO)
    s.claim("so is a recording that the user may not make", run.rc == 3 and "perf" in run.said,
            run)


def folded(s, path):
    return s.run("--quiet", path, "-f", "folded").out.decode()


def check_stall(s, program):
    run = s.run(*USUAL, "--when", "cpu < 12%", "--lasting", "300ms", "-o", "s.data", program, "3",
                "4")
    text = folded(s, "s.data")
    s.claim("a program that stalls is recorded only then, and its exit status is its own",
            run.rc == 7 and "stall" in text and "busy" not in text, (run.brief(), text))
    s.claim("it is said what sprang, at which value, for how long, and what was wanted", re.search(
        r"cpu was \d[\d.]* % for 0\.[3-9] s \(wanted < 12 %\): recording", run.said), run)
    told = s.run("s.data", "--no-script").out.decode()
    s.claim("the title is the command", re.search(r"<title>[^<]*stalls", told), told[:300])


def check_lead(s, program):
    run = s.run(*USUAL, "--when", "cpu < 12%", "--lead", "1s", "--for", "1s", "-o", "l.data",
                program, "4", "4", stderr=subprocess.DEVNULL)
    text = folded(s, "l.data")
    s.claim("with --lead what was before the stall is recorded as well, and then the stall",
            run.rc == 0 and "busy" in text and "stall" in text, (run.brief(), text))
    if kit.missing("perf"):
        s.skip("times of samples before the stall", "perf is not installed")
        return
    run = s.run("script", "-i", "l.data", "-F", "time,ip,sym", program="perf")
    found = re.findall(r"([0-9.]+):[^:]*?\b(busy|stall)\b", run.out.decode())
    times = {name: float(at) for at, name in reversed(found)}  # of the first of each
    s.claim("the second before the stall is in the recording, but not all before it",
            {"busy", "stall"} == set(times) and 0.8 < times["stall"] - times["busy"] < 3.5, times)
    os.mkdir(s.path("lead"))
    where = {"cwd": s.path("lead")}
    run = s.run(*USUAL, "-a", "--when", "runqueue >= 0", "--lead", "200ms", "--times", "2",
                "--for", "300ms", "-o", "a-%n.data", "-o", "b.folded", **where)
    s.claim("each of several recordings has its lead", run.rc == 0 and sorted(os.listdir(
        s.path("lead"))) == ["a-1.data", "a-2.data", "b-1.folded", "b-2.folded"]
        and run.said.count("s before it sprang (--lead)") == 2, run)
    for args, said in (
            (("-a", "--for-at-most", "700ms"), "(--for-at-most): the trap never sprang"),
            ((program, "0.5", "0"), "the command has ended: the trap never sprang")):
        run = s.run(*USUAL, "--when", "threads > 90000000", "--lead", "1s", "-o", "never.data",
                    *args, **where)
        s.claim(f"{args[0]}: of what never comes true, what was kept is thrown away",
                run.rc == (7 if program in args else 6) and said in run.said
                and "never.data" not in os.listdir(s.path("lead")), run)


def check_process(s, program):
    with subprocess.Popen(["sh", "-c", f"{program} 100 0 & wait"], start_new_session=True) as sh:
        run = s.run(*USUAL, "--when", f"cpu({sh.pid}) > 10%", "--for", "1s", "-a", "-o", "p.data")
        os.killpg(sh.pid, signal.SIGKILL)
    s.claim("a process counts with its children, and another target may be recorded",
            run.rc == 0 and f"cpu({sh.pid}) was " in run.said and "busy" in folded(s, "p.data"),
            run)


def check_times(s, program):
    os.mkdir(s.path("t"))
    where = {"cwd": s.path("t")}
    with open(s.path("said"), "w+b") as said:  # a pipe would stay open as long as the command runs
        run = s.run(*USUAL, "--when", "cpu > 1%", "--times", "2", "--every", "1500ms", "--for",
                    "500ms", "-o", "n-%n.folded", "-o", "p.data", "-o", "%t.svg", "sh", "-c",
                    f"echo $$ > {s.path('pid')}; exec {program} 100 0", stderr=said, stdout=said,
                    **where)
        said.seek(0)
        run.err = said.read()
    with open(s.path("pid"), encoding="ascii") as f:
        os.kill(int(f.read()), signal.SIGKILL)
    names = sorted(os.listdir(s.path("t")))
    s.claim("of several recordings, names have numbers, and times where they are asked for",
            run.rc == 0 and len(names) == 6 and {"n-1.folded", "n-2.folded", "p-1.data",
                                                 "p-2.data"} < set(names)
            and all(re.fullmatch(r"\d{8}-\d{6}-[12]\.svg", name) for name in names[:2]),
            (run.brief(), names))
    s.claim("which of them it is is said", "recording 1 of 2" in run.said
            and "recording 2 of 2" in run.said and "goes on" in run.said, run)
    with open(s.path("t/n-2.folded"), encoding="ascii") as f:
        s.claim("the second recording is one", "busy" in f.read())


def check_file(s, program):
    begun = s.path("begun")
    with subprocess.Popen([s.flame, *USUAL, "--when-file", begun, "-o", s.path("f.data"), program,
                           "1", "0.1", begun], stderr=subprocess.PIPE) as recorder:
        said = recorder.stderr.read().decode()
        rc = recorder.wait()
    s.claim("a file that appears springs the trap", rc == 7 and "begun is there: recording" in said
            and "busy" in folded(s, "f.data"), said)
    run = s.run("record", "-q", "-a", "-e", "cpu-clock", "--when-file", begun, "--for", "200ms",
                "-o", "f.svg")
    s.claim("so does one that is there, and -q is quiet", run.rc == 0 and not run.said
            and os.path.exists(s.path("f.svg")), run)


def check_command(s):
    mark = s.path("mark")
    asks = f'n=$(cat {mark} 2>/dev/null || echo 0); echo $((n + 1)) > {mark}; test "$n" -ge 2'
    run = s.run(*USUAL, "-a", "--when-command", asks, "--for", "300ms", "-o", "c.data")
    with open(mark, encoding="ascii") as f:
        asked = int(f.read())
    s.claim("a command is asked until it ends with 0, and no more", run.rc == 0 and asked == 3
            and "ended with 0: recording" in run.said and os.path.exists(s.path("c.data")),
            (run.brief(), asked))


def check_sleep(s):
    os.mkdir(s.path("w"))
    where = {"cwd": s.path("w")}
    waits = ("--when", "threads >= 1", "--lasting", "1s", "--for", "500ms", "-o", "w.folded",
             "sleep", "3")
    run = s.run("record", "-e", "cpu-clock", *waits, stderr=subprocess.STDOUT, **where)
    s.claim("of what only sleeps there is nothing to draw, and what shows it is named", run.rc == 1
            and b"wanted --lead" in run.out and b"--wall" in run.out
            and "w.folded" not in os.listdir(s.path("w")), run.out)


def check_long_sleep(s):
    """Of a sleep that began long before the lead, what is in the recording is told."""
    go = s.path("go")
    run = s.run("record", "-e", "cpu-clock", "--off-cpu", "--when-file", go, "--lead", "300ms",
                "--for", "500ms", "-o", "long.data", "sh", "-c",
                f"(sleep 2; touch {go}) & exec sleep 6", stdout=subprocess.DEVNULL)
    lead = re.search(r"with ([0-9.]+) s before it sprang", run.said)
    if "of sleep" not in run.said:
        s.skip("sleep from before the lead", run.said.strip())
        return
    told = s.run("long.data", "--off-cpu", "--quiet", "-f", "folded", "--where", "comm=sleep",
                 "--root-by", "tid").out
    slept = [int(line.rsplit(b" ", 1)[1]) / 1e9 for line in told.splitlines()]
    s.claim("of sleep that began before the lead, what is in the recording is told",
            run.rc == 0 and lead and slept
            and 0.4 < max(slept) < float(lead[1]) + 0.5 + 0.4, (run.said, slept))


def check_never(s, program):
    os.mkdir(s.path("never"))
    where = {"cwd": s.path("never")}
    run = s.run(*USUAL, "-a", "--when", "runqueue > 1000000", "--for-at-most", "700ms", "-o",
                "n.svg", **where)
    s.claim("what never comes true is given up with a sentence and a status of its own",
            run.rc == 6 and "(wanted > 1000000) at last (--for-at-most): the trap never sprang"
            in run.said and not os.listdir(s.path("never")), run)
    run = s.run(*USUAL, "--when", "cpu > 90000%", "-o", "n.svg", program, "0.3", "0", **where)
    s.claim("a command that ends before ends the watch, with its own exit status", run.rc == 7
            and "the command has ended: the trap never sprang" in run.said
            and not os.listdir(s.path("never")), run)
    with subprocess.Popen([s.flame, *USUAL, "-a", "--when", "threads < 1", "--when-command",
                           f"touch {s.path('watching')}", "-o", "n.svg"], stderr=subprocess.PIPE,
                          **where) as recorder:
        kit.wait_until(lambda: os.path.exists(s.path("watching")))
        recorder.send_signal(signal.SIGINT)
        said = recorder.stderr.read().decode()
        rc = recorder.wait()
    s.claim("so does Ctrl-C", rc == 6 and "the trap never sprang" in said
            and not os.listdir(s.path("never")), (rc, said))
    for target in (("-a", "--when", "cpu({}) > 90000%"), ("-p", "{}", "--when", "cpu > 90000%")):
        with subprocess.Popen([program, "0.5", "0"]) as watched:
            args = [word.format(watched.pid) for word in target]
            run = s.run(*USUAL, *args, "-o", "n.svg", **where)
        s.claim(f"{target[0]}: a process that ends while it is watched is said", run.rc == 6
                and "has ended: the trap never sprang" in run.said
                and not os.listdir(s.path("never")), run)


def check_group(s, program):
    for root in ("/sys/fs/cgroup/cpuacct", "/sys/fs/cgroup/unified", "/sys/fs/cgroup"):
        folder = f"{root}/flame-trap-{os.getpid()}"
        try:
            os.mkdir(folder)
            break
        except OSError as e:
            why = e
    else:
        s.skip("a trap on a control group", f"none can be made: {why}")
        return
    name = os.path.basename(folder)
    with subprocess.Popen([program, "100", "0"]) as busy:
        with open(f"{folder}/cgroup.procs", "w", encoding="ascii") as f:
            f.write(str(busy.pid))
        run = s.run(*USUAL, "-p", str(busy.pid), "--when", f"cpu({name}) > 5%", "--for", "500ms",
                    "-o", "g.data")
        recorder = subprocess.Popen([s.flame, *USUAL, "-a", "--when", f"cpu({folder}) > 90000%",
                                     "--when-command", f"touch {s.path('looks')}", "-o",
                                     s.path("g.svg")], stderr=subprocess.PIPE)
        kit.wait_until(lambda: os.path.exists(s.path("looks")))
        busy.kill()
    removed = kit.wait_until(lambda: not remove(folder))
    said = recorder.communicate(timeout=kit.LIMIT_S)[1].decode()
    s.claim("a trap on a control group springs", run.rc == 0 and f"cpu({name}) was " in run.said
            and "busy" in folded(s, "g.data"), run)
    s.claim("a group that goes while it is watched is said", removed and recorder.returncode == 6
            and "is gone: the trap never sprang" in said, said)


def remove(folder):
    """Whether it is still there."""
    try:
        os.rmdir(folder)
    except OSError:
        return os.path.exists(folder)
    return False


def check_pressure(s):
    try:
        with open("/proc/pressure/cpu", encoding="ascii") as f:
            f.read()
    except OSError as e:
        run = s.run(*USUAL, "-a", "--when", "psi(cpu) >= 0%")
        s.claim("where the kernel measures no pressure, what mends it is said",
                run.rc == 3 and "psi=1" in run.said, run)
        s.skip("a trap on pressure", f"the kernel measures none: {e}")
        return
    # Pressure of ten seconds: two processes a processor raise it soon, wherever this runs.
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"])
            for _ in range(2 * (os.cpu_count() or 1))]
    run = s.run(*USUAL, "-a", "--when", "pressure(cpu) > 1%", "--for", "300ms", "-o", "psi.data",
                "--for-at-most", "50s")
    for process in busy:
        process.kill()
        process.wait()
    s.claim("a trap on pressure springs", run.rc == 0 and "pressure(cpu) was " in run.said, run)


def check(s):
    refused.check(s, REFUSED)
    probe = s.run("record", "-q", "-e", "cpu-clock", "-o", "probe.data", "true")
    if probe.rc == 3 and "perf" in probe.said:
        s.skip("traps spring", probe.said.strip())
        return
    if kit.missing("cc") or os.geteuid() != 0:
        s.skip("traps spring", "needs cc and root")
        return
    check_first(s)
    program = s.path("stalls")
    subprocess.run(["cc", "-O0", "-fno-omit-frame-pointer", "-o", program, "-x", "c", "-"],
                   input=STALLS.encode(), check=True)
    check_stall(s, program)
    check_lead(s, program)
    check_process(s, program)
    check_times(s, program)
    check_file(s, program)
    check_command(s)
    check_sleep(s)
    check_long_sleep(s)
    check_never(s, program)
    check_group(s, program)
    check_pressure(s)


kit.main(check)
