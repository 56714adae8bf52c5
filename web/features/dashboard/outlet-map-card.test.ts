// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { getSummary, listCustomers } from '#contract/list.ts';
import { heading, page, productPage } from '../../app/testing/product-page.ts';
import { customerOf, PERIOD, SUMMARY, stubDashboard } from '../../app/testing/stub-dashboard.ts';

const product = productPage();

// Alone in its file: once fetched, the map's code is there at once.
test('title and legend are there before the map’s code, say what is known, and stay as they are when it comes', async () => {
  stubDashboard(product.network);
  product.network.on(getSummary, { ...SUMMARY, outlets_by_status: { online: 4, late: 3, offline: 2, never: 1 } });
  const data = [customerOf('c-1', 'Pier House')];
  const answer = product.network.hold(listCustomers, { data, next_cursor: null, total: 1, period: PERIOD });
  product.open('/app/main/dashboard', { as: 'admin' });
  const title = await heading('Outlet map', 2);
  const late = await page().findByRole('button', { name: 'Late 3' });
  late.focus();
  await product.user.keyboard('{Enter}');
  answer();
  await page().findByText(/^This browser cannot draw the map\./);
  expect(title.isConnected).toBe(true);
  expect(document.activeElement).toBe(late);
  expect(late.getAttribute('aria-pressed')).toBe('true');
});
