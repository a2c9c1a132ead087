#!/usr/bin/env python3
"""--debuginfod: files by build-id from what elfutils' library kept, without a network."""
import os
import shutil

import kit

CASE = kit.ROOT / "golden" / "perf-data-recorded"
RECORDING = str(CASE / "input.perf-data")
PROGRAM = CASE / "root" / "srv" / "spin"
BUILD_ID = "6e251934714ad96b488773db8147d49c96fb695e"
NO_SERVER = "http://127.0.0.1:1"


def surroundings(cache, urls):
    kept = {key: value for key, value in os.environ.items() if not key.startswith("DEBUGINFOD")}
    return {**kept, "DEBUGINFOD_CACHE_PATH": cache, "DEBUGINFOD_URLS": urls}


def check(s):
    here = s.run("-f", "folded", "--symfs", str(CASE / "root"), RECORDING)
    if b"parse" not in here.out:
        s.skip("--debuginfod", "this build reads no ELF files")
        return
    cache = s.path("kept")
    nothing = s.path("nothing")
    os.mkdir(nothing)
    fold = ("-f", "folded", "--symfs", nothing, RECORDING)
    run = s.run("--debuginfod", *fold, env=surroundings(s.path("empty"), NO_SERVER))
    if "libdebuginfod.so.1 was not found" in run.said or "has no network" in run.said:
        s.claim("without the library it is refused at once", run.rc == 2 and not run.out, run)
        return
    s.claim("what no server has is not found, and the graph is there", run.rc == 0, run)
    os.makedirs(os.path.join(cache, BUILD_ID))
    for name in ("executable", "debuginfo"):
        shutil.copy(PROGRAM, os.path.join(cache, BUILD_ID, name))
    run = s.run("--debuginfod", *fold, env=surroundings(cache, NO_SERVER))
    s.claim("what was kept names functions", run.rc == 0 and b"work;parse;mix " in run.out, run)
    run = s.run("--debuginfod", "--explain", "mix", *fold, env=surroundings(cache, NO_SERVER))
    s.claim("--explain says so", run.rc == 0 and "found by a server of" in run.said, run)
    run = s.run(*fold, env=surroundings(cache, NO_SERVER))
    s.claim("unless asked for it is not used", run.rc == 0 and b"parse" not in run.out, run)
    run = s.run("--debuginfod", *fold, env=surroundings(cache, ""))
    s.claim("without a server it is refused", run.rc == 2 and not run.out
            and "DEBUGINFOD_URLS names no server" in run.said, run)
    run = s.run(*s.untrusted, "--debuginfod", *fold, env=surroundings(cache, NO_SERVER))
    s.claim("for strangers it is refused", run.rc == 2 and "untrusted" in run.said, run)


kit.main(check)
