// What a difference of several runs proves is what is seen of it, in pixels.
import assert from 'node:assert/strict';
import test from 'node:test';
import { mostOf } from './dark.mjs';
import { draw, openPage, url, write } from './kit.mjs';
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
const ONE = [['--before', write('one.folded', RUNS[0][0])], RUNS[1][3]];

const chroma = (colour) => Math.max(...colour) - Math.min(...colour);

function readBoxes() {
  const graph = document.querySelector('.flame-graph') || document.querySelector('g.frames');
  return [...graph.querySelectorAll('rect:not(.rest)')].map((rect) => {
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

test('the pages reported nothing', () => v.clean());
