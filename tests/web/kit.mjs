// Loads the viewer's modules as the build joins them, and writes trees in the bytes they read.
import {readFileSync} from 'node:fs';
import {deflateRawSync} from 'node:zlib';

const MODULES = ['read', 'tree', 'view', 'layout', 'pattern', 'match', 'text', 'ink'];
const NAMES = ['readBytes', 'readProfile', 'changeTree', 'functionTotals', 'nameHash',
  'functionHashes', 'pathHashes', 'findPath', 'plainView', 'invertedView', 'calleesView',
  'callersView', 'compilePattern', 'matchFunctions', 'matchTree', 'shownName', 'fitText',
  'formatNumber', 'formatAmount', 'formatShare', 'scaleOf', 'sumsOf', 'heatSums', 'heatOf',
  'heatFills', 'fullAmount', 'changeText', 'bothText', 'evidenceText',
  'sureness', 'tiersText', 'boxesOf'];

// `globals` hides globals of node by others: {DecompressionStream: undefined}. `last` is the module
// that a viewer of one profile, or of two, has of its own.
export function load(globals = {}, last = 'plain') {
  const sources = [...MODULES, last].map((module) =>
    readFileSync(new URL(`../../render/web/${module}.js`, import.meta.url), 'utf8'));
  const found = NAMES.map((name) => `${name}: typeof ${name} === 'undefined' ? null : ${name}`);
  const { abs, floor, max, min } = Math; // as state.js names them
  const all = { abs, floor, max, min, ...globals };
  return new Function(...Object.keys(all),
    `'use strict';\n${sources.join('')}\nreturn {${found.join(', ')}};`)(...Object.values(all));
}

// Milliseconds of this process alone: others must not make a test fail.
export function cpuTime() {
  return process.cpuUsage().user / 1000;
}

// Unsigned LEB128 of a number or a BigInt.
export function leb(n) {
  const bytes = [];
  let left = BigInt(n);
  do {
    const low = Number(left & 127n);
    left >>= 7n;
    bytes.push(left ? low | 128 : low);
  } while (left);
  return bytes;
}

export function str(text) {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  return [...leb(bytes.length), ...bytes];
}

function flat(lists) {
  const bytes = [];
  for (const list of lists) for (const byte of list) bytes.push(byte);
  return bytes;
}

export function encodeNames(names) {
  let before = Buffer.alloc(0);
  return flat(names.map((name) => {
    const bytes = Buffer.from(name);
    let shared = 0;
    while (shared < bytes.length && bytes[shared] === before[shared]) shared++;
    before = bytes;
    return [...leb(shared), ...str(bytes.subarray(shared))];
  }));
}

function encodeLinks(links) {
  let before = -1;
  return flat([...links].map(([fn, link]) => {
    const keys = ['href', 'target', 'title', 'class'];
    const mask = keys.reduce((sum, key, bit) => sum | (key in link) << bit, 0);
    const bytes = [...leb(fn - before), ...leb(mask)];
    before = fn;
    return bytes.concat(...keys.filter((key) => key in link).map((key) => str(link[key])));
  }));
}

// Texts of functions, '' where none is known, as modules and packages are written.
function encodeParts(texts) {
  const all = [...new Set(texts.filter((text) => text))];
  const ids = all.length ? texts.map((text) => leb(all.indexOf(text) + 1)) : [];
  return flat([leb(all.length), ...all.map(str), ...ids]);
}

function encodePops(parent, depth) {
  return flat(parent.slice(1).map((caller, i) => leb(depth[i] - depth[caller])));
}

function bytesOf(value, size) {
  const view = new DataView(new ArrayBuffer(size));
  if (size === 8) view.setFloat64(0, value, true);
  else view.setFloat32(0, value, true);
  return [...new Uint8Array(view.buffer)];
}

function encodeChange({shares, byWork, bySelf, evidence, tiers, decimals = 0, per = '',
  runs = [1, 1], weights = [1, 1], fills = [[232, 232, 232], [240, 138, 36], [74, 152, 224]]}) {
  const flags = (shares ? 1 : 0) | (byWork ? 2 : 0) | (bySelf ? 4 : 0) | (evidence ? 8 : 0) |
    (tiers ? 16 : 0);
  const certain = (known) => known ?
    [known.verdict | (known.unjudged ? 4 : 0) | (known.low === undefined ? 8 : 0) |
      (known.words ? 16 : 0) | (known.named ? 32 : 0),
    ...(known.low === undefined ? [] : [...bytesOf(known.low, 4), ...bytesOf(known.high, 4)]),
    ...(known.words ? str(known.words) : [])] : [0];
  return flat([leb(flags), leb(decimals), str(per),
    ...[0, 1].map((side) => [...leb(runs[side]), ...bytesOf(weights[side], 8)]), ...fills,
    ...(evidence || tiers || []).map((_, i) => [
      ...(evidence ? [...certain(evidence[i].total), ...certain(evidence[i].self)] : []),
      ...(tiers ? str(tiers[i]) : [])])]);
}

// The sections of a plain description:
// {names: [string], nodes: [{fn, parent, self, gap}]} in preorder, nodes[0] the root; further
// kinds, fills, modules, packages, kindNames, links, with lanes {lanes, waits}, and of a difference
// {difference}, with before and after in nodes.
export function sectionsOf(plain) {
  const {names, nodes} = plain;
  const depth = [0];
  for (const node of nodes.slice(1)) depth.push(depth[node.parent] + 1);
  return [
    encodeNames(names),
    plain.kinds || names.map(() => 1),
    flat(plain.fills || names.map((_, i) => [i & 255, 128, 255])),
    plain.modules || plain.packages ? [plain.modules, plain.packages, plain.kindNames]
      .flatMap((texts) => encodeParts(texts || [])) : [],
    plain.links ? encodeLinks(plain.links) : [],
    ...(plain.lanes ? [plain.waits] : []),
    ...(plain.difference ? [encodeChange(plain.difference)] : []),
    encodePops(nodes.map((node) => node.parent), depth),
    flat(nodes.slice(1).map((node) => leb(node.fn))),
    flat(nodes.map((node) => leb(node.self))),
    plain.ordered ? flat(nodes.slice(1).map((node) => leb(node.gap))) : [],
    ...(plain.difference ? ['before', 'after'].map((side) =>
      flat(nodes.map((node) => leb(node[side])))) : []),
  ];
}

export function totalOf(nodes) {
  return nodes.reduce((sum, node) => sum + BigInt(node.self), 0n);
}

export function encode(plain, sections = sectionsOf(plain)) {
  const flags = ['ordered', 'reversed', 'inverted', 'byShare', 'cutRight', 'pruned', 'difference']
    .reduce((sum, key, bit) => sum | (plain[key] ? 1 << bit : 0), plain.lanes ? 256 : 0);
  const given = (key, otherwise) => leb(plain[key] === undefined ? otherwise : plain[key]);
  return Uint8Array.from(flat([
    given('version', plain.lanes ? 2 : 1), leb(flags),
    str(plain.unit === undefined ? 'samples' : plain.unit),
    given('decimals', 0), given('factor', 1), given('rowTenths', 160),
    given('whole', totalOf(plain.nodes)), leb(plain.names.length), leb(plain.nodes.length),
    ...sections.map((section) => [...leb(section.length), ...section]),
  ]));
}

// The texts of pieces of at most `most` bytes.
export function pack(bytes, most = 2 ** 20) {
  const texts = [];
  for (let at = 0; at < bytes.length; at += most) {
    texts.push(deflateRawSync(bytes.subarray(at, at + most)).toString('base64'));
  }
  return texts;
}
