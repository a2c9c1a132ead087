#!/usr/bin/env python3
"""flame record: what it refuses, what it does to the program it records, and that what it writes
is whole. Recordings of perf itself are compared where perf is there.
"""
import os
import re
import signal
import subprocess
import sys

import kit
from kit import nobody, refused

BUSY = "import itertools\nfor i in itertools.count(): i * i"
# Ends by itself, so that nothing is left if the test is.
BUSY_FOR = ("import time\nend = time.process_time() + %g\n"
            "while time.process_time() < end: sum(range(500))")
# The first thread ends, another goes on.
HEADLESS = ("import ctypes, threading\n"
            "def busy():\n while True: sum(range(500))\n"
            "threading.Thread(target=busy).start()\n"
            "ctypes.PyDLL(None).PyThread_exit_thread()")

REFUSED = [
    ((), "nothing to record, wanted a command"),
    (("-a", "-p", "1"), "-a: cannot be combined with -p or -t"),
    (("-a", "--cgroup", "x"), "-a: cannot be combined with --cgroup"),
    (("--user", "--kernel", "true"), "--user: cannot be combined with --kernel"),
    (("-F", "9", "-c", "9", "true"), "-F: cannot be combined with -c"),
    (("-F", "0", "true"), "wanted a number of samples a second"),
    (("-c", "x", "true"), "wanted a number of events"),
    (("-g", "lbr,16", "true"), "wanted auto, fp, lbr, no, or dwarf"),
    (("-g", "dwarf,0", "true"), "wanted auto, fp, lbr, no, or dwarf"),
    (("-g", "dwarf,65529", "true"), "wanted auto, fp, lbr, no, or dwarf"),
    (("--for", "0s", "true"), "wanted a time above 0"),
    (("--for", "1 fortnight", "true"), "wanted a time above 0"),
    (("--for", "99999999999999999999h", "true"), "wanted a time above 0"),
    (("-p", "12,", "-o", "x.data"), "wanted numbers or names of processes"),
    (("-p", "0"), "wanted numbers or names of processes"),
    (("-e", "cycels", "true"), 'did you mean "cycles"?'),
    (("--frq", "9", "true"), "did you mean --freq?"),
    (("-o", "a.data", "-o", "b.data", "true"), "b.data: a second recording"),
    (("--cgroup", "no/such/group"), "--cgroup no/such/group: no such group"),
    (("-C", "3-1", "true"), "wanted processors, as 0-3,5"),
    (("-p", "2147483646"), "-p 2147483646: no such process"),
]


def said_samples(run):
    return int(re.search(r"(\d+) samples? of cpu-clock", run.said).group(1))


def counted(s, path, *args):
    """(stacks as folded text, sum of the samples) of a recording."""
    run = s.run(path, "-f", "folded", "--weight", "samples", *args)
    return run.out.decode(), sum(int(line.rsplit(b" ", 1)[1]) for line in run.out.splitlines())


def check_command(s):
    run = s.run("record", "-e", "cpu-clock", "-o", "a.data", sys.executable, "-c", BUSY_FOR % 0.5)
    text, n = counted(s, "a.data")
    s.claim("a command is recorded, and every sample that was counted is read",
            run.rc == 0 and n == said_samples(run) > 10 and "python" in text, run)
    told = s.run("a.data", "-f", "folded", "--summary")
    s.claim("who recorded it is told", re.search(r"recorded by flame \d[\d.]* on Linux", told.said),
            told)
    mode = os.stat(s.path("a.data")).st_mode & 0o777
    s.claim("only the user may read a recording", mode == 0o600, oct(mode))
    run = s.run("record", "-q", "-e", "cpu-clock", "-o", "b.data", "sh", "-c",
                'test "$0" = -g && exit 7', "-g")
    s.claim("options behind the command are its own, and so is the exit status",
            run.rc == 7 and not run.said, run)
    run = s.run("record", "-q", "-e", "cpu-clock", "-o", "b.data", "sh", "-c", "kill -9 $$")
    s.claim("a command that a signal ended is told as shells tell it", run.rc == 128 + 9, run)
    s.claim("a recording that is there becomes .old", os.path.exists(s.path("b.data.old")))
    for name, rc in (("./nosuch", 127), (s.path("a.data"), 126)):
        before = open(s.path("b.data"), "rb").read()
        run = s.run("record", "-o", "b.data", name)
        s.claim(f"{os.path.basename(name)} cannot be started: {rc}, and what was there stays",
                run.rc == rc and "cannot be started" in run.said
                and open(s.path("b.data"), "rb").read() == before, run)
    run = s.run("record", "-q", "-e", "cpu-clock", "-g", "dwarf", "-o", "d.data", sys.executable,
                "-c", BUSY_FOR % 0.3)
    _, n = counted(s, "d.data")
    title = re.search(r"<title>([^<]*)</title>", s.run("d.data", "--no-script").out.decode())
    s.claim("the title is the recorded command, not the recorder's", title
            and "python" in title.group(1) and "flame" not in title.group(1), title)
    s.claim("samples that take stacks along are read", run.rc == 0 and n > 10, run)


def check_nothing(s):
    run = s.run("record", "-q", "-e", "major-faults", "-c", "1000000", "-o", "n.data", "true")
    s.claim("a recording without samples is one", run.rc == 0 and not run.said, run)
    run = s.run("record", "-q", "-e", "major-faults", "-c", "1000000", "-o", "n.svg", "true")
    s.claim("without samples nothing is drawn or left, and why is said", run.rc == 1
            and "no samples were taken" in run.said and not os.path.exists(s.path("n.svg"))
            and not os.path.exists(s.path("n.svg.data")), run)


def check_pictures(s):
    os.mkdir(s.path("p"))
    where = {"cwd": s.path("p")}
    run = s.run("record", "-e", "cpu-clock", sys.executable, "-c", BUSY_FOR % 0.3, **where)
    s.claim("without -o there are perf.data and profile.svg, and both are named",
            run.rc == 0 and sorted(os.listdir(s.path("p"))) == ["perf.data", "profile.svg"]
            and "perf.data, profile.svg" in run.said, run)
    run = s.run("record", "-q", "-e", "cpu-clock", "-o", "x.svg", "-o", "y.folded",
                sys.executable, "-c", BUSY_FOR % 0.3, **where)
    s.claim("of pictures alone no recording is left",
            run.rc == 0 and {"x.svg", "y.folded"} < set(os.listdir(s.path("p")))
            and "x.svg.data" not in os.listdir(s.path("p")), run)
    with open(s.path("p/x.svg"), encoding="utf-8") as f:
        s.claim("nor is it named", "x.svg.data" not in f.read())
    run = s.run("record", "-e", "cpu-clock", "-o", "z.data", "-o", "z.svg", "-o", "z.folded", "-o",
                "z.pb.gz", sys.executable, "-c", BUSY_FOR % 0.3, **where)
    drawn = s.run("--quiet", "z.data", "-f", "folded", **where)
    with open(s.path("p/z.folded"), "rb") as f:
        folded = f.read()
    said = folded[:folded.find(b"\n") + 1] + drawn.out
    unlike = set(folded.splitlines()) ^ set(said.splitlines())
    s.claim("pictures of one recording are those that flame draws of it",
            run.rc == 0 and drawn.out and folded == said and folded.startswith(b"# flame: unit=ns")
            and {"z.svg", "z.pb.gz"} < set(os.listdir(s.path("p"))), (unlike, run.brief()))
    for outputs in ["z.docx"], ["y.svg", "y.docx"], ["y.svg", "./y.svg"]:
        before = sorted(os.listdir(s.path("p")))
        run = s.run("record", *[word for name in outputs for word in ("-o", name)], "touch", "ran",
                    **where)
        s.claim(f"{' '.join(outputs)}: refused before anything is recorded",
                run.rc == 2 and run.said.count("\n") == 1
                and sorted(os.listdir(s.path("p"))) == before, run)
    os.mkdir(s.path("p/none"))
    run = s.run("record", "-q", "-e", "cpu-clock", "-o", "none/k.svg", "-o", "k.folded", "-o",
                "k.data", sys.executable, "-c", BUSY_FOR % 0.1 + "\nimport os; os.rmdir('none')",
                **where)
    s.claim("where a picture cannot be written, the recording is kept",
            run.rc == 3 and "none/k.svg: cannot be written" in run.said
            and "the recording is kept: k.data" in run.said
            and "k.data" in os.listdir(s.path("p")), run)
    with open(s.path("p/x.svg"), encoding="utf-8") as f:
        s.claim("the picture is one", "<svg" in f.read(400))


class Busy:
    """A busy process, and a recorder of it that has written samples: some dozens, as they take no
    stacks along."""

    def __init__(self, s, *args):
        self.busy = subprocess.Popen([sys.executable, "-c", BUSY])
        self.path = s.path("busy.data")
        for path in (self.path, self.path + ".old"):
            if os.path.exists(path):
                os.unlink(path)
        self.recorder = subprocess.Popen(
            [s.flame, "record", "-q", "-e", "cpu-clock", "-g", "fp", "-o", self.path, "-p",
             str(self.busy.pid), *args], stdin=subprocess.DEVNULL)
        self.begun = kit.wait_until(lambda: self.grown() or self.recorder.poll() is not None, 60)

    def grown(self):
        return os.path.exists(self.path) and os.stat(self.path).st_size > 20000

    def end(self):
        alive = self.busy.poll() is None
        for process in (self.busy, self.recorder):
            if process.poll() is None:
                process.kill()
            process.wait()
        return alive


def check_process(s):
    for kind in (signal.SIGINT, signal.SIGTERM):
        b = Busy(s)
        b.recorder.send_signal(kind)
        rc = b.recorder.wait(kit.LIMIT_S)
        alive = b.end()
        text, n = counted(s, b.path)
        s.claim(f"{kind.name} ends a recording, which is whole, and the process goes on",
                b.begun and rc == 0 and alive and n > 10 and "python" in text, (rc, alive, n))
    b = Busy(s)
    b.busy.kill()
    rc = b.recorder.wait(kit.LIMIT_S)
    s.claim("the end of the process ends its recording", rc == 0, rc)
    b.end()
    b = Busy(s)
    b.recorder.kill()
    b.recorder.wait()
    alive = b.end()
    run = s.run(b.path, "-f", "folded")
    s.claim("a recorder that is killed leaves the process alone, and what can be read and is said "
            "to be unfinished", alive and run.rc == 0 and run.out and "not finished" in run.said,
            run)
    b = Busy(s, "--for", "300ms")
    rc = b.recorder.wait(kit.LIMIT_S)
    s.claim("--for ends the recording and not the process", rc == 0 and b.end(), rc)


def check_headless(s):
    process = subprocess.Popen([sys.executable, "-c", HEADLESS])
    headless = kit.wait_until(lambda: kit.state_of(process.pid) == "Z")
    run = s.run("record", "-e", "cpu-clock", "-o", "h.data", "-p", str(process.pid), "--for", "1s")
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    took = re.search(r" in ([0-9.]+) s", run.said)
    s.claim("a process whose first thread has ended is recorded as long as others run", headless
            and run.rc == 0 and took and float(took.group(1)) >= 1, run)


# A second thread is busy.
SECOND = ("import threading, time\n"
          "def busy():\n while True: sum(range(500))\n"
          "t = threading.Thread(target=busy, daemon=True)\nt.start()\n"
          "print(t.native_id, flush=True)\ntime.sleep(100)")


def check_thread(s):
    with subprocess.Popen([sys.executable, "-c", SECOND], stdout=subprocess.PIPE) as process:
        tid = process.stdout.readline().decode().strip()
        run = kit.record_until(
            lambda run: " 0 samples" not in run.said,
            lambda: s.run("record", "-e", "cpu-clock", "-g", "no", "-o", "t.data", "-t", tid,
                          "--for", "0.5s"))
        process.kill()
    told = s.run("t.data", "-f", "folded", "--summary")
    text = told.out.decode()
    s.claim("of a thread that is not the first of its process, functions have names", run.rc == 0
            and int(tid) != process.pid and re.search(r"sum|long|Py|range", text, re.IGNORECASE),
            told)


# Two children take processor time, one of which is there before the recording.
CHILDREN = """
import os, sys, time
def busy(name, seconds):
    if os.fork() == 0:
        with open("/proc/self/comm", "w") as f:
            f.write(name)
        end = time.process_time() + seconds
        while time.process_time() < end:
            pass
        os._exit(0)
busy("before", 100)
print(flush=True)
sys.stdin.readline()
busy("later", 0.5)
os.wait()
"""


def check_children(s):
    with subprocess.Popen([sys.executable, "-c", CHILDREN], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, start_new_session=True) as process:
        process.stdout.readline()
        with subprocess.Popen([s.flame, "record", "-q", "-e", "cpu-clock", "-g", "no", "-o",
                               s.path("ch.data"), "-p", str(process.pid)]) as recorder:
            kit.wait_until(lambda: os.path.exists(s.path("ch.data"))
                           and os.path.getsize(s.path("ch.data")) > 1000)
            process.stdin.write(b"\n")
            process.stdin.flush()
            recorder.wait()
        os.killpg(process.pid, signal.SIGKILL)
    text, _ = counted(s, "ch.data", "--root-by", "comm")
    s.claim("of a process that runs, children are recorded that it starts from then on",
            "later" in text and "before" not in text, text)


def check_command_that_goes_on(s):
    path = s.path("pid")
    tell = f"import os\nopen({path!r}, 'w').write(str(os.getpid()))\n"
    with open(s.path("said"), "wb") as said:  # a pipe would stay open as long as the command runs
        run = s.run("record", "-e", "cpu-clock", "-o", "c.data", "--for", "1s", sys.executable,
                    "-c", tell + BUSY_FOR % 100, stdout=said, stderr=said)
    with open(s.path("said"), "rb") as said:
        run.err = said.read()
    kit.wait_until(lambda: os.path.exists(path) and os.path.getsize(path))
    with open(path, encoding="ascii") as f:
        pid = int(f.read())
    alive = os.path.exists(f"/proc/{pid}")
    os.kill(pid, signal.SIGKILL)
    s.claim("--for leaves the command running, and says so", run.rc == 0 and alive
            and "goes on" in run.said, run)


def check_user(s):
    with open("/proc/sys/kernel/perf_event_paranoid", encoding="ascii") as f:
        level = int(f.read())
    if os.geteuid() != 0 or level != 2:
        s.skip("what other users may record", "needs root and kernel.perf_event_paranoid 2")
        return
    folder, program = nobody.folder_of(s)

    def run(*args):
        return s.run("record", *args, program=program, cwd=folder, **nobody.WHO)

    own = run("-o", "u.data", "-e", "cpu-clock", "sh", "-c",
              "i=0; while test $i -lt 100000; do i=$((i+1)); done")
    s.claim("a user records programs of their own, and is told that the kernel is missing",
            own.rc == 0 and "the kernel's part is missing" in own.said, own)
    for args, said in ((("-a",), "forbids recording the whole system"),
                       (("-p", "1"), "process 1 belongs to another user"),
                       (("--kernel", "true"), "hides the kernel from users")):
        refused = run(*args)
        s.claim(f"{args[0]} is refused with what mends it", refused.rc == 3
                and said in refused.said and "run as root" in refused.said, refused)
    s.claim("what is refused leaves no file of a user",
            sorted(os.listdir(folder)) == ["flame", "u.data"], os.listdir(folder))


def check_sudo(s):
    if os.geteuid() != 0:
        s.skip("outputs under sudo", "needs root")
        return
    env = dict(os.environ, SUDO_UID=str(nobody.NOBODY), SUDO_GID=str(nobody.NOBODY))
    run = s.run("record", "-q", "-e", "cpu-clock", "-o", "sudo.data", "-o", "sudo.svg",
                "sh", "-c", "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done", env=env)
    owners = [os.stat(s.path(name)).st_uid for name in ("sudo.data", "sudo.svg")]
    s.claim("under sudo outputs belong to the user who called it", run.rc == 0
            and owners == [nobody.NOBODY, nobody.NOBODY], (run.brief(), owners))


TOUCH = """import mmap
m = mmap.mmap(-1, 4096 * 6000)
m.madvise(mmap.MADV_NOHUGEPAGE)
for page in range(6000): m[page * 4096] = 1"""


def check_period(s):
    for every in (1, 10):
        run = s.run("record", "-e", "page-faults", "-c", str(every), "-g", "fp", "-o", "every.data",
                    sys.executable, "-c", TOUCH)
        said = re.search(r"(\d+) samples? of page-faults", run.said)
        taken = int(said.group(1)) if said else 0
        run = s.run("every.data", "--quiet", "-f", "folded")
        faults = sum(int(line.rsplit(b" ", 1)[1]) for line in run.out.splitlines())
        s.claim(f"-c {every}: {every} page faults a sample", taken >= 6000 // every
                and abs(faults - taken * every) < 0.02 * faults, (taken, faults, run.brief()))


def check_perf(s):
    if kit.missing("perf"):
        s.skip("perf reads what is recorded", "perf is not installed")
        return
    s.run("record", "-q", "-e", "cpu-clock,page-faults", "-o", "perf.data", sys.executable, "-c",
          BUSY_FOR % 0.5)
    run = s.run("script", "-i", "perf.data", "-F", "event,comm", program="perf")
    _, n = counted(s, "perf.data", "--event", "cpu-clock")
    clock = run.out.count(b"cpu-clock")
    s.claim("perf script prints as many samples of each event as flame reads",
            run.rc == 0 and clock == n > 10 and run.out.count(b"page-faults") > 0, (run.brief(), n))
    head = s.run("report", "-i", "perf.data", "--header-only", program="perf")
    s.claim("perf knows the host, the command and the version", all(
        word in head.out for word in (b"hostname : ", b"cmdline : ", b"flame ", b"nrcpus online")),
        head)


def check(s):
    refused.check(s, REFUSED)
    if not kit.may_record(s, "recordings are made"):
        return
    for check_one in s.half((check_command, check_nothing, check_pictures, check_process,
                             check_headless, check_thread, check_children, check_user,
                             check_command_that_goes_on, check_sudo, check_period, check_perf)):
        check_one(s)


kit.main(check)
