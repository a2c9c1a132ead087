// Zooming, panning, folding, going back and forward, resetting, and what a window of another size
// shows.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { share } from './folded.mjs';
import { draw, eventually, near, openFile, partsOf } from './kit.mjs';
import { deep, narrow, TOWN, TOWN_TEXT } from './samples.mjs';

const town = draw(TOWN_TEXT);
const v = await openFile(town);

// A frame is where its weight says, in a view that shows `path` over the whole width.
async function liesRight(name, path, from, weight) {
  const place = await v.place();
  const whole = TOWN.at(path).total;
  const frame = await v.frame(name);
  near(frame.width, (weight / whole) * place.width, 1.5, `width of ${name}`);
  near(frame.x, place.x + (from / whole) * place.width, 1.5, `left edge of ${name}`);
}

test('the first picture shows each frame as wide as its share', async () => {
  await v.show(town);
  await v.shot('first');
  await liesRight('all', [], 0, 1000);
  await liesRight('idle', [], 0, 250);
  await liesRight('main', [], 250, 750);
  await liesRight('draw', [], 250, 250);
  await liesRight('io', [], 500, 120);
  await liesRight('read', [], 500, 105);
  v.clean();
});

test('frames say name, share and count to those who cannot see widths', async () => {
  await v.show(town);
  const draws = await v.frame('draw');
  assert.equal(draws.share, share(250, 1000));
  assert.match(draws.count, /^250 samples/);
});

test('a click on a frame zooms to it, and its callees keep their shares of it', async () => {
  await v.show(town);
  await v.zoom('draw');
  await v.shot('zoomed');
  await liesRight('draw', ['main', 'draw'], 0, 250);
  await liesRight('fill', ['main', 'draw'], 0, 210);
  await liesRight('parse', ['main', 'draw'], 210, 40);
  assert.equal(await v.shows('idle'), false, 'idle is beside the view');
  v.clean();
});

test('callees stand to the right of what their caller has by itself', async () => {
  await v.show(town);
  await v.zoom('io');
  await v.zoom('read');
  await liesRight('vfs_read', ['main', 'io', 'read_[k]'], 60, 45);
});

test('ancestors stay above the zoomed frame and each can be clicked', async () => {
  await v.show(town);
  await v.zoom('draw');
  const place = await v.place();
  for (const name of ['all', 'main']) {
    const frame = await v.frame(name);
    assert.ok(frame.classes.includes('flame-above'), `${name} is marked as an ancestor`);
    assert.ok(frame.x <= place.x + 1 && frame.x + frame.width >= place.x + place.width - 1);
  }
  await v.click('main');
  await v.wide('main');
  await liesRight('draw', ['main'], 0, 250);
  await v.click('all');
  await v.whole();
  await liesRight('main', [], 250, 750);
});

test('an ancestor is marked when it reaches beyond one end of the view only', async () => {
  await v.show(draw('main;a 50\nmain;b 50\n'));
  for (const name of ['a', 'b']) {
    await v.zoom(name);
    assert.ok((await v.frame('main')).classes.includes('flame-above'), `main above ${name}`);
    await v.push('reset');
    assert.ok(!(await v.frame('main')).classes.includes('flame-above'));
  }
});

test('Back of the browser undoes a zoom and Forward does it again', async () => {
  await v.show(town);
  await v.zoom('main');
  await v.zoom('draw');
  await v.page.goBack();
  await v.wide('main');
  await v.page.goBack();
  await v.whole();
  await v.page.goForward();
  await v.wide('main');
  await v.page.goForward();
  await v.wide('draw');
  v.clean();
});

test('Backspace undoes a zoom', async () => {
  await v.show(town);
  await v.zoom('main');
  await v.zoom('draw');
  await v.press('Backspace');
  await v.wide('main');
  await v.press('Backspace');
  await v.whole();
});

test('the button for back undoes a zoom', async () => {
  await v.show(town);
  await v.zoom('main');
  await v.zoom('io');
  await v.push('back');
  await v.wide('main');
});

test('a second click on the zoomed frame goes back to the view before', async () => {
  await v.show(town);
  await v.zoom('main');
  await v.zoom('draw');
  await v.click('draw');
  await v.wide('main');
});

test('reset shows everything again, and Back undoes the reset', async () => {
  await v.show(town);
  await v.zoom('draw');
  await v.push('reset');
  await v.whole();
  await liesRight('idle', [], 0, 250);
  await v.page.goBack();
  await v.wide('draw');
});

test('there is nothing to reset or to go back to in the first picture', async () => {
  await v.show(town);
  for (const what of ['reset', 'back']) {
    assert.equal(await v.offered(what), false, `${what} makes no sense yet`);
  }
  await v.zoom('main');
  for (const what of ['reset', 'back']) {
    assert.ok(await v.offered(what), what);
  }
});

async function joinedFrame() {
  const joined = (await v.frames()).filter((f) => f.classes.includes('flame-rest'));
  assert.ok(joined.length > 0, 'narrow frames are joined');
  const widest = joined.reduce((a, b) => (b.width > a.width ? b : a));
  return { x: widest.x + widest.width / 2, y: widest.y + widest.height / 2 };
}

test('frames too narrow to see at first appear when one zooms into them', async () => {
  await v.show(draw(narrow()));
  assert.equal(await v.shows('leaf_123'), false);
  const { x, y } = await joinedFrame();
  await v.page.mouse.click(x, y);
  await v.settle();
  await v.shot('narrow');
  const place = await v.place();
  await eventually(async () => {
    const leaves = (await v.frames()).filter((f) => Math.abs(f.width - place.width / 400) < 0.6);
    assert.ok(leaves.length > 390, `${leaves.length} leaves of 400 are seen`);
  });
  await v.page.goBack();
  await v.whole();
  v.clean();
});

test('a frame too narrow to see is found by search and gone to', async () => {
  await v.show(draw(narrow()));
  await v.search('leaf_123');
  assert.match(await v.found(), /^1 function, <?0\.01 % of all|^1 function, 0\.00/);
  await v.press('Enter');
  await eventually(async () => assert.ok((await v.frame('leaf_123')).width > 20));
  v.clean();
});

test('joined narrow frames say how many they are and what they weigh', async () => {
  await v.show(draw(narrow()));
  const { x, y } = await joinedFrame();
  await v.page.mouse.move(x - 1, y);
  await v.page.mouse.move(x, y);
  await eventually(async () => {
    const said = `${await v.detail()} ${await v.tooltip(x, y)}`;
    assert.match(said, /400 narrow frames/);
    assert.match(said, /\b0\.40 ?%/);
  });
});

test('text is fitted again at each zoom, and template arguments are cut first', async () => {
  const long = 'std::map<std::string, std::vector<std::pair<int, long>>>::emplace_hint';
  await v.show(draw(`main;${long} 140\nmain;other 860\n`));
  const label = async () => {
    const { x, y, width } = await v.frame(long);
    const inside = (t) => t.x >= x - 1 && t.x < x + width && t.y >= y - 4 && t.y < y + 16;
    return (await v.labels()).find(inside);
  };
  const narrowText = await label();
  assert.ok(narrowText, 'a label stands in the frame');
  assert.match(narrowText.text, /\u2026/, 'it is cut');
  await v.zoom(long);
  const { text } = await label();
  assert.equal(text, long, 'all of it is shown when there is room');
  await v.page.setViewportSize({ width: 400, height: 800 });
  await eventually(async () => {
    const cut = (await label()).text;
    assert.match(cut, /^std::map<.*\u2026>+::emplace_hint$/, 'only arguments are cut');
  });
  await v.page.setViewportSize({ width: 1200, height: 800 });
});

test('no label is wider than its frame at any zoom', async () => {
  const wide = `WWWWWWWWWWWWWWWWWWWWWWWWWWWW;${'火焰图'.repeat(5)};${'i'.repeat(31)}`;
  await v.show(draw(`main;${wide} 9\nmain;${wide};x;y 4\nmain;rest 87\n`));
  for (const step of [null, 'WWWWWWWWWWWWWWWWWWWWWWWWWWWW']) {
    if (step) {
      await v.zoom(step);
    }
    const frames = await v.frames();
    for (const text of await v.labels()) {
      const room = frames.filter((f) => Math.abs(f.y + f.height / 2 - text.y - text.height / 2) < 8
        && f.x <= text.x + 1 && f.x + f.width >= text.x);
      const right = Math.max(...room.map((f) => f.x + f.width));
      assert.ok(text.x + text.width <= right + 1, `"${text.text}" stays in its frame`);
    }
  }
});

test('dragging moves the view, and the click that ends a drag zooms nowhere', async () => {
  await v.show(town);
  await v.zoom('main');
  const before = await v.frame('io');
  const { x, y } = await v.at('io');
  await v.page.mouse.move(x, y);
  await v.page.mouse.down();
  for (const step of [20, 60, 100]) {
    await v.page.mouse.move(x + step, y);
  }
  await v.page.mouse.up();
  await v.settle();
  const moved = await v.frame('io');
  near(moved.x - before.x, 100, 2, 'it moved with the pointer');
  near(moved.width, before.width, 1.5, 'a drag does not zoom');
  assert.ok(await v.shows('idle'), 'what was left of the view came in');
  v.clean();
});

// Boxes narrower than two pixels, and frames with a label, after that many turns of a wheel that
// come one right after the other.
function turned(turns) {
  return v.page.evaluate((n) => {
    const graph = document.querySelector('.flame-graph');
    const { left, top } = graph.getBoundingClientRect();
    for (let i = 0; i < n; i++)
      graph.dispatchEvent(new WheelEvent('wheel', { ctrlKey: true, deltaY: -5, bubbles: true,
        cancelable: true, clientX: left + 20, clientY: top + 5 }));
    const widths = [...graph.querySelectorAll('rect')].map((rect) => +rect.getAttribute('width'));
    return { narrow: widths.filter((width) => width < 1.9).length,
      labels: graph.querySelectorAll('text').length };
  }, turns);
}

test('boxes under two pixels are left out while a view moves, and come when it rests', async () => {
  const leaves = Array.from({ length: 500 }, (_, i) => `main;leaf_${i} 1\n`).join('');
  await v.show(draw(`${leaves}main;wide 500\n`));
  assert.ok((await turned(0)).narrow > 400, 'leaves are seen at first');
  const moving = await turned(3);
  assert.equal(moving.narrow, 0);
  assert.ok(moving.labels >= 3, 'what is wider is drawn with its labels');
  await eventually(async () => assert.ok((await turned(0)).narrow > 400, 'all is drawn'));
  // Whatever is done next shows all as well.
  assert.equal((await turned(3)).narrow, 0);
  await v.search('wide');
  assert.ok((await turned(0)).narrow > 400, 'all is drawn after a search');
  v.clean();
});

test('a drag cannot leave the profile', async () => {
  await v.show(town);
  await v.zoom('idle');
  const { x, y } = await v.at('idle');
  await v.page.mouse.move(x, y);
  await v.page.mouse.down();
  for (const step of [50, 400, 590]) {
    await v.page.mouse.move(x + step, y);
  }
  await v.page.mouse.up();
  await v.settle();
  const place = await v.place();
  near((await v.frame('all')).x, Math.min(place.x, (await v.frame('all')).x), 1, 'left end');
  assert.ok((await v.frame('idle')).x <= place.x + 1, 'nothing lies left of the first frame');
});

test('Ctrl and the wheel zoom about the pointer', async () => {
  await v.show(town);
  const before = await v.frame('draw');
  const x = before.x + before.width * 0.3;
  const y = before.y + before.height / 2;
  await v.page.mouse.move(x, y);
  await v.page.keyboard.down('Control');
  await v.page.mouse.wheel(0, -80);
  await v.settle();
  await v.page.mouse.wheel(0, -80);
  await v.page.keyboard.up('Control');
  await eventually(async () => assert.ok((await v.frame('draw')).width > before.width * 1.2));
  const after = await v.frame('draw');
  near((x - after.x) / after.width, 0.3, 0.02, 'the same spot is under the pointer');
  await v.page.keyboard.down('Control');
  for (let i = 0; i < 12; i++) {
    await v.page.mouse.wheel(0, 300);
  }
  await v.page.keyboard.up('Control');
  await v.whole();
  v.clean();
});

test('the wheel alone scrolls a graph that is higher than the window', async () => {
  await v.show(draw(deep(120)));
  const place = await v.place();
  const before = await v.frame('level_25');
  await v.page.mouse.move(place.x + place.width / 2, 400);
  await v.page.mouse.wheel(0, 300);
  await eventually(async () => {
    near((await v.frame('level_25')).y, before.y - 300, 2, 'it scrolled');
  });
  near((await v.frame('level_25')).width, before.width, 2, 'the wheel alone does not zoom');
});

test('in a deep graph each level can be reached', async () => {
  await v.show(draw(deep(120)));
  await v.search('level_119');
  await v.press('Enter');
  await eventually(async () => {
    const { y, height } = await v.frame('level_119');
    assert.ok(y >= 0 && y + height <= 800, 'the last level is in the window');
  });
});

for (const width of [400, 2500]) {
  test(`at ${width} px the graph uses the window and nothing sticks out`, async () => {
    await v.page.setViewportSize({ width, height: 700 });
    await v.show(town);
    await v.shot(`width-${width}`);
    const place = await v.place();
    const side = await v.page.locator('.flame-side').boundingBox();
    const used = place.width + (side ? side.width : 0);
    assert.ok(used > width - 60, `${used} px of ${width} are used`);
    const outside = await v.page.evaluate((limit) => {
      const seen = [...document.querySelectorAll('.flame-bar *, .flame-detail, .flame-found')];
      return seen.filter((e) => e.getClientRects().length)
        .filter((e) => e.getBoundingClientRect().right > limit + 1)
        .map((e) => e.getAttribute('data-do') || e.className);
    }, width);
    assert.deepEqual(outside, [], 'controls stay inside');
    const scrolls = await v.page.evaluate(() => {
      const root = document.scrollingElement || document.documentElement;
      return root.scrollWidth - window.innerWidth;
    });
    assert.ok(scrolls <= 1, `the page is ${scrolls} px too wide`);
    await v.zoom('draw');
    await liesRight('fill', ['main', 'draw'], 0, 210);
    await v.page.setViewportSize({ width: 1200, height: 800 });
  });
}

test('while zoomed a map shows the whole and the part that is seen, and takes one elsewhere',
  async () => {
    await v.show(town);
    const map = v.page.locator('svg.flame-strip');
    assert.equal(await map.isVisible(), false, 'no map of what is all seen');
    const before = await v.place();
    await v.zoom('draw');
    await map.waitFor({ state: 'visible' });
    assert.deepEqual(await v.place(), before, 'the graph stays where it is');
    const box = await map.boundingBox();
    near(box.width, before.width, 1, 'as wide as the graph');
    assert.ok(box.height >= 20 && box.height <= 28);
    const part = async () => {
      const seen = await v.page.locator('.flame-seen').boundingBox();
      return [(seen.x - box.x) / box.width, (seen.x + seen.width - box.x) / box.width];
    };
    const isAt = async (from, to, what) => {
      const ends = await part();
      near(ends[0], from, 0.005, what);
      near(ends[1], to, 0.005, what);
    };
    await isAt(0.25, 0.5, 'draw');
    // The outline: idle stands one row high, draw;fill;fill;fill more.
    const pixels = await v.pixels(box);
    const dark = (x, y) => pixels.at(x * box.width, y * box.height)
      .reduce((sum, n) => sum + n, 0) < 600;
    assert.ok(dark(0.1, 0.95) && !dark(0.1, 0.4), 'idle is low');
    assert.ok(dark(0.65, 0.95) && !dark(0.65, 0.1), 'parse is higher');
    await v.page.mouse.click(box.x + 0.75 * box.width, box.y + 10);
    await isAt(0.625, 0.875, 'the middle is where it was pressed');
    await v.page.mouse.move(box.x + 0.75 * box.width, box.y + 10);
    await v.page.mouse.down();
    await v.page.mouse.move(box.x + 0.6 * box.width, box.y + 10);
    await v.page.mouse.move(box.x + 0.2 * box.width, box.y + 14);
    await v.page.mouse.up();
    await isAt(0.075, 0.325, 'dragged');
    await v.page.mouse.move(box.x + 0.9 * box.width, box.y + 14);
    await isAt(0.075, 0.325, 'let go');
    await v.page.mouse.click(box.x + 0.99 * box.width, box.y + 10);
    await isAt(0.75, 1, 'kept within the whole');
    await v.page.goBack();
    await v.settle();
    await isAt(0.075, 0.325, 'a drag is one step back');
    await v.shot('map');
    await v.press('0');
    await map.waitFor({ state: 'hidden' });
    v.clean();
  });

test('the map is of the half of a sandwich that is zoomed', async () => {
  await v.show(town);
  await v.choose('parse', 'sandwich');
  await v.zoom('number');
  const box = await v.page.locator('svg.flame-strip').boundingBox();
  const seen = await v.page.locator('.flame-seen').boundingBox();
  near(seen.width / box.width, 60 / 420, 0.01, 'number of parse');
  v.clean();
});

test('the zoom survives a window of another size', async () => {
  await v.show(town);
  await v.zoom('draw');
  for (const width of [700, 1500]) {
    await v.page.setViewportSize({ width, height: 800 });
    await eventually(async () => {
      assert.ok((await v.place()).width > width - 60);
      await liesRight('fill', ['main', 'draw'], 0, 210);
    });
    await v.wide('draw');
  }
  await v.page.setViewportSize({ width: 1200, height: 800 });
});

// Places relative to the root, for the graph of a page that was zoomed may be higher.
async function seen() {
  const frames = await v.frames();
  const root = frames.find((f) => f.level === 1);
  assert.equal(frames.filter((f) => f.tabindex === '0').length, 1);
  return frames.map(({ label, x, y, width, fill, classes, expanded }) => ({
    label, x, y: y - root.y, width, fill, classes, expanded }));
}

test('a zoom that is left shows what a page shows that is opened at the same address', async () => {
  const steps = [
    [town, 'main', async () => {}],
    [town, 'draw', () => v.search('lex')],
    [town, 'io', () => v.page.setViewportSize({ width: 900, height: 700 })],
    [town, 'parse', () => v.page.setViewportSize({ width: 1200, height: 800 })],
    [draw(narrow()), 'crowd', async () => {}],
  ];
  for (const [path, name, act] of steps) {
    await v.page.setViewportSize({ width: 1200, height: 800 });
    await v.show(path);
    await v.zoom(name);
    await act();
    await v.settle();
    await v.push('reset');
    await v.settle();
    const left = await seen();
    const fragment = await v.fragmentAtRest();
    const texts = await v.labels();
    await v.show(path, fragment);
    assert.deepEqual(left, await seen(), name);
    assert.deepEqual(texts.map((t) => t.text), (await v.labels()).map((t) => t.text));
  }
  await v.page.setViewportSize({ width: 1200, height: 800 });
});

test('after a zoom is left, what is searched for then is marked, and rows can be scrolled to',
  async () => {
    await v.show(town);
    await v.zoom('draw');
    await v.push('reset');
    await v.search('fill');
    await eventually(async () => assert.ok((await v.named('fill'))
      .every((f) => f.classes.includes('flame-hit'))));
    await v.search('');
    await eventually(async () => assert.ok((await v.frames())
      .every((f) => !f.classes.includes('flame-hit'))));
    await v.show(draw(deep(100)));
    await v.zoom('level_1');
    await v.push('reset');
    await v.page.evaluate(() => { document.querySelector('.flame-scroll').scrollTop = 1e6; });
    await eventually(async () => assert.ok(await v.shows('level_99')));
    v.clean();
  });

test('r folds all recursion, as the picture without a script does; again, none', async () => {
  const picture = draw(`main;${'fib;'.repeat(29)}fib;add 60\n` +
    `main;${'eval;call;'.repeat(12)}work 30\nmain 10\n`);
  const frames = /<g class="frames"[^]*?\n<\/g>\n/.exec(readFileSync(picture, 'utf8'))[0];
  const drawn = [...frames.matchAll(/<title>(\S+) \((\d+ samples)/g)]
    .map(([, name, count]) => `${name} ${count}`);
  assert.ok(drawn.includes('fib 60 samples') && drawn.length < 10, drawn.join());
  const seen = async () => (await v.frames()).filter((f) => f.label !== null)
    .map((f) => partsOf(f.label)).map(({ name, count }) => `${name} ${count}`).sort();
  await v.show(picture);
  await v.settle();
  const whole = await seen();
  for (const undo of [() => v.press('r'), () => v.page.goBack(),
    () => v.page.locator('.flame-chip').click()]) {
    await v.press('r');
    await eventually(async () => assert.deepEqual(await seen(), [...drawn].sort()));
    assert.equal((await v.chips()).length, 1);
    assert.match((await v.chips())[0], /^fold: recursion/);
    await undo();
    await eventually(async () => assert.deepEqual(await seen(), whole));
    assert.deepEqual(await v.chips(), []);
  }
  await v.press('r');
  await v.page.reload();
  await eventually(async () => assert.deepEqual(await seen(), [...drawn].sort()));
  v.clean();
});

test('nothing is fetched from anywhere', async () => {
  await v.show(town);
  await v.zoom('main');
  const others = v.requests.filter((u) => !u.startsWith('file:') && !u.startsWith('about:'));
  assert.deepEqual(others, []);
});
