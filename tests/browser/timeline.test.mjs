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
  const all = await page.locator('.trees > g > text').all();
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
