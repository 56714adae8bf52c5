import { expect, test } from 'vitest';
import {
  formatCount,
  formatDateTime,
  formatDay,
  formatDollars,
  formatExactDollars,
  formatKwh,
  formatPercent,
  formatRelative,
  formatTenthsOfKwh,
  shortIdentifier,
} from './formatters.ts';

const digits = (text: string): string => text.replace(/[^0-9.-]/g, '');

test('formats counts, amounts and percentages', () => {
  expect(digits(formatCount(1_234_567))).toBe('1234567');
  expect(digits(formatDollars(1234.5))).toBe('1234.50');
  expect([0, 0.0035, -0.0035, 0.01].map(formatDollars)).toEqual(['$0.00', '<$0.01', '-<$0.01', '$0.01']);
  expect(digits(formatExactDollars(0.003125))).toBe('0.003125');
  expect(digits(formatPercent(12))).toBe('12');
});

test('shows energy in kWh, with decimals for small values (0.025 kWh a view: docs/specification.md#constants)', () => {
  expect(formatKwh(25)).toBe('0.025');
  expect(formatKwh(1500)).toBe('1.5');
  expect(digits(formatKwh(1_234_567))).toBe('1235');
  expect([0, 0.025, 0.05, 14, 99.96].map(formatTenthsOfKwh)).toEqual(['0.0', '<0.1', '0.1', '14.0', '100.0']);
});

test('shows an unreadable instant unchanged', () => {
  expect(formatDateTime('soon')).toBe('soon');
});

test("a calendar day is the same in every reader's zone", () => {
  expect(digits(formatDay('2026-11-21'))).toContain('21');
});

test('formats the past in the largest unit that fits', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const before = (seconds: number): string => formatRelative(now - seconds * 1000, now);
  expect(before(180)).toMatch(/3 min/);
  expect(before(7_300)).toMatch(/2 h/);
  expect(before(3 * 86_400)).toMatch(/3 d/);
  expect(before(5)).toBe(before(0));
});

test('cuts a long identifier in the middle and keeps a short one whole', () => {
  expect(shortIdentifier('3fa9c1d2e4b5a607c8d9e0f1a2b307be')).toBe('3fa9c1…07be');
  expect(shortIdentifier('3fa9c1d207b')).toBe('3fa9c1d207b');
});
