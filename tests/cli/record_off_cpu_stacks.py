#!/usr/bin/env python3
"""flame record --off-cpu: how much is taken of the stacks of threads that sleep, and what is said
of it.
"""
import os
import re
import subprocess

import kit

# Waits within a frame of so many bytes that it does not touch, or does.
LARGE = r"""
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
__attribute__((noinline)) void the_wait(int ms) { usleep(1000 * ms); }
#define WITHIN(name, n, touch)                                                                     \
    __attribute__((noinline)) void name(int ms)                                                    \
    {                                                                                              \
        volatile char large[n];                                                                    \
        large[0] = large[n - 1] = 1;                                                               \
        if (touch)                                                                                 \
            memset((char *)large, 1, n);                                                           \
        the_wait(ms);                                                                              \
        large[1] = large[0];                                                                       \
    }
WITHIN(in_20_kB, 20000, 0)
WITHIN(in_20_kB_touched, 20000, 1)
WITHIN(in_70_kB, 70000, 1)
int main(int argc, char **argv)
{
    const int ms = atoi(argv[1]);
    if (argc > 2) {
        in_70_kB(ms);
        return 0;
    }
    in_20_kB(ms);
    in_20_kB_touched(ms);
    return 0;
}
"""
# Threads that sleep until there are as many as asked for, or no more can be had, and a moment
# longer; prints how many there are.
MANY = r"""
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static int gate[2];
static void *run(void *p)
{
    char c;
    if (read(gate[0], &c, 1) < 0)
        abort();
    return p;
}
int main(int argc, char **argv)
{
    const int most = atoi(argv[argc - 1]);
    pthread_attr_t small;
    pthread_t t;
    int n = 0;
    if (pipe(gate))
        return 1;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 65536);
    while (n < most && pthread_create(&t, &small, run, NULL) == 0)
        n++;
    printf("%d\n", n);
    fflush(stdout);
    usleep(300000);
    return 0;
}
"""


def of_the_wait(s, recording):
    """Milliseconds of sleep in the_wait: all, and those with main among their callers."""
    rows = [line.rsplit(" ", 1) for line in s.run(recording, "--off-cpu", "--quiet", "-f",
                                                  "folded").out.decode().splitlines()]
    rows = [(stack.split(";"), int(ns) // 1000000) for stack, ns in rows]
    rows = [(frames, ms) for frames, ms in rows if "the_wait" in frames]
    return sum(ms for _, ms in rows), sum(ms for frames, ms in rows if "main" in frames)


def check_large_frames(s):
    subprocess.run(["cc", "-O1", "-g", "-fomit-frame-pointer", "-o", s.path("l"), "-x", "c", "-"],
                   input=LARGE.encode(), check=True)

    def record_it(*args, within=()):
        run = s.run("record", "--off-cpu", *args, "-o", "l.data", s.path("l"), "150", *within)
        return run, *of_the_wait(s, "l.data")

    run, ms, with_main = record_it()
    s.claim("sleep within a frame of 20 kB has its callers, touched or not", run.rc == 0
            and ms > 280 and with_main == ms and "stacks of sleep" not in run.said,
            (run.said, ms, with_main))
    run, ms, with_main = record_it("-g", "dwarf,8192")
    advice = re.search(r"stacks of sleep go on beyond the 8192 bytes .* more: (-g) (dwarf,\d+)$",
                       run.said, re.M)
    s.claim("fewer bytes of each stack are too few, which is said", ms > 280 and with_main == 0
            and advice, (run.said, ms, with_main))
    run, ms, with_main = record_it(*advice.groups() if advice else ())
    s.claim("as many as it advises suffice", ms > 280 and with_main == ms, (run.said, ms))
    run, ms, with_main = record_it("-g", "dwarf,65528")
    s.claim("what a record cannot hold is not taken, which is said", ms > 280 and with_main == ms
            and "60000 bytes were taken, not 65528" in run.said, (run.said, ms, with_main))
    run, ms, with_main = record_it("-g", "dwarf,60000", within=["deep"])
    s.claim("where no more can be taken, it is not advised", ms > 130 and with_main == 0
            and "60000 bytes that were taken of them; as much as a record holds" in run.said,
            (run.said, ms, with_main))
    perf = None if kit.missing("perf") else s.run(
        "record", "--off-cpu", "-q", "--keep-stacks", "-g", "dwarf,60000", "-o", "k.data",
        s.path("l"), "50")
    if perf:
        shown = subprocess.run(["perf", "script", "-i", s.path("k.data"), "-F", "event,period"],
                               capture_output=True, text=True, check=False)
        s.claim("perf reads copies of stacks of sleep", shown.returncode == 0
                and "offcpu-time" in shown.stdout, shown)


def check_large_frame_before(s):
    """One that sleeps when the recording begins, and sleeps still when it ends."""
    if tuple(int(n) for n in re.findall(r"\d+", os.uname().release)[:2]) < (6, 1):
        s.skip("sleep that began before has all its callers", "needs Linux 6.1")
        return
    with subprocess.Popen([s.path("l"), "600000"]) as process:
        kit.wait_until(lambda: kit.state_of(process.pid, process.pid) == "S")
        run = s.run("record", "--off-cpu", "-p", str(process.pid), "--for", "300ms", "-o", "l.data")
        process.kill()
    ms, with_main = of_the_wait(s, "l.data")
    s.claim("sleep that began before, within a frame of 20 kB, has all its callers",
            run.rc == 0 and ms > 200 and with_main == ms, (run.said, ms, with_main))


def kernel_memory(pid):
    """Bytes of all that programs of the kernel keep for a process."""
    total = 0
    for name in os.listdir(f"/proc/{pid}/fdinfo"):
        try:
            with open(f"/proc/{pid}/fdinfo/{name}", encoding="ascii") as f:
                text = f.read()
        except OSError:
            continue
        found = re.search(r"^memlock:\s*(\d+)$", text, re.M)
        total += int(found.group(1)) if found and "map_type" in text else 0
    return total


def check_many(s):
    """More threads than there is room for stacks, of which each needs one page at least."""
    wanted = 9500
    subprocess.run(["cc", "-O1", "-pthread", "-o", s.path("many"), "-x", "c", "-"],
                   input=MANY.encode(), check=True)
    record_them = [s.flame, "record", "--off-cpu", "-g", "fp", "-o", s.path("m.data"),
                   s.path("many"), str(wanted)]
    with subprocess.Popen(record_them, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as recorder:
        n = int(recorder.stdout.readline() or 0)
        bytes_ = kernel_memory(recorder.pid)
        said = recorder.stderr.read().decode()
    if n < wanted:
        s.skip("the stacks of many threads are bounded", f"only {n} threads can be had")
        return
    s.claim("what the kernel keeps of many threads is bounded", 0 < bytes_ < 160 << 20, bytes_)
    s.claim("of how many threads little of the stack was kept is said",
            re.search(r"of the stacks of \d{3,} threads little was kept", said), said)


def check(s):
    probe = kit.may_record(s, "stacks of sleep are taken", "--off-cpu")
    if not probe:
        return
    if kit.missing("cc"):
        s.skip("stacks of sleep are taken", "cc is not installed")
        return
    if "no program could" in probe.said or "neither a program" in probe.said:
        s.skip("stacks of sleep are taken by a program", probe.said.strip())
        return
    check_large_frames(s)
    check_large_frame_before(s)
    check_many(s)


kit.main(check)
