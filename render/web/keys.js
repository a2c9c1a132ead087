// Keyboard, mouse and touch.

const DRAG_PX = 4;

/** @type {Drag | null} */
let drag = null;
let wheeling = false;
let wheelTimer;
let hoverPlace;

function rectAt(target) {
  const rect = target.closest && target.closest('rect');
  return rect && rect.flame ? rect : null;
}

function placeOfRect(rect) {
  return { pane: rect.flame.pane.index, node: rect.flame.box.node };
}

// Of joined frames so many are shown around the pointer that each can be seen.
function zoomToRect(rect, clientX) {
  const { box, pane } = rect.flame;
  if (!box.joined) {
    current = placeOfRect(rect);
    return zoomToNode(pane.index, box.node);
  }
  if (box.lane) return showLanes(pane);
  const share = (clientX - placeIn(graph).left) / widthPx;
  const size = min(1, widthPx / 2 / box.joined) * box.size;
  const middle = pane.from + share * (pane.to - pane.from);
  const from = max(box.from, min(middle - size / 2, box.from + box.size - size));
  return zoomTo(pane.index, from, from + size);
}

// GRAPH_KEYS: only where no other control has the focus.
const KEYS = keysOf('f');
const GRAPH_KEYS = /^(Enter|[cCm+=-]|ContextMenu|Arrow.*|Home|End)$/;

function focusSearch() {
  searchBox.focus();
  searchBox.select();
}

function menuOfCurrent() {
  const box = placeIn(inTable() ? rowButton || tableBox : markedRect || graph);
  const at = placeIn(page);
  showMenu(current, max(0, box.left) - at.left + 8, box.bottom - at.top);
}

// Each of these says whether it took the key.

function searchKey({ key, shiftKey }) {
  if (key === 'Enter') nextMatch(shiftKey ? -1 : 1);
  else if (key === 'Escape') markCurrent(true);
  else return false;
  return true;
}

function menuKey({ key }) {
  const items = [...menu.children];
  const at = items.indexOf(doc.activeElement);
  const last = items.length - 1;
  /** @type {any} */
  const next = new Map([['ArrowDown', at + 1], ['ArrowUp', at + last], ['Home', 0],
    ['End', last]]).get(key);
  if (key === 'Escape' || key === 'Tab') closeMenu();
  else if (next >= 0) items[next % items.length].focus();
  else return false;
  return true;
}

function pageKey({ key, target }) {
  if (target.localName === 'button' && (key === 'Enter' || key === ' ')) return false;
  const graphic = GRAPH_KEYS.test(key);
  const others = '.flame-bar,.flame-chips,.flame-detail,.flame-side';
  const inRow = target.closest('tbody') && /^([cm]|ContextMenu)$/.test(key);
  if (sideKey({ key, target })) return true;
  if (graphic && ((inTable() && !inRow) || target.closest(others))) return false;
  if (KEYS.has(key)) doIt(KEYS.get(key));
  else if (graphic) move(key);
  else return false;
  return true;
}

function takesKey(event) {
  const { key, target } = event;
  const inSearch = doc.activeElement === searchBox;
  if (target.localName === 'select') return false;
  if (event.ctrlKey || event.metaKey || event.altKey) {
    if (key === 'Enter' && inSearch) {
      focusFound();
      return true;
    }
    if (key !== 'f' || event.altKey || inSearch) return false;
    focusSearch();
    return true;
  }
  if (!menu.hidden) return menuKey(event);
  if (target === searchBox) return searchKey(event);
  if (help.hidden) return pageKey(event);
  if (key === 'Escape') showHelp(false);
  return key === 'Escape';
}

function onKey(event) {
  if (takesKey(event)) event.preventDefault();
}

// One pointer drags, two pinch.
const pointers = new Map();

function onPointerDown(event) {
  if (event.button !== 0) return;
  const rect = rectAt(event.target);
  pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  beginDrag(rect ? rect.flame.pane : panes[0], pointers.size > 1 && drag && drag.moved);
}

// A drag begins anew whenever a finger is added or lifted.
function beginDrag(pane, moved) {
  const [a, b] = [...pointers.values()];
  drag = { pane, moved, from: pane.from, to: pane.to, x: a.x, y: a.y, top: topPx,
    pinch: b && spread(a, b) };
}

function spread(a, b) {
  return { px: max(10, abs(a.x - b.x)), middle: (a.x + b.x) / 2 };
}

function onPointerMove(event) {
  const pointer = pointers.get(event.pointerId);
  if (!pointer || !drag) return;
  pointer.x = event.clientX;
  pointer.y = event.clientY;
  const [a, b] = [...pointers.values()];
  const dx = a.x - drag.x;
  const dy = a.y - drag.y;
  if (!drag.moved) {
    if (abs(dx) < DRAG_PX && abs(dy) < DRAG_PX && !drag.pinch) return;
    graph.setPointerCapture(event.pointerId);
  }
  const { index } = drag.pane;
  const size = drag.to - drag.from;
  if (drag.pinch && b) {
    const now = spread(a, b);
    const { left } = placeIn(graph);
    const next = size * drag.pinch.px / now.px;
    const fixed = drag.from + (drag.pinch.middle - left) / widthPx * size;
    const from = fixed - (now.middle - left) / widthPx * next;
    zoomTo(index, from, from + next, drag.moved);
  } else {
    const shift = dx / widthPx * size;
    if (event.pointerType !== 'touch') scroller.scrollTop = drag.top - dy;
    if (size < drag.pane.view.whole)
      zoomTo(index, drag.from - shift, drag.to - shift, drag.moved);
  }
  drag.moved = true;
}

// The click that a mouse sends after a drag comes before the drag is forgotten; touch sends none.
function onPointerUp(event) {
  if (!pointers.delete(event.pointerId) || !drag) return;
  if (pointers.size) beginDrag(drag.pane, drag.moved);
  else setTimeout(() => { if (!pointers.size) drag = null; });
}

// The map takes what is seen to where it is pressed.
function onMap(event) {
  const { type, pointerId, clientX } = event;
  if (type === 'pointerdown') strip.setPointerCapture(pointerId);
  if (!state.zoom || !strip.hasPointerCapture(pointerId)) return;
  const { left, width } = placeIn(strip);
  const { index, view, from, to } = zoomedPane();
  const middle = (clientX - left) / width * view.whole;
  zoomTo(index, middle - (to - from) / 2, middle + (to - from) / 2, type !== 'pointerdown');
  event.preventDefault();
}

function onClick(event) {
  const moved = drag && drag.moved;
  const rect = rectAt(event.target);
  if (moved) return event.preventDefault();
  if (!rect) return undefined;
  if (event.target.closest('a')) {
    if (!event.ctrlKey && !event.metaKey) return undefined;
    event.preventDefault();
  }
  return zoomToRect(rect, event.clientX);
}

function onWheel(event) {
  const { deltaX, deltaY, shiftKey } = event;
  const rect = rectAt(event.target);
  const { from, to, index } = rect ? rect.flame.pane : panes[0];
  const size = to - from;
  if (event.ctrlKey || event.metaKey) {
    const share = (event.clientX - placeIn(graph).left) / widthPx;
    const next = size * Math.exp(max(-0.5, min(0.5, deltaY / 250)));
    const left = from + share * (size - next);
    zoomTo(index, left, left + next, wheeling);
  } else {
    const shift = (shiftKey && deltaY || deltaX) / widthPx * size;
    if (!shift || (!shiftKey && abs(deltaY) > abs(deltaX))) return;
    zoomTo(index, from + shift, to + shift, wheeling);
  }
  event.preventDefault();
  wheeling = true;
  clearTimeout(wheelTimer);
  wheelTimer = setTimeout(() => { wheeling = false; }, 600);
}

// A frame that is drawn under a resting mouse is not pointed at.
function onHover(event) {
  const rect = rectAt(event.target);
  const place = event.clientX + ',' + event.clientY;
  if (!rect || place === hoverPlace) return;
  hoverPlace = place;
  const { box, pane } = rect.flame;
  const text = boxLabel(box, pane.view);
  if (!rect.firstChild) {
    const link = !box.joined && functions.link.get(pane.view.fn[box.node]);
    const title = svgElement('title');
    title.textContent = link && link.title || text;
    rect.append(title);
  }
  if (!box.joined) {
    showDetail(placeOfRect(rect));
    markRow(pane.view.fn[box.node]);
    return;
  }
  detail.children[0].textContent = text;
  detail.children[1].textContent = 'Click to open';
}
