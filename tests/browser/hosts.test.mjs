// Where the picture is shown: dark and light, on paper, in other pages, and under headers that
// forbid scripts or styles. Everywhere the picture shows, and nowhere are there dead controls.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import test, { afterEach } from 'node:test';
import { draw, eventually, flame, near, openPage, serve, url } from './kit.mjs';
import { luminance } from './pixels.mjs';
import { TOWN_TEXT } from './samples.mjs';

const town = draw(TOWN_TEXT, ['--title', 'Town']);
const still = draw(TOWN_TEXT, ['--no-script', '--title', 'Town']);
const svg = readFileSync(town, 'utf8');
const v = await openPage();
const [WIDTH, HEIGHT] = /<svg[^>]* width="([\d.]+)" height="([\d.]+)"/.exec(svg).slice(1, 3)
  .map(Number);

// Frames as the file says: middle and colour of each that is wide.
const RECT = /<rect x="([\d.]+)" width="([\d.]+)" height="([\d.]+)" fill="(#\w+)"/g;

function drawnFrames() {
  const [, left, top] = /<g class="frames" transform="translate\(([\d.]+),([\d.]+)\)/.exec(svg);
  const frames = [];
  for (const row of svg.split('<g transform="translate(0,').slice(1)) {
    const y = Number(top) + Number(row.slice(0, row.indexOf(')')));
    for (const m of row.matchAll(RECT)) {
      const [x, width, height] = m.slice(1, 4).map(Number);
      if (width > 20) {
        // Above the label's letters.
        frames.push({ x: Number(left) + x + width - 4, y: y + height / 2, fill: m[4] });
      }
    }
  }
  return frames;
}

// The pixels where an SVG of its own size stands at (x, y) are those of the picture.
async function picturePixels(viewer, x = 0, y = 0) {
  const frames = drawnFrames();
  assert.ok(frames.length > 8);
  await eventually(async () => {
    const pixels = await viewer.pixels({ x, y, width: WIDTH, height: HEIGHT });
    for (const frame of frames) {
      assert.equal(pixels.hex(frame.x, frame.y), frame.fill, `at ${frame.x}, ${frame.y}`);
    }
  });
  return viewer.pixels({ x, y, width: WIDTH, height: HEIGHT });
}

// Texts that are drawn in any frame of the page: those of the file's text elements and no others.
async function drawnTexts(viewer) {
  const session = await viewer.page.context().newCDPSession(viewer.page);
  const { documents, strings } = await session.send('DOMSnapshot.captureSnapshot',
    { computedStyles: [] });
  await session.detach();
  return documents.flatMap((d) => d.layout.text.filter((t) => t >= 0).map((t) => strings[t].trim()))
    .filter((t) => t);
}

const TEXTS = [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)]
  .map((m) => m[1].replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&'));

async function noDeadControls(viewer) {
  const texts = await drawnTexts(viewer);
  const strange = texts.filter((t) => !TEXTS.includes(t));
  assert.deepEqual(strange, [], 'texts that are not of the picture');
  assert.ok(texts.includes('main'), 'labels are drawn');
}

const POLICIES = {
  '/raw.svg': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  '/jenkins.svg': "sandbox allow-same-origin; default-src 'none'; img-src 'self'; "
    + "style-src 'self';",
  '/images.svg': "default-src 'none'; img-src data:; media-src data:; sandbox",
  '/hash.svg': `default-src 'none'; style-src 'unsafe-inline'; script-src ${scriptHash()}`,
  '/hash-sandbox.svg': `default-src 'none'; style-src 'unsafe-inline'; script-src ${scriptHash()}`
    + '; sandbox allow-scripts',
  '/other-hash.svg': "default-src 'none'; style-src 'unsafe-inline'; script-src "
    + "'sha256-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='",
};

const SIZE = `width="${WIDTH}" height="${HEIGHT}" frameborder="0"`;
const PAGES = {
  '/image.html': '<img src="plain.svg">',
  '/readme.html': '<p><a href="plain.svg"><img src="raw.svg" style="max-width: 100%;"></a></p>',
  '/object.html': '<object type="image/svg+xml" data="plain.svg"></object>',
  '/frame.html': `<iframe src="plain.svg" ${SIZE}></iframe>`,
  '/tall-frame.html': '<iframe src="plain.svg" width="900" height="600"></iframe>',
  '/sandbox.html': '<iframe sandbox="allow-scripts" src="plain.svg" width="1000" height="500">'
    + '</iframe>',
  '/sandbox-none.html': `<iframe sandbox="" src="plain.svg" ${SIZE}></iframe>`,
  '/inline.html': svg.replace(/<\?xml[^>]*\?>/, ''),
};

// Each page and header with the picture, and below /still... with the picture of --no-script.
function routes() {
  const all = {};
  for (const [prefix, file] of [['', town], ['/still', still]]) {
    all[`${prefix}/plain.svg`] = { file };
    for (const [path, policy] of Object.entries(POLICIES)) {
      all[prefix + path] = { file, headers: { 'content-security-policy': policy } };
    }
    for (const [path, body] of Object.entries(PAGES)) {
      all[prefix + path] = { text: page(body) };
    }
  }
  return all;
}

const origin = await serve(routes());

function page(body) {
  return '<!doctype html><meta charset="utf-8"><title>page</title>'
    + `<style>body { margin: 0; background: #fff }</style>${body}`;
}

// The hash that `flame --csp` prints, as a policy wants it.
function scriptHash() {
  const found = /'sha256-[A-Za-z0-9+/]{43}='/.exec(flame('--csp').replace(/style-src[^;\n]*/g, ''));
  assert.ok(found, flame('--csp'));
  return found[0];
}

async function go(path) {
  v.errors.length = 0;
  await v.page.goto(origin + path);
  await v.drawn();
}

afterEach(() => v.page.emulateMedia({ colorScheme: 'light', media: 'screen' }));

// What is drawn does not differ from the picture of --no-script in the same place.
async function isStillPicture(path, x = 0, y = 0) {
  const clip = { x, y, width: WIDTH, height: HEIGHT };
  const pixels = await v.pixels(clip);
  await go(`/still${path}`);
  await picturePixels(v, x, y);
  assert.equal(pixels.differing(await v.pixels(clip)), 0, 'it is the picture of --no-script');
}

// ---- pages of others ----------------------------------------------------------------

for (const [path, what, y] of [
  ['/image.html', '<img>', 0],
  ['/readme.html', 'an image of Markdown', 16],
]) {
  test(`${what} shows the picture and no controls`, async () => {
    await go(path);
    await picturePixels(v, 0, y);
    await isStillPicture(path, 0, y);
  });
}

for (const [path, what] of [
  ['/raw.svg', 'raw.githubusercontent.com (sandbox, styles)'],
  ['/images.svg', 'attachments of GitHub (sandbox, no styles)'],
  ['/jenkins.svg', 'Jenkins (sandbox, no styles)'],
  ['/other-hash.svg', 'a host that allows another script only'],
]) {
  test(`under the headers of ${what} the picture shows and no controls`, async () => {
    await go(path);
    await v.shot(`host${path.replace(/\W/g, '-')}`);
    await picturePixels(v);
    await noDeadControls(v);
    await isStillPicture(path);
  });
}

test('a sandboxed frame without scripts shows the picture and no controls', async () => {
  await go('/sandbox-none.html');
  await picturePixels(v);
  await isStillPicture('/sandbox-none.html');
});

test('with scripts switched off the picture shows and no controls', async () => {
  const off = await openPage({ javaScriptEnabled: false });
  await off.page.goto(url(town));
  await picturePixels(off);
  await noDeadControls(off);
  const [image] = (await off.accessibility()).filter((n) => /img|image/.test(n.role));
  assert.equal(image.name, 'Town', 'screen readers find an image with a name');
  await off.close();
});

async function viewerIn(path, select) {
  await go(path);
  const inner = await eventually(async () => {
    const found = v.page.frames().find((f) => f !== v.page.mainFrame()) || v.page.mainFrame();
    assert.ok(await found.evaluate(() => performance.getEntriesByName('flame-ready').length > 0));
    return found;
  });
  return { inner, box: select ? await v.page.locator(select).boundingBox() : { x: 0, y: 0 } };
}

// Clicks a frame of an inner document and waits until it is as wide as the graph.
async function zoomsInside({ inner, box }, name) {
  const rect = () => inner.evaluate((label) => {
    const found = document.querySelector(`.flame-graph [aria-label^="${label},"]`);
    const b = found && found.getBoundingClientRect();
    const graph = document.querySelector('.flame-graph').getBoundingClientRect();
    return found && { x: b.left, y: b.top, width: b.width, height: b.height, all: graph.width };
  }, name);
  const settled = () => inner.evaluate(() => new Promise((done) => {
    requestAnimationFrame(() => requestAnimationFrame(done));
  }));
  // Bars take their room only when the page is laid out.
  const before = await eventually(async () => {
    const found = await rect();
    assert.ok(found, `${name} is seen`);
    await settled();
    assert.deepEqual(await rect(), found, `${name} stands still`);
    return found;
  });
  await v.page.mouse.click(box.x + before.x + before.width / 2, box.y + before.y + 6);
  await eventually(async () => near((await rect()).width, before.all, before.all * 0.03, 'zoomed'));
}

test('<object> shows the viewer, which works', async () => {
  await zoomsInside(await viewerIn('/object.html', 'object'), 'draw');
  v.clean();
});

test('an iframe of another size is filled by the viewer, which works', async () => {
  const place = await viewerIn('/tall-frame.html', 'iframe');
  const box = await place.inner.evaluate(() => {
    const b = document.querySelector('.flame-graph').getBoundingClientRect();
    return { left: b.left, right: b.right };
  });
  assert.ok(box.right - box.left > 800 && box.right <= 900, 'the width of the frame is used');
  await zoomsInside(place, 'io');
  v.clean();
});

test('in an iframe of the size of the picture every part can be reached', async () => {
  const place = await viewerIn('/frame.html', 'iframe');
  const hidden = await place.inner.evaluate(() => {
    const boxes = [...document.querySelectorAll('.flame-bar button')]
      .map((b) => b.getBoundingClientRect());
    return boxes.filter((b) => b.right > innerWidth + 1 || b.bottom > innerHeight + 1).length;
  });
  assert.equal(hidden, 0, 'no control is cut off');
  await zoomsInside(place, 'main');
});

test('a frame with sandbox="allow-scripts" shows the viewer, which zooms, finds and goes back',
  async () => {
    const place = await viewerIn('/sandbox.html', 'iframe');
    await zoomsInside(place, 'main');
    await zoomsInside(place, 'draw');
    await v.page.keyboard.press('Backspace');
    await eventually(async () => {
      const widths = await place.inner.evaluate(() => ['main', 'draw'].map((n) => document
        .querySelector(`.flame-graph [aria-label^="${n},"]`).getBoundingClientRect().width));
      assert.ok(widths[0] > 900 && widths[1] < 500, String(widths));
    });
    await v.page.keyboard.press('/');
    await v.page.keyboard.type('lex');
    await eventually(async () => {
      const said = await place.inner.evaluate(
        () => document.querySelector('.flame-found').textContent,
      );
      assert.match(said, /^1 function, 33\.00 %/);
    });
    v.clean();
  });

test('put into an HTML page as it is, the viewer works and leaves the page alone', async () => {
  const place = await viewerIn('/inline.html', null);
  const others = await v.page.evaluate(() => getComputedStyle(document.body).margin);
  assert.equal(others, '0px');
  await zoomsInside(place, 'draw');
  v.clean();
});

// ---- content security policy ------------------------------------------------------------

test('flame --csp prints the hash of the script that every picture carries', () => {
  const scripts = [...svg.matchAll(/<script[^>]*>(?:<!\[CDATA\[)?([^]*?)(?:\]\]>)?<\/script>/g)];
  assert.equal(scripts.length, 1, 'one script');
  const digest = createHash('sha256').update(scripts[0][1]).digest('base64');
  assert.equal(scriptHash(), `'sha256-${digest}'`);
  const other = readFileSync(draw('a;b 1\n'), 'utf8');
  assert.ok(other.includes(scripts[0][0]), 'the same bytes in another picture');
});

test('the script has at most 63,500 bytes, the style sheet at most 12,000', () => {
  const parts = [/<script[^>]*>([^]*?)<\/script>/, /<style[^>]*>([^]*?)<\/style>/];
  const sizes = parts.map((pattern) => pattern.exec(svg)[1].length);
  assert.ok(sizes[0] <= 63500 && sizes[1] <= 12000, `${sizes[0]} and ${sizes[1]} bytes`);
});

test('under a policy with that hash alone the viewer works, and nothing is reported', async () => {
  for (const path of ['/hash.svg', '/hash-sandbox.svg']) {
    await v.show(origin + path);
    await v.zoom('draw');
    await v.search('lex');
    await v.push('inverted');
    await v.push('table');
    await v.press('?');
    v.clean();
  }
});

test('no attribute holds code, in the file and in the page', async () => {
  assert.doesNotMatch(svg.replace(/<script[^]*<\/script>/, ''), /\son\w+\s*=/i);
  await v.show(town);
  await v.menu('draw');
  const handlers = await v.page.evaluate(() => [...document.querySelectorAll('*')]
    .flatMap((e) => e.getAttributeNames()).filter((a) => /^on/i.test(a)));
  assert.deepEqual(handlers, []);
  assert.doesNotMatch(svg, /javascript:/i);
});

// ---- dark, light, paper -----------------------------------------------------------------

async function colours() {
  const [r, g, b] = (await v.pixels({ x: 600, y: 500, width: 4, height: 4 })).at(1, 1);
  const ink = await v.page.evaluate(() => getComputedStyle(document.querySelector('.flame-title'))
    .color.match(/\d+/g).map(Number));
  return { paper: r + g + b, ink: ink[0] + ink[1] + ink[2] };
}

test('dark mode darkens the ground, and frames as they let it shine through', async () => {
  await v.page.emulateMedia({ colorScheme: 'light' });
  await v.show(town);
  const light = await colours();
  const fills = (await v.frames()).map((f) => f.fill);
  assert.ok(light.paper > 600 && light.ink < 200, JSON.stringify(light));
  await v.page.emulateMedia({ colorScheme: 'dark' });
  await v.settle();
  await v.shot('dark');
  const dark = await colours();
  assert.ok(dark.paper < 200 && dark.ink > 500, JSON.stringify(dark));
  assert.deepEqual((await v.frames()).map((f) => f.fill), fills);
  const frame = await v.frame('all');
  assert.ok(luminance((await v.pixels()).at(frame.x + 3, frame.y + 3)) < 0.12);
  await v.page.emulateMedia({ colorScheme: 'light' });
});

test('in <img> the picture is dark when the reader likes dark', async () => {
  for (const [colorScheme, dark] of [['light', false], ['dark', true]]) {
    await v.page.emulateMedia({ colorScheme });
    await go('/image.html');
    const pixels = await v.pixels({ x: 0, y: 0, width: WIDTH, height: HEIGHT });
    const [r, g, b] = pixels.at(3, 3);
    assert.equal(r + g + b < 200, dark, `${colorScheme}: ${r} ${g} ${b}`);
  }
  await v.page.emulateMedia({ colorScheme: 'light' });
});

test('on paper there is the picture and no control, on one page, light also in dark mode',
  async () => {
    await v.page.emulateMedia({ colorScheme: 'dark' });
    await v.show(town);
    const pdf = (await v.page.pdf({ printBackground: true })).toString('latin1');
    assert.equal((pdf.match(/\/Type\s*\/Page\b(?!s)/g) || []).length, 1, 'one page');
    await v.page.emulateMedia({ colorScheme: 'dark', media: 'print' });
    await v.settle();
    await v.shot('print');
    const controls = 'button, input, .flame-bar, .flame-detail, .flame-found';
    assert.equal(await v.text(controls), null, 'controls are not printed');
    const [r, g, b] = (await v.pixels()).at(2, 2);
    assert.ok(r + g + b > 700, 'paper is white');
    const ink = await v.page.evaluate(
      () => getComputedStyle(document.querySelector('text.ui')).fill,
    );
    assert.equal(ink, 'rgb(0, 0, 0)');
    await v.page.emulateMedia({ colorScheme: 'light', media: 'screen' });
  });

test('what is printed is what was zoomed to, and the page is as before afterwards', async () => {
  await v.show(town);
  await v.zoom('draw');
  await v.page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await v.page.emulateMedia({ media: 'print' });
  const printed = await v.page.evaluate(() => [...document.querySelectorAll('g.frames text')]
    .filter((t) => t.getClientRects().length).map((t) => t.textContent));
  await v.shot('print-zoomed');
  assert.ok(printed.includes('blend') && !printed.includes('idle'), printed.join(' '));
  await v.page.emulateMedia({ media: 'screen' });
  await v.page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await v.wide('draw');
  await v.push('reset');
  await v.whole();
  v.clean();
});
