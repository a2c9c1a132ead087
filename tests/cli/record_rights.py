#!/usr/bin/env python3
"""flame record as root gives up its rights: the command runs as who called sudo, or as asked."""
import os
import re
import struct
import subprocess

import kit
from kit import nobody

NOBODY = nobody.NOBODY
SUDO = {"SUDO_UID": str(NOBODY), "SUDO_GID": "33"}
STATUS = "cat /proc/self/status; echo Home: $HOME"


def recorded(s, *options, command=("sh", "-c", STATUS), **variables):
    """Records a command that tells its rights; gives the run, and these by their names."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("SUDO_")}
    run = s.run("record", "-q", "-e", "cpu-clock", "-o", "x.data", *options, *command,
                env={**env, **variables})
    told = {}
    for line in run.out.decode().splitlines():
        name, _, value = line.partition(":")
        told.setdefault(name, " ".join(value.split()))
    return run, told


def is_without_root(told, user, group):
    return (told.get("Uid") == " ".join([str(user)] * 4)
            and told.get("Gid") == " ".join([str(group)] * 4)
            and not any(int(told.get(f"Cap{kind}", "1"), 16)
                        for kind in ("Inh", "Prm", "Eff", "Amb")))


def is_root(told):
    return told.get("Uid") == "0 0 0 0" and int(told.get("CapEff", "0"), 16) != 0


def groups_of(name):
    """The groups that have the user as a member."""
    with open("/etc/group", encoding="utf-8") as f:
        rows = [line.rstrip("\n").split(":") for line in f]
    return sorted(int(row[2]) for row in rows if len(row) == 4 and name in row[3].split(","))


def user_with_groups():
    with open("/etc/passwd", encoding="utf-8") as f:
        rows = [line.rstrip("\n").split(":") for line in f]
    for row in rows:
        if len(row) == 7 and row[2] != "0" and groups_of(row[0]):
            return row[0], int(row[2]), int(row[3])
    return None


def check_sudo(s):
    run, told = recorded(s, **SUDO)
    s.claim("under sudo a command has the ids of who called it, and no capability",
            run.rc == 0 and is_without_root(told, NOBODY, 33), run)
    s.claim("its home is that of the user", told.get("Home") == "/nonexistent", run)
    run, told = recorded(s, "--as-root", **SUDO)
    s.claim("--as-root runs it as root", run.rc == 0 and is_root(told), run)
    for name, variables in [("without sudo", {}),
                            ("where root called sudo", {"SUDO_UID": "0", "SUDO_GID": "0"}),
                            ("where SUDO_UID is no number", {**SUDO, "SUDO_UID": "1x"}),
                            ("where SUDO_UID is that of nobody at all",
                             {**SUDO, "SUDO_UID": str(2**32 - 1)}),
                            ("where SUDO_GID is missing", {"SUDO_UID": str(NOBODY)})]:
        run, told = recorded(s, **variables)
        s.claim(f"{name} root's command runs as root", run.rc == 0 and is_root(told), run)
    with open(s.path("private"), "wb"):
        os.chmod(s.path("private"), 0o700)
    run, _ = recorded(s, command=(s.path("private"),), **SUDO)
    s.claim("what the user may not run is told with what runs it", run.rc == 126
            and "as user nobody (65534): Permission denied; --as-root" in run.said, run)


def check_as(s):
    run, told = recorded(s, "--as", "nobody")
    s.claim("--as runs a command as a user by name",
            run.rc == 0 and is_without_root(told, NOBODY, told.get("Gid", "").split(" ")[0]), run)
    run, told = recorded(s, "--as", "54321", **SUDO)
    s.claim("and by number, whoever called sudo",
            run.rc == 0 and is_without_root(told, 54321, 54321) and told["Groups"] == "", run)
    run, told = recorded(s, "--as", "root", **SUDO)
    s.claim("--as root is root", run.rc == 0 and is_root(told), run)
    run, _ = recorded(s, "--as", "nobdy")
    s.claim("of a user who is not there the nearest is told",
            run.rc == 2 and 'no user is named "nobdy"; did you mean "nobody"?' in run.said, run)
    user = user_with_groups()
    if not user:
        s.skip("the command has the user's groups", "no user is a member of one")
        return
    run, told = recorded(s, "--as", user[0])
    s.claim("the command has the user's groups", run.rc == 0
            and is_without_root(told, user[1], user[2])
            and sorted(map(int, told["Groups"].split())) == groups_of(user[0]), run)


def check_all_that_run(s):
    """What else is started: the programs of a trap, and of a comparison."""
    os.mkdir(s.path("open"))
    os.chmod(s.path("open"), 0o777)
    asked = s.path("open/asked")
    until = f"{STATUS}; while [ ! -s {asked} ]; do sleep 0.01; done"
    run, told = recorded(s, "--when-command", f"id -u >> {asked}", "--for", "0.1s", "-F", "99",
                         command=("sh", "-c", until), **SUDO)
    s.claim("a trapped command runs as the user", is_without_root(told, NOBODY, 33), run)
    with open(asked, encoding="utf-8") as f:
        s.claim("and so does what --when-command asks", set(f.read().split()) == {str(NOBODY)},
                run)
    env = {**os.environ, **SUDO}
    run = s.run("record", "-q", "-e", "cpu-clock", "--runs", "2", "-o", "change", "--before",
                "id -u", "--", "id", "-u", env=env)
    told = set()
    for name in os.listdir(s.path("change/output")):
        with open(s.path(f"change/output/{name}"), encoding="utf-8") as f:
            told.add(f.read().strip())
    s.claim("both programs of a comparison run as the user", told - {""} == {str(NOBODY)}, run)


def check_counted(s):
    """A change of user does not end the counters on the command."""
    run = s.run("record", "-e", "cpu-clock", "-F", "997", "-o", "busy.data", "--as", "nobody",
                "sh", "-c", "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done")
    taken = re.search(r"(\d+) samples of cpu-clock", run.said)
    s.claim("a command of another user is counted", run.rc == 0 and taken and int(taken[1]) > 20,
            run)


def check_users(s):
    """Users cannot give what they have not."""
    _, program = nobody.folder_of(s)
    run = s.run("record", "--as", "root", "id", "-u", program=program, **nobody.WHO)
    s.claim("--as without root is refused, with what mends it", run.rc == 2
            and "wanted sudo flame record --as USER -- ./program" in run.said, run)
    run = s.run("record", "--as-root", "-p", "1")
    s.claim("--as-root without a command is refused",
            run.rc == 2 and "wanted a command" in run.said, run)


BRIEF = """
static volatile unsigned long x;
static inline __attribute__((always_inline)) void inlined_work(void)
{
    for (long i = 0; i < 10000000; i++)
        x++;
}
__attribute__((noinline)) void brief_work(void) { inlined_work(); }
int main(void) { brief_work(); }
"""


def check_compared(s):
    """A comparison in a folder that only root may enter is drawn by who may not."""
    if kit.missing("cc"):
        s.skip("comparisons are drawn without root", "cc is not installed")
        return
    os.mkdir(s.path("closed"), 0o700)
    program = s.path("closed/brief")
    subprocess.run(["cc", "-g", "-O1", "-fno-omit-frame-pointer", "-o", program, "-x", "c", "-"],
                   input=BRIEF.encode(), check=True)
    traced = {"env": {**os.environ, **SUDO, "ASAN_OPTIONS": "detect_leaks=0"}}
    if not kit.missing("strace"):
        traced["before"] = ("strace", "-f", "-qq", "-y", "-e", "trace=read,pread64,mmap,mremap",
                            "-o", s.path("trace"))
    run = s.run("record", "-q", "-e", "cpu-clock", "-F", "997", "-g", "fp", "--runs", "2",
                "--as-root", "-o", "closed/change", "-o", "closed/x.svg", "--before", program,
                "--", program, **traced)
    names = [f"change/{name}" for name in ("change.svg", "change.json", "after/perf.data.1")]
    owners = {}
    for name in (*names, "x.svg"):
        path = s.path(f"closed/{name}")
        status = os.stat(path) if os.path.exists(path) else None
        owners[name] = status and (status.st_uid, status.st_gid)
    s.claim("the pictures of a comparison are those of who called sudo",
            run.rc == 0 and set(owners.values()) == {(NOBODY, 33)}, (run, owners))
    with open(s.path("closed/change/change.svg"), encoding="utf-8") as f:
        drawn = f.read()
    s.claim("what is inlined in a program that the child may not open is named",
            "brief_work" in drawn and "inlined_work" in drawn)
    name = "no program that is compared is read by the recorder"
    if "before" not in traced:
        s.skip(name, "strace is not installed")
        return
    with open(s.path("trace"), encoding="utf-8", errors="replace") as f:
        lines = f.read().splitlines()
    readers = {line.split()[0] for line in lines if f"<{program}>" in line}
    s.claim(name, readers and lines[0].split()[0] not in readers, (lines[0], readers))


PRIVATE = """
volatile unsigned long x;
__attribute__((noinline)) void work_of_nobody(void) { for (;;) x++; }
int main(void) { work_of_nobody(); }
"""


def check_names(s):
    """Programs that others may not read are named all the same, and who reads is not root."""
    if kit.missing("cc"):
        s.skip("programs of others are named", "cc is not installed")
        return
    folder = s.path("theirs")
    os.mkdir(folder)
    program = os.path.join(folder, "private")
    subprocess.run(["cc", "-O1", "-fno-omit-frame-pointer", "-o", program, "-x", "c", "-"],
                   input=PRIVATE.encode(), check=True)
    for path in (program, folder):
        os.chown(path, NOBODY, NOBODY)
        os.chmod(path, 0o700)
    os.mkdir(s.path("ours"), 0o700)
    with subprocess.Popen([program], **nobody.WHO) as process:
        run = kit.record_until(
            lambda run: " 0 samples" not in run.said,
            lambda: s.run("record", "-e", "cpu-clock", "-p", str(process.pid), "--for", "0.3s",
                          "-o", "ours/x.svg", "-o", "ours/x.folded", "-o", "ours/x.data",
                          env={**os.environ, **SUDO, "SUDO_UID": "54321", "SUDO_GID": "54322"}))
        process.kill()
    with open(s.path("ours/x.folded"), encoding="utf-8") as f:
        s.claim("a program that only its user may read is named for another",
                run.rc == 0 and "work_of_nobody" in f.read(), run)
    found = {entry.name: entry.stat() for entry in os.scandir(s.path("ours"))}
    owners = {name: (status.st_uid, status.st_gid) for name, status in found.items()}
    s.claim("pictures in a folder of root alone appear, as files of who called sudo",
            owners == {name: (54321, 54322) for name in ("x.svg", "x.folded", "x.data")}, owners)


# Runs its own code in copies of itself that are damaged.
DAMAGED = r"""
#include <fcntl.h>
#include <sys/mman.h>
extern char __executable_start[];
__attribute__((noinline, aligned(64))) unsigned long work_in_copy(unsigned long n)
{
    unsigned long x = n;
    while (n--)
        __asm__ volatile("" : "+r"(x));
    return x;
}
int main(int argc, char **argv)
{
    unsigned long at = (unsigned long)((char *)work_in_copy - __executable_start);
    unsigned long (*copies[16])(unsigned long);
    int n = 0;
    for (int i = 1; i < argc && n < 16; i++) {
        char *p = mmap(0, 1 << 16, PROT_READ | PROT_EXEC, MAP_PRIVATE, open(argv[i], O_RDONLY), 0);
        if (p == MAP_FAILED)
            return 1;
        copies[n++] = (unsigned long (*)(unsigned long))(void *)(p + at);
    }
    for (;;)
        for (int i = 0; i < n; i++)
            copies[i](1000000);
}
"""


def damaged(program):
    """An ELF file of 64 bits whose tables tell of more than there is, one way each."""
    def put(at, form, *values):
        changed = bytearray(program)
        struct.pack_into("<" + form, changed, at, *values)
        return bytes(changed)
    segments, sections = struct.unpack_from("<QQ", program, 32)
    size, n = struct.unpack_from("<HH", program, 58)
    yield put(60, "HH", 0xffff, 0xfffe)                       # so many sections
    yield put(40, "Q", 2**63 - 8)                             # which begin nowhere
    yield put(32, "Q", 2**64 - 56)                            # as do the segments
    yield put(56, "H", 0xffff)                                # or are so many
    yield put(58, "H", 1)                                     # with sections of a byte
    changed = bytearray(program)
    for i in range(1, n):  # all of them beyond any file
        struct.pack_into("<QQQ", changed, sections + i * size + 16, 2**40, 2**62, 2**62 + 7)
    yield bytes(changed)
    changed = bytearray(program)
    for i in range(struct.unpack_from("<H", program, 56)[0]):  # and notes, tables, code
        struct.pack_into("<QQ", changed, segments + i * 56 + 32, 2**63, 2**63)
    yield bytes(changed)


def check_damaged(s):
    """Files that tell wrong things of themselves cost names, and nothing else."""
    if kit.missing("cc"):
        s.skip("damaged files of others are read without harm", "cc is not installed")
        return
    folder = s.path("damaged")
    os.mkdir(folder)
    program = os.path.join(folder, "program")
    subprocess.run(["cc", "-O1", "-o", program, "-x", "c", "-"], input=DAMAGED.encode(),
                   check=True)
    with open(program, "rb") as f:
        whole = f.read()
    if whole[4:6] != b"\2\1":
        s.skip("damaged files of others are read without harm", "programs here are not of 64 bits")
        return
    paths = [program]
    for i, content in enumerate(damaged(whole)):
        paths.append(s.path(f"damaged/copy{i}.so", content))
    for path in (*paths, folder):
        os.chown(path, NOBODY, NOBODY)
        os.chmod(path, 0o700)
    os.mkdir(s.path("results"))
    with subprocess.Popen(paths, stderr=subprocess.PIPE, **nobody.WHO) as process:
        runs = [kit.record_until(
            lambda run: " 0 samples" not in run.said,
            lambda chain=chain: s.run("record", "-e", "cpu-clock", "-F", "997", "-g", chain, "-p",
                                      str(process.pid), "--for", "0.2s", cwd=s.path("results"),
                                      env={**os.environ, **SUDO})) for chain in ("fp", "dwarf")]
        is_unharmed = process.poll() is None
        process.kill()
    taken = [re.search(r"(\d+) samples of cpu-clock", run.said) for run in runs]
    s.claim("a process that maps damaged files is recorded, drawn and left alone", is_unharmed
            and all(run.rc == 0 for run in runs)
            and all(found and int(found[1]) for found in taken), [run.brief() for run in runs])
    owners = {entry.name: (entry.stat().st_uid, entry.stat().st_gid)
              for entry in os.scandir(s.path("results"))}
    s.claim("what was there, what was recorded and its picture are those of who called sudo",
            owners == {name: (NOBODY, 33) for name in ("perf.data", "perf.data.old", "profile.svg",
                                                       "profile.svg.old")}, owners)
    run = s.run("-o", "-", "--format", "folded", "--", "results/perf.data")
    s.claim("the recording has samples in them", run.rc == 0 and b"copy" in run.out, run)


def check(s):
    if os.geteuid() != 0:
        s.skip("root gives up its rights", "needs root")
        return
    if not kit.may_record(s, "recordings are made"):
        return
    os.chmod(s.folder, 0o755)
    check_sudo(s)
    check_as(s)
    check_all_that_run(s)
    check_counted(s)
    check_users(s)
    check_names(s)
    check_compared(s)
    check_damaged(s)


kit.main(check)
