"""What the scripts of tests/cli share: running the program, saying claims, a folder to work in.

A script is given the program as its first argument. It prints a line for each claim, "ok" or "FAIL"
in front, and exits with 1 when one failed, with 77 when it could check nothing at all.

With sanitizers each run takes six times as long. What is one claim about hundreds of cases takes a
part of them there, and all in the release build: part() and slow say which. To look for leaks at
its end is half of such a run, and done in every third; golden cases and units look in each.
"""
import contextlib
import itertools
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback

SKIPPED = 77
LIMIT_S = 300  # for what hangs; a slow machine stays far below it
PROCESSOR_S = 600  # of each process that a script starts
LEAKS_EACH = 3  # runs
TEMPORARY = r"\.\d{6}$"  # names of unfinished outputs
ROOT = pathlib.Path(__file__).resolve().parents[3]


class Run:
    """One run: exit status (negative: the signal; "hang": it was killed), bytes of both outputs."""

    def __init__(self, rc, out, err):
        self.rc = rc
        self.out = out or b""
        self.err = err or b""

    @property
    def said(self):
        """Standard error as text, without what sanitizers and profiles of the build may say."""
        return self.err.decode("utf-8", "backslashreplace")

    def brief(self):
        return f"rc {self.rc}, {len(self.out)} bytes out, said {self.said[:300]!r}"


def flame_path():
    if len(sys.argv) < 2:
        sys.exit(f"usage: {sys.argv[0]} FLAME")
    return os.path.abspath(sys.argv[1])


class Script:
    """A script: its program, its folder, its claims."""

    def __init__(self):
        self.flame = flame_path()
        self.folder = tempfile.mkdtemp(prefix="flame-")
        self.ok = self.failed = self.skipped = 0
        self.last = None  # Run
        self.runs = itertools.count(1)  # a step of it is one for all threads
        self.only = os.environ.get("FLAME_ONLY", "")
        # Builds that measure coverage write where they are told; nothing lands in the folder.
        os.environ.setdefault("LLVM_PROFILE_FILE", "/dev/null")
        with open(self.flame, "rb") as f:
            program = f.read()
        self.sanitized = b"__asan_init" in program or b"__tsan_init" in program
        self.static = b"/ld-linux" not in program
        # Sanitizers are slow and map more memory than the limit of untrusted input allows.
        self.slow = 4 if self.sanitized else 1
        self.untrusted = ["--limits=untrusted"] + (["--limit=memory=0"] if self.sanitized else [])

    def path(self, name, content=None):
        """A path in the folder; with content, the file is written first."""
        path = os.path.join(self.folder, name)
        if content is not None:
            with open(path, "wb") as f:
                f.write(content if isinstance(content, bytes) else content.encode())
        return path

    def part(self, cases, first=0, kind=lambda case: None):
        """The cases, whole without sanitizers. With them one of four, from the one at first on: of
        each kind the same part, so that none is left out. Give each round another first."""
        cases = list(cases)
        if not self.sanitized:
            return cases
        of_kind = {}
        for case in cases:
            of_kind.setdefault(kind(case), []).append(case)
        return [case for found in of_kind.values()
                for case in found[first % min(self.slow, len(found))::self.slow]]

    def half(self, checks, first=0):
        """The checks, all without sanitizers; with them every other one, from the one at first on.
        For scripts that take minutes there, as they wait for recordings."""
        return list(checks)[first::2] if self.sanitized else list(checks)

    def run(self, *args, input=None, timeout=LIMIT_S, program=None, before=(), **more):
        """Runs flame; input stands on standard input, before goes in front of the program. Threads
        may run it at the same time."""
        more.setdefault("cwd", self.folder)
        if input is not None:
            more["input"] = input
        else:
            more.setdefault("stdin", subprocess.DEVNULL)
        more.setdefault("stdout", subprocess.PIPE)
        more.setdefault("stderr", subprocess.PIPE)
        command = [*before, program or self.flame, *args]
        if self.sanitized and next(self.runs) % LEAKS_EACH:
            env = os.environ if more.get("env") is None else more["env"]
            more["env"] = {**env, "ASAN_OPTIONS": env.get("ASAN_OPTIONS", "") + ":detect_leaks=0"}
        try:
            p = subprocess.run(command, timeout=timeout, **more)
            run = Run(p.returncode, p.stdout, p.stderr)
        except subprocess.TimeoutExpired as e:
            run = Run("hang", e.stdout, e.stderr)
        self.last = run  # of threads that run at once, any
        return run

    def claim(self, text, holds, detail=""):
        """Prints the claim; detail, a Run or text, says more when it does not hold."""
        if holds:
            self.ok += 1
            print(f"ok   {text}", flush=True)
            return True
        self.failed += 1
        if isinstance(detail, Run):
            detail = detail.brief()
        print(f"FAIL {text}" + (f": {detail}" if detail else ""), flush=True)
        return False

    def skip(self, text, why):
        self.skipped += 1
        print(f"skipped {text}: {why}", flush=True)

    def temporaries(self, folder=None):
        """Names in the folder that look like unfinished outputs."""
        return [n for n in os.listdir(folder or self.folder) if re.search(TEMPORARY, n)]

    def forget_temporaries(self):
        """Removes them, so that the next claim does not find them again."""
        for name in self.temporaries():
            os.unlink(self.path(name))

    def end(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        print(f"{self.ok} ok, {self.failed} failed, {self.skipped} skipped")
        if self.failed:
            return 1
        return 0 if self.ok else SKIPPED


def main(check):
    """Runs check(script) and exits with its verdict. A broken check is a failed one."""
    began = time.monotonic()
    # A busy process that a broken or killed script leaves behind ends in the end.
    limit("RLIMIT_CPU", PROCESSOR_S)()
    # What ignores signals for the script, as nohup does, does not for what it tests.
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
        signal.signal(number, signal.SIG_DFL)
    script = Script()
    try:
        check(script)
    except Exception as e:
        traceback.print_exc()
        calls = ", ".join(f"{frame.name}:{frame.lineno}"
                          for frame in traceback.extract_tb(e.__traceback__)[1:])
        script.claim("the script ran to its end", False, f"{e!r} in {calls}; "
                     f"last run: {script.last.brief() if script.last else 'none'}")
    verdict = script.end()
    if os.environ.get("FLAME_TIMES"):
        print(f"{time.monotonic() - began:.1f} s")
    sys.exit(verdict)


@contextlib.contextmanager
def killed(process):
    """A process that works or waits until it is killed, as it is at the end of the block."""
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def missing(tool):
    return shutil.which(tool) is None


def may_record(s, text, *words):
    """The run of a short recording, with these words; None where this kernel or a container forbids
    it: then the claims of the text are skipped. Another failure is one of flame."""
    place = s.path("probe.data")
    run = s.run("record", "-e", "cpu-clock", *words, "-o", place, "sleep", "0.05")
    if os.path.exists(place):
        os.unlink(place)
    if run.rc == 3 and "perf" in run.said:
        s.skip(text, run.said.strip())
        return None
    return run if run.rc == 0 or s.claim("a short command is recorded", False, run) else None


def state_of(pid, tid=None):
    """What a process or one of its threads does, a letter: S for one that sleeps, Z for one that
    has ended; "": there is none."""
    try:
        with open(f"/proc/{pid}/task/{tid or pid}/stat", encoding="ascii", errors="replace") as f:
            return f.read().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return ""


def wait_until(condition, seconds=60):
    """Polls until the condition holds; whether it did."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.002)
    return bool(condition())


def record_until(holds, record, times=20):
    """Records anew until the result holds, at most so many times: for a short time, even what is
    always busy may get no processor. The last result."""
    result = record()
    while not holds(result) and times > 1:
        times -= 1
        result = record()
    return result


def tells_of(recording, program):
    """Whether a recording says that a program ran before, as it does once all counters count."""
    try:
        with open(recording, "rb") as data:
            return os.fsencode(program) + b"\0" in data.read()
    except FileNotFoundError:
        return False


def ignore_sigpipe():
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)


def limit(resource_name, soft):
    """A preexec function that sets a limit of the process, as ulimit does."""

    def set_it():
        which = getattr(resource, resource_name)
        hard = resource.getrlimit(which)[1]
        most = soft if hard == resource.RLIM_INFINITY else min(soft, hard)
        resource.setrlimit(which, (most, hard))

    return set_it
