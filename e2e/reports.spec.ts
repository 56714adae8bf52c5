import { expect, type Page } from '@playwright/test';
import { signIn } from './dashboard-session.ts';
import { test } from './shell-steps.ts';

// web/features/reports/reports-page.test.ts tests the screen's texts. These journeys cover what needs a real browser:
// layout, mouse and touch.

/** Records layout shifts without user input, as browsers score them. Returns a function that sums them up. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const seen: number[] = [];
    Object.assign(window, { seenShifts: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) seen.push(entry.value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () =>
    page.evaluate(() =>
      (window as unknown as { seenShifts: number[] }).seenShifts.reduce((sum, value) => sum + value, 0),
    );
}

const totals = (page: Page) => page.getByRole('button', { name: /^Views [\d,]+/ });

for (const [name, viewport] of [
  ['desktop', { width: 1350, height: 940 }],
  ['phone', { width: 412, height: 823 }],
] as const)
  test(`reports do not shift while figures load, on a ${name}`, {
    tag: name === 'phone' ? '@full' : [],
  }, async ({ page, context }) => {
    await page.setViewportSize(viewport);
    await signIn(context, 'admin');
    const moved = await watchShifts(page);
    // Ensures that the frame is drawn first, and then one response after another, regardless of the connection.
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/report*', async (route) => {
      await gate;
      await route.continue();
    });
    await page.goto('/app/reports');
    await expect(page.getByRole('button', { name: 'Views', exact: true })).toBeVisible();
    release();
    await expect(totals(page)).toBeVisible();
    await expect(page.getByRole('table', { includeHidden: false })).toHaveCount(3);
    await expect(page.getByRole('list', { name: 'Notes and events' })).toBeVisible();
    expect(await moved()).toBeLessThanOrEqual(0.05);
  });

test.describe('an area of the map', () => {
  test.use({ hasMap: true });

  test('is drawn by mouse, set by keyboard from the view, and removed', { tag: '@full' }, async ({ page, context }) => {
    await signIn(context, 'admin');
    await page.goto('/app/reports?range=7d');
    await expect(totals(page)).toBeVisible();
    const all = await totals(page).getAttribute('aria-label');
    // The map loads when the user scrolls near it.
    const draw = page.getByRole('button', { name: 'Draw area' });
    await draw.scrollIntoViewIfNeeded();
    await draw.click();
    const pen = page.getByTestId('area-pen');
    await pen.scrollIntoViewIfNeeded();
    const box = await pen.boundingBox();
    if (box === null) throw new Error('the pen lies over the map');
    await page.mouse.move(box.x + 0.6 * box.width, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.99 * box.width, box.y + 0.9 * box.height, { steps: 4 });
    await page.mouse.up();
    const chip = page.getByRole('button', { name: /^Remove Map area:/ });
    await expect(chip).toBeVisible();
    await expect(page).toHaveURL(/area/);
    await expect(totals(page)).not.toHaveAccessibleName(all ?? '');
    await chip.click();
    await expect(totals(page)).toHaveAccessibleName(all ?? '');
    await page.getByRole('button', { name: 'Use visible area' }).press('Enter');
    await expect(chip).toBeVisible();
    await page.getByRole('button', { name: 'Clear area' }).click();
    await expect(chip).toHaveCount(0);
  });

  // web/features/reports/reports-page.test.ts tests what an area filters, and
  // server/features/reports/reports-oracle.test.ts tests what an area contains.
  test('from a cluster contains exactly its outlets', { tag: '@full' }, async ({ page, context }) => {
    await signIn(context, 'admin');
    await page.goto('/app/reports?range=7d&by=outlet');
    await expect(totals(page)).toBeVisible();
    const all = await totals(page).getAttribute('aria-label');
    await page.getByRole('button', { name: 'Draw area' }).scrollIntoViewIfNeeded();
    const cluster = page.getByRole('button', { name: /outlets\. Filter and zoom in$/ }).first();
    await cluster.press('Enter');
    const chip = page.getByRole('button', { name: /^Remove Map area:/ });
    await expect(chip).toBeVisible();
    await expect(totals(page)).not.toHaveAccessibleName(all ?? '');
    await chip.click();
    await expect(totals(page)).toHaveAccessibleName(all ?? '');
  });

  // The same files as for the area above test this case daily.
  test('can be a single outlet, chosen by mouse or keyboard, and removed beside the map', { tag: '@full' }, async ({
    page,
    context,
  }) => {
    await signIn(context, 'property');
    await page.goto('/app/reports?range=7d');
    await page.getByRole('button', { name: 'Draw area' }).scrollIntoViewIfNeeded();
    const outlets = page.getByRole('listbox', { name: 'Outlets on the map' });
    await expect(outlets, 'it is no stop before an outlet stands in it').toBeVisible();
    await outlets.press('Enter');
    const chip = page.getByRole('button', { name: /^Remove Outlet: / });
    await expect(chip).toBeVisible();
    await expect(page).toHaveURL(/outlet/);
    await page.getByRole('button', { name: /^Remove filter / }).click();
    await expect(chip).toHaveCount(0);
  });
});
