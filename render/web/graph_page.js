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
let legendAt;

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
  map = shape('svg', { 'aria-hidden': true, 'class': 'graph-map',
    'viewBox': [size.x, size.y, size.width, size.height].join(' ') });
  for (const box of boxes) {
    const fill = attributeOf(box.querySelector('.box'), 'fill');
    const spot = shape('rect', { ...boxOf(box), fill });
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

function mapSize() {
  const by = min(MAP_PX.width / size.width, MAP_PX.height / size.height) *
    (room.width < 600 ? 0.6 : 1);
  return { width: size.width * by, height: size.height * by };
}

// Shown only while there is more than is seen.
function showMap() {
  const { scale } = view;
  const part = { x: -view.x / scale, y: (room.top - view.y) / scale, width: room.width / scale,
    height: (room.height - room.top) / scale };
  const all = part.x <= size.x && part.y <= size.y && part.x + part.width >= size.x + size.width &&
    part.y + part.height >= size.y + size.height;
  set(map, mapSize());
  map.style.display = all ? 'none' : '';
  set(seen, part);
}

function say(text) {
  said.textContent = text;
}

function showLegend(on) {
  legend.style.display = on ? '' : 'none';
  control('legend').setAttribute('aria-pressed', on);
}

// The legend's place in a lower corner.
function legendIn(corner) {
  const panel = legend.querySelector('rect');
  const scale = min(1, (room.width - 16) / +attributeOf(panel, 'width'));
  const width = attributeOf(panel, 'width') * scale;
  const height = attributeOf(panel, 'height') * scale;
  return { scale, x: corner === 'left' ? 8 : room.width - width - 8, y: room.height - height - 8,
    width, height };
}

const legendPlaces = () => ['left', 'right'].map(legendIn);

// How much a function is missed when it is not seen: what it holds by itself, and a little more.
const weightOf = (node) => attributeOf(node, 'data-self') / attributeOf(root, 'data-self') + 0.01;

// The legend lies in the lower corner where less is missed of the functions that are seen whole.
function placeLegend() {
  const part = { x: 0, y: room.top, width: room.width, height: room.height - room.top };
  const boxes = [...graph.querySelectorAll('.node')].map((node) => [placeOf(node), weightOf(node)])
    .filter(([box]) => within(box, part));
  const hidden = (place) => boxes.reduce((sum, [box, weight]) =>
    sum + (overlap(box, place) ? weight : 0), 0);
  const [left, right] = legendPlaces();
  const { x, y, scale } = hidden(left) > hidden(right) ? right : left;
  set(legend, { transform: 'translate(' + x + ',' + y + ') scale(' + scale + ')' });
}

// What lies over the graph: pairs of the small picture and the legend in one of its corners.
function panels() {
  const small = mapSize();
  const place = { x: room.width - small.width - 10, y: room.top + 8, ...small };
  const shown = legend.style.display !== 'none';
  return shown ? legendPlaces().map((corner) => [place, corner]) : [[place]];
}

const plural = (n, word) => n + ' ' + word + (n === 1 ? '' : 's');

function percent(part, whole) {
  return (whole > 0 ? part / whole * 100 : 0).toFixed(2) + '%';
}
