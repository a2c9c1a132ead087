// What part of the graph is seen: its place in the window and its scale.

const SVG = 'http://www.w3.org/2000/svg';
const XHTML = 'http://www.w3.org/1999/xhtml';
const MARGIN_PX = 16;
const MOST_SCALE = 8;

const doc = document;
const { max, min, hypot, exp } = Math;

function set(element, attributes) {
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  return element;
}

const attributeOf = (element, name) => element.getAttribute(name);

let root;
let graph;
// The room around the graph in the window, and the graph's own.
let room = { top: 0, width: 1, height: 1 };
let size;
let view = { scale: 1, x: 0, y: 0 };
// Whether the whole graph is to be seen, also when the window changes.
let fitted = true;

function showView() {
  set(graph, { transform: 'translate(' + view.x + ',' + view.y + ') scale(' + view.scale + ')' });
  placePanels();
}

const fitScale = () => min((room.width - 2 * MARGIN_PX) / size.width,
  (room.height - room.top - 2 * MARGIN_PX) / size.height);

function fit() {
  const scale = max(min(fitScale(), 1.2), 0.01);
  view = {
    scale,
    x: (room.width - size.width * scale) / 2 - size.x * scale,
    y: room.top + max(MARGIN_PX, (room.height - room.top - size.height * scale) / 2) -
      size.y * scale,
  };
  fitted = true;
  showView();
}

// Where a box is in the graph.
function boxOf(node) {
  const [x, y] = attributeOf(node, 'transform').match(/-?[\d.]+/g);
  const rect = node.querySelector('.box');
  const at = (key) => +attributeOf(rect, key);
  return { x: +x + at('x'), y: +y + at('y'), width: at('width'), height: at('height') };
}

// Places for a window of this length that hold a box and nothing beyond the graph.
function placesAround(at, length, start, whole, window, margin) {
  const from = start - margin;
  const spare = whole + 2 * margin - window;
  if (spare <= 0) return [from + spare / 2];
  const first = min(max(from, at + length + margin - window), from + spare);
  const last = max(first, min(from + spare, at - margin));
  const N_STEPS = 24;
  return [...Array(N_STEPS + 1)].map((_, i) => first + (last - first) * i / N_STEPS);
}

const overlap = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height &&
  b.y < a.y + a.height;
const within = (a, b) => a.x >= b.x && a.y >= b.y && a.x + a.width <= b.x + b.width &&
  a.y + a.height <= b.y + b.height;

// The part around a place of the graph where the boxes that are seen whole weigh most. boxes: pairs
// of place and weight.
function showAround(one, boxes, scale) {
  const width = room.width / scale;
  const height = (room.height - room.top) / scale;
  let best = { weight: -1 };
  for (const x of placesAround(one.x, one.width, size.x, size.width, width, MARGIN_PX / scale))
    for (const y of placesAround(one.y, one.height, size.y, size.height, height,
      MARGIN_PX / scale)) {
      const weight = boxes.reduce((sum, [box, own]) =>
        sum + (within(box, { x, y, width, height }) ? own : 0), 0);
      if (weight > best.weight) best = { x, y, weight };
    }
  view = { scale, x: -best.x * scale, y: room.top - best.y * scale };
  pan(0, 0);
}

// At full size, with a point of the graph in the middle.
function showAt(x, y, scale) {
  view = { scale, x: room.width / 2 - x * scale,
    y: (room.height + room.top) / 2 - y * scale };
  pan(0, 0);
}

function pan(x, y) {
  view.x += x;
  view.y += y;
  // A part of the graph stays in the window.
  const keep = (at, from, length, least, most) =>
    min(max(at, least - (from + length) * view.scale), most - from * view.scale);
  view.x = keep(view.x, size.x, size.width, room.width / 4, room.width * 0.75);
  view.y = keep(view.y, size.y, size.height, room.height / 4, room.height * 0.75);
  fitted = false;
  showView();
}

// The point of the graph below (x, y) stays there.
function zoomAt(factor, x, y) {
  const scale = max(min(view.scale * factor, MOST_SCALE), min(fitScale(), 1) / 2);
  const by = scale / view.scale;
  view.scale = scale;
  pan((view.x - x) * (by - 1), (view.y - y) * (by - 1));
}

const zoom = (factor) => zoomAt(factor, room.width / 2, (room.height + room.top) / 2);

// Where a box is in the window.
function placeOf(node) {
  const { x, y, width, height } = boxOf(node);
  const { scale } = view;
  return { x: view.x + x * scale, y: view.y + y * scale, width: width * scale,
    height: height * scale };
}

// Brings a box into the window, and into its middle when it is not in it or too small to read.
function reveal(node, always) {
  const readable = 1;
  let box = placeOf(node);
  const out = box.x < 0 || box.y < room.top || box.x + box.width > room.width ||
    box.y + box.height > room.height;
  if (!out && !always) return;
  if (always && view.scale < readable)
    zoomAt(readable / view.scale, box.x + box.width / 2, box.y + box.height / 2);
  box = placeOf(node);
  pan(room.width / 2 - box.x - box.width / 2,
    (room.height + room.top) / 2 - box.y - box.height / 2);
}
