import { expect, type Locator, type Page } from '@playwright/test';
import { expectGoodPage, openShowcase, test, widget } from './showcase-steps.ts';

const titles = (list: Locator) => list.getByRole('listitem');
const FIRST = ['03', '01', '04', '02', '05'].map((number) => new RegExp(number));

async function drag(page: Page, grip: Locator, to: { x: number; y: number }): Promise<void> {
  const from = await grip.boundingBox();
  if (from === null) throw new Error('The grip is not shown');
  const start = { x: from.x + from.width / 2, y: from.y + from.height / 2 };
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  for (let step = 1; step <= 12; step += 1)
    await page.mouse.move(start.x + (to.x * step) / 12, start.y + (to.y * step) / 12);
  await page.mouse.up();
}

test('stars are sorted by keyboard and by mouse, and removed', async ({ page }) => {
  await openShowcase(page, '/app/ui/list-groups', 'Lists - Sortable Groups');
  await expectGoodPage(page);
  const stars = page.getByRole('list', { name: 'Closest stars' });
  await expect(titles(stars)).toHaveText(FIRST);
  await page.getByRole('button', { name: 'Move The Sun', exact: true }).focus();
  await page.keyboard.press('Space');
  await expect(stars.locator('[data-dragged="true"]').first()).toBeAttached();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  await expect(titles(stars)).toHaveText([/01/, /03/, /04/, /02/, /05/]);
  await expect(stars.locator('[data-dragged="true"]')).toHaveCount(0);
  const rows = await titles(stars).first().boundingBox();
  await drag(page, page.getByRole('button', { name: 'Move Alpha Centauri', exact: true }), {
    x: 0,
    y: -2 * ((rows?.height ?? 0) + 4),
  });
  await expect(titles(stars)).toHaveText([/01/, /02/, /03/, /04/, /05/]);
  await page.getByRole('button', { name: 'Remove Wolf 359', exact: true }).click();
  await expect(titles(stars)).toHaveCount(4);
});

test('nodes get another parent by the arrow keys and by dragging, and collapse their children', async ({ page }) => {
  await openShowcase(page, '/app/ui/list-groups', 'Lists - Sortable Groups');
  const trees = widget(page, 'Nestable List');
  const tree = trees.getByRole('list', { name: 'First tree' });
  await expect(titles(tree)).toHaveCount(9);
  await expect(titles(trees.getByRole('list', { name: 'Second tree' }))).toHaveCount(6);
  const depthOf = (name: string) => titles(tree).filter({ hasText: name }).first();
  await tree.getByRole('button', { name: 'Below Item 5', exact: true }).click();
  await expect(titles(tree)).toHaveCount(6);
  await tree.getByRole('button', { name: 'Below Item 5', exact: true }).click();

  await tree.getByRole('button', { name: 'Move Item 9', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(depthOf('Item 9')).toHaveAttribute('data-depth', '1');
  await expect(trees.getByText('Item 9 is now below Item 2.')).toBeAttached();
  await page.keyboard.press('ArrowLeft');
  await expect(trees.getByText('Item 9 is now at the top level.')).toBeAttached();
  await tree.getByRole('button', { name: 'Move Item 1', exact: true }).press('ArrowUp');
  await expect(trees.getByText('Item 1 cannot go there.')).toBeAttached();

  await drag(page, tree.getByRole('button', { name: 'Move Item 4', exact: true }), { x: 60, y: 1 });
  await expect(depthOf('Item 4')).toHaveAttribute('data-depth', '2');
  await expect(trees.getByText('Item 4 is now below Item 3.')).toBeAttached();
});
