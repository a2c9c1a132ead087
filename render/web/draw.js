// Drawing what is in sight into the page, and all onto paper.

let widthPx = 1000;
// Where the page is scrolled to: the browser's own number changes with the window.
let topPx = 0;
let shownTopPx = -1;
let anchorPx = 0;
let seenPx = 0;
let drawnFrom = 0;
let drawnTo = 0;
let picture;
// What was drawn of the whole last, for when a zoom is left.
let kept;
// While the view moves, narrow boxes are left out.
let moving = false;

const axisPx = () => ceil(fontPx * 1.5);

// A changed tree has lost parts of the time.
const hasAxis = () => !!picture.axis && state.view === 'flame' && panes[0].view.tree === wholeTree;

function drawAxis(group, { from, to }, width) {
  const parts = [];
  for (const [x, text] of hasAxis() ? axisOf(from, to, width, max(1, cellPx)) : []) {
    const label = svgElement('text', { 'class': 'ui', 'x': x + AXIS_PAD_PX, 'y': fontPx });
    label.textContent = text;
    parts.push(svgElement('rect', { class: 'ui', x, width: 1, height: axisPx() }), label);
  }
  group.replaceChildren(...parts);
}

// Gives all panes their boxes and places, and returns how high they are.
function measurePanes(width) {
  for (const pane of panes)
    pane.boxes = kept && kept.pane === pane && kept.widthPx === width && isWhole(pane) ?
      kept.boxes :
      boxesOf(pane.view, pane.from, pane.to, width, moving ? MOVING_PX : LEAST_PX);
  return placePanes(panes, profile.rowPx);
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

/** @type {(before: number[], pane: Pane) => void} */
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
  if (moving || panes.length > 1 || !isWhole(pane)) return;
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

// The picture for paper: what is seen now, in the place of the picture that needs no script.
function drawForPrint() {
  const width = picture.width;
  moving = false;
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
