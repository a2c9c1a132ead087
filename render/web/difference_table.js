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

// Before, after, or by how much it changed.
function shownOf(fn, key, word = '') {
  const [before, after] = shownSums(sumsOfFunction(fn, key));
  return word === 'before' ? before : word === 'after' ? after : abs(after - before);
}

// Changes are sorted by how sure they are, then by their size.
function sortedFunctions(order = tableBy) {
  const { total } = functionsOf();
  const { name, rest } = functions;
  const [key, word] = order.split('-');
  const sure = (fn) => {
    const known = evidenceOf(fn, key);
    return known && !state.changes.length ? known.verdict : 0;
  };
  const fns = [];
  for (let fn = 0; fn < name.length; fn++)
    if (total[fn] > 0 && !rest[fn] && (!hits || hits[fn]) && !isFaint(fn)) fns.push(fn);
  if (!word) return fns;
  const values = new Map(fns.map((fn) => [fn, shownOf(fn, key, word)]));
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
  if (compared().evidence) cells.push(before || after ? evidenceText(fn, key)
    .split(', ').map((part) => part.replace(/ /g, '\u00a0')).join(', ') : '');
  const made = cells.map((text, i) => (i === 2 ? barCell(text, abs(change), most) :
    make(i === 4 ? 'td.sure' : 'td', {}, text)));
  if (change < 0) made[2].className += ' flame-less';
  return made;
}

const changeMost = (fns, key) => fns.reduce((most, fn) => max(most, shownOf(fn, key)), 0);

const unitText = () => (scaleOf(profile.unit) ? '' : ' (' + profile.unit + ')');

function showTable() {
  const { bySelf, evidence, shares } = compared();
  tableBy = tableBy || (bySelf ? 'self' : 'total') + '-change';
  const fns = sortedFunctions();
  const keys = bySelf ? ['self', 'total'] : ['total', 'self'];
  const shown = fns.slice(0, tableRows);
  const most = new Map(keys.map((key) => [key, changeMost(shown, key)]));
  const rows = shown.map((fn) => make('tr', {}, make('th', { scope: 'row' },
    make('button', { 'data-do': 'show', 'data-fn': fn, 'title': 'Callers and callees' },
      cutName(shownName(profile, fn)))),
    ...keys.map((key) => changeCells(fn, key, most.get(key))).flat()));
  const heads = (key) => SIDE_WORDS.map((word) => headCell(key + '-' + word,
    (key === 'self' ? 'Self ' : 'Total ') + word)).concat(make('th', { scope: 'col' }, '%'),
    evidence ? make('th', { scope: 'col' }, 'how sure') : []);
  const more = fns.length > tableRows ?
    [moreButton(fns.length - tableRows)] : [];
  const name = headCell('name', 'Function' + (shares ? '' : unitText()));
  name.style.minWidth = 'min(30ch,35vw)';
  tableBox.replaceChildren(make('table', { 'aria-label': 'Functions' }, make('thead', {},
    make('tr', {}, name, ...keys.map(heads).flat())),
  make('tbody', {}, ...rows)), ...more);
}

// ---- what changed, for side.js

const SIDE_PX = 1280;
const SIDE_NAME = 'What changed';
const SIDE_NAME_PX = 205;

// By themselves where it is so that a function is proven, as that alone is what to look at.
function sideCells() {
  const { bySelf, evidence, shares, runs } = compared();
  const key = bySelf || functions.name.some((name, fn) => (evidenceOf(fn, 'self') || 0).named) ?
    'self' : 'total';
  const fns = sortedFunctions(key + '-change').filter((fn) =>
    max(...sumsOfFunction(fn, key)) > 0).slice(0, SIDE_ROWS);
  const most = changeMost(fns, key);
  const rows = fns.map((fn) => {
    const cells = changeCells(fn, key, most);
    // What was counted in a run, below its share.
    if (shares) sumsOfFunction(fn, key).forEach((sum, i) =>
      cells[i].append(make('div', {}, formatAmount(profile, sum / runs[i])
        .replace(' ' + profile.unit, ''))));
    if (evidence) set(cells[4], { title: cells[4].textContent })
      .textContent = cells[4].textContent.split(/[,;]\s/).pop();
    const name = sideName(fn, cutName(shownName(profile, fn)), SIDE_NAME_PX);
    if (isNamed(fn)) name.style.fontWeight = 'bold';
    return [fn, name, ...cells];
  });
  return { kind: 'table.two', heads: [(key === 'self' ? 'By itself' : 'With callees') + unitText(),
    ...SIDE_WORDS, '%', ...(evidence ? ['how sure'] : [])], rows };
}
