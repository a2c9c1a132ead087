#!/usr/bin/env python3
"""flame record where the kernel does not do as asked: each refusal has its sentence, the command is
not started, and older kernels are given what they know. A library before the C library answers in
the kernel's place.
"""
import os
import re
import subprocess
import sys

import kit
from kit import nobody

# Answers perf_event_open with REFUSE, or as a kernel does that knows neither build-ids in maps nor
# counts of lost samples (before 5.12 and 6.0), nor the fields of samples in UNKNOWN.
KERNEL = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>

long syscall(long number, ...)
{
    long a[6];
    va_list list;
    va_start(list, number);
    for (int i = 0; i < 6; i++)
        a[i] = va_arg(list, long);
    va_end(list);
    if (number == SYS_perf_event_open) {
        const struct perf_event_attr *attr = (const struct perf_event_attr *)a[0];
        const char *refuse = getenv("REFUSE");
        if (getenv("SHOW"))
            fprintf(stderr, "fields 0x%llx, branches 0x%llx, without callers of programs %d\n",
                    (unsigned long long)attr->sample_type,
                    (unsigned long long)attr->branch_sample_type, attr->exclude_callchain_user);
        errno = refuse ? atoi(refuse) : 0;
        if (getenv("OLD") && (attr->build_id || attr->read_format & (1 << 4)))
            errno = EINVAL;
        if (getenv("UNKNOWN") && attr->sample_type & strtoull(getenv("UNKNOWN"), NULL, 0))
            errno = EINVAL;
        if (errno)
            return -1;
    }
    long (*real)(long, ...) = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
    return real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
"""
BUSY = "import time\nend = time.process_time() + 0.3\nwhile time.process_time() < end: pass"
EPERM, ENODEV, EINVAL, EMFILE, ENOSYS, EOPNOTSUPP = 1, 19, 22, 24, 38, 95
ANSWERS = [
    (ENOSYS, "a kernel without perf events", "this kernel has no perf events (CONFIG_PERF_EVENTS)"),
    (ENODEV, "an event that is not there", "this machine does not count it"),
    (EINVAL, "an event that cannot be sampled", "page-faults: this kernel does not take samples"),
    (EMFILE, "too many counters", "raise ulimit -n"),
]


def build(s):
    with open(s.path("kernel.c"), "w", encoding="utf-8") as f:
        f.write(KERNEL)
    library = s.path("kernel.so")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, s.path("kernel.c"), "-ldl"],
                   check=True)
    os.chmod(library, 0o755)
    return library


def refuse(s, library, error, *args, **more):
    """Records a command that leaves a file."""
    env = {**os.environ, "LD_PRELOAD": library, "REFUSE": str(error)}
    return s.run("record", "-e", "page-faults", "-o", "x.data", *args, "touch", "started", env=env,
                 **more)


def check_answers(s, library):
    for error, what, said in ANSWERS:
        run = refuse(s, library, error)
        s.claim(f"{what} is told, and nothing is started or left", run.rc == 3 and said in run.said
                and not {"started", "x.data"} & set(os.listdir(s.folder)), run)


def check_last_branches(s, library):
    env = {**os.environ, "LD_PRELOAD": library, "REFUSE": str(EOPNOTSUPP), "SHOW": "1"}
    run = s.run("record", "-g", "lbr", "-o", "x.data", "touch", "started", env=env)
    asked = re.search(r"fields (0x\w+), branches (0x\w+), without callers of programs (\d)",
                      run.said)
    fields, branches, without = (int(word, 0) for word in asked.groups()) if asked else (0, 0, 0)
    s.claim("-g lbr asks for the calls that programs made, and for callers in the kernel",
            fields & 1 << 5 and fields & 1 << 11 and branches == 1 | 1 << 11 | 1 << 14 | 1 << 15
            and without == 1, run)
    s.claim("a processor that keeps no calls is told, with the way that works everywhere",
            run.rc == 3 and "does not keep the last calls of cycles here" in run.said
            and "-g dwarf" in run.said and "started" not in os.listdir(s.folder), run)
    run = s.run("record", "-g", "lbr", "-e", "cpu-clock", "-o", "x.data", "touch", "started")
    s.claim("nor does the clock keep any",
            run.rc == 3 and "last calls of cpu-clock" in run.said, run)


def check_container(s, library):
    if os.geteuid() != 0:
        s.skip("a container that forbids recording", "needs root")
        return
    run = refuse(s, library, EPERM)
    s.claim("a container without the capability is told its options", run.rc == 3
            and "perf_event_open is forbidden here" in run.said
            and "--cap-add PERFMON" in run.said and "started" not in os.listdir(s.folder), run)


def check_strict(s, library):
    """Kernels of Debian and Android know levels of 3 and 4, which forbid all to users."""
    if os.geteuid() != 0 or kit.missing("unshare"):
        s.skip("kernels that forbid recording to users", "needs root and unshare")
        return
    folder, program = nobody.folder_of(s)
    for level in (3, 4):
        with open(s.path("level"), "w", encoding="ascii") as f:
            f.write(f"{level}\n")
        mount = f"mount --bind {s.path('level')} /proc/sys/kernel/perf_event_paranoid"
        run = s.run("unshare", "--mount", "sh", "-c", f'{mount} && exec "$@"', "sh", sys.executable,
                    "-c", "import os, sys; os.setgid(65534); os.setuid(65534); "
                    "os.execv(sys.argv[1], sys.argv[1:])", program, "record", "-o", "x.data",
                    "true", program="env", cwd=folder,
                    env={**os.environ, "LD_PRELOAD": library, "REFUSE": str(EPERM)})
        s.claim(f"level {level} is told with the command that changes it", run.rc == 3
                and f"kernel.perf_event_paranoid is {level}" in run.said
                and "sudo sysctl kernel.perf_event_paranoid=2" in run.said, run)


def check_old(s, library):
    env = {**os.environ, "LD_PRELOAD": library, "OLD": "1"}
    run = s.run("record", "-e", "cpu-clock", "-o", "old.data", sys.executable, "-c", BUSY, env=env)
    found = re.search(r"(\d+) samples? of cpu-clock", run.said)
    s.claim("a kernel that knows no build-ids in maps records", run.rc == 0
            and found and int(found.group(1)) > 30, run)
    if kit.missing("perf"):
        s.skip("build-ids are read from the files", "perf is not installed")
        return
    listed = s.run("buildid-list", "-i", "old.data", program="perf")
    s.claim("build-ids are read from the files then",
            re.search(rb"^[0-9a-f]{40} /\S+$", listed.out, re.MULTILINE), listed)


# Fields of samples that came with a version of Linux, as a kernel before it has none of them.
FIELDS = (("5.11", "sizes of pages", 1 << 22 | 1 << 23), ("4.14", "physical addresses", 1 << 19),
          ("3.10", "sources and latencies of data", 1 << 15))


def check_old_fields(s, library):
    unknown = 0
    for version, what, bits in FIELDS:
        unknown |= bits
        env = {**os.environ, "LD_PRELOAD": library, "OLD": "1", "UNKNOWN": str(unknown)}
        run = s.run("record", "-d", "-e", "page-faults", "-o", "fields.data", "true", env=env)
        with open(s.path("fields.data"), "rb") as f:
            data = f.read()
        at = int.from_bytes(data[24:32], "little") + 24
        fields = int.from_bytes(data[at:at + 8], "little")
        s.claim(f"before Linux {version} -d records without {what}, and says so", run.rc == 0
                and f"-d: without {what}, which need Linux {version}" in run.said
                and not fields & unknown and fields & 1 << 3, (run.brief(), hex(fields)))


def check_few_files(s):
    """Threads times processors times sets of counters may be more than a process may open."""
    threads = ("import threading, time\nfor _ in range(30):\n"
               " threading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n"
               "print(flush=True)\ntime.sleep(60)")
    with subprocess.Popen([sys.executable, "-c", threads], stdout=subprocess.PIPE) as process:
        process.stdout.readline()
        need = 31 * os.cpu_count() + 100

        def allow_few():
            import resource

            resource.setrlimit(resource.RLIMIT_NOFILE, (need, need))

        run = s.run("record", "-e", "cpu-clock", "-p", str(process.pid), "--for", "0.2s", "-o",
                    "few.data", preexec_fn=allow_few)
        process.kill()
    s.claim("where few files may be open, -g auto does with one set of counters", run.rc in (0, 1)
            and "ulimit" not in run.said, run)


def check(s):
    if kit.missing("cc"):
        s.skip("answers of other kernels", "cc is not installed")
        return
    if s.sanitized or b"libc.so" not in open(s.flame, "rb").read():
        s.skip("answers of other kernels", "no library may stand before those of this program")
        return
    library = build(s)
    check_answers(s, library)
    check_last_branches(s, library)
    check_container(s, library)
    check_strict(s, library)
    if not kit.may_record(s, "recordings are made"):
        return
    check_old(s, library)
    check_old_fields(s, library)
    check_few_files(s)


kit.main(check)
