// The bar over the graph, and what is said in it.

function make(kind, attributes, ...children) {
  const [name, className] = kind.split('.');
  const element = set(doc.createElementNS(XHTML, name), attributes);
  if (className) element.className = 'graph-' + className;
  element.append(...children);
  return element;
}

const button = (action, text, about) => make('button',
  { 'data-do': action, 'title': about, 'aria-label': about.split(' (')[0] }, text);

let page;
let bar;
let searchBox;
let said;
let help;
let legend;

const control = (action) => bar.querySelector('[data-do=' + action + ']');

function makePage(title, shown) {
  searchBox = make('input.search', { 'type': 'search', 'placeholder': 'Search  /',
    'aria-label': 'Search functions', 'title': 'Regular expression (/ or Ctrl-F)',
    'maxlength': 256 });
  bar = make('div.bar', { 'role': 'toolbar', 'aria-label': 'Call graph', 'tabindex': -1 },
    make('strong.title', { title }, title), make('span.shown', { 'title': shown }, shown),
    searchBox,
    button('out', '\u2212', 'Smaller (-)'), button('in', '+', 'Larger (+)'),
    button('fit', 'Fit', 'Fit all of the graph into the window (0)'),
    button('heaviest', '1:1', '1:1, the heaviest function at full size (1)'),
    button('legend', 'Legend', 'Legend (l)'), button('help', '?', 'Help (?)'));
  said = make('output.said', { 'role': 'status', 'aria-live': 'polite' });
  help = makeHelp('g');
  page = make('div.page', {}, bar, said, help);
}

// A small picture of the graph: where its boxes are, which are hits, and what part is seen.
const MAP_PX = { width: 200, height: 150 };
let map;
let seen;

function shape(name, attributes) {
  return set(doc.createElementNS(SVG, name), attributes);
}

// spotOf: a mark of each box.
function makeMap(boxes, spotOf) {
  map = shape('svg', { 'aria-hidden': true, 'class': 'graph-map' });
  for (const box of boxes) {
    const rect = box.querySelector('.box');
    const spot = shape('rect', { ...boxOf(box), fill: attributeOf(rect, 'fill'),
      color: attributeOf(rect, 'color') });
    spotOf.set(box, spot);
    map.append(spot);
  }
  seen = shape('rect', { class: 'graph-seen' });
  map.append(seen);
  bar.after(map);
  const move = (event) => {
    if (!event.buttons) return;
    event.preventDefault();
    const { left, top, width, height } = map.getBoundingClientRect();
    showAt(size.x + (event.clientX - left) / width * size.width,
      size.y + (event.clientY - top) / height * size.height, view.scale);
  };
  map.addEventListener('pointermove', move);
  map.addEventListener('pointerdown', (event) => {
    move(event);
    map.setPointerCapture(event.pointerId);
  });
}

function say(text) {
  said.textContent = text;
}

// Whether the legend is wanted: 0 where there is room, 1 always, -1 never.
let legendWish = 0;

const cornerOf = (panel, right, low) => ({ ...panel,
  x: right ? room.width - panel.width - 8 : 8,
  y: low ? room.height - panel.height - 8 : room.top + 8 });

const CORNERS = [[1, 0], [1, 1], [0, 1], [0, 0]];

// The first corner where a panel lies on nothing.
function freeCorner(panel, taken, corners) {
  return corners.map(([right, low]) => cornerOf(panel, right, low))
    .find((place) => !taken.some((box) => overlap(box, place)));
}

// The small picture, while there is more than is seen, and the legend lie on no box.
function placePanels() {
  const { scale } = view;
  const part = { x: -view.x / scale, y: (room.top - view.y) / scale, width: room.width / scale,
    height: (room.height - room.top) / scale };
  const taken = nodes.map(({ element }) => placeOf(element));
  const by = min(MAP_PX.width / size.width, MAP_PX.height / size.height) *
    (room.width < 600 ? 0.6 : 1);
  const small = { width: size.width * by, height: size.height * by };
  const at = within(size, part) ? null : freeCorner(small, taken, CORNERS);
  map.style.display = at ? '' : 'none';
  if (at) {
    set(map, small);
    map.style.transform = 'translate(' + (at.x - room.width + small.width + 8) + 'px,' +
      (at.y - room.top - 8) + 'px)';
    taken.push(at);
  }
  set(seen, part);
  const key = legend.querySelector('rect');
  const fits = min(1, (room.width - 16) / attributeOf(key, 'width'));
  const panel = { width: attributeOf(key, 'width') * fits,
    height: attributeOf(key, 'height') * fits };
  const place = freeCorner(panel, taken, [...CORNERS].reverse()) ||
    legendWish > 0 && cornerOf(panel, 0, 1);
  const on = place && legendWish >= 0 && (legendWish || room.height > 599);
  legend.style.display = on ? '' : 'none';
  control('legend').setAttribute('aria-pressed', !!on);
  if (on)
    set(legend, { transform: 'translate(' + place.x + ',' + place.y + ') scale(' + fits + ')' });
}

function turnLegend() {
  legendWish = legend.style.display === 'none' ? 1 : -1;
  placePanels();
}

// How much a function is missed when it is not seen: what it holds by itself, and a little more.
const weightOf = (node) => attributeOf(node, 'data-self') / attributeOf(root, 'data-self') + 0.01;

const plural = (n, word) => n + ' ' + word + (n === 1 ? '' : 's');

function percent(part, whole) {
  return (whole > 0 ? part / whole * 100 : 0).toFixed(2) + '%';
}
