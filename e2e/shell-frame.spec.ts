import { expect, type Page } from '@playwright/test';
import { expectAccessible, onDashboard, signIn, test } from './shell-steps.ts';

const SEARCH_PAGE = '/app/extra/search';
const openAs = async (page: Page, role: 'admin' | 'property' | 'advertiser', path = SEARCH_PAGE): Promise<void> => {
  await signIn(page, role);
  await page.goto(path);
  await expect(page.getByRole('banner')).toBeVisible();
};
const palette = (page: Page) => page.getByRole('combobox', { name: 'Search screens, customers and outlets' });
const brandShade = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--vb-brand-6').trim());

test.describe('header and sidebar', () => {
  test('have logo, search, avatar with the first name, log out, Home and the screens that exist', async ({ page }) => {
    await openAs(page, 'admin');
    const header = page.getByRole('banner');
    const user = JSON.parse((await page.evaluate(() => localStorage.getItem('user'))) ?? '{}');
    await expect(header.getByText(user.firstName || user.email, { exact: true })).toBeVisible();
    await expect(header.getByRole('button', { name: 'Log out' })).toBeVisible();
    const main = page.getByRole('navigation', { name: 'Main' });
    await expect(main.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/app/main');
    await expect(main.getByRole('link', { name: /API documentation/ })).toHaveAttribute('href', '/api/docs');
    await main.getByRole('link', { name: 'Home' }).click();
    await onDashboard(page);
    await expect(page).toHaveTitle('Dashboard · Voltboard');
  });

  test('the sample alert stays away once dismissed', async ({ page }) => {
    await openAs(page, 'property');
    await page.getByRole('button', { name: 'Dismiss the sample alert' }).click();
    await expect(page.getByText('Sample alert')).toBeHidden();
    await page.reload();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await expect(page.getByText('Sample alert')).toBeHidden();
  });

  test('the sidebar closes to its icons and stays so', async ({ page }) => {
    await openAs(page, 'property');
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByText('Sample alert')).toBeHidden();
    await page.reload();
    await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible();
    await expect(page.getByText('Sample alert')).toBeHidden();
    await expectAccessible(page);
  });
});

test.describe('what opens over a page', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('leaves the page where it is when its code cannot be fetched, and comes when it can', async ({ page }) => {
    await openAs(page, 'property');
    await page.route('**/assets/drawers*.js', (route) => route.abort());
    await page.getByRole('button', { name: 'Theme' }).click();
    const failure = page.getByRole('alert').filter({ hasText: 'could not be fetched' });
    await expect(failure).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await failure.getByRole('button', { name: 'Close' }).click();
    await expect(failure).toBeHidden();
    await page.unroute('**/assets/drawers*.js');
    await page.getByRole('button', { name: 'Theme' }).click();
    await expect(page.getByRole('dialog', { name: 'Theme' })).toBeVisible();
  });
});

test.describe('the search', () => {
  test('finds a customer by keyboard alone and opens it on the dashboard', async ({ page }) => {
    await openAs(page, 'admin');
    await page.keyboard.press('Control+k');
    await expect(palette(page)).toBeFocused();
    await palette(page).fill('hotel');
    const customers = page.getByRole('group', { name: 'Customers' });
    const first = customers.getByRole('option').first();
    await expect(first).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await expect(first).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/app\/main\/dashboard\?q=.+&open=/);
    await onDashboard(page);
  });

  test('finds an outlet by a part of its EUI', async ({ page }) => {
    await openAs(page, 'property');
    const token = await page.evaluate(() => localStorage.getItem('token'));
    const answer = await page.request.get('/api/list/devices?limit=1', {
      headers: { authorization: `Bearer ${token}` },
    });
    const { data } = (await answer.json()) as { data: { eui: string }[] };
    const eui = data[0]?.eui ?? '';
    expect(eui).toHaveLength(16);
    await page.getByRole('button', { name: /^Search screens/ }).click();
    await palette(page).fill(eui.slice(4));
    await page.getByRole('option', { name: eui.toUpperCase() }).click();
    await expect(page).toHaveURL(new RegExp(`/app/main/dashboard\\?outlet=${eui}`));
  });

  test('says when nothing is found, and closes with Escape', async ({ page }) => {
    await openAs(page, 'advertiser');
    await page.keyboard.press('Control+k');
    await palette(page).fill('(a+)+$');
    await expect(page.getByText('Nothing is called “(a+)+$”', { exact: false })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(palette(page)).toBeHidden();
  });
});

test.describe('the theme panel', () => {
  test('recolours the page and keeps colour and scheme after a reload', async ({ page }) => {
    await openAs(page, 'admin');
    expect(await brandShade(page)).toBe('#333964');
    await page.getByRole('button', { name: 'Theme', exact: true }).click();
    const panel = page.getByRole('dialog', { name: 'Theme' });
    await expect(panel.getByRole('radio')).toHaveCount(13);
    await expectAccessible(page);
    await panel.getByText('Violet').click();
    await panel.getByText('Dark').click();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    expect(await page.evaluate(() => localStorage.getItem('themeColor'))).toBe('6d3fc4');
    await page.keyboard.press('Escape');
    await page.reload();
    expect(await brandShade(page)).toBe('#6d3fc4');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await expectAccessible(page);
  });

  test('the stored scheme is there before anything is painted, the stored colour is checked', async ({ page }) => {
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

  test('the header switches between light and dark', async ({ page }) => {
    await openAs(page, 'admin');
    await page.getByRole('button', { name: 'Switch to dark' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.getByRole('button', { name: 'Switch to light' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  });
});

test.describe('toasts', () => {
  test.use({ expectedErrors: [/Failed to load resource: .*429/] });

  test('say at the top right that the server is busy, while the call is repeated by itself, and can be closed', async ({
    page,
  }) => {
    await openAs(page, 'admin');
    let calls = 0;
    await page.route('**/api/list/search?*', (route) => {
      calls += 1;
      return calls === 1
        ? route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: { error: { message: 'Slow down.' } } })
        : route.continue();
    });
    await page.keyboard.press('Control+k');
    await palette(page).fill('hotel');
    const toast = page.getByRole('status').filter({ hasText: 'The server is busy. Trying again in 1 s.' });
    await expect(toast).toBeVisible();
    await expect(page.getByRole('group', { name: 'Customers' })).toBeVisible();
    const box = await toast.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(1380);
    await page.keyboard.press('Escape');
    // A toast stays while the pointer is on it, so that the checks have all the time they need.
    await toast.hover();
    await expectAccessible(page);
    await toast.getByRole('button', { name: 'Close' }).click();
    await expect(toast).toBeHidden();
  });
});

test.describe('by keyboard', () => {
  test('the first stop skips to the content; focus moves to the page on a change of route', async ({ page }) => {
    await openAs(page, 'admin', '/app/main/dashboard');
    await onDashboard(page);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('#main')).toBeFocused();
    await page.getByRole('link', { name: 'Search', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveTitle('Search · Voltboard');
    await expect(page.locator('#main')).toBeFocused();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  /** A finger as the browser sees it, which may take a move for its own and cancel it for the page. */
  async function swipe(page: Page, fromX: number, toX: number, y = 400): Promise<void> {
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] });
    await touch('touchStart', fromX);
    for (let step = 1; step <= 8; step += 1) await touch('touchMove', fromX + ((toX - fromX) * step) / 8);
    await touch('touchEnd');
    await session.detach();
  }

  test('the menu is a drawer that keeps the focus and closes by Escape and by a chosen link', async ({ page }) => {
    await openAs(page, 'property');
    await page.getByRole('button', { name: 'Menu' }).click();
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByRole('link', { name: 'Dashboard' })).toBeVisible();
    for (let press = 0; press < 12; press += 1) await page.keyboard.press('Tab');
    expect(await drawer.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await page.getByRole('button', { name: 'Menu' }).click();
    await drawer.getByRole('link', { name: 'Dashboard' }).click();
    await onDashboard(page);
    await expect(drawer).toBeHidden();
  });

  test('a swipe to the right in the left part opens it and one to the left closes it; elsewhere it does neither', async ({
    page,
  }) => {
    await openAs(page, 'property', '/app/main/dashboard');
    await onDashboard(page);
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    const heading = await page.getByRole('heading', { level: 1, name: 'Dashboard' }).boundingBox();
    const y = (heading?.y ?? 0) + 10;
    await swipe(page, 220, 360, y);
    await expect(drawer).toBeHidden();
    await page
      .getByRole('button', { name: /Device EUI/ })
      .first()
      .tap();
    const table = page.getByRole('region', { name: /^Views of/ });
    await table.scrollIntoViewIfNeeded();
    const box = await table.boundingBox();
    await swipe(page, 120, 30, (box?.y ?? 0) + 100);
    await expect.poll(() => table.evaluate((element) => element.scrollLeft)).toBeGreaterThan(20);
    await swipe(page, 60, 220, (box?.y ?? 0) + 100);
    await expect(drawer).toBeHidden();
    await page.evaluate(() => window.scrollTo(0, 0));
    await swipe(page, 60, 220, y);
    await expect(drawer.getByRole('link', { name: 'Dashboard' })).toBeVisible();
    await swipe(page, 200, 60);
    await expect(drawer).toBeHidden();
  });

  test('nothing is wider than the screen, and what is touched is large enough', async ({ page }) => {
    await openAs(page, 'property', `${SEARCH_PAGE}?q=a`);
    await expect(page.getByRole('heading', { name: 'Screens' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    for (const button of await page.getByRole('banner').getByRole('button').all()) {
      const box = await button.boundingBox();
      if (box) expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
    }
  });
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('routes do not fade', async ({ page }) => {
    await openAs(page, 'admin', '/app/main/dashboard');
    await page.evaluate(() => {
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...args) {
        document.documentElement.dataset.faded = 'yes';
        return animate.apply(this, args);
      };
    });
    await page.getByRole('link', { name: 'Search', exact: true }).click();
    await expect(page).toHaveTitle('Search · Voltboard');
    await expect(page.locator('#main')).toBeFocused();
    expect(await page.evaluate(() => document.documentElement.dataset.faded)).toBeUndefined();
  });
});
