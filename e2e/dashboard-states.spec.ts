import { expect, test } from '@playwright/test';
import { complaintsOf, openDashboard, signIn } from './dashboard-session.ts';
import { withoutMap } from './shell-steps.ts';

test.beforeEach(async ({ context }) => {
  await withoutMap(context);
  await signIn(context, 'admin');
});

test('the search finds a part of the name in either case, and an empty result offers the way back', async ({
  page,
}) => {
  await openDashboard(page);
  const name = await page
    .getByRole('article')
    .nth(2)
    .getByRole('heading', { level: 3 })
    .locator('button > span')
    .first()
    .innerText();
  const search = page.getByRole('searchbox', { name: 'Search by Customer' });
  await search.fill(name.slice(1, -1).toUpperCase());
  await expect(page.getByRole('article').first()).toContainText(name);
  await expect(page).toHaveURL(/q=/);
  await search.fill('no such customer');
  await expect(page.getByText('No customer matches “no such customer”')).toBeVisible();
  await page.getByRole('main').getByText('Clear search').click();
  await expect(page.getByRole('article').nth(2)).toBeVisible();
  await expect(search).toHaveValue('');
});

test('range, order and search stand in the address and survive a reload', async ({ page }) => {
  await openDashboard(page);
  await page.getByRole('button', { name: '7 days' }).click();
  await expect(page).toHaveURL(/range=7d/);
  await page.getByLabel('Sort by').selectOption('-total_views');
  await expect(page).toHaveURL(/sort=-total_views/);
  await page.reload();
  await expect(page.getByRole('button', { name: '7 days' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByLabel('Sort by')).toHaveValue('-total_views');
  await expect(page.getByLabel('Start', { exact: true })).not.toHaveValue('');
  await page.getByLabel('Start', { exact: true }).fill('2026-01-05');
  await page.getByLabel('End', { exact: true }).fill('2026-01-04');
  await page.getByRole('button', { name: 'Go', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('must not be after');
  await page.getByLabel('End', { exact: true }).fill('2026-01-06');
  await page.getByRole('button', { name: 'Go', exact: true }).click();
  await expect(page).toHaveURL(/start=2026-01-05&end=2026-01-06/);
  await expect(page.getByRole('article').first().getByText(/today/).first()).toBeVisible();
});

test('an EUI in the address opens the modal of its devices, and Close closes it', async ({ page }) => {
  await openDashboard(page);
  const outlet = page.getByRole('button', { name: /Device EUI/ }).first();
  const eui = /[0-9A-F]{16}/.exec(await outlet.innerText())?.[0] ?? '';
  await openDashboard(page, `?eui=${eui}`);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(`Device EUI ${eui}`, { exact: true })).toBeVisible();
  await expect(dialog.getByRole('row').nth(1)).toContainText(eui);
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).not.toHaveURL(/eui=/);
});

test('a failed load says Error and what failed, and can be tried again', async ({ page }) => {
  let failures = 1;
  await page.route(/\/api\/list\?/, (route) => {
    failures -= 1;
    return failures < 0
      ? route.continue()
      : route.fulfill({ status: 500, json: { error: { message: 'Not today', id: 'ref-1' } } });
  });
  await page.goto('/app/main/dashboard');
  const alert = page.getByRole('alert').filter({ hasText: 'The customers could not be loaded.' });
  await expect(alert).toContainText('Error');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('a period is one amount in every time zone, a zone of the reader’s own is marked, and no address crashes the page', async ({
  browser,
}) => {
  const texts: string[] = [];
  for (const timezoneId of ['Asia/Tokyo', 'America/Los_Angeles', 'UTC']) {
    const context = await browser.newContext({ timezoneId });
    await withoutMap(context);
    await signIn(context, 'property');
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await openDashboard(page, '?range=last-month');
    const overview = page.getByRole('region', { name: 'Outlets Overview' });
    await expect(overview.getByText(/ – /).first()).toBeVisible();
    // The bars are an answer of their own.
    await expect(overview.getByText(/^highest /)).toBeVisible();
    texts.push((await overview.innerText()).replace(/today [^\n]*/g, ''));
    if (timezoneId === 'Asia/Tokyo') {
      await page.getByLabel('Days in').selectOption('Asia/Tokyo');
      await expect(page).toHaveURL(/tz=Asia/);
      await expect(page.getByText('Not the days of the contract')).toBeVisible();
      await page.getByRole('button', { name: 'Back to the contract’s days' }).click();
      await expect(page).not.toHaveURL(/tz=/);
      for (const query of ['?range=nonsense', '?start=abc&end=2026-02-30', '?sort=x&tz=Mars/X&eui=1&open=<b>']) {
        await openDashboard(page, query);
        await expect(page.getByRole('button', { name: 'All', exact: true })).toHaveAttribute('aria-pressed', 'true');
      }
      expect(complaints).toEqual([]);
    }
    await context.close();
  }
  expect(new Set(texts).size).toBe(1);
});

test('without WebGL the outlets are listed instead of drawn', async ({ page }) => {
  await openDashboard(page);
  await expect(page.getByText('This browser cannot draw the map (WebGL is off).')).toBeVisible();
  await page
    .getByRole('region', { name: /^Outlets \d/ })
    .getByRole('button')
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
});
