#!/usr/bin/env python3
"""Builds every fuzz target for a service that runs fuzzers, as OSS-Fuzz does.

usage: package.py OUT [BUILD]

The compiler and its flags are those of CC and CFLAGS, the engine is LIB_FUZZING_ENGINE. In OUT are
for each target: fuzz-NAME, fuzz-NAME.dict, fuzz-NAME_seed_corpus.zip; in OUT/lib the libraries that
the targets need, and in OUT/golden the files that one of them opens.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
FUZZ = ROOT / "tests/fuzz"
# Programs beside flame, and pages, that no target uses.
LEFT_OUT = ("CAIRO", "CAPSTONE", "GRAPHVIZ", "LOWDOWN", "RSVG")
OPENED = ("golden/perf-data-jit",)
# Of the system, wherever the targets run.
SYSTEM = re.compile(r"(ld-linux.*|lib(c|m|dl|rt|pthread|resolv|gcc_s|stdc\+\+))\.so.*")


def build(folder):
    engine = os.environ.get("LIB_FUZZING_ENGINE", "-fsanitize=fuzzer")
    # Libraries of libraries are found there as well.
    flags = os.environ.get("LDFLAGS", "") + " -Wl,--disable-new-dtags"
    subprocess.run(["cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug",
                    "-DFLAME_FUZZ=ON", f"-DFLAME_FUZZ_ENGINE={engine}",
                    "-DCMAKE_BUILD_RPATH=$ORIGIN/lib", f"-DCMAKE_EXE_LINKER_FLAGS={flags}",
                    *(f"-DFLAME_{name}=OFF" for name in LEFT_OUT)], check=True)
    subprocess.run(["ninja", "-C", folder, "fuzzers"], check=True)
    return sorted(path for path in folder.glob("fuzz-*") if os.access(path, os.X_OK))


def seeds(name):
    """The kept inputs of a target, and the golden ones of its format: (name, path)."""
    form = name.replace("_", "-")
    yield from ((path.name, path) for path in sorted(FUZZ.glob(f"corpus/{name}/*")))
    yield from (("golden-" + path.parent.name, path)
                for path in sorted(ROOT.glob(f"golden/*/input.{form}")))


def pack(path, files):
    """A zip whose bytes depend on those of the files alone."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, file in files:
            packed.writestr(zipfile.ZipInfo(name), file.read_bytes(), zipfile.ZIP_DEFLATED)


def libraries(program):
    """The shared libraries of a program that are not the system's."""
    said = subprocess.run(["ldd", program], stdout=subprocess.PIPE, check=True, text=True).stdout
    for name, path in re.findall(r"^\s*(\S+) => (/\S+)", said, re.M):
        if not SYSTEM.fullmatch(name):
            yield name, path


def main(out, folder):
    (out / "lib").mkdir(parents=True, exist_ok=True)
    programs = build(folder)
    for program in programs:
        name = program.name.removeprefix("fuzz-")
        shutil.copy2(program, out)
        for library, path in libraries(program):
            shutil.copy2(path, out / "lib" / library)
        if (FUZZ / f"{name}.dict").exists():
            shutil.copy2(FUZZ / f"{name}.dict", out / f"{program.name}.dict")
        files = list(seeds(name))
        if files:
            pack(out / f"{program.name}_seed_corpus.zip", files)
    for path in OPENED:
        shutil.copytree(ROOT / path, out / path, dirs_exist_ok=True)
    print(f"{len(programs)} targets in {out}")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]).resolve(),
         pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else ROOT / "build/package-fuzz").resolve())
