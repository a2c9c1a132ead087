// The start, and everything that changes what is seen.

let historyWorks = true;
let sayTimer;
let addressTimer;
const trail = [];
let starts;
let startsTree;

// up: what stands on a frame are its callers.
function paneOf(view, down, up) {
  return { view, down, up, from: 0, to: view.whole, slack: 0, rectOf: new Map(), most: 0 };
}

function panesOf(state) {
  const by = state.byWeight;
  if (state.view === 'inverted')
    return [paneOf(invertedView(profile, tree, by), state.icicle, true)];
  if (state.view === 'sandwich')
    return [paneOf(callersView(profile, tree, state.fn, by), false, true),
      paneOf(calleesView(profile, tree, state.fn, by), true, false)];
  return [paneOf(plainView(profile, tree, by && !profile.ordered), state.icicle, false)];
}

// Makes what is seen agree with a state. Says whether its zoom could be found.
function apply(next) {
  const old = state;
  const same = (...keys) => old && keys.every((k) => old[k] === next[k]);
  const changesText = ({ changes }) => changes.map(changeAddress).join();
  const changed = !old || changesText(old) !== changesText(next);
  state = next;
  if (changed) {
    tree = next.changes.length ? changeTree(profile, wholeTree, next.changes) : wholeTree;
    totals = null;
  }
  const seen = !changed && same('view', 'fn', 'byWeight', 'icicle');
  if (!seen) {
    panes = panesOf(next);
    // A change may have taken away the function in the middle of a sandwich.
    if (panes.length > 1 && !panes[1].view.total[0]) {
      Object.assign(next, { view: 'flame', fn: -1 });
      panes = panesOf(next);
    }
    panes.forEach((pane, index) => { pane.index = index; });
    current = { pane: 0, node: 0 };
    matchAt = -1;
    menu.hidden = true;
    if (!same('view', 'fn', 'icicle')) scrollToRoot();
  }
  const before = [panes[0].from, panes[0].to];
  for (const pane of panes) [pane.from, pane.to] = [0, pane.view.whole];
  let found = true;
  if (next.zoom) found = applyZoom(next.zoom);
  if (!found) next.zoom = null;
  if (changed || !same('text', 'regexp', 'matchCase')) search();
  showControls();
  if (inTable()) showTable();
  else if (seen && same('zoom')) paintAll();
  else drawGraph();
  if (seen && panes.length < 2 && !inTable() && !same('zoom') && !(next.zoom && next.zoom.x))
    moveFrom(before, panes[0]);
  if (old && old.view !== next.view && inTable()) tableBox.focus();
  return found;
}

function applyZoom(zoom) {
  const pane = panes[zoom.pane];
  if (!pane) return false;
  const { view } = pane;
  if (zoom.x) {
    [pane.from, pane.to] = zoom.x.map((share) => share * view.whole);
    return true;
  }
  const node = resolveZoom(zoom);
  if (node < 0) return false;
  if (node === 0) return true;
  pane.from = view.start(node);
  // Never less than numbers can tell apart.
  pane.to = pane.from + max(view.total[node], view.whole * 2 ** -45);
  current = { pane: zoom.pane, node };
  return true;
}

// Changes the state; Back undoes it. A change that goes on (typing, dragging) makes one step, and
// the address follows when it pauses: browsers allow few changes a second.
function go(change, goesOn, name) {
  const start = performance.now();
  if (!goesOn) writeAddress();
  note('');
  tableRows = ROWS_FIRST;
  const next = Object.assign({}, state, { lost: false }, change);
  const fragment = fragmentOf(next);
  const isStep = !goesOn && fragment !== trail[undoDepth];
  // Before anything is drawn: the browser lays out all that is new when an address is added.
  if (isStep) {
    trail[++undoDepth] = fragment;
    setAddress('pushState', fragment);
  }
  apply(next);
  if (isStep) {
    writeAddress();
  } else {
    clearTimeout(addressTimer);
    addressTimer = setTimeout(writeAddress, 200);
  }
  if (!name) return;
  performance.clearMeasures();
  performance.measure('flame-' + name, { start });
}

function writeAddress() {
  clearTimeout(addressTimer);
  const fragment = fragmentOf(state);
  if (fragment === trail[undoDepth]) return;
  trail[undoDepth] = fragment;
  setAddress('replaceState', fragment);
}

// In some frames history throws: the trail then does its work.
function setAddress(method, fragment) {
  try {
    history[method]({ flame: undoDepth }, '', fragment);
  } catch (e) {
    historyWorks = false;
  }
}

function back() {
  if (!undoDepth) return;
  writeAddress();
  if (historyWorks) {
    history.back();
    return;
  }
  apply(stateOf(trail[--undoDepth] || ''));
}

function onPopState(event) {
  undoDepth = event.state && event.state.flame || 0;
  clearTimeout(addressTimer);
  trail[undoDepth] = location.hash;
  applyFragment();
}

function applyFragment() {
  const state = stateOf(location.hash);
  const found = apply(state);
  note(found && !state.lost ? '' : 'The address names a frame not in this profile.');
}

function zoomToNode(pane, node) {
  go({ zoom: node ? zoomOn(pane, node) : null }, false, 'zoom');
  const { view } = panes[pane];
  say('Zoomed to ' + shownName(profile, view.fn[node]) + ', ' +
    formatShare(view.total[node], profile.whole));
}

// Zooms to a part of the whole, which is kept within it.
function zoomTo(index, from, to, goesOn) {
  const { whole } = panes[index].view;
  const size = min(whole, max(to - from, min(1, whole) / 4));
  const left = max(0, min(from, whole - size));
  const x = [left / whole, (left + size) / whole];
  go({ zoom: size < whole ? { pane: index, x } : null }, goesOn, 'zoom');
}

function zoomBy(factor) {
  const pane = panes[current.pane];
  const size = (pane.to - pane.from) * factor;
  const { view } = pane;
  const middle = view.start(current.node) + view.total[current.node] / 2;
  const at = max(pane.from, min(pane.to, middle));
  const share = (at - pane.from) / (pane.to - pane.from);
  zoomTo(current.pane, at - share * size, at + (1 - share) * size);
}

function reset() {
  if (!state.zoom) return;
  go({ zoom: null }, false, 'reset');
  say('All');
}

// ---- search

function search() {
  const { text, regexp, matchCase } = state;
  hits = match = null;
  searchWrong = '';
  matchAt = -1;
  if (!text) return;
  try {
    hits = matchFunctions(profile, compilePattern(text, regexp, matchCase));
  } catch (e) {
    searchWrong = e.message.replace(/^Inv.*\/i?: /, '');
    return;
  }
  match = matchTree(tree, hits);
  match.functions = functionsHit();
}

// Functions that match and are in the tree.
function functionsHit() {
  const { total } = functionsOf();
  return hits.reduce((n, hit, fn) => n + (hit && total[fn] > 0 ? 1 : 0), 0);
}

function setSearch(change) {
  go(change, true, 'search');
  if (searchBox.value !== state.text) searchBox.value = state.text;
  clearTimeout(sayTimer);
  sayTimer = setTimeout(() => say(foundText.textContent), 500);
}

// Where nodes of the tree start, in the order of the file.
function startsOf() {
  if (startsTree === tree) return starts;
  const { n, parent, self, total, gap } = tree;
  const next = new Float64Array(n);
  starts = new Float64Array(n);
  startsTree = tree;
  next[0] = gap ? 0 : self[0];
  for (let i = 1; i < n; i++) {
    const start = next[parent[i]] + (gap ? gap[i] : 0);
    starts[i] = start;
    next[parent[i]] = start + total[i];
    next[i] = start + (gap ? 0 : self[i]);
  }
  return starts;
}

function matchingBoxes(pane) {
  const { view } = pane;
  const boxes = boxesOf(view, 0, view.whole, widthPx).filter((box) => !box.joined &&
    view.fn[box.node] >= 0 && hits[view.fn[box.node]]);
  return boxes.map((box) => Object.assign(box, { pane: pane.index }));
}

// From the heaviest place to the lightest.
function nextMatch(step) {
  if (!match || inTable()) return;
  if (!match.sorted) match.sorted = match.tops.sort((a, b) => tree.total[b] - tree.total[a]);
  const places = isPlain() ? match.sorted : panes.map(matchingBoxes).flat()
    .sort((a, b) => b.size - a.size);
  if (!places.length) return;
  const at = (matchAt + step + (matchAt < 0 && step < 0 ? 1 : 0) + places.length) % places.length;
  const place = places[at];
  goTo(isPlain() ? { pane: 0, node: place } : { pane: place.pane, node: place.node });
  matchAt = at;
  matchPlaces = places.length;
  showFound();
  say(foundText.textContent);
}

// ---- what buttons and menu items do

function change(what, at) {
  const fn = functionAt(at);
  if (fn >= 0) go({ changes: state.changes.concat({ what, fn }), zoom: null });
}

// Leaves the stacks with what was found; asked for again, all.
function focusFound() {
  if (!match || !match.functions) return;
  const on = foundFocus();
  go({ zoom: null, changes: on ? state.changes.filter((change) => change !== on) :
    state.changes.concat(findChange(state.text, state.regexp, state.matchCase)) });
  say(foundText.textContent);
}

function stackText(at) {
  const { view, up } = panes[at.pane];
  const path = view.path(at.node).map((fn) => functions.name[fn]);
  if (state.view === 'sandwich') path.unshift(functions.name[state.fn]);
  if (up) path.reverse();
  return path.join(';') + ' ' + copiedCount(view, at.node);
}

const ACTIONS = new Map([
  ['back', back],
  ['reset', reset],
  ['orient', () => go({ icicle: !state.icicle })],
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
  ['higher', () => { scroller.scrollTop -= seenPx * 0.8; }],
  ['lower', () => { scroller.scrollTop += seenPx * 0.8; }],
  ['proven', () => go({ proven: !state.proven })],
  ['zoom', (at) => zoomToNode(at.pane, at.node)],
  ['in', () => zoomBy(0.5)],
  ['out', () => zoomBy(2)],
  ['more', () => { tableRows = Infinity; showTable(); }],
  ['copy-name', (at) => copy(shownName(profile, functionAt(at)))],
  ['copy-stack', (at) => copy(stackText(at))],
  ['open', (at) => window.open(linkOf(functionAt(at)).href, '_blank', 'noopener')],
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
    const i = +attributeOf(element, 'data-chip');
    go({ changes: state.changes.filter((c, k) => k !== i), zoom: null });
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
  else if (target.localName === 'select') sandwich(+target.value);
}

// ---- the start

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
  on(side, { pointerover: onSide, pointerleave: onSide });
  on(strip, { pointerdown: onMap, pointermove: onMap });
  on(tableBox, { pointerover: onRow, focusin: onRow, contextmenu: onRowMenu });
  on(window, { pointerup: onPointerUp, pointercancel: onPointerUp, popstate: onPopState,
    beforeprint: toPaper, afterprint: fromPaper });
  on(standalone ? doc : root, { keydown: onKey, pointerdown(event) {
    if (!menu.contains(event.target)) menu.hidden = true;
  } });
  new ResizeObserver(() => {
    if (!inTable()) drawGraph();
  }).observe(scroller);
}

// What was done to the picture stands below it.
function toPaper() {
  const done = [...chips.children].map((chip) => chip.firstChild.textContent);
  if (state.zoom) done.push('zoom: ' + shownName(profile, functionAt(current)));
  if (match) done.push(state.text + ': ' + foundSentence());
  picture.line.textContent = done.join(' \u00b7 ');
  const height = picture.around + drawForPrint();
  set(picture.line, { y: height - fontPx / 2 });
  for (const key of ['width', 'height']) root.style[key] = '';
  set(root, { viewBox: '0 0 ' + picture.fullWidth + ' ' + height });
}

function fromPaper() {
  root.removeAttribute('viewBox');
  resizeRoot();
  drawGraph();
  growInPage();
}

// Alone in a window or frame the page takes all of it; where the picture's own size is the
// frame's, it stays.
function resizeRoot() {
  const own = window.innerWidth === picture.fullWidth && window.parent !== window;
  if (!standalone || own) return;
  root.style.width = '100vw';
  root.style.height = '100vh';
}

// Amid another page the picture grows by the room that the controls take.
function growInPage() {
  const more = scroller.scrollHeight - scroller.clientHeight;
  if (standalone || more <= 0) return;
  root.style.height = root.getBoundingClientRect().height + more + 'px';
  drawGraph();
}

function mount() {
  const frame = svgElement('foreignObject', { id: 'flame-app', width: '100%', height: '100%' });
  frame.append(page);
  for (const key of ['font-family', 'font-size'])
    for (const element of [graph, axis]) element.setAttribute(key, attributeOf(root, key));
  for (const element of [graph, axis])
    element.classList.toggle('mono', root.classList.contains('mono'));
  picture = pictureOf();
  axis.setAttribute('height', axisPx());
  root.removeAttribute('viewBox');
  root.removeAttribute('role');
  root.classList.add('flame-on');
  for (const rect of root.querySelectorAll('.light,.dark'))
    set(rect, { width: '100%', height: '100%' });
  for (const child of root.children) set(child, { 'aria-hidden': true });
  resizeRoot();
  root.append(frame);
  // An SVG has no head in which a phone could look for it.
  if (standalone) page.append(make('meta', { name: 'viewport', content: 'width=device-width' }));
}

function pictureOf() {
  const frames = root.querySelector('g.frames');
  const [left, top] = attributeOf(frames, 'transform').match(/[\d.]+/g);
  const fullWidth = +attributeOf(root, 'width');
  const line = svgElement('text', { class: 'ui', x: left });
  root.append(line);
  return { frames, axis: root.querySelector('g.axis'), line, fullWidth,
    width: fullWidth - 2 * left, around: +top + 1.5 * fontPx };
}

function setUp(svg, read) {
  root = svg;
  profile = read;
  functions = profile.functions;
  wholeTree = profile.tree;
  standalone = doc.documentElement === root;
  fontPx = parseFloat(attributeOf(root, 'font-size'));
  widthOf = charWidths(fontPx + 'px ' + getComputedStyle(root).fontFamily);
  cellPx = widthOf('m');
  nametype = attributeOf(root, 'data-nametype') || '';
  answer = attributeOf(root, 'data-answer');
  searchFill = attributeOf(root, 'data-search-color');
  searchWhite = isDark(searchFill);
  rootFill = attributeOf(root.querySelector('.frames rect'), 'fill');
  labelsTemplate = svgElement('g', { 'class': 'flame-labels', 'aria-hidden': 'true',
    'transform': 'translate(' + PAD_PX + ',' + ((profile.rowPx - 1) / 2 + fontPx * 0.33) + ')' });
  rectTemplate = svgElement('rect', { class: FRAME,
    height: profile.rowPx - (profile.rowPx > 2 ? 1 : 0) });
  const [first, second] = root.querySelectorAll('svg > text');
  subtitle = second ? second.textContent : '';
  const exact = root.querySelector('text > title');
  makePage(headingOf(root.querySelector('title').textContent, first),
    exact ? exact.textContent : '');
  addLegend();
  foundText.parentNode.classList.toggle('flame-long', subtitle.length > LONG);
}

// The title of the page may begin with the name of a file, which the line below has.
function headingOf(title, first) {
  const text = first ? first.lastChild.data : '';
  return text && title.endsWith(text) ? text : title;
}

// The picture stays when anything is wrong; one sentence says what.
function sayWrong(svg, text) {
  const size = parseFloat(attributeOf(svg, 'font-size')) || 12;
  const line = svgElement('text', { x: size, y: size * 1.2, class: 'ui flame-wrong' });
  line.textContent = text;
  svg.append(line);
}

async function start(svg) {
  const parts = [...svg.querySelectorAll('metadata.flame-tree')];
  if (!parts.length) return;
  try {
    const texts = parts.map((part) => part.textContent.trim());
    const bytes = await readBytes(texts, attributeOf(parts[0], 'data-packing'));
    setUp(svg, readProfile(bytes, texts.join('').length));
    mount();
    undoDepth = history.state && history.state.flame || 0;
    historyWorks = true;
    trail[undoDepth] = location.hash;
    applyFragment();
    growInPage();
    listen();
    performance.mark('flame-ready');
  } catch (e) {
    svg.classList.remove('flame-on');
    const frame = svg.querySelector('#flame-app');
    if (frame) frame.remove();
    sayWrong(svg, e.message);
  }
}

const script = doc.currentScript;
const drawn = (script && script.ownerSVGElement) || doc.documentElement;
// The picture comes first.
requestAnimationFrame(() => setTimeout(start, 0, drawn));
