import { expect } from '@playwright/test';
import { expectAccessible, loginButton } from './shell-steps.ts';
import { test } from './static-host.ts';

test('a static copy (VITE_BACKEND=off) opens the login page and makes no calls', { tag: '@full' }, async ({
  page,
  copy: { open, heading },
}) => {
  await test.step('every page redirects to /login', async () => {
    await open('/', 'Login');
    await expect(page).toHaveURL(/\/login\?from=/);
    await page.getByLabel('Email').fill('admin@demo.voltboard.example');
    await page.getByLabel('Password', { exact: true }).fill('voltboard-demo');
    await loginButton(page).click();
    await expect(page.getByRole('alert')).toHaveText(/This copy has no server to sign in to/);
    await expect(page).toHaveURL(/\/login/);
    await expectAccessible(page);
    await open('/login?token=e30.eyJzdWIiOiJhIn0.c2ln', 'Login');
    await expect(page.getByRole('alert')).toHaveText(/runs without a server/);
    await open('/register', 'Sign up');
    await page.getByLabel('Email').fill('someone@example.com');
    await page.getByLabel('Password', { exact: true }).fill('a long enough password');
    await page.getByLabel('Confirm password').fill('a long enough password');
    await page.getByRole('button', { name: 'Register' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await open('/app/home', 'Login');
  });

  await test.step('a visitor returns to the page they came from', async () => {
    await page.getByRole('button', { name: 'Explore the sample pages' }).click();
    await expect(page).toHaveURL(/\/app\/home$/);
    await expect(heading('Your outlets already draw a crowd')).toBeAttached();
  });

  await test.step('the business screens explain that they need a server', async () => {
    for (const [path, name] of [
      ['/app', 'Dashboard'],
      ['/app/locate', 'Map'],
      ['/app/contact', 'Contact'],
      ['/app/password', 'Password and sign-in'],
    ] as const) {
      await open(path, name);
      await expect(page.getByRole('heading', { name: 'This screen needs a server' })).toBeVisible();
    }
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Switch to dark' }).click();
    await expectAccessible(page);
    await open('/admin/users', 'Dashboard');
  });

  await test.step('the search finds screens, and signing out opens /login', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /Search screens/ }).fill('advertisers');
    await page.getByRole('option', { name: /For advertisers/ }).click();
    await expect(page).toHaveURL(/\/app\/advertise$/);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(heading('Login')).toBeVisible();
  });
});
