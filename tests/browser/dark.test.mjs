// Flame graphs, call graphs, timelines and reports in dark surroundings, as their pixels show
// them, with scripts and without.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { assertDark, assertDarkDifference, drawDifference, looksOf, pageLooksOf }
  from './dark.mjs';
import { draw, FLAME, flame, folder, openPage, url, write } from './kit.mjs';
import { luminance } from './pixels.mjs';
import { TOWN_TEXT } from './samples.mjs';

const v = await openPage({ colorScheme: 'dark' });

async function show(path, hasScript) {
  if (hasScript) {
    await v.show(path);
    await v.frames();
  } else {
    await v.page.goto(url(path));
  }
}

for (const [how, args] of [['with the viewer', []], ['without a script', ['--no-script']]]) {
  const hasScript = !args.length;

  test(`a flame graph is dark, and its texts are readable, ${how}`, async () => {
    await show(draw(TOWN_TEXT, args), hasScript);
    await v.shot(`dark-${args.length}`);
    assertDark(await looksOf(v), how);
  });

  test(`so it is with bright colours, and with those of shares, ${how}`, async () => {
    for (const theme of [['--colors', 'yellow'], ['--colordiffusion']]) {
      await show(draw(TOWN_TEXT, [...args, ...theme]), hasScript);
      const { mean, weak } = await looksOf(v);
      assert.ok(mean < 0.12, `${theme.join(' ')}: ${mean}`);
      assert.deepEqual(weak, [], theme.join(' '));
    }
  });

  test(`in a difference what is unchanged is quiet and what changed is loud, ${how}`, async () => {
    for (const colours of ['auto', 'red-blue']) {
      await show(drawDifference([...args, '--colors', colours]), hasScript);
      await v.shot(`dark-difference-${args.length}-${colours}`);
      assertDarkDifference(await looksOf(v), `${how}, ${colours}`);
    }
  });

  test(`in light surroundings it is light, ${how}`, async () => {
    await v.page.emulateMedia({ colorScheme: 'light' });
    await show(draw(TOWN_TEXT, args), hasScript);
    const { mean, weak } = await looksOf(v);
    assert.ok(mean > 0.3, `${mean}`);
    assert.deepEqual(weak, []);
    await v.page.emulateMedia({ colorScheme: 'dark' });
  });
}

const MEMORY = fileURLToPath(
  new URL('../../golden/timeline-recorded/input.massif', import.meta.url));

// Dark as a page, and light where the surroundings are.
async function assertDarkPage(address, about) {
  await v.page.goto(address);
  await v.shot(`dark-${about}`.replace(/\W+/g, '-'));
  const { mean, weak, n } = await pageLooksOf(v);
  assert.ok(n > 10, `${about}: ${n} texts`);
  assert.ok(mean < 0.1, `${about}: mean luminance ${mean}`);
  assert.deepEqual(weak, [], about);
  await v.page.emulateMedia({ colorScheme: 'light' });
  await v.page.goto(address);
  const light = await pageLooksOf(v);
  assert.ok(light.mean > 0.5, `${about}: light: ${light.mean}`);
  assert.deepEqual(light.weak, [], `${about}, light`);
  await v.page.emulateMedia({ colorScheme: 'dark' });
}

test('memory over time is dark and readable, with a script and without', async () => {
  await assertDarkPage(url(draw(MEMORY, ['-f', 'timeline'])), 'memory');
  await assertDarkPage(url(draw(MEMORY, ['-f', 'timeline', '--no-script'])), 'memory, no script');
});

test('what is found and what is not in the tree of a snapshot is readable', async () => {
  await v.page.goto(url(draw(MEMORY, ['-f', 'timeline'])));
  const bright = await v.page.$$eval('.trees .first .frames rect', (all) =>
    all.filter((rect) => getComputedStyle(rect).fillOpacity === '1').length);
  assert.equal(bright, 0);
  await v.page.locator('.timeline-search').fill('order');
  await v.page.locator('.timeline-hit').first().waitFor();
  assert.deepEqual((await pageLooksOf(v)).weak, []);
  await v.page.locator('.timeline-search').fill('');
});

test('a report is dark, and its texts are readable', async () => {
  const input = write('town.folded', TOWN_TEXT);
  const out = join(folder, 'dark-report');
  flame('report', '-o', out, input, MEMORY);
  await assertDarkPage(url(join(out, 'index.html')), 'report');
});

test('what is found, dimmed, zoomed to and above it stays readable', async () => {
  await show(draw(TOWN_TEXT), true);
  await v.search('parse');
  assert.deepEqual((await looksOf(v)).weak, [], 'found');
  await v.search('');
  await v.zoom('parse');
  assert.deepEqual((await looksOf(v)).weak, [], 'zoomed');
  await v.page.locator('.flame-key').first().click();
  await v.settle();
  assert.deepEqual((await looksOf(v)).weak, [], 'dimmed');
});

test('colours of the legend are those of the boxes', async () => {
  await show(draw(TOWN_TEXT), true);
  await v.page.mouse.move(600, 600);
  const pixels = await v.pixels();
  const places = await v.page.$$eval('.flame-swatch', (all) => all.map((swatch) => {
    const { left, top } = swatch.getBoundingClientRect();
    return [left + 6, top + 6];
  }));
  assert.ok(places.length > 1);
  for (const place of places) {
    assert.ok(luminance(pixels.at(...place)) < 0.12, `${place}: ${pixels.at(...place)}`);
  }
});

test('a fill that the user chose is dark, and on paper all is light', async () => {
  const given = write('given.txt', 'idle\tfill=#0000c0\nparse\tfill=#ffff00\n');
  await show(draw(TOWN_TEXT, ['--nameattr', given]), true);
  assertDark(await looksOf(v), 'chosen');
  await v.page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await v.page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  const opacities = await v.page.$$eval('g.frames rect', (all) =>
    [...new Set(all.map((rect) => getComputedStyle(rect).fillOpacity))]);
  assert.deepEqual(opacities, ['1']);
  await v.page.emulateMedia({ colorScheme: 'dark', media: 'screen' });
});

// A call graph; null where it cannot be drawn.
function drawGraph(name, text, args = []) {
  const path = join(folder, `${name}.svg`);
  const run = spawnSync(FLAME, ['callgraph', write(`${name}.folded`, text), '--quiet', '-o', path,
    ...args], { encoding: 'utf8' });
  if (/without graphviz/.test(run.stderr)) return null;
  assert.equal(run.status, 0, run.stderr);
  return path;
}

const GRAPH_TEXT = 'main;parse;lex 60\nmain;parse;read 20\nmain;draw;flush;io 15\nmain;io 5\n' +
  'main;draw;same 40\n';

for (const [how, args] of [['with the viewer', []], ['without a script', ['--no-script']]]) {
  test(`a call graph is dark, and its texts are readable, ${how}`, async (t) => {
    for (const colours of ['warm', 'color', 'print']) {
      const path = drawGraph(`graph-${colours}`, GRAPH_TEXT, [...args, '--colormap', colours]);
      if (!path) return t.skip('built without graphviz');
      await show(path, !args.length);
      await v.shot(`dark-graph-${args.length}-${colours}`);
      assertDark(await looksOf(v), `${how}, ${colours}`);
    }
  });

  test(`in a call graph what is unchanged is quiet and what changed is loud, ${how}`, async (t) => {
    const before = write('graph-before.folded', GRAPH_TEXT.replace('lex 60', 'lex 20')
      .replace('read 20', 'read 60'));
    const path = drawGraph('graph-both', GRAPH_TEXT, [...args, '--before', before]);
    if (!path) return t.skip('built without graphviz');
    await show(path, !args.length);
    await v.shot(`dark-graph-both-${args.length}`);
    const looks = await looksOf(v);
    assert.ok(looks.mean < 0.1, `${looks.mean}`);
    assert.deepEqual(looks.weak, []);
    for (const name of ['main', 'draw', 'io', 'same'])
      assert.ok(looks.boxes.get(name) <= 1.6, `${name}: ${looks.boxes.get(name)}`);
    for (const name of ['lex', 'read'])
      assert.ok(looks.boxes.get(name) >= 4, `${name}: ${looks.boxes.get(name)}`);
  });
}
