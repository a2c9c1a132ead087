// Colours chosen in the page: what is offered, that they are those of the program, their legend.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { assertDark, looksOf } from './dark.mjs';
import { draw, openPage, write } from './kit.mjs';
import { treeBytes } from './packed.mjs';

const KINDS_TEXT = `main;java/lang/String.length_[j] 400
main;read_[k] 300
main;a.out\`inlined_[i] 250
main;cpp::Thing<int>::run 200
main;crate::module::{{closure}} 150
main;-- 120
main;[unknown] 110
main;\u00fcml\u00e4ut 100
main;A 90
`;

// As perf script prints stacks: functions of a program and two libraries.
const sample = (frames) => `shop 7 1.0: 1 cycles:\n${frames.map(([name, module]) =>
  `\t  4005d0 ${name} (${module})\n`).join('')}\n`;
const MAIN = ['main', '/srv/bin/shop'];
const PERF_TEXT = [
  ...Array(6).fill(sample([['memcpy', '/usr/lib/libc.so.6'], ['parse::line', '/srv/bin/shop'],
    MAIN])),
  ...Array(3).fill(sample([['inflate', '/usr/lib/libz.so.1'], ['parse::line', '/srv/bin/shop'],
    MAIN])),
  sample([['cart::add', '/srv/bin/shop'], MAIN]),
].join('');
const perf = write('shop.txt', PERF_TEXT);

const v = await openPage();
const { page } = v;
const pick = async (by) => {
  await page.locator('[data-do=colour]').selectOption(by);
  await v.settle();
};
const picked = () => page.$eval('[data-do=colour]', (list) => list.value);
const offered = () => page.$$eval('[data-do=colour] option', (all) =>
  all.map((option) => option.value));
const keys = () => page.$$eval('button.flame-key', (all) => all.map((key) => key.textContent));
const dimmed = () => page.$$eval('.flame-dim', (all) => all.length);

// The fill of each frame by its name: of the viewer, or of the picture beneath.
async function fills(where) {
  await v.frames();
  return page.evaluate((selector) => Object.fromEntries(
    [...document.querySelectorAll(selector)].map((rect) => [
      (rect.getAttribute('aria-label') || rect.querySelector('title').textContent)
        .replace(/(, | \()[\d<][^]*/, ''), rect.getAttribute('fill')])), where);
}

test('what is not known is not offered', async () => {
  await v.show(draw('main;work 3\nmain;rest 2\n'));
  assert.deepEqual(await offered(), ['', 'function', 'one']);
  await v.show(draw(KINDS_TEXT));
  assert.deepEqual(await offered(), ['', 'kind', 'package', 'function', 'one']);
  await v.show(draw(perf));
  assert.deepEqual(await offered(), ['', 'kind', 'module', 'package', 'function', 'one']);
  v.clean();
});

test('colours of kinds, functions and one colour are those that the program draws', async () => {
  const theme = (name, range) => write(name, `colour all = ${range}\notherwise -> all\n`);
  for (const [by, given] of [['kind', 'kinds'], ['one', theme('one.theme', '#a9c6e8')],
    ['function', theme('warm.theme', '#e5705a .. #ffe637')]]) {
    await v.show(draw(KINDS_TEXT, ['--colors', given]));
    const wanted = await fills('g.frames rect:not(.rest)');
    await v.show(draw(KINDS_TEXT), `#v=1&by=${by}`);
    const found = await fills('.flame-frame[aria-label]');
    assert.equal(Object.keys(found).length, 11, by);
    for (const [name, fill] of Object.entries(found)) {
      assert.equal(fill, wanted[name], `${by}: ${name}`);
    }
  }
  v.clean();
});

test('the legend follows: names, shares, and a press that dims the others', async () => {
  await v.show(draw(perf));
  await pick('module');
  assert.deepEqual(await keys(), ['libc.so.6 60 %', 'libz.so.1 30 %', 'shop 10 %', 'other']);
  assert.match(page.url(), /&by=module$/);
  await page.locator('.flame-key').nth(1).click();
  await v.settle();
  assert.equal(await dimmed(), 6);
  assert.match(page.url(), /&by=module&k=1$/);
  await pick('package');
  assert.equal(await dimmed(), 0);
  assert.deepEqual(await keys(), ['libc.so.6 60 %', 'libz.so.1 30 %', 'cart 10 %', 'shop', 'parse',
    'other']);
  v.clean();
});

test('frames of one module have one colour, and others another', async () => {
  await v.show(draw(perf), '#v=1&by=module');
  const found = await fills('.flame-frame[aria-label]');
  const hue = (name) => found[name].match(/\w\w/g).map((n) => parseInt(n, 16));
  const far = (a, b) => Math.max(...hue(a).map((n, i) => Math.abs(n - hue(b)[i])));
  assert.ok(far('main', 'parse::line') <= 13);
  assert.ok(far('main', 'memcpy') > 40 && far('inflate', 'memcpy') > 40);
});

test('a choice is undone by Back, comes with the address, and goes round with a key', async () => {
  await v.show(draw(perf));
  const before = await fills('.flame-frame[aria-label]');
  await pick('one');
  assert.equal(new Set(Object.values(await fills('.flame-frame[aria-label]'))).size, 1);
  await v.push('back');
  await v.settle();
  assert.deepEqual(await fills('.flame-frame[aria-label]'), before);
  assert.equal(await picked(), '');
  await page.locator('.flame-frame').first().focus();
  const seen = [];
  for (let i = 0; i < 6; i++) {
    await page.keyboard.press('k');
    await v.settle();
    seen.push(await picked());
  }
  assert.deepEqual(seen, ['kind', 'module', 'package', 'function', 'one', '']);
  await v.show(draw('main;work 3\nmain;rest 2\n'), '#v=1&by=kind');
  assert.equal(await picked(), '', 'what is not offered');
  await v.show(draw(perf), '#v=1&by=no');
  assert.deepEqual(await fills('.flame-frame[aria-label]'), before);
  v.clean();
});

test('entries are sorted by what chips leave', async () => {
  await v.show(draw(perf), '#v=1&by=module');
  await v.choose('memcpy', 'hide');
  await v.settle();
  assert.deepEqual(await keys(), ['libz.so.1 75 %', 'shop 25 %', 'libc.so.6', 'other']);
  await v.show(draw('main;java/a/B.run_[j] 50\nmain;read_[k] 30\nmain;spin 20\n'));
  assert.deepEqual(await keys(), ['JIT 50 %', 'kernel 30 %', 'other 20 %']);
  await v.choose('java/a/B.run', 'hide');
  await v.settle();
  assert.deepEqual(await keys(), ['kernel 60 %', 'other 40 %', 'JIT']);
  await page.locator('.flame-chip').click();
  await v.settle();
  assert.deepEqual(await keys(), ['JIT 50 %', 'kernel 30 %', 'other 20 %']);
  v.clean();
});

test('searching marks in any colours, and in dark surroundings they are dark', async () => {
  await v.show(draw(perf), '#v=1&by=module');
  await v.search('memcpy');
  assert.equal(await page.locator('.flame-hit').count(), 1);
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const by of ['module', 'function', 'one']) {
    await v.show(draw(KINDS_TEXT), `#v=1&by=${by}`);
    await v.frames();
    assertDark(await looksOf(v), by);
  }
  await page.emulateMedia({ colorScheme: null });
});

test('on paper the colours are those that the legend of the picture tells', async () => {
  await v.show(draw(KINDS_TEXT));
  const drawn = await fills('g.frames rect');
  await pick('one');
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  const printed = await page.$$eval('g.frames rect', (all) =>
    all.map((rect) => rect.getAttribute('fill')));
  assert.deepEqual(new Set(printed), new Set(Object.values(drawn)));
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  assert.equal(await picked(), 'one');
  v.clean();
});

test('what is redacted, hashed or left out tells no module and no package', async () => {
  const told = (args) => treeBytes(readFileSync(draw(perf, args), 'utf8')).toString('latin1');
  assert.match(told([]), /libz\.so\.1/);
  assert.doesNotMatch(told([]), /usr|srv/);
  for (const args of [['--redact', 'cart'], ['--hash-names']]) {
    assert.doesNotMatch(told(args), /libz|libc|cart/, args[0]);
  }
  assert.doesNotMatch(told(['--only-visible', '--minwidth', '400']), /libz|cart/);
});
