// @vitest-environment jsdom
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Explanation, explainFigure } from '#contract/explain.ts';
import { listProfit, type ProfitRow } from '#contract/profit.ts';
import { amountsInFull, expectAccessible, page, productPage } from '../../app/testing/product-page.ts';

const product = productPage();

const ROW: ProfitRow = {
  id: '01900000-0000-7000-8000-0000000000d1',
  eui: 'e2e0000000000001',
  label: 'Window',
  customer: 'Pier House',
  venue: 'Lobby',
  days: 90,
  views: 1_200,
  revenue: 240,
  owner_share: 72,
  energy_kwh: 14.4,
  energy_cost: 2.3,
  energy: 'partly measured',
  fixed_cost: 7.5,
  profit: 158.2,
  profit_a_month: 53.46,
  purchase_price: 149,
  pays_back_on: '2026-12-01',
  advice: 'add',
  why: 'much',
  cost_known: true,
};
const PERIOD = {
  from: '2026-08-25',
  to: '2026-11-22',
  time_zone: 'UTC',
  days_of: 'network' as const,
  today: '2026-11-22',
  today_ends_in: 9,
};

const EXPLAINED: Explanation = {
  period: PERIOD,
  figure: 'profit_a_month',
  by: 'term',
  choices: ['term'],
  unit: 'micro-dollars',
  total: '56777778',
  days: 90,
  dollars_per_kwh: 0.16,
  parts: [
    {
      id: 'revenue',
      label: 'Revenue',
      kind: 'view',
      events: 1_200,
      each: null,
      amount: '81111111',
      of_days: '240000000',
    },
    {
      id: 'owner_share',
      label: 'Owner’s share',
      kind: 'view',
      events: 1_200,
      each: null,
      amount: '-24333333',
      of_days: '-72000000',
    },
  ],
  events: [],
  left_out: null,
  next_cursor: null,
};

test('shows the advice, energy source and payback day of an outlet, and keeps filters in the address', async () => {
  const rows = [
    ROW,
    {
      ...ROW,
      id: ROW.id.replace('d1', 'd2'),
      purchase_price: null,
      pays_back_on: null,
      advice: 'move' as const,
      why: 'little' as const,
      cost_known: false,
    },
    {
      ...ROW,
      id: ROW.id.replace('d1', 'd3'),
      purchase_price: 1,
      views: 0,
      advice: 'check' as const,
      why: 'no_views' as const,
    },
  ];
  const told = { page: 1, limit: 10, period: PERIOD, median_a_month: 20 };
  product.network.on(listProfit, { data: rows, total: 3, ...told });
  product.open('/admin/profit?advice=add&range=30d', { as: 'admin' });
  await page().findAllByText('Window');
  await page().findAllByText('E2E0000000000001');
  await page().findAllByText('$2.30');
  await page().findAllByText('14.4 kWh');
  await page().findAllByText('Partly measured');
  await page().findAllByText('Dec 1, 2026');
  await page().findByText('Less than a quarter of the median profit. Monthly cost unknown.');
  await page().findByText(/^No views\. It may be broken/);
  await page().findByText('No purchase price');
  await page().findByText(/Median profit: \$20\.00 per month/);
  expect(product.network.callsOf(listProfit)[0]?.query).toMatchObject({ advice: 'add', range: '30d' });
  product.network.on(explainFigure, EXPLAINED);
  for (const sum of ['Views', 'Revenue', 'Owner’s share', 'Energy'])
    expect(await page().findAllByTitle(`Explain: ${sum} for Window`)).not.toEqual([]);
  const [first] = await page().findAllByTitle('Explain: Monthly profit for Window');
  await product.user.click(first as HTMLElement);
  await page().findByText('Per month, based on 90 days in service');
  await page().findByText('$240.000000 in 90 days');
  await product.user.click(within(await page().findByRole('dialog')).getByRole('button', { name: 'Owner’s share' }));
  const asked = { range: '30d', outlet: ROW.eui };
  expect(product.network.callsOf(explainFigure).map(({ query }) => query)).toEqual([
    { ...asked, figure: 'profit_a_month' },
    { ...asked, figure: 'owner_share' },
  ]);
  await expectAccessible();
});

test('marks the old amounts while another range loads', async () => {
  const told = { data: [ROW], total: 1, page: 1, limit: 10, period: PERIOD, median_a_month: 20 };
  product.network.on(listProfit, told);
  product.open('/admin/profit', { as: 'admin' });
  await page().findByText(/Median profit: \$20\.00 per month/);
  const release = product.network.hold(listProfit, { ...told, median_a_month: 30 });
  await product.user.selectOptions(await page().findByRole('combobox', { name: 'Time range' }), 'Last 30 days');
  await expect.poll(amountsInFull).toEqual([]);
  release();
  await page().findByText(/Median profit: \$30\.00 per month/);
});
