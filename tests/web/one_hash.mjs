// Names with the same hash, as somebody makes them who knows FNV-1a.

const START = 2166136261;
const PRIME = 16777619;
const INVERSE = 899433627; // of PRIME, modulo 2 ** 32

// Whether a UTF-16 unit can stand in a name by itself.
const isLetter = (unit) => unit > 0x20 && unit < 0xd800;

// A prefix, and two units behind it that lead to the hash.
function nameWith(prefix, hash) {
  let before = START;
  for (const char of prefix) before = Math.imul(before ^ char.charCodeAt(0), PRIME);
  const wanted = Math.imul(hash, INVERSE);
  for (let first = 0x21; first < 0xd800; first++) {
    const second = Math.imul(before ^ first, PRIME) ^ wanted;
    if (second >>> 16 === 0 && isLetter(second)) return prefix + String.fromCharCode(first, second);
  }
  return null;
}

export function namesOfOneHash(n, hash = 12345) {
  const names = [];
  for (let i = 0; names.length < n; i++) {
    const name = nameWith('f' + i.toString(36) + '_', hash);
    if (name) names.push(name);
  }
  return names;
}
