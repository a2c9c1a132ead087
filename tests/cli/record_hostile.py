#!/usr/bin/env python3
"""Processes that mean harm are recorded by root: nothing of root gets into the recording, no device
is opened, and nothing holds the recorder. Skipped where this is not root, or where users may not
make namespaces.
"""
import os
import platform
import re
import signal
import subprocess
import sys

import kit
from kit import nobody

SECRET = "c0ffee 10 only_root_may_read_this"
RECORD = ("record", "-e", "cpu-clock", "-g", "no", "-o", "x.data", "--for", "300ms", "-p")
# Says that it is ready, and is busy until it is killed.
SPIN = 'print("ready", flush=True)\nwhile True: pass\n'
BEGIN = "import ctypes, mmap, os, signal, socket, struct, subprocess, sys, time\n"

BOUND = BEGIN + """
path = "/tmp/perf-%d.map" % os.getpid()
open(path, "w").close()
subprocess.check_call(["mount", "--bind", sys.argv[1], path])
""" + SPIN

DEVICE = BEGIN + """
os.mkdir("/tmp/lib")
open("/tmp/lib/lib.so", "wb").write(b"\\x7fELF" + bytes(8192))
f = open("/tmp/lib/lib.so", "r+b")
m = mmap.mmap(f.fileno(), 4096, prot=mmap.PROT_READ | mmap.PROT_EXEC, flags=mmap.MAP_PRIVATE)
subprocess.check_call(["mount", "--bind", "/dev/zero", "/tmp/lib/lib.so"])
""" + SPIN

# Its numbers are those that its namespace was given.
ROOTLESS = BEGIN + """
if ctypes.CDLL(None).unshare(0x10020000) != 0:  # CLONE_NEWUSER | CLONE_NEWNS
    sys.exit("unshare")
print("mapped?", flush=True)
sys.stdin.readline()
os.setgroups([])
os.setgid(5)
os.setuid(5)
path = "/tmp/perf-%d.map" % os.getpid()
with open(path, "w") as f:
    f.write("c0ffee 10 of_a_container_without_root\\n")
os.chmod(path, 0o600)
""" + SPIN

# PR_SET_MM_MAP: the command line is 40 GB of nothing.
LONG = BEGIN + """
libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t] + [ctypes.c_int] * 3 + [ctypes.c_long]
size = 40 << 30
at = libc.mmap(None, size, mmap.PROT_READ, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000, -1, 0)
with open("/proc/self/stat") as f:
    words = [0, 0, 0] + f.read().rsplit(") ", 1)[1].split()
value = lambda field: int(words[field])
libc.sbrk.restype = ctypes.c_void_p
told = struct.pack("<11QQIi", value(26), value(27), value(45), value(46), value(47),
                   libc.sbrk(0), value(28), at, at + size, at, at + size, 0, 0, -1)
if libc.prctl(35, 14, ctypes.c_char_p(told), len(told), 0) != 0:
    sys.exit("PR_SET_MM_MAP: " + os.strerror(ctypes.get_errno()))
""" + SPIN

# A Java machine by its looks, which answers a byte at a time.
SLOW = BEGIN + """
signal.signal(signal.SIGQUIT, lambda *_: None)
signal.signal(signal.SIGPIPE, signal.SIG_IGN)
with open(sys.argv[1] + "/libjvm.so", "w+b") as f:
    f.write(bytes(4096))
    f.flush()
    m = mmap.mmap(f.fileno(), 4096, prot=mmap.PROT_READ | mmap.PROT_EXEC, flags=mmap.MAP_PRIVATE)
listens = socket.socket(socket.AF_UNIX)
listens.bind("/tmp/.java_pid%d" % os.getpid())
listens.listen()
if os.fork():
    print("ready", flush=True)
    while True:
        pass
listens.settimeout(120)
asked, _ = listens.accept()
print("asked", flush=True)
while True:
    try:
        asked.send(b"0")
    except OSError:
        sys.exit()
    time.sleep(0.1)
"""

# Kills every process of its user that may be a helper of its own recorder.
KILLER = BEGIN + """
path = "/tmp/perf-%d.map" % os.getpid()
open(path, "w").write("c0ffee 10 a_name\\n")
print("ready", flush=True)
while True:
    for name in os.listdir("/proc"):
        try:
            with open("/proc/%s/cmdline" % name, "rb") as f:
                words = f.read(1 << 16).split(b"\\0")
            if b"record" in words and b"%d" % os.getpid() in words:
                os.kill(int(name), signal.SIGKILL)
        except (OSError, ValueError):
            pass
"""
APART = ("unshare", "--user", "--map-root-user", "--mount", "sh", "-c",
         'mount -t tmpfs none /tmp && exec "$@"', "sh")


def python():
    """One that a user without rights may run, too; root's own may lie where he cannot look."""
    for path in (sys.executable, "/usr/bin/python3"):
        try:
            if subprocess.run([path, "-c", ""], check=False, **nobody.WHO).returncode == 0:
                return path
        except OSError:
            pass
    return None


class Hostile:
    """A process of a user without rights, which has said that it is ready."""

    def __init__(self, code, *args, before=(), line=b"ready\n"):
        self.process = subprocess.Popen(
            [*before, python(), "-c", code, *args], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, **nobody.WHO)
        self.is_ready = self.process.stdout.readline() == line
        self.pid = str(self.process.pid)

    def end(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


def recorded(s):
    with open(s.path("x.data"), "rb") as f:
        return f.read()


def check_bound(s):
    secret = s.path("secret", SECRET)
    os.chmod(secret, 0o600)
    os.chmod(s.folder, 0o755)
    hostile = Hostile(BOUND, secret, before=APART[:4])
    run = s.run(*RECORD, hostile.pid)
    hostile.end()
    os.unlink(f"/tmp/perf-{hostile.pid}.map")
    s.claim("what only root may read is not in a recording, however it is named", hostile.is_ready
            and run.rc == 0 and SECRET.encode() not in recorded(s)
            and "1 perf map or jitdump was not taken along" in run.said, run)


def check_device(s):
    if kit.missing("strace"):
        s.skip("a device behind a name is not opened", "strace is not installed")
        return
    hostile = Hostile(DEVICE, before=APART)
    trace = s.path("trace")
    run = s.run(*RECORD, hostile.pid, env=dict(os.environ, ASAN_OPTIONS="detect_leaks=0"),
                before=("strace", "-f", "-y", "-e", "trace=open,openat,openat2", "-o", trace))
    hostile.end()
    with open(trace, encoding="utf-8", errors="replace") as f:
        lines = [line for line in f if re.search(r"/tmp/lib/lib\.so|<(/dev/zero|/tmp/lib)", line)]
    s.claim("a device behind a mapped name is looked at, and not opened",
            hostile.is_ready and run.rc == 0 and lines and all("O_PATH" in line for line in lines),
            (run.brief(), lines))


def check_rootless(s):
    """The namespace has 65,536 ids from 100,000 on, as /etc/subuid would give them."""
    hostile = Hostile(ROOTLESS, line=b"mapped?\n")
    for name in ("uid_map", "gid_map"):
        with open(f"/proc/{hostile.pid}/{name}", "w", encoding="ascii") as f:
            f.write("0 100000 65536\n")
    hostile.process.stdin.write(b"\n")
    hostile.process.stdin.flush()
    ready = hostile.process.stdout.readline() == b"ready\n"
    path = f"/tmp/perf-{hostile.pid}.map"
    owner = os.stat(path).st_uid if ready else None
    run = s.run(*RECORD, hostile.pid)
    hostile.end()
    if ready:
        os.unlink(path)
    s.claim("a map is taken of a user whose number is one of a range given to another",
            owner == 100005 and run.rc == 0 and b"of_a_container_without_root" in recorded(s),
            (owner, run.brief()))


def check_long(s):
    hostile = Hostile(LONG)
    if not hostile.is_ready:
        s.skip("a command line of 40 GB", "the process could not make it")
    else:
        limit = () if s.sanitized else ("prlimit", "--as=4000000000")
        run = s.run(*RECORD, hostile.pid, before=limit)
        s.claim("a command line of 40 GB is not read whole", run.rc == 0 and run.out == b"", run)
    hostile.end()


def check_slow(s):
    """The signal is sent once the machine was asked, which it is when the recording has ended."""
    folder = s.path("java")
    os.mkdir(folder)
    os.chmod(folder, 0o777)
    hostile = Hostile(SLOW, folder)
    with subprocess.Popen([s.flame, *RECORD, hostile.pid], cwd=s.folder, stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as flame:
        asked = hostile.process.stdout.readline() == b"asked\n"
        flame.send_signal(signal.SIGINT)
        said = flame.stderr.read().decode()
    subprocess.run(["pkill", "-9", "-P", hostile.pid], check=False)
    hostile.end()
    os.unlink(f"/tmp/.java_pid{hostile.pid}")
    drawn = s.run("x.data", "-f", "folded")
    s.claim("a signal while names are taken ends that, and keeps the recording", asked
            and flame.returncode == 0 and "a signal came when the recording had ended" in said
            and drawn.rc == 0 and drawn.out, (flame.returncode, said, drawn.brief()))


def check_killed(s):
    hostile = Hostile(KILLER)
    run = s.run(*RECORD, hostile.pid)
    hostile.end()
    os.unlink(f"/tmp/perf-{hostile.pid}.map")
    s.claim("a helper that is killed costs its names, which is said", run.rc == 0
            and "1 of a process whose files did not open in time" in run.said
            and b"a_name" not in recorded(s), run)


def check(s):
    if os.geteuid() != 0:
        s.skip("hostile processes are recorded by root", "this is not root")
        return
    if not python():
        s.skip("hostile processes are recorded", "no python3 that users may run")
        return
    if not kit.may_record(s, "hostile processes are recorded"):
        return
    apart = subprocess.run([*APART, "true"], check=False, stderr=subprocess.PIPE, **nobody.WHO)
    if kit.missing("unshare") or apart.returncode != 0:
        s.skip("processes of a user's own namespaces are recorded",
               "users may not make namespaces here: " + apart.stderr.decode().strip())
    else:
        check_bound(s)
        check_device(s)
        check_rootless(s)
    if platform.machine() == "x86_64":
        check_long(s)
    check_slow(s)
    check_killed(s)


kit.main(check)
