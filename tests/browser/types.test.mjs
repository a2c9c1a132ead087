// The types of all scripts, by TypeScript: those of comments (/** @type {Pane} */), of types.d.ts
// beside the scripts, and what follows from both. Each script is checked as it is packed: modules
// within the functions they stand in.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sourcesOf } from '../web/sources.mjs';

const TSC = fileURLToPath(new URL('node_modules/typescript/bin/tsc', import.meta.url));
const SHAPES = fileURLToPath(new URL('../../render/web/types.d.ts', import.meta.url));
const OPTIONS = ['--noEmit', '--checkJs', '--target', 'es2022', '--lib', 'esnext,dom,dom.iterable',
  '--types', '', '--strict', '--noImplicitAny', 'false', '--noImplicitThis', 'false',
  '--useUnknownInCatchVariables', 'false', '--noUnusedLocals', '--pretty', 'false'];
const UNUSED = /TS6133|TS6196/;

if (!existsSync(TSC)) {
  console.log('skipped: typescript is missing; run npm ci --ignore-scripts in tests/browser');
  process.exit(77);
}

const folder = mkdtempSync(join(tmpdir(), 'flame-types-'));
after(() => rmSync(folder, { recursive: true }));

// What is wrong with a script: [place in its source, and what]. Lines of no module count as such.
function faultsOf(name, parts) {
  const lines = parts.flatMap(({ path, text }) => text.split('\n').slice(0, -1)
    .map((line, i) => ({ line, place: `${path}:${i + 1}` })));
  const file = join(folder, `${name}.js`);
  writeFileSync(file, `(function () { 'use strict';\n${lines.map(({ line }) => line).join('\n')}\n`
    + '}());\n');
  const run = spawnSync(process.execPath, [TSC, ...OPTIONS, SHAPES, file], { encoding: 'utf8' });
  assert.equal(run.stderr, '');
  const found = [...run.stdout.matchAll(/^(.*?)\((\d+),\d+\): (error .*)$/gm)]
    .map(([, at, line, what]) => (at.endsWith('.d.ts') ? `types.d.ts:${line}: ${what}` :
      `${lines[line - 2].place}: ${what}`));
  assert.equal(run.status === 0, found.length === 0, run.stdout);
  return found;
}

const SCRIPTS = ['FLAME_WEB', 'FLAME_DIFFERENCE_WEB', 'FLAME_GRAPH_WEB', 'FLAME_TIMELINE_WEB',
  'FLAME_REPORT_WEB'].map((name) => [name, sourcesOf(name)]);
const found = new Map(SCRIPTS.map(([name, parts]) => [name, faultsOf(name, parts)]));

for (const [name, faults] of found) {
  test(`${name}: types are right, and nothing may be null that is used`, () => {
    assert.deepEqual(faults.filter((fault) => !UNUSED.test(fault)), []);
  });
}

test('nothing is declared that no script uses', () => {
  const users = ([fault]) => SCRIPTS.filter(([, parts]) =>
    parts.some(({ path }) => fault.startsWith(`${path}:`)));
  const count = new Map();
  for (const fault of [...found.values()].flat().filter((one) => UNUSED.test(one)))
    count.set(fault, (count.get(fault) || 0) + 1);
  const faults = [...count].filter((one) => one[1] === users(one).length);
  assert.deepEqual(faults.map(([fault]) => fault), []);
});

test('what is wrong is found', () => {
  const wrong = (text) => faultsOf('wrong', [{ path: 'wrong.js', text: `${text}\n` }]).join('\n');
  assert.match(wrong('/** @type {Pane} */\nlet pane;\nconst f = () => pane.form;\nf();'),
    /^wrong\.js:3: error TS2339: Property 'form'/m);
  assert.match(wrong('/** @type {State} */\nlet state;\nconst f = () => state.zoom.pane;\nf();'),
    /^wrong\.js:3: error TS18047/m);
  assert.match(wrong('const f = () => 1;\nf(2);'), /^wrong\.js:2: error TS2554/);
  assert.match(wrong('const never = 1;'), /^wrong\.js:1: error TS6133/);
});
