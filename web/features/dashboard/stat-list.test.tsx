// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { StatList } from './stat-list.tsx';
import { statRows } from './stat-rows.ts';

afterEach(cleanup);

const FIGURES = {
  today_views: 3,
  total_views: 1_200,
  today_clicks: 1,
  total_clicks: 90,
  today_burns: 0,
  total_burns: 12,
  today_revenue: 0.08,
  total_revenue: 30,
  today_energy_wh: 75,
  total_energy_wh: 30_000,
  energy_estimated: false,
  rating: 57,
};
/**
 * Number of rows with an explanation. Each of these rows reads the range once per render. The rating does not, because
 * it is not a sum and has no explanation.
 */
const EXPLAINED_ROWS = 6;
let reads = 0;
const PARAMETERS = {
  get range(): 'today' {
    reads += 1;
    return 'today';
  },
};
/** Returns how many rows have rendered since the last call. */
function drawn(): number {
  const since = reads;
  reads = 0;
  return since;
}
const list = (figures: typeof FIGURES, cid = 'c-1') => (
  <StatList rows={statRows(figures, 'admin', 0.17)} of={{ parameters: PARAMETERS, cid }} />
);

test('renders only the row of a changed figure again', () => {
  const { container, rerender } = render(list(FIGURES));
  expect(drawn()).toBe(EXPLAINED_ROWS);
  rerender(list({ ...FIGURES }));
  expect(drawn()).toBe(0);
  rerender(list({ ...FIGURES, today_clicks: 2, total_clicks: 91 }));
  expect(drawn()).toBe(1);
  expect(container.textContent).toContain('91');
  expect(container.textContent).toContain('today 2');
});

test('renders all rows again for another customer', () => {
  const { rerender } = render(list(FIGURES));
  expect(drawn()).toBe(EXPLAINED_ROWS);
  rerender(list(FIGURES, 'c-2'));
  expect(drawn()).toBe(EXPLAINED_ROWS);
});
