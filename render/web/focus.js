// Focus: the one frame that the tab key reaches, what is told of frames, and moving among them.

let describeTimer;
let markedRect;

// What a screen reader is told of a frame.
function describeFrame(rect) {
  const { box, pane } = rect.flame;
  set(rect, { 'role': 'treeitem', 'aria-label': boxLabel(box, pane.view),
    'aria-level': pane.view.depth[box.node] + 1 });
  if (box.of) set(rect, { 'aria-posinset': box.place, 'aria-setsize': box.of });
  if (!box.joined && pane.view.kids(box.node).length) set(rect, { 'aria-expanded': true });
}

// Frames with room for a label are described when there is time: it takes as long as drawing them.
function describeLater() {
  clearTimeout(describeTimer);
  describeTimer = setTimeout(() => labelled.forEach(describeFrame), 50);
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

function heaviestKid(view, node) {
  let best = -1;
  for (const kid of view.kids(node))
    if (best < 0 || view.total[kid] > view.total[best]) best = kid;
  return best;
}

// Moves to a caller, callee or neighbour, to the root, or to the end of the heaviest path.
function move(way) {
  const { node, pane } = current;
  const { view, down } = panes[pane];
  const back = down ? 'ArrowUp' : 'ArrowDown';
  let to = -1;
  if (way === 'Home') to = 0;
  else if (way === 'End') for (let n = node; n >= 0; n = heaviestKid(view, n)) to = n;
  else if (way === back) to = view.parent[node];
  else if (way === 'ArrowUp' || way === 'ArrowDown') to = heaviestKid(view, node);
  else if (node > 0) {
    const kids = view.kids(view.parent[node]);
    to = kids[kids.indexOf(node) + (way === 'ArrowRight' ? 1 : -1)];
  }
  if (to >= 0) goTo({ pane, node: to });
  // From the one half of a sandwich to the other.
  else if (way === back && panes[1]) goTo({ pane: 1 - pane, node: 0 });
}

// Makes a frame the current one, in sight and wide enough to be seen: with as many of its callers
// as leave it a tenth of the width.
function goTo(at) {
  const pane = panes[at.pane];
  const { view } = pane;
  const start = view.start(at.node);
  const size = sizeOf(view, at.node);
  const px = size * widthPx / (pane.to - pane.from);
  if (px < PAD_PX || start + size <= pane.from || start >= pane.to) {
    let node = at.node;
    while (node > 0 && view.total[view.parent[node]] <= size * 10) node = view.parent[node];
    zoomToNode(at.pane, node);
  }
  current = at;
  if (view.lanes && at.node >= view.kids(0)[view.shown || 0]) showLanes(pane);
  scrollToRow(pane, rowOf(pane, at.node));
  drawRows();
  markCurrent(doc.activeElement !== searchBox);
  showDetail(at);
  keepInSight(at);
}

// Texts above and below that became longer leave the graph less room.
function keepInSight({ pane, node }) {
  const { clientHeight } = scroller;
  if (clientHeight >= seenPx) return;
  seenPx = clientHeight;
  scrollToRow(panes[pane], rowOf(panes[pane], node));
  drawRows();
}

function rowOf({ view, boxes }, node) {
  const box = view.lanes && boxes.find((box) => box.node === node && !box.joined);
  return box ? box.depth : view.depth[node];
}

// Shows all lanes.
function showLanes(pane) {
  pane.view.shown = Infinity;
  kept = null;
  drawGraph();
}

function scrollToRow(pane, depth) {
  const { rowPx } = profile;
  const y = pane.top + (pane.down ? depth : pane.most - 1 - depth) * rowPx;
  if (y < topPx) topPx = y - rowPx;
  else if (y + rowPx > topPx + seenPx) topPx = y + 2 * rowPx - seenPx;
  scroller.scrollTop = topPx = max(0, topPx);
}
