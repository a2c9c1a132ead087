// Fingers: a tap zooms, one finger drags, two fingers pinch.
import assert from 'node:assert/strict';
import test from 'node:test';
import { draw, eventually, near, openFile } from './kit.mjs';
import { deep, TOWN_TEXT } from './samples.mjs';

const town = draw(TOWN_TEXT);
const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 400, height: 760 },
  deviceScaleFactor: 2 };
const v = await openFile(town, PHONE);
const session = await v.page.context().newCDPSession(v.page);

function touch(type, ...points) {
  const touchPoints = points.map(([x, y], id) => ({ x, y, id, radiusX: 5, radiusY: 5, force: 1 }));
  return session.send('Input.dispatchTouchEvent', { type, touchPoints });
}

// Moves fingers along straight lines: [[from x, from y, to x, to y], ...].
async function gesture(lines, steps = 5) {
  const points = (share) => lines.map(([x, y, toX, toY]) => [
    x + (toX - x) * share, y + (toY - y) * share]);
  await touch('touchStart', ...points(0));
  for (let i = 1; i <= steps; i++) {
    await touch('touchMove', ...points(i / steps));
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
  const turned = await openFile(town, { ...PHONE, viewport: { width: 844, height: 390 } });
  const { height, least, keys } = await turned.page.evaluate(() => ({
    height: document.querySelector('.flame-scroll').clientHeight,
    least: Math.min(...[...document.querySelectorAll('.flame-bar button')]
      .map((button) => Math.min(button.offsetWidth, button.offsetHeight))),
    keys: [...document.querySelectorAll('.flame-menu kbd')].filter((e) => e.offsetWidth).length,
  }));
  assert.ok(height >= 0.7 * 390, `${height} px`);
  assert.ok(least >= 44, `${least} px`);
  assert.equal(keys, 0);
  await turned.close();
});

test('a tap zooms to a frame, and a tap on an ancestor goes back', async () => {
  await v.show(town);
  const { x, y } = await v.at('draw');
  await v.page.touchscreen.tap(x, y);
  await v.wide('draw');
  const all = await v.at('all');
  await v.page.touchscreen.tap(all.x, all.y);
  await v.whole();
  v.clean();
});

test('a second tap on the same place goes back, as does a double tap in all', async () => {
  await v.show(town);
  const { x, y } = await v.at('parse');
  await v.page.touchscreen.tap(x, y);
  await eventually(async () => assert.equal(await v.shows('idle'), false));
  await v.push('back');
  await v.whole();
});

test('one finger drags the view sideways and zooms nowhere', async () => {
  await v.show(town);
  const first = await v.at('main');
  await v.page.touchscreen.tap(first.x, first.y);
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
  const before = await v.frame('level_5');
  await gesture([[200, 300, 203, 500]], 12);
  await eventually(async () => assert.ok((await v.frame('level_5')).y > before.y + 80));
  near((await v.frame('level_0')).width, (await v.place()).width, 2, 'it is not zoomed');
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
  await v.page.locator('.flame-bar [data-do="reset"]').tap();
  await v.whole();
  const draws = await v.at('draw');
  await v.page.touchscreen.tap(draws.x, draws.y);
  await v.wide('draw');
});

test('after a drag a tap is a tap again', async () => {
  await v.show(town);
  const main = await v.at('main');
  await v.page.touchscreen.tap(main.x, main.y);
  await v.wide('main');
  const { y } = await v.at('draw');
  await gesture([[150, y, 200, y]]);
  const io = await v.at('io');
  await v.page.touchscreen.tap(io.x, io.y);
  await v.wide('io');
});

test('when one of two fingers is lifted the view does not jump', async () => {
  await v.show(town);
  const main = await v.at('main');
  await v.page.touchscreen.tap(main.x, main.y);
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
  await v.page.touchscreen.tap(x, y);
  await v.wide('io');
  await v.page.locator('.flame-detail [data-do="menu"]').tap();
  const item = v.page.locator('.flame-menu [data-do="hide"]');
  await item.waitFor();
  await item.tap();
  await eventually(async () => assert.equal((await v.chips()).length, 1));
  v.clean();
});
