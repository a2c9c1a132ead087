// The steps of a viewer, which can be undone: each is the fragment of an address. One viewer of a
// page has the window's address and history; of others, and in frames where history throws, the
// trail does their work.

function stepsOf(ownsWindow) {
  const trail = [];
  const steps = { depth: 0, now: () => trail[steps.depth] || '' };

  function write(method, fragment) {
    trail[steps.depth] = fragment;
    try {
      if (ownsWindow) history[method]({ flame: steps.depth }, '', fragment);
    } catch (e) {
      ownsWindow = false;
    }
  }

  function arrive() {
    steps.depth = history.state && history.state.flame || 0;
    trail[steps.depth] = location.hash;
  }

  steps.add = (fragment) => {
    steps.depth++;
    write('pushState', fragment);
  };
  steps.replace = (fragment) => {
    if (fragment !== trail[steps.depth]) write('replaceState', fragment);
  };
  // Calls show once the last step is the one before, at once or later.
  steps.back = (show) => {
    if (!steps.depth) return;
    if (ownsWindow) {
      history.back();
      return;
    }
    steps.depth--;
    show();
  };
  steps.begin = (show) => {
    if (!ownsWindow) return;
    arrive();
    addEventListener('popstate', () => {
      arrive();
      show();
    });
  };
  return steps;
}
