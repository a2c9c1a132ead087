#!/usr/bin/env python3
"""flame record --when: what springs a trap, what is recorded then, and what is said when none does.
"""
import os
import re
import shutil
import signal
import subprocess
import sys

import kit
from kit import nobody, refused

# Busy for so many seconds in four threads, so that it has much of the processors whoever else wants
# them; then it mostly sleeps, in rounds of 40 ms, for so many seconds. In functions that say so. A
# file is made at its begin. Both last until they are seen: rounds count once a second file is
# there, and the seconds before once a third one is. It tells what time it was, and how much of the
# processors it had had.
STALLS = """
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
enum { THREADS = 4, ROWS = 4096 };
static struct { const char *name; double at, used; } rows[ROWS];
static int n_rows;
static double now(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}
static void tell(const char *name)
{
    if (n_rows < ROWS) {
        rows[n_rows].name = name;
        rows[n_rows].at = now(CLOCK_MONOTONIC);
        rows[n_rows++].used = now(CLOCK_PROCESS_CPUTIME_ID);
    }
}
__attribute__((noinline)) void busy(double until, int tells)
{
    volatile unsigned long n = 0;
    double next = 0;
    while (now(CLOCK_MONOTONIC) < until) {
        for (int i = 0; i < 10000; i++)
            n += i;
        if (tells && now(CLOCK_MONOTONIC) >= next) {
            tell("busy");
            next = now(CLOCK_MONOTONIC) + 0.02;
        }
    }
}
__attribute__((noinline)) void stall(double seconds, const char *seen)
{
    const struct timespec pause = {0, 40000000};
    volatile unsigned long n = 0;
    for (int left = (int)(seconds * 25); left > 0;) {
        int found = seen == NULL || access(seen, F_OK) == 0;
        tell(found ? "seen" : "stall");
        left -= found;
        for (int i = 0; i < 300000; i++)
            n += i;
        nanosleep(&pause, NULL);
    }
}
static void *run(void *until)
{
    busy(*(double *)until, 0);
    return NULL;
}
int main(int c, char **v)
{
    double until;
    pthread_t threads[THREADS - 1];
    if (c > 3 && *v[3] && fopen(v[3], "w") == NULL)
        return 1;
    while (c > 5 && access(v[5], F_OK))
        busy(now(CLOCK_MONOTONIC) + 0.02, 0);
    until = now(CLOCK_MONOTONIC) + atof(v[1]);
    for (int i = 0; i < THREADS - 1; i++)
        if (pthread_create(&threads[i], NULL, run, &until))
            return 1;
    busy(until, 1);
    for (int i = 0; i < THREADS - 1; i++)
        pthread_join(threads[i], NULL);
    stall(atof(v[2]), c > 4 && *v[4] ? v[4] : NULL);
    for (int i = 0; c > 4 && i < n_rows; i++)
        printf("%s %.6f %.6f\\n", rows[i].name, rows[i].at, rows[i].used);
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
    (("--lasting", "2s", "true"), "--lasting: of what is not said, wanted --when"),
    (("--for-at-most", "2s", "true"), "--for-at-most: of what is not said"),
    (("--when", "cpu < 2%", "-o", "x.docx", "true"),
     "-o x.docx: not known what it is by its ending"),
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
                "1", "", s.path("s.data"))
    text = folded(s, "s.data")
    s.claim("a program that stalls is recorded only then, and its exit status is its own",
            run.rc == 7 and "stall" in text and "busy" not in text, (run.brief(), text))
    s.claim("it is said what sprang, at which value, for how long, and what was wanted", re.search(
        r"cpu was \d[\d.]* % for (0\.[3-9]|[1-9]\d*\.\d) s \(wanted < 12 %\): recording",
        run.said), run)
    told = s.run("s.data", "--no-script").out.decode()
    s.claim("the title is the command", re.search(r"<title>[^<]*stalls", told), told[:300])


class Log:
    """What the program told of itself."""

    def __init__(self, out):
        self.rows = [(name, float(at), float(used)) for name, at, used in re.findall(
            r"^(\w+) ([0-9.]+) ([0-9.]+)$", out.decode(), re.M)]

    def first(self, name):
        return next((at for row, at, _ in self.rows if row == name), 0)

    def used(self, begin, end):
        """Seconds of processors between two moments, to a row."""
        rows = [used for _, at, used in self.rows if begin <= at <= end]
        return rows[-1] - rows[0] if rows else 0


def check_times_of_lead(s, run):
    """Against what the program told of itself: how soon it had a processor, and the recorder, is up
    to the machine. The trap sprang between the begin of the stall and when its file was seen."""
    log = Log(run.out)
    lead = re.search(r"with ([0-9.]+) s before it sprang", run.said)
    shown = s.run("script", "-i", "l.data", "-F", "time,ip,sym", program="perf").out.decode()
    times = {"busy": [], "stall": []}
    for at, name in re.findall(r"([0-9.]+):[^:]*?\b(busy|stall)\b", shown):
        times[name].append(float(at))
    if not (lead and all(times.values()) and log.first("seen")):
        s.claim("busy and stall are told by the program and the recording", False, run)
        return
    lead = float(lead[1])
    first, begin = min(times["busy"]), log.first("stall")
    s.claim("the second over which shares are taken and that of --lead were before it sprang",
            lead >= 2, run)
    s.claim("they are in the recording from their begin",
            log.used(log.first("seen") - 2, first) < 0.1, (run.said, times, log.rows))
    s.claim("what was before them is not", first > begin - lead - 0.1
            and first > log.first("busy") + 0.5, (run.said, first, begin, lead))
    recorded = len(times["busy"]) / 997
    used = log.used(first, begin)
    s.claim("nothing is missing between them and the stall", abs(recorded - used) < 0.15 * used
            + 0.1, (recorded, used))


def check_lead(s, program):
    run = s.run(*USUAL, "--when", "cpu < 12%", "--lead", "1s", "--for", "1s", "-o", "l.data",
                program, "5", "2", "", s.path("l.data"))
    text = folded(s, "l.data")
    s.claim("with --lead what was before the stall is recorded as well, and then the stall",
            run.rc in (0, 7) and "busy" in text and "stall" in text, (run.brief(), text))
    if kit.missing("perf"):
        s.skip("times of samples before the stall", "perf is not installed")
    else:
        check_times_of_lead(s, run)
    check_turns(s)
    check_thrown_away(s, program)


def check_turns(s):
    os.mkdir(s.path("lead"))
    where = {"cwd": s.path("lead")}
    run = s.run(*USUAL, "-a", "--when", "runqueue >= 0", "--lead", "200ms", "--times", "2",
                "--for", "300ms", "-o", "a-%n.data", "-o", "b.folded", **where)
    s.claim("each of several recordings has its lead", run.rc == 0 and sorted(os.listdir(
        s.path("lead"))) == ["a-1.data", "a-2.data", "b-1.folded", "b-2.folded"]
        and run.said.count("s before it sprang (--lead)") == 2, run)


def check_thrown_away(s, program):
    where = {"cwd": s.path("lead")}
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
                           "1", "0.1", begun, "", s.path("f.data")], stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE) as recorder:
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


def check_wall(s):
    """Of what threads did, all is told from the begin of the lead on, and nothing from before."""
    for name in ("early", "waits"):
        shutil.copy(shutil.which("sleep"), s.path(name))
    run = s.run("record", "-e", "cpu-clock", "--wall", "--when-command",
                ": > asked; test -e sprung", "--lead", "100ms", "--for", "200ms", "-o", "wall.data",
                "sh", "-c", "exec > out 2>&1; until test -e asked; do sleep 0.05; done; "
                "./waits 60 & echo $! > waiter; ./early 0.01; : > ended; sleep 0.8; : > sprung; "
                "wait", cwd=s.folder)
    with open(s.path("waiter"), encoding="ascii") as f:
        os.kill(int(f.read()), signal.SIGKILL)
    lead = re.search(r"with ([0-9.]+) s before it sprang", run.said)
    lasted = re.search(r" in ([0-9.]+) s", run.said)
    if not (run.rc == 0 and lead and lasted):
        s.claim("--wall has a lead", False, run)
        return
    lead, lasted = float(lead[1]), float(lasted[1])
    told = s.run("wall.data", "--wall", "--quiet", "-f", "folded", "--root-by", "comm").out.decode()
    rows = [line.rsplit(" ", 1) for line in told.splitlines()]
    waited = sum(int(ns) for stack, ns in rows if stack.startswith("waits;")
                 and stack.endswith("[waiting]")) / 1e9
    s.claim("a thread that waits all the time does so from the begin of the lead to the end",
            lead - 0.06 < waited < lead + 0.1 + lasted + 0.06, (run.said, told))  # tenths are told
    before = os.stat(s.path("sprung")).st_mtime - os.stat(s.path("ended")).st_mtime
    if before < lead + 0.1:
        s.skip("threads that ended before the lead are not told of", f"they did so {before} s ago")
        return
    s.claim("a thread that ended before the lead is not told of", "early" not in told,
            (run.said, told))


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
    if not kit.may_record(s, "traps spring"):
        return
    if kit.missing("cc") or os.geteuid() != 0:
        s.skip("traps spring", "needs cc and root")
        return
    check_first(s)
    program = s.path("stalls")
    subprocess.run(["cc", "-O0", "-fno-omit-frame-pointer", "-pthread", "-o", program, "-x", "c",
                    "-"], input=STALLS.encode(), check=True)
    for check_one in s.half((check_stall, check_lead, check_process, check_times, check_file,
                             check_never, check_group), first=1):
        check_one(s, program)
    for check_one in s.half((check_command, check_sleep, check_long_sleep, check_wall,
                             check_pressure)):
        check_one(s)


kit.main(check)
