import { expect } from '@playwright/test';
import {
  ACCOUNTS,
  expectAccessible,
  fillLogin,
  loginButton,
  onDashboard,
  PASSWORD,
  signIn,
  test,
} from './shell-steps.ts';

const PAGES = ['/login', '/register', '/forgot', '/403', '/500?ref=req-1&from=%2Fapp%2Fmain', '/error'] as const;

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`in the ${colorScheme} scheme`, () => {
    test.use({ colorScheme });

    for (const path of PAGES)
      test(`${path} has a heading, a title, and nothing axe finds`, async ({ page }) => {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page).toHaveTitle(/ · Voltboard$/);
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
        await expectAccessible(page);
      });

    test('the search page has nothing axe finds', async ({ page }) => {
      await signIn(page, 'admin');
      await page.goto('/app/extra/search?q=a');
      await expect(page.getByRole('heading', { name: 'Customers' })).toBeVisible();
      await expectAccessible(page);
    });
  });

test('the 404 page says that the page does not exist and searches', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/error');
  await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
  await page.getByPlaceholder('Search Pages').fill('dashboard');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/\/app\/extra\/search\?q=dashboard$/);
  await page
    .locator('main')
    .getByRole('link', { name: /^Dashboard/ })
    .click();
  await onDashboard(page);
});

test('the 500 page names the reference and leads back to where it happened', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/500?ref=req-7f3a&from=%2Fapp%2Fextra%2Fsearch%3Fq%3Dx');
  await expect(page.getByText('req-7f3a')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveURL(/\/app\/extra\/search\?q=x$/);
});

for (const [path, target] of [
  ['/', /\/app\/main\/dashboard$/],
  ['/app', /\/app\/main\/dashboard$/],
  ['/app/main', /\/app\/main\/dashboard$/],
  ['/admin/users', /\/app\/main\/dashboard$/],
] as const)
  test(`${path} leads an owner to the dashboard`, async ({ page }) => {
    await signIn(page, 'property');
    await page.goto(path);
    await expect(page).toHaveURL(target);
    await onDashboard(page);
  });

test('an account that nobody has linked sees what to do, and can log out', async ({ page }) => {
  await page.route('**/api/auth/me', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), role: 'unassigned', cid: '', customer: '' } });
  });
  await page.goto('/login');
  await fillLogin(page, ACCOUNTS.property, PASSWORD);
  await loginButton(page).click();
  await expect(page).toHaveURL(/\/403$/);
  await expect(page.getByRole('heading', { name: 'Your account is not linked yet' })).toBeVisible();
  await expect(page.getByText('an administrator has to link it')).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(loginButton(page)).toBeVisible();
});

test('/register and /forgot lead back to the login page', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Sign up' }).click();
  await expect(page.getByRole('heading', { name: 'Sign up' })).toBeVisible();
  await page.getByRole('link', { name: 'Login', exact: true }).click();
  await page.getByRole('link', { name: 'Forgot password' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible();
  await page.getByRole('link', { name: 'Login', exact: true }).click();
  await expect(loginButton(page)).toBeVisible();
});

test.describe('when the server is away', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('a calm line says so, goes away when it is back, and typed text stays', async ({ page }) => {
    await page.goto('/login');
    await fillLogin(page, ACCOUNTS.admin, PASSWORD);
    await page.route('**/api/**', (route) => route.abort('connectionrefused'));
    await loginButton(page).click();
    await expect(page.getByRole('alert')).toContainText('cannot be reached');
    await expect(page.getByText('The connection is lost.')).toBeVisible();
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD);
    await page.unroute('**/api/**');
    await page.getByRole('button', { name: 'Try now' }).click();
    await expect(page.getByText('The connection is lost.')).toBeHidden();
    await loginButton(page).click();
    await onDashboard(page);
  });
});

test('before the product’s code is there, the frame and the first figures are; they go when the page is drawn', async ({
  page,
}) => {
  await signIn(page, 'property');
  let release: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/react-.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/app/main/dashboard', { waitUntil: 'commit' });
  const frame = page.locator('#first-paint');
  await expect(frame.getByText('Charges today')).toBeVisible();
  await expect(frame.getByText(/^Revenue\$[\d,.]+$/)).toBeVisible();
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(frame).toHaveCount(0);
});
