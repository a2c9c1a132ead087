// The page that a picture stands in: its viewer is started once the picture is seen.

/** @type {any} */
const script = document.currentScript;
const drawn = (script && script.ownerSVGElement) || document.documentElement;
// The first picture of a page has its address.
const steps = stepsOf(drawn.contains(document.querySelector('metadata.flame-tree')));
requestAnimationFrame(() => setTimeout(viewerOf, 0, drawn, steps));
