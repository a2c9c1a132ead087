// Prints how long the viewer's modules take on a large tree: node tests/web/speed.mjs [nodes].
import {load, encodeNames, leb, pack} from './kit.mjs';

const NODES = Number(process.argv[2] || 1e6);
const FUNCTIONS = 18000;
const DEPTH = 48;
const viewer = load();

let seed = 1;
function random(below) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor(seed / 2 ** 32 * below);
}

function names() {
  const words = ['std::vector', 'Parser', 'lex', 'rocksdb', 'operator', 'Handler', 'find', 'read'];
  const all = new Set();
  while (all.size < FUNCTIONS) {
    let name = 'app::';
    while (name.length < 38) name += words[random(words.length)] + '_';
    all.add(name + random(1e6));
  }
  return [...all].sort();
}

// Functions of the callees of a node: few levels that fan out, then many that hardly do.
function callees(level) {
  const most = level < 6 ? 5 : level < DEPTH ? [0, 1, 1, 1, 1, 1, 1, 2, 2][random(9)] : 0;
  const found = new Set();
  for (let i = 0; i < most; i++) found.add(random(FUNCTIONS));
  return [...found].sort((a, b) => b - a);
}

// Bytes that grow; a list of a million numbers would keep the collector busy while we measure.
class Bytes {
  constructor() {
    this.all = new Uint8Array(1 << 16);
    this.n = 0;
  }

  add(list) {
    if (this.n + list.length > this.all.length) {
      const more = new Uint8Array(2 * this.all.length + list.length);
      more.set(this.all);
      this.all = more;
    }
    this.all.set(list, this.n);
    this.n += list.length;
  }

  taken() {
    return this.all.subarray(0, this.n);
  }
}

function sections() {
  const pops = new Bytes();
  const ids = new Bytes();
  const selfs = new Bytes();
  let whole = 0;
  const waiting = [Array.from({length: FUNCTIONS}, (_, i) => FUNCTIONS - 1 - i)];
  let up = 0;
  selfs.add([0]);
  for (let n = 1; n < NODES;) {
    const level = waiting.length - 1;
    if (!waiting[level].length) {
      waiting.pop();
      up++;
      continue;
    }
    const self = random(3) ? 0 : 1 + random(200);
    whole += self;
    ids.add(leb(waiting[level].pop()));
    pops.add(leb(up));
    selfs.add(leb(self));
    waiting.push(callees(level + 1));
    up = 0;
    n++;
  }
  return {pops, ids, selfs, whole};
}

function encodeTree() {
  const {pops, ids, selfs, whole} = sections();
  const kinds = new Uint8Array(FUNCTIONS).fill(1);
  const fills = new Uint8Array(3 * FUNCTIONS).fill(200);
  const bytes = new Bytes();
  bytes.add([1, 0, 2, 110, 115, 0, 1, 160, 1]);
  [whole, FUNCTIONS, NODES].forEach((n) => bytes.add(leb(n)));
  for (const part of [encodeNames(names()), kinds, fills, [], [], pops.taken(), ids.taken(),
    selfs.taken(), []]) {
    bytes.add(leb(part.length));
    bytes.add(part);
  }
  return bytes.taken();
}

// The median of three runs.
async function measure(what, run) {
  const times = [];
  let result = null;
  for (let i = 0; i < 3; i++) {
    const from = performance.now();
    result = await run();
    times.push(performance.now() - from);
  }
  times.sort((a, b) => a - b);
  console.log(`${what.padEnd(44)}${times[1].toFixed(1).padStart(9)} ms`);
  return result;
}

// The first `n` nodes of a view, level by level.
function look(view, n) {
  for (let i = 0; i < Math.min(n, view.n); i++) view.kids(i);
  return view;
}

const texts = pack(encodeTree());
const packed = await measure('readBytes', () => viewer.readBytes(texts, 'deflate-raw'));
const profile = await measure('readProfile', () => viewer.readProfile(packed));
const {tree} = profile;
console.log(`(${tree.n} nodes, depth ${tree.depth.reduce((a, b) => Math.max(a, b), 0)}, ` +
  `${texts.join('').length} characters)`);
const run = (what, call) => measure(what, call);
const compile = (text, regexp) => viewer.compilePattern(text, regexp, false);
await run('matchFunctions, plain', () => viewer.matchFunctions(profile, compile('lex', false)));
const hits = await run('matchFunctions, regexp', () =>
  viewer.matchFunctions(profile, compile('^app::.*(lex|find)_[0-9]+$', true)));
const {marks} = await run('matchTree', () => viewer.matchTree(tree, hits));
await run('functionTotals', () => viewer.functionTotals(profile, tree));
await run('pathHashes', () => viewer.pathHashes(viewer.functionHashes(profile), tree));
const totals = viewer.functionTotals(profile, tree);
const fn = totals.total.indexOf(Math.max(...totals.total));
for (const what of ['focus', 'hide', 'merge', 'fold']) {
  await run(`changeTree ${what}`, () => viewer.changeTree(profile, tree, [{what, fn}]));
}
await run('plainView, 10,000 nodes', () => look(viewer.plainView(profile, tree, true), 10000));
const inverted = await run('invertedView, kids of the root', () =>
  look(viewer.invertedView(profile, tree, true), 1));
await run('invertedView, 1,000 more', () =>
  look(viewer.invertedView(profile, tree, true), 1001));
await run('invertedView, shareOf', () => inverted.shareOf(0, marks));
await run('callersView, 1,000 nodes', () =>
  look(viewer.callersView(profile, tree, fn, true), 1000));
await run('calleesView, 1,000 nodes', () =>
  look(viewer.calleesView(profile, tree, fn, true), 1000));
