// The boxes of a tree in a timeline: as they were drawn, zoomed, and with what was found.

const SVG = 'http://www.w3.org/2000/svg';
const XHTML = 'http://www.w3.org/1999/xhtml';
const PAD_PX = 3;

const doc = document;
const { max, min, round } = Math;

let root;
let widthOf;
let searchFill;
let squeeze = 1; // how much narrower trees are than in the picture

const attributeOf = (element, name) => element.getAttribute(name);

function set(element, attributes) {
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  return element;
}

// "main (1,234 bytes, 12.34%)": a name, what it holds.
function readTitle(title) {
  const [, name, count] = /^([^]*) \(([\d,.]+)[^()]*\)$/.exec(title) || [0, title, '0'];
  return { title, name, count: +count.replace(/,/g, '') };
}

// The boxes of a tree, callers first; each caller's callees from left to right.
function readBoxes(frames) {
  const boxes = [];
  let callers = [];
  [...frames.children].forEach((row, depth) => {
    const labels = row.lastElementChild;
    set(row, { role: 'none' });
    set(labels, { 'aria-hidden': true });
    const marks = row.querySelector('path.inlined');
    const marked = new Set(marks ? attributeOf(marks, 'd').match(/M[\d.]+/g) : []);
    const here = [...row.children].filter((child) => child.localName === 'rect').map((rect) => {
      const x = +attributeOf(rect, 'x');
      const width = +attributeOf(rect, 'width');
      const middle = x + width / 2;
      const caller = callers.find((box) => box.x <= middle && middle <= box.x + box.width);
      const box = Object.assign(readTitle(rect.textContent), { rect, depth, x, width, caller,
        fill: attributeOf(rect, 'fill'), joined: rect.classList.contains('rest'), kids: [],
        marked: marked.has('M' + x), hit: false });
      set(rect, { 'role': 'treeitem', 'aria-label': box.title, 'aria-level': depth + 1 });
      if (caller) caller.kids.push(box);
      return box;
    });
    boxes.push(...here);
    callers = here.filter(({ joined }) => !joined);
  });
  for (const { rect, kids } of boxes) if (kids.length) set(rect, { 'aria-expanded': true });
  return boxes;
}

function readTree(group) {
  const frames = group.querySelector('.frames');
  const heading = group.querySelector('g > text').textContent;
  const rows = [...frames.children].map((row) => ({ labels: row.lastElementChild,
    own: [...row.lastElementChild.children], marks: row.querySelector('path.inlined'),
    corners: '' }));
  set(frames, { 'role': 'tree', 'aria-label': heading });
  const boxes = readBoxes(frames);
  return { boxes, rows, zoom: boxes[0], current: boxes[0] };
}

// What a tree shows of a box: its place, its fill, and whether it is dimmed.
function lookOf(box, { zoom, boxes }, searched) {
  const scale = boxes[0].width / zoom.width * squeeze;
  const start = (box.x - zoom.x) * scale;
  const left = max(0, start);
  const right = min(boxes[0].width * squeeze, start + box.width * scale);
  let { fill } = box;
  if (box.width > zoom.width && box.depth < zoom.depth) fill = pale(fill);
  if (box.hit) fill = searchFill;
  return { left, width: right - left, fill, dim: searched && !box.hit };
}

function drawLabel(box, look, labels, taken) {
  const room = look.width - 2 * PAD_PX;
  const text = box.joined || room < widthOf('m') ? '' : fitText(box.name, room, widthOf, false,
    taken);
  if (!text) return;
  const label = set(doc.createElementNS(SVG, 'text'), { x: round(look.left * 10) / 10 });
  label.textContent = text;
  if (look.dim) label.classList.add('timeline-faint');
  else if (isDark(look.fill)) set(label, { fill: '#ffffff' });
  else if (box.hit) set(label, { color: '#000000' });
  labels.append(label);
}

// Draws a tree as it is zoomed and searched. Labels of the whole are those of the picture.
function drawTree(tree, searched) {
  const whole = tree.zoom === tree.boxes[0] && !searched && squeeze === 1;
  const taken = new Map();
  for (const row of tree.rows) {
    row.labels.replaceChildren(...whole ? row.own : []);
    row.corners = '';
  }
  for (const box of tree.boxes) {
    const { rect, depth } = box;
    const look = lookOf(box, tree, searched);
    box.shownPx = look.width;
    rect.style.display = look.width > 0 ? '' : 'none';
    if (look.width <= 0) continue;
    set(rect, { x: round(look.left * 10) / 10, width: round(look.width * 10) / 10,
      fill: look.fill });
    rect.classList.toggle('timeline-dim', look.dim);
    rect.classList.toggle('timeline-hit', box.hit);
    if (box.marked) tree.rows[depth].corners += 'M' + round(look.left * 10) / 10 + ',0h5l-5,5z';
    if (!whole) drawLabel(box, look, tree.rows[depth].labels, taken);
  }
  for (const { marks, corners } of tree.rows) if (marks) set(marks, { d: corners });
}

// What was found in a tree: the outermost boxes, the heaviest first, and what these hold.
function findIn(tree, pattern) {
  const tops = [];
  const names = new Set();
  for (const box of tree.boxes) {
    box.hit = !!pattern && box.depth > 0 && !box.joined && pattern.test(box.name);
    box.inHit = box.hit || (!!box.caller && box.caller.inHit);
    if (!box.hit) continue;
    names.add(box.name);
    if (!box.caller.inHit) tops.push(box);
  }
  tops.sort((a, b) => b.count - a.count || a.x - b.x);
  return { tops, functions: names.size,
    weight: tops.reduce((sum, { count }) => sum + count, 0) };
}

// The box of another tree that is reached by the same names; where that ends, the last one.
function sameBox({ boxes }, box) {
  const names = [];
  for (let at = box; at && at.caller; at = at.caller) names.unshift(at.name);
  let found = boxes[0];
  for (const name of names) {
    const next = found.kids.find((kid) => kid.name === name && !kid.joined);
    if (!next) break;
    found = next;
  }
  return found;
}
