// Colours chosen in the page: the fills of functions by what they belong to, and the legend.

const OTHER = 'other';
// Ranges of colours, as two of them: of modules and packages those of themes/auto.theme, the
// heaviest first, then of all others; of kinds the file has them, but of the root, which has none.
const PARTS = ['88cac795d7d4', 'edd467fae174', 'b27892bf849e', '7f95408ba24d', '6490cd709ddb',
  'ace6aab9f3b7', 'd1af7fdebb8b', 'c7bda5d4cab1'];
const KERNEL_RANGE = 'd58672e2927e';
const ROOT_KIND = 'unmarked efcb7bf9e6ba';
const PLAIN_RANGES = { function: 'e5705affe637', one: 'a9c6e8a9c6e8' };

const schemes = new Map();

// From 0 to 1, the same for equal names: as values_by_name() of paint.c.
function valueOf(name) {
  let sum = 0;
  for (const char of name) sum += char.codePointAt(0);
  return Number(BigInt.asUintN(48, BigInt(sum * 65536 + 0x330e) * BigInt(0x5deece66d) +
    BigInt(11))) / 2 ** 48;
}

// The colour of a range at a value, as theme_colour_at() of theme.c.
function fillAt(range, value) {
  const from = channelsOf('#' + range);
  const to = channelsOf(range.slice(5));
  return hexOf(from.map((n, i) => n + ((to[i] - n) * value | 0)));
}

function makeKey(text, fill, i) {
  const swatch = make('span.swatch');
  swatch.style.background = fill;
  return Object.assign(make('button.key', { 'data-do': 'entry', 'data-entry': i,
    'title': 'Dim the others' }, swatch, text), { flameText: text, flameFill: fill });
}

// {keys: of the legend, at(function): the number of its key, ranges: of colours, by that number}
// The root is function -1.
function makeScheme(by) {
  const { kindNames, kind } = functions;
  const isPart = /^[mp]/.test(by);
  const groupOf = isPart ? (fn) => functions[by][fn] || (kind[fn] === 2 ? 'kernel' : OTHER) :
    by === 'kind' ? (fn) => kindNames[fn] || ROOT_KIND : () => by;
  const weights = new Map([[groupOf(-1), 0]]);
  const weightOfGroup = (group) => weights.get(group) || 0;
  functionTotals(profile, wholeTree).self.forEach((weight, fn) =>
    weights.set(groupOf(fn), weightOfGroup(groupOf(fn)) + weight));
  if (isPart) weights.set(OTHER, -1);
  const groups = [...weights.keys()].sort((a, b) => weightOfGroup(b) - weightOfGroup(a));
  const last = min(groups.length - 1, isPart ? 7 : 9);
  groups.splice(last, groups.length, groups.at(-1));
  const ranges = groups.map((group, i) => (isPart ? group === 'kernel' ? KERNEL_RANGE :
    PARTS[group === OTHER ? 7 : i] : PLAIN_RANGES[by] || group.slice(-12)));
  const keys = groups.map((group, i) => makeKey(cutName(isPart ? group : group.slice(0, -13)),
    fillAt(ranges[i], 0.5), i));
  return { keys: last ? keys : [], ranges, fills: [], at(fn) {
    const i = groups.indexOf(groupOf(fn));
    return i < 0 ? last : i;
  } };
}

// The picture's legend as buttons, each of which dims what is not of its colour.
function drawnScheme() {
  const fills = [...root.querySelectorAll('.legend rect')].map((rect) => attributeOf(rect, 'fill'));
  const keys = [...root.querySelectorAll('.legend text')]
    .map((text, i) => makeKey(text.textContent, fills[i], i));
  const scheme = { keys, at: (fn) => functions.entry[fn] };
  if (!profile.marks || !keys.length) return scheme;
  // The last tells of the mark, which is no colour.
  const { flameFill, flameText, firstChild } = keys.pop();
  firstChild.style.background = 'linear-gradient(135deg,#000a 4px,#0000 4px),' + flameFill;
  scheme.mark = make('span.key', {}, firstChild, flameText);
  return scheme;
}

function schemeNow() {
  const by = state.colour;
  if (!schemes.has(by)) schemes.set(by, makeScheme(by));
  return schemes.get(by);
}

const entryOf = (fn) => schemeNow().at(fn);

// The fill of a function, or of the root, in colours that were chosen.
function chosenFill(fn) {
  const { fills, ranges, at } = schemeNow();
  const name = functions.name[fn] || '';
  return fills[fn] = fills[fn] || (name === '-' ? '#c8c8c8' : name === '--' ? '#a0a0a0' :
    fillAt(ranges[at(fn)], valueOf(name)));
}

function addLegend() {
  colours = ['', ...['kind', 'module', 'package'].filter((by) =>
    functions[by === 'kind' ? 'kindNames' : by]),
    'function', 'one'];
  colourList = make('select', { 'data-do': 'colour', 'aria-label': 'Colours',
    'title': 'Colours (k)' }, ...colours.map((by) => make('option', { value: by },
    'Colours: ' + (by || 'as drawn'))));
  schemes.set('', drawnScheme());
}

// Whole percents that add up to 100: the largest remainders are rounded up, as in legend.c.
function wholePercents(weights) {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const exact = weights.map((weight) => weight * 100 / (whole || 1));
  const percents = exact.map(floor);
  const rest = (i) => exact[i] - percents[i];
  const order = exact.map((n, i) => i).sort((a, b) => rest(b) - rest(a) || a - b);
  let left = whole ? 100 - percents.reduce((sum, n) => sum + n, 0) : 0;
  for (const i of order) if (left-- > 0) percents[i]++;
  return percents;
}

// The keys of a legend with the shares of what chips leave, the heaviest first.
function weighedKeys({ keys, at }) {
  const isDrawn = !state.colour && !state.changes.length;
  const weights = keys.map(() => 0);
  if (!isDrawn) functionsOf().self.forEach((weight, fn) => { weights[at(fn)] += weight; });
  weights.length = keys.length;
  const percents = wholePercents(weights);
  keys.forEach((key, i) => {
    key.lastChild.data = isDrawn ? key.flameText : key.flameText.replace(/ \d+ %$/, '') +
      (percents[i] ? ' ' + percents[i] + ' %' : '');
    set(key, { 'aria-pressed': state.entry === i });
  });
  return [...keys].sort((a, b) => weights[keys.indexOf(b)] - weights[keys.indexOf(a)]);
}

function showLegend() {
  const { mark } = schemes.get('');
  const shown = [colourList, ...weighedKeys(schemeNow()), ...(mark ? [mark] : [])];
  colourList.value = state.colour;
  if (shown.length !== legend.children.length || shown.some((e, i) => legend.children[i] !== e))
    legend.replaceChildren(...shown);
}
