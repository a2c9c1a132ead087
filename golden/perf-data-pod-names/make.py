#!/usr/bin/env python3
"""Writes input.perf-data: samples of pods and containers that the recording names, as flame record
does: two pods of one name in two namespaces, two containers in one pod, one of no name."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import made  # noqa: E402

SHOP, TEST = "3f2a9c1b-5d1e-4c7a-9b60-1f0a7c3e2d41", "8c41d07e-0b7d-4c55-8a1e-6e2f9d3b7c10"


def container(digit):
    return f"{digit}0123456789abcde" * 4


SLICE = f"/kubepods.slice/kubepods-pod{TEST.replace('-', '_')}.slice"
GROUPS = (f"/kubepods/pod{SHOP}/{container('a')}", f"/kubepods/pod{SHOP}/{container('b')}",
          f"{SLICE}/cri-containerd-{container('c')}.scope", f"/docker/{container('d')}",
          f"/docker/{container('e')}")
NAMES = f"""{SHOP} shop/db-0
{TEST} test/db-0
{container('a')} shop/db-0/sql
{container('b')} shop/db-0/backup
{container('c')} test/db-0/sql
{container('d')} cache
{container('d')} not this
"""
r = made.Recording(fields=made.USUAL | made.CGROUP)
r.event("cycles", 1)
r.comm(9, "work", 10)
r.mmap(9, 0x400000, 0x1000, "/opt/work", 20)
for i, path in enumerate(GROUPS):
    r.group(7 + i, path)
    r.sample(9, 100 + i, [made.USER, 0x400150], 0, 1 << i, group=7 + i)
r.take(made.GROUPS, 0, "/sys/fs/cgroup", NAMES.encode())
(HERE / "input.perf-data").write_bytes(r.file())
