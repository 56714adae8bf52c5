// @vitest-environment jsdom
import { fireEvent, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { type ApiToken, listUserTokens, revokeUserToken } from '#contract/api-tokens.ts';
import { type ImportAnswer, listImports } from '#contract/imports.ts';
import {
  createUser,
  deleteUser,
  endUserSessions,
  exportUsers,
  getUser,
  importUsers,
  inviteUser,
  type LinkableCustomer,
  listLinkableCustomers,
  listUsers,
  type ManagedUser,
  restoreUser,
  updateUser,
  viewAsUser,
} from '#contract/users.ts';
import {
  address,
  atAddress,
  button,
  dialog,
  expectAccessible,
  field,
  fill,
  inDialog,
  page,
  productPage,
} from '../../app/testing/product-page.ts';

const product = productPage();
const CUSTOMERS: LinkableCustomer[] = ['Pier House', 'Harbour Inn', 'Old Mill'].map((name, index) => ({
  id: `c-${index + 1}`,
  name,
  kind: 'property',
}));
const PAUL: ManagedUser = {
  id: '01900000-0000-7000-8000-0000000000bb',
  first_name: 'Paul',
  last_name: 'Ott',
  phone_number: '',
  email: 'paul@hotel.example',
  email_verified: true,
  avatar: [],
  provider: 'local',
  role: 'property',
  standing: 'manager',
  customer_id: 'c-1',
  customer: 'Pier House',
  disabled: false,
  status: 'active',
  demo: false,
  last_seen_at: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  version: 1,
  deleted_at: null,
};
const PICTURE = new File(['a picture of Nora'], 'me.png', { type: 'image/png' });
const { press } = product;
const drawers = (): HTMLElement[] => page().queryAllByRole('dialog');

/** Sets the stored accounts. */
function store(...users: ManagedUser[]): void {
  product.network.on(listUsers, ({ query: { status = '' } }) => {
    const data = users.filter((one) => (status === '' ? one.status !== 'deleted' : one.status === status));
    return { data, total: data.length, page: 1, limit: 10 };
  });
  const [first] = users;
  if (first) product.network.on(getUser, first);
}
const open = (query = ''): void => product.open(`/admin/users${query}`, { as: 'admin' });

beforeEach(() => {
  product.network.on(listUserTokens, { data: [] });
  product.network.on(listImports, { data: [] });
  product.network.on(listLinkableCustomers, ({ query }) => ({
    data: CUSTOMERS.filter(({ id }) => query.customer_id === undefined || id === query.customer_id),
  }));
  store(PAUL);
});

async function chooseCustomer(form: ReturnType<typeof within>, name: string): Promise<void> {
  await product.user.click(form.getByLabelText('Customer', { selector: 'input' }));
  // The filter of the table behind the form has the same choices.
  const choices = await page().findAllByRole('option', { name, hidden: true });
  await product.user.click(choices.at(-1) as HTMLElement);
}

test('sends a new account as typed, and shows errors at their fields without losing text', async () => {
  open();
  await press('Add user');
  const form = await inDialog('Add User');
  fill(form.getByLabelText('First name'), 'Nora');
  fill(form.getByLabelText(/^Email/), 'nobody');
  const fields = { email: 'This is no e-mail address.', customer_id: 'Choose the customer.' };
  product.network.refuse(createUser, 400, { message: 'Two fields are wrong.', fields }, { times: 1 });
  await product.user.click(form.getByRole('button', { name: 'Add User' }));
  await form.findByText('This is no e-mail address.');
  expect(form.getByText('Choose the customer.')).toBeTruthy();
  expect(form.getByLabelText('First name')).toHaveProperty('value', 'Nora');
  await expectAccessible();

  fill(form.getByLabelText(/^Email/), 'nora@hotel.example');
  await chooseCustomer(form, 'Old Mill');
  await product.user.upload(form.getByLabelText('Picture file'), PICTURE);
  expect(await form.findByAltText('Chosen picture')).toBeTruthy();
  product.network.on(createUser, { ...PAUL, email: 'nora@hotel.example' });
  await product.user.click(form.getByRole('button', { name: 'Add User' }));
  await page().findByText('nora@hotel.example was added');
  expect(product.network.callsOf(createUser).at(-1)?.body).toEqual({
    first_name: 'Nora',
    last_name: '',
    phone_number: '',
    email: 'nora@hotel.example',
    role: 'property',
    customer_id: 'c-3',
    standing: 'manager',
    disabled: false,
    confirms_full_view: false,
    invite: true,
    image: btoa('a picture of Nora'),
  });
  await waitFor(() => expect(drawers()).toHaveLength(0));
});

test('refuses an unreadable or large picture at its field, and removes the choice', async () => {
  open('?edit=new');
  const form = await inDialog('Add User');
  const input = form.getByLabelText('Picture file');
  const huge = new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'huge.png', { type: 'image/png' });
  await product.user.upload(input, huge);
  await form.findByText('The picture is larger than 5 MB. Choose a smaller one.');
  expect(form.queryByAltText('Chosen picture')).toBeNull();
  await product.user.upload(input, PICTURE);
  const fields = { image: 'That is no picture that can be read.' };
  product.network.refuse(createUser, 400, { message: 'Not read.', fields });
  fill(form.getByLabelText(/^Email/), 'nora@hotel.example');
  await product.user.click(form.getByRole('button', { name: 'Add User' }));
  await form.findByText('That is no picture that can be read.');
  await product.user.click(form.getByRole('button', { name: 'Remove picture' }));
  expect(form.queryByAltText('Chosen picture')).toBeNull();
  expect(document.activeElement).toBe(form.getByRole('button', { name: 'Choose picture' }));
});

test('requires a confirmation for an account that sees every customer', async () => {
  open('?edit=new');
  const form = await inDialog('Add User');
  expect(form.queryByRole('checkbox', { name: /figures of every customer/ })).toBeNull();
  await product.user.click(form.getByRole('radio', { name: /^No role/ }));
  await product.user.click(form.getByRole('checkbox', { name: /figures of every customer/ }));
  fill(form.getByLabelText(/^Email/), 'all@network.example');
  product.network.on(createUser, { ...PAUL, email: 'all@network.example' });
  await product.user.click(form.getByRole('button', { name: 'Add User' }));
  await page().findByText('all@network.example was added');
  expect(product.network.callsOf(createUser).at(-1)?.body).toMatchObject({
    role: '',
    customer_id: '',
    confirms_full_view: true,
  });
});

test('asks before typed text is lost, restores it after a reload, and never stores a picture', async () => {
  open('?edit=new');
  const form = await inDialog('Add User');
  fill(form.getByLabelText('First name'), 'Nora');
  await product.user.keyboard('{Escape}');
  await product.user.click((await inDialog('Discard your changes?')).getByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(drawers()).toHaveLength(1));
  product.reload();
  await page().findByText('Your unsaved text was restored.');
  expect(await field('First name')).toHaveProperty('value', 'Nora');
  await press('Cancel');
  await product.user.click((await inDialog('Discard your changes?')).getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(drawers()).toHaveLength(0));
  expect(address()).toBe('/admin/users');
});

test('opens and edits an account, removes its picture, and reloads the list', async () => {
  store({ ...PAUL, avatar: [{ public_url: '/api/avatars/x' }] });
  open();
  await press('View Paul Ott');
  const details = await inDialog('Paul Ott');
  expect(await details.findByText('(verified)', { exact: false })).toBeTruthy();
  await product.user.click(details.getByRole('button', { name: 'Edit' }));
  await atAddress(/edit=/);
  const form = await inDialog('Edit User');
  await waitFor(() => form.getByRole('button', { name: 'Remove picture' }));
  await product.user.click(form.getByRole('button', { name: 'Remove picture' }));
  fill(form.getByLabelText('Last name'), 'Vance');
  product.network.on(updateUser, { ...PAUL, last_name: 'Vance', version: 2 });
  store({ ...PAUL, last_name: 'Vance', version: 2 });
  await product.user.click(form.getByRole('button', { name: 'Save' }));
  await page().findByText('paul@hotel.example was updated');
  expect(product.network.callsOf(updateUser).at(-1)).toMatchObject({
    params: { id: PAUL.id },
    body: { last_name: 'Vance', image: null, version: 1, customer_id: 'c-1' },
  });
  await page().findByRole('cell', { name: 'Vance' });
});

test('shows the error of an account that cannot be read, over the table', async () => {
  product.network.refuse(getUser, 404, { message: 'There is no such account.' });
  open(`?show=${PAUL.id}`);
  await (await inDialog('User')).findByText('There is no such account.');
  expect(page().getByRole('table', { name: 'Users', hidden: true })).toBeTruthy();
});

test('shows the chosen customer beside the stored one by name after a conflict', async () => {
  open(`?edit=${PAUL.id}`);
  await field('Last name');
  await chooseCustomer(await inDialog('Edit User'), 'Old Mill');
  product.network.refuse(updateUser, 409, { message: 'Somebody changed this account.' });
  await press('Save');
  store({ ...PAUL, customer_id: 'c-2', customer: 'Harbour Inn', last_name: 'Otto', version: 2 });
  await press('Show current version');
  await page().findByText('(yours: Old Mill)');
  const told = [...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent);
  expect(told).toEqual(['Last nameOtto', 'CustomerHarbour Inn (yours: Old Mill)']);
  await press('Keep mine, then save again');
  expect(await field('Last name')).toHaveProperty('value', 'Otto');
  product.network.on(updateUser, { ...PAUL, version: 3 });
  await press('Save');
  await page().findByText('paul@hotel.example was updated');
  expect(product.network.callsOf(updateUser).at(-1)?.body).toMatchObject({
    last_name: 'Otto',
    customer_id: 'c-3',
    version: 2,
  });
});

test('offers the standings only for accounts of a customer', async () => {
  open(`?edit=${PAUL.id}`);
  await field('Last name');
  await product.user.click((await inDialog('Edit User')).getByRole('radio', { name: /Viewer/ }));
  product.network.on(updateUser, { ...PAUL, standing: 'viewer', version: 2 });
  await press('Save');
  await expect
    .poll(() => product.network.callsOf(updateUser).at(-1)?.body)
    .toMatchObject({ standing: 'viewer', role: 'property' });
});

test('deletes an account after confirmation, finds it among the deleted ones, and restores it', async () => {
  const gone: ManagedUser = { ...PAUL, status: 'deleted', deleted_at: '2026-11-21T12:00:00.000Z', version: 2 };
  open();
  await press('Delete Paul Ott');
  product.network.refuse(deleteUser, 409, { message: 'Somebody changed this account.' }, { times: 1 });
  const question = await inDialog('Confirm delete');
  await product.user.click(question.getByRole('button', { name: 'Delete' }));
  await question.findByText('Somebody changed this account.');
  product.network.on(deleteUser, gone);
  await product.user.click(question.getByRole('button', { name: 'Delete' }));
  store(gone);
  await page().findByText('paul@hotel.example was deleted');
  expect(product.network.callsOf(deleteUser).at(-1)).toMatchObject({
    params: { id: PAUL.id },
    query: { version: '1' },
  });

  fireEvent.change(await field('Status'), { target: { value: 'deleted' } });
  await atAddress(/status=deleted/);
  await press('More actions for Paul Ott');
  await product.user.click(await page().findByRole('menuitem', { name: 'Restore', hidden: true }));
  product.network.on(restoreUser, PAUL);
  await product.user.click((await inDialog('Restore account')).getByRole('button', { name: 'Restore' }));
  await page().findByText('paul@hotel.example was restored');
  expect(product.network.callsOf(restoreUser)).toHaveLength(1);
});

test('keeps a search that the user types while a response is pending', async () => {
  open();
  await press('Delete Paul Ott');
  let resolve: (gone: ManagedUser) => void = () => undefined;
  const promise = new Promise<ManagedUser>((done) => {
    resolve = done;
  });
  product.network.on(deleteUser, () => promise);
  fill(await page().findByRole('searchbox', { hidden: true }), 'paul@hotel.example');
  await product.user.click((await inDialog('Confirm delete')).getByRole('button', { name: 'Delete' }));
  await atAddress(/q=paul/);
  resolve({ ...PAUL, status: 'deleted' });
  await page().findByText('paul@hotel.example was deleted');
  await waitFor(() => expect(drawers()).toEqual([]));
  expect(address()).toMatch(/q=paul/);
});

test('mails a link and ends sessions, each after confirmation', async () => {
  open();
  await press('More actions for Paul Ott');
  await product.user.click(await page().findByRole('menuitem', { name: 'Send password reset', hidden: true }));
  product.network.on(inviteUser, { email: PAUL.email });
  await product.user.click((await inDialog('Send email')).getByRole('button', { name: 'Send' }));
  await page().findByText('A link was sent to paul@hotel.example');
  await press('More actions for Paul Ott');
  await product.user.click(await page().findByRole('menuitem', { name: 'End all sessions', hidden: true }));
  product.network.on(endUserSessions, { ended: 1 });
  await product.user.click((await inDialog('End all sessions')).getByRole('button', { name: 'End sessions' }));
  await page().findByText('1 session ended');
});

test('starts a view session in this tab, and offers less for an administrator and a demo account', async () => {
  store(PAUL, { ...PAUL, id: PAUL.id.replace('bb', 'cc'), first_name: 'Root', role: 'admin', demo: true });
  open();
  await button('View Root Ott');
  expect(page().queryByRole('button', { name: /^(Edit|Delete|More actions for) Root/ })).toBeNull();
  await press('More actions for Paul Ott');
  await product.user.click(await page().findByRole('menuitem', { name: 'View as this user', hidden: true }));
  product.network.on(viewAsUser, { data: 'the.view.token' });
  product.expectComplaint(/navigation to another Document/);
  await product.user.click((await inDialog('View as this user')).getByRole('button', { name: 'View' }));
  await waitFor(() => expect(sessionStorage.getItem('viewToken')).toBe('the.view.token'));
  expect(localStorage.getItem('token')).not.toBe('the.view.token');
});

test('names the line of each mistake in a file, and refuses to import it', async () => {
  const wrong: ImportAnswer = {
    done: false,
    rows: 2,
    counts: [],
    findings_total: 1,
    changes: [],
    changes_total: 0,
    digest: '',
    findings: [{ line: 3, column: 'email', message: "'nobody' is no e-mail address" }],
  };
  product.network.on(importUsers, { answer: wrong } as never);
  open('?edit=import');
  const drawer = await dialog('Import users');
  const file = new File(['email\nmia@hotel.example\nnobody'], 'users.csv', { type: 'text/csv' });
  await product.user.upload(drawer.querySelector('input[type=file]') as HTMLInputElement, file);
  await within(drawer).findByText('1 problem in 2 lines. Nothing is imported.');
  expect(
    within(drawer)
      .getByText(/is no e-mail address/)
      .closest('li')?.textContent,
  ).toContain('Line 3');
  expect(within(drawer).queryByRole('button', { name: /^Import/ })).toBeNull();
  await expectAccessible();
});

test('exports all pages that match the search and the filters', async () => {
  product.network.file(exportUsers, 'users.csv', 'email\r\npaul@hotel.example\r\n');
  open('?q=paul&role=property&page=1');
  await page().findByRole('table', { name: 'Users' });
  await press('Export CSV');
  await waitFor(() => expect(product.downloads).toHaveLength(1));
  expect(product.downloads[0]?.name).toBe('users.csv');
  expect(await product.downloads[0]?.text()).toContain(PAUL.email);
  expect(product.network.callsOf(exportUsers)[0]?.query).toEqual({ q: 'paul', role: 'property' });
});

test('revokes a token of an account after confirmation', async () => {
  const used: ApiToken = {
    id: '01900000-0000-7000-8000-0000000000cc',
    name: 'Sync',
    prefix: 'vbt_ab12c',
    addresses: [],
    scopes: ['reports:read'],
    pending: false,
    expired: false,
    created_at: '2026-11-21T10:00:00.000Z',
    expires_at: '2027-02-19T10:00:00.000Z',
    last_used_at: null,
  };
  product.network.on(listUserTokens, { data: [used] });
  product.open(`/admin/users?show=${PAUL.id}`, { as: 'admin' });
  await product.user.click(await button('Revoke Sync'));
  product.network.on(revokeUserToken, { status: true });
  product.network.on(listUserTokens, { data: [] });
  await product.user.click(await button('Revoke'));
  await page().findByText('Sync was revoked');
  await waitFor(() => expect(page().queryByText('API tokens')).toBeNull());
  await expectAccessible();
});
