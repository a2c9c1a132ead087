// Flame graphs in dark surroundings, as their pixels show them, with the viewer and without.
import assert from 'node:assert/strict';
import test from 'node:test';
import { AFTER_TEXT, assertDark, assertDarkDifference, BEFORE_TEXT, looksOf } from './dark.mjs';
import { draw, openPage, url, write } from './kit.mjs';
import { luminance } from './pixels.mjs';
import { TOWN_TEXT } from './samples.mjs';

const v = await openPage({ colorScheme: 'dark' });
const before = write('before.folded', BEFORE_TEXT);

async function show(path, hasScript) {
  if (hasScript) {
    await v.show(path);
    await v.frames();
  } else {
    await v.page.goto(url(path));
  }
}

for (const [how, args] of [['with the viewer', []], ['without a script', ['--no-script']]]) {
  const hasScript = !args.length;

  test(`a flame graph is dark, and its texts are readable, ${how}`, async () => {
    await show(draw(TOWN_TEXT, args), hasScript);
    await v.shot(`dark-${args.length}`);
    assertDark(await looksOf(v), how);
  });

  test(`so it is with bright colours, and with those of shares, ${how}`, async () => {
    for (const theme of [['--colors', 'yellow'], ['--colordiffusion']]) {
      await show(draw(TOWN_TEXT, [...args, ...theme]), hasScript);
      const { mean, weak } = await looksOf(v);
      assert.ok(mean < 0.12, `${theme.join(' ')}: ${mean}`);
      assert.deepEqual(weak, [], theme.join(' '));
    }
  });

  test(`in a difference what is unchanged is quiet and what changed is loud, ${how}`, async () => {
    for (const colours of ['auto', 'red-blue']) {
      await show(draw(AFTER_TEXT, [...args, '--before', before, '--colors', colours]), hasScript);
      await v.shot(`dark-difference-${args.length}-${colours}`);
      assertDarkDifference(await looksOf(v), `${how}, ${colours}`);
    }
  });

  test(`in light surroundings it is light, ${how}`, async () => {
    await v.page.emulateMedia({ colorScheme: 'light' });
    await show(draw(TOWN_TEXT, args), hasScript);
    const { mean, weak } = await looksOf(v);
    assert.ok(mean > 0.3, `${mean}`);
    assert.deepEqual(weak, []);
    await v.page.emulateMedia({ colorScheme: 'dark' });
  });
}

test('what is found, dimmed, zoomed to and above it stays readable', async () => {
  await show(draw(TOWN_TEXT), true);
  await v.search('parse');
  assert.deepEqual((await looksOf(v)).weak, [], 'found');
  await v.search('');
  await v.zoom('parse');
  assert.deepEqual((await looksOf(v)).weak, [], 'zoomed');
  await v.page.locator('.flame-key').first().click();
  await v.settle();
  assert.deepEqual((await looksOf(v)).weak, [], 'dimmed');
});

test('colours of the legend are those of the boxes', async () => {
  await show(draw(TOWN_TEXT), true);
  await v.page.mouse.move(600, 600);
  const pixels = await v.pixels();
  const places = await v.page.$$eval('.flame-swatch', (all) => all.map((swatch) => {
    const { left, top } = swatch.getBoundingClientRect();
    return [left + 6, top + 6];
  }));
  assert.ok(places.length > 1);
  for (const place of places) {
    assert.ok(luminance(pixels.at(...place)) < 0.12, `${place}: ${pixels.at(...place)}`);
  }
});

test('a fill that the user chose is dark, and on paper all is light', async () => {
  const given = write('given.txt', 'idle\tfill=#0000c0\nparse\tfill=#ffff00\n');
  await show(draw(TOWN_TEXT, ['--nameattr', given]), true);
  assertDark(await looksOf(v), 'chosen');
  await v.page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await v.page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  const opacities = await v.page.$$eval('g.frames rect', (all) =>
    [...new Set(all.map((rect) => getComputedStyle(rect).fillOpacity))]);
  assert.deepEqual(opacities, ['1']);
  await v.page.emulateMedia({ colorScheme: 'dark', media: 'screen' });
});
