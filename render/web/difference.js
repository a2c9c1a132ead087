// What is read and shown of a difference of two profiles: plain.js is what stands in this place for
// one. A tree has sides then, trees of the same nodes with the sums of before and of after, and
// `any`, the same with all that anything weighs.

const [UP, DOWN, PLUS, MINUS, MOVED] = '\u25b2\u25bc+\u2212\u2194';
const VERDICTS = ['', 'within the noise', 'not proven', 'proven'];

// What is unchanged in dark surroundings, and how light the strongest changes are at least.
const DARK_SAME = [0x32, 0x33, 0x35];
const DARK_LIGHT = 0.34;

// As colour_luminance() of colour.c, in shares of white.
function luminanceOf(channels) {
  const [r, g, b] = channels.map((n) =>
    (n <= 10 ? n / 3294.6 : ((n + 14.025) / 269.025) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

// As colour_lightened() of colour.c.
function lightened(channels) {
  const mix = (k) => channels.map((n) => n + Math.floor((255 - n) * k / 255));
  let k = 0;
  while (luminanceOf(mix(k)) < DARK_LIGHT) k++;
  return mix(k);
}

function takeFloat(take, bits) {
  const bytes = take(bits / 8);
  return new DataView(bytes.buffer, bytes.byteOffset)['getFloat' + bits](0, true);
}


function readEvidence(n, flags, { take, text }) {
  const number = () => takeFloat(take, 32);
  return Array.from({ length: n + 1 }, () => {
    const found = (flags & 8 ? ['total', 'self'] : []).reduce((found, key) => {
      const [bits] = take(1);
      need(bits < 64);
      if (bits) {
        /** @type {any[]} */
        const [low, high] = bits & 8 ? [] : [number(), number()];
        need(bits & 8 || high - low < Infinity);
        const verdict = bits & 3;
        found[key] = { verdict, low, high, unjudged: (bits & 4) > 0, named: (bits & 32) > 0,
          words: bits & 16 ? text() : VERDICTS[verdict] };
      }
      return found;
    }, {});
    return flags & 16 ? Object.assign(found, { tiers: text() }) : found;
  });
}

function readDifference(functions, reader) {
  const { take, number, text } = reader;
  const flags = number(31);
  /** @type {any} */
  const found = { shares: (flags & 1) > 0, byWork: (flags & 2) > 0, bySelf: (flags & 4) > 0,
    decimals: number(99), per: text(), runs: [], weights: [] };
  for (const side of [0, 1]) {
    found.runs[side] = number();
    found.weights[side] = takeFloat(take, 64);
    need(found.weights[side] > 0 && found.weights[side] < Infinity);
  }
  [found.same, found.more, found.less] = [0, 0, 0].map(() => [...take(3)]);
  [found.darkMore, found.darkLess] = [found.more, found.less].map(lightened);
  found.evidence = flags & 24 ? readEvidence(functions, flags, reader) : null;
  return found;
}

function readTree(n, functions, profile, reader) {
  const { part, fill } = reader;
  profile.difference = part(() => readDifference(functions, reader));
  const tree = readNodes(n, functions, profile, reader);
  const [before, after] = [0, 0].map(() => part(() => fill(new Float64Array(n))));
  tree.sides = [before, after].map((self) => treeLike(tree, self));
  tree.any = treeLike(tree, tree.self.map((weight, i) => weight + before[i] + after[i]));
  return tree;
}

// What is known of both sides together.
const compared = () => profile.difference;

const changeTree = (profile, tree, changes) => changes.reduce((from, change) => {
  const changed = ({ self }) => changeOnce(profile, Object.assign({}, from, { self }), change);
  return Object.assign(changed(from), { sides: from.sides.map(changed), any: changed(from.any) });
}, tree);

// ---- numbers: sums are pairs of before and after

// What a node of a view has on both sides, with all below it, or `own`: by itself.
function sumsOf(view, node, own) {
  const { tree, pairsOf, weights, down } = view;
  if (!pairsOf || (view.fn[0] < 0 && !node))
    return tree.sides.map((side) => side[own ? 'self' : 'total'][node]);
  const known = view.sums = view.sums || [];
  const at = 2 * node + (own ? 1 : 0);
  return known[at] = known[at] || tree.sides.map((side) => {
    const values = own || weights === tree.self ? side.self : side.total;
    let sum = 0;
    for (let k = 0; k < pairsOf[node].length; k += 2)
      sum += values[pairsOf[node][down ? k : k + 1]];
    return sum;
  });
}

// What fills follow: of callers from the leaves, the leaves alone have anything by themselves.
function heatSums(view, node) {
  const { pairsOf, down, parent } = view;
  if (!compared().bySelf) return sumsOf(view, node);
  if (!pairsOf || down) return sumsOf(view, node, true);
  return parent[node] ? [0, 0] : sumsOf(view, node);
}

/** @type {(tree: any) => number[]} */
const wholeSums = ({ sides }) => sides.map(({ total }) => total[0]);

const weighted = (sums) => sums.map((sum, side) => sum * compared().weights[side]);

// As difference_heat() of difference.c.
function heatOf(sums) {
  const [before, after] = weighted(sums);
  const whole = max(...weighted(wholeSums(tree)));
  const change = abs(after - before);
  if (!(change > 0 && whole > 0)) return 0;
  const heat = Math.sqrt(change / max(before, after)) *
    min(1, Math.sqrt(change / (0.02 * whole)));
  return after < before ? -heat : heat;
}

// As colour_mixed() of colour.c.
const mixed = (from, to, part) =>
  hexOf(from.map((n, i) => (n * (256 - part) + to[i] * part + 128) >> 8));

// The fills of a change: in dark surroundings as difference_dark_fill() of difference_box.c.
function heatFills(heat, sure = 1) {
  const { same, more, less, darkMore, darkLess } = compared();
  const part = floor(abs(heat) * 256 + 0.5);
  const [end, darkEnd] = heat > 0 ? [more, darkMore] : [less, darkLess];
  return { fill: mixed(same, end, part),
    dark: part && mixed(DARK_SAME, darkEnd,
      floor(16 * Math.sqrt(floor(part * sure + 0.5)) + 0.5)) };
}

// Both sides as they are shown.
function shownSums(sums) {
  const { shares, decimals } = compared();
  const whole = weighted(wholeSums(wholeTree))[0];
  const scale = shares ? 100 / (whole || 1) : profile.factor / 10 ** decimals;
  return weighted(sums).map((sum) => sum * scale);
}

// As sides.c writes it: with as many digits as make four or five of the whole, where it is no sum
// that was counted.
function bareAmount(value, guessed) {
  const { shares, byWork, weights } = compared();
  const { unit } = profile;
  if (shares) return value.toFixed(2) + ' %';
  if (scaleOf(unit)) return formatAmount({ unit, factor: 1, decimals: 0 }, value);
  const exact = weights[0] === 1 && weights[1] === 1 && !byWork;
  if (!value || (exact && !guessed)) return formatNumber(value);
  let digits = 0;
  const most = exact ? 1e3 : 1e4;
  for (let n = max(...shownSums(wholeSums(wholeTree))); n < most && digits < 6; n *= 10)
    digits++;
  const [whole, rest] = value.toFixed(digits).split('.');
  return formatNumber(+whole) + (rest ? '.' + rest : '');
}

function fullAmount(value) {
  const { shares, byWork, per } = compared();
  const { unit } = profile;
  const bare = bareAmount(value);
  const counts = shares || scaleOf(unit) ? '' :
    ' ' + (bare === '1' ? unit.replace(/s$/, '') : unit);
  return bare + counts + (byWork && per ? ' per ' + per : '');
}

// With the sign that the picture and tables have.
const signed = (value, text) => (value < 0 ? '-' : '+') + text;

const signedShare = (percent) => signed(percent, abs(percent).toFixed(2) + ' %');

const fateOf = ([before, after]) => (!before === !after ? '' : after ? 'new' : 'gone');

function relativeText(sums) {
  const [before, after] = shownSums(sums);
  return fateOf(sums) || (before ? signedShare((after / before - 1) * 100) : '');
}

// What a change is of the whole after, in points of percent.
function pointsText(change) {
  const whole = shownSums(wholeSums(wholeTree))[1];
  const points = whole > 0 ? change / whole * 100 : 0;
  return signed(points, abs(points).toFixed(2) + ' points');
}

function changeText(sums) {
  const [before, after] = shownSums(sums);
  const change = after - before;
  if (!change) return 'unchanged';
  const { shares } = compared();
  const size = abs(change);
  const more = [relativeText(sums), shares ? '' : pointsText(change)].filter((text) => text);
  return signed(change, shares ? size.toFixed(2) + ' points' : bareAmount(size)) +
    ' (' + more.join(', ') + ')';
}

function bothText(sums) {
  const [before, after] = shownSums(sums);
  if (!before && !after) return fullAmount(0);
  return 'before ' + bareAmount(before) + ', after ' + fullAmount(after) + ', ' +
    changeText(sums);
}

// How sure the change of a function is, of all functions where it is none.
function evidenceOf(fn, key) {
  const { evidence } = compared();
  return evidence && evidence[fn + 1][key];
}

const someEvidence = (fn, is) =>
  ['self', 'total'].some((key) => is(evidenceOf(fn, key) || 0));

// With more than one run on both sides a change could have been proven; with more on one side alone
// a change beyond the noise is not proven either.
const provable = () => compared().runs.every((n) => n > 1);

// Nothing is known of what the viewer itself made of a function.
function evidenceText(fn, key) {
  const known = evidenceOf(fn, key);
  if (!known || state.changes.length) return '';
  const { words, low, high } = known;
  const end = (value) => signed(value, bareAmount(abs(value), true));
  return (low === undefined ? '' : end(low) + ' to ' + end(high) + ', ') + words;
}

// How a function was compiled, where that changed.
const tiersText = (fn) => (!state.changes.length && evidenceOf(fn, 'tiers')) || '';

// ---- what frames look like and are called

const MARKED_HEAT = 0.1; // below it colours are hardly seen

const DASHED_PX = 6; // narrower ones would be all outline

// What the comparison is about: one that is proven by itself, or with its callees where none is by
// itself.
const isNamed = (fn) => someEvidence(fn, ({ named }) => named);

// As difference_sureness() of difference_test.c.
function sureness(fn) {
  if (isNamed(fn)) return 1;
  const known = evidenceOf(fn, compared().bySelf ? 'self' : 'total');
  if (!known || known.verdict === 3) return 1;
  if (known.verdict === 1 && !known.unjudged) return 0.1;
  return known.unjudged || compared().runs.some((n) => n > 1) ? 0.3 : 1;
}

// As difference_find_moved() of difference.c, of a tree as it stands.
function findMoved({ n, parent, sides }) {
  const totals = [];
  const changes = [];
  const moved = [];
  const add = (to, pair) => {
    const [before, after] = weighted(pair);
    to[before > after ? 0 : 1] += abs(after - before);
  };
  for (let i = 0; i < n; i++) {
    totals[i] = sides.map(({ total }) => total[i]);
    changes[i] = [0, 0];
    add(changes[i], sides.map(({ self }) => self[i]));
    if (i && fateOf(totals[i])) add(changes[parent[i]], totals[i]);
  }
  for (let i = 1; i < n; i++) {
    const up = parent[i];
    const [gone, fresh] = changes[up];
    const [before, after] = weighted(totals[up]);
    const near = (one, other) => abs(one - other) <= max(gone, fresh) / 4;
    moved[i] = fateOf(totals[i]) &&
      (moved[up] || (gone && fresh && near(gone, fresh) && near(before, after)));
  }
  return moved;
}

const isMoved = ({ tree, pairsOf }, node) =>
  !pairsOf && (tree.moved = tree.moved || findMoved(tree))[node];

// As difference_box_heat() of difference_box.c.
function frameHeat(view, node) {
  if (isMoved(view, node)) return 0;
  const heat = heatOf(heatSums(view, node));
  const fn = view.fn[node];
  if (!isNamed(fn)) return heat * sureness(fn);
  return Math.sign(heat) * max(abs(heat), min(0.4, 4 * abs(heat)));
}

function markOf(view, node) {
  if (isMoved(view, node)) return MOVED + ' ';
  const heat = frameHeat(view, node);
  if (abs(heat) < MARKED_HEAT) return '';
  const fate = fateOf(sumsOf(view, node));
  return (fate ? fate === 'new' ? PLUS : MINUS : heat > 0 ? UP : DOWN) + ' ';
}

function ownLook({ node }, view, width) {
  const fn = view.fn[node];
  return Object.assign(heatFills(frameHeat(view, node), sureness(fn)),
    { more: isNamed(fn) ? ' flame-named' :
      width >= DASHED_PX && fateOf(sumsOf(view, node)) ? ' flame-dashed' : '' });
}

// ---- names of what is proven, where boxes are too small for them: as callout.c

const CALLOUT_CELLS = 26;
const CALLOUT_ROWS = 16;
const CALLOUTS_MOST = 24;

// The widest box of each function that is named, the widest of all first.
function namedIn({ rects, view }) {
  const widest = new Map();
  for (const { flame } of rects) {
    const fn = view.fn[flame.box.node];
    if (flame.box.joined || !isNamed(fn)) continue;
    if (!widest.has(fn) || flame.width > widest.get(fn).width) widest.set(fn, flame);
  }
  return [...widest.values()].sort((a, b) => b.width - a.width).slice(0, CALLOUTS_MOST);
}

// The nearest row, first on the side of callees, with room for the callout beside wide boxes.
function rowFor(taken, x, width, depth, { first, last }, most) {
  const isFree = (at) => !taken.some((flame) => flame.depth === at && flame.width > 2 &&
    flame.left < x + width + 2 && flame.left + flame.width > x - 2);
  for (let k = 1; k < CALLOUT_ROWS; k++)
    if (depth + k < min(most, last + 1) && isFree(depth + k)) return depth + k;
  for (let k = 1; k < CALLOUT_ROWS; k++)
    if (depth - k >= max(0, first) && isFree(depth - k)) return depth - k;
  return depth + 1 < most ? depth + 1 : depth - 1;
}

let spare;

// Where boxes leave no room there is some behind the last row.
const spareRows = () => spare = spare === undefined ?
  min(3, functions.name.filter((name, fn) => isNamed(fn)).length) : spare;

function drawCallouts(pane, place, graphic) {
  const { view } = pane;
  const taken = pane.rects.map(({ flame: { box, left, width } }) =>
    ({ depth: box.depth, left, width }));
  const high = profile.rowPx - 1;
  const origin = place.y(0);
  const parts = [];
  let lines = '';
  const pathOf = (d) => svgElement('path', { d, fill: '#ffffff', stroke: '#202020' });
  for (const { box, left, width, label } of namedIn(pane)) {
    const mark = markOf(view, box.node);
    const name = fitText(boxName(box, view), CALLOUT_CELLS * cellPx, widthOf, profile.cutRight);
    if (label && label.textContent.length >= mark.length + name.length) continue;
    const room = widthOf(mark + name) + 2 * PAD_PX;
    const middle = left + width / 2;
    const x = max(1, min(place.width - room - 1, middle - room / 2));
    const depth = rowFor(taken, x, room, box.depth, place, pane.most);
    taken.push({ depth, left: x, width: room });
    const [y, at] = [depth, box.depth].map((d) => place.y(d) - origin);
    const text = svgElement('text', { x: x + PAD_PX, y: y + high / 2 + fontPx * 0.33 });
    text.textContent = mark + name;
    lines += 'M' + middle + ' ' + (y < at ? y + high + 'V' + at : at + high + 'V' + y);
    parts.push(pathOf('M' + x + ' ' + y + 'h' + room + 'v' + high + 'h' + -room + 'z'), text);
  }
  if (!lines) return;
  const group = svgElement('g', { 'class': 'flame-callout', 'aria-hidden': true,
    'transform': 'translate(0,' + origin + ')' });
  group.flameDepth = 0;
  group.append(pathOf(lines), ...parts);
  graphic.append(group);
}

// Whether a function is all but hidden, where only what is proven is asked for.
const isProven = (fn) => someEvidence(fn, ({ verdict }) => verdict === 3);

const isFaint = (fn) => state.proven && !(fn >= 0 && isProven(fn));

let provenButton;

const showSwitch = () => {
  if (provenButton) set(provenButton, { 'aria-pressed': state.proven });
};

const weightLabel = ({ joined, size, node }, view) => (joined ?
  formatShare(size, view.whole) + ' of the width' :
  [bothText(sumsOf(view, node)) + (isMoved(view, node) ? ', moved' : ''),
    tiersText(view.fn[node])].filter((text) => text).join('; '));

const copiedCount = (view, node) => sumsOf(view, node).join(' ');

/** @type {(found: any) => number[]} */
const sumsFound = (found) => found.sums = found.sums ||
  tree.sides.map((side) => matchTree(side, hits).weight);

const foundShare = () => bothText(sumsFound(match));

// What is the same in all places is not said twice.
function detailText(at) {
  const { view, up } = panes[at.pane];
  const { node } = at;
  const fn = view.fn[node];
  const parts = [];
  for (const key of ['total', 'self']) {
    const word = key === 'self' ? 'self ' : '';
    const own = up && word ? null : bothText(sumsOf(view, node, !!word));
    if (own) parts.push(word + own);
    const all = fn < 0 ? own : bothText(functionsOf().sides.map((side) => side[key][fn]));
    if (all !== own) parts.push('in all places ' + word + all);
    const evidence = fn < 0 && word ? '' : evidenceText(fn, key);
    if (evidence) parts.push(parts.pop() + ' [' + evidence + ']');
  }
  return [...parts, tiersText(fn)].filter((text) => text).join(' \u00b7 ');
}

const entryOf = (fn) => functions.entry[fn];

const showLegend = () => {};

function functionText(fn) {
  return ['total', 'self'].map((key) => {
    const evidence = evidenceText(fn, key);
    return (key === 'self' ? 'self ' : '') + bothText(sumsOfFunction(fn, key)) +
      (evidence ? ' [' + evidence + ']' : '');
  }).concat(tiersText(fn) || []).join(' \u00b7 ');
}

// What frames of one side look like, which other pictures have no use for, and the legend: the last
// line of the picture's heading, which may be its second. A wide page has it in words below the
// graph, where the second line is as well, and a short one among the controls.
function addLegend() {
  const { sheet } = root.querySelector('style');
  sheet.insertRule('@media all{.flame-named{stroke:#202020;stroke-width:2}' +
    '.flame-dashed{stroke:#a0a0a0;stroke-dasharray:4 2}.flame-callout{pointer-events:none}' +
    '@media screen and (prefers-color-scheme:dark){.flame-dashed{stroke:#707070}' +
    '.flame-named,.flame-callout path{stroke:#fff}.flame-callout path{fill:#17191c}' +
    '.flame-callout text{fill:#fff}}}');
  const texts = [...root.querySelectorAll('svg > text')];
  const meaning = texts.pop();
  if (!meaning) return;
  answer = texts.length < 2 ? ' ' : subtitle + '.';
  subtitle = '';
  const text = meaning.textContent;
  const swatch = (key) => {
    const box = make('span.swatch');
    box.style.background = hexOf(compared()[key]);
    return box;
  };
  legend.append(swatch('more'), swatch('less'), text);
  detail.append(make('span.meaning', {}, text));
  bar.querySelector('.flame-title').classList.add('flame-verdict');
  const help = control('help');
  help.after(make('span.brief', { title: text }, swatch('more'), 'more', swatch('less'), 'less'));
  if (!compared().evidence || !provable()) return;
  provenButton = button('proven', 'Proven only', 'Proven only: dim what is not');
  help.after(provenButton);
}
