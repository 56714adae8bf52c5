import { expect } from '@playwright/test';
import { expectAccessible, expectReadableIn, signIn, test } from './shell-steps.ts';

// What these pages say and lead to is in web/app/pages/pages.test.ts.
const PAGES = ['/login', '/register', '/forgot', '/403', '/500?ref=req-1&from=%2Fapp%2Fmain', '/error'] as const;

test('nothing axe finds on the pages that need no session, in either scheme', async ({ page }) => {
  for (const path of PAGES) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveTitle(/ · Voltboard$/);
    await expectAccessible(page);
    await expectReadableIn(page, 'dark');
  }
});

test('nothing axe finds in the search, in either scheme', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/app/extra/search?q=a');
  await expect(page.getByRole('heading', { name: 'Customers' })).toBeVisible();
  await expectAccessible(page);
  await expectReadableIn(page, 'dark');
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
