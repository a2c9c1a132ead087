// What a folded profile says, worked out from its text alone: the tests compare pages with it.
// Written to be obviously right, not fast; it shares no code with the program or the viewer.

// The marks that say where a function ran, which pictures leave out.
const MARK = /^(.+)_\[[01kijw]\]$/;

export function shown(name) {
  const match = MARK.exec(name);
  return match ? match[1] : name;
}

export class Folded {
  // stacks: [[names, count]], the root first.
  constructor(stacks) {
    const merged = new Map();
    for (const [names, count] of stacks) {
      const key = names.join(';');
      merged.set(key, { names, count: (merged.has(key) ? merged.get(key).count : 0) + count });
    }
    this.stacks = [...merged.values()];
    this.total = this.stacks.reduce((sum, stack) => sum + stack.count, 0);
  }

  static read(text) {
    const stacks = [];
    for (const line of text.split('\n')) {
      const at = line.lastIndexOf(' ');
      if (at > 0) {
        stacks.push([line.slice(0, at).split(';'), Number(line.slice(at + 1))]);
      }
    }
    return new Folded(stacks);
  }

  sum(keep) {
    return this.stacks.reduce((sum, s) => sum + (keep(s.names) ? s.count : 0), 0);
  }

  // The weight of the frame at a path, and what it has by itself.
  at(path) {
    const under = (names) => path.every((name, i) => names[i] === name);
    return {
      total: this.sum(under),
      self: this.sum((names) => names.length === path.length && under(names)),
    };
  }

  // The names right below a path, in the order of a picture.
  callees(path) {
    const below = this.stacks
      .map((s) => s.names)
      .filter((names) => names.length > path.length && path.every((n, i) => names[i] === n))
      .map((names) => names[path.length]);
    return [...new Set(below)].sort(compareBytes);
  }

  // The weight under a path of stacks through a function that matches; a stack counts once.
  matched(test, path = []) {
    return this.sum((names) => path.every((n, i) => names[i] === n) && names.some(test));
  }

  // Distinct functions that match.
  functions(test = () => true) {
    return [...new Set(this.stacks.flatMap((s) => s.names))].filter(test).sort(compareBytes);
  }

  // Paths of the frames that match and have no caller that does, in the order of a picture.
  tops(test) {
    const paths = new Map();
    for (const { names } of this.stacks) {
      const at = names.findIndex(test);
      if (at >= 0) {
        paths.set(names.slice(0, at + 1).join(';'), names.slice(0, at + 1));
      }
    }
    return [...paths.values()].sort(comparePaths);
  }

  // A function over all places: a stack counts once however often it recurs.
  of(name) {
    return {
      total: this.sum((names) => names.includes(name)),
      self: this.sum((names) => names[names.length - 1] === name),
    };
  }

  change(rewrite) {
    const stacks = this.stacks.map((s) => [rewrite(s.names), s.count]);
    return new Folded(stacks.filter((s) => s[0]));
  }

  focus(name) {
    return this.change((names) => (names.includes(name) ? names : null));
  }

  hide(name) {
    return this.change((names) => (names.includes(name) ? null : names));
  }

  merge(name) {
    return this.change((names) => names.filter((n) => n !== name));
  }

  fold(name) {
    return this.change((names) => names.filter((n, i) => n !== name || names[i - 1] !== name));
  }

  inverted() {
    return this.change((names) => [...names].reverse());
  }

  // From the outermost place of a function in each stack: what it calls, and what called it.
  calleesOf(name) {
    return this.change((n) => (n.includes(name) ? n.slice(n.indexOf(name)) : null));
  }

  callersOf(name) {
    const upTo = (names) => names.slice(0, names.indexOf(name) + 1).reverse();
    return this.change((n) => (n.includes(name) ? upTo(n) : null));
  }

  text() {
    return this.stacks.map((s) => `${s.names.join(';')} ${s.count}\n`).join('');
  }
}

export function compareBytes(a, b) {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function comparePaths(a, b) {
  const n = Math.min(a.length, b.length);
  for (let i = 0; i < n; i++) {
    if (a[i] !== b[i]) {
      return compareBytes(a[i], b[i]);
    }
  }
  return a.length - b.length;
}

export function grouped(n) {
  const [whole, decimals] = String(n).split('.');
  const head = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return decimals ? `${head}.${decimals}` : head;
}

// "12.34 %"; all is "100 %" and nothing is "0 %", but nearly all and nearly nothing are not.
export function share(part, whole) {
  if (part === 0) {
    return '0 %';
  }
  if (part === whole) {
    return '100 %';
  }
  const percent = (100 * part) / whole;
  if (percent < 0.01) {
    return '<0.01 %';
  }
  return `${Math.min(percent, 99.99).toFixed(2)} %`;
}
