// The tree in an SVG as bytes, taken apart and put together again, so that tests can damage it or
// add what no input of today has. Knows the format by its description only.
import { deflateRawSync, inflateRawSync } from 'node:zlib';

const HOLDER = /<metadata class="flame-tree" data-packing="([a-z-]+)">([^<]*)<\/metadata>\s*/g;
const SECTIONS = ['names', 'kinds', 'fills', 'modules', 'links', 'pops', 'ids', 'selfs', 'gaps'];

export function leb(value) {
  const bytes = [];
  let rest = BigInt(value);
  do {
    const low = Number(rest & 127n);
    rest >>= 7n;
    bytes.push(rest ? low | 128 : low);
  } while (rest);
  return Buffer.from(bytes);
}

export function text(value) {
  const bytes = Buffer.from(value);
  return Buffer.concat([leb(bytes.length), bytes]);
}

class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  number() {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.bytes[this.at++];
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) {
        return Number(value);
      }
    }
  }

  take(n) {
    this.at += n;
    return this.bytes.subarray(this.at - n, this.at);
  }
}

// The bytes of the tree in a file, unpacked.
export function treeBytes(svg) {
  const parts = [...svg.matchAll(HOLDER)];
  return Buffer.concat(parts.map(([, packing, base64]) => {
    const bytes = Buffer.from(base64.trim(), 'base64');
    return packing === 'none' ? bytes : inflateRawSync(bytes);
  }));
}

// The file with another tree; packing 'none' or 'deflate-raw'; the base64 may be given instead.
export function withTree(svg, bytes, packing = 'deflate-raw', base64 = null) {
  const packed = packing === 'none' ? bytes : deflateRawSync(bytes);
  const holder = `<metadata class="flame-tree" data-packing="${packing}">`
    + `${base64 === null ? packed.toString('base64') : base64}</metadata>\n`;
  let first = true;
  return svg.replace(HOLDER, () => {
    const put = first ? holder : '';
    first = false;
    return put;
  });
}

// {head: Buffer, functions, nodes, names: Buffer, ... by section}
export function takeApart(bytes) {
  const reader = new Reader(bytes);
  reader.number();
  reader.number();
  reader.take(reader.number());
  for (let i = 0; i < 4; i++) {
    reader.number();
  }
  const tree = { functions: reader.number(), nodes: reader.number() };
  tree.head = bytes.subarray(0, reader.at);
  for (const section of SECTIONS) {
    tree[section] = reader.take(reader.number());
  }
  return tree;
}

export function putTogether(tree) {
  const sections = SECTIONS.flatMap((name) => [leb(tree[name].length), tree[name]]);
  return Buffer.concat([tree.head, ...sections]);
}
