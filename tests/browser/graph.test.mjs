// Pictures of call graphs: moving about, searching, callers and callees of one function, keys, dark
// surroundings, paper, and content security policy.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test, { afterEach } from 'node:test';
import { assertTellsKeys } from './key_map.mjs';
import { eventually, FLAME, flame, folder, near, openPage, serve } from './kit.mjs';
import { contrast, Pixels } from './pixels.mjs';

const SKIPPED = 77;
const TOWN = 'main;parse;lex 60\nmain;parse;read 20\nmain;draw;flush;io 15\nmain;io 5\n';
const HOSTILE = ['</title><script>alert(1)</script>', '<b>bold</b>', '__proto__', 'constructor',
  'a.b(c)*', '"quoted\'', '\u202eturned', 'operator<'].map((name) => `main;${name} 5`);

function drawGraph(name, text, args = []) {
  const input = join(folder, `${name}.folded`);
  const path = join(folder, `${name}.svg`);
  writeFileSync(input, text);
  const run = spawnSync(join(dirname(FLAME), 'callgraph'), [input, '--quiet', '-o', path, ...args],
    { encoding: 'utf8' });
  if (/without graphviz/.test(run.stderr)) {
    console.log('skipped: built without graphviz');
    process.exit(SKIPPED);
  }
  assert.equal(run.status, 0, run.stderr);
  return path;
}

const town = drawGraph('town', TOWN);
const still = drawGraph('still', TOWN, ['--no-script']);
const v = await openPage();

// Boxes by the names of their functions: where they are seen, and whether they are lit.
async function boxes() {
  return Object.fromEntries(await v.page.evaluate(() => {
    return [...document.querySelectorAll('.node')].map((node) => {
      const { left, top, width, height } = node.querySelector('.box').getBoundingClientRect();
      return [node.querySelector('title').textContent.split('\n')[0], {
        x: left, y: top, width, height,
        faint: Number(getComputedStyle(node).opacity) < 0.5,
        hit: node.classList.contains('hit'),
        focused: node === document.activeElement,
        label: node.querySelector('title').textContent.replaceAll('\n', ', '),
      }];
    });
  }));
}

const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];

async function clickOn(name) {
  await v.page.mouse.click(...middle((await boxes())[name]));
  await v.settle();
}

const said = () => v.page.evaluate(() => document.querySelector('.graph-said').textContent);

async function namesOf(key) {
  return Object.entries(await boxes()).filter(([, box]) => box[key]).map(([name]) => name).sort();
}

async function search(text) {
  await v.press('/');
  await v.page.keyboard.press('Control+a');
  await v.page.keyboard.insertText(text);
  await v.settle();
}

async function scale() {
  const { main } = await boxes();
  return main.width;
}

afterEach(() => v.clean());

test('the whole graph is seen at first, below the bar, and its legend', async () => {
  await v.show(town);
  const bar = await v.page.locator('.graph-bar').boundingBox();
  for (const box of Object.values(await boxes())) {
    assert.ok(box.x >= 0 && box.y >= bar.height && box.x + box.width <= 1200
      && box.y + box.height <= 800, JSON.stringify(box));
  }
  assert.ok(await v.page.locator('.legend').isVisible());
  await v.page.locator('[data-do=legend]').click();
  assert.ok(!await v.page.locator('.legend').isVisible());
  await v.shot('graph');
});

const many = drawGraph('many', Array.from({ length: 300 }, (_, i) =>
  `start;layer_${i % 7};function_${i};leaf_${i % 50} ${i === 123 ? 99 : 1 + i % 5}`).join('\n'));

const mapShown = () => v.page.locator('.graph-map').isVisible();

test('a large graph opens at full size on the heaviest function, with a small map', async () => {
  await v.show(many);
  const box = (await boxes()).leaf_23;
  assert.ok(box.x >= 0 && box.x + box.width <= 1200 && box.y >= 30 && box.y + box.height <= 800);
  const sizes = await v.page.evaluate(() => [...document.querySelectorAll('g.graph tspan')]
    .map((t) => parseFloat(getComputedStyle(t).fontSize) * t.getScreenCTM().a));
  assert.ok(Math.min(...sizes) >= 11 - 1e-3, `text of ${Math.min(...sizes)} px`);
  assert.ok(await mapShown());
  assert.equal(await v.page.locator('.graph-map').getAttribute('aria-hidden'), 'true');
  await v.shot('graph-many');
  await v.press('0');
  assert.ok(!await mapShown(), 'all is seen');
  await v.press('1');
  near((await boxes()).leaf_23.width, box.width, 0.1, 'full size again');
});

// A deep path with the heaviest function at its end, and many light ones at its side.
const STEPS = Array.from({ length: 12 }, (_, i) => `step_${i}`);
const deep = drawGraph('deep', `main;${STEPS.join(';')};hot 400\n` + Array.from({ length: 30 },
  (_, i) => `main;branch_${i % 9};at_the_side_${i} 9\nmain;step_0;step_1;also_${i} 9`).join('\n'));

// Boxes, and what lies over them, as they are seen.
const seen = () => v.page.evaluate(() => {
  const place = (e) => {
    const { left, top, right, bottom } = e.getBoundingClientRect();
    return { left, top, right, bottom };
  };
  const fontOf = (node) => Math.max(...[...node.querySelectorAll('tspan')].map((e) =>
    parseFloat(getComputedStyle(e).fontSize) * e.getScreenCTM().a));
  return {
    boxes: [...document.querySelectorAll('.node')].map((node) => ({ ...place(node),
      name: node.querySelector('title').textContent.split('\n')[0], font: fontOf(node),
      self: Number(node.dataset.self), hot: node.matches('.hot'), run: node.matches('.run') })),
    panels: ['.graph-map', 'g.legend'].map((part) => document.querySelector(part))
      .filter((e) => getComputedStyle(e).display !== 'none').map(place),
    bar: document.querySelector('.graph-bar').getBoundingClientRect().bottom,
    width: innerWidth, height: innerHeight,
  };
});
const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom &&
  b.top < a.bottom;

async function assertHotPathInView() {
  const { boxes: all, panels, bar, width, height } = await seen();
  const hot = all.filter((box) => box.hot).sort((a, b) => a.top - b.top);
  assert.ok(hot.length > 2);
  for (const box of hot) {
    assert.ok(box.left >= 0 && box.top >= bar && box.right <= width && box.bottom <= height,
      JSON.stringify(box));
  }
  const heaviest = all.filter((box) => !box.run && !/ others$/.test(box.name))
    .sort((a, b) => b.self - a.self)[0];
  for (const box of [hot[0], heaviest, hot[hot.length - 1]]) {
    assert.ok(box.font >= 11 - 1e-3, `${box.name}: ${box.font} px`);
  }
  for (const panel of panels) for (const box of all) assert.ok(!overlap(panel, box), box.name);
}

test('the whole hot path is seen at first, its ends are readable, boxes are free', async () => {
  for (const path of [deep, many]) {
    await v.show(path);
    await assertHotPathInView();
  }
  await v.shot('graph-deep');
});

test('so it is where the window gets its size later, until the view is moved', async () => {
  const size = v.page.viewportSize();
  await v.page.setViewportSize({ width: 200, height: 120 });
  await v.show(deep);
  await v.page.setViewportSize(size);
  await eventually(assertHotPathInView);
  await v.press(['+', '+', '+']);
  const scale = await v.page.evaluate(() =>
    document.querySelector('g.graph').getAttribute('transform').split('scale')[1]);
  await v.page.setViewportSize({ width: size.width - 100, height: size.height });
  await v.settle();
  assert.equal(await v.page.evaluate(() =>
    document.querySelector('g.graph').getAttribute('transform').split('scale')[1]), scale);
  await v.page.setViewportSize(size);
});

test('panels are on no box wherever one drags, but a legend that is asked for', async () => {
  await v.show(deep);
  for (const [x, y] of [[300, 200], [-500, 0], [0, -400], [100, 300]]) {
    await v.page.mouse.move(600, 780);
    await v.page.mouse.down();
    await v.page.mouse.move(600 + x, 780 + y, { steps: 3 });
    await v.page.mouse.up();
    await v.settle();
    const { boxes: all, panels } = await seen();
    for (const panel of panels) for (const box of all) assert.ok(!overlap(panel, box), box.name);
  }
  await v.press(['+', '+', '+', '+']);
  if (await v.page.locator('.legend').isVisible()) await v.press('l');
  await v.press('l');
  assert.ok(await v.page.locator('.legend').isVisible());
  await v.press('l');
  assert.ok(!await v.page.locator('.legend').isVisible());
});

test('a box of several calls opens, lists them, and makes room below', async () => {
  await v.show(deep);
  const first = await seen();
  const run = first.boxes.find((box) => box.run && box.hot);
  assert.match(run.name, /^\+ \d+ calls$/);
  await clickOn(run.name);
  await v.shot('graph-open');
  const state = () => v.page.evaluate(() => document.querySelector('.run.hot')
    .getAttribute('aria-expanded'));
  assert.equal(await state(), 'true');
  const { boxes: all } = await seen();
  const open = all.find((box) => box.run && box.hot);
  assert.ok(open.bottom - open.top > 1.5 * (run.bottom - run.top), 'it is taller');
  const texts = await v.page.evaluate(() => [...document.querySelectorAll('.run.hot tspan')]
    .map((e) => e.textContent));
  for (const name of STEPS.slice(3)) {
    assert.ok(texts.some((text) => text.endsWith(name)), `${name} in ${texts}`);
  }
  for (let i = 0; i < all.length; i++) {
    for (const other of all.slice(0, i)) {
      assert.ok(!overlap(all[i], other), `${all[i].name} on ${other.name}`);
    }
  }
  await clickOn(run.name);
  assert.equal(await state(), 'false');
  assert.deepEqual((await seen()).boxes, first.boxes, 'as it was');
});

test('search finds functions in a box of several calls, and counts them alone', async () => {
  await v.show(deep);
  await search('^step_[89]$');
  assert.match(await said(), /2 functions match, 0\.00% by themselves/);
  assert.match((await namesOf('hit')).join(), /^\+ \d+ calls$/);
  await v.press('Enter');
  assert.match(await said(), /1 of 2/);
});

test('a press on the map goes there', async () => {
  await v.show(many);
  const map = await v.page.locator('.graph-map').boundingBox();
  const { x, y, width, height } = await v.page.evaluate(() => {
    const { left, top, width, height } = [...document.querySelectorAll('.graph-map rect')]
      .sort((a, b) => a.getBoundingClientRect().left - b.getBoundingClientRect().left)
      .find((rect) => !rect.matches('.graph-seen')).getBoundingClientRect();
    return { x: left, y: top, width, height };
  });
  assert.ok(x >= map.x - 1 && y >= map.y - 1);
  await v.page.mouse.click(x + width / 2, y + height / 2);
  await v.settle();
  const seen = Object.values(await boxes()).some((box) => {
    return Math.abs(middle(box)[0] - 600) < box.width / 2 + 40
      && Math.abs(middle(box)[1] - 400) < box.height / 2 + 60;
  });
  assert.ok(seen, 'the leftmost box is in the middle');
  assert.deepEqual(await namesOf('faint'), [], 'it is no click on the graph');
});

test('the box of the others says what they hold, and is not passed by callers', async () => {
  await v.show(many);
  const name = Object.keys(await boxes()).find((other) => / others$/.test(other));
  assert.match((await boxes())[name].label, /functions that are not shown, with what they call/);
  await search('others$');
  assert.deepEqual(await namesOf('hit'), [name]);
  assert.equal(await v.page.locator('.graph-map .hit').count(), 1);
});

test('dragging moves the graph, and is no click', async () => {
  await v.show(town);
  const before = (await boxes()).main;
  const [x, y] = middle(before);
  await v.page.mouse.move(x, y);
  await v.page.mouse.down();
  await v.page.mouse.move(x + 50, y + 30, { steps: 5 });
  await v.page.mouse.up();
  await v.settle();
  const after = (await boxes()).main;
  near(after.x - before.x, 50, 1, 'to the right');
  near(after.y - before.y, 30, 1, 'down');
  assert.deepEqual(await namesOf('faint'), []);
});

test('the graph cannot be lost by dragging', async () => {
  await v.show(town);
  for (let i = 0; i < 3; i++) {
    await v.page.mouse.move(600, 600);
    await v.page.mouse.down();
    await v.page.mouse.move(-1500, -1500, { steps: 3 });
    await v.page.mouse.up();
  }
  const graph = await v.page.locator('g.graph').boundingBox();
  assert.ok(graph.x + graph.width >= 300 && graph.y + graph.height >= 200, 'a part is seen');
  await v.press('0');
  assert.ok((await boxes()).main.x > 0);
});

test('the wheel zooms, and what is below the mouse stays there', async () => {
  await v.show(town);
  const before = (await boxes()).io;
  const [x, y] = middle(before);
  await v.page.mouse.move(x, y);
  await v.page.mouse.wheel(0, -300);
  await v.settle();
  const after = (await boxes()).io;
  assert.ok(after.width > before.width * 1.3, `${after.width} from ${before.width}`);
  near(middle(after)[0], x, 1, 'x');
  near(middle(after)[1], y, 1, 'y');
  await v.page.mouse.wheel(0, 3000);
  await v.settle();
  assert.ok((await boxes()).io.width > 1, 'it does not vanish');
});

test('+, -, 0 and the buttons zoom', async () => {
  await v.show(town);
  const fit = await scale();
  await v.press('+');
  near(await scale(), fit * 1.25, 0.5, '+');
  await v.press(['-', '-']);
  near(await scale(), fit / 1.25, 0.5, '-');
  await v.press('0');
  near(await scale(), fit, 0.5, '0');
  await v.page.locator('[data-do=in]').click();
  near(await scale(), fit * 1.25, 0.5, 'the button');
  await v.page.locator('[data-do=fit]').click();
  near(await scale(), fit, 0.5, 'Fit');
});

test('a click leaves lit only callers and callees, Esc all', async () => {
  await v.show(town);
  await clickOn('parse');
  assert.deepEqual(await namesOf('faint'), ['draw', 'flush', 'io']);
  assert.match(await said(), /^parse: 1 caller and 2 callees/);
  await v.shot('graph-chosen');
  await clickOn('io');
  assert.deepEqual(await namesOf('faint'), ['lex', 'parse', 'read']);
  await v.press('Escape');
  assert.deepEqual(await namesOf('faint'), []);
  assert.equal(await said(), '');
  await clickOn('lex');
  await clickOn('lex');
  assert.deepEqual(await namesOf('faint'), [], 'a second click is undoing');
});

test('search says how many functions match and what they have by themselves', async () => {
  await v.show(town);
  await search('^(lex|io)$');
  assert.deepEqual(await namesOf('hit'), ['io', 'lex']);
  assert.match(await said(), /2 functions match, 80\.00% by themselves/);
  await v.press('Enter');
  assert.match(await said(), /1 of 2/);
  await search('LEX');
  assert.match(await said(), /1 function matches, 60\.00% by itself/);
  await search('nothing at all');
  assert.match(await said(), /0 functions match/);
});

test('? tells the keys of a call graph, and Esc closes that', async () => {
  await v.show(town);
  const help = v.page.locator('.graph-help');
  assert.equal(await help.isVisible(), false);
  await v.press('?');
  assert.ok(await help.isVisible());
  await v.shot('graph-help');
  assertTellsKeys(await help.innerText(), 'g');
  await v.press('Escape');
  assert.equal(await help.isVisible(), false);
  await v.page.locator('[data-do=help]').click();
  await v.page.locator('[data-do=close]').click();
  assert.equal(await help.isVisible(), false);
  v.clean();
});

test('Esc leaves the search, where n is a key then, and a second one clears it', async () => {
  await v.show(town);
  await clickOn('parse');
  await search('^(lex|io)$');
  await v.press('Escape');
  assert.equal(await v.focused('.graph-search'), false);
  assert.deepEqual(await namesOf('hit'), ['io', 'lex']);
  await v.press('n');
  assert.match(await said(), /1 of 2/);
  await v.press('N');
  assert.match(await said(), /2 of 2/);
  await v.press('Escape');
  assert.deepEqual(await namesOf('hit'), []);
  assert.match(await said(), /^parse: /);
  await v.press('Escape');
  assert.equal(await said(), '');
  v.clean();
});

test('Ctrl-F goes to the search', async () => {
  await v.show(town);
  await v.press('Control+f');
  assert.ok(await v.focused('.graph-search'));
});

test('what is no regular expression is looked for as it is, and none takes long', async () => {
  await v.show(drawGraph('hostile', `${HOSTILE.join('\n')}\nmain;${'a'.repeat(4000)} 9\n`,
    ['-n0', '-e0']));
  await search('a.b(c');
  assert.deepEqual(await namesOf('hit'), ['a.b(c)*']);
  await search('(a+)+$'); // which would not end where expressions are tried one way after another
  await search('(a|aa)+!');
  await eventually(async () => assert.match(await said(), /0 functions match/));
});

test('of two profiles a tooltip, a search and the colours say what changed', async () => {
  const before = join(folder, 'before.folded');
  writeFileSync(before, 'main;parse;lex 30\nmain;parse;read 40\nmain;old 30\n');
  await v.show(drawGraph('both', TOWN, ['--before', before]));
  const { lex, old } = await boxes();
  assert.match(lex.label, /, with what it calls 30 \u2192 60 samples, \+30 \(\+100\.00%\); 30/);
  assert.match(old.label, /, with what it calls 30 \u2192 0 samples, -30 \(gone\);/);
  await search('lex|read');
  assert.match(await said(), /2 functions match, 70\.00% \u2192 80\.00% by themselves/);
});

test('hostile names are text', async () => {
  await v.show(drawGraph('hostile', HOSTILE.join('\n'), ['-n0', '-e0']));
  const names = Object.keys(await boxes());
  assert.ok(names.includes('</title><script>alert(1)</script>'), names.join(' '));
  assert.equal(names.length, HOSTILE.length + 1);
  await clickOn('<b>bold</b>');
  assert.match(await said(), /^<b>bold<\/b>: 1 caller/);
  assert.equal(await v.page.evaluate(() => document.querySelectorAll('b').length), 0);
});

test('Tab reaches functions, Enter chooses, arrows follow the heaviest call', async () => {
  await v.show(town);
  for (let i = 0; i < 30 && !(await namesOf('focused')).length; i++) {
    await v.page.keyboard.press('Tab');
  }
  const [first] = await namesOf('focused');
  assert.ok(first, 'a function has the focus');
  assert.match((await boxes())[first].label, /^\w+, with what it calls .* by itself /);
  await v.press('Enter');
  assert.match(await said(), new RegExp(`^${first}: `));
  await v.press('Escape');
  for (let i = 0; i < 9 && !(await boxes()).main.focused; i++) {
    await v.press('ArrowUp');
  }
  await v.press(['ArrowDown', 'ArrowDown']);
  assert.deepEqual(await namesOf('focused'), ['lex']);
});

test('two fingers pinch', async () => {
  await v.show(town);
  const before = await scale();
  const client = await v.page.context().newCDPSession(v.page);
  const touch = (type, ...points) => client.send('Input.dispatchTouchEvent',
    { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  await touch('touchStart', [550, 400], [650, 400]);
  for (let i = 1; i <= 10; i++) {
    await touch('touchMove', [550 - 10 * i, 400], [650 + 10 * i, 400]);
  }
  await touch('touchEnd');
  await v.settle();
  assert.ok(await scale() > 2 * before, `${await scale()} from ${before}`);
});

test('a narrow window shows all of it, and the bar', async () => {
  await v.page.setViewportSize({ width: 400, height: 700 });
  await v.show(town);
  for (const box of Object.values(await boxes())) {
    assert.ok(box.x >= 0 && box.x + box.width <= 400);
  }
  const wide = await v.page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 400, `${wide} px`);
  await v.shot('graph-narrow');
  await v.page.setViewportSize({ width: 1200, height: 800 });
  await eventually(async () => assert.ok((await boxes()).main.x > 300,
    'it follows the window'));
});

test('in dark surroundings the paper is dark and texts are light', async () => {
  await v.page.emulateMedia({ colorScheme: 'dark' });
  for (const path of [town, still]) {
    v.errors.length = 0;
    await v.page.goto(`file://${path}`);
    await v.drawn();
    const [paper, text] = await v.page.evaluate(() => ['.paper', '.labels text']
      .map((s) => getComputedStyle(document.querySelector(s)).fill));
    const rgb = (css) => css.match(/\d+/g).slice(0, 3).map(Number);
    assert.ok(contrast(rgb(paper), rgb(text)) > 7, `${paper} ${text}`);
  }
  await v.page.emulateMedia({ colorScheme: 'light' });
});

test('paper gets the picture as it is without a script', async () => {
  await v.show(town);
  await v.press(['+', '+']);
  await v.page.emulateMedia({ media: 'print' });
  await v.page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  const shown = await v.page.evaluate(() => [getComputedStyle(document.querySelector('#graph-app'))
    .display, document.documentElement.getAttribute('viewBox')]);
  assert.equal(shown[0], 'none');
  assert.match(readFileSync(still, 'utf8'), new RegExp(`viewBox="${shown[1]}"`));
  await v.page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await v.page.emulateMedia({ media: 'screen' });
  assert.ok(await v.page.locator('.graph-bar').isVisible());
});

test('printing gives one page, with the viewer and without', async () => {
  const wide = drawGraph('wide', Array.from({ length: 40 }, (_, i) =>
    `main;part_${i % 5};function_number_${i} ${20 + i}`).join('\n'), ['--max-nodes', '60']);
  for (const path of [town, deep, many, wide]) {
    await v.show(path);
    const pdf = (await v.page.pdf({ format: 'A4' })).toString('latin1');
    assert.equal(pdf.match(/\/Type ?\/Page\b/g).length, 1, path);
  }
  await v.page.goto(`file://${still}`);
  const pdf = (await v.page.pdf({ format: 'A4' })).toString('latin1');
  assert.equal(pdf.match(/\/Type ?\/Page\b/g).length, 1, still);
});

test('it works under the policy of --csp, and is a picture where scripts may not run', async () => {
  const policy = flame('--csp').trim();
  const origin = await serve({
    '/all': { file: town, headers: { 'content-security-policy': policy } },
    '/none': { file: town, headers: { 'content-security-policy': "default-src 'none'" } },
    '/still': { file: still, headers: { 'content-security-policy': policy } },
  });
  await v.show(`${origin}/all`);
  await clickOn('parse');
  assert.deepEqual(await namesOf('faint'), ['draw', 'flush', 'io']);
  v.clean();
  for (const path of ['/none', '/still']) {
    await v.page.goto(origin + path);
    await v.drawn();
    assert.equal(await v.page.evaluate(() => document.querySelectorAll('.graph-bar').length), 0);
    assert.equal(Object.keys(await boxes()).length, 7);
  }
  v.errors.length = 0; // what was forbidden is said in the console
});

test('inside of a page it keeps its size and leaves the wheel to the page', async () => {
  const svg = readFileSync(town, 'utf8').replace(/^<\?xml.*\n/, '');
  const origin = await serve({
    '/favicon.ico': { text: '' },
    '/page': { text: `<!doctype html><meta charset="utf-8"><p>a</p>${svg}`
      + '<p style="height:3000px">' },
  });
  await v.show(`${origin}/page`);
  const width = /<svg[^>]* width="(\d+)/.exec(svg)[1];
  const box = await v.page.locator('svg.graph-on').boundingBox();
  near(box.width, Number(width), 1, 'width');
  await v.page.mouse.move(box.x + 50, box.y + 200);
  await v.page.mouse.wheel(0, 200);
  await eventually(async () => assert.ok(await v.page.evaluate(() => window.scrollY) > 0));
  await clickOn('parse');
  assert.deepEqual(await namesOf('faint'), ['draw', 'flush', 'io']);
});

test('in an image it is a picture', async () => {
  const origin = await serve({ '/x.svg': { file: town }, '/favicon.ico': { text: '' },
    '/page': { text: '<!doctype html><body style="margin:0"><img src="/x.svg">' } });
  await v.page.goto(`${origin}/page`);
  await v.drawn();
  const pixels = await v.page.screenshot();
  assert.ok(new Pixels(pixels), 'it is drawn');
  const drawn = await v.page.evaluate(() => document.querySelector('img').naturalWidth);
  assert.ok(drawn > 100);
});
