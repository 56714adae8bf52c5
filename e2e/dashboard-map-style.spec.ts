import { expect, type Page } from '@playwright/test';
import { openDashboard, signIn } from './dashboard-session.ts';
import { expectAccessible, expectReadable, expectReadableIn, swipe, test } from './shell-steps.ts';

// Journeys that load the map's engine. Each takes longer than any journey without the engine, so all but one of them
// run only in the full run.
test.use({ hasMap: true });

/**
 * Responds as a server with MAP_STYLE_URL would. The style is served by this host, because tests must not call an
 * outside host.
 */
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

const map = (page: Page) => page.locator('[data-map]');
const clusters = (page: Page) => page.locator('button[data-cluster]');
const ENGINE = 'engine';

/** Starts the engine by using the map, and waits until the engine replaces the drawn map. */
async function reachForEngine(page: Page): Promise<void> {
  await expect(map(page)).toHaveAttribute('data-map', 'drawn');
  await page.getByRole('button', { name: 'Show all outlets' }).click();
  await expect(map(page)).toHaveAttribute('data-map', ENGINE);
}

/** Each cluster's count and position. */
const shownClusters = (page: Page): Promise<(readonly [count: number, x: number, y: number])[]> =>
  clusters(page).evaluateAll((all) =>
    all
      .map((each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        return [Number(each.dataset.cluster), Math.round(x + width / 2), Math.round(y + height / 2)] as const;
      })
      .sort((one, other) => one[1] - other[1] || one[2] - other[2]),
  );
/** The list of outlets beside the map. */
const entries = (page: Page) =>
  page
    .getByRole('region', { name: /^Outlets/ })
    .getByRole('listitem')
    .getByRole('button');
const SHIPPED = '**/assets/north-america*';

test('the map is drawn without its engine, works by keyboard, and the engine takes over the same view', async ({
  page,
  context,
}) => {
  await signIn(context, 'admin');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await openDashboard(page);
  await expect(map(page)).toHaveAttribute('data-map', 'drawn');
  await expect(clusters(page).first()).toHaveAccessibleName(/^\d+ outlets: \d+ \w+/);
  await expectAccessible(page);
  const drawn = await shownClusters(page);
  const card = page.getByRole('region', { name: 'Outlet map' });
  expect(
    drawn.reduce((sum, [count]) => sum + count, 0) + (await card.getByRole('option').count()),
    'each outlet is in a cluster or stands by itself',
  ).toBe(Number((await card.getByText(/^[\d,]+ outlets$/).innerText()).replace(/\D/g, '')));

  const unknown = page.getByRole('button', { name: /^Position unknown/ });
  await unknown.click();
  const list = page.getByRole('listbox', { name: 'Outlets on the map' });
  await expect(list).toBeVisible();
  await expectAccessible(page);
  await expectReadableIn(page, 'dark');
  await list.press('End');
  await page.keyboard.press('Enter');
  const popup = page.getByRole('dialog', { name: /^Outlet [0-9A-F]{16}$/ });
  await expect(popup).toBeFocused();
  expect(
    asked.filter((url) => /maplibre|engine-view/.test(url)),
    'nothing of the engine is fetched',
  ).toEqual([]);

  await page.getByRole('button', { name: 'Zoom out' }).click();
  await expect(map(page)).toHaveAttribute('data-map', ENGINE);
  await expect(popup, 'what was chosen stays chosen').toBeVisible();
  await popup.press('Escape');
  await expect(popup).toHaveCount(0);
  await unknown.click();
  await page.getByRole('button', { name: 'Show all outlets' }).click();
  await expect
    .poll(async () => (await shownClusters(page)).map(([count]) => count), 'the same clusters from west to east')
    .toEqual(drawn.map(([count]) => count));
});

test('clusters open on click, the legend filters, and list, popup and devices work by keyboard', {
  tag: '@full',
}, async ({ page, context }) => {
  await signIn(context, 'admin');
  await openDashboard(page);
  await reachForEngine(page);
  await expect(clusters(page).first()).toHaveAccessibleName(/^\d+ outlets: \d+ \w+/);
  await page.getByRole('button', { name: 'List' }).press('Enter');
  await expectAccessible(page);
  await expectReadableIn(page, 'dark');
  await page.getByRole('button', { name: 'List' }).click();
  const sizes = () => clusters(page).evaluateAll((all) => all.map((each) => Number(each.dataset.cluster)));
  // The new color scheme loads a new style, which shows no clusters until that style is complete.
  await expect(clusters(page).first()).toBeVisible();
  const before = Math.max(...(await sizes()));
  await page.locator(`button[data-cluster="${before}"]`).first().press('Enter');
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

  test('one finger on the map scrolls the page, and an outlet opens as a sheet that scrolls separately', {
    tag: '@full',
  }, async ({ page, context }) => {
    await signIn(context, 'property');
    await openDashboard(page);
    const panel = page.getByRole('heading', { name: 'Outlet map' });
    await expect(page.getByRole('button', { name: /^Online/ }), 'its figures are there').toBeVisible();
    await expect(map(page), 'it waits until the reader comes near').toHaveCount(0);
    await panel.scrollIntoViewIfNeeded();
    await expect(map(page)).toHaveAttribute('data-map', 'drawn');
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider).toBe(0);
    const scrolled = () => page.evaluate(() => window.scrollY);
    await map(page).evaluate((frame) => frame.scrollIntoView({ block: 'center' }));
    const box = await map(page).boundingBox();
    const middle = { x: 195, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
    const before = await scrolled();
    await swipe(page, middle, { ...middle, y: middle.y - 120 });
    await expect.poll(scrolled).toBeGreaterThan(before + 40);
    await expect(map(page), 'a page that is scrolled reaches for nothing').toHaveAttribute('data-map', 'drawn');
    const tapped = await scrolled();
    await page.getByRole('button', { name: 'Zoom out' }).tap();
    await expect(map(page)).toHaveAttribute('data-map', ENGINE);
    const under = await map(page).boundingBox();
    const own = { x: 195, y: (under?.y ?? 0) + (under?.height ?? 0) / 2 };
    await swipe(page, own, { ...own, y: own.y + 100 });
    await expect.poll(scrolled).toBeLessThan(tapped - 30);

    await page.getByRole('button', { name: 'List' }).tap();
    await entries(page).first().tap();
    const sheet = page.getByRole('dialog', { name: /^Outlet [0-9A-F]{16}$/ });
    const views = sheet.getByRole('list', { name: 'Recent views' });
    await expect(views.getByRole('listitem').first()).toBeVisible();
    await expect
      .poll(async () => {
        const place = await sheet.boundingBox();
        return [place?.x, place?.width, (place?.y ?? 0) + (place?.height ?? 0)].map((px) => Math.round(px ?? 0));
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

test("the operator's style is drawn under the outlets with its attribution, without its markup", {
  tag: '@full',
}, async ({ page, context }) => {
  await signIn(context, 'property');
  const attribution =
    '<a href="https://maps.example/about" id="theirs">© Somebody</a><img src="https://maps.example/">';
  const outside = { type: 'geojson', data: { type: 'FeatureCollection', features: [] }, attribution };
  await answerOutsideStyle(page, { version: 8, sources: { outside }, layers: [{ id: 'ground', type: 'background' }] });
  await openDashboard(page);
  await reachForEngine(page);
  const makers = page.getByRole('link', { name: '© Somebody' });
  await expect(makers).toHaveAttribute('href', 'https://maps.example/about');
  await makers.click({ trial: true });
  expect(await makers.evaluate((link) => link.parentElement?.innerHTML)).not.toMatch(/id=|<img/);
});

test.describe("without the map's data", () => {
  // Console messages about files that cannot be loaded, and about the style.
  test.use({ expectedErrors: [/Failed to load resource|Failed to fetch|preload|The map /] });

  test("falls back to the shipped map if the operator's style fails; without it, lists the outlets and offers a retry", {
    tag: '@full',
  }, async ({ page, context }) => {
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
    await reachForEngine(page);
    expect(told.join('\n'), 'whoever operates it can see why').toContain('The custom map style could not be loaded');
  });
});
