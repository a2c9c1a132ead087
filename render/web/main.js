// Everything that changes what is seen.

let addressTimer;

// up: what stands on a frame are its callers.
/** @returns {any} */
function paneOf(view, down, up) {
  return { view, down, up, from: 0, to: view.whole, slack: 0, rectOf: new Map(), most: 0 };
}

function panesOf(state) {
  const by = state.byWeight;
  if (state.view === 'inverted')
    return [paneOf(invertedView(profile, tree, by), state.icicle, true)];
  if (state.view === 'sandwich')
    return [paneOf(callersView(profile, tree, state.fn, by), false, true),
      paneOf(calleesView(profile, tree, state.fn, by), true, false)];
  return [paneOf(plainView(profile, tree, by && !profile.ordered), state.icicle, false)];
}

// Makes what is seen agree with a state. Says whether its zoom could be found.
function apply(next) {
  const old = state;
  const same = (...keys) => old && keys.every((k) => old[k] === next[k]);
  const changesText = ({ changes }) => changes.map(changeAddress).join();
  const changed = !old || changesText(old) !== changesText(next);
  state = next;
  if (changed) {
    tree = changeTree(profile, wholeTree, next.changes.flatMap((change) =>
      (change === FOLD_ALL ? [change, DROP_EMPTY] : change)));
    totals = null;
  }
  const seen = !changed && same('view', 'fn', 'byWeight', 'icicle');
  if (!seen) {
    panes = panesOf(next);
    // A change may have taken away the function in the middle of a sandwich.
    if (panes.length > 1 && !panes[1].view.total[0]) {
      Object.assign(next, { view: 'flame', fn: -1 });
      panes = panesOf(next);
    }
    panes.forEach((pane, index) => { pane.index = index; });
    current = { pane: 0, node: 0 };
    matchAt = -1;
    menu.hidden = true;
    if (!same('view', 'fn', 'icicle')) scrollToRoot();
  }
  const before = [panes[0].from, panes[0].to];
  for (const pane of panes) [pane.from, pane.to] = [0, pane.view.whole];
  let found = true;
  if (next.zoom) found = applyZoom(next.zoom);
  if (!found) next.zoom = null;
  if (changed || !same('text', 'regexp', 'matchCase')) search();
  showControls();
  if (inTable()) showTable();
  else if (seen && same('zoom')) paintAll();
  else drawGraph();
  if (seen && panes.length < 2 && !inTable() && !same('zoom') && !(next.zoom && next.zoom.x))
    moveFrom(before, panes[0]);
  if (old && old.view !== next.view && inTable()) tableBox.focus();
  return found;
}

function applyZoom(zoom) {
  const pane = panes[zoom.pane];
  if (!pane) return false;
  const { view } = pane;
  if (zoom.x) {
    [pane.from, pane.to] = zoom.x.map((share) => share * view.whole);
    return true;
  }
  const node = resolveZoom(zoom);
  if (node < 0) return false;
  if (node === 0) return true;
  pane.from = view.start(node);
  // Never less than numbers can tell apart.
  pane.to = pane.from + max(sizeOf(view, node), view.whole * 2 ** -45);
  current = { pane: zoom.pane, node };
  return true;
}

// Changes the state; Back undoes it. A change that goes on (typing, dragging) makes one step, and
// the address follows when it pauses: browsers allow few changes a second.
function go(change, goesOn, name) {
  const start = performance.now();
  if (!goesOn) writeAddress();
  const moves = goesOn && name === 'zoom';
  if (!moves) settle();
  moving = moves;
  note('');
  tableRows = ROWS_FIRST;
  const next = Object.assign({}, state, { lost: false }, change);
  const fragment = fragmentOf(next);
  const isStep = !goesOn && fragment !== steps.now();
  // Before anything is drawn: the browser lays out all that is new when an address is added.
  if (isStep) steps.add(fragment);
  apply(next);
  if (isStep) {
    writeAddress();
  } else {
    clearTimeout(addressTimer);
    addressTimer = setTimeout(() => {
      writeAddress();
      settle();
    }, 200);
  }
  if (!name) return;
  performance.clearMeasures();
  performance.measure('flame-' + name, { start });
}

// Draws what was left out while the view moved.
function settle() {
  if (!moving) return;
  moving = false;
  if (!inTable()) drawGraph();
}

function writeAddress() {
  clearTimeout(addressTimer);
  steps.replace(fragmentOf(state));
}

function back() {
  writeAddress();
  steps.back(applyFragment);
}

function applyFragment() {
  clearTimeout(addressTimer);
  settle();
  const state = stateOf(steps.now());
  const found = apply(state);
  note(found && !state.lost ? '' : 'The address names a frame not in this profile.');
}

function zoomToNode(pane, node) {
  const { view } = panes[pane];
  go({ zoom: node && !isLane(view, node) ? zoomOn(pane, node) : null }, false, 'zoom');
  say('Zoomed to ' + shownName(profile, view.fn[node]) + ', ' +
    formatShare(view.total[node], profile.whole));
}

// Zooms to a part of the whole, which is kept within it.
function zoomTo(index, from, to, goesOn) {
  const { whole } = panes[index].view;
  const size = min(whole, max(to - from, min(1, whole) / 4));
  const left = max(0, min(from, whole - size));
  const x = [left / whole, (left + size) / whole];
  go({ zoom: size < whole ? { pane: index, x } : null }, goesOn, 'zoom');
}

function zoomBy(factor) {
  const pane = panes[current.pane];
  const size = (pane.to - pane.from) * factor;
  const { view } = pane;
  const middle = view.start(current.node) + sizeOf(view, current.node) / 2;
  const at = max(pane.from, min(pane.to, middle));
  const share = (at - pane.from) / (pane.to - pane.from);
  zoomTo(current.pane, at - share * size, at + (1 - share) * size);
}

function reset() {
  if (!state.zoom) return;
  go({ zoom: null }, false, 'reset');
  say('All');
}
