#!/usr/bin/env python3
"""flame record -p of a process with more threads than files may be open for counters: root counts
the whole system and keeps what is of the process and its children, others are told what to do.
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
BUSY = "while True: sum(range(500))"
ERRORS = 5
SAMPLE = 9


def build(s):
    with open(s.path("p.c"), "w", encoding="utf-8") as f:
        f.write(PROGRAM)
    subprocess.run(["cc", "-O1", "-fno-omit-frame-pointer", "-pthread", "-o", s.path("p"),
                    s.path("p.c")], check=True)


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


def record(s, process, limit, *args):
    """Records the program to its end, and returns the exit status and what was said."""
    name = s.path("t.data")
    if os.path.exists(name):
        os.unlink(name)
    with subprocess.Popen([s.flame, "record", "-e", "cpu-clock", "-F", "997", "-g", "fp", "-o",
                           name, *args], stderr=subprocess.PIPE, preexec_fn=limit) as recorder:
        # Threads are told, by more than 50 bytes each, once all counters count.
        kit.wait_until(lambda: recorder.poll() is not None
                       or (os.path.exists(name) and os.path.getsize(name) > 50 * THREADS))
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


def check_filtered(s):
    with running(s) as process, subprocess.Popen([sys.executable, "-c", BUSY]) as busy:
        rc, said = record(s, process, files(1024, 1024), "-p", str(process.pid))
        busy.kill()
    need = (THREADS + 1) * os.cpu_count()
    s.claim("of 1,000 threads with 1,024 files the system is counted, which is said",
            rc == 0 and f"{THREADS + 1} threads need" in said and "only 1024 files" in said
            and "the whole system was counted" in said and need < advised(said) < need + 200, said)
    pids = sampled(s)
    s.claim("others are left out, children are not", process.pid in pids and len(pids) == 2
            and busy.pid not in pids, (pids, process.pid, busy.pid))
    n = counts(s)
    total = n["heavy"] + n["light"]
    error = math.sqrt(0.75 * 0.25 / max(total, 1))
    s.claim("threads and the child have their shares", total > 1000 and n["child"] > 100
            and abs(n["heavy"] / total - 0.75) < ERRORS * error, n)


def threads_of(pid):
    """As they were started. Numbers begin anew behind the largest."""
    return sorted(map(int, os.listdir(f"/proc/{pid}/task")), key=lambda tid: (tid < pid, tid))


def check_threads(s):
    with running(s) as process:
        light = threads_of(process.pid)[1::2]
        few = (THREADS // 2 * os.cpu_count()) // 2
        rc, said = record(s, process, files(few, few), "-t", ",".join(map(str, light)))
    n = counts(s)
    s.claim("of chosen threads others of their process are left out", rc == 0
            and "the whole system was counted" in said and n["light"] > 200
            and n["heavy"] == n["child"] == 0, (said, n))


def check_raised(s):
    need = (THREADS + 1) * os.cpu_count() + 200
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if hard < need:
        s.skip("a soft limit is raised", "the hard limit is too low here")
        return
    with running(s) as process:
        rc, said = record(s, process, files(256, hard), "-p", str(process.pid))
    s.claim("a soft limit is raised, and threads are counted alone", rc == 0
            and "files may be open" not in said and process.pid in sampled(s), said)


def check_user(s):
    folder, program = nobody.folder_of(s)
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
    probe = s.run("record", "-q", "-e", "cpu-clock", "-a", "--for", "10ms", "-o", "probe.data")
    if probe.rc == 3:
        s.skip("many threads are recorded", probe.said.strip())
        return
    if kit.missing("cc") or os.geteuid() != 0:
        s.skip("many threads are recorded", "needs cc and root")
        return
    build(s)
    check_filtered(s)
    check_threads(s)
    check_raised(s)
    check_user(s)


kit.main(check)
