import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectReadableIn, onDashboard, signIn, swipe, test } from './shell-steps.ts';

// web/app/shell/shell.test.ts tests the content of header, sidebar, search and panels. These journeys cover what needs
// layout and a real browser.
const openAs = async (page: Page, role: 'admin' | 'property', path = '/app/extra/search'): Promise<void> => {
  await signIn(page, role);
  await page.goto(path);
  await expect(page.getByRole('banner')).toBeVisible();
};
const palette = (page: Page) => page.getByRole('combobox', { name: 'Search screens, customers and outlets' });
const brandShade = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--vb-brand-6').trim());

test.describe('on a desktop', () => {
  test.use({ expectedErrors: [/Failed to load resource: .*429/] });

  test('the keyboard skips to the content and opens the search, and the focus follows the page', async ({ page }) => {
    await openAs(page, 'admin', '/app/main/dashboard');
    await onDashboard(page);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('#main')).toBeFocused();
    await page.getByRole('link', { name: 'Search', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveTitle('Search · Voltboard');
    await expect(page.locator('#main')).toBeFocused();

    let calls = 0;
    await page.route('**/api/list/search?*', (route) => {
      calls += 1;
      return calls === 1
        ? route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: { error: { message: 'Slow down.' } } })
        : route.continue();
    });
    await page.keyboard.press('Control+k');
    await expect(palette(page)).toBeFocused();
    await palette(page).fill('hotel');
    const toast = page.getByRole('status').filter({ hasText: 'The server is busy. Trying again in 1 s.' });
    // The toast stays while the pointer is on it, however long the next steps take.
    await toast.hover();
    const first = page.getByRole('group', { name: 'Customers' }).getByRole('option').first();
    await expect(first).toBeVisible();
    const box = await toast.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(1380);
    await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await expect(first).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/app\/main\/dashboard\?q=.+&open=/);
    await onDashboard(page);
    await toast.getByRole('button', { name: 'Close' }).click();
    await expect(toast).toBeHidden();
  });

  test('the theme panel recolors the page, which keeps color and scheme; the sidebar collapses to icons', {
    tag: '@full',
  }, async ({ page }) => {
    await openAs(page, 'admin');
    expect(await brandShade(page)).toBe('#333964');
    await page.getByRole('button', { name: 'Theme', exact: true }).click();
    const panel = page.getByRole('dialog', { name: 'Theme' });
    await expect(panel.getByRole('radio')).toHaveCount(13);
    await expectAccessible(page);
    await panel.getByText('Violet').click();
    await panel.getByText('Dark', { exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByText('Sample alert')).toBeHidden();
    await page.reload();
    expect(await brandShade(page)).toBe('#6d3fc4');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible();
    await expect(page.getByText('Sample alert')).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
    await expectAccessible(page);
  });

  test('the stored scheme applies before the first paint, and the stored color is validated', async ({ page }) => {
    await page.addInitScript(() => {
      localStorage.setItem('colorScheme', 'dark');
      localStorage.setItem('themeColor', 'red;}body{background:url(//e)');
    });
    await page.goto('/login', { waitUntil: 'commit' });
    await page.locator('#root').waitFor({ state: 'attached' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await brandShade(page)).toBe('#333964');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  const across = (page: Page, from: number, to: number, y = 400) => swipe(page, { x: from, y }, { x: to, y });

  test('the menu is a drawer that traps the focus, and a swipe opens and closes it unless another element handles it', async ({
    page,
  }) => {
    await openAs(page, 'property', '/app/main/dashboard');
    await onDashboard(page);
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    const heading = await page.getByRole('heading', { level: 1, name: 'Dashboard' }).boundingBox();
    const y = (heading?.y ?? 0) + 10;
    await across(page, 220, 360, y);
    await expect(drawer).toBeHidden();
    // The outlets are fetched when the user scrolls near them.
    await page.getByRole('article').first().scrollIntoViewIfNeeded();
    await page
      .getByRole('button', { name: /Device EUI/ })
      .first()
      .tap();
    const table = page.getByRole('region', { name: /^Views of/ });
    await table.scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    const box = await table.boundingBox();
    await across(page, 120, 30, (box?.y ?? 0) + 100);
    await expect.poll(() => table.evaluate((element) => element.scrollLeft)).toBeGreaterThan(20);
    await across(page, 60, 220, (box?.y ?? 0) + 100);
    await expect(drawer).toBeHidden();
    await page.evaluate(() => window.scrollTo(0, 0));
    await across(page, 60, 220, y);
    await expect(drawer.getByRole('link', { name: 'Dashboard' })).toBeVisible();
    for (let press = 0; press < 12; press += 1) await page.keyboard.press('Tab');
    expect(await drawer.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await expectAccessible(page);
    await expectReadableIn(page, 'dark');
    await across(page, 200, 60);
    await expect(drawer).toBeHidden();
    const marks = page
      .getByRole('article')
      .first()
      .getByRole('button', { name: /^Charges: |, explain$/ });
    const [hint, reason] = [await marks.nth(0).boundingBox(), await marks.nth(1).boundingBox()];
    expect((reason?.x ?? 0) - (hint?.x ?? 0), 'a finger meets either the label or its figure').toBeGreaterThanOrEqual(
      44,
    );
    for (const button of await page.getByRole('banner').getByRole('button').all()) {
      const area = await button.boundingBox();
      if (area) expect(Math.min(area.width, area.height)).toBeGreaterThanOrEqual(44);
    }
    await page.getByRole('button', { name: 'Menu' }).click();
    await drawer.getByRole('link', { name: 'Search' }).click();
    await expect(drawer).toBeHidden();
    await page.goto('/app/extra/search?q=a');
    await expect(page.getByRole('heading', { name: 'Screens' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});
