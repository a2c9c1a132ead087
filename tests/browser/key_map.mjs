// The table of keys that the pages are made with.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

const source = readFileSync(new URL('../../render/web/key_map.js', import.meta.url), 'utf8');
const KEY_MAP = new Function(`${source}; return KEY_MAP`)();

// [{keys of the row, text of the help}] of a page.
export const rowsOf = (page) => KEY_MAP.filter(([pages]) => pages.includes(page))
  .map(([, pairs, label, about]) => ({ keys: (pairs.match(/\S+ \S+/g) || [])
    .map((pair) => pair.split(' ')[0]), label, about }));

// The help of a page has a line for each row and no other, and each key is named in its own.
export function assertTellsKeys(text, page) {
  const lines = text.split('\n').filter((line) => line.includes('\t'))
    .map((line) => line.trim().replace(/\t+/g, '\t'));
  const rows = rowsOf(page);
  assert.deepEqual(lines, rows.map(({ label, about }) => `${label}\t${about}`));
  assert.ok(rows.length > 6, `${rows.length} rows`);
  for (const { keys, label } of rows) {
    for (const key of keys.filter((name) => !['=', 'ContextMenu'].includes(name))) {
      assert.ok(label.split(', ').includes(key.replace('Escape', 'Esc')), `${key} in "${label}"`);
    }
  }
}
