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

test('an empty search says what can be looked for, and the words of the form stand in the address', async () => {
  product.network.on(search, NOTHING);
  product.open('/app/extra/search', { as: 'property' });
  await page().findByText('Results appear here');
  expect(product.network.callsOf(search)).toEqual([]);
  fill(page().getByRole('searchbox', { name: /^Search screens/ }), ' zzz ');
  await product.user.click(await button('Search'));
  await atAddress(/\?q=zzz$/);
  await page().findByText('Nothing is called “zzz”');
  await expectAccessible();
});

test('results stand in groups, each a link to where it is', async () => {
  product.network.on(search, HITS);
  product.open('/app/extra/search?q=larkspur', { as: 'admin' });
  const customers = await region('Customers');
  expect(within(customers).getByRole('link').getAttribute('href')).toMatch(/^\/app\/main\/dashboard\?q=.+open=c-1$/);
  const outlets = await region('Outlets');
  expect(within(outlets).getByRole('link').getAttribute('href')).toContain('outlet=00000000000000a1');
  await expectAccessible();
});

test('while the server is asked the place says so, and screens are there at once', async () => {
  const release = product.network.hold(search, HITS);
  product.open('/app/extra/search?q=contact', { as: 'property' });
  expect(within(await region('Screens')).getByRole('link', { name: /^Contact/ })).toBeTruthy();
  await region('Searching');
  release();
  await region('Customers');
  expect(page().queryByRole('region', { name: 'Searching' })).toBeNull();
});

test('where the server cannot search, screens are found all the same, and one can try again', async () => {
  product.network.on(search, HITS);
  product.network.refuse(search, 500, { message: 'Not today.' }, { times: 1 });
  product.open('/app/extra/search?q=contact', { as: 'property' });
  await page().findByText('Only screens could be searched.');
  await region('Screens');
  await product.user.click(await button('Try again'));
  await region('Customers');
});
