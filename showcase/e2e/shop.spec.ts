import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from '../../e2e/shell-steps.ts';
import { expectGoodPage, openShowcase, test, widget } from './showcase-steps.ts';

const cards = (page: Page) => page.getByRole('region', { name: 'Products' }).getByRole('article');
const choose = async (page: Page, menu: string, choice: string): Promise<void> => {
  await page.getByRole('button', { name: new RegExp(`^${menu}:`) }).click();
  await page.getByRole('menuitemradio', { name: new RegExp(`^${choice.replace('.', '\\.')}( |$)`) }).click();
};
const idsOf = (shown: Locator) =>
  shown.evaluateAll((nodes) => nodes.map((node) => Number(node.getAttribute('data-product'))));

test('product grid: products of the server, labels, filters, sort orders and favorites', async ({ page }) => {
  const answered = page.waitForResponse(/\/api\/products$/);
  await openShowcase(page, '/app/ecommerce/products', 'E-commerce - Product Grid');
  expect(((await (await answered).json()) as unknown[]).length).toBe(12);
  await expect(cards(page)).toHaveCount(12);
  await expect(cards(page).locator('[data-label="Sale"]')).toHaveCount(4);
  await expect(cards(page).locator('[data-label="New"]')).toHaveCount(4);
  await expect(cards(page).nth(1)).toContainText('$45.00');
  await expect(cards(page).nth(1)).toContainText('20% off');
  await expect(cards(page).nth(1)).toContainText('$36.00');

  await choose(page, 'Type', 'Boots');
  await expect(cards(page)).toHaveCount(4);
  await choose(page, 'Brands', 'Nike');
  await choose(page, 'Colour', 'Black');
  await expect(page.getByText('1 product', { exact: true })).toBeVisible();
  await choose(page, 'Size', '13');
  await expect(page.getByText('No product fits these filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all products' }).click();
  await expect(cards(page)).toHaveCount(12);
  await choose(page, 'Range', 'None');
  await expect(cards(page)).toHaveCount(6);
  await choose(page, 'Range', 'All');

  const star = page.getByRole('button', { name: 'Favourite: Reef Sandal' });
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await expect(page, 'the star does not open the product').toHaveURL(/\/products$/);
  await choose(page, 'Sort', 'Price');
  await expect(cards(page).first()).toContainText('$36.00');
  await choose(page, 'Sort', 'Popular');
  await expect.poll(async () => (await idsOf(cards(page)))[0]).toBe(9);
  await choose(page, 'Sort', 'Favourite');
  await expect.poll(() => idsOf(cards(page))).toEqual([9, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12]);
  await expectGoodPage(page);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Filter' }).click();
  const overlay = page.getByRole('dialog');
  await overlay.getByRole('button', { name: /^Type/ }).click();
  await overlay.getByRole('button', { name: 'Trainers' }).click();
  await expectAccessible(page);
  await overlay.getByRole('button', { name: 'Back to the filters' }).click();
  await overlay.getByRole('button', { name: 'Close: Filter' }).click();
  await expect(cards(page)).toHaveCount(4);
});

test('product detail: sale price, size, quantity, bag, reviews, carousel, sample without a number', async ({
  page,
}) => {
  await openShowcase(page, '/app/ecommerce/products', 'E-commerce - Product Grid');
  await cards(page).nth(1).getByRole('img').or(cards(page).nth(1).locator('img')).first().click({ force: true });
  await expect(page).toHaveURL(/\/product\/2$/);
  const product = page.getByRole('region', { name: 'Ridge Boot' });
  await expect(product).toContainText('$45.00');
  await expect(product).toContainText('20% off');
  await expect(product).toContainText('$36.00');
  await page.getByRole('button', { name: 'Add to bag' }).click();
  await expect(page.getByText('Select a size first.')).toBeVisible();
  await choose(page, 'Size', '4');
  await expect(page.getByRole('button', { name: 'Size: 4', exact: true })).toHaveText('Size: 4');
  await choose(page, 'Quantity', '7');
  await page.getByRole('button', { name: 'Add to bag' }).click();
  await expect(page.getByText('In your bag: 7 of size 4.')).toBeVisible();
  await page.getByRole('button', { name: 'Empty the bag' }).click();
  await expect(page.getByRole('button', { name: 'Add to bag' })).toBeFocused();
  await expect(page.getByText('In your bag')).toHaveCount(0);
  await page.getByRole('button', { name: 'Size Guide' }).click();
  await expect(page.getByRole('dialog', { name: 'Size Guide' }).getByRole('row')).toHaveCount(6);
  await page.keyboard.press('Escape');

  const others = page.getByRole('region', { name: 'Other products' });
  await expect(others.locator('[role="group"]:not([inert])')).toHaveCount(4);
  await others.getByRole('button', { name: 'Next slide' }).click();
  await expect(others.locator('[role="group"]').first()).toHaveAttribute('inert', '');
  await expectGoodPage(page);
  const link = others.getByRole('link', { name: 'Quay Runner' });
  // Hidden slides of a carousel cannot have the focus, and the carousel determines its visible slides with a delay.
  await expect(async () => {
    await link.focus();
    await expect(link).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/product\/4$/);
  await expect(page.getByRole('button', { name: 'Size: Select size' })).toBeVisible();

  await openShowcase(page, '/app/ecommerce/product/99', 'E-commerce - Product Detail');
  await expect(page.getByText('There is no product 99.')).toBeVisible();
  await openShowcase(page, '/app/ecommerce/product/anything', 'E-commerce - Product Detail');
  await page.getByRole('button', { name: 'Read all' }).click();
  await expect(page.getByRole('dialog', { name: '32 Reviews' }).getByRole('listitem')).toHaveCount(32);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  const panels = page.locator('button[aria-expanded][aria-controls]').filter({ hasText: /^[A-Z &]+$/ });
  await expect(panels).toHaveCount(5);
  await page.getByRole('button', { name: 'TECHNOLOGY' }).click();
  await page.getByRole('button', { name: 'PRODUCT CODE' }).click();
  await expect(page.getByText('VB-2210-88')).toBeVisible();
  await expect(page.getByText('Grip sole')).toBeVisible();
});

test('product management: list, create, edit, delete, visible in the grid, nothing sent', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/products') && request.method() !== 'GET') sent.push(request.method());
  });
  await openShowcase(page, '/app/ecommerce', 'Product - Management');
  const list = widget(page, 'List of Products');
  const rows = list.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(11);
  await list.getByRole('button', { name: 'Page 2' }).click();
  await expect(rows).toHaveCount(3);
  await list.getByLabel('Rows a page').selectOption('25');
  await expect(rows).toHaveCount(13);
  await list.getByRole('button', { name: 'Price($)' }).click();
  await expect(rows.nth(1)).toContainText('45.00');
  await list.getByLabel('Search products').fill('reef');
  await expect(rows).toHaveCount(2);
  await expectGoodPage(page);

  await list.getByRole('link', { name: 'Create Product' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Product - Detail' })).toBeVisible();
  await expect(page.getByLabel('Price ($)')).toHaveValue('0.01');
  await expect(page.getByLabel('Rating')).toHaveValue('5');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('A product needs a title.')).toBeVisible();
  await page.getByLabel('Image').selectOption({ label: 'Black leather boots' });
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Glacier Boot');
  await page.getByLabel('Price ($)').fill('80');
  await page.getByLabel('Discount (%)').fill('25');
  await page.getByLabel('Technology').first().fill('Wool');
  await page.getByLabel('Technology').first().press('Enter');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Glacier Boot was created.')).toBeVisible();
  await list.getByLabel('Search products').fill('glacier');
  await list.getByRole('link', { name: 'Edit Glacier Boot' }).click();
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Icefall Boot');
  await page.getByRole('button', { name: 'Save' }).click();
  await list.getByLabel('Search products').fill('icefall');
  await list.getByRole('link', { name: 'Icefall Boot', exact: true }).click();
  const product = page.getByRole('region', { name: 'Icefall Boot' });
  await expect(product).toContainText('$60.00');
  await page.goBack();

  await list.getByLabel('Search products').fill('icefall');
  await list.getByRole('button', { name: 'Delete Icefall Boot' }).click();
  const question = page.getByRole('dialog', { name: 'Are you sure?' });
  await question.getByRole('button', { name: 'No' }).click();
  await expect(rows).toHaveCount(2);
  await list.getByRole('button', { name: 'Delete Icefall Boot' }).click();
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('No product has these words.')).toBeVisible();
  expect(sent).toEqual([]);
});
