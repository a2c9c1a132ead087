// What elements are made and asked with.

const SVG = 'http://www.w3.org/2000/svg';
const XHTML = 'http://www.w3.org/1999/xhtml';

const attributeOf = (element, name) => element.getAttribute(name);

function set(element, attributes) {
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  return element;
}

// Where something is in the window.
const placeIn = (element) => element.getBoundingClientRect();

const svgElement = (name, attributes) => set(doc.createElementNS(SVG, name), attributes);
