// Memory over time: a click on a snapshot shows its tree, without a script.
import assert from 'node:assert/strict';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { draw, openPage, url } from './kit.mjs';

const CASE = '../../golden/timeline-recorded/input.massif';
const INPUT = fileURLToPath(new URL(CASE, import.meta.url));
const picture = draw(INPUT, ['-f', 'timeline']);
const { page } = await openPage({ javaScriptEnabled: false });

// The headings of the trees that a reader sees.
async function seen() {
  const all = await page.locator('.trees > g > g > text').all();
  const shown = [];
  for (const one of all) {
    if (await one.isVisible()) {
      shown.push((await one.textContent()).split(',')[0]);
    }
  }
  return shown;
}

test('the tree of the peak is shown first', async () => {
  await page.goto(url(picture));
  assert.deepEqual(await seen(), ['snapshot 3']);
});

test('a click on a strip of another snapshot shows that one alone', async () => {
  await page.goto(url(picture));
  await page.mouse.click(300, 200);
  assert.deepEqual(await seen(), ['snapshot 1']);
  await page.goBack();
  assert.deepEqual(await seen(), ['snapshot 3']);
});

test('an address leads to a snapshot, and a click back to the peak', async () => {
  await page.goto(url(picture, 'snapshot-6'));
  assert.deepEqual(await seen(), ['snapshot 6']);
  await page.goto(url(picture, 'snapshot-3'));
  assert.deepEqual(await seen(), ['snapshot 3']);
});

test('a snapshot that is a sum alone leads nowhere', async () => {
  await page.goto(url(picture));
  await page.mouse.click(520, 200);
  assert.deepEqual(await seen(), ['snapshot 3']);
});

test('a click leaves the charts in view, with a mark at the snapshot that is shown', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(url(picture));
  await page.mouse.click(320, 210);
  const shown = page.locator('#snapshot-1 > path').first();
  const mark = await shown.boundingBox();
  assert.ok(mark.y > -1 && mark.y + mark.height <= 800, JSON.stringify(mark));
  assert.equal(await page.locator('.trees > g.first > path').first().isVisible(), false);
  const legends = page.locator('#snapshot-1 > text').filter({ hasText: 'in snapshot 1' });
  assert.equal(await legends.count(), 2);
  assert.ok(await legends.first().isVisible());
});

test('it fills the width of a window, of a phone too', async () => {
  for (const [width, wanted] of [[1280, 1280], [2560, 2560], [390, 390]]) {
    await page.setViewportSize({ width, height: 4000 });
    await page.goto(url(picture));
    const box = await page.locator('rect.light').boundingBox();
    assert.equal(Math.round(box.width), wanted);
  }
});

test('links are no part of an image, whose contents readers of screens skip', async () => {
  await page.goto(url(picture));
  assert.equal(await page.locator('[role=img] a, a a').count(), 0);
  assert.equal(await page.getByRole('link', { name: /snapshot 1/ }).count(), 2);
});
