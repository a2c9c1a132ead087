// PNG files of screenshots, decoded to pixels: 8 bits a channel, not interlaced.
import { inflateSync } from 'node:zlib';

const CHANNELS = { 0: 1, 2: 3, 4: 2, 6: 4 };

function paeth(a, b, c) {
  const p = a + b - c;
  const [da, db, dc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)];
  if (da <= db && da <= dc) {
    return a;
  }
  return db <= dc ? b : c;
}

function predicted(filter, left, up, corner) {
  switch (filter) {
    case 0: return 0;
    case 1: return left;
    case 2: return up;
    case 3: return (left + up) >> 1;
    case 4: return paeth(left, up, corner);
    default: throw new Error(`no such filter: ${filter}`);
  }
}

function unfilter(raw, height, stride, step) {
  const data = new Uint8Array(height * stride);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x;
      const left = x >= step ? data[at - step] : 0;
      const up = y > 0 ? data[at - stride] : 0;
      const corner = x >= step && y > 0 ? data[at - stride - step] : 0;
      data[at] = raw[y * (stride + 1) + 1 + x] + predicted(filter, left, up, corner);
    }
  }
  return data;
}

export class Pixels {
  constructor(png) {
    const parts = [];
    for (let at = 8; at < png.length;) {
      const n = png.readUInt32BE(at);
      const type = png.toString('latin1', at + 4, at + 8);
      const body = png.subarray(at + 8, at + 8 + n);
      if (type === 'IHDR') {
        this.width = body.readUInt32BE(0);
        this.height = body.readUInt32BE(4);
        this.step = CHANNELS[body[9]];
        if (body[8] !== 8 || !this.step || body[12] !== 0) {
          throw new Error('a kind of PNG that is not read here');
        }
      } else if (type === 'IDAT') {
        parts.push(body);
      }
      at += 12 + n;
    }
    const raw = inflateSync(Buffer.concat(parts));
    this.data = unfilter(raw, this.height, this.width * this.step, this.step);
  }

  // The colour of a pixel, [r, g, b].
  at(x, y) {
    const at = (Math.floor(y) * this.width + Math.floor(x)) * this.step;
    return this.step < 3 ? Array(3).fill(this.data[at]) : [...this.data.subarray(at, at + 3)];
  }

  hex(x, y) {
    return `#${this.at(x, y).map((v) => v.toString(16).padStart(2, '0')).join('')}`;
  }

  // How many pixels differ by more than a little.
  differing(other, slack = 8) {
    if (other.width !== this.width || other.height !== this.height) {
      return Infinity;
    }
    let n = 0;
    for (let y = 0; y < this.height; y++) {
      for (let x = 0; x < this.width; x++) {
        const [a, b] = [this.at(x, y), other.at(x, y)];
        n += a.some((v, i) => Math.abs(v - b[i]) > slack) ? 1 : 0;
      }
    }
    return n;
  }
}

// WCAG 2: the contrast of two colours [r, g, b].
export function contrast(a, b) {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

// From 0 to 1.
export function luminance(colour) {
  const [r, g, b] = colour.map((v) => {
    const s = v / 255;
    return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
