import { expect, test } from 'vitest';
import { perspectiveOfRole, sortLabel, viewColumns, wordingOf } from './wording.ts';

test('treats no role as an administrator', () => {
  expect([perspectiveOfRole(''), perspectiveOfRole('admin')]).toEqual(['admin', 'admin']);
  expect([perspectiveOfRole('property'), perspectiveOfRole('advertiser')]).toEqual(['property', 'advertiser']);
});

test('gives each role its heading and its summary card', () => {
  const headings = (['admin', 'property', 'advertiser'] as const).map((role) => wordingOf(role).heading);
  expect(headings).toEqual(['Outlets', 'Power Outlets', 'Active Campaigns']);
  expect(wordingOf('advertiser').summaryTitle).toBe('Campaign Overview');
});

test('gives the views table exactly the columns of the role', () => {
  const labels = (role: 'admin' | 'property' | 'advertiser') => viewColumns(role).map(({ label }) => label);
  expect(labels('admin')).toEqual(['Timestamp', 'Fingerprint', 'IP', 'Sponsor', 'Cryptic', 'Flight']);
  expect(labels('property')).toEqual(['Timestamp', 'Fingerprint', 'IP', 'Sponsor']);
  expect(labels('advertiser')).toEqual(['Timestamp', 'Sponsor', 'Flight']);
});

test("names the sort orders in the role's words", () => {
  expect(sortLabel('-total_views', wordingOf('property'))).toBe('Most charges');
  expect(sortLabel('-total_revenue', wordingOf('advertiser'))).toBe('Highest spend');
});
