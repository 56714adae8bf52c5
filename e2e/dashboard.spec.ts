import { expect, type Page } from '@playwright/test';
import { holdFiles, openDashboard, signIn } from './dashboard-session.ts';
import { test } from './shell-steps.ts';

// Journeys that need layout. web/features/dashboard/dashboard-page.test.ts tests the states of the page.
const headerOf = (page: Page, index: number) => page.locator('article h3 button').nth(index);

type Device = { readonly customer: string; readonly customer_id: string; readonly views_total: number };

/** Returns a customer with a busy outlet near the top of its list, and the outlet's index in that list. */
async function busyOutlet(page: Page, token: string): Promise<Device & { readonly place: number }> {
  const headers = { authorization: `Bearer ${token}` };
  const { data } = (await (await page.request.get('/api/list/devices?limit=100', { headers })).json()) as {
    data: Device[];
  };
  for (const id of new Set(data.map(({ customer_id }) => customer_id))) {
    const own = (await (await page.request.get(`/api/list/devices?cid=${id}&limit=5`, { headers })).json()) as {
      data: Device[];
    };
    const place = own.data.findIndex(({ views_total }, index) => index > 0 && views_total > 150);
    const found = own.data[place];
    if (found) return { ...found, place };
  }
  throw new Error('the demo network has no busy outlet');
}

test('a card opens to full width with at most one open outlet, and scrolling loads older views', async ({
  page,
  context,
}) => {
  const token = await signIn(context, 'admin');
  const { customer, place } = await busyOutlet(page, token);
  await openDashboard(page);
  await page.getByRole('searchbox', { name: 'Search by Customer' }).fill(customer.slice(1).toUpperCase());
  await expect(headerOf(page, 0)).toContainText(customer);
  await expect(page).toHaveURL(/q=/);
  const card = page.getByRole('article').first();
  await headerOf(page, 0).click();
  await expect(headerOf(page, 0)).toHaveAttribute('aria-expanded', 'true');

  const outlets = card.getByRole('button', { name: /Device EUI/ });
  await outlets.nth(0).click();
  await expect(outlets.nth(0)).toHaveAttribute('aria-expanded', 'true');
  await outlets.nth(place).click();
  await expect(card.getByRole('button', { expanded: true, name: /Device EUI/ })).toHaveCount(1);
  await expect(outlets.nth(place)).toContainText(/[0-9A-F]{16}/);
  const height = () => outlets.nth(place).evaluate((element) => element.closest('[data-tall]')?.clientHeight);
  await expect.poll(height).toBeGreaterThan(690);
  expect(await height()).toBeLessThanOrEqual(702);
  const views = page.getByRole('region', { name: /^Views of/ });
  const lastRow = views.locator('tbody tr[aria-rowindex]').last();
  await expect(async () => {
    await views.evaluate((element) => element.scrollTo(0, element.scrollHeight), undefined, { timeout: 2_000 });
    expect(Number(await lastRow.getAttribute('aria-rowindex', { timeout: 2_000 }))).toBeGreaterThan(101);
  }).toPass();
  const times = await views
    .locator('tbody time')
    .evaluateAll((all) => all.map((time) => time.getAttribute('datetime') ?? ''));
  expect(times).toEqual([...times].sort().reverse());
});

test('the header toggles half and full width, and scrolling reaches all customers while few are drawn', {
  tag: '@full',
}, async ({ page, context }) => {
  await signIn(context, 'admin');
  await openDashboard(page);
  const name = await headerOf(page, 1).locator('span').first().innerText();
  const card = page.getByRole('article', { name });
  const half = (await card.boundingBox())?.width ?? 0;
  await headerOf(page, 1).click();
  await expect(headerOf(page, 0)).toContainText(name);
  await expect.poll(async () => (await card.boundingBox())?.width ?? 0).toBeGreaterThan(1.8 * half);
  await expect(page).toHaveURL(/open=/);
  await page.reload();
  await page.getByRole('button', { name, expanded: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name, expanded: false })).toBeFocused();
  await expect.poll(async () => (await card.boundingBox())?.width ?? 0).toBeCloseTo(half, 0);

  const total = Number(await page.getByRole('article').first().getAttribute('aria-setsize'));
  expect(total).toBeGreaterThanOrEqual(60);
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(page.locator(`article[aria-posinset="${total}"]`)).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 150_000 });
  expect(await page.getByRole('article').count()).toBeLessThan(16);
});

test.describe('a slow or lost connection', () => {
  test.use({ expectedErrors: [/Failed to load resource|Failed to fetch|preload/] });

  test('cards stay in place when the code for long lists loads, and a failed load can be retried', async ({
    page,
    context,
  }) => {
    await signIn(context, 'admin');
    let isGone = false;
    const release = await holdFiles(page, '**/assets/grid-window*', (route) =>
      isGone ? route.abort() : route.continue(),
    );
    await openDashboard(page);
    const outlet = page
      .getByRole('article')
      .first()
      .getByRole('button', { name: /Device EUI/ })
      .first();
    await outlet.click();
    await expect(outlet).toHaveAttribute('aria-expanded', 'true');
    const feed = page.getByRole('feed');
    await expect(feed).not.toHaveAttribute('style', /height/);
    await outlet.evaluate((button) => button.setAttribute('data-same', ''));
    release();
    await expect(feed).toHaveAttribute('style', /height/);
    await expect(outlet).toHaveAttribute('data-same', '');
    await expect(outlet).toHaveAttribute('aria-expanded', 'true');

    isGone = true;
    await page.reload();
    const alert = page.getByRole('alert').filter({ hasText: 'More customers could not be loaded.' });
    await expect(alert).toBeVisible();
    isGone = false;
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(feed).toHaveAttribute('style', /height/);
    await expect(alert).toHaveCount(0);
  });

  test("title and legend of the map stay and keep the focus when the map's code loads", {
    tag: '@full',
  }, async ({ page, context }) => {
    await signIn(context, 'admin');
    const release = await holdFiles(page, '**/assets/outlet-map-stage-*');
    await openDashboard(page);
    const card = page.getByRole('region', { name: 'Outlet map' });
    const late = card.getByRole('button', { name: /^Late [\d,]+$/ });
    await late.press('Enter');
    const total = card.getByText(/^[\d,]+ outlets$/);
    await expect(total).toHaveCount(0);
    release();
    await expect(total).toBeVisible();
    await expect(late).toBeFocused();
    await expect(late).toHaveAttribute('aria-pressed', 'true');
  });
});
