// @vitest-environment jsdom
import { act, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getOutletClusters } from '#contract/outlet-clusters.ts';
import { listReportMarks } from '#contract/report-marks.ts';
import { getReport } from '#contract/reports.ts';
import { amountsInFull, button, dialog, expectAccessible, page, productPage } from '../../app/testing/product-page.ts';
import { NO_CLUSTERS } from '../../app/testing/stub-places.ts';
import { reportAnswer } from '../../app/testing/stub-reports.ts';

const product = productPage();

const open = (address: string, as: 'admin' | 'property' | 'advertiser') => {
  product.network.on(getReport, reportAnswer);
  product.network.on(getOutletClusters, NO_CLUSTERS);
  product.network.on(listReportMarks, {
    data: [{ id: null, day: '2026-11-02', kind: 'flight_began', words: 'Summer began', own: false }],
  });
  product.open(address, { as });
};
const asked = () => product.network.callsOf(getReport).map(({ query }) => query);

test('shows totals with changes, a chart that reads as a table, and tables whose rows filter everything', async () => {
  open('/app/reports', 'admin');
  await page().findByText('Nov 1, 2026 – Nov 2, 2026, compared with Oct 30, 2026 – Oct 31, 2026');
  const views = await button('Views 1,200, +20% from 1,000');
  expect(views.getAttribute('aria-pressed')).toBe('true');
  await button('Nov 2, 2026: 6, previous 10. Summer began');
  await page().findByText('Nov 2, 2026: Summer began');
  expect((await page().findAllByRole('rowheader', { name: 'Nov 1, 2026', hidden: true })).length).toBe(1);
  await button('Unknown');
  await button('Repeated');
  await expectAccessible();

  await product.user.click(await button('Pier House'));
  await button('Remove Venue: Pier House');
  expect(asked().at(-1)).toMatchObject({ filters: '{"venue":["v1"]}', range: '30d', compare: 'previous' });
  await product.user.click(await button('Remove Venue: Pier House'));
  expect(page().queryByRole('button', { name: /^Remove/ })).toBeNull();
});

test('keeps range, comparison and metric in the address, and filters by the day of a bar', async () => {
  open('/app/reports?range=7d&compare=none', 'admin');
  await product.user.click(await button(/^Revenue \$/));
  await button('Nov 1, 2026: $12.00');
  await product.user.click(await button('Nov 1, 2026: $12.00'));
  await page().findByDisplayValue('No comparison');
  await page().findAllByDisplayValue('2026-11-01');
  expect(asked().some(({ from, to }) => from === '2026-11-01' && to === '2026-11-01')).toBe(true);
  expect(asked().every(({ compare }) => compare === undefined)).toBe(true);
  await product.user.keyboard('5');
  await page().findByRole('button', { name: '90 days', pressed: true });
});

test('marks the old amounts while another range loads', async () => {
  open('/app/reports?range=7d&compare=none&metric=revenue', 'admin');
  await button('Nov 1, 2026: $12.00');
  expect(amountsInFull()).not.toEqual([]);
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  product.network.on(getReport, async (call) => {
    await released;
    return reportAnswer(call);
  });
  await product.user.click(await button('Last month'));
  await page().findByText(/Updating…$/, { selector: 'p' });
  expect(amountsInFull()).toEqual([]);
  release();
  await expect.poll(amountsInFull).not.toEqual([]);
  expect(page().queryByText(/Updating…$/, { selector: 'p' })).toBeNull();
});

test('keeps several choices that are made before the page renders', async () => {
  open('/app/reports', 'admin');
  const [house, revenue] = [await button('Pier House'), await button(/^Revenue \$/)];
  act(() => {
    house.click();
    revenue.click();
  });
  await button('Remove Venue: Pier House');
  expect(new URLSearchParams(window.location.search).get('metric')).toBe('revenue');
});

test('shows an area of the map as a removable chip, and filters every part by it', async () => {
  const area = '-74.3,40.5,-73.7,40.9';
  open(`/app/reports?filters=${encodeURIComponent(JSON.stringify({ area: [area] }))}`, 'admin');
  const chip = await button('Remove Map area: 40.5° N to 40.9° N, 74.3° W to 73.7° W');
  await button(/^Views /);
  expect(asked().every(({ filters }) => filters === `{"area":["${area}"]}`)).toBe(true);
  await button('Clear area');
  await product.user.click(chip);
  expect(page().queryByRole('button', { name: 'Clear area' })).toBeNull();
});

test('reports totals that could not be loaded beside the chart, and loads them on retry', async () => {
  open('/app/reports', 'admin');
  let isDown = true;
  product.network.on(getReport, (call) => {
    if (isDown && call.query.dimensions === undefined) throw new TypeError('Failed to fetch');
    return reportAnswer(call);
  });
  await page().findByText('Some figures could not be loaded.');
  await button(/^Nov 1, 2026:/);
  const figures = within(await page().findByRole('list', { name: 'Figures' }));
  expect(figures.getByRole('button', { name: 'Views' }).closest('li')?.textContent).toBe('Views–\u00a0');
  isDown = false;
  await product.user.click(await button('Try again'));
  await button('Views 1,200, +20% from 1,000');
  expect(page().queryByText('Some figures could not be loaded.')).toBeNull();
});

test('drops an invalid area instead of sending it', async () => {
  open(`/app/reports?filters=${encodeURIComponent('{"area":["1,2"]}')}`, 'admin');
  await button(/^Views /);
  expect(asked().some(({ filters }) => filters !== undefined)).toBe(false);
});

test('requests uptime only if it is chosen, and never by sponsor', async () => {
  open('/app/reports', 'admin');
  await button(/^Views 1,200/);
  expect(asked().some(({ metrics }) => metrics?.includes('uptime'))).toBe(false);
  await product.user.click(await button('Uptime'));
  await button(/^Nov 1, 2026: 1200.00%/);
  const told = asked().filter(({ metrics }) => metrics === 'uptime');
  expect(told.map(({ dimensions = '' }) => dimensions)).toEqual(expect.arrayContaining(['', 'day', 'venue']));
  expect(told.some(({ dimensions }) => dimensions === 'advertiser' || dimensions === 'reason')).toBe(false);
});

test('moves from bar to bar by arrow keys, with one bar in the tab order', async () => {
  open('/app/reports', 'admin');
  const first = await button(/^Nov 1, 2026:/);
  first.focus();
  await product.user.keyboard('{ArrowRight}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Nov 2, 2026: 6, previous 10. Summer began');
  await product.user.keyboard('{Home}');
  expect(document.activeElement).toBe(first);
});

test.each([
  ['property', ['Charges', 'Revenue after energy'], 'Campaign'],
  ['advertiser', ['Views', 'Spend'], null],
] as const)('%s sees its own words and requests only its own metrics', async (role, words, missing) => {
  const firstOfSponsors = role === 'advertiser' ? 'Campaign' : 'Sponsor';
  open('/app/reports', role);
  for (const word of words) await button(new RegExp(`^${word} [$\\d]`));
  await page().findByRole('columnheader', { name: firstOfSponsors });
  if (missing !== null) expect(page().queryByRole('button', { name: missing })).toBeNull();
  if (role === 'advertiser') expect(page().queryByRole('button', { name: /energy/ })).toBeNull();
  expect(asked().some(({ metrics = '' }) => role === 'advertiser' && metrics.includes('energy'))).toBe(false);
});

test('a heading sorts a table, and its file has the same order', async () => {
  open('/app/reports', 'admin');
  await button('Pier House');
  const head = (await page().findAllByRole('columnheader', { name: 'Venue' }))[0] as HTMLElement;
  expect(head.getAttribute('aria-sort')).toBe('none');
  await product.user.click(within(head).getByRole('button'));
  await expect.poll(() => asked().at(-1)).toMatchObject({ dimensions: 'venue', sort: 'venue' });
  product.network.file(getReport, 'report.csv', 'venue,views\r\n');
  await product.user.click(await button('CSV for Places'));
  await expect.poll(() => asked().at(-1)).toMatchObject({ dimensions: 'venue', sort: 'venue', format: 'csv' });
});

test('shows the hours of the week as a map in the zone of the report, and as a table', async () => {
  open('/app/reports', 'admin');
  await page().findByRole('img', { name: 'Views by hour of the week, UTC. Highest: Mon 08:00, 12.' });
  const table = within(await page().findByRole('region', { name: 'Views by hour of the week, UTC', hidden: true }));
  expect(table.getAllByRole('row', { hidden: true })).toHaveLength(1 + 24);
  expect(table.getByRole('row', { name: /^08:00/, hidden: true }).textContent).toBe('08:0012––––––');
});

test('on a phone, one button shows the range and opens it in a sheet', async () => {
  product.network.on(getReport, reportAnswer);
  product.network.on(getOutletClusters, NO_CLUSTERS);
  product.network.on(listReportMarks, { data: [] });
  product.open('/app/reports?range=7d', { as: 'admin', isNarrow: true });
  await product.user.click(await button('Date range: 7 days'));
  const sheet = within(await dialog('Date range'));
  await sheet.findByRole('button', { name: 'Previous month' });
  await expectAccessible();
  await product.user.click(sheet.getByRole('button', { name: '90 days' }));
  await button('Date range: 90 days');
  await expect.poll(() => page().queryByRole('dialog')).toBeNull();
});
