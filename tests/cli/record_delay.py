#!/usr/bin/env python3
"""flame record --delay: what starts before samples are taken has its names, children too.
"""
import contextlib
import os
import signal
import subprocess

import kit
from kit import nobody

DELAY = "300ms"
# A child, another program, and the parent work beyond the delay, and until each took some time on a
# processor there.
PROGRAM = r"""
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
static volatile double sum;
static double now(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}
static inline __attribute__((always_inline)) void turn(void)
{
    for (int i = 0; i < 100000; i++)
        sum += i;
}
#define TAKE                                                    \
    double end = now(CLOCK_MONOTONIC) + 0.6;                    \
    while (now(CLOCK_MONOTONIC) < end)                          \
        turn();                                                 \
    for (end = now(CLOCK_PROCESS_CPUTIME_ID) + 0.1; now(CLOCK_PROCESS_CPUTIME_ID) < end;) \
        turn()
__attribute__((noinline)) static void in_parent(void) { TAKE; sum++; }
__attribute__((noinline)) static void in_child(void) { TAKE; sum++; }
__attribute__((noinline)) static void in_program(void) { TAKE; sum++; }
int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "program") == 0) {
        in_program();
        usleep(200000);
        return 0;
    }
    if (argc > 1) {
        struct pollfd input = {.events = POLLIN};
        puts("ready");
        fflush(stdout);
        while (poll(&input, 1, 20) == 0) { /* each child that ends is told */
            if (fork() == 0)
                _exit(0);
            wait(NULL);
        }
    }
    if (fork() == 0) {
        in_child();
        _exit(0);
    }
    if (fork() == 0)
        execl("./program", "./program", "program", NULL);
    in_parent();
    while (wait(NULL) > 0)
        ;
    return 0;
}
"""
WORK = ("in_parent", "in_child", "in_program")


def build(s):
    with open(s.path("p.c"), "w", encoding="utf-8") as f:
        f.write(PROGRAM)
    for name in ("parent", "program"):
        subprocess.run(["cc", "-O1", "-fno-omit-frame-pointer", "-o", s.path(name), s.path("p.c")],
                       check=True)


def stacks(s, name, *args):
    run = s.run(name, "-f", "folded", "--root-by", "comm", *args)
    return [line.rsplit(" ", 1) for line in run.out.decode().splitlines()]


def has(found, comm, function):
    return any(stack.split(";")[0] == comm and function in stack.split(";") for stack, _ in found)


def named(s, name):
    found = stacks(s, name)
    return all(has(found, comm, function) for comm, function
               in zip(("parent", "parent", "program"), WORK)), found


def record(s, *args, **more):
    return s.run("record", "-q", "-e", "cpu-clock", "-g", "fp", "-D", DELAY, *args, **more)


def check_command(s):
    run = record(s, "-o", "c.data", "./parent", cwd=s.folder)
    ok, found = named(s, "c.data")
    s.claim("a command that is recorded later has its names, as have its children", run.rc == 0
            and ok, (run, found))
    run = record(s, "--wall", "-o", "w.data", "./parent", cwd=s.folder)
    ok, found = named(s, "w.data")
    s.claim("with its waits, too", run.rc == 0 and ok, (run, found))


def is_growing(name, sizes):
    with contextlib.suppress(FileNotFoundError):
        sizes.add(os.path.getsize(name))
    return len(sizes - {0}) > 1


def check_process(s):
    with subprocess.Popen(["./parent", "wait"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          cwd=s.folder) as process:
        process.stdout.readline()
        name = s.path("p.data")
        with subprocess.Popen([s.flame, "record", "-q", "-e", "cpu-clock", "-g", "fp", "-D", DELAY,
                               "-o", name, "-p", str(process.pid)]) as recorder:
            # What a file begins with is less than what is told of children, once they are counted.
            sizes = set()
            kit.wait_until(lambda: recorder.poll() is not None or is_growing(name, sizes))
            process.stdin.write(b"\n")
            process.stdin.close()
            rc = recorder.wait()
        process.wait()
    ok, found = named(s, "p.data")
    s.claim("so do children that a process starts before its samples are taken", rc == 0 and ok,
            found)


def check_sleep(s):
    run = record(s, "--off-cpu", "--off-cpu-period", "1ms", "-o", "s.data", "./parent",
                 cwd=s.folder)
    if b"bpf" in run.err or "traced" in run.said or os.geteuid() != 0:
        s.skip("sleep of what was started before has its names", "no program samples sleep here")
        return
    slept = stacks(s, "s.data", "--off-cpu")
    ok, found = named(s, "s.data")
    s.claim("sleep of what was started before has its names", run.rc == 0 and ok
            and any(stack.startswith("program;") and "usleep" in stack for stack, _ in slept),
            (run, found, slept))


def check_user(s):
    folder, program = nobody.folder_of(s)
    run = record(s, "-o", "u.data", "../parent", program=program, cwd=folder, **nobody.WHO)
    if run.rc == 3:
        s.skip("users see the names as well", run.said.strip())
        return
    found = stacks(s, os.path.join(folder, "u.data"))
    s.claim("users see the names as well", run.rc == 0 and has(found, "parent", "in_parent")
            and has(found, "parent", "in_child"), (run, found))


def check_ended(s):
    """A signal during the delay is the only one that comes."""
    for kind in (signal.SIGINT, signal.SIGTERM):
        path = s.path(f"{kind.name}.data")
        with subprocess.Popen([s.flame, "record", "-q", "-e", "cpu-clock", "-g", "no", "-a",
                               "--delay", "200s", "-o", path], cwd=s.folder,
                              stdin=subprocess.DEVNULL, stderr=subprocess.PIPE) as recorder:
            begun = kit.wait_until(lambda: os.path.exists(path) and os.path.getsize(path) > 1000)
            recorder.send_signal(kind)
            said = recorder.communicate(timeout=kit.LIMIT_S)[1]
        s.claim(f"{kind.name} during the delay ends the recording", begun
                and recorder.returncode in (0, 1, 128 + kind), (begun, recorder.returncode, said))


def check(s):
    if not kit.may_record(s, "a recording that begins later"):
        return
    if kit.missing("cc"):
        s.skip("a recording that begins later", "cc is not installed")
        return
    build(s)
    check_command(s)
    check_process(s)
    check_sleep(s)
    if os.geteuid() == 0:
        check_user(s)
        check_ended(s)


kit.main(check)
