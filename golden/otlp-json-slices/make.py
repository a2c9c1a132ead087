#!/usr/bin/env python3
"""Writes input.otlp: a profile as JSON in the layout called slices."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import otlp, otlp_json  # noqa: E402

(HERE / "input.otlp").write_bytes(otlp_json.example(otlp.SLICES))
