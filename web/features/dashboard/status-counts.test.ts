// @vitest-environment jsdom
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getSummary } from '#contract/list.ts';
import { page, productPage } from '../../app/testing/product-page.ts';
import { SUMMARY, stubDashboard } from '../../app/testing/stub-dashboard.ts';

const product = productPage();

const onLegend = async () =>
  within(await page().findByRole('group', { name: 'Show on map' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
    .filter((text) => text?.match(/Online|Late/));

test('shows the same counts in legend and overview, whichever answer is newer', async () => {
  stubDashboard(product.network);
  // The map's response is older than the outlet's silence, so the map shows both outlets as online.
  product.network.on(getSummary, { ...SUMMARY, outlets_by_status: { online: 1, late: 1, offline: 0, never: 0 } });
  product.open('/app/main/dashboard', { as: 'property' });
  await page().findByRole('link', { name: '1 Late: show these outlets' });
  await expect.poll(onLegend).toEqual(['Online 1', 'Late 1']);
});

test("ignores the overview's counts if they cover other outlets than the map", async () => {
  stubDashboard(product.network);
  product.network.on(getSummary, {
    ...SUMMARY,
    outlets: 3,
    outlets_by_status: { online: 1, late: 2, offline: 0, never: 0 },
  });
  product.open('/app/main/dashboard', { as: 'property' });
  await page().findByRole('link', { name: '2 Late: show these outlets' });
  await expect.poll(onLegend).toEqual(['Online 2', 'Late 0']);
});
