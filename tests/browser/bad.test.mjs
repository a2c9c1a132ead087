// Bad input: names that want to be code, trees that are damaged, addresses of another profile,
// browsers that refuse. The picture stays, and one sentence says what is wrong.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { shown } from './folded.mjs';
import { draw, eventually, openPage, url, write } from './kit.mjs';
import { leb, putTogether, takeApart, text, treeBytes, withTree } from './packed.mjs';
import { hostile, HOSTILE_NAMES, TOWN_TEXT } from './samples.mjs';

const town = draw(TOWN_TEXT);
const svg = readFileSync(town, 'utf8');
const good = treeBytes(svg);
const v = await openPage();
let n = 0;

// ---- names ------------------------------------------------------------------------

async function unharmed() {
  const harm = await v.page.evaluate(() => ({
    pwned: window.pwned,
    scripts: document.querySelectorAll('script').length,
    strange: document.querySelectorAll('img, iframe, object, embed, b, animate, set').length
      - document.querySelectorAll('.flame-detail b').length,
    handlers: [...document.querySelectorAll('*')]
      .flatMap((e) => e.getAttributeNames()).filter((a) => /^on/i.test(a)),
  }));
  assert.deepEqual(harm, { pwned: undefined, scripts: 1, strange: 0, handlers: [] });
}

test('hostile names are names: shown as they are in frames, bar, table and chips', async () => {
  let dialogs = 0;
  v.page.on('dialog', (dialog) => { dialogs++; dialog.dismiss(); });
  await v.show(draw(hostile()));
  await unharmed();
  const { x, y, width } = await v.frame('main');
  for (const name of HOSTILE_NAMES.slice(0, 12)) {
    const frames = (await v.frames()).filter((f) => f.label && f.label.startsWith(`${name}, `));
    assert.equal(frames.length, 1, `a frame named ${name}`);
    await v.page.mouse.move(frames[0].x + 5, frames[0].y + 5);
    await v.page.mouse.move(frames[0].x + 6, frames[0].y + 6);
    await eventually(async () => assert.ok((await v.detail()).includes(name)));
  }
  await v.push('table');
  const cells = (await v.rows()).flat();
  for (const name of HOSTILE_NAMES.slice(0, 15)) {
    assert.ok(cells.includes(shown(name)), `a row of ${name}`);
  }
  await unharmed();
  await v.push('flame');
  await v.choose(HOSTILE_NAMES[0], 'merge');
  await v.choose(HOSTILE_NAMES[8], 'focus');
  assert.ok((await v.chips()).join().includes('__proto__'));
  await unharmed();
  assert.equal(dialogs, 0);
  assert.ok(width > 0 && x >= 0 && y >= 0);
  v.clean();
});

test('hostile names can be searched for, zoomed to and linked to', async () => {
  const path = draw(hostile());
  await v.show(path);
  for (const name of HOSTILE_NAMES.slice(0, 15)) {
    await v.search(name);
    const same = (other) => other.toLowerCase().includes(name.toLowerCase());
    const wanted = HOSTILE_NAMES.filter(same).length;
    assert.match(await v.found(), new RegExp(`^${wanted} functions?, `), name);
  }
  await v.show(path);
  await v.zoom('__proto__');
  const address = await v.fragmentWith(/\bz=/);
  await v.show(path, address);
  await v.wide('__proto__');
  await v.choose('__proto__', 'sandwich');
  await eventually(async () => assert.ok((await v.named('inner_8')).length));
  await unharmed();
  v.clean();
});

test('a name of 20,000 characters is cut in the picture and hides nothing', async () => {
  await v.show(draw(hostile()));
  await v.search('longlonglong');
  await v.press('Enter');
  await v.shot('long-name');
  const box = await v.page.locator('.flame-detail').boundingBox();
  assert.ok(box.y + box.height <= 801 && box.height < 300, `the bar is ${box.height} px high`);
  assert.ok((await v.place()).height > 20);
  v.clean();
});

test('control characters and right-to-left overrides are made visible or harmless', async () => {
  await v.show(draw(hostile()));
  const labels = (await v.frames()).map((f) => f.label || '').join('\n');
  // eslint-disable-next-line no-control-regex
  assert.doesNotMatch(labels, /[\u0000-\u0009\u000b-\u001f\u202a-\u202e\u2066-\u2069]/);
});

// ---- trees ------------------------------------------------------------------------

// The picture of the file is there, one sentence says what is wrong, and nothing can be pressed.
async function pictureStays(path, pattern) {
  v.errors.length = 0;
  await v.page.goto('about:blank');
  await v.page.goto(url(path));
  await eventually(async () => {
    const state = await v.page.evaluate(() => ({
      said: [...document.querySelectorAll('.flame-wrong, .flame-note')]
        .filter((e) => e.getClientRects().length).map((e) => e.textContent).join(''),
      rects: [...document.querySelectorAll('g.frames rect')]
        .filter((r) => r.getBoundingClientRect().width > 0).length,
      controls: [...document.querySelectorAll('button, input')]
        .filter((e) => e.getClientRects().length).length,
    }));
    assert.match(state.said, /^[A-Z][^\n]{15,250}[.)]$/, 'one sentence');
    if (pattern) {
      assert.match(state.said, pattern);
    }
    assert.ok(state.rects > 10, `${state.rects} frames of the picture are seen`);
    assert.equal(state.controls, 0, 'no control without a tree');
  });
  v.clean();
}

function damagedFile(bytes, ...packing) {
  return write(`damaged-${n++}.svg`, withTree(svg, bytes, ...packing));
}

function changed(change) {
  const tree = takeApart(good);
  change(tree);
  return damagedFile(putTogether(tree));
}

test('the tools of this test leave a good tree good', async () => {
  await v.show(damagedFile(putTogether(takeApart(good))));
  await v.whole();
  await v.show(damagedFile(good, 'none'));
  await v.whole();
  v.clean();
});

test('a tree that was cut anywhere leaves the picture and a sentence', async () => {
  for (const share of [0, 0.01, 0.1, 0.3, 0.5, 0.8, 0.95, 0.999]) {
    await pictureStays(damagedFile(good.subarray(0, Math.floor(good.length * share))), /damaged/);
  }
  await v.shot('damaged');
});

test('packed data that was cut or changed leaves the picture and a sentence', async () => {
  const whole = /<metadata[^>]*>([^<]*)</.exec(svg)[1].trim();
  const cut = whole.slice(0, Math.floor(whole.length / 8) * 4);
  await pictureStays(damagedFile(good, 'deflate-raw', cut));
  await pictureStays(damagedFile(good, 'deflate-raw', ''));
  await pictureStays(damagedFile(good, 'deflate-raw', 'not base64 at all!'));
  await pictureStays(damagedFile(good, 'deflate-raw', `AAAA${whole.slice(4)}`));
  await pictureStays(damagedFile(good, 'brotli'));
});

test('numbers that point outside of the tree are refused', async () => {
  const many = leb(2n ** 40n);
  const last = (section, bytes) => Buffer.concat([section.subarray(0, -1), bytes]);
  await pictureStays(changed((t) => { t.ids = last(t.ids, leb(t.functions)); }), /damaged/);
  await pictureStays(changed((t) => { t.ids = last(t.ids, many); }), /damaged/);
  await pictureStays(changed((t) => { t.pops = last(t.pops, leb(1000)); }), /damaged/);
  await pictureStays(changed((t) => { t.pops = last(t.pops, leb(t.nodes - 1)); }), /damaged/);
  await pictureStays(changed((t) => { t.selfs = last(t.selfs, leb(2n ** 60n)); }), /damaged/);
  const endless = Buffer.alloc(12, 255);
  await pictureStays(changed((t) => { t.selfs = last(t.selfs, endless); }), /damaged/);
  await pictureStays(changed((t) => { t.names = t.names.subarray(0, -3); }), /damaged/);
  await pictureStays(changed((t) => { t.names = Buffer.concat([leb(200), t.names]); }), /damaged/);
  await pictureStays(changed((t) => { t.kinds = t.kinds.subarray(1); }), /damaged/);
  await pictureStays(changed((t) => { t.fills = t.fills.subarray(1); }), /damaged/);
  await pictureStays(changed((t) => {
    t.modules = Buffer.concat([leb(1), text('m'), Buffer.alloc(t.functions, 9)]);
  }), /damaged/);
});

test('sizes that would take all memory are refused before it is taken', async () => {
  const header = Buffer.from(good);
  const unit = header.indexOf('samples');
  // unit, decimals, factor, row_tenths (two bytes), whole, n_functions, n_nodes
  const start = Buffer.concat([header.subarray(0, unit + 7), leb(0), leb(1), leb(160), leb(1000)]);
  const rest = takeApart(good);
  const tail = putTogether({ ...rest, head: Buffer.alloc(0) });
  const claims = [[leb(rest.functions), leb(2n ** 31n)], [leb(2n ** 32n), leb(rest.nodes)],
    [leb(2n ** 53n), leb(2n ** 53n)], [leb(0), leb(0)]];
  for (const claim of claims) {
    await pictureStays(damagedFile(Buffer.concat([start, ...claim, tail])), /damaged/);
  }
});

test('a tree of a later version is said to be of a newer flame', async () => {
  await pictureStays(damagedFile(Buffer.concat([leb(3), good.subarray(1)])), /newer/);
});

test('any byte that is changed leaves a picture: the viewer, or a sentence', async () => {
  let seed = 7;
  const random = (limit) => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return seed % limit;
  };
  for (let i = 0; i < 25; i++) {
    const bytes = Buffer.from(good);
    bytes[random(bytes.length)] ^= 1 << random(8);
    v.errors.length = 0;
    await v.page.goto('about:blank');
    await v.page.goto(url(damagedFile(bytes)));
    await eventually(async () => {
      const seen = await v.page.evaluate(() => [...document.querySelectorAll('rect')]
        .filter((r) => r.getBoundingClientRect().width > 0).length);
      const done = await v.page.evaluate(() => Boolean(document.querySelector('.flame-wrong'))
        || performance.getEntriesByName('flame-ready').length > 0);
      assert.ok(done && seen > 3, `${seen} rectangles are seen`);
    });
    v.clean();
  }
});

test('a browser that cannot unpack gets the picture and the way out', async () => {
  const old = await openPage();
  await old.page.addInitScript(() => { delete window.DecompressionStream; });
  await old.page.goto(url(town));
  await eventually(async () => {
    const said = await old.text('.flame-wrong');
    assert.match(said || '', /--no-compress/);
  });
  await old.show(draw(TOWN_TEXT, ['--no-compress']));
  await old.whole();
  old.clean();
  await old.close();
});

// ---- addresses ----------------------------------------------------------------------

test('addresses of another profile, or of nobody, leave everything shown', async () => {
  const addresses = ['v=1&z=zzzzzz.zzzzzz', 'v=1&z=-1.0', 'z=1', 'v=1&view=sandwich&f=zzzz',
    'v=1&view=nonsense', 'v=1&x=2-1', 'v=1&x=NaN-1', 'v=1&x=0-1e99', 'v=1&p=1.2.3&view=inverted',
    'v=1&t=hide.zzz,explode.1', 'v=2&q=1', '%', '%E0%A4%A', '&&&===', 'v=1&z=__proto__.0',
    'v=1&o=sideways&sort=luck', `v=1&s=${'a'.repeat(3000)}`, `${'x'.repeat(100000)}`,
    'v=1&t=' + 'merge.0,'.repeat(5000)];
  for (const address of addresses) {
    await v.show(town, address);
    await v.whole();
    assert.ok(await v.shows('main'), address.slice(0, 40));
    v.clean();
  }
});

test('what is searched for by an address is text, and a bad expression in it is said', async () => {
  await v.show(town, `v=1&s=${encodeURIComponent('<img src=x onerror=window.pwned=1>')}`);
  await unharmed();
  await v.show(town, 'v=1&r=1&s=%28');
  assert.ok(await v.page.evaluate(
    () => document.querySelector('.flame-found').classList.contains('flame-wrong'),
  ));
  await v.show(town, `v=1&r=1&s=${encodeURIComponent('(a+)+(b+)*(.*)*$')}`);
  v.clean();
});

// ---- browsers that refuse -------------------------------------------------------------

test('when history and storage throw, zoom, back, search and reset still work', async () => {
  const strict = await openPage();
  await strict.page.addInitScript(() => {
    const refuse = () => { throw new DOMException('refused', 'SecurityError'); };
    for (const name of ['pushState', 'replaceState', 'back', 'go']) {
      history[name] = refuse;
    }
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, { get: refuse });
    }
    Object.defineProperty(document, 'cookie', { get: refuse, set: refuse });
  });
  await strict.show(town);
  await strict.zoom('main');
  await strict.zoom('draw');
  await strict.press('Backspace');
  await strict.wide('main');
  await strict.push('back');
  await strict.whole();
  await strict.zoom('main');
  await strict.push('reset');
  await strict.whole();
  await strict.search('lex');
  assert.match(await strict.found(), /^1 function, 33\.00 %/);
  strict.clean();
  await strict.close();
});

test('Chrome lets a page change its address 200 times in 30 s: the viewer goes on', async () => {
  await v.show(town);
  await v.press('/');
  for (let i = 0; i < 130; i++) {
    await v.page.keyboard.type(i % 2 ? 'x' : 'l');
    await v.page.keyboard.press('Backspace');
  }
  await v.page.keyboard.type('lex');
  await v.settle();
  assert.match(await v.found(), /^1 function, 33\.00 %/);
  await v.fragmentWith(/s=lex/);
  v.clean();
});
