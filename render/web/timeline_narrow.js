// On a phone: the picture laid out anew in the width of the window, for letters to keep their size.

const LEGEND_ROW = 18;
const NARROW = 0.75; // of the picture's own width
const EDGE_PX = 8;

const changed = new Map(); // what was changed, by element: what it was

// Sets what undo() takes back.
function put(element, attributes, text) {
  const was = changed.get(element) || { text: null };
  changed.set(element, was);
  for (const key in attributes) if (!(key in was)) was[key] = attributeOf(element, key);
  set(element, attributes);
  if (text === undefined || text === element.textContent) return;
  if (was.text === null) was.text = element.textContent;
  element.textContent = text;
}

function undo() {
  for (const [element, { text, ...attributes }] of changed) {
    for (const key in attributes)
      if (attributes[key] === null) element.removeAttribute(key);
      else element.setAttribute(key, attributes[key]);
    if (text !== null) element.textContent = text;
  }
  changed.clear();
}

// The legends of a snapshot: [[y of the heading, [[box, text], ...]], ...].
function legendsOf(group) {
  const legends = [];
  let box = null;
  for (const child of group.children) {
    if (child.localName === 'rect') {
      box = child;
    } else if (child.localName === 'text') {
      if (box) legends[legends.length - 1].entries.push([box, child]);
      else legends.push({ head: child, y: +attributeOf(child, 'y'), entries: [] });
      box = null;
    }
  }
  return legends;
}

// Entries one below the other, and what is below the first legend further down.
function stack(legends, mores, width) {
  legends.forEach(({ head, y, entries }, i) => {
    const down = mores.slice(0, i).reduce((sum, more) => sum + more, 0);
    put(head, { x: EDGE_PX, y: y + down });
    entries.forEach(([box, text], row) => {
      const top = y + 9 + down + row * LEGEND_ROW;
      put(box, { x: EDGE_PX, y: top });
      put(text, { x: EDGE_PX + LEGEND_ROW, y: top + 10 },
        fitText(text.textContent, width - 2 * EDGE_PX - LEGEND_ROW, widthOf, true));
    });
  });
}

// Of the times on an axis so many are left out that none touches another.
function thin(times) {
  const lines = new Map();
  for (const text of times) {
    const y = attributeOf(text, 'y');
    lines.set(y, (lines.get(y) || []).concat(text));
  }
  for (const texts of lines.values()) {
    const [first, second] = texts.map((text) => +attributeOf(text, 'x'));
    const room = max(...texts.map((text) => widthOf(text.textContent))) + EDGE_PX;
    const step = Math.ceil(room / (second - first || room));
    texts.forEach((text, i) => { if (i % step) put(text, { display: 'none' }); });
  }
}

// Gives by how much what is below the legends moves down, and sets how much narrower trees are.
function layOut(width, own) {
  undo();
  squeeze = 1;
  if (!standalone || width >= own.viewBox[2] * NARROW) return 0;
  const groups = [...root.querySelectorAll('.trees > g')];
  const spots = [...root.querySelectorAll('svg > .frames rect')];
  if (!spots.length) return 0;
  const wide = own.viewBox[2];
  const from = Math.min(...spots.map((spot) => +attributeOf(spot, 'x')));
  const by = (width - from - EDGE_PX) / (wide - from - 2 * EDGE_PX);
  const all = groups.map(legendsOf);
  const rowsOf = ({ entries }) => new Set(entries.map(([box]) => attributeOf(box, 'y'))).size;
  const mores = all[0].map((legend, i) => LEGEND_ROW * max(0, ...all.map((legends) =>
    (legends[i] ? legends[i].entries.length - rowsOf(legend) : 0))));
  const [below] = all[0].map(({ y }) => y);
  const downAt = (y) => (y > below ? mores[0] : 0);
  const narrower = (path) => {
    const [, y] = /^M[\d.-]+[ ,]([\d.-]+)/.exec(attributeOf(path, 'd')) || [];
    put(path, { transform: 'matrix(' + [by, 0, 0, 1, from * (1 - by), downAt(+y)] + ')' });
  };
  for (const path of root.querySelectorAll('svg > path,.trees > g > path')) narrower(path);
  for (const spot of spots) {
    const [x, size, y] = ['x', 'width', 'y'].map((key) => +attributeOf(spot, key));
    put(spot, { x: from + (x - from) * by, width: size * by, y: y + downAt(y) });
  }
  const times = [];
  for (const text of root.querySelectorAll('svg > text,svg > g > text')) {
    const [x, y] = ['x', 'y'].map((key) => +attributeOf(text, key));
    const isTitle = x === wide / 2 && y < spots[0].y.baseVal.value;
    put(text, { x: isTitle ? width / 2 : x < from ? x : from + (x - from) * by,
      y: y + downAt(y) }, isTitle ? fitText(text.textContent, width * (y < 30 ? 0.65 : 0.95),
      widthOf, true) : undefined);
    if (!isTitle && attributeOf(text, 'text-anchor') === 'middle') times.push(text);
  }
  all.forEach((legends) => stack(legends, mores, width));
  for (const text of root.querySelectorAll('.trees > g > g > text'))
    put(text, {}, fitText(text.textContent, width - 2 * EDGE_PX, widthOf, true));
  squeeze = (width - 2 * EDGE_PX) / (wide - 20);
  set(root, { viewBox: '0 0 ' + width + ' ' + own.viewBox[3], width });
  thin(times);
  return mores.reduce((sum, more) => sum + more, 0);
}
