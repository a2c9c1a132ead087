"""Profiles of OTLP as JSON, made of what they are as protobuf."""
import json
import re

from kit import otlp
from kit.profiles import fields, numbers

TABLES = {"mapping": "mappingTable", "location": "locationTable", "function": "functionTable",
          "link": "linkTable", "string": "stringTable", "attribute": "attributeTable",
          "stack": "stackTable"}


def snake(name):
    return re.sub("[A-Z]", lambda m: "_" + m.group().lower(), name)


class Writer:
    """In the mapping that the protocol gives: camel case, 64 bits as texts. Or with underscores, as
    numbers, and members in any order."""

    def __init__(self, layout, rng=None):
        self.layout = layout
        self.rng = rng
        self.has_stacks = "stack" in layout["tables"]
        self.newest = layout is otlp.NEWEST

    def object(self, *members):
        """Members without a value are left out, as those of protobuf are."""
        kept = [(key, value) for key, value in members if value not in (None, 0, [], "")]
        if self.rng:
            self.rng.shuffle(kept)
        return {snake(key) if self.rng and self.rng.randrange(2) else key: value
                for key, value in kept}

    def long(self, value):
        return value if self.rng and self.rng.randrange(2) else str(value)

    def longs(self, values):
        return [self.long(value) for value in values]

    def text(self, data):
        return data.decode("utf-8")

    def any_value(self, data):
        for number, value in fields(data):
            if number == 1:
                return {"stringValue": self.text(value)}
            if number == 2:
                return {"boolValue": bool(value)}
            if number == 3:
                return {"intValue": self.long(value)}
            if number == 8:
                return {"stringValueStrindex": value}
        return {"doubleValue": 0.5}

    def key_value(self, data):
        of = dict(fields(data))
        is_text = isinstance(of.get(1), bytes)
        return self.object(("key" if is_text else "keyStrindex",
                            self.text(of[1]) if is_text else of.get(1)),
                           ("value", self.any_value(of[2]) if 2 in of else None),
                           ("unitStrindex", of.get(3)))

    def mapping(self, data):
        of = dict(fields(data))
        return self.object(("memoryStart", self.long(of.get(1, 0))),
                           ("memoryLimit", self.long(of.get(2, 0))),
                           ("fileOffset", self.long(of.get(3, 0))),
                           ("filenameStrindex", of.get(4)),
                           ("attributeIndices", numbers(data, 5)))

    def location(self, data):
        of = dict(fields(data))
        lines = [dict(fields(value)) for number, value in fields(data) if number == 3]
        return self.object(("mappingIndex", of.get(1)), ("address", self.long(of.get(2, 0))),
                           ("lines" if self.newest else "line", [self.object(
                               ("functionIndex", line.get(1)), ("line", self.long(line.get(2, 0))))
                               for line in lines]))

    def function(self, data):
        of = dict(fields(data))
        return self.object(("nameStrindex", of.get(1)), ("systemNameStrindex", of.get(2)),
                           ("filenameStrindex", of.get(3)), ("startLine", self.long(of.get(4, 0))))

    def stack(self, data):
        return self.object(("locationIndices", numbers(data, 1)))

    def link(self, data):
        return self.object(("traceId", "5b8efff798038103d269b633813fc60c"),
                           ("spanId", "eee19b7ec3c1b174"))

    def tables(self, data):
        members = []
        for name, field in self.layout["tables"].items():
            rows = [value for number, value in fields(data) if number == field]
            read = self.text if name == "string" else \
                self.key_value if name == "attribute" else getattr(self, name)
            members.append((TABLES[name], [read(row) for row in rows]))
        return members

    def value_type(self, data):
        of = dict(fields(data))
        return self.object(("typeStrindex", of.get(1)), ("unitStrindex", of.get(2)))

    def times(self, data, field):
        if not self.has_stacks:
            return numbers(data, field)
        packed = b"".join(value if isinstance(value, bytes) else value.to_bytes(8, "little")
                          for number, value in fields(data) if number == field)
        return [int.from_bytes(packed[i:i + 8], "little") for i in range(0, len(packed), 8)]

    def sample(self, data):
        of = self.layout["sample"]
        one = dict(fields(data))
        stack = [("stackIndex", one.get(of["stack"]))] if self.has_stacks else [
            ("locationsStartIndex", one.get(of["start"])),
            ("locationsLength", one.get(of["length"]))]
        return self.object(*stack, ("values" if self.has_stacks else "value",
                                    self.longs(numbers(data, of["values"]))),
                           ("attributeIndices", numbers(data, of["attributes"])),
                           ("timestampsUnixNano", self.longs(self.times(data, of["times"]))))

    def profile(self, data):
        of = self.layout["profile"]
        one = dict(fields(data))
        types = [self.value_type(value) for number, value in fields(data) if number == 1]
        samples = [self.sample(value) for number, value in fields(data) if number == 2]
        nano = "durationNano" if self.newest else "durationNanos"
        return self.object(
            ("sampleType", types[0] if self.newest and len(types) == 1 else types),
            ("samples" if self.newest else "sample", samples),
            ("locationIndices", numbers(data, of["indices"]) if "indices" in of else None),
            (nano, self.long(one.get(of["duration"], 0))),
            ("periodType", self.value_type(one[of["period_type"]])
             if of["period_type"] in one else None),
            ("period", self.long(one.get(of["period"], 0))),
            ("defaultSampleTypeIndex", one.get(of.get("default"))),
            ("attributeIndices", numbers(data, of["attributes"]) if "attributes" in of else None),
            ("profileId", "AAAAAAAAAAAAAAAAAAAAAA=="), ("unknownMember", [{"a": [1, "]"]}, None]),
            *(self.tables(data) if self.layout is otlp.IN_PROFILES else ()))

    def message(self, data):
        resources, members = [], []
        for number, resource in fields(data):
            if number == 2:
                members.append(("dictionary", self.object(*self.tables(resource))))
                continue
            about, scopes = None, []
            for inner, value in fields(resource):
                if inner == 1:
                    about = self.object(("attributes", [
                        self.key_value(pair) for which, pair in fields(value) if which == 1]))
                else:
                    scopes.append(self.object(("scope", {"name": "scope"}), ("profiles", [
                        self.profile(body) for which, body in fields(value) if which == 2])))
            resources.append(self.object(("resource", about), ("scopeProfiles", scopes),
                                         ("schemaUrl", "https://example.org")))
        return self.object(("resourceProfiles", resources), *members)


def text(profiles, rng=None, indent=None):
    """A message, and the end of its line."""
    made = Writer(profiles.layout, rng).message(profiles.bytes())
    return (json.dumps(made, indent=indent, ensure_ascii=False) + "\n").encode()


def example(layout):
    """Two profiles of a few functions, one with two measures and a label, on several lines."""
    p = otlp.Profiles(layout)
    first = p.location((p.function("first", "a.c"), 1))
    second = p.location((p.function("second", "a.c"), 2), (p.function("third", "b.c"), 3))
    label = p.attribute("thread.name", "worker")
    samples = [p.sample([second, first], [1, 9]), p.sample([first], [20, 3], (), [label])]
    p.profile([("cpu", "nanoseconds"), ("wall", "nanoseconds")], samples, default=1)
    p.profile([("cpu", "nanoseconds")], [p.sample([first, first], (), [5, 6])])
    return text(p, None, 1)
