#!/usr/bin/env python3
"""What flame starts has the signal dispositions and the mask that flame itself was started with."""
import os
import re
import shutil
import signal
import subprocess

import kit

SHOW = "/proc/self/status"


def nothing():
    """Python has some of them ignored, which a test that it started may have, too."""
    for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)


def as_nohup():
    nothing()
    signal.signal(signal.SIGHUP, signal.SIG_IGN)


def as_python():
    nothing()
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)


def holding_back():
    nothing()
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1, signal.SIGTERM})


CALLERS = (("a shell", nothing), ("nohup", as_nohup), ("Python", as_python),
           ("who holds USR1 and TERM back", holding_back))


def signals_of(text):
    """Those that are held back, ignored and caught. Two are the C library's, whose posix_spawn
    leaves them ignored."""
    found = re.findall(r"^Sig(Blk|Ign|Cgt):\s+([0-9a-f]+)$", text.decode(), re.MULTILINE)
    return [(name, f"{int(bits, 16) & ~(3 << 31):x}") for name, bits in found]


def without_flame(prepare, command):
    return signals_of(subprocess.run(command, stdout=subprocess.PIPE, check=True,
                                     preexec_fn=prepare).stdout)


def content(path):
    try:
        with open(path, "rb") as f:
            return f.read()
    except OSError:
        return b""


def record(s, name, prepare, wanted):
    usual = ("record", "-q", "-e", "cpu-clock")
    run = s.run(*usual, "-o", "x.data", "cat", SHOW, preexec_fn=prepare)
    s.claim(f"a command has the signals of {name}", signals_of(run.out) == wanted,
            (run.brief(), signals_of(run.out), wanted))
    run = s.run(*usual, "--runs", "2", "-o", "trial", "--before", f"cat {SHOW}", "--", "cat", SHOW,
                preexec_fn=prepare)
    outputs = [signals_of(content(s.path(f"trial/output/{side}.{i}.out")))
               for side in ("before", "after") for i in range(3)]
    s.claim(f"so have the programs of a trial for {name}",
            all(found == wanted for found in outputs), (run.brief(), outputs))
    asked = s.path("asked")
    run = s.run(*usual, "-a", "--when-command", f"cat {SHOW} > {asked}", "--for", "100ms", "-o",
                "y.data", preexec_fn=prepare)
    if not os.path.exists(asked):
        s.skip(f"so has --when-command for {name}", run.said.strip())
        return
    wanted = without_flame(prepare, ["/bin/sh", "-c", f"cat {SHOW}; true"])
    s.claim(f"so has --when-command for {name}", signals_of(content(asked)) == wanted,
            (run.brief(), signals_of(content(asked)), wanted))
    os.unlink(asked)


def draw(s, name, prepare, wanted):
    """Children lie beside flame: these show what they were started with. A shell would not do, as
    some hold nothing back from their beginning."""
    folder = s.path("beside")
    os.makedirs(os.path.join(folder, "trace"), exist_ok=True)
    program = shutil.copy(s.flame, os.path.join(folder, "flame"))
    shown = os.path.join(folder, "shown")
    for child in ("flame-cairo", "flame-babeltrace"):
        path = os.path.join(folder, child)
        with open(path, "w", encoding="utf-8") as f:
            f.write(f"#!/usr/bin/env -S sed -n w{shown} {SHOW}\n")
        os.chmod(path, 0o755)
    for file, text in (("x.folded", "a;b 1\n"), ("trace/metadata", "/* CTF 1.8 */\n")):
        with open(os.path.join(folder, file), "w", encoding="utf-8") as f:
            f.write(text)
    for what, args in (("a child that draws", ("x.folded", "-o", "x.pdf")),
                       ("a child of a report's worker", ("report", "-o", "page", "trace"))):
        run = s.run(*args, program=program, cwd=folder, preexec_fn=prepare)
        if s.static and not os.path.exists(shown):
            s.skip(f"{what} has the signals of {name}", "a static program has no children")
            continue
        found = signals_of(content(shown))
        s.claim(f"{what} has the signals of {name}", found == wanted, (run.brief(), found, wanted))
        if os.path.exists(shown):
            os.unlink(shown)


def check(s):
    may_record = kit.may_record(s, "what is recorded has the signals of the caller")
    for name, prepare in s.half(CALLERS):
        wanted = without_flame(prepare, ["cat", SHOW])
        if may_record:
            record(s, name, prepare, wanted)
        draw(s, name, prepare, wanted)


kit.main(check)
