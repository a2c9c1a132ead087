// What a page shows at the sizes of a phone, upright and on its side, and of a desk.
import assert from 'node:assert/strict';

export const SIZES = [[390, 844], [844, 390], [1280, 800]];
export const RUNS = [[8, 10, 1], [9, 12, 2], [8, 11, 1], [9, 10, 2], [8, 12, 1]];

// Two sides of five runs each, with what is proven.
export function sideText([read, , other], grown) {
  return `main;read ${(grown ? 3 : 1) * read * 40}\nmain;write_the_index ${read * 90}\n` +
    `main;other ${other * 20}\n`;
}

function readPage() {
  const frame = { right: innerWidth + 0.5, bottom: innerHeight + 0.5 };
  // A bar may scroll sideways if its end fades.
  const scrolls = (e) => {
    const style = getComputedStyle(e);
    return /auto|scroll/.test(style.overflowX) && style.maskImage !== 'none' &&
      e.getBoundingClientRect().right <= frame.right;
  };
  const inBar = (e) => e && e.closest && (scrolls(e) || inBar(e.parentElement));
  const page = document.querySelector('.flame-page,.graph-page,.timeline-app') || document.body;
  const shown = [...page.querySelectorAll('button,input,select,output')].filter((e) =>
    e.getClientRects().length && getComputedStyle(e).visibility !== 'hidden' &&
    !e.closest('.flame-scroll'));
  const beyond = shown.filter((e) => {
    const { left, top, right, bottom } = e.getBoundingClientRect();
    return (left < 0 || right > frame.right || top < 0 || bottom > frame.bottom) && !inBar(e);
  });
  const graph = document.querySelector('.flame-scroll');
  const bar = document.querySelector('.graph-bar');
  return { n: shown.length, beyond: beyond.map((e) => e.getAttribute('data-do') || e.className),
    search: shown.some((e) => e.type === 'search'),
    share: (graph ? graph.clientHeight : innerHeight - bar.offsetHeight) / innerHeight };
}

// The controls are in sight, or in a bar that is seen to scroll, and the graph has its part.
export async function assertFits(page, what) {
  const { n, beyond, search, share } = await page.evaluate(readPage);
  assert.ok(n > 3 && search, `${what}: controls are seen`);
  assert.deepEqual(beyond, [], `${what}: beyond the edge`);
  assert.ok(share >= 0.65, `${what}: the graph has ${share} of the height`);
}

// Names stand whole in the table: no letter of one is beyond the edge.
export async function assertTableFits(page, what) {
  const names = await page.evaluate(() => [...document.querySelectorAll('.flame-table tbody th')]
    .map((th) => th.getBoundingClientRect()).map(({ left, right, width }) =>
      ({ width, whole: left >= 0 && right <= innerWidth + 0.5 })));
  assert.ok(names.length > 2, what);
  for (const { width, whole } of names) {
    assert.ok(whole && width > 100, `${what}: a name has ${width} px`);
  }
}

// Sizes of letters that are seen, in pixels of the window, and whether any text or control of a
// timeline is beyond its sides.
export function readTimeline() {
  const px = (text) => {
    const { a, b } = text.getScreenCTM();
    return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b);
  };
  const seen = (e) => e.getBoundingClientRect().width > 0;
  const texts = [...document.querySelectorAll('svg text')].filter((e) => e.textContent && seen(e));
  const all = [...texts, ...document.querySelectorAll('.timeline-app :is(button,input)')];
  const boxes = texts.filter((e) => !e.closest('.trees > g > g'))
    .map((e) => [e.textContent, e.getBoundingClientRect()]);
  return { n: texts.length, least: Math.min(...texts.map(px)),
    most: Math.max(...texts.map(px)),
    beyond: all.filter((e) => e.getBoundingClientRect().right > innerWidth + 1 ||
      e.getBoundingClientRect().left < -1).map((e) => e.textContent),
    over: boxes.filter(([, a], i) => boxes.some(([, b], k) => k < i && a.left < b.right - 1 &&
      b.left < a.right - 1 && a.top < b.bottom - 4 &&
      b.top < a.bottom - 4)).map(([text]) => text) };
}

export function assertReadable({ n, least, most, beyond, over }, what) {
  assert.ok(n > 10 && least > 9 && most < 30, `${what}: letters of ${least} to ${most} px`);
  assert.deepEqual(beyond, [], `${what}: beyond the edge`);
  assert.deepEqual(over, [], `${what}: texts on texts`);
}
