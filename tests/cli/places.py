#!/usr/bin/env python3
"""Labels of samples: which ones --where, --pid and the like keep, and which --root-by shows."""
import collections
import os
import pathlib
import socket
import subprocess
import time

import kit
from kit import made


def sample(comm, pid, tid, function):
    return (f"{comm} {pid}/{tid} 1.000000:          1 cycles: \n"
            f"\t          401000 {function} (/m)\n\n")


COMMS = (sample("java", 11, 12, "f") + sample("java", 13, 14, "g") + sample("jar", 15, 15, "h") +
         sample("nginx", 16, 16, "i") + sample("a,b", 17, 17, "j") + sample("a", 18, 18, "k") +
         sample("b", 19, 19, "l"))
# What is asked for, the functions that are kept, and what is said.
KEPT = (
    (("--where", "comm=java"), "fg", ""),
    (("--where", "comm=java,nginx"), "fgi", ""),
    (("--where", "comm=ja*"), "fgh", ""),
    (("--where", "comm=ja?"), "h", ""),
    (("--where", "comm=[jn]*"), "fghi", ""),
    (("--comm", "ja*,nginx"), "fghi", ""),
    (("--comm", "a,b"), "j", ""),
    (("--comm", "a,b,nginx"), "ij", ""),
    (("--comm", "nginx,a"), "ik", ""),
    (("--comm", "java,nothing,nginx"), "fgi", "--comm: no sample has the comm nothing"),
    (("--where", "comm=j*", "--pid", "11,15"), "fh", ""),
    (("--pid", "java-11"), "f", ""),
    (("--pid", "java-*"), "fg", ""),
    (("--pid", "java-13,16"), "gi", ""),
    (("--where", "pid=java-13"), "g", ""),
    (("--tid", "java-13/14"), "g", ""),
)
REFUSED = (
    (("--where", "comn=java"), "no sample has the label \"comn\"; did you mean \"comm\"?"),
    (("--root-by", "comn"), "no sample has the label \"comn\"; did you mean \"comm\"?"),
    (("--where", "shelf=3"), "--where: no sample has the label \"shelf\", wanted one of: comm"),
    (("--root-by", "shelf"), "--root-by: no sample has the label \"shelf\", wanted one of: comm"),
    (("--comm", "jawa"), "no sample has the comm \"jawa\"; did you mean \"java\"?, wanted one of"),
    (("--comm", "x*,y"), "--comm: no sample has the comm \"x*,y\", wanted one of: java, jar"),
    (("--comm", "java", "--comm", "jar"), "wanted a list with a comma: java,jar"),
)


def functions(run):
    return "".join(sorted(line.split(";")[-1].split()[0] for line in run.out.decode().splitlines()))


def check_where(s):
    path = s.path("comms.txt", COMMS)
    for words, kept, said in KEPT:
        run = s.run("-f", "folded", *words, path)
        s.claim(f"{' '.join(words)} keeps {kept}",
                run.rc == 0 and functions(run) == kept and said in run.said, run)
    for words, said in REFUSED:
        run = s.run("-f", "folded", *words, path)
        s.claim(f"{' '.join(words)} is an error that says what was meant",
                run.rc != 0 and not run.out and said in run.said, run)
    shown = s.run("-f", "folded", "--root-by", "pid", path).out.decode().splitlines()
    for line in shown:
        name = line.split(";")[0]
        run = s.run("-f", "folded", "--root-by", "pid", "--pid", name, path)
        s.claim(f"--pid takes {name}, which --root-by pid shows", run.out.decode() == line + "\n",
                run)


def sums(s, key, *words):
    """The weight below each value of a key."""
    run = s.run("-f", "folded", "--root-by", key, *words)
    found = collections.Counter()
    for line in run.out.decode().splitlines():
        stack, count = line.rsplit(" ", 1)
        found[stack.split(";")[0]] += int(count)
    return found, run


def recording(host, n):
    text = f"# ========\n# hostname : {host}\n# ========\n#\n"
    return text + "".join(sample("java", 7, 7 + i, f"f{i % 3}") for i in range(n))


def check_hosts(s):
    """The same processes and threads on three machines; one has another name for the file."""
    hosts = {"web1": 11, "web2": 5, "db": 8}
    paths = [s.path(f"{host}.txt", recording(host, n)) for host, n in hosts.items()]
    found, run = sums(s, "host", *paths)
    s.claim("--root-by host keeps the sum of each host", found == hosts, run)
    found, run = sums(s, "file", *paths)
    s.claim("--root-by file keeps the sum of each input", found == dict(zip(paths, hosts.values())),
            run)
    merged = s.path("merged.folded")
    run = s.run("merge", "--root-by", "host,comm", *paths, "-o", merged)
    counts = collections.Counter()
    with open(merged, encoding="utf-8") as f:
        for line in f:
            counts[line.split(";")[0]] += int(line.split()[-1])
    s.claim("flame merge --root-by host keeps the sum of each host in folded stacks",
            counts == hosts, run)
    for name in ("merged.pb.gz",):
        merged = s.path(name)
        run = s.run("merge", *paths, "-o", merged)
        found, drawn = sums(s, "host", merged)
        s.claim(f"flame merge keeps hosts as labels in {name}", found == hosts, f"{run} {drawn}")
        found, run = sums(s, "process", merged)
        s.claim(f"flame merge keeps processes as labels in {name}", found == {"java": 24}, run)
    found, run = sums(s, "host", "--where", "host=web*", *paths)
    s.claim("--where host=web* keeps the samples of two hosts",
            found == {"web1": 11, "web2": 5}, run)
    run = s.run("-f", "folded", "--root-by", "host", s.path("none.txt", COMMS))
    s.claim("a recording that does not say its host is an error with what helps",
            run.rc != 0 and "--label host=NAME" in run.said, run)


def recording_of_host(host, n):
    """A recording of a host, with a process and threads of the same numbers as on the others."""
    r = made.Recording()
    r.event("cycles", 1)
    text = r.text(host)
    r.features[made.HOSTNAME] = r.pack("I", len(text)) + text
    r.comm(7, "java", 10)
    for i in range(n):
        r.sample(7, 100 + i, [made.USER, 0x401000 + i % 3], 0, 1 + i)
    return r.file()


def check_recordings(s):
    """flame merge of recordings of three hosts, and of the result once more."""
    hosts = {"web1": 11, "web2": 5, "db": 8}
    paths = [s.path(f"{host}.data", recording_of_host(host, n)) for host, n in hosts.items()]
    alone = {}
    for path in paths:
        alone.update(sums(s, "host", path)[0])
    s.claim("each recording tells its host",
            alone == {host: n * (n + 1) // 2 for host, n in hosts.items()}, alone)
    found, run = sums(s, "host", *paths)
    s.claim("recordings that are drawn together keep the sum of each host", found == alone, run)
    merged = s.path("hosts.pb.gz")
    run = s.run("merge", *paths, "-o", merged)
    found, drawn = sums(s, "host", merged)
    s.claim("flame merge of recordings keeps the sum of each host", found == alone,
            f"{run.brief()} {drawn.brief()}")
    run = s.run("merge", merged, "-o", s.path("again.pb.gz"))
    found, drawn = sums(s, "host", s.path("again.pb.gz"))
    s.claim("merged once more, they keep it", found == alone, f"{run.brief()} {drawn.brief()}")


def check_given(s):
    paths = []
    for place in ("web-1", "web-2", "db-1"):
        os.makedirs(s.path(f"nodes/{place}"))
        paths.append(s.path(f"nodes/{place}/perf.txt", COMMS))
    third = 7
    pattern = "/(?<kind>[a-z]+)-(?P<n>[0-9])/"
    found, run = sums(s, "kind", "--label-from", "path", pattern, *paths)
    s.claim("--label-from path makes the named groups labels",
            found == {"web": 2 * third, "db": third}, run)
    found, run = sums(s, "n", f"--label-from=path={pattern}", *paths)
    s.claim("--label-from takes its key and its pattern in one word",
            found == {"1": 2 * third, "2": third}, run)
    found, run = sums(s, "first", "--label-from", "comm", "^(?<first>[a-z])", paths[0])
    s.claim("--label-from takes another label apart", found == {"j": 3, "n": 1, "a": 2, "b": 1},
            run)
    pattern = r"([[)(?<x>])|[\(]|^(j)(?<in>[^v]*)"
    found, run = sums(s, "in", "--label-from", "comm", pattern, paths[0])
    s.claim("brackets in a pattern that are no groups have no numbers", found["a"] == 2, run)
    found, run = sums(s, "host", "--label", "host=one", "--label", "shelf=a=b,c",
                      s.path("web1.txt"))
    s.claim("--label takes the place of what the input says", found == {"one": 11}, run)
    found, run = sums(s, "shelf", "--label", "shelf=a=b,c", "--where", "shelf=a=b,c", *paths)
    s.claim("--label gives a label to all samples", found == {"a=b,c": 3 * third}, run)
    merged = s.path("given.pb.gz")
    for path, rack in zip(paths, "xyz"):
        s.run("--label", f"rack={rack}", path, "-o", s.path(f"{rack}.pb.gz"))
    run = s.run("merge", *(s.path(f"{rack}.pb.gz") for rack in "xyz"), "-o", merged)
    found, drawn = sums(s, "rack", merged)
    s.claim("flame merge keeps labels that its inputs have",
            found == {"x": third, "y": third, "z": third}, f"{run.brief()} {drawn.brief()}")


def check_groups(s):
    lines = "".join(sample("java", 7, 7, "f").rstrip("\n") + f"\n {group}\n\n"
                    for group in ("/docker/" + "0123456789abcdef" * 4, "/a b/pod", "/"))
    path = s.path("groups.txt", lines)
    found, run = sums(s, "cgroup", path)
    s.claim("the text of perf script -F +cgroup tells groups",
            found == {"/docker/" + "0123456789abcdef" * 4: 1, "/a b/pod": 1, "/": 1}, run)
    found, run = sums(s, "container", path)
    s.claim("a container is called by the start of its id",
            found == {"0123456789ab": 1, "f": 2}, run)
    run = s.run("-f", "folded", path)
    s.claim("groups that nobody asks for change nothing", run.out == b"java;f 3\n", run)
    run = s.run("-f", "folded", "--root-by", "pod", path)
    s.claim("where groups are told but none is of a pod, that is said",
            run.rc == 1 and "none of the control groups is of one; --root-by cgroup" in run.said,
            run)
    for key in ("cgroup", "pod", "container"):
        run = s.run("-f", "folded", "--root-by", key, s.path("none.txt", COMMS))
        s.claim(f"a recording without {key} is an error with what helps",
                run.rc != 0 and "perf record --all-cgroups" in run.said, run)


UIDS = ("3f2a9c1b-0000-4000-8000-000000000001", "5e6f7a8b-0000-4000-8000-000000000002")


def named_groups(names):
    """Samples of two pods that are called alike in two namespaces, and of a container."""
    r = made.Recording(fields=made.USUAL | made.CGROUP)
    r.event("cycles", 1)
    r.comm(9, "f", 10)
    for i, path in enumerate((f"/kubepods/pod{UIDS[0]}/" + "a1" * 32,
                              f"/kubepods.slice/kubepods-pod{UIDS[1].replace('-', '_')}.slice/"
                              f"cri-containerd-{'b2' * 32}.scope", "/docker/" + "c3" * 32)):
        r.group(7 + i, path)
        r.sample(9, 100 + i, [made.USER, 0x400150], 0, 1 << i, group=7 + i)
    r.take(made.GROUPS, 0, "/sys/fs/cgroup", names)
    return r.file()


def check_named(s):
    lines = (f"{UIDS[0]} shop/db-0\n{UIDS[1]} test/db-0\n{'a1' * 32} shop/db-0/sql\n"
             f"{'a1' * 32} later\n\nnothing\n {'b2' * 32}\n{'c3' * 32} web a").encode()
    path = s.path("named.data", named_groups(lines))
    found, run = sums(s, "pod", path)
    pods = {"shop/db-0 (3f2a9c1b)": 1, "test/db-0 (5e6f7a8b)": 2}
    s.claim("pods have the names that the recording tells beside their ids",
            found == {**pods, "[unknown]": 4} or found == {**pods, "f": 4}, run)
    found, run = sums(s, "container", path)
    s.claim("containers have names where the recording tells them",
            found == {"sql (a1a1a1a1a1a1)": 1, "b2b2b2b2b2b2": 2, "web a (c3c3c3c3c3c3)": 4}, run)
    bare = s.path("bare.data", named_groups(b""))
    for order in ((path, bare), (bare, path)):
        run = s.run("--root-by", "pod", "-f", "folded", *order)
        roots = {line.partition(";")[0] for line in run.out.decode().splitlines()}
        s.claim("pods that only one of two inputs names have one name", len(roots) == 3
                and set(pods) <= roots, run)
    merged = s.path("pods.pb.gz")
    run = s.run("merge", "--root-by", "pod", path, "-o", merged)
    found, drawn = sums(s, "pod", merged)
    s.claim("flame merge --root-by keeps labels of pods in formats with labels",
            {pod: found[pod] for pod in pods} == pods and sum(found.values()) == 7,
            f"{run.brief()} {drawn.brief()}")
    run = s.run("merge", "--root-by", "pox", path, "-o", merged)
    s.claim("flame merge --root-by with an unknown key is an error",
            run.rc == 1 and "no sample has the label \"pox\"" in run.said, run)
    for words, kept in (("pod=db-0", 3), ("pod=shop/db-0", 1), ("pod=3f2a9c1b", 1),
                        ("pod=test/db-0 (5e6f7a8b)", 2), ("pod=5e6f*,shop/*", 3), ("pod=db-*", 3),
                        ("container=sql", 1), ("container=c3c3*", 4), ("container=web a,sql", 5)):
        run = s.run("-f", "folded", "--where", words, "--root-by", "none", path)
        s.claim(f"--where {words} keeps {kept}", sum(
            int(line.split()[-1]) for line in run.out.decode().splitlines()) == kept, run)
    run = s.run("-f", "folded", "--where", "pod=b-0", path)
    s.claim("a part of a name is not one", run.rc == 1 and "shop/db-0 (3f2a9c1b)" in run.said, run)
    for damage in (b"", b"\n\n\n", b"\0 \0\n", b" " * 100, lines[:30], b"x y\n" * 10000):
        found, run = sums(s, "pod", s.path("damaged.data", named_groups(damage)))
        s.claim(f"{len(damage)} bytes that name nothing change nothing",
                run.rc == 0 and sum(found.values()) == 7 and found["3f2a9c1b"] == 1, run)


def of_process(pid, comm="sleep", host=None):
    r = made.Recording()
    r.event("cycles", 1)
    host = r.text(host or socket.gethostname())
    r.features[made.HOSTNAME] = r.pack("I", len(host)) + host
    for number, name in ((pid, comm), (2**31 - 1, "gone")):
        r.comm(number, name, 10)
        r.sample(number, 100, [made.USER, 0x400150])
    return r.file()


def group_in_proc(pid):
    """The group of a process in the tree in which events are counted; None: it is in none."""
    with open(f"/proc/{pid}/cgroup", encoding="utf-8") as f:
        trees = [line.rstrip("\n").split(":", 2) for line in f]
    for wanted in ("perf_event", ""):
        for _, controllers, path in trees:
            if controllers == wanted:
                return path
    return None


def check_running(s):
    """A recording without groups, of a process that still runs and one that does not."""
    with subprocess.Popen(["sleep", "600"]) as process:
        pid = process.pid
        while pathlib.Path(f"/proc/{pid}/comm").read_text(encoding="utf-8") != "sleep\n":
            time.sleep(0.001)
        group = group_in_proc(pid)
        if group is None:
            s.skip("groups of processes that run", "/proc tells no control group")
        else:
            check_process(s, pid, group)
        process.kill()
    run = s.run("-f", "folded", "--root-by", "cgroup", s.path("running.data"))
    s.claim("nothing is told of a process that has ended", run.rc == 1 and not run.out, run)


def check_process(s, pid, group):
    path = s.path("running.data", of_process(pid))
    found, run = sums(s, "cgroup", path)
    s.claim("a recording without groups has those of processes that still run",
            run.rc == 0 and found[group] == 1 and sum(found.values()) == 2 and
            "those of 1 of 2 processes" in run.said, run)
    run = s.run("-f", "folded", path)
    s.claim("nobody looks for groups that are not asked for",
            run.rc == 0 and "/proc" not in run.said, run)
    for what, words in (("of what is not trusted", s.untrusted),
                        ("with a folder for files", ("--symfs", s.path("nodes")))):
        run = s.run("-f", "folded", "--root-by", "cgroup", *words, path)
        s.claim(f"no process is looked at {what}",
                run.rc == 1 and "perf record --all-cgroups" in run.said, run)
    for what, data in (("another host", of_process(pid, host="another")),
                       ("a process of another name", of_process(pid, comm="slepp"))):
        run = s.run("-f", "folded", "--root-by", "cgroup", s.path("other.data", data))
        s.claim(f"a recording of {what} has no groups of this one", run.rc == 1, run)
    begun = os.stat(f"/proc/{pid}").st_mtime - 60
    os.utime(path, (begun, begun))
    run = s.run("-f", "folded", "--root-by", "cgroup", path)
    s.claim("a process that began after a recording is none of it", run.rc == 1, run)
    os.utime(path)


def on_nodes(fields, order="<"):
    """A sample on each of the processors 0 to 5, each of twice the weight of the one before."""
    r = made.Recording(order, fields)
    r.event("cycles", 1)
    r.near((0, "0-1,4"), (1, "2-3"), (2, ""))
    r.comm(9, "f", 10)
    for cpu in range(6):
        r.sample(9, 100 + cpu, [made.USER, 0x400150], 0, 1 << cpu, cpu=cpu)
    return r


def check_nodes(s):
    usual, wanted = made.USUAL | made.CPU, {"0": 1 + 2 + 16, "1": 4 + 8}
    for what, data in (("a recording", on_nodes(usual).file()),
                       ("one of the other byte order", on_nodes(usual, ">").file()),
                       ("one from a pipe", on_nodes(usual).through_pipe())):
        path = s.path("nodes.data", data)
        found, run = sums(s, "node", path)
        known = {node: found[node] for node in wanted}  # processor 5 is of no node
        s.claim(f"--root-by node of {what} tells the nodes of processors",
                known == wanted and sum(found.values()) == 63 and len(found) == 3, run)
        run = s.run("-f", "folded", path)
        s.claim(f"nodes of {what} that nobody asks for change nothing",
                run.rc == 0 and len(run.out.splitlines()) == 1, run)
    for what, r in (("processors", on_nodes(made.USUAL)), ("nodes", on_nodes(usual))):
        if what == "nodes":
            del r.features[made.PROCESSOR_NODES]
        run = s.run("-f", "folded", "--root-by", "node", s.path("no.data", r.file()))
        s.claim(f"a recording without {what} is an error with what helps",
                run.rc != 0 and "perf record --sample-cpu" in run.said, run)


def check_memory_nodes(s):
    """Samples on a processor of node 1, of memory of node 0, of no node and of no known address."""
    r = made.Recording(fields=made.USUAL | made.CPU | made.PHYSICAL)
    r.event("faults", 1)
    r.near((0, "0"), (1, "1"))
    r.memory(1 << 27, (0, 1), (1, 2))
    r.comm(9, "f", 10)
    for i, address in enumerate((0x1000, 1 << 40, 0, 1 << 27)):
        r.sample(9, 100 + i, [made.USER, 0x400150], 0, 1 << i, cpu=1,
                 access=[0, 0, 0, address, 0, 0])
    found, run = sums(s, "node", s.path("memory.data", r.file()))
    s.claim("memory of which no node is known has none, whatever the processor's is",
            found == {"0": 1, "N/A": 2 + 4, "1": 8}, run)
    del r.features[made.MEMORY_NODES]
    found, run = sums(s, "node", s.path("memory.data", r.file()))
    s.claim("a recording that does not tell whose memory is where has nodes of processors",
            found == {"1": 15}, run)


def check(s):
    check_where(s)
    check_hosts(s)
    check_recordings(s)
    check_given(s)
    check_groups(s)
    check_running(s)
    check_named(s)
    check_nodes(s)
    check_memory_nodes(s)


kit.main(check)
