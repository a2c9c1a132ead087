"""Recordings of perf, the text that perf made of them, and the files that both name."""
import functools
import gzip
import pathlib
import re
import struct

HEAD = re.compile(
    r"^\s*(?P<comm>\S.*?)\s+(?P<pid>-?\d+)(?:/(?P<tid>-?\d+))?\s+(?:\[\d+\]\s+)?"
    r"(?:[A-Za-z.0-9]{1,7}\s+)?(?P<time>\d+\.\d+):\s+(?:(?P<period>\d+)\s+)?"
    r"(?P<event>\S+):(?:\s+(?P<rest>\S.*))?\s*$"
)
FRAME = re.compile(
    r"^\s*(?P<address>[0-9a-f]+) (?P<name>.*?)(?:\+0x(?P<offset>[0-9a-f]+))? "
    r"\((?P<module>[^()]*(?:\([^()]*\))?[^()]*)\)\s*$"
)


class Frame:
    """A frame as perf printed it."""

    def __init__(self, match):
        self.address = int(match["address"], 16)
        self.name = match["name"]
        self.offset = int(match["offset"], 16) if match["offset"] else None
        self.module = match["module"]
        self.inlined = self.module == "inlined"

    def is_end(self):
        """What perf prints behind the last frame of an unwound stack."""
        return self.address == 2**64 - 1

    def __repr__(self):
        return f"{self.address:x} {self.name} ({self.module})"


class Sample:
    """A sample as perf printed it: frames from the leaf on."""

    def __init__(self, match):
        self.comm = match["comm"]
        self.event = match["event"]
        self.weighs = match["period"] is not None
        self.frames = []

    def add(self, match):
        self.frames.append(Frame(match))

    def end(self):
        """Inlined frames lie in the module of what they were inlined into."""
        module = ""
        for frame in reversed(self.frames):
            if frame.inlined:
                frame.module = module
            module = frame.module


def text_samples(path):
    """All samples of a text of perf script."""
    samples = []
    for line in path.read_text(encoding="utf-8", errors="surrogateescape").splitlines():
        frame = FRAME.match(line) if line.startswith(("\t", " ")) else None
        head = HEAD.match(line)
        if head and not line.startswith("\t"):
            samples.append(Sample(head))
            frame = FRAME.match(head["rest"] or "")
        if frame and samples:
            samples[-1].add(frame)
    for sample in samples:
        sample.end()
    return samples


def ids_of_recording(path):
    """{path: build-id} of the recording's own list, which pipes and packed ones have not."""
    data = path.read_bytes()
    if data[:8] != b"PERFILE2" or len(data) < 104:
        return {}
    size, _, _, _, at, length = struct.unpack_from("<6Q", data, 8)
    if size < 104:
        return {}
    features = int.from_bytes(data[72:104], "little")
    section = at + length + 16 * bin(features & 3).count("1")
    if not features & 4 or section + 16 > len(data):
        return {}
    at, length = struct.unpack_from("<2Q", data, section)
    found = {}
    end = min(at + length, len(data))
    while at + 36 <= end:
        _, misc, size = struct.unpack_from("<IHH", data, at)
        if size < 36:
            break
        n = data[at + 32] if misc & 0x8000 else 20
        name = data[at + 36:at + size].split(b"\0")[0].decode("utf-8", "surrogateescape")
        found[name] = data[at + 12:at + 12 + min(n, 20)].hex()
        at += size
    return found


def _sections(data):
    """(name, type, offset, size, link, address) of a 64-bit ELF file, little-endian."""
    if data[:6] != b"\x7fELF\x02\x01":
        return []
    at, = struct.unpack_from("<Q", data, 40)
    size, n, names = struct.unpack_from("<3H", data, 58)
    rows = [struct.unpack_from("<IIQQQQII", data, at + i * size) for i in range(n)]
    text = rows[names][4] if names < n else 0
    starts = [text + row[0] for row in rows]
    return [(data[start:data.index(b"\0", start)].decode(), row[1], row[4], row[5], row[6], row[3])
            for start, row in zip(starts, rows)]


@functools.lru_cache(maxsize=None)
def elf_id(path):
    """The build-id of a file, or "" when it is none that has one."""
    try:
        data = pathlib.Path(path).read_bytes()
    except OSError:
        return ""
    for name, _, at, size, _, _ in _sections(data):
        if name == ".note.gnu.build-id":
            return data[at + 16:at + size].hex()
    return ""


@functools.lru_cache(maxsize=None)
def elf_names(path):
    """{name: the addresses it stands at} of the symbol tables of a file and its debug file."""
    found = {}
    build_id = elf_id(path)
    debug = f"/usr/lib/debug/.build-id/{build_id[:2]}/{build_id[2:]}.debug"
    for file in (path, debug):
        try:
            data = pathlib.Path(file).read_bytes()
        except OSError:
            continue
        sections = _sections(data)
        for _, kind, at, size, link, _ in sections:
            if kind not in (2, 11):
                continue
            text = sections[link][2]
            for row in range(at, at + size, 24):
                name, _, _, _, value, _ = struct.unpack_from("<IBBHQQ", data, row)
                end = data.index(b"\0", text + name)
                found.setdefault(data[text + name:end].decode().partition("@")[0], set()).add(value)
    return found


@functools.lru_cache(maxsize=None)
def kernel_names(path):
    """{name: the addresses it stands at} of a copy of /proc/kallsyms."""
    found = {}
    opened = gzip.open if str(path).endswith(".gz") else open
    with opened(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            words = line.split()
            found.setdefault(words[2], set()).add(int(words[0], 16))
    return found
