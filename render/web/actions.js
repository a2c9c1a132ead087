// What buttons, menu items and pointers do.

// Adds a change, or takes it away.
function toggle(change) {
  const others = state.changes.filter((other) => other !== change);
  go({ zoom: null,
    changes: others.length < state.changes.length ? others : others.concat(change) });
}

function change(what, at) {
  const fn = functionAt(at);
  if (fn >= 0) toggle({ what, fn });
}

// Leaves the stacks with what was found; asked for again, all.
function focusFound() {
  if (!match || !match.functions) return;
  toggle(foundFocus() || findChange(state.text, state.regexp, state.matchCase));
  say(foundText.textContent);
}

function stackText(at) {
  const { view, up } = panes[at.pane];
  const path = view.path(at.node).map((fn) => functions.name[fn]);
  if (state.view === 'sandwich') path.unshift(functions.name[state.fn]);
  if (up) path.reverse();
  return path.join(';') + ' ' + copiedCount(view, at.node);
}

function nextColours() {
  go({ colour: colours[(colours.indexOf(state.colour) + 1) % colours.length], entry: -1 });
  if (colourList) say(colourList.selectedOptions[0].textContent);
}

/** @type {any} */
const ACTIONS = new Map([
  ['back', back],
  ['reset', reset],
  ['orient', () => go({ icicle: !state.icicle })],
  ['colour', nextColours],
  ['sort', () => go({ byWeight: !state.byWeight })],
  ['regexp', () => setSearch({ regexp: !state.regexp })],
  ['case', () => setSearch({ matchCase: !state.matchCase })],
  ['prev', () => nextMatch(-1)],
  ['next', () => nextMatch(1)],
  ['help', () => showHelp(true)],
  ['close', () => showHelp(false)],
  ['options', () => showOptions(!bar.classList.contains('flame-open'))],
  ['menu', menuOfCurrent],
  ['escape', () => (state.text ? setSearch({ text: '' }) : reset())],
  ['find', focusSearch],
  ['found', focusFound],
  ['fold-all', () => toggle(FOLD_ALL)],
  ['higher', () => { scroller.scrollTop -= seenPx * 0.8; }],
  ['lower', () => { scroller.scrollTop += seenPx * 0.8; }],
  ['proven', () => go({ proven: !state.proven })],
  ['zoom', (at) => zoomToNode(at.pane, at.node)],
  ['in', () => zoomBy(0.5)],
  ['out', () => zoomBy(2)],
  ['more', () => { tableRows = Infinity; showTable(); }],
  ['copy-name', (at) => copy(shownName(profile, functionAt(at)))],
  ['copy-stack', (at) => copy(stackText(at))],
  ['open', (at) =>
    window.open(/** @type {any} */ (linkOf(functionAt(at))).href, '_blank', 'noopener')],
  ['search', (at) => setSearch({ regexp: false, matchCase: true,
    text: cutText(shownName(profile, functionAt(at))) })],
  ['sandwich', (at) => sandwich(functionAt(at))],
]);
for (const what of CHANGES) ACTIONS.set(what, (at) => change(what, at));
for (const view of ['flame', 'inverted', 'table'])
  ACTIONS.set(view, () => go({ view, fn: -1, zoom: null, byWeight: weighs(view) }));
for (const by of SORTS) ACTIONS.set('sort-' + by, () => sortTable(by));

function sortTable(by) {
  tableBy = by;
  showTable();
  tableBox.querySelector('[data-do=sort-' + by + ']').focus();
}

// Of the root there are no callers: the heaviest function by itself stands in for it.
function sandwich(fn) {
  const { self } = functionsOf();
  const heaviest = () => self.reduce((best, n, i) => (n > self[best] ? i : best), 0);
  const view = 'sandwich';
  go({ view, fn: fn >= 0 ? fn : heaviest(), zoom: null,
    byWeight: state.view !== view || state.byWeight });
}

function doIt(action, at) {
  const element = control(action);
  if (!element || !element.disabled) ACTIONS.get(action)(at || current);
}

function onButton(event) {
  const element = event.target.closest('[data-do]');
  if (!element || element.localName === 'select') return;
  const action = attributeOf(element, 'data-do');
  if (action === 'chip') {
    toggle(state.changes[+attributeOf(element, 'data-chip')]);
  } else if (action === 'entry') {
    const entry = +attributeOf(element, 'data-entry');
    go({ entry: state.entry === entry ? -1 : entry });
  } else if (action === 'place') {
    goToFunction(+attributeOf(element, 'data-fn'));
  } else if (action === 'show') {
    sandwich(+attributeOf(element, 'data-fn'));
  } else {
    const at = menu.contains(element) ? menuAt : current;
    menu.hidden = true;
    doIt(action, at);
    if (VIEWS.includes(action)) showOptions(false);
  }
  // What was pressed may be gone.
  if (!page.contains(doc.activeElement)) markCurrent(true);
}

function onPick({ target }) {
  if (target === control('sort')) go({ byWeight: target.value === 'weight' });
  else if (target === colourList) go({ colour: target.value, entry: -1 });
  else if (target.localName === 'select') sandwich(+target.value);
}
function onContextMenu(event) {
  const rect = rectAt(event.target);
  if (!rect || rect.flame.box.joined) return;
  const at = placeIn(page);
  event.preventDefault();
  current = placeOfRect(rect);
  showMenu(current, event.clientX - at.left, event.clientY - at.top);
}

// A row of the table stands for the first place of its function.
function onRow({ target }) {
  const row = target.closest('tbody tr');
  if (!row) return;
  rowButton = row.querySelector('button');
  current = { pane: 0, node: max(0, tree.fn.indexOf(+attributeOf(rowButton, 'data-fn'))) };
  showDetail(current);
}

function onRowMenu(event) {
  onRow(event);
  if (!event.target.closest('tbody tr')) return;
  event.preventDefault();
  menuOfCurrent();
}

function onScroll() {
  const { scrollTop, clientHeight } = scroller;
  if (inTable() || clientHeight !== seenPx) return;
  topPx = shownTopPx = scrollTop;
  showCutOff();
  if (topPx < drawnFrom || topPx + seenPx > drawnTo) drawRows();
}

function listen() {
  const on = (target, handlers) => {
    for (const type in handlers) target.addEventListener(type, handlers[type], { passive: false });
  };
  on(page, { click: onButton, change: onPick });
  on(searchBox, { input: () => setSearch({ text: searchBox.value }) });
  on(graph, { pointerdown: onPointerDown, pointermove: onPointerMove, click: onClick,
    pointerover: onHover, pointerleave: showIdle, wheel: onWheel,
    contextmenu: onContextMenu });
  on(scroller, { scroll: onScroll });
  on(side, { pointerover: onSide, pointerleave: onSide, focusin: onSide,
    focusout: onSide });
  on(strip, { pointerdown: onMap, pointermove: onMap });
  on(tableBox, { pointerover: onRow, focusin: onRow, contextmenu: onRowMenu });
  on(window, { resize: showSide, pointerup: onPointerUp, pointercancel: onPointerUp,
    beforeprint: toPaper, afterprint: fromPaper });
  on(standalone ? doc : root, { keydown: onKey });
  on(doc, { pointerdown({ target }) {
    if (!menu.contains(target)) menu.hidden = true;
  } });
  new ResizeObserver(() => {
    if (!inTable()) drawGraph();
  }).observe(scroller);
}
