#!/usr/bin/env python3
"""Profiles that have addresses and no names get them out of the files that their mappings name.

A program is compiled, and a profile made of an address in it: as pprof has it and as OTLP does. Its
file is found below --symfs, by its path or its build-id, and never where names are there already,
where the profile says that all was named, or where nothing may be opened. Skipped without a
compiler, or where this build reads no files of programs.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess

import kit
from kit import otlp, profiles

SOURCE = b"""
static inline __attribute__((always_inline)) int inlined_here(volatile int *p, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += *p * i;
    return sum;
}
__attribute__((noinline)) int work_on(volatile int *p, int n)
{
    return inlined_here(p, n) + 1;
}
int main(int argc, char **argv)
{
    volatile int x = argc;
    (void)argv;
    return work_on(&x, argc * 3);
}
"""
START = 0x55d0c0de0000
PATH = "/srv/demo/bin/serve"


def output(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


class Program:
    """A program below the folder root, at PATH, and one of another build at the same place."""

    def __init__(self, s):
        self.root = pathlib.Path(s.path("root"))
        self.other = pathlib.Path(s.path("other"))
        self.by_id = pathlib.Path(s.path("by-id"))
        source = s.path("serve.c", SOURCE)
        self.file = self.build(source, self.root, "-O1")
        self.build(source, self.other, "-O0")
        lines = map(str.split, output("nm", "-S", self.file).split("\n"))
        names = {line[-1]: line for line in lines if len(line) == 4}
        self.work, self.work_n = (int(word, 16) for word in names["work_on"][:2])
        self.main = int(names["main"][0], 16)
        self.build_id = re.search(r"Build ID: (\w+)", output("readelf", "-n", self.file))[1]
        loads = re.findall(r"LOAD\s+(\w+) (\w+) \w+ (\w+) \w+ R E",
                           output("readelf", "-lW", self.file))
        self.offset, self.address, self.size = (int(word, 16) for word in loads[0])
        below = self.by_id / ".build-id" / self.build_id[:2]
        below.mkdir(parents=True)
        shutil.copy(self.file, below / self.build_id[2:])

    @staticmethod
    def build(source, root, how):
        path = root / PATH[1:]
        path.parent.mkdir(parents=True)
        subprocess.run(["gcc", "-g", how, "-Wl,--build-id", "-o", str(path), source], check=True)
        return str(path)

    def run_address(self, address):
        """Where the code was while it ran, as mapped at START."""
        return START + address - self.address

    def mapping(self):
        return START, START + self.size, self.offset, PATH


def mapping_without_names(p, start, limit, offset, file, build_id=""):
    p.parts[3].append(profiles.message(
        3, profiles.number(1, len(p.parts[3]) + 1), profiles.number(2, start),
        profiles.number(3, limit), profiles.number(4, offset), profiles.number(5, p.text(file)),
        profiles.number(6, p.text(build_id))))
    return len(p.parts[3])


def pprof_of(program, at, named=False, build_id=None, path=PATH):
    p = profiles.Profile(("samples", "count"))
    build_id = program.build_id if build_id is None else build_id
    where = (*program.mapping()[:3], path, build_id)
    mapping = p.mapping(*where) if named else mapping_without_names(p, *where)
    leaf = p.location(mapping=mapping, address=program.run_address(at))
    main = p.location(mapping=mapping, address=program.run_address(program.main + 4))
    p.sample([leaf, main], [7])
    return p.bytes()


def otlp_of(program, at, is_own=False, path=PATH):
    """Some agents give the addresses of the file itself."""
    p = otlp.Profiles(otlp.NEWEST)
    build_id = p.attribute("process.executable.build_id.gnu", program.build_id)
    mapping = p.mapping(*program.mapping()[:3], path, build_id)
    leaf, main = (p.location(mapping=mapping, address=one if is_own else program.run_address(one))
                  for one in (at, program.main + 4))
    p.profile([("samples", "count")], [p.sample([leaf, main], [7])])
    return p.bytes()


def samply_of(program, at, build_id=None):
    """Addresses count from where the file begins."""
    build_id = program.build_id if build_id is None else build_id
    return json.dumps({
        "meta": {"preprocessedProfileVersion": 48},
        "libs": [{"name": "serve", "path": PATH, "breakpadId": "00", "codeId": build_id}],
        "threads": [{
            "samples": {"stack": [1] * 7, "time": list(range(7))},
            "stackTable": {"prefix": [None, 0], "frame": [0, 1]},
            "frameTable": {"address": [program.main + 4, at], "func": [0, 1]},
            "funcTable": {"name": [0, 1], "resource": [0, 0]}, "resourceTable": {"lib": [0]},
            "stringArray": [hex(program.main + 4), hex(at)]}]}).encode()


def find_inlined(s, program):
    """An address at which something is inlined; None: the compiler inlined nothing."""
    for at in range(program.work, program.work + program.work_n):
        run = s.run("-f", "folded", "--symfs", str(program.root),
                    s.path("at", pprof_of(program, at)))
        if b"inlined_here" in run.out:
            return at
    return None


def check_found(s, program, at):
    whole = b"main;work_on;inlined_here 7\n"
    root = ["--symfs", str(program.root)]
    for claim, data, words, right in (
            ("by its path", pprof_of(program, at), root, whole),
            ("by its path alone", pprof_of(program, at, build_id=""), root, whole),
            ("by its build-id", pprof_of(program, at), ["--symfs", str(program.by_id)], whole),
            ("without inlined functions", pprof_of(program, at), [*root, "--no-inline"],
             b"main;work_on 7\n"),
            ("in OTLP", otlp_of(program, at), root, whole),
            ("in OTLP, with addresses of the file", otlp_of(program, at, is_own=True), root, whole),
            ("in OTLP, without folders, by its build-id", otlp_of(program, at, path="serve"),
             ["--symfs", str(program.by_id)], whole),
            ("in samply's JSON", samply_of(program, at), root, whole)):
        run = s.run("-f", "folded", *words, s.path("found", data))
        s.claim(f"named {claim}", run.rc == 0 and run.out == right, run)
    run = s.run("-f", "folded", "--srcline", *root, s.path("lines", pprof_of(program, at)))
    s.claim("with lines", re.fullmatch(
        rb"main:serve.c:\d+;work_on:serve.c:11;inlined_here:serve.c:\d+ 7\n", run.out), run)
    run = s.run("-f", "folded", "--annotate", "all", *root, s.path("kinds", pprof_of(program, at)))
    s.claim("inlined functions are marked", run.out.endswith(b";inlined_here_[i] 7\n"), run)
    run = s.run("-f", "svg", "--no-script", *root, s.path("tips", pprof_of(program, at)))
    tips = re.findall(rb"<title>([^<]*)\ninlined into its caller</title></rect>", run.out)
    s.claim("a tooltip says that a function is inlined", len(tips) == 1
            and tips[0].startswith(b"inlined_here ("), tips)
    run = s.run("-f", "svg", "--no-script", s.path("marked", b"main;inlined_here_[i] 7\n"))
    s.claim("that of folded stacks stays what tools read", b"<title>inlined_here (7 samples, "
            b"100%)</title>" in run.out, run.out)


def check_not_sought(s, program, at):
    unnamed = b"[serve];[serve] 7\n"
    root = ["--symfs", str(program.root)]
    for claim, data, words in (
            ("where the profile says that it is", pprof_of(program, at, named=True), root),
            ("when nothing may be opened", pprof_of(program, at), [*root, *s.untrusted]),
            ("by another build", pprof_of(program, at), ["--symfs", str(program.other)]),
            ("by a file that is not there", pprof_of(program, at), ["--symfs", s.path("")]),
            ("in samply's JSON when nothing may be opened", samply_of(program, at),
             [*root, *s.untrusted]),
            ("outside of --symfs", pprof_of(program, at, path=program.file),
             ["--symfs", str(program.other)]),
            ("by a path that leads out", pprof_of(program, at, path="/../" * 9 + program.file),
             ["--symfs", str(program.other)])):
        run = s.run("-f", "folded", *words, s.path("not", data))
        s.claim(f"not named {claim}", run.out == unnamed and run.rc == 0, run)
    run = s.run("-f", "folded", "--symfs", str(program.other), s.path("why", pprof_of(program, at)))
    s.claim("why is said",
            "most of them in /srv/demo/bin/serve: only another build" in run.said, run)
    p = profiles.Profile(("samples", "count"))
    mapping = mapping_without_names(p, *program.mapping(), program.build_id)
    p.sample([p.location((p.function("as it says"), 1), mapping=mapping,
                         address=program.run_address(at))], [7])
    run = s.run("-f", "folded", *root, s.path("named", p.bytes()))
    s.claim("a name that is there stays", run.out == b"as it says 7\n", run)


def heap_of(program, at):
    """The text of an older heap profile: return addresses, and the maps they lie in."""
    start, limit, offset, path = program.mapping()
    stack = f"{program.run_address(at) + 1:#x} {program.run_address(program.main) + 1:#x}"
    return (f"heap profile: 1: 7 [1: 7] @ heapprofile\n1: 7 [1: 7] @ {stack}\n\n"
            f"MAPPED_LIBRARIES:\n{start:x}-{limit:x} r-xp {offset:08x} 08:01 78 {path}\n")


def check_older(s, program, at):
    path = s.path("older", heap_of(program, at))
    root = ["--symfs", str(program.root)]
    run = s.run("-f", "folded", *root, path)
    s.claim("older profiles are named in the same way",
            run.out == b"main;work_on;inlined_here 7\n", run)
    run = s.run("--explain", "work_on", *root, path)
    s.claim("and explained", run.rc == 0 and "in serve: named by its table" in run.said, run)


def check_explained(s, program, at):
    path = s.path("explained", pprof_of(program, at))
    root = ["--symfs", str(program.root)]
    for name, how in (("work_on", "named by its table of symbols"),
                      ("inlined_here", "inlined there, according to debug information")):
        run = s.run("--explain", name, *root, path)
        s.claim(f"--explain {name}", run.rc == 0 and f"in serve: {how}" in run.said
                and "found by --symfs" in run.said, run)
    run = s.run("--explain", "nobody", *root, path)
    s.claim("--explain of what is not there", run.rc == 1 and "nobody" in run.said, run)


def check_unreadable(s, program, at):
    """What the system does not open is a fault of the system."""
    words = ["--symfs", str(program.root), s.path("few", pprof_of(program, at))]
    if s.sanitized:
        s.skip("few open files", "sanitizers need more")
        return
    for n in range(3, 16):
        run = subprocess.run(["sh", "-c", f'ulimit -n {n}; exec "$0" "$@"', s.flame, "-f", "folded",
                              *words], capture_output=True, check=False,
                             env={**os.environ, "LC_ALL": "C"})
        named = run.returncode == 0 and run.stdout == b"main;work_on;inlined_here 7\n"
        has_begun = b"shared libraries" not in run.stderr
        if has_begun and not named and (run.returncode != 3 or run.stdout):
            s.claim(f"with {n} open files it is named or a fault of the system", False,
                    (run.returncode, run.stdout, run.stderr))
            return
    s.claim("with few open files it is named, or a fault of the system", True)


def check(s):
    if not shutil.which("gcc") or not shutil.which("nm") or not shutil.which("readelf"):
        s.skip("all", "there is no compiler")
        return
    program = Program(s)
    at = find_inlined(s, program)
    if at is None:
        s.skip("all", "this build reads no files of programs, or the compiler inlined nothing")
        return
    check_found(s, program, at)
    check_not_sought(s, program, at)
    check_explained(s, program, at)
    check_older(s, program, at)
    check_unreadable(s, program, at)


kit.main(check)
