#!/usr/bin/env python3
"""Folders of traces (CTF), and those in archives of perfcollect: they are read as the text of their
events is, whatever else is in them ends with a message, and what was unpacked is removed."""
import io
import json
import os
import pathlib
import random
import re
import shutil
import struct
import subprocess
import warnings
import zipfile

import kit

GOLDEN = pathlib.Path(__file__).resolve().parents[2] / "golden"
TRACE = GOLDEN / "babeltrace-folder" / "trace"
PERF = GOLDEN / "perfcollect-maps" / "input.perfcollect"
ONE = "/* CTF 1.8 */\ntrace { major = 1; minor = 8; byte_order = le; };\nstream { };\n"
CHILD = "flame-babeltrace"


def traces(above):
    """The members of an archive that has the trace of the golden case below a folder."""
    return {f"{above}{path.relative_to(TRACE)}": path.read_bytes()
            for path in sorted(TRACE.rglob("*")) if path.is_file()}


def packed(members):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as z:
        for name, content in members.items():
            z.writestr(name, content)
    return out.getvalue()


def perfcollect():
    """The members of an archive with samples of perf and with traces."""
    with zipfile.ZipFile(PERF) as z:
        members = {name: z.read(name) for name in z.namelist() if not name.endswith("/")}
    return {**members, **traces("work.trace/lttngTrace/auto-20261128/")}


def draw(s, *args, **more):
    return s.run("--quiet", "-f", "folded", *args, **more)


def clean(s, *args, **more):
    """A run whose temporary files are made in a folder, and whether that is empty after it."""
    folder = s.path("tmp")
    os.makedirs(folder, exist_ok=True)
    run = draw(s, *args, env={**os.environ, "TMPDIR": folder}, **more)
    return run, not os.listdir(folder)


def check_pipes(s, archive):
    """What has been read of a pipe is gone."""
    fifo = s.path("p")
    os.mkfifo(fifo)
    with subprocess.Popen(["tee", fifo], stdin=subprocess.PIPE,
                          stdout=subprocess.DEVNULL) as writer:
        with subprocess.Popen([s.flame, fifo, "-f", "folded", "--quiet"], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as flame:
            writer.stdin.write(archive)  # fits a pipe
            writer.stdin.close()
            try:
                out, said = flame.communicate(timeout=kit.LIMIT_S)
            except subprocess.TimeoutExpired:
                flame.kill()
                out, said = flame.communicate()
        writer.kill()
        s.claim("a trace alone from a FIFO is refused with what helps", flame.returncode == 1 and
                not out and b"--from babeltrace" in said, said)
    run = draw(s, "/dev/stdin", input=archive)
    s.claim("so is one from a pipe that has a path", run.rc == 1 and not run.out and
            "--from babeltrace" in run.said, run)


def check_archives(s, want):
    whole = perfcollect()
    alone = s.path("alone.trace.zip", packed(traces("work.trace/lttngTrace/auto-20261128/")))
    both = s.path("both.trace.zip", packed(whole))
    run, empty = clean(s, alone)
    s.claim("an archive with a trace alone is drawn as its folder is, and leaves no file",
            run.out == want and empty, run)
    run, empty = clean(s, "--from", "babeltrace", both)
    s.claim("the trace beside samples is drawn when it is asked for", run.out == want and empty,
            run)
    run, empty = clean(s, "--from", "babeltrace", "-", input=pathlib.Path(both).read_bytes())
    s.claim("an archive may come from a pipe", run.out == want and empty, run)
    check_pipes(s, pathlib.Path(alone).read_bytes())
    samples = s.run("-f", "folded", both)
    s.claim("samples are drawn by default, and what is not drawn is said",
            "holds 2 traces, not drawn" in samples.said and samples.rc == 0, samples)
    folder = s.path("unpacked")
    for name, content in whole.items():
        path = pathlib.Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    work = os.path.join(folder, "work.trace")
    run = s.run("-f", "folded", work)
    s.claim("an unpacked archive equals it", run.rc == 0 and run.out == samples.out and
            run.said.replace(work, both) == samples.said, run)
    s.claim("so does its trace", draw(s, "--from", "babeltrace", work).out == want)


def hostile_archives(s):
    for name in ("../out", "/out", "a//b", "a/./b", "a/../../b", "a" * 300, "a/" * 40 + "b",
                 "b\0c/../.."):
        members = {**traces("w.trace/lttngTrace/"), f"w.trace/lttngTrace/{name}": b"x"}
        run, empty = clean(s, "--from", "babeltrace", s.path("bad.zip", packed(members)))
        cut = name.partition("\0")[0] != name  # Python ends a name there
        s.claim(f"a file called {name[:20]!r} is not made", (run.rc == 1 or cut) and empty and
                not os.path.exists(s.path("out")), run)
    data = packed(traces("w.trace/lttngTrace/"))
    cut = s.path("cut.zip", data[:len(data) // 3])
    run, empty = clean(s, "--from", "babeltrace", cut)
    s.claim("an archive that is cut ends with a message, and leaves no file",
            run.rc == 1 and "cut.zip" in run.said and empty, run)
    bomb = s.path("bomb.zip", packed({"w.trace/lttngTrace/x/metadata": bytes(40 << 20)}))
    run, empty = clean(s, "--limit", "inflate=1M", "--from", "babeltrace", bomb)
    s.claim("an archive that unpacks to too much ends with the limit", "inflate" in run.said and
            empty and run.rc == 1, run)
    long = {"w.trace/lttngTrace/x/metadata": random.Random(1).randbytes(5 << 20)}
    run, empty = clean(s, "--from", "babeltrace", s.path("long.zip", packed(long)))
    s.claim("metadata in an archive is as long as in a folder", run.rc == 1 and empty and
            '"x/metadata" has more than 4194304 bytes' in run.said, run)
    for what, name in (("files", "{}"), ("folders", "{}/" + "d/" * 30 + "x")):
        many = {**traces("w.trace/lttngTrace/"),
                **{"w.trace/lttngTrace/" + name.format(i): b"" for i in range(10000)}}
        run, empty = clean(s, "--from", "babeltrace", s.path("many.zip", packed(many)))
        s.claim(f"an archive of very many {what} is refused, and leaves none", run.rc == 1 and
                "many.zip: has more than 10000 files and folders" in run.said and empty, run)
    none = s.path("none.zip", packed({"a/metadata": b"x"}))
    run, empty = clean(s, "--from", "babeltrace", none)
    s.claim("an archive without lttngTrace is refused", "lttngTrace" in run.said and run.rc == 1 and
            empty, run)


def cannot_unpack(s):
    two = (("the same file twice", ("q/b", "q/b"), '"q/b" twice'),
           ("a file that is a folder of another", ("q", "q/b"), '"q/b" twice, or one of its'),
           ("a folder that is a file", ("q/b", "q"), '"q" twice'),
           ("a file that is a folder further up", ("q", "q/b/c"), '"q/b/c" twice, or one of its'))
    for what, names, said in two:
        out = io.BytesIO()
        with warnings.catch_warnings(), zipfile.ZipFile(out, "w") as z:
            warnings.simplefilter("ignore")
            for name in (*names, "x/metadata"):
                z.writestr(f"w.trace/lttngTrace/{name}", b"x")
        run, empty = clean(s, "--from", "babeltrace", s.path("two.zip", out.getvalue()))
        s.claim(f"an archive with {what} is refused by its name", run.rc == 1 and empty and
                f"two.zip: has {said}" in run.said, run)
    whole = s.path("whole.zip", packed(traces("w.trace/lttngTrace/")))
    for folder in ("/nowhere/at/all", whole):
        run = draw(s, "--from", "babeltrace", whole, env={**os.environ, "TMPDIR": folder})
        s.claim("a folder where nothing can be unpacked is named, with what helps", run.rc == 3 and
                f"whole.zip: cannot unpack to {folder}: " in run.said and
                run.said.endswith("; TMPDIR names another\n"), run)
    large = s.path("large.zip", packed({"w.trace/lttngTrace/x": random.Random(1).randbytes(1 << 20),
                                        **traces("w.trace/lttngTrace/")}))
    folder = s.path("tmp")
    run = s.run("-c", 'ulimit -f 8; exec "$0" "$@"', s.flame, "--from", "babeltrace", "-f",
                "folded", large, program="sh", env={**os.environ, "TMPDIR": folder})
    s.claim("so is one that is full, and what was made is removed", run.rc == 3 and
            f"cannot unpack to {folder}: " in run.said and not os.listdir(folder), run)


def killed(s):
    """flame is killed while half of the archive is unpacked."""
    folder = s.path("tmp")
    data = packed({**traces("w.trace/lttngTrace/"), "w.trace/lttngTrace/x": os.urandom(1 << 20)})
    with subprocess.Popen([s.flame, "--from", "babeltrace", "-", "-f", "folded"],
                          env={**os.environ, "TMPDIR": folder}, stdin=subprocess.PIPE,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as program:
        program.stdin.write(data[:len(data) // 2])
        program.stdin.flush()
        made = kit.wait_until(lambda: os.listdir(folder))
        kept_from_others = made and os.stat(
            os.path.join(folder, os.listdir(folder)[0])).st_mode & 0o777 == 0o700
        program.kill()
        program.wait()
        s.claim("what was unpacked is for this user alone, and removed when flame is killed",
                kept_from_others and kit.wait_until(lambda: not os.listdir(folder)),
                os.listdir(folder))


def copy(s, name):
    folder = s.path(name)
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(TRACE, folder)
    return pathlib.Path(folder), pathlib.Path(folder, "kernel")


def refused(s, what, folder, said, rc=1, more=()):
    run = draw(s, *more, str(folder))
    s.claim(f"{what} ends with a message", run.rc == rc and said in run.said and not run.out and
            len(run.said.splitlines()) == 1, run)


def check_names(s, want):
    folder, trace = copy(s, "named")
    (trace / "channel0_0").rename(trace / "data")
    run = draw(s, str(folder))
    s.claim("a stream may be called data", run.out == want, run)
    shutil.rmtree(folder / "ust")
    ends = draw(s, str(folder)).out
    run = draw(s, str(trace))
    s.claim("also in the folder that is given", run.out == ends and run.rc == 0 and ends, run)


def hostile_folders(s):
    secret = s.path("secret", b"kept\n")
    for what, name, make in (
            ("a link out of a trace", "stream", lambda path: os.symlink(secret, path)),
            ("a link to a folder", "index", lambda path: os.symlink("/etc", path)),
            ("a link instead of metadata", "metadata", lambda path: os.symlink(secret, path)),
            ("a FIFO in a trace", "stream", os.mkfifo)):
        folder, trace = copy(s, "bad")
        (trace / name).unlink(missing_ok=True)
        make(trace / name)
        refused(s, what, folder, f"kernel/{name}: is a link or no file")
    for what, content in (("no text", bytes(range(256))), ("broken", b"/* CTF 1.8 */ trace {"),
                          ("empty", b"")):
        folder, trace = copy(s, "bad")
        (trace / "metadata").write_bytes(content)
        refused(s, f"metadata that is {what}", folder, "bad/kernel: libbabeltrace2 cannot read")
    folder, trace = copy(s, "bad")
    os.truncate(trace / "metadata", 5 << 30)
    refused(s, "gigantic metadata", folder, "kernel/metadata: has 5368709120 bytes")
    folder, trace = copy(s, "bad")
    os.truncate(trace / "channel0_0", 40)
    refused(s, "a stream that is cut", folder, "libbabeltrace2 cannot read")
    deep = pathlib.Path(s.path("deep"))
    deep.mkdir()
    for _ in range(300):
        os.mkdir(deep / ("d" * 10))
        deep = deep / ("d" * 10)
    refused(s, "a folder without a trace", s.path("deep"), "wanted a file", 3)
    refused(s, "a folder without a trace that must be one", s.path("deep"), "holds no file",
            more=("--from", "babeltrace"))
    endless, trace = copy(s, "endless")
    shutil.rmtree(endless / "ust")
    (trace / "metadata").write_text(ONE + 'event { name = "x"; fields := struct { }; };\n')
    refused(s, "events of no size, of which there is no end", endless, "inflate-ratio")


def check_child(s):
    """A program folder without the child, and one where it breaks down."""
    programs = s.path("programs")
    os.mkdir(programs)
    flame = os.path.join(programs, "flame")
    shutil.copy(s.flame, flame)
    child = pathlib.Path(programs, CHILD)
    for what, text in (("is missing", None), ("breaks down", "kill -SEGV $$"),
                       ("does not read", "exec <&-; exit 2"), ("says nothing", "exit 3")):
        if text:
            child.write_text(f"#!/bin/sh\n{text}\n")
            child.chmod(0o755)
        run = draw(s, str(TRACE), program=flame)
        s.claim(f"a child that {what} is exit 3 with a message", run.rc == 3 and CHILD in run.said
                and not run.out, run)
    odd = {**os.environ, "BABELTRACE_PLUGIN_PATH": "/nowhere", "BABELTRACE_TERM_COLOR": "always",
           "LD_PRELOAD": "/nowhere.so", "TZ": "Asia/Tokyo", "LIBBABELTRACE2_INIT_LOG_LEVEL": "T"}
    run = draw(s, str(TRACE), env=odd)
    s.claim("the environment changes nothing", run.out == draw(s, str(TRACE)).out, run)


BIG = """/* CTF 1.8 */
typealias integer { size = 32; align = 8; } := u32;
typealias integer { size = 64; align = 8; } := u64;
trace { major = 1; minor = 8; byte_order = le; packet.header := struct { u32 magic; }; };
stream { packet.context := struct { u64 content_size; u64 packet_size; };
 event.header := struct { u64 t; }; };
event { name = "e"; fields := struct { %s; }; };
"""


NAMED = """/* CTF 1.8 */
typealias integer { size = 32; align = 8; } := u32;
typealias integer { size = 64; align = 8; } := u64;
trace { major = 1; minor = 8; byte_order = le; packet.header := struct { u32 magic; }; };
clock { name = monotonic; freq = 1000000000; };
typealias integer { size = 64; align = 8; map = clock.monotonic.value; } := stamp;
stream { packet.context := struct { u64 content_size; u64 packet_size; };
 event.header := struct { stamp t; }; event.context := struct { string procname; }; };
event { name = "e"; fields := struct { }; };
"""


def check_large(s):
    """An event that no record holds, which the library would print in quadratic time."""
    folder = pathlib.Path(s.path("large"))
    folder.mkdir()
    (folder / "metadata").write_text(NAMED)
    body = b"".join(struct.pack("<Q", t) + name + b"\0" for t, name in
                    ((1, b"first"), (2, b"x" * (16 << 20)), (3, b"last")))
    bits = 8 * (20 + len(body))
    (folder / "ch0").write_bytes(struct.pack("<IQQ", 0xC1FC1FC1, bits, bits) + body)
    run = s.run("-f", "folded", str(folder))
    s.claim("an event of more than 16 MiB is told, and what came before it is drawn",
            run.rc == 0 and run.out == b"first;kernel;e 1\n" and
            "has an event of more than 16777216 bytes; what follows is not read" in run.said, run)


def check_bounds(s):
    """What a few hundred bytes of metadata declare takes no more than a trace of their size may."""
    if s.sanitized:
        s.skip("limits of memory by the size of a trace", "sanitizers map more than they use")
        return
    for what, fields in (("an array of nothing", "struct { } a[300000000]"),
                         ("arrays in arrays", "struct { struct { } b[20000]; } a[20000]")):
        folder = pathlib.Path(s.path("big"))
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        (folder / "metadata").write_text(BIG % fields)
        (folder / "ch0").write_bytes(struct.pack("<IQQQ", 0xC1FC1FC1, 224, 224, 1000))
        run = s.run("-f", "folded", str(folder))
        s.claim(f"{what} has a limit of memory, by name", run.rc == 1 and not run.out
                and "bytes of memory, the limit for a trace of" in run.said, run)


def check_report(s):
    """A trace is one profile among the files of a folder, or given itself."""
    above = s.path("results")
    shutil.copytree(TRACE, os.path.join(above, "s1"))
    shutil.copy(GOLDEN / "demo" / "input.folded", above)
    os.makedirs(os.path.join(above, "none"))
    shutil.copy(GOLDEN / "demo" / "input.folded", os.path.join(above, "none", "metadata"))

    def report(given):
        run = s.run("report", "-o", "out", "--summary", given)
        with open(s.path("out/report.json"), encoding="utf-8") as f:
            rows = json.load(f)["profiles"]
        found = re.search(r"(\d+) drawn", run.said)
        return {row["path"]: row.get("total") for row in rows}, found and int(found[1]), run

    rows, drawn, run = report("results")
    s.claim("a report has a picture of each trace, and of the files beside", run.rc == 0
            and drawn == 4 and list(rows) == ["input.folded", "none/metadata", "s1/kernel",
                                              "s1/ust/uid/0/64-bit"]
            and rows["s1/kernel"] and rows["s1/ust/uid/0/64-bit"] == 4, (rows, run.said))
    s.claim("a trace that is as it was is not drawn again", report("results")[1] == 0)
    kernel = os.path.join(above, "s1", "kernel")
    shutil.copy(os.path.join(kernel, "channel0_0"), os.path.join(kernel, "channel0_1"))
    more, drawn, run = report("results")
    s.claim("one that has more is, with it", drawn == 1
            and more["s1/kernel"] == 2 * rows["s1/kernel"], (more, run.said))
    alone, drawn, run = report("results/s1/kernel")
    s.claim("a trace that is given itself is a profile", drawn == 1
            and list(alone.values()) == [more["s1/kernel"]], (alone, run.said))


def check(s):
    want = draw(s, str(TRACE)).out
    if not os.path.exists(os.path.join(os.path.dirname(s.flame), CHILD)):
        run = s.run(str(TRACE))
        s.claim("a build without libbabeltrace2 says what helps", run.rc == 1 and
                "without libbabeltrace2; babeltrace2 FOLDER | flame --from babeltrace" in run.said,
                run)
        return
    text = (GOLDEN / "babeltrace-folder" / "expected.folded").read_bytes()
    s.claim("a trace is as its golden case has it", want == text, want)
    check_archives(s, want)
    hostile_archives(s)
    cannot_unpack(s)
    killed(s)
    check_names(s, want)
    hostile_folders(s)
    check_child(s)
    check_large(s)
    check_bounds(s)
    check_report(s)


kit.main(check)
