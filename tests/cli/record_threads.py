#!/usr/bin/env python3
"""flame record of threads that are many, or brief. Root counts processors and keeps what is of the
process and its children: as a program in the kernel drops the rest, or the recorder does. Others
count each thread, and are told what to do where these are too many.
"""
import contextlib
import math
import os
import re
import resource
import struct
import subprocess
import sys

import kit
from kit import nobody

THREADS = 1000
# Each thread takes 3 or 1 ms of processor time once it is told to, then a child takes 200 ms.
PROGRAM = r"""
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
static volatile double sum;
static int start[2];
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}
#define TAKE(seconds) \
    for (double end = now() + seconds; now() < end;) \
        for (int i = 0; i < 1000; i++) \
            sum += i
__attribute__((noinline)) void heavy(void) { TAKE(0.003); }
__attribute__((noinline)) void light(void) { TAKE(0.001); }
__attribute__((noinline)) void child(void) { TAKE(0.2); }
static void *run(void *heavy_one)
{
    char c;
    if (read(start[0], &c, 1) == 1)
        heavy_one ? heavy() : light();
    return NULL;
}
int main(int argc, char **argv)
{
    static pthread_t threads[100000];
    static char bytes[100000];
    size_t n = (size_t)atoi(argv[argc - 1]);
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 65536);
    if (pipe(start))
        return 1;
    for (size_t i = 0; i < n; i++)
        if (pthread_create(&threads[i], &small, run, i % 2 ? bytes : NULL))
            return 2;
    puts("ready");
    fflush(stdout);
    getchar();
    if (write(start[1], bytes, n) != (ssize_t)n)
        return 3;
    for (size_t i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
    if (fork() == 0) {
        child();
        _exit(0);
    }
    wait(NULL);
    return 0;
}
"""
# Children and threads that run for less than a period each; says the processor time of all.
BRIEF = r"""
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
static volatile double sum;
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}
static void *run(void *unused)
{
    for (double end = now() + 0.0004; now() < end;)
        for (int i = 0; i < 1000; i++)
            sum += i;
    return unused;
}
static double used(int who)
{
    struct rusage u;
    getrusage(who, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}
int main(int argc, char **argv)
{
    const int n = atoi(argv[2]);
    if (argc > 3) {
        puts("ready");
        fflush(stdout);
        getchar();
    }
    const double before = used(RUSAGE_SELF);
    for (int i = 0; i < n; i++) {
        pthread_t thread;
        if (strcmp(argv[1], "threads") == 0) {
            if (pthread_create(&thread, NULL, run, NULL) || pthread_join(thread, NULL))
                return 1;
        } else if (fork() == 0) {
            run(NULL);
            _exit(0);
        } else if (i % 2) {
            while (wait(NULL) > 0)
                ;
        }
    }
    while (wait(NULL) > 0)
        ;
    printf("%f\n", used(RUSAGE_SELF) - before + used(RUSAGE_CHILDREN));
    return 0;
}
"""
N_BRIEF = 1200
# The recorder may count processors, and may not load programs into the kernel.
NO_PROGRAM = ("setpriv", "--bounding-set", "-sys_admin,-bpf", "--inh-caps", "-sys_admin,-bpf")
BUSY = "while True: sum(range(500))"
ERRORS = 5
SAMPLE = 9


def build(s):
    for name, text in (("p", PROGRAM), ("brief", BRIEF)):
        with open(s.path(name + ".c"), "w", encoding="utf-8") as f:
            f.write(text)
        subprocess.run(["cc", "-O1", "-fno-omit-frame-pointer", "-pthread", "-o", s.path(name),
                        s.path(name + ".c")], check=True)


@contextlib.contextmanager
def running(s, **more):
    """The program, whose threads wait."""
    with subprocess.Popen([s.path("p"), str(THREADS)], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, **more) as process:
        process.stdout.readline()
        try:
            yield process
        finally:
            process.kill()


def files(soft, hard):
    return lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def record(s, process, limit, *args, before=(), chain="fp", program=None):
    """Records the program to its end, and returns the exit status and what was said. What runs is
    told, of many threads by so many bytes, once all counters count."""
    name = s.path("t.data")
    if os.path.exists(name):
        os.unlink(name)
    with subprocess.Popen([*before, s.flame, "record", "-e", "cpu-clock", "-F", "997", "-g", chain,
                           "-o", name, *args], stderr=subprocess.PIPE,
                          preexec_fn=limit) as recorder:
        kit.wait_until(lambda: recorder.poll() is not None or (
            kit.tells_of(name, program) if program
            else os.path.exists(name) and os.path.getsize(name) > 50 * THREADS))
        with contextlib.suppress(BrokenPipeError):
            process.stdin.write(b"\n")
            process.stdin.flush()
        said = recorder.stderr.read().decode()
        return recorder.wait(), said


def advised(said):
    """The limit in the command that is told."""
    found = re.search(r"sudo prlimit --nofile=(\d+) --pid \$\$", said)
    return int(found.group(1)) if found else 0


def sampled(s):
    """Who has samples: {pid}."""
    with open(s.path("t.data"), "rb") as f:
        data = f.read()
    at, size = struct.unpack_from("<QQ", data, 40)
    end = at + size
    found = set()
    while at < end:
        kind, _, n = struct.unpack_from("<IHH", data, at)
        if kind == SAMPLE:
            found.add(struct.unpack_from("<I", data, at + 24)[0])
        at += n
    return found


def counts(s):
    run = s.run("t.data", "-f", "folded", "--weight", "samples")
    lines = [line.rsplit(" ", 1) for line in run.out.decode().splitlines()]
    return {name: sum(int(n) for stack, n in lines if name in stack.split(";"))
            for name in ("heavy", "light", "child")}


def are_shared(n):
    """Whether threads have the shares of the time that they took."""
    total = n["heavy"] + n["light"]
    error = math.sqrt(0.75 * 0.25 / max(total, 1))
    return total > 1000 and abs(n["heavy"] / total - 0.75) < ERRORS * error


def check_filtered(s):
    for by, before in s.part((("the kernel", ()), ("the recorder", NO_PROGRAM)), first=1):
        with running(s) as process, \
                kit.killed(subprocess.Popen([sys.executable, "-c", BUSY])) as busy:
            rc, said = record(s, process, files(1024, 1024), "-p", str(process.pid), before=before)
        s.claim(f"1,000 threads need a counter for each processor, where {by} leaves others out",
                rc == 0 and "counters" not in said, said)
        pids = sampled(s)
        s.claim(f"{by} leaves others out, not children", process.pid in pids and len(pids) == 2
                and busy.pid not in pids, (pids, process.pid, busy.pid))
        n = counts(s)
        s.claim(f"threads and the child have their shares, by {by}",
                are_shared(n) and n["child"] > 100, n)


def check_few_files(s):
    with running(s) as process:
        rc, said = record(s, process, files(1024, 1024), "-p", str(process.pid),
                          before=NO_PROGRAM, chain="dwarf")
    need = (THREADS + 1) * os.cpu_count()
    s.claim("where all stacks of the system had to be read, it is said that there were few files",
            rc == 0 and f"{THREADS + 1} threads need" in said and "only 1024 files" in said
            and "the whole system was counted" in said and need < advised(said) < need + 200, said)


def threads_of(pid):
    """As they were started. Numbers begin anew behind the largest."""
    return sorted(map(int, os.listdir(f"/proc/{pid}/task")), key=lambda tid: (tid < pid, tid))


def check_threads(s):
    with running(s) as process:
        light = threads_of(process.pid)[1::2]
        rc, said = record(s, process, files(1024, 1024), "-t", ",".join(map(str, light)))
    n = counts(s)
    s.claim("of chosen threads others of their process are left out", rc == 0
            and n["light"] > 200 and n["heavy"] == n["child"] == 0, (said, n))


def tell_missing(s, what, said, name, took):
    """The row of what is in no sample, against what was said, and the seconds that it took."""
    def rows(*weight):
        run = s.run(name, "-f", "folded", "--root-by", "comm", *weight)
        return [line.rsplit(" ", 1) for line in run.out.decode().splitlines()]
    missing = sum(int(n) for stack, n in rows() if stack == "brief;[not sampled]")
    whole = sum(int(n) for _, n in rows())
    share = missing / max(whole, 1)
    told = re.search(r"(\d+\.\d) % of the time on processors is in no sample", said)
    s.claim(f"{what}: a user is told which share of the time is in no sample, and the picture has "
            "it", told and share > 0.1 and abs(float(told.group(1)) / 100 - share) < 0.01,
            (said, rows()))
    s.claim(f"{what}: with it, it is no more than what the kernel counted",
            whole / 1e9 < 1.02 * float(took) + 0.02, (whole, took))
    n = re.search(r"([\d,]+) samples? of", said)
    s.claim(f"{what}: it is not among the samples", n and int(n.group(1).replace(",", ""))
            == sum(int(n) for _, n in rows("--weight", "samples")), (said, rows()))


def check_brief_of_user(s):
    """Each thread has its own counters, which begin a whole period."""
    folder, program = nobody.folder_of(s)
    where = {"program": program, "cwd": folder, **nobody.WHO}
    usual = ("record", "-g", "fp", "-o", "b.data")
    name = os.path.join(folder, "b.data")
    run = s.run(*usual, "-D", "1ms", "../brief", "children", str(N_BRIEF), **where)
    if run.rc == 3:
        s.skip("a user is told what is in no sample", run.said.strip())
        return
    tell_missing(s, "a command", run.said, name, run.out)
    with subprocess.Popen([s.path("brief"), "threads", str(2 * N_BRIEF), "wait"],
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          **nobody.WHO) as process:
        process.stdout.readline()
        with subprocess.Popen([program, *usual, "-F", "997", "-t", str(process.pid)],
                              stderr=subprocess.PIPE, cwd=folder, **nobody.WHO) as recorder:
            kit.wait_until(lambda: recorder.poll() is not None
                           or kit.tells_of(name, s.path("brief")))
            process.stdin.write(b"\n")
            process.stdin.flush()
            said = recorder.stderr.read().decode()
        took = process.stdout.read()
    tell_missing(s, "a thread, which starts others", said, name, took)
    run = s.run("record", "-g", "fp", "-o", "l.data", "sh", "-c",
                "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done", program=program, cwd=folder,
                **nobody.WHO)
    s.claim("of one that runs on, nothing is", run.rc == 0 and "in no sample" not in run.said, run)


def check_ended(s):
    gone = subprocess.Popen(["true"])
    gone.wait()
    run = s.run("record", "-t", str(gone.pid), "--for", "1s", "-o", "e.data")
    s.claim("a thread that has ended is refused", run.rc == 2 and "no such thread" in run.said
            and not os.path.exists(s.path("e.data")), run)


def check_raised(s):
    need = (THREADS + 1) * os.cpu_count() + 200
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if hard < need:
        s.skip("a soft limit is raised", "the hard limit is too low here")
        return
    with running(s) as process:
        rc, said = record(s, process, files(256, hard), "-p", str(process.pid),
                          before=NO_PROGRAM, chain="dwarf")
    s.claim("a soft limit is raised, and threads are counted alone", rc == 0
            and "files may be open" not in said and process.pid in sampled(s), said)


def seconds(s, name):
    """The sum of all samples, and their number."""
    sums = []
    for weight in ((), ("--weight", "samples")):
        run = s.run(name, "-f", "folded", *weight)
        sums.append(sum(int(line.rsplit(" ", 1)[1]) for line in run.out.decode().splitlines()))
    return sums[0] / 1e9, sums[1]


def tell_sum(s, what, took, name):
    """Counting noise is at most that of independent samples."""
    took = float(took)
    found, n = seconds(s, name)
    s.claim(f"samples of brief {what} are the time on processors that the kernel counted",
            abs(found / took - 1) < 0.05 + ERRORS / math.sqrt(max(n, 1)), (found, took, n))


def check_brief(s):
    for what in s.part(("threads", "children"), first=1):
        for by, before in (("", ()), (", without a program", NO_PROGRAM)):
            run = s.run("record", "-q", "-e", "cpu-clock", "-F", "1999", "-g", "fp", "-o", "b.data",
                        "./brief", what, str(N_BRIEF), before=before)
            tell_sum(s, what + by, run.out, "b.data")


def check_brief_of_process(s):
    with subprocess.Popen([s.path("brief"), "children", str(N_BRIEF), "wait"],
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        process.stdout.readline()
        record(s, process, None, "-p", str(process.pid), program=s.path("brief"))
        tell_sum(s, "children of a process", process.stdout.read(), "t.data")


def check_user(s):
    folder = s.path("user")
    program = os.path.join(folder, "flame")
    with running(s, **nobody.WHO) as process:
        run = s.run("record", "-o", "u.data", "-p", str(process.pid), program=program, cwd=folder,
                    preexec_fn=files(1024, 1024), **nobody.WHO)
    need = (THREADS + 1) * os.cpu_count()
    s.claim("a user is told the numbers, and the commands that raise the limit", run.rc == 3
            and f"{THREADS + 1} threads on {os.cpu_count()} processor" in run.said
            and f"need {need} counters, but only 1024 files" in run.said
            and need < advised(run.said) < need + 200
            and not os.path.exists(os.path.join(folder, "u.data")), run)


def check(s):
    if not kit.may_record(s, "many threads are recorded", "-a"):
        return
    if kit.missing("cc") or os.geteuid() != 0:
        s.skip("many threads are recorded", "needs cc and root")
        return
    build(s)
    check_brief(s)
    check_brief_of_process(s)
    check_filtered(s)
    check_few_files(s)
    check_threads(s)
    check_ended(s)
    check_brief_of_user(s)
    check_raised(s)
    check_user(s)


kit.main(check)
