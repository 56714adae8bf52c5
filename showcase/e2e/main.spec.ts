import { expect } from '@playwright/test';
import { expectGoodPage, openShowcase, test, widget } from './showcase-steps.ts';

test('visits: map with cities and search, live chart of 30 points, checkboxes, calendar', async ({ page }) => {
  await openShowcase(page, '/app/main/visits', 'Dashboard');
  await expect(page.getByText('Visits across the network')).toBeVisible();
  const map = page.getByRole('region', { name: 'GEO-LOCATIONS' });
  await expect(map.locator('[data-dot]')).toHaveCount(11);
  await expect(map.locator('[data-zoom]')).toHaveAttribute('data-zoom', '1.2');
  await expect(map.getByText('1 656 843')).toBeVisible();
  await map.locator('[data-area="48"]').hover();
  await expect(map.locator('[data-tooltip]')).toHaveText('Texas');
  await page.getByLabel('Search Map').fill('texas');
  await page.getByRole('button', { name: 'Search the map' }).click();
  await expect(page.getByText('1 state and 0 cities found')).toBeVisible();
  await expect(map.locator('[data-shaded]')).toHaveCount(1);

  const years = widget(page, 'YEARLY DISTRIBUTIONS');
  await years.getByRole('tab', { name: '2016' }).click();
  await expect(years.getByRole('tabpanel')).toHaveAttribute('data-year', '2016');

  const market = widget(page, 'Market Stats');
  await expect(market.locator('[data-live-points]')).toHaveAttribute('data-live-points', '30');
  const newest = () => market.locator('[data-live-newest]').getAttribute('data-live-newest').then(Number);
  const before = await newest();
  await expect.poll(newest).toBeGreaterThan(before);
  const [all, first, second] = ['All rows', 'Harbour hotel group', 'City gym chain'].map((name) =>
    market.getByRole('checkbox', { name }),
  );
  await all?.check();
  await expect(second ?? market).toBeChecked();
  await first?.uncheck();
  await expect(all ?? market).not.toBeChecked();
  await first?.check();
  await expect(all ?? market).not.toBeChecked();

  const calendar = widget(page, 'Calendar');
  await calendar.getByRole('button', { name: '18: Campaign review' }).click();
  await expect(page.getByText('Figures of the spring flights')).toBeVisible();
  await page.keyboard.press('Escape');
  await calendar.getByRole('button', { name: 'Next month' }).click();
  await expect(calendar.getByRole('button', { name: /Campaign review/ })).toHaveCount(0);
  await page.getByLabel('Search in messages').fill('gym');
  await expect(widget(page, 'New Messages').getByRole('listitem')).toHaveCount(1);
  await expectGoodPage(page);
});

test('widgets: 24 panels, the clicked year is shown, and all motion can be paused', async ({ page }) => {
  await openShowcase(page, '/app/main/widgets', 'Widgets');
  const years = widget(page, 'YEARLY DISTRIBUTIONS');
  await expect(years.locator('[data-zoom]')).toHaveAttribute('data-zoom', '6');
  await expect(years.locator('[data-year]')).toHaveAttribute('data-year', '2012');
  expect(await years.locator('[data-shaded]').count()).toBeGreaterThan(185);
  const italy = async () => {
    await years.locator('[data-area="IT"]').hover();
    return years.locator('[data-tooltip]').innerText();
  };
  const before = await italy();
  expect(before).toMatch(/^Italy Population: [\d,]+$/);
  await years.getByRole('tab', { name: '2015' }).click();
  await expect(years.getByRole('tabpanel')).toHaveAttribute('data-year', '2015');
  await expect(years.getByRole('img', { name: /in 2015/ })).toBeVisible();
  expect(await italy()).not.toBe(before);

  await expect(page.locator('main section[aria-busy], main [data-side="back"]')).toHaveCount(24);
  const visits = page.getByRole('region', { name: 'Visits, today and yesterday in turn' });
  const shown = await visits.getAttribute('data-shown');
  await expect(visits).not.toHaveAttribute('data-shown', shown ?? '');
  const orders = widget(page, 'ORDERS');
  await expect(orders.getByRole('heading', { name: 'PICKED ORDERS' })).toBeVisible();
  const titleAndFigure = await orders.evaluate((tile) =>
    ['h2', '[data-shown] :not([inert]) > p'].map((part) => tile.querySelector(part)?.textContent),
  );
  expect([
    ['ORDERS', '2,356'],
    ['PICKED ORDERS', '288'],
  ]).toContainEqual(titleAndFigure);
  await page.getByRole('button', { name: 'Pause what moves' }).click();
  await expect(page.getByRole('button', { name: 'Pause what moves' })).toHaveAttribute('aria-pressed', 'true');

  await widget(page, 'Total Sales').getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByText('You accepted the forecast.')).toBeVisible();
  const post = widget(page, 'Post of Nadia Ferro');
  await post.getByRole('button', { name: 'Like (427)' }).click();
  await expect(post.getByRole('button', { name: 'Like (428)' })).toBeVisible();
  await post.getByLabel(/^Your comment/).fill('Lovely view');
  await post.getByRole('button', { name: 'Send' }).click();
  await expect(post.getByText('You Lovely view')).toBeVisible();
  const chats = widget(page, 'Recent Chats');
  await chats.getByLabel('Your message').fill('On my way');
  await chats.getByRole('button', { name: 'Send' }).click();
  await expect(chats.getByRole('listitem')).toHaveCount(5);
  await expect(widget(page, 'Recent Update').locator('[data-live-points]')).toHaveAttribute('data-live-points', '30');
  await page.getByRole('button', { name: 'Hover over me!' }).hover();
  await expect(page.getByRole('button', { name: 'Join now!' })).toBeVisible();
  await expectGoodPage(page);
});

test('analytics: figures of the server, 20 live points, zoom 3, tasks, statistics', async ({ page }) => {
  const answered = page.waitForResponse(/\/api\/analytics$/);
  await openShowcase(page, '/app/main/analytics', 'Analytics - Dashboard');
  const { mainChart, revenue } = (await (await answered).json()) as { mainChart: unknown[][]; revenue: unknown[] };
  expect([mainChart.map((series) => series.length), revenue.length]).toEqual([[90, 90, 90], 3]);
  await expect(widget(page, 'Visits Today').getByText('4.332')).toBeVisible();
  await expect(widget(page, 'Server Overview')).toContainText('60% / 37°C / 3.3 GHz');
  const live = widget(page, 'Live Visitors').locator('[data-live-points]');
  await expect(live).toHaveAttribute('data-live-points', '20');
  await expect(widget(page, 'Visits by Country').locator('[data-zoom]')).toHaveAttribute('data-zoom', '3');

  const tasks = widget(page, "Today's Tasks");
  await expect(tasks.getByText('0 of 4 completed')).toBeVisible();
  await tasks.getByRole('checkbox').first().check();
  await expect(tasks.getByText('1 of 4 completed')).toBeVisible();
  await tasks.getByRole('button', { name: 'See All' }).click();
  await expect(tasks.getByRole('list', { name: 'Later this week' })).toBeVisible();
  const statistic = widget(page, 'Statistic Outlets');
  await statistic.getByRole('button', { name: /^Daily/ }).click();
  await page.getByRole('menuitem', { name: 'Weekly' }).click();
  await expect(statistic.getByRole('button', { name: /^Weekly/ })).toBeVisible();
  const requests = widget(page, 'Support Requests');
  await expect(requests.getByRole('columnheader')).toHaveText([
    'NAME',
    'EMAIL',
    'PRODUCT',
    'PRICE',
    'DATE',
    'CITY',
    'STATUS',
  ]);
  await expect(requests.getByText('Sent', { exact: true })).toHaveCount(3);
  await expect(widget(page, 'Notifications').getByRole('listitem')).toHaveCount(6);
  await expectGoodPage(page);
});

test('live charts stop when the reader leaves their page, and are paused at first with reduced motion', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const timers = new Set<number>();
    const [set, clear] = [window.setInterval, window.clearInterval];
    window.setInterval = ((handler: TimerHandler, wait?: number) => {
      const id = set(handler, wait);
      if (wait === 1000 || wait === 5000) timers.add(id);
      return id;
    }) as typeof window.setInterval;
    window.clearInterval = (id) => {
      timers.delete(Number(id));
      clear(id);
    };
    Object.assign(window, { liveTimers: timers });
  });
  const running = () => page.evaluate(() => (window as unknown as { liveTimers: Set<number> }).liveTimers.size);
  const live = page.locator('[data-live-points]');
  // The widgets page also has a card that flips.
  for (const [path, heading, timers] of [
    ['/app/main/visits', 'Dashboard', 1],
    ['/app/main/widgets', 'Widgets', 2],
    ['/app/main/analytics', 'Analytics - Dashboard', 1],
    ['/app/charts/overview', 'Visual - Charts', 1],
  ] as const) {
    await openShowcase(page, path, heading);
    await expect(live).toBeVisible();
    await expect.poll(running, path).toBe(timers);
    await page.getByRole('link', { name: 'Search', exact: true }).click();
    await expect(page).toHaveURL(/\/app\/extra\/search/);
    await expect.poll(running, `${path} was left`).toBe(0);
  }
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openShowcase(page, '/app/charts/overview', 'Visual - Charts');
  await expect(live).toBeVisible();
  await expect.poll(running).toBe(0);
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect.poll(running).toBe(1);
});
