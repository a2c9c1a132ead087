// Drawing: only what is at least half a pixel wide and in sight becomes an element.

const SVG = 'http://www.w3.org/2000/svg';
const XHTML = 'http://www.w3.org/1999/xhtml';
const LEAST_PX = 0.5;
// Narrower frames have no dashed outline, which would hide their colour.
const DASHED_PX = 6;
const PAD_PX = 3;
const REST_FILL = '#bdbdbd';
const FRAME = 'flame-frame';
// Between the halves of a sandwich.
const HALVES_PX = 20;

let fontPx;
let cellPx;
let widthOf;
let rectTemplate;
let labelsTemplate;
let labelled = [];
let shortNames = new Map();
let describeTimer;
let rootFill;
let searchFill;
let searchWhite;
let widthPx = 1000;
// Where the page is scrolled to: the browser's own number changes with the window.
let topPx = 0;
let shownTopPx = -1;
let anchorPx = 0;
let seenPx = 0;
let drawnFrom = 0;
let drawnTo = 0;
let markedRect;
let picture;
// What was drawn of the whole last, for when a zoom is left.
let kept;

const attributeOf = (element, name) => element.getAttribute(name);

function set(element, attributes) {
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  return element;
}

// Where something is in the window.
const placeIn = (element) => element.getBoundingClientRect();

const svgElement = (name, attributes) => set(doc.createElementNS(SVG, name), attributes);

// Boxes of a view between two places, each at least half a pixel wide at that width; of narrower
// neighbours one box stands for all (joined says for how many).
function boxesOf(view, from, to, width) {
  const least = LEAST_PX * (to - from) / width;
  const boxes = [{ node: 0, depth: 0, from: 0, size: view.whole, joined: 0, place: 1, of: 1 }];
  for (let b = 0; b < boxes.length; b++) {
    if (boxes[b].joined) continue;
    const { node, depth, from: at } = boxes[b];
    const kids = view.kids(node);
    let run = null;
    for (let k = 0; k < kids.length; k++) {
      const kid = kids[k];
      const start = at + view.off[kid];
      const size = view.total[kid];
      if (start + size <= from || start >= to || size <= 0) continue;
      const wide = size >= least;
      if (run && (wide || start > run.from + run.size + least)) run = endRun(boxes, run, least);
      if (wide) {
        boxes.push({
          node: kid, depth: depth + 1, from: start, size, joined: 0, place: k + 1, of: kids.length,
        });
      } else if (run) {
        run.size = start + size - run.from;
        run.joined++;
      } else {
        run = { node: kid, depth: depth + 1, from: start, size, joined: 1, place: 0, of: 0 };
      }
    }
    if (run) endRun(boxes, run, least);
  }
  return boxes;
}

function endRun(boxes, run, least) {
  if (run.size >= least) boxes.push(run);
  return null;
}

const INLINED = 3;
const MARKED_PX = 8;

// Inlined frames have a mark: their upper left corner is dark.
const isMarked = ({ box, pane, width }) => profile.marks && width >= MARKED_PX && !box.joined &&
  functions.kind[pane.view.fn[box.node]] === INLINED;

// One element for all marks of a row.
function drawMarks(row, corners) {
  if (!corners) return;
  row.insertBefore(svgElement('path', { 'class': 'flame-mark', 'd': corners,
    'fill-opacity': 0.65, 'aria-hidden': true, 'pointer-events': 'none' }), row.lastChild);
}

function isRest(box, view) {
  const fn = view.fn[box.node];
  return box.joined > 0 || (fn >= 0 && functions.rest[fn] === 1);
}

const isDimmed = (fn) =>
  state.entry >= 0 && (fn < 0 || functions.entry[fn] !== state.entry);

// What a box looks like: its fill, the ink of its label, its class, and the fill in dark
// surroundings, where that is no shade of the other. What is not searched for is dimmed.
function lookOf(flame) {
  const { box, pane } = flame;
  const fn = pane.view.fn[box.node];
  const hit = hits && fn >= 0 && hits[fn] && !box.joined;
  const look = plainLook(flame, hit);
  return (hits ? hit : !isFaint(fn)) ? look :
    { fill: look.fill, dim: true, class: FRAME + ' flame-dim' };
}

function plainLook({ box, pane, width }, hit) {
  const fn = pane.view.fn[box.node];
  const above = box.from < pane.from - pane.slack ||
    box.from + box.size > pane.to + pane.slack;
  if (isRest(box, pane.view)) return { fill: REST_FILL, class: FRAME + ' flame-rest' };
  let { fill, white, dark, more = '' } = ownLook(box, pane.view);
  if (!hit && isDimmed(fn)) return { fill, dim: true, class: FRAME + ' flame-dim' };
  if (above) {
    fill = pale(fill);
    white = false;
    dark = '';
  }
  if (hit) {
    const thin = width < 6 ? ' flame-thin' : '';
    return { fill: searchFill, white: searchWhite, dark: searchFill,
      class: FRAME + ' flame-hit' + thin };
  }
  return { fill, white, dark,
    class: FRAME + (above ? ' flame-above' : width < DASHED_PX ? '' : more) };
}

function boxName(box, view) {
  if (box.joined) return formatNumber(box.joined) + ' narrow frames';
  return cutName(shownName(profile, view.fn[box.node]));
}

// A root may be wider than what it holds: the file's own tree may be a part of a larger whole, and
// nothing at all needs a width too.
const weightOf = (view, node) =>
  node || view.tree !== wholeTree || view.fn[0] >= 0 ? view.total[node] : profile.whole;

const boxLabel = (box, view) => boxName(box, view) + ', ' + weightLabel(box, view);

// What a screen reader is told of a frame.
function describeFrame(rect) {
  const { box, pane } = rect.flame;
  set(rect, { 'role': 'treeitem', 'aria-label': boxLabel(box, pane.view),
    'aria-level': box.depth + 1 });
  if (box.of) set(rect, { 'aria-posinset': box.place, 'aria-setsize': box.of });
  if (!box.joined && pane.view.kids(box.node).length) set(rect, { 'aria-expanded': true });
}

// Frames with a label are described when there is time: it takes as long as drawing them.
function describeLater() {
  clearTimeout(describeTimer);
  describeTimer = setTimeout(() => labelled.forEach(describeFrame), 50);
}

// Rectangles and labels of one pane, a group a row; boxes come row by row, from left to right. All
// is made anew outside of the page and put into it at once: to change elements in their place takes
// twice as long. place: {width, y(depth), first, last: rows in sight}.
function drawBoxes(pane, boxes, place, graphic) {
  const scale = place.width / (pane.to - pane.from);
  const tenth = (value) => round(value * scale * 10) / 10;
  let row = null;
  let depth = -1;
  let marks = '';
  pane.slack = (pane.to - pane.from) * 1e-9;
  pane.rectOf = new Map();
  pane.rects = [];
  for (const box of boxes) {
    if (box.depth < place.first || box.depth > place.last) continue;
    if (box.depth !== depth) {
      ({ depth } = box);
      drawMarks(row, marks);
      marks = '';
      row = svgElement('g', { role: 'none', transform: 'translate(0,' + place.y(depth) + ')' });
      row.flameDepth = depth;
      row.append(labelsTemplate.cloneNode(false));
      graphic.append(row);
    }
    const left = max(0, tenth(box.from - pane.from));
    const width = min(place.width, tenth(box.from + box.size - pane.from)) - left;
    const flame = { box, pane, left, width: round(width * 10) / 10, label: null };
    if (isMarked(flame)) marks += 'M' + left + ',0h5l-5,5z';
    drawRect(row, flame);
  }
  drawMarks(row, marks);
}

function drawRect(row, flame) {
  const { box, pane, left, width } = flame;
  const rect = rectTemplate.cloneNode(false);
  rect.flame = flame;
  set(rect, { x: left, width });
  row.insertBefore(linked(rect, box, pane.view), row.lastChild);
  pane.rects.push(rect);
  if (!box.joined) pane.rectOf.set(box.node, rect);
  if (width >= 3 * cellPx + 2 * PAD_PX && !box.joined) drawLabel(rect, row.lastChild);
  paint(rect, null);
}

function drawLabel(rect, labels) {
  const { box, pane, left, width } = rect.flame;
  const mark = markOf(pane.view, box.node);
  const room = width - 2 * PAD_PX - mark.length * cellPx;
  const name = fitText(boxName(box, pane.view), room, widthOf, profile.cutRight, shortNames);
  const text = name ? mark + name : mark.trim();
  if (!text) return;
  const label = svgElement('text', { x: left });
  label.textContent = text;
  labels.append(label);
  rect.flame.label = label;
  labelled.push(rect);
}

// What the style sheet fills with in dark surroundings.
const setColour = (element, value) =>
  (value ? set(element, { color: value }) : element.removeAttribute('color'));

// Gives a rectangle its colours; called again when what is searched for changes.
function paint(rect, old) {
  const { label } = rect.flame;
  const look = lookOf(rect.flame);
  rect.flame.look = look;
  if (!old || old.fill !== look.fill) rect.setAttribute('fill', look.fill);
  if ((old ? old.class : FRAME) !== look.class) rect.setAttribute('class', look.class);
  const { dark } = look;
  if (dark || old && old.dark) {
    setColour(rect, dark);
    if (label) setColour(label, dark && !isDark(dark) && '#000000');
  }
  if (!label) return;
  if (!look.dim !== !label.flameDim) label.classList.toggle('flame-faint', !!look.dim);
  label.flameDim = look.dim;
  if (!label.flameWhite === !look.white) return;
  label.flameWhite = look.white;
  label.setAttribute('fill', look.white ? '#ffffff' : '#000000');
}

function paintAll() {
  for (const pane of panes) for (const rect of pane.rects) paint(rect, rect.flame.look);
}

// Links were checked when the file was written; a changed file must not make them worse.
function linkOf(fn) {
  const link = functions.link.get(fn);
  return link && link.href && /^(https?:|#|(?!\/\/)[^:\\]*$)/i.test(link.href) ? link : null;
}

function linked(rect, box, view) {
  const link = !box.joined && linkOf(view.fn[box.node]);
  if (!link) return rect;
  const a = svgElement('a', {
    href: link.href, target: link.target || '_top', rel: 'noopener noreferrer', tabindex: -1,
  });
  a.append(rect);
  return a;
}

// Rows a pane needs for its boxes.
function rowsOf(boxes) {
  let rows = 1;
  for (const box of boxes) rows = max(rows, box.depth + 1);
  return rows;
}

const isWhole = ({ from, to, view }) => from === 0 && to === view.whole;

// Where panes stand: callers grow upwards, callees downwards; one pane goes as the state says.
function measurePanes(width) {
  let y = 0;
  const rowPx = profile.rowPx;
  for (const pane of panes) {
    pane.boxes = kept && kept.pane === pane && kept.widthPx === width && isWhole(pane) ?
      kept.boxes : boxesOf(pane.view, pane.from, pane.to, width);
    pane.rows = rowsOf(pane.boxes);
    pane.most = max(pane.most, pane.rows);
    pane.top = y;
    y += pane.most * rowPx + (panes.length > 1 ? HALVES_PX : 2);
  }
  return y;
}

function placeOf(pane, width, fromY, toY) {
  const rowPx = profile.rowPx;
  const last = pane.most - 1;
  const a = floor((fromY - pane.top) / rowPx);
  const b = ceil((toY - pane.top) / rowPx);
  return {
    width,
    y: (depth) => pane.top + (pane.down ? depth : last - depth) * rowPx,
    first: pane.down ? a : last - b,
    last: pane.down ? b : last - a,
  };
}

// ---- the time axis of a flame chart

const TIME_UNITS = [[1e9, ' s'], [1e6, ' ms'], [1e3, ' \u00b5s'], [1, ' ns']];
const AXIS_PAD_PX = 4;

const axisPx = () => ceil(fontPx * 1.5);

// A changed tree has lost parts of the time.
const hasAxis = () => !!picture.axis && state.view === 'flame' && panes[0].view.tree === wholeTree;

// Ticks of an axis, as [px, label]: the smallest round step with room for each label, as
// time_axis.c finds it.
function axisOf(from, to, width) {
  const [size, unit] = TIME_UNITS.find(([ns]) => to >= 2 * ns || ns === 1);
  const scale = width / (to - from);
  const charPx = max(1, cellPx);
  let step;
  const digits = () => max(0, ceil(Math.log10(size / step) - 1e-9));
  const label = (n) => (n ? (n * step / size).toFixed(digits()) + unit : '0');
  for (let i = 0; ; i++) {
    step = 10 ** floor(i / 3) * [1, 2, 5][i % 3];
    const last = floor(to / step);
    if (last < 2 || step * scale >= charPx * (label(last).length + 3)) break;
  }
  const ticks = [];
  for (let n = ceil(from / step - 1e-6); n * step <= to; n++)
    ticks.push([round((n * step - from) * scale * 100) / 100, label(n)]);
  return ticks.filter(([x, text]) => x + AXIS_PAD_PX + charPx * text.length <= width);
}

function drawAxis(group, { from, to }, width) {
  const parts = [];
  for (const [x, text] of hasAxis() ? axisOf(from, to, width) : []) {
    const label = svgElement('text', { 'class': 'ui', 'x': x + AXIS_PAD_PX, 'y': fontPx });
    label.textContent = text;
    parts.push(svgElement('rect', { class: 'ui', x, width: 1, height: axisPx() }), label);
  }
  group.replaceChildren(...parts);
}

// Draws all panes into the page. What callees stand on stays where it is. What the page says of its
// own size is asked before anything is changed: afterwards it would have to be laid out first.
function drawGraph() {
  const upwards = panes.length === 1 && !panes[0].down;
  const { clientWidth, clientHeight } = scroller;
  if (!clientHeight) return;
  const fixedPx = anchorPx - topPx - (upwards ? seenPx : 0);
  widthPx = max(50, clientWidth - 20);
  seenPx = clientHeight;
  const heightPx = measurePanes(widthPx);
  anchorPx = panes.length > 1 ? panes[1].top : upwards ? heightPx : 0;
  topPx = max(0, min(anchorPx - fixedPx - (upwards ? seenPx : 0), heightPx - seenPx));
  set(graph, { width: widthPx, height: heightPx });
  drawAxis(axis, panes[0], widthPx);
  if (topPx !== shownTopPx) scroller.scrollTop = shownTopPx = topPx;
  drawRows();
  showCutOff();
}

// Says how many rows are above and below what is seen.
function showCutOff() {
  const { rowPx } = profile;
  const last = panes[panes.length - 1];
  const rowsIn = (px) => max(0, ceil(px / rowPx - 0.1));
  const above = rowsIn(topPx - (panes[0].down ? 0 : (panes[0].most - panes[0].rows) * rowPx));
  const below = rowsIn(last.top + (last.down ? last.rows : last.most) * rowPx - topPx - seenPx);
  [[higher, above, '\u25b2', 'above'], [lower, below, '\u25bc', 'below']]
    .forEach(([element, n, mark, where]) => {
      element.hidden = inTable() || !n;
      element.firstChild.textContent = mark + ' ' + formatNumber(n) + ' more row' +
        (n === 1 ? '' : 's') + ' ' + where;
    });
}

// Lets the eye follow a zoom: the new picture begins where it was in the old one.
const MOTION_MS = 120;
const MOTION_MOST = 100;

function moveFrom([from, to], pane) {
  const scale = (pane.to - pane.from) / (to - from);
  if (matchMedia('(prefers-reduced-motion: reduce)').matches || scale > MOTION_MOST ||
    scale < 1 / MOTION_MOST) return;
  const shift = (pane.from - from) / (to - from) * widthPx;
  graph.animate([{ transform: 'translateX(' + shift + 'px) scaleX(' + scale + ')' },
    { transform: 'none' }], { duration: MOTION_MS, easing: 'ease-out' });
}

// Another view begins at its root, a sandwich at its function.
function scrollToRoot() {
  scroller.scrollTop = topPx = seenPx = 0;
  shownTopPx = -1;
  anchorPx = panes.length > 1 ? scroller.clientHeight / 2 : 0;
}

function nameHalves(graphic) {
  if (panes.length < 2) return;
  const text = svgElement('text', { 'class': 'flame-half', 'aria-hidden': true, 'x': PAD_PX,
    'y': panes[1].top - 6 });
  text.textContent = '\u25b2 Callers of it above \u00b7 Callees, what it calls, below \u25bc';
  graphic.append(text);
}

// Shows the whole as it was drawn before, when it was for this window: to make it anew would take
// much longer. Rows may stand elsewhere now, and other things be searched for.
function drawKept() {
  const [pane] = panes;
  if (!kept || kept.pane !== pane || kept.widthPx !== widthPx || !isWhole(pane)) return false;
  const place = placeOf(pane, widthPx, topPx, topPx + seenPx);
  if (max(0, place.first) < kept.first || min(pane.most - 1, place.last) > kept.last) return false;
  for (const row of kept.rows)
    if (kept.most !== pane.most)
      set(row, { transform: 'translate(0,' + place.y(row.flameDepth) + ')' });
  kept.most = pane.most;
  const { rects, rectOf, slack } = kept;
  Object.assign(pane, { rects, rectOf, slack });
  ({ labelled } = kept);
  const ends = [place.y(kept.first), place.y(kept.last)];
  drawnFrom = min(...ends);
  drawnTo = max(...ends) + profile.rowPx;
  paintAll();
  if (graph.firstChild !== kept.rows[0]) graph.replaceChildren(...kept.rows);
  return true;
}

function keep(rows) {
  const [pane] = panes;
  if (panes.length > 1 || !isWhole(pane)) return;
  const { rects, rectOf, slack, most, boxes } = pane;
  const { first, last } = placeOf(pane, widthPx, drawnFrom, drawnTo);
  kept = { pane, widthPx, rows: [...rows.childNodes], first, last, most, boxes, rects, rectOf,
    slack, labelled };
}

function drawRows() {
  const hadFocus = graph.contains(doc.activeElement);
  if (drawKept()) {
    markCurrent(hadFocus);
    if (labelled.length && !labelled.at(-1).hasAttribute('aria-label')) describeLater();
    return;
  }
  const rows = doc.createDocumentFragment();
  labelled = [];
  shortNames = new Map();
  drawnFrom = topPx - seenPx / 2;
  drawnTo = topPx + 1.5 * seenPx;
  for (const pane of panes)
    drawBoxes(pane, pane.boxes, placeOf(pane, widthPx, drawnFrom, drawnTo), rows);
  nameHalves(rows);
  keep(rows);
  graph.replaceChildren(rows);
  markCurrent(hadFocus);
  describeLater();
}

// The one frame that the tab key reaches.
function markCurrent(focus) {
  if (inTable()) {
    if (focus) (rowButton || tableBox).focus();
    return;
  }
  const { rectOf } = panes[current.pane];
  const rect = rectOf.get(current.node) || rectOf.get(0) || graph.querySelector('rect');
  if (!rect) return;
  if (markedRect) markedRect.removeAttribute('tabindex');
  markedRect = rect;
  describeFrame(rect);
  set(rect, { tabindex: 0 });
  if (focus) focusLater(rect);
}

// To take the focus a frame has to be laid out, which is done anyway before it is shown.
function focusLater(rect) {
  requestAnimationFrame(() => rect.focus({ preventScroll: true }));
}

// The picture for paper: what is seen now, in the place of the picture that needs no script.
function drawForPrint() {
  const width = picture.width;
  const rows = doc.createDocumentFragment();
  for (const pane of panes) pane.most = 0;
  const height = measurePanes(width);
  for (const pane of panes)
    drawBoxes(pane, pane.boxes, placeOf(pane, width, -Infinity, Infinity), rows);
  nameHalves(rows);
  picture.frames.replaceChildren(rows);
  if (picture.axis) drawAxis(picture.axis, panes[0], width);
  return height;
}
