// @vitest-environment jsdom
import { within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { listAdjustments } from '#contract/adjustments.ts';
import { listAdminCustomers } from '#contract/customers.ts';
import { type BillingMonth, getMoneyOverview } from '#contract/money-overview.ts';
import { listObjections } from '#contract/objections.ts';
import { listPayees } from '#contract/payees.ts';
import { getPayer } from '#contract/payer.ts';
import { listPayments } from '#contract/payments.ts';
import { listPayoutRuns } from '#contract/payouts.ts';
import { listRefunds } from '#contract/refunds.ts';
import { userOf } from '../../app/testing/accounts.ts';
import { OVERVIEW } from '../../app/testing/money-books.ts';
import { page, productPage } from '../../app/testing/product-page.ts';

const product = productPage();
const table = { data: [], total: 0, page: 1, limit: 10 };

beforeEach(() => {
  product.network.on(getMoneyOverview, OVERVIEW);
  product.network.on(listPayees, table);
  product.network.on(getPayer, { payer: null });
  product.network.on(listPayments, table);
  product.network.on(listPayoutRuns, table);
  product.network.on(listRefunds, table);
  product.network.on(listAdjustments, table);
  product.network.on(listObjections, { data: [] });
  product.network.on(listAdminCustomers, table);
});

const RUNNING: BillingMonth = {
  month: '2026-11',
  state: 'open',
  final_at: '2026-12-05T23:59:00.000Z',
  statements: 0,
  invoices: 0,
  billed: 12.5,
  owed: 0.0035,
};

test('shows the billed and earned amounts of the running month so far', async () => {
  product.network.on(getMoneyOverview, { ...OVERVIEW, months: [RUNNING, ...OVERVIEW.months] });
  product.open('/admin/money/months', { as: userOf('admin') });
  const months = within(await page().findByRole('table', { name: 'Months' }));
  const row = months.getByRole('row', { name: /^November 2026/ });
  expect(row.textContent).toContain('$12.50');
  expect(row.textContent).toContain('<$0.01');
  expect(page().queryByText(/are still being calculated/)).toBeNull();
});

test('reports that the amounts are being calculated while the events store does not respond', async () => {
  product.network.on(getMoneyOverview, { ...OVERVIEW, months: [{ ...RUNNING, billed: null, owed: null }] });
  product.open('/admin/money/months', { as: userOf('admin') });
  await page().findByText(/are still being calculated/);
  const months = within(await page().findByRole('table', { name: 'Months' }));
  expect(months.getByRole('row', { name: /^November 2026/ }).textContent).not.toContain('$');
});
