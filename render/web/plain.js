// What is read and shown of one profile; of a difference it is difference.js in this place.

const readTree = readNodes;

const changeTree = (profile, tree, changes) =>
  changes.reduce((from, change) => changeOnce(profile, from, change), tree);

// The fill of a box that nothing is said of, and whether its label is white. Shares as
// paint_by_share() of paint.c.
function ownLook({ node, size }, view) {
  const fn = view.fn[node];
  if (profile.byShare) {
    const other = floor(100 + 150 * (1 - Math.sqrt(size / profile.whole)));
    return { fill: hexOf([255, other, other]) };
  }
  return fn < 0 ? { fill: rootFill } : { fill: functions.fill[fn], white: functions.white[fn] };
}

const markOf = () => '';

function weightLabel(box, view) {
  const weight = box.joined ? box.size : weightOf(view, box.node);
  return formatShare(weight, profile.whole) + ', ' + formatAmount(profile, weight);
}

const copiedCount = (view, node) =>
  formatNumber(view.total[node] * profile.factor / 10 ** profile.decimals).replace(/,/g, '');

const foundShare = () => formatShare(match.weight, profile.whole) + ' of all';

function detailText(at) {
  const pane = panes[at.pane];
  const { view } = pane;
  const { node } = at;
  const weight = weightOf(view, node);
  const fn = view.fn[node];
  const parts = [formatAmount(profile, weight), formatShare(weight, profile.whole) + ' of all'];
  const start = view.start(node);
  const inView = min(start + weight, pane.to) - max(start, pane.from);
  if (pane === zoomedPane() && state.zoom && inView > 0)
    parts.push(formatShare(inView, pane.to - pane.from) + ' of the view');
  if (node) parts.push(formatShare(weight, view.total[view.parent[node]]) + ' of its ' +
    (pane.up ? 'callee' : 'caller'));
  if (!pane.up) parts.push('self ' + formatAmount(profile, view.self[node]));
  if (fn >= 0) {
    const { self, total } = functionsOf();
    parts.push('in all places ' + formatAmount(profile, total[fn]) + ' (' +
      formatShare(total[fn], profile.whole) + '), self ' + formatAmount(profile, self[fn]));
  }
  return parts.join(' \u00b7 ');
}

const addLegend = () => {};
