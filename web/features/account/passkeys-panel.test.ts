// @vitest-environment jsdom
import { waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentUser, login } from '#contract/auth.ts';
import { listOwnIdentities } from '#contract/identities.ts';
import {
  addPasskey,
  beginPasskey,
  beginPasskeyConfirmation,
  beginPasskeySignIn,
  listPasskeys,
  type Passkey,
  removePasskey,
  renamePasskey,
  signInByPasskey,
} from '#contract/passkeys.ts';
import { enterSecondFactor, secondFactorState } from '#contract/second-factor.ts';
import { confirmSession, listOwnSessions } from '#contract/sessions.ts';
import { publicConfig } from '#contract/site.ts';
import { CONFIG, tokenOf, userOf } from '../../app/testing/accounts.ts';
import {
  atAddress,
  button,
  dialog,
  expectAccessible,
  field,
  fill,
  heading,
  page,
  productPage,
} from '../../app/testing/product-page.ts';

const product = productPage();
const { press, network } = product;
const ADA = userOf('property', { has_passkey: true, second_factor: 'on' });
const region = (): Promise<HTMLElement> => page().findByRole('region', { name: 'Passkeys' });
const said = (text: string | RegExp): Promise<HTMLElement> => page().findByText(text);

const passkey = (id: string, name: string, more: Partial<Passkey> = {}): Passkey => ({
  id,
  name,
  synced: false,
  created_at: '2026-11-01T10:00:00.000Z',
  last_used_at: null,
  ...more,
});
const REQUEST = { challenge: 'Y2g', rp_id: 'localhost', timeout_ms: 1_000, credentials: [] };
const bytes = () => new Uint8Array([1, 2, 3]).buffer;
const SIGNED = { credential_id: 'AQID', client_data: 'AQID', authenticator_data: 'AQID', signature: 'AQID' };

/** The next result of the browser's authenticator. */
const create = vi.fn();
const get = vi.fn();
const asCredential = (response: object) => ({
  id: 'AQID',
  rawId: bytes(),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  response,
  getClientExtensionResults: () => ({}),
});

beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', () => undefined);
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create, get } });
  create
    .mockReset()
    .mockResolvedValue(
      asCredential({ clientDataJSON: bytes(), attestationObject: bytes(), getTransports: () => ['internal'] }),
    );
  get
    .mockReset()
    .mockResolvedValue(
      asCredential({ clientDataJSON: bytes(), authenticatorData: bytes(), signature: bytes(), userHandle: null }),
    );
  network.on(listOwnSessions, { data: [] });
  network.on(listOwnIdentities, { data: [] });
  network.on(secondFactorState, { enabled: false, required: false, recovery_codes_left: 9 });
  network.on(listPasskeys, { data: [passkey('a1', 'Phone', { synced: true })] });
  network.on(currentUser, ADA);
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'credentials');
});

test('lists passkeys with their details, and explains the other sign-in panels', async () => {
  product.open('/app/password', { as: ADA });
  const panel = await region();
  await within(panel).findByText(/synced between devices/);
  expect(within(panel).getByText('Not used yet')).toBeTruthy();
  await said('Off: your passkeys are the second factor');
  await said(/^9 recovery codes left/);
  expect(await button('Create new recovery codes')).toBeTruthy();
  await expectAccessible();
});

test('names and creates the first passkey, and shows its recovery codes once', async () => {
  network.on(listPasskeys, { data: [] });
  network.on(beginPasskey, {
    challenge: 'Y2g',
    rp_id: 'localhost',
    rp_name: 'Voltboard',
    user_id: 'dQ',
    user_name: 'a',
    display_name: 'A',
    algorithms: [-7],
    timeout_ms: 1_000,
    exclude: [{ id: 'AQID', transports: ['usb'] }],
  });
  network.on(addPasskey, { passkey: passkey('b2', 'Blue key'), recovery_codes: ['code-0', 'code-1'] });
  product.open('/app/password', { as: userOf('property') });
  await press('Add passkey');
  expect(((await button('Continue')) as HTMLButtonElement).disabled).toBe(true);
  fill(await field('Passkey name'), ' Blue key ');
  create.mockRejectedValueOnce(new DOMException('gone', 'NotAllowedError'));
  await press('Continue');
  await said('No passkey was used. Try again when you are ready.');
  network.on(listPasskeys, { data: [passkey('b2', 'Blue key')] });
  await press('Continue');
  const codes = await page().findByRole('list', { name: 'Recovery codes' });
  expect(within(codes).getAllByRole('listitem')).toHaveLength(2);
  const [{ publicKey }] = create.mock.calls.at(-1) as [CredentialCreationOptions];
  expect(publicKey).toMatchObject({
    rp: { id: 'localhost' },
    attestation: 'none',
    excludeCredentials: [{ transports: ['usb'] }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  expect(network.callsOf(addPasskey)[0]?.body).toEqual({
    name: 'Blue key',
    credential_id: 'AQID',
    client_data: 'AQID',
    attestation_object: 'AQID',
    transports: ['internal'],
  });
  await press('I saved them');
  await within(await region()).findByText('Blue key');
});

test('renames a passkey in place, removes one after confirmation, and shows a refusal there', async () => {
  product.open('/app/password', { as: ADA });
  await press('Rename Phone');
  fill(await field('New name for Phone'), 'Old phone');
  network.on(renamePasskey, { status: true });
  network.on(listPasskeys, { data: [passkey('a1', 'Old phone')] });
  await press('Save');
  await press('Remove Old phone');
  const asked = await dialog('Remove passkey');
  network.refuse(removePasskey, 409, { message: 'It is the only way into this account.' });
  await product.user.click(within(asked).getByRole('button', { name: 'Remove' }));
  await within(asked).findByText('It is the only way into this account.');
  await expectAccessible();
  network.on(removePasskey, { status: true });
  network.on(listPasskeys, { data: [] });
  await product.user.click(within(asked).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(page().queryByRole('dialog')).toBeNull());
  expect(network.callsOf(renamePasskey)[0]).toMatchObject({ params: { id: 'a1' }, body: { name: 'Old phone' } });
});

test('confirms a dangerous action in an old session with a passkey, then runs it', async () => {
  network.refuse(removePasskey, 401, { message: 'Confirm that it is you.', code: 'fresh_login' }, { times: 1 });
  network.on(beginPasskeyConfirmation, { ...REQUEST, credentials: [{ id: 'AQID', transports: ['internal'] }] });
  network.on(confirmSession, { status: true });
  product.open('/app/password', { as: ADA });
  await press('Remove Phone');
  await product.user.click(within(await dialog('Remove passkey')).getByRole('button', { name: 'Remove' }));
  const asked = await dialog('Confirm that it’s you');
  network.on(removePasskey, { status: true });
  network.on(listPasskeys, { data: [] });
  await product.user.click(await within(asked).findByRole('button', { name: 'Use a passkey' }));
  await waitFor(() => expect(page().queryByRole('dialog')).toBeNull());
  expect(network.callsOf(confirmSession)[0]?.body).toEqual({ passkey: SIGNED });
});

test('hides the panel from an administrator who views as the user, and where passkeys are off', async () => {
  product.open('/app/password', { as: userOf('property', { viewed_by: 'boss@hotel.example' }) });
  await page().findByRole('region', { name: 'Sessions' });
  expect(page().queryByRole('region', { name: 'Passkeys' })).toBeNull();
  expect(network.callsOf(listPasskeys)).toEqual([]);
});

test('signs in with a passkey alone, and shows what went wrong', async () => {
  network.on(beginPasskeySignIn, REQUEST);
  network.refuse(signInByPasskey, 401, { message: 'This passkey could not be verified.' }, { times: 1 });
  product.open('/login?from=%2Fapp%2Fpassword');
  await press('Sign in with a passkey');
  await said('This passkey could not be verified.');
  await expectAccessible();
  network.on(signInByPasskey, { status: true, data: tokenOf('one'), role: 'property' });
  await press('Sign in with a passkey');
  await atAddress('/app/password');
  expect(network.callsOf(signInByPasskey)[1]?.body).toEqual({ passkey: SIGNED });
});

test.each([
  ['where the installation has no passkeys', () => network.on(publicConfig, { ...CONFIG, passkeys: false })],
  ['in a browser without them', () => vi.unstubAllGlobals()],
])('offers no passkey on the login page %s', async (_, change) => {
  change();
  product.open('/login');
  await button('Login');
  await waitFor(() => expect(network.callsOf(publicConfig)).not.toEqual([]));
  expect(page().queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull();
});

test('accepts a passkey as the second step if the account has one', async () => {
  network.on(login, { status: false, data: '', role: '', challenge: 'c1', passkey: true });
  network.on(beginPasskeySignIn, REQUEST);
  network.on(enterSecondFactor, { status: true, data: tokenOf('two'), role: 'property' });
  product.open('/login?from=%2Fapp%2Fpassword');
  fill(await field('Email'), ADA.email);
  fill(await field('Password'), 'right');
  await press('Login');
  await heading('Second step');
  await expectAccessible();
  await press('Use a passkey');
  await atAddress('/app/password');
  expect(network.callsOf(beginPasskeySignIn)[0]?.body).toEqual({ challenge: 'c1' });
  expect(network.callsOf(enterSecondFactor)[0]?.body).toEqual({ challenge: 'c1', passkey: SIGNED });
});
