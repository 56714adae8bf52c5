// @vitest-environment jsdom
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { publicConfig } from '#contract/site.ts';
import { CONFIG } from '../../app/testing/accounts.ts';
import { expectAccessible, field, fill, heading, page, productPage } from '../../app/testing/product-page.ts';

const product = productPage();
const link = (name: string | RegExp): Promise<HTMLElement> => page().findByRole('link', { name });

test("calculates owners' earnings by the installation's terms, and reports a price below the energy cost", async () => {
  product.open('/app/home', { as: 'property' });
  expect((await page().findByRole('heading', { level: 1 })).textContent).toContain('Let them earn');
  // 24 outlets × 60 charges × 30 days at $25 per 1,000 yield 30% of $1,080, less 1,080 kWh at $0.17
  // (docs/specification.md#constants).
  expect((await page().findAllByText('$140')).length).toBeGreaterThan(0);
  expect(page().getAllByText('$0.17').length).toBeGreaterThan(0);
  await expectAccessible();
  fill(await field('Advertisers pay per 1,000 views'), '10');
  await page().findByText(/^At this price the share does not cover the electricity\./);
  expect(page().getByText(/From \$14\.17 per 1,000 views/)).toBeTruthy();
});

test('uses other terms of the installation', async () => {
  product.network.on(publicConfig, { ...CONFIG, owner_share: 0.5, energy_cost_per_kwh: 0.1 });
  product.open('/app/home', { as: 'property' });
  // The result is half of $1,080, less 1,080 kWh at $0.10.
  expect((await page().findAllByText('$432')).length).toBeGreaterThan(0);
});

test('uses the figures of the specification without a response of the server', async () => {
  product.network.setDown(true);
  product.open('/app/home', { as: 'property' });
  expect((await page().findAllByText('$140')).length).toBeGreaterThan(0);
});

test('calculates the views of a budget for advertisers, and links to a message about it', async () => {
  product.open('/app/advertise', { as: 'advertiser' });
  await page().findByText('200,000');
  await expectAccessible();
  fill(await field('Budget'), '10000');
  await page().findByText('400,000');
  await product.user.click(await link('Plan this campaign with us'));
  expect(((await field('Message')) as HTMLTextAreaElement).value).toMatch(/^I’d like to plan a campaign/);
});

test('shows copyright, rights and a patent number in the footer, with a page that explains the number', async () => {
  product.open('/app/home', { as: 'property' });
  const footer = (await page().findByRole('navigation', { name: 'Footer' })).closest('footer') as HTMLElement;
  expect(footer.textContent).toContain(`© ${new Date().getUTCFullYear()} Voltboard`);
  expect(footer.textContent).toContain('All rights reserved');
  await product.user.click(within(footer).getByRole('link', { name: /^Patent number/ }));
  await heading('Patent number');
  expect(page().getByText(/it is not the number of any patent/)).toBeTruthy();
  await expectAccessible();
});
