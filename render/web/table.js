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

// ---- the heaviest functions, beside the graph where there is room for both

const SIDE_ROWS = 100;

let wide;
let sideTree;
let sideHits;
let sideRows = new Map();
let markedRow;
let lit = [];

function showSide() {
  if (!wide) {
    wide = matchMedia('(min-width:1600px)');
    wide.addEventListener('change', showSide);
  }
  side.hidden = !standalone || !wide.matches || inTable();
  if (side.hidden || (sideTree === tree && sideHits === hits)) return;
  [sideTree, sideHits, markedRow] = [tree, hits, null];
  const { self, total } = functionsOf();
  const fns = listedFunctions().sort((a, b) => self[b] - self[a] || total[b] - total[a] || a - b)
    .slice(0, SIDE_ROWS);
  // A little less than a fifth of the width, without both numbers.
  const room = 0.22 * window.innerWidth - 22 * cellPx;
  const known = new Map();
  const cell = (values, most, fn) => barCell(formatShare(values[fn], profile.whole), values[fn],
    most);
  sideRows = new Map(fns.map((fn) => [fn, make('tr', { 'data-fn': fn },
    cell(self, self[fns[0]], fn), cell(total, profile.whole, fn),
    make('th', { scope: 'row' }, make('button', { 'data-do': 'place', 'data-fn': fn,
      'tabindex': -1, 'title': cutName(shownName(profile, fn)) },
    fitText(placeOfName(cutName(shownName(profile, fn))).name, room, widthOf, profile.cutRight,
      known))))]));
  side.replaceChildren(make('table', { 'aria-label': 'Heaviest functions' }, make('thead', {},
    make('tr', {}, ...['Self', 'Total', 'Function'].map((text) =>
      make('th', { scope: 'col' }, text)))), make('tbody', {}, ...sideRows.values())));
}

// Marks the row of a function, or none.
function markRow(fn) {
  if (markedRow) markedRow.className = '';
  markedRow = side.hidden ? null : sideRows.get(fn);
  if (!markedRow) return;
  markedRow.className = 'flame-at';
  markedRow.scrollIntoView({ block: 'nearest' });
}

// Outlines the frames of the function whose row is pointed at.
function onSide({ target }) {
  const row = target.closest('tbody tr');
  for (const rect of lit) rect.classList.remove('flame-lit');
  const fn = row ? +attributeOf(row, 'data-fn') : -1;
  lit = fn < 0 ? [] : panes.map(({ rects, view }) => rects.filter(({ flame: { box } }) =>
    !box.joined && view.fn[box.node] === fn)).flat();
  for (const rect of lit) rect.classList.add('flame-lit');
}

// The heaviest place of a function; where the tree is not drawn as it is, its callers and callees.
function goToFunction(fn) {
  if (!isPlain()) {
    sandwich(fn);
    return;
  }
  let node = -1;
  tree.fn.forEach((other, i) => {
    if (other === fn && !(tree.total[i] <= tree.total[node])) node = i;
  });
  if (node > 0) goTo({ pane: 0, node });
}
