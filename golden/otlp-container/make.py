#!/usr/bin/env python3
"""Writes input.otlp: the layout of 2024, in which a container holds each profile."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import otlp  # noqa: E402

from kit.profiles import message, number, packed  # noqa: E402

profile = message(2, number(12, 1), packed(2, [1])) + message(6) + message(6, b"cpu")
container = message(1, bytes(range(16))) + otlp.fixed(2, 10**18) + otlp.fixed(3, 10**18 + 5)
(HERE / "input.otlp").write_bytes(message(1, message(2, message(2, container, message(7, profile)))))
