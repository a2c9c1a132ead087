"""The work of a run, counted by valgrind: the clock has no part in it."""
import re

import kit


def available(s):
    return not kit.missing("valgrind") and not s.sanitized \
        and s.run("--version", before=["valgrind", "--tool=none", "-q"]).rc == 0


def instructions(s, *args):
    """How many instructions a run took, or the run that failed."""
    run = s.run("--threads=1", *args, timeout=kit.LIMIT_S,
                before=["valgrind", "--tool=cachegrind", "--cache-sim=no",
                        "--cachegrind-out-file=/dev/null"])
    m = re.search(r"I\s+refs:\s+([\d,]+)", run.said)
    return int(m.group(1).replace(",", "")) if m and run.rc == 0 else run
