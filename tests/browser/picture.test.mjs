// The viewer shows what the picture shows: colours, inks, rows, fonts, titles and links.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { draw, eventually, flame, near, openPage, write } from './kit.mjs';
import { leb, putTogether, takeApart, text, treeBytes, withTree } from './packed.mjs';
import { TOWN_TEXT } from './samples.mjs';

const KINDS_TEXT = `${TOWN_TEXT}main;java/lang/String.length_[j] 40
main;a.out\`inlined_[i] 30
main;cpp::Thing<int>::run 50
main;crate::module::{{closure}} 40
main;-- 20
main;[unknown] 30
`;
const v = await openPage();

// By "name, count", which is what titles and labels have in common: the colour of a frame and of
// its text in the picture below the viewer, and in the viewer.
async function colours() {
  await v.frames();
  return v.page.evaluate(() => {
    const read = (rects, keyOf) => {
      const found = {};
      for (const rect of rects) {
        const key = keyOf(rect);
        const box = [rect.getAttribute('x'), rect.closest('g[transform^="translate(0,"]')];
        const text = box[1] && [...box[1].querySelectorAll('text')]
          .find((t) => t.getAttribute('x') === box[0]);
        if (key) {
          const ink = text && (text.getAttribute('fill') || '#000000');
          found[key] = `${rect.getAttribute('fill')} ${ink || ''}`;
        }
      }
      return found;
    };
    const title = (rect) => {
      const match = /^([^]*) \(([\d,]+) samples, /.exec(rect.querySelector('title').textContent);
      return match && `${match[1]}, ${match[2]}`;
    };
    const label = (rect) => {
      const match = /^([^]*), [<\d.]+ %, ([\d,]+) samples/.exec(rect.getAttribute('aria-label'));
      return match && `${match[1]}, ${match[2]}`;
    };
    return {
      picture: read(document.querySelectorAll('g.frames rect:not(.rest)'), title),
      viewer: read(document.querySelectorAll('.flame-frame[aria-label]'), label),
    };
  });
}

const THEMES = [...flame('--list-themes').matchAll(/^ {2}(\S+)/gm)].map((m) => m[1]);

test('every theme has the colours of the picture in the viewer, texts too', async () => {
  assert.ok(THEMES.length > 5, THEMES.join(' '));
  for (const theme of THEMES) {
    await v.show(draw(KINDS_TEXT, ['--colors', theme]));
    const { picture, viewer } = await colours();
    const names = Object.keys(viewer);
    assert.ok(names.length > 10, `${theme}: ${names.length} frames`);
    for (const name of names) {
      const [fill, ink] = viewer[name].split(' ');
      const [wantedFill, wantedInk] = (picture[name] || '').split(' ');
      assert.equal(fill, wantedFill, `${theme}: ${name}`);
      assert.ok(!ink || !wantedInk || ink === wantedInk, `${theme}: text of ${name}`);
    }
    v.clean();
  }
});

test('colours that stand for shares stay those of shares when zoomed', async () => {
  await v.show(draw(TOWN_TEXT, ['--colordiffusion']));
  const { picture, viewer } = await colours();
  for (const name of Object.keys(viewer)) {
    assert.equal(viewer[name].slice(0, 7), picture[name].slice(0, 7), name);
  }
  await v.zoom('parse');
  const zoomed = (await colours()).viewer;
  assert.equal(zoomed['lex, 270'].slice(0, 7), picture['lex, 270'].slice(0, 7));
});

test('the picture beneath is not seen while the viewer is', async () => {
  await v.show(draw(TOWN_TEXT));
  const seen = await v.page.evaluate(() => [...document.querySelectorAll('g.frames *, svg > text')]
    .filter((e) => !e.closest('#flame-app') && e.getClientRects().length).length);
  assert.equal(seen, 0);
});

test('a frame keeps its colour in every view', async () => {
  await v.show(draw(TOWN_TEXT));
  const fill = (await v.frame('blend')).fill;
  await v.zoom('draw');
  assert.equal((await v.frame('blend')).fill, fill);
  await v.push('inverted');
  assert.equal((await v.frame('blend')).fill, fill);
});

test('rows are as high and letters as large as the picture was drawn with', async () => {
  await v.show(draw(TOWN_TEXT, ['--height', '30', '--fontsize', '20']));
  const rows = [(await v.frame('all')).y, (await v.frame('main')).y];
  near(rows[1] - rows[0], 30, 0.5, 'rows');
  const size = await v.page.evaluate(
    () => getComputedStyle(document.querySelector('.flame-graph text')).fontSize,
  );
  assert.equal(size, '20px');
  await v.shot('large-rows');
  v.clean();
});

test('the letters are those of --fonttype', async () => {
  await v.show(draw(TOWN_TEXT, ['--fonttype', 'DejaVu Serif']));
  const family = await v.page.evaluate(
    () => getComputedStyle(document.querySelector('.flame-graph text')).fontFamily,
  );
  assert.match(family, /DejaVu Serif/);
});

test('beside the controls a title keeps its program, script and sum', async () => {
  const text = 'python3.13 \u2026 work.py 0.5 - 510.07 ms on-CPU';
  await v.page.setViewportSize({ width: 1280, height: 800 });
  await v.show(draw(TOWN_TEXT, ['--title', text]));
  const [title, seen, wanted, rows] = await v.page.evaluate(() => {
    const name = document.querySelector('.flame-title span');
    return [name.parentNode.textContent, name.clientWidth, name.scrollWidth,
      new Set([...document.querySelectorAll('.flame-bar button')].map((e) => e.offsetTop)
        .filter((top) => top)).size];
  });
  assert.equal(title.replaceAll('\u00a0', ' '), text);
  assert.equal(seen, wanted);
  assert.equal(rows, 1);
  await v.page.setViewportSize({ width: 1200, height: 800 });
});

const KINDS_OF_INPUT = ['demo/input.folded', 'recorded/input.folded', 'before-ranges/input.perf',
  'perf-data-jit/input.perf-data', 'chrome-v8-recorded/input.chrome', 'jfr-damaged/input.jfr',
  'pprof-cpu-recorded/input.pprof-cpu', 'perf-data-injected/input.perf-data'];
const isStub = (label) =>
  label.includes('\u2026') && label.replace(/[^\p{L}\d]/gu, '').length < 5;

test('a cut name has five letters or more, and one that has room is whole', async () => {
  let cut = 0;
  let whole = 0;
  for (const name of KINDS_OF_INPUT) {
    const input = fileURLToPath(new URL(`../../golden/${name}`, import.meta.url));
    await v.show(draw(input));
    const { picture, labels, missed } = await v.page.evaluate(() => {
      const texts = (selector) => [...document.querySelectorAll(selector)];
      const place = (row, e) => `${row.getAttribute('transform')} ${e.getAttribute('x')}`;
      const of = new Map(texts('.flame-graph g g text')
        .map((t) => [place(t.parentNode.parentNode, t), t]));
      const xhtml = 'http://www.w3.org/1999/xhtml';
      const context = document.createElementNS(xhtml, 'canvas').getContext('2d');
      const any = getComputedStyle(texts('.flame-graph g g text')[0]);
      context.font = `${any.fontSize} ${any.fontFamily}`;
      const found = { picture: texts('g.frames text').map((t) => t.textContent), labels: [],
        missed: [] };
      for (const rect of texts('.flame-graph rect[role=treeitem]')) {
        const text = of.get(place(rect.closest('g'), rect));
        const shown = text ? text.textContent : '';
        const full = /^([^]*), [<\d.]+ %, /.exec(rect.getAttribute('aria-label'))[1];
        if (shown) found.labels.push(shown);
        if (shown !== full && !/^\d+ narrow/.test(full) &&
          context.measureText(full).width < rect.getAttribute('width') - 8)
          found.missed.push(`${full}: "${shown}"`);
      }
      return found;
    });
    assert.deepEqual([...picture, ...labels].filter(isStub), [], name);
    assert.deepEqual(missed, [], name);
    cut += labels.filter((label) => label.includes('\u2026')).length;
    whole += labels.filter((label) => !label.includes('\u2026')).length;
  }
  assert.ok(cut > 40 && whole > 100, `${cut} cut and ${whole} whole names`);
});

test('title and subtitle are shown as text', async () => {
  await v.show(draw(TOWN_TEXT, ['--title', 'A <b>&amp; title', '--subtitle', '"of \' all']));
  assert.ok((await v.text('.flame-title')).includes('A <b>&amp; title'));
  assert.ok((await v.text('#flame-app')).includes('"of \' all'), 'the subtitle');
  assert.match(await v.page.title(), /A <b>&amp; title/);
  v.clean();
});

test('matches have the colour of --search-color where there is one', async () => {
  const args = flame('--help=all').includes('--search-color') ? ['--search-color', '#00ff00'] : [];
  await v.show(draw(TOWN_TEXT, args));
  await v.search('draw');
  const wanted = await v.page.evaluate(
    () => document.documentElement.getAttribute('data-search-color'),
  );
  const fill = (await v.frame('draw')).fill.match(/\d+/g).map(Number);
  assert.equal(`#${fill.map((n) => n.toString(16).padStart(2, '0')).join('')}`, wanted);
});

test('links of --nameattr are links in the viewer, and other frames zoom', async () => {
  const attributes = write('attributes.txt',
    'draw\thref=https://example.org/draw?a=1&b=2\ttitle=the drawing\n');
  await v.show(draw(TOWN_TEXT, ['--nameattr', attributes]));
  await v.frame('draw');
  const link = await v.page.evaluate(() => {
    const a = document.querySelector('.flame-graph [aria-label^="draw,"]').closest('a');
    return { href: a.getAttribute('href'), target: a.getAttribute('target'),
      rel: a.getAttribute('rel') };
  });
  assert.equal(link.href, 'https://example.org/draw?a=1&b=2');
  assert.match(link.rel, /noopener/);
  await v.zoom('io');
  await v.push('reset');
  await eventually(async () => assert.ok(await v.shows('draw')));
  v.clean();
});

test('a link that a changed file holds is no link unless it is harmless', async () => {
  const svg = readFileSync(draw(TOWN_TEXT), 'utf8');
  for (const href of ['javascript:window.pwned=1', ' javascript:window.pwned=1', 'java\tscript:x',
    'data:text/html,<script>1</script>', 'vbscript:x', 'JAVASCRIPT:x']) {
    const tree = takeApart(treeBytes(svg));
    tree.links = Buffer.concat([leb(2), leb(1), text(href)]);
    await v.show(write('link.svg', withTree(svg, putTogether(tree))));
    const links = await v.page.evaluate(() => [...document.querySelectorAll('.flame-graph a')]
      .map((a) => a.getAttribute('href')));
    assert.deepEqual(links, [], href);
    v.clean();
  }
});
