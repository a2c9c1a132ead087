// Functions as a table: self and total of each.

const ROWS_FIRST = 200;

const SORTS = ['self', 'total', 'name'];
let tableBy = 'self';
let tableRows = ROWS_FIRST;

function functionsOf() {
  if (!totals) totals = functionTotals(profile, tree);
  return totals;
}

function sortedFunctions() {
  const { self, total } = functionsOf();
  const { name, rest } = functions;
  const by = tableBy === 'self' ? self : tableBy === 'total' ? total : null;
  const fns = [];
  for (let fn = 0; fn < name.length; fn++)
    if (total[fn] > 0 && !rest[fn] && (!hits || hits[fn])) fns.push(fn);
  return by ? fns.sort((a, b) => by[b] - by[a] || a - b) : fns;
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
  const amounts = (values, fn) => [formatAmount(profile, values[fn]).replace(unit, ''),
    formatShare(values[fn], profile.whole)].map((text) => make('td', {}, text));
  const rows = fns.slice(0, tableRows).map((fn) => make('tr', {}, ...amounts(self, fn),
    ...amounts(total, fn), make('th', { scope: 'row' }, make('button', { 'data-do': 'show',
      'data-fn': fn, 'title': 'Callers and callees' }, cutName(shownName(profile, fn))))));
  const percent = () => make('th', { scope: 'col' }, '%');
  const head = make('tr', {}, headCell('self', 'Self' + unit), percent(),
    headCell('total', 'Total' + unit), percent(), headCell('name', 'Function'));
  const more = fns.length > tableRows ?
    [button('more', formatNumber(fns.length - tableRows) + ' more', 'Show all')] : [];
  tableBox.replaceChildren(make('table', { 'aria-label': 'Functions' }, make('thead', {}, head),
    make('tbody', {}, ...rows)), ...more);
}
