#!/usr/bin/env python3
"""flame record: nothing is left behind that was not asked for, whatever ends it."""
import os
import signal
import subprocess
import sys

import kit

BUSY = "import itertools\nfor i in itertools.count(): i * i"
BUSY_FOR = ("import time\nend = time.process_time() + %g\n"
            "while time.process_time() < end: sum(range(500))")


def nameless_size(pid):
    """Bytes in a file without a name that the process has open."""
    folder = f"/proc/{pid}/fd"
    size = 0
    try:
        for fd in os.listdir(folder):
            if os.readlink(os.path.join(folder, fd)).endswith(" (deleted)"):
                size = max(size, os.stat(os.path.join(folder, fd)).st_size)
    except FileNotFoundError:
        pass  # closed, or the process has ended
    return size


def check_killed(s):
    folder = s.path("killed")
    os.mkdir(folder)
    with kit.killed(subprocess.Popen([sys.executable, "-c", BUSY])) as busy:
        for kind in (signal.SIGHUP, signal.SIGALRM, signal.SIGXCPU, signal.SIGKILL):
            with subprocess.Popen(
                    [s.flame, "record", "-q", "-e", "cpu-clock", "-g", "fp", "-F", "2000", "-o",
                     "x.svg", "-p", str(busy.pid)], cwd=folder,
                    stdin=subprocess.DEVNULL) as recorder:
                begun = kit.wait_until(lambda: nameless_size(recorder.pid) > 10000)
                recorder.send_signal(kind)
                rc = recorder.wait(kit.LIMIT_S)
            s.claim(f"{kind.name} during a recording for a picture alone leaves nothing",
                    begun and rc == -kind and os.listdir(folder) == [],
                    (begun, rc, os.listdir(folder)))


def check_kept(s):
    folder = s.path("kept")
    os.mkdir(folder)
    for name in ("x.svg.data", "x.svg.2.data"):
        os.mkdir(os.path.join(folder, "gone"))
        run = s.run("record", "-q", "-e", "cpu-clock", "-o", "x.svg", "-o", "gone/y.folded",
                    sys.executable, "-c", "import os\nos.rmdir('gone')\n" + BUSY_FOR % 0.2,
                    cwd=folder)
        drawn = s.run(name, "-f", "folded", cwd=folder)
        s.claim(f"a recording for pictures that cannot be drawn is kept as {name}", run.rc == 3
                and f"the recording is kept: {name}" in run.said and drawn.rc == 0 and drawn.out
                and os.stat(os.path.join(folder, name)).st_mode & 0o777 == 0o600, run)
    s.claim("and nothing beside it, but what could be drawn", set(os.listdir(folder)) - {"x.svg"}
            == {"x.svg.data", "x.svg.2.data"}, os.listdir(folder))


def check_elsewhere(s):
    folder = s.path("elsewhere")
    os.mkdir(folder)
    env = dict(os.environ, TMPDIR=folder)
    run = s.run("record", "-q", "-e", "cpu-clock", "-o", "-", sys.executable, "-c",
                BUSY_FOR % 0.2, env=env, cwd="/proc/self")
    s.claim("a picture for standard output needs no folder that may be written to",
            run.rc == 0 and b"<svg" in run.out[:400] and os.listdir(folder) == [], run)
    run = s.run("record", "-q", "-o", "none/x.svg", "touch", "ran", cwd=folder)
    s.claim("a picture in a folder that is not there is refused before anything runs, by its name",
            run.rc == 3 and "none/x.svg: cannot be written" in run.said
            and os.listdir(folder) == [], run)


def check_unwound(s):
    folder = s.path("unwound")
    os.mkdir(folder)
    run = s.run("record", "-q", "-e", "cpu-clock", "-g", "dwarf", "-o", "x.data", "-o", "x.svg",
                sys.executable, "-c", BUSY_FOR % 0.2, cwd=folder)
    s.claim("where copies of stacks are unwound, the recording alone is left", run.rc == 0
            and sorted(os.listdir(folder)) == ["x.data", "x.svg"]
            and os.stat(os.path.join(folder, "x.data")).st_mode & 0o777 == 0o600, run)


def check(s):
    if not kit.may_record(s, "recordings are made"):
        return
    check_killed(s)
    check_kept(s)
    check_elsewhere(s)
    check_unwound(s)


kit.main(check)
