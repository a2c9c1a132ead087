#!/usr/bin/env python3
"""Labels of samples: which ones --where, --pid and the like keep, and which --root-by shows."""
import kit


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


def check(s):
    check_where(s)


kit.main(check)
