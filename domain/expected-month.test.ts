import { expect, test } from 'vitest';
import { DAY_MS } from './durations.ts';
import { expectedMonth } from './expected-month.ts';

const SPAN = { fromMs: 0, toMs: 30 * DAY_MS };

test('projects a month at its pace: ten of 30 days are a third, the first day gives nothing, a past month is final', () => {
  expect(expectedMonth(1_000_000n, SPAN, 10 * DAY_MS)).toBe(3_000_000n);
  expect(expectedMonth(1_000_000n, SPAN, DAY_MS - 1)).toBeNull();
  expect(expectedMonth(1_000_000n, SPAN, 30 * DAY_MS)).toBe(1_000_000n);
  expect(expectedMonth(-9n, SPAN, 15 * DAY_MS)).toBe(-18n);
});
