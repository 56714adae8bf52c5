// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { getSummary, listCustomers } from '#contract/list.ts';
import { heading, page, productPage } from '../../app/testing/product-page.ts';
import { customerOf, PERIOD, SUMMARY, stubDashboard } from '../../app/testing/stub-dashboard.ts';

const product = productPage();

test("shows the overview's counts in the legend until the map loads, and keeps the chosen filter", async () => {
  stubDashboard(product.network);
  // The same counts as on the map.
  product.network.on(getSummary, { ...SUMMARY, outlets_by_status: { online: 1, late: 1, offline: 0, never: 0 } });
  const data = [customerOf('c-1', 'Pier House')];
  const answer = product.network.hold(listCustomers, { data, next_cursor: null, total: 1, period: PERIOD });
  product.open('/app/main/dashboard', { as: 'admin' });
  const title = await heading('Outlet map', 2);
  const late = await page().findByRole('button', { name: 'Late 1' });
  await product.user.click(late);
  answer();
  await page().findByText(/^This browser can’t draw the map\./);
  expect([title.isConnected, late.isConnected]).toEqual([true, true]);
  expect(late.getAttribute('aria-pressed')).toBe('true');
});
