// Synthetic folded profiles of an exact number of tree nodes, the same on every machine:
//   node generate.mjs 10k|100k|1m FILE
// Names of about 45 characters, stacks up to 42 to 48 deep, and one frame that is 0.001 px wide
// in a picture of 1180 px between its margins.
import { createHash } from 'node:crypto';
import {
  closeSync, existsSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeSync,
} from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const SIZES = {
  '10k': { nodes: 10000, functions: 873, depth: 42 },
  '100k': { nodes: 100000, functions: 3991, depth: 45 },
  '1m': { nodes: 1000000, functions: 18241, depth: 48 },
};

export const NEEDLE = 'needle::in_a::HayStack::of_frames_too_narrow_to_see';
const NEEDLE_PX = 0.001;
const PICTURE_PX = 1180;
const CHUNK = 1 << 22;

const SPACES = ['rocksdb', 'folly', 'grpc_core', 'absl', 'arrow', 'duckdb', 'llvm', 'icu_74',
  'blink', 'v8::internal', 'mongo', 'boost::asio', 'tokio', 'hyper', 'openssl', 'zstd'];
const PARTS = ['db', 'util', 'io', 'net', 'sql', 'codec', 'memory', 'sched', 'table', 'query'];
const CLASSES = ['Lexer', 'Parser', 'BlockReader', 'TableCache', 'Iterator', 'WriteBatch',
  'Planner', 'HashJoin', 'Allocator', 'Channel', 'Resolver', 'Tokenizer', 'Scheduler', 'Compactor'];
const VERBS = ['parse', 'read', 'write', 'decode', 'next', 'seek', 'flush', 'merge', 'insert',
  'lookup', 'compare', 'allocate', 'release', 'poll', 'dispatch', 'evaluate'];
const OBJECTS = ['block', 'token', 'record', 'page', 'header', 'row', 'buffer', 'frame',
  'key_range', 'expression', 'request', 'segment', 'footer', 'node', 'bucket', 'string_view'];

// xorshift32 over Math.imul mixing; the state is never 0.
function randomSeeded(seed) {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0 || 1;
  return (n) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return Math.floor((state / 4294967296) * n);
  };
}

function mix(a, b) {
  let h = Math.imul(a ^ Math.imul(b + 1, 0x85ebca6b), 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 15), 0x27d4eb2f);
  return (h ^ (h >>> 13)) >>> 0;
}

function makeNames(n, random) {
  const pick = (list) => list[random(list.length)];
  const names = new Set();
  while (names.size < n) {
    const verb = `${pick(VERBS)}_${pick(OBJECTS)}`;
    const tail = random(3) ? `${random(1000)}` : `<${pick(OBJECTS)}>`;
    names.add(`${pick(SPACES)}::${pick(PARTS)}::${pick(CLASSES)}${random(100)}::${verb}_${tail}`);
  }
  return [...names];
}

// The nodes of the tree by (caller, function): open addressing over arrays.
class Nodes {
  constructor(limit) {
    this.n = 0; // the root is 0 and not counted
    this.size = 1 << Math.ceil(Math.log2(limit * 2 + 16));
    this.id = new Int32Array(this.size);
    this.caller = new Int32Array(limit + 1);
    this.fn = new Int32Array(limit + 1);
  }

  place(caller, fn) {
    let at = mix(caller, fn) & (this.size - 1);
    for (; this.id[at]; at = (at + 1) & (this.size - 1)) {
      const id = this.id[at];
      if (this.caller[id] === caller && this.fn[id] === fn) {
        break;
      }
    }
    return at;
  }

  // 0 when there is none.
  find(caller, fn) {
    return this.id[this.place(caller, fn)];
  }

  add(caller, fn) {
    const at = this.place(caller, fn);
    if (!this.id[at]) {
      this.n++;
      this.caller[this.n] = caller;
      this.fn[this.n] = fn;
      this.id[at] = this.n;
    }
    return this.id[at];
  }
}

class Grower {
  constructor(size, seed) {
    this.random = randomSeeded(seed);
    this.size = size;
    this.names = makeNames(size.functions - 1, this.random);
    this.limit = size.nodes - 1; // one is the needle
    this.nodes = new Nodes(this.limit);
    this.used = 1;
    this.every = Math.floor(this.limit / this.names.length);
    this.path = []; // functions
    this.ids = []; // nodes, the same length
  }

  // Callers have a few callees, alike wherever they are called; every so many new nodes one takes
  // a function that no stack has yet, so that all are used.
  callee(caller, fn) {
    if (this.nodes.n >= this.used * this.every && this.used < this.names.length) {
      return this.used++;
    }
    const width = 4 + (mix(fn, 77) % 9);
    const which = this.random(width);
    return this.random(12) ? mix(fn + 1, which) % this.used : this.random(this.used);
  }

  push(fn) {
    const caller = this.ids.length ? this.ids[this.ids.length - 1] : 0;
    if (this.nodes.n === this.limit && !this.nodes.find(caller, fn)) {
      return false;
    }
    this.path.push(fn);
    this.ids.push(this.nodes.add(caller, fn));
    return true;
  }

  // Turns the stack before into the next, which shares its callers.
  next() {
    const { depth } = this.size;
    const target = depth - Math.min(this.random(16), this.random(16));
    const drop = this.random(2) ? this.random(12) : this.random(depth);
    const keep = Math.max(0, Math.min(this.path.length, target) - drop);
    this.path.length = keep;
    this.ids.length = keep;
    while (this.path.length < target) {
      const n = this.ids.length;
      if (!this.push(n ? this.callee(this.ids[n - 1], this.path[n - 1]) : this.random(4))) {
        return;
      }
    }
  }

  // A Pareto law of exponent 0.4, as in recordings: few stacks hold most of the weight.
  count() {
    const share = (this.random(1 << 20) + 1) / (1 << 20);
    return 64 + Math.floor(64 * Math.min(share ** -2.5, 1e9));
  }
}

class Writer {
  constructor(path) {
    this.file = openSync(path, 'w');
    this.lines = [];
    this.n = 0;
  }

  add(line) {
    this.lines.push(line);
    this.n += line.length;
    if (this.n > CHUNK) {
      this.flush();
    }
  }

  flush() {
    if (this.lines.length) {
      const bytes = Buffer.from(`${this.lines.join('\n')}\n`, 'latin1');
      for (let at = 0; at < bytes.length;) {
        at += writeSync(this.file, bytes, at);
      }
    }
    this.lines = [];
    this.n = 0;
  }

  close() {
    this.flush();
    closeSync(this.file);
  }
}

// Writes the profile; what it gives is known without reading the file again.
export function generate(sizeName, path, seed = 1) {
  const grower = new Grower(SIZES[sizeName], seed);
  const writer = new Writer(path);
  let total = 0;
  let above = null; // the stack that the needle stands on
  while (grower.nodes.n < grower.limit) {
    grower.next();
    const count = grower.count();
    const stack = grower.path.map((fn) => grower.names[fn]).join(';');
    if (!above && grower.nodes.n > grower.limit / 3 && count < 256) {
      above = stack;
    }
    total += count;
    writer.add(`${stack} ${count}`);
  }
  const needle = Math.max(1, Math.round((total * NEEDLE_PX) / PICTURE_PX));
  writer.add(`${above};${NEEDLE} ${needle}`);
  writer.close();
  return { total: total + needle, needle, above };
}

// The file of a size in a folder, made when it is not there or another generator made it.
export function generated(sizeName, folder) {
  const program = readFileSync(fileURLToPath(import.meta.url));
  const version = createHash('sha256').update(program).digest('hex').slice(0, 8);
  const path = `${folder}/synthetic-${sizeName}-${version}.folded`;
  if (!existsSync(path)) {
    readdirSync(folder).filter((name) => name.startsWith(`synthetic-${sizeName}-`))
      .forEach((name) => rmSync(`${folder}/${name}`));
    const part = `${path}.${process.pid}`;
    generate(sizeName, part);
    renameSync(part, path);
  }
  return path;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [sizeName, path] = process.argv.slice(2);
  if (!SIZES[sizeName] || !path) {
    console.error('usage: node generate.mjs 10k|100k|1m FILE');
    process.exit(2);
  }
  console.log(JSON.stringify(generate(sizeName, path)));
}
