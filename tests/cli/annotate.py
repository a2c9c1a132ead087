#!/usr/bin/env python3
"""--format annotate: the instructions of a function, against objdump; the samples, against what was
written into the profile; only the file with the right build-id is disassembled.
"""
import collections
import os
import platform
import re
import subprocess

import kit
from kit import profiles

SOURCE = """#include <stdint.h>
volatile uint64_t sink;
__attribute__((noinline)) uint64_t mix(uint64_t n)
{
    uint64_t a = 1;
    for (uint64_t i = 0; i < n; i++) {
        a ^= a << 13;
        if (a % 3 == 0)
            a += sink;
        a ^= a >> 7;
    }
    return a;
}
__attribute__((noinline)) uint64_t many(uint64_t n)
{
MANY    return n;
}
int main(int c, char **v)
{
    sink = mix((uint64_t)c) + many((uint64_t)c);
    return v == 0;
}
"""
ROW = re.compile(r"^[> ] +(?:([\d,]+) +([\d.]+)  +)?([0-9a-f]+)(?:  (\S.*))?$")
START = 0x7f0000000000


def tool(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def build(s, name, *words):
    """Compiles the program; gives its path and build-id."""
    many = "".join(f"    n = n * {3 + i} + {i};\n    sink = n;\n" for i in range(80))
    source = s.path("hot.c", SOURCE.replace("MANY", many))
    path = s.path(name)
    tool("gcc", "-O1", "-g", *words, "-Wl,--build-id=sha1", "-o", str(path), str(source))
    found = re.search(r"Build ID: (\w+)", tool("readelf", "-n", str(path)))
    return path, found.group(1)


def segment(path):
    """Offset, address and size of the segment with code."""
    for line in tool("readelf", "-lW", str(path)).splitlines():
        words = line.split()
        if words[:1] == ["LOAD"] and "E" in words[6:8]:
            return tuple(int(words[i], 16) for i in (1, 2, 4))
    raise ValueError(f"{path} has no code")


def profile(path, build_id, function, samples):
    """A profile of pprof: samples by address in the file."""
    offset, address, size = segment(path)
    p = profiles.Profile(("samples", "count"))
    mapping = p.mapping(START, START + size, offset, str(path), build_id, 0xf)
    for at, n in samples.items():
        place = p.location((p.function(function), 0), mapping=mapping, address=START + at - address)
        p.sample([place], [n])
    return p.bytes()


def disassembled(path, function):
    """What objdump prints: the text by address."""
    text = tool("objdump", "-d", "-M", "suffix", "--no-show-raw-insn", f"--disassemble={function}",
                str(path))
    return {int(a, 16): t for a, t in re.findall(r"^ +([0-9a-f]+):\t(.*)$", text, re.M)}


def alike(text):
    """Without blanks, comments, names, and in one way to write numbers."""
    text = re.sub(r"\s+#.*|\s*<[^>]*>", "", text)
    text = re.sub(r"\b0x([0-9a-f]+)", lambda m: str(int(m[1], 16)), text)
    head, _, rest = text.partition(" ")
    if head.rstrip("q") in ("call", "jmp") or head.startswith("j"):
        rest = re.sub(r"^\s*([0-9a-f]+)$", lambda m: m[1], rest)
    rest = re.sub(r"\s+", "", rest)
    return head, rest.removeprefix("$1,") if head[:3] in ("shr", "shl", "sar") else rest


def rows(run):
    """The listing, without the hottest rows before it: address, samples, share, text."""
    found = []
    for line in run.out.decode().rpartition("address  instruction\n")[2].splitlines():
        match = ROW.match(line)
        if match:
            found.append((int(match[3], 16), int((match[1] or "0").replace(",", "")),
                          match[2] or "", match[4] or ""))
    return found


def check_text(s, path, build_id):
    right = disassembled(path, "mix")
    samples = {at: 1 + i % 7 for i, at in enumerate(right)}
    run = s.run("-f", "annotate", "--function", "mix",
                s.path("mix.pb", profile(path, build_id, "mix", samples)))
    if "without capstone" in run.out.decode():
        return s.skip("instructions", "built without capstone")
    got = rows(run)
    s.claim("every instruction that objdump finds is a row, in its order",
            run.rc == 0 and [row[0] for row in got] == list(right), run)
    s.claim("each with its samples", {row[0]: row[1] for row in got} == samples, run)
    whole = sum(samples.values())
    s.claim("and its share of those of the function",
            all(row[2] == f"{100 * row[1] / whole:.2f}" for row in got), run)
    different, same = [], 0
    for at, _, _, text in got:
        mine, theirs = alike(text), alike(right[at])
        if mine[0] == theirs[0] and mine[0][0] not in "jc":
            same += 1
            if mine[1] != theirs[1]:
                different.append((text, right[at]))
    s.claim(f"{same} texts of {len(got)} have the name that objdump prints, and its operands",
            not different and same * 2 > len(got), different)
    text = run.out.decode()
    s.claim("the source is said where it changes", "; hot.c:7  a ^= a << 13;\n" in text, run)
    s.claim("and jumps say where they lead", re.search(r"\bj\w+ +0x\w+ <mix\+0x\w+>\n", text), run)
    s.claim("the file is named, and how it was found",
            f"module: {path}\nbuild-id: {build_id}\ncode: {path} (found by its path, its build-id "
            "or checksum is the right one)\n" in text, run)
    callgraph = os.path.join(os.path.dirname(s.flame), "callgraph")
    table = s.run("--by-address", "mix", s.path("mix.pb"), program=callgraph)
    listed = collections.Counter(int(n) for n in re.findall(r"^ +(\d+) +[\d.]+ +\d",
                                                            table.out.decode(), re.M))
    s.claim("callgraph --by-address has the same samples",
            listed == collections.Counter(samples.values()), table)
    graph = s.run("-f", "annotate", "--function", "mix", s.path("mix.pb"), program=callgraph)
    s.claim("callgraph -f annotate prints the same", graph.out == run.out, graph)
    return None


def check_folding(s, path, build_id):
    right = list(disassembled(path, "many"))
    hot = right[len(right) // 2]
    run = s.run("--function", "ma?y",
                s.path("many.pb", profile(path, build_id, "many", {hot: 3, right[4]: 97})))
    if "without capstone" in run.out.decode():
        return
    got = rows(run)
    text = run.out.decode()
    folded = sum(int(n.replace(",", "")) for n in
                 re.findall(r"\.\.\. ([\d,]+) instructions without samples", text))
    s.claim("a glob names the function, and --function alone lists it", run.rc == 0 and got, run)
    s.claim("instructions far from all samples are counted, not listed",
            len(got) == 15 and folded + len(got) == len(right), run)
    s.claim("what takes 5 percent or more has a mark, the rest has none",
            f">   97   97.00  {right[4]:>7x}  " in text and
            f"     3    3.00  {hot:>7x}  " in text, run)
    s.claim("a long listing begins with its hottest rows",
            re.search(rf"\nhottest:\n>   97   97.00  +{right[4]:x}  ", text), run)


def check_files(s, path, build_id, other):
    samples = {at: 2 for at in list(disassembled(path, "mix"))[:3]}
    run = s.run("--function", "mix", s.path("other.pb", profile(other, build_id, "mix", samples)))
    s.claim("a file of another build is not disassembled, which is said",
            run.rc == 0 and len(rows(run)) == 3 and not any(row[3] for row in rows(run)) and
            b"only another build of the file was found; --symfs names" in run.out, run)
    data = profile(path, build_id, "mix", samples)
    gone = s.path("gone.pb", data.replace(str(path).encode(), b"/" * (len(str(path)) - 1) + b"x"))
    run = s.run("--function", "mix", gone)
    s.claim("without the file addresses are listed, and what helps is said",
            run.rc == 0 and [row[1] for row in rows(run)] == [2, 2, 2] and
            b"the file was not found; --symfs names a folder that has it" in run.out, run)
    run = s.run("--function", "mix", s.path("plain.pb", profile(path, "", "mix", samples)))
    s.claim("a file is taken by its path where the recording has no build-id, which is said",
            run.rc == 0 and b"the recording has no build-id to check it by" in run.out, run)
    run = s.run("--function", "mix", "--limits", "untrusted", "--limit", "memory=0",
                s.path("t.pb", data))
    s.claim("an untrusted input has no file opened",
            run.rc == 0 and len(rows(run)) == 3 and b"may not have files opened" in run.out, run)
    data = profile(path, "", "mix", samples).replace(
        profiles.message(6, str(path).encode()), profiles.message(6, b"hot"))
    run = s.run("--function", "mix", "--symfs", os.path.dirname(path), s.path("f.pb", data))
    s.claim("a file that the input names without its folder is found below --symfs",
            run.rc == 0 and b"(found by --symfs, the recording has no build-id" in run.out, run)
    stripped = s.path("stripped")
    tool("strip", "-o", str(stripped), str(path))
    run = s.run("--function", "mix",
                s.path("s.pb", profile(stripped, build_id, "mix", samples)))
    s.claim("without symbols it is not known where the function ends, and what helps is said",
            run.rc == 0 and len(rows(run)) == 3 and
            b"it is not known where the function begins and ends: it has no symbols" in run.out,
            run)


def check_names(s):
    """Text of perf script counts from a function: that must be one."""
    one = "static __attribute__((noinline)) int init(int n) { return n * %d; }\n" \
          "int %s(int n) { return init(n) + 1; }\n"
    s.path("a.c", one % (3, "a"))
    s.path("b.c", one % (5, "b") + "int a(int);\nint main(int n) { return a(n) + b(n); }\n")
    tool("gcc", "-O1", "-o", str(s.path("two")), str(s.path("a.c")), str(s.path("b.c")))
    text = "two 1 1.0: 1 cycles: \n\t%x %s+0x%x (" + str(s.path("two")) + ")\n\n"
    for name, offset in (("init", 1), ("a", 0x8000)):
        run = s.run("--function", name, s.path("two.txt", text % (0x1000 + offset, name, offset)))
        s.claim(f"{name}+{offset:#x} is not looked for in a file where it is in no function, or "
                "there are several", run.rc == 0 and rows(run) == [(offset, 1, "100.00", "")]
                and b"counts from a function that the file does not have" in run.out, run)
    run = s.run("--function", "b", s.path("two.txt", text % (0x1000, "b", 0)))
    s.claim("where there is one, its code is listed", run.rc == 0 and len(rows(run)) > 2, run)
    run = s.run("callgraph", "--by-address", "b", "--redact", "x", s.path("two.txt"))
    s.claim("--by-address with --redact is refused by name",
            run.rc == 2 and "cannot be combined with --by-address" in run.said, run)


def check_refused(s, path, build_id):
    data = s.path("r.pb", profile(path, build_id, "mix", {segment(path)[1]: 1}))
    folded = s.path("r.folded", "main;mix 3\nmain 0\n")
    for words, rc, said in (
            (("--function", "mxi", data), 1, 'no function is named "mxi"; did you mean "mix"?'),
            (("--function", "mix", folded), 1, "has neither addresses nor lines of \"mix\""),
            (("--function", "main", folded), 1, "no sample is in \"main\" itself"),
            (("--function", "mix", "-f", "svg", data), 2, "wanted --format annotate"),
            (("-f", "annotate", "--reverse", data), 2, "cannot be combined with --format annotate"),
            (("-f", "annotate", "--hash-names", data), 2, "--hash-names: cannot be combined"),
            (("-f", "annotate", "--before", data, data), 2, "--before")):
        run = s.run(*words)
        s.claim(f"{said}: is said", run.rc == rc and said in run.said and not run.out, run)


def check(s):
    for name in ("gcc", "objdump", "readelf", "strip"):
        if kit.missing(name):
            return s.skip("instructions", f"{name} is missing")
    if platform.machine() != "x86_64":
        return s.skip("instructions", "objdump and capstone write others in two ways")
    path, build_id = build(s, "hot")
    other, _ = build(s, "cold", "-O2", "-DOTHER")
    check_text(s, path, build_id)
    check_folding(s, path, build_id)
    check_files(s, path, build_id, other)
    check_names(s)
    check_refused(s, path, build_id)
    return None


if __name__ == "__main__":
    kit.main(check)
