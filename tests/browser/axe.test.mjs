// Every view by the rules of axe-core, light and dark: alone in a window, and in a page, where axe
// can tell contrasts, too.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { draw, eventually, FLAME, folder, openPage, url, write } from './kit.mjs';
import { TOWN_AGAIN_TEXT, TOWN_TEXT } from './samples.mjs';

const SKIPPED = 77;
const MASSIF = fileURLToPath(new URL('../../golden/timeline-recorded/input.massif',
  import.meta.url));

function rules() {
  try {
    return readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  } catch {
    console.log('skipped: axe-core is missing; run npm ci --ignore-scripts in tests/browser');
    return process.exit(SKIPPED);
  }
}

const AXE = rules();
const v = await openPage({ viewport: { width: 1280, height: 800 } });
const { page } = v;

// A page around a picture, with all that a page must have.
function around(picture) {
  const name = `${picture.split('/').pop()}.html`;
  const svg = readFileSync(picture, 'utf8').replace(/^<\?xml[^>]*>/, '');
  return write(name, '<!doctype html><html lang="en"><meta charset="utf-8">'
    + '<meta name="viewport" content="width=device-width"><title>Picture</title><main>'
    + `<h1>Picture</h1>${svg}</main></html>`);
}

// What axe finds: rules, what they want, and the first elements that break them.
async function findings() {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ['violations'] });
    return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 3)
      .map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary}`).join('; ')}`);
  });
}

async function openGraph() {
  await page.locator('.flame-search').waitFor();
  await v.frames();
}

const VIEWS = [
  ['the graph', openGraph],
  ['with functions beside it', async () => {
    await page.setViewportSize({ width: 1700, height: 800 });
    await v.settle();
  }],
  ['in a smaller window', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await v.settle();
  }],
  ['zoomed, with a map', () => v.zoom('main')],
  ['a search', () => v.search('parse')],
  ['a focus', () => v.press('Control+Enter')],
  ['inverted', () => v.push('inverted')],
  ['a sandwich', () => v.push('sandwich')],
  ['the table', () => v.push('table')],
  ['the help', () => v.push('help')],
  ['a menu', async () => {
    await v.press('Escape');
    await v.push('flame');
    await v.search('');
    await v.menu('main');
  }],
];

// Opens a picture alone or in a page, and waits until it is drawn.
async function open(path, colorScheme) {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  v.errors.length = 0;
  await page.goto(url(path));
}

test('what breaks a rule is found: a faint text, a button without a name', async () => {
  await open(around(draw(TOWN_TEXT)), 'light');
  await v.ready();
  await v.push('table');
  await page.evaluate(() => {
    document.querySelector('.flame-page').style.color = '#ccc';
    document.querySelector('[data-do=help]').removeAttribute('aria-label');
    document.querySelector('[data-do=help]').removeAttribute('title');
    document.querySelector('[data-do=help]').textContent = '';
  });
  const found = (await findings()).map((text) => text.split(':')[0]);
  assert.deepEqual(found.sort(), ['button-name', 'color-contrast']);
});

for (const colorScheme of ['light', 'dark']) {
  for (const [where, place] of [['alone', (path) => path], ['in a page', around]]) {
    const about = `${colorScheme}, ${where}`;

    test(`no view of a profile breaks a rule (${about})`, async () => {
      await open(place(draw(TOWN_TEXT)), colorScheme);
      await v.ready();
      for (const [view, act] of VIEWS) {
        await act();
        assert.deepEqual(await findings(), [], view);
      }
      v.clean();
    });

    test(`nor a table that has more rows (${about})`, async () => {
      const many = Array.from({ length: 300 }, (_, i) => `main;f${i} ${i + 1}\n`).join('');
      await open(place(draw(many)), colorScheme);
      await v.ready();
      await v.push('table');
      assert.ok(await page.locator('[data-do=more]').isVisible());
      assert.deepEqual(await findings(), []);
    });

    test(`nor of a difference (${about})`, async () => {
      const before = write('before.folded', TOWN_TEXT);
      await open(place(draw(TOWN_AGAIN_TEXT, ['--before', before])), colorScheme);
      await v.ready();
      for (const [view, act] of [VIEWS[0], ['the table', () => v.push('table')]]) {
        await act();
        assert.deepEqual(await findings(), [], view);
      }
      v.clean();
    });

    test(`nor a call graph (${about})`, async (t) => {
      const input = write('town.folded', TOWN_TEXT);
      const path = join(folder, 'callgraph.svg');
      const run = spawnSync(join(dirname(FLAME), 'callgraph'), [input, '--quiet', '-o', path],
        { encoding: 'utf8' });
      if (/without graphviz/.test(run.stderr)) {
        t.skip('built without graphviz');
        return;
      }
      assert.equal(run.status, 0, run.stderr);
      await open(place(path), colorScheme);
      await page.locator('.graph-search').waitFor();
      assert.deepEqual(await findings(), [], 'the graph');
      await page.locator('.graph-search').fill('parse');
      await eventually(async () => assert.ok(await page.locator('.node.hit').count()));
      assert.deepEqual(await findings(), [], 'a search');
      v.clean();
    });

    test(`nor a timeline, nor a picture without a script (${about})`, async () => {
      for (const path of [draw(MASSIF, ['-f', 'timeline']), draw(TOWN_TEXT, ['--no-script'])]) {
        await open(place(path), colorScheme);
        await v.drawn();
        assert.deepEqual(await findings(), []);
      }
    });

    test(`nor a search in the tree of a timeline (${about})`, async () => {
      await open(place(draw(MASSIF, ['-f', 'timeline'])), colorScheme);
      await page.locator('.timeline-search').fill('make');
      await eventually(async () => assert.ok(await page.locator('.timeline-hit').count()));
      assert.deepEqual(await findings(), []);
      v.clean();
    });
  }

  test(`nor a report (${colorScheme})`, async () => {
    const given = join(folder, 'given');
    const out = join(folder, `report-${colorScheme}`);
    mkdirSync(given, { recursive: true });
    writeFileSync(join(given, 'a.folded'), TOWN_TEXT);
    writeFileSync(join(given, 'b.folded'), 'main;wait 10\n');
    const run = spawnSync(FLAME, ['report', '-o', out, given], { encoding: 'utf8' });
    assert.equal(run.status, 0, run.stderr);
    await open(join(out, 'index.html'), colorScheme);
    await page.locator('.filter').waitFor();
    assert.deepEqual(await findings(), []);
    v.clean();
  });
}
