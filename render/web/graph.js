// Search, callers and callees of a function, and what hands do.

// before: what it held in the profile before, of two
let nodes; // [{element, name, self, before, up: [edge], down: [edge], parts}]
let edges; // [{element, label, from, to, pen}]
let nodeOf; // by element
const LINE_PX = 16;
const spotOf = new Map(); // by element: its mark in the small picture
let hits = [];
let hitAt = -1;
/** @type {any} */
let chosen = null;
let standalone;
let own; // attributes of the picture without the script

function readGraph() {
  const byId = new Map();
  const labels = new Map();
  nodeOf = new Map();
  nodes = [...graph.querySelectorAll('.node')].map((element) => {
    const title = element.querySelector('title').textContent;
    const [name, ...lines] = title.split('\n');
    const node = { element, name, others: element.classList.contains('others'),
      up: [], down: [],
      self: +attributeOf(element, 'data-self'), before: +attributeOf(element, 'data-before') };
    readRun(node, lines);
    byId.set(element.id, node);
    nodeOf.set(element, node);
    return node;
  });
  for (const label of graph.querySelectorAll('.labels text'))
    labels.set(attributeOf(label, 'data-of'), label);
  edges = [...graph.querySelectorAll('.edge')].map((element) => {
    const from = byId.get(attributeOf(element, 'data-from'));
    const to = byId.get(attributeOf(element, 'data-to'));
    const pen = +attributeOf(element.querySelector('path'), 'stroke-width');
    const edge = { element, from, to, pen, label: labels.get(element.id) };
    from.down.push(edge);
    to.up.push(edge);
    return edge;
  });
  for (const node of nodes)
    for (const list of [node.up, node.down]) list.sort((a, b) => b.pen - a.pen);
}

// Of a box of several calls the title has their functions: "98.10% name".
function readRun(node, lines) {
  const each = attributeOf(node.element, 'data-each');
  node.parts = each
    ? each.split(' ').map((self, i) =>
      ({ node, self: +self, before: 0, name: lines[i].replace(/^\S+ /, '') }))
    : [{ ...node, node }];
  if (each) node.lines = lines;
}

// All that can be reached from a function, with the edges on the way.
function reach(start, way, end, lit) {
  const found = new Set([start]);
  for (const node of found)
    if (node === start || !node.others) for (const edge of node[way]) {
      found.add(edge[end]);
      lit.add(edge);
    }
  return found;
}

function choose(node) {
  if (node && node.lines) {
    turn(node);
    return;
  }
  chosen = node && node !== chosen ? node : null;
  const litEdges = new Set();
  const callers = chosen ? reach(chosen, 'up', 'from', litEdges) : new Set();
  const callees = chosen ? reach(chosen, 'down', 'to', litEdges) : new Set();
  root.classList.toggle('graph-dim', !!chosen);
  for (const node of nodes) {
    node.element.classList.toggle('lit', callers.has(node) || callees.has(node));
    node.element.classList.toggle('chosen', node === chosen);
    if (!node.lines) node.element.setAttribute('aria-pressed', node === chosen);
  }
  for (const edge of edges) {
    const on = litEdges.has(edge);
    edge.element.classList.toggle('lit', on);
    if (edge.label) edge.label.classList.toggle('lit', on);
  }
  sayState();
}

// "12.34%", of two profiles "12.34% → 11.20%": what the hits hold by themselves.
function shareOfHits() {
  const share = (key) => percent(hits.reduce((sum, node) => sum + node[key], 0),
    +attributeOf(root, 'data-' + key));
  return (root.hasAttribute('data-before') ? share('before') + ' \u2192 ' : '') + share('self');
}

function sayState() {
  const parts = [];
  if (chosen) {
    const count = (way, end) => reach(chosen, way, end, new Set()).size - 1;
    parts.push(chosen.name + ': ' + plural(count('up', 'from'), 'caller') + ' and ' +
      plural(count('down', 'to'), 'callee') + ' (Esc: all)');
  }
  if (searchBox.value) {
    parts.push(plural(hits.length, 'function') + (hits.length === 1 ? ' matches' : ' match') +
      ', ' + shareOfHits() + ' by ' +
      (hits.length === 1 ? 'itself' : 'themselves') +
      (hitAt >= 0 ? '; ' + (hitAt + 1) + ' of ' + hits.length : ''));
  }
  say(parts.join(' \u00b7 '));
}

const parts = () => nodes.flatMap((node) => node.parts);

// What is no regular expression, perhaps not yet, is looked for as it is.
function patternOf(text) {
  try {
    const pattern = compilePattern(text, true, false);
    for (const { name } of parts()) pattern.test(name);
    return pattern;
  } catch (e) {
    return compilePattern(text, false, false);
  }
}

function search() {
  const text = searchBox.value;
  const pattern = text && patternOf(text);
  hits = text ? parts().filter(({ name }) => pattern.test(name)) : [];
  hitAt = -1;
  const found = new Set(hits.map(({ node }) => node));
  for (const node of nodes)
    for (const mark of [node.element, spotOf.get(node.element)])
      mark.classList.toggle('hit', found.has(node));
  sayState();
}

const heaviestOf = () => nodes.filter((node) => !node.others && !node.lines)
  .sort((a, b) => b.self - a.self)[0];

const weights = () => nodes.map(({ element }) => [boxOf(element), weightOf(element)]);

// The function that holds most by itself, at full size.
function heaviest() {
  const first = heaviestOf();
  if (first) showAround(boxOf(first.element), weights(), 1);
}

// The whole hot path, and what holds most by itself where that can be, as large as the window
// allows; names of the first and the last function can be read from the scale data-least on.
function opening() {
  const hot = nodes.filter(({ element }) => element.matches('.hot'));
  for (const list of [[...hot, heaviestOf()], hot]) {
    const span = (at, length) => {
      const from = min(...list.map(({ own }) => own[at]));
      return [from, max(...list.map(({ own }) => own[at] + own[length])) - from];
    };
    const [x, width] = span('x', 'width');
    const [y, height] = span('y', 'height');
    const scale = min(1, (room.width - 2 * MARGIN_PX) / width,
      (room.height - room.top - 2 * MARGIN_PX) / height);
    if (scale >= attributeOf(root, 'data-least')) {
      showAround({ x, y, width, height }, weights(), scale);
      return;
    }
  }
  heaviest();
}

const viewText = () => [view.x, view.y, view.scale].join();
// As the page was opened; until the view is moved it opens so in a window of another size.
let openedAt;

// All of it where that can be read, on a phone a little smaller; else what matters most.
function openPage() {
  fit();
  if (view.scale < (room.width < 600 ? 0.6 : 1)) opening();
  openedAt = viewText();
}

// Boxes of several calls that are open list them, and what stands below makes room.
function layOut() {
  const shift = (x, y) => nodes.reduce((sum, { own, low, lines, open }) => sum +
    (open && (y > low || (y > own.y + own.height - 2 && x > own.x && x < own.x + own.width))
      ? lines.length * LINE_PX : 0), 0);
  for (const { element, own } of nodes) {
    const x = own.x + own.width / 2;
    const y = own.y + own.height / 2;
    set(element, { transform: 'translate(' + x + ',' + (y + shift(x, y)) + ')' });
    set(spotOf.get(element), boxOf(element));
  }
  for (const path of graph.querySelectorAll('.edge path')) {
    path.own = path.own || attributeOf(path, 'd');
    set(path, { d: path.own.replace(/([-\d.]+) ([-\d.]+)/g, (all, x, y) =>
      x + ' ' + (+y + shift(+x, +y))) });
  }
  for (const label of graph.querySelectorAll('.labels text')) {
    const [x, y] = ['x', 'y'].map((key) => +attributeOf(label.firstChild, key));
    set(label, { transform: 'translate(0,' + shift(x, y) + ')' });
  }
  measure();
  showView();
}

function turn(node) {
  const { element, own, lines } = node;
  node.open = !node.open;
  for (const rect of element.querySelectorAll('rect'))
    set(rect, { height: +attributeOf(rect, 'height') +
      (node.open ? LINE_PX : -LINE_PX) * lines.length });
  if (node.open) {
    const text = element.querySelector('text').cloneNode();
    const most = (own.width - 12) / 7.3;
    lines.forEach((line, i) => {
      const row = shape('tspan', { x: 0, y: own.height / 2 + LINE_PX * (i + 0.5) });
      row.append(line.length > most ? '\u2026' + line.slice(1 - most) : line);
      text.append(row);
    });
    element.append(set(text, { 'font-size': 12 }));
  } else {
    element.lastChild.remove();
  }
  set(element, { 'aria-expanded': node.open });
  layOut();
}

function nextHit(by) {
  if (!hits.length) return;
  hitAt = hitAt < 0 ? (by > 0 ? 0 : hits.length - 1) : (hitAt + by + hits.length) % hits.length;
  reveal(hits[hitAt].node.element, true);
  sayState();
}

const ACTIONS = {
  out: () => zoom(1 / 1.25),
  in: () => zoom(1.25),
  fit,
  heaviest,
  legend: turnLegend,
  find() {
    searchBox.focus();
    searchBox.select();
  },
  next: () => nextHit(1),
  prev: () => nextHit(-1),
  escape: clear,
  help: () => showHelp(true),
  close: () => showHelp(false),
};

const KEYS = keysOf('g');
/** @type {any} */
const ARROWS = new Map([['ArrowLeft', [60, 0]], ['ArrowRight', [-60, 0]], ['ArrowUp', [0, 60]],
  ['ArrowDown', [0, -60]]]);

function onSearchKey(event) {
  if (event.key === 'Escape') {
    bar.focus(); // within the page, which hears keys
  } else if (event.key === 'Enter') {
    nextHit(event.shiftKey ? -1 : 1);
  } else {
    return false;
  }
  return true;
}

// Up and down go along the heaviest call.
function onArrow(event, node) {
  const way = event.key === 'ArrowUp' ? 'up' : 'down';
  const end = way === 'up' ? 'from' : 'to';
  const edge = node && /Up|Down/.test(event.key) &&
    node[way].find((other) => other[end] !== node);
  if (edge) {
    edge[end].element.focus();
    reveal(edge[end].element);
  } else {
    pan(...ARROWS.get(event.key));
  }
}

function showHelp(on) {
  help.hidden = !on;
  (on ? help : bar).focus();
}

// Closes the help, clears the search, shows all: one after the other.
function clear() {
  if (!help.hidden) {
    showHelp(false);
    return;
  }
  if (!searchBox.value) {
    choose(null);
    return;
  }
  searchBox.value = '';
  search();
}

function onPlainKey(event, node) {
  const { key } = event;
  if (node && (key === 'Enter' || key === ' ')) choose(node);
  else if (KEYS.has(key)) ACTIONS[KEYS.get(key)]();
  else if (ARROWS.has(key)) onArrow(event, node);
  else return false;
  return true;
}

function onKey(event) {
  const { target } = event;
  let done = false;
  if ((event.ctrlKey || event.metaKey) && event.key === 'f') {
    ACTIONS.find();
    done = true;
  } else if (!event.ctrlKey && !event.metaKey && !event.altKey) {
    if (target === searchBox) done = onSearchKey(event);
    else if (!/^(Enter| )$/.test(event.key) || !page.contains(target))
      done = onPlainKey(event, nodeOf.get(target));
  }
  if (done) event.preventDefault();
}

function onWheel(event) {
  if (!standalone && !event.ctrlKey) return;
  event.preventDefault();
  const origin = root.getBoundingClientRect();
  const lines = event.deltaMode ? 30 : 1;
  zoomAt(exp(-max(-300, min(300, event.deltaY * lines)) * (event.ctrlKey ? 0.01 : 0.0015)),
    event.clientX - origin.left, event.clientY - origin.top);
}

// Fingers and the mouse: where each is now. One drags, two pinch.
const fingers = new Map();
let moved = false;
/** @type {any} */
let pressed = null;

function onPointerDown(event) {
  if (event.button || page.contains(event.target)) return;
  if (!fingers.size) {
    moved = false;
    pressed = { x: event.clientX, y: event.clientY };
  }
  fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
}

/** @type {(both: any[]) => number} */
const spread = ([a, b]) => hypot(a.x - b.x, a.y - b.y);

function onPointerMove(event) {
  const before = fingers.get(event.pointerId);
  if (!before) return;
  const now = { x: event.clientX, y: event.clientY };
  if (!moved && fingers.size === 1 && hypot(now.x - pressed.x, now.y - pressed.y) < 5) return;
  if (!moved) {
    root.setPointerCapture(event.pointerId);
    root.classList.add('graph-moving');
  }
  moved = true;
  const old = [...fingers.values()];
  fingers.set(event.pointerId, now);
  const both = [...fingers.values()];
  pan((now.x - before.x) / both.length, (now.y - before.y) / both.length);
  if (both.length === 2) {
    const origin = root.getBoundingClientRect();
    const middle = (key) => (both[0][key] + both[1][key]) / 2;
    zoomAt(max(1, spread(both)) / max(1, spread(old)), middle('x') - origin.left,
      middle('y') - origin.top);
  }
}

function onPointerUp(event) {
  fingers.delete(event.pointerId);
  if (!fingers.size) root.classList.remove('graph-moving');
}

function onClick(event) {
  const action = event.target.closest('[data-do]');
  if (action) {
    ACTIONS[attributeOf(action, 'data-do')]();
  } else if (!moved && !page.contains(event.target) && !legend.contains(event.target)) {
    const element = event.target.closest('.node');
    choose(element ? nodeOf.get(element) : null);
  }
  moved = false;
}

function onResize() {
  const box = root.getBoundingClientRect();
  room = { top: bar.offsetHeight, width: max(1, box.width), height: max(1, box.height) };
  if (openedAt === viewText()) openPage();
  else if (fitted) fit();
  else pan(0, 0);
}

// Paper gets the picture as it is without the script.
function toPaper() {
  for (const node of nodes) if (node.open) turn(node);
  set(root, { viewBox: own.viewBox });
  set(graph, { transform: own.graph });
  set(legend, { transform: own.legend });
  for (const key of ['width', 'height']) root.style[key] = '';
  legend.style.display = '';
}

function fromPaper() {
  mount();
  onResize();
}

function mount() {
  root.removeAttribute('viewBox');
  if (!standalone) return;
  root.style.width = '100vw';
  root.style.height = '100vh';
}

function listen() {
  const on = (target, handlers) => {
    for (const type in handlers) target.addEventListener(type, handlers[type], { passive: false });
  };
  on(root, { wheel: onWheel, pointerdown: onPointerDown, pointermove: onPointerMove,
    pointerup: onPointerUp, pointercancel: onPointerUp, click: onClick });
  on(searchBox, { input: search });
  on(standalone ? doc : root, { keydown: onKey });
  on(graph, { focusin(event) {
    const { target } = event;
    if (nodeOf.has(target) && target.matches(':focus-visible')) reveal(target);
  } });
  on(window, { beforeprint: toPaper, afterprint: fromPaper });
  new ResizeObserver(onResize).observe(root);
}

function measure() {
  const { x, y, width, height } = graph.getBBox();
  size = { x, y, width: max(1, width), height: max(1, height) };
  if (map) set(map, { viewBox: [x, y, size.width, size.height].join(' ') });
}

function setUp(svg) {
  root = svg;
  graph = root.querySelector('g.graph');
  legend = root.querySelector('g.legend');
  standalone = doc.documentElement === root;
  own = { viewBox: attributeOf(root, 'viewBox'), graph: attributeOf(graph, 'transform'),
    legend: attributeOf(legend, 'transform') };
  readGraph();
  graph.removeAttribute('transform');
  for (const node of nodes) node.own = boxOf(node.element);
  for (const node of nodes) {
    const { y, height } = node.own;
    node.low = max(...nodes.map(({ own }) => own.y + own.height / 2 - y - height / 2 < 1 &&
      own.y + own.height > y ? own.y + own.height : 0));
  }
  makePage(root.querySelector('title').textContent,
    root.querySelector('.head .faint').textContent);
  const frame = set(doc.createElementNS(SVG, 'foreignObject'), { id: 'graph-app', width: '100%',
    height: '100%' });
  frame.append(page);
  // An SVG has no head in which a phone could look for it.
  if (standalone) page.append(make('meta', { name: 'viewport', content: 'width=device-width' }));
  root.removeAttribute('role');
  root.classList.add('graph-on');
  root.classList.toggle('graph-alone', standalone);
  // Their names are their titles.
  for (const { element, lines } of nodes)
    set(element, { 'tabindex': 0, 'role': 'button',
      [lines ? 'aria-expanded' : 'aria-pressed']: false });
  mount();
  root.append(frame);
  makeMap(nodes.map(({ element }) => element), spotOf);
  measure();
  openedAt = viewText();
  onResize();
  listen();
}

// The picture stays when anything is wrong.
function start(svg) {
  try {
    setUp(svg);
    performance.mark('flame-ready');
  } catch (e) {
    svg.classList.remove('graph-on');
    if (own) toPaper();
    throw e;
  }
}

/** @type {any} */
const script = doc.currentScript;
const drawn = (script && script.ownerSVGElement) || doc.documentElement;
// The picture comes first.
requestAnimationFrame(() => setTimeout(start, 0, drawn));
