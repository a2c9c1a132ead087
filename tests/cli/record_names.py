#!/usr/bin/env python3
"""flame record takes along what names code: perf maps and jitdumps from inside the namespaces of
their processes, symbols of the kernel, and those of programs and libraries. What a container may
have planted there is refused.
"""
import difflib
import os
import platform
import re
import signal
import subprocess
import sys

import kit

# Makes a function that counts down, says what it is as told, and runs it. Its /tmp is its own.
MADE = r"""
import ctypes, mmap, os, struct, sys, time
how, seconds = sys.argv[1], float(sys.argv[2])
code = bytes.fromhex("554889e5b9400d0300ffc975fc5dc3")
page = mmap.mmap(-1, 4096, prot=7)
page.write(code)
at = ctypes.addressof(ctypes.c_char.from_buffer(page))
path = "/tmp/perf-%d.map" % os.getpid()
line = "%x %x made_by_%s\n" % (at, len(code), how)
if how == "link":
    open("/tmp/elsewhere", "w").write(line)
    os.symlink("/tmp/elsewhere", path)
elif how == "fifo":
    os.mkfifo(path)
elif how == "dump":
    pid = os.getpid()
    load = struct.pack("<IIQQQQ", pid, pid, at, at, len(code), 1) + b"made_by_dump\0" + code
    dump = open("/tmp/jit-%d.dump" % pid, "w+b")
    dump.write(struct.pack("<IIIIIIQQ", 0x4a695444, 1, 40, 62, 0, pid, 0, 0)
               + struct.pack("<IIQ", 0, 16 + len(load), time.monotonic_ns()) + load)
    dump.flush()
    told = mmap.mmap(dump.fileno(), 0, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ | mmap.PROT_EXEC)
else:
    with open(path, "w") as f:
        f.write(line)
        if how == "half":
            f.write("%x 8 half_of_a_na" % (at + 64))
    if how == "large":
        os.truncate(path, 129 << 20)
    if how == "foreign":
        os.chown(path, 4711, 4711)
run = ctypes.CFUNCTYPE(None)(at)
end = time.process_time() + seconds
while time.process_time() < end:
    run()
"""
# Counts in a function that is called by another, in a callback of the C library, and in the vDSO.
NATIVE = r"""
#include <stdlib.h>
#include <time.h>
static volatile unsigned long sum;
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
__attribute__((noinline)) static void count_down_NAME(unsigned n) { while (n--) sum += n; }
__attribute__((noinline)) static void sort_NAME(void)
{
    int rows[4000];
    for (unsigned i = 0; i < 4000; i++)
        rows[i] = rand();
    qsort(rows, 4000, sizeof *rows, compare);
    /* Two rows take longest in how qsort calls free of its own library. */
    for (unsigned i = 0; i < 20000; i++)
        qsort(rows, 2, sizeof *rows, compare);
    sum += rows[0];
}
__attribute__((noinline)) static void tell_time_NAME(unsigned n)
{
    struct timespec now;
    while (n--)
        clock_gettime(CLOCK_MONOTONIC, &now);
    sum++;
}
int main(void)
{
    struct timespec begin, now;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    do {
        count_down_NAME(400000);
        sort_NAME();
        tell_time_NAME(20000);
        clock_gettime(CLOCK_MONOTONIC, &now);
    } while (now.tv_sec - begin.tv_sec + (now.tv_nsec - begin.tv_nsec) / 1e9 < 0.3);
    return 0;
}
"""
# Makes the code that Python 3.12 makes of its functions, tells of it, and calls through it: each
# evaluates the next one.
TRAMPOLINES = r"""
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
typedef long evaluator(char *code, long left, int flag, void *evaluate);
static long evaluate(char *code, long left, int flag, void *self)
{
    struct timespec begin, now;
    if (left)
        return ((evaluator *)(void *)code)(code + 16, left - 1, flag, self) + 1;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    do
        clock_gettime(CLOCK_MONOTONIC, &now);
    while (now.tv_sec - begin.tv_sec + (now.tv_nsec - begin.tv_nsec) / 1e9 < 0.3);
    return 0;
}
int main(void)
{
    static const char trampoline[] = "\x48\x83\xec\x08\xff\xd1\x48\x83\xc4\x08\xc3";
    char *code = mmap(NULL, 4096, 7, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    char path[64];
    snprintf(path, sizeof path, "/tmp/perf-%d.map", (int)getpid());
    FILE *map = fopen(path, "w");
    for (int i = 0; i < 3; i++) {
        memcpy(code + 16 * i, trampoline, 11);
        fprintf(map, "%lx b py::level_%d:/srv/a.py\n", (unsigned long)(code + 16 * i), i);
    }
    fclose(map);
    puts(path);
    return evaluate(code, 3, 0, (void *)evaluate) != 3;
}
"""
OWN_TMP = "mount -t tmpfs none /tmp && "
APART = ("unshare", "--mount", "--pid", "--fork", "--mount-proc")
# Copies of stacks would fill the buffers of a slow recorder, and names would be lost with records.
FP = ("-g", "fp")


def pod(*ways, seconds=0.6):
    """A command that runs each way of telling names at once, in namespaces of their own."""
    runs = " ".join(f'"$0" -c "$1" {way} {seconds} &' for way in ways)
    return (*APART, "sh", "-c", OWN_TMP + f"{{ {runs} wait; }}", sys.executable, MADE)


def folded(s, path, *args, before=()):
    """What is drawn of a recording where nothing but it is looked at."""
    empty = s.path("empty")
    os.makedirs(empty, exist_ok=True)
    return s.run(path, "-f", "folded", "--symfs", empty, *args, before=before)


def check_pod(s):
    run = s.run("record", "-e", "cpu-clock", *FP, "-o", "pod.data", *pod("map", "dump", "half"))
    before = ("unshare", "--uts", "sh", "-c", 'hostname elsewhere && exec "$0" "$@"')
    text = folded(s, "pod.data", before=before).out.decode()
    s.claim("functions of a pod that is gone are named by what was taken along",
            run.rc == 0 and "not taken" not in run.said
            and all(f"made_by_{way}" in text for way in ("map", "dump", "half")),
            (run.brief(), text[-500:]))
    with open(s.path("pod.data"), "rb") as f:
        data = f.read()
    s.claim("a line that was not whole when a map was taken is left out",
            b"made_by_half" in data and data.count(b"half_of_a_na") == 1)  # in the command
    numbers = re.findall(rb"/tmp/perf-(\d+)\.map\0", data)
    s.claim("a map is known by the number that its process had inside",
            len(numbers) == 2 and all(int(n) < 10 for n in numbers), numbers)
    left = [n for n in os.listdir(s.folder) if n not in ("pod.data", "empty")]
    s.claim("no copy is left beside a recording", not left, left)
    other = s.path("perf.map.folder")
    os.mkdir(other)
    again = folded(s, "pod.data", "--perf-map-dir", other).out.decode()
    s.claim("a folder of maps without one of the process changes nothing", again == text)


def check_native_pod(s):
    """Its file lies in memory that is its own, and went with it."""
    program = s.path("native")
    build(s, program, "inside")
    inside = s.path("inside")
    os.mkdir(inside)
    run = s.run("record", "-e", "cpu-clock", "-g", "fp", "-o", "own.data", *APART, "sh", "-c",
                'mount -t tmpfs none "$0" && cp "$1" "$0/server" && "$0/server" & wait',
                inside, program)
    left = os.listdir(inside)
    text = folded(s, "own.data", "--comm", "server").out.decode()
    s.claim("functions of a program in a container that ended have their names", run.rc == 0
            and not left and "count_down_inside" in text, (run.brief(), left, text[-500:]))
    os.rmdir(inside)
    for name in ("native", "native.c", "own.data"):
        os.unlink(s.path(name))


def check_planted(s):
    ways = ("plain", "link", "fifo", "large", "foreign")
    run = s.run("record", "-e", "cpu-clock", *FP, "-o", "planted.data", *pod(*ways))
    text = folded(s, "planted.data").out.decode()
    s.claim("a link, a FIFO, a file that is too large and one of another user are refused and "
            "counted", run.rc == 0 and "made_by_plain" in text and text.count("made_by_") ==
            sum("made_by_plain" in line for line in text.splitlines())
            and "4 perf maps or jitdumps were not taken along: 2 no regular file that may be read, "
            "1 of another user, 1 too large" in run.said, (run.brief(), text[-500:]))
    quiet = s.run("record", "-q", "-e", "cpu-clock", *FP, "-o", "quiet.data", *pod("link"))
    s.claim("-q says nothing of it", quiet.rc == 0 and not quiet.said, quiet)


def check_old_kernel(s):
    """Without openat2 no link is followed."""
    if kit.missing("strace"):
        s.skip("kernels without openat2", "strace is not installed")
        return
    before = ("strace", "-f", "-o", "/dev/null", "-e", "trace=openat2", "-e",
              "inject=openat2:error=ENOSYS")
    traced = {"before": before,  # under which leaks cannot be looked for
              "env": dict(os.environ, ASAN_OPTIONS="detect_leaks=0")}
    run = s.run("record", "-e", "cpu-clock", *FP, "-o", "old.data", *pod("map", "link"), **traced)
    text = folded(s, "old.data").out.decode()
    s.claim("without openat2 maps are taken as well, and no link is followed", run.rc == 0
            and "made_by_map" in text and "made_by_link" not in text
            and "1 perf map or jitdump was not taken along" in run.said, (run.brief(), text[-300:]))
    linked = (*APART, "sh", "-c", "mount -t tmpfs none /mnt && mkdir /mnt/real && "
              "ln -s real /mnt/tmp && for d in /*; do case $d in /mnt|/tmp) ;; *) "
              "[ -d $d ] && mkdir /mnt$d && mount --rbind $d /mnt$d;; esac; done; "
              'exec chroot /mnt "$0" -c "$1" map 0.6', sys.executable, MADE)
    run = s.run("record", "-e", "cpu-clock", *FP, "-o", "linked.data", *linked)
    text = folded(s, "linked.data").out.decode()
    s.claim("a /tmp that is a link inside is followed below the root of the process",
            run.rc == 0 and "made_by_map" in text, (run.brief(), text[-300:]))
    run = s.run("record", "-e", "cpu-clock", *FP, "-o", "linked.data", *linked, **traced)
    s.claim("without openat2 it is not, which is said", run.rc == 0
            and "1 behind a link, which kernels before 5.6 do not follow safely" in run.said, run)


def youngest(pid):
    """The first child of the first child, and so on."""
    while True:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as f:
            children = f.read().split()
        if not children:
            return pid
        pid = int(children[0])


def check_running(s):
    process = subprocess.Popen(pod("map", seconds=100), stdin=subprocess.DEVNULL,
                               start_new_session=True)

    def has_map():
        """In the program itself: what runs before it sees the /tmp of all."""
        try:
            pid = youngest(process.pid)
            with open(f"/proc/{pid}/cmdline", "rb") as f:
                is_program = f.read().startswith(sys.executable.encode() + b"\0-c")
            return is_program and any(name.startswith("perf-")
                                      for name in os.listdir(f"/proc/{pid}/root/tmp"))
        except OSError:
            return False

    began = kit.wait_until(has_map)
    run = s.run("record", "-e", "cpu-clock", *FP, "-o", "on.data", "-p", str(youngest(process.pid)),
                "--for", "1s")
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    text = folded(s, "on.data").out.decode()
    s.claim("the map of a process that goes on is taken when the recording ends",
            began and run.rc == 0 and "made_by_map" in text, (run.brief(), text[-300:]))


def check_kernel(s):
    busy = ("import os\nfor i in range(30000): os.stat('/proc/self/status')\n")
    run = s.run("record", "-e", "cpu-clock", *FP, "-o", "kernel.data", sys.executable, "-c", busy)
    there = folded(s, "kernel.data").out.decode()
    whole = folded(s, "kernel.data", "--kallsyms", "/proc/kallsyms").out.decode()
    s.claim("the kernel's functions are named by the recording as by its whole list",
            run.rc == 0 and "do_syscall_64" in there and there == whole, run)
    with open(s.path("kernel.data"), "rb") as f:
        size = len(f.read().split(b"/proc/kallsyms\0")[-1])
    s.claim("only the symbols that samples need are taken", 100 < size < 500_000, size)
    hidden = s.path("hidden", "".join(f"{0:016x} T {name}\n" for name in ("_text", "_stext", "a")))
    run = s.run("record", "-e", "cpu-clock", *FP, "-o", "hidden.data", sys.executable, "-c", busy,
                before=("unshare", "--mount", "sh", "-c",
                        f'mount --bind {hidden} /proc/kallsyms && exec "$0" "$@"'))
    s.claim("where the kernel hides its addresses, that is said once", run.rc == 0
            and run.said.count("the kernel's functions have no names") == 1
            and "kptr_restrict=0" in run.said, run)


def build(s, program, name, *flags):
    """A program whose functions have this name in theirs."""
    source = s.path("native.c", NATIVE.replace("NAME", name))
    subprocess.run(["cc", "-O1", "-g", *flags, "-o", program, source], check=True)


def check_native(s):
    """Programs that are gone, or replaced, when their recording is drawn."""
    program = s.path("native")
    every = ("count_down", "sort", "tell_time")
    for chain, names, flags in (("dwarf,32768", every, ()),  # without tables, leaves lack callers
                                ("fp", every[:1], ("-fno-omit-frame-pointer",)),
                                ("dwarf,32768", every, ("-Wl,--build-id=none",))):
        told = f"-g {chain}, {'without' if flags and 'none' in flags[0] else 'with'} a build-id"
        build(s, program, "first", *flags)
        run = s.run("record", "-F", "4000", "-e", "cpu-clock", "-g", chain, "-o", "native.data",
                    program)
        if os.path.exists(s.path("native.data.old")):
            os.unlink(s.path("native.data.old"))
        here = s.run("native.data", "-f", "folded", "--no-inline").out.decode()
        build(s, program, "second", *flags)
        later = s.run("native.data", "-f", "folded", "--no-inline").out.decode()
        os.unlink(program)
        gone = s.run("native.data", "-f", "folded", "--no-inline", "--summary")
        bare = folded(s, "native.data").out.decode()
        s.claim(f"functions of a program that is gone have their names and callers: {told}",
                run.rc == 0 and all(f"main;{name}_first" in bare for name in names),
                (run.brief(), bare[-900:]))
        unlike = [line for text in (bare, later, gone.out.decode())
                  for line in difflib.unified_diff(here.split("\n"), text.split("\n"), n=0)]
        s.claim(f"it is drawn as on the machine that has it: {told}", not unlike, unlike[:20])
        s.claim(f"the summary says what the recording named: {told}",
                " named by the recording, without those inlined in them" in gone.said, gone.said)
        why = s.run("native.data", "--explain", "count_down_first", "-f", "folded")
        s.claim(f"so does --explain: {told}",
                "named by its symbols in the recording" in why.said, why.said)
    with open(s.path("native.data"), "rb") as f:
        data = f.read()
    symbols = data[data.rfind(b"symbols\0file "):]
    # With the blank before them, as _dl_fini of the loader may well have a sample.
    s.claim("only functions in which samples are were taken along", b" main\n" in symbols
            and b" _fini\n" not in symbols and len(symbols) < 20_000, symbols[:2000])


def check_trampolines(s):
    """Those of Python, which have no frame pointers and no tables."""
    program = s.path("native")
    source = s.path("native.c", TRAMPOLINES)
    subprocess.run(["cc", "-O2", "-fomit-frame-pointer", "-w", "-o", program, source], check=True)
    run = s.run("record", "-e", "cpu-clock", "-g", "dwarf,16384", "-o", "made.data", program)
    os.unlink(run.out.decode().strip())
    text = folded(s, "made.data").out.decode()
    s.claim("Python's code for its functions is stepped over", run.rc == 0 and re.search(
        r";main;evaluate;py::level_0:/srv/a.py;evaluate;py::level_1:/srv/a.py;evaluate;"
        r"py::level_2:/srv/a.py;evaluate", text), (run.brief(), text[-900:]))
    os.unlink(program)
    os.unlink(s.path("made.data"))


def check_vdso(s):
    """The kernel maps it into all processes."""
    text = folded(s, "native.data").out.decode()
    # The kernel has functions for it, as map_vdso, which are in no vDSO.
    vdso = [line for line in text.splitlines() if re.search(r";(__|\[)vdso", line)]
    if not vdso:
        s.skip("the vDSO has names", "this machine's clock_gettime is not in the vDSO")
        return
    s.claim("functions of the vDSO have names, and callers in the program", all(
        re.search(r";main;(tell_time_first;)?(clock_gettime;)?__vdso_clock_gettime", line)
        for line in vdso), vdso)


# Begins on one processor, and loads a library on another, whose records are read first.
MOVING = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sched.h>
#include <stdlib.h>
int main(int n, char **words)
{
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(atoi(words[2]), &one);
    if (sched_setaffinity(0, sizeof one, &one) != 0)
        return 1;
    void *library = dlopen(words[1], RTLD_NOW);
    void (*spin)(void) = library ? (void (*)(void))dlsym(library, "spin_moved") : 0;
    if (spin)
        spin();
    return !spin;
}
"""
MOVED = """
#include <time.h>
void spin_moved(void)
{
    while (clock() < CLOCKS_PER_SEC * 0.15)
        for (volatile int i = 0; i < 100000; i++) {}
}
"""


def check_moving(s):
    """What only root may read is read for the child that draws, if the process mapped it."""
    name = "a program has the names of what it maps on another processor than it began on"
    processors = sorted(os.sched_getaffinity(0))
    if len(processors) < 2 or kit.missing("taskset"):
        s.skip(name, "there is one processor, or no taskset")
        return
    os.makedirs(s.path("own"), mode=0o700)
    library = s.path("own/moved.so")
    subprocess.run(["cc", "-shared", "-fPIC", "-w", "-o", library, s.path("moved.c", MOVED)],
                   check=True)
    subprocess.run(["cc", "-w", "-o", s.path("moving"), s.path("moving.c", MOVING), "-ldl"],
                   check=True)
    for first, second in (processors[:2], processors[1::-1]):
        drawn = s.path("moved.folded")
        run = s.run("record", "-q", "-e", "cpu-clock", *FP, "-o", drawn, "taskset", "-c",
                    str(first), s.path("moving"), library, str(second))
        lines = b""
        if os.path.exists(drawn):
            with open(drawn, "rb") as f:
                lines = f.read()
            os.unlink(drawn)
        s.claim(f"{name} ({second} after {first})", run.rc == 0 and b"spin_moved" in lines
                and b"[moved.so]" not in lines, (run.brief(), lines))
    for left in ("moved.c", "moving.c", "moving", "own/moved.so"):
        os.unlink(s.path(left))
    os.rmdir(s.path("own"))


def check_runtimes(s):
    lacks = "without -X perf (from Python 3.12 on): its Python functions will have no names"
    clean = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    record = ("record", "-e", "cpu-clock", *FP, "-o", "runtime.data")
    run = s.run(*record, sys.executable, "-c", "", env=clean)
    s.claim("a runtime that was not asked for names is told before it starts",
            run.rc == 0 and run.said.startswith(f"flame: python {lacks}\n"), run)
    for env, *args in ([{**clean, "PYTHONPERFSUPPORT": "1"}, sys.executable],
                       [clean, sys.executable, "-X", "perf"], [clean, "true"]):
        run = s.run(*record, *args, "-c", "", env=env)
        s.claim(f"one that was, or is none, is not: {args[-1]}", lacks not in run.said, run)
    waits = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, env=clean)
    run = s.run(*record, "-p", str(waits.pid), "--for", "100ms")
    waits.communicate(b"\n")
    s.claim("one that runs is told with its number",
            run.rc == 0 and f"flame: python ({waits.pid}) runs {lacks}" in run.said, run)
    for name in ("runtime.data", "runtime.data.old"):
        os.unlink(s.path(name))


def check_perf(s):
    if kit.missing("perf"):
        s.skip("perf reads recordings with files in them", "perf is not installed")
        return
    report = s.run("report", "--stdio", "-i", "pod.data", program="perf")
    script = s.run("script", "-i", "pod.data", program="perf")
    # On a busy machine the kernel may have no room for a record, which perf says as well.
    said = re.sub(r"Warning:\s+Processed \d+ events and lost \d+ chunks!\s+Check IO/CPU overload!",
                  "", script.said).strip()
    s.claim("perf reads a recording with files in it, and has nothing to say of them",
            report.rc == 0 and script.rc == 0 and not said
            and b"cpu-clock" in script.out and b"Samples" in report.out, (report.brief(), script))


def check(s):
    if platform.machine() != "x86_64":
        s.skip("names are taken along", "the test's code is of x86-64")
        return
    if not kit.may_record(s, "names are taken along", *FP):
        return
    check_runtimes(s)
    if kit.missing("cc"):
        s.skip("programs that are gone have names", "no C compiler is installed")
    else:
        check_native(s)
        check_vdso(s)
        check_trampolines(s)
        check_moving(s)
        for name in ("native.c", "native.data"):
            os.unlink(s.path(name))
    apart = s.run("-c", OWN_TMP + "true", program="sh", before=APART)
    if kit.missing("unshare") or apart.rc != 0:
        s.skip("names are taken along", "namespaces cannot be made here: " + apart.said.strip())
        return
    check_pod(s)
    if not kit.missing("cc"):
        check_native_pod(s)
    check_planted(s)
    check_old_kernel(s)
    check_running(s)
    check_kernel(s)
    check_perf(s)


kit.main(check)
