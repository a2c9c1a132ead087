"""Profiles of pprof made field by field, as their writers do it, and read again.

A message is the bytes of its fields; numbers below zero are those of 64 bits.
"""
VARINT, FIXED64, BYTES, GROUP, FIXED32 = 0, 1, 2, 3, 5


def varint(number):
    number &= 2**64 - 1
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes(out) + bytes([number])


def number(field, value):
    return varint(field << 3 | VARINT) + varint(value) if value else b""


def message(field, *parts):
    body = b"".join(parts)
    return varint(field << 3 | BYTES) + varint(len(body)) + body


def packed(field, values):
    return message(field, *map(varint, values)) if values else b""


def one_by_one(field, values):
    return b"".join(varint(field << 3 | VARINT) + varint(value) for value in values)


class Profile:
    """Texts get their index, and functions and locations their id, when they are first named."""

    def __init__(self, *types, repeated=packed):
        self.texts = [""]
        self.index = {"": 0}
        self.repeated = repeated
        self.parts = {field: [] for field in range(1, 6)}
        self.rest = b""
        self.functions = {}
        for name, unit in types:
            self.parts[1].append(message(1, self.value_type(name, unit)))

    def text(self, text):
        if text not in self.index:
            self.index[text] = len(self.texts)
            self.texts.append(text)
        return self.index[text]

    def value_type(self, name, unit):
        return number(1, self.text(name)) + number(2, self.text(unit))

    def mapping(self, start, limit, offset, file, build_id="", named=1):
        """named: a bit each for functions, files, lines and inlined functions."""
        self.parts[3].append(message(
            3, number(1, len(self.parts[3]) + 1), number(2, start), number(3, limit),
            number(4, offset), number(5, self.text(file)), number(6, self.text(build_id)),
            *(number(7 + i, named >> i & 1) for i in range(4))))
        return len(self.parts[3])

    def function(self, name, file="", system_name="", start_line=7):
        key = (name, file, system_name, start_line)
        if key not in self.functions:
            self.functions[key] = len(self.functions) + 1
            self.parts[5].append(message(
                5, number(1, self.functions[key]), number(2, self.text(name)),
                number(3, self.text(system_name)), number(4, self.text(file)),
                number(5, start_line)))
        return self.functions[key]

    def location(self, *lines, mapping=0, address=0):
        """Lines are functions with their line, the innermost first."""
        self.parts[4].append(message(
            4, number(1, len(self.parts[4]) + 1), number(2, mapping), number(3, address),
            *(message(4, number(1, function), number(2, line)) for function, line in lines)))
        return len(self.parts[4])

    def label(self, key, value, unit=""):
        if isinstance(value, str):
            return message(3, number(1, self.text(key)), number(2, self.text(value)))
        return message(3, number(1, self.text(key)), number(3, value), number(4, self.text(unit)))

    def sample(self, locations, values, *labels):
        self.parts[2].append(message(
            2, self.repeated(1, locations), self.repeated(2, values), *labels))

    def strings(self):
        return b"".join(message(6, text if isinstance(text, bytes) else text.encode())
                        for text in self.texts)

    def bytes(self, strings_first=False):
        tables = b"".join(part for field in range(1, 6) for part in self.parts[field])
        strings = self.strings()
        return (strings + tables if strings_first else tables + strings) + self.rest


def of_two_functions(types, *samples):
    """The bytes of a profile: each sample once in main;read, and with twice the values in main."""
    p = Profile(*types)
    main = p.location((p.function("main"), 1), address=0x10)
    leaf = p.location((p.function("read"), 2), address=0x20)
    for values in samples:
        p.sample([leaf, main], values)
        p.sample([main], [2 * n for n in values])
    return p.bytes()


def fields(data):
    """Yields number and value of each field: an integer, or bytes."""
    def take(at):
        value = shift = 0
        while True:
            value |= (data[at] & 127) << shift
            shift += 7
            at += 1
            if data[at - 1] < 128:
                return value, at
    at = 0
    while at < len(data):
        tag, at = take(at)
        if tag & 7 == BYTES:
            n, at = take(at)
            yield tag >> 3, data[at:at + n]
            at += n
        elif tag & 7 == VARINT:
            value, at = take(at)
            yield tag >> 3, value
        else:
            n = 8 if tag & 7 == FIXED64 else 4
            yield tag >> 3, int.from_bytes(data[at:at + n], "little")
            at += n


def numbers(data, field):
    """All numbers of a repeated field."""
    found = []
    for name, value in fields(data):
        if name != field:
            continue
        if isinstance(value, int):
            found.append(value)
            continue
        at = 0
        while at < len(value):
            end = at
            while value[end] > 127:
                end += 1
            found.append(sum((c & 127) << 7 * i for i, c in enumerate(value[at:end + 1])))
            at = end + 1
    return found


class Read:
    """What a message says, for comparison: stacks of names, root first, with their values."""

    def __init__(self, data):
        self.texts = [v.decode("utf-8", "surrogateescape") for n, v in fields(data) if n == 6]
        def table(field):
            rows = ([m for m in fields(v)] for n, v in fields(data) if n == field)
            return {dict(row)[1]: row for row in rows}
        self.functions = {i: self.texts[dict(row).get(2, 0)] for i, row in table(5).items()}
        self.locations = {
            i: [self.functions.get(dict(fields(v)).get(1), "") for n, v in row if n == 4]
            for i, row in table(4).items()}
        self.types = [self.texts[dict(fields(v))[1]] for n, v in fields(data) if n == 1]
        default = dict(fields(data)).get(14, 0)
        self.default = self.texts[default] if default else self.types[-1]
        self.samples = []
        for n, v in fields(data):
            if n == 2:
                frames = [name for i in numbers(v, 1) for name in self.locations[i] or [""]]
                self.samples.append((tuple(reversed(frames)), numbers(v, 2)))


class Whole:
    """All that a message says of samples: a sum of each value for what stacks and labels they have.

    A location is its module, build-id, place in the module's file, and functions with their file
    and line.
    """

    def __init__(self, data):
        self.texts = [v.decode() for n, v in fields(data) if n == 6]
        self.functions, self.mappings, self.locations = {}, {}, {}
        self.told, self.location_lines, self.addresses = {}, {}, {}
        rows = {field: [dict(fields(v)) for n, v in fields(data) if n == field]
                for field in (3, 5)}
        for row in rows[5]:
            self.functions[row[1]] = self.text(row, 2) or self.text(row, 3), self.text(row, 4)
            self.told[row[1]] = self.text(row, 3) or self.text(row, 2), row.get(5, 0)
        for row in rows[3]:
            self.mappings[row[1]] = row
        for n, v in fields(data):
            if n == 4:
                self.take_location(v)
        self.types = [(self.text(row, 1), self.text(row, 2))
                      for row in (dict(fields(v)) for n, v in fields(data) if n == 1)]
        default = dict(fields(data)).get(14, 0)
        self.default = self.texts[default] if default else self.types[-1][0]
        self.origin = self.read_origin(data)
        self.of_profile = self.read_texts(data)
        self.of_mappings = sorted(  # what of it has names, but for functions, behind where it lies
            (self.text(row, 5), self.text(row, 6), *(row.get(i, 0) for i in (2, 3, 4, 8, 9, 10)))
            for row in self.mappings.values())
        self.samples = {}
        self.of_functions = set()  # what is known of those that are sampled
        self.of_addresses = set()  # of those, with their modules
        for n, v in fields(data):
            if n == 2:
                self.take_sample(v)

    def read_origin(self, data):
        """When, for how long, how often, and the comments."""
        row = dict(fields(data))
        every = dict(fields(row.get(11, b"")))
        return (row.get(9, 0), row.get(10, 0), row.get(12, 0), self.text(every, 1),
                self.text(every, 2), [self.texts[i] for i in numbers(data, 13)])

    def read_texts(self, data):
        """Frames to be dropped and to be kept, and the page about it."""
        row = dict(fields(data))
        return tuple(self.text(row, field) for field in (7, 8, 15))

    def text(self, row, field):
        return self.texts[row.get(field, 0)]

    def take_location(self, data):
        row = dict(fields(data))
        mapping = self.mappings.get(row.get(2), {})
        address = row.get(3, 0)
        lines = [dict(fields(v)) for n, v in fields(data) if n == 4]
        self.location_lines[row[1]] = lines
        self.addresses[row[1]] = address
        self.locations[row[1]] = (
            self.text(mapping, 5), self.text(mapping, 6),
            address - mapping.get(2, 0) + mapping.get(4, 0) if address else 0,
            tuple((*self.functions[line[1]], line.get(2, 0)) for line in lines))

    def label(self, data):
        row = dict(fields(data))
        key = self.text(row, 1)
        if row.get(2):
            return key, self.text(row, 2)
        value = row.get(3, 0)
        return key, value - 2**64 if value >> 63 else value, self.text(row, 4)

    def take_sample(self, data):
        ids = numbers(data, 1)
        stack = tuple(self.locations[i] for i in ids)
        self.of_addresses.update((self.locations[i][:2], self.addresses[i]) for i in ids)
        self.of_functions.update(
            self.functions[line[1]] + self.told[line[1]]
            for i in ids for line in self.location_lines[i])
        labels = frozenset(self.label(v) for n, v in fields(data) if n == 3)
        values = dict(zip((name for name, _ in self.types),
                          (n - 2**64 if n >> 63 else n for n in numbers(data, 2))))
        have = self.samples.setdefault((stack, labels), dict.fromkeys(values, 0))
        for name, value in values.items():
            have[name] += value

    def lines(self):
        """As text: what is measured, then a block a sample, a frame a line, the leaf first."""
        yield " ".join("/".join(one) for one in self.types) + f", first {self.default}"
        begin, duration, period, name, unit, comments = self.origin
        if begin or duration or period:
            yield f"began {begin}, lasted {duration}, every {period} {name}/{unit}"
        yield from (f"comment {comment}" for comment in comments)
        for (stack, labels), values in sorted(self.samples.items(), key=repr):
            yield ""
            yield " ".join(f"{name}={value}" for name, value in values.items())
            for label in sorted(labels, key=repr):
                yield "  label " + " ".join(map(str, label))
            for module, build_id, address, functions in stack:
                for i, (name, file, line) in enumerate(functions):
                    yield (("  " if i + 1 == len(functions) else "  inlined ")
                           + f"{name} {file}:{line}")
                yield f"    in {module or '?'} {build_id} at {address:#x}"
