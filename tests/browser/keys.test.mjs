// Keyboard and screen readers: everything can be reached, is named, and says what happened.
import assert from 'node:assert/strict';
import test from 'node:test';
import { assertTellsKeys } from './key_map.mjs';
import { draw, eventually, near, openFile } from './kit.mjs';
import { contrast } from './pixels.mjs';
import { deep, TOWN_TEXT } from './samples.mjs';

const town = draw(TOWN_TEXT);
const v = await openFile(town);

// The frame that has the focus.
async function focused() {
  return eventually(async () => {
    const frame = (await v.frames()).find((f) => f.focused);
    assert.ok(frame && frame.label, 'a frame with a name has the focus');
    return { ...frame, name: frame.label.split(',')[0] };
  });
}

async function focusGraph() {
  await v.page.locator('.flame-graph [tabindex="0"]').focus();
}

async function pressed(...keys) {
  for (const key of keys) {
    await v.press(key);
  }
  return (await focused()).name;
}

test('Tab reaches every control and one frame, in order, and leaves none out', async () => {
  await v.show(town);
  const names = [];
  for (let i = 0; i < 40; i++) {
    await v.page.keyboard.press('Tab');
    const name = await v.page.evaluate(() => {
      const e = document.activeElement;
      const entry = e && e.getAttribute('data-entry') || '';
      return e ? (e.getAttribute('data-do') || e.getAttribute('class')) + entry : 'nothing';
    });
    if (names.includes(name)) {
      break;
    }
    names.push(name);
  }
  const wanted = ['flame', 'inverted', 'sandwich', 'table', 'orient', 'sort', 'flame-search',
    'regexp', 'case', 'help'];
  for (const what of wanted) {
    assert.ok(names.some((n) => n === what), `${what} among ${names.join(' ')}`);
  }
  assert.equal(names.filter((n) => /flame-frame/.test(n)).length, 1, 'one frame of all');
});

test('arrows go to the caller, the heaviest callee and the neighbours', async () => {
  await v.show(town);
  await focusGraph();
  assert.equal((await focused()).name, 'all');
  assert.equal(await pressed('ArrowDown'), 'main', 'the heaviest callee');
  assert.equal(await pressed('ArrowDown'), 'parse');
  assert.equal(await pressed('ArrowLeft'), 'io');
  assert.equal(await pressed('ArrowLeft'), 'draw');
  assert.equal(await pressed('ArrowRight'), 'io');
  assert.equal(await pressed('ArrowUp'), 'main', 'the caller');
  assert.equal(await pressed('ArrowLeft'), 'idle');
  assert.equal(await pressed('ArrowUp'), 'all');
  assert.equal(await pressed('ArrowUp'), 'all', 'there is nothing above the root');
  v.clean();
});

test('with the root at the bottom up and down change places', async () => {
  await v.show(town);
  await v.push('orient');
  await focusGraph();
  assert.equal(await pressed('ArrowUp'), 'main');
  assert.equal(await pressed('ArrowUp'), 'parse');
  assert.equal(await pressed('ArrowDown'), 'main');
});

test('Home goes to the first and End to the last: the root and the end of the heaviest path',
  async () => {
    await v.show(town);
    await focusGraph();
    await pressed('ArrowDown', 'ArrowDown');
    assert.equal(await pressed('Home'), 'all');
    const { level } = await focused();
    await v.press('End');
    const last = await focused();
    assert.ok(last.level !== level || last.name !== 'all', 'End goes elsewhere');
  });

test('Enter zooms, Backspace goes back, 0 and Esc show all, and the focus stays on the frame',
  async () => {
    await v.show(town);
    await focusGraph();
    await pressed('ArrowDown', 'ArrowDown', 'ArrowLeft');
    await v.press('Enter');
    await v.wide('io');
    assert.equal((await focused()).name, 'io');
    await v.press('Backspace');
    await v.whole();
    await focused();
    await v.press('Enter');
    await v.press('Escape');
    await v.whole();
    await focused();
    await v.press('Enter');
    await v.press('0');
    await v.whole();
    v.clean();
  });

test('+ and - zoom about the frame', async () => {
  await v.show(town);
  await focusGraph();
  await pressed('ArrowDown', 'ArrowDown', 'ArrowLeft');
  const { width } = await focused();
  await v.press('+');
  await eventually(async () => near((await v.frame('io')).width, 2 * width, 3, 'twice as wide'));
  await v.press('-');
  await eventually(async () => near((await v.frame('io')).width, width, 3, 'as before'));
});

test('a callee too narrow to be seen is zoomed to when one goes there', async () => {
  await v.show(draw('main;big 1000000\nmain;thin;thinner;thinnest 2\n'));
  await v.search('thin');
  await v.press('Enter');
  await focusGraph();
  assert.equal((await focused()).name, 'thin');
  assert.equal(await pressed('ArrowDown'), 'thinner');
  assert.equal(await pressed('ArrowDown'), 'thinnest');
  assert.ok((await focused()).width > 50);
});

test('the focused frame is scrolled into sight', async () => {
  await v.show(draw(deep(120)));
  await focusGraph();
  for (let i = 0; i < 70; i++) {
    await v.page.keyboard.press('ArrowDown');
  }
  await v.settle();
  const frame = await focused();
  assert.equal(frame.name, 'level_69');
  assert.ok(frame.y > 0 && frame.y + frame.height < 800, `it lies at ${frame.y}`);
});

test('the focused frame has a ring of 2 px that contrasts 3 to 1 with what is around', async () => {
  await v.show(town);
  await focusGraph();
  await pressed('ArrowDown', 'ArrowDown');
  const ring = await v.page.evaluate(() => {
    const style = getComputedStyle(document.activeElement);
    return { stroke: style.stroke, width: parseFloat(style.strokeWidth),
      outline: style.outlineColor, outlineWidth: parseFloat(style.outlineWidth),
      outlineStyle: style.outlineStyle, fill: style.fill };
  });
  const outlined = ring.outlineStyle !== 'none' && ring.outlineWidth >= 2;
  assert.ok(ring.width >= 2 || outlined, JSON.stringify(ring));
  const numbers = (colour) => colour.match(/[\d.]+/g).slice(0, 3).map(Number);
  const colour = numbers(outlined ? ring.outline : ring.stroke);
  assert.ok(contrast(colour, [238, 238, 238]) >= 3, 'against the background');
  const { x, y, width, height } = await focused();
  const clip = { x: x - 4, y: y - 4, width: width + 8, height: height + 8 };
  const with_ = await v.pixels(clip);
  await v.page.evaluate(() => document.activeElement.blur());
  assert.ok(with_.differing(await v.pixels(clip), 40) > width, 'it is seen');
});

test('keys do nothing that browsers use them for', async () => {
  await v.show(town);
  await focusGraph();
  await v.page.evaluate(() => {
    window.kept = [];
    window.addEventListener('keydown', (e) => {
      if (!e.defaultPrevented) {
        window.kept.push(`${e.ctrlKey ? 'Ctrl-' : ''}${e.altKey ? 'Alt-' : ''}${e.key}`);
      }
      e.preventDefault();
    });
  });
  for (const chord of ['Control+r', 'Control+1', 'Control+c', 'Control+s', 'Alt+ArrowLeft',
    'Control+0', 'Control+-', 'F5', 'Tab', 'Control+i']) {
    await v.page.keyboard.press(chord);
  }
  const kept = (await v.page.evaluate(() => window.kept)).filter((k) => !/-(Control|Alt)$/.test(k));
  assert.deepEqual(kept, ['Ctrl-r', 'Ctrl-1', 'Ctrl-c', 'Ctrl-s', 'Alt-ArrowLeft', 'Ctrl-0',
    'Ctrl--', 'F5', 'Tab', 'Ctrl-i']);
});

test('in a sandwich the arrows reach callers and callees', async () => {
  await v.show(town);
  await v.choose('parse', 'sandwich');
  await focusGraph();
  const seen = new Set();
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown']) {
    seen.add(await pressed(key));
  }
  assert.ok(seen.has('main'), `a caller among ${[...seen].join(' ')}`);
  assert.ok(seen.has('lex'), `a callee among ${[...seen].join(' ')}`);
});

test('m opens the menu of the frame, arrows walk in it, Enter takes, Esc gives up', async () => {
  await v.show(town);
  await focusGraph();
  await pressed('ArrowDown', 'ArrowDown', 'ArrowLeft');
  await v.press('m');
  const item = () => v.page.evaluate(() => document.activeElement.getAttribute('data-do'));
  const first = await item();
  assert.ok(first, 'the first item has the focus');
  await v.press('ArrowDown');
  assert.notEqual(await item(), first);
  await v.press('ArrowUp');
  assert.equal(await item(), first);
  await v.press('ArrowUp');
  assert.notEqual(await item(), first, 'around the end');
  await v.press('Home');
  assert.equal(await item(), first);
  await v.press('Escape');
  assert.equal((await focused()).name, 'io', 'the focus is back on the frame');
  await v.press('Shift+F10');
  for (let i = 0; i < 12 && (await item()) !== 'hide'; i++) {
    await v.press('ArrowDown');
  }
  await v.press('Enter');
  await eventually(async () => assert.equal((await v.chips()).length, 1));
  assert.equal(await v.shows('io'), false);
  v.clean();
});

test('c and C copy the name and the stack', async () => {
  await v.show(town);
  await focusGraph();
  await pressed('ArrowDown', 'ArrowDown');
  for (const [key, wanted] of [['c', 'parse'], ['Shift+C', 'main;parse 380']]) {
    await focusGraph();
    await v.press(key);
    await eventually(async () => assert.match(await v.live(), /[Cc]opied/));
    await v.search('');
    await v.page.keyboard.press('Control+v');
    assert.equal(await v.searched(), wanted);
    await v.search('');
  }
});

test('number keys choose the view, i turns it, s sorts it', async () => {
  await v.show(town);
  await focusGraph();
  for (const [key, what] of [['2', 'inverted'], ['4', 'table'], ['1', 'flame']]) {
    await v.press(key);
    assert.ok(await v.pressed(what), `${key} is for ${what}`);
  }
  await v.press('i');
  assert.ok((await v.frame('main')).y < (await v.frame('all')).y);
  await v.press('s');
  assert.ok((await v.frame('main')).x < (await v.frame('idle')).x);
});

test('? opens the help, which names the keys, and Esc closes it', async () => {
  await v.show(town);
  const help = v.page.locator('.flame-help');
  assert.equal(await help.isVisible(), false);
  await v.press('?');
  assert.ok(await help.isVisible());
  await v.shot('help');
  const text = await help.innerText();
  assertTellsKeys(text, 'f');
  const node = (await v.accessibility()).find((n) => n.role === 'dialog');
  assert.ok(node && node.name, 'a dialog with a name');
  await v.press('Escape');
  assert.equal(await help.isVisible(), false);
  await v.push('help');
  assert.ok(await help.isVisible(), 'the button opens it too');
});

// ---- screen readers ----------------------------------------------------------------

test('screen readers find a tree of named items with level, share and count', async () => {
  await v.show(town);
  await v.frames();
  const tree = await v.accessibility();
  const graph = tree.filter((n) => n.role === 'tree');
  assert.equal(graph.length, 1);
  assert.ok(graph[0].name, 'the tree has a name');
  const items = tree.filter((n) => n.role === 'treeitem');
  assert.ok(items.length >= 10, `${items.length} items`);
  for (const item of items) {
    assert.match(item.name, /^.+, (<?[\d.]+) %, [\d,]+ samples/, `"${item.name}"`);
    assert.ok(item.level >= 1, `level of ${item.name}`);
  }
  const main = items.find((n) => n.name.startsWith('main,'));
  assert.equal(main.name.split(' samples')[0], 'main, 75.00 %, 750');
  assert.equal(main.level, 2);
  assert.equal(main.expanded, true);
  const idle = items.find((n) => n.name.startsWith('idle,'));
  assert.equal(idle.expanded, undefined, 'what calls nothing cannot be opened');
});

test('the picture beneath is not read a second time', async () => {
  await v.show(town);
  await v.frames();
  const tree = await v.accessibility();
  const twice = tree.filter((n) => n.role !== 'treeitem' && /\([\d,]+ samples/.test(n.name));
  assert.deepEqual(twice.map((n) => n.name), []);
});

test('items say which of how many they are', async () => {
  await v.show(town);
  await v.frames();
  const places = await v.page.evaluate(() => {
    const io = document.querySelector('[aria-label^="io,"]');
    return [io.getAttribute('aria-posinset'), io.getAttribute('aria-setsize')];
  });
  assert.deepEqual(places, ['2', '3']);
});

test('nothing that can be pressed is without a name, and no drawing speaks', async () => {
  await v.show(town);
  await v.search('lex');
  await v.choose('io', 'hide');
  const tree = await v.accessibility();
  for (const role of ['button', 'searchbox', 'textbox', 'menuitem', 'toolbar']) {
    for (const node of tree.filter((n) => n.role === role)) {
      assert.ok(node.name.trim(), `a ${role} has a name`);
    }
  }
  const buttons = tree.filter((n) => n.role === 'button').map((n) => n.name);
  assert.equal(new Set(buttons).size, buttons.length, `names differ: ${buttons.join(', ')}`);
  const loose = tree.filter((n) => /^(img|image|SvgRoot|graphics-.*)$/.test(n.role) && !n.name);
  assert.deepEqual(loose.map((n) => n.role), [], 'drawings without a name are hidden');
});

test('switches say whether they are on', async () => {
  await v.show(town);
  await v.push('regexp');
  const tree = await v.accessibility();
  const on = tree.filter((n) => n.role === 'button' && n.pressed === 'true').map((n) => n.name);
  assert.ok(on.some((name) => /regular/i.test(name)), on.join(', '));
  assert.ok(on.some((name) => /flame/i.test(name)), on.join(', '));
});

test('the order is a menu that says what it is, worked by keys', async () => {
  await v.show(town);
  await v.button('sort').focus();
  await v.press('ArrowDown');
  assert.equal(await v.order(), 'weight');
  const menu = (await v.accessibility()).find((n) => n.role === 'combobox' && n.name === 'Order');
  assert.ok(menu, 'it has a name');
  assert.ok((await v.frame('main')).x < (await v.frame('idle')).x);
  assert.ok(await v.focused('[data-do=sort]'), 'and keeps the focus');
  await v.press('ArrowUp');
  assert.equal(await v.order(), 'name');
  assert.ok((await v.frame('main')).x > (await v.frame('idle')).x);
  await v.push('table');
  assert.equal(await v.button('sort').isVisible(), false, 'a table has its own order');
  v.clean();
});

test('zooming, resetting and what is found are announced politely', async () => {
  await v.show(town);
  assert.equal(await v.page.locator('.flame-live').getAttribute('aria-live'), 'polite');
  await v.zoom('draw');
  await eventually(async () => assert.match(await v.live(), /draw.*25\.00 %/));
  await v.press('0');
  await eventually(async () => assert.doesNotMatch(await v.live(), /draw/));
  await v.search('lex');
  await eventually(async () => assert.match(await v.live(), /1 function.*33\.00 %/));
  await v.press('Enter');
  await eventually(async () => assert.match(await v.live(), /1 of \d/));
});

// ---- eyes and hands ------------------------------------------------------------------

// Contrast of each text of the page with what lies behind it.
async function faint(inside = '#flame-app') {
  const texts = await v.page.evaluate((selector) => {
    const seen = [];
    for (const e of document.querySelectorAll(`${selector} *`)) {
      const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
      const box = e.getBoundingClientRect();
      const shows = e.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      if (!own || box.width < 2 || box.height < 2 || !shows || e.closest('title, :disabled')) {
        continue;
      }
      const svg = e.namespaceURI.endsWith('svg');
      const style = getComputedStyle(e);
      seen.push({ text: e.textContent.trim().slice(0, 30), colour: svg ? style.fill : style.color,
        x: box.left, y: box.top, width: box.width, height: box.height });
    }
    return seen;
  }, inside);
  await v.page.mouse.move(600, 640);
  const pixels = await v.pixels();
  const weak = [];
  for (const t of texts) {
    const colour = t.colour.match(/[\d.]+/g).slice(0, 3).map(Number);
    // The background is the colour that most of the text's box has.
    const counts = new Map();
    for (let y = Math.max(0, t.y); y < Math.min(pixels.height, t.y + t.height); y++) {
      for (let x = Math.max(0, t.x); x < Math.min(pixels.width, t.x + t.width); x += 2) {
        const hex = pixels.hex(x, y);
        counts.set(hex, (counts.get(hex) || 0) + 1);
      }
    }
    const [most] = [...counts].sort((a, b) => b[1] - a[1]);
    if (most) {
      const behind = [1, 3, 5].map((i) => parseInt(most[0].slice(i, i + 2), 16));
      const ratio = contrast(colour, behind);
      if (ratio < 4.5) {
        weak.push(`${t.text}: ${ratio.toFixed(2)} (${t.colour} on ${most[0]})`);
      }
    }
  }
  assert.ok(texts.length > 5, 'texts were looked at');
  return weak;
}

for (const colorScheme of ['light', 'dark']) {
  test(`texts have a contrast of 4.5 to 1 with what is behind them (${colorScheme})`, async () => {
    await v.page.emulateMedia({ colorScheme });
    await v.show(town);
    await v.search('parse');
    await v.choose('io', 'merge');
    await v.zoom('main');
    await v.shot(`contrast-${colorScheme}`);
    assert.deepEqual(await faint(), []);
    await v.press('?');
    assert.deepEqual(await faint('.flame-help'), [], 'in the help');
    await v.press('Escape');
    await v.menu('draw');
    assert.deepEqual(await faint('.flame-menu'), [], 'in the menu');
    await v.press('Escape');
    await v.push('table');
    assert.deepEqual(await faint(), [], 'in the table');
    await v.push('regexp');
    await v.search('(');
    assert.deepEqual(await faint(), [], 'with an error');
    await v.page.emulateMedia({ colorScheme: 'light' });
  });
}

test('what can be hit is at least 16 px high, and buttons 24 px', async () => {
  await v.show(town);
  const sizes = await v.page.evaluate(() => [...document.querySelectorAll('.flame-bar button')]
    .filter((b) => b.getClientRects().length)
    .map((b) => ({ what: b.getAttribute('data-do'), w: b.offsetWidth, h: b.offsetHeight })));
  for (const { what, w, h } of sizes) {
    assert.ok(w >= 24 && h >= 24, `${what}: ${w} x ${h}`);
  }
  const tops = [...new Set((await v.frames()).map((f) => Math.round(f.y)))].sort((a, b) => a - b);
  for (let i = 1; i < tops.length; i++) {
    assert.ok(tops[i] - tops[i - 1] >= 16, 'rows are 16 px apart');
  }
});

test('nothing moves when the reader wants no motion, and never for long', async () => {
  for (const reducedMotion of ['reduce', 'no-preference']) {
    await v.page.emulateMedia({ reducedMotion });
    await v.show(town);
    await v.click('draw');
    const longest = await v.page.evaluate(() => Math.max(0, ...document.getAnimations()
      .map((a) => a.effect.getComputedTiming().endTime)));
    assert.ok(longest <= (reducedMotion === 'reduce' ? 0 : 120), `${longest} ms`);
    const at = (await v.frame('draw')).width;
    await v.page.evaluate(() => Promise.all(document.getAnimations().map((a) => a.finished)));
    await v.settle();
    if (reducedMotion === 'reduce') {
      near((await v.frame('draw')).width, at, 0.01, 'it stands still');
    }
  }
  await v.page.emulateMedia({ reducedMotion: 'reduce' });
});
