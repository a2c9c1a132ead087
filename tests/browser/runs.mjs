// Differences of several runs a side, a text each; the files of equal ones differ in a comment.
import { createHash } from 'node:crypto';
import { draw, write } from './kit.mjs';

export function drawRuns(before, after, args = [], ending = 'svg') {
  const files = (texts, side) => texts.map((text, run) => {
    const own = `# ${side} ${run}\n${text}`;
    const key = createHash('sha256').update(own).digest('hex').slice(0, 16);
    return write(`${side}-${run}-${key}.folded`, own);
  });
  return draw(files(after, 'new')[0], [...files(after, 'new').slice(1), ...args,
    ...files(before, 'old').flatMap((path) => ['--before', path])], ending);
}
