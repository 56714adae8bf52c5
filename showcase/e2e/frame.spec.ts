import { expect } from '@playwright/test';
import { expectAccessible } from '../../e2e/shell-steps.ts';
import { openShowcase, test, widget } from './showcase-steps.ts';

test('the sidebar has the showcase in its own group, with one open part of the tree', async ({ page }) => {
  await page.goto('/app/extra/search');
  const main = page.getByRole('navigation', { name: 'Main' });
  const group = main.getByRole('button', { name: 'Demo pages' });
  await expect(group).toHaveAttribute('aria-expanded', 'false');
  await group.click();
  await main.getByRole('button', { name: 'Core' }).click();
  await expect(main.getByRole('link', { name: 'Typography' })).toBeVisible();
  await main.getByRole('button', { name: 'UI Elements' }).click();
  await expect(main.getByRole('link', { name: 'Typography' })).toBeHidden();
  await main.getByRole('link', { name: 'Badge' }).click();
  await expect(page).toHaveTitle('Badge · Voltboard');
  await expect(main.getByRole('link', { name: 'Badge' })).toHaveAttribute('aria-current', 'page');

  await main.getByRole('button', { name: 'Menu Levels' }).click();
  await main.getByRole('button', { name: 'Level 1.2' }).click();
  await main.getByRole('button', { name: 'Level 2.2' }).click();
  await main.getByRole('button', { name: 'Level 3.1' }).click();
  await expect(main.getByRole('button', { name: 'Level 3.1' })).toHaveAttribute('aria-pressed', 'true');
  await main.getByRole('button', { name: 'Dismiss Sales Report' }).click();
  await expect(main.getByRole('progressbar')).toHaveCount(1);
  await expectAccessible(page);
});

test("breadcrumbs show the page's position and link to its parts", async ({ page }) => {
  await openShowcase(page, '/app/ui/tabs-accordion', 'Tabs & Accordion - Components');
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(crumbs.getByRole('listitem')).toHaveText(['YOU ARE HERE', 'App', 'Ui', 'Tabs Accordion']);
  await expect(crumbs.getByText('Tabs Accordion')).toHaveAttribute('aria-current', 'page');
  await crumbs.getByRole('link', { name: 'Ui' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'UI - Elements' })).toBeVisible();
});

test('the header search finds a showcase page by its name and opens it', async ({ page }) => {
  await openShowcase(page, '/app/ui', 'UI - Elements');
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search screens, customers and outlets' });
  await expect(page.getByRole('option', { name: /^Jumbotron/ })).toHaveCount(0);
  await field.fill('jumbo');
  await page.getByRole('option', { name: /^Jumbotron/ }).click();
  await expect(page).toHaveURL(/\/app\/ui\/jumbotron$/);
});

test('every page of the index opens, and an unknown one redirects to the sample dashboard', async ({ page }) => {
  await openShowcase(page, '/app/ui', 'UI - Elements');
  const links = page.locator('main ul a');
  await expect(links).toHaveCount(15);
  await page.getByRole('searchbox', { name: 'Find a part' }).fill('trail');
  await expect(links).toHaveText([/^Nav/]);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(links).toHaveCount(15);
  for (const href of await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))) {
    await page.goto(href);
    await expect(page).toHaveURL(new RegExp(`${href}$`));
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
  }
  await page.goto('/app/ui/nonsense');
  await expect(page).toHaveURL(/\/app\/main\/(visits|dashboard)$/);
});

test('a panel collapses, becomes compact, reloads and closes; the focus stays in the page', async ({ page }) => {
  await openShowcase(page, '/app/ui/notifications', 'Messages - Notifications');
  const panel = widget(page, 'Messenger');
  const info = panel.getByRole('button', { name: 'Info Message' });
  const collapse = panel.getByRole('button', { name: 'Collapse' });
  await collapse.press('Enter');
  await expect(collapse).toHaveAttribute('aria-expanded', 'false');
  await expect(info).toBeHidden();
  await collapse.press('Enter');
  await expect(info).toBeVisible();
  await panel.getByRole('button', { name: 'Settings' }).press('Enter');
  await panel.getByRole('menuitem', { name: 'Compact' }).press('Enter');
  await expect(panel.getByRole('button', { name: 'Settings' })).toBeFocused();
  await panel.getByRole('button', { name: 'Close', exact: true }).press('Enter');
  await expect(panel).toBeHidden();
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);

  await openShowcase(page, '/app/ui/list-groups', 'Lists - Sortable Groups');
  const lists = widget(page, 'Grouped Lists');
  const sun = lists.getByRole('button', { name: 'Remove The Sun' });
  await sun.click();
  await expect(sun).toHaveCount(0);
  await lists.getByRole('button', { name: 'Reload' }).click();
  await expect(lists.getByRole('status', { name: 'Reloading' })).toBeVisible();
  await expect(sun).toBeVisible();
});

test('a panel becomes fullscreen and returns the focus; closing asks first; custom controls do the same', async ({
  page,
}) => {
  await openShowcase(page, '/app/grid', 'Grid - Options');
  const panel = widget(page, 'Default Widget');
  await panel.getByRole('button', { name: 'Fullscreen' }).press('Enter');
  const filling = page.getByRole('dialog', { name: 'Default Widget' });
  await expect(filling.getByRole('button', { name: 'Restore' })).toBeFocused();
  await expect(filling.getByRole('button', { name: 'Collapse' })).toHaveCount(0);
  await expect(filling.getByRole('button', { name: 'Close' })).toHaveCount(0);
  for (let step = 0; step < 4; step++) await page.keyboard.press('Tab');
  expect(await filling.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  // The first Escape closes the tooltip of the focused control, and the second Escape leaves fullscreen. Screen readers
  // get the tooltip's text as the control's name.
  const tooltip = page.getByRole('tooltip', { includeHidden: true });
  // The previous control's tooltip may still be fading out.
  await expect(tooltip).toHaveCount(1);
  await expect(tooltip).toHaveText('Restore');
  await page.keyboard.press('Escape');
  await expect(tooltip).toHaveCount(0);
  await expect(filling).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(filling).toHaveCount(0);
  await expect(panel.getByRole('button', { name: 'Fullscreen' })).toBeFocused();

  const news = widget(page, 'News');
  await news.getByTitle('Collapse').click();
  await expect(news.getByTitle('Collapse')).toHaveAttribute('aria-expanded', 'false');
  await news.getByTitle('Collapse').click();
  await news.getByTitle('Fullscreen').click();
  await page.getByRole('dialog', { name: 'News' }).getByTitle('Restore').click();
  await news.getByTitle('Reload').click();
  await expect(news.getByRole('listitem')).toHaveCount(4);
  const asked = page.getByRole('dialog', { name: 'Sure?' });
  await news.getByTitle('Close').click();
  await asked.getByRole('button', { name: 'No' }).click();
  await expect(asked).toBeHidden();
  await expect(news).toBeVisible();
  await news.getByTitle('Close').click();
  await asked.getByRole('button', { name: 'Yes, remove widget' }).click();
  await expect(news).toHaveCount(0);
});

test('nothing shifts while a page loads', async ({ page }) => {
  await page.addInitScript(() => {
    let moved = 0;
    const add = (entries: PerformanceEntryList): void => {
      for (const entry of entries) moved += 'value' in entry ? Number(entry.value) : 0;
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    Object.assign(window, {
      movedSoFar: () => {
        add(observer.takeRecords());
        return moved;
      },
    });
  });
  for (const [path, last] of [
    ['/app/extra/calendar', 'The flower exhibition'],
    ['/app/forms/elements', 'Drop pictures or PDF files here, or click to choose them'],
    ['/app/grid', 'Hello, big world!'],
    ['/documentation/getting-started/overview', 'How outlets and gateways report events, with commands to try.'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(last)).toBeAttached();
    const moved = await page.evaluate(async () => {
      await document.fonts.ready;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return (window as unknown as { movedSoFar: () => number }).movedSoFar();
    });
    expect(moved, path).toBeLessThan(0.01);
  }
});

for (const path of ['/nonsense', '/app/nonsense/deep'])
  test(`${path} redirects to the sample dashboard`, async ({ page }) => {
    await page.goto(path);
    await expect(page).toHaveURL(/\/app\/main\/visits$/);
    await expect(page.getByText('Visits across the network')).toBeVisible();
  });
