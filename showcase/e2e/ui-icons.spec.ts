import { expect } from '@playwright/test';
import { expectGoodPage, openShowcase, test } from './showcase-steps.ts';

const COUNTS = {
  Glypicons: 161,
  'FA 4.7.0': 90,
  'Web Application': 292,
  Spinner: 5,
  Brand: 86,
  Other: 74,
  Flaticons: 380,
};

test('the catalog has eight tabs, and the address keeps the open one', async ({ page }) => {
  await openShowcase(page, '/app/ui/icons', 'UI - Icons');
  await expect(page.getByRole('tab')).toHaveCount(8);
  await expect(page.getByRole('tab', { name: 'Glypicons' })).toHaveAttribute('aria-selected', 'true');
  for (const [tab, count] of Object.entries(COUNTS)) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('tabpanel').getByRole('link')).toHaveCount(count);
  }
  await expect(page.getByText('drawings of Tabler Icons')).toBeVisible();
  await page.getByRole('tab', { name: 'Text Editor' }).click();
  await expect(page.getByRole('tabpanel').getByText('(alias)')).toHaveCount(9);
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Text Editor' })).toHaveAttribute('aria-selected', 'true');
  await expectGoodPage(page);
});

test('an alias links to the page of its icon, which names it and links back to its tab', async ({ page }) => {
  await openShowcase(page, '/app/ui/icons#text-editor', 'UI - Icons');
  await page.getByRole('link', { name: 'cut (alias)' }).click();
  await expect(page).toHaveURL(/\/app\/icon\/scissors$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Icon - scissors' })).toBeVisible();
  const icon = page.getByRole('region', { name: 'The icon scissors' });
  await expect(icon.getByText('cut', { exact: true })).toBeVisible();
  await expect(icon.getByText('Font Awesome 4.7.0')).toBeVisible();
  await expect(icon.getByText(/^\d+ px$/)).toHaveText(['16 px', '24 px', '48 px', '96 px']);
  await expect(icon.getByText('<i class="fa fa-scissors" aria-hidden="true"></i>')).toBeVisible();
  await expectGoodPage(page);
  await page.getByRole('link', { name: 'Back to Text Editor' }).click();
  await expect(page.getByRole('tab', { name: 'Text Editor' })).toHaveAttribute('aria-selected', 'true');
});

test('icons of the other families also have pages, and an unknown icon is reported', async ({ page }) => {
  await openShowcase(page, '/app/icon/glyphicon-heart', 'Icon - heart');
  await expect(page.getByText('Glyphicons Halflings of Bootstrap 3.4.1')).toBeVisible();
  await openShowcase(page, '/app/ui/icons#flaticons', 'UI - Icons');
  await page.getByRole('tabpanel').getByRole('link').first().click();
  await expect(page.getByText('Tabler Icons', { exact: true })).toBeVisible();
  await openShowcase(page, '/app/icon/no-such-icon', 'Icon - Unknown');
  await page.getByRole('link', { name: 'See all icons' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'UI - Icons' })).toBeVisible();
});
