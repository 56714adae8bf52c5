import { expect, type Page } from '@playwright/test';
import { expectGoodPage, openShowcase, test, widget } from './showcase-steps.ts';

test('without a key the street map is built in: Melbourne at zoom 12 with one marker', async ({ page, baseURL }) => {
  const outside: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== new URL(baseURL ?? '').origin) outside.push(request.url());
  });
  await openShowcase(page, '/app/maps', 'Google Maps');
  await expect(page).toHaveURL(/\/app\/maps\/google$/);
  const map = page.locator('[data-map="own"]');
  await expect(map).toHaveAttribute('data-zoom', '12');
  const marker = map.locator('.maplibregl-marker');
  await expect(marker).toHaveCount(1);
  await marker.click();
  await expect(map.getByText('Melbourne, Victoria')).toBeVisible();
  await map.getByRole('button', { name: 'Zoom in' }).click();
  await expect(map).toHaveAttribute('data-zoom', '13');
  await map.getByRole('button', { name: 'Back to the start' }).click();
  await expect(map).toHaveAttribute('data-zoom', '12');
  await expectGoodPage(page);
  expect(outside).toEqual([]);
});

test.describe('with a key', () => {
  // A server test checks which hosts the policy allows with a key; this server has no key.
  test.use({ bypassCSP: true });

  /** A stub of the service with everything that a map with a marker needs. The stub records what the page requests. */
  const SERVICE = `(() => {
    const { maps } = window.google;
    const asked = (window.askedOfGoogle = { libraries: [], maps: [], markers: [] });
    const thing = (notes) =>
      class {
        constructor(...options) {
          notes.push(options.at(-1));
          return new Proxy(this, { get: (own, key) => own[key] ?? (/^(set|get|move|add)/.test(String(key)) ? () => ({ remove() {} }) : undefined) });
        }
      };
    const none = () => ({ remove() {} });
    Object.assign(maps, { Map: thing(asked.maps), Marker: thing(asked.markers), version: '3', Settings: { getInstance: () => ({}) } });
    maps.event = { addListener: none, removeListener: none, clearInstanceListeners: none, trigger: none };
    maps.importLibrary = async (name) => { asked.libraries.push(name); return maps; };
    maps.__ib__();
  })()`;
  const giveKey = (page: Page) =>
    page.route('**/api/config', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...((await answer.json()) as object), google_maps_key: 'sample-key' } });
    });
  type Asked = { libraries: string[]; maps: { zoom: number }[]; markers: { position: { lat: number; lng: number } }[] };

  test('Google draws the street map: three libraries, Melbourne, zoom 12, one marker', async ({ page }) => {
    await giveKey(page);
    const scripts: URL[] = [];
    await page.route(/^https:/, (route) => {
      scripts.push(new URL(route.request().url()));
      return route.fulfill({ contentType: 'text/javascript', body: SERVICE });
    });
    await openShowcase(page, '/app/maps/google', 'Google Maps');
    await expect(page.getByText('drawn by Google Maps with the key of this installation')).toBeVisible();
    const asked = () => page.evaluate(() => (window as unknown as { askedOfGoogle?: Asked }).askedOfGoogle);
    await expect.poll(async () => (await asked())?.markers.length).toBe(1);
    const { libraries = [], maps, markers } = (await asked()) ?? {};
    expect(libraries).toEqual(expect.arrayContaining(['geometry', 'drawing', 'places']));
    expect(maps?.[0]).toMatchObject({ zoom: 12, center: { lat: -37.813179, lng: 144.950259 } });
    expect(markers?.[0]?.position).toEqual({ lat: -37.813179, lng: 144.950259 });
    expect(scripts.map(({ origin, pathname }) => origin + pathname)).toEqual([
      'https://maps.googleapis.com/maps/api/js',
    ]);
    expect(scripts[0]?.searchParams.get('libraries')).toBe('geometry,drawing,places');
    expect(scripts[0]?.searchParams.get('key')).toBe('sample-key');
    // Entering and leaving the page loads a different document with a different policy.
    const mark = () => page.evaluate(() => Object.assign(window, { isSameDocument: true }));
    const isMarked = () => page.evaluate(() => 'isSameDocument' in window);
    await mark();
    await page.getByRole('link', { name: 'Vector Map' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Vector Maps' })).toBeAttached();
    expect(await isMarked()).toBe(false);
    await mark();
    await page.getByRole('link', { name: /^Google Map/ }).click();
    await expect(page.locator('[data-map="google"]')).toBeVisible();
    expect(await isMarked()).toBe(false);
  });

  test.describe('without access to Google', () => {
    test.use({ expectedErrors: [/net::ERR_FAILED/] });
    test("the built-in map replaces Google's map if Google cannot be reached", async ({ page }) => {
      await giveKey(page);
      await page.route(/^https:/, (route) => route.abort());
      await openShowcase(page, '/app/maps/google', 'Google Maps');
      await expect(page.getByText('Google Maps cannot be reached')).toBeVisible();
      await expect(page.locator('[data-map="own"]').locator('.maplibregl-marker')).toHaveCount(1);
    });
  });
});

test('without WebGL 2 the pages work and explain the missing map', async ({ page }) => {
  await page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
      return kind.startsWith('webgl') ? null : Reflect.apply(getContext, this, [kind, ...rest]);
    } as typeof getContext;
  });
  for (const [path, heading] of [
    ['/app/maps/google', 'Google Maps'],
    ['/app/extra/timeline', 'Events - Feed'],
  ] as const) {
    await openShowcase(page, path, heading);
    await expect(page.getByText('No map here')).toBeVisible();
  }
});

test('the vector map has every country, 26 dots, tooltips and zoom', async ({ page }) => {
  await openShowcase(page, '/app/maps/vector', 'Vector Maps');
  const panel = widget(page, 'World');
  await expect(panel.locator('[data-dot]')).toHaveCount(26);
  expect(await panel.locator('[data-area]').count()).toBeGreaterThan(230);
  await expect(panel.locator('[data-area="AQ"]')).toHaveCount(0);
  const tooltip = panel.locator('[data-tooltip]');
  await panel.locator('[data-area="BR"]').hover();
  await expect(tooltip).toHaveText('Brazil');
  await panel.locator('[data-dot="São Tomé and Príncipe"]').hover({ force: true });
  await expect(tooltip).toHaveText('São Tomé and Príncipe');
  const frame = panel.locator('[data-zoom]');
  await panel.getByRole('button', { name: 'Zoom in' }).click();
  await expect(frame).toHaveAttribute('data-zoom', '2');
  await panel.getByRole('button', { name: 'Back to the start' }).click();
  await expect(frame).toHaveAttribute('data-zoom', '1');
  await panel.getByRole('button', { name: /^Show as table/ }).click();
  await expect(panel.getByRole('row')).toHaveCount(27);
  await expectGoodPage(page);
});
