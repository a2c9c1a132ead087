"""Waits for files that are there for a moment, by the kernel's word: to look again and again misses
them where a machine is busy.
"""
import ctypes
import os
import re
import select
import struct

IN_CREATE = 0x100
EVENT = struct.Struct("iIII")  # watch, mask, cookie, bytes of the name behind it


class Watch:
    """The names of files that are made in a folder from now on, or what else the kernel is asked
    for. is_open: it tells them."""

    def __init__(self, folder, what=IN_CREATE):
        libc = ctypes.CDLL(None)
        self.fd = libc.inotify_init1(os.O_CLOEXEC)
        self.is_open = self.fd >= 0 and libc.inotify_add_watch(
            self.fd, os.fsencode(folder), what) >= 0

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        if self.fd >= 0:
            os.close(self.fd)

    def names(self):
        data = os.read(self.fd, 1 << 16)
        at = 0
        while at < len(data):
            size = EVENT.unpack_from(data, at)[3]
            at += EVENT.size + size
            yield data[at - size:at].rstrip(b"\0").decode("utf-8", "replace")

    def all(self):
        """All names that there are until now."""
        while select.select([self.fd], [], [], 0)[0]:
            yield from self.names()

    def wait(self, pattern, process):
        """Whether a file whose name has that pattern was made before the process ended."""
        while process.poll() is None:
            if select.select([self.fd], [], [], 0.1)[0] and any(
                    re.search(pattern, name) for name in self.names()):
                return True
        return False
