import { expect, type Page, test } from '@playwright/test';
import { complaintsOf, openDashboard, signIn } from './dashboard-session.ts';

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

const clusters = (page: Page) => page.locator('[data-cluster]');

test.beforeEach(({ context }) => signIn(context, 'admin').then(() => {}));

test('a style of the operator is drawn under the outlets and names its makers, without any markup of theirs', async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  const attribution =
    '<a href="https://maps.example/about" id="theirs">© Somebody</a><img src="https://maps.example/">';
  const outside = { type: 'geojson', data: { type: 'FeatureCollection', features: [] }, attribution };
  await answerOutsideStyle(page, { version: 8, sources: { outside }, layers: [{ id: 'ground', type: 'background' }] });
  await openDashboard(page);
  await expect(clusters(page).first()).toBeVisible();
  const makers = page.getByRole('link', { name: '© Somebody' });
  await expect(makers).toHaveAttribute('href', 'https://maps.example/about');
  await makers.click({ trial: true });
  expect(await makers.evaluate((link) => link.parentElement?.innerHTML)).not.toMatch(/id=|<img/);
  expect(complaints).toEqual([]);
});

test('where the style of the operator cannot be had, the shipped map is drawn', async ({ page }) => {
  const complaints = complaintsOf(page);
  await answerOutsideStyle(page, null);
  await openDashboard(page);
  await expect(clusters(page).first()).toBeVisible();
  const told = complaints.filter((text) => text.includes('The map style of this installation cannot be had'));
  expect(told, 'whoever operates it can see why').toHaveLength(1);
});

for (const isOutside of [false, true]) {
  const title = isOutside ? "where neither the operator's style nor the shipped map" : 'where the shipped map';
  test(`${title} can be had, the outlets are listed, and one can try again`, async ({ page }) => {
    if (isOutside) await answerOutsideStyle(page, null);
    await page.route('**/assets/north-america*', (route) => route.abort());
    await openDashboard(page);
    const card = page.getByRole('region', { name: 'Outlet map' });
    await expect(card.getByRole('status').filter({ hasText: 'Error: the map could not be loaded.' })).toBeVisible();
    await page.unroute('**/assets/north-america*');
    await card.getByRole('button', { name: 'Try again' }).click();
    await expect(clusters(page).first()).toBeVisible();
  });
}
