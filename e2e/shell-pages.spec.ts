import { expect } from '@playwright/test';
import { expectReadable, signIn, test } from './shell-steps.ts';

// web/app/pages/pages.test.ts tests the texts and links of these pages, and the axe rules that need no layout.
const PAGES = ['/login', '/register', '/forgot', '/403', '/500?ref=req-1&from=%2Fapp%2Fmain', '/error'] as const;

test('the pages without a session are readable in both schemes', async ({ page }) => {
  for (const path of PAGES) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectReadable(page);
  }
});

test('the search is readable in both schemes', { tag: '@full' }, async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/app/extra/search?q=a');
  await expect(page.getByRole('heading', { name: 'Customers' })).toBeVisible();
  await expectReadable(page);
});

test("the frame and the first figures appear before the product's code and disappear when the page is drawn", async ({
  page,
}) => {
  await signIn(page, 'property');
  const frame = page.locator('#first-paint');
  // The page must use the frame's response, because no other response ever arrives.
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

test('the login page has a frame before its code loads, and the form replaces it', async ({ page }) => {
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
