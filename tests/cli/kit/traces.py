"""Stacks of addresses: what pprof says of a profile, and what flame makes of it."""
import collections
import os
import re

from . import ROOT

CORPUS = ROOT.parent / "shared" / "corpus"
FOREIGN = CORPUS / "foreign" / "pprof"
# The columns of .string files by the names of pprof, as they are named here.
NAMES = {"objects": "inuse_objects", "space": "inuse_space"}


def stacks(run):
    """Folded stacks as a sum for each."""
    found = collections.Counter()
    for line in filter(None, run.out.decode().split("\n")):
        stack, _, value = line.rpartition(" ")
        found[stack] += int(value)
    return dict(found)


def folded(s, path, value, *words):
    os.makedirs(s.path("empty"), exist_ok=True)
    return s.run("-f", "folded", "--addrs", "--root-by", "none", "--symfs", s.path("empty"),
                 "--value", value, *words, str(path))


class Said:
    """What pprof says of a profile."""

    def __init__(self, text):
        head, _, rest = text.partition("\nLocations\n")
        places, _, maps = rest.partition("\nMappings\n")
        head = head.partition("\nSamples:\n")[2].split("\n")
        self.values = [word.partition("/")[0] for word in head[0].split()]
        self.samples = []
        for line in head[1:]:
            sample = re.match(r"\s*([\d ]+): *([\d ]*)$", line)
            if sample:
                self.samples.append(([int(v) for v in sample[1].split()],
                                     [int(i) for i in sample[2].split()]))
        self.maps = {int(n): (int(start, 16), path.strip()) for n, start, path in
                     re.findall(r"^(\d+): 0x(\w+)/\S+ ?(.*)$", maps, re.M)}
        self.places = {int(n): self.name(int(address, 16), int(m or 0)) for n, address, m in
                       re.findall(r"^ *(\d+): 0x(\w+) (?:M=(\d+))?", places, re.M)}

    def name(self, address, number):
        start, path = self.maps.get(number, (0, ""))
        return f"[{os.path.basename(path) or 'unknown'} <{address - start:x}>]"

    def stacks(self, column):
        sums = collections.Counter()
        for values, leaf_first in self.samples:
            names = [self.places[i] for i in reversed(leaf_first)] or ["[unknown]"]
            sums[";".join(names)] += values[column]
        return {stack: n for stack, n in sums.items() if n}


def check_string(s, name, change=lambda sums: sums):
    """change makes of stacks what they are to pprof."""
    path = FOREIGN / name
    if not path.exists():
        s.skip(name, "it is not beside the project")
        return
    said = Said((FOREIGN / (name + ".string")).read_text())
    for column, value in enumerate(said.values):
        run = folded(s, path, NAMES.get(value, value))
        s.claim(f"{name}: every stack and its {value} are those of pprof", run.rc == 0
                and "skipped" not in run.said
                and change(stacks(run)) == said.stacks(column), run)
