#!/usr/bin/env python3
"""What the program asks of the system, seen by strace: no network, no other program, no file but
those that were named; inputs are read and never mapped, outputs made durable before they appear.
"""
import gzip
import os
import re

import kit
from kit import dwarf, elf, made

ID = bytes(range(20))
FOLDED = b"main;/etc/passwd;../../x 10\nmain;$(touch FLAME_PWNED);http://example.invalid/ 5\n"

# What the loader and the C library may open, and what tells the number of processors.
SYSTEM = re.compile(r"/etc/ld\.so\.|/(usr/)?lib(64|32)?/|/proc/self/(cgroup|exe)$|/sys/fs/cgroup/"
                    r"|/sys/devices/system/cpu|/proc/stat$|/proc/sys/vm/overcommit_memory$"
                    r"|/dev/null$")
CALL = re.compile(r"^(?:\d+ +)?(\w+)\((.*)$")
FOLDER = re.compile(r"\d+<(/[^>]*)>, ")
PATH = re.compile(r'"((?:[^"\\]|\\.)*)"')
NETWORK = {"socket", "connect", "bind", "listen", "accept", "accept4", "sendto", "recvfrom",
           "sendmsg", "recvmsg", "socketpair", "getsockname", "setsockopt"}


def trace(s, args, **more):
    """(the run, the calls as (name, rest of the line))."""
    log = s.path("trace")
    what = "trace=%network,%process,%file,mmap,read,pread64,fsync,fdatasync,close,pwrite64,write"
    env = {**os.environ, "LLVM_PROFILE_FILE": "/dev/null", **more.pop("env", {})}
    run = s.run(*args, before=["strace", "-f", "-y", "-o", log, "-e", what], env=env, **more)
    with open(log, "rb") as f:
        lines = f.read().decode("utf-8", "backslashreplace").splitlines()
    return run, [m.groups() for m in map(CALL.match, lines) if m]


def first_path(rest):
    """The first path of a call; one in an open folder, which strace tells, with the folder's."""
    m = PATH.search(rest)
    path = m.group(1).encode().decode("unicode_escape") if m else ""
    folder = FOLDER.match(rest)
    return os.path.join(folder.group(1), path) if path and folder else path


def is_folder_of(rest, path, allowed):
    """Whether a folder is looked up on the way to a file that was named, to do all in the same and
    follow no link of others."""
    return "O_PATH" in rest and any(a.startswith(path.rstrip("/") + "/") for a in allowed)


def problems_of(s, calls, allowed):
    """Calls that must not be, beyond the start of the program itself."""
    found = [f"{name}({rest[:80]}" for name, rest in calls if name in NETWORK]
    found += [f"{name}({rest[:80]}" for name, rest in calls
              if name in ("execve", "execveat")][1:]
    found += [f"{name}({rest[:80]}" for name, rest in calls
              if name in ("fork", "vfork") or (name in ("clone", "clone3")
                                               and "CLONE_THREAD" not in rest)]
    for name, rest in calls:
        if name in ("execve", "mmap", "read", "pread64", "fsync", "close", "write", "clone",
                    "clone3"):
            continue
        path = first_path(rest)
        if path and not SYSTEM.match(path) and path not in allowed \
                and not is_folder_of(rest, path, allowed) \
                and not any(re.fullmatch(re.escape(a) + r"\.\d{6}", path) for a in allowed):
            found.append(f"{name}({path})")
    return found


def check_named_only(s):
    folded = s.path("in.folded", FOLDED)
    packed = s.path("in.gz", gzip.compress(FOLDED))
    text = b"".join(b"main;f%06d;g 1\n" % i for i in range(5000))
    large = s.path("large.folded", text * 140)
    svg = s.path("x.svg")
    theme = s.path("my.theme")
    names = s.path("names", b"main\ttitle=x\n")
    # Inputs that name programs, which lie beside them, where these are looked for.
    naming = [kit.ROOT / "golden" / case for case in (
        "perf-data-recorded/input.perf-data", "perf-data-jit/input.perf-data",
        "pprof-unnamed/input.pprof", "perfcollect-lttng-and-perf/input.perfcollect")]
    # What stands in the folder and must not be looked at.
    for trap in (".flamerc", "flame.conf", "palette.map", "hot", "hot.theme", "java.theme", "svg"):
        s.path(trap, b"main->rgb(1,2,3)\n")
    for claim, args, allowed in (
            ("a picture", [folded, "-o", svg], [folded, svg]),
            ("a picture to standard output", [folded, "--colors", "java", "--hash"], [folded]),
            ("folded text", ["-f", "folded", folded], [folded]),
            ("a packed input", [packed, "-f", "tree"], [packed]),
            ("several workers", ["--threads", "4", large, "-f", "table"], [large]),
            ("the number of workers left open", [large, "-f", "json", "-o", svg], [large, svg]),
            ("attributes of frames", ["--nameattr", names, folded], [folded, names]),
            ("a palette map that is asked for", ["--cp=" + svg + ".map", folded],
             [folded, svg + ".map"]),
            ("a theme that is missing", ["--colors", theme, folded], [folded, theme]),
            ("everything of --limits=untrusted", ["--limits=untrusted", folded], [folded]),
            *(("untrusted, " + os.path.basename(path), ["--limits=untrusted", path], [path])
              for path in map(str, naming)),
            ("--help=all", ["--help=all"], []),
            ("--list-themes", ["--list-themes"], [])):
        run, calls = trace(s, args)
        found = problems_of(s, calls, [*allowed, s.flame])
        s.claim(f"{claim}: no network, no program, no file but those named",
                len(calls) > 2 and run.rc in (0, 2) and not found, found[:4] or run)
    return folded, large, svg


def debug_file(link, entries, attributes, **sections):
    """Debug information that says with which other file it shares some."""
    e = elf.Elf()
    e.symbols([("shown", elf.CODE, 16)])
    e.section(".note.gnu.build-id", elf.NOTE, elf.build_id(ID), flags=elf.ALLOC)
    e.section(".gnu_debugaltlink", elf.PROGBITS, link.encode() + b"\0" + ID)
    table = dwarf.abbreviation(1, dwarf.COMPILE_UNIT, dwarf.RANGE + attributes[0], True) \
        + dwarf.abbreviation(2, dwarf.SUBPROGRAM, attributes[1]) + b"\0"
    for name, content in (("info", dwarf.unit(entries)), ("abbrev", table), *sections.items()):
        e.section(".debug_" + name, elf.PROGBITS, content)
    return e.bytes()


def check_shared_debug_information(s):
    """What a file shares is in the file that it names, which shares nothing in turn; libdw would
    search for it by name."""
    root, stolen = s.path("root"), s.path("stolen.debug")
    os.makedirs(root + "/srv")
    whole = dwarf.code(elf.CODE, 4096)
    r = made.Recording()
    r.event("cycles:u", 1)
    r.comm(1, "x")
    r.mmap(1, 0x400000, 0x4000, "/srv/x")
    r.sample(1, 1, [made.USER, 0x400000 + elf.CODE + 32, 0x400000 + elf.CODE + 8])
    data = s.path("shared.data", r.file())
    s.path("stolen.debug", debug_file("stolen.debug", b"\1" + whole + b"\0", ([], []),
                                      str=b"stolen\0"))
    below = b"\1" + whole + b"\2" + whole + bytes(4) + b"\0"
    named = dwarf.RANGE + [(dwarf.NAME, dwarf.STRP_ALT)]
    shared_name = debug_file("all.debug", below, ([], named), str=b"common\0")
    folder = debug_file(stolen, b"\1" + whole + bytes(8) + b"\0",
                        ([(dwarf.STMT_LIST, dwarf.OFFSET), (dwarf.COMP_DIR, dwarf.STRP_ALT)], []),
                        line=dwarf.line_table([], [(b"a.c", 0)], dwarf.lines(elf.CODE, 900)))
    origin = 11 + 1 + 12  # behind the head and the unit
    refers = debug_file("all.debug", b"\1" + whole + b"\2" + whole
                        + origin.to_bytes(4, "little") + b"\0",
                        ([], dwarf.RANGE + [(dwarf.ORIGIN, dwarf.REF_ALT)]))
    for claim, program, other, shown in (
            ("a name in a file that is there", shared_name,
             debug_file("none", b"\1" + whole + b"\0", ([], []), str=b"common\0"), b"common"),
            ("a name that the other file has in a third one", refers,
             debug_file(stolen, below, ([], named)), b" 1\n"),
            ("a name that the other file has in itself", refers,
             debug_file("all.debug", below, ([], named), str=b"circle\0"), b" 1\n"),
            ("an origin in a circle", refers,
             debug_file("all.debug", b"\1" + whole + b"\2" + whole
                        + origin.to_bytes(4, "little") + b"\0",
                        ([], dwarf.RANGE + [(dwarf.ORIGIN, dwarf.REF_ALT)])), b" 1\n"),
            ("a folder of a unit in a file that is not there", folder, b"", b" 1\n")):
        s.path("root/srv/x", program)
        s.path("root/srv/all.debug", other)
        run, calls = trace(s, [data, "--symfs", root, "--srcline", "-f", "folded"])
        if b"shown" not in run.out:
            s.skip("shared debug information", "this build reads no symbols")
            return
        found = [rest for name, rest in calls if name.startswith("open") and "AT_FDCWD" in rest
                 and first_path(rest).endswith(".debug")]
        s.claim(f"shared debug information, {claim}: no other file is opened",
                run.rc == 0 and shown in run.out and b"stolen" not in run.out and not found,
                found[:4] or run)


def check_traps(s, folded):
    """Names that a shell or perl would run, and programs in PATH that would tell."""
    traps = s.path("traps")
    os.mkdir(traps)
    for name in ("sh", "gzip", "zstd", "xz", "cat", "dot", "addr2line", "c++filt", "perl", "touch"):
        path = os.path.join(traps, name)
        with open(path, "w", encoding="utf-8") as f:
            f.write("#!/bin/sh\n: > FLAME_PWNED\n")
        os.chmod(path, 0o755)
    for name in ("touch FLAME_PWNED|", "|touch FLAME_PWNED", "-o", "--", "$(touch FLAME_PWNED)",
                 "`touch FLAME_PWNED`", "; touch FLAME_PWNED", "<(touch FLAME_PWNED)", "-",
                 "x.gz"):
        path = os.path.join(s.folder, name)
        with open(path, "wb") as f:
            f.write(gzip.compress(FOLDED) if name == "x.gz" else FOLDED)
        env = {"PATH": traps + ":" + os.environ["PATH"]}
        run, calls = trace(s, ["-f", "folded", "./" + name], env=env)
        s.claim(f"the file {name!r} is read and nothing else happens",
                run.rc == 0 and b"main;/etc/passwd" in run.out
                and not problems_of(s, calls, ["./" + name, s.flame])
                and not os.path.exists(s.path("FLAME_PWNED")), run)


def check_reading(s, folded, large):
    for path in (folded, large):
        _, calls = trace(s, ["--threads=2", path, "-o", "/dev/null"])
        mapped = [rest for name, rest in calls if name == "mmap" and path in rest]
        read = [rest for name, rest in calls if name in ("read", "pread64") and path in rest]
        s.claim(f"{os.path.basename(path)} is read, not mapped", read and not mapped, mapped)
        opened = [rest for name, rest in calls if name == "openat" and path in rest]
        s.claim(f"{os.path.basename(path)} is opened once, and closed in other programs",
                len(opened) == 1 and "O_CLOEXEC" in opened[0] and "O_RDONLY" in opened[0], opened)


def check_writing(s, folded, svg):
    """The steps of an output, in their order."""
    _, calls = trace(s, [folded, "-o", svg])
    steps = [name for name, rest in calls
             if (name in ("openat", "write", "fsync", "close") and svg + "." in rest)
             or name.startswith("rename")]
    order = re.sub("(write )+", "write ", " ".join(steps) + " ")
    s.claim("an output is opened beside its name, written, made durable, closed, renamed",
            re.fullmatch("openat write fsync close rename(at2?)? ", order), order)
    opened = next((rest for name, rest in calls if name == "openat" and svg + "." in rest), "")
    s.claim("it is opened with O_EXCL and O_CLOEXEC",
            "O_EXCL" in opened and "O_CLOEXEC" in opened and "O_CREAT" in opened, opened)
    s.claim("the name itself is never opened for writing",
            not any(name == "openat" and f'"{svg}"' in rest for name, rest in calls))


def check(s):
    if kit.missing("strace") or s.sanitized \
            or s.run("--version", before=["strace", "-o", "/dev/null"]).rc != 0:
        s.skip("all of it", "strace cannot run this program")
        return
    folded, large, svg = check_named_only(s)
    check_shared_debug_information(s)
    check_traps(s, folded)
    check_reading(s, folded, large)
    check_writing(s, folded, svg)


kit.main(check)
