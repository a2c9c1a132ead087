// Searching: what is found, and going from place to place.

let sayTimer;
let starts;
let startsTree;

function search() {
  const { text, regexp, matchCase } = state;
  hits = match = null;
  searchWrong = '';
  matchAt = -1;
  if (!text) return;
  try {
    hits = matchFunctions(profile, compilePattern(text, regexp, matchCase));
  } catch (e) {
    searchWrong = e.message.replace(/^Inv.*\/i?: /, '');
    return;
  }
  match = Object.assign(matchTree(tree, hits), { functions: functionsHit() });
}

// Functions that match and are in the tree.
function functionsHit() {
  const { total } = functionsOf();
  return /** @type {Uint8Array} */ (hits)
    .reduce((n, hit, fn) => n + (hit && total[fn] > 0 ? 1 : 0), 0);
}

function setSearch(change) {
  go(change, true, 'search');
  if (searchBox.value !== state.text) searchBox.value = state.text;
  clearTimeout(sayTimer);
  sayTimer = setTimeout(() => say(foundText.textContent), 500);
}

// Where nodes of the tree start, in the order of the file.
function startsOf() {
  if (startsTree === tree) return starts;
  const { n, parent, self, total, gap } = tree;
  const next = new Float64Array(n);
  starts = new Float64Array(n);
  startsTree = tree;
  next[0] = gap ? 0 : self[0];
  for (let i = 1; i < n; i++) {
    const start = next[parent[i]] + (gap ? gap[i] : 0);
    starts[i] = start;
    if (parent[i] || !profile.lanes) next[parent[i]] = start + total[i];
    next[i] = start + (gap ? 0 : self[i]);
  }
  return starts;
}

function matchingBoxes(pane) {
  const { view } = pane;
  const boxes = boxesOf(view, 0, view.whole, widthPx).filter((box) => !box.joined &&
    hits && view.fn[box.node] >= 0 && hits[view.fn[box.node]]);
  return boxes.map((box) => Object.assign(box, { pane: pane.index }));
}

// From the heaviest place to the lightest.
function nextMatch(step) {
  if (!match || inTable()) return;
  if (!match.sorted) match.sorted = match.tops.sort((a, b) => tree.total[b] - tree.total[a]);
  /** @type {any} */
  const places = isPlain() ? match.sorted : panes.map(matchingBoxes).flat()
    .sort((a, b) => b.size - a.size);
  if (!places.length) return;
  const at = (matchAt + step + (matchAt < 0 && step < 0 ? 1 : 0) + places.length) % places.length;
  const place = places[at];
  goTo(isPlain() ? { pane: 0, node: place } : { pane: place.pane, node: place.node });
  matchAt = at;
  matchPlaces = places.length;
  showFound();
  keepInSight(current);
  say(foundText.textContent);
}
