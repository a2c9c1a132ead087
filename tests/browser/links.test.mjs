// Permalinks: the address says what is seen, and still finds it when the profile is measured again.
import assert from 'node:assert/strict';
import test from 'node:test';
import { share } from './folded.mjs';
import { draw, eventually, near, openFile } from './kit.mjs';
import { TOWN, TOWN_AGAIN, TOWN_AGAIN_TEXT, TOWN_TEXT } from './samples.mjs';

const town = draw(TOWN_TEXT);
const again = draw(TOWN_AGAIN_TEXT);
const v = await openFile(town);

// Does something in a fresh page and gives the address that it leads to.
async function addressAfter(act, pattern) {
  await v.show(town);
  await act();
  return v.fragmentWith(pattern);
}

async function widthIs(name, part, whole) {
  await eventually(async () => {
    const place = await v.place();
    near((await v.frame(name)).width, (part / whole) * place.width, 1.5, `width of ${name}`);
  });
}

test('the address of a zoomed view shows the same frame when it is opened anew', async () => {
  const address = await addressAfter(() => v.zoom('draw'), /\bz=[0-9a-z]+\.[0-9a-z]+/);
  assert.match(address, /^v=1\b/);
  await v.show(town, address);
  await v.wide('draw');
  await widthIs('fill', 210, 250);
  assert.equal(await v.note(), '', 'nothing is wrong');
  v.clean();
});

test('it shows the same frame when the profile was measured again', async () => {
  const address = await addressAfter(() => v.zoom('draw'), /\bz=/);
  await v.show(again, address);
  await v.wide('draw');
  const { total } = TOWN_AGAIN.at(['main', 'draw']);
  await widthIs('fill', TOWN_AGAIN.at(['main', 'draw', 'fill']).total, total);
  assert.equal((await v.frame('draw')).share, share(total, TOWN_AGAIN.total));
});

test('of two frames of a name the address tells them apart', async () => {
  const address = await addressAfter(async () => {
    await v.zoom('draw');
    await v.zoom('parse');
  }, /\bz=/);
  await v.show(again, address);
  await v.wide('parse');
  await widthIs('lex', 1, 1);
  assert.equal((await v.frame('parse')).share, share(55, TOWN_AGAIN.total));
});

test('a frame that is gone is said to be so, and all is shown', async () => {
  const address = await addressAfter(() => v.zoom('parse'), /\bz=/);
  await v.show(draw('other;things 10\nother;stuff 4\n'), address);
  await v.whole();
  assert.match(await v.note(), /^[A-Z][^.]*not in this profile[^.]*\.$/);
  v.clean();
});

test('the search, its switches and its answer come back', async () => {
  const address = await addressAfter(async () => {
    await v.search('^L.*x$');
    await v.push('regexp');
  }, /\br=1\b/);
  await v.show(town, address);
  assert.equal(await v.searched(), '^L.*x$');
  assert.ok(await v.pressed('regexp'));
  assert.equal(await v.pressed('case'), false);
  await eventually(async () => assert.match(await v.found(), /^1 function, 33\.00 % of all/));
  await v.push('case');
  const strict = await v.fragmentWith(/\bc=1\b/);
  await v.show(town, strict);
  assert.ok(await v.pressed('case'));
  assert.match(await v.found(), /^0 functions/);
});

test('what is searched for may hold any character', async () => {
  const texts = ['a&b=c#d', '100%', 'x+y z', '火焰', '"<\'>', '%41', 'std::pair<int, long>'];
  for (const text of texts) {
    const address = await addressAfter(() => v.search(text), /\bs=/);
    await v.show(town, address);
    assert.equal(await v.searched(), text);
  }
  v.clean();
});

test('typing adds no step to the way back', async () => {
  await v.show(town);
  await v.zoom('main');
  await v.search('lex');
  await v.page.goBack();
  await v.whole();
  assert.equal(await v.page.url().startsWith('file:'), true);
});

for (const view of ['inverted', 'table']) {
  test(`the ${view} view comes back`, async () => {
    const address = await addressAfter(() => v.push(view), new RegExp(`\\bview=${view}\\b`));
    await v.show(town, address);
    assert.ok(await v.pressed(view));
    await v.show(again, address);
    assert.ok(await v.pressed(view));
  });
}

test('a zoom in the inverted view comes back, also in a profile measured again', async () => {
  const address = await addressAfter(async () => {
    await v.push('inverted');
    await v.zoom('lex');
    await v.zoom('parse');
  }, /\bp=/);
  for (const path of [town, again]) {
    await v.show(path, address);
    await v.wide('parse');
  }
  const inverted = TOWN_AGAIN.inverted();
  const { total } = inverted.at(['lex', 'parse']);
  await widthIs('draw', inverted.at(['lex', 'parse', 'draw']).total, total);
});

test('the sandwich of a function comes back', async () => {
  const address = await addressAfter(() => v.choose('parse', 'sandwich'), /\bf=/);
  assert.match(address, /\bview=sandwich\b/);
  for (const path of [town, again]) {
    await v.show(path, address);
    assert.ok(await v.pressed('sandwich'));
    assert.ok((await v.named('parse')).length >= 1);
    assert.ok(await v.shows('lex') && await v.shows('draw'), 'a callee and a caller are seen');
  }
});

test('a zoom into a sandwich comes back', async () => {
  for (const name of ['number', 'draw']) {
    const address = await addressAfter(async () => {
      await v.choose('parse', 'sandwich');
      await v.zoom(name);
    }, /\bp=/);
    for (const path of [town, again]) {
      await v.show(path, address);
      await v.wide(name);
    }
  }
  v.clean();
});

test('the sandwich of a function that is gone gives a sentence and the flame graph', async () => {
  const address = await addressAfter(() => v.choose('number', 'sandwich'), /\bf=/);
  await v.show(draw('other;things 10\n'), address);
  assert.match(await v.note(), /not in this profile/);
  await v.whole();
  v.clean();
});

test('direction and order come back', async () => {
  const address = await addressAfter(async () => {
    await v.push('orient');
    await v.orderBy('weight');
  }, /\bsort=weight\b/);
  assert.match(address, /\bo=flame\b/);
  await v.show(town, address);
  assert.ok((await v.frame('main')).y < (await v.frame('all')).y, 'callees stand above');
  assert.ok((await v.frame('main')).x < (await v.frame('idle')).x, 'the heaviest comes first');
});

test('changes come back as chips, in their order', async () => {
  const address = await addressAfter(async () => {
    await v.choose('io', 'hide');
    await v.choose('draw', 'merge');
  }, /\bt=hide\.[0-9a-z]+,merge\.[0-9a-z]+/);
  await v.show(town, address);
  const chips = await v.chips();
  assert.equal(chips.length, 2);
  assert.match(chips[0], /io/);
  assert.match(chips[1], /draw/);
  const changed = TOWN.hide('io').merge('draw');
  await widthIs('main', changed.at(['main']).total, changed.total);
  const fill = changed.at(['main', 'fill']).total;
  assert.equal((await v.frame('fill')).count.split(' ')[0], String(fill));
  await v.show(again, address);
  assert.equal((await v.chips()).length, 2);
});

test('a zoom in a changed tree comes back', async () => {
  const address = await addressAfter(async () => {
    await v.choose('draw', 'merge');
    await v.zoom('fill');
  }, /\bz=/);
  await v.show(again, address);
  await v.wide('fill');
  assert.equal(await v.note(), '');
});

test('a view that was dragged comes back', async () => {
  await addressAfter(async () => {
    await v.zoom('main');
    const { x, y } = await v.at('io');
    await v.page.mouse.move(x, y);
    await v.page.mouse.down();
    await v.page.mouse.move(x + 50, y);
    await v.page.mouse.move(x + 120, y);
    await v.page.mouse.up();
  }, /\bx=/);
  const { x, width } = await v.frame('io');
  const address = await v.fragmentAtRest();
  await v.show(town, address);
  const there = await v.frame('io');
  near(there.x, x, 1, 'place');
  near(there.width, width, 1, 'width');
});

test('an address that is changed by hand is followed', async () => {
  const address = await addressAfter(() => v.zoom('draw'), /\bz=/);
  await v.show(town);
  await v.page.evaluate((fragment) => { location.hash = fragment; }, address);
  await v.wide('draw');
});

test('the first picture needs no address', async () => {
  await v.show(town);
  assert.equal(await v.fragment(), '');
});

test('what the address does not know is left alone', async () => {
  await v.show(town, 'v=1&colour=blue&zz=9&s=lex');
  assert.equal(await v.searched(), 'lex');
  await v.whole();
  assert.equal(await v.note(), '');
  v.clean();
});
