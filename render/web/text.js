// Names and numbers as they are shown.

const shownName = (profile, fn) =>
  fn < 0 ? 'all' : profile.functions.name[fn].replace(/(?!^)_\[[01kijw]]$/, '');

// Innermost generic arguments in their brackets. Operators, arrows, comparisons, and names that are
// in brackets themselves are none.
const INSIDE = '(?![ =\u2026])(?:[^<>]|<\u2026>|[-=]>)+(?<![-=])>';
const ARGUMENTS = new RegExp('(?<=[\\w$\\x80-\\uffff:)\\]}>]|[<>=] )(?<!\\boperator)<' + INSIDE +
  '(?!:[^:])|<' + INSIDE + '(?=::)', 'g');

// Leaves out the first folders of a path and packages before a class, at most all of them.
function cutPath(text, most, widthOf) {
  const [all, path = ''] = /^([\w/.$-]*\/(?=[^]))?(([a-z]\w*\.)+(?=[A-Z]))?/.exec(text);
  if (!all || text.length > 1000) return text;
  let from = 0;
  do from = text.indexOf(from < path.length ? '/' : '.', from) + 1;
  while (from < all.length && widthOf(text.slice(from)) > most);
  return '\u2026' + text.slice(from);
}

// A name cut so that it fits into a width, nearly as render/common/text_fit.c does it: arguments
// shrink first, the innermost before those around them, then the folders of a path, then the end.
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
  const widthOf = (part) => measure(part, 1e9).width;
  let over = widthOf(text) - room;
  if (over <= 0) return text;
  if (room < widthOf('nnn')) return '';
  let cut = text;
  const shrink = (all) => {
    if (over <= 0) return all;
    over -= widthOf(all) - widthOf('<\u2026>');
    return '<\u2026>';
  };
  for (let depth = 0; depth < 32 && !cutRight && over > 0; depth++)
    cut = cut.replace(ARGUMENTS, shrink);
  const most = room - widthOf('\u2026');
  if (over > 0 && !cutRight && room >= widthOf('nnnnnn')) cut = cutPath(cut, most, widthOf);
  if (widthOf(cut) <= room) return cut;
  return cut.slice(0, measure(cut, most).length).replace(/\u2026$/, '') + '\u2026';
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
