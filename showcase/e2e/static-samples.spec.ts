import { expect } from '@playwright/test';
import { test } from '../../e2e/static-host.ts';

test('a static copy (VITE_BACKEND=off) shows the samples and makes no calls', async ({
  page,
  copy: { open, heading },
}) => {
  await open('/app/main/analytics', 'Login');
  await test.step('the sample pages show the built-in samples', async () => {
    await page.getByRole('button', { name: 'Explore the sample pages' }).click();
    await expect(page, 'back to where one came from').toHaveURL(/\/app\/main\/analytics$/);
    await expect(page.getByRole('region', { name: 'Visits Today' }).getByText('4.332')).toBeVisible();
    await open('/app/ecommerce/products', 'E-commerce - Product Grid');
    await expect(page.getByRole('article')).toHaveCount(12);
    await open('/app/ecommerce/management', 'Product - Management');
    await expect(page.getByRole('link', { name: 'Pier Runner', exact: true })).toBeVisible();
    await open('/app/maps/google', 'Google Maps');
    await expect(page.getByText('One marker on the map that ships with the product.')).toBeVisible();
  });

  await test.step('a business screen links to the samples, and the search finds them', async () => {
    await open('/app', 'Dashboard');
    await page.getByRole('link', { name: 'Sample dashboard' }).click();
    await expect(page.getByText('Visits across the network')).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /Search screens/ }).fill('gallery');
    await page.getByRole('option', { name: /Gallery/ }).click();
    await expect(heading('Media - Images')).toBeVisible();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(heading('Login')).toBeVisible();
    await page.getByRole('button', { name: 'Explore the sample pages' }).click();
    await expect(page).toHaveURL(/\/app\/main\/visits$/);
  });
});
