// @vitest-environment jsdom
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { page, productPage } from '../../app/testing/product-page.ts';
import { stubDashboard } from '../../app/testing/stub-dashboard.ts';

const product = productPage();

test('shows label and venue beside the EUI, in the card and in the list of the map', async () => {
  stubDashboard(product.network);
  product.open('/app/main/dashboard', { as: 'property' });
  const [head] = await page().findAllByRole('button', { name: /Device EUI/ });
  expect(head?.textContent).toMatch(/Device EUI [0-9A-F]{16}Bar 1 · Lobby/);
  const list = await page().findByRole('region', { name: /^Outlets \d/ });
  const [entry] = await within(list).findAllByRole('button');
  expect(entry?.textContent).toMatch(/^[0-9A-F]{16}Bar 1 · Lobby · /);
});
