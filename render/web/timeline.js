// Zoom and search in the tree of the snapshot that is shown.

let standalone;
let app;
let searchBox;
let said;
let help;
let layOutAgain;
let tree;
/** @type {any} */
let found = null;
let foundAt = -1;
let wrong = '';
let regexp = false;
let matchCase = false;
const trees = new Map(); // by the group of a snapshot
const trail = [];

function make(kind, attributes, ...children) {
  const [name, className] = kind.split('.');
  const element = set(doc.createElementNS(XHTML, name), attributes);
  if (className) element.className = 'timeline-' + className;
  element.append(...children);
  return element;
}

const button = (action, text, about) => make('button',
  { 'data-do': action, 'title': about, 'aria-label': about.split(' (')[0] }, text);

const control = (action) => app.querySelector('[data-do=' + action + ']');

// Style sheets show the one that the address names, or the first.
function shownGroup() {
  const named = location.hash && root.querySelector('.trees > g[id="' +
    CSS.escape(location.hash.slice(1)) + '"]');
  return named || root.querySelector('.trees > g.first');
}

function foundText() {
  if (!found) return wrong;
  const n = found.functions;
  if (!n) return '0 functions match';
  const whole = tree.boxes[0].count;
  return formatNumber(n) + ' function' + (n === 1 ? ', ' : 's, ') +
    (tree.boxes.some(({ joined }) => joined) ? 'at least ' : '') +
    formatShare(found.weight, whole) + ' of all' +
    (foundAt < 0 ? '' : '; place ' + (foundAt + 1) + ' of ' + found.tops.length);
}

function show() {
  drawTree(tree, !!found);
  said.textContent = foundText() || tree.current.title;
  said.classList.toggle('timeline-wrong', !!wrong);
  control('reset').disabled = tree.zoom === tree.boxes[0];
  for (const action of ['prev', 'next']) control(action).disabled = !found || !found.tops.length;
  control('regexp').setAttribute('aria-pressed', regexp);
  control('case').setAttribute('aria-pressed', matchCase);
  mark(tree.current);
}

// The one box that the tab key reaches.
function mark(box) {
  set(tree.current.rect, { tabindex: -1 });
  tree.current = box;
  set(box.rect, { tabindex: 0 });
}

function search() {
  const text = searchBox.value;
  found = null;
  foundAt = -1;
  wrong = '';
  try {
    const pattern = text && compilePattern(text, regexp, matchCase);
    const next = findIn(tree, pattern);
    if (text) found = next;
  } catch (e) {
    findIn(tree, null);
    wrong = e.message.replace(/^Inv.*\/i?: /, '');
  }
  show();
}

// The same place in the tree of another snapshot.
function showSnapshot() {
  const group = shownGroup();
  const before = tree;
  if (!trees.has(group)) trees.set(group, readTree(group));
  tree = trees.get(group);
  trail.length = 0;
  if (before && before !== tree) {
    tree.zoom = sameBox(tree, before.zoom);
    tree.current = sameBox(tree, before.current);
  }
  search();
}

// ---- what keys and hands do

function zoom(box, isBack) {
  if (box.joined || box === tree.zoom) return;
  if (!isBack) trail.push(tree.zoom);
  tree.zoom = box;
  mark(box);
  show();
}

function setSearch(text) {
  searchBox.value = text;
  search();
}

function reset() {
  zoom(tree.boxes[0]);
}

function goTo(box) {
  let around = box;
  if (!(box.shownPx >= PAD_PX)) {
    while (around.caller && around.caller.width <= box.width * 10) around = around.caller;
    zoom(around);
  }
  mark(box);
  said.textContent = box.title;
  box.rect.scrollIntoView({ block: 'nearest' });
}

function nextMatch(step) {
  if (!found || !found.tops.length) return;
  const n = found.tops.length;
  foundAt = (foundAt + step + (foundAt < 0 && step < 0 ? 1 : 0) + n) % n;
  goTo(found.tops[foundAt]);
  said.textContent = foundText();
}

const heaviest = ({ kids }) =>
  kids.reduce((best, kid) => (!kid.joined && (!best || kid.count > best.count) ? kid : best), null);

// Callees are above their callers, or below them.
function move(key) {
  const { current, boxes } = tree;
  const upwards = boxes.length < 2 || attributeOf(boxes[0].rect.parentNode, 'transform') !==
    'translate(0,0)';
  const beside = current.caller ? current.caller.kids : [current];
  const to = new Map([[upwards ? 'ArrowUp' : 'ArrowDown', heaviest(current)],
    [upwards ? 'ArrowDown' : 'ArrowUp', current.caller], ['Home', boxes[0]],
    ['ArrowLeft', beside[beside.indexOf(current) - 1]],
    ['ArrowRight', beside[beside.indexOf(current) + 1]]]);
  if (!to.has(key)) return false;
  if (to.get(key)) {
    goTo(to.get(key));
    tree.current.rect.focus({ preventScroll: true });
  }
  return true;
}

// The trees make room for it.
function showHelp(on) {
  help.hidden = !on;
  layOutAgain();
  (on ? help : tree.current.rect).focus();
}

const ACTIONS = {
  regexp() {
    regexp = !regexp;
    search();
  },
  case() {
    matchCase = !matchCase;
    search();
  },
  prev: () => nextMatch(-1),
  next: () => nextMatch(1),
  reset,
  back() {
    if (trail.length) zoom(trail.pop(), true);
  },
  escape() {
    if (!help.hidden) showHelp(false);
    else if (searchBox.value) setSearch('');
    else reset();
  },
  find() {
    searchBox.focus();
    searchBox.select();
  },
  zoom: () => zoom(tree.current),
  help: () => showHelp(true),
  close: () => showHelp(false),
};

const KEYS = keysOf('t');

// Each says whether it took the key.

function searchKey({ key, shiftKey }) {
  if (key === 'Enter') nextMatch(shiftKey ? -1 : 1);
  else if (key !== 'Escape') return false;
  else tree.current.rect.focus();
  return true;
}

function takesKey(event) {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) {
    if (key !== 'f' || event.altKey || doc.activeElement === searchBox) return false;
    ACTIONS.find();
    return true;
  }
  if (target === searchBox) return searchKey(event);
  if (KEYS.has(key) && key !== 'Enter') {
    ACTIONS[KEYS.get(key)]();
    return true;
  }
  if (target !== tree.current.rect) return false;
  if (key !== 'Enter') return move(key);
  ACTIONS.zoom();
  return true;
}

const boxOf = (target) => tree.boxes.find(({ rect }) => rect === target);

function onClick({ target }) {
  const pressed = target.closest('[data-do]');
  if (pressed) {
    ACTIONS[attributeOf(pressed, 'data-do')]();
    return;
  }
  const box = boxOf(target);
  if (box) zoom(box);
}

// ---- the start

function makeApp() {
  searchBox = make('input.search', { 'type': 'search', 'placeholder': 'Search  /',
    'aria-label': 'Search functions', 'maxlength': 256 });
  said = make('output.said', { role: 'status' });
  help = makeHelp('t');
  app = make('div.app', { 'role': 'toolbar', 'aria-label': 'Tree of the snapshot' }, searchBox,
    button('regexp', '.*', 'Regular expression'), button('case', 'Aa', 'Match case'),
    button('prev', '\u2191', 'Previous match (N)'), button('next', '\u2193', 'Next match (n)'),
    button('reset', 'Reset', 'Reset zoom (0)'), button('help', '?', 'Help (?)'), said, help);
  // An SVG has no head in which a phone could look for it.
  if (standalone) app.append(make('meta', { name: 'viewport', content: 'width=device-width' }));
}

// The controls stand over the trees, in the size of the page, whatever that of the picture is.
function makeRoom(frame, own) {
  set(root, { viewBox: own.viewBox.join(' '), width: own.viewBox[2] });
  const more = layOut(window.innerWidth, own);
  const width = squeeze < 1 ? window.innerWidth : own.viewBox[2];
  const top = own.top + more;
  const scale = root.getScreenCTM().a || 1;
  set(frame, { transform: 'translate(0,' + top + ') scale(' + 1 / scale + ')',
    width: width * scale, height: 200 });
  const room = app.offsetHeight / scale;
  set(frame, { height: app.offsetHeight });
  for (const body of root.querySelectorAll('.trees > g > g'))
    set(body, { transform: 'translate(0,' + (top + room) + ')' });
  const height = own.viewBox[3] + more + room;
  set(root, { viewBox: '0 0 ' + width + ' ' + height, width, height,
    preserveAspectRatio: 'xMidYMin' });
  // In a window that is higher the ground goes on below the picture.
  const ground = standalone ? max(height, window.innerHeight / scale) : height;
  for (const rect of root.querySelectorAll('.light,.dark')) set(rect, { height: ground });
}

function setUp(svg) {
  root = svg;
  standalone = doc.documentElement === root;
  searchFill = attributeOf(root, 'data-search-color');
  widthOf = charWidths(attributeOf(root, 'font-size') + 'px ' +
    getComputedStyle(root).fontFamily);
  const [, top] = attributeOf(root.querySelector('.trees > g > g'), 'transform').match(/[\d.]+/g);
  const viewBox = attributeOf(root, 'viewBox').split(' ').map(Number);
  const own = { top: +top, viewBox };
  makeApp();
  const frame = set(doc.createElementNS(SVG, 'foreignObject'), { id: 'timeline-app' });
  frame.append(app);
  root.append(frame);
  root.classList.add('timeline-on');
  layOutAgain = () => {
    makeRoom(frame, own);
    if (tree) show();
  };
  layOutAgain();
  showSnapshot();
  const on = (target, handlers) => {
    for (const type in handlers) target.addEventListener(type, handlers[type]);
  };
  on(root, { click: onClick, pointerover({ target }) {
    const box = boxOf(target);
    if (box) said.textContent = box.title;
  } });
  on(searchBox, { input: search });
  on(window, { hashchange: showSnapshot, resize: layOutAgain });
  on(standalone ? doc : root, { keydown(event) {
    if (takesKey(event)) event.preventDefault();
  } });
}

// The picture stays when anything is wrong.
function start(svg) {
  try {
    setUp(svg);
    performance.mark('flame-ready');
  } catch (e) {
    const frame = svg.querySelector('#timeline-app');
    if (frame) frame.remove();
    throw e;
  }
}

/** @type {any} */
const script = doc.currentScript;
const drawn = (script && script.ownerSVGElement) || doc.documentElement;
// The picture comes first.
requestAnimationFrame(() => setTimeout(start, 0, drawn));
