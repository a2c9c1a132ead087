// Each view in Firefox as well: Debian's firefox-esr, which takes its orders over WebDriver BiDi.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test, { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { assertDark, assertDarkDifference, drawDifference, looksOf } from './dark.mjs';
import { draw, eventually, FLAME, folder, near, url, Viewer, write } from './kit.mjs';
import { TOWN_AGAIN_TEXT, TOWN_TEXT } from './samples.mjs';
import { assertFits, assertReadable, assertTableFits, readTimeline, SIZES } from './small.mjs';

const SKIPPED = 77;
const FIREFOX = process.env.FLAME_FIREFOX || '/usr/bin/firefox-esr';
const MASSIF = fileURLToPath(new URL('../../golden/timeline-recorded/input.massif',
  import.meta.url));

function skip(why) {
  console.log(`skipped: ${why}`);
  process.exit(SKIPPED);
}

const DARK = { 'layout.css.prefers-color-scheme.content-override': 0 };

async function start(prefs = {}) {
  if (!existsSync(FIREFOX)) {
    skip(`${FIREFOX} is missing; apt-get install firefox-esr`);
  }
  let driver = null;
  try {
    driver = (await import('puppeteer-core')).default;
  } catch {
    skip('puppeteer-core is missing; run npm ci --ignore-scripts in tests/browser');
  }
  const extraPrefsFirefox = { 'ui.prefersReducedMotion': 1, 'ui.useOverlayScrollbars': 1,
    ...prefs };
  return driver.launch({ browser: 'firefox', executablePath: FIREFOX, headless: true,
    protocolTimeout: 60000, extraPrefsFirefox });
}

const browser = await start();
after(() => browser.close());

async function open(path, size = { width: 1200, height: 800 }, from = browser) {
  const page = await from.newPage();
  await page.setViewport(size);
  const viewer = new Viewer(page);
  await page.goto(url(path));
  return viewer;
}

async function openViewer(path, size) {
  const v = await open(path, size);
  await v.ready();
  return v;
}

// What a person types, a key a letter: puppeteer has no insertText over this protocol.
async function search(v, text) {
  await v.hit('.flame-search');
  await v.page.keyboard.type(text);
  await v.settle();
}

function drawGraph(name, text) {
  const path = join(folder, `${name}.svg`);
  const run = spawnSync(join(dirname(FLAME), 'callgraph'),
    [write(`${name}.folded`, text), '--quiet', '-o', path], { encoding: 'utf8' });
  return /without graphviz/.test(run.stderr) ? null : path;
}

test('a flame graph fills the window, zooms and searches', async () => {
  const v = await openViewer(draw(TOWN_TEXT), { width: 1000, height: 600 });
  const place = await v.place();
  const seen = await v.page.evaluate(() => document.documentElement.clientWidth);
  const root = await v.frame('all');
  near(place.x + place.width, seen - 10, 1, 'scroll bars lie over it, so there is no strip');
  near(root.width, place.width, 3, 'the root');
  await v.zoom('parse');
  await v.press('Escape');
  await v.whole();
  await search(v, 'lex');
  await eventually(async () => assert.match(await v.found(), /function/));
  assert.deepEqual(v.errors, []);
});

test('the inverted view, the sandwich and the table are there', async () => {
  const v = await openViewer(draw(TOWN_TEXT));
  await v.press('2');
  await eventually(async () => assert.ok(await v.shows('lex')));
  await v.press('1');
  await v.whole();
  await v.press('4');
  await eventually(async () => assert.match(await v.text('table') || '', /number/));
  assert.deepEqual(v.errors, []);
});

test('a difference says what changed', async () => {
  const before = write('before.folded', TOWN_TEXT);
  const v = await openViewer(draw(TOWN_AGAIN_TEXT, ['--before', before]));
  await v.hover('draw');
  await eventually(async () => assert.match(await v.detail() || '', /before/));
  await v.zoom('main');
  assert.deepEqual(v.errors, []);
});

test('controls, graphs and tables fit a phone, on its side too, and a desk', async () => {
  const before = write('before.folded', TOWN_TEXT);
  const graph = drawGraph('small', TOWN_TEXT);
  const town = draw(TOWN_TEXT);
  for (const [width, height] of SIZES) {
    for (const path of [town, draw(TOWN_AGAIN_TEXT, ['--before', before]), graph]) {
      if (!path) continue;
      const v = await openViewer(path, { width, height });
      await assertFits(v.page, `${width} x ${height}`);
      if (path !== graph) {
        await v.press('4');
        await eventually(() => assertTableFits(v.page, `the table at ${width} x ${height}`));
      }
      assert.deepEqual(v.errors, []);
      await v.page.close();
    }
  }
});

test('the letters of a timeline are read on a phone', async () => {
  for (const [width, height] of SIZES) {
    const v = await openViewer(draw(MASSIF, ['-f', 'timeline']), { width, height });
    assertReadable(await v.page.evaluate(readTimeline), `${width} x ${height}`);
    await v.page.close();
  }
});

test('in the dark flame graphs and differences are dark, with the viewer and without', async () => {
  const dark = await start(DARK);
  after(() => dark.close());
  for (const args of [[], ['--no-script']]) {
    const look = async (path) => {
      const v = await open(path, undefined, dark);
      if (!args.length) {
        await v.ready();
        await v.frames();
      }
      return looksOf(v);
    };
    assertDark(await look(draw(TOWN_TEXT, args)), args.join());
    assertDarkDifference(await look(drawDifference(args)), args.join());
  }
});

test('a call graph shows callers and callees', async (t) => {
  const path = drawGraph('graph', TOWN_TEXT);
  if (!path) {
    t.skip('built without graphviz');
    return;
  }
  const v = await openViewer(path);
  const nodes = () => v.page.evaluate(() => [...document.querySelectorAll('.node')].map((node) => {
    const box = node.querySelector('.box').getBoundingClientRect();
    return { name: node.querySelector('title').textContent.split('\n')[0],
      faint: Number(getComputedStyle(node).opacity) < 0.5,
      x: box.left + box.width / 2, y: box.top + box.height / 2 };
  }));
  const io = (await nodes()).find((node) => node.name === 'io');
  await v.page.mouse.click(io.x, io.y);
  await eventually(async () => assert.deepEqual((await nodes()).filter((node) => !node.faint)
    .map((node) => node.name).sort(), ['1 other', 'io', 'main', 'read_[k]',
      'vfs_read_[k]']));
  assert.deepEqual(v.errors, []);
});

test('a timeline shows the tree of a snapshot after a click', async () => {
  const v = await open(draw(MASSIF, ['-f', 'timeline']));
  const shown = () => v.page.evaluate(() => [...document.querySelectorAll('.trees > g')]
    .filter((g) => getComputedStyle(g).display !== 'none').map((g) => g.id));
  assert.deepEqual(await shown(), ['snapshot-3']);
  const width = await v.page.evaluate(() => document.querySelector('rect.light')
    .getBoundingClientRect().width / document.documentElement.getBoundingClientRect().width);
  near(width, 1, 0.01, 'of the window');
  await v.page.mouse.click(300, 200);
  await eventually(async () => assert.deepEqual(await shown(), ['snapshot-1']));
  assert.deepEqual(v.errors, []);
});

test('the tree of a timeline zooms and searches', async () => {
  const v = await open(draw(MASSIF, ['-f', 'timeline']));
  await v.page.waitForSelector('.timeline-search');
  const place = (name) => v.page.evaluate((wanted) => {
    const rect = [...document.querySelectorAll('.trees .first rect[role=treeitem]')]
      .find((one) => one.textContent.startsWith(`${wanted} (`));
    rect.scrollIntoView({ block: 'center' });
    const { x, y, width, height } = rect.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2, width };
  }, name);
  const all = await place('all');
  const box = await place('make_name');
  assert.ok(box.width < all.width / 2);
  await v.page.mouse.click(box.x, box.y);
  await eventually(async () => near((await place('make_name')).width, all.width, 1, 'zoomed'));
  await v.page.keyboard.press('/');
  await v.page.keyboard.type('add');
  await eventually(async () => assert.match(await v.text('.timeline-said'), /^1 function, /));
  assert.deepEqual(v.errors, []);
});

test('a report sorts its table', async () => {
  const given = join(folder, 'given');
  mkdirSync(given);
  writeFileSync(join(given, 'a.folded'), 'main;small 1\n');
  writeFileSync(join(given, 'b.folded'), 'main;large 9\n');
  const run = spawnSync(FLAME, ['report', '-o', join(folder, 'out'), given], { encoding: 'utf8' });
  assert.equal(run.status, 0, run.stderr);
  const v = await open(join(folder, 'out', 'index.html'));
  const first = () => v.page.evaluate(() => document.querySelector('#profiles .path').textContent);
  assert.equal(await first(), 'a.folded');
  await v.hit('#profiles th[data-sort=number] button');
  await eventually(async () => assert.equal(await first(), 'b.folded'));
  assert.deepEqual(v.errors, []);
});
