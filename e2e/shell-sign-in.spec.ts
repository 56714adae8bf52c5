import { expect } from '@playwright/test';
import { ACCOUNTS, fillLogin, loginButton, onDashboard, PASSWORD, REFUSED, test, tokenOf } from './shell-steps.ts';

// web/app/signing-in.test.ts tests the texts of the sign-in pages.
// Combined into one expression, because Playwright treats the second element of a list as the options of the first.
test.use({ expectedErrors: [new RegExp(`${REFUSED.source}|ERR_CONNECTION_REFUSED`)] });

test.describe('the login page', () => {
  test('signs in by the form, returns to the requested page, and signing out ends it in every tab', async ({
    page,
    context,
  }) => {
    await page.goto('/app/extra/search?q=harbor');
    await expect(page).toHaveURL(/\/login\?from=/);
    await fillLogin(page, 'nobody@demo.voltboard.example', 'wrong');
    await loginButton(page).click();
    await expect(page.getByRole('alert')).toHaveText('Something was wrong. Try again');
    await page.getByRole('button', { name: ACCOUNTS.property }).click();
    await expect(page.getByLabel('Email')).toHaveValue(ACCOUNTS.property);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/app\/extra\/search\?q=harbor$/);
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await onDashboard(page);
    const stored = await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('user')]);
    expect(stored[0]?.split('.')).toHaveLength(3);
    const user = JSON.parse(stored[1] ?? '') as Record<string, unknown>;
    expect(user).toMatchObject({ email: ACCOUNTS.property, role: 'property', has_password: true });
    expect(Object.keys(user).filter((key) => key !== 'has_password' && /password|hash/i.test(key))).toEqual([]);
    expect(stored[1]).not.toContain('$argon2');

    const other = await context.newPage();
    await other.goto('/app/contact');
    await other.getByLabel('Message').fill('Nine lines about a broken outlet.');
    await page.evaluate(() => localStorage.setItem('colorScheme', 'light'));
    const gone = page.waitForResponse((one) => one.url().endsWith('/api/auth/logout'));
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await gone;
    // The response clears the storage (docs/threat-model.md#b9). Appearance settings belong to the browser and are
    // kept.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('colorScheme'))).toBe('light');
    expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('user')])).toEqual([
      null,
      null,
    ]);
    const answer = await page.request.get('/api/auth/me', { headers: { authorization: `Bearer ${stored[0]}` } });
    expect(answer.status()).toBe(401);
    await page.goBack();
    await expect(loginButton(page)).toBeVisible();
    await expect(loginButton(other)).toBeVisible();
    await other.close();
  });
});

test('a token in the address is in no referrer and no history, and a token that is refused opens nothing', async ({
  page,
}) => {
  const token = await tokenOf(page, 'property');
  const referrers: (string | undefined)[] = [];
  page.on('request', (request) => referrers.push(request.headers().referer));
  await page.goto(`/login?token=${token}&from=${encodeURIComponent('/app/extra/search')}`);
  await expect(page).toHaveURL(/\/app\/extra\/search$/);
  await expect(page.getByText('Search', { exact: true }).first()).toBeVisible();
  expect(referrers.some((referrer) => referrer?.includes(token))).toBe(false);
  await page.goBack();
  expect(page.url()).not.toContain('token=');

  await page.goto('/favicon.svg');
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login?token=e30.e30.c2ln');
  await expect(page.getByRole('alert')).not.toBeEmpty();
  expect(page.url()).not.toContain('token=');
  // Forges a session in storage, as a user could with the browser's developer tools.
  await page.evaluate(() => {
    const part = (value: unknown) => btoa(JSON.stringify(value)).replaceAll('=', '');
    localStorage.setItem('token', `${part({ alg: 'none' })}.${part({ sub: 'admin' })}.x`);
    localStorage.setItem('user', JSON.stringify({ role: 'admin', email: 'a@b', firstName: '', avatar: [] }));
  });
  await page.goto('/app/main/dashboard?q=a');
  await expect(page).toHaveURL(/\/login\?from=%2Fapp%2Fmain%2Fdashboard%3Fq%3Da$/);
  expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('user')])).toEqual([
    null,
    null,
  ]);
});

// web/app/signing-in.test.ts tests the texts. In the daily run, public-failures.spec.ts tests a server that becomes
// unreachable and returns.
test('distinguishes a wrong password from a lost connection, and the right password works once the server is back', {
  tag: '@full',
}, async ({ page }) => {
  await page.goto('/login');
  await fillLogin(page, ACCOUNTS.admin, PASSWORD);
  await page.route('**/api/**', (route) => route.abort('connectionrefused'));
  await loginButton(page).click();
  await expect(page.getByRole('alert')).toContainText('cannot be reached');
  await page.unroute('**/api/**');
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect(page.getByText('Connection lost.')).toBeHidden();
  await loginButton(page).click();
  await onDashboard(page);
});
