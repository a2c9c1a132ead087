#!/usr/bin/env python3
"""flame record: the command lines that people write who know perf, or who mistype."""
import fcntl
import os
import pty
import re
import shutil
import struct
import subprocess
import sys
import termios

import kit
from kit import nobody

# What is asked for with -g, and the way of stacks that the recording has (bits of its samples'
# fields: callers, copies of stacks).
CALLERS, COPIES = 1 << 5, 1 << 13
CHAINS = [
    ("-g alone stands for auto before --", ("-e", "cpu-clock", "-g", "--"), CALLERS | COPIES),
    ("-g stands before another option", ("-g", "-e", "cpu-clock"), CALLERS | COPIES),
    ("-g stands before the command", ("-e", "cpu-clock", "-g"), CALLERS | COPIES),
    ("-g has its word behind a blank", ("-e", "cpu-clock", "-g", "fp"), CALLERS),
    ("-g has its word right behind it", ("-e", "cpu-clock", "-gno"), 0),
    ("-g is one of several letters", ("-dge", "page-faults"), CALLERS | COPIES),
    ("the letters behind -g are options", ("-gF99", "-e", "cpu-clock"), CALLERS | COPIES),
    ("the last of several letters has its word", ("-e", "page-faults", "-dgfp"), CALLERS),
    ("-g and --call-graph with a word go together", ("-e", "cpu-clock", "-g", "--call-graph",
                                                     "fp"), CALLERS),
    ("--call-graph alone is auto as well", ("-e", "cpu-clock", "--call-graph"), CALLERS | COPIES),
    ("a command called fp is found behind --", ("-e", "cpu-clock", "-g", "--", "./fp"),
     CALLERS | COPIES),
]
MISTYPED = [
    (("-g", "dwraf", "./server"), "did you mean -g dwarf?"),
    (("-g", "lbrr", "true"), "did you mean -g lbr?"),
    (("-gdwraf", "true"), "did you mean -g dwarf?"),
    (("-g=dwarf", "true"), "did you mean -g dwarf?"),
    (("--call-graph=dwraf", "true"), "wanted auto, fp, lbr, no, or dwarf"),
    (("-aZ",), '-Z: no such option, found in "-aZ"'),
    (("-g", "fp", "-g", "dwarf", "true"), "--call-graph: found twice"),
    (("-g",), "nothing to record"),
    (("-t", "2147483646"), "-t 2147483646: no such thread"),
    (("--all-user", "true"), "--all-user: no such option; wanted --user"),
    (("--sleep", "5", "-a"), "--sleep: no such option; wanted --for, as --for 10s"),
    (("-agz", "true"), "-z: no such option; flame does not compress, leave it out"),
]
# What cannot be started, and what is said of it.
NOT_STARTED = [
    ("./folder", 126, "./folder: cannot be started: is a folder, wanted a program"),
    ("./plain", 126, "./plain: cannot be started: may not be run, chmod +x ./plain makes it a"),
    ("./lost", 127, "./lost: cannot be started: its interpreter is not there: /no/such/shell"),
    ("fp", 127, "fp: cannot be started: no such program in PATH; did you mean ./fp?"),
    ("nosuchprogram", 127, "nosuchprogram: cannot be started: no such program in PATH"),
    ("./none", 127, "./none: cannot be started: no such program"),
]


def fields_of(path):
    """The fields of the samples of a recording's first event."""
    with open(path, "rb") as f:
        data = f.read(4096)
    at = int.from_bytes(data[24:32], "little") + 24
    return int.from_bytes(data[at:at + 8], "little")


def check_chains(s):
    for name in ("fp", "dwraf"):
        s.path(name, "#!/bin/sh\nexit 0\n")
        os.chmod(s.path(name), 0o755)
    for claim, args, wanted in CHAINS:
        program = () if args[-1] == "./fp" else ("true",)
        run = s.run("record", "-q", "--keep-stacks", "-o", "x.data", *args, *program)
        found = fields_of(s.path("x.data")) & (CALLERS | COPIES) if run.rc == 0 else None
        s.claim(claim, found == wanted, (run.brief(), found))
    run = s.run("record", "-q", "-o", "x.data", "-g", "dwraf",
                env={**os.environ, "PATH": s.folder + ":" + os.environ["PATH"]})
    s.claim("a program whose name is near to a word of -g is a program", run.rc == 0, run)


def check_mistyped(s):
    for args, said in MISTYPED:
        run = s.run("record", "-o", "y.data", *args)
        s.claim(f"{' '.join(args)}: {said}", run.rc == 2 and said in run.said
                and not os.path.exists(s.path("y.data")), run)


class Sleeper:
    """A process with a name that no other has, which waits for its input to end."""

    def __init__(self, s, name):
        path = s.path(name)
        if not os.path.exists(path):
            shutil.copy(shutil.which("cat"), path)
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE)
        self.pid = str(self.process.pid)
        kit.wait_until(lambda: os.readlink(f"/proc/{self.pid}/exe") == path)

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def record_name(s, *args):
    return s.run("record", "-e", "cpu-clock", "-o", "name.data", "--for", "1ms", *args)


def check_names(s):
    name = f"aflame{os.getpid()}-a-long-name"  # comm is 15 bytes of it
    sleepers = [Sleeper(s, name) for _ in range(2)]
    other = Sleeper(s, f"bflame{os.getpid()}")
    both = ", ".join(sorted((p.pid for p in sleepers), key=int))
    run = record_name(s, "-p", name)
    s.claim("-p NAME records all processes of that name, and says which", run.rc == 0
            and f"{name}: 2 processes, {both}" in run.said, run)
    run = record_name(s, "-p", f"{other.pid},{name[:15]}")
    s.claim("names and numbers mix, and the kernel's short form of a name will do", run.rc == 0
            and f"{name[:15]}: 2 processes, {both}" in run.said, run)
    run = record_name(s, "-t", other.process.args[0].rsplit("/", 1)[1])
    s.claim("-t NAME records threads of that name", run.rc == 0
            and f": 1 thread, {other.pid}" in run.said, run)
    near = f"bflmae{os.getpid()}"
    run = record_name(s, "-p", near)
    s.claim("a name that none has is told with the nearest", run.rc == 2
            and f"-p {near}: no process of this name runs; did you mean bflame{os.getpid()}?"
            in run.said, run)
    run = record_name(s, "-p", f"{name},2147483646")
    s.claim("of several the number that is gone is told", run.rc == 2
            and "-p 2147483646: no such process" in run.said, run)
    run = record_name(s, "-q", "-p", "kthreadd")
    s.claim("the kernel's threads are no processes of a name", run.rc == 2
            and "no process of this name runs" in run.said, run)
    run = s.run("record", "-q", "-p", f"{name},", "--for", "1ms", "-o", "name.data")
    s.claim("an empty name is refused", run.rc == 2 and "wanted numbers or names" in run.said, run)
    for sleeper in (*sleepers, other):
        sleeper.end()


# Outputs that cannot be, and what is said of them.
NO_OUTPUTS = [
    ("x", "not known what it is by its ending"),
    ("x.foo", "wanted x.data for the recording, or a picture as x.svg"),
    ("none/x.svg", "none/: no such folder"),
    ("folder", "is a folder, wanted a file in it, as folder/x.svg"),
    ("folder/", "is a folder, wanted a file in it, as folder/x.svg"),
]


def check_command(s):
    run = s.run("recrod", "-p", "1")
    s.claim("a mistyped command is told", run.rc == 2
            and "recrod: no such file or command; did you mean flame record?" in run.said, run)


def check_not_started(s):
    os.makedirs(s.path("folder"), exist_ok=True)
    s.path("plain", "#!/bin/sh\n")
    s.path("lost", "#!/no/such/shell -x\n")
    os.chmod(s.path("lost"), 0o755)
    for name, rc, said in NOT_STARTED:
        run = s.run("record", "-q", "-e", "cpu-clock", "-o", "y.data", name)
        s.claim(f"{name}: {said}", run.rc == rc and said in run.said, run)


def check_outputs(s):
    """What would fail once all is recorded is said before anything is started."""
    os.makedirs(s.path("folder"), exist_ok=True)
    alone = shutil.copy(s.flame, s.path("folder/flame"))  # without the programs of the installation
    for output, said in NO_OUTPUTS:
        run = s.run("record", "-o", output, "touch", "started")
        s.claim(f"-o {output} is refused before the recording", run.rc in (2, 3)
                and said in run.said and not os.path.exists(s.path("started")), run)
    run = s.run("record", "-o", "x.png", "touch", "started", program=alone)
    s.claim("-o x.png is refused before the recording by what cannot draw it", run.rc == 2
            and "-o x.png: " in run.said and "flame-cairo" in run.said + "flame-cairo" * s.static
            and not os.path.exists(s.path("started")), run)
    run = s.run("record", "-o", "-", "touch", "started", stdout=None,
                preexec_fn=lambda: os.close(1))
    s.claim("standard output that is closed is told before the recording", run.rc == 3
            and "-o -: standard output is closed" in run.said
            and not os.path.exists(s.path("started")), run)
    os.mkdir(s.path("in-the-way"))
    s.path("in-the-way/profile.svg", "a picture")
    os.mkdir(s.path("in-the-way/profile.svg.old"))
    run = s.run("record", "touch", "started", cwd=s.path("in-the-way"))
    s.claim("a folder in the way of profile.svg.old is told before the recording", run.rc == 2
            and "profile.svg.old: is a folder" in run.said
            and not os.path.exists(s.path("in-the-way/started")), run)
    if os.geteuid() != 0:
        s.skip("a folder of another user", "needs root")
        return
    folder, program = nobody.folder_of(s)
    os.mkdir(s.path("roots"))
    run = s.run("record", "-o", s.path("roots/x.svg"), "touch", "started", program=program,
                cwd=folder, **nobody.WHO)
    s.claim("a folder that this user may not write to is told before the recording", run.rc == 3
            and "roots/x.svg: cannot be written into this folder: Permission denied" in run.said
            and not os.path.exists(os.path.join(folder, "started")), run)


def check_sleep(s):
    """What sleeps has no samples: the command line that shows where is printed."""
    sleeper = Sleeper(s, f"cflame{os.getpid()}")
    args = ("-e", "cpu-clock", "-p", sleeper.pid, "--for", "200ms", "-o", "a b.svg")
    run = s.run("record", *args)
    s.claim("of what slept, the command line that draws where is told", run.rc == 1
            and "what was recorded slept, or waited, for all of the 0." in run.said
            and " record --off-cpu -e "
            f"cpu-clock -p {sleeper.pid} --for 200ms -o 'a b.svg'\n" in run.said
            and ("sudo " in run.said) == (os.geteuid() != 0 or "SUDO_UID" in os.environ), run)
    sleeper.end()
    run = s.run("record", "-e", "cpu-clock", "--off-cpu", "--off-cpu-period", "1s", "-o",
                "awake.svg", sys.executable, "-c", "sum(range(3000000))")
    if " and 0 of sleep" in run.said:
        s.claim("with --off-cpu, what never slept is told so", run.rc == 1
                and "no sleep was sampled, so nothing is drawn" in run.said
                and "perf record" not in run.said, run)
    else:
        s.skip("with --off-cpu, what never slept is told so", "it slept, or nothing samples sleep")
    run = s.run("record", "-e", "cpu-clock", "-D", "10m", "true")
    s.claim("a command that ends before the delay is told so", run.rc == 1
            and "the command ended before the delay (--delay)" in run.said, run)
    run = s.run("record", "-e", "page-faults", "-c", "100000", "true")
    s.claim("an event that did not come is told", run.rc == 1
            and "page-faults did not come often enough" in run.said, run)


def check_processors(s):
    run = s.run("record", "-C", "65535", "-o", "c.data", "true")
    with open("/sys/devices/system/cpu/online", encoding="ascii") as f:
        online = f.read().strip()
    s.claim("a processor that is not there is told with those that are", run.rc == 2 and
            f"-C: processor 65535 is not there or not online, wanted some of {online}" in run.said
            and not os.path.exists(s.path("c.data")), run)


def check_proc(s):
    """In a mount namespace with an empty folder over /proc, as in a chroot."""
    away = "mount -t tmpfs none /proc && exec \"$@\""
    probe = s.run("--mount", "sh", "-c", away, "sh", "true", program="unshare")
    if os.geteuid() != 0 or kit.missing("unshare") or probe.rc != 0 or s.sanitized:
        s.skip("a chroot without /proc", "needs root and unshare, and no sanitizers, which read it")
        return
    for args in ("-a",), ("-p", "1"), ("-p", "nginx"), ("-t", "1"), ("--container", "x"):
        run = s.run("--mount", "sh", "-c", away, "sh", s.flame, "record", "-o", "proc.data",
                    *args, "--for", "1ms", program="unshare")
        s.claim(f"{' '.join(args)} without /proc says what mounts it", run.rc == 3
                and "/proc is not mounted" in run.said and "mount -t proc proc /proc" in run.said
                and run.said.count("\n") == 1, run)
    run = s.run("--mount", "sh", "-c", away, "sh", s.flame, "record", "-e", "cpu-clock", "-o",
                "proc.data", "true", program="unshare")
    s.claim("a command is recorded without /proc, which is said", run.rc == 0
            and "/proc is not mounted" in run.said and "kptr_restrict" not in run.said, run)


def on_terminal(s, columns, *args, **more):
    """What a run shows whose standard error is a terminal of that width."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen([s.flame, "record", "-e", "cpu-clock", *args], stderr=slave,
                               stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, cwd=s.folder,
                               env={**os.environ, "TERM": "xterm"}, **more)
    os.close(slave)
    shown = b""
    while True:
        try:
            more = os.read(master, 65536)
        except OSError:
            break
        if not more:
            break
        shown += more
    os.close(master)
    return process.wait(), shown.decode("utf-8", "backslashreplace")


def check_progress(s):
    """The line that is shown while it records."""
    sleeper = Sleeper(s, f"dflame{os.getpid()}")
    for columns in (40, 100):
        rc, shown = on_terminal(s, columns, "-p", sleeper.pid, "--for", "0.5s", "-o", "p.data")
        *lines, rest = shown.split("\r\x1b[K")
        s.claim(f"a terminal of {columns} columns shows seconds, samples and what was lost, each "
                "line over the one before", rc == 0 and len(lines) > 1
                and all(re.match(r"recording: \d+\.\d s, \d+ samples?, \d+ lost", line)
                        for line in lines[1:]) and "recording: " not in rest, repr(shown))
        s.claim(f"none is longer than {columns - 1} cells",
                all(len(line) < columns for line in lines[1:]), repr(shown))
    for what, args in (("-q", ("-q", "-p", sleeper.pid)), ("a command", ())):
        rc, shown = on_terminal(s, 80, *args, "--for", "0.5s", "-o", "p.data",
                                *(() if args else ("sh", "-c", "sleep 0.4")))
        s.claim(f"with {what} there is no such line", rc == 0 and "recording: " not in shown,
                repr(shown))
    sleeper.end()


def check_called(s):
    """Of a recording that is for a picture alone, messages say the picture's name."""
    run = s.run("record", "-q", "-e", "cpu-clock", "-o", "named.svg", "true",
                preexec_fn=kit.limit("RLIMIT_FSIZE", 100))
    s.claim("a recording that cannot be written is called as the picture that it is for",
            run.rc == 3 and "named.svg: cannot be written: File too large" in run.said
            and ".data" not in run.said, run)
    run = s.run("record", "-e", "cpu-clock", "-g", "no", "-F", "5000", "-o", "named.svg",
                sys.executable, "-c", "for i in range(300000): hash(str(i))")
    s.claim("nor does what is said of its samples name another file", run.rc == 0
            and ".data" not in run.said and "/proc/self" not in run.said, run)


def check_old(s):
    """A picture that nobody named is kept as .old; links and folders are not followed."""
    os.mkdir(s.path("old"))
    where = {"cwd": s.path("old")}
    busy = ("-q", "-e", "cpu-clock", sys.executable, "-c", "sum(range(5000000))")
    victim = s.path("victim", "untouched")
    s.path("old/profile.svg", "the first")
    os.symlink(victim, s.path("old/profile.svg.old"))

    def text(name):
        with open(s.path(name), encoding="utf-8") as f:
            return f.read()

    run = s.run("record", *busy, **where)
    s.claim("profile.svg that is there becomes profile.svg.old, in place of a link of that name",
            run.rc == 0 and text("old/profile.svg.old") == "the first"
            and not os.path.islink(s.path("old/profile.svg.old")) and "<svg" in
            text("old/profile.svg") and text("victim") == "untouched", run)
    os.unlink(s.path("old/profile.svg"))
    os.symlink(victim, s.path("old/profile.svg"))
    run = s.run("record", *busy, **where)
    s.claim("a link of that name is replaced, and what it leads to stays", run.rc == 0
            and "<svg" in text("old/profile.svg") and not os.path.islink(s.path("old/profile.svg"))
            and text("old/profile.svg.old") == "the first" and text("victim") == "untouched", run)
    s.path("old/profile.svg", "the second")
    run = s.run("record", "-q", "-e", "cpu-clock", "-c", "1000000000000", "true", **where)
    s.claim("where nothing is drawn, it stays", run.rc == 1
            and text("old/profile.svg") == "the second", run)


def check(s):
    check_mistyped(s)
    check_command(s)
    check_outputs(s)
    if not kit.may_record(s, "recordings are made"):
        return
    for check_one in s.half((check_chains, check_not_started, check_names, check_sleep,
                             check_processors, check_proc, check_progress, check_called,
                             check_old)):
        check_one(s)


kit.main(check)
