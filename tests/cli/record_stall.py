#!/usr/bin/env python3
"""flame record --when 'stall > 150ms': which waits spring a trap, and what is said of them."""
import os
import re
import signal
import subprocess

import kit
from kit import nobody, refused

# Waits in the way that is asked for, until it is killed or its input ends or, where processors are
# scarce, a file is there. Once it has said that it is ready and all its threads sleep, none of them
# wants a processor, however busy the machine is.
WAITS = r"""
#define _GNU_SOURCE
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER, own = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static sem_t none;
static int ends[2];
static const char *seen;
static volatile unsigned long n;
__attribute__((noinline)) void cache_get(void)
{
    pthread_mutex_lock(&held);
    n++;
    pthread_mutex_unlock(&held);
}
__attribute__((noinline)) void starves(void)
{
    for (;;)
        n++;
}
static void on_one_processor(void)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(sched_getcpu(), &set);
    sched_setaffinity(0, sizeof set, &set);
}
static void *locks(void *p) { cache_get(); return p; }
static void *idles(void *p)
{
    struct sched_param none = {0};
    sched_setscheduler(0, SCHED_IDLE, &none);
    starves();
    return p;
}
static void *works(void *p)
{
    pthread_mutex_lock(&own);
    for (;;)
        pthread_cond_wait(&never, &own);
    return p;
}
static void *takes(void *p) { sem_wait(&none); return p; }
static void *reads(void *p) { char c; return read(ends[0], &c, 1) == 1 ? p : NULL; }
static void *polls(void *p)
{
    struct pollfd f = {ends[0], POLLIN, 0};
    poll(&f, 1, -1);
    return p;
}
static void *sleeps(void *p) { for (;;) sleep(100); return p; }
int main(int c, char **v)
{
    void *(*quiet[])(void *) = {works, works, takes, reads, polls, sleeps, sleeps};
    pthread_t t;
    char byte;
    seen = c > 2 ? v[2] : "";
    sem_init(&none, 0, 0);
    if (pipe(ends))
        return 1;
    if (!strcmp(v[1], "lock")) {
        pthread_mutex_lock(&held);
        pthread_create(&t, NULL, locks, NULL);
        puts("ready");
        fflush(stdout);
        if (read(0, &byte, 1) >= 0)
            pthread_mutex_unlock(&held);
    } else if (!strcmp(v[1], "processor")) {
        on_one_processor();
        pthread_create(&t, NULL, idles, NULL);
        while (access(seen, F_OK))
            n++;
        return 0;
    } else {
        for (size_t i = 0; i < sizeof quiet / sizeof *quiet; i++)
            pthread_create(&t, NULL, quiet[i], NULL);
        puts("ready");
        fflush(stdout);
    }
    pthread_join(t, NULL);
    return 0;
}
"""
USUAL = ("record", "-e", "cpu-clock", "-g", "fp")
REFUSED = [
    (("--when", "stall > 150", "true"), "wanted a time from 10ms to 600s, as 150ms"),
    (("--when", "stall < 1s", "true"), "wanted stall > VALUE"),
    (("--when", "stall > 1s", "--lasting", "2s", "true"), "a stall has a length of its own"),
    (("--when", "stal > 1s", "true"), 'did you mean "stall"?'),
    (("--when", "stall(2147483646) > 1s", "-a"), "process 2147483646 does not run"),
    (("--when", "stall(no/such) > 1s", "-a"), "no control group no/such"),
]


def while_it_waits(program, kind, record):
    """What record(its number) returns, once all its threads wait."""
    with subprocess.Popen([program, kind], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE) as process:
        process.stdout.readline()
        kit.wait_until(lambda: all(kit.state_of(process.pid, tid) == "S" for tid in os.listdir(
            f"/proc/{process.pid}/task")))
        run = record(process.pid)
        process.kill()
    return run


def check_lock(s, program):
    for lead in ((), ("--lead", "300ms")):
        run = while_it_waits(program, "lock", lambda pid, lead=lead: s.run(
            "record", "-e", "cpu-clock", "-p", str(pid), "--when", "stall > 150ms", "--for",
            "300ms", "--for-at-most", "60s", *lead, "-o", "lock.data"))
        found = re.search(r"a thread of waits \(\d+\) has waited ([\d.]+) (ms|s) for a lock, in "
                          r"cache_get \(wanted > 150 ms\): recording", run.said)
        s.claim(f"a thread that waits for a lock springs the trap, which says where {lead}", found
                and float(found[1]) * (1 if found[2] == "ms" else 1000) >= 150, run)


def check_processor(s, program):
    run = s.run(*USUAL, "--when", "stall > 30ms", "--when", "threads > 1", "--for", "300ms", "-o",
                "cpu.data", program, "processor", s.path("cpu.data"))
    s.claim("so does one that gets no processor, together with other conditions", re.search(
        r"has waited [\d.]+ (ms|s) for a processor \(wanted > 30 ms\), threads were 2", run.said),
            run)


def check_quiet(s, program):
    def watch(pid):
        run = s.run(*USUAL, "-p", str(pid), "--when", "stall > 100ms", "--for-at-most", "1200ms",
                    "-o", "never.data")
        with subprocess.Popen([s.flame, *USUAL, "-p", str(pid), "--when", "stall > 100ms",
                               "--when-command", f"touch {s.path('looks')}", "-o",
                               s.path("never.data")], stderr=subprocess.PIPE) as recorder:
            kit.wait_until(lambda: os.path.exists(s.path("looks")))
            os.kill(pid, signal.SIGKILL)
            said = recorder.stderr.read().decode()
            return run, recorder.wait(), said

    run, rc, said = while_it_waits(program, "quiet", watch)
    s.claim("threads that wait for work, answers or time never spring it", run.rc == 6
            and "no thread has waited so long for a lock, a disk or a processor (wanted > 100 ms) "
            "at last (--for-at-most): the trap never sprang" in run.said
            and not os.path.exists(s.path("never.data")), run)
    s.claim("the end of the process ends the watch", rc == 6
            and "has ended: the trap never sprang" in said, said)


def check_user(s):
    folder, program = nobody.folder_of(s)
    run = s.run("record", "--when", "stall > 150ms", "-o", "u.data", "sleep", "1", program=program,
                cwd=folder, **nobody.WHO)
    s.claim("without rights it is refused, with what mends it", run.rc == 3
            and ("run as root, or with the capabilities BPF and PERFMON" in run.said
                 or "perf" in run.said), run)


def check(s):
    refused.check(s, REFUSED)
    if kit.missing("cc") or os.geteuid() != 0:
        s.skip("stalls are found", "needs cc and root")
        return
    probe = s.run(*USUAL, "-a", "--when", "stall > 600s", "--for-at-most", "10ms", "-o", "p.data")
    if probe.rc == 3:
        s.skip("stalls are found", probe.said.strip())
        return
    check_user(s)
    program = s.path("waits")
    subprocess.run(["cc", "-O1", "-g", "-fno-omit-frame-pointer", "-pthread", "-o", program, "-x",
                    "c", "-"], input=WAITS.encode(), check=True)
    check_lock(s, program)
    check_processor(s, program)
    check_quiet(s, program)


kit.main(check)
