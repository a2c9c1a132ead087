// What is given away with a picture, and what the viewer says of what was left out.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { draw, eventually, openPage } from './kit.mjs';
import { treeBytes } from './packed.mjs';
import { narrow, TOWN, TOWN_TEXT } from './samples.mjs';

const v = await openPage();

test('the file carries every frame unless told otherwise', async () => {
  await v.show(draw(narrow()));
  await v.search('leaf_');
  assert.match(await v.found(), /^400 functions, /);
});

test('--only-visible leaves out what the picture does not show, and the weight stays', async () => {
  await v.show(draw(narrow(), ['--only-visible']));
  await v.search('leaf_');
  assert.match(await v.found(), /^0 functions/);
  await v.search('');
  assert.match((await v.frame('crowd')).count, /^10,000 samples/);
  await v.zoom('crowd');
  const rest = (await v.frames()).filter((f) => f.classes.includes('flame-rest'));
  assert.ok(rest.length > 0, 'what was left out is seen as a frame');
  await v.page.mouse.move(rest[0].x + rest[0].width / 2 - 1, rest[0].y + 8);
  await v.page.mouse.move(rest[0].x + rest[0].width / 2, rest[0].y + 8);
  await eventually(async () => assert.match(await v.detail(), /400|left out|not in this file/));
  v.clean();
});

test('--max-nodes keeps the heaviest, and search still tells shares of all', async () => {
  await v.show(draw(narrow(), ['--max-nodes', '10']));
  await v.search('wide');
  assert.match(await v.found(), /^1 function, (at least )?90\.00 % of all/);
  // What stands for the rest is no function: nobody finds it, and no table lists it.
  await v.search('narrow');
  assert.match(await v.found(), /^0 functions/);
  await v.search('');
  await v.push('table');
  assert.ok((await v.rows()).every((cells) => !cells.join().includes('narrow')));
  v.clean();
});

test('--redact takes names out of all that the viewer shows', async () => {
  const path = draw(TOWN_TEXT, ['--redact', 'parse|lex']);
  const svg = readFileSync(path, 'utf8');
  const told = svg.replace(/<script[^]*<\/script>/, '') + treeBytes(svg).toString('latin1');
  assert.doesNotMatch(told, /parse|\blex\b/);
  await v.show(path);
  await v.push('table');
  const names = (await v.rows()).flat();
  assert.ok(names.includes('number') && !names.includes('parse') && !names.includes('lex'));
  await v.push('flame');
  assert.match((await v.frame('main')).count, /^750 samples/);
  v.clean();
});

test('--hash-names leaves a viewer that works and tells no name', async () => {
  await v.show(draw(TOWN_TEXT, ['--hash-names']));
  await v.search('parse');
  assert.match(await v.found(), /^0 functions/);
  await v.search('');
  await v.push('table');
  const names = (await v.rows()).flat();
  for (const name of TOWN.functions()) {
    assert.ok(!names.includes(name), name);
  }
  v.clean();
});

test('--no-script leaves a picture without tree, script and controls', async () => {
  const svg = readFileSync(draw(TOWN_TEXT, ['--no-script']), 'utf8');
  assert.doesNotMatch(svg, /<script|<metadata|flame-graph/);
});
