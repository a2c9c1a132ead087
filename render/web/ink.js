// Colours as #rrggbb, and how wide characters are.

// A character's width in pixels, measured once.
function charWidths(font) {
  /** @type {any} */
  const canvas = doc.createElementNS(XHTML, 'canvas');
  const context = canvas.getContext('2d');
  const known = new Map();
  context.font = font;
  return (char) => {
    if (!known.has(char)) known.set(char, context.measureText(char).width);
    return known.get(char);
  };
}

const channelsOf = (fill) => [1, 3, 5].map((i) => parseInt(fill.slice(i, i + 2), 16));

const hexOf = (channels) => '#' + channels.map((n) => n.toString(16).padStart(2, '0')).join('');

// Half way to white: what reaches beyond the view is pale, and black text stays readable on it.
const pale = (fill) => hexOf(channelsOf(fill).map((n) => (n + 255) >> 1));

// As colour_text_on() of colour.c, with a plain power for sRGB.
function isDark(fill) {
  const [r, g, b] = channelsOf(fill).map((n) => (n / 255) ** 2.2);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b < 0.179;
}
