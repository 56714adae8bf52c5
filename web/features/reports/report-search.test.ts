import { expect, test } from 'vitest';
import { chartUnit, reportParameters, switchedTo, toggled } from './report-questions.ts';
import { readFilters, validateReportSearch, writeFilters } from './report-search.ts';

test('keeps values that are not defaults in the address, and drops invalid ones', () => {
  expect(validateReportSearch({ range: '30d', compare: 'previous', metric: 'views', filters: '{' })).toEqual({});
  expect(validateReportSearch({ range: 'week', compare: 'x', metric: 'The weather', start: '2026-11-02' })).toEqual({});
  // The page itself checks whether the value is a metric.
  expect(validateReportSearch({ metric: 'weather' })).toEqual({ metric: 'weather' });
  const dates = { start: '2026-11-01', end: '2026-11-30', known_on: '2026-12-02' } as const;
  const kept = { ...dates, compare: 'none', metric: 'revenue' } as const;
  expect(validateReportSearch({ known_on: 'yesterday' })).toEqual({});
  expect(validateReportSearch({ ...kept, range: '7d' })).toEqual(kept);
});

test("keeps the time zone and the tables' dimensions in the address if they are valid", () => {
  expect(validateReportSearch({ tz: 'Asia/Kathmandu', by: 'campaign,nonsense,state' })).toEqual({
    tz: 'Asia/Kathmandu',
    by: 'state,campaign',
  });
  expect(validateReportSearch({ tz: '+05:30', by: 'x' })).toEqual({});
  expect(reportParameters({ tz: 'UTC' })).toEqual({ range: '30d', compare: 'previous', tz: 'UTC' });
  const places = ['venue', 'state'] as const;
  expect(switchedTo({ by: 'campaign' }, places, 'state')).toBe('campaign,state');
  expect(switchedTo({ by: 'campaign,state' }, places, 'venue')).toBe('campaign');
  expect(switchedTo({ by: 'state' }, places, 'venue')).toBeUndefined();
});

test('adds and removes filters by a click, and drops times and nonsense', () => {
  const once = toggled({}, 'state', 'NJ');
  const twice = toggled(once, 'state', 'NY');
  expect(readFilters({ filters: writeFilters(twice) ?? '' })).toEqual({ state: ['NJ', 'NY'] });
  expect(writeFilters(toggled(once, 'state', 'NJ'))).toBeUndefined();
  expect(readFilters({ filters: '{"day":["2026-11-01"],"state":[1,"NJ"],"venue":"x"}' })).toEqual({ state: ['NJ'] });
});

test('requests 30 days compared with the previous ones by default', () => {
  expect(reportParameters({})).toEqual({ range: '30d', compare: 'previous' });
  expect(reportParameters({ range: 'all', compare: 'year_before' })).toEqual({});
  expect(reportParameters({ range: 'all', known_on: '2026-12-02' })).toEqual({ known_on: '2026-12-02' });
  expect(reportParameters({ start: '2026-11-01', end: '2026-11-02', compare: 'none' })).toEqual({
    from: '2026-11-01',
    to: '2026-11-02',
  });
});

test('chooses time steps that keep the chart readable', () => {
  expect(chartUnit({})).toBe('day');
  expect(chartUnit({ range: 'today' })).toBe('hour');
  expect(chartUnit({ range: 'all' })).toBe('month');
  const units = ['2026-01-02', '2026-04-02', '2026-12-31', '2029-01-01'].map((end) =>
    chartUnit({ start: '2026-01-01', end }),
  );
  expect(units).toEqual(['hour', 'day', 'week', 'month']);
});
