// What a difference of several runs proves is what is seen of it, in pixels.
import assert from 'node:assert/strict';
import test from 'node:test';
import { mostOf } from './dark.mjs';
import { draw, eventually, openPage, url, write } from './kit.mjs';
import { contrast } from './pixels.mjs';
import { drawRuns } from './runs.mjs';

// hashKeys, a small part of the program, takes two thirds more; a tower is new in one run alone, as
// code that was compiled once otherwise; all the rest varies.
function runOf(side, run) {
  const noise = (i) => (run * 7 + i * 5 + side * 3) % 11;
  const lines = [`main;load;parseEverything ${4000 + 9 * noise(1)}`,
    `main;load;serialize ${3000 + 9 * noise(2)}`, `main;sort ${2000 + 9 * noise(3)}`,
    `main;group;hashKeys ${(side ? 330 : 200) + noise(4)}`, `main;group ${300 + noise(5)}`];
  if (side && run === 3) {
    lines.push('main;script;compiled;sort 2100', 'main;script;compiled;serialize 900');
  }
  return `${lines.join('\n')}\n`;
}

const RUNS = [0, 1].map((side) => [0, 1, 2, 3, 4, 5, 6].map((run) => runOf(side, run)));
// What it has in the mean of a side's runs.
const HASH_KEYS = RUNS.map((runs) => runs.reduce((sum, run) =>
  sum + +/hashKeys (\d+)/.exec(run)[1], 0) / runs.length);
const ONE = [['--before', write('one.folded', RUNS[0][0])], RUNS[1][3]];

const chroma = (colour) => Math.max(...colour) - Math.min(...colour);

function readBoxes() {
  const graph = document.querySelector('.flame-graph') || document.querySelector('g.frames');
  return [...graph.querySelectorAll('rect:not(.rest, .callouts rect)')].map((rect) => {
    const { left, top, width, height } = rect.getBoundingClientRect();
    const { stroke } = getComputedStyle(rect);
    return { left, top, width, height,
      stroke: stroke === 'none' ? null : stroke.match(/\d+/g).map(Number),
      named: getComputedStyle(rect).strokeWidth === '2px',
      name: (rect.getAttribute('aria-label') || rect.textContent).split(/, | \(/)[0] };
  }).filter(({ top, height, width }) => top >= 0 && top + height <= innerHeight && width > 8);
}

const v = await openPage();

async function look(path, hasScript, colorScheme) {
  await v.page.emulateMedia({ colorScheme });
  if (hasScript) {
    await v.show(path);
    await v.frames();
  } else {
    await v.page.goto(url(path));
  }
  const boxes = await v.page.evaluate(readBoxes);
  const pixels = await v.pixels();
  const ground = pixels.at(2, 400);
  return { ground, boxes: boxes.map((box) => ({ ...box, fill: mostOf(pixels, box) })) };
}

for (const hasScript of [true, false]) {
  for (const scheme of ['light', 'dark']) {
    const how = `in the ${scheme}, ${hasScript ? 'with' : 'without'} a script`;

    test(`what is proven is outlined and louder than all else ${how}`, async () => {
      const path = drawRuns(...RUNS, hasScript ? [] : ['--no-script']);
      const { ground, boxes } = await look(path, hasScript, scheme);
      await v.shot(`proven-${scheme}-${hasScript}`);
      const named = boxes.filter((box) => box.named);
      const others = boxes.filter((box) => !box.named);
      assert.ok(named.length === 1 && named[0].name === 'hashKeys', JSON.stringify(named));
      assert.ok(others.length >= 8 && others.some((box) => box.stroke), 'dashes are looked at');
      assert.ok(contrast(named[0].stroke, ground) >= 7);
      for (const box of others) {
        assert.ok(chroma(box.fill) <= chroma(named[0].fill) / 2, `${box.name}: ${box.fill}`);
        assert.ok(!box.stroke || contrast(box.stroke, box.fill) < 2.8, `${box.name}'s dashes`);
      }
    });

    test(`what one run a side cannot prove is pale ${how}`, async () => {
      const [args, after] = ONE;
      const path = draw(after, [...args, ...(hasScript ? [] : ['--no-script'])]);
      const { boxes } = await look(path, hasScript, scheme);
      assert.ok(boxes.length >= 8 && !boxes.some((box) => box.named));
      for (const box of boxes) {
        assert.ok(chroma(box.fill) < 70, `${box.name}: ${box.fill}`);
      }
    });
  }
}

for (const [width, height] of [[1280, 800], [390, 844]]) {
  test(`what is proven is named beside its box where it is too small, at ${width} px`, async () => {
    await v.page.setViewportSize({ width, height });
    await v.show(drawRuns(...RUNS));
    const found = await v.page.evaluate(() => {
      const place = (e) => e.getBoundingClientRect().toJSON();
      return { named: place(document.querySelector('.flame-named')),
        texts: [...document.querySelectorAll('.flame-callout text')].map((text) =>
          ({ text: text.textContent, ...place(text) })),
        graph: place(document.querySelector('.flame-graph')) };
    });
    await v.shot(`proven-named-${width}`);
    const [{ text, left, right, top, bottom }] = found.texts;
    assert.ok(found.texts.length === 1 && text === '\u25b2 hashKeys', JSON.stringify(found.texts));
    assert.ok(left >= found.graph.left && right <= found.graph.right, 'in the graph');
    assert.ok(top >= found.graph.top && bottom <= found.graph.bottom, 'in the graph');
    assert.ok(left < found.named.right + 1 && right > found.named.left - 1, 'beside its box');
    const over = (await v.labels()).filter((label) => label.text && label.text !== text &&
      label.x < right - found.graph.left && label.x > left - found.graph.left && label.y > top &&
      label.y < bottom);
    assert.deepEqual(over, [], 'it covers no name');
  });
}

for (const colorScheme of ['light', 'dark']) {
  for (const width of [1280, 390]) {
    const how = `${width} px wide, in the ${colorScheme}`;
    test(`a picture without a script names it too, ${how}`, async () => {
      await v.page.emulateMedia({ colorScheme });
      await v.page.setViewportSize({ width, height: 800 });
      await v.page.goto(url(drawRuns(...RUNS, ['--no-script', '--width', `${width}`])));
      const found = await v.page.evaluate(() => {
        const place = (e) => e.getBoundingClientRect().toJSON();
        const all = (selector) => [...document.querySelectorAll(selector)];
        const colour = (e) => getComputedStyle(e).fill.match(/\d+/g).map(Number);
        const [line, box] = all('.callouts rect');
        return { texts: all('.callouts text').map((text) => text.textContent),
          box: place(box), line: place(line), text: place(all('.callouts text')[0]),
          ink: colour(all('.callouts text')[0]), ground: colour(box),
          proven: place(all('.frames rect[stroke-width="2"]')[0]),
          labels: all('.frames text:not(.callouts text)').map(place),
          bottom: document.documentElement.getBoundingClientRect().bottom };
      });
      await v.shot(`proven-static-${width}-${colorScheme}`);
      assert.deepEqual(found.texts, ['\u25b2 hashKeys']);
      const { box, line, text, proven } = found;
      assert.ok(text.left > box.left && text.right <= box.right, 'the text is in its box');
      assert.ok(box.left >= 0 && box.right <= width, 'in the picture');
      assert.ok(box.bottom <= found.bottom, 'in the picture');
      assert.ok(line.left > proven.left && line.right < proven.right, 'a line leads to its box');
      assert.ok(Math.abs(line.top - proven.bottom) < 2 && Math.abs(line.bottom - box.top) < 2);
      assert.ok(contrast(found.ink, found.ground) >= 7);
      const over = found.labels.filter((label) => label.left < box.right &&
        label.right > box.left && label.top < box.bottom - 2 && label.bottom > box.top + 2);
      assert.deepEqual(over, [], 'it covers no name');
    });
  }
}

test('the viewer leaves no name of the picture it replaces', async () => {
  await v.page.setViewportSize({ width: 1280, height: 800 });
  await v.show(drawRuns(...RUNS));
  const seen = await v.page.evaluate(() => [...document.querySelectorAll('.callouts text')]
    .map((text) => [text.textContent, text.getClientRects().length]));
  assert.deepEqual(seen, [['\u25b2 hashKeys', 0]], 'it is there, but not seen');
});

test('the graph begins within 64 px, and the verdict stands above it, once', async () => {
  await v.page.setViewportSize({ width: 1280, height: 800 });
  await v.show(drawRuns(...RUNS));
  const top = await v.page.evaluate(() =>
    document.querySelector('.flame-scroll').getBoundingClientRect().top);
  assert.ok(top <= 64, `${top} px`);
  const text = await v.text('.flame-page');
  assert.equal(text.match(/1 function proven slower/g).length, 1, text);
  assert.match(text, /samples, [^]*within the noise[^]*outlined: proven/);
  const cut = await v.page.evaluate(() => {
    const { scrollHeight, clientHeight } = document.querySelector('.flame-detail');
    return scrollHeight - clientHeight;
  });
  assert.equal(cut, 0, 'the legend in words is seen');
});

// Of a difference that is looked at at a width: what stands beside its graph.
async function sideAt(width, height = 800) {
  await v.page.setViewportSize({ width, height });
  await v.show(drawRuns(...RUNS));
  const side = v.page.locator('.flame-side');
  return { side, box: await side.boundingBox(), place: await v.place() };
}

for (const width of [1280, 1600]) {
  test(`what changed stands beside the graph at ${width} px, what is proven first`, async () => {
    const { side, box, place } = await sideAt(width);
    assert.ok(box.width >= 340 && box.width <= 380, `${box.width} px`);
    assert.ok(place.x + place.width <= box.x && box.x + box.width <= width, 'beside each other');
    const heads = await side.locator('th[scope=col]').allInnerTexts();
    assert.deepEqual(heads, ['By itself (samples)', 'before', 'after', 'change', '%', 'how sure']);
    const rows = await side.locator('tbody tr').evaluateAll((all) => all.map((row) =>
      [...row.children].map((cell) => cell.textContent)));
    const [name, before, after, change, part, sure] = rows[0];
    assert.deepEqual([name, sure], ['hashKeys', 'proven']);
    // Of so many samples, tenths of one say nothing.
    assert.deepEqual([before, after], HASH_KEYS.map((sum) => sum.toFixed(0)));
    assert.equal(change, `\u25b2\u00a0+${(HASH_KEYS[1] - HASH_KEYS[0]).toFixed(0)}`);
    assert.equal(part, `+${((HASH_KEYS[1] / HASH_KEYS[0] - 1) * 100).toFixed(2)} %`);
    assert.ok(rows.length >= 4 && rows.slice(1).every((row) => row.at(-1) !== 'proven'));
    const cut = await side.locator('td, thead th').evaluateAll((all) =>
      all.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent));
    assert.deepEqual(cut, [], 'no number and no verdict is cut');
    await v.shot(`changed-${width}`);
  });
}

test('a row lights the frames of its function, by the mouse and by arrows, and goes to them',
  async () => {
    const { side } = await sideAt(1280);
    const lit = () => v.page.$$eval('.flame-lit', (all) => [...new Set(all.map(({ flame }) => {
      const { view } = flame.pane;
      return view.profile.functions.name[view.fn[flame.box.node]];
    }))]);
    await side.locator('tbody tr').first().hover();
    assert.deepEqual(await lit(), ['hashKeys']);
    await v.page.mouse.move(100, 20);
    assert.deepEqual(await lit(), []);
    await side.focus();
    await v.press('ArrowDown');
    assert.deepEqual(await lit(), ['hashKeys']);
    await v.press('ArrowDown');
    const second = await side.locator('tbody th').nth(1).innerText();
    assert.deepEqual(await lit(), [second]);
    await v.press('ArrowUp');
    await v.press('Enter');
    const focused = () => v.page.evaluate(() =>
      document.activeElement.getAttribute('aria-label').split(', ')[0]);
    assert.equal(await focused(), 'hashKeys');
    await v.search('load');
    assert.deepEqual(await side.locator('tbody th').allInnerTexts(), [], 'as far as found');
    await v.search('');
    v.clean();
  });

test('with shares the column tells what was counted too', async () => {
  await v.page.setViewportSize({ width: 1280, height: 800 });
  await v.show(drawRuns(...RUNS, ['--shares']));
  const row = v.page.locator('.flame-side tbody tr', { hasText: 'hashKeys' });
  const [before, after] = await row.locator('td').allInnerTexts();
  for (const [text, sum] of [[before, HASH_KEYS[0]], [after, HASH_KEYS[1]]]) {
    const [share, count] = text.split('\n');
    assert.match(share, /^\d\.\d\d %$/);
    assert.ok(Math.abs(count - sum) < 1e-5, `${count}, not ${sum}`);
  }
});

test('smaller windows, the table and paper are without the column', async () => {
  for (const [width, height] of [[1279, 800], [844, 390], [390, 844]]) {
    const { box } = await sideAt(width, height);
    assert.equal(box, null, `${width} px`);
  }
  const { side, place } = await sideAt(1280);
  await v.page.setViewportSize({ width: 1279, height: 800 });
  await side.waitFor({ state: 'hidden' });
  await eventually(async () => assert.ok((await v.place()).width > place.width + 300));
  await v.page.setViewportSize({ width: 1280, height: 800 });
  await side.waitFor();
  await v.page.emulateMedia({ media: 'print' });
  assert.equal(await side.isVisible(), false, 'on paper');
  await v.page.emulateMedia({ media: 'screen' });
  await v.push('table');
  assert.equal(await side.isVisible(), false, 'beside the table');
  v.clean();
});

test('the pages reported nothing', () => v.clean());
