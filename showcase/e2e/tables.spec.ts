import { expect } from '@playwright/test';
import { expectGoodPage, openShowcase, test, widget } from './showcase-steps.ts';

test('static tables: the heading selects all rows and is indeterminate if only some are selected', async ({ page }) => {
  await openShowcase(page, '/app/tables/static', 'Tables - Static');
  await expect(widget(page, 'Table Styles').getByRole('row')).toHaveCount(6);

  const all = page.getByRole('checkbox', { name: 'Tick all orders' });
  const row = (name: string) => page.getByRole('checkbox', { name: `Tick ${name}` });
  const isBetween = () => all.evaluate((box: HTMLInputElement) => box.indeterminate);
  await expect(row('Mila Anders')).toBeChecked();
  await expect.poll(isBetween).toBe(true);
  await all.check();
  await expect(row('Priya Castle')).toBeChecked();
  await row('Oren Blake').uncheck();
  await expect(all).not.toBeChecked();
  await expect.poll(isBetween).toBe(true);
  await row('Oren Blake').check();
  await expect(all).toBeChecked();
  await all.uncheck();
  await expect(row('Mila Anders')).not.toBeChecked();

  await page.getByRole('button', { name: 'Clear' }).click();
  const menu = page.getByRole('menu', { name: 'Clear' });
  // Waits for the menu to have the focus; an earlier key press would be lost.
  await menu.getByRole('menuitem', { name: 'Separated link' }).press('Escape');
  await expect(menu).toHaveCount(0);
  await expectGoodPage(page);
});

test('dynamic tables: search, filters, pages, and sorting by one column and by several', async ({ page }) => {
  await openShowcase(page, '/app/tables/dynamic', 'Tables - Dynamic');
  const pictures = widget(page, 'The React Way');
  const firstCell = (region: typeof pictures, column: number) =>
    region.locator('tbody tr').first().locator('td').nth(column);

  await expect(pictures.getByText('1–10 of 19')).toBeVisible();
  await pictures.getByRole('button', { name: 'Date' }).click();
  await expect(firstCell(pictures, 4)).toHaveText('February 27, 2024');
  await expect(pictures.getByRole('columnheader', { name: 'Date' })).toHaveAttribute('aria-sort', 'ascending');
  await pictures.getByRole('button', { name: 'Date' }).click();
  await expect(firstCell(pictures, 4)).toHaveText('October 1, 2026');
  await pictures.getByRole('button', { name: 'Page 2' }).click();
  await expect(pictures.getByText('11–19 of 19')).toBeVisible();
  await pictures.getByRole('searchbox').fill('winter market');
  await expect(pictures.locator('tbody tr')).toHaveCount(1);
  await expect(firstCell(pictures, 1)).toHaveText('Lantern walk');

  const staff = widget(page, 'React Table');
  await expect(staff.getByText('1–10 of 100')).toBeVisible();
  await staff.getByRole('button', { name: 'Office' }).click();
  await expect(firstCell(staff, 2)).toHaveText('Lisbon');
  await staff.getByRole('button', { name: 'Salary' }).click({ modifiers: ['Shift'] });
  await expect(staff.getByRole('columnheader', { name: 'Office' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(staff.getByRole('columnheader', { name: 'Salary' })).toHaveAttribute('aria-sort', 'ascending');
  const salaries = (await staff.locator('tbody tr td:nth-child(6)').allTextContents()).map(Number);
  expect(salaries).toEqual(salaries.toSorted((one, other) => one - other));

  await staff.getByLabel('Filter by Name').fill('ada');
  await expect(staff.getByText('1–10 of 10')).toBeVisible();
  await staff.getByLabel('Filter by Name').fill('archer');
  await expect(staff.getByText('Nothing fits.')).toBeVisible();
  await staff.getByLabel('Filter by Name').fill('');
  await staff.getByLabel('Rows a page').selectOption('50');
  await expect(staff.locator('tbody tr')).toHaveCount(50);
  await expectGoodPage(page);
});
