// The tree of a snapshot in a picture of memory over time: zoom and search.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { assertTellsKeys } from './key_map.mjs';
import { draw, eventually, openPage, url, write } from './kit.mjs';
import { assertReadable, readTimeline, SIZES } from './small.mjs';

const CASE = '../../golden/timeline-recorded/input.massif';
const INPUT = fileURLToPath(new URL(CASE, import.meta.url));
const picture = draw(INPUT, ['-f', 'timeline']);
const v = await openPage({ viewport: { width: 1200, height: 900 } });
const { page } = v;

async function open(path = picture, fragment = '') {
  v.errors.length = 0;
  await page.goto('about:blank');
  await page.goto(url(path, fragment));
  await page.locator('.timeline-search').waitFor();
}

// The boxes that a reader sees: name, numbers, place and colour.
const boxes = () => page.evaluate(() => [...document.querySelectorAll('.trees rect[role=treeitem]')]
  .filter((rect) => rect.checkVisibility() && rect.closest('g[id]').checkVisibility())
  .map((rect) => {
    const [, name, count] = /^([^]*) \(([\d,]+)/.exec(rect.querySelector('title').textContent);
    const { x, width } = rect.getBoundingClientRect();
    return { name, count: +count.replace(/,/g, ''), x, width, fill: getComputedStyle(rect).fill };
  }));

const labels = () => page.evaluate(() => [...document.querySelectorAll(
  '.trees .frames g[aria-hidden] text')].filter((text) => text.checkVisibility())
  .map((text) => text.textContent));

async function named(name) {
  const found = (await boxes()).filter((box) => box.name === name);
  assert.ok(found.length, `${name} is seen`);
  return found[0];
}

const box = (name) => page.locator('.trees rect[role=treeitem]:visible', { hasText: `${name} (` })
  .first();

async function isWide(name) {
  await eventually(async () => {
    const [all] = await boxes();
    assert.ok(Math.abs((await named(name)).width - all.width) < 0.5);
  });
}

async function says(pattern) {
  await eventually(async () => assert.match(
    await page.locator('.timeline-said').textContent(), pattern));
}

async function isWhole(before) {
  await eventually(async () => assert.deepEqual(await boxes(), before));
}

test('a click on a box makes it as wide as the tree, and shares stay in proportion', async () => {
  await open();
  const before = await boxes();
  const words = await labels();
  const chosen = before.find((one) => one.width < before[0].width / 2 && one.width > 100);
  await box(chosen.name).click();
  await isWide(chosen.name);
  const [all, ...rest] = await boxes();
  for (const one of rest) {
    const width = Math.min(all.width, one.count / chosen.count * all.width);
    assert.ok(Math.abs(one.width - width) < 1.5, JSON.stringify([one, width]));
  }
  assert.ok(rest.length < before.length);
  await page.keyboard.press('Escape');
  await isWhole(before);
  assert.deepEqual(await labels(), words);
  v.clean();
});

test('Reset, 0 and Backspace go back, each in its way', async () => {
  await open();
  const before = await boxes();
  const [, , third] = before.filter((one) => one.width > 60 && one.width < before[0].width);
  for (const back of [() => page.keyboard.press('0'), () => page.keyboard.press('Backspace'),
    () => page.locator('[data-do=reset]').click()]) {
    await box(third.name).click();
    await isWide(third.name);
    await back();
    await isWhole(before);
  }
  assert.ok(await page.locator('[data-do=reset]').isDisabled());
});

test('a search says how many functions match and what they hold, and dims the rest', async () => {
  await open();
  const before = await boxes();
  await page.keyboard.press('/');
  await page.keyboard.type('MAKE_N');
  await says(/^1 function, [\d.]+ % of all$/);
  const seen = await boxes();
  const hits = seen.filter((one) => one.fill !== before.find((was) => was.name === one.name).fill
    && /make_n/i.test(one.name));
  assert.ok(hits.length && hits.every((one) => one.fill === hits[0].fill));
  const others = seen.filter((one) => !/make_n/i.test(one.name));
  assert.equal(new Set(others.map((one) => one.fill)).size, 1, 'the rest has one colour');
  const text = await page.locator('.timeline-said').textContent();
  const share = hits[0].count / before[0].count * 100;
  assert.ok(Math.abs(parseFloat(text.match(/([\d.]+) %/)[1]) - share) < 0.01, text);
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.timeline-search').evaluate((box) => box.value), 'MAKE_N');
  await page.keyboard.press('n');
  await says(/; place 1 of \d+$/);
  await page.keyboard.press('Escape');
  await isWhole(before);
});

test('Enter and n go from match to match, the heaviest first', async () => {
  await open();
  await page.keyboard.press('Control+f');
  await page.keyboard.type('e');
  await says(/functions/);
  await page.keyboard.press('Enter');
  await says(/; place 1 of \d+$/);
  await page.keyboard.press('Enter');
  await says(/; place 2 of \d+$/);
  await page.keyboard.press('Shift+Enter');
  await says(/; place 1 of \d+$/);
});

test('a regular expression is one when the button says so, and a wrong one is told', async () => {
  await open();
  await page.locator('.timeline-search').fill('^(main|make_name)$');
  await says(/^0 functions match$/);
  await page.locator('[data-do=regexp]').click();
  await says(/^\d functions?, /);
  await page.locator('.timeline-search').fill('(');
  await eventually(async () => assert.ok(await page.locator('.timeline-wrong').count()));
  v.clean();
});

test('zoom and search stay when another snapshot is shown, at the same function', async () => {
  await open();
  await box('make_name').click();
  await isWide('make_name');
  await page.locator('.timeline-search').fill('make_name');
  await says(/^1 function/);
  await page.mouse.click(300, 200);
  await eventually(async () => assert.match(page.url(), /#snapshot-1$/));
  await isWide('make_name');
  await says(/^1 function/);
});

test('keys alone reach a box and zoom to it', async () => {
  await open();
  await page.locator('[data-do=case]').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await page.locator('.trees rect[tabindex="0"]:visible').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const at = await page.evaluate(() => document.activeElement.getAttribute('aria-label'));
  await page.keyboard.press('Enter');
  await isWide(at.replace(/ \([^()]*\)$/, ''));
});

test('on a phone the controls have their size, and nothing lies on anything', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open();
  const bar = await page.locator('.timeline-app').boundingBox();
  const frames = await page.locator('.trees .frames:visible').boundingBox();
  assert.ok(bar.width <= 391 && bar.height >= 28, JSON.stringify(bar));
  assert.ok(frames.y >= bar.y + bar.height, JSON.stringify([bar, frames]));
  await page.setViewportSize({ width: 1200, height: 900 });
});

test('? tells the keys above the tree, and Esc closes that', async () => {
  await page.setViewportSize({ width: 1200, height: 900 });
  await open();
  const top = async () => (await page.locator('.trees .frames:visible').boundingBox()).y;
  const before = await top();
  const help = page.locator('.timeline-help');
  assert.equal(await help.isVisible(), false);
  await page.keyboard.press('?');
  assert.ok(await help.isVisible());
  assertTellsKeys(await help.innerText(), 't');
  const { y, height } = await help.boundingBox();
  assert.ok(await top() >= y + height, 'the tree makes room');
  await v.shot('timeline-help');
  await page.keyboard.press('Escape');
  assert.equal(await help.isVisible(), false);
  assert.equal(await top(), before);
});

test('letters keep their size on a phone, and nothing is beyond its edge', async () => {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await open();
    await eventually(async () => assertReadable(await page.evaluate(readTimeline),
      `${width} x ${height}`));
    const [all, snapshot] = [await named('all'), await page.locator('svg > .frames rect').last()
      .boundingBox()];
    assert.ok(all.width > width * 0.93 && all.x + all.width <= width, JSON.stringify(all));
    assert.ok(snapshot.x + snapshot.width <= width && snapshot.width > 4, 'the last snapshot');
    await v.shot(`timeline-${width}`);
  }
});

test('a phone that is turned, and turned back, shows what a fresh one does', async () => {
  const look = () => page.evaluate(() => [...document.querySelectorAll('svg text, svg rect, path')]
    .filter((e) => e.checkVisibility()).map((e) => {
      const { x, y, width, height } = e.getBoundingClientRect();
      return [e.textContent, ...[x, y, width, height].map(Math.round)].join(' ');
    }));
  const looks = [];
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await open();
    looks.push(await look());
  }
  for (const [i, [width, height]] of [...SIZES.entries()].reverse()) {
    await page.setViewportSize({ width, height });
    await eventually(async () => assert.deepEqual(await look(), looks[i]));
  }
  v.clean();
  await page.setViewportSize({ width: 1200, height: 900 });
});

test('the ground fills a window that is higher than the picture', async () => {
  await page.setViewportSize({ width: 700, height: 1400 });
  await open();
  const ground = await page.locator('rect.light').boundingBox();
  const title = await page.locator('svg > g > text').first().boundingBox();
  assert.ok(ground.y < 1 && ground.y + ground.height >= 1399 && title.y < 60,
    JSON.stringify([ground, title]));
  await page.setViewportSize({ width: 1200, height: 900 });
});

test('in a page, where another picture may stand, it works too', async () => {
  const svg = readFileSync(picture, 'utf8').replace(/^<\?xml[^>]*>/, '');
  await open(write('page.html', `<!doctype html><meta charset="utf-8"><h1>x</h1>${svg}`));
  await box('make_name').click();
  await isWide('make_name');
  v.clean();
});

test('without a script there are no controls', async () => {
  v.errors.length = 0;
  await page.goto(url(draw(INPUT, ['-f', 'timeline', '--no-script'])));
  assert.equal(await page.locator('script, foreignObject').count(), 0);
  v.clean();
});
