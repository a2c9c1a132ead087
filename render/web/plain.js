// What is read and shown of one profile; of a difference it is difference.js in this place.

const readTree = readNodes;

const changeTree = (profile, tree, changes) =>
  changes.reduce((from, change) => changeOnce(profile, from, change), tree);

// The fill of a box that nothing is said of, and whether its label is white. Shares as
// paint_by_share() of paint.c.
/** @type {(box: Box, view: View, width: number) => any} */
function ownLook({ node, size }, view) {
  const fn = view.fn[node];
  if (state.colour) return { fill: chosenFill(fn) };
  if (profile.byShare) {
    const other = floor(100 + 150 * (1 - Math.sqrt(size / profile.whole)));
    return { fill: hexOf([255, other, other]) };
  }
  if (fn < 0) return { fill: rootFill };
  const fill = functions.fill[fn];
  const white = functions.white[fn];
  return { fill, white, dark: white && fill };
}

/** @type {(view: View, node: number) => string} */
const markOf = () => '';

/** @type {(fn: number) => boolean} */
const isFaint = () => false;

/** @type {(pane: Pane, place: any, graphic: any) => void} */
const drawCallouts = () => {};

const spareRows = () => 0;

const showSwitch = () => {};

function weightLabel(box, view) {
  const weight = box.joined ? box.sum || box.size : weightOf(view, box.node);
  return formatShare(weight, profile.whole) + ', ' + formatAmount(profile, weight);
}

const copiedCount = (view, node) =>
  formatNumber(view.total[node] * profile.factor / 10 ** profile.decimals).replace(/,/g, '');

const foundShare = () =>
  formatShare(/** @type {Match} */ (match).weight, profile.whole) + ' of all';

function detailText(at) {
  const pane = panes[at.pane];
  const { view } = pane;
  const { node } = at;
  const weight = weightOf(view, node);
  const fn = view.fn[node];
  const { lanes, parent } = view;
  // Most of this says nothing of lanes and of what they are in.
  const inLane = !lanes || parent[node] > 0;
  const parts = [formatAmount(profile, weight), formatShare(weight, profile.whole) + ' of all' +
    (lanes ? ' threads' : '')];
  const start = view.start(node);
  if (hasAxis() && inLane) parts.push('from ' + formatAmount(profile, start) + ' to ' +
    formatAmount(profile, start + weight));
  const inView = min(start + weight, pane.to) - max(start, pane.from);
  if (pane === zoomedPane() && state.zoom && inView > 0 && inLane)
    parts.push(formatShare(inView, pane.to - pane.from) + ' of the view');
  let lane = lanes && inLane && node;
  while (lane && parent[lane]) lane = parent[lane];
  if (lane) parts.push(formatShare(weight, view.total[lane]) + ' of ' +
    shownName(profile, view.fn[lane]));
  if (node && inLane && parent[node] !== lane)
    parts.push(formatShare(weight, view.total[parent[node]]) + ' of its ' +
    (pane.up ? 'callee' : 'caller'));
  if (!pane.up) parts.push('self ' + formatAmount(profile, view.self[node]));
  if (fn >= 0) {
    const { self, total } = functionsOf();
    parts.push('in all places ' + formatAmount(profile, total[fn]) + ' (' +
      formatShare(total[fn], profile.whole) + '), self ' + formatAmount(profile, self[fn]));
  }
  return parts.join(' \u00b7 ');
}

function functionText(fn) {
  const { self, total } = functionsOf();
  return [['self ', self[fn]], ['in all ', total[fn]]].map(([word, weight]) => word +
    formatAmount(profile, weight) + ' (' + formatShare(weight, profile.whole) + ')')
    .join(' \u00b7 ');
}
