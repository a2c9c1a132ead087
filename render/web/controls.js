// The controls around the graph: bar, search, chips, detail, menu, help.

// make('button.chip', {...}, 'text', child...) has the class flame-chip.
function make(kind, attributes, ...children) {
  const [name, className] = kind.split('.');
  const element = set(doc.createElementNS(XHTML, name), attributes);
  if (className) element.className = 'flame-' + className;
  element.append(...children);
  return element;
}

const button = (action, text, about) => make('button',
  { 'data-do': action, 'title': about, 'aria-label': about.split(' (')[0] }, text);

const BAR = [
  ['back', '\u2190', 'Back (Backspace)'],
  ['reset', 'Reset', 'Reset zoom (0)'],
  ['flame', 'Flame', 'Flame graph (1)'],
  ['inverted', 'Inverted', 'Inverted: callers from the leaves (2)'],
  ['sandwich', 'Sandwich', 'Sandwich: callers and callees (3)'],
  ['table', 'Table', 'Table of functions (4)'],
  ['orient', 'Root', 'Icicle: callees below (i)'],
  ['help', '?', 'Help (?)'],
];

let page;
let bar;
let searchBox;
let foundText;
let foundButton;
let chips;
let strip;
let line;
let legend;
let colourList;
let scroller;
let axis;
let graph;
let tableBox;
let side;
let higher;
let lower;
let rowButton;
let detail;
let live;
let noteBox;
let menu;
let help;
let menuAt;
let nametype;
let answer;
let subtitle;

// A longer line below the title does not stand beside the legend.
const LONG = 60;

const isTouch = () => matchMedia('(pointer:coarse)').matches;

// Where there is no room, the name is cut and not the sum behind it.
function titleOf(text, title) {
  const at = text.lastIndexOf(' - ');
  return make('strong.title', { title }, make('span', {}, at < 0 ? text : text.slice(0, at)),
    at < 0 ? '' : text.slice(at).replaceAll(' ', '\u00a0'));
}

function makeBar(title, exact) {
  bar = make('div.bar', { role: 'toolbar', 'aria-label': 'Flame graph' },
    titleOf(title, title + (exact && '\n' + exact)), ...BAR.map((row) => button(...row)));
  control('help').before(make('select', { 'data-do': 'sort', 'aria-label': 'Order',
    'title': 'Order (s)' }, ...['name', 'weight'].map((by) =>
    make('option', { value: by }, 'Order: ' + by))));
  searchBox = make('input.search', { 'type': 'search',
    'placeholder': isTouch() ? 'Search' : 'Search  /',
    'aria-label': 'Search functions', 'maxlength': TEXT_MOST });
  foundText = make('output.found', { 'aria-live': 'off' });
  foundButton = button('found', 'Focus', 'Focus on the stacks with what is found (f)');
  bar.append(make('span.find', { role: 'search' }, searchBox,
    button('regexp', '.*', 'Regular expression'), button('case', 'Aa', 'Match case'),
    button('prev', '\u2191', 'Previous match (N)'), button('next', '\u2193', 'Next match (n)')),
  button('options', '\u2630', 'Views and options'));
  showOptions(false);
}

// Where there is little room, most controls are seen only when they are asked for.
function showOptions(on) {
  bar.classList.toggle('flame-open', on);
  set(control('options'), { 'aria-expanded': on });
}

function makePage(title, exact) {
  makeBar(title, exact);
  chips = make('div.chips', { 'role': 'group', 'aria-label': 'Changes' });
  legend = make('div.legend', { 'role': 'group', 'aria-label': 'Colours' });
  strip = svgElement('svg', { 'class': 'flame-strip', 'aria-hidden': 'true',
    'viewBox': '0 0 ' + STRIP + ' ' + STRIP_HIGH, 'preserveAspectRatio': 'none' });
  graph = svgElement('svg', { class: 'flame-graph', role: 'tree' });
  axis = svgElement('svg', { 'class': 'flame-axis', 'aria-hidden': true });
  tableBox = make('div.table', { tabindex: -1 });
  [higher, lower] = ['higher', 'lower'].map((action) => make('div.' + action, { hidden: '' },
    make('button', { 'data-do': action, 'tabindex': -1 }, '')));
  scroller = make('div.scroll', {}, higher, graph, tableBox, lower);
  side = make('div.side', { 'tabindex': 0, 'role': 'region', 'aria-label': SIDE_NAME,
    'hidden': '' });
  detail = make('div.detail', {}, make('b'), make('span'),
    button('menu', '\u22ef', 'Menu of the frame (m)'));
  live = make('div.live', { 'aria-live': 'polite' });
  noteBox = make('div.note', { role: 'status', hidden: '' });
  menu = make('div.menu', { role: 'menu', hidden: '' });
  help = makeHelp('f');
  line = make('div.line', {}, legend, make('div.matches', {}, strip, foundText, foundButton));
  page = make('div.page', {}, bar, line, chips, noteBox,
    make('div.body', {}, make('div.column', {}, axis, scroller), side), detail, live, menu, help);
}

const PICK_MOST = 100;

// The heaviest functions, to choose that of a sandwich from.
function functionList() {
  const { self, total } = functionsOf();
  const { name, rest } = functions;
  const fns = [...name.keys()].filter((fn) => total[fn] > 0 && !rest[fn])
    .sort((a, b) => self[b] - self[a] || total[b] - total[a] || a - b).slice(0, PICK_MOST);
  if (!fns.includes(state.fn)) fns.unshift(state.fn);
  const list = make('select', { 'aria-label': 'Function in the middle' },
    ...fns.map((fn) => make('option', { value: fn }, cutName(shownName(profile, fn)))));
  list.value = state.fn;
  return list;
}

function showChips() {
  const list = state.view === 'sandwich' ? [functionList()] : [];
  chips.replaceChildren(...list, ...state.changes.map((change, i) => {
    const { what, fn, find } = change;
    const text = what + ': ' + (find ? '\u201c' + find.text + '\u201d' :
      fn < 0 ? 'recursion' : cutName(shownName(profile, fn)));
    return make('button.chip', { 'data-do': 'chip', 'data-chip': i, 'aria-label': 'Undo ' + text },
      make('span', {}, text), '\u00a0\u00d7');
  }));
}

// A number with a bar behind it.
function barCell(text, value, most) {
  const cell = make('td.share', {}, text);
  cell.style.backgroundSize = (most > 0 ? value / most * 100 : 0) + '% 100%';
  return cell;
}

function moreButton(n) {
  const text = formatNumber(n) + ' more';
  return button('more', text, text + ': show all');
}

const control = (action) => bar.querySelector('[data-do=' + action + ']');

function showControls() {
  const table = inTable();
  const press = (action, on) => set(control(action), { 'aria-pressed': on });
  const disable = (off, ...actions) => {
    for (const action of actions) control(action).disabled = off;
  };
  for (const view of VIEWS) press(view, state.view === view);
  press('regexp', state.regexp);
  press('case', state.matchCase);
  disable(steps.depth === 0, 'back');
  disable(!state.zoom, 'reset');
  disable(table || panes.length > 1, 'orient');
  disable(table || !match || !match.tops.length, 'next', 'prev');
  if (searchBox.value !== state.text) searchBox.value = state.text;
  const order = control('sort');
  order.value = state.byWeight ? 'weight' : 'name';
  // In time there is one order, and a table has its own.
  order.hidden = order.disabled = table || (profile.ordered && state.view === 'flame');
  const orient = control('orient');
  orient.textContent = state.icicle ? 'Root: top' : 'Root: bottom';
  set(orient, { 'aria-label': orient.textContent });
  set(graph, { 'aria-label': attributeOf(control(state.view), 'aria-label') });
  graph.style.display = table ? 'none' : '';
  axis.style.display = hasAxis() ? '' : 'none';
  tableBox.hidden = !table;
  if (table) higher.hidden = lower.hidden = true;
  showSwitch();
  showChips();
  showLegend();
  legend.hidden = table || !legend.firstChild;
  showFound();
  showStrip();
  showIdle();
  showSide();
}

function say(text) {
  live.textContent = text;
}

function note(text) {
  noteBox.textContent = text;
  noteBox.hidden = !text;
}

// What a zoom is about: the first pane, or the one that is zoomed.
const zoomedPane = () => panes[state.zoom ? state.zoom.pane : 0];

// The change that leaves what is searched for now.
const foundFocus = () => state.changes.find(({ find }) => find && find.text === state.text &&
  find.regexp === state.regexp && find.matchCase === state.matchCase);

function showFound() {
  foundButton.hidden = !match || !match.functions;
  set(foundButton, { 'aria-pressed': !!foundFocus() });
  foundText.classList.toggle('flame-wrong', !!searchWrong);
  const text = match ? foundSentence() : searchWrong || subtitle;
  if (foundText.textContent !== text) line.scrollLeft = 0;
  foundText.textContent = text;
  line.classList.toggle('flame-first', !!(match || searchWrong || state.zoom));
}

function foundSentence() {
  const { functions: n } = /** @type {Match} */ (match);
  if (!n) return '0 functions match';
  const pane = zoomedPane();
  let text = formatNumber(n) + ' function' + (n === 1 ? ', ' : 's, ') +
    (profile.pruned ? 'at least ' : '') + foundShare();
  if (state.zoom && !inTable() && !pane.view.lanes)
    text += ', ' + formatShare(matchedIn(pane), pane.to - pane.from) + ' of the view';
  if (matchAt >= 0)
    text += '; place ' + formatNumber(matchAt + 1) + ' of ' + formatNumber(matchPlaces);
  return text;
}

// The weight of matching stacks between the ends of a pane: what lies wholly in it is asked for,
// what lies partly in it is looked into.
function matchedIn(pane) {
  const { view } = pane;
  /** @type {any[]} */
  const nodes = [0];
  /** @type {any[]} */
  const starts = [0];
  let weight = 0;
  while (nodes.length) {
    const node = nodes.pop();
    const start = starts.pop();
    const from = max(start, pane.from);
    const to = min(start + view.total[node], pane.to);
    if (to <= from) continue;
    const fn = view.fn[node];
    if (fn >= 0 && hits && hits[fn]) {
      weight += to - from;
    } else if (to - from === view.total[node]) {
      weight += view.shareOf(node, /** @type {Match} */ (match).marks);
    } else {
      for (const kid of view.kids(node)) {
        nodes.push(kid);
        starts.push(start + view.off[kid]);
      }
    }
  }
  return weight;
}

const STRIP = 2000;
const STRIP_HIGH = 22;

// How high the whole stands, place by place, as a path.
function skylineOf(pane) {
  const { view } = pane;
  const boxes = boxesOf(view, 0, view.whole, STRIP / 4);
  const tops = new Float32Array(STRIP / 2 + 1);
  const scale = STRIP / 2 / view.whole;
  for (const { from, size } of boxes)
    for (let x = round(from * scale), to = round((from + size) * scale); x < to; x++) tops[x]++;
  // Without the root.
  const most = max(1, tops.reduce((a, b) => max(a, b)) - 1);
  let path = 'M0 ' + STRIP_HIGH;
  let before = 0;
  tops.forEach((top, x) => {
    if (top === before) return;
    path += 'H' + 2 * x + 'V' + round(STRIP_HIGH * (1 - max(0, top - 1) / most));
    before = top;
  });
  return path + 'V' + STRIP_HIGH + 'z';
}

// A map of the whole while a part of it is seen: where that is, and where matches are. It stands
// where room for it is kept.
function showStrip() {
  const shown = (match || state.zoom) && !inTable();
  strip.style.display = shown ? '' : 'none';
  if (!shown) return;
  const pane = zoomedPane();
  const { view } = pane;
  const scale = STRIP / view.whole;
  let path = '';
  let lastX = -1;
  const mark = (start, size) => {
    const x = floor(start * scale);
    const end = max(x + 1, ceil((start + size) * scale));
    if (end <= lastX) return;
    path += 'M' + x + ' 0H' + end + 'V' + STRIP_HIGH + 'H' + x + 'z';
    lastX = end;
  };
  if (!match) {
    // Nothing is marked.
  } else if (isPlain() && !view.byWeight) {
    const starts = startsOf();
    for (const node of match.tops) mark(starts[node], tree.total[node]);
  } else {
    for (const box of matchingBoxes(pane)) mark(box.from, box.size);
  }
  pane.skyline = pane.skyline || skylineOf(pane);
  strip.replaceChildren(svgElement('path', { d: pane.skyline, class: 'flame-skyline' }),
    svgElement('path', { d: path, fill: searchFill }));
  if (state.zoom)
    strip.append(svgElement('rect', { x: pane.from * scale, height: STRIP_HIGH,
      width: max(4, (pane.to - pane.from) * scale), class: 'flame-seen' }));
  strip.classList.toggle('flame-moves', !!state.zoom);
}

const functionAt = (at) => panes[at.pane].view.fn[at.node];

function showDetail(at) {
  const [name, text] = detail.children;
  detail.classList.remove('flame-idle');
  const fn = functionAt(at);
  const module = fn >= 0 && functions.module && functions.module[fn];
  name.textContent = (nametype ? nametype + ' ' : '') + cutName(shownName(profile, fn)) +
    (module ? ' (' + module + ')' : '') + kindText(fn);
  text.textContent = inTable() && fn >= 0 ? functionText(fn) : detailText(at);
}

// What there is to know before anything is pointed at.
function showIdle() {
  if (current.node || !answer || state.zoom || state.changes.length || panes.length > 1) {
    showDetail(current);
    return;
  }
  const [name, text] = detail.children;
  detail.classList.add('flame-idle');
  name.textContent = '';
  // A number stays with its unit, a cut name with its sign, and what does not fit goes as a whole.
  const words = answer.replace(/ (%|more\))/g, '\u00a0$1').replace(/\u2026/g, '$&\u2060');
  text.replaceChildren(words, ' ', inTable() ? '' : make('span.hint', {},
    isTouch() ? 'Tap a box to zoom, \u22ef for more.' :
      'Click a box to zoom, right click for more.'));
}

const KIND_WORDS = ['', '', 'kernel', 'inlined', 'jit', 'waker', 'guest'];

function kindText(fn) {
  const word = fn >= 0 && KIND_WORDS[functions.kind[fn]];
  return word ? ' [' + word + ']' : '';
}

const MENU = [
  ['copy-name', 'Copy name', 'c'],
  ['copy-stack', 'Copy stack', 'C'],
  ['open', 'Open link'],
  ['search', 'Search for it'],
  ['sandwich', 'Callers and callees', '3'],
  ['focus', 'Focus on stacks with it'],
  ['hide', 'Hide stacks with it'],
  ['merge', 'Merge into caller'],
  ['fold', 'Fold recursion'],
];

function showMenu(at, x, y) {
  if (functionAt(at) < 0) return;
  const items = MENU.filter(([action]) => (action === 'open' ? linkOf(functionAt(at)) :
    action !== 'copy-stack' || !inTable()));
  menu.replaceChildren(...items.map(([action, text, key]) => make('button',
    { 'role': 'menuitem', 'data-do': action, 'tabindex': -1 }, text, make('kbd', {}, key || ''))));
  menuAt = at;
  menu.hidden = false;
  const room = (most, size, want) => max(0, min(want, most - size - 4));
  menu.style.left = room(page.clientWidth, menu.offsetWidth, x) + 'px';
  menu.style.top = room(page.clientHeight, menu.offsetHeight, y) + 'px';
  menu.firstChild.focus();
}

function closeMenu() {
  menu.hidden = true;
  markCurrent(true);
}

function showHelp(on) {
  help.hidden = !on;
  if (on) help.focus();
  else markCurrent(true);
}

// Where the clipboard is out of reach the text is shown, to be copied by hand.
function copy(text) {
  Promise.resolve().then(() => navigator.clipboard.writeText(text)).then(() => {
    say('Copied: ' + text);
    detail.children[1].textContent = 'Copied';
  }, () => note(text));
}
