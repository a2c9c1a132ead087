// Search: the functions a pattern matches, and what these weigh.

function matchFunctions(profile, pattern) {
  const {n, name, rest} = profile.functions;
  const hits = new Uint8Array(n);
  for (let fn = 0; fn < n; fn++) {
    const shown = shownName(profile, fn);
    hits[fn] = !rest[fn] && (pattern.test(shown) || shown !== name[fn] && pattern.test(name[fn]));
  }
  return hits;
}

function matchTree(tree, hits) {
  const tops = [];
  const marks = new Uint8Array(tree.n);
  let weight = 0;
  for (let i = 1; i < tree.n; i++) {
    if (!hits[tree.fn[i]] || !tree.total[i]) continue;
    tops.push(i);
    weight += tree.total[i];
    marks.fill(1, i, tree.end[i]);
    i = tree.end[i] - 1;
  }
  return {weight, tops: Int32Array.from(tops), marks};
}
