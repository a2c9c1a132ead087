#!/usr/bin/env python3
"""flame record -d: samples tell which data they are about, in what pages, whatever the stacks, and
for whom the kernel tells it. Recordings of perf itself are compared where perf is there.
"""
import os
import re
import struct
import subprocess

import kit
from kit import nobody

# Maps a file of so many pages, says where, reads them all, and writes to each: that is one fault
# for each page, at an address that mostly has a page already. (Some may be parts of a large page.)
PROGRAM = r"""
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
static volatile char sum;
__attribute__((noinline)) void write_pages(char *p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        p[i * 4096] = 1;
        if (i % 250 == 0)
            usleep(3000); /* a recorder needs time to read */
    }
    sum = *p;
}
int main(int argc, char **argv)
{
    size_t n = (size_t)atoi(argv[2]);
    int fd = open(argv[1], O_RDONLY);
    char *p = mmap(NULL, n * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
    for (size_t i = 0; p != MAP_FAILED && i < n; i++)
        sum += p[i * 4096];
    printf("%p\n", (void *)p);
    fflush(stdout);
    if (argc > 3)
        getchar();
    write_pages(p, n);
    if (argc > 3)
        getchar();
    return 0;
}
"""
PAGES = 12000
PAGE = 4096
SAMPLE, MMAP2, IS_DATA = 9, 10, 1 << 13
PERIOD, PHYSICAL = 1 << 8, 1 << 19


PROCESSOR_NODES, MEMORY_NODES = 14, 22
SYSTEM = "/sys/devices/system"


def feature(path, wanted):
    """The bytes of a feature; None: it is not there."""
    with open(path, "rb") as f:
        data = f.read()
    at, size = struct.unpack_from("<QQ", data, 40)
    bits = int.from_bytes(data[72:104], "little")
    if not bits >> wanted & 1:
        return None
    section = at + size + 16 * bin(bits & (1 << wanted) - 1).count("1")
    at, size = struct.unpack_from("<QQ", data, section)
    return data[at:at + size]


class Recording:
    """Samples as (address, source, physical address or None, size of its page, of the code's), and
    the paths of mapped data."""

    def __init__(self, path):
        with open(path, "rb") as f:
            data = f.read()
        attribute, at, size = (struct.unpack_from("<Q", data, i)[0] for i in (24, 40, 48))
        self.type = struct.unpack_from("<Q", data, attribute + 24)[0]
        physical = bool(self.type & PHYSICAL)
        self.samples, self.data = [], set()
        end = at + size
        while at < end:
            kind, misc, n = struct.unpack_from("<IHH", data, at)
            if kind == SAMPLE:
                address = struct.unpack_from("<Q", data, at + 40)[0]
                last = list(struct.unpack_from("<4Q", data, at + n - 32))
                if not physical:
                    last = [last[1], None, *last[2:]]
                self.samples.append((address, *last))
            elif kind == MMAP2 and misc & IS_DATA:
                self.data.add(data[at + 72:at + n].split(b"\0")[0].decode())
            at += n

    def within(self, base):
        return [sample for sample in self.samples if base <= sample[0] < base + PAGES * PAGE]

    def writes(self, base):
        """One for nearly each page, as something was there that was only read."""
        return [sample for sample in self.within(base) if sample[3] == PAGE]


def build(s):
    with open(s.path("p.c"), "w", encoding="utf-8") as f:
        f.write(PROGRAM)
    subprocess.run(["cc", "-O1", "-fno-omit-frame-pointer", "-o", s.path("p"), s.path("p.c")],
                   check=True)
    with open(s.path("file"), "wb") as f:
        f.write(bytes(PAGES * PAGE))


def record(s, name, *args, **more):
    """Anew where a slow machine lost records, which is said."""
    return kit.record_until(
        lambda run: " lost" not in run.said,
        lambda: s.run("record", "-d", "-e", "page-faults", "-c", "1", "-o", name, *args,
                      s.path("p"), s.path("file"), str(PAGES), **more))


def base_of(run):
    return int(run.out.split()[0], 16)


def check_fields(s):
    for args in (("-g", "fp"), ("-g", "no"), ("-g", "dwarf,512"), ("-g", "dwarf,512",
                                                                   "--keep-stacks")):
        run = record(s, "a.data", *args)
        recording = Recording(s.path("a.data"))
        base = base_of(run)
        found = recording.writes(base)
        what = " ".join(args)
        s.claim(f"{what}: each page that was written has a sample with its address", run.rc == 0
                and len({a // PAGE for a, *_ in recording.within(base)}) == PAGES,
                (run.brief(), len(found)))
        s.claim(f"{what}: samples tell the pages of data and code, and where data lies in memory",
                len(found) > 0.7 * PAGES
                and all(code >= PAGE and physical for _, _, physical, _, code in found), found[:3])
        told = s.run("a.data", "-f", "folded", "--weight", "samples")
        n = sum(int(line.rsplit(b" ", 1)[1]) for line in told.out.splitlines())
        s.claim(f"{what}: all samples are read", n == len(recording.samples),
                (n, len(recording.samples)))
        s.claim(f"{what}: mapped data is told", s.path("file") in recording.data, recording.data)


def check_running(s):
    with subprocess.Popen([s.path("p"), s.path("file"), str(PAGES), "wait"],
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        base = int(process.stdout.readline(), 16)
        with subprocess.Popen([s.flame, "record", "-q", "-d", "-e", "page-faults", "-c", "1", "-g",
                               "fp", "-o", s.path("r.data"), "-p", str(process.pid)]) as recorder:
            kit.wait_until(lambda: os.path.exists(s.path("r.data"))
                           and os.path.getsize(s.path("r.data")) > 1000)
            process.stdin.write(b"\n")
            process.stdin.flush()
            kit.wait_until(lambda: os.path.getsize(s.path("r.data")) > PAGES * 80)
            process.stdin.close()
            process.wait()
            recorder.wait()
    recording = Recording(s.path("r.data"))
    found = recording.writes(base)
    s.claim("of a process that runs already, mapped data and addresses are told as well",
            s.path("file") in recording.data and "[heap]" in recording.data
            and len({a // PAGE for a, *_ in found}) > 0.7 * PAGES, (recording.data, len(found)))


def check_no_data(s):
    run = s.run("record", "-d", "-e", "cpu-clock", "-o", "c.data", "true")
    s.claim("events that are about no data are said to be", run.rc == 0
            and "-d: samples of cpu-clock are about no data" in run.said, run)
    run = s.run("record", "-e", "page-faults", "-o", "c.data", "true")
    s.claim("without -d nothing is told of data", run.rc == 0 and "-d" not in run.said
            and not Recording(s.path("c.data")).type & PHYSICAL
            and not Recording(s.path("c.data")).data, run)


def check_user(s):
    with open("/proc/sys/kernel/perf_event_paranoid", encoding="ascii") as f:
        level = int(f.read())
    if level != 2:
        s.skip("what other users may record of data", "needs kernel.perf_event_paranoid 2")
        return
    folder, program = nobody.folder_of(s)
    run = record(s, "u.data", "-g", "fp", program=program, cwd=folder, **nobody.WHO)
    recording = Recording(os.path.join(folder, "u.data"))
    found = recording.writes(base_of(run))
    s.claim("a user is told addresses and pages, and that physical addresses are missing",
            run.rc == 0 and "-d: without physical addresses" in run.said
            and len(found) > 0.7 * PAGES and all(code >= PAGE for *_, code in found),
            (run.brief(), len(found), found[:3]))


def blocks_of(node):
    """The blocks of memory of a node."""
    return {int(name[6:]) for name in os.listdir(f"{SYSTEM}/node/node{node}")
            if re.fullmatch(r"memory\d+", name)}


def read_memory(body):
    """The size of blocks in bytes, and those of each node."""
    version, block, n = struct.unpack_from("<3Q", body)
    at, nodes = 24, {}
    for _ in range(n):
        node, size, bits = struct.unpack_from("<3Q", body, at)
        words = (bits + 63) // 64
        value = int.from_bytes(body[at + 24:at + 24 + 8 * words], "little")
        nodes[node] = {i for i in range(bits) if value >> i & 1}
        at += 24 + 8 * words
        if size != bits:
            return None
    return (block, nodes) if version == 1 and at == len(body) else None


def check_nodes(s):
    try:
        present = [int(name[4:]) for name in os.listdir(f"{SYSTEM}/node")
                   if re.fullmatch(r"node\d+", name)]
        with open(f"{SYSTEM}/memory/block_size_bytes", encoding="ascii") as f:
            block = int(f.read(), 16)
    except OSError:
        s.skip("nodes are recorded", f"there is no {SYSTEM}/node or {SYSTEM}/memory here")
        return
    wanted = {node: blocks_of(node) for node in present if blocks_of(node)}
    if not wanted:
        s.skip("nodes are recorded", "no node has blocks of memory here")
        return
    record(s, "n.data", "-q", "-g", "fp")
    memory = feature(s.path("n.data"), MEMORY_NODES)
    s.claim("-d tells which memory each node has, as the system does",
            memory is not None and read_memory(memory) == (block, wanted), (memory, wanted))
    run = s.run("n.data", "--by", "node", "--quiet")
    told = {line.split()[-1].decode() for line in run.out.splitlines()[1:] if b"." in line}
    s.claim("--by node of a recording with -d names nodes of the machine",
            run.rc == 0 and told & {str(node) for node in present}
            and told <= {"N/A", *map(str, present)}, run)
    s.run("record", "-q", "-o", "w.data", "true")
    processors = feature(s.path("w.data"), PROCESSOR_NODES)
    s.claim("without -d memory is not told, but which processors each node has",
            feature(s.path("w.data"), MEMORY_NODES) is None and processors is not None
            and processors[:4] == struct.pack("<I", len(present)), (processors, present))


def check_header(s):
    """What perf prints of nodes."""
    if not feature(s.path("a.data"), MEMORY_NODES):
        s.skip("perf prints nodes", "the system tells none")
        return
    told = s.run("report", "-i", "a.data", "--header-only", "-I", program="perf")
    with open(f"{SYSTEM}/node/node0/cpulist", "rb") as f:
        processors = f.read().strip()
    s.claim("perf report --header-only prints nodes with their processors and memory",
            told.rc == 0 and not told.err and b"# node0 cpu list : " + processors in told.out
            and re.search(rb"\n# memory nodes \(nr \d+, block size 0x[0-9a-f]+\):\n# +0 \[",
                          told.out), told)


def check_perf(s):
    if kit.missing("perf"):
        s.skip("perf reads addresses", "perf is not installed")
        return
    run = record(s, "a.data", "-q", "-g", "fp")
    base = base_of(run)
    fields = "ip,sym,addr,data_page_size,code_page_size,phys_addr"
    told = s.run("script", "-i", "a.data", "-G", "-F", fields, program="perf")
    addresses = [int(a, 16) for a in re.findall(rb"^ *([0-9a-f]+) ", told.out, re.MULTILINE)]
    s.claim("perf script prints the same addresses, with their pages", told.rc == 0
            and len({a // PAGE for a in addresses if 0 <= a - base < PAGES * PAGE}) == PAGES
            and len(re.findall(rb" write_pages +[0-9a-f]+ 4K 4K$", told.out, re.MULTILINE))
            > 0.7 * PAGES,
            (told.rc, told.err, told.out[-300:]))
    check_header(s)
    told = s.run("report", "-i", "a.data", "--stdio", "--no-children", "--sort", "sym",
                 program="perf")
    s.claim("perf report finds what writes", told.rc == 0
            and re.search(rb"[89]\d\.\d\d%.*write_pages", told.out), told)
    theirs = s.run("record", "-e", "page-faults", "-c", "1", "-d", "-g", "-o", s.path("p.data"),
                   s.path("p"), s.path("file"), str(PAGES), program="perf")
    if theirs.rc:
        s.skip("as many samples as perf takes", "perf does not record here")
        return
    n = [s.run("script", "-i", name, "-G", "-F", "event", program="perf").out.count(b"page-faults")
         for name in ("a.data", "p.data")]
    s.claim("as many samples are taken as perf takes, within 1 %",
            min(n) > 10000 and abs(n[0] - n[1]) < 0.01 * n[1], n)


def check(s):
    if not kit.may_record(s, "recordings are made", "-e", "page-faults"):
        return
    check_no_data(s)
    if kit.missing("cc") or os.geteuid() != 0:
        s.skip("addresses of data are recorded", "needs cc and root")
        return
    build(s)
    check_fields(s)
    check_running(s)
    check_nodes(s)
    check_user(s)
    check_perf(s)


kit.main(check)
