// Functions as a table: both sides of what each has by itself and in total, and the changes.

const ROWS_FIRST = 200;
const SIDE_WORDS = ['before', 'after', 'change'];
const SORTS = ['name'];
for (const key of ['self', 'total']) for (const word of SIDE_WORDS) SORTS.push(key + '-' + word);

let tableBy;
let tableRows = ROWS_FIRST;

// Self and total of anything that weighs, and of each side.
function functionsOf() {
  if (!totals) {
    totals = functionTotals(profile, tree.any);
    totals.sides = tree.sides.map((side) => functionTotals(profile, side));
  }
  return totals;
}

const sumsOfFunction = (fn, key) => functionsOf().sides.map((side) => side[key][fn]);

// Changes are sorted by how sure they are, then by their size.
function sortedFunctions() {
  const { total } = functionsOf();
  const { name, rest } = functions;
  const [key, word] = tableBy.split('-');
  const sure = (fn) => {
    const known = evidenceOf(fn, key);
    return known && !state.changes.length ? known.verdict : 0;
  };
  const by = (fn) => {
    const [before, after] = shownSums(sumsOfFunction(fn, key));
    return word === 'before' ? before : word === 'after' ? after : abs(after - before);
  };
  const fns = [];
  for (let fn = 0; fn < name.length; fn++)
    if (total[fn] > 0 && !rest[fn] && (!hits || hits[fn]) && !isFaint(fn)) fns.push(fn);
  if (!word) return fns;
  const values = new Map(fns.map((fn) => [fn, by(fn)]));
  const rank = (fn) => (word === 'change' ? max(1, sure(fn)) : 0);
  return fns.sort((a, b) => rank(b) - rank(a) || values.get(b) - values.get(a) || a - b);
}

function headCell(key, text) {
  const on = tableBy === key;
  const up = key === 'name';
  return make('th', { 'scope': 'col', 'aria-sort': on ? up ? 'ascending' : 'descending' : 'none' },
    make('button', { 'data-do': 'sort-' + key },
      text + (on ? up ? ' \u25b4' : ' \u25be' : '')));
}

function changeCells(fn, key, most) {
  const sums = sumsOfFunction(fn, key);
  const [before, after] = shownSums(sums);
  const change = after - before;
  const cells = [before, after].map(bareAmount);
  const mark = change > 0 ? UP : DOWN;
  cells.push(change ? mark + '\u00a0' + signed(change, bareAmount(abs(change))) : '0',
    relativeText(sums));
  if (profile.difference.evidence) cells.push(before || after ? evidenceText(fn, key)
    .split(', ').map((part) => part.replace(/ /g, '\u00a0')).join(', ') : '');
  return cells.map((text, i) => (i === 2 ? barCell(text, abs(change), most) :
    make(i === 4 ? 'td.sure' : 'td', {}, text)));
}

function showTable() {
  const { bySelf, evidence, shares } = profile.difference;
  tableBy = tableBy || (bySelf ? 'self' : 'total') + '-change';
  const fns = sortedFunctions();
  const keys = bySelf ? ['self', 'total'] : ['total', 'self'];
  const shown = fns.slice(0, tableRows);
  const most = new Map(keys.map((key) => [key, shown.reduce((most, fn) => {
    const [before, after] = shownSums(sumsOfFunction(fn, key));
    return max(most, abs(after - before));
  }, 0)]));
  const rows = shown.map((fn) => make('tr', {}, make('th', { scope: 'row' },
    make('button', { 'data-do': 'show', 'data-fn': fn, 'title': 'Callers and callees' },
      cutName(shownName(profile, fn)))),
    ...keys.map((key) => changeCells(fn, key, most.get(key))).flat()));
  const heads = (key) => SIDE_WORDS.map((word) => headCell(key + '-' + word,
    (key === 'self' ? 'Self ' : 'Total ') + word)).concat(make('th', { scope: 'col' }, '%'),
    evidence ? make('th', { scope: 'col' }, 'how sure') : []);
  const more = fns.length > tableRows ?
    [moreButton(fns.length - tableRows)] : [];
  const name = headCell('name', 'Function' + (shares || scaleOf(profile.unit) ? '' :
    ' (' + profile.unit + ')'));
  name.style.minWidth = 'min(30ch,35vw)';
  tableBox.replaceChildren(make('table', { 'aria-label': 'Functions' }, make('thead', {},
    make('tr', {}, name, ...keys.map(heads).flat())),
  make('tbody', {}, ...rows)), ...more);
}

// Beside the graph there is no room for both sides.
const showSide = () => {};
/** @type {(fn: number) => void} */
const markRow = () => {};
const onSide = () => {};
/** @type {(fn: number) => void} */
const goToFunction = () => {};
