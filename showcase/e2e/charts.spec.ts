import { expect, type Page } from '@playwright/test';
import { expectGoodPage, openShowcase, test, widget } from './showcase-steps.ts';

/** Expects that every chart has been drawn and has a description. */
async function expectCharts(page: Page, count: number): Promise<void> {
  await expect(page.locator('main [data-chart]')).toHaveCount(count);
  await expect(page.locator('main [data-chart] [data-drawn]')).toHaveCount(count);
  for (const chart of await page.locator('main [data-chart]').all()) {
    await expect(chart).toHaveAttribute('role', 'img');
    await expect(chart).toHaveAttribute('aria-label', /\w{3,} .{20,}/);
  }
}

/** Opens the table of a panel's chart and returns its number of rows. */
async function rowsOfTwin(page: Page, title: string): Promise<number> {
  const panel = widget(page, title);
  await panel.getByRole('button', { name: /^Show as table/ }).click();
  const rows = panel.getByRole('region', { name: /^Table: / }).locator('tbody tr');
  await expect(rows.first()).toBeAttached();
  const count = await rows.count();
  await panel.getByRole('button', { name: /^Hide table/ }).click();
  return count;
}

test('the charts overview draws its charts, and the live chart updates until it is paused', async ({ page }) => {
  await openShowcase(page, '/app/charts', 'Visual - Charts');
  await expect(page).toHaveURL(/\/app\/charts\/overview$/);
  await expectCharts(page, 7);
  await expect(page.getByRole('region', { name: 'Licence' })).toContainText('Apache ECharts 6');
  await expectGoodPage(page);
  for (const [title, rows] of [
    ['Apex Column Chart', 8],
    ['Echarts Line Chart', 12],
    ['Highcharts Line Chart', 27 + 23 + 54],
    ['Apex Monochrome Pie', 6],
    ['Chart Donut Chart', 5],
    ['Highcharts Live Chart', 20],
    ['Echarts River Chart', 21],
  ] as const)
    expect(await rowsOfTwin(page, title), title).toBe(rows);

  const live = page.locator('[data-live-points]');
  const newest = () => live.getAttribute('data-live-newest').then(Number);
  const before = await newest();
  await expect.poll(newest).toBeGreaterThan(before);
  await expect(live).toHaveAttribute('data-live-points', '20');
  await widget(page, 'Highcharts Live Chart').getByRole('button', { name: 'Pause' }).click();
  await expect(widget(page, 'Highcharts Live Chart').getByRole('button', { name: 'Go on' })).toBeVisible();
});

test('the Apex page shows nine kinds of charts and its license', async ({ page }) => {
  await openShowcase(page, '/app/charts/apex', 'Visual - Apex Charts');
  await expectCharts(page, 9);
  await expectGoodPage(page);
  for (const [title, rows] of [
    ['Apex Line Chart', 9],
    ['Apex Area Chart', 20],
    ['Apex Column Chart', 12],
    ['Apex Bar Chart', 18],
    ['Apex Mixed Chart', 8],
    ['Apex Heat Map Chart', 180],
    ['Apex Radial Chart', 4],
  ] as const)
    expect(await rowsOfTwin(page, title), title).toBe(rows);
  await expect(page.getByRole('region', { name: 'Licence' })).toContainText('4.7.0');
  await expect(page.getByRole('link', { name: 'its documentation' })).toHaveAttribute(
    'href',
    /^https:\/\/apexcharts\.com\//,
  );
});

test('the Echarts page shows six kinds of charts; a chart can be saved as an image', async ({ page }) => {
  await openShowcase(page, '/app/charts/echarts', 'Visual - Echarts');
  await expectCharts(page, 6);
  await expectGoodPage(page);
  for (const [title, rows] of [
    ['Echarts Bar Chart', 4],
    ['Echarts Pie Chart', 5],
    ['Echarts Polar Chart', 361],
    ['Echarts Line Chart', 7],
    ['Echarts Scatter Chart', 168],
    ['Echarts Gauge Chart', 1],
  ] as const)
    expect(await rowsOfTwin(page, title), title).toBe(rows);
  const download = page.waitForEvent('download');
  await widget(page, 'Echarts Line Chart').getByRole('button', { name: 'Save as image' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.png$/);
  await widget(page, 'Echarts Gauge Chart').getByRole('button', { name: 'Restore' }).click();
});

test('the Highcharts page draws with ECharts, explains why, and zooms into the sunburst', async ({ page }) => {
  await openShowcase(page, '/app/charts/highcharts', 'Visual - Highcharts');
  await expectCharts(page, 6);
  await expectGoodPage(page);
  for (const [title, rows] of [
    ['Highcharts Line Chart', 129],
    ['Highcharts Pie Chart', 7],
    ['Highcharts Column 3D', 10],
    ['Highcharts Vector', 361],
    ['Highcharts Word Cloud', 38],
    ['Highcharts Sunburst', 233],
  ] as const)
    expect(await rowsOfTwin(page, title), title).toBe(rows);
  const licence = page.getByRole('region', { name: 'Licence' });
  await expect(licence).toContainText('Highcharts is proprietary');
  await licence.getByText('Plug Highcharts in').click();
  await expect(licence).toContainText('npm install highcharts');

  const sunburst = widget(page, 'Highcharts Sunburst');
  const shown = sunburst.getByLabel('Shown');
  await shown.selectOption('Europe');
  await expect(shown).toHaveValue('Europe');
  // A click in the middle returns to the whole chart.
  const canvas = sunburst.locator('canvas');
  const box = await canvas.boundingBox();
  await canvas.click({ position: { x: (box?.width ?? 0) / 2, y: (box?.height ?? 0) / 2 } });
  await expect(shown).toHaveValue('world');
});
