// Patterns of a search.

// Regular expressions take time linear in the text, whatever the pattern. The browser checks the
// pattern and tells which characters a class holds. What it could take forever for is done here:
// the pattern becomes a graph of states (Thompson), sets of which become rows (a lazy DFA) when a
// text leads there. A pattern that needs ever new rows is given up.
const TOKEN = new RegExp([
  '([*+?]|\\{\\d+,?\\d*\\})\\??',
  '\\((\\?:?)?',
  '\\[(\\\\[^]|[^\\\\\\]])*\\]',
  '\\\\(x[\\da-fA-F]{2}|u[\\da-fA-F]{4}|c?[^])',
  '[^]',
].join('|'), 'g');
const REPEATS = new Map([['*', '{0,}'], ['+', '{1,}'], ['?', '{0,1}']]);
const ASSERTIONS = ['', '^', '$', '\\b', '\\B'];
const MOST_STATES = 1000;
const MOST_ROWS = 2000;
const MOST_WORK = 5e6;

// Returns branches, lists of [item, least, most]. An item is a token, or branches again: not deep,
// for patterns are short.
function readBranches(tokens) {
  /** @type {any[][]} */
  const branches = [[]];
  for (let item; (item = tokens.shift()) && item !== ')';) {
    if (/^(\(\?|\\[1-9k])$/.test(item)) throw Error(item + ' in a pattern is not supported.');
    if (item === '|') {
      branches.push([]);
      continue;
    }
    if (item[0] === '(') item = readBranches(tokens);
    const next = tokens[0] || '';
    const times = /^\{(\d+)(,?)(\d*)\}/.exec(REPEATS.get(next[0]) || next);
    const [, least, comma, most] = times || [0, 1, '', 1];
    if (times) tokens.shift();
    branches[branches.length - 1].push([item, +least, +(most || (comma ? Infinity : least))]);
  }
  return branches;
}

// Adds the states of branches that lead on to the state `end`; returns where they begin.
function addBranches(states, branches, end) {
  const add = (does, to) => {
    if (states.length > MOST_STATES) throw Error('The pattern is too large.');
    return states.push({does, to}) - 1;
  };
  const addItem = (item, to) => item.map ? addBranches(states, item, to) : add(item, [to]);
  return add('', branches.map((pieces) => pieces.reduceRight((to, [item, least, most]) => {
    let start = to;
    if (most === Infinity) {
      const loop = add('', [to]);
      const again = addItem(item, loop);
      states[loop].to.push(again);
      start = least ? again : loop;
      least--;
    } else {
      for (; most > least; most--) start = add('', [addItem(item, start), to]);
    }
    for (; least > 0; least--) start = addItem(item, start);
    return start;
  }, end)));
}

// Characters in the same classes share a column. Returns a function from a character's code to its
// column, and a list of the classes of each column; column 0 is the end of the text.
/** @returns {[(code: number) => number, any[]]} */
function classColumns(classes, flags) {
  const tests = classes.map((token) => RegExp(token, flags));
  const columns = new Uint16Array(65536);
  const known = [''];
  /** @type {any[]} */
  const sets = [null];
  const columnOf = (code) => {
    if (columns[code]) return columns[code];
    const holds = tests.map((test) => test.test(String.fromCharCode(code)));
    const key = holds.join();
    if (!known.includes(key)) {
      known.push(key);
      sets.push(new Set(classes.filter((token, i) => holds[i])));
    }
    return columns[code] = known.indexOf(key);
  };
  return [columnOf, sets];
}

function compileRegexp(text, flags) {
  if (text.length > 256) throw Error('The pattern is too long.');
  // Throws when it is wrong.
  RegExp(text, flags);
  const states = [{}];
  const start = addBranches(states, readBranches(text.match(TOKEN) || []), 0);
  const classes = new Set(states.slice(1).map(({does}) => does).concat('\\w'));
  ASSERTIONS.forEach((does) => classes.delete(does));
  const [columnOf, sets] = classColumns(Array.from(classes), flags);
  const isWord = (set) => set && set.has('\\w');
  // What can come next: states, and the classes of the character before them.
  /** @returns {any} */
  const newRow = (nodes, before) => ({nodes, before, next: []});
  const first = newRow([start], null);
  const matched = {};
  const rows = new Map();
  let work = 0;
  const step = ({nodes, before}, after) => {
    const edge = !isWord(before) !== !isWord(after);
    const passes = [true, !before, !after, edge, !edge];
    const seen = new Set(nodes);
    const next = new Set([start]);
    for (const node of seen) {
      if (!node) return matched;
      const {does, to} = states[node];
      if (passes[ASSERTIONS.indexOf(does)]) to.forEach((other) => seen.add(other));
      else if (after && after.has(does)) next.add(to[0]);
    }
    work += seen.size;
    if (work > MOST_WORK) throw Error('The pattern takes too long.');
    const sorted = Array.from(next).sort((a, b) => a - b);
    const key = isWord(after) + sorted.join();
    if (rows.size > MOST_ROWS) {
      rows.clear();
      first.next = [];
    }
    if (!rows.has(key)) rows.set(key, newRow(sorted, after));
    return rows.get(key);
  };
  return (string) => {
    let row = first;
    for (let i = 0; i <= string.length && row !== matched; i++) {
      const column = i < string.length ? columnOf(string.charCodeAt(i)) : 0;
      row = row.next[column] || (row.next[column] = step(row, sets[column]));
    }
    return row === matched;
  };
}

function compilePattern(text, regexp, matchCase) {
  if (regexp) return {test: compileRegexp(text, matchCase ? '' : 'i')};
  const cased = (string) => matchCase ? string : string.toLowerCase();
  const wanted = cased(text);
  return {test: (string) => cased(string).includes(wanted)};
}
