// Small inputs whose numbers a reader can follow.
import { Folded } from './folded.mjs';

// parse stands in two places, fill calls itself, lex is below parse and below draw.
export const TOWN_TEXT = `idle 250
main;draw;fill 120
main;draw;fill;blend 30
main;draw;fill;fill 40
main;draw;fill;fill;fill 20
main;draw;parse;lex 40
main;io;read_[k] 60
main;io;read_[k];vfs_read_[k] 45
main;io;write_[k] 15
main;parse 30
main;parse;lex 200
main;parse;lex;std::vector<std::pair<int, long>>::push_back(std::pair<int, long> const&) 70
main;parse;number 60
main;parse;parse;lex 20
`;
export const TOWN = Folded.read(TOWN_TEXT);
const PAIR = 'std::pair<int, long>';
export const PUSH_BACK = `std::vector<${PAIR}>::push_back(${PAIR} const&)`;

// The same program measured again: other counts, a new function, another one gone.
export const TOWN_AGAIN_TEXT = `boot 33
idle 190
main;abc 10
main;draw;fill 150
main;draw;fill;blend 10
main;draw;parse;lex 55
main;io;read_[k] 80
main;parse 25
main;parse;lex 180
main;parse;number 90
main;parse;parse;lex 25
`;
export const TOWN_AGAIN = Folded.read(TOWN_AGAIN_TEXT);

// Frames that are narrower than half a pixel at first: 400 leaves of 1 in 100,000 each.
export function narrow() {
  const lines = ['main;wide 90000'];
  for (let i = 0; i < 400; i++) {
    lines.push(`main;crowd;leaf_${String(i).padStart(3, '0')};tip 1`);
  }
  lines.push('main;crowd 9600');
  return `${lines.join('\n')}\n`;
}

// Deeper than a window is high.
export function deep(levels) {
  const names = Array.from({ length: levels }, (_, i) => `level_${i}`);
  return `${names.join(';')} 7\n${names.slice(0, 3).join(';')};other 3\n`;
}

// Names that try to become something else.
export const HOSTILE_NAMES = [
  '<script>window.pwned=1</script>',
  '</script><script>window.pwned=1</script>',
  ']]><script xmlns="http://www.w3.org/2000/svg">window.pwned=1</script>',
  '<img src=x onerror=window.pwned=1>',
  '"onmouseover="window.pwned=1',
  "'-alert(1)-'",
  '--><svg onload=window.pwned=1>',
  '&lt &amp &#60script&#62 &nbsp',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  'javascript:window.pwned=1',
  '${window.pwned=1}',
  '{{constructor.constructor("window.pwned=1")()}}',
  '\u202egnirts',
  'e\u0301\u0323 \u{1f525}\u{1f468}\u200d\u{1f469}\u200d\u{1f467} 火焰图 نار',
  '\ufffe\uffff',
  '%00%0a#z=1&s=x',
];

export function hostile() {
  const lines = HOSTILE_NAMES.map((name, i) => `main;${name};inner_${i} ${100 + i}`);
  lines.push('main;\u0001\u0007\u001b[31mred\u001b[0m 100', 'main;  spaces  inside  90');
  lines.push(`main;${'long'.repeat(5000)} 80`);
  return `${lines.join('\n')}\n`;
}
