// @vitest-environment jsdom
import { within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { listImports } from '#contract/imports.ts';
import {
  getUser,
  type LinkableCustomer,
  listLinkableCustomers,
  listUsers,
  type ManagedUser,
  updateUser,
} from '#contract/users.ts';
import { button, dialog, field, page, productPage } from '../../app/testing/product-page.ts';

const product = productPage();
const CUSTOMERS: LinkableCustomer[] = ['Pier House', 'Harbour Inn', 'Old Mill'].map((name, index) => ({
  ...{ id: `c-${index + 1}`, name, kind: 'property' },
}));
const PAUL: ManagedUser = {
  ...{ id: '01900000-0000-7000-8000-0000000000bb', first_name: 'Paul', last_name: 'Ott', phone_number: '' },
  ...{ email: 'paul@hotel.example', email_verified: true, avatar: [], provider: 'local', role: 'property' },
  ...{ customer_id: 'c-1', customer: 'Pier House', disabled: false, status: 'active', demo: false, last_seen_at: null },
  standing: 'manager',
  ...{ created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z', version: 1, deleted_at: null },
};
const press = async (name: string): Promise<void> => product.user.click(await button(name));

/** The account as it is stored now; its address would answer for that of the customers as well. */
function store(user: ManagedUser): void {
  product.network.on(getUser, user);
  product.network.on(listLinkableCustomers, ({ query }) => ({
    data: CUSTOMERS.filter(({ id }) => query.customer_id === undefined || id === query.customer_id),
  }));
}

beforeEach(() => {
  product.network.on(listImports, { data: [] } as never);
  product.network.on(listUsers, { data: [PAUL], total: 1, page: 1, limit: 10 });
});

test('after a stale edit the customer that was chosen stands beside theirs by its own name', async () => {
  store(PAUL);
  product.open(`/admin/users?edit=${PAUL.id}`, { as: 'admin' });
  await field('Last name');
  const form = within(await dialog('Edit User'));
  await product.user.click(form.getByLabelText('Customer', { selector: 'input' }));
  // The filter of the table behind it has the same choices.
  const choices = await page().findAllByRole('option', { name: 'Old Mill', hidden: true });
  await product.user.click(choices.at(-1) as HTMLElement);
  product.network.refuse(updateUser, 409, { code: 'conflict', message: 'Somebody changed this account.' } as never);
  product.expectComplaint(/409/);
  await press('Save');
  store({ ...PAUL, customer_id: 'c-2', customer: 'Harbour Inn', last_name: 'Otto', version: 2 });
  await press('Show the present state');
  await page().findByText('(yours: Old Mill)');
  const told = [...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent);
  expect(told).toEqual(['Last nameOtto', 'CustomerHarbour Inn (yours: Old Mill)']);
  await press('Keep mine, save again');
  expect((await field('Last name')) as HTMLInputElement).toHaveProperty('value', 'Otto');
});

test('of a customer one is manager or viewer; whoever belongs to none is neither', async () => {
  store(PAUL);
  product.open(`/admin/users?edit=${PAUL.id}`, { as: 'admin' });
  const form = within(await dialog('Edit User'));
  await product.user.click(await form.findByRole('radio', { name: /Viewer/ }));
  product.network.on(updateUser, { ...PAUL, standing: 'viewer', version: 2 });
  await press('Save');
  await expect
    .poll(() => product.network.callsOf(updateUser).at(-1)?.body)
    .toMatchObject({ standing: 'viewer', role: 'property' });
});
