// How fast the viewer is, beside its targets. Not a gate: node speed.mjs FLAME [--runs N]
//   size         of the SVG
//   first paint  from navigation to first-contentful-paint
//   interactive  from navigation to the mark flame-ready
//   zoom, search, reset   time in the script, medians over frames, words and runs
//   write        folded file to SVG, and how many times that of --no-script
import { performance } from 'node:perf_hooks';
import { statSync } from 'node:fs';
import { close, dataFolder, draw, eventually, openPage, url } from './kit.mjs';
import { generated, NEEDLE, SIZES } from './generate.mjs';

const TARGETS = {
  '10k': { size: 320, paint: 150, ready: 250, zoom: 5, search: 5, reset: 10, write: 1.5 },
  '100k': { size: 600, paint: 200, ready: 300, zoom: 10, search: 15, reset: 15, write: 1.5 },
  '1m': { size: 4500, paint: 250, ready: 700, zoom: 25, search: 40, reset: 20, write: 1.5 },
};
const ZOOMS = 3;
const WORDS = ['parse', 'Lexer', 'rocksdb', 'read_block', NEEDLE];

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function drawTimed(input, args, run) {
  const start = performance.now();
  draw(input, [...args, '--title', `run ${run}`]);
  return performance.now() - start;
}

function measureWriting(input, runs) {
  const withTree = [];
  const without = [];
  for (let i = 0; i <= runs; i++) {
    withTree.push(drawTimed(input, [], i));
    without.push(drawTimed(input, ['--no-script'], i));
  }
  // The first of each warms the page cache.
  return { withTree: median(withTree.slice(1)), without: median(without.slice(1)) };
}

// Names and durations of the viewer's own measures since the last call.
function takeMeasures(page) {
  return page.evaluate(() => {
    const list = performance.getEntriesByType('measure')
      .map((m) => ({ name: m.name, ms: m.duration }));
    performance.clearMeasures();
    return list;
  });
}

async function measured(viewer, name, act) {
  await takeMeasures(viewer.page);
  await act();
  return eventually(async () => {
    const found = (await takeMeasures(viewer.page)).filter((m) => m.name === name);
    if (!found.length) {
      throw new Error(`no measure ${name}`);
    }
    await viewer.settle();
    return Math.max(...found.map((m) => m.ms));
  });
}

// The widest frames that take less than 60 % of the view, in sight.
async function framesToZoomTo(viewer) {
  const { width } = await viewer.place();
  const frames = (await viewer.frames())
    .filter((f) => f.label && f.width < 0.6 * width && f.y > 60 && f.y < 700);
  return frames.sort((a, b) => b.width - a.width).slice(0, ZOOMS)
    .map((f) => ({ x: f.x + f.width / 2, y: f.y + f.height / 2 }));
}

async function measureOnce(path) {
  const viewer = await openPage();
  const { page } = viewer;
  await page.goto(url(path));
  await viewer.ready();
  await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint').length > 0,
  );
  const times = await page.evaluate(() => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0].startTime,
    ready: performance.getEntriesByName('flame-ready')[0].startTime,
    frames: document.querySelectorAll('.flame-graph rect.flame-frame').length,
  }));
  times.zoom = [];
  times.reset = [];
  for (const { x, y } of await framesToZoomTo(viewer)) {
    times.zoom.push(await measured(viewer, 'flame-zoom', () => page.mouse.click(x, y)));
    const reset = () => viewer.button('reset').click();
    times.reset.push(await measured(viewer, 'flame-reset', reset));
  }
  times.search = [];
  for (const word of WORDS) {
    const fill = () => page.locator('.flame-search').fill(word);
    times.search.push(await measured(viewer, 'flame-search', fill));
  }
  for (const key of ['zoom', 'search', 'reset']) {
    times[key] = median(times[key]);
  }
  await viewer.close();
  return times;
}

async function measureSize(sizeName, runs) {
  const input = generated(sizeName, dataFolder());
  const writing = measureWriting(input, Math.min(runs, 5));
  const path = draw(input);
  const all = [];
  await measureOnce(path); // warms caches, its times are not kept
  for (let i = 0; i < runs; i++) {
    all.push(await measureOnce(path));
  }
  const result = { size: statSync(path).size / 1000, write: writing.withTree / writing.without };
  for (const key of ['paint', 'ready', 'zoom', 'search', 'reset', 'frames']) {
    result[key] = median(all.map((times) => times[key]));
  }
  return { result, writing };
}

function cell(value, target) {
  const shown = value >= 100 ? value.toFixed(0) : value.toFixed(value < 10 ? 2 : 1);
  return `${shown} (${target})${value > target ? ' MISSED' : ''}`;
}

const at = process.argv.indexOf('--runs');
const runs = at > 0 ? Number(process.argv[at + 1]) : 7;
const columns = ['size', 'paint', 'ready', 'zoom', 'search', 'reset', 'write'];
console.log(`medians of ${runs} runs; targets in brackets\n`);
console.log('| tree | SVG kB | first paint ms | interactive ms | zoom ms | search ms | reset ms '
  + '| write / --no-script | frames drawn |');
console.log('|---|---:|---:|---:|---:|---:|---:|---:|---:|');
for (const sizeName of Object.keys(SIZES)) {
  const { result, writing } = await measureSize(sizeName, runs);
  const cells = columns.map((key) => cell(result[key], TARGETS[sizeName][key]));
  console.log(`| ${sizeName} | ${cells.join(' | ')} | ${result.frames} |`);
  console.log(`  writing took ${writing.withTree.toFixed(1)} ms, `
    + `${writing.without.toFixed(1)} ms with --no-script`);
}
await close();
