// render/web/view.js: the tree as it is, from its leaves, and around one function.
import assert from 'node:assert/strict';
import test from 'node:test';

import {encode, load} from './kit.mjs';
import * as naive from './naive.mjs';

const viewer = load();
const FUNCTIONS = 5;
const VIEWS = {
  plain: (profile, fn, byWeight) => viewer.plainView(profile, profile.tree, byWeight),
  inverted: (profile, fn, byWeight) => viewer.invertedView(profile, profile.tree, byWeight),
  callees: (profile, fn, byWeight) => viewer.calleesView(profile, profile.tree, fn, byWeight),
  callers: (profile, fn, byWeight) => viewer.callersView(profile, profile.tree, fn, byWeight),
};

function profileOf(stacks, options) {
  return viewer.readProfile(encode(naive.plainOf(stacks, options)));
}

// Lists the kids of every node; returns the nodes in the order of seeing them.
function expand(view) {
  const seen = [0];
  for (let k = 0; k < seen.length; k++) seen.push(...view.kids(seen[k]));
  assert.equal(new Set(seen).size, view.n);
  return seen;
}

// The node that a path leads to.
function follow(view, path) {
  return path.reduce((node, fn) => view.kids(node).find((kid) => view.fn[kid] === fn), 0);
}

// Order, places and cross references of all nodes.
function assertPlaces(view, ordered) {
  const starts = new Map([[0, 0]]);
  for (const i of expand(view)) {
    const kids = view.kids(i);
    assert.equal(view.kids(i), kids);
    let at = ordered ? 0 : view.self[i];
    kids.forEach((kid, k) => {
      assert.equal(view.parent[kid], i);
      assert.equal(view.depth[kid], view.depth[i] + 1);
      const [a, b] = [kids[k - 1], kid];
      if (ordered) assert.ok(view.off[kid] >= at);
      else assert.equal(view.off[kid], at);
      if (k && !ordered) {
        const order = view.byWeight ? view.total[b] - view.total[a] : 0;
        assert.ok(order < 0 || order === 0 && view.fn[a] < view.fn[b]);
      }
      at = view.off[kid] + view.total[kid];
      starts.set(kid, starts.get(i) + view.off[kid]);
    });
    assert.ok(at <= view.total[i]);
    assert.equal(view.start(i), starts.get(i));
    if (!ordered) assert.equal(follow(view, view.path(i)), i);
  }
}

// Nodes of one path (in order of time there can be more) as one.
function nodesOf(view, marks) {
  const nodes = new Map();
  for (let i = 0; i < view.n; i++) {
    const key = view.path(i).join('/');
    const node = nodes.get(key) || [key, 0, 0, 0];
    node[1] += view.total[i];
    node[2] += view.self[i];
    node[3] += view.shareOf(i, marks);
    nodes.set(key, node);
  }
  return [...nodes.values()].sort();
}

for (const kind of Object.keys(VIEWS)) {
  for (const ordered of [false, true]) {
    test(`the ${kind} view is what its paths say, ${ordered ? 'of a chart' : 'of a graph'}`, () => {
      const random = naive.randomFrom(21);
      for (let run = 0; run < 300; run++) {
        const functions = 2 + random(FUNCTIONS - 1);
        const stacks = naive.randomStacks(random, {functions, stacks: 14, depth: 7});
        const profile = profileOf(stacks, {ordered});
        const fn = random(functions);
        const view = VIEWS[kind](profile, fn, run % 3 === 0);
        assertPlaces(view, ordered && kind === 'plain');
        const hits = Uint8Array.from({length: FUNCTIONS}, () => random(4) === 0);
        const {marks} = viewer.matchTree(profile.tree, hits);
        const ways = naive.waysOf[kind](stacks, fn);
        assert.deepEqual(nodesOf(view, marks),
          naive.viewOf(ways, ({path}) => path.some((f) => hits[f])));
        assert.equal(view.fn[0], kind === 'plain' || kind === 'inverted' ? -1 : fn);
      }
    });
  }
}

test('matches weigh what their stacks weigh, each once', () => {
  const random = naive.randomFrom(22);
  for (let run = 0; run < 300; run++) {
    const stacks = naive.randomStacks(random, {functions: FUNCTIONS, depth: 8});
    const {tree} = profileOf(stacks, {ordered: run % 2 > 0});
    const hits = Uint8Array.from({length: FUNCTIONS}, () => random(3) === 0);
    const {weight, tops, marks} = viewer.matchTree(tree, hits);
    const matching = stacks.filter(({path}) => path.some((fn) => hits[fn]));
    assert.equal(weight, matching.reduce((sum, stack) => sum + stack.weight, 0));
    const marked = Array.from(marks, (_, i) => {
      let node = i;
      while (node > 0 && !hits[tree.fn[node]]) node = tree.parent[node];
      return node > 0 ? 1 : 0;
    });
    assert.deepEqual([...marks], marked);
    assert.deepEqual([...tops], [...tree.fn.keys()].filter((i) =>
      marked[i] && !marked[tree.parent[i]]));
  }
});

test('the whole is the whole of the file until the tree is changed', () => {
  const profile = viewer.readProfile(encode({...naive.plainOf([{path: [0, 1], weight: 3},
    {path: [2], weight: 4}]), whole: 20}));
  assert.equal(viewer.plainView(profile, profile.tree, false).whole, 20);
  assert.equal(viewer.invertedView(profile, profile.tree, false).whole, 20);
  assert.equal(viewer.callersView(profile, profile.tree, 1, false).whole, 3);
  const tree = viewer.changeTree(profile, profile.tree, [{what: 'focus', fn: 1}]);
  assert.equal(viewer.plainView(profile, tree, false).whole, 3);
  assert.equal(viewer.invertedView(profile, tree, false).whole, 3);
  const empty = viewer.changeTree(profile, tree, [{what: 'hide', fn: 1}]);
  assert.equal(viewer.plainView(profile, empty, false).whole, 1);
  assert.equal(viewer.callersView(profile, profile.tree, 3, false).whole, 1);
});

test('nodes are made when they are looked at', () => {
  const random = naive.randomFrom(23);
  const stacks = naive.randomStacks(random, {functions: FUNCTIONS, stacks: 500, depth: 9});
  const profile = profileOf(stacks);
  const view = viewer.invertedView(profile, profile.tree, true);
  assert.equal(view.n, 1);
  view.kids(0);
  assert.equal(view.n, 1 + FUNCTIONS);
  const [heaviest] = view.kids(0);
  view.kids(heaviest);
  assert.ok(view.n <= 1 + 2 * FUNCTIONS);
});

// A chain of 100,000 calls in which only the last has a weight of its own.
const DEEP = 100000;

function deepProfile() {
  const nodes = Array.from({length: DEEP + 1}, (_, i) =>
    ({fn: i - 1 & 3, parent: i - 1, self: i === DEEP ? 5 : 0}));
  return viewer.readProfile(encode({names: ['a', 'b', 'c', 'd'], nodes}));
}

for (const kind of Object.keys(VIEWS)) {
  test(`the ${kind} view goes down 100,000 levels without recursion`, () => {
    const view = VIEWS[kind](deepProfile(), kind === 'callers' ? 3 : 0, true);
    let node = 0;
    for (let next = view.kids(node); next.length; next = view.kids(node)) [node] = next;
    const depth = {plain: DEEP, inverted: DEEP, callees: DEEP - 1, callers: 3}[kind];
    assert.equal(view.depth[node], depth);
    assert.equal(view.path(node).length, depth);
    assert.equal(follow(view, view.path(node)), node);
    assert.equal(view.start(node), 0);
    assert.equal(view.total[node], 5);
  });
}

test('100,000 siblings are placed in every view', () => {
  const n = 100000;
  const names = Array.from({length: n}, (_, i) => String(i).padStart(6, '0'));
  const nodes = Array.from({length: n}, (_, i) =>
    ({fn: i - 1, parent: i > 1 ? 1 : i - 1, self: i && 1 + i % 7}));
  const profile = viewer.readProfile(encode({names, nodes}));
  for (const kind of Object.keys(VIEWS)) {
    const view = VIEWS[kind](profile, 0, true);
    const kids = kind === 'plain' ? view.kids(1) : view.kids(0);
    assert.equal(kids.length, {plain: n - 2, inverted: n - 1, callees: n - 2, callers: 0}[kind]);
    assert.ok(kids.every((kid, k) => !k || view.total[kid] <= view.total[kids[k - 1]] &&
      view.off[kid] === view.off[kids[k - 1]] + view.total[kids[k - 1]]));
  }
});
