// render/web/pack.c makes scripts short: what it writes must do what the sources do.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { sourcesOf } from './sources.mjs';

const WEB = fileURLToPath(new URL('../../render/web/', import.meta.url));
const TOP = path.join(WEB, '../..');
const [MODULES, DIFFERENCE_MODULES] = ['FLAME_WEB', 'FLAME_DIFFERENCE_WEB'].map((list) =>
  sourcesOf(list).map((part) => (part.path ? path.join(TOP, part.path) : part.text)));
const MOST = 63500;
const DIFFERENCE_MOST = 68000;

let folder = '';

before(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'pack-'));
  execFileSync(process.env.CC || 'cc', ['-std=c11', '-O1', '-o', path.join(folder, 'pack'),
    path.join(WEB, 'pack.c')]);
});

after(() => rmSync(folder, { recursive: true }));

function packFiles(files) {
  const out = path.join(folder, 'out.js');
  const run = spawnSync(path.join(folder, 'pack'), [out, ...files], { encoding: 'utf8' });
  if (run.status !== 0) return { fault: run.stderr, status: run.status };
  assert.equal(run.stdout + run.stderr, '');
  return { text: readFileSync(out, 'latin1') };
}

function pack(...sources) {
  return packFiles(sources.map((source, i) => {
    const file = path.join(folder, `in${i}.js`);
    writeFileSync(file, source);
    return file;
  }));
}

// What a script hands to out(), and the kind of error it ends with.
async function run(text) {
  const said = [];
  const context = vm.createContext({ out: (value) => said.push(value), outer: 7,
    history: { length: 3 } });
  // The text of a function is all that may change.
  vm.runInContext("Function.prototype.toString = () => 'function';", context);
  try {
    vm.runInContext(text, context, { timeout: 2000 });
  } catch (error) {
    said.push('threw ' + error.name);
  }
  return JSON.stringify(await Promise.all(said));
}

async function same(source) {
  const packed = pack(source);
  assert.equal(packed.fault, undefined, `${packed.fault} in\n${source}`);
  const wanted = await run(`(function () { 'use strict';\n${source}\n}());`);
  const got = await run(packed.text);
  assert.equal(got, wanted, `${source}\n--- became\n${packed.text}`);
  assert.match(packed.text, /^[\n -~]*$/);
  return packed.text;
}

// Each line of a list is a script of its own.
function alike(name, ...sources) {
  test(name, async () => {
    for (const source of sources) {
      const text = await same(source);
      assert.ok(!/SyntaxError/.test(await run(text)), `not a script:\n${text}`);
    }
  });
}

function shorter(name, source, wanted) {
  test(name, async () => {
    const text = await same(source);
    assert.equal(text, `(function(){'use strict';${wanted}}());\n`);
  });
}

function refused(name, source, fault) {
  test(name, () => {
    const { fault: found, status } = pack(source);
    assert.equal(status, 1);
    assert.match(found || '', fault);
  });
}

shorter('comments and blanks go',
  '// one\nout( 1 ); // two\n\n  // three\nout( 2 );\n', 'out(1);out(2)');
shorter('variables get short names and the most used the shortest ones',
  'const first = 1;\nconst second = first + first;\nout(second);', 'let a=1,b=a+a;out(b)');
shorter('properties keep their names and shorthand is expanded',
  'const width = 1;\nout({ width, other: width }.width);', 'let a=1;out({width:a,other:a}.width)');
shorter('patterns are expanded',
  'const { left, right: [one] } = { left: 1, right: [2] };\nout(left + one + left);',
  'let{left:a,right:[b]}={left:1,right:[2]};out(a+b+a)');
shorter('functions that do not see each other share their names',
  'function first(value) { return value; }\nfunction second(other) { return other; }\n' +
  'out(first(1) + second(2));',
  'function a(a){return a}function b(a){return a}out(a(1)+b(2))');
shorter('a global that is also declared somewhere stays',
  'function size(history) { return history.length; }\nout(size([]) + history.length);',
  'function a(a){return a.length}out(a([])+history.length)');
shorter('declarations behind each other are joined',
  'const a = 1;\nlet b;\nconst [c] = [b];\nout(a, c);', 'let a=1,b,[c]=[b];out(a,c)');
shorter('commas and semicolons before a bracket go, but not the holes of an array',
  'const f = function () { return; };\nout([1, 2,].length + [,].length + [1,,].length);\n' +
  'f(1,);\nout({ x: 1, });',
  'let a=function(){return};out([1,2].length+[,].length+[1,,].length);a(1);out({x:1})');
shorter('a semicolon that is a statement stays',
  'let i = 0;\nfunction f() { for (; i < 3; i++); }\nf();\nif (i) { while (--i); }\nout(i);',
  'let a=0;function b(){for(;a<3;a++);}b();if(a){while(--a);}out(a)');
shorter('what is not ASCII becomes escapes',
  "out('\u00b7\u2191' + `\u2026` + /\u00e9/.test('\u00e9'));",
  "out('\\xb7\\u2191'+`\\u2026`+/\\xe9/.test('\\xe9'))");
shorter('a "]]>" of signs is kept apart',
  'const a = [[2]];\nout(a[a[0][0] - 2]>1);\nout(a[[0]]>1);',
  'let a=[[2]];out(a[a[0][0]-2]>1);out(a[[0]] >1)');

alike('statements may end at a line break',
  'let a = 1\nlet b = 2\nout(a + b)\nout(a)',
  'function f() {\n  return\n  1\n}\nout(String(f()))',
  'let a = 1\nlet b = a\n++b\nout([a, b])',
  'let a = 1\nlet b = a\n+ 4\nout(b)',
  "const f = function () { return 1; }\nconst g = () => 2\n'x'\nout(f() + g())",
  'const f = () => {}\nfunction g() {}\nout(typeof f + typeof g)',
  "let s = 'x'\nfor (const k in { s }) out(k)\nout(s)",
  'let i = 3\ndo i--\nwhile (i > 0)\nout(i)',
  'if (outer) out(1)\nelse out(2)\nout(3)',
  'class A {}\nout(typeof A)\nconst B = class {}\nout(typeof B)',
  'out([1, 2, 3].map((x) => {\n  if (x > 1)\n    return x\n  return -x\n}))',
  'a: for (;;) {\n  for (;;) {\n    break\n    a\n  }\n  break a\n}\nout(1)',
  'class A {\n  x = 1\n  y = 2\n  z\n  static w = 3\n}\nout([new A(), A.w])',
  'const x = 5\n!outer || out(x)');
alike('regular expressions and divisions are told apart',
  'out([4 / 2 / 1, (4) / 2 / 1, [8][0] / 2 / 1]);',
  "if (outer) /a/.test('a') && out(1);",
  "const f = (s) => /[/\\]]+\\/(x)/g.exec(s);\nout(f('/]/x'));",
  "function f() { return /a b/.test('a b'); }\nout(f());",
  "out([/x/ instanceof RegExp, typeof /x/g, !/x/.test('y'), 'a/b'.split(/\\//)]);",
  'let i = 4;\nout(i++ / 2);\nout(i / 2 / 5);',
  "for (const m of 'ab'.match(/./g)) out(m);",
  "{ out(1); }\n/a/.test('a') && out(2);",
  'const o = { a: 8 };\nout({ a: 8 }.a / 2 / 1 + o.a / 2 / 1);',
  'const f = (a) => a;\nout(f(8) / 2 / 1);\nout(`${8}` / 2 / 1);',
  'out(this === undefined ? 1 : this / 2 / 1);',
  'const o = { if: (x) => x, return: 6 };\nout(o.if(8) / 2 / 1 + o.return / 2 / 1);',
  'out(1 / /1/.source);\nout(/a/ / 2);');
alike('texts keep every byte',
  "out('a  //b' + \"it's\" + '\\'\\\\');\nout(\"/* no comment */\");",
  'const name = 3;\n' +
  'out(`a ${name} b ${ { name }.name + `${name}` } ${[name].map((x) => `<${x}>`)}`);',
  'out(`line\n  two`);\nout(`$ { \\${ \\` ${1}$${2}`);',
  "out('\u00e9\u{20ac}'.length);\nout(['true', 'const', ' ; }']);");
alike('numbers are read as a whole',
  'out([1..toFixed(1), 1.5.toFixed(2), 0.5, 1 .toFixed(1), 1e3, 1E-3, 2e+2, 0x1e+1, .5, 0b11]);',
  'const e = 2;\nout([0xe + e, 1e1+e, 1.0.toFixed(e), 3 - -e, 3 + +e, 3 - --[e][0]]);',
  'const a = [1, 2];\nout(outer ?.5 : 1);\nout([...a, 0.25]);\nout(0 in a);');
alike('signs are not joined to others',
  'let a = 1;\nlet b = 2;\nout([a + +b, a - -b, a + ++b, a - --b, a++ + b, a-- - b, - -a, !-a]);',
  'let a = 3;\nout([a-- > 0, a < !--a, a ** 2, 2 ** -a, a > a >> 1, a >>> 1]);\nout(typeof -a);',
  'const o = { a: null };\nout([o?.a?.b?.[0], o.a ?? 4, o.b?.(), outer?.5:1]);');
alike('objects and their keys',
  'const a = 1, b = 2;\nout({ a, b, c: a, [a + b]: b, "d-e": a, 4: b, \'f\': 5 });',
  'const a = 1;\nout({ get a() { return a; }, b() { return a; }, async: a, get: a, set: 2 });',
  'const get = 1, set = 2, of = 3, async = 4;\nout({ get, set, of, async });',
  "const o = { 'x'() { return 1; }, [1 + 1](two) { return two; }, *g(n) { yield n; yield* [n]; " +
  "} };\n" +
  'out([o.x(), o[2](5), [...o.g(3)]]);',
  'const o = { v: 1, set w(value) { this.v = value; }, async m(x) { return x; } };\no.w = 4;\n' +
  'out(o.v);\nout(o.m(7));',
  'const a = outer ? { outer } : { other: 2 };\nout(a);\nout(outer ? outer > 3 ? { a } : 1 : 2);',
  'const a = { b: outer ? 1 : 2, c: (x) => ({ x }), d: [outer ? { a: 1 } : 0] };\nout(a.c(a.d));');
alike('destructuring with defaults and renames',
  'const { a, b: c = 3, d: { e: [f, ...g] }, ...rest } = { a: 1, d: { e: [1, 2, 3] }, x: 9 };\n' +
  'out([a, c, f, g, rest]);',
  'function f({ a, b = a, c: { d } = { d: 4 } } = {}, [e, , g = b] = [1, 2], ...more) {\n' +
  '  return [a, b, d, e, g, more];\n}\nout(f({ a: 1 }, [5, 6], 7));\nout(f());',
  'const f = ({ a = 1, b = (x) => x + a }, [c = outer]) => b(c);\nout(f({}, []));',
  'let a = 1, b = 2;\n[a, b] = [b, a];\n({ a, b: [b] } = { a: 5, b: [6] });\nout([a, b]);',
  'for (const [k, { v = k }] of [[1, {}], [2, { v: 3 }]]) out([k, v]);\n' +
  'for (const { length } of "ab") ' +
  'out(length);',
  'for (let i = 0, n = 3, [k] = [1]; i < n; i += k) out(i);',
  'const [x = outer ? 1 : 2, y = [x], z = { x }] = [];\nout([x, y, z]);');
alike('functions of all kinds',
  'const f = (a) => (b) => (c, d = a) => a + b + c + d;\nout(f(1)(2)(3));\n' +
  'const g = a => b => [a, b];\n' +
  'out(g(1)(2));',
  'out([1, 2, 3].map((x, i) => ({ x, i })).filter(({ x }) => x > 1).reduce((sum, { i }) ' +
  '=> sum + i, 0));',
  'out((function fac(n) { return n < 2 ? 1 : n * fac(n - 1); })(5));\nconst f = function g() { ' +
  'return typeof g; };\nout(f());',
  'async function later(x) { return await x; }\nout(later(3));\n' +
  'const f = async (x) => { await 0; return x; };\n' +
  'out(f(4));\nconst g = async x => x;\nout(g(5));\nout((async () => 6)());',
  'function* count(n) { while (n > 0) yield n--; }\nout([...count(3)]);',
  'async function all(list) { let sum = 0; for await (const x of list) sum += x; return sum; ' +
  '}\nout(all([1, 2]));',
  'function f() { return arguments.length; }\nout(f(1, 2));\n' +
  'function g(...all) { return all; }\nout(g(...[1, 2], 3));',
  'out(hoisted(2));\nfunction hoisted(n) { return later(n); }\nfunction later(n) { return n; }',
  'const make = () => { let n = 0; return { next: () => ++n, n: () => n }; };\n' +
  'const m = make();\n' +
  'm.next();\nout(m.n());',
  'const f = () => {};\nout(String(f()));\nout((() => ({}))());\nout(((a, b) => a, 5));');
alike('classes',
  'class A {\n  constructor(x) { this.x = x; }\n  static of(x) { return new A(x); }\n' +
  '  get y() { return this.x; }\n' +
  '  set y(v) { this.x = v; }\n  async later(n) { return n + this.x; }\n' +
  '  *each() { yield this.x; }\n' +
  '  [1 + 1]() { return 2; }\n  static = 1;\n  get() { return 5; }\n}\n' +
  'class B extends A {\n  constructor() { super(4); }\n  of() { return super.get(); }\n}\n' +
  'const a = A.of(3);\na.y = 6;\n' +
  'out([a.x, a.y, [...a.each()], a[2](), new B().of(), new B().x, a.static]);\n' +
  'out(a.later(1));',
  'const A = class { static x = 1; y = outer; z = () => this.y; static s = [1].map((x) ' +
  '=> x)[0]; };\n' +
  'out([A.x, new A().z(), A.s]);\n' +
  'out(new (class Named { name() { return Named.x; } static x = 4; })().name());',
  'class A { m(a) { if (a) return { a }; return a; } n() {} ; o() { return 1; } }\n' +
  'out(new A().m(2));');
alike('control flow',
  'outer1: for (const a of [1, 2]) {\n  for (const b of [1, 2]) {\n' +
  '    if (b > a) continue outer1;\n' +
  '    if (a > 1) break outer1;\n    out([a, b]);\n  }\n}',
  'const label = 1;\nlabel: { out(label); break label; }',
  'switch (outer) {\n  case 1: out(1); break;\n  case outer ? 7 : 8: { const x = 2; out(x); }\n' +
  '  case (2): out(3);\n  default: out(4);\n}',
  'const four = 4;\nswitch (4) { default: out(1); break; case four: out(2); }',
  "try { throw new Error('x'); } catch { out(1); } finally { out(2); }\n" +
  "try { null.x; } catch (e) { out(e.name); }",
  'try { throw { code: 5 }; } catch ({ code }) { out(code); }',
  'let i = 0;\ndo { i++; } while (i < 3)\nout(i);\ndo i--; while (i > 0);\nout(i);',
  'let i = 0;\nfor (;;) { if (i++ > 2) break; else continue; }\nout(i);\n' +
  'for (const k in { a: 1 }) out(k);',
  'if (!outer) ; else out(1);\nif (outer) { } else { }\nfor (let i = 0; i < 2; i++) out(i);\n' +
  'while (false);\nout(2);',
  'out(((a) => { if (a) return true; else return false; })(1));\n' +
  'out([true, !false, true.toString()]);',
  'const fs = [];\nfor (let i = 0; i < 2; i++) fs.push(() => i);\nout(fs.map((f) => f()));',
  'out(void 0 === undefined, delete {}.x, typeof nothing, 1 in [1, 2], [] instanceof Array);\n' +
  'out((1, 2));',
  'var a = 1;\n{ var b = a; }\nfunction f() { { var a = 5; } return a; }\nout([a, b, f()]);');
alike('names that are used for different things stay apart',
  'const name = 1;\nconst o = { name: 2, other: { name } };\nout([name, o.name, o.other.name]);',
  'function f(f = 2) { const a = 1; return a; }\nout(f());\n' +
  'const g = (g) => { let b = 1; return b; };\n' +
  'out(g());\nconst h = h => { let b = 1; return b; };\nout(h());',
  'const e = 1;\ntry { null.x; } catch (e) { const f = 2; out(f); }\nout(e);',
  'function f(a) { { const a = 2; out(a); } return a; }\nout(f(1));\nconst a = 4;\n' +
  'out(((b) => a + b)(1));',
  'const f = (history) => history;\nout(f(1) + history.length);\n' +
  'for (const outer of [1]) { out(outer); }\nout(outer);\nout(((outer) => outer)(2) + outer);',
  'function f() { const out1 = a; return out1; }\nconst a = 3;\nout(f());',
  'const x = 1;\nfunction f(y = x) { const x = 2; return [x, y]; }\nout(f());\n' +
  'const g = (x, y = () => x) => y();\n' +
  'out(g(8));',
  'out(typeof a);\nfunction b() { const a = 1; return a; }\nout(b());\nout(typeof aA);',
  'const f = x => x, g = y => y * 2;\nout(f(1) + g(2));\n{ const x = 5; out(f(x)); }');

test('two files are one script, and their order stays', async () => {
  const { text } = pack('const first = 1;\nfunction get() { return second; }',
    'const second = 2;\nout(get() + first)');
  assert.equal(await run(text), '[3]');
});

test('equal sources give equal scripts', () => {
  assert.equal(packFiles(MODULES).text, packFiles(MODULES).text);
});

test('code between files is packed with them: a function around some of them', async () => {
  const files = ['let n = 0; const add = () => out(++n);', 'add(); add();', 'made(); made();']
    .map((text, i) => {
      const file = path.join(folder, `part${i}.js`);
      writeFileSync(file, text);
      return file;
    });
  const { text } = packFiles(['function made() {', files[0], files[1], 'return n }', files[2]]);
  assert.equal(await run(text), '[1,2,1,2]');
});

test('long scripts have several lines', () => {
  const { text } = pack('out(1);\n'.repeat(1000));
  assert.ok(Math.max(...text.split('\n').map((line) => line.length)) < 600);
});

refused('a comment of another kind is refused with its line', 'out(1);\n/* no */',
  /in0\.js:2: a comment/);
refused('so is one of types that has several lines', 'out(1);\n/** no\n*/', /in0\.js:2: a comment/);
alike('comments with types are left out',
  '/** @type {any} */\nconst a = /** @type {number} */ (3);\nout(a /** b */ + 1 /**/);');
refused('an unknown character is refused', 'out(1);\n\nout(#x);', /in0\.js:3: a character/);
refused('a letter that is not ASCII is refused outside of texts', 'const \u00e9 = 1;',
  /:1: a character/);
refused('a backslash before it is refused too', "out('\\\u00e9');", /not ASCII/);
refused('bytes that are not UTF-8 are refused', Buffer.from("out('\xff');", 'latin1'), /UTF-8/);
refused('half a character is refused', Buffer.from("out('\xc3');", 'latin1'), /UTF-8/);
refused('a tab in a text is refused', "out('\t');", /control/);
refused('a zero byte is refused', 'out(1);\0', /no text/);
refused('a text without its end is refused', "out('a\n');", /:1: a text without/);
refused('a regular expression without its end is refused', 'out(/a\n/);', /:1: a text without/);
refused('a template without its end is refused', 'out(`a\n', /a text without/);
refused('a bracket too many is refused', '}\n', /bracket/);
refused('a bracket of another kind is refused', 'out([1)];', /bracket/);
refused('an open bracket is refused', 'function f() {', /not closed/);
refused('"]]>" in a text is refused', "out(']]>');", /]]>/);
refused('a module is refused', "import x from 'x';", /not known/);
refused('eval is refused', "eval('1');", /not known/);
refused('with is refused', 'with (outer) out(1);', /not known/);
refused('a colon that belongs to nothing is refused', 'out(a : 1);', /:/);

// ---- random programs

function random(seed) {
  let state = seed >>> 0;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 2 ** 32 * n);
  };
}

const WORDS = ['a', 'b', 'c', 'aA', 'name', 'view', 'total', 'history', 'size', 'i'];

// Programs that declare few names in many places, so that nearly all shadow each other.
class Writer {
  constructor(seed) {
    this.random = random(seed);
    this.scopes = [[]];
    this.left = 60;
  }

  pick(list) {
    return list[this.random(list.length)];
  }

  // A name that the innermost scope does not declare yet.
  fresh() {
    const scope = this.scopes[this.scopes.length - 1];
    const free = WORDS.filter((word) => !scope.includes(word));
    const name = free.length ? this.pick(free) : 'more' + this.random(1e6);
    scope.push(name);
    return name;
  }

  within(names, write) {
    this.scopes.push(names);
    const text = write();
    this.scopes.pop();
    return text;
  }

  parameters() {
    const names = [];
    const text = this.within(names, () => this.pick([() => `(${this.fresh()})`, () => '()',
      () => `({ ${this.fresh()}, total: ${this.fresh()} = ${this.value(1)} } = {})`,
      () => `([${this.fresh()}, ...${this.fresh()}] = [], ${this.fresh()} = 2)`,
      () => `(${this.fresh()}, ${this.fresh()} = ${this.value(1)})`])());
    return { names, text };
  }

  value(depth) {
    const seen = this.scopes.flat();
    const word = () => this.pick(seen.length ? [...seen, 'outer'] : ['outer']);
    if (depth > 3 || --this.left < 0) return this.pick([word(), '1', "'t'", 'history.length']);
    const v = () => this.value(depth + 1);
    return this.pick([word, word, word, () => `(${v()} + ${v()})`, () => `[${v()}, ${v()}].length`,
      () => `({ ${word()}, view: ${v()} }).view`, () => `\`<\${${v()}}\${${v()}}>\``,
      () => `(${v()} > ${v()} ? ${v()} : { name: ${v()} }.name)`, () => `typeof ${v()}`,
      () => `${v()} - -1`, () => `(${v()}) / 2 / 1`, () => `String(${v()}).replace(/[/a]/g, 'x')`,
      () => {
        const { names, text } = this.parameters();
        return `(${text} => ${this.within(names, v)})(${v()})`;
      },
      () => {
        const { names, text } = this.parameters();
        const body = this.within([...names], () => this.block(depth + 2));
        return `(function ${text} ${body})(${v()})`;
      }])();
  }

  block(depth) {
    const n = this.random(4);
    let text = '{ ';
    for (let i = 0; i < n; i++) text += this.statement(depth + 1);
    return text + `return ${this.value(depth)}; }`;
  }

  plainBlock(names, depth) {
    return this.within(names, () => `{ ${this.statement(depth)}out(${this.value(2)}); }`);
  }

  statement(depth) {
    if (depth > 4 || --this.left < 0) return `out(${this.value(3)});\n`;
    const v = () => this.value(1);
    // The value is written before its name is declared.
    const declare = (kind) => {
      const text = v();
      return `${kind} ${this.fresh()} = ${text}\n`;
    };
    const take = () => {
      const text = v();
      return `const { ${this.fresh()}, view: [${this.fresh()} = 1] = [] } = { x: ${text} };\n`;
    };
    const loop = (write) => {
      const name = this.pick(WORDS);
      const head = write(name);
      return `for (${head}) ${this.plainBlock([name], depth + 1)}\n`;
    };
    const caught = () => {
      const name = this.pick(WORDS);
      return `try { null.x; } catch (${name}) { out(${name}.name + ${this.within([name], v)}); }\n`;
    };
    const named = () => {
      const name = this.fresh();
      const { names, text } = this.parameters();
      const body = this.within([...names], () => this.block(depth + 1));
      return `function ${name} ${text} ${body}\nout(${name}.length);\n`;
    };
    return this.pick([() => `out(${v()});\n`, () => declare('const'), () => declare('let'), take,
      () => `if (${v()}) ${this.plainBlock([], depth + 1)} else out(${v()});\n`,
      () => loop((name) => `const ${name} of [${v()}]`),
      () => loop((name) => `let ${name} = 0; ${name} < 2; ${name}++`), caught, named])();
  }

  program() {
    let text = '';
    while (this.left > 0) text += this.statement(0);
    return text;
  }
}

test('random programs do the same when packed', async (t) => {
  const seed = process.env.PACK_SEED ? +process.env.PACK_SEED : 1;
  const rounds = process.env.PACK_ROUNDS ? +process.env.PACK_ROUNDS : 150;
  t.diagnostic(`seeds ${seed} to ${seed + rounds - 1}`);
  for (let i = 0; i < rounds; i++) await same(new Writer(seed + i).program());
});

// ---- the viewer

test('the packed viewer is a script, and much smaller than its sources', () => {
  const { text, fault } = packFiles(MODULES);
  assert.equal(fault, undefined);
  new vm.Script(text);
  const sources = sourcesOf('FLAME_WEB').reduce((sum, part) => sum + part.text.length, 0);
  assert.ok(text.length < sources * 0.6, `${text.length} of ${sources} bytes`);
});

test(`the packed viewer has at most ${MOST} bytes`, () => {
  const { length } = packFiles(MODULES).text;
  assert.ok(length <= MOST, `${length} bytes`);
});

test(`that of differences has at most ${DIFFERENCE_MOST} bytes`, () => {
  const { text, fault } = packFiles(DIFFERENCE_MODULES);
  assert.equal(fault, undefined);
  new vm.Script(text);
  assert.ok(text.length <= DIFFERENCE_MOST, `${text.length} bytes`);
});

test('packed model functions give what the sources give', () => {
  const names = ['nameHash', 'formatNumber', 'formatShare', 'compilePattern', 'readProfile'];
  const last = path.join(folder, 'last.js');
  writeFileSync(last, `out({ ${names.map((name) => `'${name}': ${name}`).join(', ')} });\n`);
  const model = [...MODULES.slice(1, 8), last];
  const load = (text) => {
    let found = null;
    new Function('out', text)((functions) => { found = functions; });
    return found;
  };
  const packed = load(packFiles(model).text);
  const plain = load(`(function () { 'use strict';\n${model.map((file) =>
    readFileSync(file, 'utf8')).join('\n')}\n}());`);
  const said = (work) => {
    try {
      return work();
    } catch (error) {
      return String(error);
    }
  };
  const both = (name, ...values) => assert.deepEqual(said(() => packed[name](...values)),
    said(() => plain[name](...values)));
  for (const text of ['', 'main', 'std::vector<int>::push_back()', '\u00e9\u{1f600}'])
    both('nameHash', text);
  for (const n of [0, 1.5, 999, 1000, 1234567.25]) both('formatNumber', n);
  for (const [part, whole] of [[0, 5], [5, 5], [1, 3], [1, 1e9], [99.999, 100]])
    both('formatShare', part, whole);
  for (const bytes of [[], [1], [1, 0, 1, 97], [9, 9]]) both('readProfile', new Uint8Array(bytes));
  for (const [pattern, regexp] of [['vec', false], ['^std.*(int|long)>', true], ['(', true],
    ['[a-c]{2,}\\b', true], ['a+?b|\\d', true]]) {
    const matches = (functions) => said(() => {
      const compiled = functions.compilePattern(pattern, regexp, false);
      return ['std::vector<int>', 'abc', 'aab', '7', ''].map((text) => compiled.test(text));
    });
    assert.deepEqual(matches(packed), matches(plain));
  }
});

test('modules of one script have no name twice: the last would stand for all', () => {
  for (const list of ['FLAME_WEB', 'FLAME_DIFFERENCE_WEB']) {
    const names = sourcesOf(list).flatMap((part) => [...part.text
      .matchAll(/^(?:async )?(?:function|const|let) (\w+)/gm)].map((found) => found[1]));
    assert.ok(names.length > 100);
    assert.deepEqual(names.filter((name, i) => names.indexOf(name) !== i), []);
  }
});
