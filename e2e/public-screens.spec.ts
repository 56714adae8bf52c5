import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectReadableIn, signIn, test } from './shell-steps.ts';

const noSideways = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

test('the pages for owners and advertisers reckon, lead on, and say what the patent number is', async ({ page }) => {
  await signIn(page, 'property');
  await page.goto('/app/home');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Let them earn');
  await expect(page.getByText('$0.17', { exact: true })).toBeVisible();
  // 24 outlets × 60 charges × 30 days at $25 per 1,000: 30 % of $1,080, less 1,080 kWh at $0.17 (docs/specification.md#constants).
  await expect(page.getByText('$140', { exact: true }).first()).toBeVisible();
  const price = page.getByRole('slider', { name: 'Advertisers pay per 1,000 views' });
  await price.fill('10');
  await expect(page.getByText('At this price the share does not cover the electricity.')).toBeVisible();
  await expect(page.getByText(/From \$14\.17 per 1,000 views/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'What advertisers get' }).click();
  await expect(page).toHaveTitle('For advertisers · Voltboard');
  await expect(page.getByText('200,000', { exact: true })).toBeVisible();
  await expectAccessible(page);
  const footer = page.locator('footer');
  await expect(footer).toContainText(`© ${new Date().getFullYear()} Voltboard`);
  await expect(footer).toContainText('All rights reserved');
  await footer.getByRole('link', { name: /^Patent number/ }).click();
  await expect(page.getByText('it is not the number of any patent')).toBeVisible();
  await page.goto('/app/advertise');
  await page.getByRole('link', { name: 'Plan this campaign with us' }).click();
  await expect(page.getByLabel('Message')).toHaveValue(/^I would like to plan a campaign/);
});

test.describe('on a phone in the dark', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true, isMobile: true });

  test('nothing is wider than the screen and nothing axe finds', async ({ page }) => {
    await signIn(page, 'advertiser');
    for (const path of ['/app/home', '/app/advertise', '/app/locate', '/app/contact']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
      await noSideways(page);
      await expectAccessible(page);
      await expectReadableIn(page, 'light');
    }
  });
});

test.describe('with a map', () => {
  test.use({ hasMap: true });

  test('outlets are found by customer, copied and shown on the map', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn(page, 'admin');
    await page.goto('/app/locate');
    const rows = page.getByRole('table', { name: 'Outlets' }).getByRole('row');
    await expect(rows).toHaveCount(26);
    await page.getByRole('link', { name: 'Page 2', exact: true }).click();
    await expect(page).toHaveURL(/page=2/);
    await expect(page.getByText(/^26–50 of /)).toBeVisible();
    await page.getByRole('searchbox', { name: 'EUI, label, customer or venue' }).fill('larkspur');
    await expect(page).toHaveURL(/q=larkspur$/);
    await expect(rows.nth(1)).toContainText('Larkspur Hotels');
    const copy = rows.nth(1).getByRole('button', { name: /^Copy EUI/ });
    const eui = /[0-9A-F]{16}/.exec((await copy.getAttribute('aria-label')) ?? '')?.[0] ?? '';
    await copy.click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(eui);
    await expectAccessible(page);
    await page.getByRole('link', { name: `Show ${eui} on the map` }).click();
    await expect(page).toHaveURL(new RegExp(`/app/main/dashboard\\?outlet=${eui.toLowerCase()}`));
    await expect(page.getByRole('dialog', { name: `Outlet ${eui}` })).toBeVisible();
  });
});

test('a message is sent and read by an administrator, who can answer it', async ({ page, browser }) => {
  const word = `blink-${Date.now()}`;
  await signIn(page, 'property');
  await page.goto('/app/contact');
  await expect(page.getByLabel('Email')).toHaveValue('owner@demo.voltboard.example');
  await page.getByLabel('Message').fill(`The outlets at the bar ${word}`);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Your message has been sent')).toBeVisible();
  await expect(page.getByLabel('Message')).toHaveValue('');
  await expectAccessible(page);

  const administrator = await (await browser.newContext()).newPage();
  await signIn(administrator, 'admin');
  await administrator.goto(`/admin/messages?q=${word}`);
  await administrator.getByRole('button', { name: /Olivia Hart/ }).click();
  const letter = administrator.getByRole('dialog');
  await expect(letter).toContainText(word);
  await expect(letter.getByRole('link', { name: 'Reply' })).toHaveAttribute('href', /^mailto:owner%40demo/);
  await administrator.close();
});
