// Functions beside the graph, where there is room for both: which, and what is said of each, is in
// table.js, and of a difference in difference_table.js.

const SIDE_ROWS = 100;

/** @type {any[]} */
let sideOf = [];
let sideRows = new Map();
let markedRow;
let lit = [];

function sideName(fn, name, room) {
  return make('th', { scope: 'row' }, make('button', { 'data-do': 'place', 'data-fn': fn,
    'tabindex': -1, 'title': cutName(shownName(profile, fn)) },
  fitText(name, room, widthOf, profile.cutRight)));
}

function showSide() {
  side.hidden = !standalone || window.innerWidth < SIDE_PX || inTable();
  const of = [tree, hits, state.proven];
  if (side.hidden || of.every((part, i) => part === sideOf[i])) return;
  [sideOf, markedRow] = [of, null];
  const { kind, heads, rows } = sideCells();
  sideRows = new Map(rows.map(([fn, ...cells]) => [fn, make('tr', { 'data-fn': fn }, ...cells)]));
  side.replaceChildren(make(kind, { 'aria-label': SIDE_NAME }, make('thead', {},
    make('tr', {}, ...heads.map((text) => make('th', { scope: 'col' }, text)))),
  make('tbody', {}, ...sideRows.values())));
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
  lit = fn < 0 ? [] : panes.flatMap(({ rects, view }) => rects.filter(({ flame: { box } }) =>
    !box.joined && view.fn[box.node] === fn));
  for (const rect of lit) rect.classList.add('flame-lit');
}

// Arrows go from row to row.
function sideKey({ key, target }) {
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
  if (!step || !side.contains(target)) return false;
  const buttons = [...side.querySelectorAll('button')];
  const next = buttons[buttons.indexOf(target) + step];
  if (next) next.focus();
  return !!next;
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
