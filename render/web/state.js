// What a viewer holds, which start.js sets when the tree was read, and what its address says of it.
// All modules of a viewer are one function, viewerOf(root, steps): each call of it has its own.

const { max, min, floor, ceil, round, abs } = Math;
const doc = document;

let standalone;
/** @type {Profile} */
let profile;
/** @type {Functions} */
let functions;
/** @type {Tree} */
let wholeTree;
/** @type {Tree} */
let tree;
let totals;
/** @type {Pane[]} */
let panes;
/** @type {State} */
let state;
/** @type {Place} */
let current = { pane: 0, node: 0 };
/** @type {Uint8Array | null} */
let hits;
/** @type {Match | null} */
let match;
let matchAt = -1;
let matchPlaces = 0;
let searchWrong = '';

// What the address says, as #v=1&z=...: nothing in it is trusted, what is unknown is left out.
// A zoom is {pane, node, hash} (a node of the plain view), {pane, hashes} (functions from the root
// down, for views that are made), or {pane, x: [from, to]} (shares of the whole).

const VIEWS = ['flame', 'inverted', 'sandwich', 'table'];
const CHANGES = ['focus', 'hide', 'merge', 'fold'];
const FOLD_ALL = { what: 'fold', fn: -1 };
// Merges nothing: what is without any weight goes, as of f;g;f;g the second f, which g loses.
const DROP_EMPTY = { what: 'merge', fn: -1 };
const TEXT_MOST = 256;

// Made views open with the heaviest first; a picture that is reversed stays as it was drawn.
const weighs = (view) => view === 'sandwich' || (view === 'inverted' && !profile.reversed);

/** @returns {State} */
function firstState(profile) {
  return {
    proven: false,
    view: profile.reversed ? 'inverted' : 'flame', fn: -1, changes: [], byWeight: false,
    icicle: profile.inverted, zoom: null, text: '', regexp: false, matchCase: false,
    colour: '', // what fills follow; '': those of the picture
    entry: -1, // of the legend: the others are dimmed
  };
}

// What colours can be chosen, of an address too.
let colours = [''];
let hashByFunction;

// A character is never cut in two: half of one cannot stand in an address.
const cutText = (text) => text.slice(0, TEXT_MOST).replace(/[\ud800-\udbff]$/, '');

function hashOf(fn) {
  hashByFunction = hashByFunction || functionHashes(profile);
  return fn < 0 ? 0 : hashByFunction[fn];
}

function functionOf(hash36) {
  hashOf(-1);
  return hashByFunction.indexOf(parseInt(hash36, 36));
}

const pathHash = (hashes) => hashes.reduce(chainHash, HASH_START);

const inTable = () => state.view === 'table';

// Whether the tree is drawn as it is, with its own numbers of nodes.
const isPlain = () => state.view === 'flame' || inTable();

function zoomOn(pane, node) {
  const hashes = panes[pane].view.path(node).map(hashOf);
  return isPlain() ? { pane, node, hash: pathHash(hashes) } : { pane, hashes };
}

// Focus on all that a search finds, which fails like a search.
function findChange(text, regexp, matchCase) {
  const hits = matchFunctions(profile, compilePattern(text, regexp, matchCase));
  return { what: 'focus', fn: -1, find: { text, regexp, matchCase }, hits };
}

// A change in the address. There is a comma between changes, which a text may hold.
function changeAddress({ what, fn, find }) {
  return find ? 'find.' + +find.regexp + +find.matchCase + '.' + encodeURIComponent(find.text) :
    what + '.' + hashOf(fn).toString(36);
}

// Returns the change of such a text, or null.
function changeOf(part) {
  if (part === 'fold.0') return FOLD_ALL;
  const [, key, rest] = /^(\w*)\.(.*)$/.exec(part) || [];
  try {
    const text = cutText(decodeURIComponent(rest.slice(3)));
    if (key === 'find') return text ? findChange(text, rest[0] === '1', rest[1] === '1') : null;
  } catch (e) {
    return null;
  }
  const fn = functionOf(rest);
  return CHANGES.includes(key) && fn >= 0 ? { what: key, fn } : null;
}

// Returns the node of a zoom, or -1.
function resolveZoom(zoom) {
  const { view } = panes[zoom.pane] || {};
  if (!view) return -1;
  if (zoom.hashes) {
    let node = 0;
    for (const hash of zoom.hashes) {
      node = view.kids(node).find((kid) => hashOf(view.fn[kid]) === hash) || 0;
      if (!node) return -1;
    }
    return node;
  }
  if (!isPlain()) return -1;
  if (zoom.node > 0 && zoom.node < tree.n &&
      pathHash(view.path(zoom.node).map(hashOf)) === zoom.hash) return zoom.node;
  hashOf(-1);
  return findPath(hashByFunction, tree, zoom.node, zoom.hash);
}

function zoomText(zoom) {
  const base36 = (n) => n.toString(36);
  const pane = zoom.pane ? '&d=1' : '';
  if (zoom.x) return '&x=' + zoom.x.join('~') + pane;
  if (zoom.hashes) return '&p=' + zoom.hashes.map(base36).join('.') + pane;
  return '&z=' + base36(zoom.node) + '.' + base36(zoom.hash);
}

function fragmentOf(state) {
  let text = '#v=1';
  const hash36 = (fn) => hashOf(fn).toString(36);
  if (state.view !== firstState(profile).view) text += '&view=' + state.view;
  if (state.fn >= 0) text += '&f=' + hash36(state.fn);
  if (state.icicle !== profile.inverted) text += '&o=' + (state.icicle ? 'icicle' : 'flame');
  if (state.byWeight !== weighs(state.view))
    text += '&sort=' + (state.byWeight ? 'weight' : 'name');
  if (state.proven) text += '&only=proven';
  if (state.changes.length)
    text += '&t=' + encodeURIComponent(state.changes.map(changeAddress)).replace(/%2C/g, ',');
  if (state.text) text += '&s=' + encodeURIComponent(state.text);
  if (state.regexp) text += '&r=1';
  if (state.matchCase) text += '&c=1';
  if (state.colour) text += '&by=' + state.colour;
  if (state.entry >= 0) text += '&k=' + state.entry;
  return state.zoom ? text + zoomText(state.zoom) : text;
}

function zoomOf(get) {
  const pane = +(get('d') === '1');
  const hashes = (key) => get(key).split('.').map((hash) => parseInt(hash, 36));
  const [node, hash] = hashes('z');
  if (node >= 0 && hash >= 0) return { pane: 0, node, hash };
  if (get('p')) return { pane, hashes: hashes('p') };
  const x = get('x').split('~').map(Number);
  return x[0] >= 0 && x[0] < x[1] && x[1] <= 1 ? { pane, x } : null;
}

// Returns the state of a fragment; state.lost says that it names what is not in this profile.
function stateOf(fragment) {
  const state = firstState(profile);
  const pairs = new URLSearchParams(fragment.slice(1));
  const get = (key) => pairs.get(key) || '';
  if (VIEWS.includes(get('view'))) state.view = get('view');
  if (get('o')) state.icicle = get('o') === 'icicle';
  state.byWeight = get('sort') ? get('sort') === 'weight' : weighs(state.view);
  state.proven = get('only') === 'proven';
  state.text = cutText(get('s'));
  state.regexp = get('r') === '1';
  state.matchCase = get('c') === '1';
  if (colours.includes(get('by'))) state.colour = get('by');
  if (/^\d$/.test(get('k'))) state.entry = +get('k');
  const changes = get('t') ? get('t').split(',') : [];
  // Each costs a walk through the tree, and one that searches or folds all as much as four more.
  let left = min(64, max(8, 2 ** 20 / profile.tree.n));
  for (const part of changes) {
    left -= /^find|^fold\.0/.test(part) ? 5 : 1;
    const change = left < 0 ? null : changeOf(part);
    if (change) state.changes.push(change);
    else state.lost = true;
    if (left < 0) break;
  }
  if (get('f')) state.fn = functionOf(get('f'));
  if (state.view === 'sandwich' && state.fn < 0) {
    state.view = 'flame';
    state.lost = true;
  }
  state.zoom = zoomOf(get);
  return state;
}
