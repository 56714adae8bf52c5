import { expect, type Locator, type Page } from '@playwright/test';
import { demoOutlets, holdFiles, openDashboard, reportViews, signIn } from './dashboard-session.ts';
import { test } from './shell-steps.ts';

/** Opens the card of an outlet's customer, with that outlet opened. */
async function openOutlet(page: Page, token: string, eui: string) {
  const answer = await page.request.get(`/api/list/devices?eui=${eui}&limit=1`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data }: { data: { customer: string; customer_id: string }[] } = await answer.json();
  const [device] = data;
  await openDashboard(page, `?q=${encodeURIComponent(device?.customer ?? '')}&open=${device?.customer_id}`);
  const card = page.getByRole('article').first();
  const head = card.getByRole('button', { name: new RegExp(`Device EUI ${eui}`, 'i') });
  await expect(async () => {
    await card.locator('h4 + div').evaluate((list) => list.scrollBy(0, 300));
    await expect(head).toBeVisible({ timeout: 300 });
  }).toPass();
  await head.click();
  return { card, head, views: page.getByRole('region', { name: /^Views of/ }) };
}

const numberIn = (text: string | null): number => Number((text ?? '').replace(/\D/g, ''));

/** Returns the total number of views that a card shows. */
async function viewsOn(card: Locator): Promise<number> {
  const row = card.getByRole('progressbar', { name: 'Views', exact: true }).locator('xpath=../..');
  return numberIn((await row.innerText()).split('today')[0] ?? '');
}

test('a new view appears without a reload, and a scrolled table does not move', async ({ page, context }) => {
  const token = await signIn(context, 'admin');
  const outlet = demoOutlets().find(({ flights }) => flights.length > 0);
  if (!outlet) throw new Error('the demo network has no outlet with a flight');
  const { card, views } = await openOutlet(page, token, outlet.eui);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await expect(views.getByRole('table')).toBeVisible();
  const shown = () => viewsOn(card);
  const before = await shown();
  const rows = views.locator('tbody tr[aria-rowindex]');
  const newest = await rows.first().innerText();
  await reportViews(page.request, outlet, 3);
  await expect.poll(shown, { intervals: [50] }).toBe(before + 3);
  await expect.poll(() => rows.nth(3).innerText(), 'the three stand in the table').toBe(newest);

  await views.evaluate((element) => element.scrollTo(0, 400));
  await expect(rows.first()).toBeVisible();
  const top = () =>
    views.evaluate((element) => {
      const box = element.getBoundingClientRect();
      return document.elementFromPoint(box.left + 40, box.top + 120)?.closest('tr')?.textContent ?? '';
    });
  const held = await top();
  await reportViews(page.request, outlet, 2);
  const pill = page.getByRole('button', { name: '2 new views' });
  await expect(pill).toBeVisible();
  expect(await top()).toBe(held);
  await pill.click();
  await expect(pill).toHaveCount(0);
  expect(await views.evaluate((element) => element.scrollTop)).toBe(0);
});

test.describe('a slow or lost connection', () => {
  test.use({ expectedErrors: [/Failed to load resource|Failed to fetch|preload/] });

  for (const [what, isGone] of [
    ['comes late', false],
    ['cannot be had at first', true],
  ] as const)
    test(`if the live updates' code ${what}, the page then shows everything that happened meanwhile`, {
      tag: '@full',
    }, async ({ page, context }) => {
      const token = await signIn(context, 'admin');
      // Each run uses a different customer that no other test reports views for.
      const outlet = demoOutlets()
        .filter(({ flights }) => flights.length > 0)
        .at(isGone ? -1 : -200);
      if (!outlet) throw new Error('the demo network has no outlet with a flight');
      let asked = 0;
      const release = await holdFiles(page, '**/assets/live-api-*', (route) => {
        asked += 1;
        return isGone && asked === 1 ? route.abort() : route.continue();
      });
      const { card } = await openOutlet(page, token, outlet.eui);
      await expect(page.getByText('Connecting', { exact: true })).toBeVisible();
      const before = await viewsOn(card);
      await reportViews(page.request, outlet, 3);
      // Waits until the first responses are so old that they may lack later changes.
      await page.waitForFunction(() => performance.now() > 3_000);
      expect(await viewsOn(card)).toBe(before);
      release();
      if (isGone) await expect(page.getByText('Reconnecting', { exact: true })).toBeVisible();
      await expect(page.getByText('Live', { exact: true })).toBeVisible();
      await expect.poll(() => viewsOn(card)).toBe(before + 3);
      expect(asked).toBe(isGone ? 2 : 1);
    });
});
