// What the tests share: Chromium, the program, pictures drawn with it, and a person's hands and
// eyes on a page. A test file is a program: node tests/browser/zoom.test.mjs build/release/flame
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync,
  writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import assert from 'node:assert/strict';
import { Pixels } from './pixels.mjs';

// A measurement is no test, and closes what it opened by itself.
const { after } = /\.test\.mjs$/.test(process.argv[1]) ? await import('node:test') : { after() {} };

const SKIPPED = 77;
// How long a state is waited for that never comes: longer than the slowest machine takes.
const PATIENCE_MS = 60000;
// Chromium works so many times slower, to see that nothing here depends on the time it takes.
const SLOWDOWN = Number(process.env.FLAME_BROWSER_SLOWDOWN || 1);
const CHROMIUM = process.env.FLAME_CHROMIUM || '/usr/bin/chromium';
const FLAGS = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync',
  '--disable-background-networking', '--disable-component-update'];

export const FLAME = resolve(process.argv[2] || process.env.FLAME || 'build/release/flame');

function skip(why) {
  console.log(`skipped: ${why}`);
  process.exit(SKIPPED);
}

async function driver() {
  if (!existsSync(CHROMIUM)) {
    skip(`${CHROMIUM} is missing; apt-get install chromium`);
  }
  try {
    return (await import('playwright-core')).chromium;
  } catch {
    return skip('playwright-core is missing; run npm ci --ignore-scripts in tests/browser');
  }
}

const chromium = await driver();
if (!existsSync(FLAME)) {
  console.error(`no such program: ${FLAME}`);
  process.exit(2);
}

// ---- pictures -----------------------------------------------------------------

export const folder = mkdtempSync(join(tmpdir(), 'flame-browser-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

// Large inputs are made once a build.
export function dataFolder() {
  const path = join(dirname(FLAME), 'browser-data');
  mkdirSync(path, { recursive: true });
  return path;
}

// Draws a file or a text of folded stacks; gives the path of the picture. The same is drawn once.
export function draw(input, args = [], ending = 'svg') {
  const key = createHash('sha256').update(JSON.stringify([String(input), args])).digest('hex');
  const path = join(folder, `${key.slice(0, 16)}.${ending}`);
  if (!existsSync(path)) {
    let source = String(input);
    if (source.includes('\n')) {
      // Titles tell the name of the file: of the same text it is the same.
      const own = createHash('sha256').update(input).digest('hex');
      source = join(folder, `${own.slice(0, 16)}.folded`);
      writeFileSync(source, input);
    }
    const run = spawnSync(FLAME, [source, '-o', path, '--quiet', ...args], { encoding: 'utf8' });
    assert.equal(run.status, 0, `flame ${args.join(' ')}: ${run.stderr}`);
  }
  return path;
}

export function flame(...args) {
  return execFileSync(FLAME, args, { encoding: 'utf8' });
}

export function write(name, text) {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

export function url(path, fragment = '') {
  return pathToFileURL(path).href + (fragment ? `#${fragment}` : '');
}

// ---- the browser --------------------------------------------------------------

let browser = null;

export async function launch() {
  if (!browser) {
    const root = process.getuid && process.getuid() === 0;
    const args = root ? ['--no-sandbox', ...FLAGS] : FLAGS;
    browser = await chromium.launch({ executablePath: CHROMIUM, args });
  }
  return browser;
}

export async function close() {
  if (browser) {
    await browser.close();
  }
}

after(close);

// Opens a page; settings are those of a context of Playwright. Most tests want no animation.
export async function openPage(settings = {}) {
  const context = await (await launch()).newContext({
    viewport: { width: 1200, height: 800 },
    reducedMotion: 'reduce',
    ...settings,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  if (SLOWDOWN > 1) {
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  }
  return new Viewer(page);
}

// A page over a file, kept for all tests of a test file: show() starts it afresh.
export async function openFile(path, settings = {}) {
  const viewer = await openPage(settings);
  await viewer.show(path);
  return viewer;
}

// Serves files: {'/x.svg': {file or text, type, headers}}. Gives the origin; closed at the end.
export async function serve(routes) {
  const server = createServer((request, response) => {
    const route = routes[request.url.split('?')[0]];
    if (!route) {
      response.writeHead(404).end();
      return;
    }
    const type = route.type || (route.file ? 'image/svg+xml' : 'text/html; charset=utf-8');
    response.writeHead(200, { 'content-type': type, ...route.headers });
    response.end(route.file ? readFileSync(route.file) : route.text);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${server.address().port}`;
}

function filesIn(at) {
  return readdirSync(at).flatMap((name) => {
    const path = join(at, name);
    return statSync(path).isDirectory() ? filesIn(path) : [path];
  });
}

// Serves all files of a folder below each of the prefixes, with its policy: {'/jenkins': policy}.
export async function serveFolder(top, policies) {
  const routes = {};
  for (const [prefix, policy] of Object.entries(policies)) {
    for (const file of filesIn(top)) {
      const path = relative(top, file).split('/').map(encodeURIComponent).join('/');
      routes[`${prefix}/${path}`] = { file, headers: { 'content-security-policy': policy },
        type: file.endsWith('.html') ? 'text/html; charset=utf-8' : undefined };
    }
  }
  return serve(routes);
}

// Tries until the check holds, for what a page does a little later; then its last failure counts.
export async function eventually(check, patience = PATIENCE_MS) {
  const end = Date.now() + patience;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) {
        throw error;
      }
    }
    await new Promise((done) => setTimeout(done, 15));
  }
}

// ---- what runs in the page ----------------------------------------------------

// Frames as they can be seen: label for those that have one, place, colour. Labels may come a
// little after the frames.
async function readFrames() {
  const all = () => [...document.querySelectorAll('.flame-graph rect.flame-frame')];
  const bare = (rect) => !rect.hasAttribute('aria-label') && !rect.matches('.flame-rest')
    && rect.getBoundingClientRect().width > 40;
  for (let i = 0; i < 60 && all().some(bare); i++) {
    await new Promise((done) => setTimeout(done, 10));
  }
  const list = [];
  for (const rect of all()) {
    const box = rect.getBoundingClientRect();
    if (box.width > 0 && box.height > 0) {
      list.push({
        label: rect.getAttribute('aria-label'),
        x: box.left, y: box.top, width: box.width, height: box.height,
        classes: [...rect.classList],
        fill: getComputedStyle(rect).fill,
        dark: rect.getAttribute('color'),
        level: Number(rect.getAttribute('aria-level')),
        tabindex: rect.getAttribute('tabindex'),
        focused: rect === document.activeElement,
        expanded: rect.getAttribute('aria-expanded'),
      });
    }
  }
  return list;
}

function readLabels() {
  const list = [];
  for (const text of document.querySelectorAll('.flame-graph text')) {
    const box = text.getBoundingClientRect();
    if (text.textContent && box.width > 0) {
      list.push({
        text: text.textContent, fill: getComputedStyle(text).fill,
        x: box.left, y: box.top, width: box.width, height: box.height,
      });
    }
  }
  return list;
}

function readText(selector) {
  const seen = (e) => e.getClientRects().length && getComputedStyle(e).visibility !== 'hidden';
  const found = [...document.querySelectorAll(selector)].filter(seen);
  return found.length ? found.map((e) => e.innerText || e.textContent).join('\n') : null;
}

// Makes a promise of whether the browser will make a click of what comes next, and says whether the
// menu is open.
function listenForClick() {
  window.clicked = new Promise((done) => {
    for (const type of ['click', 'contextmenu'])
      window.addEventListener(type, () => done(type === 'click'), { capture: true, once: true });
    setTimeout(done, 20000);
  });
  return !document.querySelector('.flame-menu').hidden;
}

const LABEL = /^([^]*), ([<\d.,]+ %), ([^]*)$/;

// ---- hands and eyes -------------------------------------------------------------

export class Viewer {
  constructor(page) {
    this.page = page;
    this.errors = [];
    this.requests = [];
    page.on('pageerror', (error) => this.errors.push(`thrown: ${error.message}`));
    page.on('console', (m) => m.type() === 'error' && this.errors.push(`console: ${m.text()}`));
    page.on('request', (request) => this.requests.push(request.url()));
  }

  // Opens the picture anew, with a fragment if given, and waits until it is drawn.
  async show(path = this.path, fragment = '') {
    this.path = path;
    this.errors.length = 0;
    await this.page.goto('about:blank');
    await this.page.goto(/^http/.test(path) ? path : url(path, fragment));
    await this.ready();
  }

  async ready() {
    await this.page.waitForFunction(
      () => performance.getEntriesByName('flame-ready').length > 0,
    );
    await this.settle();
  }

  // Until a page is drawn on which no script may run, and that of a picture had its chance to.
  async drawn() {
    for (let i = 0; i < 2; i++) {
      await this.page.screenshot({ clip: { x: 0, y: 0, width: 1, height: 1 } });
    }
  }

  // Until what was asked for is drawn, for checks that something did not happen.
  async settle() {
    await this.page.evaluate(() => new Promise((done) => {
      requestAnimationFrame(() => requestAnimationFrame(done));
    }));
  }

  frames() {
    return this.page.evaluate(readFrames);
  }

  labels() {
    return this.page.evaluate(readLabels);
  }

  // The frames of a name, labelled ones: {name, share, count, x, y, width, height, ...}.
  async named(name) {
    return (await this.frames()).filter((f) => f.label !== null)
      .map((f) => ({ ...f, ...partsOf(f.label) }))
      .filter((f) => f.name === name);
  }

  async frame(name, which = 0) {
    const found = await this.named(name);
    assert.ok(found.length > which, `no frame "${name}" (${which}) is seen`);
    return found[which];
  }

  async shows(name) {
    return (await this.named(name)).length > 0;
  }

  // Where the graph is: its left edge and width.
  place() {
    return this.page.evaluate(() => {
      const box = document.querySelector('.flame-graph').getBoundingClientRect();
      return { x: box.left, y: box.top, width: box.width, height: box.height };
    });
  }

  async at(name, which = 0) {
    const box = await this.frame(name, which);
    const place = await this.place();
    const left = Math.max(box.x, place.x);
    const right = Math.min(box.x + box.width, place.x + place.width);
    return { x: (left + right) / 2, y: box.y + box.height / 2 };
  }

  async click(name, which = 0) {
    const { x, y } = await this.at(name, which);
    await this.page.mouse.click(x, y);
    await this.settle();
  }

  // A finger. Browsers take one that stays for long, as on a slow machine, for a wish for the menu,
  // and one that comes while the page still glides for a wish to stop it: then it comes again.
  async tap(x, y) {
    for (let i = 0; i < 5; i++) {
      const open = await this.page.evaluate(listenForClick);
      await this.page.touchscreen.tap(x, y);
      if (await this.page.evaluate(() => window.clicked)) return;
      await this.page.evaluate((wasOpen) => {
        const menu = document.querySelector('.flame-menu');
        menu.hidden = menu.hidden || !wasOpen;
      }, open);
    }
    assert.fail(`no click came of a finger at ${x}, ${y}`);
  }

  async tapOn(selector) {
    const element = this.page.locator(selector);
    await element.waitFor();
    const { x, y, width, height } = await element.boundingBox();
    await this.tap(x + width / 2, y + height / 2);
  }

  async hover(name, which = 0) {
    const { x, y } = await this.at(name, which);
    await this.page.mouse.move(x - 1, y);
    await this.page.mouse.move(x, y);
    await this.settle();
  }

  // Zooms by click and waits until the frame is as wide as the graph.
  async zoom(name, which = 0) {
    const { level } = await this.frame(name, which);
    await this.click(name, which);
    await this.wide(name, level);
  }

  async wide(name, level = null) {
    await eventually(async () => {
      const place = await this.place();
      const found = (await this.named(name)).filter((f) => level === null || f.level === level);
      const widest = Math.max(0, ...found.map((f) => f.width));
      assert.ok(widest > 0.97 * place.width, `"${name}" is ${widest} px wide, not all`);
    });
  }

  async whole() {
    await this.wide('all', 1);
    await eventually(async () => {
      const above = (await this.frames()).filter((f) => f.classes.includes('flame-above'));
      assert.equal(above.length, 0, 'a frame reaches beyond the view');
    });
  }

  text(selector) {
    return this.page.evaluate(readText, selector);
  }

  detail() {
    return this.text('.flame-detail');
  }

  // The title of what is under a point, as browsers show it after a while.
  tooltip(x, y) {
    return this.page.evaluate(([left, top]) => {
      const under = document.elementFromPoint(left, top);
      const title = under && [...under.children].find((e) => e.localName === 'title');
      return title ? title.textContent : '';
    }, [x, y]);
  }

  // What is said to screen readers, whether it is seen or not.
  live() {
    return this.page.evaluate(() => document.querySelector('.flame-live').textContent);
  }

  async note() {
    return (await this.text('.flame-note')) || '';
  }

  async press(keys) {
    for (const key of [keys].flat()) {
      await this.page.keyboard.press(key);
    }
    await this.settle();
  }

  button(what) {
    return this.page.locator(`.flame-bar [data-do="${what}"]`);
  }

  // Presses a control in its middle, where nothing else may lie.
  async hit(selector) {
    const place = await eventually(async () => {
      const found = await this.page.evaluate((s) => {
        const control = document.querySelector(s);
        const box = control && control.getBoundingClientRect();
        const at = box && { x: box.left + box.width / 2, y: box.top + box.height / 2 };
        return at && !control.disabled && control.contains(document.elementFromPoint(at.x, at.y))
          ? at : null;
      }, selector);
      assert.ok(found, `${selector} can be pressed`);
      return found;
    });
    await this.page.mouse.click(place.x, place.y);
  }

  async push(what) {
    await this.hit(`.flame-bar [data-do="${what}"]`);
    await this.settle();
  }

  // Whether one can press it now.
  async offered(what) {
    const button = this.button(what);
    return (await button.isVisible()) && (await button.isEnabled());
  }

  async pressed(what) {
    return (await this.button(what).getAttribute('aria-pressed')) === 'true';
  }

  // What the menu of orders says, "name" or "weight".
  order() {
    return this.button('sort').evaluate((select) => select.value);
  }

  async orderBy(what) {
    await this.button('sort').selectOption(what);
    await this.settle();
  }

  async search(text) {
    await this.hit('.flame-search');
    await this.page.keyboard.press('Control+a');
    await (text ? this.page.keyboard.insertText(text) : this.page.keyboard.press('Delete'));
    await this.settle();
  }

  searched() {
    return this.page.evaluate(() => document.querySelector('.flame-search').value);
  }

  // What has the focus, or the document's root when nothing has.
  focused(selector) {
    return this.page.evaluate((s) => Boolean(document.activeElement
      && document.activeElement.matches(s)), selector);
  }

  // "3 functions, 45.90 % of all, 60.00 % of the view"
  async found() {
    return ((await this.text('.flame-found')) || '').trim();
  }

  async menu(name, which = 0) {
    const { x, y } = await this.at(name, which);
    await this.page.mouse.click(x, y, { button: 'right' });
    await eventually(async () => assert.ok(await this.text('.flame-menu'), 'a menu opens'));
  }

  // Opens the menu of a frame and takes what it offers.
  async choose(name, what, which = 0) {
    await this.menu(name, which);
    await this.hit(`.flame-menu [data-do="${what}"]`);
    await this.settle();
  }

  async chips() {
    return this.page.locator('.flame-chips .flame-chip').allInnerTexts();
  }

  fragment() {
    return this.page.evaluate(() => location.hash.replace(/^#/, ''));
  }

  // The fragment once it says what is wanted.
  async fragmentWith(pattern) {
    return eventually(async () => {
      const fragment = await this.fragment();
      assert.match(fragment, pattern);
      return fragment;
    });
  }

  // The fragment that follows a drag 200 ms later: timers of a page go off in their order.
  async fragmentAtRest() {
    await this.page.evaluate(() => new Promise((done) => setTimeout(done, 250)));
    return this.fragment();
  }

  // Rows of the table as texts of their cells.
  rows() {
    return this.page.evaluate(() => {
      const rows = document.querySelectorAll('.flame-table tbody tr');
      return [...rows].filter((r) => r.getClientRects().length)
        .map((r) => [...r.cells].map((c) => c.innerText.trim()));
    });
  }

  // The tree that assistive technology sees.
  async accessibility() {
    this.session = this.session || await this.page.context().newCDPSession(this.page);
    const { nodes } = await this.session.send('Accessibility.getFullAXTree');
    return nodes.filter((n) => !n.ignored).map((n) => {
      const found = { role: n.role && n.role.value, name: (n.name && n.name.value) || '' };
      for (const p of n.properties || []) {
        found[p.name] = p.value.value;
      }
      return found;
    });
  }

  async pixels(clip) {
    const png = await this.page.screenshot({ clip, animations: 'disabled', caret: 'hide' });
    return new Pixels(Buffer.from(png));
  }

  // Kept for a person to look at when FLAME_SHOTS names a folder.
  async shot(name) {
    if (process.env.FLAME_SHOTS) {
      mkdirSync(process.env.FLAME_SHOTS, { recursive: true });
      await this.page.screenshot({ path: join(process.env.FLAME_SHOTS, `${name}.png`) });
    }
  }

  clean() {
    assert.deepEqual(this.errors, [], 'the page reported errors');
  }

  async close() {
    await this.page.context().close();
  }
}

// "NAME, 12.34 %, 1,234 samples" and, where more is said, what follows; of a difference "NAME,
// before 1,200, after 1,234 samples, +34 (...)".
export function partsOf(label) {
  const sides = /^([^]*?), (before [^]*)$/.exec(label);
  if (sides) {
    return { name: sides[1], sides: sides[2] };
  }
  const match = LABEL.exec(label);
  return match ? { name: match[1], share: match[2], count: match[3] } : { name: label };
}

export function near(actual, wanted, slack, what) {
  assert.ok(Math.abs(actual - wanted) <= slack, `${what}: ${actual}, not ${wanted}`);
}
