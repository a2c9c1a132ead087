#!/usr/bin/env python3
"""flame record --container: ids from the control groups of runtimes, names as this host tells them,
of either version of control groups. Groups, names and processes are made by the test.
"""
import json
import os
import re
import shutil
import subprocess
import sys

import kit

A, B, C, D, E = (letter * 64 for letter in "abcde")
CRIO = "1f" * 32
UID = "12345678-9abc-def0-1234-56789abcdef0"
BUSY = "import time\nwhile True: sum(range(500))"
POD = f"kubepods-burstable-pod{UID.replace('-', '_')}.slice"
GROUPS = (f"{POD}/cri-containerd-{A}.scope", f"{POD}/cri-containerd-{B}.scope",
          f"docker/{C}", f"libpod-{D}.scope/container", f"libpod-conmon-{D}.scope",
          f"crio-{CRIO}.scope", f"system.slice/docker-{E}.scope")
TREE = "/sys/fs/cgroup/unified" if os.path.isdir("/sys/fs/cgroup/unified") else "/sys/fs/cgroup"


class Made:
    """Groups with a busy process in the first and in the last, and what tells their names."""

    def __init__(self, s):
        self.root = os.path.join(TREE, f"flame-test-{os.getpid()}")
        self.busy = []
        for group in GROUPS:
            os.makedirs(os.path.join(self.root, group))
        for group in (GROUPS[0], GROUPS[-1]):
            process = subprocess.Popen([sys.executable, "-c", BUSY, group.rpartition("/")[2][:12]])
            self.busy.append(process)
            with open(os.path.join(self.root, group, "cgroup.procs"), "w", encoding="ascii") as f:
                f.write(str(process.pid))
        self.host = s.path("host")
        for folder in ("var/log/containers", f"var/log/pods/shop_cart-1_{UID}/web",
                       f"var/lib/docker/containers/{C}", f"var/lib/docker/containers/{E}",
                       "var/lib/containers/storage/overlay-containers", "sys/fs/cgroup"):
            os.makedirs(os.path.join(self.host, folder))
        for name in (f"cart-1_shop_web-{A}", f"cart-1_shop_log-{B}", f"old-0_shop_web-{'0' * 64}",
                     "no container"):
            self.write(f"var/log/containers/{name}.log", "")
        for id_, name in ((C, "/db"), (E, "/cache")):
            self.write(f"var/lib/docker/containers/{id_}/config.v2.json", json.dumps(
                {"State": {"Running": True}, "Config": {"Hostname": "x", "Name": "not this"},
                 "Name": name}, separators=(",", ":")))
        self.write("var/lib/containers/storage/overlay-containers/containers.json", json.dumps(
            [{"id": "9" * 64, "names": ["gone"]}, {"id": D, "names": ["db"], "image": "x"}],
            separators=(",", ":")))

    def write(self, path, text):
        with open(os.path.join(self.host, path), "w", encoding="utf-8") as f:
            f.write(text)

    def end(self):
        for process in self.busy:
            process.kill()
            process.wait()
        for folder, _, _ in os.walk(self.root, topdown=False):
            kit.wait_until(lambda: not os.path.exists(folder) or not try_remove(folder))


def try_remove(folder):
    """Whether a group is still there: its processes may not be all gone."""
    try:
        os.rmdir(folder)
    except OSError:
        return True
    return False


def before(script):
    """Runs a program once a script has made a mount namespace of its own to its liking."""
    return ("unshare", "--mount", "sh", "-ec", script + '\nexec "$@"', "sh")


def names(made):
    return (f"mount --bind {made.host}/var/log /var/log\n"
            f"mount --bind {made.host}/var/lib /var/lib\n")


def record(s, container, how):
    return s.run("record", "-e", "cpu-clock", "-F", "99", "--container", container, "--for",
                 "300ms", "-o", "x.data", before=how)


def recorded(s, container, how):
    """(run, the samples by process) of a container in which processes are busy: there are some"""

    def of_processes():
        run = record(s, container, how)
        by_pid = s.run("x.data", "-f", "folded", "--root-by", "pid").out if run.rc == 0 else b""
        return run, by_pid.decode()

    return kit.record_until(lambda result: result[0].rc != 0 or result[1], of_processes)


def check_names(s, made):
    web, cache = (str(process.pid) for process in made.busy)
    for container, pid in ((A, web), (A[:12], web), ("web", web), ("cart-1/web", web),
                           ("shop/cart-1/web", web), ("cart-1", web), ("cache", cache), (E, cache)):
        run, text = recorded(s, container, before(names(made)))
        pids = set(re.findall(r"\b(\d+);", text)) & {web, cache}
        s.claim(f"--container {container[:20]} is the one", run.rc == 0 and pids == {pid},
                (run.brief(), text[:300]))
    run = record(s, "log", before(names(made)))
    s.claim("a container without a process is recorded, with nothing in it",
            run.rc == 0 and "0 samples" in run.said, run)


def check_told(s, made):
    """The recording tells names where none of this is: it is read outside of the namespace."""
    for container, keys, name in (("web", "pod,container",
                                   f"shop/cart-1 ({UID[:8]});web ({A[:12]});"),
                                  ("cache", "container", f"cache ({E[:12]});")):
        run, _ = recorded(s, container, before(names(made)))
        drawn = s.run("x.data", "-f", "folded", "--root-by", keys)
        text = drawn.out.decode()
        s.claim(f"a recording tells the names of the pod and the container {container}",
                text and all(line.startswith(name) for line in text.splitlines()),
                (run.brief(), drawn.brief(), text[:300]))


def check_private(s, made):
    """Names of others stay out of a recording, even those that no sample needs."""
    web, cache = (str(process.pid) for process in made.busy)
    for args, wanted in ((("--container", "cache"), {"cache"}),
                         (("--cgroup", os.path.join(made.root, POD)), {"cart-1", "web", "log"}),
                         (("--cgroup", os.path.join(made.root, GROUPS[0]),
                           "--cgroup", os.path.join(made.root, POD)), {"cart-1", "web", "log"}),
                         (("--container", "web"), {"cart-1", "web"}),
                         (("-p", web), {"cart-1", "web"}), (("-p", cache), {"cache"}),
                         (("-p", str(os.getpid())), set()), (("-a",), None)):
        run = s.run("record", "-q", "-e", "cpu-clock", "-F", "99", *args, "--for", "50ms", "-o",
                    "n.data", before=before(names(made)))
        with open(s.path("n.data"), "rb") as f:
            data = f.read()
        told = {name for name, line in (
            ("cart-1", f"{UID} shop/cart-1"), ("web", f"{A} shop/cart-1/web"),
            ("log", f"{B} shop/cart-1/log"), ("db", f"{C} db"), ("db", f"{D} db"),
            ("cache", f"{E} cache")) if line.encode() + b"\n" in data}
        if wanted is None:
            wanted = {"cart-1", "web", "log", "db", "cache"}
        s.claim(f"{args[0]} {args[-1][:12]}: the names of what is recorded are told, no others",
                run.rc == 0 and told == wanted, (run.brief(), told))


def check_read(s, made):
    """What the recording does not tell, the host on which it is read may."""
    keys = ("-f", "folded", "--root-by", "pod,container", "x.data")
    recorded(s, A[:12], ())
    pod, container = UID[:8], A[:12]
    for what, how, words, name in (
            ("a recording without names has ids", (), (), f"{pod};{container};"),
            ("the host tells names that the recording does not", before(names(made)), (),
             f"shop/cart-1 ({pod});web ({container});"),
            ("it is not asked about what is not trusted", before(names(made)),
             s.untrusted, f"{pod};{container};")):
        run = s.run(*words, *keys, before=how)
        text = run.out.decode()
        s.claim(what, text and all(line.startswith(name) for line in text.splitlines()),
                (run.brief(), text[:300]))


def check_refused(s, made):
    run, _ = recorded(s, "db", before(names(made)))
    said = f'--container: 2 are named "db", wanted one of {C[:12]}, {D[:12]}'
    s.claim("a name that two containers have is refused with their ids",
            run.rc == 2 and said in run.said, run)
    run, _ = recorded(s, "wbe", before(names(made)))
    s.claim("an unknown name is refused with the nearest and what there is", run.rc == 2
            and 'none is named "wbe"; did you mean "web"?' in run.said
            and "shop/cart-1/web" in run.said and "old-0" not in run.said, run)
    run, _ = recorded(s, "wbe", ())
    s.claim("where no names are told, ids are listed", run.rc == 2
            and CRIO[:12] in run.said and "1f1f" in run.said, run)
    for args, said in ((("-a",), "-a: cannot be combined with --container"),
                       (("-p", "1"), "--container: cannot be combined with -p")):
        run = s.run("record", *args, "--container", "x")
        s.claim(f"{args[0]} beside --container is refused", run.rc == 2 and said in run.said, run)
    run = s.run("record", "--container", "web", before=before("mount -t tmpfs none /sys/fs/cgroup"))
    s.claim("where no container is seen, that is said", run.rc == 2
            and "none below /sys/fs/cgroup" in run.said, run)
    s.claim("what is refused leaves no file", not [n for n in os.listdir(s.folder)
                                                   if n.startswith("perf.data")])


def check_layouts(s, made):
    web = str(made.busy[0].pid)
    place = s.path("tree")
    os.mkdir(place)
    keep = f"mount --bind {TREE} {place}\nmount -t tmpfs none /sys/fs/cgroup\n"
    for version, layout in (("1", "mkdir /sys/fs/cgroup/perf_event\n"
                                  f"mount --bind {place} /sys/fs/cgroup/perf_event\n"),
                            ("2", f"mount --bind {place} /sys/fs/cgroup\n")):
        run, text = recorded(s, "web", before(keep + layout + names(made)))
        s.claim(f"groups of version {version} are found", run.rc == 0 and web in text, run)
    # As a pod sees it that looks after its host: the host's root is at /host.
    pod = s.path("pod")
    os.mkdir(pod)
    binds = "".join(f"mkdir -p {pod}{folder}\nmount --rbind {folder} {pod}{folder}\n"
                    for folder in ("/usr", "/proc", "/dev", "/tmp") if os.path.isdir(folder))
    links = "".join(f"ln -s usr/{name} {pod}/{name}\n" for name in ("bin", "lib", "lib64"))
    script = (f"mount --bind {TREE} {made.host}/sys/fs/cgroup\nmount -t tmpfs none {pod}\n"
              f"{binds}{links}mkdir -p {pod}/host {pod}/sys/fs/cgroup\n"
              f"mount --rbind {made.host} {pod}/host\n")
    program = shutil.copy(s.flame, s.path("flame"))
    run = kit.record_until(
        lambda run: " 0 samples" not in run.said,
        lambda: s.run("record", "-e", "cpu-clock", "--container", "web", "--for", "300ms", "-o",
                      s.path("pod.data"), before=(*before(script), "chroot", pod),
                      program=program))
    text = s.run("pod.data", "-f", "folded", "--root-by", "pid").out.decode()
    s.claim("a pod that has the host's root at /host finds containers of the host",
            run.rc == 0 and web in text, run)


def check_host_name(s, made):
    """A process that has a root of its own, with a name in it."""
    root = s.path("own")
    os.makedirs(os.path.join(root, "etc"))
    with open(os.path.join(root, "etc/hostname"), "w", encoding="ascii") as f:
        f.write("mailer\n")
    binds = "".join(f"mkdir -p {root}{d}; mount --rbind {d} {root}{d}; " for d in ("/usr", "/proc"))
    links = "".join(f"ln -sf usr/{name} {root}/{name}; " for name in ("bin", "lib", "lib64"))
    group = os.path.join(made.root, f"crio-{CRIO}.scope", "cgroup.procs")
    process = subprocess.Popen(
        ["unshare", "--mount", "sh", "-c", f"echo $$ >{group}; {binds}{links}exec chroot {root} "
         "sh -c 'while :; do :; done'"])
    made.busy.append(process)

    def is_inside():
        try:
            return os.readlink(f"/proc/{process.pid}/root") != "/"
        except OSError:
            return False

    kit.wait_until(is_inside)
    run, text = recorded(s, "mailer", ())
    s.claim("a container is found by the name that its host has inside",
            run.rc == 0 and str(process.pid) in text, run)


def check(s):
    if not kit.may_record(s, "containers are recorded"):
        return
    apart = s.run("-c", "mount -t tmpfs none /mnt", program="sh", before=("unshare", "--mount"))
    if kit.missing("unshare") or apart.rc != 0 or not os.access(TREE, os.W_OK):
        s.skip("containers are recorded", "groups and namespaces cannot be made here")
        return
    try:
        made = Made(s)
    except OSError as e:
        s.skip("containers are recorded", f"groups cannot be made here: {e}")
        return
    try:
        check_names(s, made)
        check_told(s, made)
        check_private(s, made)
        check_read(s, made)
        check_refused(s, made)
        check_layouts(s, made)
        check_host_name(s, made)
    finally:
        made.end()


kit.main(check)
