#!/usr/bin/env python3
"""What samples tell of memory: labels and weights are those that perf prints of a recording."""
import collections
import re
import subprocess

import kit

CODE = r"""
#include <stdlib.h>
#include <sys/mman.h>
char table[1 << 20];
__attribute__((noinline)) void touch_table(void)
{
    for (size_t i = 0; i < sizeof table; i += 4096)
        table[i] = 1;
}
__attribute__((noinline)) void touch_huge(void)
{
    size_t huge = 2 << 20;
    char *p = mmap(0, 3 * huge, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    p += huge - (size_t)p % huge;
    madvise(p, huge, MADV_HUGEPAGE);
    for (size_t i = 0; i < huge; i += 4096)
        p[i] = 1;
}
int main(void)
{
    touch_table();
    touch_huge();
    return 0;
}
"""
# Labels beside the fields of perf script that hold them.
FIELDS = {"page": "data_page_size", "code-page": "code_page_size"}
SOURCES = {"op": "OP", "tlb": "TLB", "snoop": "SNP"}


def record(s):
    """A recording of page faults, or None."""
    binary, data = s.path("faults"), s.path("faults.data")
    subprocess.run(["gcc", "-O1", "-o", binary, s.path("faults.c", CODE)], check=True)
    done = subprocess.run(["perf", "record", "-q", "-o", data, "-e", "page-faults", "-c", "1", "-g",
                           "-d", "-W", "-N", "--data-page-size", "--code-page-size", "--phys-data",
                           binary], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    return data if done.returncode == 0 else None


def script(data, *fields):
    done = subprocess.run(["perf", "script", "-i", data, "-F", ",".join(fields)],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    return done.stdout.decode() if done.returncode == 0 else None


def roots(out):
    """The sum below each first frame."""
    sums = collections.Counter()
    for line in out.decode().splitlines():
        stack, _, n = line.rpartition(" ")
        sums[stack.split(";")[0]] += int(n)
    return sums


def check_recorded(s, data, path, what):
    for label, field in FIELDS.items():
        text = script(data, field)
        if text is None:
            s.skip(f"{what}: {label}", f"perf does not print {field}")
            continue
        run = s.run(path, "--root-by", label, "-f", "folded", "--quiet")
        s.claim(f"{what}: samples by {label} are those that perf prints",
                run.rc == 0 and roots(run.out) == collections.Counter(text.split()), run)
    text = script(data, "data_src")
    for label, field in SOURCES.items():
        wanted = collections.Counter(line.split(f"|{field} ")[1].split("|")[0].strip()
                                     for line in (text or "").splitlines())
        run = s.run(path, "--root-by", label, "-f", "folded", "--quiet")
        s.claim(f"{what}: samples by {label} are those that perf prints",
                run.rc == 0 and roots(run.out) == wanted, run)


def check_recording(s):
    if kit.missing("perf") or kit.missing("gcc"):
        s.skip("memory of a recording", "perf or gcc is not there")
        return
    data = record(s)
    if not data:
        s.skip("memory of a recording", "perf cannot record page faults here")
        return
    check_recorded(s, data, data, "perf.data")
    text = script(data, "comm", "tid", "time", "event", "addr", "data_src", "weight", "ip", "sym",
                  "dso", "phys_addr", "data_page_size", "code_page_size")
    if text:
        check_recorded(s, data, s.path("faults.perf", text), "text")
        check_data(s, data, s.path("faults.perf"))
    check_own(s)
    plain = s.run(data, "-f", "folded", "--quiet")
    paged = s.run(data, "--root-by", "page,comm", "-f", "folded", "--quiet")
    s.claim("labels of memory change no sum", plain.rc == paged.rc == 0 and
            sum(roots(plain.out).values()) == sum(roots(paged.out).values()), paged)


def check_data(s, data, text):
    """Each page of the table and of huge memory is touched once."""
    run = s.run(data, "--root-by", "data", "-f", "folded", "--quiet")
    sums = roots(run.out)
    s.claim("data: what lies there is told, in memory of zeros as well",
            sums["table (faults)"] in (255, 256, 257) and sums["anonymous"] and sums["stack"], sums)
    run = s.run(text, "--root-by", "data", "-f", "folded", "--quiet")
    told = sum(n for name, n in sums.items() if name.endswith("]"))
    s.claim("data: the text tells the modules that perf knows",
            run.rc == 0 and sum(roots(run.out).values()) == sum(sums.values()) and told > 0, run)


def check_own(s):
    """What flame record -d writes tells the same."""
    data = s.path("own.data")
    run = s.run("record", "-q", "-d", "-e", "page-faults", "-c", "1", "-o", data, "--",
                s.path("faults"))
    if run.rc != 0:
        s.skip("labels of flame record -d", run.said)
        return
    run = s.run(data, "--by", "data", "--quiet")
    s.claim("flame record -d: the table that is touched is told",
            re.search(rb"\n +25[5-9] +[0-9.]+  table \(faults\)\n", run.out), run)
    run = s.run(data, "--by", "page,code-page,op", "--quiet")
    s.claim("flame record -d: pages and sources are told", run.rc == 0 and b"4K" in run.out, run)
    run = s.run("record", "-q", "-d", "-e", "minor-faults", "-c", "1", "-o", data, "--",
                s.path("faults"))
    if run.rc != 0:
        s.skip("minor faults of flame record -d", run.said)
        return
    run = s.run(data, "--where", "data=table (faults)", "--by", "page", "--quiet")
    s.claim("flame record -d: minor faults have the size of the page that is there by then",
            re.search(rb"\n +25[5-7] +[0-9.]+  4K\n", run.out), run)


def load(level, weight, page, tail=""):
    """A sample with its stack, as perf mem prints it."""
    source = {"L1": "68100142 |OP LOAD|LVL L1 hit|SNP None|TLB L1 or L2 hit|LCK No",
              "L3": "68100842 |OP LOAD|LVL L3 hit|SNP None|TLB L1 or L2 hit|LCK No",
              "none": "5080021 N/A|SNP N/A|TLB N/A|LCK N/A"}[level]
    return (f"mem 8/8 1.000001: 30 cpu/mem-loads,ldlat=30/P:     7f00c4db8a4b0 table+0x0 (/opt/a)"
            f"      {source}{tail}              {weight}               0 {page}\n"
            "\t            1163 touch+0x3 (/opt/a)\n\n")


def check_text(s):
    path = s.path("mem.perf", load("L1", 12, "2M", "|BLK  N/A") + load("L3", 60, "4K 2M") +
                  load("none", 7, "N/A", "|BLK  Data Addr"))
    for label, weights in (("level", {"L1": 12, "L3": 60, "N/A": 7}),
                           ("page", {"2M": 12, "4K": 60, "N/A": 7}),
                           ("op", {"LOAD": 72, "N/A": 7}),
                           ("data", {"table (a)": 79})):
        run = s.run(path, "--value", "weight", "--root-by", label, "-f", "folded", "--quiet")
        s.claim(f"weights by {label} are those of the text", roots(run.out) == weights, run)
    run = s.run(path, "--where", "level=L3", "--value", "weight", "-f", "folded", "--quiet")
    s.claim("--where chooses a level", run.out == b"mem;touch 60\n", run)
    run = s.run(path, "-f", "folded", "--quiet")
    s.claim("without these options the period is drawn", run.out == b"mem;touch 90\n", run)
    run = s.run(path, "--where", "level=L4", "-f", "folded")
    s.claim("a level that no sample has is told with those that there are",
            run.rc == 1 and b'the level "L4"' in run.err
            and b"wanted one of: L1, L3, N/A" in run.err, run)
    other = s.path("other.perf", "a 8/8 1.000001: 30 cpu/mem-loads,ldlat=30/P: \n"
                   "\t 1163 f+0x3 (/opt/a)\n\n")
    run = s.run(other, "--root-by", "page", "-f", "folded")
    s.claim("a text without sizes of pages has no label of them",
            run.rc == 1 and b'label "page": perf record -d --data-page-size' in run.err, run)
    for label in ("page", "level"):
        run = s.run(other, path, "--root-by", label, "-f", "folded", "--quiet")
        s.claim(f"samples without a {label} stay beside those with one",
                sum(roots(run.out).values()) == 120, run)


def rows_of(out):
    """The rows of a table by labels."""
    lines = out.decode().split("\n\n")[0].splitlines()
    return lines[0].split()[3:], [(int(n), tuple(values)) for n, _, *values in
                                  (line.split() for line in lines[1:])]


def check_by(s):
    path = s.path("by.perf", load("L1", 12, "2M", "|BLK  N/A") + load("L3", 60, "4K 2M") +
                  load("L3", 7, "4K"))
    run = s.run(path, "-f", "table", "--by", "page,level", "--value", "weight", "--quiet")
    s.claim("--by lists combinations, the heaviest first", run.rc == 0 and rows_of(run.out) ==
            (["page", "level"], [(67, ("4K", "L3")), (12, ("2M", "L1"))]), run)
    s.claim("--by tells the sum and its unit", b"2 rows, 79 weight" in run.out, run)
    again = s.run(path, "--by", "page,level", "--value", "weight", "--quiet")
    s.claim("--by alone is a table", again.out == run.out, again)
    run = s.run(path, "--by", "comm,code-page", "--quiet")
    s.claim("a sample that lacks a label has a dash",
            sorted(rows_of(run.out)[1]) == [(30, ("mem", "2M")), (60, ("mem", "-"))], run)
    run = s.run(path, "--by", "level", "--rows", "1", "--quiet")
    s.claim("--rows leaves out the lightest", rows_of(run.out)[1] == [(60, ("L3",))]
            and b"1 of 2 rows" in run.out, run)
    run = s.run(path, "--by", "level", "--where", "page=2M", "--quiet")
    s.claim("--where chooses before the table", rows_of(run.out)[1] == [(30, ("L1",))], run)
    for words, said in ((("-f", "svg"), b"--format table"), (("--reverse",), b"--reverse"),
                        (("--hide", "x"), b"--hide")):
        run = s.run(path, "--by", "level", *words)
        s.claim(f"--by with {words[0]} is an error", run.rc == 2 and said in run.err, run)
    run = s.run(s.path("a.folded", "a;b 1\n"), "--by", "comm")
    s.claim("--by needs its labels", run.rc == 1 and b"--by: no sample has the label" in run.err,
            run)
    for key in ("none", "", "a,,b"):
        run = s.run(path, "--by", key)
        s.claim(f"--by '{key}' is an error", run.rc == 2, run)


def check(s):
    check_recording(s)
    check_text(s)
    check_by(s)


if __name__ == "__main__":
    kit.main(check)
