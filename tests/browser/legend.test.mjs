// The legend of colours: its entries dim the rest, and its shares are of what chips leave.
import assert from 'node:assert/strict';
import test from 'node:test';
import { draw, openFile } from './kit.mjs';

const TEXT = 'main;java/a/B.run_[j] 50\nmain;read_[k] 30\nmain;spin 20\n';
const v = await openFile(draw(TEXT));
const { page } = v;

const keys = () => page.$$eval('.flame-key', (all) =>
  all.map((key) => [key.textContent, key.getAttribute('aria-pressed')]));
const dimmed = () => page.$$eval('.flame-dim', (all) => all.map((rect) =>
  rect.getAttribute('aria-label').split(',')[0]).sort());

test('every colour has an entry with its share', async () => {
  assert.deepEqual(await keys(), [['JIT 50 %', 'false'], ['kernel 30 %', 'false'],
    ['other 20 %', 'false']]);
});

test('a press dims all but its frames, a second one nothing, and Back undoes', async () => {
  const kernel = page.locator('.flame-key').nth(1);
  await kernel.focus();
  await page.keyboard.press('Enter');
  await v.settle();
  assert.equal((await keys())[1][1], 'true');
  await page.waitForFunction(() => [...document.querySelectorAll('.flame-dim')]
    .every((rect) => rect.getAttribute('aria-label')));
  assert.deepEqual(await dimmed(), ['all', 'java/a/B.run', 'main', 'spin']);
  assert.match(page.url(), /&k=1$/);
  await kernel.click();
  await v.settle();
  assert.deepEqual(await dimmed(), []);
  await v.push('back');
  await v.settle();
  assert.equal((await dimmed()).length, 4);
  v.clean();
});

test('names stay readable on dimmed frames, light and dark', async () => {
  const light = (text) => text.match(/\d+/g).slice(0, 3).map((n) => {
    const part = n / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }).reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0.05);
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    const [fill, ink] = await page.evaluate(() => ['.flame-dim', '.flame-faint'].map((name) =>
      getComputedStyle(document.querySelector(name)).fill));
    const pair = [light(fill), light(ink)].sort((a, b) => b - a);
    assert.ok(pair[0] / pair[1] >= 4.5, `${ink} on ${fill}, ${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: null });
});

test('shares are of what is left, and add up to 100', async () => {
  await v.show(draw(TEXT), '#v=1');
  await v.choose('spin', 'hide');
  await v.settle();
  assert.deepEqual((await keys()).map(([text]) => text), ['JIT 63 %', 'kernel 37 %', 'other']);
  v.clean();
});

test('inlined frames have a mark, which has an entry that is no colour', async () => {
  await v.show(draw('main;a;b_[i] 3\nmain;a;c_[i];d_[i] 2\nmain;a 1\n'));
  assert.deepEqual(await page.$$eval('.flame-key', (all) =>
    all.map((key) => [key.tagName.toLowerCase(), key.textContent])),
  [['button', 'b 50 %'], ['button', 'd 33 %'], ['button', 'a 17 %'], ['span', 'inlined']]);
  assert.deepEqual(await page.$$eval('.flame-mark', (all) =>
    all.map((mark) => mark.getAttribute('d').match(/M/g).length)), [2, 1]);
  await v.show(draw('main;a;b_[i] 3\n', ['--colors', 'kinds']));
  assert.equal(await page.$$eval('.flame-mark, span.flame-key', (all) => all.length), 0);
  v.clean();
});
