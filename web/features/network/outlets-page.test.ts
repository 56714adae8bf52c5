// @vitest-environment jsdom
import { waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { issueKey, revokeKey, rotateKey } from '#contract/access-keys.ts';
import { getAdminCustomer, listAdminCustomers } from '#contract/customers.ts';
import { noValues, OUTLET_FIELDS } from '#contract/editable-fields.ts';
import { listImports } from '#contract/imports.ts';
import {
  cancelOutletMove,
  createOutlets,
  getAdminOutlet,
  listAdminOutlets,
  moveOutlet,
  reinstateOutlet,
  retireOutlet,
  updateOutlet,
} from '#contract/outlets.ts';
import {
  atAddress,
  button,
  dialog,
  expectAccessible,
  failure,
  fill,
  heading,
  inDialog,
  page,
  productPage,
} from '../../app/testing/product-page.ts';
import {
  customerWith,
  KEY,
  LOBBY,
  OUTLET,
  outletWith,
  PIER,
  storeCustomer,
  storeOutlet,
} from '../../app/testing/stub-places.ts';

const product = productPage();
const OUTLETS = '/admin/outlets';
const OPENED = `${OUTLETS}?open=${OUTLET.id}`;
const { press } = product;
const open = (path = OPENED): void => product.open(path, { as: 'admin' });
const list = (name: string): Promise<HTMLElement> => page().findByRole('list', { name });
const [NOW] = outletWith().assignments;
const AHEAD = { ...NOW, customer: 'Bayfront', from: '2099-01-01T06:00:00.000Z', current: false } as NonNullable<
  typeof NOW
>;

beforeEach(() => {
  product.network.on(listImports, { data: [] });
  storeCustomer(product.network, customerWith());
  storeOutlet(product.network, outletWith());
});

test('filters the list by status, venue type and customer, and names the customer', async () => {
  open(`${OUTLETS}?customer_id=${PIER.id}`);
  await heading('Outlets of Pier House');
  const table = await page().findByRole('table', { name: 'Outlets' });
  expect(within(table).getByRole('rowheader').textContent).toBe('E2E0000000000001');
  await product.user.selectOptions(await page().findByLabelText('Type'), 'hotel');
  await product.user.selectOptions(await page().findByLabelText('Status'), 'late');
  await waitFor(() =>
    expect(product.network.callsOf(listAdminOutlets).at(-1)?.query).toEqual({
      customer_id: PIER.id,
      venue_type: 'hotel',
      status: 'late',
    }),
  );
  await expectAccessible();
  expect(page().getByRole('link', { name: 'Pier House' }).getAttribute('href')).toBe(
    `/admin/customers?open=${PIER.id}`,
  );
});

test('adds an outlet without a key at a customer found by name', async () => {
  open(OUTLETS);
  await press('New outlets');
  const form = await inDialog('New outlets');
  await press('Add 1 outlet');
  await form.findByText('Enter at least one EUI.');
  fill(form.getByLabelText(/^EUIs/), 'e2e0000000000001');
  await press('Add 1 outlet');
  await form.findByText('Choose a customer.');
  await product.user.type(form.getByLabelText(/^Customer/, { selector: 'input' }), 'pier');
  await product.user.click(await page().findByRole('option', { name: 'Pier House', hidden: true }));
  expect(product.network.callsOf(listAdminCustomers).at(-1)?.query).toMatchObject({ kind: 'property' });
  await waitFor(() => expect(form.getByLabelText(/^Venue/)).toHaveProperty('disabled', false));
  await press('Add 1 outlet');
  await form.findByText('Choose a venue.');
  await product.user.selectOptions(form.getByLabelText(/^Venue/), 'Lobby, Chicago');
  await product.user.click(form.getByLabelText(/^Issue a key for each outlet/));
  fill(form.getByLabelText(/^Start date/), '2026-01-01');
  const added = { id: OUTLET.id, eui: OUTLET.eui, label: '', key: null };
  product.network.on(createOutlets, { outlets: [added] });
  await press('Add 1 outlet');
  await page().findByText('E2E0000000000001 added');
  expect(product.network.callsOf(createOutlets)[0]?.body).toMatchObject({
    with_keys: false,
    customer_id: PIER.id,
    venue_id: LOBBY.id,
    from: '2026-01-01',
  });
});

test('shows loading and error states of an opened outlet in place, and marks one that never reported', async () => {
  product.network.refuse(getAdminOutlet, 400, { message: 'Not today.' }, { times: 1 });
  open();
  const alert = await failure('The outlet could not be loaded.');
  const never = { ...OUTLET, status: 'never', last_seen: null, keys: 0 } as const;
  const release = product.network.hold(getAdminOutlet, outletWith({ outlet: never, keys: [] }));
  await product.user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(page().queryByText('Never seen', { selector: '[role=dialog] *' })).toBeNull();
  release();
  await page().findByText('Never seen', { selector: '[role=dialog] *' });
  expect(page().getByText(/^No keys yet\./)).toBeTruthy();
  await expectAccessible();
});

test('issues a key with a label, rotates it with an overlap, and revokes it after confirmation', async () => {
  open();
  await press('New key');
  fill((await inDialog('Issue key')).getByLabelText('Label'), 'spare');
  const issued = { key: 'vb_0123456789', prefix: 'vb_0123456', eui: OUTLET.eui, previous_ends_at: null };
  product.network.on(issueKey, issued);
  await press('Issue key');
  await dialog('Copy your key');
  expect(product.network.callsOf(issueKey)[0]?.body).toEqual({ outlet_id: OUTLET.id, label: 'spare' });
  await press('I saved the key');
  await press(`Rotate ${KEY.prefix}`);
  await product.user.selectOptions((await inDialog('Rotate key')).getByLabelText(/^Keep the old key/), '1 week');
  product.network.on(rotateKey, { ...issued, previous_ends_at: '2026-11-28T10:00:00.000Z' });
  await press('Rotate key');
  expect((await dialog('Copy your key')).textContent).toContain('The old key works until');
  expect(product.network.callsOf(rotateKey)[0]).toMatchObject({ params: { id: KEY.id }, body: { overlap_hours: 168 } });
  const ending = { ...KEY, status: 'ending', ends_at: '2026-11-28T10:00:00.000Z' } as const;
  storeOutlet(product.network, outletWith({ keys: [ending] }));
  await press('I saved the key');
  await press(`Revoke ${KEY.prefix}`);
  const question = await inDialog(`Revoke ${KEY.prefix}…?`);
  product.network.refuse(revokeKey, 409, { message: 'It has ended.' }, { times: 1 });
  await product.user.click(question.getByRole('button', { name: 'Revoke' }));
  await question.findByText('It has ended.');
  const revoked = { ...KEY, status: 'revoked', revoked_at: '2026-11-21T10:00:00.000Z' } as const;
  product.network.on(revokeKey, revoked);
  storeOutlet(product.network, outletWith({ keys: [revoked] }));
  await product.user.click(question.getByRole('button', { name: 'Revoke' }));
  await waitFor(async () => expect((await list('Keys')).textContent).toContain('Revoked'));
  expect(page().queryByRole('button', { name: /^(Rotate|Revoke) / })).toBeNull();
});

test('moves an outlet from a day on, offers only venues of its customer, and reloads a failed list', async () => {
  open();
  await press('Move');
  const form = await inDialog('Move outlet');
  const venue = form.getByLabelText(/^Venue/);
  const bayfront = { ...PIER, id: PIER.id.replace('c1', 'c2'), name: 'Bayfront' };
  product.network.on(listAdminCustomers, { data: [bayfront], total: 1, page: 1, limit: 10 });
  product.network.refuse(getAdminCustomer, 400, { message: 'Not today.' }, { times: 1 });
  const customer = form.getByLabelText(/^Customer/, { selector: 'input' });
  await product.user.clear(customer);
  await product.user.type(customer, 'bay');
  await product.user.click(await page().findByRole('option', { name: 'Bayfront', hidden: true }));
  await form.findByText('Error: the venues could not be loaded.');
  expect(venue).toHaveProperty('disabled', true);
  const release = product.network.hold(getAdminCustomer, customerWith({ customer: bayfront }));
  await press('Try again');
  expect(venue).toHaveProperty('disabled', true);
  release();
  await waitFor(() => expect(venue).toHaveProperty('disabled', false));
  await product.user.click(form.getByRole('button', { name: 'Move' }));
  await form.findByText('Choose a venue.');
  await product.user.selectOptions(venue, 'Lobby, Chicago');
  fill(form.getByLabelText(/^Start date/), '2099-01-01');
  const moved = outletWith({ assignments: [AHEAD, NOW as never] });
  product.network.on(moveOutlet, moved);
  storeOutlet(product.network, moved);
  await product.user.click(form.getByRole('button', { name: 'Move' }));
  await page().findByText('E2E0000000000001 moves to Bayfront');
  expect(product.network.callsOf(moveOutlet)[0]?.body).toEqual({
    customer_id: bayfront.id,
    venue_id: LOBBY.id,
    from: '2099-01-01',
    version: 1,
  });
  const [planned, present] = within(await list('Location history')).getAllByRole('listitem');
  expect(planned?.textContent).toMatch(/Bayfront.*Upcoming/);
  expect(present?.textContent).toMatch(/Pier House.*Current/);
});

test('cancels a future move, and offers no cancellation of a past one', async () => {
  storeOutlet(product.network, outletWith({ assignments: [AHEAD, NOW as never] }));
  open();
  const back = await button('Cancel move');
  product.network.on(cancelOutletMove, outletWith());
  storeOutlet(product.network, outletWith());
  await product.user.click(back);
  await page().findByText('Move canceled');
  await waitFor(async () => expect(within(await list('Location history')).getAllByRole('listitem')).toHaveLength(1));
  expect(page().queryByRole('button', { name: 'Cancel move' })).toBeNull();
});

test('retires and reinstates an outlet after a confirmation that never inverts under the pointer', async () => {
  open();
  await press('Retire');
  const retired = { ...OUTLET, status: 'retired', retired_at: '2026-11-21T10:00:00.000Z', version: 2 } as const;
  product.network.on(retireOutlet, outletWith({ outlet: retired }));
  const release = product.network.hold(getAdminOutlet, outletWith({ outlet: retired }));
  await product.user.click((await inDialog('Retire outlet?')).getByRole('button', { name: 'Retire' }));
  await waitFor(() => expect(page().queryByRole('dialog', { name: /\?$/ })).toBeNull());
  release();
  await page().findByText('E2E0000000000001 retired');
  await press('Return to service');
  expect(page().queryByRole('button', { name: /^(Move|New key)$/ })).toBeNull();
  product.network.on(reinstateOutlet, outletWith());
  storeOutlet(product.network, outletWith());
  const question = await inDialog('Return outlet to service?');
  await product.user.click(question.getByRole('button', { name: 'Return to service' }));
  await page().findByText('E2E0000000000001 returned to service');
  expect(product.network.callsOf(reinstateOutlet)[0]?.body).toEqual({ version: 2 });
});

test("merges a stale edit: keeps my typed values and the other administrator's remaining values", async () => {
  open(`${OPENED}&form=edit`);
  const form = await inDialog('Edit outlet');
  fill(form.getByLabelText('Label'), 'Mine');
  product.network.refuse(updateOutlet, 409, { message: 'Somebody changed this outlet.' }, { times: 1 });
  await press('Save');
  storeOutlet(product.network, outletWith({ outlet: { ...OUTLET, label: 'Theirs', lat: 1, lng: 2, version: 2 } }));
  await press('Show current version');
  await form.findByText('(yours: Mine)');
  await press('Keep mine, then save again');
  product.network.on(updateOutlet, outletWith());
  await press('Save');
  await page().findByText('E2E0000000000001 saved');
  expect(product.network.callsOf(updateOutlet).at(-1)?.body).toEqual({
    ...noValues(OUTLET_FIELDS),
    label: 'Mine',
    lat: 1,
    lng: 2,
    version: 2,
  });
});

test('keeps an open drawer in the address, and returns to the table on close', async () => {
  open(OUTLETS);
  const table = await page().findByRole('table', { name: 'Outlets' });
  await product.user.click(within(table).getByRole('button', { name: 'E2E0000000000001' }));
  await atAddress(`open=${OUTLET.id}`);
  const drawer = await dialog('E2E0000000000001');
  await product.user.click(await within(drawer).findByRole('button', { name: 'Close' }));
  await waitFor(() => expect(page().queryByRole('dialog')).toBeNull());
  await atAddress(/^\/admin\/outlets$/);
});
