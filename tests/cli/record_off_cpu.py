#!/usr/bin/env python3
"""flame record --off-cpu: sleep, where it was slept and for how long, against what a program
measures itself.
"""
import os
import re
import signal
import subprocess

import kit
from kit import made, nobody, refused

# Threads that sleep, wait for a lock, for a pipe and for each other, in long and in very short
# sleeps. Each prints, for each function it sleeps in, how long by the clock it was in there.
PROGRAM = r"""
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int held[2], there[2], back[2];
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}
static void get(int fd)
{
    char c;
    if (read(fd, &c, 1) != 1)
        exit(3);
}
static void put(int fd)
{
    if (write(fd, "x", 1) != 1)
        exit(3);
}
/* Frames of the functions that wait stay on the stack, and hold more than a page. */
static void in_a_large_frame(void (*wait)(void))
{
    volatile char large[6000];
    large[0] = large[5999] = 1;
    wait();
    large[1] = large[0];
}
__attribute__((noinline)) void long_sleep(void) { usleep(700000); }
__attribute__((noinline)) void short_sleep(void) { usleep(2000); }
__attribute__((noinline)) void take_lock(void) { pthread_mutex_lock(&lock); }
__attribute__((noinline)) void read_pipe(void) { get(held[0]); }
static double tell(const char *name, double seconds)
{
    printf("%s %.6f\n", name, seconds);
    return seconds;
}
static void *holds(void *p)
{
    pthread_mutex_lock(&lock);
    put(back[1]);
    usleep(400000);
    pthread_mutex_unlock(&lock);
    put(held[1]);
    return p;
}
static void *waits(void *p)
{
    double begin = now();
    take_lock();
    tell("take_lock", now() - begin);
    pthread_mutex_unlock(&lock);
    begin = now();
    in_a_large_frame(long_sleep);
    tell("long_sleep", now() - begin);
    return p;
}
static void *reads(void *p)
{
    double begin = now();
    read_pipe();
    tell("read_pipe", now() - begin);
    begin = now();
    for (int i = 0; i < 300; i++)
        short_sleep();
    tell("short_sleep", now() - begin);
    return p;
}
int main(void)
{
    pthread_t t[3];
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (pipe(held) || pipe(there) || pipe(back))
        return 1;
    pthread_create(&t[0], NULL, holds, NULL);
    get(back[0]);
    pthread_create(&t[1], NULL, waits, NULL);
    pthread_create(&t[2], NULL, reads, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    fflush(stdout);
    if (fork() == 0) {
        double begin = now();
        long_sleep();
        tell("child", now() - begin);
        fflush(stdout);
        _exit(0);
    }
    wait(NULL);
    return 0;
}
"""
# A thread and a child work beside it, and the child leaves much memory. It prints for how long all
# of them ran.
WORKS = r"""
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
static volatile double sum;
static void burn(double seconds)
{
    struct timespec t;
    do {
        for (int i = 0; i < 5000; i++)
            sum = i;
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    } while ((double)t.tv_sec + (double)t.tv_nsec / 1e9 < seconds);
}
__attribute__((noinline)) void in_child(void) { burn(0.4); sum = 0; }
__attribute__((noinline)) void in_thread(void) { burn(0.6); sum = 0; }
static void *run(void *p) { in_thread(); return p; }
static double of(int who)
{
    struct rusage u;
    getrusage(who, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}
int main(int argc, char **argv)
{
    pthread_t t;
    char c;
    if (argc > 1 && read(0, &c, 1) != 1)
        return 1;
    if (fork() == 0) {
        enum { MUCH = 200 << 20 };
        memset(malloc(MUCH), 1, MUCH);
        in_child();
        _exit(0);
    }
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    wait(NULL);
    printf("%.6f\n", of(RUSAGE_SELF) + of(RUSAGE_CHILDREN));
    return 0;
}
"""
# Writes to a file until it has waited 1.5 seconds for its disk, or given up, and prints for how
# long it waited: by the clock, without what it ran. And for how much of that it could have run, but
# had no processor. The first sample may hold up to a period, 10 ms, of waits before main: of so
# long a wait that is within the part that is tolerated.
DISK = r"""
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>
static double now(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}
static double runnable(void)
{
    unsigned long long ran, ns = 0;
    FILE *f = fopen("/proc/thread-self/schedstat", "r");
    if (f && fscanf(f, "%llu %llu", &ran, &ns) < 2)
        ns = 0;
    if (f)
        fclose(f);
    return (double)ns / 1e9;
}
static char much[1 << 20];
__attribute__((noinline)) double wait_for_disk(int fd)
{
    double waited = 0, begin = now(CLOCK_MONOTONIC);
    while (waited < 1.5 && now(CLOCK_MONOTONIC) - begin < 12) {
        double wall = now(CLOCK_MONOTONIC), ran = now(CLOCK_THREAD_CPUTIME_ID);
        if (pwrite(fd, much, sizeof much, 0) != sizeof much || fsync(fd))
            return -1;
        waited += now(CLOCK_MONOTONIC) - wall - (now(CLOCK_THREAD_CPUTIME_ID) - ran);
    }
    return waited;
}
int main(int argc, char **argv)
{
    int fd = open(argv[argc - 1], O_RDWR | O_CREAT, 0600);
    double before = runnable(), waited = wait_for_disk(fd);
    printf("%.6f %.6f\n", waited, runnable() - before);
    return 0;
}
"""
REFUSED = [
    (("--off-cpu-period", "2s", "--off-cpu", "true"), "up to 1s"),
    (("--off-cpu-period", "2ms", "true"), "wanted --off-cpu or --wall as well"),
    (("--off-cpu", "-C", "0", "true"), "cannot be combined with -C"),
    (("--off-cpu", "--wall", "true"), "several found, wanted one"),
]
NAMES = ("take_lock", "long_sleep", "read_pipe", "short_sleep")
PART = 0.05
LEAST = 0.01  # of a period, for each thread


def build(s):
    with open(s.path("p.c"), "w", encoding="utf-8") as f:
        f.write(PROGRAM)
    for name, flags in (("p", ["-fomit-frame-pointer"]), ("q", ["-fno-omit-frame-pointer"])):
        subprocess.run(["cc", "-O1", "-g", *flags, "-pthread", "-o", s.path(name), s.path("p.c")],
                       check=True)


def measured(out):
    """Seconds by name; long_sleep with that of the child."""
    found = {}
    for name, seconds in re.findall(r"^(\w+) ([\d.]+)$", out, re.M):
        name = "long_sleep" if name == "child" else name
        found[name] = found.get(name, 0) + float(seconds)
    return found


def slept(s, recording):
    """Seconds by name, and those of stacks that do not begin at the start of the program or a
    thread."""
    run = s.run(recording, "--off-cpu", "-f", "folded")
    found = dict.fromkeys(NAMES, 0)
    lost = 0
    for line in run.out.decode().splitlines():
        stack, ns = line.rsplit(" ", 1)
        frames = stack.split(";")
        for name in NAMES:
            if name in frames:
                found[name] += int(ns) / 1e9
                lost += int(ns) / 1e9 if not {"main", "start_thread"} & set(frames) else 0
    return found, lost


def is_near(found, wanted):
    return all(abs(found[name] - wanted[name]) < PART * wanted[name] + LEAST for name in NAMES)


def record(s, *args, program="p"):
    run = s.run("record", "--off-cpu", "-o", "t.data", *args, s.path(program))
    return run, measured(run.out.decode())


def check_program(s):
    for program, args in (("p", []), ("q", ["-g", "fp"]), ("p", ["-g", "dwarf", "-F", "99"])):
        run, wanted = record(s, *args, program=program)
        found, lost = slept(s, "t.data")
        s.claim(f"sleep is where the program slept, and as long ({' '.join([program, *args])})",
                run.rc == 0 and set(wanted) == set(NAMES) and is_near(found, wanted)
                and lost == 0, (run.said, wanted, found, lost))
    s.claim("samples of sleep are counted apart", re.search(
        r"\d+ samples? of [\w-]+ at 99 Hz and \d+ of sleep in", run.said), run.said)


def check_period(s):
    run, wanted = record(s, "--off-cpu-period", "100ms")
    found, _ = slept(s, "t.data")
    whole = all(abs(seconds * 10 - round(seconds * 10)) < 1e-6 for seconds in found.values())
    s.claim("a sample stands for whole periods", run.rc == 0 and whole
            and found["long_sleep"] > wanted["long_sleep"] - 0.2, (wanted, found))


def length_of(said):
    """How many seconds the recorder says that it recorded."""
    found = re.search(r" in ([\d.]+) s$", said, re.MULTILINE)
    return float(found[1]) if found else 0


def check_running(s):
    """A thread that slept before the recording, and sleeps still at its end."""
    code = "import time; print('ready', flush=True); time.sleep(0.3); time.sleep(600)"
    with subprocess.Popen([kit.sys.executable, "-c", code], stdout=subprocess.PIPE) as process:
        process.stdout.readline()
        run = s.run("record", "--off-cpu", "-p", str(process.pid), "--for", "1500ms", "-o",
                    "t.data")
        process.kill()
    out = s.run("t.data", "--off-cpu", "-f", "folded").out.decode()
    total = sum(int(line.rsplit(" ", 1)[1]) for line in out.splitlines()) / 1e9
    length = length_of(run.said)
    s.claim("what sleeps still is told up to the end",
            run.rc == 0 and length / 2 < total < length * (1 + PART), (run.said, total))


def check_before(s):
    """Threads that sleep when the recording begins, and one of them to its end."""
    code = ("import threading, time\n"
            "def to_the_end(): time.sleep(600)\n"
            "threading.Thread(target=to_the_end, daemon=True).start()\n"
            "print('ready', flush=True)\ntime.sleep(1.2)\ntime.sleep(600)")
    with subprocess.Popen([kit.sys.executable, "-c", code], stdout=subprocess.PIPE) as process:
        process.stdout.readline()
        kit.wait_until(lambda: all(kit.state_of(process.pid, tid) == "S" for tid in os.listdir(
            f"/proc/{process.pid}/task")))
        run = s.run("record", "--off-cpu", "-p", str(process.pid), "--for", "1500ms", "-o",
                    "t.data")
        process.kill()
    out = s.run("t.data", "--off-cpu", "--quiet", "-f", "folded", "--root-by", "tid").out.decode()
    length = length_of(run.said)
    found = {}
    whole = True
    for line in out.splitlines():
        stack, _, ns = line.rpartition(" ")
        tid = stack.partition(";")[0]
        found[tid] = found.get(tid, 0) + int(ns) / 1e9
        whole = whole and "sleep" in stack and ("start_thread" in stack or "main" in stack)
    if tuple(int(n) for n in re.findall(r"\d+", os.uname().release)[:2]) < (6, 1):
        s.skip("sleep that began before is told from the beginning", "needs Linux 6.1")
        return
    s.claim("sleep that began before is told from the beginning of the recording, with its callers",
            run.rc == 0 and len(found) == 2 and whole
            and all(abs(n - length) < PART * length for n in found.values()), (run.said, out))


def check_disk(s):
    subprocess.run(["cc", "-O1", "-g", "-o", s.path("d"), "-x", "c", "-"], input=DISK.encode(),
                   check=True)
    run = s.run("record", "--off-cpu", "-o", "d.data", s.path("d"), s.path("file"))
    waited, runnable = (float(n) for n in run.out.split() or (-1, 0))
    if waited < 0.1:
        s.skip("waits for a disk are as long as they were",
               f"the disk below {s.folder} lets one wait for {waited:.3f} s")
        return
    out = s.run("d.data", "--off-cpu", "--quiet", "-f", "folded").out.decode()
    rows = [line.rsplit(" ", 1) for line in out.splitlines()]
    total = sum(int(ns) / 1e9 for stack, ns in rows if "wait_for_disk" in stack.split(";")
                and "main" in stack.split(";") and re.search(r"\bfsync\b", stack))
    s.claim("waits for a disk are as long as they were, with their callers",
            run.rc == 0 and -runnable < total - waited + PART * waited + LEAST
            and total - waited < PART * waited + LEAST, (run.said, waited, runnable, out))


def ran(s):
    """Seconds of all, of both functions, and the names of processes."""
    names = (b";in_child;", b";in_thread;")
    lines = s.run("w.data", "--quiet", "-f", "folded").out.splitlines()
    rows = [(line.rpartition(b" ")[0] + b";", int(line.rpartition(b" ")[2]) / 1e9)
            for line in lines]
    return (sum(n for _, n in rows),
            [sum(n for stack, n in rows if name in stack) for name in names],
            {stack.partition(b";")[0] for stack, _ in rows})


def record_work(s, attach):
    """What ran by its own clocks, and what was said."""
    record = [s.flame, "record", "-F", "997", "-g", "fp", "--off-cpu", "-o", s.path("w.data")]
    if not attach:
        run = subprocess.run([*record, s.path("w")], capture_output=True, check=False)
        return float(run.stdout or 0), run.stderr.decode()
    with subprocess.Popen([s.path("w"), "wait"], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE) as process:
        with subprocess.Popen([*record, "-p", str(process.pid)],
                              stderr=subprocess.PIPE) as recorder:
            kit.wait_until(lambda: recorder.poll() is not None
                           or kit.tells_of(s.path("w.data"), s.path("w")))
            process.stdin.write(b"\n")
            process.stdin.flush()
            own = float(process.stdout.read() or 0)
            process.wait()
            return own, recorder.stderr.read().decode()


def check_others(s):
    """Processors are counted in place of threads, which costs less; that must not show."""
    subprocess.run(["cc", "-O1", "-fno-omit-frame-pointer", "-fno-optimize-sibling-calls",
                    "-pthread", "-o", s.path("w"), "-x", "c", "-"], input=WORKS.encode(),
                   check=True)
    with subprocess.Popen(["yes"], stdout=subprocess.DEVNULL) as other:
        for attach in (False, True):
            how = "-p" if attach else "of a command"
            if os.path.exists(s.path("w.data")):
                os.unlink(s.path("w.data"))
            own, said = record_work(s, attach)
            total, parts, names = ran(s)
            s.claim(f"what ran is as long as it was, to the end of its processes ({how})",
                    own > 0.9 and abs(total - own) < 0.1 * own
                    and abs(parts[0] - 0.4) < 0.06 and abs(parts[1] - 0.6) < 0.06,
                    (said, own, total, parts))
            with open(s.path("w.data"), "rb") as f:
                recording = f.read()
            s.claim(f"nothing of others is in the recording ({how})", names == {b"w"}
                    and b"/yes\0" not in recording, names)
        other.kill()


def tree_of_groups():
    """Where events of groups are counted: as it is mounted, since to mount one of version 1 would
    take it from version 2."""
    return next((root for root in ("/sys/fs/cgroup/perf_event", "/sys/fs/cgroup/unified",
                                   "/sys/fs/cgroup")
                 if os.path.exists(os.path.join(root, "cgroup.procs"))), None)


def record_group(s, group, below):
    """Records a group while a program starts in one below; what it measured, what was said."""
    code = f"echo $$ > {below}/cgroup.procs; echo there; read go; exec {s.path('p')}"
    name = s.path("g.data")
    with subprocess.Popen(["sh", "-c", code], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE) as process:
        process.stdout.readline()
        with subprocess.Popen([s.flame, "record", "--off-cpu", "--cgroup", group, "-o", name],
                              stderr=subprocess.PIPE) as recorder:
            kit.wait_until(lambda: recorder.poll() is not None or (
                os.path.exists(name) and os.path.getsize(name) > 4096))
            process.stdin.write(b"\n")
            process.stdin.flush()
            wanted = measured(process.stdout.read().decode())
            process.wait()
            recorder.send_signal(signal.SIGINT)
            return wanted, recorder.stderr.read().decode()


def check_group(s):
    root = tree_of_groups()
    if not root:
        s.skip("sleep of a group", "no tree of groups")
        return
    group = os.path.join(root, f"flame-test-{os.getpid()}")
    below = os.path.join(group, "below")
    try:
        os.makedirs(below)
    except OSError as e:
        s.skip("sleep of a group", str(e))
        return
    try:
        probe = s.run("record", "-q", "--cgroup", group, "--for", "10ms", "-o", "probe.data")
        if probe.rc != 0:
            s.skip("sleep of a group", probe.said.strip())
            return
        wanted, said = record_group(s, group, below)
        found, lost = slept(s, "g.data")
        s.claim("sleep of a group is that of those below it, and of what they start",
                set(wanted) == set(NAMES) and is_near(found, wanted) and lost == 0,
                (said, wanted, found, lost))
    finally:
        for folder in (below, group):
            kit.wait_until(lambda at=folder: not remove(at))


def remove(folder):
    """Whether the folder is still there."""
    try:
        os.rmdir(folder)
    except OSError:
        pass
    return os.path.exists(folder)


def check_pictures(s):
    run = s.run("record", "--off-cpu", "-o", "p.svg", "-o", "p.folded", s.path("p"))
    with open(s.path("p.folded"), encoding="utf-8") as f:
        text = f.read()
    s.claim("pictures show sleep", run.rc == 0 and ";long_sleep;" in text and os.path.exists(
        s.path("p.svg")) and "clock_nanosleep" in text, run.said)
    if not kit.missing("perf"):
        record(s)
        shown = subprocess.run(["perf", "script", "-i", s.path("t.data"), "-F", "event,period"],
                               capture_output=True, text=True, check=False)
        ns = [int(n) for n in re.findall(r"(\d+)\s+offcpu-time:", shown.stdout)]
        s.claim("perf shows samples of sleep, and what they stand for", shown.returncode == 0
                and len(ns) > 50 and all(n % 10000000 == 0 for n in ns), shown)


def check_default(s):
    r = made.Recording(fields=made.USUAL | made.IDENTIFIER)
    r.event("cycles", 1)
    r.event("offcpu-time", 2)
    r.comm(10, "demo")
    r.sample(10, 1, [made.USER, 0x1000], event=0, period=100)
    for i in range(3):
        r.sample(10, 2 + i, [made.USER, 0x2000], event=1, period=10000000)
    path = s.path("made.data", r.file())
    ran = s.run(path, "-f", "folded")
    s.claim("without --off-cpu what ran is drawn, however much more slept", ran.rc == 0
            and ran.out == b"demo;[unknown] 100\n"
            and "left out: offcpu-time (3)" in ran.said, ran)
    svg = s.run(path, "--event", "offcpu-time", "-f", "svg")
    s.claim("sleep that is asked for is in seconds", svg.rc == 0 and b"30 ms" in svg.out, svg.said)


def check_traced(s):
    """Where processes have other numbers than the kernel uses, no program can tell them apart."""
    inside = "mount -t tracefs t /sys/kernel/tracing 2>/dev/null; exec " \
             f"{s.flame} record --off-cpu -g dwarf -o {s.path('t.data')} {s.path('p')}"
    run = subprocess.run(["unshare", "-m", "-p", "-f", "--mount-proc", "sh", "-c", inside],
                         capture_output=True, text=True, check=False)
    if "each switch of threads was traced" not in run.stderr:
        s.skip("where no program is taken, switches are traced", run.stderr.strip())
        return
    wanted = measured(run.stdout)
    found, lost = slept(s, "t.data")
    s.claim("where no program is taken, switches are traced, and sleep is where it was",
            run.returncode == 0 and is_near(found, wanted) and lost == 0
            and "host's namespace of processes" in run.stderr, (run.stderr, wanted, found, lost))


def may_look():
    """Whether the kernel tells where threads wait to who started them."""
    files = ("/proc/self/syscall", "/proc/self/schedstat")
    try:
        with open("/proc/sys/kernel/yama/ptrace_scope", encoding="ascii") as f:
            scope = int(f.read())
    except FileNotFoundError:
        scope = 0
    return scope < 2 and all(os.path.exists(path) for path in files)


def check_user(s):
    """Who may not load programs, nor trace, is told so; waits that last are looked at."""
    folder, program = nobody.folder_of(s)
    subprocess.run(["cp", s.path("p"), folder], check=True)
    run = s.run("record", "--off-cpu", "-o", "u.data", "./p", program=program, cwd=folder,
                **nobody.WHO)
    recording = os.path.join(folder, "u.data")
    out = s.run(recording, "--off-cpu", "-f", "folded")
    s.claim("without rights, where threads waited is guessed at times, which is said", run.rc == 0
            and "guessed by the sample before" in run.said
            and "as root, or with the capabilities BPF and PERFMON" in run.said
            and out.rc == 0, (run.said, out.said))
    shares = re.search(r"guessed by the sample before for (\d+) % of their sleep, and not known "
                       r"for (\d+) %.*; recorded as root it would be known", out.said)
    if not may_look():
        s.skip("waits that last are looked at", "this kernel tells nobody but root of them")
        return
    s.claim("of how much time that is a guess is said", shares
            and 1 <= int(shares.group(1)) + int(shares.group(2)) <= 50, out.said)
    wanted = measured(run.out.decode())
    found, lost = slept(s, recording)
    more = {name: found[name] - wanted[name] for name in ("take_lock", "long_sleep", "read_pipe")}
    more["read_pipe"] = min(more["read_pipe"], 0)  # which is the guess for the sleeps behind it
    s.claim("waits that last are where they were, and as long, with their callers", lost == 0
            and all(abs(seconds) < PART * wanted[name] + LEAST for name, seconds in more.items()),
            (wanted, found, lost, out.out))


def check(s):
    refused.check(s, REFUSED)
    check_default(s)
    probe = kit.may_record(s, "sleep is recorded", "--off-cpu")
    if not probe:
        return
    if kit.missing("cc"):
        s.skip("sleep is recorded", "cc is not installed")
        return
    build(s)
    if os.geteuid() == 0:
        check_user(s)
        check_traced(s)
    if "no program could" in probe.said or "neither a program" in probe.said:
        s.skip("sleep is sampled by a program", probe.said.strip())
        return
    checks = [check_program, check_period, check_running, check_before, check_disk, check_others]
    if os.geteuid() == 0:
        checks.append(check_group)
    for check_one in s.half((*checks, check_pictures)):
        check_one(s)


kit.main(check)
