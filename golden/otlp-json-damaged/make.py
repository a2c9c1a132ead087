#!/usr/bin/env python3
"""Writes input.otlp: messages as JSON, of which some are damaged, and samples in one."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import otlp, otlp_json  # noqa: E402

p = otlp.Profiles(otlp.NEWEST)
leaf = p.location((p.function("leaf"), 1))
p.profile([("cpu", "count")], [p.sample([leaf], [value]) for value in (11, 22, 44)])
whole = otlp_json.text(p)
wrong = whole.replace(b'"22"', b'"2x2"').replace(b'"stackIndex": 1', b'"stackIndex": 7', 1)
(HERE / "input.otlp").write_bytes(
    whole + b'{"resourceProfiles": []}\n' + wrong + b"[1, 2]\n" + whole
    + whole[:len(whole) // 2] + b"}\n" + whole)
