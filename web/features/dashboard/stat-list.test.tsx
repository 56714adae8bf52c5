// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { explainedBy } from './explained-by.ts';
import { StatList } from './stat-list.tsx';
import { statRows } from './stat-rows.ts';

vi.mock('./explained-by.ts', () => ({ explainedBy: vi.fn(() => null) }));
beforeEach(() => void vi.mocked(explainedBy).mockClear());

const FIGURES = {
  ...{ today_views: 3, total_views: 1_200, today_clicks: 1, total_clicks: 90, today_burns: 0, total_burns: 12 },
  ...{ today_revenue: 0.08, total_revenue: 30, today_energy_wh: 75, total_energy_wh: 30_000, energy_estimated: false },
  rating: 57,
};
const PARAMETERS = {};
const list = (figures: typeof FIGURES, cid = 'c-1') => (
  <StatList rows={statRows(figures, 'admin', 0.17)} of={{ parameters: PARAMETERS, cid }} />
);
const drawn = () => [...new Set(vi.mocked(explainedBy).mock.calls.map(([key]) => key))];

test('with a new figure only its own row is drawn again', () => {
  const { container, rerender } = render(list(FIGURES));
  expect(drawn()).toHaveLength(7);
  vi.mocked(explainedBy).mockClear();
  rerender(list({ ...FIGURES }));
  expect(drawn()).toEqual([]);
  rerender(list({ ...FIGURES, today_clicks: 2, total_clicks: 91 }));
  expect(drawn()).toEqual(['clicks']);
  expect(container.textContent).toContain('91');
  expect(container.textContent).toContain('today 2');
});

test('of another customer, or another range, each row asks anew why it is so', () => {
  const { rerender } = render(list(FIGURES));
  vi.mocked(explainedBy).mockClear();
  rerender(list(FIGURES, 'c-2'));
  expect(drawn()).toHaveLength(7);
});
