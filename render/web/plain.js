// What is read and shown of one profile; of a difference it is difference.js in this place.

const readTree = readNodes;

const changeTree = (profile, tree, changes) =>
  changes.reduce((from, change) => changeOnce(profile, from, change), tree);

// The fill of a box that nothing is said of, and whether its label is white. Shares as
// paint_by_share() of paint.c.
/** @type {(box: Box, view: View, width: number) => any} */
function ownLook({ node, size }, view) {
  const fn = view.fn[node];
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
  const weight = box.joined ? box.size : weightOf(view, box.node);
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
  const parts = [formatAmount(profile, weight), formatShare(weight, profile.whole) + ' of all'];
  const start = view.start(node);
  if (hasAxis()) parts.push('from ' + formatAmount(profile, start) + ' to ' +
    formatAmount(profile, start + weight));
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

// The picture's legend as buttons, each of which dims what is not of its colour.
function addLegend() {
  const texts = [...root.querySelectorAll('.legend text')];
  const swatches = [...root.querySelectorAll('.legend rect')];
  legend.append(...texts.map((text, i) => {
    const swatch = make('span.swatch');
    swatch.style.background = attributeOf(swatches[i], 'fill');
    // The last tells of the mark, which is no colour.
    if (profile.marks && i === texts.length - 1) {
      swatch.style.background = 'linear-gradient(135deg,#000a 4px,#0000 4px),' +
        attributeOf(swatches[i], 'fill');
      return make('span.key', {}, swatch, text.textContent);
    }
    return make('button.key', { 'data-do': 'entry', 'data-entry': i,
      'title': 'Dim the others' }, swatch, text.textContent);
  }));
}

// Whole percents that add up to 100: the largest remainders are rounded up, as in legend.c.
function wholePercents(weights) {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const exact = weights.map((weight) => weight * 100 / (whole || 1));
  const percents = exact.map(floor);
  const rest = (i) => exact[i] - percents[i];
  const order = exact.map((n, i) => i).sort((a, b) => rest(b) - rest(a) || a - b);
  let left = whole ? 100 - percents.reduce((sum, n) => sum + n, 0) : 0;
  for (const i of order) if (left-- > 0) percents[i]++;
  return percents;
}

// Shares are of what chips leave.
function showLegend() {
  const keys = [...legend.querySelectorAll('button')];
  if (state.changes.length || legend.flameChanged) {
    const weights = keys.map(() => 0);
    functionsOf().self.forEach((weight, fn) => {
      if (functions.entry[fn] < keys.length) weights[functions.entry[fn]] += weight;
    });
    wholePercents(weights).forEach((percent, i) => {
      const text = keys[i].lastChild;
      text.data = text.data.replace(/ \d+ %$/, '') + (percent ? ' ' + percent + ' %' : '');
    });
    legend.flameChanged = true;
  }
  keys.forEach((key, i) => set(key, { 'aria-pressed': state.entry === i }));
}

function functionText(fn) {
  const { self, total } = functionsOf();
  return [['self ', self[fn]], ['in all ', total[fn]]].map(([word, weight]) => word +
    formatAmount(profile, weight) + ' (' + formatShare(weight, profile.whole) + ')')
    .join(' \u00b7 ');
}
