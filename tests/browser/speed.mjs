// How fast the viewer is, beside its targets. Not a gate: node speed.mjs FLAME [--runs N]
//   size         of the SVG
//   first paint  from navigation to first-contentful-paint
//   interactive  from navigation to the mark flame-ready
//   zoom, search, reset   time in the script, medians over frames, words and runs
//   write        folded file to SVG, and how many times that of --no-script
//   processor    what the page's main thread takes of a processor until the page rests, whatever
//                else the machine does: to open, zoom, search and reset (Linux alone)
import { performance } from 'node:perf_hooks';
import { readFileSync, statSync } from 'node:fs';
import { close, dataFolder, draw, eventually, launch, openPage, url } from './kit.mjs';
import { generated, NEEDLE, SIZES } from './generate.mjs';

const TARGETS = {
  '10k': { size: 320, paint: 150, ready: 250, zoom: 5, search: 5, reset: 10, write: 1.5 },
  '100k': { size: 600, paint: 200, ready: 300, zoom: 10, search: 15, reset: 15, write: 1.5 },
  '1m': { size: 4500, paint: 250, ready: 700, zoom: 25, search: 40, reset: 20, write: 1.5 },
};
// Milliseconds of a processor.
const CPU_TARGETS = { '10k': 25, '100k': 60, '1m': 60 };
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

// Milliseconds of a processor that the main threads of all pages took so far.
async function cpuTime() {
  const session = await (await launch()).newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === 'renderer')
    .map(({ id }) => Number(readFileSync(`/proc/${id}/task/${id}/schedstat`, 'utf8').split(' ')[0]))
    .reduce((sum, ns) => sum + ns / 1e6, 0);
}

// What is done later is done within half a second.
function rest(page) {
  return page.evaluate(() => new Promise((done) => setTimeout(() =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))), 500)));
}

async function cpuOf(page, act) {
  await rest(page);
  const before = await cpuTime();
  await act();
  await rest(page);
  return await cpuTime() - before;
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

// Each as a page does it that was opened for it, twice: the second time counts.
async function measureCpu(path) {
  const viewer = await openPage();
  const { page } = viewer;
  const times = { open: await cpuOf(page, async () => {
    await page.goto(url(path));
    await viewer.ready();
  }) };
  const [{ x, y }] = await framesToZoomTo(viewer);
  for (let i = 0; i < 2; i++) {
    times.zoom = await cpuOf(page, () => page.mouse.click(x, y));
    times.reset = await cpuOf(page, () => page.keyboard.press('0'));
    times.search = await cpuOf(page, () => page.locator('.flame-search').fill(WORDS[i]));
    await page.locator('.flame-search').fill('');
    await page.keyboard.press('Escape');
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
  const cpu = [];
  for (let i = 0; i < runs; i++) {
    cpu.push(await measureCpu(path));
  }
  const result = { size: statSync(path).size / 1000, write: writing.withTree / writing.without };
  for (const key of ['paint', 'ready', 'zoom', 'search', 'reset', 'frames']) {
    result[key] = median(all.map((times) => times[key]));
  }
  return { result, writing, cpu: ['open', 'zoom', 'search', 'reset'].map((key) =>
    [key, median(cpu.map((times) => times[key]))]) };
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
  const { result, writing, cpu } = await measureSize(sizeName, runs);
  const cells = columns.map((key) => cell(result[key], TARGETS[sizeName][key]));
  console.log(`| ${sizeName} | ${cells.join(' | ')} | ${result.frames} |`);
  console.log(`  writing took ${writing.withTree.toFixed(1)} ms, `
    + `${writing.without.toFixed(1)} ms with --no-script`);
  console.log(`  processor ms: ${cpu.map(([key, ms]) =>
    `${key} ${key === 'open' ? ms.toFixed(0) : cell(ms, CPU_TARGETS[sizeName])}`).join(', ')}`);
}
await close();
