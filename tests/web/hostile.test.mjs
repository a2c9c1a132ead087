// Files and addresses that were made to stop the viewer: they are refused, or cost no more than
// honest ones. Seeded; work is counted in steps, not in time.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';

import {encode, load, pack} from './kit.mjs';
import {plainOf, randomFrom, randomStacks} from './naive.mjs';
import {namesOfOneHash} from './one_hash.mjs';

const WRONG = /^The tree in this file (is damaged|was written by a newer flame)\.$/;
const CHANGES = ['focus', 'hide', 'merge', 'fold'];
const viewer = load();

// A Set or Map that ends the test when it is asked too often.
function counted(Table, steps) {
  return class extends Table {
    has(key) {
      assert.ok(steps.left-- > 0, 'more steps than an honest file takes');
      return super.has(key);
    }

    get(key) {
      assert.ok(steps.left-- > 0, 'more steps than an honest file takes');
      return super.get(key);
    }
  };
}

test('names of one hash cost no more than others, and each has a hash of its own', () => {
  const names = namesOfOneHash(65536);
  assert.equal(new Set(names).size, names.length);
  assert.equal(new Set(names.map(viewer.nameHash)).size, 1);
  const steps = {left: 8 * names.length};
  const watched = load({Set: counted(Set, steps), Map: counted(Map, steps)});
  const hashes = watched.functionHashes({functions: {name: names}});
  assert.equal(new Set(hashes).size, names.length);
  assert.equal(hashes[0], viewer.nameHash(names[0]));
});

test('names that are not alike keep their own hashes, whatever the others are', () => {
  const names = [...namesOfOneHash(100), 'a', 'b', 'foobar'];
  const hashes = viewer.functionHashes({functions: {name: names}});
  assert.deepEqual(hashes.slice(-3), ['a', 'b', 'foobar'].map(viewer.nameHash));
});

test('random factors have no influence on a tree', () => {
  const random = randomFrom(21);
  const plain = plainOf(randomStacks(random, {functions: 9, stacks: 200, depth: 9}),
    {functions: 9});
  const trees = [0, 0.3, 0.999].map((n) => {
    const fixed = load({Math: Object.create(Math, {random: {value: () => n}})});
    const profile = fixed.readProfile(encode(plain));
    return CHANGES.map((what) => fixed.changeTree(profile, profile.tree, [{what, fn: 3}]));
  });
  assert.deepEqual(trees[1], trees[0]);
  assert.deepEqual(trees[2], trees[0]);
});

// ---- the decoder --------------------------------------------------------------------

// One to four damages of any kind.
function damage(random, bytes) {
  let list = Array.from(bytes);
  for (let left = 1 + random(4); left; left--) {
    const at = random(list.length + 1);
    const n = 1 + random(8);
    const byte = [0, 1, 127, 128, 255, random(256)][random(6)];
    switch (random(5)) {
      case 0: list[at] = byte; break;
      case 1: list.splice(at, n); break;
      case 2: list.splice(at, 0, ...Array(n).fill(byte)); break;
      case 3: list.splice(at, n, ...list.slice(random(list.length + 1)).slice(0, n)); break;
      default: list = list.slice(0, at);
    }
  }
  return Uint8Array.from(list, (byte) => byte || 0);
}

// What a person can do with a tree, as long as it is a tree.
function use(found, random) {
  const {tree, functions} = found;
  viewer.functionTotals(found, tree);
  viewer.pathHashes(viewer.functionHashes(found), tree);
  for (let i = 1; i < tree.n; i++) {
    assert.ok(tree.parent[i] < i && tree.parent[i] >= 0 && tree.end[i] > i);
    assert.ok(tree.fn[i] >= 0 && tree.fn[i] < functions.n);
  }
  if (functions.n) {
    const changes = Array.from({length: 3}, () =>
      ({what: CHANGES[random(4)], fn: random(functions.n)}));
    assert.ok(viewer.changeTree(found, tree, changes).n <= tree.n);
  }
  const view = viewer.plainView(found, tree, random(2) > 0);
  for (let node = 0, steps = 0; steps < 100; steps++) {
    const kids = view.kids(node);
    if (!kids.length) break;
    node = kids[random(kids.length)];
    assert.ok(view.start(node) >= 0);
  }
}

test('damaged bytes are a sound tree or one sentence, and never a loop', () => {
  const random = randomFrom(7);
  let refused = 0;
  for (let round = 0; round < 4000; round++) {
    const plain = plainOf(randomStacks(random, {functions: 6, stacks: 20, depth: 8}),
      {functions: 6, ordered: random(2) > 0});
    const bytes = damage(random, encode(plain));
    let found;
    try {
      found = viewer.readProfile(bytes);
    } catch (error) {
      assert.match(error.message, WRONG, `round ${round}`);
      refused++;
      continue;
    }
    use(found, random);
  }
  assert.ok(refused > 1000 && refused < 4000, `${refused} refused`);
});

test('damaged pieces are bytes or one sentence', async () => {
  const random = randomFrom(8);
  const bytes = encode(plainOf(randomStacks(random, {stacks: 60, depth: 9}), {}));
  for (let round = 0; round < 300; round++) {
    const texts = pack(bytes, 64).map((text) => random(3) ? text :
      Buffer.from(damage(random, Buffer.from(text, 'base64'))).toString('base64').slice(random(3)));
    try {
      const read = await viewer.readBytes(texts, ['deflate-raw', 'none', 'gzip'][random(3)]);
      assert.ok(read instanceof Uint8Array);
    } catch (error) {
      assert.match(error.message, WRONG, `round ${round}`);
    }
  }
});

test('a few bytes that stand for very many are refused before they are unpacked', async () => {
  const [piece] = pack(Buffer.alloc(2 ** 20));
  const few = Array(60).fill(piece);
  assert.equal((await viewer.readBytes(few, 'deflate-raw')).length, 60 * 2 ** 20);
  const many = Array(400).fill(piece);
  await assert.rejects(viewer.readBytes(many, 'deflate-raw'), {message: WRONG});
});

test('names that are long by their beginnings, and nodes of nothing, are refused', () => {
  const names = Array.from({length: 60}, (_, i) => 'x'.repeat(2 ** 20) + i);
  const bytes = encode({names, nodes: [{fn: -1, parent: -1, self: 1}]});
  assert.ok(viewer.readProfile(bytes).functions.n === 60);
  assert.throws(() => viewer.readProfile(bytes, 1000), {message: WRONG});
});

// ---- addresses ------------------------------------------------------------------------

// The module that reads addresses, for a profile.
function addresses(profile) {
  const sources = ['read', 'tree', 'state'].map((module) =>
    readFileSync(new URL(`../../render/web/${module}.js`, import.meta.url), 'utf8'));
  return new Function('document', 'given', `'use strict';\n${sources.join('')}
    profile = given;
    return {stateOf, fragmentOf, hashOf};`)({}, profile);
}

const PROFILE = viewer.readProfile(encode(plainOf(
  [{path: [0, 1, 2], weight: 5}, {path: [0, 2], weight: 3}], {functions: 3})));

test('of an address 64 changes are taken, and that more were there is said', () => {
  const {stateOf, fragmentOf, hashOf} = addresses(PROFILE);
  const one = 'merge.' + hashOf(1).toString(36);
  const changes = (n) => '#v=1&t=' + Array(n).fill(one).join(',');
  assert.equal(stateOf(changes(64)).changes.length, 64);
  assert.ok(!stateOf(changes(64)).lost);
  const state = stateOf(changes(100000));
  assert.equal(state.changes.length, 64);
  assert.equal(state.lost, true);
  assert.equal(stateOf(fragmentOf(state)).changes.length, 64);
});

test('any address is a state', () => {
  const {stateOf, fragmentOf} = addresses(PROFILE);
  const random = randomFrom(9);
  const parts = ['v=1', 'view=', 'flame', 'table', 'sandwich', '&', 't=', 'merge', '.', ',', 'f=',
    'z=', 'p=', 'x=', '0~1', '~', 's=', '%', '%ff', '%00', '\ud800', 'r=1', 'd=1', '__proto__',
    '-1', '1e999', 'NaN', 'zzzzzzzzzzzz', 'o=icicle', 'sort=weight'];
  for (let round = 0; round < 20000; round++) {
    const text = '#' + Array.from({length: random(12)}, () => parts[random(parts.length)]).join('');
    const state = stateOf(text);
    assert.ok(state.changes.length <= 64 && state.text.length <= 256 && state.fn < 3);
    assert.equal(typeof fragmentOf(state), 'string');
  }
});
