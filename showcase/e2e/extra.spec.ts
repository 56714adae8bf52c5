import { expect } from '@playwright/test';
import { expectGoodPage, openShowcase, test, widget } from './showcase-steps.ts';

test('calendar: drags events in, creates one, and shows its events', async ({ page }) => {
  await page.clock.setFixedTime('2026-11-18T10:00:00');
  await openShowcase(page, '/app/extra/calendar', 'Nov 2026 - Wednesday');
  const heads = page.getByRole('columnheader');
  await expect(heads.first()).toContainText('Sun');
  const title = page.getByText('The flower exhibition');
  expect(
    await title.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth),
    'no title is cut off',
  ).toBe(true);
  const tooLow = () =>
    page
      .getByRole('row')
      .evaluateAll((rows) => rows.filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1).length);
  for (const width of [768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(tooLow, `at ${width} px each week is as high as what stands in it`).toBe(0);
  }
  const day = (date: string) => page.locator(`[data-date="${date}"]`);

  const chip = page.getByRole('button', { name: 'Read the outlet reports' });
  await chip.hover();
  await page.mouse.down();
  await day('2026-11-10').hover({ position: { x: 20, y: 40 } });
  await day('2026-11-10').hover({ position: { x: 40, y: 50 } });
  await page.mouse.up();
  await expect(page.getByRole('list', { name: 'Draggable events' }).getByRole('button')).toHaveCount(4);
  await expect(page.getByText('Read the outlet reports')).toBeVisible();

  await page.getByRole('list', { name: 'Draggable events' }).getByText('Make a tea').click();
  await expect(page.getByRole('list', { name: 'Draggable events' }).getByRole('button')).toHaveCount(3);

  await day('2026-11-12').click({ position: { x: 40, y: 50 } });
  const create = page.getByRole('dialog', { name: 'Create New Event' });
  await expect(create).toContainText('Nov 12, 2026');
  await create.getByLabel('Title').fill('Polish the map');
  await create.getByRole('button', { name: 'Create' }).click();
  await expect(create).toBeHidden();
  await page.getByText('Polish the map').click();
  const card = page.getByRole('dialog', { name: 'Polish the map' });
  await expect(card).toContainText('2026-11-12');
  await card.getByRole('button', { name: 'OK' }).click();

  await page.getByRole('button', { name: 'List' }).click();
  await expect(page.getByRole('button', { name: 'List' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('Museum of old sockets')).toBeVisible();
  await page.getByRole('button', { name: 'Month' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('heading', { name: 'December 2026' })).toBeVisible();
  await page.getByRole('button', { name: 'Today' }).click();
  await expect(page.getByRole('heading', { name: 'November 2026' })).toBeVisible();
  await expectGoodPage(page);
});

test('invoice: the sums of the specification, printed on one page', async ({ page }) => {
  await openShowcase(page, '/app/extra/invoice', 'Invoice');
  for (const sum of ['1,598.88', '159.89', '1,758.77'])
    await expect(page.getByText(sum, { exact: true })).toBeVisible();
  await expectGoodPage(page);
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await page.getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('body')).toHaveAttribute('data-printed');
  const paper = await page.pdf({ format: 'A4' });
  expect(paper.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Proceed with Payment' })).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await expect(page.getByText('1,758.77', { exact: true })).toBeVisible();
});

test('search: sample results are sorted, filtered, listed and paginated', async ({ page }) => {
  await openShowcase(page, '/app/extra/search', 'Search');
  const results = page.getByRole('region', { name: 'Matching - Results' });
  await expect(results.getByRole('article')).toHaveCount(4);
  await expect(results.getByRole('article').nth(1)).toContainText('Best Deal!');
  await results.getByRole('button', { name: 'Hot Ideas' }).click();
  await expect(results.getByText('About 34 sample results')).toBeVisible();
  await results.getByRole('button', { name: 'As a list' }).click();
  await results.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(results.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  await expect(results.getByRole('article').nth(0)).not.toContainText('A house on the lake');
  await results.getByRole('button', { name: 'Time: All Time' }).click();
  await page.getByRole('menuitemradio', { name: 'Last 24h' }).click();
  await expect(results.getByRole('button', { name: 'Time: Last 24h' })).toBeVisible();
  await expect(results.getByText('About 34 sample results')).toBeHidden();
  await expectGoodPage(page);
});

test('timeline: the marker moves by key, posts can be liked, commented and expanded', async ({ page }) => {
  await openShowcase(page, '/app/extra/timeline', 'Events - Feed');
  const marker = page.getByRole('button', { name: 'Meeting place; arrow keys move it' });
  await expect(page.getByText('Marker at 51.000, 7.000')).toBeVisible();
  await marker.focus();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('Marker at 51.020, 7.000')).toBeVisible();
  const first = page.getByRole('article').first();
  await first.getByRole('button', { name: 'Zoom out' }).click();
  await first.getByLabel('Your comment').fill('Count me in');
  await first.getByLabel('Your comment').press('Enter');
  await expect(first.getByRole('list', { name: 'Comments' }).getByRole('listitem')).toHaveCount(3);
  await first.getByRole('button', { name: 'Like' }).click();
  await expect(first.getByRole('button', { name: 'Like' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Read more...' }).click();
  await expect(page.getByText('At the last platform')).toBeVisible();
  await expectGoodPage(page);
});

test('gallery: filters, keeps the order after filtering, and enlarges pictures', async ({ page }) => {
  await openShowcase(page, '/app/extra/gallery', 'Media - Images');
  const names = () => page.getByRole('list', { name: 'Images' }).getByRole('heading').allTextContents();
  expect(await names()).toHaveLength(12);
  await page.getByRole('button', { name: 'Name descending' }).click();
  expect((await names())[0]).toBe('Wild meadow');
  await page.getByRole('button', { name: 'Space' }).click();
  expect(await names()).toEqual(['Rocket', 'Ringed planet', 'Nebula']);

  await page.getByRole('button', { name: 'Open Rocket' }).click();
  const lightbox = page.getByRole('dialog');
  await expect(lightbox.getByRole('img', { name: 'Rocket' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(lightbox.getByRole('img', { name: 'Ringed planet' })).toBeInViewport();
  await lightbox.getByRole('img', { name: 'Ringed planet' }).click();
  await expect(lightbox.getByRole('img', { name: 'Nebula' })).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(lightbox).toBeHidden();
  await expectGoodPage(page);
});

test('grid: panels are dragged by pointer and by key and reload; the locked one stays', async ({ page }) => {
  await openShowcase(page, '/app/grid', 'Grid - Options');
  const left = page.getByRole('group', { name: 'Left column' });
  const right = page.getByRole('group', { name: 'Right column' });
  const grip = page.getByRole('button', { name: 'Move Latest Shares' });
  await grip.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  await expect(left.getByRole('button', { name: /^Move/ }).first()).toHaveAccessibleName('Move Latest Shares');

  const shares = widget(page, 'Latest Shares');
  await shares.getByRole('button', { name: 'Reload' }).click();
  await expect(shares.getByRole('listitem')).toHaveCount(5);
  await expect(shares.getByRole('listitem').first()).toContainText('Tess Ellery');
  await grip.hover();
  await page.mouse.down();
  await right.getByRole('button', { name: 'Move News' }).hover();
  await page.mouse.move(0, 0, { steps: 2 });
  await right.getByRole('button', { name: 'Move News' }).hover();
  await page.mouse.up();
  await expect(right.getByRole('button', { name: 'Move Latest Shares' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Move Collapsed/ })).toHaveCount(0);

  // The panel keeps its state from the other column.
  await expect(shares.getByRole('listitem')).toHaveCount(5);
  await shares.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Yes, remove widget' }).click();
  await expect(shares).toBeHidden();

  await page.getByRole('button', { name: 'Fullscreen me!' }).click();
  await page.getByRole('button', { name: 'Go Back' }).click();
  await expect(page.getByRole('button', { name: 'Fullscreen me!' })).toBeVisible();
  await expectGoodPage(page);
});

test('package: four versions, one of them is the current one', async ({ page }) => {
  await openShowcase(page, '/app/package', 'Voltboard - Package');
  await expect(page.getByRole('button', { name: '(You are here)' })).toBeDisabled();
  await expect(page.getByRole('link', { name: /Go to Demo/ })).toHaveCount(3);
  await widget(page, 'VUE JS Version').getByRole('button', { name: 'Collapse' }).click();
  await expect(page.getByRole('link', { name: 'Go to Demo: Vue' })).toHaveCount(0);
  await expectGoodPage(page);
});

test('profile: follows, comments and posts', async ({ page }) => {
  await openShowcase(page, '/app/profile', 'User - Profile');
  for (const value of ['251', '9.38%', '842']) await expect(page.getByText(value, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Follow' }).click();
  await expect(page.getByRole('button', { name: 'Following' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByLabel('New post').fill('A lamp that hums in B flat');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(page.getByRole('article')).toHaveCount(3);
  await page.getByLabel('Your comment').fill('Which screw?');
  await page.getByLabel('Your comment').press('Enter');
  await expect(page.getByText('Which screw?')).toBeVisible();
  await expectGoodPage(page);
});
