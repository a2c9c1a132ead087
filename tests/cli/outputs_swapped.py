#!/usr/bin/env python3
"""Who can write to the folder of an output may change what is there between any two system calls.
A library in front of others does so, at the worst moment: nothing but the output is written.
"""
import os
import subprocess

import kit

# Whenever the name is opened, or looked at by O_PATH, what is there becomes a link to the target.
SWAP = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is_output(const char *path)
{
    const size_t n = strlen(path);
    return n >= 7 && strcmp(path + n - 7, "out.svg") == 0;
}

static void swap(void)
{
    unlink(getenv("SWAP_AT"));
    (void)!symlink(getenv("SWAP_TO"), getenv("SWAP_AT"));
}

static int open_swapped(const char *call, int folder, const char *path, int flags, mode_t mode)
{
    int (*next)(int, const char *, int, ...) =
        (int (*)(int, const char *, int, ...))dlsym(RTLD_NEXT, call);
    if (is_output(path) && !(flags & O_PATH))
        swap();
    int fd = next(folder, path, flags, mode);
    if (is_output(path) && (flags & O_PATH))
        swap();
    return fd;
}

#define OPEN(name, of, ...) \
    int name(__VA_ARGS__ const char *path, int flags, ...) \
    { \
        va_list more; \
        va_start(more, flags); \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0; \
        va_end(more); \
        return open_swapped(of, folder, path, flags, mode); \
    }
#define FOLDER int folder,
static const int folder = AT_FDCWD;
OPEN(open, "openat", )
OPEN(open64, "openat", )
OPEN(openat, "openat", FOLDER)
OPEN(openat64, "openat", FOLDER)
"""


def check(s):
    if kit.missing("cc") or s.static or s.sanitized:
        s.skip("outputs that are swapped", "needs cc, and a library in front of others")
        return
    library = s.path("swap.so")
    subprocess.run(["cc", "-w", "-shared", "-fPIC", "-o", library, "-x", "c", "-", "-ldl"],
                   input=SWAP.encode(), check=True)
    os.mkdir(s.path("o"))
    at = s.path("o/out.svg")
    target = s.path("target")
    env = dict(os.environ, LD_PRELOAD=library, SWAP_AT=at, SWAP_TO=target)
    profile = s.path("p.folded", "a;b 3\n")
    for what in ("a FIFO", "a link to a device", "a file", "nothing"):
        s.path("target", "not to be touched\n")
        if os.path.lexists(at):
            os.unlink(at)
        reader = -1
        if what == "a FIFO":
            os.mkfifo(at)
            reader = os.open(at, os.O_RDWR | os.O_NONBLOCK)
        elif what == "a link to a device":
            os.symlink("/dev/null", at)
        elif what == "a file":
            s.path("o/out.svg", "old")
        run = s.run("--quiet", profile, "-f", "folded", "-o", at, env=env)
        got = b"a;b 3\n"
        if reader >= 0:
            try:
                got = os.read(reader, 100)
            except BlockingIOError:
                got = b""
            os.close(reader)
        with open(target, encoding="utf-8") as f:
            text = f.read()
        s.claim(f"{what} that becomes a link once it was looked at: that is not followed",
                text == "not to be touched\n" and run.rc == 0 and got == b"a;b 3\n",
                (text, run.brief(), got))


kit.main(check)
