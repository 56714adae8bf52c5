// @vitest-environment jsdom
import { waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { issueKey } from '#contract/access-keys.ts';
import {
  addCustomerShare,
  createCustomer,
  exportCustomers,
  getAdminCustomer,
  restoreCustomer,
  retireCustomer,
  updateCustomer,
} from '#contract/customers.ts';
import { CUSTOMER_FIELDS, noValues, VENUE_FIELDS } from '#contract/editable-fields.ts';
import { listImports } from '#contract/imports.ts';
import { createOutlets } from '#contract/outlets.ts';
import { createVenue, updateVenue } from '#contract/venues.ts';
import {
  address,
  atAddress,
  button,
  dialog,
  expectAccessible,
  failure,
  fill,
  inDialog,
  page,
  productPage,
} from '../../app/testing/product-page.ts';
import { customerWith, LOBBY, PIER, storeCustomer } from '../../app/testing/stub-places.ts';

const product = productPage();
const CUSTOMERS = '/admin/customers';
const OPENED = `${CUSTOMERS}?open=${PIER.id}`;
const { press } = product;
const open = (path = OPENED): void => product.open(path, { as: 'admin' });
const overlays = (): HTMLElement[] => page().queryAllByRole('dialog');
const list = (name: string): Promise<HTMLElement> => page().findByRole('list', { name });

beforeEach(() => {
  product.network.on(listImports, { data: [] });
  storeCustomer(product.network, customerWith());
});

test('adds a customer with its first venue, shows errors at their fields, and sends the typed values', async () => {
  open(CUSTOMERS);
  await press('New customer');
  const form = await inDialog('New customer');
  const fields = { name: 'Enter a name.', 'venue.time_zone': "'Mars' is no time zone." };
  product.network.refuse(createCustomer, 400, { message: 'Two fields are wrong.', fields }, { times: 1 });
  fill(form.getByLabelText('Venue name'), 'Lobby');
  fill(form.getByLabelText('Time zone'), 'Mars');
  await press('Add customer');
  await form.findByText('Enter a name.');
  expect(form.getByText("'Mars' is no time zone.")).toBeTruthy();
  fill(form.getByLabelText('Latitude'), '91');
  fill(form.getByLabelText(/^Name/), 'Pier House');
  await press('Add customer');
  await form.findByText('Enter decimal degrees from -90 to 90, with a decimal point.');
  await expectAccessible();
  fill(form.getByLabelText('Latitude'), '41.88');
  fill(form.getByLabelText('Longitude'), '-87.63');
  fill(form.getByLabelText('Time zone'), '');
  product.network.on(createCustomer, PIER);
  await press('Add customer');
  await page().findByText('Pier House added');
  expect(product.network.callsOf(createCustomer).at(-1)?.body).toEqual({
    ...noValues(CUSTOMER_FIELDS),
    name: 'Pier House',
    kind: 'property',
    venue: { ...noValues(VENUE_FIELDS), name: 'Lobby', time_zone: '', lat: 41.88, lng: -87.63 },
  });
  // The new customer opens.
  await atAddress(`open=${PIER.id}`);
  expect((await list('Venues')).textContent).toContain('America/Chicago, 1 outlet');
});

test('asks no venue of an advertiser, and adds several in a row', async () => {
  open(`${CUSTOMERS}?form=new-advertiser`);
  const form = await inDialog('New customer');
  expect(form.queryByLabelText('Venue name')).toBeNull();
  fill(form.getByLabelText(/^Name/), 'Cascade Bottling');
  product.network.on(createCustomer, { ...PIER, name: 'Cascade Bottling', kind: 'advertiser', share: null });
  await press('Save and add another');
  await page().findByText('Cascade Bottling added');
  await waitFor(() => expect(form.getByLabelText(/^Name/)).toHaveProperty('value', ''));
  expect(form.getByLabelText('Type')).toHaveProperty('value', 'advertiser');
  expect(product.network.callsOf(createCustomer).at(-1)?.body).toEqual({
    ...noValues(CUSTOMER_FIELDS),
    name: 'Cascade Bottling',
    kind: 'advertiser',
  });
});

test('asks before Escape, Back and Cancel lose typed text, and restores it after a reload', async () => {
  open(CUSTOMERS);
  await press('New customer');
  fill((await inDialog('New customer')).getByLabelText('Venue name'), 'Lobby');
  const keep = async (): Promise<void> => {
    await product.user.click((await inDialog('Discard your changes?')).getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(overlays()).toHaveLength(1));
  };
  await product.user.keyboard('{Escape}');
  await keep();
  window.history.back();
  await keep();
  await press('Cancel');
  await keep();
  product.reload();
  await page().findByText('Your unsaved text was restored.');
  expect((await inDialog('New customer')).getByLabelText('Venue name')).toHaveProperty('value', 'Lobby');
});

test('shows the loading, error and loaded state of an opened customer in its own place', async () => {
  product.network.refuse(getAdminCustomer, 400, { message: 'Not today.' }, { times: 1 });
  open();
  const alert = await failure('The customer could not be loaded.');
  expect(alert.textContent).toContain('Not today.');
  const release = product.network.hold(getAdminCustomer, customerWith());
  await product.user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(page().queryByRole('list', { name: 'Venues' })).toBeNull();
  release();
  await list('Venues');
  await expectAccessible();
});

test('explains venues for a customer without any, and adds one', async () => {
  storeCustomer(product.network, customerWith({ venues: [] }));
  open();
  await page().findByText('No venues yet. Add a venue before you add outlets.');
  await press('New venue');
  const form = await inDialog('New venue');
  fill(form.getByLabelText(/^Name/), 'Lobby');
  fill(form.getByLabelText('Latitude'), 'north');
  await press('Add venue');
  await form.findByText('Enter decimal degrees from -90 to 90, with a decimal point.');
  expect(product.network.callsOf(createVenue)).toHaveLength(0);
  fill(form.getByLabelText('Latitude'), '41.88');
  fill(form.getByLabelText('Longitude'), '-87.63');
  product.network.on(createVenue, LOBBY);
  storeCustomer(product.network, customerWith());
  await press('Add venue');
  await page().findByText('Lobby saved');
  expect((await list('Venues')).textContent).toContain('America/Chicago, 1 outlet');
});

test("shows the other administrator's changes after a conflict about a venue", async () => {
  open(`${OPENED}&form=venue:${LOBBY.id}`);
  const form = await inDialog('Edit venue');
  fill(form.getByLabelText('City'), 'Evanston');
  product.network.refuse(updateVenue, 409, { message: 'Somebody changed this venue.' }, { times: 1 });
  await press('Save');
  storeCustomer(product.network, customerWith({ venues: [{ ...LOBBY, city: 'Oak Park', version: 2 }] }));
  await press('Show current version');
  await page().findByText('(yours: Evanston)');
  await press('Keep mine, then save again');
  product.network.on(updateVenue, LOBBY);
  await press('Save');
  await page().findByText('Lobby saved');
  expect(product.network.callsOf(updateVenue).at(-1)?.body).toMatchObject({ city: 'Evanston', version: 2 });
});

test('sets a share from a day on, and shows an invalid share at its field', async () => {
  open();
  expect((await list('Revenue share')).textContent).toBe('30%network default');
  await press('Change share');
  const form = await inDialog('Change revenue share');
  fill(form.getByLabelText(/^Share of recorded/), '140%');
  fill(form.getByLabelText(/^Start date/), '2026-01-01');
  const fields = { share: "'140%' is no share; write 0.3 or 30%." };
  product.network.refuse(addCustomerShare, 400, { message: 'No share.', fields }, { times: 1 });
  await press('Save share');
  await form.findByText("'140%' is no share; write 0.3 or 30%.");
  fill(form.getByLabelText(/^Share of recorded/), '35%');
  const detail = customerWith({ shares: [{ share: 0.35, from: '2026-01-01T06:00:00.000Z', current: true }] });
  product.network.on(addCustomerShare, detail);
  storeCustomer(product.network, detail);
  await press('Save share');
  await page().findByText('Revenue share for Pier House saved');
  expect((await list('Revenue share')).textContent).toContain('35%');
  expect(product.network.callsOf(addCustomerShare).at(-1)?.body).toEqual({ share: '35%', from: '2026-01-01' });
});

test('retires and restores a customer after confirmation, and explains a refusal', async () => {
  open();
  await press('Retire');
  const question = await inDialog('Retire Pier House?');
  product.network.refuse(retireCustomer, 409, { message: 'Outlets stand there.' }, { times: 1 });
  await product.user.click(question.getByRole('button', { name: 'Retire' }));
  await question.findByText('Outlets stand there.');
  const retired = { ...PIER, status: 'retired', version: 2 } as const;
  product.network.on(retireCustomer, retired);
  storeCustomer(product.network, customerWith({ customer: retired }));
  await product.user.click(question.getByRole('button', { name: 'Retire' }));
  await page().findByText('Pier House retired');
  expect(await button('Add outlets')).toHaveProperty('disabled', true);
  await press('Restore');
  product.network.on(restoreCustomer, PIER);
  await product.user.click((await inDialog('Restore Pier House?')).getByRole('button', { name: 'Restore' }));
  await page().findByText('Pier House restored');
  expect(product.network.callsOf(restoreCustomer)[0]).toMatchObject({ body: { version: 2 } });
});

test('finds a retired customer by the status filter', async () => {
  storeCustomer(product.network, customerWith({ customer: { ...PIER, status: 'retired' } }));
  open(CUSTOMERS);
  await page().findByText('No customers yet');
  await product.user.selectOptions(await page().findByLabelText('Status'), 'retired');
  const table = await page().findByRole('table', { name: 'Customers' });
  expect(within(table).getByRole('rowheader').textContent).toBe('Pier HouseRetired');
  await product.user.click(within(table).getByRole('button', { name: /^Pier House/ }));
  await list('Venues');
  expect(address()).toContain('status=retired');
});

test('never overwrites newer values of a customer silently', async () => {
  open(`${OPENED}&form=edit`);
  fill((await inDialog('Edit customer')).getByLabelText(/^Name/), 'Mine');
  product.network.refuse(updateCustomer, 409, { message: 'Somebody changed this customer.' }, { times: 1 });
  await press('Save');
  storeCustomer(product.network, customerWith({ customer: { ...PIER, name: 'Theirs', version: 2 } }));
  await press('Show current version');
  await page().findByText('(yours: Mine)');
  await press('Use theirs');
  expect((await inDialog('Edit customer')).getByLabelText(/^Name/)).toHaveProperty('value', 'Theirs');
});

test('adds outlets with keys at the only venue, names a wrong line, and shows the keys once', async () => {
  open();
  await press('Add outlets');
  const form = await inDialog('New outlets');
  expect(form.getByLabelText(/^Customer/, { selector: 'input' })).toHaveProperty('value', 'Pier House');
  await waitFor(() => expect(form.getByLabelText(/^Venue/)).toHaveProperty('value', LOBBY.id));
  fill(form.getByLabelText(/^EUIs/), 'E2E0000000000001, Bar 1\nnonsense');
  const fields = { 'outlets.1.eui': 'Enter 16 hexadecimal digits.' };
  product.network.refuse(createOutlets, 400, { message: 'One line is wrong.', fields }, { times: 1 });
  await press('Add 2 outlets');
  await form.findByText('Line 2: Enter 16 hexadecimal digits.');
  fill(form.getByLabelText(/^EUIs/), 'E2-E0-00-00-00-00-00-01, Bar 1\ne2e0000000000002');
  fill(form.getByLabelText(/^Start date/), '2026-01-01');
  const made = [1, 2].map((last) => ({
    id: `o-${last}`,
    eui: `e2e000000000000${last}`,
    label: '',
    key: `vb_key${last}`,
  }));
  product.network.on(createOutlets, { outlets: made });
  await press('Add 2 outlets');
  const keys = await dialog('Copy your keys');
  expect(
    within(keys)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([...['E2E0000000000001 vb_key1', 'E2E0000000000002 vb_key2']]);
  await expectAccessible();
  await press('Download as CSV');
  expect(await product.downloads[0]?.text()).toContain('E2E0000000000002,"",vb_key2');
  expect(product.network.callsOf(createOutlets).at(-1)?.body).toEqual({
    customer_id: PIER.id,
    venue_id: LOBBY.id,
    from: '2026-01-01',
    with_keys: true,
    outlets: [
      { eui: 'E2E0000000000001', label: 'Bar 1' },
      { eui: 'e2e0000000000002', label: '' },
    ],
  });
  await press('I saved the keys');
  await waitFor(() => expect(document.body.textContent).not.toContain('vb_key1'));
});

test('issues a gateway key and shows it once, in a dialog that only its button closes', async () => {
  open();
  await press('New key');
  const key = 'vb_0123456789';
  product.network.on(issueKey, { key, prefix: 'vb_0123456', eui: 'e2e0000000000001', previous_ends_at: null });
  await press('Issue key');
  const shown = await dialog('Copy your key');
  expect(shown.textContent).toContain(key);
  expect(shown.textContent).toContain('"eui":"E2E0000000000001"');
  expect(product.network.callsOf(issueKey)[0]?.body).toEqual({ customer_id: PIER.id, label: '' });
  await expectAccessible();
  await product.user.keyboard('{Escape}');
  await press('I saved the key');
  await waitFor(() => expect(document.body.textContent).not.toContain(key));
});

test('exports what the table shows', async () => {
  product.network.file(exportCustomers, 'customers.csv', 'name,kind\r\n');
  open(`${CUSTOMERS}?kind=property`);
  await press('Export CSV');
  await waitFor(() => expect(product.downloads.map(({ name }) => name)).toEqual(['customers.csv']));
  expect(product.network.callsOf(exportCustomers)[0]?.query).toEqual({ kind: 'property' });
});
