#!/usr/bin/env python3
"""Writes input.otlp: four messages, the length of each in front of it, as the file exporter of the
collector writes them; one is empty, and one has samples of another type."""
import pathlib
import struct
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import otlp  # noqa: E402


def message(kind, unit, name, values):
    p = otlp.Profiles(otlp.NEWEST)
    main = p.location((p.function("main"), 1))
    p.profile([(kind, unit)],
              [p.sample([p.location((p.function(name), 1)), main], [value]) for value in values])
    return p.bytes()


messages = [message("samples", "count", "run", [1, 2]), b"",
            message("off_cpu", "nanoseconds", "sleep", [5000]),
            message("samples", "count", "run", [4])]
(HERE / "input.otlp").write_bytes(b"".join(struct.pack(">I", len(m)) + m for m in messages))
