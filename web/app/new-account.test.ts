// @vitest-environment jsdom
import { fireEvent, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { resetPassword, sendPasswordReset, signUp, verifyEmail } from '#contract/registration.ts';
import { publicConfig } from '#contract/site.ts';
import { CONFIG } from './testing/accounts.ts';
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

const product = productPage();
const PASSWORD = 'quiet lanterns over 7 rivers';
const alert = (): string => page().getByRole('form').querySelector('[role="alert"]')?.textContent ?? '';
const press = async (name: string): Promise<void> => product.user.click(await button(name));
async function fillPasswords(password: string, again = password): Promise<void> {
  fill(await field('Password'), password);
  fill(await field('Confirm password'), again);
}
const said = (text: string | RegExp): Promise<HTMLElement> => page().findByText(text);

afterEach(() => void vi.useRealTimers());

test('the form says what is wrong on leaving the confirm field and on submit, and clears it after three seconds', async () => {
  product.open('/register');
  await heading('Sign up');
  const [password, again] = [await field('Password'), await field('Confirm password')];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.focus(again);
  fireEvent.blur(again);
  expect(alert()).toBe('Password field is empty');
  vi.advanceTimersByTime(2_900);
  expect(alert()).toBe('Password field is empty');
  vi.advanceTimersByTime(200);
  vi.useRealTimers();
  await waitFor(() => expect(alert()).toBe(''));
  fill(await field('Email'), 'a@hotel.example');
  fill(password, PASSWORD);
  fill(again, 'something else');
  fireEvent.blur(again);
  expect(alert()).toBe('Passwords are not equal');
  await press('Register');
  expect(alert()).toBe('Passwords are not equal');
  expect(product.network.callsOf(signUp)).toEqual([]);
  await expectAccessible();
});

test('an address is needed, the strength is shown, and who has registered is told to look for the mail', async () => {
  product.open('/register');
  await heading('Sign up');
  await press('Register');
  expect(alert()).toBe('Email field is empty');
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

test('what the server refuses is said, and what was typed stays; the passwords can be looked at', async () => {
  product.open('/register');
  fill(await field('Email'), 'a@hotel.example');
  await fillPasswords('password password');
  product.network.refuse(signUp, 400, { message: 'The password is easy to guess' });
  await press('Register');
  await waitFor(() => expect(alert()).toBe('The password is easy to guess'));
  expect(((await field('Email')) as HTMLInputElement).value).toBe('a@hotel.example');
  await press('Show the passwords');
  for (const name of ['Password', 'Confirm password'])
    expect([((await field(name)) as HTMLInputElement).type, ((await field(name)) as HTMLInputElement).value]).toEqual([
      'text',
      'password password',
    ]);
});

test.each([
  ['invite', 'Accounts here are by invitation: use the address that was invited.', 1],
  ['closed', 'Accounts of this installation are made by its administrators.', 0],
] as const)('where registering is %s the page says so', async (rule, lead, forms) => {
  product.network.on(publicConfig, { ...CONFIG, sign_up: rule });
  product.open('/register');
  await said(lead);
  expect(page().queryAllByRole('form')).toHaveLength(forms);
  await expectAccessible();
});

test('the address of a half-filled form is found again after a reload, its passwords are kept nowhere', async () => {
  product.open('/register');
  fill(await field('Email'), 'a@hotel.example');
  await fillPasswords(PASSWORD);
  product.reload();
  await waitFor(async () => expect(((await field('Email')) as HTMLInputElement).value).toBe('a@hotel.example'));
  expect(((await field('Password')) as HTMLInputElement).value).toBe('');
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('lanterns');
});

test('a mailed link verifies the address, and leaves the address bar before anything is asked', async () => {
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

test('a link without a token says There are no token, and does not block', async () => {
  product.open('/password-reset');
  await heading('New password');
  expect(alert()).toBe('There are no token');
  await expectAccessible();
  await fillPasswords(PASSWORD);
  product.network.refuse(resetPassword, 400, { message: 'There are no token' });
  await press('Set password');
  await waitFor(() => expect(product.network.callsOf(resetPassword)).toHaveLength(1));
  await waitFor(() => expect(alert()).toBe('There are no token'));
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

test('a link to a new password is asked for, and both pages lead back to the login page', async () => {
  product.open('/login');
  await product.user.click(await page().findByRole('link', { name: 'Sign up' }));
  await heading('Sign up');
  await product.user.click(page().getByRole('link', { name: 'Login' }));
  await product.user.click(await page().findByRole('link', { name: 'Forgot password' }));
  await heading('Forgot password');
  await press('Send link');
  expect(alert()).toBe('Email field is empty');
  fill(await field('Email'), 'a@hotel.example');
  product.network.setDown(true);
  await press('Send link');
  await waitFor(() => expect(alert()).toContain('cannot be reached'));
  product.network.setDown(false);
  product.network.on(sendPasswordReset, { status: true });
  await press('Send link');
  await said('Email with resetting instructions has been sent');
  await button('Login');
});
