// @vitest-environment jsdom
import { fireEvent, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { listImports } from '#contract/imports.ts';
import { type LinkableCustomer, listLinkableCustomers, listUsers } from '#contract/users.ts';
import { atAddress, expectAccessible, field, page, productPage } from '../../app/testing/product-page.ts';

const product = productPage();
const CUSTOMERS: LinkableCustomer[] = ['Pier House', 'Harbour Inn'].map((name, index) => ({
  id: `c-${index + 1}`,
  name,
  kind: 'property',
}));

beforeEach(() => {
  product.network.on(listImports, { data: [] });
  product.network.on(listUsers, { data: [], total: 0, page: 1, limit: 10 });
  product.network.on(listLinkableCustomers, ({ query: { customer_id: id, q = '' } }) => ({
    data: CUSTOMERS.filter((one) => (id === undefined ? one.name.includes(q) : one.id === id)),
  }));
});
const open = (query = ''): void => product.open(`/admin/users${query}`, { as: 'admin' });

test('loads customers when the user reaches the filter, and searches for text typed before that', async () => {
  open();
  const plain = await field('Customer');
  await page().findByText('No users yet');
  expect(product.network.callsOf(listLinkableCustomers)).toEqual([]);
  await expectAccessible();
  plain.focus();
  fireEvent.change(plain, { target: { value: 'Harb' } });
  await waitFor(async () => expect((await field('Customer')).getAttribute('aria-haspopup')).toBe('listbox'));
  const select = await field('Customer');
  await waitFor(() => expect(document.activeElement).toBe(select));
  await waitFor(() => expect(select).toHaveProperty('value', 'Harb'));
  const choice = await page().findByRole('option', { name: 'Harbour Inn', hidden: true });
  await waitFor(() => expect(page().queryByRole('option', { name: 'Pier House', hidden: true })).toBeNull());
  await product.user.click(choice);
  await atAddress(/cid=c-2/);
  expect(product.network.callsOf(listUsers).at(-1)?.query).toMatchObject({ customer_id: 'c-2' });
});

test('shows the customer of the address by its name', async () => {
  open('?cid=c-2');
  await waitFor(async () => expect(await field('Customer')).toHaveProperty('value', 'Harbour Inn'));
  expect(document.activeElement).toBe(document.body);
});
