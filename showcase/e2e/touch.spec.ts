import { type CDPSession, expect, type Locator, type Page } from '@playwright/test';
import { openShowcase, test } from './showcase-steps.ts';

test.use({ hasTouch: true });

type Point = { x: number; y: number };

async function middleOf(element: Locator): Promise<Point> {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (box === null) throw new Error('It is not shown');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Touches an element, waits until it is picked up, moves it and releases it. */
async function dragByTouch(
  cdp: CDPSession,
  from: Locator,
  to: (start: Point) => Point | Promise<Point>,
  pickedUp: Locator,
): Promise<void> {
  const start = await middleOf(from);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: Point) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
  await touch('touchStart', start);
  await expect(pickedUp.first()).toBeAttached();
  const end = await to(start);
  for (let step = 1; step <= 12; step += 1)
    await touch('touchMove', {
      x: start.x + ((end.x - start.x) * step) / 12,
      y: start.y + ((end.y - start.y) * step) / 12,
    });
  await touch('touchEnd');
}

test('a finger drags panels and list entries', async ({ page, context }) => {
  const cdp = await context.newCDPSession(page);
  await openShowcase(page, '/app/ui/list-groups', 'Lists - Sortable Groups');
  const stars = page.getByRole('list', { name: 'Closest stars' });
  const sun = page.getByRole('button', { name: 'Move The Sun', exact: true });
  await dragByTouch(cdp, sun, ({ x, y }) => ({ x, y: y - 60 }), stars.locator('[data-dragged="true"]'));
  await expect(stars.getByRole('listitem')).toHaveText([/01/, /03/, /04/, /02/, /05/]);

  await openShowcase(page, '/app/grid', 'Grid - Options');
  const left = page.getByRole('group', { name: 'Left column' });
  await dragByTouch(
    cdp,
    page.getByRole('button', { name: 'Move Latest Shares' }),
    ({ x, y }) => ({ x, y: y - 200 }),
    page.locator('[data-moving]'),
  );
  await expect(left.getByRole('button', { name: /^Move/ }).first()).toHaveAccessibleName('Move Latest Shares');
});

/**
 * Returns the number of pressable elements, and the elements smaller than a finger (44 px, without the borders of a
 * field). Links within a line of text are exempt.
 */
const pressedPlaces = (page: Page): Promise<{ count: number; small: string[] }> =>
  page.locator('main').evaluate((main) => {
    const sizes = [...main.querySelectorAll<HTMLElement>('a, button, input, [role="tab"], summary')].flatMap(
      (target) => {
        if (!target.checkVisibility() || getComputedStyle(target).display === 'inline') return [];
        const label = target instanceof HTMLInputElement ? (target.labels?.[0] ?? target) : target;
        const [own, around] = [target.getBoundingClientRect(), label.getBoundingClientRect()];
        const [width, height] = [Math.max(own.width, around.width), Math.max(own.height, around.height)];
        return own.width > 1 ? [{ target, width, height }] : [];
      },
    );
    const small = sizes.filter(({ width, height }) => Math.min(width, height) < 42);
    return {
      count: sizes.length,
      small: small.map(({ target, width, height }) => `${target.outerHTML.slice(0, 120)}: ${width} × ${height}`),
    };
  });

test('on a phone, pressable elements are as large as a finger', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [path, heading, last, least] of [
    ['/app/profile', 'User - Profile', 'Post', 10],
    ['/app/ui/alerts', 'Alerts', 'One thing is missing', 25],
    ['/app/tables/static', 'Tables - Static', 'Overflow Table', 20],
    ['/app/forms/validation', 'Form - Validation', 'Save', 30],
    ['/app/extra/gallery', 'Media - Images', 'Wild meadow', 40],
  ] as const) {
    await openShowcase(page, path, heading);
    await expect(page.locator('main').getByText(last, { exact: true }).last()).toBeVisible();
    const places = () => pressedPlaces(page);
    await expect.poll(async () => (await places()).count, path).toBeGreaterThanOrEqual(least);
    await expect.poll(async () => (await places()).small, path).toEqual([]);
  }
});

test('overlays of a panel appear above the content below it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openShowcase(page, '/app/ui/popovers', 'Popovers & Tooltips');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  // A tap fails if another element covers the middle of the tapped element.
  await button('Retire the outlet').tap();
  await button('Keep').tap();
  await button('What to report').tap();
  const ready = page.getByRole('switch', { name: 'A statement is ready' });
  await ready.tap();
  await expect(ready).toBeChecked();
  await page.keyboard.press('Escape');
  await button('Outlet 4').tap();
  await page.getByRole('menuitem', { name: 'Retire' }).tap();
  await expect(page.getByText('Pressed: Retire')).toBeVisible();
  await button('Greta Solberg').tap();
  await expect(page.getByText('Field technician, coast.')).toBeVisible();
});

test('a finger can sort the cards of a list', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openShowcase(page, '/app/ecommerce/management', 'Product - Management');
  await page.getByLabel('Sort by').selectOption('Title, descending');
  await expect(page.getByRole('rowheader').first()).toHaveText('Shore Sandal');
});

test('a finger sorts by several columns, and the filters keep the focus', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openShowcase(page, '/app/tables/dynamic', 'Tables - Dynamic');
  const staff = page.getByRole('region', { name: 'Staff', exact: true });
  const head = (name: string) => staff.getByRole('columnheader', { name });
  await page.getByRole('checkbox', { name: 'Sort by several columns' }).tap();
  for (const name of ['Office', 'Salary']) await head(name).getByRole('button').tap();
  await expect(head('Office')).toHaveAttribute('aria-sort', 'ascending');
  await expect(head('Salary')).toHaveAttribute('aria-sort', 'ascending');
  expect(await staff.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);

  await openShowcase(page, '/app/ecommerce/products', 'E-commerce - Product Grid');
  await page.getByRole('button', { name: 'Filter' }).tap();
  await page.getByRole('button', { name: /^Brands/ }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Brands' })).toBeFocused();
  await page.getByRole('button', { name: 'Back to the filters' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Filter' })).toBeFocused();
});
