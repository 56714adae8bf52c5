import { expect, type Page } from '@playwright/test';
import { expectReadable, signIn, test } from './shell-steps.ts';

const noSideways = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

// web/features/marketing/marketing-pages.test.ts tests the texts and calculations of these pages.
test.describe('on a phone in the dark scheme', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true, isMobile: true });

  test('nothing is wider than the screen, and axe finds nothing', { tag: '@full' }, async ({ page }) => {
    await signIn(page, 'advertiser');
    for (const path of ['/app/home', '/app/advertise', '/app/locate', '/app/contact']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
      await noSideways(page);
      await expectReadable(page);
    }
  });
});

test('outlets are found by customer, copied and shown on the map', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, 'admin');
  await page.goto('/app/locate');
  const rows = page.getByRole('table', { name: 'Outlets' }).getByRole('row');
  await expect(rows).toHaveCount(26);
  await page.getByRole('searchbox', { name: 'EUI, label, customer, or venue' }).fill('larkspur');
  await expect(page).toHaveURL(/q=larkspur$/);
  await expect(rows.nth(1)).toContainText('Larkspur Hotels');
  const copy = rows.nth(1).getByRole('button', { name: /^Copy EUI/ });
  const eui = /[0-9A-F]{16}/.exec((await copy.getAttribute('aria-label')) ?? '')?.[0] ?? '';
  await copy.click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(eui);
  await page.getByRole('link', { name: `Show ${eui} on map` }).click();
  await expect(page).toHaveURL(new RegExp(`/app/main/dashboard\\?outlet=${eui.toLowerCase()}`));
  await expect(page.getByRole('dialog', { name: `Outlet ${eui}` })).toBeVisible();
});
