import { expect, test } from 'vitest';
import { perspectiveOfRole, sortLabel, viewColumns, wordingOf } from './wording.ts';

test('no role reads as an administrator', () => {
  expect([perspectiveOfRole(''), perspectiveOfRole('admin')]).toEqual(['admin', 'admin']);
  expect([perspectiveOfRole('property'), perspectiveOfRole('advertiser')]).toEqual(['property', 'advertiser']);
});

test('each role has its heading and its summary card', () => {
  const headings = (['admin', 'property', 'advertiser'] as const).map((role) => wordingOf(role).heading);
  expect(headings).toEqual(['Outlets', 'Power Outlets', 'Active Campaigns']);
  expect(wordingOf('advertiser').summaryTitle).toBe('Campaign Overview');
});

test('the views table has the columns of the role and no others', () => {
  const labels = (role: 'admin' | 'property' | 'advertiser') => viewColumns(role).map(({ label }) => label);
  expect(labels('admin')).toEqual(['Timestamp', 'Fingerprint', 'IP', 'Sponsor', 'Cryptic', 'Flight']);
  expect(labels('property')).toEqual(['Timestamp', 'Fingerprint', 'IP', 'Sponsor']);
  expect(labels('advertiser')).toEqual(['Timestamp', 'Sponsor', 'Flight']);
});

test('orders are named in the reader’s words', () => {
  expect(sortLabel('-total_views', wordingOf('property'))).toBe('Most charges');
  expect(sortLabel('-total_revenue', wordingOf('advertiser'))).toBe('Most spend');
});
