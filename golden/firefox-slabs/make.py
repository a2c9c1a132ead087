#!/usr/bin/env python3
"""Writes input.firefox: the profile of firefox-flags with its columns as slabs of every type of number,
and the tables in slabs of JSON of their own. The first half of it is that of firefox-slabs-damaged."""
import json
import pathlib
import struct

HERE = pathlib.Path(__file__).resolve().parent
CODES = {"b": 0, "B": 1, "h": 2, "H": 3, "i": 4, "I": 5, "f": 6, "d": 7, "q": 8, "Q": 9}
JSON = 10
COLUMNS = {"flags": "B", "address": "I", "lib": "i", "category": "B", "subcategory": "b",
           "func": "h", "nativeSymbol": "q", "line": "i", "column": "f", "innerWindowID": "d",
           "name": "H", "source": "Q", "lineNumber": "I", "prefixOffset": "i", "frame": "i",
           "timeDeltas": "d"}
slabs = []


def add(kind, content):
    slabs.append((kind, content))
    return {"$s": len(slabs) - 1}


def split(value, name=""):
    if isinstance(value, dict):
        inner = {key: split(one, key) for key, one in value.items()}
        text = json.dumps(inner).replace('{"$s": 3}', '{ "$s" : 3 }')
        return add(JSON, text.encode()) if name.endswith("Table") or name == "shared" else inner
    if name in COLUMNS and isinstance(value, list):
        return add(CODES[COLUMNS[name]], struct.pack(f"<{len(value)}{COLUMNS[name]}", *value))
    return [split(one) for one in value] if isinstance(value, list) else value


def main():
    with open(HERE.parent / "firefox-flags" / "input.firefox", encoding="utf-8") as f:
        profile = json.load(f)
    profile["meta"]["comment"] = 'no slab: {"$s": 0} \\'
    root = split(profile)
    add(JSON, json.dumps(root).encode())
    head = b"\xdc\xdf\x4a\x53\x4c\x42\x01\x00" + struct.pack("<III", 1, len(slabs), len(slabs) - 1)
    at = len(head) + 12 * len(slabs)
    table, data = b"", b""
    for kind, content in slabs:
        data += bytes(-(at + len(data)) % 8)
        table += struct.pack("<III", kind, at + len(data), len(content))
        data += content
    whole = head + table + data
    (HERE / "input.firefox").write_bytes(whole)
    (HERE.parent / "firefox-slabs-damaged" / "input.firefox").write_bytes(whole[:len(whole) // 2])


main()
