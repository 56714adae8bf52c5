import { expect, test } from '@playwright/test';
import { complaintsOf, type DemoRole, openDashboard, signIn } from './dashboard-session.ts';
import { expectAccessible } from './shell-steps.ts';

for (const role of ['admin', 'property', 'advertiser'] as const satisfies DemoRole[])
  for (const colorScheme of ['light', 'dark'] as const)
    test(`nothing stands in the way of assistive technology: ${role}, ${colorScheme}`, async ({ browser, baseURL }) => {
      const context = await browser.newContext({ colorScheme, ...(baseURL ? { baseURL } : {}) });
      await signIn(context, role);
      const page = await context.newPage();
      await openDashboard(page);
      await page.getByRole('button', { name: 'List' }).click();
      await page
        .getByRole('button', { name: /Device EUI/ })
        .first()
        .click();
      await expect(page.getByRole('region', { name: /^Views of/ })).toBeVisible();
      await expect(page.locator('canvas')).toBeVisible();
      await expectAccessible(page);
      await context.close();
    });

test('on a phone nothing is wider than the screen and everything is there', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    ...(baseURL ? { baseURL } : {}),
  });
  await signIn(context, 'property');
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  await openDashboard(page);
  await page
    .getByRole('button', { name: /Device EUI/ })
    .first()
    .tap();
  await expect(page.getByRole('region', { name: /^Views of/ })).toBeVisible();
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wider).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

test('the map is reached by keyboard: list, marker’s popup, its views, its devices', async ({ page, context }) => {
  await signIn(context, 'property');
  await openDashboard(page);
  await page.getByRole('button', { name: 'List' }).press('Enter');
  const entries = page
    .getByRole('region', { name: /^Outlets/ })
    .getByRole('listitem')
    .getByRole('button');
  await expect(page.locator('canvas')).toBeVisible();
  await entries.first().press('Enter');
  const popup = page.getByRole('dialog', { name: /^Outlet [0-9A-F]{16}$/ });
  await expect(popup).toBeFocused();
  await expect(popup.getByRole('listitem').first()).toBeVisible();
  expect(await popup.getByRole('listitem').count()).toBeLessThanOrEqual(11);
  await expect(popup.getByText(/^and [\d,]+ more\.\.\.$/)).toBeVisible();
  await popup.getByRole('button', { name: 'Show devices' }).press('Enter');
  await expect(page.getByRole('dialog', { name: /^Device EUI/ })).toBeVisible();
});

test('without WebGL the outlets are listed instead of drawn', async ({ page, context }) => {
  await context.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await signIn(context, 'property');
  await openDashboard(page);
  await expect(page.getByText('This browser cannot draw the map (WebGL is off).')).toBeVisible();
  await page
    .getByRole('region', { name: /^Outlets \d/ })
    .getByRole('button')
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('many outlets are clusters that open on click, and the legend shows only what is chosen', async ({
  page,
  context,
}) => {
  await signIn(context, 'admin');
  await openDashboard(page);
  const clusters = page.locator('button[data-cluster]');
  await expect(clusters.first()).toHaveAccessibleName(/^\d+ outlets: \d+ \w+/);
  const sizes = () => clusters.evaluateAll((all) => all.map((each) => Number(each.dataset.cluster)));
  const before = Math.max(...(await sizes()));
  await clusters.first().press('Enter');
  await expect.poll(async () => Math.max(0, ...(await sizes()))).toBeLessThan(before);
  const offline = page.getByRole('button', { name: /^Offline/ });
  const count = Number((await offline.innerText()).replace(/\D/g, ''));
  await offline.click();
  await expect(offline).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'List' }).click();
  await page.getByRole('button', { name: 'Show all outlets' }).click();
  await expect(page.getByRole('heading', { name: `Outlets in view ${count}` })).toBeVisible();
  await expect(clusters).toHaveCount(0);
});
