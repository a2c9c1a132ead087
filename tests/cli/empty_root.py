#!/usr/bin/env python3
"""The static program in a folder that is the root of all it sees: no loader, no library, no file of
a system, as on a node or in a container where it was copied.
"""
import os
import shutil
import subprocess

import kit

DEMO = kit.ROOT / "golden/demo"
RECORDED = kit.ROOT / "golden/perf-data-recorded"


def way_in(root):
    """What stands in front of a command that runs below the folder; None where nothing may."""
    if kit.missing("chroot"):
        return None
    for before in (["chroot", root], ["unshare", "--user", "--map-root-user", "chroot", root]):
        try:
            tried = subprocess.run([*before, "/flame", "--version"], capture_output=True,
                                   check=False)
        except OSError:
            continue
        if tried.returncode == 0:
            return before
    return None


def check(s):
    if not s.static:
        s.skip("a static program runs in an empty root", "this one is linked to libraries")
        return
    root = s.path("root")
    os.mkdir(root)
    shutil.copy(s.flame, os.path.join(root, "flame"))
    os.symlink("flame", os.path.join(root, "callgraph"))
    shutil.copy(DEMO / "input.folded", root)
    shutil.copy(RECORDED / "input.perf-data", root)
    shutil.copytree(RECORDED / "root", os.path.join(root, "sysroot"))
    before = way_in(root)
    if before is None:
        s.skip("a static program runs in an empty root", "chroot is not permitted here")
        return
    here = sorted(os.listdir(root))

    def run(name, *args):
        return s.run(*args, program="/" + name, before=before)

    drawn = run("flame", "input.folded")
    s.claim("folded stacks are drawn in an empty root",
            drawn.rc == 0 and not drawn.err and drawn.out == s.run(str(DEMO / "input.folded")).out,
            drawn)
    graph = run("callgraph", "input.folded", "-f", "json")
    s.claim("a call graph is written in an empty root",
            graph.rc == 0 and graph.out.startswith(b"{"), graph)
    for output in ("folded", "svg"):
        recorded = run("flame", "input.perf-data", "--symfs", "sysroot", "-f", output)
        there = s.run(str(RECORDED / "input.perf-data"), "--symfs", str(RECORDED / "root"),
                      "-f", output)
        s.claim(f"a recording becomes the same {output} in an empty root as elsewhere",
                recorded.rc == there.rc == 0 and recorded.out == there.out, recorded)
    s.claim("nothing is left behind", sorted(os.listdir(root)) == here, sorted(os.listdir(root)))


kit.main(check)
