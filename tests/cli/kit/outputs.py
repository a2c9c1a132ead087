"""Readers of what flame writes, for checks: SVG, JSON and folded text."""
import base64
import functools
import hashlib
import json
import re
import subprocess
import unicodedata
import xml.parsers.expat
from fractions import Fraction

import kit
from kit import embedded

TITLE = re.compile(r"^(.*) \(([\d,]+(?:\.\d+)?) ([^()]*), ([\d.]+)%\)(\nfrom .*)?$", re.S)
MOVE = re.compile(r"translate\(\s*([-\d.]+)[\s,]+([-\d.]+)\s*\)")
LINK = re.compile(r"#|https?://|(?!//)[^:]*(?:[/?#]|$)")
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]")
BIDI = re.compile("[\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")


class Frame:
    """A rectangle with a title."""

    def __init__(self, x, y, width, classes, fill):
        self.x, self.y, self.width, self.classes, self.fill = x, y, width, classes, fill
        self.title = ""

    @property
    def rest(self):
        return "rest" in self.classes

    def parts(self):
        """(name, count, unit, percent) of the title, or None."""
        m = TITLE.match(self.title)
        return m and (m.group(1), Fraction(m.group(2).replace(",", "")), m.group(3), m.group(4))


@functools.lru_cache
def shipped():
    """The hashes of script-src and style-src, as flame --csp tells them."""
    policy = subprocess.run([kit.flame_path(), "--csp"], capture_output=True, check=False).stdout
    parts = dict(part.split(" ", 1) for part in policy.decode().strip().split("; "))
    return {name: re.findall(r"'sha256-([^']*)'", parts.get(f"{name}-src", ""))
            for name in ("script", "style")}


def digest(text):
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


class Svg:
    """An SVG that was read. Not well-formed: error says why, and there are no frames."""

    def __init__(self, data):
        self.error = None
        self.frames = []
        self.elements = 0
        self.names = set()  # of elements and attributes
        self.texts = []  # all text, that of attributes too, but not of these:
        self.fixed = {"script": [], "style": []}
        self._stack = [(0.0, 0.0, None)]
        self._title = self._fixed = None
        self.tree = embedded.Tree(b"")
        p = xml.parsers.expat.ParserCreate()
        p.buffer_text = True
        p.StartElementHandler = self._start
        p.EndElementHandler = self._end
        p.CharacterDataHandler = self._text
        p.StartDoctypeDeclHandler = lambda *a: setattr(self, "error", "a document type")
        p.ProcessingInstructionHandler = lambda *a: setattr(self, "error", "an instruction")
        try:
            p.Parse(data, True)
            self.tree = embedded.Tree(data)
        except (xml.parsers.expat.ExpatError, embedded.Damaged) as e:
            self.error = str(e)
            self.frames = []

    def _start(self, name, attributes):
        self.elements += 1
        self.names.add(name)
        self.names.update("@" + a for a in attributes)
        self.texts.extend(attributes.values())
        x, y, _ = self._stack[-1]
        move = MOVE.search(attributes.get("transform", ""))
        if move:
            x, y = x + float(move.group(1)), y + float(move.group(2))
        frame = None
        if name == "rect":
            frame = Frame(x + float(attributes.get("x", 0)), y + float(attributes.get("y", 0)),
                          float(attributes["width"]), attributes.get("class", "").split(),
                          attributes.get("fill"))
        self._stack.append((x, y, frame))
        self._fixed = self.fixed.get(name)
        if self._fixed is not None:
            self._fixed.append("")
        if name == "title" and len(self._stack) > 2 and self._stack[-2][2]:
            self._title = self._stack[-2][2]
            self.frames.append(self._title)

    def _end(self, name):
        self._stack.pop()
        self._fixed = None
        if name == "title":
            self._title = None

    def _text(self, text):
        if self._fixed is not None:
            self._fixed[-1] += text
            return
        self.texts.append(text)
        if self._title:
            self._title.title += text

    def root(self):
        """The title of the root, or what is wrong."""
        if self.error:
            return f"not well-formed: {self.error}"
        roots = [f.title for f in self.frames if f.title.startswith("all (")]
        return roots[0] if roots else "no root"

    def unsafe(self):
        """What must not be in a picture, or an empty text: the one script and the one style sheet
        are those that flame ships, the script with a tree and none without."""
        if self.error:
            return self.error
        for name, texts in self.fixed.items():
            if any(digest(text) not in shipped()[name] for text in texts):
                return f"<{name}> is not what is shipped"
        if len(self.fixed["style"]) != 1 or len(self.fixed["script"]) != bool(self.tree.pieces):
            return f"{len(self.fixed['style'])} styles, {len(self.fixed['script'])} scripts"
        for name in self.names:
            if name in ("foreignObject", "image", "iframe", "animate", "set", "use"):
                return f"<{name}>"
            if name.startswith("@on") or name == "@style":
                return name[1:] + "="
        for text in self.texts + self._embedded_texts():
            found = CONTROL.search(text) or BIDI.search(text)
            if found:
                return f"the character {found.group()!r}"
        for f in self.tree.functions if self.tree.pieces else ():
            if not LINK.match(f.link.get("href", "#")):
                return f"a link to {f.link['href']!r}"
        return ""

    def _embedded_texts(self):
        if not self.tree.pieces:
            return []
        links = [text for f in self.tree.functions for text in f.link.values()]
        return [self.tree.unit, *self.tree.names(), *links]


def grouped(value):
    """1234567 as 1,234,567; a Fraction with its decimals."""
    value = Fraction(value)
    whole, part = divmod(value, 1)
    text = f"{int(whole):,}"
    if part:
        text += "." + f"{int(part * 10**6):06d}".rstrip("0")
    return text


def plain(value):
    return grouped(value).replace(",", "")


def root_title(value, unit="samples"):
    return f"all ({grouped(value)} {unit}, 100%)"


def number(text):
    """The number in a text or JSON value, exactly."""
    if isinstance(text, bytes):
        text = text.decode()
    if isinstance(text, (int, Fraction)):
        return text
    return Fraction(text) if "." in text else int(text)


def folded_stacks(data):
    """The stacks of folded output with their counts, in its order."""
    stacks = []
    for line in data.split(b"\n")[:-1]:
        stack, _, count = line.rpartition(b" ")
        stacks.append((stack, number(count)))
    return stacks


def folded_total(data):
    return sum(count for _, count in folded_stacks(data))


def cut(name):
    """What stands for a name where names repeat: of more than 4,096 bytes both ends."""
    raw = name.encode()
    if len(raw) <= 4096:
        return name
    begin, end = raw[:2048].decode(errors="ignore"), raw[-2048:].decode(errors="ignore")
    left_out = len(raw) - len(begin.encode()) - len(end.encode())
    return f"{begin}\u2026[{left_out:,} bytes]\u2026{end}"


def shown(name):
    """A name of the JSON output, which keeps it, as a picture shows it: control characters become
    U+FFFD, invisible ones <U+202E>."""
    found = ""
    for c in name:
        kind = unicodedata.category(c)
        found += (" " if c == "\t" else "\ufffd" if kind == "Cc" else
                  f"<U+{ord(c):04X}>" if kind in ("Cf", "Zl", "Zp") else c)
    return found


def json_tree(data):
    """(total, frames) of the JSON output; counts are exact."""
    tree = json.loads(data.decode("utf-8"), parse_float=Fraction)
    for frame in tree["frames"]:
        frame["self"] = number(frame["self"])
        frame["total"] = number(frame["total"])
    return number(tree["total"]), tree["frames"]
