"""Recordings of perf made record by record, as they go through a pipe or as files."""
import struct

IP, TID, TIME, CHAIN, ID, PERIOD, IDENTIFIER = 1, 2, 4, 32, 64, 256, 1 << 16
RAW = 1 << 10
BRANCHES, BRANCHES_ARE_CALLS = 1 << 11, 1 | 1 << 11
STACKS = 3 << 12  # with registers: of x86-64 the base pointer, the stack pointer and the address
# Of memory that was accessed.
ADDR, WEIGHT, SOURCE, PHYSICAL, PAGE, CODE_PAGE = 8, 1 << 14, 1 << 15, 1 << 19, 1 << 22, 1 << 23
CGROUP, CPU = 1 << 21, 1 << 7
BP_SP_IP = 7 << 6
USUAL = IP | TID | TIME | CHAIN | PERIOD
KERNEL, USER, USER_DEFERRED = 2**64 - 128, 2**64 - 512, 2**64 - 640
TRAILERS = 1 << 18
TRACING, HOSTNAME, MACHINE, EVENTS, TAKEN = 1, 3, 6, 12, 255
PROCESSOR_NODES, MEMORY_NODES = 14, 22
# Kinds of taken files.
PERF_MAP, JITDUMP, KALLSYMS, GROUPS, SYMBOLS = 1, 2, 3, 4, 5


class Recording:
    """Events are counters with one id each; all of them record the same fields."""

    def __init__(self, order="<", fields=USUAL, word=64):
        self.order, self.fields, self.word = order, fields, word
        self.events, self.features, self.configs = [], {}, {}
        self.records = []

    def pack(self, layout, *values):
        return struct.pack(self.order + layout, *values)

    def text(self, text):
        """A text that ends with a NUL, and at a multiple of 8."""
        return text.encode() + bytes(8 - len(text.encode()) % 8)

    def record(self, kind, misc, body):
        self.records.append(self.pack("IHH", kind, misc, 8 + len(body)) + body)

    def trailer(self, pid, time, tid=None):
        last = self.pack("II", 0, 0) if self.fields & CPU else b""
        last += self.pack("Q", self.events[0][1]) if self.fields & IDENTIFIER else b""
        return self.pack("IIQ", pid, tid or pid, time) + last

    # ---- what happened

    def comm(self, pid, name, time=0):
        self.record(3, 0, self.pack("II", pid, pid) + self.text(name) + self.trailer(pid, time))

    def mmap(self, pid, start, size, path, time=0, offset=0):
        """Of the kernel where pid is -1."""
        kernel = pid < 0
        pid &= 2**32 - 1
        body = self.pack("IIQQQ", pid, 0 if kernel else pid, start, size, offset)
        self.record(1, 1 if kernel else 2, body + self.text(path) + self.trailer(pid, time))

    def fork(self, pid, parent, time=0):
        self.record(7, 0, self.pack("IIIIQ", pid, parent, pid, parent, time)
                    + self.trailer(pid, time))

    def thread(self, pid, tid, time=0):
        """A new thread of a process."""
        self.record(7, 0, self.pack("IIIIQ", pid, pid, tid, pid, time)
                    + self.trailer(pid, time))

    def exit(self, pid, tid, time):
        self.record(4, 0, self.pack("IIIIQ", pid, pid, tid, pid, time)
                    + self.trailer(pid, time, tid))

    def come(self, pid, tid, time):
        """A thread gets a processor."""
        self.record(14, 0, self.trailer(pid, time, tid))

    def come_wide(self, pid, tid, time):
        """The same, as told of whole processors: the idle thread left it."""
        self.record(15, 0, self.pack("II", 0, 0) + self.trailer(pid, time, tid))

    def leave(self, pid, tid, time, preempted=False):
        """It leaves the processor, to wait for something or because another one runs."""
        self.record(14, 1 << 13 | preempted << 14, self.trailer(pid, time, tid))

    def group(self, number, path, time=0):
        """A control group and its path."""
        self.record(19, 0, self.pack("Q", number) + self.text(path) + self.trailer(0, time))

    def sample(self, pid, time, chain, event=0, period=1, branches=(), registers=(), stack=(),
               ip=0, tid=None, access=None, group=0, raw=bytes(4), cpu=0):
        """branches: (from, to), the newest first; stack: words from the stack pointer on; ip: of
        x86-64, where it is not the chain's first address; access: the memory's address, weight,
        source, physical address, page size and code page size, as far as there are fields; group:
        the id of its control group; cpu: its processor."""
        in_kernel = ip >> 63 if ip else chain[0] == KERNEL
        body = self.pack("Q", self.events[event][1]) if self.fields & IDENTIFIER else b""
        access = access or [0] * 6
        body += self.pack("QIIQ", ip or chain[1], pid, tid or pid, time)
        body += self.pack("Q", access[0]) if self.fields & ADDR else b""
        body += self.pack("II", cpu, 0) if self.fields & CPU else b""
        body += self.pack("QQ", period, len(chain))
        body += self.pack(f"{len(chain)}Q", *chain)
        body += self.pack("I", len(raw)) + raw if self.fields & RAW else b""
        if self.fields & BRANCHES:
            body += self.pack("Q", len(branches))
            body += b"".join(self.pack("3Q", *branch, 0) for branch in branches)
        if self.fields & STACKS:
            size = 8 * len(stack)
            body += self.pack(f"4Q{1 + len(stack)}Q", 2, *registers, size, *stack)
            body += self.pack("Q", size) if size else b""
        access = [*access[1:4], group, *access[4:]]
        for field, value in zip((WEIGHT, SOURCE, PHYSICAL, CGROUP, PAGE, CODE_PAGE), access):
            body += self.pack("Q", value) if self.fields & field else b""
        self.record(9, 1 if in_kernel else 2, body)

    def deferred(self, pid, time, cookie, chain):
        """The part of chains in the process, told when the kernel is left."""
        body = self.pack("QQ", cookie, len(chain)) + self.pack(f"{len(chain)}Q", *chain)
        self.record(22, 2, body + self.trailer(pid, time))

    # ---- the whole

    def flags(self):
        if self.order == "<":
            return struct.pack("<Q", TRAILERS)
        return bytes(int(f"{byte:08b}"[::-1], 2) for byte in struct.pack("<Q", TRAILERS))

    def attribute(self, event):
        """Of version 5; events are of the kernel's own hardware ones."""
        kind, config = self.configs.get(event, (0, event))
        fields = self.pack("IIQQQQ", kind, 112, config, 1, self.fields, 0) + self.flags()
        fields += self.pack("IIQQQ", 0, 0, 0, 0, BRANCHES_ARE_CALLS * bool(self.fields & BRANCHES))
        fields += self.pack("QI", BP_SP_IP, 1 << 13) if self.fields & STACKS else b""
        return fields + bytes(112 - len(fields))

    def event(self, name, number):
        self.events.append((name, number))

    def tracepoint(self, name, number, config, tracing):
        """An event of the kernel's own places; tracing: the format of its samples' raw data."""
        self.configs[len(self.events)] = (2, config)
        self.features[TRACING] = tracing
        self.event(name, number)

    def names(self):
        body = self.pack("II", len(self.events), 112)
        for i, (name, number) in enumerate(self.events):
            text = self.text(name)
            body += self.attribute(i) + self.pack("II", 1, len(text)) + text
            body += self.pack("Q", number)
        return body

    def take(self, kind, pid, path, data):
        """Adds a file that names code, as `flame record` takes it along."""
        path = path.encode() + b"\0"
        body = self.pack("IIQI", kind, pid, len(data), len(path)) + path + data
        body += bytes(-len(body) % 8)
        self.features[TAKEN] = self.features.get(TAKEN, b"") + body

    def near(self, *nodes):
        """Which processors each node has: (its number, a list as "0-3,8")."""
        body = self.pack("I", len(nodes))
        for node, processors in nodes:
            text = self.text(processors)
            body += self.pack("IQQI", node, 1 << 20, 1 << 19, len(text)) + text
        self.features[PROCESSOR_NODES] = body

    def memory(self, block, *nodes):
        """Which memory each node has: (its number, a word with a bit for each block of bytes)."""
        body = self.pack("3Q", 1, block, len(nodes))
        for node, bits in nodes:
            n = bits.bit_length()
            body += self.pack("4Q", node, n, n, bits)
        self.features[MEMORY_NODES] = body

    def all_features(self):
        return sorted({**self.features, EVENTS: self.names()}.items())

    def through_pipe(self):
        magic = b"PERFILE2" if self.order == "<" else b"2ELIFREP"
        records, self.records = self.records, []
        for i, (_, number) in enumerate(self.events):
            self.record(64, 0, self.attribute(i) + self.pack("Q", number))
        for bit, body in self.all_features():
            self.record(80, 0, self.pack("Q", bit) + body)
        before, self.records = self.records, records
        return magic + self.pack("Q", 16) + b"".join(before + records)

    def file(self):
        magic = b"PERFILE2" if self.order == "<" else b"2ELIFREP"
        n, data = len(self.events), b"".join(self.records)
        features = self.all_features()
        attributes = 104 + 8 * n
        start = attributes + 128 * n
        bits = sum(1 << bit for bit, _ in features)
        words = [bits >> i & (1 << self.word) - 1 for i in range(0, 256, self.word)]
        out = magic + self.pack("8Q", 104, 128, attributes, 128 * n, start, len(data), 0, 0)
        out += self.pack(f"{len(words)}{'Q' if self.word == 64 else 'I'}", *words)
        out += self.pack(f"{n}Q", *(number for _, number in self.events))
        for i in range(n):
            out += self.attribute(i) + self.pack("QQ", 104 + 8 * i, 8)
        out += data
        at = len(out) + 16 * len(features)
        for _, body in features:
            out += self.pack("QQ", at, len(body))
            at += len(body)
        return out + b"".join(body for _, body in features)
