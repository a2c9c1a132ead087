// Layout: which boxes there are, and where. Only what is at least half a pixel wide is one.

const LEAST_PX = 0.5;
// While a view moves.
const MOVING_PX = 2;
// Between the halves of a sandwich.
const HALVES_PX = 20;

// Lanes have threads that ran at the same time, each with an axis from the start to the end.
const isLane = (view, node) => view.lanes && !view.parent[node];

const sizeOf = (view, node) => (isLane(view, node) ? view.whole : view.total[node]);

// Boxes of a view between two places, each at least half a pixel wide at that width; of narrower
// neighbours one box stands for all (joined says for how many). Their depth is the row: lanes stand
// one below the other, and one box stands for those that are not shown.
function boxesOf(view, from, to, width, leastPx = LEAST_PX) {
  const least = leastPx * (to - from) / width;
  /** @type {Box[]} */
  const boxes = [{ node: 0, depth: 0, from: 0, size: view.whole, joined: 0, place: 1, of: 1 }];
  if (!view.lanes) return addBelow(boxes, 0, view, from, to, least);
  const lanes = view.kids(0);
  const add = (more) => boxes.push(Object.assign({ depth: rowsOf(boxes), from: 0,
    size: view.whole, joined: 0, lane: true, of: lanes.length }, more));
  lanes.slice(0, view.shown).forEach((node, k) => {
    add({ node, place: k + 1 });
    addBelow(boxes, boxes.length - 1, view, from, to, least);
  });
  const rest = lanes.slice(view.shown);
  if (rest.length) add({ node: rest[0], joined: rest.length, of: 0,
    sum: rest.reduce((sum, node) => sum + view.total[node], 0) });
  return boxes;
}

function addBelow(boxes, b, view, from, to, least) {
  for (; b < boxes.length; b++) {
    if (boxes[b].joined) continue;
    const { node, depth, from: at } = boxes[b];
    const kids = view.kids(node);
    /** @type {Box | null} */
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

// Rows a pane needs for its boxes.
function rowsOf(boxes) {
  let rows = 1;
  for (const box of boxes) rows = max(rows, box.depth + 1);
  return rows;
}

// Whether a pane shows all there is.
const isWhole = ({ from, to, view }) => from === 0 && to === view.whole;

// Where panes of known boxes stand, and how high they are together: callers grow upwards, callees
// downwards; one pane goes as the state says.
function placePanes(panes, rowPx) {
  let y = 0;
  for (const pane of panes) {
    pane.rows = rowsOf(pane.boxes);
    pane.most = max(pane.most, pane.rows + spareRows());
    pane.top = y;
    pane.rowPx = rowPx;
    y += pane.most * rowPx + (panes.length > 1 ? HALVES_PX : 2);
  }
  return y;
}

// Where the rows of a pane stand, and which of them are between two heights.
function placeOf(pane, width, fromY, toY) {
  const { rowPx } = pane;
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

/** @type {any[]} */
const TIME_UNITS = [[1e9, ' s'], [1e6, ' ms'], [1e3, ' \u00b5s'], [1, ' ns']];
const AXIS_PAD_PX = 4;

// Ticks of an axis, as [px, label]: the smallest round step with room for each label, as
// time_axis.c finds it.
function axisOf(from, to, width, charPx) {
  const [size, unit] = TIME_UNITS.find(([ns]) => to >= 2 * ns || ns === 1);
  const scale = width / (to - from);
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
