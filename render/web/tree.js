// Pure functions over trees.

// By function: what it has by itself, and with all it calls; calls of itself count once.
function functionTotals(profile, tree) {
  const self = new Float64Array(profile.functions.n);
  const total = self.slice();
  // Where the outermost call ends that was seen last.
  const end = new Int32Array(profile.functions.n);
  for (let i = 1; i < tree.n; i++) {
    const fn = tree.fn[i];
    self[fn] += tree.self[i];
    if (i < end[fn]) continue;
    total[fn] += tree.total[i];
    end[fn] = tree.end[i];
  }
  return {self, total};
}

// FNV-1a.
const HASH_START = 2166136261;
const HASH_PRIME = 16777619;

function nameHash(text) {
  let hash = HASH_START;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), HASH_PRIME);
  return hash >>> 0;
}

// By function; names that look alike are told apart by their order. A file may be made of names
// with one hash, so there is no table of hashes: no input makes a sort slow.
function functionHashes({functions: {name}}) {
  const hashes = name.map(nameHash);
  const order = Uint32Array.from(hashes, (hash, fn) => fn)
    .sort((a, b) => hashes[a] - hashes[b] || a - b);
  let free = 0;
  for (const fn of order) {
    hashes[fn] = Math.max(hashes[fn], free);
    free = hashes[fn] + 1;
  }
  return hashes;
}

// The hash of a path goes on with the hash of its next function.
function chainHash(path, next) {
  const hash = Math.imul(path ^ next, HASH_PRIME);
  return (hash ^ hash >>> 15) >>> 0;
}

function pathHashes(byFunction, {n, parent, fn}) {
  const hashes = new Uint32Array(n).fill(HASH_START);
  for (let i = 1; i < n; i++) hashes[i] = chainHash(hashes[parent[i]], byFunction[fn[i]]);
  return hashes;
}

// The node if its path has the hash, else another that has, else -1.
function findPath(byFunction, tree, node, hash) {
  const hashes = pathHashes(byFunction, tree);
  return hashes[node] === hash ? node : hashes.indexOf(hash);
}

// Puts nodes, callers first, into preorder with callees by function.
function sortNodes({n, fn, parent, self}, functions) {
  // Lists: nodes of a function, callees of a node.
  const last = new Int32Array(functions);
  const [before, first, next, to] = [0, 0, 0, 0].map(() => new Int32Array(n));
  for (let i = 1; i < n; i++) {
    before[i] = last[fn[i]];
    last[fn[i]] = i;
  }
  for (let f = functions - 1; f >= 0; f--) {
    for (let i = last[f]; i; i = before[i]) {
      next[i] = first[parent[i]];
      first[parent[i]] = i;
    }
  }
  const tree = {n, fn: fn.slice(), parent: parent.slice(), self: self.slice(), gap: null};
  let count = 1;
  for (let i = first[0]; i;) {
    to[i] = count;
    tree.fn[count] = fn[i];
    tree.parent[count] = to[parent[i]];
    tree.self[count++] = self[i];
    if (first[i]) {
      i = first[i];
      continue;
    }
    while (i && !next[i]) i = parent[i];
    i = next[i];
  }
  return tree;
}

// Returns a function that finds the callee of a node, or adds it. The factors are random, so that
// no file can be made of callees with one hash.
function calleeFinder({parent, fn}, add) {
  const bits = 33 - Math.clz32(parent.length);
  const [a, b] = [0, 0].map(() => Math.random() * 2 ** 32 | 1);
  const slots = new Int32Array(1 << bits);
  return (caller, f) => {
    let at = (Math.imul(caller, a) + Math.imul(f, b)) >>> 32 - bits;
    while (slots[at] && (parent[slots[at]] !== caller || fn[slots[at]] !== f)) {
      at = at + 1 & slots.length - 1;
    }
    return slots[at] = slots[at] || add(caller, f);
  };
}

// Which node one repeats, with all between them repeating what is above that: f;f, f;g;f;g, in
// rounds of up to `most`. -1: it repeats none.
function repeatedBy({fn, parent}, node, most) {
  for (let round = 1, first = parent[node]; round <= most; round++, first = parent[first]) {
    let [low, high, left] = [node, first, round];
    for (; left && fn[low] === fn[high]; left--) [low, high] = [parent[low], parent[high]];
    if (!left) return first;
  }
  return -1;
}

// One change. Weights are moved from the nodes of the old tree, in the order of time, to nodes of a
// new one, which are added when they are needed; nodes without any weight go. Trees of the same
// nodes that have the same `any`, which says what any of them weighs, stay trees of the same nodes.
function changeOnce(profile, tree, {what, fn, hits}) {
  const {n, parent, gap} = tree;
  const joins = what === 'merge' || what === 'fold';
  const left = tree.self.slice();
  const any = (tree.any || tree).self.slice();
  for (let i = 0, end = 0; i < n; i++) {
    if (hits ? hits[tree.fn[i]] : tree.fn[i] === fn) end = Math.max(end, tree.end[i]);
    if (what === (i < end ? 'hide' : 'focus')) left[i] = any[i] = 0;
  }
  const total = totalsOf(tree, any);
  const none = new Int32Array(n).fill(-1);
  const made = {n: 1, fn: none, parent: none.slice(), self: new Float64Array(n),
    gap: gap && new Float64Array(n)};
  // By node of the new tree: its last callee, and what of its own came after that.
  const last = new Int32Array(n);
  const since = new Float64Array(n);
  const to = new Int32Array(n);
  const spend = (i, most) => {
    const weight = Math.min(left[i], most);
    left[i] -= weight;
    made.self[to[i]] += weight;
    since[to[i]] += weight;
  };
  const add = (caller, f) => {
    made.fn[made.n] = f;
    made.parent[made.n] = caller;
    if (gap) made.gap[made.n] = since[caller];
    since[caller] = 0;
    return made.n++;
  };
  // In time order only neighbours join.
  const enter = gap ? (caller, f) => {
    const node = last[caller];
    return node && made.fn[node] === f && !since[caller] ? node : last[caller] = add(caller, f);
  } : joins ? calleeFinder(made, add) : add;
  let open = 0;
  for (let i = 1; i < n; i++) {
    for (; open !== parent[i]; open = parent[open]) spend(open, left[open]);
    if (gap) spend(open, gap[i]);
    if (!total[i]) {
      i = tree.end[i] - 1;
      continue;
    }
    const caller = to[open];
    const goes = joins && tree.fn[i] === fn && (parent[i] || !profile.lanes) &&
      (what === 'merge' || made.fn[caller] === fn);
    // All recursion; in order of time, where only neighbours join, without rounds.
    const first = what === 'fold' && fn < 0 ? repeatedBy(tree, i, gap ? 1 : 4) : -1;
    to[i] = first > 0 ? to[first] : goes ? caller : enter(caller, tree.fn[i]);
    open = i;
  }
  for (; open >= 0; open = parent[open]) spend(open, left[open]);
  for (const key in made) if (made[key] && made[key].slice) made[key] = made[key].slice(0, made.n);
  return completeTree(joins && !gap ? sortNodes(made, profile.functions.n) : made);
}
