import { expect } from '@playwright/test';
import { test } from '../../e2e/shell-steps.ts';
import { buildStaticCopy, openStaticHost, type StaticHost } from '../../e2e/static-host.ts';

let host: StaticHost;

test.beforeAll(async () => {
  buildStaticCopy();
  host = await openStaticHost();
});
test.afterAll(() => host.close());

test('a static copy (VITE_BACKEND=off) shows the samples and calls nobody', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol === 'data:' || url.protocol === 'blob:') return;
    if (url.origin !== host.url || /^\/api(\/|$)/.test(url.pathname)) calls.push(`${request.method()} ${url.href}`);
  });
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  const open = async (path: string, name: string): Promise<void> => {
    await page.goto(host.url + path);
    await expect(heading(name)).toBeAttached();
  };

  await open('/app/main/analytics', 'Login');
  await test.step('the sample pages show the built-in samples', async () => {
    await page.getByRole('button', { name: 'Look at the sample pages' }).click();
    await expect(page, 'back to where one came from').toHaveURL(/\/app\/main\/analytics$/);
    await expect(page.getByRole('region', { name: 'Visits Today' }).getByText('4.332')).toBeVisible();
    await open('/app/ecommerce/products', 'E-commerce - Product Grid');
    await expect(page.getByRole('article')).toHaveCount(12);
    await open('/app/ecommerce/management', 'Product - Management');
    await expect(page.getByRole('link', { name: 'Pier Runner', exact: true })).toBeVisible();
    await open('/app/maps/google', 'Google Maps');
    await expect(page.getByText('One marker on the map that ships with the product.')).toBeVisible();
  });

  await test.step('a business screen leads to them, and so does the search', async () => {
    await open('/app', 'Dashboard');
    await page.getByRole('link', { name: 'Sample dashboard' }).click();
    await expect(page.getByText('Visits across the network')).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /Search screens/ }).fill('gallery');
    await page.getByRole('option', { name: /Gallery/ }).click();
    await expect(heading('Media - Images')).toBeVisible();
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(heading('Login')).toBeVisible();
    await page.getByRole('button', { name: 'Look at the sample pages' }).click();
    await expect(page).toHaveURL(/\/app\/main\/visits$/);
  });

  expect(calls, 'no call to an API, and none to another host').toEqual([]);
});
