// What is said of a frame: the detail bar, tooltips, and units in them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { share } from './folded.mjs';
import { draw, eventually, openFile, write } from './kit.mjs';
import { leb, putTogether, takeApart, text, treeBytes, withTree } from './packed.mjs';
import { PUSH_BACK, TOWN, TOWN_TEXT } from './samples.mjs';

const town = draw(TOWN_TEXT);
const v = await openFile(town);

async function says(...parts) {
  await eventually(async () => {
    const said = (await v.detail()).replace(/\s+/g, ' ');
    for (const part of parts) {
      assert.ok(part instanceof RegExp ? part.test(said) : said.includes(part),
        `"${part}" in "${said}"`);
    }
  });
}

test('before anything is pointed at, the bar says what the file says', async () => {
  const [, answer] = readFileSync(town, 'utf8').match(/data-answer="([^"]*)"/);
  assert.match(answer, /^Heaviest by itself: .+ %\. Hot path: main .+ %\.$/);
  await v.show(town);
  await says(answer, 'Click a box to zoom');
  await v.push('table');
  await says(answer);
  assert.doesNotMatch(await v.detail(), /box/);
  await v.push('flame');
  await v.hover('io');
  await says(/\bio\b/);
});

test('of a flame chart the bar says when a frame was there, and for how long', async () => {
  const span = (name, ts, dur) => JSON.stringify({ name, ph: 'X', ts, dur, pid: 1, tid: 1 });
  const spans = [span('main', 50, 1000), span('load', 150, 300), span('late', 2050, 3000)];
  await v.show(draw('[' + spans.join(',\n') + ']\n', ['--flamechart']));
  await v.hover('load');
  await says('300 \u00b5s', 'from 100 \u00b5s to 400 \u00b5s', 'self 300 \u00b5s');
  await v.hover('late');
  await says('3 ms', 'from 2 ms to 5 ms');
  await v.show(town);
  await v.hover('io');
  await says(/^(?!.*from )/);
});

test('the bar says name, count with unit, share of all, of the caller, and self', async () => {
  await v.show(town);
  await v.hover('io');
  const io = TOWN.at(['main', 'io']);
  await says(/\bio\b/, `${io.total} samples`, `${share(io.total, 1000)} of all`,
    `${share(io.total, 750)} of its caller`, 'self 0 samples');
  await v.hover('blend');
  const blend = TOWN.at(['main', 'draw', 'fill', 'blend']);
  assert.deepEqual(blend, { total: 30, self: 30 });
  await says(/\bblend\b/, '30 samples', '3.00 % of all', `${share(30, 210)} of its caller`,
    'self 30 samples');
  await v.hover('idle');
  await says('25.00 % of all', '25.00 % of its caller', 'self 250 samples');
  v.clean();
});

test('the bar says what the function has over all its places, recursion counted once', async () => {
  await v.show(town);
  await v.hover('fill');
  const fill = TOWN.of('fill');
  assert.deepEqual(fill, { total: 210, self: 180 });
  await says('210 samples (21.00 %)', '180 samples');
  await v.hover('parse');
  const parse = TOWN.of('parse');
  await says(`${parse.total} samples (${share(parse.total, 1000)})`, `self ${parse.self} samples`);
});

test('when zoomed the bar says the share of the view too', async () => {
  await v.show(town);
  await v.hover('draw');
  assert.doesNotMatch(await v.detail(), /of the view/);
  await v.zoom('main');
  await v.hover('draw');
  await says('25.00 % of all', `${share(250, 750)} of the view`);
  await v.zoom('draw');
  await v.hover('blend');
  await says('3.00 % of all', `${share(30, 250)} of the view`, `${share(30, 210)} of its caller`);
  await v.hover('main');
  await says('75.00 % of all', '100 % of the view');
});

test('the bar shows the full name of a frame whose label is cut', async () => {
  await v.show(town);
  const frame = (await v.frames()).find((f) => f.label && f.label.startsWith('std::'));
  await v.page.mouse.move(frame.x + 4, frame.y + 8);
  await v.page.mouse.move(frame.x + 5, frame.y + 8);
  await says(PUSH_BACK);
});

test('the bar follows the pointer at once and goes back to the current frame', async () => {
  await v.show(town);
  await v.zoom('draw');
  await v.hover('blend');
  await says(/\bblend\b/);
  await v.hover('main');
  await says(/\bmain\b/);
  await v.page.mouse.move(600, 600);
  await says(/\bdraw\b/);
});

test('the bar says where a function ran when the input knows it', async () => {
  await v.show(town);
  await v.hover('vfs_read');
  await says(/vfs_read\b.*kernel/);
});

test('the bar names the module of a function when the file has one', async () => {
  const svg = readFileSync(town, 'utf8');
  const tree = takeApart(treeBytes(svg));
  const known = Array.from({ length: tree.functions }, (_, i) => leb(i === 1 ? 1 : 0));
  tree.modules = Buffer.concat([leb(1), text('libdraw.so.3'), ...known]);
  await v.show(write('modules.svg', withTree(svg, putTogether(tree))));
  const [, second] = TOWN.functions();
  assert.equal(second, 'draw');
  await v.hover('draw');
  await says(/\bdraw\b.*libdraw\.so\.3/);
  await v.hover('main');
  assert.doesNotMatch(await v.detail(), /libdraw/);
  v.clean();
});

test('resting on a frame brings a tooltip with name, count and share', async () => {
  await v.show(town);
  await v.hover('io');
  const { x, y } = await v.at('io');
  const tip = await v.tooltip(x, y);
  for (const part of ['io', '120 samples', '12.00']) {
    assert.ok(tip.includes(part), `"${part}" in "${tip}"`);
  }
});

// ---- units ----------------------------------------------------------------------

const TIMES = 'main;a 1500000000\nmain;b 250000\nmain;c 1234567\nmain;d 999000000\n';

test('known units of time are scaled in the bar, the tooltip and the table', async () => {
  await v.show(draw(TIMES, ['--countname', 'ns']));
  await v.hover('a');
  await says('1.5 s');
  const { x, y } = await v.at('a');
  assert.match(await v.tooltip(x, y), /\b1\.5 s\b/);
  await v.hover('d');
  await says('999 ms');
  await v.push('table');
  const row = (await v.rows()).find((cells) => cells.includes('c'));
  assert.ok(row.includes('1.23 ms'), row.join(' | '));
  const small = (await v.rows()).find((cells) => cells.includes('b'));
  assert.ok(small.some((c) => /^250 (us|\u00b5s|\u03bcs)$/.test(c)), small.join(' | '));
});

test('known units of memory are scaled', async () => {
  await v.show(draw('main;a 4500000\nmain;b 1200\nmain;c 7500000000\n', ['--countname', 'bytes']));
  await v.hover('c');
  await says('7.5 GB');
  await v.push('table');
  const amounts = (await v.rows()).flat();
  for (const part of ['4.5 MB', '1.2 kB', '7.5 GB']) {
    assert.ok(amounts.includes(part), part);
  }
});

test('milliseconds with decimals are scaled from what was measured', async () => {
  await v.show(draw('main;a 1234.5\nmain;b 0.25\n', ['--countname', 'ms']));
  await v.hover('a');
  await says(/1\.23 s/);
  await v.push('table');
  const amounts = (await v.rows()).flat();
  assert.ok(amounts.some((c) => /^250 (us|\u00b5s|\u03bcs)$/.test(c)), amounts.join(' | '));
});

test('unknown units stay as they are, with grouped digits', async () => {
  await v.show(draw('main;a 1234567\nmain;b 7\n', ['--countname', 'widgets']));
  await v.hover('a');
  await says('1,234,567 widgets');
});

test('titles in the file keep number and unit as given', () => {
  const svg = readFileSync(draw(TIMES, ['--countname', 'ns']), 'utf8');
  const titles = [...svg.matchAll(/<title>([^<]*)<\/title><\/rect>/g)].map((m) => m[1]);
  assert.ok(titles.some((t) => /^a \(1,500,000,000 ns, /.test(t)), titles.join(' | '));
});

test('a factor multiplies what is shown and changes no share', async () => {
  await v.show(draw('main;a 30\nmain;b 70\n', ['--factor', '10']));
  await v.hover('a');
  await says('300 samples', '30.00 % of all');
  assert.match((await v.frame('b')).count, /^700 samples/);
});

test('numbers beyond 2^53 lose no frame', async () => {
  const big = '9007199254740993';
  await v.show(draw(`main;a ${big}\nmain;b ${big}\n`));
  assert.equal((await v.frame('a')).share, '50.00 %');
  v.clean();
});

test('one word names what a frame is, as --nametype says', async () => {
  await v.show(draw(TOWN_TEXT, ['--nametype', 'Method:']));
  await v.hover('draw');
  await says('Method: draw');
});
