// The shapes that the viewer of flame graphs works on, for tests/browser/types.test.mjs.

type Numbers = Float64Array | Int32Array | number[];

interface Functions {
  n: number;
  name: string[];
  kind: ArrayLike<number>;
  fill: string[];
  white: ArrayLike<any>;
  rest: ArrayLike<number>;
  entry: ArrayLike<number>;
  link: Map<number, { href?: string, target?: string, title?: string, class?: string }>;
  module?: string[] | null;
  [more: string]: any;
}

// Nodes in preorder, the root first: callees of i stand between i and end[i].
interface Shape {
  n: number;
  fn: Int32Array;
  parent: Int32Array;
  depth: Int32Array;
  end: Int32Array;
  gap: Float64Array | null; // in order of time: what is before it and after its neighbour
}

interface Tree extends Shape {
  self: Float64Array;
  total: Float64Array;
  // Of a difference: the same nodes with the sums of before and of after, and with all they weigh.
  sides?: any;
  any?: any;
  moved?: any;
}

interface Profile {
  functions: Functions;
  tree: Tree;
  unit: string;
  decimals: number;
  factor: number;
  rowPx: number;
  whole: number;
  ordered: boolean;
  reversed: boolean;
  inverted: boolean;
  byShare: boolean;
  cutRight: boolean;
  pruned: boolean;
  marks: boolean;
  lanes?: boolean; // threads that ran at the same time: callees of the root overlap
  span?: number; // the time of the full width, where that is not the whole
  difference?: any;
}

// A tree as it is drawn: its own, or one that is made when it is looked at.
interface View {
  profile: Profile;
  tree: Tree;
  byWeight: boolean;
  n: number;
  fn: Numbers;
  parent: Numbers;
  depth: Numbers;
  total: Numbers;
  self: Numbers;
  off: Numbers; // from the start of the caller
  whole: number;
  lanes?: boolean;
  shown?: number; // of lanes
  gap?: Float64Array | null;
  pairsOf?: ArrayLike<number>[];
  weights?: Float64Array;
  down?: boolean;
  sums?: any[];
  kids(node: number): number[];
  start(node: number): number;
  path(node: number): number[];
  shareOf(node: number, marks: Uint8Array): number;
}

// joined: of so many narrow neighbours, or 0.
interface Box {
  node: number;
  depth: number;
  from: number;
  size: number;
  joined: number;
  place: number;
  of: number;
  lane?: boolean;
  sum?: number; // of lanes that are not shown
  pane?: number;
}

interface Pane {
  view: View;
  down: boolean;
  up: boolean; // what stands on a frame are its callers
  from: number;
  to: number;
  slack: number;
  most: number;
  rectOf: Map<number, any>;
  index: number;
  boxes: Box[];
  rects: any[];
  rows: number;
  top: number;
  rowPx: number;
  skyline?: string;
}

interface Zoom {
  pane: number;
  node?: number;
  hash?: number;
  hashes?: number[];
  x?: number[];
}

interface Change {
  what: string;
  fn: number;
  find?: { text: string, regexp: boolean, matchCase: boolean };
  hits?: Uint8Array;
}

interface State {
  view: string;
  fn: number;
  changes: Change[];
  byWeight: boolean;
  icicle: boolean;
  zoom: Zoom | null;
  text: string;
  regexp: boolean;
  matchCase: boolean;
  entry: number;
  proven: boolean;
  lost?: boolean;
  [more: string]: any;
}

interface Place {
  pane: number;
  node: number;
}

interface Match {
  weight: number;
  tops: Int32Array;
  marks: Uint8Array;
  functions: number;
  sorted?: Int32Array;
  sums?: number[];
}

interface Drag {
  pane: Pane;
  moved: boolean | null;
  from: number;
  to: number;
  x: number;
  y: number;
  top: number;
  pinch?: { px: number, middle: number };
}
