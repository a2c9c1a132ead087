// Keys of all pages: what they do, and the help, are made of this one table. A row is for the pages
// of its letters (f: flame graphs, g: call graphs, t: timelines): keys with their actions, what the
// help calls them, and what it says. Where no action is named, hands or arrow keys do it.
const KEY_MAP = [
  ['fgt', '/ find', '/, Ctrl-F', 'search'],
  ['fgt', 'n next N prev', 'n, N', 'next, previous match'],
  ['f', 'f found', 'f, Ctrl-Enter', 'focus on what is found'],
  ['fgt', 'Escape escape', 'Esc', 'leave the search; clear it; show all'],
  ['ft', 'Enter zoom', 'Enter, click', 'zoom'],
  ['g', '', 'Enter, click', 'callers and callees'],
  ['ft', '0 reset Backspace back', '0, Backspace', 'show all; back'],
  ['g', '0 fit 1 heaviest', '0, 1', 'fit all; the heaviest at full size'],
  ['fg', '+ in = in - out', '+, -, wheel, pinch', 'zoom in, out'],
  ['fg', '', 'Drag', 'pan'],
  ['ft', '', 'Arrow keys, Home', 'move'],
  ['f', '', 'End', 'end of the heaviest path'],
  ['g', '', 'Arrow keys', 'move; up, down: along the heaviest call'],
  ['f', '1 flame 2 inverted 3 sandwich 4 table', '1, 2, 3, 4', 'views'],
  ['f', 'i orient s sort k colour', 'i, s, k', 'icicle, sort, colours'],
  ['f', 'r fold-all', 'r', 'fold recursion'],
  ['f', 'm menu ContextMenu menu', 'm, right click', 'menu of a frame'],
  ['f', 'c copy-name C copy-stack', 'c, C', 'copy name, stack'],
  ['g', 'l legend', 'l', 'legend'],
  ['fgt', '? help', '?', 'these keys'],
];

const keyRows = (page) => KEY_MAP.filter(([pages]) => pages.includes(page));

// Actions by their keys.
const keysOf = (page) => new Map(keyRows(page).flatMap(([, pairs]) =>
  (pairs.match(/\S+ \S+/g) || []).map((pair) => pair.split(' '))));

function makeHelp(page) {
  const rows = keyRows(page).map(([, , keys, about]) => make('tr', {},
    make('th', { scope: 'row' }, keys), make('td', {}, about)));
  return make('div.help', { 'role': 'dialog', 'aria-label': 'Help', 'tabindex': -1,
    'hidden': '' }, make('table', {}, ...rows), button('close', 'Close', 'Close (Esc)'));
}
