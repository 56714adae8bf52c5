import { expect } from '@playwright/test';
import { expectReadable, signIn, test } from './shell-steps.ts';

// What these pages say and lead to, and what axe finds there without layout, is in web/app/pages/pages.test.ts.
const PAGES = ['/login', '/register', '/forgot', '/403', '/500?ref=req-1&from=%2Fapp%2Fmain', '/error'] as const;

test('the pages that need no session can be read in both schemes', async ({ page }) => {
  for (const path of PAGES) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectReadable(page);
  }
});

test('the search can be read in both schemes', { tag: '@full' }, async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/app/extra/search?q=a');
  await expect(page.getByRole('heading', { name: 'Customers' })).toBeVisible();
  await expectReadable(page);
});

test('before the product’s code is there, the frame and the first figures are; they go when the page is drawn', async ({
  page,
}) => {
  await signIn(page, 'property');
  const frame = page.locator('#first-paint');
  // The page takes the answer that the frame was drawn from: no other one ever comes.
  let isAsked = false;
  await page.route('**/api/list/summary*', async (route) => {
    if (isAsked) return;
    isAsked = true;
    await route.continue();
  });
  let release: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/react-.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/app/main/dashboard', { waitUntil: 'commit' });
  await expect(frame.getByText('Charges today')).toBeVisible();
  await expect(frame.getByText(/^Revenue\$[\d,.]+$/)).toBeVisible();
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(frame).toHaveCount(0);
  await expect(
    page
      .getByRole('region', { name: 'Outlets Overview' })
      .getByText(/^\$[\d,.]+$/)
      .first(),
  ).toBeVisible();
});

test('the login page has its frame before its code, and the form takes its place', async ({ page }) => {
  let release: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/react-.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/login', { waitUntil: 'commit' });
  const frame = page.locator('#first-paint');
  await expect(frame.locator('header')).toBeVisible();
  release();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(frame).toHaveCount(0);
});
