"""Makes a recording of many processes out of one of some: it is repeated, each time later and with
other process numbers. For files of perf record on machines whose lowest byte comes first.
"""
import struct

STEP = 100_000            # from the numbers of one repetition to those of the next
HIGHEST = (1 << 30) - 1
NONE = 0xffffffff         # the kernel's -1: no process
HEADER = 104

# PERF_RECORD_*: where pairs of process and thread stand, and where the time of an event is.
MMAP, COMM, EXIT, FORK, SAMPLE, MMAP2 = 1, 3, 4, 7, 9, 10
PAIRS = {MMAP: (8,), COMM: (8,), EXIT: (8, 16), FORK: (8, 16), MMAP2: (8,), SAMPLE: ()}
EVENT_TIME = {EXIT: 24, FORK: 24}

# PERF_SAMPLE_*
IP, TID, TIME, ID, CPU, STREAM_ID, IDENTIFIER = 1, 2, 4, 64, 128, 512, 1 << 16


class Layout:
    """Where the first event has processes and times, in samples and behind other records."""

    def __init__(self, sample_type):
        def words(*bits):
            return 8 * sum(1 for bit in bits if sample_type & bit)

        if not sample_type & TID or not sample_type & TIME:
            raise ValueError("a recording without processes or times")
        self.pair = 8 + words(IDENTIFIER, IP)
        self.time = self.pair + 8
        self.time_behind = words(TIME, ID, STREAM_ID, CPU, IDENTIFIER)
        self.pair_behind = self.time_behind + 8

    def of(self, kind, size):
        """Offsets of times and of pairs in a record."""
        if kind == SAMPLE:
            return self.time, (self.pair,)
        return size - self.time_behind, (size - self.pair_behind, *PAIRS[kind])


def records_of(data, begin, end):
    while begin + 8 <= end:
        kind, _, size = struct.unpack_from("<IHH", data, begin)
        if size < 8 or begin + size > end:
            return
        yield kind, data[begin:begin + size]
        begin += size


def other_number(number, repetition):
    if number in (0, NONE):
        return number
    return number + repetition * STEP & HIGHEST


def repeated(record, kind, layout, repetition, later):
    """The record in a repetition; nothing of what was before the recording."""
    at, pairs = layout.of(kind, len(record))
    time, = struct.unpack_from("<Q", record, at)
    if not time:
        return b""
    changed = bytearray(record)
    for place in (at, EVENT_TIME.get(kind, at)):
        struct.pack_into("<Q", changed, place, time + later)
    for place in pairs:
        pid, tid = struct.unpack_from("<II", record, place)
        struct.pack_into("<II", changed, place, other_number(pid, repetition),
                         other_number(tid, repetition))
    return changed


def multiply(source, target, times):
    """Writes to `target` the recording in `source`, so many times."""
    data = source.read_bytes()
    attrs, _, begin, size = struct.unpack_from("<4Q", data, 24)
    layout = Layout(struct.unpack_from("<Q", data, attrs + 24)[0])
    records = [(kind, record) for kind, record in records_of(data, begin, begin + size)
               if kind in PAIRS]
    moments = [struct.unpack_from("<Q", record, layout.of(kind, len(record))[0])[0]
               for kind, record in records]
    span = max(moments) - min(moment for moment in moments if moment) + 1000
    body = bytearray(b"".join(record for _, record in records))
    for i in range(1, times):
        for kind, record in records:
            body += repeated(record, kind, layout, i, i * span)
    head, tail = bytearray(data[:begin]), bytearray(data[begin + size:])
    struct.pack_into("<Q", head, 48, len(body))
    features = sum(bin(byte).count("1") for byte in data[72:HEADER])
    for i in range(features):
        at, = struct.unpack_from("<Q", tail, 16 * i)
        struct.pack_into("<Q", tail, 16 * i, at + len(body) - size)
    target.write_bytes(head + body + tail)
