"""Readers of what flame writes, for checks: SVG, JSON and folded text."""
import json
import re
import xml.parsers.expat
from fractions import Fraction

TITLE = re.compile(r"^(.*) \(([\d,]+(?:\.\d+)?) ([^()]*), ([\d.]+)%\)$", re.S)
MOVE = re.compile(r"translate\(\s*([-\d.]+)[\s,]+([-\d.]+)\s*\)")
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]")
BIDI = re.compile("[\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")


class Frame:
    """A rectangle with a title."""

    def __init__(self, x, y, width, classes):
        self.x, self.y, self.width, self.classes = x, y, width, classes
        self.title = ""

    @property
    def rest(self):
        return "rest" in self.classes

    def parts(self):
        """(name, count, unit, percent) of the title, or None."""
        m = TITLE.match(self.title)
        return m and (m.group(1), Fraction(m.group(2).replace(",", "")), m.group(3), m.group(4))


class Svg:
    """An SVG that was read. Not well-formed: error says why, and there are no frames."""

    def __init__(self, data):
        self.error = None
        self.frames = []
        self.elements = 0
        self.names = set()  # of elements and attributes
        self.texts = []  # all text, that of attributes too
        self._stack = [(0.0, 0.0, None)]
        self._title = None
        p = xml.parsers.expat.ParserCreate()
        p.buffer_text = True
        p.StartElementHandler = self._start
        p.EndElementHandler = self._end
        p.CharacterDataHandler = self._text
        p.StartDoctypeDeclHandler = lambda *a: setattr(self, "error", "a document type")
        p.ProcessingInstructionHandler = lambda *a: setattr(self, "error", "an instruction")
        try:
            p.Parse(data, True)
        except xml.parsers.expat.ExpatError as e:
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
                          float(attributes["width"]), attributes.get("class", "").split())
        self._stack.append((x, y, frame))
        if name == "title" and len(self._stack) > 2 and self._stack[-2][2]:
            self._title = self._stack[-2][2]
            self.frames.append(self._title)

    def _end(self, name):
        self._stack.pop()
        if name == "title":
            self._title = None

    def _text(self, text):
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
        """What must not be in a picture without a script, or an empty text."""
        if self.error:
            return self.error
        for name in self.names:
            if name in ("script", "foreignObject", "image", "iframe", "animate", "set", "use"):
                return f"<{name}>"
            if name.startswith("@on") or name == "@style":
                return name[1:] + "="
        for text in self.texts:
            found = CONTROL.search(text) or BIDI.search(text)
            if found:
                return f"the character {found.group()!r}"
        return ""


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


def json_tree(data):
    """(total, frames) of the JSON output; counts are exact."""
    tree = json.loads(data.decode("utf-8"), parse_float=Fraction)
    for frame in tree["frames"]:
        frame["self"] = number(frame["self"])
        frame["total"] = number(frame["total"])
    return number(tree["total"]), tree["frames"]
