// Fingers: a tap zooms, one finger drags, two fingers pinch.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { draw, eventually, FLAME, folder, near, openFile, write } from './kit.mjs';
import { deep, TOWN_TEXT } from './samples.mjs';
import { assertFits, assertTableFits, RUNS, sideText, SIZES } from './small.mjs';

const town = draw(TOWN_TEXT);
// A line below the title tells of its threads.
const PERF = ['read_the_next_row', 'sort_rows_by_name', 'write_all_rows'].map((name, i) =>
  `work 7/7 ${i}.000000: 10000000 cpu-clock: \n\t7f01 ${name}+0x1 (/bin/work)\n` +
  '\t7f02 main+0x1 (/bin/work)\n\n').join('');
const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 400, height: 760 },
  deviceScaleFactor: 2 };
const v = await openFile(town, PHONE);
const session = await v.page.context().newCDPSession(v.page);

function touch(type, ...points) {
  const touchPoints = points.map(([x, y], id) => ({ x, y, id, radiusX: 5, radiusY: 5, force: 1 }));
  return session.send('Input.dispatchTouchEvent', { type, touchPoints });
}

// Moves fingers along straight lines: [[from x, from y, to x, to y], ...]. They move at once: one
// that rests, as on a slow machine, asks for the menu.
async function gesture(lines, steps = 5) {
  const points = (share) => lines.map(([x, y, toX, toY]) => [
    x + (toX - x) * share, y + (toY - y) * share]);
  const step = (i) => touch('touchMove', ...points(i / steps));
  const first = Math.ceil(steps / 2);
  await Promise.all([touch('touchStart', ...points(0)),
    ...Array.from({ length: first }, (_, i) => step(i + 1))]);
  await v.settle();
  for (let i = first + 1; i <= steps; i++) {
    await step(i);
    await v.settle();
  }
  await touch('touchEnd');
  await v.settle();
}

test('the page fits a phone', async () => {
  await v.show(town);
  await v.shot('phone');
  const width = await v.page.evaluate(() => window.innerWidth);
  assert.equal(width, PHONE.viewport.width, 'letters are as large as on a desk');
  const place = await v.place();
  assert.ok(place.width <= width && place.width > width - 40, `${place.width} px`);
});

test('a phone on its side leaves the graph 70 % of its height, buttons are 44 px', async () => {
  const recorded = draw(PERF.repeat(3));
  for (const file of [town, recorded]) await turn(file);
});

async function turn(file) {
  const turned = await openFile(file, { ...PHONE, viewport: { width: 844, height: 390 } });
  const { height, least, keys } = await turned.page.evaluate(() => ({
    height: document.querySelector('.flame-scroll').clientHeight,
    least: Math.min(...[...document.querySelectorAll('.flame-bar button')]
      .filter((button) => button.offsetParent)
      .map((button) => Math.min(button.offsetWidth, button.offsetHeight))),
    keys: [...document.querySelectorAll('.flame-menu kbd')].filter((e) => e.offsetWidth).length,
  }));
  assert.ok(height >= 0.7 * 390, `${height} px`);
  assert.ok(least >= 44, `${least} px`);
  assert.equal(keys, 0);
  await turned.close();
}

test('an upright phone has one row of controls, and 70 % of the height for the graph', async () => {
  const kinds = 'main;draw;a_[k] 3\nmain;draw;b_[i] 4\n';
  for (const [text, height] of [[TOWN_TEXT, 844], [kinds, 760]]) {
    const upright = await openFile(draw(text), { ...PHONE, viewport: { width: 390, height } });
    const seen = () => upright.page.evaluate(() => {
      const boxes = [...document.querySelectorAll('.flame-bar :is(button,input,select)')]
        .map((e) => [e.getAttribute('data-do') || e.className, e.getBoundingClientRect()])
        .filter(([, box]) => box.width);
      return { names: boxes.map(([name]) => name),
        rows: new Set(boxes.map(([, box]) => Math.round(box.top))).size,
        least: Math.min(...boxes.map(([, box]) => Math.min(box.width, box.height))),
        right: Math.max(...boxes.map(([, box]) => box.right)),
        key: Math.min(...[...document.querySelectorAll('.flame-legend button')]
          .map((key) => key.offsetHeight)),
        line: document.querySelector('.flame-line').offsetHeight,
        share: document.querySelector('.flame-scroll').clientHeight / innerHeight };
    });
    const first = await seen();
    assert.deepEqual(first.names, ['back', 'reset', 'flame-search', 'options']);
    assert.equal(first.rows, 1);
    assert.ok(first.least >= 44 && first.key >= 44, `${first.least} px, ${first.key} px`);
    assert.ok(first.line <= 46, `colours and what is found take one line, not ${first.line} px`);
    assert.ok(first.share >= 0.7, `${first.share}`);
    await upright.tapOn('[data-do="options"]');
    const open = await seen();
    assert.equal(open.rows, 3);
    assert.ok(open.names.includes('table') && open.names.includes('sort'));
    assert.ok(open.least >= 44 && open.right <= 390, `${open.least} px, ${open.right} px`);
    await upright.tapOn('[data-do="inverted"]');
    assert.deepEqual((await seen()).names, first.names);
    await upright.page.locator('.flame-search').fill('draw');
    await eventually(async () => assert.deepEqual((await seen()).names,
      ['back', 'reset', 'flame-search', 'prev', 'next', 'options']));
    const found = await seen();
    assert.ok(found.rows === 1 && found.share >= 0.7 && found.right <= 390, JSON.stringify(found));
    const box = await upright.page.locator('.flame-found').boundingBox();
    assert.ok(box.x + box.width <= 390, 'what is found is seen at once');
    upright.clean();
    await upright.close();
  }
});

const proven = draw(sideText(RUNS[0], true), [
  ...RUNS.slice(1).map((run, i) => write(`after-${i}.folded`, sideText(run, true))),
  ...RUNS.map((run, i) => ['--before', write(`before-${i}.folded`, sideText(run, false))]).flat(),
]);
const NAMES = ['org/example/store/IndexWriter$Segment:.writeAllOfTheRowsToTheFile',
  'io/example/channel/nio/EventLoop:.processSelectedKeysOptimized', 'kernel_[k]', 'jit_[j]'];
const names = draw(NAMES.map((name, i) => `main;${name} ${9 - i}\n`).join(''));

// With fingers or a mouse.
async function atEachSize(what, check) {
  for (const [width, height] of SIZES) {
    for (const settings of width < 1000 ? [PHONE, {}] : [{}]) {
      await check({ ...settings, viewport: { width, height } },
        `${what} at ${width} x ${height}${settings.isMobile ? ', a phone' : ''}`);
    }
  }
}

test('no control of a flame graph or a difference is beyond the edge at any of three sizes',
  async () => {
    for (const [what, file] of [['a flame graph', names], ['a difference', proven]]) {
      await atEachSize(what, async (settings, where) => {
        const small = await openFile(file, settings);
        await assertFits(small.page, where);
        await small.page.evaluate(() => { location.hash = '#v=1&view=table'; });
        await eventually(() => assertTableFits(small.page, where));
        await assertFits(small.page, `the table of ${where}`);
        small.clean();
        await small.close();
      });
    }
  });

test('what a folded bar hides is a press away, and within the window', async () => {
  await atEachSize('a flame graph', async (settings, where) => {
    if (settings.viewport.width > 1000) return;
    const small = await openFile(names, settings);
    assert.equal(await small.button('table').isVisible(), false, where);
    await small.page.locator('.flame-bar [data-do="options"]').click();
    for (const what of ['flame', 'table', 'sort', 'help', 'regexp', 'case']) {
      const box = await small.button(what).boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= settings.viewport.width,
        `${what} of ${where}`);
    }
    await small.close();
  });
});

test('the colours of a difference are told on a phone', async () => {
  await atEachSize('a difference', async (settings, where) => {
    const small = await openFile(proven, settings);
    const { first, height } = await small.page.evaluate(() => {
      const legend = [...document.querySelectorAll('.flame-legend,.flame-meaning')]
        .find((e) => e.getClientRects().length);
      const range = document.createRange();
      range.selectNodeContents(legend.lastChild);
      const text = range.getBoundingClientRect();
      return { first: text.left, height: text.height };
    });
    assert.ok(height > 12 && first < settings.viewport.width / 2, `${where}: ${first}, ${height}`);
    await small.close();
  });
});

test('a call graph fits each of three sizes', async (t) => {
  const path = join(folder, 'graph.svg');
  const run = spawnSync(join(dirname(FLAME), 'callgraph'),
    [write('graph.folded', TOWN_TEXT), '--quiet', '-o', path], { encoding: 'utf8' });
  if (/without graphviz/.test(run.stderr)) {
    t.skip('built without graphviz');
    return;
  }
  await atEachSize('a call graph', async (settings, where) => {
    const small = await openFile(path, settings);
    await assertFits(small.page, where);
    const tops = await small.page.evaluate(() => [...document.querySelectorAll(
      '.graph-bar :is(button,input)')].filter((e) => e.offsetWidth).map((e) => e.offsetTop));
    const inOne = Math.max(...tops) - Math.min(...tops) < 20;
    assert.ok(inOne || settings.viewport.width > 600, `${where}: one row of controls`);
    await small.close();
  });
});

test('a tap zooms to a frame, and a tap on an ancestor goes back', async () => {
  await v.show(town);
  const { x, y } = await v.at('draw');
  await v.tap(x, y);
  await v.wide('draw');
  const all = await v.at('all');
  await v.tap(all.x, all.y);
  await v.whole();
  v.clean();
});

test('a second tap on the same place goes back, as does a double tap in all', async () => {
  await v.show(town);
  const { x, y } = await v.at('parse');
  await v.tap(x, y);
  await eventually(async () => assert.equal(await v.shows('idle'), false));
  await v.push('back');
  await v.whole();
});

test('one finger drags the view sideways and zooms nowhere', async () => {
  await v.show(town);
  const first = await v.at('main');
  await v.tap(first.x, first.y);
  await v.wide('main');
  const before = await v.frame('draw');
  const y = before.y + 8;
  await gesture([[150, y, 230, y + 2]]);
  await eventually(async () => {
    const after = await v.frame('draw');
    near(after.width, before.width, 2, 'width');
    assert.ok(after.x > before.x + 50, `it moved from ${before.x} to ${after.x}`);
  });
  v.clean();
});

test('one finger scrolls a graph that is higher than the screen', async () => {
  await v.show(draw(deep(120)));
  const before = await v.frame('level_25');
  await gesture([[200, 500, 203, 300]], 12);
  await eventually(async () => assert.ok((await v.frame('level_25')).y < before.y - 80));
  near((await v.frame('level_25')).width, before.width, 2, 'it is not zoomed');
});

test('two fingers that part zoom in about the middle, and out together', async () => {
  await v.show(town);
  const before = await v.frame('io');
  const middle = before.x + before.width / 2;
  const y = before.y + 8;
  await gesture([[middle - 20, y, middle - 60, y], [middle + 20, y, middle + 60, y]]);
  await eventually(async () => {
    const after = await v.frame('io');
    assert.ok(after.width > 2 * before.width, `${before.width} became ${after.width}`);
    near(after.x + after.width / 2, middle, 12, 'the middle stays between the fingers');
  });
  const { width } = await v.frame('io');
  await gesture([[middle - 70, y, middle - 30, y], [middle + 70, y, middle + 30, y]]);
  await eventually(async () => assert.ok((await v.frame('io')).width < width * 0.7));
  v.clean();
});

test('after a pinch a tap is a tap again', async () => {
  await v.show(town);
  const { x, y } = await v.at('draw');
  await gesture([[x - 20, y, x - 50, y], [x + 20, y, x + 50, y]]);
  await v.tapOn('.flame-bar [data-do="reset"]');
  await v.whole();
  const draws = await v.at('draw');
  await v.tap(draws.x, draws.y);
  await v.wide('draw');
});

test('after a drag a tap is a tap again', async () => {
  await v.show(town);
  const main = await v.at('main');
  await v.tap(main.x, main.y);
  await v.wide('main');
  const before = await v.frame('draw');
  const { y } = await v.at('draw');
  await gesture([[150, y, 200, y]]);
  await eventually(async () => {
    const after = await v.frame('draw');
    assert.ok(after.x > before.x + 30, `it moved from ${before.x} to ${after.x}`);
    await v.settle();
    assert.equal((await v.frame('draw')).x, after.x, 'it lies still');
  });
  const io = await v.at('io');
  await v.tap(io.x, io.y);
  await v.wide('io');
});

test('when one of two fingers is lifted the view does not jump', async () => {
  await v.show(town);
  const main = await v.at('main');
  await v.tap(main.x, main.y);
  await v.wide('main');
  const { x, y } = await v.at('io');
  await touch('touchStart', [x - 20, y], [x + 20, y]);
  for (const part of [20, 40, 60]) {
    await touch('touchMove', [x - 20 - part, y], [x + 20 + part, y]);
    await v.settle();
  }
  const before = await v.frame('io');
  await session.send('Input.dispatchTouchEvent',
    { type: 'touchEnd', touchPoints: [{ x: x + 80, y, id: 1 }] });
  await v.settle();
  await touch('touchMove', [x - 78, y]);
  await v.settle();
  await touch('touchMove', [x - 76, y]);
  await v.settle();
  const after = await v.frame('io');
  await touch('touchEnd');
  near(after.width, before.width, 2, 'width');
  near(after.x, before.x, 8, 'place');
});

test('the menu of a frame can be had without a mouse', async () => {
  await v.show(town);
  const { x, y } = await v.at('io');
  await v.tap(x, y);
  await v.wide('io');
  await v.tapOn('.flame-detail [data-do="menu"]');
  await v.tapOn('.flame-menu [data-do="hide"]');
  await eventually(async () => assert.equal((await v.chips()).length, 1));
  v.clean();
});
