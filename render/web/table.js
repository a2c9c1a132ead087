// Functions as a table: self and total of each.

const ROWS_FIRST = 200;

const SORTS = ['self', 'total', 'name'];
let tableBy = 'self';
let tableRows = ROWS_FIRST;

function functionsOf() {
  if (!totals) totals = functionTotals(profile, tree);
  return totals;
}

function listedFunctions() {
  const { total } = functionsOf();
  const { name, rest } = functions;
  const fns = [];
  for (let fn = 0; fn < name.length; fn++)
    if (total[fn] > 0 && !rest[fn] && (!hits || hits[fn])) fns.push(fn);
  return fns;
}

function sortedFunctions() {
  const { self, total } = functionsOf();
  const by = tableBy === 'self' ? self : tableBy === 'total' ? total : null;
  const fns = listedFunctions();
  return by ? fns.sort((a, b) => by[b] - by[a] || a - b) : fns;
}

// The place of a function where its name ends in one: "f (/x/y.js:1:2)", "f /x/y.js:1".
function placeOfName(name) {
  const { end } = partsOf(name);
  const found = /^[ :]\(?((?:\/|file:|node:)?[^\s()]+:\d+(?::\d+)?)\)?$/.exec(name.slice(end));
  return found && end ? { name: name.slice(0, end), file: found[1] } : { name, file: '' };
}

function headCell(key, text) {
  const on = tableBy === key;
  return make('th', { 'scope': 'col', 'aria-sort': on ? (key === 'name' ? 'ascending' :
    'descending') : 'none' }, make('button', { 'data-do': 'sort-' + key },
    text + (on ? (key === 'name' ? ' \u25b4' : ' \u25be') : '')));
}

function showTable() {
  const { self, total } = functionsOf();
  const fns = sortedFunctions();
  // A unit that is not scaled stands in the head alone.
  const unit = scaleOf(profile.unit) ? '' : ' ' + profile.unit;
  const amounts = (values, fn) => [make('td', {}, formatAmount(profile, values[fn])
    .replace(unit, '')), barCell(formatShare(values[fn], profile.whole), values[fn],
    values === self ? mostSelf : profile.whole)];
  const shown = fns.slice(0, tableRows);
  const mostSelf = shown.reduce((most, fn) => max(most, self[fn]), 0);
  const places = shown.map((fn) => placeOfName(cutName(shownName(profile, fn))));
  const { module } = functions;
  const withFile = places.some(({ file }) => file);
  const rows = shown.map((fn, i) => make('tr', {}, ...amounts(self, fn), ...amounts(total, fn),
    make('th', { scope: 'row' }, make('button', { 'data-do': 'show', 'data-fn': fn,
      'title': 'Callers and callees' }, places[i].name)),
    ...(module ? [make('td.text', {}, cutName(module[fn]))] : []),
    ...(withFile ? [make('td.text', {}, places[i].file)] : [])));
  const other = (text) => make('th', { scope: 'col' }, text);
  const head = make('tr', {}, headCell('self', 'Self' + unit), other('%'),
    headCell('total', 'Total' + unit), other('%'), headCell('name', 'Function'),
    ...(module ? [other('Module')] : []), ...(withFile ? [other('File')] : []));
  const more = fns.length > tableRows ?
    [moreButton(fns.length - tableRows)] : [];
  tableBox.replaceChildren(make('table', { 'aria-label': 'Functions' }, make('thead', {}, head),
    make('tbody', {}, ...rows)), ...more);
}

// ---- the heaviest functions, for side.js

const SIDE_PX = 1600;
const SIDE_NAME = 'Heaviest functions';

// [function, cells] of rows, and the heads of columns.
function sideCells() {
  const { self, total } = functionsOf();
  const fns = listedFunctions().sort((a, b) => self[b] - self[a] || total[b] - total[a] || a - b)
    .slice(0, SIDE_ROWS);
  // A little less than a fifth of the width, without both numbers.
  const room = 0.22 * window.innerWidth - 22 * cellPx;
  const cell = (values, most, fn) => barCell(formatShare(values[fn], profile.whole), values[fn],
    most);
  return { kind: 'table', heads: ['Self', 'Total', 'Function'], rows: fns.map((fn) =>
    [fn, cell(self, self[fns[0]], fn), cell(total, profile.whole, fn),
      sideName(fn, placeOfName(cutName(shownName(profile, fn))).name, room)]) };
}
