"""How much memory a run held, as the system counts it."""
import os

BASE, RATIO = 64 << 20, 200


def allowed(n):
    """What a run may hold that read n bytes."""
    return BASE + RATIO * n


def most(s, *args):
    """(exit status, what was said, bytes that were resident)."""
    said = s.path("said")
    files = [(os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
             (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
             (os.POSIX_SPAWN_OPEN, 2, said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)]
    child = os.posix_spawn(s.flame, [s.flame, *args], os.environ, file_actions=files)
    _, status, usage = os.wait4(child, 0)
    with open(said, encoding="utf-8", errors="replace") as f:
        return os.waitstatus_to_exitcode(status), f.read(), usage.ru_maxrss * 1024
