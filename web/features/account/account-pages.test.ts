// @vitest-environment jsdom
import { fireEvent, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { deleteAccount, updateAvatar, updatePreferences, updateProfile } from '#contract/account.ts';
import { currentUser, login } from '#contract/auth.ts';
import { linkIdentity, listOwnIdentities } from '#contract/identities.ts';
import { listPasskeys } from '#contract/passkeys.ts';
import {
  enableSecondFactor,
  enterSecondFactor,
  prepareSecondFactor,
  secondFactorState,
} from '#contract/second-factor.ts';
import { changePassword, confirmSession, endOwnSession, listOwnSessions, type OwnSession } from '#contract/sessions.ts';
import { publicConfig } from '#contract/site.ts';
import { CONFIG, tokenOf, userOf } from '../../app/testing/accounts.ts';
import {
  address,
  atAddress,
  button,
  dialog,
  expectAccessible,
  failure,
  field,
  fill,
  heading,
  page,
  productPage,
} from '../../app/testing/product-page.ts';
import { stubDashboard } from '../../app/testing/stub-dashboard.ts';

const product = productPage();
const ADA = userOf('property');
const { press } = product;
const region = (name: string): Promise<HTMLElement> => page().findByRole('region', { name });
const said = (text: string | RegExp): Promise<HTMLElement> => page().findByText(text);
const session = (id: string, device: string, isCurrent = false): OwnSession => ({
  id,
  device,
  kind: 'desktop',
  place: "The server's own machine",
  method: 'password',
  current: isCurrent,
  started_at: '2026-11-21T10:00:00.000Z',
  last_used_at: '2026-11-21T10:00:00.000Z',
});

beforeEach(() => {
  product.network.on(listOwnSessions, { data: [session('a1', 'Chromium on Linux', true)] });
  product.network.on(secondFactorState, { enabled: false, required: false, recovery_codes_left: 0 });
  product.network.on(listOwnIdentities, { data: [] });
  product.network.on(listPasskeys, { data: [] });
});

test.each(['/app/edit_profile', '/app/password'])(
  'explains to a demo account on %s why it cannot save',
  async (path) => {
    product.open(path, { as: userOf('property', { demo: true }) });
    const note = await page().findByRole('note');
    expect(note.textContent).toContain('This is a shared demo account');
    const [save] = await page().findAllByRole('button', { name: /^(Save|Change password)$/ });
    expect((save as HTMLButtonElement).disabled).toBe(true);
    await expectAccessible();
  },
);

test('saves a profile, updates the header, and reports a wrong number before sending', async () => {
  product.network.on(updateProfile, { status: true });
  product.open('/app/edit_profile', { as: ADA });
  fill(await field('First name'), 'Amira');
  fill(await field('Phone number'), 'call me');
  await said('Use only digits, spaces and + ( ) . / -');
  expect(((await button('Save')) as HTMLButtonElement).disabled).toBe(true);
  fill(await field('Phone number'), '+1 555 0100');
  product.network.on(currentUser, { ...ADA, firstName: 'Amira' });
  await press('Save');
  await said('Your profile has been saved');
  await button('Account: Amira');
  expect(product.network.callsOf(updateProfile)[0]?.body).toEqual({
    firstName: 'Amira',
    lastName: 'Hart',
    phoneNumber: '+1 555 0100',
  });
});

test('shows the profile errors of the server at their fields', async () => {
  product.network.refuse(updateProfile, 400, { message: 'Wrong.', fields: { firstName: 'Write fewer letters.' } });
  product.open('/app/edit_profile', { as: ADA });
  fill(await field('First name'), 'A'.repeat(60));
  await press('Save');
  const text = await said('Write fewer letters.');
  expect((await field('First name')).getAttribute('aria-describedby')).toContain(text.id);
});

test('shows the error for an unreadable picture in the picture panel', async () => {
  product.network.refuse(updateAvatar, 400, { message: 'That is no picture that can be read.' });
  product.open('/app/edit_profile', { as: ADA });
  const input = await field('Picture file');
  fireEvent.change(input, { target: { files: [new File(['this is no picture'], 'no.png', { type: 'image/png' })] } });
  await said('That is no picture that can be read.');
  const large = new File([new Uint8Array(6_000_000)], 'large.png', { type: 'image/png' });
  fireEvent.change(input, { target: { files: [large] } });
  await waitFor(() => expect(page().queryByText('That is no picture that can be read.')).toBeNull());
  expect(product.network.callsOf(updateAvatar)).toHaveLength(1);
});

test('stores the time zone with the account and applies it at once', async () => {
  product.network.on(updatePreferences, { status: true });
  product.open('/app/edit_profile', { as: ADA });
  await product.user.selectOptions(await field('Time zone'), 'Asia/Tokyo');
  await said(/Current time: .*(GMT\+9|Japan)/);
  expect(product.network.callsOf(updatePreferences)[0]?.body).toEqual({ time_zone: 'Asia/Tokyo' });
});

test('deletes an account after confirmation and explains a refusal', async () => {
  product.open('/app/edit_profile', { as: ADA });
  await press('Delete my account');
  product.network.refuse(deleteAccount, 400, { message: 'You are the last administrator.' });
  await press('Delete');
  await said('You are the last administrator.');
  product.network.on(deleteAccount, { status: true });
  await press('Delete');
  await said('Your account has been deleted');
  await atAddress(/^\/login$/);
  expect(localStorage.getItem('token')).toBeNull();
});

test('lists sessions, ends them one by one, and asks twice for a new password', async () => {
  const all = [session('a1', 'Chromium on Linux', true), session('b2', 'Firefox'), session('c3', 'Safari')];
  product.network.on(listOwnSessions, { data: all });
  product.open('/app/password', { as: ADA });
  const sessions = await region('Sessions');
  await waitFor(() => expect(within(sessions).getAllByRole('listitem')).toHaveLength(3));
  expect(within(sessions).getByText('This session').closest('li')?.textContent).toContain("The server's own machine");
  await expectAccessible();
  product.network.on(endOwnSession, { status: true });
  product.network.on(listOwnSessions, { data: all.slice(0, 2) });
  await press('End session: Safari');
  await waitFor(() => expect(within(sessions).getAllByRole('listitem')).toHaveLength(2));
  expect(product.network.callsOf(endOwnSession)[0]?.params).toEqual({ id: 'c3' });
  fill(await field('Current password'), 'wrong');
  fill(await field('New password'), 'seven otters under a bridge');
  fill(await field('Confirm new password'), 'seven otters under the bridge');
  await said('Passwords are not equal');
  expect(((await button('Change password')) as HTMLButtonElement).disabled).toBe(true);
  fill(await field('Confirm new password'), 'seven otters under a bridge');
  await product.user.click(await page().findByRole('link', { name: 'Dashboard' }));
  await press('Keep editing');
  expect(((await field('Confirm new password')) as HTMLInputElement).value).toBe('seven otters under a bridge');
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('otters');
  const message = 'That password is not right. Try again.';
  product.network.refuse(changePassword, 400, { message, fields: { current_password: message } });
  await press('Change password');
  await said(message);
  fill(await field('Current password'), 'right');
  product.network.on(changePassword, { status: true });
  product.network.on(listOwnSessions, { data: all.slice(0, 1) });
  await press('Change password');
  await said('Password has been updated');
  await waitFor(() => expect(within(sessions).getAllByRole('listitem')).toHaveLength(1));
});

test('shows the error of a panel, keeps the other panels, and loads it on retry', async () => {
  product.network.refuse(listOwnSessions, 500, { message: 'Not today.' });
  product.open('/app/password', { as: ADA });
  const place = await failure('Your sessions could not be loaded.');
  expect(place.textContent).toContain('Not today.');
  expect(await button('Set up')).toBeTruthy();
  product.network.on(listOwnSessions, { data: [session('a1', 'Chromium on Linux', true)] });
  await product.user.click(within(place).getByRole('button', { name: 'Try again' }));
  await said('This session');
});

const SEED = { seed: 'ABCDEFGH', uri: 'otpauth://totp/x', picture: '<svg xmlns="http://www.w3.org/2000/svg"/>' };

test('asks for the password before a dangerous action in an old session, then runs it', async () => {
  product.network.on(prepareSecondFactor, SEED);
  product.network.refuse(
    prepareSecondFactor,
    401,
    { message: 'Confirm that it is you.', code: 'fresh_login' },
    { times: 1 },
  );
  product.open('/app/password', { as: ADA });
  await press('Set up');
  const asked = await dialog('Confirm that it’s you');
  await expectAccessible();
  product.network.refuse(confirmSession, 400, { message: 'That password is not right. Try again.' });
  fill(within(asked).getByLabelText('Password'), 'wrong');
  await product.user.click(within(asked).getByRole('button', { name: 'Confirm' }));
  await within(asked).findByText('That password is not right. Try again.');
  product.network.on(confirmSession, { status: true });
  fill(within(asked).getByLabelText('Password'), 'right');
  await product.user.click(within(asked).getByRole('button', { name: 'Confirm' }));
  await page().findByAltText('QR code for your authenticator app');
  expect(page().queryByRole('dialog')).toBeNull();
  expect(address()).toBe('/app/password');
});

test('does not run a dangerous action without confirmation', async () => {
  product.network.refuse(prepareSecondFactor, 401, { message: 'Confirm that it is you.', code: 'fresh_login' });
  product.open('/app/password', { as: ADA });
  await press('Set up');
  const asked = await dialog('Confirm that it’s you');
  await product.user.click(within(asked).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(page().queryByRole('dialog')).toBeNull());
  expect(product.network.callsOf(prepareSecondFactor)).toHaveLength(1);
  expect(page().queryByAltText('QR code for your authenticator app')).toBeNull();
});

test('sets up a second factor with an app code and shows its recovery codes once', async () => {
  product.network.on(prepareSecondFactor, SEED);
  product.open('/app/password', { as: ADA });
  await press('Set up');
  expect((await page().findByRole('link', { name: 'open it here' })).getAttribute('href')).toBe(SEED.uri);
  fill(await field('Code from the app'), '000000');
  product.network.refuse(enableSecondFactor, 400, { message: 'The code is not right. Use the newest one of the app.' });
  await press('Turn on');
  await said(/^The code is not right/);
  const codes = Array.from({ length: 10 }, (_, index) => `code-${index}`);
  product.network.on(enableSecondFactor, { recovery_codes: codes });
  product.network.on(secondFactorState, { enabled: true, required: false, recovery_codes_left: 10 });
  fill(await field('Code from the app'), '123456');
  await press('Turn on');
  const list = await page().findByRole('list', { name: 'Recovery codes' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(10);
  await expectAccessible();
  await press('I saved them');
  await said(/10 recovery codes left/);
  expect(page().queryByText('code-0')).toBeNull();
});

test('shows the second factor first to an administrator who needs it, and continues after the codes', async () => {
  stubDashboard(product.network);
  product.network.on(prepareSecondFactor, SEED);
  product.network.on(secondFactorState, { enabled: false, required: true, recovery_codes_left: 0 });
  product.open('/app/password', { as: userOf('admin', { second_factor: 'missing' }) });
  const inOrder = () =>
    page()
      .getAllByRole('region')
      .map((panel) => panel.getAttribute('aria-label') ?? within(panel).queryByRole('heading')?.textContent)
      .filter((title) => title === 'Password' || title === 'Two-factor authentication');
  await press('Set up');
  expect(inOrder()).toEqual(['Two-factor authentication', 'Password']);
  product.network.on(enableSecondFactor, { recovery_codes: ['code-0'] });
  product.network.on(secondFactorState, { enabled: true, required: true, recovery_codes_left: 1 });
  product.network.on(currentUser, userOf('admin'));
  fill(await field('Code from the app'), '123456');
  await press('Turn on');
  await page().findByText('code-0');
  expect(inOrder()).toEqual(['Two-factor authentication', 'Password']);
  await press('I saved them');
  await atAddress('/app/main/dashboard');
});

test('asks again for a wrong code, and restarts sign-in when the first step has expired', async () => {
  product.network.on(login, { status: true, data: '', role: 'property', challenge: 'c1' });
  const enter = async (): Promise<void> => {
    fill(await field('Email'), ADA.email);
    fill(await field('Password'), 'right');
    await press('Login');
    await heading('Second step');
  };
  product.open('/login?from=%2Fapp%2Fpatent');
  await enter();
  await expectAccessible();
  const code = await field('App code or recovery code');
  product.network.refuse(enterSecondFactor, 401, { message: 'The code is not right. Try again.' });
  fill(code, '000000');
  await press('Continue');
  await said('The code is not right. Try again.');
  product.network.refuse(enterSecondFactor, 400, { message: 'Sign in again.' });
  fill(code, '111111');
  await press('Continue');
  await said('Sign in again.');
  await enter();
  product.network.on(enterSecondFactor, { status: true, data: tokenOf('two'), role: 'property' });
  product.network.on(currentUser, ADA);
  fill(await field('App code or recovery code'), '222222');
  await product.user.keyboard('{Enter}');
  await atAddress(/^\/app\/patent/);
});

test('offers a configured provider, and asks for the password of an existing account once', async () => {
  product.network.on(publicConfig, { ...CONFIG, sign_in_providers: [{ name: 'google', label: 'Google' }] });
  product.open('/login?link=r1&provider=google&from=%2Fapp%2Fpatent');
  await said(/^An account with your email already exists\./);
  expect(address()).toBe('/login?from=%2Fapp%2Fpatent');
  await expectAccessible();
  fill(await field('Password'), 'wrong');
  product.network.refuse(linkIdentity, 401, { message: 'That password is not right. Try again.' });
  await press('Connect Google');
  await said('That password is not right. Try again.');
  fill(await field('Password'), 'right');
  product.network.on(linkIdentity, { status: true, data: tokenOf('linked'), role: 'property' });
  product.network.on(currentUser, ADA);
  await press('Connect Google');
  await atAddress(/^\/app\/patent/);
});
