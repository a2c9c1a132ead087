// What a flame graph or call graph looks like, from its pixels: the picture, or the viewer over
// it.
import assert from 'node:assert/strict';
import { contrast, luminance } from './pixels.mjs';
import { drawRuns } from './runs.mjs';

function readParts() {
  const graph = document.querySelector('.flame-graph') ||
    document.querySelector('g.frames') || document.querySelector('g.nodes');
  const place = (e) => {
    const { left, top, width, height } = e.getBoundingClientRect();
    return { left, top, width, height };
  };
  const seen = (e) => e.top >= 0 && e.top + e.height <= innerHeight && e.width > 1;
  const nameOf = (rect) => (rect.getAttribute('aria-label') || rect.textContent ||
    rect.closest('.node')?.querySelector('title').textContent || '').replace(/(, | \(|\n)[^]*/, '');
  return {
    // Names beside boxes have the colour of the ground; their texts are looked at.
    boxes: [...graph.querySelectorAll('rect')].filter((rect) => !rect.closest('.callouts'))
      .map((rect) => ({ name: nameOf(rect), ...place(rect) })).filter(seen),
    texts: [...graph.querySelectorAll('text')].map((text) => ({ text: text.textContent,
      ink: getComputedStyle(text).fill.match(/\d+/g).map(Number), ...place(text) })).filter(seen),
  };
}

// The colour that most of a place has.
export function mostOf(pixels, { left, top, width, height }) {
  const counts = new Map();
  for (let y = Math.ceil(top) + 1; y < top + height - 1; y++) {
    for (let x = Math.ceil(left); x < left + width; x++) {
      const hex = pixels.hex(x, y);
      counts.set(hex, (counts.get(hex) || 0) + 1);
    }
  }
  const [[hex]] = [...counts].sort((a, b) => b[1] - a[1]);
  return [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
}

function meanLuminance(pixels, boxes) {
  const top = Math.min(...boxes.map((box) => box.top));
  const bottom = Math.max(...boxes.map((box) => box.top + box.height));
  let sum = 0;
  let n = 0;
  for (let y = Math.ceil(top); y < bottom; y++) {
    for (let x = 10; x < pixels.width - 10; x++) {
      sum += luminance(pixels.at(x, y));
      n++;
    }
  }
  return sum / n;
}

// {mean: luminance of the graph, boxes: Map of a name to its contrast with the ground, weak: texts
// of less than 4.5:1}
export async function looksOf(v) {
  const { boxes, texts } = await v.page.evaluate(readParts);
  const pixels = await v.pixels();
  const ground = pixels.at(2, boxes[0].top);
  assert.ok(boxes.length > 5 && texts.length > 3, 'boxes and texts were looked at');
  return {
    mean: meanLuminance(pixels, boxes),
    boxes: new Map(boxes.map((box) => [box.name, contrast(mostOf(pixels, box), ground)])),
    weak: texts.filter((text) => contrast(text.ink, mostOf(pixels, text)) < 4.5)
      .map((text) => `${text.text}: ${text.ink}`),
  };
}

// Each line of text that is seen, of SVG and HTML, with its ink.
function readTexts() {
  const walk = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (node.parentElement.closest('[display=none]')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const style = getComputedStyle(node.parentElement);
    const isSvg = node.parentElement.namespaceURI.endsWith('svg');
    for (const { left, top, width, height } of range.getClientRects())
      found.push({ text: node.data, left, top, width, height,
        ink: (isSvg ? style.fill : style.color).match(/[\d.]+/g).map(Number) });
  }
  return found.filter(({ text, top, left, width, height }) => text.trim() && width > 1 &&
    height > 4 && top >= 0 && left >= 0 && top + height <= innerHeight &&
    left + width <= innerWidth);
}

// {mean: luminance of all that the window shows, weak: texts of less than 4.5:1, n: of all}
export async function pageLooksOf(v) {
  const texts = await v.page.evaluate(readTexts);
  const pixels = await v.pixels();
  let sum = 0;
  for (let y = 0; y < pixels.height; y++) {
    for (let x = 0; x < pixels.width; x++) sum += luminance(pixels.at(x, y));
  }
  return { mean: sum / pixels.width / pixels.height, n: texts.length,
    weak: texts.filter((text) => contrast(text.ink, mostOf(pixels, text)) < 4.5)
      .map(({ text, ink }) => `${text}: ${ink}`) };
}

const BEFORE_TEXT = 'main;parse 300\nmain;parse;scan 100\nmain;draw 400\nmain;van 240\n' +
  'main;same;steady 2400\nidle 450\n';
const AFTER_TEXT = 'main;parse 300\nmain;parse;scan 250\nmain;draw 400\nmain;arrived 250\n' +
  'main;same;steady 2400\nidle 450\n';

// Five equal runs a side: what changed is proven.
export const drawDifference = (args) => drawRuns(Array(5).fill(BEFORE_TEXT),
  Array(5).fill(AFTER_TEXT), args);

export function assertDark({ mean, boxes, weak }, about) {
  assert.ok(mean < 0.1, `${about}: mean luminance ${mean}`);
  assert.deepEqual(weak, [], about);
  assert.ok([...boxes.values()].every((ratio) => ratio > 1.1), `${about}: boxes can be seen`);
}

export function assertDarkDifference(looks, about) {
  assertDark(looks, about);
  for (const name of ['idle', 'draw', 'same', 'steady']) {
    assert.ok(looks.boxes.get(name) <= 1.6, `${about}: ${name}: ${looks.boxes.get(name)}`);
  }
  for (const name of ['scan', 'van', 'arrived']) {
    assert.ok(looks.boxes.get(name) >= 4, `${about}: ${name}: ${looks.boxes.get(name)}`);
  }
}
