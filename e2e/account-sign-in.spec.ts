import { expect, type Page } from '@playwright/test';
import { appCode, enter, makeAccount, OWN_PASSWORD } from './account-steps.ts';
import { startProvider } from './oidc-provider.ts';
import { expectAccessible, fillLogin, loginButton, REFUSED, test } from './shell-steps.ts';

// All tests share one provider, which signs in the person that the current test has set.
test.describe.configure({ mode: 'serial' });
test.use({ expectedErrors: [REFUSED] });

let provider: Awaited<ReturnType<typeof startProvider>>;
test.beforeAll(async ({ baseURL }) => {
  provider = await startProvider(Number(new URL(baseURL ?? '').port));
});
test.afterAll(() => provider.stop());

const storedUser = (page: Page) => page.evaluate(() => localStorage.getItem('user') ?? '');
const googleButton = (page: Page) => page.getByRole('button', { name: 'Continue with Google' });

test('a new user signs in with Google and gets an account without rights, which an administrator has to link', async ({
  page,
}) => {
  provider.person({
    sub: `new-${Date.now()}`,
    email: `new-${Date.now()}@mail.example`,
    email_verified: true,
    given_name: 'Noa',
  });
  await page.goto('/login?from=%2Fapp%2Fextra%2Fsearch');
  await expect(page.getByRole('button', { name: 'Continue with Microsoft' })).toHaveCount(0);
  await googleButton(page).click();
  await expect(page.getByRole('heading', { name: 'Your account is not linked yet' })).toBeVisible();
  expect(page.url()).not.toContain('token=');
  expect(JSON.parse(await storedUser(page))).toMatchObject({
    firstName: 'Noa',
    role: 'unassigned',
    provider: 'google',
  });
  await page.getByRole('link', { name: 'Your account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit profile' })).toBeVisible();
});

// The daily tests of each step are in server/features/auth/provider-sign-in.test.ts and
// web/features/account/account-pages.test.ts.
test('an existing email needs its password once to connect Google; then Google alone works', { tag: '@full' }, async ({
  page,
  context,
}) => {
  const { email } = makeAccount();
  provider.person({ sub: `known-${email}`, email, email_verified: true });
  await page.goto('/login?from=%2Fapp%2Fpassword');
  await googleButton(page).click();
  await expect(page.getByText('An account with your email already exists.')).toBeVisible();
  expect(page.url()).not.toContain('link=');
  expect(await storedUser(page)).toBe('');
  await expectAccessible(page);
  await page.getByLabel('Password', { exact: true }).fill(OWN_PASSWORD);
  await page.getByRole('button', { name: 'Connect Google' }).click();
  await expect(page.getByRole('region', { name: 'Other ways to sign in' })).toContainText(email);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await context.clearCookies();
  await googleButton(page).click();
  await expect(page.getByRole('button', { name: /^Account: Mara/ })).toBeVisible();
});

test('an email that Google does not confirm opens no account', { tag: '@full' }, async ({ page }) => {
  const { email } = makeAccount();
  provider.person({ sub: 'somebody', email, email_verified: false });
  await page.goto('/login');
  await googleButton(page).click();
  await expect(page.getByText('Google hasn’t verified your email address.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go to login' }).click();
  await expect(loginButton(page)).toBeVisible();
  expect(await storedUser(page)).toBe('');
});

test('a second factor is set up, requested, replaced by a recovery code, and switched off', async ({ page }) => {
  const { email } = makeAccount();
  await enter(page, email);
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect(page.getByAltText('QR code for your authenticator app')).toBeVisible();
  const seed = await page.locator('li code').innerText();
  await expectAccessible(page);
  await page.getByLabel('Code from the app').fill('000000');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('The code is incorrect. Use the latest code from your app')).toBeVisible();
  await page.getByLabel('Code from the app').fill(appCode(seed));
  await page.getByRole('button', { name: 'Turn on' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recoveryCode = await codes.first().innerText();
  await page.getByRole('button', { name: 'I saved them' }).click();
  await expect(page.getByText('10 recovery codes left')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();

  await fillLogin(page, email, OWN_PASSWORD);
  await loginButton(page).click();
  const field = page.getByLabel('App code or recovery code');
  await field.fill('000000');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('The code is incorrect. Try again.');
  await expectAccessible(page);
  await field.fill(appCode(seed, 1));
  await field.press('Enter');
  await expect(page.getByRole('button', { name: /^Account: Mara/ })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();

  await fillLogin(page, email, OWN_PASSWORD);
  await loginButton(page).click();
  await field.fill(recoveryCode);
  await field.press('Enter');
  await expect(page.getByRole('button', { name: /^Account: Mara/ })).toBeVisible();
  await page.goto('/app/password');
  await expect(page.getByText('9 recovery codes left')).toBeVisible();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByText('Off: you sign in with your password alone')).toBeVisible();
});

// web/features/account/account-pages.test.ts tests that a dangerous action asks for the password.
test('an account that uses Google only confirms a dangerous action by a fresh sign-in there', { tag: '@full' }, async ({
  page,
  context,
}) => {
  const sub = `only-${Date.now()}`;
  provider.person({ sub, email: `${sub}@mail.example`, email_verified: true, given_name: 'Noa' });
  await page.goto('/login?from=%2Fapp%2Fpassword');
  await googleButton(page).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Password and sign-in' })).toBeVisible();
  let isFirst = true;
  await page.route('**/api/auth/second-factor/seed', async (route) => {
    if (!isFirst) return route.continue();
    isFirst = false;
    const error = { message: 'Confirm that it’s you.', code: 'fresh_login' };
    return route.fulfill({ status: 401, json: { error } });
  });
  await page.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it’s you' });
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
  const atGoogle = dialog.getByRole('button', { name: 'Confirm with Google' });
  await expect(atGoogle).toBeVisible();
  await expectAccessible(page);
  // First, another person signs in at the provider, which confirms nothing.
  provider.person({ sub: `other-${sub}` });
  const wrong = context.waitForEvent('page');
  await atGoogle.click();
  await expect((await wrong).getByText('That isn’t the Google account')).toBeVisible();
  await expect(dialog).toBeVisible();
  provider.person({ sub, email: `${sub}@mail.example`, email_verified: true });
  // If the browser blocks the new tab, the user opens the page through a link and loses nothing.
  await page.evaluate(() => {
    window.open = () => null;
  });
  await atGoogle.click();
  const byHand = context.waitForEvent('page');
  await dialog.getByRole('link', { name: 'Open Google in a new tab' }).click();
  const back = await byHand;
  await expect(dialog).toBeHidden();
  await expect(page.getByAltText('QR code for your authenticator app')).toBeVisible();
  // The tab is no longer needed and closes automatically.
  await expect.poll(() => back.isClosed()).toBe(true);
  // No tab waits for the confirmation anymore, so the user continues in this tab.
  await page.goto('/app/password?confirmed=google');
  await expect(page.getByText('Your identity is confirmed. Now repeat the action that required it.')).toBeVisible();
  await expect(page).toHaveURL(/\/app\/password$/);
});
