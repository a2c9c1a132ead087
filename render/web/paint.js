// Paint: what boxes look like, and the elements that are made of them.

const PAD_PX = 3;
const REST_FILL = '#bdbdbd';
const FRAME = 'flame-frame';
const INLINED = 3;
const MARKED_PX = 8;

let fontPx;
let cellPx;
let widthOf;
let rectTemplate;
let labelsTemplate;
let labelled = [];
let shortNames = new Map();
let rootFill;
let searchFill;
let searchWhite;

// Inlined frames have a mark: their upper left corner is dark.
const isMarked = ({ box, pane, width }) => profile.marks && width >= MARKED_PX && !box.joined &&
  functions.kind[pane.view.fn[box.node]] === INLINED;

const isHatched = ({ box, pane, width }) => functions.waits && width >= 2 && !box.joined &&
  functions.waits[pane.view.fn[box.node]];

// One element for all marks of a row, and one for the hatches of waits.
function drawMarks(row, corners, waits) {
  const add = (d, attributes) => d && row.insertBefore(set(svgElement('path', attributes),
    { d, 'aria-hidden': true, 'pointer-events': 'none' }), row.lastChild);
  add(waits, { class: 'flame-waits', fill: 'url(#flame-waits)' });
  add(corners, { 'class': 'flame-mark', 'fill-opacity': 0.65 });
}

function isRest(box, view) {
  const fn = view.fn[box.node];
  return box.joined > 0 || (fn >= 0 && functions.rest[fn] === 1);
}

const isDimmed = (fn) =>
  state.entry >= 0 && (fn < 0 || entryOf(fn) !== state.entry);

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
  if (box.lane && !hit) return { fill: functions.fill[fn], class: FRAME };
  if (isRest(box, pane.view)) return { fill: REST_FILL, class: FRAME + ' flame-rest' };
  let { fill, white, dark, more = '' } = ownLook(box, pane.view, width);
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
    class: FRAME + (above ? ' flame-above' : more) };
}

function boxName(box, view) {
  const n = formatNumber(box.joined);
  if (box.joined) return box.lane ? '+ ' + n + ' more thread' + (box.joined > 1 ? 's' : '') :
    n + ' narrow frames';
  return cutName(shownName(profile, view.fn[box.node]));
}

// A root may be wider than what it holds: the file's own tree may be a part of a larger whole, and
// nothing at all needs a width too.
const weightOf = (view, node) =>
  node || view.tree !== wholeTree || view.fn[0] >= 0 ? view.total[node] : profile.whole;

const boxLabel = (box, view) => boxName(box, view) + ', ' + weightLabel(box, view);

// Rectangles and labels of one pane, a group a row; boxes come row by row, from left to right. All
// is made anew outside of the page and put into it at once: to change elements in their place takes
// twice as long. place: {width, y(depth), first, last: rows in sight}.
function drawBoxes(pane, boxes, place, graphic) {
  const scale = place.width / (pane.to - pane.from);
  const tenth = (value) => round(value * scale * 10) / 10;
  /** @type {any} */
  let row = null;
  let depth = -1;
  let marks = '';
  let waits = '';
  pane.slack = (pane.to - pane.from) * 1e-9;
  pane.rectOf = new Map();
  pane.rects = [];
  for (const box of boxes) {
    if (box.depth < place.first || box.depth > place.last) continue;
    if (box.depth !== depth) {
      ({ depth } = box);
      drawMarks(row, marks, waits);
      marks = waits = '';
      row = svgElement('g', { role: 'none', transform: 'translate(0,' + place.y(depth) + ')' });
      row.flameDepth = depth;
      row.append(labelsTemplate.cloneNode(false));
      graphic.append(row);
    }
    const left = max(0, tenth(box.from - pane.from));
    const width = min(place.width, tenth(box.from + box.size - pane.from)) - left;
    const flame = { box, pane, left, width: round(width * 10) / 10, label: null };
    if (isHatched(flame))
      waits += 'M' + left + ',0h' + flame.width + 'v' + (profile.rowPx - 1) + 'H' + left + 'z';
    if (isMarked(flame)) marks += 'M' + left + ',0h5l-5,5z';
    drawRect(row, flame);
  }
  drawMarks(row, marks, waits);
  drawCallouts(pane, place, graphic);
}

function drawRect(row, flame) {
  const { box, pane, left, width } = flame;
  const rect = rectTemplate.cloneNode(false);
  rect.flame = flame;
  set(rect, { x: left, width });
  row.insertBefore(linked(rect, box, pane.view), row.lastChild);
  pane.rects.push(rect);
  if (!box.joined) pane.rectOf.set(box.node, rect);
  if (width >= 3 * cellPx + 2 * PAD_PX && (box.lane || !box.joined)) drawLabel(rect, row.lastChild);
  paint(rect, null);
}

function drawLabel(rect, labels) {
  const { box, pane, left, width } = rect.flame;
  labelled.push(rect);
  const mark = markOf(pane.view, box.node);
  const room = width - 2 * PAD_PX - mark.length * cellPx;
  const more = box.lane ? ', ' + formatAmount(profile, box.sum || pane.view.total[box.node]) : '';
  const name = fitText(boxName(box, pane.view) + more, room, widthOf,
    profile.cutRight || box.lane, shortNames);
  const text = name ? mark + name : mark.trim();
  if (!text) return;
  const label = svgElement('text', { x: left });
  label.textContent = text;
  labels.append(label);
  rect.flame.label = label;
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
