// render/web/text.js: names that fit, and numbers. Cases of fitText as in tests/unit/text.c.
import assert from 'node:assert/strict';
import test from 'node:test';

import {cpuTime, encode, load} from './kit.mjs';

const viewer = load();
const CELL = 7;

// A monospaced font in which Chinese and emoji are twice as wide.
const widthOf = (char) => char.codePointAt(0) > 0x2e80 ? 2 * CELL : CELL;

function fit(text, cells, cutRight = false) {
  return viewer.fitText(text, cells * CELL, widthOf, cutRight);
}

test('what fits is not cut', () => {
  assert.equal(fit('main', 4, true), 'main');
  assert.equal(fit('a<b>', 4), 'a<b>');
  assert.equal(fit('ab', 2, true), 'ab');
  assert.equal(fit('', 0), '');
});

test('the end goes', () => {
  assert.equal(fit('allocate', 7, true), 'alloca…');
  assert.equal(fit('allocate', 6, true), 'alloc…');
  assert.equal(fit('malloc', 2, true), '');
  assert.equal(fit('malloc', 0), '');
  assert.equal(fit('malloc', -1), '');
});

test('a letter is cut whole', () => {
  assert.equal(fit('e\u0301'.repeat(7), 6, true), 'e\u0301'.repeat(5) + '…');
  assert.equal(fit('中文中文中文', 11, true), '中文中文中…');
  assert.equal(fit('🔥🔥🔥🔥🔥🔥', 11, true), '🔥🔥🔥🔥🔥…');
  assert.equal(fit('🔥🔥🔥🔥🔥🔥', 10, true), '');
});

test('a cut name has five letters, or all that it has, or nothing is shown', () => {
  assert.equal(fit('malloc', 5, true), '');
  assert.equal(fit('malloc', 5), '');
  assert.equal(fit('free_all', 6), 'fr…all');
  assert.equal(fit('freeall', 6), '…eeall');
  assert.equal(fit('[unknown]', 6), '');
  assert.equal(fit('[unknown]', 7), '[unkno…');
  assert.equal(fit('net::Book::fill', 11), '…Book::fill');
  assert.equal(fit('net::Book::fill', 10), 'Book:…fill');
  assert.equal(fit('net::Book::fill', 6), 'B…fill');
  assert.equal(fit('net::Book::fill', 5), '');
  assert.equal(fit('fill(int, long)', 7), 'fill');
  assert.equal(fit('fill(int, long)', 4), 'fill');
  assert.equal(fit('[[[[a]]]]', 6), '…a]]]]');
  const names = ['std::map<int, long>::find(int const&)', 'java.util.List.of', '__x64_sys_read',
    'main.(*T).f.func1', '<module>', '[libc.so.6]', 'операция::чтение'];
  for (const name of names)
    for (let cells = 0; cells < 40; cells++)
      for (const right of [false, true]) {
        const text = fit(name, cells, right);
        const letters = text.match(/[\p{L}\d]/gu) || [];
        assert.ok(!text.includes('…') || letters.length >= 5, text);
      }
});

test('arguments shrink from the innermost', () => {
  const name = 'std::map<std::string, std::vector<int, std::allocator<int>>>::find';
  assert.equal(fit(name, 64), 'std::map<std::string, std::vector<int, std::allocator<…>>>::find');
  assert.equal(fit(name, 60), 'std::map<std::string, std::vector<…>>::find');
  assert.equal(fit(name, 30), 'std::map<…>::find');
  assert.equal(fit(name, 17), 'std::map<…>::find');
  assert.equal(fit(name, 16), '…map<…>::find');
  assert.equal(fit(name, 12), 'map<std…find');
  assert.equal(fit(name, 30, true), 'std::map<std::string, std::ve…');
});

test('of arguments at one depth the first shrink first', () => {
  assert.equal(fit('pair<int>::swap<std::string>', 26), 'pair<…>::swap<std::string>');
  assert.equal(fit('pair<int>::swap<std::string>', 17), 'pair<…>::swap<…>');
});

test('two ellipses never meet', () => {
  assert.equal(fit('vector<unsigned long>::push_back', 20), 'vector<…>::push_back');
  for (let cells = 10; cells < 20; cells++)
    assert.equal(fit('vector<unsigned long>::push_back', cells), '…push_back');
  assert.equal(fit('vector<unsigned long>::push_back', 9), '…ush_back');
});

test('operators are no arguments', () => {
  assert.equal(fit('Path::operator<(Path const&) const> tail', 16), 'Path::operator<');
  assert.equal(fit('operator<<(ostream&, vector<int, allocator<int>>)', 33),
    'operator<<(ostream&, vector<…>)');
  assert.equal(fit('list<unsigned>::operator->() const', 27), 'list<…>::operator->() const');
  assert.equal(fit('operator< <unsigned long long>(int)', 20), 'operator< <…>(int)');
  assert.equal(fit('operator<=><unsigned long long>(int)', 20), 'operator<=><…>(int)');
  assert.equal(fit('f()::{lambda(auto)#1}::operator()<unsigned long>(int)', 44),
    'f()::{lambda(auto)#1}::operator()<…>(int)');
  assert.equal(fit('box<decltype(f()) (*)(int) -> unsigned>::get', 15), 'box<…>::get');
});

test('Rust paths shrink', () => {
  assert.equal(fit('<alloc::vec::Vec<T> as core::ops::Drop>::drop', 20), '…vec::Vec::drop');
  assert.equal(fit('<demo::Word as demo::Score>::score', 17), 'demo::Word::score');
  assert.equal(fit('<demo::Word>::score_of_all', 24), 'demo::Word::score_of_all');
  assert.equal(fit('<frozen importlib._bootstrap>:find:9', 33), 'importlib._bootstrap:find:9');
  assert.equal(fit('<dyn demo::Any as demo::Score>::score', 20), '<…>::score');
  assert.equal(fit('core::slice::<impl [T]>::sort_unstable', 32),
    'core::slice::<…>::sort_unstable');
  assert.equal(fit('run::<Box<dyn Fn(&str) -> u64 + Send>>', 20), 'run::<Box<…>>');
});

test('the own name of a function stays longest', () => {
  const java = 'io.netty.channel.AbstractChannelHandlerContext.fireChannelRead';
  const cpp = 'void shop::orders::Book::fill(std::vector<Order> const&, int) const';
  assert.equal(fit(java, 50), '…AbstractChannelHandlerContext.fireChannelRead');
  assert.equal(fit(java, 40), '…ChannelHandlerContext.fireChannelRead');
  assert.equal(fit(java, 24), '…Context.fireChannelRead');
  assert.equal(fit(java, 20), '…fireChannelRead');
  assert.equal(fit(java, 10), '…annelRead');
  assert.equal(fit(cpp, 63), 'void shop::orders::Book::fill(std::vector<…> const&, int) const');
  assert.equal(fit(cpp, 34), 'void shop::orders::Book::fill(…)');
  assert.equal(fit(cpp, 30), 'shop::orders::Book::fill');
  assert.equal(fit(cpp, 20), '…orders::Book::fill');
  assert.equal(fit(cpp, 11), '…Book::fill');
  assert.equal(fit(cpp, 10), 'Book:…fill');
});

test('functions that say nothing alone keep their class', () => {
  assert.equal(fit('java.util.concurrent.FutureTask.run', 14), '…utureTask.run');
  assert.equal(fit('java.util.concurrent.FutureTask.run', 8), 'FutureT…');
  assert.equal(fit('java.util.Executors$RunnableAdapter.call', 9), 'Runnable…');
  assert.equal(fit('server::accept_loop::{{closure}}', 8), 'accept_…');
  assert.equal(fit('Worker::operator()(int) const', 8), 'Worker:…');
  assert.equal(fit('main.(*Server).Serve.func1', 6), 'Serve…');
});

test('the place of a function goes before its name', () => {
  assert.equal(fit('hashKeys /srv/app/work.js:10:5', 12), 'hashKeys');
  assert.equal(fit('hashKeys (work.js:10)', 12), 'hashKeys');
  assert.equal(fit('JS:* /srv/app/work.js:10:5', 14), '…work.js:10:5');
  assert.equal(fit('<module> (/srv/app/job.py:1)', 12), '…job.py:1)');
  assert.equal(fit('processTicks node:internal/process/task_queues:95:5', 15), 'processTicks');
  assert.equal(fit('core::fmt::write::h0123456789abcdef', 16), 'core::fmt::write');
  assert.equal(fit('do_work.constprop.0', 12), 'do_work');
  assert.equal(fit('int [System.Private.CoreLib] System.Threading.Thread::Start()[Tier0]', 14),
    '…Thread::Start');
});

test('functions in functions and of receivers are names', () => {
  assert.equal(fit('main.(*Server).Serve', 16), '…(*Server).Serve');
  assert.equal(fit('main.(*Server).Serve', 9), '…Serve');
  assert.equal(fit('run(int)::{lambda(auto)#1}::operator()<unsigned long>(int)', 32),
    '…{lambda(auto)#1}::operator()<…>');
  assert.equal(fit('app.main(int).worker(string)', 14), '…worker');
  assert.equal(fit('operator new(unsigned long)', 20), 'operator new(…)');
  assert.equal(fit('(anonymous namespace)::helper', 10), '…helper');
});

test('of a very long name the function stays', () => {
  const name = 'company::'.repeat(300) + 'own_function';
  assert.equal(fit(name, 24), '…company::own_function');
  assert.equal(fit(name, 16), '…own_function');
});

test('what is in brackets keeps its start', () => {
  assert.equal(fit('[libpthread-2.31.so]', 10), '[libpthre…');
  assert.equal(fit('[unknown]', 8), '[unknow…');
});

test('two functions get two short names where there is room for them', () => {
  const taken = new Map();
  const short = (text, cells) => viewer.fitText(text, cells * CELL, widthOf, false, taken);
  assert.equal(short('net/Reader:.flush', 7), '…flush');
  assert.equal(short('net/Writer:.flush', 7), 'W…flush');
  assert.equal(short('net/Reader:.flush', 7), '…flush');
  assert.equal(short('sort<Orders::Item>', 12), 'sort<Orders…');
  assert.equal(short('sort<Orders::Part>', 12), 'sort<…:Part>');
  assert.equal(short('Xabcdefg', 6), '…cdefg');
  assert.equal(short('Yabcdefg', 6), 'Y…defg');
  assert.equal(short('Zabcdefg', 6), 'Z…defg');
  assert.equal(short('Zxbcdefg', 6), 'Zx…efg');
  assert.equal(short('Zxbccefg', 6), '…ccefg');
});

test('names in brackets are no arguments', () => {
  assert.equal(fit('<module>', 7), '<modul…');
  assert.equal(fit('com/acme/Server.<clinit>', 22), '…acme/Server.<clinit>');
  assert.equal(fit('py::<genexpr>:/srv/job.py', 20), 'py::<genexpr>');
});

test('the end of a path stays', () => {
  assert.equal(fit('org/jboss/deployment/Handler:.read', 20), '…Handler:.read');
  assert.equal(fit('/usr/lib/x86_64-linux-gnu/libc.so', 30), '…lib/x86_64-linux-gnu/libc.so');
  assert.equal(fit('org/jboss/deployment/Handler:.close', 9), '…close');
  assert.equal(fit('org/jboss/deployment/Handler:.close', 6), '…close');
  assert.equal(fit('org/jboss/', 8), '…jboss/');
  assert.equal(fit('java.util.concurrent.FutureTask.run', 20), '…FutureTask.run');
  assert.equal(fit('java.util.concurrent.FutureTask.run', 30), '…concurrent.FutureTask.run');
  assert.equal(fit('java.base/java.util.List.of', 20), '…java.util.List.of');
  assert.equal(fit('java.base/java.util.List.of', 10), '…List.of');
  assert.equal(fit('os.path.join.something', 12), '…something');
});

test('comparisons are no arguments', () => {
  assert.equal(fit('when x < limit and y > 0', 20), '…x < limit and y > 0');
  assert.equal(fit('when x<= limit and y > 0', 20), '…x<= limit and y > 0');
});

test('brackets without a partner stay', () => {
  assert.equal(fit('a<b<c::long_name', 10), '…long_name');
  assert.equal(fit('a>>>b>c::long_name', 10), '…long_name');
  assert.equal(fit('a<b::cat<unsigned long>::d', 14), 'a<b::cat<…>::d');
});

test('hostile brackets are only text', () => {
  const n = 100000;
  const from = cpuTime();
  for (const piece of ['<a', 'a<bc>', 'a<', '>', '/', 'a/', 'operator<', '<a>::']) {
    const text = piece.repeat(n / piece.length);
    assert.ok(fit(text, 50).length >= 2);
    assert.ok(fit(text, 50).length <= 50);
    assert.ok(fit(text + '>'.repeat(n), 50).length <= 50);
  }
  assert.ok(cpuTime() - from < 5000);
});

test('what is cut fits', () => {
  const name = 'std::map<std::string, std::vector<int, std::allocator<int>>>::find(中文)';
  const width = (char) => char.codePointAt(0) % 7 + 3;
  for (let room = 0; room < 500; room++) {
    for (const cutRight of [true, false]) {
      const text = viewer.fitText(name, room, width, cutRight);
      assert.ok([...text].reduce((sum, char) => sum + width(char), 0) <= room || text === '');
    }
  }
});

test('numbers have commas and up to six digits after the point', () => {
  const cases = [[0, '0'], [999, '999'], [1000, '1,000'], [1234.5, '1,234.5'],
    [1234567.891, '1,234,567.891'], [0.1234567, '0.123457'], [123456789012.3, '123,456,789,012.3'],
    [0.1 + 0.2, '0.3'], [2 ** 53, '9,007,199,254,740,992'], [1e-9, '0'], [100, '100']];
  for (const [n, text] of cases) assert.equal(viewer.formatNumber(n), text);
});

test('amounts of time and bytes are scaled, others are not', () => {
  const amount = (unit, value, more) =>
    viewer.formatAmount({unit, factor: 1, decimals: 0, ...more}, value);
  const cases = [['samples', 1234, '1,234 samples'], ['ns', 999, '999 ns'], ['ns', 1000, '1 µs'],
    ['ns', 1234567, '1.23 ms'], ['us', 1500, '1.5 ms'], ['microseconds', 1, '1 µs'],
    ['ms', 90000, '90 s'], ['s', 12345, '12,345 s'], ['nanoseconds', 5e9, '5 s'],
    ['seconds', 0, '0 s'], ['bytes', 4500000, '4.5 MB'], ['B', 12, '12 bytes'],
    ['kB', 1500, '1.5 MB'], ['bytes', 0, '0 bytes'], ['', 5, '5 '],
    ['constructor', 5, '5 constructor']];
  for (const [unit, value, text] of cases) assert.equal(amount(unit, value), text);
  assert.equal(amount('ms', 1234, {decimals: 3}), '1.23 ms');
  assert.equal(amount('samples', 1234, {decimals: 2, factor: 3}), '37.02 samples');
});

test('units of time and of bytes have a scale each', () => {
  const names = (unit) => viewer.scaleOf(unit) && viewer.scaleOf(unit).map(([name]) => name);
  assert.deepEqual(names('nanoseconds'), ['s', 'ms', 'µs', 'ns']);
  assert.deepEqual(names('us'), names('s'));
  assert.deepEqual(names('B'), ['TB', 'GB', 'MB', 'kB', 'bytes']);
  assert.equal(names('samples'), undefined);
});

test('shares have two digits, but all and nothing have none', () => {
  const cases = [[0, 10, '0 %'], [10, 10, '100 %'], [1, 3, '33.33 %'], [1, 2, '50.00 %'],
    [1, 1e6, '<0.01 %'], [999999, 1e6, '99.99 %'], [1, 10000, '0.01 %'], [0, 0, '0 %'],
    [5, 0, '0 %']];
  for (const [part, whole, text] of cases) assert.equal(viewer.formatShare(part, whole), text);
});

test('names are shown without their mark', () => {
  const names = ['vfs_read_[k]', 'inlined_[i]', 'jit_[j]', 'waker_[w]', 'other_[x]', '_[k]',
    'a_[k]b'];
  const profile = viewer.readProfile(encode({names, nodes: [{self: 0}]}));
  assert.equal(viewer.shownName(profile, -1), 'all');
  assert.deepEqual(names.map((_, fn) => viewer.shownName(profile, fn)),
    ['vfs_read', 'inlined', 'jit', 'waker', 'other_[x]', '_[k]', 'a_[k]b']);
});
