"""Recordings of Java Flight Recorder made field by field, as their writers do it.

A chunk says itself what its events are made of: a class is a name and fields, each (name, class) or
(name, class, flags) with flags "pooled" and "array". What lies in a pool is named by its key.
"""
import struct

HEAD = 68
TEXTS = {"utf-8": 3, "chars": 4, "latin-1": 5}
NUMBERS = {"char": 2, "short": 2, "int": 4, "long": 8}
PLAIN = {"boolean": ">?", "byte": ">b", "float": ">f", "double": ">d"}
POOLED = "pooled"
ARRAY = "array"

TEXT = (("string", "java.lang.String"),)  # of a class that is no more than a text
# What the JDK writes, without what nobody asks for.
CLASSES = {
    "boolean": (), "byte": (), "char": (), "short": (), "int": (), "long": (), "float": (),
    "double": (), "java.lang.String": (),
    "jdk.types.Symbol": TEXT,
    "java.lang.Class": (("name", "jdk.types.Symbol", POOLED), ("modifiers", "int")),
    "jdk.types.Method": (("type", "java.lang.Class", POOLED), ("name", "jdk.types.Symbol", POOLED),
                         ("descriptor", "jdk.types.Symbol", POOLED), ("hidden", "boolean")),
    "jdk.types.FrameType": TEXT,
    "jdk.types.StackFrame": (("method", "jdk.types.Method", POOLED), ("lineNumber", "int"),
                             ("bytecodeIndex", "int"), ("type", "jdk.types.FrameType", POOLED)),
    "jdk.types.StackTrace": (("truncated", "boolean"), ("frames", "jdk.types.StackFrame", ARRAY)),
    "jdk.types.ThreadState": TEXT,
    "java.lang.Thread": (("osName", "java.lang.String"), ("osThreadId", "long"),
                         ("javaName", "java.lang.String"), ("javaThreadId", "long")),
}
START = ("startTime", "long")
LASTS = ("duration", "long")
THREAD = ("eventThread", "java.lang.Thread", POOLED)
STACK = ("stackTrace", "jdk.types.StackTrace", POOLED)
STATE = ("state", "jdk.types.ThreadState", POOLED)
SAMPLE = (START, ("sampledThread", "java.lang.Thread", POOLED), STACK, STATE)
EVENTS = {
    "jdk.ExecutionSample": SAMPLE,
    "jdk.NativeMethodSample": SAMPLE,
    "jdk.ObjectAllocationSample": (START, THREAD, STACK,
                                   ("objectClass", "java.lang.Class", POOLED), ("weight", "long")),
    "jdk.ObjectAllocationInNewTLAB": (
        START, THREAD, STACK, ("objectClass", "java.lang.Class", POOLED),
        ("allocationSize", "long"), ("tlabSize", "long")),
    "jdk.ThreadPark": (START, LASTS, THREAD, STACK, ("parkedClass", "java.lang.Class", POOLED),
                       ("timeout", "long")),
    "jdk.ActiveSetting": (START, LASTS, THREAD, STACK, ("id", "long"),
                          ("name", "java.lang.String"), ("value", "java.lang.String")),
    "profiler.WallClockSample": (*SAMPLE, ("samples", "int")),
    "profiler.Malloc": (START, THREAD, STACK, ("address", "long"), ("size", "long")),
}
FRAME_TYPES = ("Interpreted", "JIT compiled", "Inlined", "Native")
ASYNC_FRAME_TYPES = (*FRAME_TYPES, "C++", "Kernel", "C1 compiled")
STATES = ("STATE_RUNNABLE", "STATE_SLEEPING")


def packed(number):
    """Seven bits a byte; the ninth has eight."""
    number &= 2**64 - 1
    out = bytearray()
    while number > 127 and len(out) < 8:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes(out) + bytes([number])


class Element:
    def __init__(self, tag, inner=(), /, **keys):
        self.tag = tag
        self.keys = keys
        self.inner = list(inner)


class Chunk:
    """Classes get their id in the order of adding, from 2 on; what lies in a pool its key."""

    def __init__(self, fixed=False, text="utf-8", ticks=10**9, begins=0, frame_types=FRAME_TYPES,
                 state=0):
        self.fixed = fixed
        self.encoding = text
        self.ticks = ticks
        self.begins = begins
        self.state = state
        self.version = (2, 1)
        self.start_ns = 1_700_000_000 * 10**9
        self.classes = {}
        self.pools = {}
        self.keys = {}
        self.events = []
        self.deltas = {}  # of the checkpoint of that number, in place of the right one
        for name, fields in CLASSES.items():
            self.add_class(name, *fields)
        for kind in frame_types:
            self.pooled("jdk.types.FrameType", kind, kind)
        for state_name in STATES:
            self.pooled("jdk.types.ThreadState", state_name, state_name)

    # Numbers and texts.
    def number(self, value, size):
        if self.fixed:
            return (value & 2**(8 * size) - 1).to_bytes(size, "big")
        return packed(value & 2**(8 * min(size, 8)) - 1)

    def text(self, value):
        if value is None:
            return b"\0"
        if isinstance(value, int):
            return b"\2" + self.number(value, 8)
        if not value:
            return b"\1"
        code = bytes([TEXTS[self.encoding]])
        if self.encoding == "chars":
            units = value.encode("utf-16-be")
            return code + self.number(len(units) // 2, 4) + b"".join(
                self.number(int.from_bytes(units[i:i + 2], "big"), 2)
                for i in range(0, len(units), 2))
        data = value.encode(self.encoding)
        return code + self.number(len(data), 4) + data

    # Classes and their values.
    def add_class(self, name, *fields):
        """A quote behind a name tells classes of one name apart; it is not written."""
        self.classes[name] = (2 + len(self.classes), fields)

    def kind(self, name):
        """The id of an event, whose class is there when it is used."""
        if name not in self.classes:
            self.add_class(name, *EVENTS[name])
        return self.classes[name][0]

    def value(self, name, value):
        if name in NUMBERS:
            return self.number(value, NUMBERS[name])
        if name in PLAIN:
            return struct.pack(PLAIN[name], value)
        if name == "java.lang.String":
            return self.text(value)
        return b"".join(self.field(field, part)
                        for field, part in zip(self.classes[name][1], value))

    def field(self, field, value):
        name, flags = field[1], field[2:]
        one = (lambda v: self.number(v, 8)) if POOLED in flags else (lambda v: self.value(name, v))
        if ARRAY not in flags:
            return one(value)
        return self.number(len(value), 4) + b"".join(map(one, value))

    # Pools.
    def pooled(self, name, what, *value):
        pool = self.keys.setdefault(name, {})
        if what not in pool:
            pool[what] = len(pool) + (0 if name == "jdk.types.FrameType" else 1)
            self.pools.setdefault(name, []).append(
                (pool[what], self.value(name, value if self.classes[name][1] else value[0])))
        return pool[what]

    def symbol(self, text):
        return self.pooled("jdk.types.Symbol", text, text)

    def java_class(self, name):
        return self.pooled("java.lang.Class", name, self.symbol(name), 1)

    def method(self, name, types="()V"):
        """java/util/TreeMap.merge"""
        owner, _, own = name.rpartition(".")
        return self.pooled("jdk.types.Method", (name, types), self.java_class(owner),
                           self.symbol(own), self.symbol(types), False)

    def stack(self, *frames, cut=False):
        """The leaf first: a name, or (name, line), or (name, line, frame type)."""
        rows = []
        for frame in frames:
            name, *rest = (frame,) if isinstance(frame, str) else frame
            line, kind = (*rest, *(0, "Interpreted")[len(rest):])
            rows.append((self.method(name), line, 0, self.keys["jdk.types.FrameType"][kind]))
        return self.pooled("jdk.types.StackTrace", (frames, cut), cut, rows)

    def thread(self, name, tid, java=1, os_name=""):
        return self.pooled("java.lang.Thread", (name, tid, java), os_name or name, tid, name, java)

    # Events.
    def frame(self, kind, body):
        """An event: how long it is, what it is, and its body."""
        head = self.number(kind, 8)
        size = len(head) + len(body)
        if self.fixed:
            return (size + 4).to_bytes(4, "big") + head + body
        for n in (1, 2, 3, 4):
            if len(packed(size + n)) == n:
                return packed(size + n) + head + body
        raise ValueError("an event of more than 256 MiB")

    def add(self, name, *values):
        number = self.kind(name)
        self.events.append(
            self.frame(number, b"".join(map(self.field, self.classes[name][1], values))))

    def sample(self, *frames, at=0, thread=("main", 11), state="STATE_RUNNABLE", cut=False,
               event="jdk.ExecutionSample", more=()):
        self.add(event, at, self.thread(*thread), self.stack(*frames, cut=cut),
                 self.keys["jdk.types.ThreadState"][state], *more)

    def allocation(self, name, weight, *frames, at=0, thread=("main", 11)):
        self.add("jdk.ObjectAllocationSample", at, self.thread(*thread), self.stack(*frames),
                 self.java_class(name), weight)

    def park(self, name, ticks, *frames, at=0, thread=("main", 11)):
        self.add("jdk.ThreadPark", at, ticks, self.thread(*thread), self.stack(*frames),
                 self.java_class(name) if name else 0, 0)

    # The whole.
    def metadata(self, root=None):
        root = root or Element("root", [
            Element("metadata", [
                Element("class", [
                    Element("field", name=field[0], **{"class": str(self.classes[field[1]][0])},
                            **({"constantPool": "true"} if POOLED in field[2:] else {}),
                            **({"dimension": "1"} if ARRAY in field[2:] else {}))
                    for field in fields],
                        name=name.rstrip("'"), id=str(number),
                        **({"superType": "jdk.jfr.Event"} if START in fields else {}),
                        **({"simpleType": "true"} if fields == TEXT else {}))
                for name, (number, fields) in self.classes.items()
            ]), Element("region", locale="en_US", gmtOffset="0")])
        texts = {}
        index = lambda text: self.number(texts.setdefault(text, len(texts)), 4)  # noqa: E731

        def written(element):
            return (index(element.tag) + self.number(len(element.keys), 4)
                    + b"".join(index(key) + index(value) for key, value in element.keys.items())
                    + self.number(len(element.inner), 4) + b"".join(map(written, element.inner)))

        body = written(root)
        return self.frame(0, self.number(0, 8) * 2 + self.number(1, 8)
                          + self.number(len(texts), 4) + b"".join(map(self.text, texts)) + body)

    def checkpoint(self, delta, pools):
        return self.frame(1, self.number(0, 8) * 2 + self.number(delta, 8) + b"\0"
                          + self.number(len(pools), 4) + b"".join(
                              self.number(self.classes[name][0], 8)
                              + self.number(len(values), 4)
                              + b"".join(self.number(key, 8) + value for key, value in values)
                              for name, values in pools))

    def bytes(self, parts=2, metadata=None, size=None):
        """Metadata in front, the pools in as many checkpoints as are asked for, one at the end."""
        out = bytearray(metadata if metadata is not None else self.metadata())
        pools = list(self.pools.items())
        events = list(self.events)
        last = 0
        for i in range(parts):
            share = -(-len(pools) // (parts - i))
            for event in events[:len(events) // (parts - i)]:
                out += event
            del events[:len(events) // (parts - i)]
            at = HEAD + len(out)
            out += self.checkpoint(self.deltas.get(i, last - at if last else 0), pools[:share])
            del pools[:share]
            last = at
        total = HEAD + len(out) if size is None else size
        return struct.pack(">4sHH7QBBH", b"FLR\0", *self.version, total, last, HEAD, self.start_ns,
                           2 * 10**9, self.begins, self.ticks, self.state, 0,
                           2 if self.fixed else 3) + out
