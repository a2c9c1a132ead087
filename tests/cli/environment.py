#!/usr/bin/env python3
"""What the surroundings do to a run: files that are not there, full disks, closed descriptors,
links, pipes, little memory and little stack. Signals have a script of their own.
"""
import itertools
import os
import stat
import threading
import time

import kit
from kit import outputs

FOLDED = b"main;a;b 10\nmain;c 5\nmain 1\n"
SORTED = b"main 1\nmain;a;b 10\nmain;c 5\n"
BIG = b"".join(b"main;%05d;leaf_%d 1\n" % (i % 997, i) for i in range(40000))
OLD = b"the old content\n"


def refused(s, claim, run, *words, rc=3):
    """A run that failed with one message, all words in it, and wrote nothing."""
    said = run.said.strip()
    holds = run.rc == rc and not run.out and said.count("\n") == 0
    s.claim(claim, holds and all(w in said for w in words), run)


def check_inputs(s, folded):
    refused(s, "a missing file is named, with the reason", s.run(s.path("none.folded")),
            "none.folded", "No such file")
    refused(s, "a directory is named as one", s.run(s.folder), s.folder, "directory")
    refused(s, "a directory on standard input is named as one", s.run(stdin=os.open(s.folder, 0)),
            "standard input", "directory")
    refused(s, "a missing file among others leaves nothing", s.run(folded, s.path("none"), folded),
            "none", "No such file")
    refused(s, "a file below a file is named", s.run(folded + "/x"), folded + "/x",
            "Not a directory")
    refused(s, "a file name of 300 characters is refused", s.run("n" * 300), "nnn", "too long")
    block = s.path("block")
    try:
        os.mknod(block, 0o600 | stat.S_IFBLK, os.makedev(7, 250))
        refused(s, "a block device is named as one", s.run(block), block)
    except OSError as e:
        s.skip("a block device is named as one", f"cannot make one: {e.strerror}")
    two = s.run("-f", "folded", folded, folded)
    s.claim("two files are added", two.out == b"main 2\nmain;a;b 20\nmain;c 10\n", two)
    for claim, args in (("no PROFILE", ()), ("the PROFILE -", ("-",)),
                        ("/dev/stdin", ("/dev/stdin",))):
        run = s.run("-f", "folded", *args, input=FOLDED)
        s.claim(f"{claim} reads standard input", run.rc == 0 and run.out == SORTED, run)
    both = s.run("-f", "folded", folded, "-", input=FOLDED)
    s.claim("a file and standard input are added", outputs.folded_total(both.out) == 32, both)
    dashes = s.path("-x", FOLDED)
    s.claim("a file whose name begins with - is read behind --",
            s.run("-f", "folded", "--", os.path.basename(dashes)).out == SORTED)
    with open(folded, "rb") as f:
        f.seek(12)
        rest = s.run("-f", "folded", stdin=f)
    s.claim("standard input is read from where it stands", rest.out == b"main 1\nmain;c 5\n", rest)


def as_nobody():
    if os.getuid() != 0:
        return []
    return ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]


def check_rights(s, folded):
    """What a user without rights meets; root has all rights and becomes nobody for it."""
    claims = ("an unreadable file is named", "a folder without the right to write is named",
              "no file is left where the palette map cannot be written")
    os.chmod(s.folder, 0o755)
    if os.getuid() == 0 and (kit.missing("setpriv")
                             or s.run("--version", before=as_nobody()).rc != 0):
        for claim in claims:
            s.skip(claim, "the program cannot be run as nobody")
        return
    secret = s.path("secret.folded", FOLDED)
    os.chmod(secret, 0)
    refused(s, claims[0], s.run(secret, before=as_nobody()), "secret.folded", "Permission denied")
    closed = s.path("closed")
    os.mkdir(closed)
    os.chmod(closed, 0o555)
    run = s.run(folded, "-o", os.path.join(closed, "x.svg"), before=as_nobody())
    refused(s, claims[1], run, "x.svg", "Permission denied")
    run = s.run("--cp", folded, before=as_nobody(), cwd=closed)
    refused(s, claims[2], run, "palette.map", "Permission denied")
    s.claim("nothing is left in that folder", os.listdir(closed) == [], os.listdir(closed))
    out = s.path("redirected")
    with open(out, "wb") as f:
        os.fchmod(f.fileno(), 0o666)
        run = s.run("-f", "folded", folded, "-o", "/dev/stdout", before=as_nobody(), stdout=f)
    with open(out, "rb") as f:
        s.claim("-o /dev/stdout is written through also where it is a file",
                run.rc == 0 and f.read() == SORTED and os.path.islink("/dev/stdout"), run)


def write_later(path, content, pause=0.05):
    """A thread that opens a FIFO and writes to it."""

    def write():
        time.sleep(pause)
        with open(path, "wb") as f:
            f.write(content)

    thread = threading.Thread(target=write)
    thread.start()
    return thread


def check_streams(s, folded):
    fifo = s.path("fifo.folded")
    os.mkfifo(fifo)
    thread = write_later(fifo, BIG)
    run = s.run("-f", "folded", fifo)
    thread.join()
    s.claim("a FIFO is read to its end", outputs.folded_total(run.out) == 40000, run)
    reader, writer = os.pipe()
    os.write(writer, FOLDED)
    os.close(writer)
    run = s.run("-f", "folded", f"/dev/fd/{reader}", pass_fds=(reader,))
    os.close(reader)
    s.claim("a process substitution is read", run.out == SORTED, run)
    check_growing(s)
    check_shrinking(s)
    reader, writer = os.pipe()
    os.set_blocking(reader, False)
    threading.Timer(0.1, lambda: (os.write(writer, FOLDED), os.close(writer))).start()
    run = s.run("-f", "folded", stdin=reader)
    os.close(reader)
    s.claim("a pipe that does not block is waited for", run.out == SORTED, run)


def check_growing(s):
    path = s.path("growing.folded", b"a;b 1\n" * 1000000)
    stop = threading.Event()

    def grow():
        with open(path, "ab", buffering=0) as f:
            while not stop.is_set():
                f.write(b"a;b 1\n" * 100)
                time.sleep(0.001)

    thread = threading.Thread(target=grow)
    thread.start()
    run = s.run("--summary", "-f", "folded", path)
    stop.set()
    thread.join()
    total = outputs.folded_total(run.out) if run.rc == 0 else 0
    s.claim("a growing file is read to an end, which is said",
            total >= 1000000 and f" {total * 6} bytes, {total} lines" in run.said, run)


def check_shrinking(s):
    """A file that is cut while it is read is drawn whole or refused; never a part, no signal."""
    content = b"".join(b"main;f%06d;g 1\n" % i for i in range(400000))
    ends = []
    for pause in (0.0, 0.002, 0.004, 0.008, 0.016, 0.03):
        path = s.path("shrinking.folded", content)
        timer = threading.Timer(pause, lambda: os.truncate(path, 100))
        timer.start()
        run = s.run("-f", "folded", path)
        timer.join()
        lines = run.out.count(b"\n")
        # Cut before it was opened, it is a small file, whose last line may be a bad one.
        ends.append((run.rc, lines) if run.rc or lines not in (400000, 5, 6) else "whole")
    allowed = {"whole", (3, 0), (1, 0)}
    s.claim("a file cut while it is read is never drawn in part", set(ends) <= allowed, ends)


def check_outputs(s, folded):
    big = s.path("big.folded", BIG)
    for size, path in (("small", folded), ("large", big)):
        with open("/dev/full", "wb") as full:
            for name in ("svg", "folded", "json"):
                refused(s, f"a full disk under a {size} {name} on standard output is told",
                        s.run("-f", name, path, stdout=full), "standard output", "No space left")
        refused(s, f"a full disk under a {size} -o file that is no regular one is told",
                s.run("-f", "folded", path, "-o", "/dev/full"), "/dev/full", "No space left")
    with open("/dev/full", "wb") as full:
        refused(s, "a full disk under --help is told", s.run("--help", stdout=full),
                "No space left")
    missing = s.path("none/x.svg")
    refused(s, "a missing folder is named", s.run(folded, "-o", missing), "none/x.svg",
            "No such file")
    refused(s, "-o refuses a directory", s.run(folded, "-o", s.folder, "-f", "svg"), s.folder,
            "directory")
    check_little_room(s, big)
    check_broken_pipe(s, folded, big)


def little_folder(s):
    """A folder with room for 64 kB, or None."""
    folder = s.path("little")
    os.makedirs(folder, exist_ok=True)
    if os.getuid() or os.system(f"mount -t tmpfs -o size=64k tmpfs {folder} 2>/dev/null"):
        return None
    return folder


def check_little_room(s, big):
    claim = "a file system of 64 kB keeps the old file, and nothing beside it"
    folder = little_folder(s)
    if folder:
        try:
            out = os.path.join(folder, "x.svg")
            with open(out, "wb") as f:
                f.write(OLD)
            run = s.run("-f", "json", big, "-o", out)
            with open(out, "rb") as f:
                kept = f.read() == OLD
            refused(s, "a file system of 64 kB is told", run, "x.svg", "No space left")
            s.claim(claim, kept and os.listdir(folder) == ["x.svg"], os.listdir(folder))
        finally:
            os.system(f"umount {folder}")
    else:
        s.skip(claim, "cannot mount a tmpfs")
    out = s.path("x.json", OLD)
    run = s.run(big, "-o", out, preexec_fn=kit.limit("RLIMIT_FSIZE", 65536))
    with open(out, "rb") as f:
        kept = f.read() == OLD
    refused(s, "a limit of the size of files (ulimit -f) is told", run, "x.json", "too large")
    s.claim("a limit of the size of files keeps the old file, and nothing beside it",
            kept and not s.temporaries(), s.temporaries())
    s.forget_temporaries()


def into_broken_pipe(s, *args, **more):
    reader, writer = os.pipe()
    os.close(reader)
    run = s.run(*args, stdout=writer, **more)
    os.close(writer)
    return run


def check_broken_pipe(s, folded, big):
    for size, path in (("small", folded), ("large", big)):
        run = into_broken_pipe(s, "-f", "folded", path)
        s.claim(f"a reader that leaves a {size} output ends it by SIGPIPE",
                run.rc == -13 and not run.said, run)
        run = into_broken_pipe(s, "-f", "folded", path, preexec_fn=kit.ignore_sigpipe)
        s.claim(f"with SIGPIPE ignored a {size} output ends quietly with 3",
                run.rc == 3 and not run.said, run)
    run = into_broken_pipe(s, "--help=all")
    s.claim("a reader that leaves --help ends it by SIGPIPE", run.rc == -13, run)


def check_links(s, folded):
    svg = s.run(folded).out
    target = s.path("target.svg", OLD)
    link = s.path("link.svg")
    for claim, to in (("a link", target), ("a link to nothing", s.path("nowhere.svg"))):
        os.symlink(to, link)
        run = s.run(folded, "-o", link)
        done = run.rc == 0 and not os.path.islink(link) and content(link) == svg
        s.claim(f"-o replaces {claim} itself", done, run)
        os.unlink(link)
    s.claim("what the links led to is as it was",
            content(target) == OLD and not os.path.exists(s.path("nowhere.svg")))
    run = s.run(folded, "-o", "/dev/null")
    s.claim("/dev/null is written through",
            run.rc == 0 and stat.S_ISCHR(os.stat("/dev/null").st_mode), run)
    null = s.path("null.svg")
    os.symlink("/dev/null", null)
    run = s.run(folded, "-o", null)
    s.claim("a link to /dev/null is written through", run.rc == 0 and os.path.islink(null), run)
    run = s.run("-f", "folded", folded, "-o", "/dev/stdout")
    s.claim("-o /dev/stdout writes to a pipe", run.rc == 0 and run.out == SORTED, run)
    fifo = s.path("out.svg")
    os.mkfifo(fifo)
    got = []
    thread = threading.Thread(target=lambda: got.append(content(fifo)))
    thread.start()
    run = s.run(folded, "-o", fifo)
    thread.join(20)
    s.claim("a FIFO is written through", run.rc == 0 and got == [svg] and
            stat.S_ISFIFO(os.stat(fifo).st_mode), run)
    check_modes(s, folded)


def content(path):
    with open(path, "rb") as f:
        return f.read()


def check_modes(s, folded):
    for mode in (0o640, 0o600, 0o444, 0o755):
        out = s.path("mode.svg", OLD)
        os.chmod(out, mode)
        run = s.run(folded, "-o", out)
        now = stat.S_IMODE(os.stat(out).st_mode)
        s.claim(f"a file of mode {mode:o} keeps it", run.rc == 0 and now == mode, f"{now:o}")
        os.unlink(out)
    for mode in (0o4755, 0o2750, 0o1644):
        out = s.path("mode.svg", OLD)
        os.chmod(out, mode)
        run = s.run(folded, "-o", out)
        now = stat.S_IMODE(os.stat(out).st_mode)
        s.claim(f"a file of mode {mode:o} keeps it without set-id and sticky bits",
                run.rc == 0 and now == mode & 0o777, f"{now:o}")
        os.unlink(out)
    if os.geteuid() == 0:
        out = s.path("mode.svg", OLD)
        os.chmod(out, 0o666)
        os.chown(out, 65534, 65534)
        run = s.run(folded, "-o", out, preexec_fn=lambda: os.umask(0o027))
        found = os.stat(out)
        s.claim("the mode of another user's file is not taken over",
                run.rc == 0 and stat.S_IMODE(found.st_mode) == 0o640
                and found.st_uid == 0, f"{found.st_mode:o} {found.st_uid}")
        os.unlink(out)
    for umask, wanted in ((0o022, 0o644), (0o077, 0o600), (0, 0o666)):
        run = s.run(folded, "-o", out, preexec_fn=lambda: os.umask(umask))
        now = stat.S_IMODE(os.stat(out).st_mode)
        s.claim(f"a new file under umask {umask:03o} gets mode {wanted:o}", now == wanted,
                f"{now:o}")
        os.unlink(out)
    same = s.path("same.folded", FOLDED)
    run = s.run(same, "-o", same)
    s.claim("an output that is also read is refused", run.rc == 2 and content(same) == FOLDED
            and "same.folded" in run.said, run)


def closing(fds):
    def close():
        for fd in fds:
            os.close(fd)

    return close


def check_closed(s, folded):
    """Every set of closed descriptors, with the input from a file or from standard input, the
    output to standard output or to a file."""
    wanted = s.run("-f", "folded", folded).out
    log = s.path("log")
    for n in range(1, 4):
        for fds in itertools.combinations(range(3), n):
            problems = []
            for from_stdin, to_file in itertools.product((False, True), repeat=2):
                out = s.path("closed.out")
                args = ["-f", "folded"] + ([] if from_stdin else [folded])
                args += ["-o", out] if to_file else []
                with open(folded, "rb") as stdin, open(s.path("stdout"), "wb") as stdout, \
                        open(log, "wb") as stderr:
                    run = s.run(*args, stdin=stdin, stdout=stdout, stderr=stderr,
                                preexec_fn=closing(fds))
                fails = (from_stdin and 0 in fds) or (not to_file and 1 in fds)
                got = content(out) if to_file and os.path.exists(out) else content(s.path("stdout"))
                said = content(log)
                if run.rc != (3 if fails else 0) or got != (b"" if fails else wanted):
                    problems.append(f"stdin {from_stdin}, -o {to_file}: rc {run.rc}, {got!r}")
                if content(folded) != FOLDED:
                    problems.append("the input was written to")
                if bool(said) != (fails and 2 not in fds) or b"main;" in said:
                    problems.append(f"stdin {from_stdin}, -o {to_file}: said {said!r}")
                if os.path.exists(out):
                    os.unlink(out)
            names = ", ".join(("input", "output", "error")[fd] for fd in fds)
            s.claim(f"closed at start: standard {names}", not problems, problems[:2])


def check_memory(s):
    if s.sanitized:
        s.skip("little memory", "sanitizers need much")
        return
    # 20 MB in one frame each: what must be kept does not fit.
    path = s.path("wide.folded", b"".join(b"f%0200d 1\n" % i for i in range(300000)))
    out = s.path("wide.svg", OLD)
    for megabytes in (30, 50, 70):
        run = s.run("--limit=memory=0", "--threads", "1", path, "-o", out,
                    preexec_fn=kit.limit("RLIMIT_AS", megabytes << 20))
        s.claim(f"{megabytes} MB are too little: out of memory is told, the old file kept",
                run.rc == 3 and run.said == "flame: out of memory\n" and content(out) == OLD
                and not s.temporaries(), run)
    run = s.run("--limit=memory=0", "--threads", "1", path,
                preexec_fn=kit.limit("RLIMIT_AS", 30 << 20),
                program=os.path.join(os.path.dirname(s.flame), "callgraph"))
    s.claim("callgraph says so under its own name",
            run.rc == 3 and run.said == "callgraph: out of memory\n", run)
    runs = [s.run("--limit=memory=0", "--threads", "4", path,
                  preexec_fn=kit.limit("RLIMIT_AS", 50 << 20))
            for _ in range(6)]
    s.claim("out of memory in several workers is told once, and leaves nothing on standard output",
            {(run.rc, run.out, run.said) for run in runs} == {(3, b"", "flame: out of memory\n")},
            [run.said for run in runs])
    chunk = b"".join(b"main;work_%03d;leaf 3\n" % i for i in range(1000)) * 50
    reader, writer = os.pipe()

    def feed():
        with open(writer, "wb", buffering=0) as f:
            for _ in range(200):
                f.write(chunk)

    thread = threading.Thread(target=feed)
    thread.start()
    run = s.run("-f", "folded", stdin=reader, preexec_fn=kit.limit("RLIMIT_AS", 64 << 20))
    os.close(reader)
    thread.join()
    s.claim(f"{200 * len(chunk) >> 20} MB of 1,000 stacks run in 64 MB",
            run.rc == 0 and outputs.folded_total(run.out) == 200 * 50 * 3000, run)


def check_large(s):
    path = s.path("sparse.folded")
    with open(path, "wb") as f:
        f.seek(5 << 30)
        f.write(FOLDED)
    with open(path, "rb") as f:
        f.seek(5 << 30)
        run = s.run("-f", "folded", stdin=f)
    s.claim("a place behind 4 GiB of a file is read", run.out == SORTED, run)
    os.unlink(path)


def check_depth(s):
    """A stack a million frames deep, with 128 kB of stack."""
    depth = 1000000
    names = [b"f%d" % (i % 7) for i in range(depth)]
    deep = s.path("deep.folded", b";".join(names) + b" 3\n" + b"f0;x 1\n")
    out = s.path("deep.out")
    wanted = {"folded": 2, "json": depth + 4, "boxes": depth + 3, "table": 5, "tree": 3}
    for name, least in wanted.items():
        run = s.run("-f", name, deep, "-o", out, preexec_fn=kit.limit("RLIMIT_STACK", 128 << 10))
        lines = content(out).count(b"\n") if run.rc == 0 else 0
        s.claim(f"1,000,000 frames deep is written as {name} with a stack of 128 kB",
                run.rc == 0 and lines >= least, run)
        if name == "folded" and run.rc == 0:
            s.claim("and reads back the same", s.run(out, "-o", deep, "-f", "folded").rc == 0
                    and content(deep) == content(out))
    run = s.run(deep, "-o", s.path("deep.svg"), preexec_fn=kit.limit("RLIMIT_STACK", 128 << 10))
    s.claim("its picture shows the rows that the limits have room for",
            run.rc == 0 and "deeper frames would make the picture larger" in run.said, run)
    for more in (["--reverse"], ["--flamechart"], ["--merge-recursive"], ["--base", "f3"]):
        run = s.run("-f", "folded", *more, deep, "-o", out,
                    preexec_fn=kit.limit("RLIMIT_STACK", 128 << 10))
        s.claim(f"1,000,000 frames deep goes through {more[0]}", run.rc == 0, run)
    s.claim("no temporary file was left", not s.temporaries())


def check(s):
    folded = s.path("in.folded", FOLDED)
    check_inputs(s, folded)
    check_rights(s, folded)
    check_streams(s, folded)
    check_outputs(s, folded)
    check_links(s, folded)
    check_closed(s, folded)
    check_memory(s)
    check_large(s)
    check_depth(s)


kit.main(check)
