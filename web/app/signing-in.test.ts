// @vitest-environment jsdom
import { fireEvent, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { currentUser, exchangeCode, login } from '#contract/auth.ts';
import { listOwnIdentities } from '#contract/identities.ts';
import { listPasskeys } from '#contract/passkeys.ts';
import { resetPassword, sendPasswordReset, signUp, verifyEmail } from '#contract/registration.ts';
import { secondFactorState } from '#contract/second-factor.ts';
import { listOwnSessions } from '#contract/sessions.ts';
import { publicConfig } from '#contract/site.ts';
import { beginSession } from '../features/auth/session-api.ts';
import { verifySession } from './session-events.ts';
import { CONFIG, tokenOf, userOf } from './testing/accounts.ts';
import {
  address,
  atAddress,
  button,
  expectAccessible,
  field,
  fill,
  heading,
  page,
  productPage,
} from './testing/product-page.ts';
import { stubDashboard } from './testing/stub-dashboard.ts';

const product = productPage();
const OWNER = userOf('property', { email: 'owner@hotel.example' });
const ADMIN = userOf('admin', { email: 'admin@network.example' });

async function fillLogin(email: string, password: string): Promise<void> {
  fill(await field('Email'), email);
  fill(await field('Password'), password);
}
const submit = async (): Promise<void> => product.user.click(await button('Login'));
const alert = (): string | undefined => page().queryByRole('alert')?.textContent ?? undefined;
const value = async (label: string): Promise<string> => ((await field(label)) as HTMLInputElement).value;
const storedEmail = (): unknown => JSON.parse(localStorage.getItem('user') ?? '{}').email;

function letIn(account = OWNER): void {
  stubDashboard(product.network);
  product.network.on(login, { status: true, data: tokenOf(account.email), role: account.role });
  product.network.on(currentUser, account);
}

test('the login page offers its links and demo accounts; a demo account fills the form and signs in', async () => {
  letIn();
  const demoAccounts = (['admin', 'property', 'advertiser'] as const).map((role) => ({
    role,
    email: `${role}@demo.example`,
    password: 'voltboard-demo',
  }));
  product.network.on(publicConfig, { ...CONFIG, demo_accounts: demoAccounts });
  product.open('/');
  await heading('Login');
  expect(address()).toMatch(/^\/login\?from=/);
  expect(document.title).toBe('Login · Voltboard');
  expect(page().getByRole('link', { name: 'Forgot password' }).getAttribute('href')).toBe('/forgot');
  expect(page().getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/register');
  expect((await field('Email')).getAttribute('type')).toBe('email');
  const choices = await page().findByRole('region', { name: /^Demo accounts/ });
  expect(within(choices).getAllByRole('button')).toHaveLength(3);
  await expectAccessible();
  await product.user.click(await button(/property@demo\.example/));
  expect(await value('Email')).toBe('property@demo.example');
  await submit();
  await heading('Dashboard');
  expect(address()).toBe('/app/main/dashboard');
  expect(storedEmail()).toBe(OWNER.email);
});

test('does not check the user again right after signing in, but does on a return', async () => {
  product.network.on(currentUser, OWNER);
  const router = { invalidate: async () => undefined } as unknown as Parameters<typeof verifySession>[0];
  await beginSession(tokenOf('begun here'));
  await verifySession(router);
  expect(product.network.callsOf(currentUser)).toHaveLength(1);
  await verifySession(router);
  expect(product.network.callsOf(currentUser)).toHaveLength(2);
});

test('refuses an empty field without a call', async () => {
  product.open('/login');
  await heading('Login');
  await submit();
  expect(alert()).toBe('Something was wrong. Try again');
  await fillLogin('admin@network.example', '');
  await submit();
  expect(alert()).toBe('Something was wrong. Try again');
  expect(product.network.callsOf(login)).toEqual([]);
});

test.each([
  [{ message: 'Something was wrong. Try again' }, 401, 'Something was wrong. Try again'],
  [{ message: 'Too many tries. Wait 5 min.' }, 429, 'Too many tries. Wait 5 min.'],
  ['', 500, 'Something was wrong. Try again'],
])('shows a refusal by the server, keeps what was typed and allows a retry: %o', async (error, status, said) => {
  product.network.refuse(login, status, error);
  product.open('/login');
  await fillLogin('nobody@hotel.example', 'wrong');
  await submit();
  await waitFor(() => expect(alert()).toBe(said));
  expect([await value('Email'), await value('Password')]).toEqual(['nobody@hotel.example', 'wrong']);
  letIn(ADMIN);
  await fillLogin(ADMIN.email, 'right');
  await product.user.type(await field('Password'), '{Enter}');
  await heading('Dashboard');
});

test('shows Loading... on the button while the request runs, and sends it once', async () => {
  stubDashboard(product.network);
  product.network.on(currentUser, ADMIN);
  const release = product.network.hold(login, { status: true, data: tokenOf('a'), role: 'admin' });
  product.open('/login');
  await fillLogin(ADMIN.email, 'right');
  await product.user.dblClick(await button('Login'));
  expect(((await button('Loading...')) as HTMLButtonElement).disabled).toBe(true);
  await product.user.type(await field('Password'), '{Enter}');
  release();
  await heading('Dashboard');
  expect(product.network.callsOf(login)).toHaveLength(1);
});

test('reports an unreachable server beside the form and keeps what was typed', async () => {
  product.open('/login');
  await fillLogin(ADMIN.email, 'right');
  product.network.setDown(true);
  await submit();
  await waitFor(() => expect(alert()).toContain('cannot be reached'));
  await page().findByText(/^Connection lost\./);
  expect(await value('Password')).toBe('right');
  product.network.setDown(false);
  await product.user.click(await button('Try now'));
  await waitFor(() => expect(page().queryByText(/^Connection lost\./)).toBeNull());
  letIn(ADMIN);
  await submit();
  await heading('Dashboard');
});

test('redirects a signed-in user to the page they came from, else to the dashboard', async () => {
  stubDashboard(product.network);
  product.open('/login', { as: 'admin' });
  await heading('Dashboard');
  product.open('/login?from=%2Fapp%2Fpatent%3Fq%3Dhotel', { as: 'admin' });
  await atAddress(/^\/app\/patent/);
});

test.each([
  '//example.org',
  '/\\example.org',
  'https://example.org/app',
  'javascript:alert(1)',
  '/login',
  '%2f%2fexample.org',
])('the login page never redirects to another site: from=%s', async (from) => {
  stubDashboard(product.network);
  product.open(`/login?from=${encodeURIComponent(from)}`, { as: 'admin' });
  await heading('Dashboard');
  expect([window.location.origin, address()]).toEqual(['http://localhost:3000', '/app/main/dashboard']);
});

test('the login page remembers a page that needs a session', async () => {
  letIn();
  product.open('/app/contact?about=campaign');
  await atAddress(/^\/login\?from=%2Fapp%2Fcontact%3Fabout%3Dcampaign$/);
  await fillLogin(OWNER.email, 'right');
  await submit();
  await heading('Contact');
  expect(address()).toBe('/app/contact?about=campaign');
});

test('a token in the address signs in and is removed before the first call', async () => {
  const seen: string[] = [];
  product.network.on(currentUser, () => {
    seen.push(address());
    return OWNER;
  });
  product.open(`/login?token=${tokenOf('link')}&from=${encodeURIComponent('/app/contact')}`);
  await heading('Contact');
  expect(address()).toBe('/app/contact');
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.filter((one) => one.includes('token'))).toEqual([]);
});

test("a token asks before it replaces another account's session", async () => {
  stubDashboard(product.network);
  const other = userOf('advertiser', { email: 'sponsor@bottles.example' });
  const byToken = (): void =>
    product.network.on(currentUser, ({ headers }) =>
      headers.Authorization === `Bearer ${tokenOf('other')}` ? other : ADMIN,
    );
  product.open(`/login?token=${tokenOf('other')}`, { as: ADMIN });
  byToken();
  await button(`Continue as ${other.email}`);
  await expectAccessible();
  await product.user.click(await button(`Stay signed in as ${ADMIN.email}`));
  await heading('Dashboard');
  expect(storedEmail()).toBe(ADMIN.email);
  product.open(`/login?token=${tokenOf('other')}`, { as: ADMIN });
  byToken();
  await product.user.click(await button(`Continue as ${other.email}`));
  await heading('Dashboard');
  expect(storedEmail()).toBe(other.email);
});

test.each(['expired-code', tokenOf('forged')])('an invalid token shows the form with the reason: %s', async (token) => {
  product.network.refuse(exchangeCode, 400, { message: 'This link has ended. Sign in again.' });
  product.network.refuse(currentUser, 401, { message: 'Sign in first.' });
  product.open(`/login?token=${token}`);
  await button('Login');
  await waitFor(() => expect(alert()).toMatch(/Sign in/));
  expect([address(), localStorage.getItem('token')]).toEqual(['/login', null]);
});

test('a forged session opens an empty frame at most, then the login page', async () => {
  product.network.refuseAll(401, { message: 'Sign in first.' });
  localStorage.setItem('token', tokenOf('forged'));
  localStorage.setItem('user', JSON.stringify({ role: 'admin', email: 'a@b', firstName: '', avatar: [] }));
  product.open('/app/main/dashboard?q=a');
  await atAddress(/^\/login\?from=%2Fapp%2Fmain%2Fdashboard%3Fq%3Da$/);
  await heading('Login');
  expect([localStorage.getItem('token'), localStorage.getItem('user')]).toEqual([null, null]);
});

test.each([
  ['/app/password', 'Password and sign-in'],
  ['/app/edit_profile', 'Edit profile'],
  ['/app/main/dashboard', 'Dashboard'],
])('a session without a stored user fetches the user: %s', async (path, title) => {
  letIn();
  product.network.on(listOwnSessions, { data: [] });
  product.network.on(secondFactorState, { enabled: false, required: false, recovery_codes_left: 0 });
  product.network.on(listOwnIdentities, { data: [] });
  product.network.on(listPasskeys, { data: [] });
  localStorage.setItem('token', tokenOf('kept'));
  product.open(path);
  await heading(title);
  await waitFor(() => expect(storedEmail()).toBe(OWNER.email));
});

const PASSWORD = 'quiet lanterns over 7 rivers';
const formAlert = (): string => page().getByRole('form').querySelector('[role="alert"]')?.textContent ?? '';
const { press } = product;
async function fillPasswords(password: string, again = password): Promise<void> {
  fill(await field('Password'), password);
  fill(await field('Confirm password'), again);
}
const said = (text: string | RegExp): Promise<HTMLElement> => page().findByText(text);

afterEach(() => void vi.useRealTimers());

test('the form reports errors on blur and on submit, and clears them after three seconds', async () => {
  product.open('/register');
  await heading('Sign up');
  const [password, again] = [await field('Password'), await field('Confirm password')];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.focus(again);
  fireEvent.blur(again);
  expect(formAlert()).toBe('Password field is empty');
  vi.advanceTimersByTime(2_900);
  expect(formAlert()).toBe('Password field is empty');
  vi.advanceTimersByTime(200);
  vi.useRealTimers();
  await waitFor(() => expect(formAlert()).toBe(''));
  fill(await field('Email'), 'a@hotel.example');
  fill(password, PASSWORD);
  fill(again, 'something else');
  fireEvent.blur(again);
  expect(formAlert()).toBe('Passwords are not equal');
  await press('Register');
  expect(formAlert()).toBe('Passwords are not equal');
  expect(product.network.callsOf(signUp)).toEqual([]);
  await expectAccessible();
});

test('registration needs an email, shows the password strength, and asks to check for the mail', async () => {
  product.open('/register');
  await heading('Sign up');
  await press('Register');
  expect(formAlert()).toBe('Enter your email.');
  fill(await field('Email'), ' maria@hotel.example ');
  await fillPasswords('password password');
  await said(/^Easy to guess/);
  await fillPasswords(PASSWORD);
  await said('Strong');
  product.network.on(signUp, { status: true });
  await press('Register');
  await said("You've been registered successfully. Please check your email for verification link");
  await atAddress(/^\/login$/);
  expect(product.network.callsOf(signUp).map(({ body }) => body)).toEqual([
    { email: 'maria@hotel.example', password: PASSWORD },
  ]);
});

test('shows a refusal by the server and keeps what was typed; passwords can be shown', async () => {
  product.open('/register');
  fill(await field('Email'), 'a@hotel.example');
  await fillPasswords('password password');
  product.network.refuse(signUp, 400, { message: 'The password is easy to guess' });
  await press('Register');
  await waitFor(() => expect(formAlert()).toBe('The password is easy to guess'));
  expect(((await field('Email')) as HTMLInputElement).value).toBe('a@hotel.example');
  await press('Show passwords');
  for (const name of ['Password', 'Confirm password'])
    expect([((await field(name)) as HTMLInputElement).type, ((await field(name)) as HTMLInputElement).value]).toEqual([
      'text',
      'password password',
    ]);
});

test.each([
  ['invite', 'Registration is by invitation. Use the email that was invited.', 1],
  ['closed', 'Only administrators can create accounts here.', 0],
] as const)('the page explains that registration is %s', async (rule, lead, forms) => {
  product.network.on(publicConfig, { ...CONFIG, sign_up: rule });
  product.open('/register');
  await said(lead);
  expect(page().queryAllByRole('form')).toHaveLength(forms);
  await expectAccessible();
});

test('restores the email of a half-filled form after a reload, and stores no password', async () => {
  product.open('/register');
  fill(await field('Email'), 'a@hotel.example');
  await fillPasswords(PASSWORD);
  product.reload();
  await waitFor(async () => expect(((await field('Email')) as HTMLInputElement).value).toBe('a@hotel.example'));
  expect(((await field('Password')) as HTMLInputElement).value).toBe('');
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('lanterns');
});

test('a mailed link verifies the email and is removed from the address before the first call', async () => {
  const seen: string[] = [];
  product.network.on(verifyEmail, () => {
    seen.push(address());
    return { status: true };
  });
  product.open('/verify-email?token=abc');
  await said('Your email was verified');
  await atAddress(/^\/login$/);
  expect(seen).toEqual(['/verify-email']);
  expect(product.network.callsOf(verifyEmail)[0]?.body).toEqual({ token: 'abc' });
});

test("a link without a token shows 'There are no token' and does not block the form", async () => {
  product.open('/password-reset');
  await heading('New password');
  expect(formAlert()).toBe('There are no token');
  await expectAccessible();
  await fillPasswords(PASSWORD);
  product.network.refuse(resetPassword, 400, { message: 'There are no token' });
  await press('Set password');
  await waitFor(() => expect(product.network.callsOf(resetPassword)).toHaveLength(1));
  await waitFor(() => expect(formAlert()).toBe('There are no token'));
  product.network.refuse(verifyEmail, 400, { message: 'There are no token' });
  product.open('/verify-email');
  await said('There are no token');
  await atAddress(/^\/login$/);
});

test('a mailed link sets a new password', async () => {
  product.open('/password-reset?token=xyz');
  await atAddress(/^\/password-reset$/);
  await fillPasswords(PASSWORD);
  product.network.on(resetPassword, { status: true });
  await press('Set password');
  await said('Password has been updated');
  await atAddress(/^\/login$/);
  expect(product.network.callsOf(resetPassword)[0]?.body).toEqual({ token: 'xyz', password: PASSWORD });
});

test('requests a password reset link; both pages link back to the login page', async () => {
  product.open('/login');
  await product.user.click(await page().findByRole('link', { name: 'Sign up' }));
  await heading('Sign up');
  await product.user.click(page().getByRole('link', { name: 'Login' }));
  await product.user.click(await page().findByRole('link', { name: 'Forgot password' }));
  await heading('Forgot password');
  await press('Send link');
  expect(formAlert()).toBe('Enter your email.');
  fill(await field('Email'), 'a@hotel.example');
  product.network.setDown(true);
  await press('Send link');
  await waitFor(() => expect(formAlert()).toContain('cannot be reached'));
  product.network.setDown(false);
  product.network.on(sendPasswordReset, { status: true });
  await press('Send link');
  await said('Email with resetting instructions has been sent');
  await button('Login');
});
