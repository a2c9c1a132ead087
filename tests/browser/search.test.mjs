// The search box: what is found, what it weighs, how one gets to it, and what cannot go wrong.
import assert from 'node:assert/strict';
import test from 'node:test';
import { shown, share } from './folded.mjs';
import { draw, eventually, openFile, partsOf } from './kit.mjs';
import { TOWN, TOWN_TEXT } from './samples.mjs';

const town = draw(TOWN_TEXT);
const v = await openFile(town);
const TOTAL = 1000;

// Compares the answer with the input: functions, share of all, and of the view when zoomed.
async function foundIs(test_, path = []) {
  const matches = (name) => test_(shown(name)) || test_(name);
  const n = TOWN.functions(matches).length;
  const all = share(TOWN.matched(matches), TOTAL);
  const view = share(TOWN.matched(matches, path), TOWN.at(path).total);
  await eventually(async () => {
    const text = await v.found();
    assert.ok(text.startsWith(`${n} function`), `"${text}" begins with ${n} functions`);
    if (n === 0) {
      assert.doesNotMatch(text, /[1-9]/);
      return;
    }
    assert.ok(text.includes(`${all} of all`), `"${text}" says ${all} of all`);
    if (path.length) {
      assert.ok(text.includes(`${view} of the view`), `"${text}" says ${view} of the view`);
    }
  });
}

async function hits() {
  const frames = await v.frames();
  const marked = frames.filter((f) => f.classes.includes('flame-hit') && f.label);
  return marked.map((f) => partsOf(f.label).name);
}

test('/ goes to the search box and does not stand in it', async () => {
  await v.show(town);
  await v.press('/');
  assert.ok(await v.focused('.flame-search'));
  assert.equal(await v.searched(), '');
  await v.page.keyboard.type('a/b');
  assert.equal(await v.searched(), 'a/b', 'in the box / is a letter');
  v.clean();
});

for (const chord of ['Control+f', 'Meta+f']) {
  test(`${chord} goes to the search box, and a second time to the browser`, async () => {
    await v.show(town);
    await v.page.evaluate(() => {
      window.addEventListener('keydown', (e) => { window.kept = !e.defaultPrevented; });
    });
    await v.press(chord);
    assert.ok(await v.focused('.flame-search'));
    assert.equal(await v.page.evaluate(() => window.kept), false, 'the viewer took the key');
    await v.press(chord);
    assert.equal(await v.page.evaluate(() => window.kept), true, 'the browser may have it');
  });
}

test('the answer comes with each letter', async () => {
  await v.show(town);
  await v.press('/');
  let text = '';
  for (const letter of 'parse') {
    text += letter;
    await v.page.keyboard.type(letter);
    await foundIs((name) => name.includes(text));
  }
  await v.shot('search');
  await v.press('Backspace');
  await foundIs((name) => name.includes('pars'));
});

test('a stack with nested matches counts once', async () => {
  await v.show(town);
  await v.search('fill');
  assert.equal(TOWN.matched((n) => n === 'fill'), 210);
  await foundIs((name) => name.includes('fill'));
  await v.search('a');
  await foundIs((name) => name.includes('a'));
});

test('matching frames are marked, by more than colour, and others are not', async () => {
  await v.show(town);
  await v.search('lex');
  const marked = await hits();
  assert.ok(marked.length >= 2 && marked.every((name) => name === 'lex'), String(marked));
  const outline = await v.page.evaluate(() => {
    const style = (e) => getComputedStyle(e);
    const hit = style(document.querySelector('.flame-frame.flame-hit'));
    const not = style(document.querySelector('.flame-frame:not(.flame-hit)'));
    return { hit: `${hit.stroke} ${hit.strokeWidth} ${hit.strokeDasharray}`,
      not: `${not.stroke} ${not.strokeWidth} ${not.strokeDasharray}` };
  });
  assert.notEqual(outline.hit, outline.not, 'the outline differs');
  for (const { classes } of await v.frames())
    assert.notEqual(classes.includes('flame-hit'), classes.includes('flame-dim'), 'others are dim');
  await v.search('');
  assert.deepEqual(await hits(), []);
  assert.ok((await v.frames()).every(({ classes }) => !classes.includes('flame-dim')));
  assert.equal(await v.found(), '');
});

test('text is taken as it is: no character has a meaning', async () => {
  await v.show(town);
  for (const text of ['::', '<std::pair<int, long>>', '(std', '&)', 'a.s', '.*', '[', '(', '\\']) {
    await v.search(text);
    await foundIs((name) => name.includes(text));
  }
  v.clean();
});

test('capital letters do not count until the switch for them is set', async () => {
  await v.show(town);
  await v.search('PARSE');
  await foundIs((name) => name.toLowerCase().includes('parse'));
  await v.push('case');
  assert.ok(await v.pressed('case'));
  await foundIs((name) => name.includes('PARSE'));
  assert.match(await v.found(), /^0 functions|^No|^nothing/i);
  await v.push('case');
  await foundIs((name) => name.toLowerCase().includes('parse'));
});

test('with its switch set the text is a regular expression', async () => {
  await v.show(town);
  await v.search('^(parse|lex)$');
  await foundIs(() => false);
  await v.push('regexp');
  assert.ok(await v.pressed('regexp'));
  await foundIs((name) => /^(parse|lex)$/.test(name));
  const texts = ['f.l+', 'r..d$', '^[a-d]', 'push_\\w+\\(', 'l{2}', 'std::(vector|map)', 'i[^n]'];
  for (const text of texts) {
    await v.search(text);
    await foundIs((name) => new RegExp(text, 'i').test(name));
  }
  v.clean();
});

test('a bad regular expression is said to be one, and the picture stays', async () => {
  await v.show(town);
  const before = (await v.frames()).length;
  await v.push('regexp');
  for (const text of ['(', 'a)', '[z', '*', 'a{3,1}', 'a**b', '\\']) {
    await v.search(text);
    const said = await v.found();
    assert.ok(said.length > 8 && !/function/.test(said), `"${text}" gives "${said}"`);
    const wrong = await v.page.evaluate(
      () => document.querySelector('.flame-found').classList.contains('flame-wrong'),
    );
    assert.ok(wrong, 'it looks like an error');
    assert.equal((await v.frames()).length, before);
  }
  await v.shot('bad-regexp');
  await v.search('lex');
  await foundIs((name) => name.includes('lex'));
  v.clean();
});

test('what the matcher does not know is refused with a sentence', async () => {
  await v.show(town);
  await v.push('regexp');
  for (const text of ['(?=a)', '(?<!b)x', '(a)\\1', '(a{9999}){9999}']) {
    await v.search(text);
    const said = await v.found();
    assert.match(said, /not supported|too (large|long|big)|at most/, `"${text.slice(0, 20)}"`);
  }
  v.clean();
});

test('a pattern that takes exponential time elsewhere cannot freeze the page', async () => {
  const name = `${'a'.repeat(60)}!`;
  await v.show(draw(`main;${name} 10\nmain;${'ab'.repeat(100)}c 5\nmain;b 5\n`));
  await v.push('regexp');
  for (const text of ['(a+)+$', '(a|a)*$', '(a*)*b', '(a|aa)+$', '(.*)*x', '(a?){50}a{50}$']) {
    await v.search(text);
    await eventually(async () => assert.notEqual(await v.found(), ''));
  }
  v.clean();
});

test('only names are searched, not counts, shares or units', async () => {
  await v.show(town);
  for (const text of ['samples', '%', '250', '25.00', 'all, ', ', 1']) {
    await v.search(text);
    await foundIs((name) => name.includes(text));
  }
});

test('a mark such as _[k] can be searched for though it is not shown', async () => {
  await v.show(town);
  await v.search('_[k]');
  await foundIs((name) => name.includes('_[k]'));
  assert.ok((await hits()).includes('read'));
});

test('when zoomed the share of the view is said beside the share of the whole', async () => {
  await v.show(town);
  await v.zoom('draw');
  await v.search('lex');
  await foundIs((name) => name.includes('lex'), ['main', 'draw']);
  await v.search('fill');
  await foundIs((name) => name.includes('fill'), ['main', 'draw']);
  await v.search('number');
  await foundIs((name) => name.includes('number'), ['main', 'draw']);
  await v.search('main');
  await foundIs((name) => name.includes('main'), ['main', 'draw']);
});

test('the share of the view follows the zoom', async () => {
  await v.show(town);
  await v.search('lex');
  await v.zoom('draw');
  await foundIs((name) => name.includes('lex'), ['main', 'draw']);
  await v.click('main');
  await v.wide('main');
  await foundIs((name) => name.includes('lex'), ['main']);
});

// Where one is taken: the one frame that the tab key reaches, and the detail bar speaks of.
async function current() {
  const [frame] = (await v.frames()).filter((f) => f.tabindex === '0');
  assert.ok(frame, 'one frame is the current one');
  const { name } = partsOf(frame.label);
  assert.ok((await v.detail()).includes(name), `the detail bar speaks of ${name}`);
  return { name, at: `${Math.round(frame.x)},${Math.round(frame.y)}`, frame };
}

test('n and N go to the next and the previous match, around the end', async () => {
  await v.show(town);
  const tops = TOWN.tops((name) => name.includes('parse'));
  assert.equal(tops.length, 2);
  await v.search('parse');
  await v.page.locator('.flame-search').blur();
  const seen = [];
  for (const key of ['n', 'n', 'n', 'N', 'N']) {
    await v.press(key);
    const { name, at, frame } = await current();
    assert.equal(name, 'parse');
    assert.ok(frame.focused, 'the match has the focus');
    seen.push(at);
  }
  assert.notEqual(seen[0], seen[1], 'n goes on');
  assert.equal(seen[2], seen[0], 'behind the last comes the first');
  assert.equal(seen[3], seen[1], 'N goes back');
  assert.equal(seen[4], seen[0]);
  assert.match(await v.found(), /1 of 2/, 'it says which of how many');
  v.clean();
});

test('the buttons for next and previous do as the keys', async () => {
  await v.show(town);
  assert.equal(await v.offered('next'), false, 'not without matches');
  await v.search('parse');
  await v.push('next');
  const first = (await current()).at;
  await v.push('next');
  assert.notEqual((await current()).at, first);
  await v.push('prev');
  assert.equal((await current()).at, first);
});

test('Enter in the box goes to the next match, with Shift to the previous', async () => {
  await v.show(town);
  await v.search('parse');
  await v.press('Enter');
  const first = (await current()).at;
  await v.press('Enter');
  assert.notEqual((await current()).at, first);
  await v.press('Shift+Enter');
  assert.equal((await current()).at, first);
  await v.page.keyboard.type('x');
  assert.equal(await v.searched(), 'parsex', 'one can type on');
});

test('one sees which of the matches one was taken to', async () => {
  await v.show(town);
  await v.search('parse');
  await v.press('Enter');
  const { frame } = await current();
  const clip = { x: frame.x, y: frame.y, width: frame.width, height: frame.height };
  const there = await v.pixels(clip);
  await v.press('Enter');
  assert.ok(there.differing(await v.pixels(clip)) > 20, 'the current match looks different');
});

test('a strip shows where in the whole profile the matches are', async () => {
  await v.show(town);
  const strip = v.page.locator('svg.flame-strip');
  assert.equal(await strip.isVisible(), false, 'no strip without a search');
  await v.search('parse');
  await strip.waitFor({ state: 'visible' });
  const pixels = await v.pixels(await strip.boundingBox());
  const grey = ([r, g, b]) => Math.max(r, g, b) - Math.min(r, g, b) < 30;
  const marked = (at) => !grey(pixels.at(at * pixels.width, pixels.height / 2));
  // draw;parse lies at 0.46 to 0.5, parse at 0.62 to 1.
  for (const inside of [0.48, 0.8, 0.95]) {
    assert.ok(marked(inside), `a mark at ${inside}`);
  }
  for (const outside of [0.3, 0.55]) {
    assert.ok(!marked(outside), `no mark at ${outside}`);
  }
  await v.search('');
  await strip.waitFor({ state: 'hidden' });
});

test('f leaves the stacks with what is found, as a chip and in the address, and takes it back',
  async () => {
    await v.show(town);
    const button = v.page.locator('[data-do=found]');
    assert.equal(await button.isVisible(), false, 'no search, nothing to focus on');
    await v.search('^(lex|number)$');
    await v.push('regexp');
    await v.page.locator('.flame-graph [tabindex="0"]').focus();
    await v.press('f');
    assert.equal(await v.shows('io'), false);
    assert.ok(await v.shows('lex') && await v.shows('number'));
    assert.match(String(await v.chips()), /^focus: \u201c\^\(lex\|number\)\$\u201d\s*\u00d7$/);
    assert.equal(await button.getAttribute('aria-pressed'), 'true');
    const fragment = await v.fragmentWith(/find/);
    await v.show(town, fragment);
    assert.equal(await v.shows('io'), false, 'the address holds it');
    assert.equal((await v.chips()).length, 1);
    await v.hit('[data-do=found]');
    await eventually(async () => assert.ok(await v.shows('io')));
    assert.deepEqual(await v.chips(), []);
    await v.search('a,b%.c');
    await v.press('Control+Enter');
    assert.deepEqual(await v.chips(), [], 'what is not found leaves all');
    await v.push('regexp');
    await v.search('lex');
    await v.press('Control+Enter');
    await eventually(async () => assert.equal((await v.chips()).length, 1));
    v.clean();
  });

test('a focus in an address may hold any text, and a bad one is told', async () => {
  const path = draw('main;a,b%.c;x 3\nmain;y 2\n');
  await v.show(path);
  await v.search('a,b%.c');
  await v.press('Control+Enter');
  const fragment = await v.fragmentWith(/find/);
  await v.show(path, fragment);
  assert.equal((await v.chips()).length, 1);
  assert.equal(await v.shows('y'), false);
  const wrong = ['find', 'find.', 'find.00.', 'find.10.(', 'find.00.%25', 'find.1', '.',
    'find.10.(a{999}){999}'];
  for (const bad of wrong) {
    await v.show(path, 'v=1&t=' + bad);
    assert.match(await v.note(), /not in this profile/, bad);
    assert.deepEqual(await v.chips(), []);
  }
  v.clean();
});

test('Esc leaves the box, where n and f then are keys, and a second one empties it', async () => {
  await v.show(town);
  await v.search('lex');
  await v.press('Escape');
  await eventually(async () => assert.equal(await v.focused('.flame-search'), false));
  assert.equal(await v.searched(), 'lex');
  await v.press('n');
  await eventually(async () => assert.match(await v.found(), /place 1 of/));
  await v.press('f');
  assert.equal((await v.chips()).length, 1);
  await v.press('Escape');
  assert.equal(await v.searched(), '');
  assert.deepEqual(await hits(), []);
  v.clean();
});

test('Esc empties the box before it shows all', async () => {
  await v.show(town);
  await v.zoom('parse');
  await v.search('lex');
  await v.press('Escape');
  await eventually(async () => assert.equal(await v.focused('.flame-search'), false));
  await v.press('Escape');
  assert.equal(await v.searched(), '');
  await v.wide('parse');
  await v.press('Escape');
  await v.whole();
});

test('letters that are keys elsewhere are letters in the box', async () => {
  await v.show(town);
  await v.press('/');
  await v.page.keyboard.type('n?0fi mNcst-+');
  assert.equal(await v.searched(), 'n?0fi mNcst-+');
  await v.press('Backspace');
  assert.equal(await v.searched(), 'n?0fi mNcst-');
  await v.whole();
});

test('the box has a name, and what was found is announced', async () => {
  await v.show(town);
  const box = v.page.locator('.flame-search');
  assert.equal(await box.getAttribute('aria-label'), 'Search functions');
  await v.search('lex');
  await eventually(async () => {
    const tree = await v.accessibility();
    const said = tree.filter((n) => n.role === 'status' || n.live === 'polite');
    assert.ok(said.length > 0, 'a live region is in the tree');
    assert.match(`${await v.live()} ${await v.found()}`, /1 function/);
  });
});

test('the search goes on when the window changes its size', async () => {
  await v.show(town);
  await v.search('lex');
  await v.page.setViewportSize({ width: 800, height: 700 });
  await v.settle();
  assert.ok((await hits()).includes('lex'));
  await v.page.setViewportSize({ width: 1200, height: 800 });
});
