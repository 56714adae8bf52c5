import { expect } from '@playwright/test';
import {
  ACCOUNTS,
  fillLogin,
  loginButton,
  onDashboard,
  PASSWORD,
  REFUSED,
  signIn,
  test,
  tokenOf,
} from './shell-steps.ts';

test.describe('the login page', () => {
  test('shows logo, demo accounts, fields and links; a demo account fills the form and leads to the dashboard', async ({
    page,
  }) => {
    await page.goto('/');
    await expect(page).toHaveURL(/\/login\?from=/);
    await expect(page).toHaveTitle('Login · Voltboard');
    await expect(page.getByRole('link', { name: 'Forgot password' })).toHaveAttribute('href', '/forgot');
    await expect(page.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/register');
    await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email');
    for (const email of Object.values(ACCOUNTS)) await expect(page.getByText(email)).toBeVisible();
    await page.getByRole('button', { name: ACCOUNTS.property }).click();
    await expect(page.getByLabel('Email')).toHaveValue(ACCOUNTS.property);
    await loginButton(page).click();
    await onDashboard(page);
    await expect(page).toHaveURL(/\/app\/main\/dashboard/);
    const stored = await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('user')]);
    expect(stored[0]?.split('.')).toHaveLength(3);
    const user = JSON.parse(stored[1] ?? '') as Record<string, unknown>;
    expect(user).toMatchObject({ email: ACCOUNTS.property, role: 'property', has_password: true });
    expect(Object.keys(user).filter((key) => key !== 'has_password' && /password|hash/i.test(key))).toEqual([]);
    expect(stored[1]).not.toContain('$argon2');
  });

  test('says Something was wrong. Try again when a field is empty, without asking the server', async ({ page }) => {
    await page.goto('/login');
    const calls: string[] = [];
    page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    await loginButton(page).click();
    await expect(page.getByRole('alert')).toHaveText('Something was wrong. Try again');
    await fillLogin(page, ACCOUNTS.admin, '');
    await loginButton(page).click();
    await expect(page.getByRole('alert')).toHaveText('Something was wrong. Try again');
    expect(calls).not.toContain('/api/login');
  });

  test.describe('with wrong credentials', () => {
    test.use({ expectedErrors: [REFUSED] });

    test('says so, keeps what was typed, and can be tried again', async ({ page }) => {
      await page.goto('/login');
      await fillLogin(page, 'nobody@demo.voltboard.example', 'wrong');
      await loginButton(page).click();
      await expect(page.getByRole('alert')).toHaveText('Something was wrong. Try again');
      await expect(page.getByLabel('Email')).toHaveValue('nobody@demo.voltboard.example');
      await fillLogin(page, ACCOUNTS.admin, PASSWORD);
      await page.keyboard.press('Enter');
      await onDashboard(page);
    });
  });

  test('shows Loading... while the request runs, and sends it once', async ({ page }) => {
    await page.goto('/login');
    let calls = 0;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/login', async (route) => {
      calls += 1;
      await held;
      await route.continue();
    });
    await fillLogin(page, ACCOUNTS.admin, PASSWORD);
    await loginButton(page).dblclick();
    const busy = page.getByRole('button', { name: 'Loading...' });
    await expect(busy).toBeDisabled();
    await page.getByLabel('Password', { exact: true }).press('Enter');
    release();
    await onDashboard(page);
    expect(calls).toBe(1);
  });

  test('leads somebody who is signed in to the page they came from, else to /app', async ({ page }) => {
    await signIn(page, 'admin');
    await page.goto('/login');
    await onDashboard(page);
    await page.goto('/login?from=%2Fapp%2Fextra%2Fsearch%3Fq%3Dhotel');
    await expect(page).toHaveURL(/\/app\/extra\/search\?q=hotel$/);
  });

  for (const from of [
    '//example.org',
    '/\\example.org',
    'https://example.org/app',
    'javascript:alert(1)',
    '/login',
    '%2f%2fexample.org',
  ])
    test(`never leads elsewhere: from=${from}`, async ({ page, baseURL }) => {
      await signIn(page, 'admin');
      await page.goto(`/login?from=${encodeURIComponent(from)}`);
      await onDashboard(page);
      expect(new URL(page.url()).origin).toBe(baseURL);
    });
});

test.describe('a token in the address', () => {
  test('signs in, and has left the address before anything is asked', async ({ page }) => {
    const token = await tokenOf(page, 'property');
    const referrers: (string | undefined)[] = [];
    page.on('request', (request) => referrers.push(request.headers().referer));
    await page.goto(`/login?token=${token}&from=${encodeURIComponent('/app/extra/search')}`);
    await expect(page).toHaveURL(/\/app\/extra\/search$/);
    await expect(page.getByText('Search', { exact: true }).first()).toBeVisible();
    expect(referrers.some((referrer) => referrer?.includes(token))).toBe(false);
    await page.goBack();
    expect(page.url()).not.toContain('token=');
  });

  test("asks before it replaces another account's session", async ({ page }) => {
    await signIn(page, 'admin');
    const token = await tokenOf(page, 'advertiser');
    await page.goto(`/login?token=${token}`);
    const stay = page.getByRole('button', { name: `Stay ${ACCOUNTS.admin}` });
    await expect(page.getByRole('button', { name: `Continue as ${ACCOUNTS.advertiser}` })).toBeVisible();
    await stay.click();
    await onDashboard(page);
    expect(await page.evaluate(() => localStorage.getItem('user'))).toContain(ACCOUNTS.admin);
    await page.goto(`/login?token=${token}`);
    await page.getByRole('button', { name: `Continue as ${ACCOUNTS.advertiser}` }).click();
    await onDashboard(page);
    expect(await page.evaluate(() => localStorage.getItem('user'))).toContain(ACCOUNTS.advertiser);
  });

  test.describe('that is no good', () => {
    test.use({ expectedErrors: [REFUSED] });

    for (const token of ['expired-code', 'e30.e30.c2ln'])
      test(`shows the form with the reason: ${token}`, async ({ page }) => {
        await page.goto(`/login?token=${token}`);
        await expect(page.getByRole('alert')).not.toBeEmpty();
        await expect(loginButton(page)).toBeVisible();
        expect(page.url()).not.toContain('token=');
        expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
      });
  });
});

test.describe('the session', () => {
  test('is needed below /app: the login page remembers where from', async ({ page }) => {
    await page.goto('/app/extra/search?q=harbor');
    await expect(page).toHaveURL(/\/login\?from=/);
    await fillLogin(page, ACCOUNTS.property, PASSWORD);
    await loginButton(page).click();
    await expect(page).toHaveURL(/\/app\/extra\/search\?q=harbor$/);
  });

  test.describe('forged', () => {
    test.use({ expectedErrors: [REFUSED] });

    test('opens an empty frame at most, then the login page', async ({ page }) => {
      await page.goto('/login');
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
  });

  test('whose user is not in storage asks the server who it is, on every page', async ({ page }) => {
    const token = await tokenOf(page, 'property');
    await page.goto('/favicon.svg');
    for (const [path, heading] of [
      ['/app/password', 'Password and sign-in'],
      ['/app/edit_profile', 'Edit profile'],
      ['/app/main/dashboard', 'Dashboard'],
    ] as const) {
      await page.evaluate((kept) => {
        localStorage.clear();
        localStorage.setItem('token', kept);
      }, token);
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      expect(await page.evaluate(() => localStorage.getItem('user'))).toContain(ACCOUNTS.property);
    }
  });

  test('ends with Log out: storage is empty, the token is refused, Back shows the login page', async ({ page }) => {
    await signIn(page, 'property');
    await page.goto('/app/extra/search');
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await onDashboard(page);
    const token = await page.evaluate(() => localStorage.getItem('token'));
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/login$/);
    expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('user')])).toEqual([
      null,
      null,
    ]);
    const status = async () =>
      (await page.request.get('/api/auth/me', { headers: { authorization: `Bearer ${token}` } })).status();
    await expect.poll(status).toBe(401);
    await page.goBack();
    await expect(loginButton(page)).toBeVisible();
  });

  test('that one tab ends, ends in the other too', async ({ page, context }) => {
    await signIn(page, 'advertiser');
    await page.goto('/app/main/dashboard');
    await onDashboard(page);
    const other = await context.newPage();
    await other.goto('/app/main/dashboard');
    await other.getByRole('button', { name: 'Log out' }).click();
    await expect(loginButton(page)).toBeVisible();
  });
});
