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
let legend;
let legendAt;

const control = (action) => bar.querySelector('[data-do=' + action + ']');

function makePage(title, shown) {
  searchBox = make('input.search', { 'type': 'search', 'placeholder': 'Search  /',
    'aria-label': 'Search functions', 'title': 'Regular expression (/ or Ctrl-F)',
    'maxlength': 256 });
  bar = make('div.bar', { 'role': 'toolbar', 'aria-label': 'Call graph' },
    make('strong.title', { title }, title), make('span.shown', {}, shown), searchBox,
    button('out', '\u2212', 'Smaller (-)'), button('in', '+', 'Larger (+)'),
    button('fit', 'Fit', 'All of the graph (0)'), button('legend', 'Legend', 'Legend (l)'));
  said = make('output.said', { 'role': 'status', 'aria-live': 'polite' });
  page = make('div.page', {}, bar, said);
}

function say(text) {
  said.textContent = text;
}

function showLegend(on) {
  legend.style.display = on ? '' : 'none';
  control('legend').setAttribute('aria-pressed', on);
}

// The legend lies in the lower corner where it hides fewer functions.
function placeLegend() {
  const panel = legend.querySelector('rect');
  const scale = min(1, (room.width - 16) / +attributeOf(panel, 'width'));
  const width = attributeOf(panel, 'width') * scale;
  const y = room.height - attributeOf(panel, 'height') * scale - 8;
  const right = room.width - width - 8;
  const places = [...graph.querySelectorAll('.node')].map(placeOf)
    .filter((box) => box.y + box.height > y);
  const hidden = (x) => places.filter((box) => box.x + box.width > x && box.x < x + width).length;
  set(legend, { transform: 'translate(' + (hidden(8) > hidden(right) ? right : 8) + ',' + y +
    ') scale(' + scale + ')' });
}

const plural = (n, word) => n + ' ' + word + (n === 1 ? '' : 's');

function percent(part, whole) {
  return (whole > 0 ? part / whole * 100 : 0).toFixed(2) + '%';
}
