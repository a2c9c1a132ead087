// Flame charts of threads that ran at the same time.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { draw, near, openFile } from './kit.mjs';

const GOLDEN = new URL('../../golden/', import.meta.url).pathname;
const chart = (text, ...more) => draw(text, ['--flamechart', ...more]);

// Threads that do the same at the same time, each for so many ms of 100: reading, or waiting.
const threads = (n, first = 1) => '[' + Array.from({ length: n }, (_, i) => i + first)
  .flatMap((tid) => [
    { ph: 'M', name: 'thread_name', pid: 1, tid, args: { name: 'pool' } },
    { ph: 'X', name: 'main', ts: 0, dur: 100000 - 1000 * tid, pid: 1, tid },
    { ph: 'X', name: 'read', ts: 20000, dur: 60000, pid: 1, tid }])
  .map((event) => JSON.stringify(event)).join(',\n') + ']\n';

const v = await openFile(chart(threads(3)));

const ticks = () => v.page.evaluate(() => [...document.querySelectorAll('.flame-axis text')]
  .filter((text) => text.getClientRects().length).map((text) => text.textContent));

const labels = () => v.page.evaluate(() =>
  [...document.querySelectorAll('.flame-graph .flame-labels text')].map((text) =>
    ({ text: text.textContent, y: text.getBoundingClientRect().y })).sort((a, b) => a.y - b.y)
    .map(({ text }) => text));

test('threads that ran at the same time have lanes with names, the heaviest first', async () => {
  await v.show(chart(threads(1)));
  const one = await labels();
  await v.show(chart(threads(3)));
  assert.deepEqual(await labels(), ['all', 'pool 1, 99 ms', 'main', 'read', 'pool 2, 98 ms', 'main',
    'read', 'pool 3, 97 ms', 'main', 'read']);
  assert.deepEqual(one.sort(), ['all', 'main', 'pool', 'read']);
  assert.equal((await ticks()).filter((text) => text === '0').length, 1, 'one axis');
  const place = await v.place();
  const whole = place.width / 99 * 60;
  for (const read of await v.named('read')) near(read.width, whole, 1.5, 'on the same axis');
  const [first] = await v.named('read');
  await v.page.mouse.click(first.x + first.width / 2, first.y + first.height / 2);
  await v.settle();
  for (const read of await v.named('read')) near(read.width, place.width, 1.5, 'all are zoomed');
  assert.equal((await ticks())[0], '20 ms');
  assert.equal((await v.named('pool 3')).length, 1, 'a lane stays');
});

test('of many threads eight have a lane, the others are counted and open', async () => {
  await v.show(chart(threads(11)));
  assert.equal((await labels()).at(-1), '+ 3 more threads, 270 ms');
  assert.equal((await labels()).filter((text) => text.startsWith('pool')).length, 8);
  await v.search('pool 11');
  assert.match(await v.found(), /^1 function, 8\.61 % of all/);
  await v.press('Enter');
  await v.settle();
  const all = await labels();
  assert.equal(all.filter((text) => text.startsWith('pool')).length, 11);
  assert.equal((await v.named('pool 11')).length, 1);
  v.clean();
});

test('keys go from lane to lane and into them', async () => {
  await v.show(chart(threads(3)));
  const at = () => v.page.evaluate(() => {
    const rect = document.activeElement;
    return [rect.getAttribute('aria-label').split(',')[0], rect.getAttribute('aria-level')];
  });
  await v.press('Home');
  await v.page.locator('.flame-graph rect[tabindex]').focus();
  await v.press('ArrowDown');
  await v.settle();
  assert.deepEqual(await at(), ['pool 1', '2']);
  await v.press('ArrowRight');
  await v.settle();
  assert.deepEqual(await at(), ['pool 2', '2']);
  await v.press('ArrowDown');
  await v.settle();
  assert.deepEqual(await at(), ['main', '3']);
  assert.match(await v.detail(), /from 0 ns to 98 ms \u00b7 100 % of pool 2/);
});

test('what waits is hatched, and in a zoom as wide as its box', async () => {
  const input = readFileSync(join(GOLDEN, 'chart-lanes-waits/input.perf-sched'), 'utf8');
  await v.show(chart(input, '--from', 'perf-sched'));
  const isHatched = async () => {
    const hatched = await v.page.evaluate(() =>
      [...document.querySelectorAll('.flame-graph .flame-waits')].flatMap((path) => {
        const { x, y } = path.ownerSVGElement.getBoundingClientRect();
        const up = path.parentNode.getBoundingClientRect().y;
        return path.getAttribute('d').match(/[^M]+/g).map((part) => {
          const [left, width] = part.match(/^([\d.]+),0h([\d.]+)v/).slice(1).map(Number);
          return { x: x + left, y: up - y, width };
        });
      }));
    const waits = await v.named('schedule');
    assert.equal(hatched.length, waits.length);
    const byX = (a, b) => a.x - b.x;
    waits.sort(byX).forEach((wait, i) =>
      near(hatched.sort(byX)[i].width, wait.width, 1, 'as wide as what waits'));
    return waits.length;
  };
  assert.equal(await isHatched(), 3);
  assert.match(readFileSync(v.path, 'utf8'), /<pattern id="flame-waits"/);
  await v.zoom('load');
  assert.equal(await isHatched(), 2, 'what is out of sight is not drawn');
  v.clean();
});
