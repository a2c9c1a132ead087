#!/usr/bin/env python3
"""flame record --wall: what each thread of a program did is what it measured itself."""
import os
import re
import subprocess

import kit
from kit import nobody

# Threads that sleep, wait for a lock and for a pipe, or only work. Each tells its number, for how
# long it lived and how much of that it ran, by its own clocks. On a busy machine a thread lives for
# a while before it runs at all: that is what the kernel says it was kept waiting at its begin.
PROGRAM = r"""
#define _GNU_SOURCE
#include <pthread.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile double sum;
static int ends[2];
static double now(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}
__attribute__((noinline)) void burn(double seconds)
{
    double end = now(CLOCK_THREAD_CPUTIME_ID) + seconds;
    while (now(CLOCK_THREAD_CPUTIME_ID) < end)
        for (int i = 0; i < 5000; i++)
            sum = i;
}
__attribute__((noinline)) void sleeps(void)
{
    for (int i = 0; i < 8; i++) {
        burn(0.07);
        usleep(60000);
    }
}
__attribute__((noinline)) void locks(void)
{
    for (int i = 0; i < 6; i++) {
        pthread_mutex_lock(&lock);
        burn(0.09);
        pthread_mutex_unlock(&lock);
        usleep(1000);
    }
}
__attribute__((noinline)) void reads(void)
{
    char c;
    while (read(ends[0], &c, 1) == 1)
        burn(0.05);
}
__attribute__((noinline)) void writes(void)
{
    for (int i = 0; i < 10; i++) {
        burn(0.05);
        usleep(30000);
        if (write(ends[1], "x", 1) != 1)
            break;
    }
    close(ends[1]);
}
__attribute__((noinline)) void works(void)
{
    burn(0.6);
}
static double kept_waiting(void)
{
    char text[128] = "", *end = text;
    int file = open("/proc/thread-self/schedstat", O_RDONLY);
    if (file < 0 || read(file, text, sizeof text - 1) < 0)
        return 0;
    close(file);
    strtoull(text, &end, 10);
    return (double)strtoull(end, NULL, 10) / 1e9;
}
struct thread {
    void (*work)(void);
    long number;
    double lived, ran;
};
static void *run(void *p)
{
    struct thread *t = p;
    double begin, kept;
    do {
        kept = kept_waiting();
        begin = now(CLOCK_MONOTONIC) - kept;
    } while (kept_waiting() != kept);
    t->number = syscall(SYS_gettid);
    t->work();
    t->ran = now(CLOCK_THREAD_CPUTIME_ID);
    t->lived = now(CLOCK_MONOTONIC) - begin;
    return NULL;
}
int main(void)
{
    static struct thread all[] = {{sleeps}, {locks}, {locks}, {reads}, {writes}, {works}};
    enum { N = sizeof all / sizeof all[0] };
    pthread_t threads[N];
    if (pipe(ends))
        return 1;
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, run, &all[i]);
    for (int i = 0; i < N; i++) {
        pthread_join(threads[i], NULL);
        printf("%ld %.6f %.6f\n", all[i].number, all[i].lived, all[i].ran);
    }
    return 0;
}
"""
TRIES = 5  # of records that are lost some may have told when threads ran
TOLD = re.compile(r": \S+ (\d+): ([\d.]+) s, of which it ran ([\d.]+) s, waited ([\d.]+) s, "
                  r"was ready ([\d.]+) s")


def own(run):
    """(lived, ran) by thread, as the program measured it."""
    rows = [line.split() for line in run.out.decode().splitlines()]
    return {int(tid): (float(lived), float(ran)) for tid, lived, ran in rows}


def stolen():
    """Seconds that the machine below has taken from this one, in hundredths: a thread has the
    processor then, but it is not counted as its time."""
    with open("/proc/stat", encoding="ascii") as f:
        words = f.readline().split()
    return int(words[8]) / os.sysconf("SC_CLK_TCK") if len(words) > 8 else 0


def near(found, wanted, share, more=0):
    """Numbers are told in thousandths of a second, and threads begin before they look."""
    return abs(found - wanted) <= max(share * wanted, 0.004) + more


def rows(s, name):
    """Seconds by the number of the thread, in the picture."""
    run = s.run(name, "--quiet", "--wall", "-f", "folded", "--root-by", "tid")
    found = {}
    for line in run.out.decode().splitlines():
        stack, _, ns = line.rpartition(" ")
        tid = int(stack.partition(";")[0].rpartition("/")[2])
        found[tid] = found.get(tid, 0) + int(ns) / 1e9
    return found


def check_threads(s, *options):
    mode = " ".join(options)
    for _ in range(TRIES):
        before = stolen()
        run = s.run("record", "--wall", "-e", "cpu-clock", *options, "-o", "t.data", "-o", "t.svg",
                    s.path("threads"))
        taken = stolen() - before
        if "lost" not in run.said:
            break
    else:
        s.skip(f"{mode}: a thread ran as long as it measured itself",
               "this machine is too busy to record all: " + run.said.strip())
        return
    told = s.run("t.data", "--wall", "--summary", "-f", "folded")
    parts = {int(m[1]): [float(n) for n in m.groups()[1:]] for m in TOLD.finditer(told.said)}
    picture = rows(s, "t.data")
    threads = own(run)
    s.claim(f"{mode}: all threads are told of", run.rc == 0 and len(threads) == 6
            and set(threads) < set(parts), (run.brief(), told.brief()))
    for tid, (lived, ran) in threads.items():
        found = parts.get(tid, [0, 0, 0, 0])
        s.claim(f"{mode}: a thread ran as long as it measured itself, and waited the rest",
                near(found[1], ran, 0.02, taken)
                and near(found[2] + found[3], lived - ran, 0.02, taken),
                (found, lived, ran, taken))
        s.claim(f"{mode}: its row is its life", near(picture.get(tid, 0), lived, 0.01)
                and abs(picture.get(tid, 0) - found[0]) < 0.002, (picture.get(tid), lived))
    with open(s.path("t.svg"), encoding="utf-8") as f:
        svg = f.read()
    s.claim(f"{mode}: the picture is one of the wall clock", "Wall clock" in svg
            and "[waiting]" in svg and "off CPU" in svg)
    return told


def check_sleep(s):
    """Where sleep is sampled, its own stack is known."""
    run = s.run("record", "--wall", "-e", "cpu-clock", "-g", "fp", "-o", "w.data",
                s.path("threads"))
    if "of sleep" not in run.said:
        s.skip("waits have their own stacks", "sleep is not sampled here")
        return
    told = s.run("w.data", "--wall", "-f", "folded", "--where", "state=blocked")
    rows = [line.rpartition(b" ") for line in told.out.splitlines()]
    waited = sum(int(ns) for _, _, ns in rows)
    wrong = sum(int(ns) for stack, _, ns in rows if stack.endswith(b";burn;[waiting]"))
    found = {name: sum(int(ns) for stack, _, ns in rows if re.search(name, stack)) / 1e9
             for name in (rb";sleeps;.*nanosleep", rb";writes;.*nanosleep", rb";reads;.*read",
                          rb";locks;.*lock")}
    lived, ran = next(iter(own(run).values()))  # of the one that sleeps, which is told first
    s.claim("waits have their own stacks, but for few that are told as guesses",
            run.rc == 0 and wrong < 0.02 * waited
            and 0.4 < found[rb";sleeps;.*nanosleep"] <= lived - ran + 0.004
            and min(found.values()) > 0.2
            and "% of their time, have the stack of the last sample" in told.said,
            (found, wrong, waited, lived, ran, told.said))


def check_callers(s):
    told = s.run("t.data", "--quiet", "--wall", "-f", "folded", "--where", "state=blocked")
    n = {name: sum(int(line.rpartition(b" ")[2]) for line in told.out.splitlines()
                   if b";" + name + b";" in line) / 1e9 for name in (b"sleeps", b"writes")}
    s.claim("waits are below the function that waited",
            n[b"sleeps"] > 0.4 and n[b"writes"] > 0.2, n)


def check_unprivileged(s):
    if os.geteuid() != 0:
        s.skip("waits are recorded without rights", "needs root to give them up")
        return
    folder, program = nobody.folder_of(s)
    threads = os.path.join(folder, "threads")
    subprocess.run(["cp", s.path("threads"), threads], check=True)
    run = subprocess.run([program, "record", "--wall", "-e", "cpu-clock", "-o", "u.data", threads],
                         cwd=folder, capture_output=True, check=False, **nobody.WHO)
    if run.returncode == 3:
        s.skip("waits are recorded without rights", run.stderr.decode().strip())
        return
    told = s.run(os.path.join(folder, "u.data"), "--wall", "--summary", "-f", "folded")
    s.claim("waits are recorded without rights", run.returncode == 0
            and len(TOLD.findall(told.said)) == 7 and b"[waiting]" in told.out, told)


def sleeps(pid):
    """Whether it waits for time to pass, and no longer for its own start."""
    with open(f"/proc/{pid}/wchan", encoding="ascii") as f:
        return "nanosleep" in f.read()


def check_attached(s):
    """One that sleeps all the time is as wide as the recording."""
    sleeper = subprocess.Popen(["sleep", "60"])
    kit.wait_until(lambda: sleeps(sleeper.pid), seconds=10)
    run = s.run("record", "--wall", "-e", "cpu-clock", "-p", str(sleeper.pid), "--for", "0.5s",
                "-o", "s.data", "-o", "s.svg")
    told = s.run("s.data", "--wall", "--summary", "-f", "folded")
    sleeper.kill()
    sleeper.wait()
    found = re.search(r"\[waiting\] (\d+)", told.out.decode())
    s.claim("a thread that only sleeps waits for as long as the recording lasts", run.rc == 0
            and found and int(found[1]) >= 450000000, (run.brief(), told.brief()))


def check_states(s):
    """What ran, waits and lives are pictures of one recording, by one reading."""
    states = {"--wall": "life", "--off-cpu": "waits", "--on-cpu": "ran"}
    words = [word for state, name in states.items()
             for word in (state, "-o", f"{name}.folded", "-o", f"{name}.pb.gz")]
    run = s.run("record", "-e", "cpu-clock", "-F", "997", "-o", "all.data", "-o", "early.svg",
                *words, "--", "sh", "-c", "sleep 0.1; seq 200000 | sort -R | tail -1")
    s.claim("an output before the first of several states is refused before anything is recorded",
            run.rc == 2 and "one before each output" in run.said
            and not os.path.exists(s.path("all.data")), run)
    run = s.run("record", "-e", "cpu-clock", "-F", "997", "-o", "all.data", *words, "--", "sh",
                "-c", "sleep 0.1; seq 200000 | sort -R | tail -1")
    told = {}
    for state, name in states.items():
        for ending in "folded", "pb.gz":
            alone = s.run("all.data", "--quiet", state, "-o", f"alone.{ending}")
            with open(s.path(f"alone.{ending}"), "rb") as f, \
                    open(s.path(f"{name}.{ending}"), "rb") as g:
                told[name, ending] = alone.rc == 0 and f.read() == g.read()
    s.claim("pictures of several states are those of the recording", run.rc == 0
            and len(told) == 6 and all(told.values()), (told, run.brief()))


def check(s):
    if not kit.may_record(s, "recordings are made"):
        return
    if kit.missing("cc"):
        s.skip("threads that measure themselves are recorded", "cc is not installed")
        return
    subprocess.run(["cc", "-O1", "-fno-omit-frame-pointer", "-fno-optimize-sibling-calls",
                    "-pthread", "-o", s.path("threads"), "-x", "c", "-"], input=PROGRAM.encode(),
                   check=True)
    check_threads(s, "-g", "auto")
    check_threads(s, "-g", "fp")
    check_sleep(s)
    check_callers(s)
    check_unprivileged(s)
    check_attached(s)
    check_states(s)


kit.main(check)
