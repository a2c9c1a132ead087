// render/web/match.js: patterns, with the browser's own regular expressions as the judge.
import assert from 'node:assert/strict';
import test from 'node:test';

import {cpuTime, encode, load} from './kit.mjs';
import {randomFrom} from './naive.mjs';

const viewer = load();
const LETTERS = ['a', 'b', 'A', 'B', '_', '0', ' ', '.', 'é', 'É', '-', '\n', '🔥'];

const pick = (random, list) => list[random(list.length)];

function randomText(random, most) {
  return Array.from({length: random(most + 1)}, () => pick(random, LETTERS)).join('');
}

function randomAtom(random) {
  return pick(random, [
    () => pick(random, ['a', 'b', 'A', 'B', '_', '0', ' ', 'é', '🔥', '-', ']', '}', '{']),
    () => pick(random, ['.', '\\d', '\\w', '\\s', '\\D', '\\W', '\\S', '[^]', '[]', '\\.', '\\-',
      '\\x41', '\\u00e9', '\\n', '\\t', '\\\\', '\\[', '\\0', '\\/']),
    () => pick(random, ['[ab]', '[^a]', '[a-z]', '[^A-Z0]', '[\\w.]', '[^\\s\\d]', '[a\\-z]',
      '[-a]', '[a-]', '[\\]b]', '[^\\u00e9]', '[\\x41-B]', '[(|)*]', '[À-ÿ]']),
    () => pick(random, ['^', '$', '\\b', '\\B']),
  ])();
}

function randomPattern(random, depth) {
  let pattern = '';
  for (let n = random(5); n > 0; n--) {
    const group = depth > 0 && random(3) === 0;
    const atom = group ? `(${pick(random, ['', '?:'])}${randomPattern(random, depth - 1)})`
      : randomAtom(random);
    const fixed = /^([$^]|\\[bB])$/.test(atom);
    pattern += atom;
    if (!fixed && random(2)) {
      pattern += pick(random, ['*', '+', '?', '{2}', '{1,}', '{0,2}', '{2,3}', '{0}']);
      pattern += pick(random, ['', '', '?']);
    }
    if (random(6) === 0) pattern += '|';
  }
  return pattern;
}

test('regular expressions agree with those of the browser', () => {
  const random = randomFrom(31);
  let matched = 0;
  let compared = 0;
  for (let run = 0; run < 6000; run++) {
    const source = randomPattern(random, 3);
    const matchCase = random(2) > 0;
    const native = new RegExp(source, matchCase ? '' : 'i');
    let pattern = null;
    try {
      pattern = viewer.compilePattern(source, true, matchCase);
    } catch (error) {
      assert.equal(error.message, 'The pattern is too large.', source);
      continue;
    }
    for (let n = 0; n < 12; n++) {
      const text = randomText(random, 9);
      const wanted = native.test(text);
      assert.equal(pattern.test(text), wanted, `${native} on ${JSON.stringify(text)}`);
      compared++;
      if (wanted) matched++;
    }
  }
  assert.ok(compared > 60000 && matched > 10000 && compared - matched > 10000);
});

test('patterns from life agree with those of the browser', () => {
  const patterns = ['^std::(vector|map)<.*>::\\w+$', 'parse|lex', '\\bread\\b', '[A-Z]+Handler',
    '::operator(<<|\\(\\))', '_\\[k\\]$', '(foo|bar){2,}', 'a.c', '\\$', '^$', '', 'x{,3}', 'a{',
    '[[:alpha:]]', '.*?b', '(?:ab|a)(?:bc|c)$'];
  const texts = ['std::vector<int>::push_back', 'std::map<a, b>::find', 'parser', 'do read it',
    'reader', 'HttpHandler', 'ostream::operator<<', 'f::operator()', 'vfs_read_[k]', 'foobarfoo',
    'abc', 'a$',    '', 'x{,3}', 'a{', 'a:]', 'abbc', 'aac'];
  for (const source of patterns) {
    for (const matchCase of [true, false]) {
      const native = new RegExp(source, matchCase ? '' : 'i');
      const pattern = viewer.compilePattern(source, true, matchCase);
      for (const text of texts) assert.equal(pattern.test(text), native.test(text), source + text);
    }
  }
});

test('a pattern that the browser refuses is refused with a sentence', () => {
  for (const source of ['(', ')', '[', 'a**', '*', '+a', '\\', 'a{2,1}', '[b-a]', '(?', '^*', '{2}',
    '(?:a', 'a{1,250}{1,250}']) {
    assert.throws(() => viewer.compilePattern(source, true, true),
      (error) => error instanceof Error && error.message.length > 10, source);
  }
});

test('look-around, names and back references are refused with a sentence', () => {
  for (const source of ['(?=a)', 'a(?!b)', '(?<=a)b', '(?<!a)b', '(?<name>a)', '(a)\\1', '\\k']) {
    assert.throws(() => viewer.compilePattern(source, true, true),
      /^Error: .*not supported\.$/, source);
  }
});

test('a pattern with too many states or letters is refused', () => {
  for (const source of ['(a{1,250}){1,250}', '((((a{1,9}){1,9}){1,9}){1,9}){1,9}',
    '(a+b?){999999999}', '(){99999999999999999999}', '('.repeat(50) + 'a' + '{2})'.repeat(50)]) {
    assert.throws(() => viewer.compilePattern(source, true, true), /too large/, source);
  }
  assert.throws(() => viewer.compilePattern('a'.repeat(257), true, true), /too long/);
  assert.equal(viewer.compilePattern('a'.repeat(256), true, true).test('a'.repeat(256)), true);
});

test('patterns that others take forever for take no time', () => {
  const letters = 'a'.repeat(10000);
  const hostile = [['(a+)+$', letters, true], ['(a+)+$', letters + '!', false],
    ['(a|a)*b', letters, false], ['^(([a-z])+.)+[A-Z]([a-z])+$', letters, false],
    ['(a*)*c', letters, false], ['(.*.*.*)*x', letters, false], ['(a?){40}a{40}b', letters, false],
    ['^(a|aa)+$', letters + 'b', false], ['(a{1,50}){1,9}b', letters, false],
    ['a{1,250}{1,250}', letters, null], ['(a{1,250}){1,250}', letters, null]];
  for (const [source, text, wanted] of hostile) {
    const from = cpuTime();
    let result = null;
    try {
      result = viewer.compilePattern(source, true, true).test(text);
    } catch (error) {
      assert.ok(error instanceof Error);
    }
    const time = cpuTime() - from;
    assert.equal(result, wanted, source);
    assert.ok(time < 100, `${source}: ${time} ms`);
  }
});

test('a pattern with more rows than are kept still gives the right answer', () => {
  const source = '^(a|b)*a(a|b){12}$';
  const pattern = viewer.compilePattern(source, true, true);
  const native = new RegExp(source);
  const random = randomFrom(32);
  let matched = 0;
  for (let run = 0; run < 300; run++) {
    const text = Array.from({length: 100}, () => 'ab'[random(2)]).join('');
    assert.equal(pattern.test(text), native.test(text));
    matched += native.test(text);
  }
  assert.ok(matched > 50 && matched < 250);
});

test('a pattern that needs ever new rows is given up, not waited for', () => {
  const random = randomFrom(33);
  const pattern = viewer.compilePattern('(a|e)*[a-z].{100}', true, true);
  const from = cpuTime();
  assert.throws(() => {
    for (let run = 0; run < 20000; run++) {
      pattern.test(Array.from({length: 45}, () => 'abcdefgh<>:'[random(11)]).join(''));
    }
  }, /^Error: The pattern takes too long\.$/);
  assert.ok(cpuTime() - from < 10000);
});

test('every character has its class', () => {
  for (const source of ['^[^a-zß-ÿ]$', '^\\w$', '^\\s$', '^.$', '^[\\ud83d]$', '^k$', '^\\u017f$',
    '^\\cJ$']) {
    for (const flags of ['', 'i']) {
      const native = new RegExp(source, flags);
      const pattern = viewer.compilePattern(source, true, !flags);
      for (let code = 0; code < 65536; code += code < 1024 ? 1 : 7) {
        const char = String.fromCharCode(code);
        assert.equal(pattern.test(char), native.test(char), source + ' ' + code);
      }
    }
  }
});

test('plain text is found as it stands', () => {
  const found = (text, matchCase, name) => viewer.compilePattern(text, false, matchCase).test(name);
  assert.equal(found('a.c', true, 'xa.cx'), true);
  assert.equal(found('a.c', true, 'abc'), false);
  assert.equal(found('(', true, 'f('), true);
  assert.equal(found('READ', false, 'vfs_read'), true);
  assert.equal(found('READ', true, 'vfs_read'), false);
  assert.equal(found('É', false, 'café'), true);
  assert.equal(found('', true, ''), true);
});

test('functions match by the shown name or by that with its mark; what is left out never', () => {
  const names = ['read', 'read_[k]', 'read_all', '_[k]', 'rest'];
  const profile = viewer.readProfile(encode({names, kinds: [1, 2, 1, 0, 16], nodes: [{self: 0}]}));
  const hits = (text, regexp) =>
    [...viewer.matchFunctions(profile, viewer.compilePattern(text, regexp, true))];
  assert.deepEqual(hits('^read$', true), [1, 1, 0, 0, 0]);
  assert.deepEqual(hits('_[k]', false), [0, 1, 0, 1, 0]);
  assert.deepEqual(hits('re', false), [1, 1, 1, 0, 0]);
  assert.deepEqual(hits('', false), [1, 1, 1, 1, 0]);
  assert.deepEqual(hits('x', false), [0, 0, 0, 0, 0]);
});
