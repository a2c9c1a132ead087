#!/usr/bin/env python3
"""Writes input.otlp: a profile as JSON in a container, as in 2024."""
import pathlib

HERE = pathlib.Path(__file__).resolve().parent

(HERE / "input.otlp").write_bytes(
    b'{"resourceProfiles":[{"scopeProfiles":[{"profiles":[{"startTimeUnixNano":"1684617",\n'
    b'"profile":{"sample":[{"locationsStartIndex":"1","locationsLength":"10"}]}}]}]}]}\n')
