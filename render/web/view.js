// Views: trees as they are drawn.

// The weight of stacks through a node and through a marked one, there or above or below.
function markedWeight({total, end}, node, marks) {
  let weight = 0;
  for (let i = node; i < end[node]; i = marks[i] ? end[i] : i + 1) {
    if (marks[i]) weight += total[i];
  }
  return weight;
}

// Adds the functions of a view to its arrays. `listKids` lists kids by function, in time when there
// are gaps.
function completeView(view, listKids) {
  const {fn, parent, total, self, off, gap, tree, profile} = view;
  const lists = new Map();
  const kids = (i) => {
    let list = lists.get(i);
    if (list) return list;
    list = listKids(i);
    if (view.byWeight && !gap) list.sort((a, b) => total[b] - total[a] || fn[a] - fn[b]);
    let at = gap ? 0 : self[i];
    for (const kid of list) {
      off[kid] = gap ? at + gap[kid] : at;
      if (i || !view.lanes) at = off[kid] + total[kid];
    }
    lists.set(i, list);
    return list;
  };
  // A changed tree has lost the time between samples.
  const laneWhole = () => (tree === profile.tree ? profile.span :
    kids(0).reduce((most, kid) => Math.max(most, total[kid]), 0));
  return Object.assign(view, {
    kids,
    // The file's own tree may be a part of a larger whole; nothing at all is as wide as anything.
    whole: (view.lanes ? laneWhole() :
      fn[0] >= 0 ? total[0] : tree === profile.tree ? profile.whole : tree.total[0]) || 1,
    start(i) {
      let at = 0;
      for (; i; i = parent[i]) {
        kids(parent[i]);
        at += off[i];
      }
      return at;
    },
    path(i) {
      const path = [];
      for (; i; i = parent[i]) path.push(fn[i]);
      return path.reverse();
    },
  });
}

// How many lanes are shown at first.
const LANES = 8;

function plainView(profile, tree, byWeight) {
  const view = Object.assign({profile, tree, byWeight, lanes: profile.lanes, shown: LANES,
    off: new Float64Array(tree.n),
    shareOf: (i, marks) => markedWeight(tree, i, marks)}, tree);
  return completeView(view, (i) => {
    const kids = [];
    for (let kid = i + 1; kid < tree.end[i]; kid = tree.end[kid]) kids.push(kid);
    return kids;
  });
}

// Nodes that are made when they are looked at have pairs: a node of the tree they stand for, and
// behind it the origin, the node their weight comes from.

// The pairs of all kids: callers, or callees when `down`.
function kidPairs({parent, end}, pairs, down) {
  const next = [];
  for (let k = 0; k < pairs.length; k += 2) {
    const at = pairs[k];
    if (!down && parent[at] > 0) next.push(parent[at], pairs[k + 1]);
    for (let kid = at + 1; down && kid < end[at]; kid = end[kid]) next.push(kid, kid);
  }
  return next;
}

// Returns [[function, its pairs]]. `places`, by function, is 0 before and after.
function pairsByFunction(pairs, fn, places) {
  const sorted = new Int32Array(pairs.length);
  const found = [];
  for (let k = 0; k < pairs.length; k += 2) {
    if (!places[fn[pairs[k]]]) found.push(fn[pairs[k]]);
    places[fn[pairs[k]]] += 2;
  }
  let place = 0;
  for (const f of found.sort((a, b) => a - b)) places[f] = place += places[f];
  for (let k = pairs.length - 2; k >= 0; k -= 2) {
    place = places[fn[pairs[k]]] -= 2;
    sorted[place] = pairs[k];
    sorted[place + 1] = pairs[k + 1];
  }
  return found.map((f, k) => {
    const from = places[f];
    places[f] = 0;
    return [f, sorted.subarray(from, places[found[k + 1]])];
  });
}

/** @returns {View} */
function madeView(profile, tree, byWeight, rootFn, rootPairs, weights, down) {
  /** @type {any} */
  const view = {profile, tree, byWeight, n: 0, fn: [], parent: [], depth: [], total: [], self: [],
    off: [0], pairsOf: [], weights, down};
  const {pairsOf} = view;
  const places = new Int32Array(profile.functions.n);
  const add = (fn, caller, pairs) => {
    let total = 0;
    let self = 0;
    for (let k = 0; k < pairs.length; k += 2) {
      const weight = weights[pairs[k + 1]];
      total += weight;
      if (down) self += tree.self[pairs[k]];
      else if (!tree.parent[pairs[k]]) self += weight;
    }
    const i = view.n++;
    pairsOf[i] = pairs;
    view.fn[i] = fn;
    view.parent[i] = caller;
    view.depth[i] = i && view.depth[caller] + 1;
    view.total[i] = total;
    view.self[i] = self;
    return i;
  };
  view.shareOf = (i, marks) => {
    let share = 0;
    for (let k = 1; k < pairsOf[i].length; k += 2) {
      const origin = pairsOf[i][k];
      if (weights === tree.total) share += markedWeight(tree, origin, marks);
      else if (marks[origin]) share += weights[origin];
    }
    return share;
  };
  add(rootFn, -1, rootPairs);
  return completeView(view, (i) => {
    const pairs = i || rootFn >= 0 ? kidPairs(tree, pairsOf[i], down) : rootPairs;
    return pairsByFunction(pairs, tree.fn, places).map(([fn, own]) => add(fn, i, own));
  });
}

function invertedView(profile, tree, byWeight) {
  const pairs = new Int32Array(2 * tree.n);
  let n = 0;
  for (let i = 1; i < tree.n; i++) {
    if ((tree.any || tree).self[i]) pairs[n++] = pairs[n++] = i;
  }
  const view = madeView(profile, tree, byWeight, -1, pairs.subarray(0, n), tree.self, false);
  // What the root has by itself belongs to no function.
  view.self[0] = tree.self[0];
  view.total[0] = tree.total[0];
  return view;
}

// The outermost calls of a function, as pairs.
function outermost(tree, fn) {
  const pairs = [];
  for (let i = 1; i < tree.n; i++) {
    if (tree.fn[i] !== fn) continue;
    pairs.push(i, i);
    i = tree.end[i] - 1;
  }
  return pairs;
}

const calleesView = (profile, tree, fn, byWeight) =>
  madeView(profile, tree, byWeight, fn, outermost(tree, fn), tree.total, true);

const callersView = (profile, tree, fn, byWeight) =>
  madeView(profile, tree, byWeight, fn, outermost(tree, fn), tree.total, false);
