import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { expectAccessible, expectReadable, test } from './shell-steps.ts';

/** Returns an outlet of the demo network with its key. */
function demoOutlet(): { eui: string; key: string } {
  const file = join(process.env.E2E_DATA_DIR ?? '', 'demo-keys.json');
  const { outlets } = JSON.parse(readFileSync(file, 'utf8')) as { outlets: { eui: string; key: string }[] };
  const outlet = outlets[7];
  if (!outlet) throw new Error('the demo network has outlets');
  return outlet;
}

test('the documentation opens without login, links its pages, and works on a dark phone', { tag: '@full' }, async ({
  page,
}) => {
  await page.goto('/documentation');
  await expect(page).toHaveURL(/\/documentation\/getting-started\/overview$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await page.getByRole('figure').scrollIntoViewIfNeeded();
  const picture = page.getByRole('img', { name: /^The dashboard: problems and pending/ });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1280);
  await expect(page.getByRole('link', { name: 'Live demo' })).toHaveAttribute('href', '/app/main/dashboard');
  await page.getByRole('link', { name: 'Next Quick start' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Quick start' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Tasks' }).click();
  await expect(page.getByRole('heading', { name: 'Tasks' })).toBeInViewport();
  await expectAccessible(page);

  await page.evaluate(() => localStorage.setItem('colorScheme', 'dark'));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/documentation/operation/self-hosting');
  await expect(page.getByRole('cell', { name: 'Port for the web client and the API.' })).toBeVisible();
  for (const name of ['Deployment', 'Metrics and alerts']) {
    await page.getByRole('button', { name: 'Contents' }).click();
    await page.getByRole('link', { name, exact: true }).first().click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  }
  await page.getByRole('button', { name: 'Contents' }).click();
  await page.getByRole('link', { name: 'Roles', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Roles' })).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('every example of the ingestion API returns the documented answer', async ({ page }) => {
  const { eui, key } = demoOutlet();
  await page.goto('/documentation/integration/ingestion-api');
  await page.getByLabel('Key', { exact: true }).fill(key);
  await page.getByLabel('EUI', { exact: true }).fill(eui);
  const commands = page.getByRole('region', { name: /^Command: / });
  await expect(commands).toHaveCount(6);
  for (const command of await commands.all()) {
    const text = (await command.textContent()) ?? '';
    const title = ((await command.getAttribute('aria-label')) ?? '').replace('Command: ', '');
    const answer = await page.getByRole('region', { name: `Response: ${title}` }).textContent();
    const address = /https?:\S+/.exec(text)?.[0] ?? '';
    const headers = Object.fromEntries(
      [...text.matchAll(/-H "([^:]+): ([^"]+)"/g)].map(([, name, value]) => [name, value]),
    );
    // The body that the shell passes to curl: the quoted text, or its lines. A server test covers gzip.
    const quoted = [...text.replace("'%s\\n'", '').matchAll(/'([^']*)'/g)].map(([, line = '']) => line);
    const { 'Content-Encoding': _gzip, ...sent } = headers as Record<string, string>;
    const reply = await page.request.post(address, { headers: sent, data: quoted.join('\n') });
    expect(reply.status(), title).toBe(200);
    expect(await reply.json(), title).toEqual(JSON.parse(answer ?? ''));
  }
  await expectAccessible(page);
});

const COMPONENTS = [
  ['alerts', 'Alerts'],
  ['buttons', 'Buttons'],
  ['tabs-accordion', 'Tabs & Accordion'],
  ['badge', 'Badge'],
  ['card', 'Card'],
  ['carousel', 'Carousel'],
  ['nav', 'Nav'],
  ['navbar', 'Navbar'],
  ['popovers', 'Popovers & Tooltips'],
  ['progress', 'Progress'],
] as const;
// web/features/documentation/documentation-pages.test.ts tests the examples and the shown code.
test('the examples of the component pages are readable in both schemes', { tag: '@full' }, async ({ page }) => {
  await page.goto('/documentation/components/modal');
  for (const [slug, title] of COMPONENTS) {
    await page.getByRole('link', { name: title, exact: true }).first().click();
    await expect(page).toHaveURL(new RegExp(`/components/${slug}$`));
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    await expectReadable(page);
  }
});
