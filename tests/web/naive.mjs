// The slow and simple way to everything that the viewer computes over trees. A profile is a list of
// stacks, {path: [function], weight}, in time order where that counts; nothing else is known.

// Numbers from 0 up to `below`; the same ones for the same seed.
export function randomFrom(seed) {
  let state = seed >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

export function randomStacks(random, {functions = 5, stacks = 12, depth = 6} = {}) {
  return Array.from({length: random(stacks + 1)}, () => ({
    path: Array.from({length: random(depth + 1)}, () => random(functions)),
    weight: 1 + random(9),
  }));
}

// Sums of weights by path, as sorted [path, weight] pairs.
export function sums(stacks) {
  const map = new Map();
  for (const {path, weight} of stacks) {
    map.set(path.join('/'), (map.get(path.join('/')) || 0) + weight);
  }
  return [...map].sort();
}

// Neighbours of the same path as one.
export function segments(stacks) {
  const joined = [];
  for (const {path, weight} of stacks) {
    const last = joined[joined.length - 1];
    if (last && last.path.join('/') === path.join('/')) last.weight += weight;
    else joined.push({path, weight});
  }
  return joined;
}

// Nodes in preorder, as kit.encode wants them. In order of time, a function stays open while one
// stack follows another.
export function nodesOf(stacks, ordered) {
  const root = {fn: -1, self: 0, start: 0, total: 0, kids: []};
  let now = 0;
  let before = [];
  for (const {path, weight} of ordered ? stacks : stacks.slice().sort(byPath)) {
    const open = [root];
    path.forEach((fn, level) => {
      const {kids} = open[level];
      const last = kids[kids.length - 1];
      const same = ordered ? before[level] === last : last && last.fn === fn;
      if (!last || last.fn !== fn || !same) {
        kids.push({fn, self: 0, start: now, total: 0, kids: []});
      }
      open.push(kids[kids.length - 1]);
    });
    for (const node of open) node.total += weight;
    open[path.length].self += weight;
    before = open.slice(1);
    now += weight;
  }
  return numbered(root);
}

function byPath(a, b) {
  const i = a.path.findIndex((fn, level) => fn !== b.path[level]);
  return i < 0 ? a.path.length - b.path.length : a.path[i] - (i < b.path.length ? b.path[i] : -1);
}

function numbered(root) {
  const nodes = [];
  const waiting = [[root, -1, 0]];
  while (waiting.length) {
    const [node, parent, gap] = waiting.pop();
    const at = nodes.push({fn: node.fn, self: node.self, parent, gap}) - 1;
    let end = node.start;
    const kids = node.kids.map((kid) => {
      const entry = [kid, at, kid.start - end];
      end = kid.start + kid.total;
      return entry;
    });
    waiting.push(...kids.reverse());
  }
  return nodes;
}

export function plainOf(stacks, {functions = 5, ordered = false} = {}) {
  const names = Array.from({length: functions}, (_, i) => 'fn' + String(i).padStart(3, '0'));
  return {names, nodes: nodesOf(stacks, ordered), ordered};
}

// The stacks of a tree again; in order of time when it is ordered.
export function stacksOf(tree) {
  const paths = [[]];
  const starts = [0];
  const ends = [0];
  const pieces = [];
  const left = Array.from(tree.self);
  for (let i = 1; i < tree.n; i++) {
    const caller = tree.parent[i];
    paths.push(paths[caller].concat(tree.fn[i]));
    const gap = tree.gap ? tree.gap[i] : 0;
    if (gap) pieces.push({at: ends[caller], path: paths[caller], weight: gap});
    left[caller] -= gap;
    starts.push(ends[caller] + gap);
    ends.push(starts[i]);
    ends[caller] = starts[i] + tree.total[i];
  }
  for (let i = 0; i < tree.n; i++) {
    if (left[i]) pieces.push({at: ends[i], path: paths[i], weight: left[i]});
  }
  return tree.gap ? pieces.sort((a, b) => a.at - b.at) : pieces;
}

export function change(stacks, {what, fn, hits}) {
  const holds = ({path}) => (hits ? path.some((f) => hits[f]) : path.includes(fn));
  if (what === 'focus') return stacks.filter(holds);
  if (what === 'hide') return stacks.filter((stack) => !holds(stack));
  return stacks.map(({path, weight}) => ({weight,
    path: path.filter((f, i) => f !== fn || what === 'fold' && path[i - 1] !== fn)}));
}

// All recursion: what equals the frames above it, in rounds of up to `most`, goes to theirs.
export function foldAll(stacks, most) {
  return stacks.map(({path, weight}) => {
    const to = [];
    path.forEach((f, i) => {
      const isRound = (n) => path.slice(i - n + 1, i + 1).join() ===
        path.slice(i - 2 * n + 1, i - n + 1).join();
      let round = 1;
      while (round <= most && (2 * round > i + 1 || !isRound(round))) round++;
      to.push(round <= most ? to[i - round] : (to[i - 1] || []).concat(f));
    });
    return {weight, path: to.length ? to[to.length - 1] : []};
  });
}

// Nodes of a view as [path, total, self, share], from the paths that stacks take through it.
export function viewOf(ways, matches) {
  const nodes = new Map();
  for (const {way, weight, stack} of ways) {
    for (let n = 0; n <= way.length; n++) {
      const key = way.slice(0, n).join('/');
      const node = nodes.get(key) || {total: 0, self: 0, share: 0};
      node.total += weight;
      if (n === way.length) node.self += weight;
      if (matches(stack)) node.share += weight;
      nodes.set(key, node);
    }
  }
  if (!nodes.size) nodes.set('', {total: 0, self: 0, share: 0});
  return [...nodes].map(([key, {total, self, share}]) => [key, total, self, share]).sort();
}

export const waysOf = {
  plain: (stacks) => stacks.map((stack) => ({way: stack.path, weight: stack.weight, stack})),
  inverted: (stacks) => stacks.map((stack) =>
    ({way: stack.path.slice().reverse(), weight: stack.weight, stack})),
  callees: (stacks, fn) => stacks.filter(({path}) => path.includes(fn)).map((stack) =>
    ({way: stack.path.slice(stack.path.indexOf(fn) + 1), weight: stack.weight, stack})),
  callers: (stacks, fn) => stacks.filter(({path}) => path.includes(fn)).map((stack) =>
    ({way: stack.path.slice(0, stack.path.indexOf(fn)).reverse(), weight: stack.weight, stack})),
};
