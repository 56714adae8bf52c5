import { expect, test } from 'vitest';
import { chartUnit, reportParameters, switchedTo, toggled } from './report-questions.ts';
import { readFilters, validateReportSearch, writeFilters } from './report-search.ts';

test('the address keeps what is not usual, and drops what is not understood', () => {
  expect(validateReportSearch({ range: '30d', compare: 'previous', metric: 'views', filters: '{' })).toEqual({});
  expect(validateReportSearch({ range: 'week', compare: 'x', metric: 'The weather', start: '2026-11-02' })).toEqual({});
  // Whether it is a metric, the page knows.
  expect(validateReportSearch({ metric: 'weather' })).toEqual({ metric: 'weather' });
  const dates = { start: '2026-11-01', end: '2026-11-30', known_on: '2026-12-02' } as const;
  const kept = { ...dates, compare: 'none', metric: 'revenue' } as const;
  expect(validateReportSearch({ known_on: 'yesterday' })).toEqual({});
  expect(validateReportSearch({ ...kept, range: '7d' })).toEqual(kept);
});

test('a clock and what tables are told apart by stand in the address, as far as they are known', () => {
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

test('filters are put in and taken out by a click; times and nonsense are none', () => {
  const once = toggled({}, 'state', 'NJ');
  const twice = toggled(once, 'state', 'NY');
  expect(readFilters({ filters: writeFilters(twice) ?? '' })).toEqual({ state: ['NJ', 'NY'] });
  expect(writeFilters(toggled(once, 'state', 'NJ'))).toBeUndefined();
  expect(readFilters({ filters: '{"day":["2026-11-01"],"state":[1,"NJ"],"venue":"x"}' })).toEqual({ state: ['NJ'] });
});

test('the server is asked for 30 days beside those before, unless the address says otherwise', () => {
  expect(reportParameters({})).toEqual({ range: '30d', compare: 'previous' });
  expect(reportParameters({ range: 'all', compare: 'year_before' })).toEqual({});
  expect(reportParameters({ range: 'all', known_on: '2026-12-02' })).toEqual({ known_on: '2026-12-02' });
  expect(reportParameters({ start: '2026-11-01', end: '2026-11-02', compare: 'none' })).toEqual({
    from: '2026-11-01',
    to: '2026-11-02',
  });
});

test('the chart has steps that stay readable', () => {
  expect(chartUnit({})).toBe('day');
  expect(chartUnit({ range: 'today' })).toBe('hour');
  expect(chartUnit({ range: 'all' })).toBe('month');
  const units = ['2026-01-02', '2026-04-02', '2026-12-31', '2029-01-01'].map((end) =>
    chartUnit({ start: '2026-01-01', end }),
  );
  expect(units).toEqual(['hour', 'day', 'week', 'month']);
});
