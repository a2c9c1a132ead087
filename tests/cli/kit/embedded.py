"""Reader of the tree that an SVG carries for its viewer: strict, and written from the description
of the format alone (render/flame/embedded_format.h)."""
import base64
import re
import struct
import zlib

ELEMENT = re.compile(rb'<metadata class="flame-tree" data-packing="([a-z-]+)">([^<]*)</metadata>\n')
KINDS = ("unknown", "user", "kernel", "inlined", "jit", "waker", "guest")
MARKS = {"kernel": "_[k]", "inlined": "_[i]", "jit": "_[j]", "waker": "_[w]"}
PIECE = 1 << 20  # bytes, before they are packed
LINKS = ("href", "target", "title", "class")
VERDICTS = ("unknown", "within noise", "beyond noise", "proven")


class Damaged(Exception):
    pass


def wanted(holds, what):
    if not holds:
        raise Damaged(what)


class Bytes:
    """Bytes that are read from the start to the end."""

    def __init__(self, data):
        self.data = data
        self.at = 0

    def take(self, n):
        wanted(n <= len(self.data) - self.at, "it ends too early")
        self.at += n
        return self.data[self.at - n:self.at]

    def u(self):
        value = shift = 0
        while True:
            byte = self.take(1)[0]
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                break
        wanted(value < 2**64 and (byte or shift == 7), "a number is not in its shortest form")
        return value

    def str(self):
        return self.take(self.u()).decode("utf-8")

    def section(self):
        return Bytes(self.take(self.u()))

    def end(self):
        wanted(self.at == len(self.data), "bytes are left")


class Function:
    def __init__(self, name, bits, fill):
        wanted(bits & 7 < len(KINDS), "a kind")
        self.name = name
        self.kind = KINDS[bits & 7]
        self.white = bool(bits & 8)
        self.rest = bool(bits & 16)
        self.entry = bits >> 5  # of the legend
        self.fill = "#%02x%02x%02x" % tuple(fill)
        self.module = self.package = self.kind_name = None
        self.link = {}
        self.evidence = {}  # of a difference: {"total": (verdict, low, high), "self": ...}

    @property
    def shown(self):
        mark = MARKS.get(self.kind, "")
        return self.name[:-4] if mark and self.name.endswith(mark) else self.name


class Node:
    """A frame of the tree; function is None for the root. start is there in time order only, edge
    is where the next of its callees begins when there is no gap."""

    def __init__(self, caller, function, self_):
        self.caller = caller
        self.function = function
        self.self_ = self_
        self.depth = caller.depth + 1 if caller else 0
        self.total = self_
        self.sides = []  # of a difference: [before, after], as the next
        self.side_totals = []
        self.start = self.edge = 0

    def path(self):
        at, path = self, []
        while at.caller:
            path.append(at.function.name)
            at = at.caller
        return path[::-1]


def unpack(packing, packed):
    """Each piece is packed by itself."""
    if packing == b"none":
        return packed
    wanted(packing == b"deflate-raw", "the packing")
    inflater = zlib.decompressobj(-15)
    plain = inflater.decompress(packed)
    wanted(inflater.eof and not inflater.unused_data, "the deflate stream")
    return plain


def pieces_of(svg):
    """The bytes of the tree in an SVG, in pieces; none when it has no tree."""
    found = ELEMENT.findall(svg)
    wanted(svg.count(b"<metadata") == len(found), "a metadata element of another kind")
    wanted(all(packing == found[0][0] for packing, _ in found), "two packings")
    pieces = [unpack(packing, base64.b64decode(text, validate=True)) for packing, text in found]
    wanted(all(0 < len(piece) <= PIECE for piece in pieces), "the length of a piece")
    return pieces


class Tree:
    """The tree of an SVG; there are no pieces when it has none."""

    def __init__(self, svg):
        self.functions, self.nodes = [], []
        self.pieces = pieces_of(svg)
        self.bytes = b"".join(self.pieces)
        if self.pieces:
            self._read(Bytes(self.bytes))

    def _read(self, b):
        wanted(b.u() == 1, "the version")
        flags = b.u()
        for i, name in enumerate(("ordered", "reversed", "inverted", "by_share", "cut_right",
                                  "pruned", "difference", "marks")):
            setattr(self, name, bool(flags >> i & 1))
        wanted(flags < 256, "flags")
        self.unit = b.str()
        self.decimals, self.factor, self.row_tenths, self.whole = b.u(), b.u(), b.u(), b.u()
        n_functions, n_nodes = b.u(), b.u()
        names, kinds, fills, modules, links = (b.section() for _ in range(5))
        change = b.section() if self.difference else None
        pops, ids, selfs, gaps = (b.section() for _ in range(4))
        sides = [b.section() for _ in range(2)] if self.difference else []
        b.end()
        self._read_functions(n_functions, names, kinds, fills)
        self._read_modules(modules)
        self._read_links(links)
        self._read_nodes(n_nodes, pops, ids, selfs, gaps)
        if self.difference:
            self._read_change(change)
            self._read_sides(sides)
        wanted(self.pruned == any(f.rest for f in self.functions), "what is left out")

    def _read_functions(self, n, names, kinds, fills):
        before = b""
        self.functions = []
        for _ in range(n):
            shared = names.u()
            wanted(shared <= len(before), "a name shares more than there is")
            before = before[:shared] + names.take(names.u())
            self.functions.append(Function(before.decode("utf-8"), kinds.take(1)[0],
                                           fills.take(3)))
        for section in (names, kinds, fills):
            section.end()

    def _read_modules(self, modules):
        if not modules.data:
            return
        for key in ("module", "package", "kind_name"):
            texts = [modules.str() for _ in range(modules.u())]
            for function in self.functions if texts else []:
                index = modules.u()
                wanted(index <= len(texts), "a module, package or kind that is not there")
                setattr(function, key, texts[index - 1] if index else None)
        modules.end()

    def _read_links(self, links):
        number = 0
        while links.at < len(links.data):
            gap = links.u()
            number += gap
            wanted(gap and number <= len(self.functions), "a link of no function")
            mask = links.u()
            wanted(0 < mask < 16, "a link")
            self.functions[number - 1].link = {
                name: links.str() for i, name in enumerate(LINKS) if mask >> i & 1}

    def _read_nodes(self, n, pops, ids, selfs, gaps):
        at = Node(None, None, selfs.u())
        self.nodes = [at]
        used = set()
        for _ in range(n - 1):
            for _ in range(pops.u()):
                at = at.caller
                wanted(at, "pops beyond the root")
            number = ids.u()
            wanted(number < len(self.functions), "a node of no function")
            used.add(number)
            at = Node(at, self.functions[number], selfs.u())
            self.nodes.append(at)
        for node in self.nodes[:0:-1]:
            node.caller.total += node.total
        for node in self.nodes[1:] if self.ordered else ():
            node.start = node.edge = node.caller.edge + gaps.u()
            node.caller.edge = node.start + node.total
            wanted(node.caller.edge <= node.caller.start + node.caller.total, "a gap")
        for section in (pops, ids, selfs, gaps):
            section.end()
        wanted(len(used) == len(self.functions), "a function without a node")
        wanted(self.nodes[0].total <= self.whole, "the whole")

    def _read_change(self, b):
        flags = b.u()
        wanted(flags < 32, "flags of a change")
        self.shares, self.by_work, self.by_self = (bool(flags >> i & 1) for i in range(3))
        self.side_decimals = b.u()
        self.per = b.str()
        self.runs, self.weights = [], []
        for _ in range(2):
            self.runs.append(b.u())
            self.weights += struct.unpack("<d", b.take(8))
        self.same, self.more, self.less = ("#%02x%02x%02x" % tuple(b.take(3)) for _ in range(3))
        self.evidence = {}  # of the whole
        self.words, self.compiled = {}, ""  # those of the last function
        found = [self.evidence, *(function.evidence for function in self.functions)]
        for evidence in found if flags & 24 else ():
            for key in ("total", "self") if flags & 8 else ():
                bits = b.take(1)[0]
                if not bits:
                    continue
                ends = (0, 0) if bits & 8 else struct.unpack("<ff", b.take(8))
                evidence[key] = (VERDICTS[bits & 3], *ends)
                self.words[key] = b.str() if bits & 16 else ""
            self.compiled = b.str() if flags & 16 else ""
        b.end()

    def _read_sides(self, sides):
        for side in sides:
            for node in self.nodes:
                node.sides.append(side.u())
                node.side_totals.append(node.sides[-1])
            side.end()
            for node in self.nodes[:0:-1]:
                node.caller.side_totals[-1] += node.side_totals[-1]

    def names(self):
        return {function.name for function in self.functions}
