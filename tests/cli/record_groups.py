#!/usr/bin/env python3
"""Recordings of two control groups: the share of each is what perf says, and that of the time
their programs took. Groups are made where events are counted; skipped where that is forbidden.
"""
import collections
import os
import re
import shutil
import subprocess
import sys

import kit

# The tree in which events are counted. Nothing is mounted, and nothing made beside it.
TREES = ("/sys/fs/cgroup/perf_event", "/sys/fs/cgroup/unified", "/sys/fs/cgroup")
POD = "kubepods/pod0a1b2c3d-1111-2222-3333-444455556666/" + "0123456789abcdef" * 4
DOCKER = "docker-" + "fedcba9876543210" * 4 + ".scope"
BUSY = "import time\nend = time.process_time() + {}\nwhile time.process_time() < end: pass"


def tree():
    return next((root for root in TREES if os.path.exists(os.path.join(root, "cgroup.procs"))),
                None)


class Groups:
    """Groups of a pod and of a container, which are removed at the end."""

    def __init__(self):
        self.root = os.path.join(tree() or "/nowhere", f"flame-{os.getpid()}")
        self.paths = {}

    def make(self):
        for name, below in (("pod", POD), ("docker", DOCKER)):
            self.paths[name] = os.path.join(self.root, below)
            os.makedirs(self.paths[name])

    def remove(self):
        for folder, _, _ in os.walk(self.root, topdown=False):
            try:
                os.rmdir(folder)
            except OSError:
                pass

    def script(self):
        """A command that works longer in the pod than in the container."""
        lines = []
        for name, seconds in (("pod", 0.6), ("docker", 0.2)):
            code = BUSY.format(seconds).replace("\n", "\\n")
            lines.append(f"(echo $(exec sh -c 'echo $PPID') > {self.paths[name]}/cgroup.procs; "
                         f"exec {sys.executable} -c \"$(printf '{code}')\") &")
        return "\n".join(lines) + "\nwait\n"


def shares(s, recording, *words):
    """Percent of the samples by group, and the run."""
    run = s.run("-f", "folded", "--root-by", "cgroup", *words, recording)
    found = collections.Counter()
    for line in run.out.decode().splitlines():
        stack, count = line.rsplit(" ", 1)
        found[stack.split(";")[0]] += int(count)
    total = sum(found.values()) or 1
    return {group: 100 * n / total for group, n in found.items()}, run


def told_by_perf(s, recording):
    words = ["-i", s.path(recording), "-s", "cgroup", "--stdio", "-g", "none", "--no-children"]
    run = subprocess.run(["perf", "report", *words], capture_output=True, cwd=s.folder,
                         check=False)
    rows = re.findall(r"^ *([\d.]+)% +(/\S*)$", run.stdout.decode(), re.M)
    return {group: float(share) for share, group in rows}


def compare(s, name, recording):
    found, run = shares(s, recording)
    told = told_by_perf(s, recording)
    equal = told and found.keys() == told.keys() and all(
        abs(found[group] - told[group]) < 0.006 for group in told)
    s.claim(f"{name}: shares of groups equal perf report -s cgroup to two digits", equal,
            f"{found} {told} {run.brief()}")


def check_pods(s, name, recording, wall=False):
    words = ("--wall",) if wall else ()
    pod, run = kept(s, recording, "pod=0a1b2c3d", *words)
    docker, _ = kept(s, recording, "container=fedcba*", *words)
    if wall:
        s.claim(f"{name}: time off the processor belongs to the group as well",
                min(pod, docker) > 0, f"{pod} {docker} {run.brief()}")
        return
    # Both start Python as well, which takes 0.2 s on a slow machine.
    s.claim(f"{name}: the pod took more than the container, whose work is a third of its",
            1.4 < pod / max(docker, 1) < 4.5, f"{pod} {docker} {run.brief()}")


def kept(s, recording, where, *words):
    run = s.run("-f", "folded", "--where", where, "--root-by", "none", *words, recording)
    return sum(int(line.split()[-1]) for line in run.out.decode().splitlines()), run


def check_perf(s, script):
    name = "perf record --all-cgroups"
    if not shutil.which("perf"):
        s.skip(name, "perf is not installed")
        return
    words = ["-B", "-N", "--all-cgroups", "-F", "999", "-g", "-o", s.path("perf.data")]
    done = subprocess.run(["perf", "record", "-q", *words, "sh", script], capture_output=True,
                          check=False)
    if done.returncode != 0:
        s.skip(name, done.stderr.decode()[:200])
        return
    check_pods(s, name, "perf.data")
    compare(s, name, "perf.data")


def check_own(s, script):
    for name, words in (("flame record", ("-g", "fp")), ("flame record, unwound", ()),
                        ("flame record --wall", ("--wall",))):
        run = s.run("record", "-q", "-F", "999", *words, "-o", "own.data", "sh", script)
        if run.rc != 0 and "perf_event_paranoid" in run.said:
            s.skip(name, run.said)
            continue
        check_pods(s, name, "own.data", "--wall" in words)
        if shutil.which("perf") and "--wall" not in words:
            compare(s, name, "own.data")


def check_sleep(s, groups):
    """A program of the pod works and then sleeps."""
    name = "flame record --off-cpu"
    code = BUSY.format(0.1).replace("\n", "\\n") + "\\ntime.sleep(0.2)"
    script = s.path("sleep.sh", f"echo $$ > {groups.paths['pod']}/cgroup.procs\n"
                    f"exec {sys.executable} -c \"$(printf '{code}')\"\n")
    run = s.run("record", "-q", "--off-cpu", "-F", "999", "-o", "own.data", "sh", script)
    if run.rc != 0:
        s.skip(name, run.said)
        return
    ns, run = kept(s, "own.data", "pod=0a1b2c3d", "--off-cpu")
    s.claim(f"{name}: sleep counts for the group of the thread's samples", ns > 190000000,
            f"{ns} {run.brief()}")


def check(s):
    if not tree():
        s.skip("recordings of groups", "no tree of groups is mounted")
        return
    groups = Groups()
    try:
        groups.make()
    except OSError as error:
        groups.remove()
        s.skip("recordings of groups", str(error))
        return
    try:
        script = s.path("work.sh", groups.script())
        check_own(s, script)
        check_sleep(s, groups)
        check_perf(s, script)
    finally:
        groups.remove()


kit.main(check)
