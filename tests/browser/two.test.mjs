// Two viewers on one page: what is done in one leaves the other as it is.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { draw, eventually, openPage, serve } from './kit.mjs';
import { TOWN_TEXT } from './samples.mjs';
import { sourcesOf } from '../web/sources.mjs';

const SCRIPT = /<script[^>]*>[^]*?<\/script>/;
const pictures = [TOWN_TEXT, 'start;load;parse 30\nstart;run 70\n'].map((text) =>
  readFileSync(draw(text, ['--width', '800']), 'utf8').replace(/<\?xml[^>]*\?>/, ''));

const page = (body) => '<!doctype html><meta charset="utf-8"><title>two</title>' + body;

// One script makes both viewers, each with steps of its own; the first has the window's.
const one = sourcesOf('FLAME_WEB').filter(({ path }) => !/host/.test(path))
  .map(({ text }) => text).join('')
  + "[...document.querySelectorAll('svg')].forEach((svg, i) => viewerOf(svg, stepsOf(i === 0)));";

const origin = await serve({
  '/favicon.ico': { text: '' },
  '/own.html': { text: page(pictures.join('\n')) },
  '/one.html': { text: page(pictures.map((svg) => svg.replace(SCRIPT, '')).join('\n')
    + `<script>(() => { 'use strict';\n${one}\n})();</script>`) },
});

// What can be seen of both viewers.
function seenOf(v) {
  return v.page.evaluate(() => [...document.querySelectorAll('.flame-page')].map((one) => {
    const rects = [...one.querySelectorAll('.flame-graph .flame-frame')];
    const { width } = one.querySelector('.flame-graph').getBoundingClientRect();
    return {
      names: rects.map((rect) => rect.getAttribute('aria-label')).filter((name) => name)
        .map((name) => name.replace(/,.*/, '')).sort(),
      wide: rects.filter((rect) => rect.getBoundingClientRect().width > 0.97 * width).length,
      hits: rects.filter((rect) => rect.matches('.flame-hit')).length,
      back: !one.querySelector('[data-do=back]').disabled,
      text: one.querySelector('.flame-search').value,
      note: one.querySelector('.flame-note').textContent,
      table: !one.querySelector('.flame-table').hidden,
    };
  }));
}

async function show(path, fragment = '') {
  const v = await openPage({ viewport: { width: 1200, height: 1600 } });
  await v.page.goto(`${origin}${path}${fragment}`);
  await v.page.waitForFunction(() => document.querySelectorAll('svg.flame-on').length === 2);
  await settled(v, ([a, b]) => a.names.includes('main') && b.names.includes('start'));
  return v;
}

// Waits until what is seen is as it should be, and returns it.
function settled(v, is) {
  return eventually(async () => {
    const seen = await seenOf(v);
    assert.ok(is(seen), JSON.stringify(seen));
    return seen;
  });
}

const click = (v, which, name) => v.page.locator('.flame-page').nth(which)
  .locator(`.flame-graph [aria-label^="${name},"]`).first().click();
const within = (v, which, selector) => v.page.locator('.flame-page').nth(which).locator(selector);

for (const [path, what] of [['/own.html', 'two pictures on a page, each with its script'],
  ['/one.html', 'two viewers that one script makes']]) {
  test(`${what}: a zoom in one leaves the other`, async () => {
    const v = await show(path);
    const [first, second] = await seenOf(v);
    await click(v, 1, 'load');
    const [, zoomed] = await settled(v, ([, b]) => b.wide === 4);
    assert.ok(!zoomed.names.includes('run'), 'the second shows load alone');
    assert.deepEqual((await seenOf(v))[0], first);
    await click(v, 0, 'draw');
    await settled(v, ([a, b]) => a.wide === 3 && a.back && b.wide === 4);
    // Each goes back by itself, the first with the browser, whose address it has.
    assert.match(await v.fragment(), /z=/);
    await v.page.goBack();
    await settled(v, ([a, b]) => a.wide === first.wide && !a.back && b.wide === 4 && !b.note);
    await within(v, 1, '[data-do=back]').click();
    await settled(v, ([, b]) => b.wide === second.wide && !b.back);
    v.clean();
    await v.close();
  });

  test(`${what}: search, keys and views are those of the one that has the focus`, async () => {
    const v = await show(path);
    await within(v, 1, '.flame-search').fill('parse');
    await settled(v, ([a, b]) => b.hits === 1 && a.hits === 0 && a.text === '');
    await within(v, 0, '.flame-graph [tabindex="0"]').focus();
    await v.page.keyboard.press('4');
    await settled(v, ([a, b]) => a.table && !b.table && b.hits === 1);
    v.clean();
    await v.close();
  });

  test(`${what}: an address is of the first alone`, async () => {
    const v = await show(path, '#v=1&s=parse');
    await settled(v, ([a, b]) => a.hits === 3 && a.text === 'parse' && b.hits === 0 && !b.note);
    await within(v, 1, '.flame-search').fill('load');
    await settled(v, ([a, b]) => b.hits === 1 && a.text === 'parse');
    assert.match(await v.fragmentAtRest(), /s=parse/);
    v.clean();
    await v.close();
  });
}
