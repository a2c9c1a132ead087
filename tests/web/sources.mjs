// The viewers' scripts before they are packed: their modules, and the code between them, as
// CMakeLists.txt lists them.
import { readFileSync } from 'node:fs';

const top = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const lists = top('CMakeLists.txt');

// [{path, or null for code that is no file, text}] of a list, as FLAME_WEB.
export function sourcesOf(list) {
  const found = new RegExp(`\\nset\\(${list} ([^)]*(?:"[^"]*"[^)"]*)*)\\)\\n`).exec(lists);
  return found[1].match(/"[^"]*"|\S+/g).flatMap((word) => {
    const [, other] = /^\$\{(.*)\}$/.exec(word) || [];
    if (other) return sourcesOf(other);
    if (word.startsWith('"')) return [{ path: null, text: word.slice(1, -1) + '\n' }];
    return [{ path: `render/web/${word}.js`, text: top(`render/web/${word}.js`) }];
  });
}
