import { expect, test } from 'vitest';
import type { ReportSearch } from './report-search.ts';
import { addressOfQuestion, savedQuestion } from './saved-question.ts';

test('restores the same screen from a saved report', () => {
  const search: ReportSearch = {
    range: '7d',
    compare: 'same_weekdays',
    metric: 'revenue',
    filters: '{"venue_type":["bar"]}',
    tz: 'UTC',
    by: 'state',
  };
  const question = savedQuestion(search, ['state', 'day'], ['views', 'revenue']);
  expect(question).toEqual({
    range: '7d',
    compare: 'same_weekdays',
    tz: 'UTC',
    dimensions: 'state,day',
    metrics: 'revenue,views',
    filters: '{"venue_type":["bar"]}',
  });
  expect(addressOfQuestion(question)).toEqual({ ...search, by: 'day,state' });
});

test('restores dates, all time and no comparison', () => {
  const dates = { start: '2026-11-01', end: '2026-11-30', compare: 'none' } as const;
  expect(addressOfQuestion(savedQuestion(dates, [], ['views']))).toEqual(dates);
  const always = savedQuestion({ range: 'all' }, [], ['views']);
  expect(always).toEqual({ metrics: 'views' });
  expect(addressOfQuestion(always)).toEqual({ range: 'all', compare: 'none' });
});
