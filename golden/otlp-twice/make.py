#!/usr/bin/env python3
"""Writes input.otlp: two messages behind one another, each with a dictionary of its own."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
from kit import otlp  # noqa: E402



def message(name, value):
    p = otlp.Profiles(otlp.NEWEST)
    main = p.location((p.function("main"), 1))
    p.location((p.function("not called"), 1))
    p.profile([("cpu", "nanoseconds")],
              [p.sample([p.location((p.function(name), 1)), main], [value])])
    return p


(HERE / "input.otlp").write_bytes(message("one", 1).bytes(dictionary_first=True)
                                  + message("other", 20).bytes(dictionary_first=True))
