"""Inputs of comparisons: counts of parse and render, samples with times, dumps of threads."""


def folded(counts, weight=1):
    return "".join(f"main;{name} {n * weight}\n" for name, n in counts.items())


def runs_of(parse, render, n=5):
    """Counts of runs, which vary by a few samples."""
    return [{"parse": parse + i % 3, "render": render + i % 2} for i in range(n)]


def timed(names, each=0.01):
    """What perf script prints: a sample of each, below main."""
    return "".join(f"q 7 {i * each:.6f}: 10000000 cpu-clock:\n\t1 {name} (q)\n\t2 main (q)\n\n"
                   for i, name in enumerate(names))


def dump(n, times=1):
    """What jstack prints, so many times: n threads that wait for a lock."""
    threads = "".join(
        f'"worker-{i}" #{i + 10} prio=5 os_prio=0 cpu=1.00ms elapsed=1.0s tid=0x7f{i} '
        f"nid=0x{i + 100:x} waiting for monitor entry  [0x7f1]\n"
        "   java.lang.Thread.State: BLOCKED (on object monitor)\n"
        "\tat demo.Pool.take(Pool.java:12)\n\tat demo.Worker.run(Worker.java:5)\n\n"
        for i in range(n))
    return ("2026-01-01 00:00:00\nFull thread dump OpenJDK 64-Bit Server VM (17.0.9+9 mixed mode, "
            f"sharing):\n\n{threads}") * times
