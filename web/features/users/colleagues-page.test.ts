// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { type Colleague, changeColleague, inviteColleague, listColleagues } from '#contract/colleagues.ts';
import { listImports } from '#contract/imports.ts';
import { listLinkableCustomers, listUsers } from '#contract/users.ts';
import { userOf } from '../../app/testing/accounts.ts';
import { atAddress, button, expectAccessible, field, fill, page, productPage } from '../../app/testing/product-page.ts';

const product = productPage();
const { press } = product;
const LEA: Colleague = {
  id: '01900000-0000-7000-8000-0000000000dd',
  first_name: 'Lea',
  last_name: 'Moss',
  email: 'lea@hotel.example',
  standing: 'viewer',
  status: 'pending',
  last_seen_at: null,
  own: false,
  demo: false,
  version: 3,
};
const listed = (...data: Colleague[]) =>
  product.network.on(listColleagues, { data, total: data.length, page: 1, limit: 10 });

test('invites a colleague and makes one a manager, each after confirmation', async () => {
  listed(LEA);
  product.open('/app/colleagues', { as: userOf('property') });
  await press('Actions for Lea Moss');
  await product.user.click(await page().findByRole('menuitem', { name: 'Make manager', hidden: true }));
  product.network.on(changeColleague, { ...LEA, standing: 'manager', version: 4 });
  await press('Make manager');
  await expect
    .poll(() => product.network.callsOf(changeColleague).at(-1)?.body)
    .toEqual({ standing: 'manager', version: 3 });
  await page().findByText('Lea Moss is now a manager');
  await press('Invite colleague');
  fill(await field(/^Email/), 'ole@hotel.example');
  product.network.on(inviteColleague, { ...LEA, email: 'ole@hotel.example' });
  await press('Send invitation');
  await expect
    .poll(() => product.network.callsOf(inviteColleague).at(-1)?.body)
    .toEqual({ first_name: '', last_name: '', email: 'ole@hotel.example', standing: 'viewer' });
});

test('offers a manager no actions on their own row', async () => {
  listed({ ...LEA, standing: 'manager', status: 'active', own: true });
  product.open('/app/colleagues', { as: userOf('property') });
  await page().findByText('Lea Moss (you)');
  await button('Invite colleague');
  expect(page().queryByRole('button', { name: /Actions for/ })).toBeNull();
});

test('shows a viewer the colleagues without actions', async () => {
  listed(LEA);
  product.open('/app/colleagues', { as: userOf('advertiser', { standing: 'viewer' }) });
  await page().findByText('Lea Moss');
  expect(page().queryByRole('button', { name: /Invite|Actions for/ })).toBeNull();
  await expectAccessible();
});

test('redirects an administrator, who has no colleagues, to all accounts', async () => {
  product.network.on(listUsers, { data: [], total: 0, page: 1, limit: 10 });
  product.network.on(listImports, { data: [] });
  product.network.on(listLinkableCustomers, { data: [] });
  product.open('/app/colleagues', { as: 'admin' });
  await atAddress(/^\/admin\/users/);
  expect(product.network.callsOf(listColleagues)).toEqual([]);
});
