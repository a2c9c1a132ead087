// render/web/read.js: the bytes of the tree.
import assert from 'node:assert/strict';
import test from 'node:test';

import {encode, leb, load, pack, sectionsOf, str} from './kit.mjs';
import {plainOf, randomFrom, randomStacks, sums, stacksOf} from './naive.mjs';

const viewer = load();
const SMALL = {
  names: ['main', 'main_[k]', 'read', 'ré', 'rê'],
  kinds: [1, 2 | 7 << 5, 8 | 4 | 1 << 5, 16, 0],
  modules: ['', 'libc.so', 'libc.so', '', 'vmlinux'],
  packages: ['app', '', 'io', 'io', ''],
  kindNames: ['user', 'kernel', 'JIT', '', 'user'],
  links: new Map([[1, {href: 'https://example.org/', title: 't'}],
    [4, {target: '_blank', class: 'c'}]]),
  nodes: [
    {fn: -1, parent: -1, self: 1}, {fn: 0, parent: 0, self: 200}, {fn: 2, parent: 1, self: 0},
    {fn: 3, parent: 2, self: 5}, {fn: 4, parent: 2, self: 7}, {fn: 1, parent: 0, self: 300},
  ],
};
const DAMAGED = /^Error: The tree in this file (is damaged|was written by a newer flame)\.$/;

function read(plain, sections) {
  return viewer.readProfile(encode(plain, sections));
}

// What must be true of any tree that is not refused.
function assertSound({functions, tree, whole}) {
  const total = Array.from(tree.self);
  assert.equal(tree.parent[0], -1);
  assert.equal(tree.fn[0], -1);
  for (let i = tree.n - 1; i > 0; i--) {
    const caller = tree.parent[i];
    assert.ok(caller >= 0 && caller < i && tree.fn[i] >= 0 && tree.fn[i] < functions.n);
    assert.equal(tree.depth[i], tree.depth[caller] + 1);
    assert.ok(tree.end[i] > i && tree.end[i] <= tree.end[caller]);
    assert.equal(total[i], tree.total[i]);
    total[caller] += total[i];
  }
  assert.equal(tree.end[0], tree.n);
  assert.equal(total[0], tree.total[0]);
  assert.ok(whole * (1 + 1e-9) >= total[0]);
}

test('a profile comes back as it was written', () => {
  const profile = read({...SMALL, unit: 'ns', decimals: 3, factor: 2, rowTenths: 175, whole: 600,
    reversed: true, cutRight: true});
  assert.deepEqual({...profile, functions: 0, tree: 0}, {ordered: false, reversed: true,
    inverted: false, byShare: false, cutRight: true, pruned: false, marks: false,
    lanes: false, unit: 'ns', decimals: 3, factor: 2, rowPx: 17.5, whole: 600, span: 600,
    functions: 0, tree: 0});
  const {functions, tree} = profile;
  assert.deepEqual(functions, {n: 5, name: SMALL.names, module: SMALL.modules,
    package: SMALL.packages, kindNames: SMALL.kindNames, link: SMALL.links, waits: false,
    kind: Uint8Array.of(1, 2, 4, 0, 0), white: Uint8Array.of(0, 0, 1, 0, 0),
    rest: Uint8Array.of(0, 0, 0, 1, 0), entry: Uint8Array.of(0, 7, 1, 0, 0),
    fill: ['#0080ff', '#0180ff', '#0280ff', '#0380ff', '#0480ff']});
  assert.deepEqual(tree, {n: 6, fn: Int32Array.of(-1, 0, 2, 3, 4, 1),
    parent: Int32Array.of(-1, 0, 1, 2, 2, 0), depth: Int32Array.of(0, 1, 2, 3, 3, 1),
    self: Float64Array.of(1, 200, 0, 5, 7, 300), total: Float64Array.of(513, 212, 12, 5, 7, 300),
    end: Int32Array.of(6, 5, 5, 4, 5, 6), gap: null});
});

test('each flag has its name', () => {
  const flags = ['ordered', 'reversed', 'inverted', 'byShare', 'cutRight', 'pruned'];
  for (const flag of flags) {
    const profile = read({...plainOf([{path: [0], weight: 1}], {ordered: flag === 'ordered'}),
      [flag]: true});
    assert.deepEqual(flags.filter((name) => profile[name]), [flag]);
  }
});

test('a tree of nothing but the root is a tree', () => {
  const profile = read({names: [], nodes: [{self: 0}]});
  assertSound(profile);
  assert.equal(profile.functions.module, null);
  assert.equal(profile.functions.package, null);
  assert.equal(profile.functions.link.size, 0);
});

test('of modules and packages one may be known alone', () => {
  const {modules, packages} = SMALL;
  for (const known of [{modules, packages: null}, {modules: null, packages}]) {
    const {functions} = read({...SMALL, ...known});
    assert.deepEqual([functions.module, functions.package], [known.modules, known.packages]);
  }
});

test('random trees come back as their stacks', () => {
  const random = randomFrom(1);
  for (let run = 0; run < 200; run++) {
    const stacks = randomStacks(random);
    const profile = read(plainOf(stacks));
    assertSound(profile);
    assert.deepEqual(sums(stacksOf(profile.tree)), sums(stacks));
  }
});

test('gaps are kept in order of time', () => {
  const stacks = [{path: [], weight: 3}, {path: [1], weight: 2}, {path: [1, 2], weight: 4},
    {path: [1], weight: 1}, {path: [1, 0], weight: 5}];
  const {tree} = read(plainOf(stacks, {ordered: true}));
  assert.deepEqual(tree.gap, Float64Array.of(0, 3, 2, 1));
  assert.deepEqual(stacksOf(tree).map(({path, weight}) => ({path, weight})), stacks);
});

test('numbers below 2^53 are exact and 64 bits are taken', () => {
  const self = [2 ** 53 - 1, 127, 128, 2 ** 28 - 1, 2 ** 28, 2 ** 32, 2 ** 49 + 1];
  for (const value of self) {
    assert.equal(read({names: [], nodes: [{self: value}]}).tree.self[0], value);
  }
  const largest = 2n ** 64n - 1n;
  assert.equal(read({names: [], nodes: [{self: largest}]}).tree.self[0], 2 ** 64);
  const three = [{self: largest / 3n}, {fn: 0, parent: 0, self: largest / 3n},
    {fn: 1, parent: 0, self: largest / 3n}];
  assertSound(read({names: ['a', 'b'], nodes: three}));
});

test('numbers of more than 64 bits are refused', () => {
  const parts = sectionsOf({names: [], nodes: [{self: 1}]});
  for (const bytes of [leb(2n ** 65n), leb(2n ** 70n), [...Array(20).fill(128), 1]]) {
    parts[7] = bytes;
    const plain = {names: [], nodes: [{self: 1}], whole: 2n ** 64n - 1n};
    assert.throws(() => read(plain, parts), DAMAGED);
  }
});

test('every truncation is refused', () => {
  const bytes = encode(SMALL);
  for (let n = 0; n < bytes.length; n++) {
    assert.throws(() => viewer.readProfile(bytes.slice(0, n)), DAMAGED, 'after ' + n);
    assert.throws(() => viewer.readProfile(bytes.subarray(0, n)), DAMAGED, 'after ' + n);
  }
  assert.throws(() => viewer.readProfile(Uint8Array.of(...bytes, 0)), DAMAGED);
});

test('every byte can be any other: the tree is refused or sound', () => {
  const bytes = encode(SMALL);
  let refused = 0;
  for (let at = 0; at < bytes.length; at++) {
    for (let value = 0; value < 256; value++) {
      const copy = bytes.slice();
      copy[at] = value;
      try {
        assertSound(viewer.readProfile(copy));
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error;
        assert.match(String(error), DAMAGED);
        refused++;
      }
    }
  }
  assert.ok(refused > bytes.length * 50);
});

test('random bytes are refused or sound', () => {
  const random = randomFrom(2);
  const good = encode(plainOf(randomStacks(random, {stacks: 40}), {ordered: true}));
  for (let run = 0; run < 3000; run++) {
    const bytes = good.slice();
    for (let n = 1 + random(8); n > 0; n--) bytes[random(bytes.length)] = random(256);
    try {
      assertSound(viewer.readProfile(bytes));
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      assert.match(String(error), DAMAGED);
    }
  }
});

test('counts beyond the bytes that are there are refused before memory is taken', () => {
  const header = (functions, nodes) => Uint8Array.from([1, 0, ...str('x'), 0, 1, 160, 1, 1,
    ...leb(functions), ...leb(nodes), ...Array(200).fill(0)]);
  const before = process.memoryUsage().arrayBuffers;
  for (const n of [201, 2 ** 31, 2n ** 40n, 2n ** 63n]) {
    assert.throws(() => viewer.readProfile(header(n, 1)), DAMAGED);
    assert.throws(() => viewer.readProfile(header(1, n)), DAMAGED);
  }
  assert.ok(process.memoryUsage().arrayBuffers - before < 1e6);
});

test('parts of a wrong length are refused', () => {
  for (let part = 0; part < 9; part++) {
    const longer = sectionsOf(SMALL);
    longer[part] = [...longer[part], 0];
    assert.throws(() => read(SMALL, longer), DAMAGED, 'part ' + part);
  }
});

test('what points outside is refused', () => {
  const replaced = (part, bytes) => sectionsOf(SMALL).map((old, i) => i === part ? bytes : old);
  assert.throws(() => read(SMALL, replaced(5, [0, 0, 4, 1, 3])), DAMAGED);
  assert.throws(() => read(SMALL, replaced(5, [1, 0, 0, 1, 3])), DAMAGED);
  assert.throws(() => read(SMALL, replaced(6, [0, 2, 3, 4, 5])), DAMAGED);
  assert.throws(() => read(SMALL, replaced(3, [1, ...str('x'), 0, 1, 2, 0, 0])), DAMAGED);
  assert.throws(() => read(SMALL, replaced(4, [6, 0])), DAMAGED);
  assert.throws(() => read(SMALL, replaced(4, [0, 0])), DAMAGED);
  assert.throws(() => read(SMALL, replaced(4, [2, 0, 0, 0])), DAMAGED);
  assert.throws(() => read(SMALL, replaced(4, [2, 16, 0])), DAMAGED);
});

test('frames that sum up to more than the whole are refused', () => {
  assertSound(read({...SMALL, whole: 513}));
  assert.throws(() => read({...SMALL, whole: 512}), DAMAGED);
});

test('a newer version says so', () => {
  assert.throws(() => read({...SMALL, version: 3}), /written by a newer flame/);
});

// Two threads on an axis of 10: the first runs at 0 to 3 and 5 to 10, the other waits at 1 to 5.
const LANES = {names: ['io 2', 'main 1', 'read', 'work'], waits: [0, 0, 1, 0], ordered: true,
  lanes: true, whole: 10, nodes: [{self: 0}, {fn: 1, parent: 0, self: 0, gap: 0},
    {fn: 3, parent: 1, self: 3, gap: 0}, {fn: 3, parent: 1, self: 5, gap: 2},
    {fn: 0, parent: 0, self: 0, gap: 0}, {fn: 2, parent: 4, self: 4, gap: 1}]};

test('threads in lanes may have more time together than there is', () => {
  const {whole, span, functions, tree, lanes} = read(LANES);
  assert.deepEqual([whole, span, lanes], [12, 10, true]);
  assert.deepEqual([...functions.waits], [0, 0, 1, 0]);
  assert.deepEqual([...tree.total], [12, 8, 3, 5, 4, 4]);
  assert.throws(() => read({...LANES, ordered: false}), DAMAGED);
});

test('each lane begins at the start, and is below all rows of the lane before', () => {
  const profile = read(LANES);
  const view = viewer.plainView(profile, profile.tree, false);
  assert.equal(view.whole, 10);
  assert.deepEqual([1, 2, 3, 4, 5].map((node) => view.start(node)), [0, 0, 5, 0, 1]);
  const {boxesOf} = load({max: Math.max});
  const places = (view, from, to) => boxesOf(view, from, to, 1000)
    .map((box) => [box.node, box.depth, box.from, box.size, box.joined]);
  assert.deepEqual(places(view, 0, 10), [[0, 0, 0, 10, 0], [1, 1, 0, 10, 0], [2, 2, 0, 3, 0],
    [3, 2, 5, 5, 0], [4, 3, 0, 10, 0], [5, 4, 1, 4, 0]]);
  assert.deepEqual(places(view, 3, 5), [[0, 0, 0, 10, 0], [1, 1, 0, 10, 0], [4, 2, 0, 10, 0],
    [5, 3, 1, 4, 0]]);
  view.shown = 1;
  assert.deepEqual(places(view, 0, 10).at(-1), [4, 3, 0, 10, 1]);
});

test('a lane is not merged into the root, and without a part of its time ends sooner', () => {
  const profile = read(LANES);
  const changed = (what, fn) => viewer.changeTree(profile, profile.tree, [{what, fn}]);
  assert.deepEqual([...changed('merge', 1).parent], [-1, 0, 1, 0, 3]);
  const hidden = viewer.plainView(profile, changed('hide', 3), false);
  assert.equal(hidden.whole, 4);
  assert.deepEqual(hidden.path(2), [0, 2]);
});

test('few bytes cannot stand for endless names', () => {
  const n = 1000;
  const parts = sectionsOf({names: Array(n).fill(''), nodes: [{self: 0}]});
  parts[0] = [0, ...str('a'.repeat(2 ** 19))];
  for (let i = 1; i < n; i++) parts[0].push(...leb(2 ** 19), 0);
  assert.throws(() => read({names: Array(n).fill(''), nodes: [{self: 0}]}, parts), DAMAGED);
});

test('hostile names come back letter by letter', () => {
  const names = ['', ' ', '</script>', ']]>', '\ufeffbom', '__proto__', 'a\u202eb', 'constructor',
    'toString', '中文', '🔥', '🔥🔥', '🔦', '\u0000'];
  assert.deepEqual(read({names, nodes: [{self: 0}]}).functions.name, names);
  const long = 'x'.repeat(2 ** 20);
  assert.equal(read({names: [long], nodes: [{self: 0}]}).functions.name[0], long);
});

test('deep and wide trees are read without recursion', () => {
  const n = 100000;
  const chain = Array.from({length: n}, (_, i) => ({fn: i ? i % 3 : -1, parent: i - 1, self: 1}));
  const deep = read({names: ['a', 'b', 'c'], nodes: chain});
  assertSound(deep);
  assert.equal(deep.tree.depth[n - 1], n - 1);
  const flat = Array.from({length: n}, (_, i) => ({fn: i - 1, parent: i ? 0 : -1, self: 1}));
  const names = Array.from({length: n}, (_, i) => String(i).padStart(6, '0'));
  assertSound(read({names, nodes: flat}));
});

test('bytes are read in one piece or in many, packed or not', async () => {
  const bytes = encode(plainOf(randomStacks(randomFrom(3), {stacks: 60})));
  for (const most of [bytes.length, 100, 7, 1]) {
    const pieces = pack(bytes, most);
    assert.equal(pieces.length, Math.ceil(bytes.length / most));
    assert.deepEqual(await viewer.readBytes(pieces, 'deflate-raw'), bytes);
  }
  const plain = [];
  for (let at = 0; at < bytes.length; at += 40) {
    plain.push(Buffer.from(bytes.subarray(at, at + 40)).toString('base64'));
  }
  assert.deepEqual(await viewer.readBytes(plain, 'none'), bytes);
  assert.deepEqual(await viewer.readBytes([Buffer.from(bytes).toString('base64')], 'none'), bytes);
});

test('the decoder of the browser is used where there is one', async () => {
  let used = 0;
  class Bytes extends Uint8Array {
    static fromBase64(text) {
      used++;
      return Uint8Array.from(Buffer.from(text, 'base64'));
    }
  }
  const bytes = await load({Uint8Array: Bytes}).readBytes(['AQID', 'BA=='], 'none');
  assert.deepEqual([...bytes], [1, 2, 3, 4]);
  assert.equal(used, 2);
});

test('bytes that cannot be unpacked are a sentence', async () => {
  const [text] = pack(encode(SMALL));
  for (const texts of [[text.slice(0, 40)], ['AAAA' + text], ['*'], [text, 'A'], ['A', text],
    [text, ''], [text, text.slice(0, 40), '*', 'AAAA' + text]]) {
    await assert.rejects(viewer.readBytes(texts, 'deflate-raw'), DAMAGED);
  }
  await assert.rejects(viewer.readBytes(['*'], 'none'), DAMAGED);
});

test('a browser without decompression says what to do', async () => {
  const old = load({DecompressionStream: undefined});
  await assert.rejects(old.readBytes(pack(encode(SMALL)), 'deflate-raw'), /--no-compress/);
  await assert.rejects(viewer.readBytes(pack(encode(SMALL)), 'zip'), /--no-compress/);
  assert.equal((await old.readBytes(['AQID'], 'none')).length, 3);
});
