// Both sides of a difference, in everything the viewer shows.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { draw, eventually, flame, folder, openPage, serve, write } from './kit.mjs';

const BEFORE = write('before.folded', `main;parse 300
main;parse;scan 100
main;draw 400
main;van 150
main;walk;walk;walk 40
idle 150
`);
const AFTER = `main;parse 300
main;parse;scan 250
main;draw 300
main;arrived 160
main;walk;walk;walk 80
idle 150
`;
const SIDES = { main: [990, 1090], parse: [400, 550], scan: [100, 250], draw: [400, 300],
  van: [150, 0], arrived: [0, 160], idle: [150, 150] };
const WHOLE = 1240; // the larger side
const GREY = [232, 232, 232];
const ORANGE = [240, 138, 36];
const BLUE = [74, 152, 224];

// Stacks of names that are there once, a third of them unchanged, some new and some gone.
function manyStacks() {
  const sides = [[], []];
  for (let i = 0; i < 24; i++) {
    const before = i % 7 === 3 ? 0 : 20 + i;
    const moved = before ? before + ((i * 37) % 23) - 9 : 30;
    const after = i % 7 === 5 ? 0 : i % 3 ? moved : before;
    const path = `g${i % 3};p${i % 6};l${String(i).padStart(2, '0')}`;
    if (before) {
      sides[0].push(`${path} ${before}`);
    }
    if (after) {
      sides[1].push(`${path} ${after}`);
    }
  }
  return sides.map((lines) => `${lines.join('\n')}\n`);
}

// What the picture without a script shows: {name: {fill, dark, dashed}}.
function drawnIn(path) {
  const frames = new Map();
  const rects = readFileSync(path, 'utf8').matchAll(/<rect ([^>]*)><title>([^<]*?) \(/g);
  for (const [, attributes, name] of rects) {
    const fill = /fill="#(......)"/.exec(attributes)[1].match(/../g).map((n) => parseInt(n, 16));
    frames.set(name, { fill: `rgb(${fill.join(', ')})`,
      dark: (/ color="([^"]*)"/.exec(attributes) || [])[1] || null,
      dashed: /stroke-dasharray/.test(attributes) });
  }
  return frames;
}

// The rule that model/compare/difference.h states.
function fillOf([before, after], whole, sureness) {
  const change = Math.abs(after - before);
  const heat = change && Math.sqrt(change / Math.max(before, after)) *
    Math.min(1, Math.sqrt(50 * change / whole)) * sureness;
  const end = after > before ? ORANGE : BLUE;
  return GREY.map((n, i) => n + (end[i] - n) * heat);
}

// Of one run a side nothing is judged, so colours are pale.
function surenessOf([before, after]) {
  return Math.abs(after - before) > 1.96 * Math.sqrt(before + after) ? 0.3 : 0.1;
}

function assertFill(frame, sides, whole, sureness = surenessOf(sides)) {
  const wanted = fillOf(sides, whole, sureness);
  const got = frame.fill.match(/\d+/g).map(Number);
  assert.ok(got.every((n, i) => Math.abs(n - wanted[i]) <= 2),
    `${frame.name}: ${got}, not ${wanted}`);
}

const picture = draw(AFTER, ['--before', BEFORE]);
const v = await openPage();

test('every frame has the colour and the dashes that the picture gives it', async () => {
  const [before, after] = manyStacks();
  const old = write('many.folded', before);
  for (const args of [[], ['--delta=self', '--negate', '--colors=java'], ['--layout=after'],
    ['--reverse', '--delta=self'], ['--colors=red-blue']]) {
    const path = draw(after, ['--before', old, ...args]);
    const drawn = drawnIn(path);
    await v.show(path);
    const seen = (await v.frames()).filter(({ label }) => label && / before /.test(label));
    const names = seen.filter(({ label }) => {
      const [name] = label.split(', ');
      return drawn.has(name) && !(args.includes('--reverse') && /^[gp]/.test(name));
    });
    assert.ok(names.length >= 16, `${names.length} frames`);
    for (const frame of names) {
      const [name] = frame.label.split(', ');
      const dashed = frame.classes.includes('flame-dashed');
      const { fill, dark } = frame;
      assert.deepEqual({ name, fill, dark, dashed }, { name, ...drawn.get(name) },
        args.join());
    }
    v.clean();
  }
});

test('what was inlined or renamed has moved, in the picture as in the viewer', async () => {
  const old = write('inlined.folded', 'main;a;b 100\nmain;c 300\nmain;d;x 50\n');
  const path = draw('main;a 100\nmain;c 300\nmain;d;y 50\n', ['--before', old]);
  const drawn = drawnIn(path);
  await v.show(path);
  const labels = (await v.labels()).map(({ text }) => text);
  for (const name of ['b', 'x', 'y']) {
    const { fill, label } = await v.frame(name);
    assert.ok(labels.includes(`\u2194 ${name}`), `${name} in ${labels}`);
    assert.match(label, /, moved/);
    assert.deepEqual({ name, fill }, { name, fill: drawn.get(name).fill });
    assertFill({ name, fill }, [1, 1], 1);
  }
  assert.match(readFileSync(path, 'utf8'), /\u2194 moved/);
  v.clean();
});

test('labels have a sign: more, less, new and gone', async () => {
  await v.show(picture);
  const labels = (await v.labels()).map(({ text }) => text);
  for (const label of ['\u25b2 scan', '\u25bc draw', '+ arrived', '\u2212 van', 'idle'])
    assert.ok(labels.includes(label), `${label} in ${labels}`);
  assert.match(await v.text('.flame-page'), /\u25b2 orange: more, \u25bc blue: less/);
});

test('screen readers and the bar are told before, after and the change', async () => {
  const { label } = await v.frame('scan');
  assert.equal(label, 'scan, before 100, after 250 samples, +150 (+150.00 %, +12.10 points)');
  await v.hover('van');
  assert.match(await v.detail(),
    /before 150, after 0 samples, -150 \(gone, -12.10 points\)/);
  await v.hover('idle');
  assert.match(await v.detail(), /before 150, after 150 samples, unchanged/);
  await v.hover('parse');
  assert.match(await v.detail(), /self before 300, after 300 samples, unchanged/);
});

test('a search tells what all matches had before and after', async () => {
  await v.search('scan|draw');
  await v.push('regexp');
  await eventually(async () => assert.equal(await v.found(),
    '2 functions, before 500, after 550 samples, +50 (+10.00 %, +4.03 points)'));
  await v.search('');
});

test('zooming keeps colours, leaving stacks out makes new ones of both sides', async () => {
  for (const name of ['main', 'scan', 'draw', 'idle'])
    assertFill(await v.frame(name), SIDES[name], WHOLE);
  const { fill } = await v.frame('scan');
  await v.zoom('parse');
  assert.equal((await v.frame('scan')).fill, fill);
  await v.press('0');
  await v.choose('parse', 'hide');
  await eventually(async () => {
    const main = await v.frame('main');
    assert.match(main.label, /before 590, after 540 samples, -50 /);
    assertFill(main, [590, 540], 740, 0.3); // as sure as it was with all stacks
  });
  assertFill(await v.frame('arrived'), SIDES.arrived, 740, 0.3);
  await v.press('Backspace');
});

test('the sandwich has both sides of a function, calls of itself counted once', async () => {
  await v.choose('walk', 'sandwich');
  await eventually(async () => {
    const found = await v.named('walk');
    assert.equal(found.length, 4); // the function twice, and what it calls
    for (const { sides } of found)
      assert.match(sides, /^before 40, after 80 samples, \+40 \(\+100.00 %/);
    assert.match((await v.frame('main')).sides, /^before 40, after 80 samples/);
  });
  await v.shot('difference-sandwich');
});

test('the inverted view counts what leaves have by themselves', async () => {
  await v.push('inverted');
  await eventually(async () => {
    const [leaf] = (await v.named('parse')).filter(({ level }) => level === 2);
    assert.match(leaf.sides, /^before 300, after 300 samples, unchanged/);
  });
  const scan = (await v.named('scan')).find(({ level }) => level === 2);
  assertFill(scan, SIDES.scan, WHOLE);
});

test('the table has both sides and begins with the largest changes', async () => {
  await v.push('table');
  const names = async () => (await v.rows()).map(([name]) => name);
  const [first, second, third] = await v.rows();
  assert.equal(first[0], 'arrived');
  assert.deepEqual(second.slice(0, 5), ['parse', '400', '550', '\u25b2\u00a0+150', '+37.50 %']);
  assert.deepEqual(third.slice(6), ['100', '250', '\u25b2\u00a0+150', '+150.00 %',
    '+113 to +188, more than sampling explains; not judged'.replace(/ (?!more)/g, '\u00a0')]);
  const rows = new Map((await v.rows()).map((row) => [row[0], row.slice(1)]));
  assert.deepEqual(rows.get('walk').slice(0, 4), ['40', '80', '\u25b2\u00a0+40', '+100.00 %']);
  assert.deepEqual(rows.get('van').slice(0, 4), ['150', '0', '\u25bc\u00a0-150',
    'gone']);
  assert.deepEqual(rows.get('arrived').slice(5, 9), ['0', '160', '\u25b2\u00a0+160', 'new']);
  await v.shot('difference-table');
  await v.page.locator('[data-do="sort-self-before"]').focus();
  await v.press('Enter');
  assert.deepEqual((await names()).slice(0, 3), ['draw', 'parse', 'idle']);
  assert.equal(await v.page.locator('th[aria-sort="descending"]').innerText(),
    'Self before \u25be');
  await v.hit('[data-do="sort-self-change"]');
  await eventually(async () => assert.deepEqual((await names()).slice(0, 3),
    ['arrived', 'scan', 'van']));
  await v.hit('[data-do="sort-name"]');
  await eventually(async () => assert.equal((await names())[0], 'arrived'));
});

test('what is proven is the first line, the first row, and can be seen alone', async () => {
  const args = [];
  for (const side of [0, 1]) {
    for (let run = 0; run < 6; run++) {
      const noise = (run * 7 + side * 3) % 9;
      const path = write(`proven-${side}-${run}.folded`, `main;steady ${2000 + noise}
main;grown ${(side ? 600 : 400) + noise}
main;noisy ${1000 * (1 + side * (run === 3) * 9)}
`);
      args.push(...(side ? [path] : ['--before', path]));
    }
  }
  const path = `${folder}/proven.svg`;
  flame(...args, '-o', path, '--quiet');
  const own = await openPage();
  await own.show(path);
  assert.match(await own.text('.flame-title'),
    /(^|: )1 function proven slower: grown \+\d+ % \[\+\d+, \+\d+\]; the whole: no proven change$/);
  await own.page.locator('[data-do="proven"]').click();
  await eventually(async () => {
    const bright = (await own.frames()).filter(({ classes }) => !classes.includes('flame-dim'));
    assert.deepEqual(bright.map(({ label }) => label.split(', ')[0]), ['grown']);
  });
  await own.push('table');
  assert.deepEqual((await own.rows()).map(([name]) => name), ['grown']);
  await own.page.locator('[data-do="proven"]').click();
  await eventually(async () => assert.equal((await own.rows()).length, 4));
  assert.equal((await own.rows())[0][0], 'grown');
  const table = await own.page.evaluate(() => document.querySelector('.flame-table')
    .scrollWidth - document.querySelector('.flame-table').clientWidth);
  assert.equal(table, 0, 'nothing is cut at 1,200 px');
  own.clean();
  await own.close();
});

// Each has 2 and then 13 samples a run, or 5 and 6: fewer than 80 in all runs.
test('what has too few samples says so, and is as pale as in the picture', async () => {
  for (const counts of [[5, 5], [1, 4]]) {
    const args = ['--quiet'];
    for (const side of [0, 1]) {
      for (let run = 0; run < counts[side]; run++) {
        const path = write(`few-${side}-${run}.folded`, `main;steady ${40 + run % 3}
main;grown ${(side ? 50 : 20) + run % 2}
main;tiny ${side ? 13 : 2}
main;small ${side ? 6 : 5}
`);
        args.push(...(side ? [path] : ['--before', path]));
      }
    }
    const path = `${folder}/few.svg`;
    flame(...args, '-o', path);
    const own = await openPage();
    await own.show(path);
    const drawn = drawnIn(path);
    for (const name of ['main', 'steady', 'grown', 'tiny', 'small'])
      assert.equal((await own.frame(name)).fill, drawn.get(name).fill, `${name} of ${counts}`);
    await own.hover('tiny');
    assert.match(await own.detail(), /\[\+[\d.]+ to \+[\d.]+, too few samples; not judged\]/);
    await own.push('table');
    const rows = new Map((await own.rows()).map((row) => [row[0], row.join(' ')]));
    for (const name of ['tiny', 'small'])
      assert.match(rows.get(name), /too\u00a0few\u00a0samples;\u00a0not\u00a0judged/);
    assert.doesNotMatch(rows.get('grown'), /judged/);
    own.clean();
    await own.close();
  }
});

test('it works under the policy of flame --csp, with dashes around new frames', async () => {
  const origin = await serve({ '/x.svg': { file: picture,
    headers: { 'content-security-policy': flame('--csp').trim() } } });
  const served = await openPage();
  await served.show(`${origin}/x.svg`);
  const dashes = await served.page.evaluate(() => [...document.querySelectorAll('.flame-dashed')]
    .map((rect) => getComputedStyle(rect).strokeDasharray));
  assert.deepEqual(dashes, ['4px, 2px', '4px, 2px']);
  served.clean();
  await served.close();
});

test('on a narrow screen in the dark everything is there', async () => {
  await v.page.setViewportSize({ width: 400, height: 700 });
  await v.page.emulateMedia({ colorScheme: 'dark' });
  await v.push('options');
  await v.push('flame');
  await eventually(async () => {
    assert.ok(await v.shows('main'));
    assert.match(await v.text('.flame-page'), /blue: less/);
  });
  const wide = await v.page.evaluate(() => document.querySelector('.flame-page').scrollWidth);
  assert.ok(wide <= 400, `${wide} px`);
  await v.shot('difference-narrow');
  v.clean();
});
