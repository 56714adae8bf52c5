import { expect, test } from 'vitest';
import { SHOWCASE_SECTIONS, screensOf, sectionsWhere } from './page-list.ts';

test('shows only pages whose address exists, and no empty group', () => {
  const sections = sectionsWhere((to) => to === '/app/ui/alerts' || to === '/app/package');
  expect(sections.map(({ title, entries }) => [title, entries.map(({ label }) => label)])).toEqual([
    ['APP', ['Package']],
    ['TEMPLATE', ['UI Elements']],
  ]);
  expect(sectionsWhere(() => false)).toEqual([]);
});

test('the search has every page, each with a unique name', () => {
  const labels = screensOf(SHOWCASE_SECTIONS).map(({ label }) => label);
  expect(labels).toContain('Tabs & Accordion');
  expect(labels).toContain('Grid (Core)');
  expect(labels).toContain('Grid (Sample page)');
  expect(new Set(labels).size).toBe(labels.length);
  expect(labels).toHaveLength(50);
});

test('the tree has the badges of docs/sample-pages.md#sidebar', () => {
  const badges = SHOWCASE_SECTIONS.flatMap(({ entries }) =>
    entries.flatMap(({ label, badge }) => (badge ? [[label, badge.text, badge.tone]] : [])),
  );
  expect(badges).toEqual([
    ['Users', 'Real App', 'primary'],
    ['Email', '9', 'danger'],
    ['Documentation', 'new', 'success'],
  ]);
});
