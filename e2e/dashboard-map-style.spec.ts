import { expect, type Page, test } from '@playwright/test';
import { complaintsOf, openDashboard, signIn } from './dashboard-session.ts';
import { expectAccessible, expectReadableIn } from './shell-steps.ts';

// All that draws a map: its engine takes longer than a whole journey elsewhere.

/** As a server with MAP_STYLE_URL would say; the style stands on this host, as an outside one may not be asked here. */
async function answerOutsideStyle(page: Page, style: object | null): Promise<void> {
  await page.route('**/api/config', async (route) => {
    const answer = await route.fetch();
    const config = (await answer.json()) as object;
    const mapStyleUrl = new URL('/outside/style.json', answer.url()).href;
    await route.fulfill({ response: answer, json: { ...config, map_style_url: mapStyleUrl } });
  });
  await page
    .context()
    .route('**/outside/**', (route) =>
      style && route.request().url().endsWith('style.json') ? route.fulfill({ json: style }) : route.abort(),
    );
}

const clusters = (page: Page) => page.locator('button[data-cluster]');
const SHIPPED = '**/assets/north-america*';

/** The map's code waits for all else; what stands there before is not looked at. */
const mapDrawn = (page: Page) => expect(page.locator('canvas')).toBeVisible();

test('clusters open on click, the legend shows only what is chosen, and nothing stands in the way of assistive technology', async ({
  page,
  context,
}) => {
  const complaints = complaintsOf(page);
  await signIn(context, 'admin');
  await openDashboard(page);
  await expect(clusters(page).first()).toHaveAccessibleName(/^\d+ outlets: \d+ \w+/);
  await page.getByRole('button', { name: 'List' }).click();
  await expectAccessible(page);
  await expectReadableIn(page, 'dark');
  await page.getByRole('button', { name: 'List' }).click();
  const sizes = () => clusters(page).evaluateAll((all) => all.map((each) => Number(each.dataset.cluster)));
  const before = Math.max(...(await sizes()));
  await clusters(page).first().press('Enter');
  await expect.poll(async () => Math.max(0, ...(await sizes()))).toBeLessThan(before);
  const offline = page.getByRole('button', { name: /^Offline/ });
  const count = Number((await offline.innerText()).replace(/\D/g, ''));
  await offline.click();
  await expect(offline).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'List' }).click();
  await page.getByRole('button', { name: 'Show all outlets' }).click();
  await expect(page.getByRole('heading', { name: `Outlets in view ${count}` })).toBeVisible();
  await expect(clusters(page)).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the map is as wide as the screen, and is reached by keyboard: list, marker’s popup, its views, its devices', async ({
    page,
    context,
  }) => {
    const complaints = complaintsOf(page);
    await signIn(context, 'property');
    await openDashboard(page);
    await mapDrawn(page);
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'List' }).press('Enter');
    const entries = page
      .getByRole('region', { name: /^Outlets/ })
      .getByRole('listitem')
      .getByRole('button');
    await entries.first().press('Enter');
    const popup = page.getByRole('dialog', { name: /^Outlet [0-9A-F]{16}$/ });
    await expect(popup).toBeFocused();
    await expect(popup.getByRole('listitem').first()).toBeVisible();
    expect(await popup.getByRole('listitem').count()).toBeLessThanOrEqual(11);
    await expect(popup.getByText(/^and [\d,]+ more\.\.\.$/)).toBeVisible();
    await expectAccessible(page);
    await expectReadableIn(page, 'dark');
    await popup.getByRole('button', { name: 'Show devices' }).press('Enter');
    await expect(page.getByRole('dialog', { name: /^Device EUI/ })).toBeVisible();
    expect(complaints).toEqual([]);
  });
});

test('a style of the operator is drawn under the outlets and names its makers, without any markup of theirs', async ({
  page,
  context,
}) => {
  await signIn(context, 'property');
  const complaints = complaintsOf(page);
  const attribution =
    '<a href="https://maps.example/about" id="theirs">© Somebody</a><img src="https://maps.example/">';
  const outside = { type: 'geojson', data: { type: 'FeatureCollection', features: [] }, attribution };
  await answerOutsideStyle(page, { version: 8, sources: { outside }, layers: [{ id: 'ground', type: 'background' }] });
  await openDashboard(page);
  const makers = page.getByRole('link', { name: '© Somebody' });
  await expect(makers).toHaveAttribute('href', 'https://maps.example/about');
  await makers.click({ trial: true });
  expect(await makers.evaluate((link) => link.parentElement?.innerHTML)).not.toMatch(/id=|<img/);
  expect(complaints).toEqual([]);
});

test('where the style of the operator cannot be had the shipped map is drawn; without it the outlets are listed, and one can try again', async ({
  page,
  context,
}) => {
  await signIn(context, 'admin');
  const complaints = complaintsOf(page);
  await answerOutsideStyle(page, null);
  await page.route(SHIPPED, (route) => route.abort());
  await openDashboard(page);
  const card = page.getByRole('region', { name: 'Outlet map' });
  await expect(card.getByRole('status').filter({ hasText: 'Error: the map could not be loaded.' })).toBeVisible();
  await page.unroute(SHIPPED);
  await card.getByRole('button', { name: 'Try again' }).click();
  await expect(clusters(page).first()).toBeVisible();
  const told = complaints.filter((text) => text.includes('The map style of this installation cannot be had'));
  expect(told.length, 'whoever operates it can see why').toBeGreaterThanOrEqual(1);
});
