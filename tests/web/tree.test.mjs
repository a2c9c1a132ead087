// render/web/tree.js: totals, paths and changes of trees.
import assert from 'node:assert/strict';
import test from 'node:test';

import {cpuTime, encode, load} from './kit.mjs';
import * as naive from './naive.mjs';

const viewer = load();
const CHANGES = ['focus', 'hide', 'merge', 'fold'];

function profileOf(stacks, options) {
  return viewer.readProfile(encode(naive.plainOf(stacks, options)));
}

// Whether numbers, order and sums of a tree are as they must be.
function assertTree(tree) {
  const kids = Array.from({length: tree.n}, () => []);
  for (let i = 1; i < tree.n; i++) {
    assert.ok(tree.parent[i] < i);
    assert.equal(tree.depth[i], tree.depth[tree.parent[i]] + 1);
    kids[tree.parent[i]].push(i);
  }
  for (let i = tree.n - 1; i >= 0; i--) {
    const sum = kids[i].reduce((all, kid) => all + tree.total[kid], tree.self[i]);
    assert.equal(tree.total[i], sum);
    assert.equal(tree.end[i], kids[i].reduce((_, kid) => tree.end[kid], i + 1));
    kids[i].forEach((kid, k) => {
      assert.ok(tree.total[kid] > 0);
      assert.equal(kid, k ? tree.end[kids[i][k - 1]] : i + 1);
      if (!k) return;
      const before = tree.fn[kids[i][k - 1]];
      if (tree.gap) assert.ok(tree.fn[kid] !== before || tree.gap[kid] > 0);
      else assert.ok(tree.fn[kid] > before);
    });
  }
  assert.equal(tree.parent[0], -1);
  assert.equal(tree.fn[0], -1);
  for (const key of ['fn', 'parent', 'depth', 'self', 'total', 'end']) {
    assert.equal(tree[key].length, tree.n);
  }
}

function assertChanged(stacks, ordered, changes) {
  const profile = profileOf(stacks, {ordered, functions: 6});
  const before = JSON.stringify(profile.tree);
  const tree = viewer.changeTree(profile, profile.tree, changes);
  assert.equal(JSON.stringify(profile.tree), before);
  assertTree(tree);
  const wanted = changes.reduce((from, change) => (change.what === 'fold' && change.fn < 0 ?
    naive.foldAll(from, ordered ? 1 : 4) : naive.change(from, change)), stacks);
  const got = naive.stacksOf(tree).map(({path, weight}) => ({path, weight}));
  if (ordered) assert.deepEqual(got, naive.segments(wanted));
  else assert.deepEqual(naive.sums(got), naive.sums(wanted));
}

for (const ordered of [false, true]) {
  const where = ordered ? 'in order of time' : 'by name';
  for (const what of CHANGES) {
    test(`${what} does what it does to each stack, ${where}`, () => {
      const random = naive.randomFrom(11);
      for (let run = 0; run < 600; run++) {
        const functions = 2 + random(4);
        const stacks = naive.randomStacks(random, {functions, stacks: 14, depth: 7});
        assertChanged(stacks, ordered, [{what, fn: random(functions)}]);
      }
    });
  }

  test(`all recursion is folded at once, and functions keep what they have, ${where}`, () => {
    const random = naive.randomFrom(17);
    let folded = 0;
    for (let run = 0; run < 600; run++) {
      const functions = 1 + random(4);
      const stacks = naive.randomStacks(random, {functions, stacks: 14, depth: 12});
      const changes = [{what: 'fold', fn: -1}, {what: 'merge', fn: -1}];
      assertChanged(stacks, ordered, changes);
      const profile = profileOf(stacks, {ordered, functions: 6});
      const tree = viewer.changeTree(profile, profile.tree, changes);
      assert.deepEqual(viewer.functionTotals(profile, tree),
        viewer.functionTotals(profile, profile.tree));
      folded += tree.n < profile.tree.n;
    }
    assert.ok(folded > 500, `${folded} of 600`);
  });

  test(`a focus on several functions leaves the stacks with any of them, ${where}`, () => {
    const random = naive.randomFrom(13);
    for (let run = 0; run < 300; run++) {
      const stacks = naive.randomStacks(random, {functions: 6, stacks: 14, depth: 7});
      const hits = Uint8Array.from({length: 6}, () => random(2));
      assertChanged(stacks, ordered, [{what: 'focus', fn: -1, hits}]);
    }
  });

  test(`changes follow one another, ${where}`, () => {
    const random = naive.randomFrom(12);
    for (let run = 0; run < 600; run++) {
      const stacks = naive.randomStacks(random, {functions: 6, stacks: 25, depth: 8});
      const changes = Array.from({length: random(5)}, () =>
        ({what: CHANGES[random(4)], fn: random(6)}));
      assertChanged(stacks, ordered, changes);
    }
  });
}

test('a change to what is not there leaves all of it, or nothing', () => {
  const profile = profileOf([{path: [0, 1], weight: 3}, {path: [], weight: 1}]);
  for (const what of ['hide', 'merge', 'fold']) {
    const tree = viewer.changeTree(profile, profile.tree, [{what, fn: 4}]);
    assert.deepEqual(naive.sums(naive.stacksOf(tree)), [['', 1], ['0/1', 3]]);
  }
  const nothing = viewer.changeTree(profile, profile.tree, [{what: 'focus', fn: 4}]);
  assert.equal(nothing.n, 1);
  assert.equal(nothing.total[0], 0);
  assert.equal(viewer.changeTree(profile, nothing, [{what: 'merge', fn: 0}]).n, 1);
});

test('no change is the same tree', () => {
  const profile = profileOf([{path: [0], weight: 3}]);
  assert.equal(viewer.changeTree(profile, profile.tree, []), profile.tree);
});

test('time closes over what is hidden', () => {
  const stacks = [{path: [0, 1], weight: 2}, {path: [0, 2], weight: 5}, {path: [0, 1], weight: 3},
    {path: [0], weight: 1}, {path: [0, 1], weight: 4}];
  const profile = profileOf(stacks, {ordered: true});
  const tree = viewer.changeTree(profile, profile.tree, [{what: 'hide', fn: 2}]);
  assert.deepEqual([...tree.fn], [-1, 0, 1, 1]);
  assert.deepEqual([...tree.total], [10, 10, 5, 4]);
  assert.deepEqual([...tree.gap], [0, 0, 0, 1]);
});

test('totals of functions count recursion once', () => {
  const random = naive.randomFrom(13);
  for (let run = 0; run < 300; run++) {
    const stacks = naive.randomStacks(random, {functions: 5, depth: 8});
    const {tree, ...profile} = profileOf(stacks, {ordered: run % 2 > 0});
    const {self, total} = viewer.functionTotals(profile, tree);
    const sum = (chosen) => stacks.filter(chosen).reduce((all, {weight}) => all + weight, 0);
    for (let fn = 0; fn < 5; fn++) {
      assert.equal(total[fn], sum(({path}) => path.includes(fn)));
      assert.equal(self[fn], sum(({path}) => path[path.length - 1] === fn));
    }
  }
});

test('names hash as FNV-1a does', () => {
  assert.equal(viewer.nameHash(''), 2166136261);
  assert.equal(viewer.nameHash('a'), 0xe40c292c);
  assert.equal(viewer.nameHash('foobar'), 0xbf9cf968);
});

function pathHashes(profile) {
  return viewer.pathHashes(viewer.functionHashes(profile), profile.tree);
}

function findPath(profile, node, hash) {
  return viewer.findPath(viewer.functionHashes(profile), profile.tree, node, hash);
}

test('functions of one name have hashes of their own', () => {
  const hashes = viewer.functionHashes({functions: {name: ['a', 'a', 'b', 'a']}});
  assert.equal(hashes[0], viewer.nameHash('a'));
  assert.equal(new Set(hashes).size, 4);
});

test('paths of other names have other hashes', () => {
  const random = naive.randomFrom(14);
  const stacks = Array.from({length: 40}, () =>
    naive.randomStacks(random, {functions: 9, stacks: 100, depth: 12})).flat();
  const profile = profileOf(stacks, {functions: 9});
  const hashes = pathHashes(profile);
  assert.equal(hashes[0], 2166136261);
  assert.ok(profile.tree.n > 2000);
  assert.equal(new Set(hashes).size, profile.tree.n);
});

test('a path is found where it was, or where it went', () => {
  const old = profileOf([{path: [1, 2], weight: 1}, {path: [3], weight: 1}]);
  const now = profileOf([{path: [0], weight: 1}, {path: [1, 0], weight: 1},
    {path: [1, 2], weight: 1}, {path: [3], weight: 1}]);
  const hashes = pathHashes(old);
  assert.equal(findPath(old, 2, hashes[2]), 2);
  assert.equal(findPath(now, 2, hashes[2]), 4);
  assert.equal(findPath(now, 1e9, hashes[3]), 5);
  assert.equal(findPath(now, -1, hashes[3]), 5);
  assert.equal(findPath(now, 2, 12345), -1);
  assert.equal(findPath(now, 0, hashes[0]), 0);
});

test('of paths that stand twice the one that was asked for is found', () => {
  const stacks = [{path: [0], weight: 1}, {path: [1], weight: 1}, {path: [0], weight: 1}];
  const profile = profileOf(stacks, {ordered: true});
  const hashes = pathHashes(profile);
  assert.equal(hashes[1], hashes[3]);
  assert.equal(findPath(profile, 3, hashes[3]), 3);
  assert.equal(findPath(profile, 2, hashes[3]), 1);
});

// 100,000 calls deep; every third one calls a function of another number.
function deepProfile(ordered) {
  const nodes = Array.from({length: 100001}, (_, i) =>
    ({fn: i ? i % 3 && 1 : -1, parent: i - 1, self: i === 100000 ? 7 : i % 2, gap: 0}));
  return viewer.readProfile(encode({names: ['a', 'b'], nodes, ordered}));
}

for (const ordered of [false, true]) {
  test(`deep chains change without recursion, ${ordered ? 'in order of time' : 'by name'}`, () => {
    const profile = deepProfile(ordered);
    const change = (what, fn) => viewer.changeTree(profile, profile.tree, [{what, fn}]);
    assert.equal(change('merge', 1).n, 33334);
    assert.equal(change('merge', 1).total[0], profile.whole);
    assert.equal(change('fold', 1).n, 66668);
    assert.equal(change('focus', 0).total[0], profile.whole - 1);
    assert.equal(change('hide', 0).total[0], 1);
    assert.equal(viewer.functionTotals(profile, profile.tree).total[1], profile.whole);
    assert.equal(new Set(pathHashes(profile)).size > 99990, true);
  });
}

test('wide callers merge in little time', () => {
  const n = 100000;
  const names = Array.from({length: n}, (_, i) => String(i).padStart(6, '0'));
  const nodes = [{fn: -1, parent: -1, self: 0}, {fn: 0, parent: 0, self: 0}];
  for (let fn = 1; fn < n; fn++) nodes.push({fn, parent: 1, self: 1});
  for (let fn = 1; fn < n; fn++) nodes.push({fn, parent: 0, self: 1});
  const profile = viewer.readProfile(encode({names, nodes}));
  const from = cpuTime();
  const tree = viewer.changeTree(profile, profile.tree, [{what: 'merge', fn: 0}]);
  assert.ok(cpuTime() - from < 2000);
  assert.equal(tree.n, n);
  assert.deepEqual(tree.total.subarray(1), new Float64Array(n - 1).fill(2));
});
