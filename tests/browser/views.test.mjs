// What can be done to the tree: order, direction, views, and changes that become chips.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { shown, share } from './folded.mjs';
import { draw, eventually, near, openFile, partsOf, write } from './kit.mjs';
import { PUSH_BACK, TOWN, TOWN_TEXT } from './samples.mjs';

const town = draw(TOWN_TEXT);
const v = await openFile(town);

// The frame at a path of a folded profile is drawn where it must be: as wide as its share, one row
// further for each caller, saying its share of the whole and its count.
async function agrees(profile, path, root = null) {
  const name = shown(path[path.length - 1]);
  const { total } = profile.at(path);
  const place = await v.place();
  const level = path.length + (root ? 0 : 1);
  await eventually(async () => {
    const found = (await v.named(name)).filter((f) => f.level === level
      && Math.abs(f.width - (total / profile.total) * place.width) < 1.5
      && f.count.startsWith(`${total} samples`));
    assert.ok(found.length > 0, `${path.join(';')} of ${total} is seen at level ${level}`);
  });
}

// All frames that are wide enough for a label agree with a profile, and there are no others.
async function isTreeOf(profile) {
  const place = await v.place();
  const paths = profile.tops(() => true).map((p) => p.slice(0, 1));
  const wanted = [];
  while (paths.length) {
    const path = paths.pop();
    const { total } = profile.at(path);
    if ((total / profile.total) * place.width > 40) {
      wanted.push(path);
      profile.callees(path).forEach((callee) => paths.push([...path, callee]));
    }
  }
  assert.ok(wanted.length > 3);
  for (const path of wanted) {
    await agrees(profile, path);
  }
  const wide = (await v.frames()).filter((f) => f.width > 40 && f.level > 1);
  const seen = new Set(wide.map((f) => `${f.level} ${f.label}`));
  const levels = new Set(wanted.map((p) => p.length));
  assert.ok(wide.length === wanted.length, `${wide.length} wide frames, not ${wanted.length}: `
    + `${[...seen].join(' | ')} in ${levels.size} levels`);
}

async function order(level) {
  const frames = (await v.frames()).filter((f) => f.level === level && f.label);
  return frames.sort((a, b) => a.x - b.x).map((f) => f.label.split(',')[0]);
}

test('callees are sorted by name, or by weight when asked', async () => {
  await v.show(town);
  assert.deepEqual(await order(2), ['idle', 'main']);
  assert.deepEqual(await order(3), ['draw', 'io', 'parse']);
  await v.orderBy('weight');
  assert.equal(await v.order(), 'weight');
  assert.deepEqual(await order(2), ['main', 'idle']);
  assert.deepEqual(await order(3), ['parse', 'draw', 'io']);
  await isTreeOf(TOWN);
  await v.orderBy('name');
  assert.deepEqual(await order(2), ['idle', 'main']);
  v.clean();
});

test('an icicle becomes a flame and back', async () => {
  await v.show(town);
  const below = async () => (await v.frame('main')).y > (await v.frame('all')).y;
  assert.ok(await below(), 'an icicle: callees stand below');
  await v.push('orient');
  assert.equal(await below(), false, 'a flame: callees stand above');
  await v.shot('flame');
  await isTreeOf(TOWN);
  await v.push('orient');
  assert.ok(await below());
});

test('a picture drawn with --upright begins with the root at the bottom', async () => {
  await v.show(draw(TOWN_TEXT, ['--upright']));
  assert.ok((await v.frame('main')).y < (await v.frame('all')).y);
  await v.push('orient');
  assert.ok((await v.frame('main')).y > (await v.frame('all')).y);
});

test('the inverted view is rooted at the leaves: callers of functions by themselves', async () => {
  await v.show(town);
  await v.push('inverted');
  await v.shot('inverted');
  const inverted = TOWN.inverted();
  await isTreeOf(inverted);
  await v.zoom('lex');
  await eventually(async () => {
    const place = await v.place();
    const { total } = inverted.at(['lex']);
    const [frame] = (await v.named('parse')).filter((f) => f.level === 3);
    near(frame.width, (inverted.at(['lex', 'parse']).total / total) * place.width, 1.5, 'parse');
  });
  v.clean();
});

function unescaped(text) {
  const named = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };
  return text.replace(/&\w+;/g, (entity) => named[entity] || entity);
}

test('inverted view and sandwich begin with the heaviest; the address says if not', async () => {
  await v.show(town);
  for (const view of ['inverted', 'sandwich']) {
    await v.push(view);
    assert.equal(await v.order(), 'weight', view);
    assert.doesNotMatch(await v.page.evaluate(() => location.hash), /sort/);
    await v.orderBy('name');
    assert.match(await v.page.evaluate(() => location.hash), /sort=name/);
  }
  await v.push('flame');
  assert.equal(await v.order(), 'name');
});

test('a sandwich names its halves, and another function is chosen from a list', async () => {
  await v.show(town);
  await v.push('sandwich');
  assert.match((await v.labels()).map(({ text }) => text).join(), /Callers .* above .* Callees/);
  await v.page.locator('.flame-chips select').selectOption({ label: 'lex' });
  await eventually(async () => assert.equal((await v.named('lex')).length >= 2, true));
  await v.press('Escape');
  v.clean();
});

test('rows that are out of sight are counted by a button that scrolls to them', async () => {
  const deep = draw(`${Array.from({ length: 90 }, (_, i) => `f${i}`).join(';')} 5\n`);
  await v.show(deep);
  const button = v.page.locator('[data-do="lower"]');
  const rows = async () => +/\d+/.exec(await button.innerText())[0];
  const first = await rows();
  assert.match(await button.innerText(), /more rows below/);
  assert.ok(first > 30 && first < 91, String(first));
  await button.click();
  await eventually(async () => assert.ok(await rows() < first));
  assert.match(await v.page.locator('[data-do="higher"]').innerText(), /more rows above/);
  await v.show(town);
  assert.equal(await button.isVisible(), false);
});

test('the table has bars, a place for functions that name it, detail and a menu', async () => {
  await v.show(draw('main;parse /src/a.js:3:7 60\nmain;draw 40\n'));
  await v.push('table');
  assert.deepEqual((await v.rows())[0].slice(4), ['parse', '/src/a.js:3:7']);
  const bars = await v.page.evaluate(() => [...document.querySelectorAll('.flame-share')]
    .map((cell) => parseFloat(cell.style.backgroundSize)));
  assert.deepEqual(bars.slice(0, 2), [100, 60]);
  await v.page.locator('.flame-table tbody button').first().hover();
  await eventually(async () => assert.match(await v.detail(), /parse.*\s*self 60 samples/));
  await v.page.locator('.flame-table tbody button').first().focus();
  await v.press('m');
  await v.page.locator('.flame-menu [data-do="hide"]').click();
  await eventually(async () => assert.deepEqual((await v.rows()).map((row) => row[4]),
    ['draw', 'main']));
  v.clean();
});

test('the inverted view of a profile equals the picture drawn with --reverse', async () => {
  const picture = readFileSync(draw(TOWN_TEXT, ['--reverse', '--no-script']), 'utf8');
  const drawn = [...picture.matchAll(/<title>([^<]*) \(([\d,]+) samples, [\d.]+%\)<\/title>/g)]
    .map(([, name, count]) => `${unescaped(name)} ${count}`);
  await v.show(town);
  await v.push('inverted');
  const made = (await v.frames()).filter((f) => f.label).map((f) => partsOf(f.label))
    .map(({ name, count }) => `${name} ${/^[\d,]+/.exec(count)[0]}`);
  assert.ok(made.length > 8);
  for (const frame of new Set(made)) {
    const times = (list) => list.filter((other) => other === frame).length;
    assert.ok(times(made) <= times(drawn), `${frame} is drawn ${times(drawn)} times`);
  }
});

test('a picture drawn with --reverse begins inverted, and can be turned around', async () => {
  await v.show(draw(TOWN_TEXT, ['--reverse']));
  assert.ok(await v.pressed('inverted'));
  await isTreeOf(TOWN.inverted());
  await v.push('flame');
  await isTreeOf(TOWN);
  await v.hover('parse');
  const said = await v.text('.flame-detail');
  assert.match(said, /of its caller/);
  assert.match(said, /self \d/);
  await v.page.goBack();
  await isTreeOf(TOWN.inverted());
  v.clean();
});

test('search finds the same weight in the inverted view', async () => {
  await v.show(town);
  await v.search('draw');
  const before = (await v.found()).split(' of all')[0];
  await v.push('inverted');
  await eventually(async () => assert.equal((await v.found()).split(' of all')[0], before));
});

test('sandwich shows callers above and callees below a function, over all its places', async () => {
  await v.show(town);
  await v.choose('parse', 'sandwich');
  await v.shot('sandwich');
  const callees = TOWN.calleesOf('parse');
  const callers = TOWN.callersOf('parse');
  assert.equal(callees.total, 420);
  const place = await v.place();
  const middles = await v.named('parse');
  const wide = middles.filter((f) => f.width > 0.97 * place.width);
  assert.ok(wide.length >= 1, 'the function is as wide as the graph');
  const middle = wide[0].y;
  const check = async (name, part, side) => {
    const found = (await v.named(name)).filter((f) => Math.sign(f.y - middle) === side
      && Math.abs(f.width - (part / 420) * place.width) < 1.5);
    assert.ok(found.length > 0, `${name} of ${part} stands ${side < 0 ? 'above' : 'below'}`);
    assert.ok(found.some((f) => f.count.startsWith(`${part} samples`)), `${name}: ${part} samples`);
  };
  await check('lex', callees.at(['parse', 'lex']).total, 1);
  await check('number', callees.at(['parse', 'number']).total, 1);
  await check('draw', callers.at(['parse', 'draw']).total, -1);
  await check('main', callers.at(['parse', 'main']).total, -1);
  v.clean();
});

test('one can go on from a sandwich to that of a callee, and back', async () => {
  await v.show(town);
  await v.choose('parse', 'sandwich');
  await v.choose('number', 'sandwich');
  await eventually(async () => {
    const place = await v.place();
    assert.ok((await v.named('number')).some((f) => f.width > 0.97 * place.width));
  });
  await v.page.goBack();
  await eventually(async () => {
    const place = await v.place();
    assert.ok((await v.named('parse')).some((f) => f.width > 0.97 * place.width));
  });
});

test('in a sandwich one zooms into either half, and the other stays', async () => {
  await v.show(town);
  await v.choose('parse', 'sandwich');
  const [draws] = await v.named('draw');
  await v.zoom('number');
  const there = (await v.named('draw'))[0];
  near(there.width, draws.width, 1, 'the half of the callers');
  await v.page.goBack();
  await eventually(async () => near((await v.frame('number')).width, 168.6, 2, 'as before'));
  await v.zoom('draw');
  v.clean();
});

test('the table is a real one, with self and total of each function', async () => {
  await v.show(town);
  await v.push('table');
  await v.shot('table');
  const rows = await v.rows();
  const names = TOWN.functions();
  assert.equal(rows.length, names.length);
  const heads = await v.text('.flame-table thead');
  // The unit stands in each cell or once at the top.
  const amount = (value) => (heads.includes('samples') ? `${value}` : `${value} samples`);
  for (const name of names) {
    const row = rows.find((cells) => cells.includes(shown(name)));
    assert.ok(row, `a row of ${name}`);
    const { self, total } = TOWN.of(name);
    const wanted = [amount(self), share(self, 1000), amount(total), share(total, 1000)];
    for (const part of wanted) {
      assert.ok(row.includes(part), `${name}: ${part} in ${row.join(' | ')}`);
    }
  }
  const roles = (await v.accessibility()).map((n) => n.role);
  for (const role of ['table', 'row', 'columnheader', 'rowheader', 'cell']) {
    assert.ok(roles.includes(role), `screen readers find a ${role}`);
  }
  v.clean();
});

test('the table sorts by self, by total and by name, and says which', async () => {
  await v.show(town);
  await v.push('table');
  const column = async (sorted) => {
    await v.page.locator(`.flame-table [data-do="sort-${sorted}"]`).click();
    const rows = await v.rows();
    return rows.map((cells) => cells.find((c) => TOWN.functions().map(shown).includes(c)));
  };
  const by = (key) => (a, b) => TOWN.of(original(b))[key] - TOWN.of(original(a))[key];
  const original = (name) => TOWN.functions().find((n) => shown(n) === name);
  for (const key of ['self', 'total']) {
    const names = await column(key);
    const values = names.map((name) => TOWN.of(original(name))[key]);
    assert.deepEqual(values, [...names].sort(by(key)).map((n) => TOWN.of(original(n))[key]));
  }
  const names = await column('name');
  assert.deepEqual(names, [...names].sort());
  const sorted = await v.page.evaluate(() => [...document.querySelectorAll('.flame-table th')]
    .map((th) => th.getAttribute('aria-sort')).filter((s) => s && s !== 'none'));
  assert.deepEqual(sorted, ['ascending']);
});

test('the table holds only what is searched for', async () => {
  await v.show(town);
  await v.push('table');
  await v.search('lex');
  await eventually(async () => assert.equal((await v.rows()).length, 1));
  await v.search('');
  await eventually(async () => assert.equal((await v.rows()).length, TOWN.functions().length));
});

test('a function of the table leads to its callers and callees', async () => {
  await v.show(town);
  await v.push('table');
  await v.page.locator('.flame-table tbody button', { hasText: 'number' }).click();
  await eventually(async () => {
    const place = await v.place();
    assert.ok((await v.named('number')).some((f) => f.width > 0.97 * place.width));
  });
});

const CHANGES = [
  ['focus', 'draw', TOWN.focus('draw'), 'keeps only stacks with the function'],
  ['hide', 'parse', TOWN.hide('parse'), 'leaves out stacks with the function'],
  ['merge', 'parse', TOWN.merge('parse'), 'gives what a function has to its callers'],
  ['fold', 'fill', TOWN.fold('fill'), 'makes one frame of direct recursion'],
];

for (const [what, name, changed, about] of CHANGES) {
  test(`${what} ${about}; it is a chip that can be removed, and Back undoes it`, async () => {
    await v.show(town);
    await v.choose(name, what);
    await v.shot(what);
    await isTreeOf(changed);
    const chips = await v.chips();
    assert.equal(chips.length, 1);
    assert.ok(chips[0].includes(name), `the chip "${chips[0]}" names ${name}`);
    await v.page.locator('.flame-chip').click();
    await v.settle();
    assert.deepEqual(await v.chips(), []);
    await isTreeOf(TOWN);
    await v.page.goBack();
    await isTreeOf(changed);
    await v.page.goBack();
    await isTreeOf(TOWN);
    v.clean();
  });
}

test('changes work one on the other, and any of them can be removed', async () => {
  await v.show(town);
  await v.choose('io', 'hide');
  await v.choose('parse', 'merge');
  await v.choose('draw', 'focus');
  await isTreeOf(TOWN.hide('io').merge('parse').focus('draw'));
  assert.equal((await v.chips()).length, 3);
  await v.page.locator('.flame-chip').nth(2).click();
  await isTreeOf(TOWN.hide('io').merge('parse'));
  await v.page.locator('.flame-chip').first().click();
  await isTreeOf(TOWN.merge('parse'));
});

test('a change holds in the inverted view and in the table', async () => {
  await v.show(town);
  await v.choose('io', 'hide');
  const changed = TOWN.hide('io');
  await v.push('inverted');
  await isTreeOf(changed.inverted());
  await v.push('table');
  await eventually(async () => assert.equal((await v.rows()).length, changed.functions().length));
});

test('the search counts what the changes left', async () => {
  await v.show(town);
  await v.search('lex');
  await v.choose('draw', 'hide');
  const changed = TOWN.hide('draw');
  const weight = changed.matched((name) => name === 'lex');
  await eventually(async () => {
    const said = await v.found();
    const shares = [share(weight, changed.total), share(weight, 1000)];
    assert.ok(shares.some((s) => said.includes(s)), `${said}: ${shares.join(' or ')}`);
  });
});

test('hiding everything leaves a picture to come back from', async () => {
  await v.show(town);
  await v.choose('main', 'focus');
  await v.choose('main', 'hide');
  assert.ok((await v.chips()).length >= 1);
  await v.page.locator('.flame-chip').last().click();
  await isTreeOf(TOWN.focus('main'));
  v.clean();
});

// ---- copying --------------------------------------------------------------------

async function pasted() {
  await v.page.locator('.flame-search').click();
  await v.page.keyboard.press('Control+a');
  await v.page.keyboard.press('Control+v');
  return v.searched();
}

test('copy name puts the whole name on the clipboard', async () => {
  await v.show(town);
  const name = (await v.frames()).find((f) => f.label && f.label.startsWith('std::'));
  await v.page.mouse.click(name.x + name.width / 2, name.y + 8, { button: 'right' });
  await v.page.locator('.flame-menu [data-do="copy-name"]').click();
  await eventually(async () => assert.match(await v.live(), /[Cc]opied/));
  assert.equal(await pasted(), PUSH_BACK);
  v.clean();
});

test('copy stack puts a folded line on the clipboard', async () => {
  await v.show(town);
  await v.choose('vfs_read', 'copy-stack');
  await eventually(async () => assert.match(await v.live(), /[Cc]opied/));
  assert.equal(await pasted(), 'main;io;read_[k];vfs_read_[k] 45');
  await v.show(town);
  await v.choose('draw', 'copy-stack');
  await eventually(async () => assert.match(await v.live(), /[Cc]opied/));
  assert.equal(await pasted(), 'main;draw 250');
});

test('in the inverted view the copied stack still begins at the root', async () => {
  await v.show(town);
  await v.push('inverted');
  await v.zoom('lex');
  const frames = (await v.frames()).filter((f) => f.label && f.level === 4);
  const [draws] = frames.filter((f) => f.label.startsWith('draw,'));
  await v.page.mouse.click(draws.x + draws.width / 2, draws.y + 8, { button: 'right' });
  await v.page.locator('.flame-menu [data-do="copy-stack"]').click();
  await eventually(async () => assert.match(await v.live(), /[Cc]opied/));
  assert.equal(await pasted(), 'draw;parse;lex 40');
});

test('in a sandwich the copied stack begins at the outermost caller', async () => {
  await v.show(town);
  await v.choose('lex', 'sandwich');
  const place = await v.place();
  const middle = (await v.named('lex')).find((f) => f.width > 0.97 * place.width).y;
  const callers = (await v.named('draw')).filter((f) => f.y < middle);
  await v.page.mouse.click(callers[0].x + callers[0].width / 2, callers[0].y + 8,
    { button: 'right' });
  await v.hit('.flame-menu [data-do="copy-stack"]');
  await eventually(async () => assert.match(await v.live(), /[Cc]opied/));
  assert.equal(await pasted(), 'draw;parse;lex 40');
});

test('without a clipboard the text is shown, or copied another way', async () => {
  await v.page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: {
      writeText: () => Promise.reject(new Error('not allowed')),
    }, configurable: true });
    document.execCommand = () => { throw new Error('not allowed'); };
  });
  await v.show(town);
  await v.choose('vfs_read', 'copy-name');
  await eventually(async () => assert.match(await v.note(), /vfs_read/));
  v.clean();
});

test('the menu can search for the name of a frame', async () => {
  await v.show(town);
  await v.choose('number', 'search');
  await eventually(async () => assert.match(await v.found(), /^1 function, 6\.00 % of all/));
  assert.equal(await v.searched(), 'number');
});

test('a click elsewhere and Esc close the menu and change nothing', async () => {
  await v.show(town);
  const menu = v.page.locator('.flame-menu');
  await v.menu('draw');
  await v.press('Escape');
  assert.equal(await menu.isVisible(), false);
  await v.menu('draw');
  await v.page.mouse.click(600, 700);
  await v.settle();
  assert.equal(await menu.isVisible(), false);
  await isTreeOf(TOWN);
});

test('the menu stays inside the window', async () => {
  await v.page.setViewportSize({ width: 500, height: 300 });
  await v.show(town);
  const place = await v.place();
  const { y } = await v.frame('main');
  await v.page.mouse.click(place.x + place.width - 3, y + 5, { button: 'right' });
  const box = await v.page.locator('.flame-menu').boundingBox();
  assert.ok(box.x >= 0 && box.x + box.width <= 500, 'left and right');
  assert.ok(box.y >= 0 && box.y + box.height <= 300, 'top and bottom');
  await v.page.setViewportSize({ width: 1200, height: 800 });
});

test('links of --nameattr can be followed from the menu', async () => {
  const attributes = write('links.txt', 'draw\thref=https://example.org/draw\ttarget=_blank\n');
  await v.show(draw(TOWN_TEXT, ['--nameattr', attributes]));
  await v.menu('io');
  assert.equal(await v.page.locator('.flame-menu [data-do="open"]').count(), 0);
  await v.press('Escape');
  await v.menu('draw');
  await v.page.evaluate(() => { window.open = (...args) => { window.opened = args; }; });
  await v.page.locator('.flame-menu [data-do="open"]').click();
  assert.equal((await v.page.evaluate(() => window.opened))[0], 'https://example.org/draw');
});

test('time order is kept: a flame chart is not merged and not sorted', async () => {
  const chart = 'main;b 2\nmain;a 3\nmain;b 5\n';
  await v.show(draw(chart, ['--flamechart']));
  assert.deepEqual(await order(3), ['b', 'a', 'b']);
  const widths = (await v.named('b')).sort((x, y) => x.x - y.x).map((f) => f.width);
  const place = await v.place();
  near(widths[0], 0.2 * place.width, 1.5, 'first b');
  near(widths[1], 0.5 * place.width, 1.5, 'second b');
  await v.search('b');
  assert.match(await v.found(), /^1 function, 70\.00 % of all/);
});

// The samples of a thread at these times in ms, as perf script prints them.
const sampled = (times, stack) => times.map((ms) => [
  `work 7 100.${String(ms).padStart(3, '0')}000: 1 cycles: `,
  ...stack.map((name) => `\t7f00 ${name}+0x1 (/bin/work)`), '', ''].join('\n')).join('');

const ticks = () => v.page.evaluate(() => [...document.querySelectorAll('.flame-axis text')]
  .filter((text) => text.getClientRects().length)
  .map((text) => ({ text: text.textContent, x: text.previousSibling.getBoundingClientRect().x })));

test('a flame chart has an axis, gaps are gaps, and a zoom keeps the axis right', async () => {
  const times = [0, 1, 2, 3, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69];
  await v.show(draw(sampled(times, ['read', 'main']), ['--flamechart']));
  const place = await v.place();
  const found = (await v.named('read')).sort((a, b) => a.x - b.x);
  assert.equal(found.length, 2);
  near(found[0].width, place.width * 4 / 70, 1.5, 'before the gap');
  near(found[1].x - place.x, place.width * 60 / 70, 1.5, 'behind the gap');
  const shown = await ticks();
  assert.equal(shown[0].text, '0');
  for (const { text, x } of shown.slice(1))
    near(x - place.x, parseFloat(text) / 70 * place.width, 1.5, text);
  await v.page.mouse.click(found[1].x + found[1].width / 2, found[1].y + found[1].height / 2);
  await v.settle();
  const zoomed = await ticks();
  assert.ok(zoomed.length > 4 && zoomed[0].text === '60 ms', JSON.stringify(zoomed));
  near(zoomed[0].x, place.x, 1.5, 'the first tick');
  await v.press('3');
  assert.deepEqual(await ticks(), []);
});

test('from 1,600 px the heaviest functions stand beside the graph, and each points at the other',
  async () => {
    await v.show(town);
    const side = v.page.locator('.flame-side');
    assert.equal(await side.isVisible(), false, 'a smaller window is for the graph');
    await v.page.setViewportSize({ width: 1700, height: 800 });
    await side.waitFor();
    await eventually(async () => assert.ok((await v.place()).width < 1400));
    const box = await side.boundingBox();
    assert.ok(box.width <= 1700 / 4, 'at most a quarter');
    const rows = await side.locator('tbody tr').allInnerTexts();
    const best = TOWN.functions().sort((a, b) => TOWN.of(b).self - TOWN.of(a).self)[0];
    assert.ok(rows[0].includes(shown(best)), `${best} is first: ${rows[0]}`);
    assert.ok(rows[0].includes(share(TOWN.of(best).self, 1000)), rows[0]);
    await side.locator('tr', { hasText: 'lex' }).first().hover();
    const lit = () => v.page.$$eval('.flame-lit', (all) => all.map((rect) => rect.flame.box.node));
    assert.ok((await lit()).length >= 2, 'lex is lit in each place');
    const { x, y } = await v.at('io');
    await v.page.mouse.move(x, y);
    await eventually(async () => assert.match(await v.text('.flame-side .flame-at'), /io/));
    assert.deepEqual(await lit(), [], 'and no longer what was pointed at before');
    await v.shot('side');
    await side.locator('button', { hasText: 'number' }).click();
    await eventually(async () => assert.ok((await v.named('number'))
      .some(({ focused, tabindex }) => focused || tabindex === '0')));
    await v.settle();
    await eventually(async () => {
      await v.search('lex');
      assert.equal(await side.locator('tbody tr').count(), 1, 'as far as found');
    });
    await v.push('table');
    assert.equal(await side.isVisible(), false, 'not beside the table');
    await v.page.setViewportSize({ width: 1200, height: 800 });
    v.clean();
  });
