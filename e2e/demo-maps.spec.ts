import { expect } from '@playwright/test';
import { expectGoodPage, openDemo, test, widget } from './demo-steps.ts';

test('without a key the street map is our own: Melbourne at zoom 12 with one marker', async ({ page }) => {
  const outside: string[] = [];
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== '127.0.0.1') outside.push(request.url());
  });
  await openDemo(page, '/app/maps', 'Google Maps');
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

test('the vector map has every country, 26 dots, tooltips and zoom', async ({ page }) => {
  await openDemo(page, '/app/maps/vector', 'Vector Maps');
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
