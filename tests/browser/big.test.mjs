// Trees of 10 thousand, 100 thousand and a million frames: a frame of 0.001 px is found by search
// and zoomed to, shares are exact, and only what can be seen is drawn.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { share } from './folded.mjs';
import { generated, NEEDLE, SIZES } from './generate.mjs';
import { dataFolder, draw, eventually, near, openPage } from './kit.mjs';

const WORDS = ['parse', 'Lexer', 'rocksdb', 'v8::internal::db'];
const PATTERNS = ['(.?){300}z{50}Q$', '(([a-z]|_)*:*)*Q', '.*.*.*.*.*Q', '([^Q]{1,30}){30}Q'];
const v = await openPage();

// Total, weight of the stacks that hold each word, and functions with it, read line by line.
function weigh(path, words) {
  const text = readFileSync(path, 'latin1');
  const known = new Map();
  const result = { total: 0, weight: words.map(() => 0), functions: words.map(() => 0), nodes: 0 };
  let before = [];
  const seen = new Set();
  for (let from = 0; from < text.length;) {
    const end = text.indexOf('\n', from);
    const line = text.slice(from, end);
    from = end + 1;
    const at = line.lastIndexOf(' ');
    const count = Number(line.slice(at + 1));
    result.total += count;
    const lower = line.slice(0, at).toLowerCase();
    words.forEach((word, i) => {
      result.weight[i] += lower.includes(word.toLowerCase()) ? count : 0;
    });
    const names = line.slice(0, at).split(';');
    names.filter((name, i) => name !== before[i]).forEach((name) => seen.add(name));
    before = names;
  }
  for (const name of seen) {
    known.set(name, name.toLowerCase());
  }
  words.forEach((word, i) => {
    const matches = (lower) => lower.includes(word.toLowerCase());
    result.functions[i] = [...known.values()].filter(matches).length;
  });
  result.names = seen.size;
  return result;
}

for (const [sizeName, size] of Object.entries(SIZES)) {
  const input = generated(sizeName, dataFolder());
  const truth = weigh(input, [...WORDS, NEEDLE]);

  test(`${sizeName}: shares found are those of the input, each stack once`, async () => {
    assert.equal(truth.names, size.functions);
    await v.show(draw(input));
    await v.shot(`big-${sizeName}`);
    for (const [i, word] of WORDS.entries()) {
      await v.search(word);
      await eventually(async () => {
        const said = (await v.found()).replace(/,(?=\d)/g, '');
        const exact = share(truth.weight[i], truth.total);
        const wanted = `${truth.functions[i]} functions, ${exact} of all`;
        assert.ok(said.startsWith(wanted), `"${said}" begins "${wanted}"`);
      });
    }
    v.clean();
  });

  test(`${sizeName}: a frame of 0.001 px is found, zoomed to, and its share is exact`, async () => {
    await v.show(draw(input));
    const needle = truth.weight[WORDS.length];
    const px = (needle / truth.total) * (await v.place()).width;
    assert.ok(px < 0.0012 && px > 0.0005, `${px} px wide at first`);
    await v.search(NEEDLE);
    const said = await v.found();
    assert.ok(said.startsWith(`1 function, ${share(needle, truth.total)} of all`), said);
    await v.press('Enter');
    await v.settle();
    const [frame] = await eventually(async () => {
      const found = await v.named(NEEDLE);
      assert.equal(found.length, 1, 'it is seen');
      return found;
    });
    assert.ok(frame.width > 40, `${frame.width} px wide`);
    assert.ok(frame.y > 0 && frame.y < 800, 'in the window');
    assert.equal(frame.count.split(' ')[0].replace(/,/g, ''), String(needle));
    await v.zoom(NEEDLE);
    await v.shot(`needle-${sizeName}`);
    assert.match(await v.found(), /100 % of the view/);
    const address = await v.fragmentWith(/\bz=/);
    await v.show(draw(input), address);
    await v.wide(NEEDLE);
    await v.push('reset');
    await v.whole();
    v.clean();
  });

  test(`${sizeName}: cost follows what is seen, not the size of the tree`, async () => {
    await v.show(draw(input));
    const elements = () => v.page.evaluate(
      () => document.querySelectorAll('.flame-graph *').length,
    );
    assert.ok(await elements() < 15000, `${await elements()} elements`);
    const frames = await v.frames();
    const { y } = frames.find((f) => f.level === 2);
    const first = frames.filter((f) => f.y === y);
    const sum = first.reduce((all, f) => all + f.width, 0);
    near(sum, (await v.place()).width, 2 + first.length / 5, 'the first level fills the width');
    await v.push('inverted');
    await v.push('table');
    assert.ok((await v.rows()).length >= 100);
    await v.push('flame');
    await v.orderBy('weight');
    assert.ok(await elements() < 15000);
    v.clean();
  });
}

test('no pattern keeps the page busy for ever, with 18 thousand names too', async () => {
  await v.show(draw(generated('1m', dataFolder())));
  await v.push('regexp');
  for (const text of PATTERNS) {
    await v.search(text);
    await eventually(async () => assert.match(await v.found(), /function|too (long|large)/, text));
  }
  v.clean();
});
