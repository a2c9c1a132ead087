"""Profiles of OTLP made field by field, in each layout that there was, and read again."""
from kit.profiles import (FIXED64, fields, message, number, numbers, one_by_one,  # noqa: F401
                          packed, varint)

# The number of a field; tables without one are not in that layout.
NEWEST, VALUES_FIRST, SLICES, IN_PROFILES = LAYOUTS = (
    {"name": "newest", "tables": {"mapping": 1, "location": 2, "function": 3, "link": 4,
                                  "string": 5, "attribute": 6, "stack": 7},
     "sample": {"stack": 1, "attributes": 2, "values": 4, "times": 5},
     "profile": {"duration": 4, "period_type": 5, "period": 6, "attributes": 11}},
    {"name": "values first", "tables": {"mapping": 1, "location": 2, "function": 3, "link": 4,
                                        "string": 5, "attribute": 6, "stack": 7},
     "sample": {"stack": 1, "attributes": 3, "values": 2, "times": 5},
     "profile": {"duration": 4, "period_type": 5, "period": 6}},
    {"name": "slices", "tables": {"mapping": 1, "location": 2, "function": 3, "link": 4,
                                  "string": 5, "attribute": 6},
     "sample": {"start": 1, "length": 2, "values": 3, "attributes": 4, "times": 6},
     "profile": {"indices": 3, "duration": 5, "period_type": 6, "period": 7, "default": 9}},
    {"name": "in profiles", "tables": {"mapping": 3, "location": 4, "function": 6, "link": 9,
                                       "string": 10, "attribute": 7},
     "sample": {"start": 1, "length": 2, "values": 3, "attributes": 4, "times": 6},
     "profile": {"indices": 5, "duration": 12, "period_type": 13, "period": 14, "default": 16,
                 "attributes": 22}})


def fixed(field, value):
    return varint(field << 3 | FIXED64) + value.to_bytes(8, "little")


def any_value(value):
    """The body of an AnyValue; a number in a tuple is an index of texts."""
    if isinstance(value, tuple):
        return number(8, value[0])
    if isinstance(value, bool):
        return varint(2 << 3) + varint(value)
    if isinstance(value, int):
        return varint(3 << 3) + varint(value)
    if isinstance(value, float):
        return varint(4 << 3 | FIXED64) + bytes(8)
    return message(1, value if isinstance(value, bytes) else value.encode())


def key_value(key, value):
    return message(1, key.encode()) + message(2, any_value(value))


class Profiles:
    """Rows get their index when they are first asked for; row 0 of each table is empty."""

    def __init__(self, layout, repeated=packed):
        self.layout = layout
        self.repeated = repeated
        self.rows = {name: [b""] for name in ("mapping", "location", "function", "link",
                                              "attribute", "stack")}
        self.texts = [""]
        self.indices = []
        self.profiles = []
        self.resources = []

    def text(self, text):
        if text not in self.texts:
            self.texts.append(text)
        return self.texts.index(text)

    def row(self, table, body):
        if body not in self.rows[table][1:]:
            self.rows[table].append(body)
        return self.rows[table].index(body, 1)

    def attribute(self, key, value, unit=""):
        """Layouts with stacks have texts for keys, and units."""
        if "stack" in self.layout["tables"]:
            return self.row("attribute", number(1, self.text(key)) + message(2, any_value(value))
                            + number(3, self.text(unit)))
        return self.row("attribute", key_value(key, value))

    def mapping(self, start, limit, offset, file, *attributes):
        return self.row("mapping", number(1, start) + number(2, limit) + number(3, offset)
                        + number(4, self.text(file)) + packed(5, attributes))

    def function(self, name, file="", system_name=""):
        return self.row("function", number(1, self.text(name)) + number(2, self.text(system_name))
                        + number(3, self.text(file)) + number(4, 7))

    def location(self, *lines, mapping=0, address=0):
        """Lines are functions with their line, the innermost first."""
        return self.row("location", number(1, mapping) + number(2, address) + b"".join(
            message(3, number(1, function), number(2, line)) for function, line in lines))

    def value_type(self, name, unit):
        return number(1, self.text(name)) + number(2, self.text(unit))

    def stack(self, locations):
        """The fields of a sample that say its stack."""
        fields_of = self.layout["sample"]
        if "stack" in fields_of:
            return number(fields_of["stack"], self.row("stack", self.repeated(1, locations)))
        self.indices += locations
        return (number(fields_of["start"], len(self.indices) - len(locations))
                + number(fields_of["length"], len(locations)))

    def times(self, times):
        if not times:
            return b""
        field = self.layout["sample"]["times"]
        if "stack" not in self.layout["sample"]:
            return self.repeated(field, times)
        if self.repeated is packed:
            return message(field, b"".join(time.to_bytes(8, "little") for time in times))
        return b"".join(fixed(field, time) for time in times)

    def sample(self, locations, values=(), times=(), attributes=()):
        of = self.layout["sample"]
        return message(2, self.stack(locations), self.repeated(of["attributes"], attributes),
                       self.repeated(of["values"], values), self.times(times))

    def profile(self, types, samples, attributes=(), **numbers_of):
        """Adds a profile; samples were made before, and have their stacks."""
        of = self.layout["profile"]
        parts = [message(1, self.value_type(*one)) for one in types] + list(samples)
        if "indices" in of:
            parts.append(self.repeated(of["indices"], self.indices))
            self.indices = []
        else:
            parts.append(fixed(3, 1700000000 * 10**9))
        for name, value in numbers_of.items():
            parts.append(message(of[name], self.value_type(*value)) if isinstance(value, tuple)
                         else number(of[name], value))
        if attributes:
            parts.append(packed(of["attributes"], attributes))
        if self.layout is IN_PROFILES:
            parts.append(self.tables())
        self.profiles.append(b"".join(parts))

    def resource(self, **attributes):
        """Ends a resource, of which the profiles since the last one are."""
        about = message(1, *(message(1, key_value(key.replace("__", "."), value))
                             for key, value in attributes.items())) if attributes else b""
        self.resources.append(about + message(2, message(1, message(1, b"scope")), *(
            message(2, body) for body in self.profiles)))
        self.profiles = []

    def tables(self):
        of = self.layout["tables"]
        parts = [message(of[name], row) for name, rows in self.rows.items() if name in of
                 for row in rows]
        parts += [message(of["string"], text if isinstance(text, bytes) else text.encode())
                  for text in self.texts]
        return b"".join(parts)

    def bytes(self, dictionary_first=False):
        if self.profiles:
            self.resource()
        resources = b"".join(message(1, body) for body in self.resources)
        if self.layout is IN_PROFILES:
            return resources
        dictionary = message(2, self.tables())
        return dictionary + resources if dictionary_first else resources + dictionary


class Read:
    """What a file in the newest layout says: stacks of names, root first, with their values."""

    def __init__(self, data):
        dictionary = next(v for n, v in fields(data) if n == 2)
        table = {field: [v for n, v in fields(dictionary) if n == field] for field in range(1, 8)}
        texts = [v.decode("utf-8", "surrogateescape") for v in table[5]]
        functions = [texts[dict(fields(v)).get(1, 0)] for v in table[3]]
        locations = [[functions[dict(fields(w)).get(1, 0)] for n, w in fields(v) if n == 3]
                     for v in table[2]]
        self.samples = []
        for profile in self.profiles(data):
            for n, v in fields(profile):
                if n == 2:
                    stack = table[7][dict(fields(v)).get(1, 0)]
                    frames = [name for i in numbers(stack, 1) for name in locations[i]]
                    self.samples.append((tuple(reversed(frames)), numbers(v, 4)))

    @staticmethod
    def profiles(data):
        for resource in (v for n, v in fields(data) if n == 1):
            for scope in (v for n, v in fields(resource) if n == 2):
                yield from (v for n, v in fields(scope) if n == 2)
