import { expect, type Page } from '@playwright/test';
import { openDashboard, signIn } from './dashboard-session.ts';
import { expectAccessible, expectReadable, expectReadableIn, swipe, test } from './shell-steps.ts';

// All that draws a map: its engine takes longer than a whole journey elsewhere.
test.use({ hasMap: true });

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
/** The list of outlets beside the map. */
const entries = (page: Page) =>
  page
    .getByRole('region', { name: /^Outlets/ })
    .getByRole('listitem')
    .getByRole('button');
const SHIPPED = '**/assets/north-america*';

test('clusters open on click, the legend shows only what is chosen, and all is reached by keyboard: list, marker’s popup, its devices', async ({
  page,
  context,
}) => {
  await signIn(context, 'admin');
  await openDashboard(page);
  await expect(clusters(page).first()).toHaveAccessibleName(/^\d+ outlets: \d+ \w+/);
  await page.getByRole('button', { name: 'List' }).press('Enter');
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

  await entries(page).first().press('Enter');
  const popup = page.getByRole('dialog', { name: /^Outlet [0-9A-F]{16}$/ });
  await expect(popup).toBeFocused();
  await expect(popup.getByRole('listitem').first()).toBeVisible();
  expect(await popup.getByRole('listitem').count()).toBeLessThanOrEqual(11);
  await expect(popup.getByText(/^and [\d,]+ more\.\.\.$/)).toBeVisible();
  await expectAccessible(page);
  await expectReadableIn(page, 'dark');
  await popup.getByRole('button', { name: 'Show devices' }).press('Enter');
  await expect(page.getByRole('dialog', { name: /^Device EUI/ })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('one finger on the map scrolls the page, an outlet opens as a sheet that scrolls by itself and leads to its devices', async ({
    page,
    context,
  }) => {
    await signIn(context, 'property');
    await openDashboard(page);
    await expect(page.locator('canvas')).toBeVisible();
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider).toBe(0);
    const scrolled = () => page.evaluate(() => window.scrollY);
    await page.locator('canvas').evaluate((canvas) => canvas.scrollIntoView({ block: 'center' }));
    const map = await page.locator('canvas').boundingBox();
    const middle = { x: 195, y: (map?.y ?? 0) + (map?.height ?? 0) / 2 };
    const before = await scrolled();
    await swipe(page, middle, { ...middle, y: middle.y - 120 });
    await expect.poll(scrolled).toBeGreaterThan(before + 40);

    await page.getByRole('button', { name: 'List' }).tap();
    await entries(page).first().tap();
    const sheet = page.getByRole('dialog', { name: /^Outlet [0-9A-F]{16}$/ });
    const views = sheet.getByRole('list', { name: 'Recent views' });
    await expect(views.getByRole('listitem').first()).toBeVisible();
    await expect
      .poll(async () => {
        const box = await sheet.boundingBox();
        return [box?.x, box?.width, (box?.y ?? 0) + (box?.height ?? 0)].map((px) => Math.round(px ?? 0));
      })
      .toEqual([0, 390, 844]);
    const stood = await scrolled();
    const list = await views.boundingBox();
    const low = { x: 195, y: (list?.y ?? 0) + (list?.height ?? 0) - 20 };
    await swipe(page, low, { ...low, y: low.y - 100 });
    await expect.poll(() => views.evaluate((element) => element.scrollTop)).toBeGreaterThan(20);
    expect(await scrolled()).toBe(stood);
    await expectReadable(page);
    await sheet.getByRole('button', { name: 'Show devices' }).tap();
    const devices = page.getByRole('dialog', { name: /^Device EUI/ });
    await expect(devices.getByRole('row').nth(1)).toBeVisible();
    await devices.getByRole('button', { name: 'Close', exact: true }).tap();
    await expect(devices).toHaveCount(0);
  });
});

test('a style of the operator is drawn under the outlets and names its makers, without any markup of theirs', async ({
  page,
  context,
}) => {
  await signIn(context, 'property');
  const attribution =
    '<a href="https://maps.example/about" id="theirs">© Somebody</a><img src="https://maps.example/">';
  const outside = { type: 'geojson', data: { type: 'FeatureCollection', features: [] }, attribution };
  await answerOutsideStyle(page, { version: 8, sources: { outside }, layers: [{ id: 'ground', type: 'background' }] });
  await openDashboard(page);
  const makers = page.getByRole('link', { name: '© Somebody' });
  await expect(makers).toHaveAttribute('href', 'https://maps.example/about');
  await makers.click({ trial: true });
  expect(await makers.evaluate((link) => link.parentElement?.innerHTML)).not.toMatch(/id=|<img/);
});

test.describe('without what a map is drawn from', () => {
  // What the browser says of an address that it cannot have, and the page of the style.
  test.use({ expectedErrors: [/Failed to load resource|Failed to fetch|preload|The map /] });

  test('where the style of the operator cannot be had the shipped map is drawn; without it the outlets are listed, and one can try again', async ({
    page,
    context,
  }) => {
    await signIn(context, 'admin');
    const told: string[] = [];
    page.on('console', (message) => told.push(message.text()));
    await answerOutsideStyle(page, null);
    await page.route(SHIPPED, (route) => route.abort());
    await openDashboard(page);
    const card = page.getByRole('region', { name: 'Outlet map' });
    await expect(card.getByRole('status').filter({ hasText: 'Error: the map could not be loaded.' })).toBeVisible();
    await page.unroute(SHIPPED);
    await card.getByRole('button', { name: 'Try again' }).click();
    await expect(clusters(page).first()).toBeVisible();
    expect(told.join('\n'), 'whoever operates it can see why').toContain(
      'The map style of this installation cannot be had',
    );
  });
});
