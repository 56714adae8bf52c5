import { expect, test } from 'vitest';
import { besideDay, comparedDays } from './compared-days.ts';

const range = { from: '2026-11-01', to: '2026-11-10' };

test('the previous period has as many days and ends the day before', () => {
  expect(comparedDays(range, 'previous')).toEqual({ from: '2026-10-22', to: '2026-10-31' });
  expect(besideDay('2026-10-22', range, 'previous')).toBe('2026-11-01');
});

test('the same weekdays lie back by whole weeks, as few as do not touch the range', () => {
  expect(comparedDays(range, 'same_weekdays')).toEqual({ from: '2026-10-18', to: '2026-10-27' });
  const week = { from: '2026-11-16', to: '2026-11-22' };
  expect(comparedDays(week, 'same_weekdays')).toEqual(comparedDays(week, 'previous'));
  expect(comparedDays({ from: '2026-11-22', to: '2026-11-22' }, 'same_weekdays').from).toBe('2026-11-15');
});

test('a year before has the same dates; the 29th of February stands beside the 28th', () => {
  const february = { from: '2025-02-01', to: '2025-02-28' };
  expect(comparedDays(february, 'year_before')).toEqual({ from: '2024-02-01', to: '2024-02-28' });
  expect(comparedDays({ from: '2024-02-29', to: '2024-03-01' }, 'year_before')).toEqual({
    from: '2023-02-28',
    to: '2023-03-01',
  });
  expect(besideDay('2024-02-29', february, 'year_before')).toBe('2025-02-28');
});
