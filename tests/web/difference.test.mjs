// render/web/difference.js: both sides of a difference, in the tree and in all that is made of it.
import assert from 'node:assert/strict';
import test from 'node:test';

import {encode, load, sectionsOf} from './kit.mjs';
import {change, plainOf, randomFrom, randomStacks, stacksOf, sums, viewOf, waysOf} from
  './naive.mjs';

const FUNCTIONS = 5;
const viewer = load({}, 'difference');

// Stacks of which some are new, some gone, and some without a width.
function randomSides(random) {
  return randomStacks(random, {functions: FUNCTIONS}).map(({path}) => {
    const [before, after] = [random(3) && random(50), random(3) && random(50)];
    return {path, before, after, weight: random(2) ? after : before + after};
  });
}

const sideOf = (stacks, side) => stacks.map((stack) => ({path: stack.path, weight: stack[side]}));

const weighing = (stacks) => stacks.filter(({weight}) => weight > 0);

function describe(stacks, difference = {}) {
  const plain = plainOf(stacks, {functions: FUNCTIONS});
  const paths = [''];
  plain.nodes.forEach((node, i) => {
    if (i) paths[i] = (node.parent ? paths[node.parent] + '/' : '') + node.fn;
    for (const side of ['before', 'after']) {
      node[side] = stacks.reduce((sum, stack) =>
        sum + (stack.path.join('/') === paths[i] ? stack[side] : 0), 0);
    }
  });
  return {...plain, difference};
}

const read = (stacks, difference) => viewer.readProfile(encode(describe(stacks, difference)));

const stacksOfSide = (side) => sums(weighing(stacksOf({...side, gap: null})));

// The viewer with what its page holds.
function showing(profile, tree = profile.tree) {
  return load({profile, tree, wholeTree: profile.tree, state: {changes: []}}, 'difference');
}

test('both sides come back as they were written', () => {
  const random = randomFrom(1);
  for (let run = 0; run < 200; run++) {
    const stacks = randomSides(random);
    const {tree} = read(stacks);
    for (const [i, key] of ['before', 'after'].entries()) {
      assert.deepEqual(stacksOfSide(tree.sides[i]), sums(weighing(sideOf(stacks, key))));
    }
  }
});

test('what is known of all of it comes back', () => {
  const evidence = Array.from({length: FUNCTIONS + 1}, (_, fn) => ({
    ...(fn % 2 ? {total: {verdict: 3, low: -2.5, high: 1024, unjudged: false,
      named: fn % 4 === 1, words: 'proven'}} : {}),
    ...(fn > 2 ? {self: {verdict: 1, low: undefined, high: undefined, unjudged: true,
      named: false, words: 'once, 580 ms; not judged'}} : {}),
  }));
  const given = {shares: true, byWork: true, bySelf: true, decimals: 3, per: 'request',
    runs: [2, 5], weights: [0.1, 1 / 3], evidence};
  const {fills, ...found} = {...read([{path: [0, 1, 2, 3, 4], before: 1, after: 2, weight: 3}],
    given).difference, fills: 0};
  assert.deepEqual(found, {...given, same: [232, 232, 232], more: [240, 138, 36],
    less: [74, 152, 224], darkMore: [240, 138, 36], darkLess: [93, 163, 227]});
});

test('a difference that is cut short or damaged is refused', () => {
  const plain = describe([{path: [0, 1], before: 3, after: 300, weight: 7}],
    {evidence: Array(FUNCTIONS + 1).fill({total: {verdict: 2, low: 0, high: 1}})});
  const bytes = encode(plain);
  const damaged = /^Error: The tree in this file (is damaged|was written by a newer flame)\.$/;
  for (let n = 0; n < bytes.length; n++) {
    assert.throws(() => viewer.readProfile(bytes.subarray(0, n)), damaged);
  }
  const fails = (at, section) => {
    const sections = sectionsOf(plain);
    sections[at] = section(sections[at]);
    assert.throws(() => viewer.readProfile(encode(plain, sections)), damaged);
  };
  fails(5, (change) => [32, ...change.slice(1)]); // a flag that is not known
  fails(5, (change) => [...change, 0]);
  fails(5, (change) => change.map((byte) => (byte === 2 ? 66 : byte))); // a verdict
  fails(5, (change) => change.map((byte) => (byte === 63 ? 127 : byte))); // an infinite weight
  for (const side of [10, 11]) fails(side, (values) => values.slice(1));
});

test('changes move both sides with the tree', () => {
  const random = randomFrom(2);
  for (let run = 0; run < 300; run++) {
    const stacks = randomSides(random);
    const changes = Array.from({length: 1 + random(3)}, () => ({fn: random(FUNCTIONS),
      what: ['focus', 'hide', 'merge', 'fold'][random(4)]}));
    const profile = read(stacks);
    const tree = viewer.changeTree(profile, profile.tree, changes);
    for (const [i, key] of ['before', 'after'].entries()) {
      const side = tree.sides[i];
      const wanted = changes.reduce(change, weighing(sideOf(stacks, key)));
      assert.deepEqual(stacksOfSide(side), sums(wanted));
      assert.deepEqual([side.n, side.fn, side.parent, side.end],
        [tree.n, tree.fn, tree.parent, tree.end]);
    }
  }
});

test('functions have both sides, and calls of themselves count once', () => {
  const random = randomFrom(3);
  for (let run = 0; run < 100; run++) {
    const stacks = randomSides(random);
    const profile = read(stacks);
    for (const [i, key] of ['before', 'after'].entries()) {
      const {self, total} = viewer.functionTotals(profile, profile.tree.sides[i]);
      const sum = (holds) => Array.from({length: FUNCTIONS}, (_, fn) => stacks.reduce((n, stack) =>
        n + (holds(stack.path, fn) ? stack[key] : 0), 0));
      assert.deepEqual([...total], sum((path, fn) => path.includes(fn)));
      assert.deepEqual([...self], sum((path, fn) => path[path.length - 1] === fn));
    }
  }
});

test('nodes of all views have both sides', () => {
  const random = randomFrom(4);
  for (let run = 0; run < 150; run++) {
    const stacks = randomSides(random);
    const profile = read(stacks);
    const fn = random(FUNCTIONS);
    const byWeight = random(2) > 0;
    const views = {
      plain: viewer.plainView(profile, profile.tree, byWeight),
      inverted: viewer.invertedView(profile, profile.tree, byWeight),
      callees: viewer.calleesView(profile, profile.tree, fn, byWeight),
      callers: viewer.callersView(profile, profile.tree, fn, byWeight),
    };
    for (const [name, view] of Object.entries(views)) {
      for (const [i, key] of ['before', 'after'].entries()) {
        const ways = waysOf[name](weighing(sideOf(stacks, key)), fn);
        const wanted = new Map(viewOf(ways, () => false).map(([path, total, self]) =>
          [path, {total, self}]));
        let n = 0;
        for (const nodes = [0]; nodes.length;) {
          const node = nodes.pop();
          const {total, self} = wanted.get(view.path(node).join('/')) || {total: 0, self: 0};
          const what = `${name} ${key} ${run}: ${view.path(node)}`;
          assert.equal(viewer.sumsOf(view, node)[i], total, what);
          if (name === 'plain' || name === 'callees') {
            assert.equal(viewer.sumsOf(view, node, true)[i], self, what);
          }
          n += total > 0 ? 1 : 0;
          nodes.push(...view.kids(node));
        }
        assert.equal(n, [...wanted.values()].filter(({total}) => total > 0).length);
      }
    }
  }
});

const TWO = [{path: [0], before: 600, after: 500, weight: 550},
  {path: [0, 1], before: 400, after: 700, weight: 550},
  {path: [0, 2], before: 0, after: 100, weight: 50},
  {path: [0, 3], before: 100, after: 0, weight: 50}];

test('the stronger a change, the stronger its colour', () => {
  const page = showing(read(TWO));
  assert.equal(page.heatOf([0, 100]), 1);
  assert.equal(page.heatOf([100, 0]), -1);
  assert.equal(page.heatOf([400, 700]), Math.sqrt(300 / 700));
  assert.equal(page.heatOf([0, 0]), 0);
  assert.equal(page.heatOf([7, 7]), 0);
  assert.equal(page.heatOf([0, 13]), Math.sqrt(13 / 26)); // a hundredth of the whole
  assert.equal(page.heatFills(0).fill, '#e8e8e8');
  assert.equal(page.heatFills(1).fill, '#f08a24');
  assert.equal(page.heatFills(-1).fill, '#4a98e0');
  assert.equal(page.heatFills(0.5).fill, '#ecb986');
  assert.equal(page.heatFills(0).dark, 0);
  assert.equal(page.heatFills(1).dark, '#f08a24');
  assert.equal(page.heatFills(-1).dark, '#5da3e3');
});

test('colours follow what frames have by themselves when asked to', () => {
  const profile = read(TWO, {bySelf: true});
  const page = showing(profile);
  const view = page.plainView(profile, profile.tree, false);
  assert.deepEqual(page.heatSums(view, 1), [600, 500]);
  const inverted = page.invertedView(profile, profile.tree, false);
  const [leaf] = inverted.kids(0).filter((kid) => inverted.fn[kid] === 1);
  assert.deepEqual(page.heatSums(inverted, leaf), [400, 700]);
  assert.deepEqual(page.heatSums(inverted, inverted.kids(leaf)[0]), [0, 0]);
});

test('changes are said in amounts, of what was there, and of the whole', () => {
  const page = showing(read(TWO));
  assert.equal(page.changeText([400, 700]), '+300 (+75.00 %, +23.08 points)');
  assert.equal(page.changeText([1000, 1]),
    '-999 (-99.90 %, -76.85 points)');
  assert.equal(page.changeText([0, 100]), '+100 (new, +7.69 points)');
  assert.equal(page.changeText([100, 0]), '-100 (gone, -7.69 points)');
  assert.equal(page.changeText([7, 7]), 'unchanged');
  assert.equal(page.bothText([1, 2]),
    'before 1, after 2 samples, +1 (+100.00 %, +0.08 points)');
});

test('sums of several runs are shown as their mean', () => {
  const page = showing(read(TWO, {runs: [3, 2], weights: [1 / 3, 1 / 2]}));
  assert.equal(page.bothText([1000, 1000]),
    'before 333.33, after 500.00 samples, +166.67 (+50.00 %, +25.64 points)');
});

test('shares are shown in percent of the total before', () => {
  const page = showing(read(TWO, {shares: true, weights: [1, 0.5]}));
  assert.equal(page.bothText([110, 330]),
    'before 10.00 %, after 15.00 %, +5.00 points (+50.00 %)');
});

test('how sure a change is stands with functions until stacks are left out', () => {
  const certain = {total: {verdict: 3, low: -3, high: 1250.25},
    self: {verdict: 2, low: 0, high: 1, unjudged: true, words: 'not judged'}};
  const evidence = [{total: {verdict: 1, low: 1, high: 2}}, ...Array(FUNCTIONS).fill(certain)];
  const profile = read(TWO, {evidence});
  const page = showing(profile);
  assert.equal(page.evidenceText(-1, 'total'), '+1 to +2, within the noise');
  assert.equal(page.evidenceText(-1, 'self'), '');
  assert.equal(page.evidenceText(0, 'total'), '-3 to +1,250, proven');
  assert.equal(page.evidenceText(0, 'self'), '+0 to +1, not judged');
  const proven = {total: {verdict: 2, low: 0, high: 1}, self: {verdict: 1, unjudged: true,
    words: 'once, 580 ms; not judged'}};
  const runs = showing(read(TWO, {evidence: Array(FUNCTIONS + 1).fill(proven), runs: [2, 3]}));
  assert.equal(runs.evidenceText(0, 'total'), '+0 to +1, not proven');
  assert.equal(runs.evidenceText(0, 'self'), 'once, 580 ms; not judged');
  const changed = load({profile, state: {changes: [{what: 'hide', fn: 1}]}}, 'difference');
  assert.equal(changed.evidenceText(0, 'total'), '');
  assert.equal(showing(read(TWO)).evidenceText(0, 'total'), '');
});

test('how a function was compiled stands with it, with and without evidence', () => {
  const text = 'optimised before, interpreted after';
  const tiers = ['', '', text, ...Array(FUNCTIONS - 2).fill('')];
  const evidence = Array(FUNCTIONS + 1).fill({total: {verdict: 3, low: -3, high: 1}});
  for (const known of [{tiers}, {tiers, evidence}]) {
    const profile = read(TWO, known);
    const page = showing(profile);
    assert.deepEqual([0, 1, 2].map((fn) => page.tiersText(fn)), ['', text, '']);
    assert.equal(page.evidenceText(1, 'total'), known.evidence ? '-3 to +1, proven' : '');
    const changed = load({profile, state: {changes: [{what: 'hide', fn: 1}]}}, 'difference');
    assert.equal(changed.tiersText(1), '');
  }
  assert.equal(showing(read(TWO)).tiersText(1), '');
});

test('the less sure a change, the paler its colour', () => {
  const known = (verdict) => ({self: {verdict, low: 0, high: 1}});
  const evidence = [{}, known(1), known(2), known(3), {total: {verdict: 1, low: 0, high: 1}}, {}];
  for (const [runs, wanted] of [[[1, 1], [0.1, 1, 1, 1, 1]], [[5, 1], [0.1, 0.3, 1, 1, 1]],
    [[2, 2], [0.1, 0.3, 1, 1, 1]]]) {
    const page = showing(read(TWO, {evidence, runs, bySelf: true}));
    assert.deepEqual([0, 1, 2, 3, 4].map(page.sureness), wanted);
    assert.equal(page.sureness(-1), 1);
  }
  const page = showing(read(TWO, {evidence}));
  assert.deepEqual([0, 1, 2, 3, 4].map(page.sureness), [1, 1, 1, 0.1, 1]);
});

test('a function that is proven is shown as such whatever colours follow', () => {
  const named = {verdict: 3, low: 0, high: 1, named: true};
  const evidence = [{}, {self: named, total: {verdict: 1, low: 0, high: 1}},
    ...Array(FUNCTIONS - 1).fill({total: {verdict: 1, low: 0, high: 1}})];
  for (const bySelf of [false, true])
    assert.equal(showing(read(TWO, {evidence, bySelf, runs: [5, 5]})).sureness(0), 1);
});

test('units are scaled, and said with what they are counted per', () => {
  const time = {...describe(TWO, {decimals: 0, byWork: true, per: 'request', weights: [1e3, 5e2]}),
    unit: 'ns'};
  const page = showing(viewer.readProfile(encode(time)));
  assert.equal(page.bothText([1000, 4000]),
    'before 1 ms, after 2 ms per request, +1 ms (+100.00 %, +153.85 points)');
  assert.equal(page.bothText([0, 0]), '0 ns per request');
  const bytes = {...time, unit: 'calls'};
  assert.equal(showing(viewer.readProfile(encode(bytes))).fullAmount(1), '1 call per request');
});
