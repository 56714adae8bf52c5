// @vitest-environment jsdom
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Period } from '#contract/common.ts';
import { type ExplainedPart, type Explanation, explainFigure } from '#contract/explain.ts';
import { getOutletClusters } from '#contract/outlet-clusters.ts';
import { listReportMarks } from '#contract/report-marks.ts';
import { getReport, type Report } from '#contract/reports.ts';
import { button, expectAccessible, explained, page, productPage } from '../app/testing/product-page.ts';
import type { Call } from '../app/testing/stub-network.ts';
import { NO_CLUSTERS } from '../app/testing/stub-places.ts';

const product = productPage();

const PERIOD: Period = {
  from: '2026-11-01',
  to: '2026-11-02',
  time_zone: 'UTC',
  days_of: 'network',
  today: '2026-11-22',
  today_ends_in: 9,
};

function report({ query }: Call): Report {
  const metrics = (query.metrics ?? '').split(',');
  const total = Object.fromEntries(metrics.map((metric) => [metric, 24]));
  const dimensions = query.dimensions === undefined ? [] : query.dimensions.split(',');
  const told = { period: PERIOD, dimensions, metrics, total, next_cursor: null, notes: [] };
  const data = dimensions[0] === 'venue' ? [{ of: [{ id: 'v1', label: 'Lobby' }], values: total }] : [];
  return { ...told, data, rows: data.length };
}

/**
 * Returns an explanation of 12,000 views at two tenths of a cent. By outlet, one part has half of the views, and the
 * remaining views are left out.
 */
function explanation({ query }: Call): Explanation {
  const by = (query.by ?? 'flight') as Explanation['by'];
  const told = { period: PERIOD, figure: 'revenue', unit: 'micro-dollars', by, next_cursor: null } as const;
  const part = { kind: 'view', each: '2000', owner: '7200000', network: '16800000' } as const;
  const since = '2026-10-01T00:00:00.000Z';
  return {
    ...told,
    events: [],
    choices: ['flight', 'outlet', 'day', 'event'],
    total: '24000000',
    owner: '7200000',
    network: '16800000',
    parts:
      by === 'flight'
        ? [
            {
              ...part,
              id: 'COLA-1',
              label: 'COLA-1',
              events: 12_000,
              amount: '24000000',
              prices: [{ model: 'cpm', price: 2, since, venue_type: '' }],
            },
          ]
        : [{ ...part, id: 'aa', label: 'Window', events: 6_000, amount: '12000000' }],
    left_out: by === 'flight' ? null : { parts: 3, amount: '12000000', owner: '3500000', network: '8500000' },
  };
}

test("shows administrators what an owner's amount is a part of, with its price and share", async () => {
  product.network.on(getReport, report);
  product.network.on(getOutletClusters, NO_CLUSTERS);
  product.network.on(listReportMarks, { data: [] });
  product.network.on(explainFigure, (call): Explanation => {
    const { network: _, owner: __, parts, ...told } = explanation(call);
    const shares = [{ percent: 30, since: null }];
    const [{ network: ___, owner: ____, ...part } = parts[0] as ExplainedPart] = parts;
    return { ...told, total: '7200000', paid: '24000000', parts: [{ ...part, paid: '24000000', shares }] };
  });
  product.open('/app/reports?range=7d', { as: 'admin' });
  await product.user.click(await explained('Revenue'));
  expect(await page().findAllByText('Of $24.000000 paid by advertisers')).toHaveLength(2);
  await page().findByText(/^\$2\.00 per 1,000 views, since /);
  await page().findByText('Owner’s share 30% (default)');
});

test("a cell of a report's table opens its explanation with the screen's filters", async () => {
  product.network.on(getReport, report);
  product.network.on(getOutletClusters, NO_CLUSTERS);
  product.network.on(listReportMarks, { data: [] });
  product.network.on(explainFigure, explanation);
  const filters = encodeURIComponent(JSON.stringify({ state: ['NJ'] }));
  product.open(`/app/reports?range=7d&metric=revenue&filters=${filters}`, { as: 'admin' });
  await product.user.click(await explained('Revenue for Lobby'));
  await page().findByText('12,000 views × $0.002000');
  expect(product.network.callsOf(explainFigure).map(({ query }) => query)).toEqual([
    { figure: 'revenue', range: '7d', filters: '{"state":["NJ"],"venue":["v1"]}' },
  ]);
  await expectAccessible();
});

test('a sum opens its parts with their terms, and a part opens its own parts', async () => {
  product.network.on(getReport, report);
  product.network.on(getOutletClusters, NO_CLUSTERS);
  product.network.on(listReportMarks, { data: [] });
  product.network.on(explainFigure, explanation);
  product.open('/app/reports?range=7d', { as: 'admin' });
  await product.user.click(await explained('Revenue'));
  await page().findByText('12,000 views × $0.002000');
  await page().findByText(/^\$2\.00 per 1,000 views, since /);
  expect((await page().findAllByText('$24.000000')).length).toBe(2);
  await page().findByText('Owners $7.200000 + network $16.800000');
  await expectAccessible();
  await product.user.click(await button('COLA-1'));
  await button('Window');
  await page().findByText('3 other parts');
  const asked = product.network.callsOf(explainFigure).map(({ query }) => query);
  expect(asked[0]).toEqual({ figure: 'revenue', range: '7d' });
  expect(asked.at(-1)).toEqual({ figure: 'revenue', range: '7d', by: 'outlet', filters: '{"flight":["COLA-1"]}' });
  await product.user.click(await button('Total'));
  await button('COLA-1');
});

test('marks the previous sum as stale while the sum of a part loads', async () => {
  product.network.on(getReport, report);
  product.network.on(getOutletClusters, NO_CLUSTERS);
  product.network.on(listReportMarks, { data: [] });
  product.network.on(explainFigure, explanation);
  product.open('/app/reports?range=7d', { as: 'admin' });
  await product.user.click(await explained('Revenue'));
  const dialog = within(await page().findByRole('dialog'));
  const loud = () => dialog.queryAllByText('$24.000000').filter((sum) => sum.closest('[data-kept]') === null);
  await dialog.findAllByText('$24.000000');
  await waitFor(() => expect(loud()).toHaveLength(2));
  const release = product.network.hold(explainFigure, {
    period: PERIOD,
    figure: 'revenue',
    unit: 'micro-dollars',
    by: 'outlet',
    next_cursor: null,
    events: [],
    choices: ['outlet', 'day', 'event'],
    total: '9000000',
    parts: [],
    left_out: null,
  });
  await product.user.click(await button('COLA-1'));
  await waitFor(() => expect(loud()).toEqual([]));
  expect(dialog.getAllByText('Updating…').length).toBeGreaterThan(0);
  release();
  await dialog.findByText('$9.000000');
});

test('summarizes unchanged events of a list in one line', async () => {
  product.network.on(getReport, report);
  product.network.on(getOutletClusters, NO_CLUSTERS);
  product.network.on(listReportMarks, { data: [] });
  product.network.on(explainFigure, (call): Explanation => {
    const told = { ...explanation(call), by: 'event' as const, parts: [], left_out: null };
    return { ...told, unchanged: { parts: 11_999, amount: '24000000' } };
  });
  product.open('/app/reports?range=7d', { as: 'admin' });
  await product.user.click(await explained('Revenue'));
  await page().findByText('11,999 unchanged events');
});
