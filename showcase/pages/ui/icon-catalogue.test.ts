import { expect, test } from 'vitest';
import { FLAT_ICONS } from './flat-icons-sample-data.ts';
import { FONT_ICON_GROUPS, findFontIcon, type IconGroup } from './icon-catalogue.ts';

const count = (groups: readonly IconGroup[]) => {
  const entries = groups.flatMap((group) => group.entries);
  return [entries.length, entries.filter(({ isAlias }) => isAlias).length];
};

test('the tabs have the entries and alias marks that docs/sample-pages.md#icons lists', () => {
  expect(Object.entries(FONT_ICON_GROUPS).map(([tab, groups]) => [tab, ...count(groups)])).toEqual([
    ['Glypicons', 161, 0],
    ['FA 4.7.0', 90, 18],
    ['Web Application', 292, 40],
    ['Spinner', 5, 1],
    ['Text Editor', 49, 9],
    ['Brand', 86, 5],
    ['Other', 74, 16],
  ]);
  expect(FONT_ICON_GROUPS.Other.map(({ title, entries }) => [title, entries.length])).toEqual([
    ['File Type', 18],
    ['Form Control', 11],
    ['Currency', 21],
    ['Video Player', 16],
    ['Medical', 8],
  ]);
  expect(Object.keys(FLAT_ICONS)).toHaveLength(380);
});

test('Font Awesome has 400 pages, and every glyph has a character of its font', () => {
  const entries = Object.values(FONT_ICON_GROUPS)
    .flat()
    .flatMap((group) => group.entries);
  const awesome = entries.filter(({ family }) => family === 'Font Awesome');
  expect(new Set(awesome.map(({ name }) => name)).size).toBe(400);
  expect(entries.filter(({ glyph = ' ' }) => glyph === ' ')).toEqual([]);
  expect(entries.filter(({ name }) => findFontIcon(name) === undefined)).toEqual([]);
});

test('an alias leads to the icon itself, which lists its aliases', () => {
  const car = findFontIcon('automobile');
  expect(car).toEqual(findFontIcon('car'));
  expect(car).toMatchObject({ entry: { label: 'car', name: 'car', isAlias: false }, aliases: ['automobile'] });
  expect(findFontIcon('no-such-icon')).toBeUndefined();
});
