#!/usr/bin/env python3
"""The list of components beside the programs, flame.cdx.json: it has what CycloneDX wants, names
each library that the programs need and no other, and tells a version and a licence of each."""
import json
import pathlib
import re
import subprocess

import kit

TYPES = {"application", "data", "library"}
# Parts of the C library, of which the list has one line, and what compilers and sanitizers add.
SYSTEM = re.compile(r"(linux-vdso|ld-linux.*|libc|libm|libdl|libpthread|libgcc_s|lib[a-z]?asan"
                    r"|libubsan|libtsan)\.so\.\d+$")
# Licences as SPDX names them, joined by AND, OR and WITH.
LICENCE = re.compile(r"[A-Za-z][A-Za-z0-9.+-]+( (AND|OR|WITH) [A-Za-z0-9][A-Za-z0-9.+-]+)*")


def programs(build):
    return [path for path in build.glob("flame*") if not path.suffix and path.is_file()
            and path.name != "flame-pack" and path.read_bytes()[:4] == b"\x7fELF"]


def needed(program):
    """The names of the libraries that a program needs."""
    dynamic = subprocess.run(["readelf", "-d", program], capture_output=True, check=True, text=True)
    names = re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic.stdout)
    return {name for name in names if not SYSTEM.match(name)}


def value_of(component, name):
    return next((row["value"] for row in component.get("properties", [])
                 if row["name"] == name), None)


def check_fields(s, bom):
    s.claim("it says which format it has", bom.get("bomFormat") == "CycloneDX"
            and bom.get("specVersion") == "1.5" and bom.get("version") == 1)
    what = bom["metadata"]["component"]
    said = s.run("--version").out.decode().split()
    s.claim("it is of this program and version",
            [what["name"], what["version"]] == said[:2] and what["type"] == "application", what)
    rows = [what, *bom["components"]]
    s.claim("each component has a type and a name, once",
            all(row["type"] in TYPES and row["name"] for row in rows)
            and len({row["name"] for row in rows}) == len(rows), rows)
    wrong = [row["name"] for row in rows if not re.match(r"\d", row.get("version", ""))]
    s.claim("each has a version", not wrong, wrong)
    wrong = [row["name"] for row in rows if len(row.get("licenses", [])) != 1
             or not LICENCE.fullmatch(row["licenses"][0].get("expression", ""))]
    s.claim("each has a licence", not wrong, wrong)


def check_libraries(s, bom, build):
    libraries = [row for row in bom["components"] if row["type"] == "library"
                 and row["name"] not in ("glibc", "libgcc")]
    linked = {value_of(row, "flame:linked") for row in libraries}
    s.claim("each library is linked in one of two ways, or loaded",
            linked <= {"static", "dynamic", "loaded"}, linked)
    loaded = {value_of(row, "flame:file") for row in libraries
              if value_of(row, "flame:linked") == "loaded"}
    program = (build / "flame").read_bytes()
    named = {name for name in loaded if name.encode() + b"\0" in program}
    s.claim("what is loaded is named in the program", named == loaded, loaded - named)
    listed = {value_of(row, "flame:file") for row in libraries
              if value_of(row, "flame:linked") == "dynamic"}
    if kit.missing("readelf"):
        s.skip("what the programs need", "no readelf")
        return
    there = set().union(*map(needed, programs(build)))
    s.claim("every library that a program needs is in it", there <= listed, there - listed)
    s.claim("no other is", listed <= there, listed - there)


def check(s):
    build = pathlib.Path(s.flame).parent
    file = build / "flame.cdx.json"
    text = file.read_text(encoding="utf-8")
    bom = json.loads(text)
    check_fields(s, bom)
    s.claim("it has no path of the machine", "/" not in text.replace(" / ", ""))
    check_libraries(s, bom, build)


kit.main(check)
