// @vitest-environment jsdom
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type SearchHits, search } from '#contract/search.ts';
import { atAddress, button, expectAccessible, fill, page, productPage } from '../../app/testing/product-page.ts';

const product = productPage();
const NOTHING: SearchHits = {
  customers: [],
  outlets: [],
  venues: [],
  campaigns: [],
  users: [],
  statements: [],
  documents: [],
};
const HITS: SearchHits = {
  ...NOTHING,
  customers: [{ id: 'c-1', customer: 'Larkspur Hotels', kind: 'property' }],
  outlets: [{ eui: '00000000000000a1', label: 'Bar 1', customer: 'Larkspur Hotels', venue: 'Lobby' }],
};
const region = (name: string): Promise<HTMLElement> => page().findByRole('region', { name });

test('explains what an empty search finds, and puts the words of the form into the address', async () => {
  product.network.on(search, NOTHING);
  product.open('/app/extra/search', { as: 'property' });
  await page().findByText('Results appear here');
  expect(product.network.callsOf(search)).toEqual([]);
  fill(page().getByRole('searchbox', { name: /^Search screens/ }), ' zzz ');
  await product.user.click(await button('Search'));
  await atAddress(/\?q=zzz$/);
  await page().findByText('No results for “zzz”');
  await expectAccessible();
});

test('shows results in groups, each with a link to its place', async () => {
  product.network.on(search, HITS);
  product.open('/app/extra/search?q=larkspur', { as: 'admin' });
  const customers = await region('Customers');
  expect(within(customers).getByRole('link').getAttribute('href')).toMatch(/^\/app\/main\/dashboard\?q=.+open=c-1$/);
  const outlets = await region('Outlets');
  expect(within(outlets).getByRole('link').getAttribute('href')).toContain('outlet=00000000000000a1');
  await expectAccessible();
});

test("shows a loading state during the server's search, and screens at once", async () => {
  const release = product.network.hold(search, HITS);
  product.open('/app/extra/search?q=contact', { as: 'property' });
  expect(within(await region('Screens')).getByRole('link', { name: /^Contact/ })).toBeTruthy();
  await region('Searching');
  release();
  await region('Customers');
  expect(page().queryByRole('region', { name: 'Searching' })).toBeNull();
});

test('finds screens if the server cannot search, and offers a retry', async () => {
  product.network.on(search, HITS);
  product.network.refuse(search, 500, { message: 'Not today.' }, { times: 1 });
  product.open('/app/extra/search?q=contact', { as: 'property' });
  await page().findByText('Only screens could be searched.');
  await region('Screens');
  await product.user.click(await button('Try again'));
  await region('Customers');
});
