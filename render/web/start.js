// The start: a picture's tree is read, and its page takes the picture's place.

// What was done to the picture stands below it.
function toPaper() {
  const { colour } = state;
  const done = [...chips.children].map((chip) => chip.firstChild.textContent);
  if (state.zoom) done.push('zoom: ' + shownName(profile, functionAt(current)));
  if (match) done.push(state.text + ': ' + foundSentence());
  picture.line.textContent = done.join(' \u00b7 ');
  state.colour = ''; // as the picture's legend tells
  const height = picture.around + drawForPrint();
  state.colour = colour;
  set(picture.line, { y: height - fontPx / 2 });
  for (const key of ['width', 'height']) root.style[key] = '';
  set(root, { viewBox: '0 0 ' + picture.fullWidth + ' ' + height });
}

function fromPaper() {
  root.removeAttribute('viewBox');
  resizeRoot();
  drawGraph();
  growInPage();
}

// Alone in a window or frame the page takes all of it; where the picture's own size is the
// frame's, it stays.
function resizeRoot() {
  const own = window.innerWidth === picture.fullWidth && window.parent !== window;
  if (!standalone || own) return;
  root.style.width = '100vw';
  root.style.height = '100vh';
}

// Amid another page the picture grows by the room that the controls take.
function growInPage() {
  const more = scroller.scrollHeight - scroller.clientHeight;
  if (standalone || more <= 0) return;
  root.style.height = root.getBoundingClientRect().height + more + 'px';
  drawGraph();
}

function mount() {
  const frame = svgElement('foreignObject', { id: 'flame-app', width: '100%', height: '100%' });
  frame.append(page);
  for (const key of ['font-family', 'font-size'])
    for (const element of [graph, axis]) element.setAttribute(key, attributeOf(root, key));
  for (const element of [graph, axis])
    element.classList.toggle('mono', root.classList.contains('mono'));
  picture = pictureOf();
  axis.setAttribute('height', axisPx());
  root.removeAttribute('viewBox');
  root.removeAttribute('role');
  root.classList.add('flame-on');
  for (const rect of root.querySelectorAll('.light,.dark'))
    set(rect, { width: '100%', height: '100%' });
  for (const child of root.children) set(child, { 'aria-hidden': true });
  resizeRoot();
  root.append(frame);
  // An SVG has no head in which a phone could look for it.
  if (standalone) page.append(make('meta', { name: 'viewport', content: 'width=device-width' }));
}

function pictureOf() {
  const frames = root.querySelector('g.frames');
  const [left, top] = attributeOf(frames, 'transform').match(/[\d.]+/g);
  const fullWidth = +attributeOf(root, 'width');
  const line = svgElement('text', { class: 'ui', x: left });
  root.append(line);
  return { frames, axis: root.querySelector('g.axis'), line, fullWidth,
    width: fullWidth - 2 * left, around: +top + 1.5 * fontPx };
}

function setUp(read) {
  profile = read;
  functions = profile.functions;
  wholeTree = profile.tree;
  standalone = doc.documentElement === root;
  fontPx = parseFloat(attributeOf(root, 'font-size'));
  widthOf = charWidths(fontPx + 'px ' + getComputedStyle(root).fontFamily);
  cellPx = widthOf('m');
  nametype = attributeOf(root, 'data-nametype') || '';
  answer = attributeOf(root, 'data-answer');
  searchFill = attributeOf(root, 'data-search-color');
  searchWhite = isDark(searchFill);
  rootFill = attributeOf(root.querySelector('.frames rect'), 'fill');
  labelsTemplate = svgElement('g', { 'class': 'flame-labels', 'aria-hidden': 'true',
    'transform': 'translate(' + PAD_PX + ',' + ((profile.rowPx - 1) / 2 + fontPx * 0.33) + ')' });
  rectTemplate = svgElement('rect', { class: FRAME,
    height: profile.rowPx - (profile.rowPx > 2 ? 1 : 0) });
  const [first, second] = root.querySelectorAll('svg > text');
  subtitle = second ? second.textContent : '';
  const exact = root.querySelector('text > title');
  makePage(headingOf(root.querySelector('title').textContent, first),
    exact ? exact.textContent : '');
  addLegend();
  foundText.parentNode.classList.toggle('flame-long', subtitle.length > LONG);
}

// The title of the page may begin with the name of a file, which the line below has.
function headingOf(title, first) {
  const text = first ? first.lastChild.data : '';
  return text && title.endsWith(text) ? text : title;
}

// The picture stays when anything is wrong; one sentence says what.
function sayWrong(text) {
  const size = parseFloat(attributeOf(root, 'font-size')) || 12;
  const line = svgElement('text', { x: size, y: size * 1.2, class: 'ui flame-wrong' });
  line.textContent = text;
  root.append(line);
}

async function start() {
  const parts = [...root.querySelectorAll('metadata.flame-tree')];
  if (!parts.length) return;
  try {
    const texts = parts.map((part) => part.textContent.trim());
    const bytes = await readBytes(texts, attributeOf(parts[0], 'data-packing'));
    setUp(readProfile(bytes, texts.join('').length));
    mount();
    steps.begin(applyFragment);
    applyFragment();
    growInPage();
    listen();
    performance.mark('flame-ready');
  } catch (e) {
    root.classList.remove('flame-on');
    const frame = root.querySelector('#flame-app');
    if (frame) frame.remove();
    sayWrong(e.message);
  }
}
