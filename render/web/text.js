// Names and numbers as they are shown.

function shownName(profile, fn) {
  return fn < 0 ? 'all' : profile.functions.name[fn].replace(/(?!^)_\[[kijw]]$/, '');
}

// Generic arguments, the text between a < and its >, by where they begin. Which brackets are others
// is told as in render/text_fit.c.
function findGroups(text) {
  const groups = [];
  const open = [];
  const brackets = /\boperator(->\*?|<=>|<<=?|>>=?|[<>]=?)|<(?![ =])|>/g;
  text.replace(brackets, (all, sign, i) => {
    if (all === '<') {
      const leads = !/[\w$\x80-\uffff:)\]}>]$|[<>=] $/.test(text.slice(Math.max(0, i - 2), i));
      const group = {begin: i + 1, end: 0, depth: open.length, leads};
      if (groups.length < 96) groups.push(group);
      open.push(group);
    } else if (all === '>' && open.length && !/[-=]/.test(text[i - 1])) {
      const group = open.pop();
      const path = text.startsWith('::', i + 1);
      if (path || !group.leads && text[i + 1] !== ':') group.end = i;
    }
  });
  return groups.filter((group) => group.end);
}

// Shrinks arguments so that the text gets narrower by `over`: the deepest where that is enough, and
// of these the longest first.
function shrinkGroups(text, over, widthOf) {
  const groups = findGroups(text);
  for (const group of groups) {
    group.saves = widthOf(text.slice(group.begin, group.end)) - widthOf('…');
  }
  let picked = [];
  let left = over;
  for (let depth = groups.length; depth >= 0 && left > 0; depth--) {
    let passed = 0;
    left = over;
    picked = groups.filter(({begin, end, depth: level, saves}) => {
      if (begin < passed || level < depth || saves <= 0) return false;
      passed = end;
      left -= saves;
      return true;
    });
  }
  left = over;
  return picked.sort((a, b) => b.saves - a.saves)
    .filter(({saves}) => left > 0 && (left -= saves, true))
    .sort((a, b) => b.begin - a.begin)
    .reduce((all, {begin, end}) => all.slice(0, begin) + '…' + all.slice(end), text);
}

// Where the end of a path begins that fits, or its last part; 0 when the text is no path.
function pathEnd(text, room, widthOf) {
  let end = /^([\w/.$-]*\/(?=[^]))?/.exec(text)[0].length;
  for (let i = 0, left = end && widthOf(text); i < end; i++) {
    left -= widthOf(text[i]);
    if (text[i] === '/' && left <= room) end = i + 1;
  }
  return end;
}

// A name cut so that it fits into a width, as render/text_fit.c does it.
function fitText(text, room, widthOfChar, cutRight) {
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
  const fits = (part) => measure(part, room).length === part.length;
  const widthOf = (part) => measure(part, Infinity).width;
  if (fits(text)) return text;
  if (room < widthOf('nnn')) return '';
  const most = room - widthOf('…');
  let cut = text;
  if (!cutRight && text.includes('<')) cut = shrinkGroups(text, widthOf(text) - room, widthOf);
  if (cut !== text && fits(cut)) return cut;
  const end = cutRight || room < widthOf('nnnnnn') ? 0 : pathEnd(text, most, widthOf);
  if (end) cut = '…' + text.slice(end);
  if (end && fits(cut)) return cut;
  return cut.slice(0, measure(cut, most).length).replace(/…$/, '') + '…';
}

// 1,234.5: up to six digits after the point.
function formatNumber(n) {
  const [whole, rest] = String(n < 1e9 ? Math.round(n * 1e6) / 1e6 : n).split('.');
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (rest ? '.' + rest : '');
}

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
  if (!scale) return formatNumber(shown) + ' ' + unit;
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
