// The index of a report that compares: what changed, its table, links and thumbnails, with script
// and without.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { FLAME, eventually, flame, folder, openPage, serveFolder, url } from './kit.mjs';

// Counts of parse and of wait, and some more at each run.
function runs(path, parse, wait) {
  return Object.fromEntries([0, 1, 2, 3, 4].map((i) => [`${path}.${i + 1}`,
    `main;parse ${parse + 3 * i}\nmain;wait ${wait - 2 * i}\n`]));
}

const OLD = { ...runs('api/grows', 400, 900), ...runs('shrinks', 800, 900),
  'one.folded': 'main;a 100\n', 'lost.folded': 'main;a 1\n' };
const NEW = { ...runs('api/grows', 800, 900), ...runs('shrinks', 400, 900),
  'one.folded': 'main;a 103\n', 'fresh.folded': 'main;a 1\n' };

function plant(name, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name, path)), { recursive: true });
    writeFileSync(join(folder, name, path), text);
  }
  return join(folder, name);
}

// Of the pictures of their changes, in the order of the table.
const TITLES = [
  'grows.1 and 4 others: 1 function proven slower: parse +99 % [+90, +107]; the whole: proven ' +
    'slower +31 % [+27, +35]',
  'one.folded: No verdict: one run a side, and runs differ by up to 12 times the noise of ' +
    'sampling: give five or more, or recordings with times',
  'shrinks.1 and 4 others: 1 function proven faster: parse -50 % [-54, -46]; the whole: proven ' +
    'faster -24 % [-27, -20]'];

const out = join(folder, 'report');
const rules = join(folder, 'rules');
writeFileSync(rules, 'max growth parse 5% proven\n');
const run = spawnSync(FLAME, ['report', '-o', out, '--budget', rules, '--before',
  plant('old', OLD), plant('new', NEW)], { encoding: 'utf8' });
assert.equal(run.status, 5, run.stderr);
const index = join(out, 'index.html');

// What Jenkins sends, and what src/app/manual/ci.md says it can be made to send.
const HEADERS = {
  '/jenkins': "sandbox allow-same-origin; default-src 'none'; img-src 'self'; style-src 'self';",
  '/allowed': `sandbox allow-scripts; ${flame('--csp').trim()}`,
};
const origin = await serveFolder(out, HEADERS);

async function open(address, settings) {
  const viewer = await openPage(settings);
  await viewer.page.goto(address);
  return viewer;
}

const paths = (page, id) => page.$$eval(`#${id} > tbody > tr:not([hidden]) .path`,
  (cells) => cells.map((cell) => cell.textContent));
const row = (page, path) => page.locator('#changes > tbody > tr', { hasText: path });
const head = (page, id, name) => page.locator(`#${id}`).getByRole('button', { name, exact: true });

test('what is amiss is said first, then what changed, then all profiles', async () => {
  const { page, errors } = await open(url(index));
  assert.deepEqual(await page.$$eval('h2', (all) => all.map((h) => h.textContent)),
    ['Missing', 'Budgets exceeded', 'What changed', 'Profiles']);
  assert.deepEqual(await paths(page, 'changes'), ['api/grows', 'one.folded', 'shrinks']);
  assert.equal((await paths(page, 'profiles')).length, 12);
  assert.match(await page.innerText('body'), /1 budget exceeded.*2 profiles are proven to have/);
  assert.deepEqual(errors, []);
});

test('a change says before, after, its interval and what is proven', async () => {
  const { page } = await open(url(index));
  const grown = await row(page, 'api/grows').innerText();
  assert.match(grown, /1,302 → 1,702 samples, \+400/);
  assert.match(grown, /\+400 \[\+\d+(\.\d+)?, \+\d+(\.\d+)?\] samples parse by itself, proven/);
  assert.match(grown, /5 runs before, 5 after; changes from/);
  assert.match(await row(page, 'shrinks').innerText(), /-400 \[-\d+(\.\d+)?, -\d.*parse by itself/);
  const one = await row(page, 'one.folded').innerText();
  assert.match(one, /1 run before, 1 after; one run proves nothing/);
  assert.doesNotMatch(one, /, proven/);
});

test('each table sorts and filters by itself', async () => {
  const { page, errors } = await open(url(index));
  const profiles = await paths(page, 'profiles');
  await head(page, 'changes', 'all').click();
  assert.deepEqual(await paths(page, 'changes'), ['api/grows', 'one.folded', 'shrinks']);
  await head(page, 'changes', 'all').click();
  assert.deepEqual(await paths(page, 'changes'), ['shrinks', 'one.folded', 'api/grows']);
  await head(page, 'changes', 'functions').click();
  assert.equal((await paths(page, 'changes'))[2], 'one.folded');
  assert.deepEqual(await paths(page, 'profiles'), profiles);
  await page.getByRole('searchbox').first().fill('SHRINKS');
  assert.deepEqual(await paths(page, 'changes'), ['shrinks']);
  assert.deepEqual(await paths(page, 'profiles'), profiles);
  assert.deepEqual(errors, []);
});

test('what one side alone has is listed', async () => {
  const { page } = await open(url(index));
  for (const [said, path] of [['1 new', 'fresh.folded'], ['1 gone', 'lost.folded']]) {
    const list = page.locator('details', { hasText: said });
    await list.locator('summary').click();
    assert.ok(await list.getByText(path).isVisible(), path);
  }
});

test('links lead to pictures of the difference', async () => {
  const { page } = await open(url(index));
  const links = await page.$$eval('#changes td:nth-child(2) a', (all) => all.map((a) => a.href));
  assert.equal(links.length, 3);
  for (const [i, title] of TITLES.entries()) {
    assert.match(links[i], /\/changes\//);
    await page.goto(links[i]);
    assert.equal(await page.textContent('title'), title);
  }
});

// Whether a colour is more red than blue, less, or neither.
function tint(hex) {
  const [red, , blue] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
  return Math.sign(Math.round((red - blue) / 24));
}

async function checkThumbnails(page) {
  for (const [path, of] of [['api/grows', 1], ['shrinks', -1]]) {
    const fills = await row(page, path).locator('svg.thumb path').evaluateAll(
      (all) => all.map((p) => p.getAttribute('fill')));
    const tints = fills.map(tint);
    assert.ok(tints.includes(of) && !tints.includes(-of), `${path}: ${fills}`);
  }
}

test('thumbnails are orange where it grew and blue where it shrank', async () => {
  const { page } = await open(url(index));
  await checkThumbnails(page);
});

test('changes can be read under the policy of Jenkins', async () => {
  const { page } = await open(`${origin}/jenkins/index.html`);
  const grown = await row(page, 'api/grows').innerText();
  assert.match(grown, /1,302 → 1,702 samples/);
  assert.match(grown, /parse by itself, proven/);
  assert.equal((await page.$$('button, input')).length, 0, 'controls that do nothing');
  await checkThumbnails(page);
  await page.click('#changes tbody tr:nth-child(1) td:nth-child(2) a');
  await page.waitForURL(/\.svg$/);
  assert.equal(await page.textContent('title'), TITLES[0]);
});

test('all of it runs under the policy that Jenkins can be told to send', async () => {
  const { page, errors } = await open(`${origin}/allowed/index.html`);
  await head(page, 'changes', 'profile').click();
  await head(page, 'changes', 'profile').click();
  assert.equal((await paths(page, 'changes'))[0], 'shrinks');
  await page.click('#changes tbody tr:nth-child(1) td:nth-child(2) a');
  await page.waitForURL(/\.svg$/);
  await eventually(async () => { // keys are heard once the viewer runs
    await page.keyboard.press('4');
    assert.ok(await page.getByRole('columnheader').first().isVisible());
  });
  assert.deepEqual(errors, []);
});

test('a phone shows changes without moving sideways', async () => {
  const { page } = await open(url(index), { viewport: { width: 400, height: 800 } });
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 400);
});
