'use strict';
// A small server's worth of work: parse, index, query, render, compress, write.
const fs = require('fs'), zlib = require('zlib'), crypto = require('crypto');
function makeRows(n) { const rows = []; let x = 42;
  for (let i = 0; i < n; i++) { x = (x * 1103515245 + 12345) & 0x7fffffff;
    rows.push({ id: i, name: 'user-' + (x % 977), city: 'c' + (x % 53), score: (x >> 8) % 1000, tags: ['t' + x % 7, 't' + x % 11] }); }
  return rows; }
function serialize(rows) { return JSON.stringify(rows); }
function parse(text) { return JSON.parse(text); }
function buildIndex(rows) { const index = new Map();
  for (const r of rows) for (const t of r.tags) { if (!index.has(t)) index.set(t, []); index.get(t).push(r); }
  return index; }
function compareScore(a, b) { return b.score - a.score || (a.name < b.name ? -1 : 1); }
function query(index, tag) { return index.get(tag).slice().sort(compareScore).slice(0, 200); }
function escapeHtml(s) { return s.replace(/[&<>"]/g, c => '&#' + c.charCodeAt(0) + ';'); }
function renderRow(r) { return `<tr><td>${escapeHtml(r.name)}</td><td>${escapeHtml(r.city)}</td><td>${r.score}</td></tr>`; }
function renderPage(rows) { return '<table>' + rows.map(renderRow).join('\n') + '</table>'; }
function compress(page) { return zlib.gzipSync(page, { level: 6 }); }
function digest(b) { return crypto.createHash('sha256').update(b).digest('hex'); }
function store(name, b) { fs.writeFileSync(name, b); return fs.readFileSync(name).length; }
function handle(index, i) { const page = renderPage(query(index, 't' + i % 7)); const z = compress(page); return digest(z).length + (i % 4 ? 0 : store('/tmp/page.gz', z)); }
function main() { const rows = makeRows(20000); const end = Date.now() + 6000; let n = 0;
  while (Date.now() < end) { const index = buildIndex(parse(serialize(rows))); for (let i = 0; i < 40; i++) n += handle(index, i); }
  console.log(n); }
main();
