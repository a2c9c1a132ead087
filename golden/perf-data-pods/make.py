#!/usr/bin/env python3
"""Writes input.perf-data: a sample in a control group of each kind, as perf record --all-cgroups
records it; threads of one have names of their own."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import made  # noqa: E402

POD, SHOP = "0a1b2c3d-1111-2222-3333-444455556666", "5e6f7a8b_1111_2222_3333_444455556666"


def container(digit):
    return f"{digit}0123456789abcde" * 4


GROUPS = (
    "/",
    f"/kubepods/burstable/pod{POD}/{container('a')}",
    "/kubepods.slice/kubepods-besteffort.slice/"
    f"kubepods-besteffort-pod{SHOP}.slice/cri-containerd-{container('b')}.scope",
    f"/kubepods/pod{POD}/crio-{container('c')}",
    "/kubepods.slice/kubepods-burstable.slice/"
    f"kubepods-burstable-pod{SHOP}.slice/crio-{container('d')}.scope/container",
    f"/docker/{container('e')}",
    f"/system.slice/docker-{container('f')}.scope",
    f"/machine.slice/libpod-{container('7')}.scope/init",
    "/lxc.payload.web/user.slice",
    "/system.slice/ssh.service",
)

r = made.Recording(fields=made.USUAL | made.CGROUP | made.PAGE)
r.event("cycles", 1)
r.features[made.HOSTNAME] = r.pack("I", 8) + r.text("web1")
r.comm(9, "java", 10)
r.mmap(9, 0x400000, 0x1000, "/opt/java", 20)
for i, path in enumerate(GROUPS):
    r.group(100 + i, path)
r.group(100, "/another")
for i in range(len(GROUPS)):
    r.sample(9, 100 + i, [made.USER, 0x400150], 0, 1 << i, group=100 + i)
r.record(3, 0, r.pack("II", 9, 10) + r.text("GC Thread#0") + r.trailer(9, 200))
r.sample(9, 201, [made.KERNEL, 0xffffffff81000000], 0, 1 << 10, tid=10, group=101)
r.sample(9, 202, [made.USER, 0x400150], 0, 1 << 11, tid=10, group=4711)
(HERE / "input.perf-data").write_bytes(r.file())
