#!/usr/bin/env python3
"""flame record on a full disk: recording ends, what is there is finished, the command goes on."""
import os
import re
import sys

import kit

DISK = 4 << 20
# Calls itself, so that stacks are worth copying, until what the recorder has open on that disk is
# large and grows no more.
BUSY = """
import os, sys, time
def deep(n):
    return deep(n - 1) if n else sum(range(20000))
folder = '/proc/%%d/fd/' %% os.getppid()
def size():
    sizes = 0
    for fd in os.listdir(folder):
        try:
            if os.readlink(folder + fd).startswith(%r): sizes += os.stat(folder + fd).st_size
        except FileNotFoundError: pass # it was closed since
    return sizes
same, before = 0, -1
while same < 2 or before < %d:
    until = time.monotonic() + 0.4
    while time.monotonic() < until: deep(50)
    now = size()
    same, before = same + 1 if now == before else 0, now
open('went-on', 'w').close()
sys.exit(7)
"""
RECORD = ("record", "-e", "cpu-clock", "-F", "999", "-g", "dwarf,16384")
SAID = r"(\d+) samples? of cpu-clock.* in (\d+\.\d\d) s"
FULL = r"%s: %s after (\d+\.\d\d) s; what came later.* not in the recording"


def command(place):
    return [sys.executable, "-c", BUSY % (place, DISK // 2)]


def claim_finished(s, what, folder, run, name, reason):
    said = re.search(SAID, run.said)
    full = re.search(FULL % (re.escape(name), reason), run.said)
    s.claim(f"{what}: the sentence says after which second nothing more was recorded",
            said and full and said[2] == full[1] and int(said[1]) > 0, run)
    s.claim(f"{what}: the command goes on to its end, and its status is kept", run.rc == 7
            and os.path.exists(os.path.join(folder, "went-on")), run)
    return int(said[1]) if said else 0


def claim_read(s, what, path, samples):
    drawn = s.run(path, "-f", "folded", "--summary")
    s.claim(f"{what}: the recording holds the samples that were told, and names",
            drawn.rc == 0 and re.search(rf"\b{samples} samples", drawn.said)
            and b"python" in drawn.out, (samples, drawn.said))


def check_limit(s):
    folder = s.path("limit")
    os.mkdir(folder)
    run = s.run(*RECORD, "--keep-stacks", "-o", "x.data", *command(os.path.realpath(folder)),
                cwd=folder, preexec_fn=kit.limit("RLIMIT_FSIZE", DISK))
    n = claim_finished(s, "a limit of file sizes", folder, run, "x.data", "File too large")
    claim_read(s, "a limit of file sizes", os.path.join(folder, "x.data"), n)


def mounted(s, options, script, *words):
    """A run of a shell beside a fresh file system, $0; None where none may be mounted."""
    disk = s.path("mounted")
    os.makedirs(disk, exist_ok=True)
    # Not "&&": a list that begins so and goes on with "&" would mount beside what follows.
    mount = f"mount -t tmpfs -o {options} tmpfs \"$0\" || exit; "
    if s.run("-m", "sh", "-c", mount + "true", disk, program="unshare").rc:
        return None
    return s.run("-m", "sh", "-c", mount + script, disk, *words, program="unshare")


def check_disk(s):
    what = "a full disk"
    disk = s.path("mounted")
    run = mounted(s, f"size={DISK}", "\"$@\"; rc=$?; cp \"$0\"/* .; exit $rc", s.flame, *RECORD,
                  "-o", f"{disk}/x.svg", *command(disk))
    if run is None:
        s.skip(f"{what}: the sentence says after which second nothing more was recorded",
               "no file system may be mounted")
        return
    claim_finished(s, what, s.folder, run, f"{disk}/x.svg", "No space left on device")
    with open(s.path("x.svg"), "rb") as f:
        drawn = f.read()
    s.claim(f"{what}: the picture of what was recorded finds room", b"</svg>" in drawn
            and b"python" in drawn, run)


BRIEF = """
import time
def deep(n):
    return deep(n - 1) if n else sum(range(2000))
until = time.process_time() + %g
while time.process_time() < until: deep(50)
"""


def check_brief(s):
    """What is recorded comes to the disk once, at the end."""
    what = "a full disk at the end of a short command"
    run = s.run("record", "-e", "cpu-clock", "-F", "199", "-g", "dwarf,16384", "-o", "brief.data",
                sys.executable, "-I", "-S", "-c", BRIEF % 0.05,
                preexec_fn=kit.limit("RLIMIT_FSIZE", 64 << 10))
    s.claim(f"{what} is said", run.rc == 0 and re.search(FULL % ("brief.data", "File too large"),
                                                         run.said)
            and "wanted a program that runs for longer" not in run.said, run)


def check_no_inode(s):
    what = "where no file can be made, the recording that was there stays"
    run = mounted(s, "nr_inodes=2", "echo old >$0/x.data; $1 record -q -e cpu-clock -o $0/x.data "
                  "true; echo $?; ls $0; cat $0/x.data", s.flame)
    if run is None:
        s.skip(what, "no file system may be mounted")
        return
    s.claim(what, run.out == b"3\nx.data\nold\n" and "No space left" in run.said, run)


# Takes all room that there is once a recording has begun, as another program that fills the disk.
FILLING = ("(until [ -s $0/x.data ]; do sleep 0.01; done; "
           "while :; do cat /dev/zero 2>/dev/null; sleep 0.01; done >>$0/filling) & ")


def check_filled(s):
    """Another fills the disk, also with what was kept free, while stacks are unwound."""
    what = "where another fills the disk, the recording holds the samples that were told"
    # Read where it lies, as what is copied elsewhere says nothing of the recorder.
    script = FILLING + ("f=$!; \"$@\"; rc=$?; kill -9 $f; echo >&2; "
                        "\"$1\" $0/x.data -f folded --summary >&2; echo \"read $?\" >&2; exit $rc")
    run = mounted(s, f"size={DISK}", script, s.flame, *RECORD, "-o",
                  f"{s.path('mounted')}/x.data", sys.executable, "-c", BRIEF % 0.2)
    if run is None:
        s.skip(what, "no file system may be mounted")
        return
    recorded, _, read = run.said.partition("\n\n")
    said = re.search(SAID, recorded)
    whole = not said or int(said[1]) == 0 or (
        "\nread 0\n" in read and re.search(rf"\b{said[1]} samples", read))
    s.claim(what, run.rc in (0, 3) and whole, (run.rc, read, recorded))


def check(s):
    if not kit.may_record(s, "recordings are made"):
        return
    check_limit(s)
    check_disk(s)
    check_brief(s)
    check_no_inode(s)
    check_filled(s)


kit.main(check)
