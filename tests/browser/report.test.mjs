// The index of a report: its table, links and thumbnails, with script and without, from disk and
// under the headers of hosts.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { FLAME, flame, folder, openPage, serveFolder, url } from './kit.mjs';

const PROFILES = {
  'api/search.folded': 'main;parse_json;read 15\nmain;wait 85\n',
  'api/Ädd <b>&"\'`.folded': 'main;alert(1) 7\nmain;<img src=x onerror=alert(1)> 3\n',
  'b.folded': 'main;work;deep 900\nmain;work;other 1100\n',
  'c?x=1#y%41.folded': 'main;only 1\n',
};
const RULES = 'max total parse_json 12%\n';

function report(name, files) {
  const given = join(folder, `${name}-given`);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(given, path)), { recursive: true });
    writeFileSync(join(given, path), text);
  }
  const budget = join(folder, 'rules');
  writeFileSync(budget, RULES);
  const out = join(folder, name);
  const run = spawnSync(FLAME, ['report', '-o', out, '--budget', budget, given],
    { encoding: 'utf8' });
  assert.equal(run.status, 5, run.stderr);
  return out;
}

const out = report('report', PROFILES);
const index = join(out, 'index.html');

const JENKINS = "sandbox allow-same-origin; default-src 'none'; img-src 'self'; style-src 'self';";
const HEADERS = {
  '/jenkins': JENKINS,
  '/raw': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  '/hash': flame('--csp').trim(),
};
const origin = await serveFolder(out, HEADERS);

async function open(address, settings) {
  const viewer = await openPage(settings);
  await viewer.page.goto(address);
  return viewer;
}

const paths = (page) => page.$$eval('#profiles > tbody > tr:not([hidden]) .path',
  (cells) => cells.map((cell) => cell.textContent));
const texts = (page) => page.evaluate(() => document.body.innerText);

test('the table has a row for each profile, in the order of their paths', async () => {
  const { page, errors } = await open(url(index));
  assert.deepEqual(await paths(page), Object.keys(PROFILES).sort(
    (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
  assert.equal(await page.$eval('h1', (h) => h.textContent), '4 profiles');
  assert.match(await texts(page), /1 budget exceeded in 1 profile/);
  assert.deepEqual(errors, []);
});

test('a click on a head sorts, another turns the order around', async () => {
  const { page, errors } = await open(url(index));
  const head = (name) => page.getByRole('button', { name, exact: true });
  await head('total').click();
  assert.deepEqual((await paths(page))[0], 'b.folded');
  assert.equal(await page.getAttribute('th[aria-sort]', 'aria-sort'), 'descending');
  await head('total').click();
  assert.deepEqual((await paths(page))[0], 'c?x=1#y%41.folded');
  assert.equal(await page.getAttribute('th[aria-sort]', 'aria-sort'), 'ascending');
  await head('profile').click();
  assert.deepEqual((await paths(page))[3], 'c?x=1#y%41.folded');
  await head('profile').click();
  assert.deepEqual((await paths(page))[0], 'c?x=1#y%41.folded');
  await head('heaviest by self').focus();
  await page.keyboard.press('Enter');
  assert.deepEqual((await paths(page))[0], 'c?x=1#y%41.folded');
  await head('budget').click();
  assert.deepEqual((await paths(page))[0], 'api/search.folded');
  assert.equal((await page.$$('th[aria-sort]')).length, 1);
  assert.deepEqual(errors, []);
});

test('no long name makes the page wider than its window, with style or without', async () => {
  const long = 'parse_json_' + 'x'.repeat(280);
  const at = join(report('long', { [`${long.slice(0, 200)}.folded`]: `main;parse_json 1\n`,
    'a.folded': `main;ns::${long};parse_json 9\nmain;${long} 5\n` }), 'index.html');
  for (const policy of ['/jenkins', '/hash']) {
    const served = await serveFolder(dirname(at), HEADERS);
    const { page } = await open(`${served}${policy}/index.html`);
    const [wide, window] = await page.evaluate(() =>
      [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(wide <= window, `${policy}: ${wide} > ${window}`);
  }
});

test('rows are those that hold a text', async () => {
  const { page } = await open(url(index));
  const input = page.getByRole('searchbox');
  await input.fill('PARSE_json');
  assert.deepEqual(await paths(page), ['api/search.folded']);
  await input.fill('');
  assert.equal((await paths(page)).length, 4);
});

test('links lead to the pictures, whatever the names', async () => {
  const { page } = await open(url(index));
  const links = await page.$$eval('#profiles td:nth-child(2) a', (all) => all.map((a) => a.href));
  assert.equal(links.length, 4);
  for (const link of links) {
    await page.goto(link);
    assert.equal(await page.evaluate(() => document.documentElement.localName), 'svg');
  }
});

// The rectangle that a path of the thumbnail is.
const BOX = /^M(\d+) (\d+)h(\d+)v(\d+)h-\d+z$/;

test('a thumbnail shows the widths of the picture', async () => {
  const { page } = await open(url(index));
  const boxes = await page.$$eval('#profiles > tbody > tr', (rows) => {
    const row = rows.find((r) => r.querySelector('.path').textContent === 'api/search.folded');
    return [...row.querySelectorAll('svg path')].map((p) => p.getAttribute('d'));
  });
  const widths = boxes.map((d) => Number(BOX.exec(d)[3]));
  assert.deepEqual(widths, [240, 36, 204, 36]);
  const size = await page.$eval('svg.thumb', (svg) => svg.getBoundingClientRect().toJSON());
  assert.ok(size.width === 240 && size.height === 80, JSON.stringify(size));
});

for (const prefix of ['/jenkins', '/raw']) {
  test(`all is there where scripts do not run: ${prefix}`, async () => {
    const { page } = await open(`${origin}${prefix}/index.html`);
    const text = await texts(page);
    for (const path of Object.keys(PROFILES)) {
      assert.ok(text.includes(path), path);
    }
    assert.match(text, /parse_json/);
    assert.match(text, /2,000 samples/);
    assert.match(text, /15\.00 %/);
    assert.equal((await page.$$('button, input')).length, 0, 'controls that do nothing');
    const seen = await page.$$eval('svg.thumb path', (all) => all.filter((p) => {
      const box = p.getBoundingClientRect();
      return box.width > 0 && box.height > 0;
    }).length);
    assert.ok(seen >= 10, `${seen} boxes of thumbnails`);
    await page.click('#profiles tbody tr:nth-child(2) td:nth-child(2) a');
    await page.waitForURL(/\.svg$/);
    assert.equal(await page.evaluate(() => document.documentElement.localName), 'svg');
  });
}

test('script and style run under the policy that --csp tells', async () => {
  const { page, errors } = await open(`${origin}/hash/index.html`);
  await page.getByRole('button', { name: 'total', exact: true }).click();
  assert.equal((await paths(page))[0], 'b.folded');
  assert.deepEqual(errors, []);
});

test('dark surroundings make a dark page', async () => {
  const { page } = await open(url(index), { colorScheme: 'dark' });
  const ground = await page.$eval('body', (body) => getComputedStyle(body).backgroundColor);
  assert.match(ground, /rgb\((\d{1,2}), (\d{1,2}), (\d{1,2})\)/);
  const plain = await open(`${origin}/jenkins/index.html`, { colorScheme: 'dark' });
  const pixels = await plain.pixels({ x: 0, y: 0, width: 4, height: 4 });
  assert.ok(parseInt(pixels.hex(1, 1).slice(1, 3), 16) < 60, pixels.hex(1, 1));
});

test('a phone shows all without moving sideways', async () => {
  const { page } = await open(url(index), { viewport: { width: 400, height: 800 } });
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 400);
  await page.getByRole('button', { name: 'total', exact: true }).click();
  assert.equal((await paths(page))[0], 'b.folded');
});

test('what a page asks for is the page alone', async () => {
  const { page, requests } = await open(url(index));
  await page.waitForLoadState('networkidle');
  assert.deepEqual(requests, [url(index)]);
  assert.ok(!/https?:/.test(readFileSync(index, 'utf8')), 'no address of others');
});
