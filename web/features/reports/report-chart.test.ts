import { expect, test } from 'vitest';
import { axisValues, datedBars } from './report-chart.tsx';

test('an axis has a few round values from zero to above the highest bar', () => {
  expect(axisValues(0, true)).toEqual([0]);
  expect(axisValues(7, true)).toEqual([0, 2, 4, 6, 8]);
  expect(axisValues(1_234, true)).toEqual([0, 500, 1_000, 1_500]);
  expect(axisValues(0.42, false)).toEqual([0, 0.2, 0.4, 0.6]);
  // Half a view does not exist.
  expect(axisValues(1, true)).toEqual([0, 1]);
  for (let highest = 0.0013; highest < 1e9; highest *= 1.7) {
    const values = axisValues(highest, false);
    const [step = 0] = values.slice(1);
    expect(values.at(-1), String(highest)).toBeGreaterThanOrEqual(highest * (1 - 1e-9));
    expect((values.at(-1) ?? 0) - step, String(highest)).toBeLessThan(highest);
    expect(values.length).toBeLessThanOrEqual(6);
  }
});

test('at most six bars get a date, evenly spaced from the first', () => {
  expect(datedBars(0)).toEqual([]);
  expect(datedBars(5)).toEqual([0, 1, 2, 3, 4]);
  expect(datedBars(30)).toEqual([0, 5, 10, 15, 20, 25]);
  for (let bars = 1; bars < 120; bars += 1) expect(datedBars(bars).length).toBeLessThanOrEqual(6);
});
