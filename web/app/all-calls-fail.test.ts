// @vitest-environment jsdom
import { existsSync } from 'node:fs';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { navigationFor } from './shell/navigation.ts';
import { address, page, productPage } from './testing/product-page.ts';

const product = productPage();

/** Screens that need no call. */
const WITHOUT_CALLS = [
  '/app/extra/search',
  '/documentation',
  '/app/main',
  '/app/home',
  '/app/advertise',
  '/app/contact',
];
const screens = [
  ...navigationFor('admin', { hasApiDocs: false, isDemo: false }).flatMap(({ items }) =>
    items.flatMap((item) => ('to' in item ? [item.to as string] : [])),
  ),
  ...(existsSync('showcase') ? ['/app/ecommerce/products'] : []),
].filter((to) => to.startsWith('/') && !WITHOUT_CALLS.some((one) => to === one));

test.each(screens)('%s leads to /500 if all its calls fail', async (path) => {
  product.network.refuseAll(500, { message: 'Broken' });
  product.open(path, { as: 'admin' });
  await waitFor(() => expect(address()).toMatch(/^\/500/), { timeout: 10_000 });
});

test.each(screens)('%s shows a toast if its calls are invalid', async (path) => {
  product.network.refuseAll(400, { message: 'That is not a valid call.' });
  product.open(path, { as: 'admin' });
  await waitFor(
    () =>
      expect(
        page()
          .getAllByRole('alert')
          .map(({ textContent }) => textContent),
      ).toContain('That is not a valid call.'),
    { timeout: 10_000 },
  );
});
