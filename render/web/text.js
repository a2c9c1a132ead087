// Names and numbers as they are shown.

// Looks at the end alone: a name may be very long.
function shownName(profile, fn) {
  if (fn < 0) return 'all';
  const name = profile.functions.name[fn];
  return name.slice(0, /._\[[01kijw]]$/s.test(name.slice(-5)) ? -4 : undefined);
}

// A name as it stands in the page, of a very long one both ends: a megabyte in a thousand boxes
// would stop it.
const NAME_MOST = 1000;
const cutName = (text) => (text.length > NAME_MOST ?
  text.slice(0, NAME_MOST / 2) + '\u2026' + text.slice(-NAME_MOST / 2) : text);

// Innermost generic arguments in their brackets. Operators, arrows, comparisons, and names that are
// in brackets themselves are none.
const INSIDE = '(?![ =\u2026])(?:[^<>]|<\u2026>|[-=]>)+(?<![-=])>';
const ARGUMENTS = new RegExp('(?<=[\\w$\\x80-\\uffff:)\\]}>]|[<>=] )(?<!\\boperator)<' + INSIDE +
  '(?!:[^:])|<' + INSIDE + '(?=::)', 'g');

const OPERATOR = /^operator(?:<<=|<=>|>>=|->\*|\(\)|\[\]|<<|>>|<=|>=|->|<|>|[-+*/%^&|~!=,]+)/;
// What compilers add to a name.
const SUFFIX = /^\.(?:cold|part\.|isra\.|constprop\.|llvm\.|lto_priv\.|localalias|clone)/;
const VAGUE = new RegExp('^(?:run|apply|call|invoke|accept|get|test|execute|call_once|call_mut|' +
  '<init>|<clinit>|__call__|operator\\(\\)|\\{\\{closure\\}\\}|' +
  '(?:[{<]?lambda|\\$anonfun|func)(?![A-Za-z]).*)$');
const LETTER = /[\w$\x80-\uffff]/;

// The length of what parts a class from its function, or a package from a class, if it is there.
function separatorLength(name, at) {
  const c = name[at];
  const next = name[at + 1];
  if (c === ':' && (next === ':' || next === '.') && at + 2 < name.length) return 2;
  if (!at || !next || next === ' ' || next === c) return 0;
  if (c === '/') return /\d/.test(next) ? 0 : 1;
  if (c === '#') return LETTER.test(next) ? 1 : 0;
  return c === '.' && !/\d/.test(next) ? 1 : 0;
}

// Whether what follows is of a compiler, or says where a function is: behind a blank in brackets,
// or a path that ends in a line; behind a colon a path. It is what says most of <module>.
function isPlace(name, at) {
  const rest = name.slice(at, at + 12);
  if (at > 0 && SUFFIX.test(rest)) return true;
  if (rest[0] === ':') return at > 0 && /^:\/[^/]/.test(rest);
  return at > 0 && LETTER.test(name[at - 1]) && (/^ (?:\(|\[clone)/.test(rest) ||
    (/^ (?:\/|file:|node:)/.test(rest) && /\d$/.test(name)));
}

// The parts of a function's name, as render/common/name_parts.h has them. starts: where scopes
// begin, and the own name.
function partsOf(name) {
  let depth = 0;
  let word = 0;
  let args = 0;
  let behindOperator = 0;
  /** @type {any[]} */
  let starts = [0];
  let at = 0;
  const leaveWords = () => {
    if (word) starts = [word];
    word = 0;
  };
  while (at < name.length) {
    const c = name[at];
    const before = at ? name[at - 1] : ' ';
    const next = name[at + 1] || '';
    const skipped = c === 'o' && !LETTER.test(before) && OPERATOR.exec(name.slice(at, at + 16));
    if (skipped) {
      at += skipped[0].length;
      behindOperator = at;
      continue;
    }
    if ('([{'.includes(c) || (c === '<' && next !== ' ' && next !== '=')) {
      if (!depth++ && c === '(' && at !== starts.at(-1) && (LETTER.test(before) ||
        '>)}]'.includes(before) || at === behindOperator)) args = at;
    } else if (')]}'.includes(c) || (c === '>' && before !== '-' && before !== '=')) {
      if (depth && !--depth && (next === '.' || name.startsWith('::', at + 1))) args = 0;
    } else if (!depth) {
      const length = separatorLength(name, at);
      if (isPlace(name, at) || (length && /^h[\da-f]{16}$/.test(name.slice(at + length)))) break;
      if (c === ' ' && !args && next !== '<' && !name.slice(0, at).endsWith('operator'))
        word = at + 1;
      if (length && !args) {
        leaveWords();
        starts.push(at + length);
      }
      at += (length || 1) - 1;
    }
    at++;
  }
  if (args) leaveWords();
  const end = args || at;
  const own = starts.at(-1);
  if (end <= own) return {core: 0, scope: 0, own: 0, end: name.length, starts: [0]};
  return {core: starts[0], scope: starts.at(-2) ?? own, own, end, starts};
}

// The name up to generic arguments of its function.
function withoutArguments(name, own) {
  if (!name.endsWith('>')) return name;
  const skipped = OPERATOR.exec(name.slice(own, own + 16));
  let at = own + (skipped ? skipped[0].length : 1);
  for (; at < name.length; at++)
    if (name[at] === '<' && (skipped || LETTER.test(name[at - 1]))) return name.slice(0, at);
  return name;
}

let lastFitter = {};

// What makes names fit whose characters are so wide.
function fitter(widthOfChar) {
  // The part at the start that is at most so wide, and its width.
  const measure = (part, most) => {
    let length = 0;
    let width = 0;
    for (const char of part) {
      const next = char >= '\u0300' && /\p{M}/u.test(char) ? width : width + widthOfChar(char);
      if (next > most) break;
      length += char.length;
      width = next;
    }
    return {length, width};
  };
  const widthOf = (part) => measure(part, 1e9).width;
  const dots = widthOf('\u2026');
  const startOf = (part, most) => part.slice(0, measure(part, most).length);
  // Where the longest end begins that is at most so wide.
  const endAt = (part, most) => {
    let left = widthOf(part);
    let at = 0;
    for (const char of part) {
      const mark = char >= '\u0300' && /\p{M}/u.test(char);
      if (left <= most && (!mark || !at)) break;
      left -= mark ? 0 : widthOfChar(char);
      at += char.length;
    }
    return at;
  };
  const cutEnd = (text, room) => startOf(text, room - dots).replace(/\u2026$/, '') + '\u2026';
  // Shrinks generic arguments until so much is saved, the innermost before those around them.
  const shrink = (text, over) => {
    for (let depth = 0, before; depth < 32 && over > 0 && text !== before; depth++) {
      before = text;
      text = text.replace(ARGUMENTS, (all) => {
        if (over <= 0) return all;
        over -= widthOf(all) - widthOf('<\u2026>');
        return '<\u2026>';
      });
    }
    return text;
  };
  return {widthOfChar, widthOf, dots, startOf, endAt, cutEnd, shrink, known: new Map(), n: 0};
}

// Moves the place of a cut to where a word begins, if one does soon.
function toWord(name, at, most) {
  for (let i = at; i < most && i <= at + 3; i++)
    if (i && (/^[^_$]*[^A-Z][A-Z]$/.test(name.slice(i - 1, i + 1)) ||
      (/[^A-Za-z0-9\x80-\uffff]/.test(name[i - 1]) && /[A-Za-z0-9\x80-\uffff]/.test(name[i]))))
      return i;
  return at;
}

// Cuts the front of the class, or of the function if it does not fit with any of its class. What is
// in brackets, and a class whose function says nothing alone, keep their start.
function cutFront(name, {scope, own}, room, fit, cell) {
  let at = fit.endAt(name, room - fit.dots);
  if (at < own && fit.widthOf(name.slice(at, own)) <= 5 * cell) at = own;
  else if (room >= 12 * cell) at = toWord(name, at, at < own ? own : name.length - 1);
  if (/[<>()[\]{}]/.test(name.slice(at, own))) at = own;
  if (/^(?:\[[^\]]*\]|<[^>]*>|\([^)]*\))$/.test(name.slice(own)))
    return fit.cutEnd(name.slice(own), room);
  if (own > scope && at >= own && VAGUE.test(name.slice(own))) {
    const all = name.slice(scope, own);
    return fit.cutEnd(all.replace(/^.*\$(?=[A-Z])(?!Lambda)/, ''), room);
  }
  return '\u2026' + name.slice(at);
}

// Whether something was cut, and what is left has neither five letters nor all of the name.
const lettersOf = (text) => [...text.replace(/[\0-\/:-@[-`{-\x7f\u2026\p{M}]/gu, '')].length;
const isStub = (cut, text) =>
  cut.includes('\u2026') && lettersOf(cut) < 5 && lettersOf(cut) < lettersOf(text);

// A function with as many of its scopes as fit, or the end of both.
function cutScopes(bare, room, fit, cell) {
  const parts = partsOf(bare);
  const most = room - fit.dots;
  const start = parts.starts.find((at) => at && fit.widthOf(bare.slice(at)) <= most);
  if (start && (start < parts.own || parts.own === parts.scope))
    return '\u2026' + bare.slice(start);
  if (fit.widthOf(bare.slice(parts.own)) > most) bare = withoutArguments(bare, parts.own);
  return cutFront(bare, parts, room, fit, cell);
}

// Each step takes more of a name away; the first that fits is taken.
function fitName(text, room, fit, cell) {
  let cut = fit.shrink(text, fit.widthOf(text) - room);
  if (fit.widthOf(cut) <= room) return cut;
  const {core, end} = partsOf(text);
  if (text[end] === '(') {
    const front = text.slice(0, end);
    cut = fit.shrink(front, fit.widthOf(front + '(\u2026)') - room) + '(\u2026)';
    if (fit.widthOf(cut) <= room && !isStub(cut, text)) return cut;
  }
  const bare = text.slice(core, end);
  cut = fit.shrink(bare, fit.widthOf(bare) - room);
  return fit.widthOf(cut) <= room ? cut : cutScopes(fit.shrink(bare, 1e9), room, fit, cell);
}

// A type or module in brackets stands for itself: Word::score of <Word as Score>::score.
function withoutTrait(text) {
  const [, frozen, type] = /^<(frozen )?([\w.:$\x80-\uffff]+)(?=[<>]| as )/.exec(text) || [];
  if (!type) return text;
  let end = 0;
  for (let depth = 0; end < text.length; end++) {
    if (text[end] === '<') depth++;
    else if (text[end] === '>' && text[end - 1] !== '-' && !--depth) break;
  }
  const rest = text.slice(end + 1);
  return rest.startsWith(frozen ? ':' : '::') ? type + rest : text;
}

// Other ways to shorten a name, for when the first says the same of another function.
function* otherNames(text, room, fit) {
  const {scope, own, end} = partsOf(text);
  const bare = withoutArguments(text.slice(0, end), own);
  const most = room - fit.dots;
  const head = text.slice(own, bare.length + 1);
  const inside = text.slice(bare.length + 1, end);
  if (inside && fit.widthOf(head + 'nnnnn') < most && fit.widthOf(text.slice(own, end)) > room) {
    const left = most - fit.widthOf(head);
    yield head + fit.startOf(inside, left) + '\u2026';
    yield head + '\u2026' + inside.slice(fit.endAt(inside, left));
  }
  const scoped = bare.slice(text[scope] === '(' ? own : scope);
  if (fit.widthOf(scoped) <= most) return;
  const first = fit.startOf(scoped, most - fit.widthOf(bare.slice(own)));
  for (let n = 0; n < 9; n++) {
    const start = n ? scoped.slice(0, n) : first;
    const rest = scoped.slice(start.length);
    if (!start || fit.widthOf(start) > most) continue;
    yield start + '\u2026' + rest.slice(fit.endAt(rest, most - fit.widthOf(start)));
  }
}

const KNOWN_MOST = 1e5;

// What is known of a name: how wide it is, and how it was cut for widths that come again, as after
// a zoom.
function knownOf(text, fit) {
  if (fit.n > KNOWN_MOST) {
    fit.known.clear();
    fit.n = 0;
  }
  let known = fit.known.get(text);
  if (!known) {
    known = {width: fit.widthOf(text), cut: new Map()};
    fit.known.set(text, known);
    fit.n++;
  }
  return known;
}

// A name cut so that it fits into a width, nearly as render/common/text_fit.c does it. taken:
// which short name stands for which function; another way to shorten it is looked for where it
// would stand for two.
function fitText(text, room, widthOfChar, cutRight, taken = new Map()) {
  if (lastFitter.widthOfChar !== widthOfChar) lastFitter = fitter(widthOfChar);
  const fit = lastFitter;
  const cell = widthOfChar('n');
  const known = knownOf(text, fit);
  const long = known.width > room;
  if (long && room < 3 * cell) return '';
  text = cutName(text);
  if (!long) return text;
  const orNone = (short) => (isStub(short, text) ? '' : short);
  const take = (short) => {
    if (!taken.has(short)) taken.set(short, text);
    return taken.get(short) === text;
  };
  if (cutRight) return orNone(fit.cutEnd(text, room));
  let short = known.cut.get(room);
  if (short === undefined) {
    const plain = withoutTrait(text);
    short = orNone(fit.widthOf(plain) > room ? fitName(plain, room, fit, cell) : plain);
    known.cut.set(room, short);
    fit.n++;
  }
  if (short && take(short)) return short;
  if (room < 6 * cell) return short;
  for (const other of otherNames(text, room, fit)) {
    if (isStub(other, text)) continue;
    if (take(other)) return other;
    short = short || other;
  }
  return short || orNone(fit.cutEnd(text, room));
}

// 1,234.5: up to six digits after the point.
function formatNumber(n) {
  const [whole, rest] = String(n < 1e9 ? Math.round(n * 1e6) / 1e6 : n).split('.');
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (rest ? '.' + rest : '');
}

/** @type {any[]} */
const SCALES = [[['s', 1e9], ['ms', 1e6], ['µs', 1e3], ['ns', 1]],
  [['TB', 1e12], ['GB', 1e9], ['MB', 1e6], ['kB', 1e3], ['bytes', 1]]];
const UNITS = new Map([['seconds', 's'], ['milliseconds', 'ms'], ['microseconds', 'µs'],
  ['us', 'µs'], ['nanoseconds', 'ns'], ['B', 'bytes']]);

// The scale that a unit belongs to; undefined for one that is not scaled.
function scaleOf(unit) {
  const own = UNITS.get(unit) || unit;
  return SCALES.find((scale) => scale.some(([name]) => name === own));
}

function formatAmount({unit, factor, decimals}, value) {
  const shown = value * factor / 10 ** decimals;
  const scale = scaleOf(unit);
  if (!scale) return formatNumber(shown) + ' ' + (shown === 1 ? unit.replace(/s$/, '') : unit);
  const own = scale.find(([name]) => name === (UNITS.get(unit) || unit));
  const [name, size] = scale.find((entry) => shown * own[1] >= entry[1]) || own;
  return formatNumber(Math.round(shown * own[1] / size * 100) / 100) + ' ' + name;
}

function formatShare(part, whole) {
  if (!(part > 0 && whole > 0)) return '0 %';
  if (part === whole) return '100 %';
  const percent = part / whole * 100;
  if (percent < 0.01) return '<0.01 %';
  return (percent > 99.99 ? 99.99 : percent).toFixed(2) + ' %';
}
