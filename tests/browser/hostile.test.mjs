// Files and addresses that were made to stop a page: it goes on, as a viewer or with a sentence.
// The page has a watchdog of its own, a beat that must go on. How long it cannot beat is at most
// what its thread works, which is asked of Chromium: a busy machine counts for nothing in that.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { encode, load } from '../web/kit.mjs';
import { namesOfOneHash } from '../web/one_hash.mjs';
import { draw, eventually, openPage, url, write } from './kit.mjs';
import { withTree } from './packed.mjs';
import { TOWN_TEXT } from './samples.mjs';

const WORK_S = 2;
const BEATS = 5;
const { nameHash } = load();
const svg = readFileSync(draw(TOWN_TEXT), 'utf8');
const v = await openPage();
const session = await v.page.context().newCDPSession(v.page);
await session.send('Performance.enable', { timeDomain: 'threadTicks' });
await v.page.addInitScript(() => {
  window.beats = 0;
  setInterval(() => { window.beats++; }, 20);
});

async function worked() {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration').value;
}

// The seconds that the page works until it is a viewer or has said what is wrong, and goes on.
async function work(path, address = '') {
  const ask = () => v.page.evaluate(() => ({ beats: window.beats,
    on: document.documentElement.classList.contains('flame-on'),
    said: [...document.querySelectorAll('.flame-wrong')].map((e) => e.textContent).join('') }));
  v.errors.length = 0;
  await v.page.goto('about:blank');
  const before = await worked();
  await v.page.goto(url(path) + (address && `#${address}`));
  let from;
  await eventually(async () => {
    const { on, said, beats } = await ask();
    assert.ok(on || said, 'the page is ready');
    from = beats;
  });
  await eventually(async () => assert.ok((await ask()).beats > from + BEATS, 'it goes on'));
  const after = await worked();
  // A page of another process begins at 0.
  return { ...await ask(), seconds: after > before ? after - before : after };
}

// A profile of functions side by side below the root.
function flat(names) {
  const nodes = [{ fn: -1, parent: -1, self: 0 },
    ...names.map((_, fn) => ({ fn, parent: 0, self: 1 }))];
  return Buffer.from(encode({ names, nodes }));
}

const N = 65536;
const plain = Array.from({ length: N }, (_, i) => `f${i}`);
const honest = write('honest.svg', withTree(svg, flat(plain)));
// A machine that is slow with an honest file may be as slow with another.
const { seconds: usual } = await work(honest, 'v=1&t=merge.zz');
const most = Math.max(WORK_S, 4 * usual);
const enough = (seconds) => assert.ok(seconds < most, `${seconds} s of at most ${most}`);

test('65,536 names of one hash, and an address that asks for one', async () => {
  const path = write('one_hash.svg', withTree(svg, flat(namesOfOneHash(N))));
  const { on, seconds } = await work(path, 'v=1&t=merge.zz');
  assert.ok(on);
  enough(seconds);
});

test('an address of 20,000 changes', async () => {
  const one = `hide.${nameHash('f1').toString(36)}`;
  const { on, seconds } = await work(honest, `v=1&t=${Array(20000).fill(one)}`);
  assert.ok(on);
  enough(seconds);
  await eventually(async () => assert.equal((await v.chips()).length, 15));
});

test('an address of 2,000 searches', async () => {
  const one = `find.10.${encodeURIComponent('(f|1)*'.repeat(40))}`;
  const { on, seconds } = await work(honest, `v=1&t=${Array(2000).fill(one)}`);
  assert.ok(on);
  enough(seconds);
  await eventually(async () => assert.equal((await v.chips()).length, 3));
});

test('200 MB of nothing in a few bytes', async () => {
  const path = write('bomb.svg', withTree(svg, Buffer.alloc(200 << 20)));
  const { said, seconds } = await work(path);
  assert.match(said, /^The tree in this file is damaged\.$/);
  enough(seconds);
});

test('a name of a megabyte in a thousand frames', async () => {
  const nodes = [{ fn: -1, parent: -1, self: 0 }];
  for (let stack = 0; stack < 20; stack++)
    for (let depth = 0; depth < 50; depth++)
      nodes.push({ fn: 0, parent: depth ? nodes.length - 1 : 0, self: depth === 49 ? 1 : 0 });
  const names = ['std::map<int, '.repeat(1 << 16)];
  const path = write('name.svg', withTree(svg, Buffer.from(encode({ names, nodes }))));
  const { on, seconds } = await work(path);
  assert.ok(on);
  enough(seconds);
  await v.push('table');
  assert.equal((await v.rows()).length, 1);
});
