// The tree of the file: pieces of deflated bytes in base64, as render/flame/embedded_tree.c writes
// them.

function need(fine) {
  if (!fine) throw Error('The tree in this file is damaged.');
}

function decodeBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

// Each piece is packed by itself. A few bytes can stand for very many, so limits depend on how many
// are in the file, here and below.
async function readBytes(texts, packing) {
  let able;
  let left = 2 ** 26 + 64 * texts.join('').length;
  const counter = () => new TransformStream({
    transform(chunk, to) {
      need((left -= chunk.length) >= 0);
      to.enqueue(chunk);
    }});
  // In parts, none of which is unpacked to more than the page can do between two pictures.
  const stream = (bytes) => new ReadableStream({
    start(to) {
      for (let i = 0; i < bytes.length; i += 8192) to.enqueue(bytes.subarray(i, i + 8192));
      to.close();
    }});
  try {
    const pieces = texts.map(async (text) => {
      const unpacker = packing !== 'none' && new DecompressionStream(packing);
      able = true;
      const packed = stream(decodeBase64(text));
      return new Response(unpacker ? packed.pipeThrough(unpacker).pipeThrough(counter()) : packed)
        .blob();
    });
    return new Uint8Array(await new Blob(await Promise.all(pieces)).arrayBuffer());
  } catch (error) {
    need(!able);
    throw Error('This browser cannot unpack the tree: draw the graph with --no-compress.');
  }
}

function byteReader(bytes) {
  let at = 0;
  let end = bytes.length;
  const left = () => end - at;
  const number = (most = 2 ** 64) => {
    let value = 0;
    let byte = 128;
    for (let scale = 1; byte > 127; scale *= 128) {
      byte = bytes[at++];
      value += (byte & 127) * scale;
    }
    need(at <= end && value <= most);
    return value;
  };
  const take = (n) => {
    at += n;
    need(at <= end);
    return bytes.subarray(at - n, at);
  };
  const decoder = new TextDecoder('utf-8', {ignoreBOM: true});
  const decode = (part) => decoder.decode(part);
  return {left, number, take, decode, text: () => decode(take(number(left()))),
    // A part stands behind its length; all of it must be read.
    part(read) {
      const whole = end;
      end = number(left()) + at; // at is behind the number by then
      const found = read();
      need(at === end);
      end = whole;
      return found;
    },
    fill(values, most) {
      for (let i = 0; i < values.length; i++) values[i] = number(most);
      return values;
    }};
}

// Names share their beginnings, so few bytes could stand for very many.
function nameReader({left, number, take, decode}, most) {
  const name = new Uint8Array(left());
  let length = 0;
  let sum = 0;
  return () => {
    length = number(length);
    const more = take(number(left()));
    name.set(more, length);
    length += more.length;
    sum += length;
    need(sum < most);
    return decode(name.subarray(0, length));
  };
}

function readFunctions(n, reader, length, lanes) {
  const {left, number, fill, take, text, part} = reader;
  const list = (read, length = n) => Array.from({length}, read);
  const name = part(() => list(nameReader(reader, Math.min(2 ** 25 + 64 * length, 2 ** 28))));
  const kinds = part(() => take(n));
  const colours = part(() => list(() =>
    '#' + take(3).reduce((sum, byte) => sum * 256 + byte, 1).toString(16).slice(1)));
  // null where none is known
  const parts = () => {
    const names = left() ? list(text, number(left())) : [];
    return names.length ? Array.from(fill(new Int32Array(n), names.length),
      (i) => (i ? names[i - 1] : '')) : null;
  };
  const [module, packages, kindNames] = part(() => [parts(), parts(), parts()]);
  const link = new Map();
  part(() => {
    for (let fn = -1; left();) {
      fn += number(n);
      need(fn >= 0 && fn < n && !link.has(fn));
      const mask = number(15);
      const values = {};
      ['href', 'target', 'title', 'class'].forEach((key, bit) => {
        if (mask >> bit & 1) values[key] = text();
      });
      link.set(fn, values);
    }
  });
  const waits = lanes && part(() => take(n));
  return {n, name, fill: colours, module, package: packages, kindNames, link, waits,
    kind: kinds.map((byte) => byte & 7),
    white: kinds.map((byte) => byte >> 3 & 1), rest: kinds.map((byte) => byte >> 4 & 1),
    entry: kinds.map((byte) => byte >> 5)};
}

// Adds what follows from the callers of nodes in preorder: depths, and where their callees end.
function shapeTree(tree) {
  const {n, parent} = tree;
  const depth = new Int32Array(n);
  const end = new Int32Array(n);
  for (let i = 1; i < n; i++) depth[i] = depth[parent[i]] + 1;
  for (let i = n - 1; i > 0; i--) {
    end[i] = end[i] || i + 1;
    end[parent[i]] = end[parent[i]] || end[i];
  }
  end[0] = n;
  return Object.assign(tree, {depth, end});
}

function totalsOf({n, parent}, self) {
  const total = self.slice();
  for (let i = n - 1; i > 0; i--) total[parent[i]] += total[i];
  return total;
}

// A tree of the same shape and of other weights.
const treeLike = (tree, self) => Object.assign({}, tree, {self, total: totalsOf(tree, self)});

const completeTree = (tree) => treeLike(shapeTree(tree), tree.self);

// Nodes in preorder, the root first.
function readNodes(n, functions, {ordered}, {part, fill}) {
  const fn = new Int32Array(n).fill(-1);
  const parent = fn.slice();
  const self = new Float64Array(n);
  const gap = ordered ? new Float64Array(n) : null;
  // At first the levels to go up from the node before.
  part(() => fill(parent.subarray(1), n));
  part(() => fill(fn.subarray(1), functions - 1));
  part(() => fill(self));
  part(() => gap && fill(gap.subarray(1)));
  for (let i = 1; i < n; i++) {
    let caller = i - 1;
    for (let up = parent[i]; up > 0 && caller >= 0; up--) caller = parent[caller];
    need(caller >= 0);
    parent[i] = caller;
  }
  return completeTree({n, fn, parent, self, gap});
}

// length: of the texts that the bytes were packed in.
function readProfile(bytes, length = bytes.length) {
  const reader = byteReader(bytes);
  const {left, number, text} = reader;
  if (number() > 2) throw Error('The tree in this file was written by a newer flame.');
  const flags = number(511);
  /** @type {any} */
  const profile = {unit: text(), decimals: number(99), factor: number(),
    rowPx: number(1e6) / 10, whole: number()};
  ['ordered', 'reversed', 'inverted', 'byShare', 'cutRight', 'pruned'].forEach((key, bit) => {
    profile[key] = (flags >> bit & 1) > 0;
  });
  profile.marks = (flags & 128) > 0; // the bit between says that it is a difference
  profile.lanes = flags > 255;
  const functions = number(left());
  const n = number(left());
  need(n && n <= 2 ** 23 + length && profile.rowPx);
  profile.functions = readFunctions(functions, reader, length, profile.lanes);
  profile.tree = readTree(n, functions, profile, reader);
  // Sums beyond 2^53 are rounded.
  const total = profile.tree.total[0];
  profile.span = profile.whole;
  // Those who run at the same time have more time than there is.
  if (profile.lanes) profile.whole = total;
  need(!left() && (!profile.lanes || profile.ordered) && (total <= profile.whole ||
    total > 2 ** 53 && total <= profile.whole * (1 + 1e-9)));
  return profile;
}
