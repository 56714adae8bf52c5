// @vitest-environment jsdom
import { expect, test } from 'vitest';
import type { Report } from '#contract/reports.ts';
import {
  deleteSavedReport,
  getSavedReport,
  linkReport,
  listSavedReports,
  openReportLink,
  type SavedReport,
  type SavedReportDetail,
  scheduleReport,
} from '#contract/saved-reports.ts';
import { userOf } from '../../app/testing/accounts.ts';
import { expectAccessible, field, fill, page, productPage } from '../../app/testing/product-page.ts';

const product = productPage();
const { press } = product;
const ID = '01900000-0000-7000-8000-0000000000cc';
const report = (over: Partial<SavedReport> = {}): SavedReport => ({
  ...{ id: ID, name: 'Week by venue', question: { range: '7d', dimensions: 'venue', metrics: 'views' }, shared: true },
  ...{ own: true, made_by: 'ada@hotel.example', version: 0, updated_at: '2026-11-21T10:00:00.000Z' },
  ...over,
});
const detail: SavedReportDetail = {
  ...report(),
  schedules: [
    {
      ...{ id: 's', every: 'week', weekday: 1, hour: 7, time_zone: 'UTC', format: 'xlsx' },
      ...{ recipients: ['ada@hotel.example'], next_at: '2026-11-23T07:00:00.000Z' },
    },
  ],
  links: [
    {
      ...{ id: 'l', prefix: 'vbr_ab12c', has_password: true, created_at: '2026-11-21T10:00:00.000Z' },
      ...{ expires_at: '2026-12-21T10:00:00.000Z', views: 1, last_viewed_at: null },
    },
  ],
  deliveries: [
    {
      ...{ id: 'd', recipient: 'otto@hotel.example', due_at: '2026-11-16T07:00:00.000Z' },
      ...{
        made_at: '2026-11-16T07:00:10.000Z',
        status: 'skipped',
        reason: 'The account may not read figures any more.',
      },
    },
  ],
};

test('reports of the organisation are opened, own ones mailed, linked and deleted', async () => {
  product.network.on(listSavedReports, {
    data: [report(), report({ id: 'other', name: 'By Otto', own: false, made_by: 'otto@hotel.example' })],
  });
  product.network.on(getSavedReport, detail);
  product.open('/app/saved-reports', { as: userOf('property') });
  const link = await page().findByRole('link', { name: 'Week by venue' });
  expect(link.getAttribute('href')).toContain('range=7d');
  expect(page().queryByRole('button', { name: 'Delete By Otto' })).toBeNull();
  await press('Mails and links of Week by venue');
  await page().findByText(/Every Monday at 07:00 \(UTC\), as XLSX, to ada@hotel.example/);
  await page().findByText(/vbr_ab12c…, with a password/);
  await page().findByText('Not sent: The account may not read figures any more.');
  await expectAccessible();

  await press('Mail Week by venue');
  fill(await field(/^To/), 'ada@hotel.example\notto@hotel.example');
  product.network.on(scheduleReport, detail.schedules[0] as never);
  await press('Mail it');
  expect(product.network.callsOf(scheduleReport).at(-1)?.body).toMatchObject({
    ...{ every: 'week', weekday: 1, hour: 7, format: 'xlsx' },
    recipients: ['ada@hotel.example', 'otto@hotel.example'],
  });
  await press('Make a link to Week by venue');
  const url = 'https://outlets.example/shared-report#vbr_secret';
  product.network.on(linkReport, { ...(detail.links[0] as never as object), url, token: 'vbr_secret' } as never);
  await press('Make link');
  await page().findByText(url);
  await press('Delete Week by venue');
  product.network.on(deleteSavedReport, { status: true });
  product.network.on(listSavedReports, { data: [] });
  await press('Delete');
  await page().findByText('No reports yet');
});

test('a viewer neither mails nor links', async () => {
  product.network.on(listSavedReports, { data: [report()] });
  product.open('/app/saved-reports', { as: userOf('property', { standing: 'viewer' }) });
  await page().findByRole('button', { name: 'Delete Week by venue' });
  expect(page().queryByRole('button', { name: 'Mail Week by venue' })).toBeNull();
  expect(page().queryByRole('button', { name: /^Make a link/ })).toBeNull();
});

const SHOWN: Report = {
  period: {
    ...{ from: '2026-11-01', to: '2026-11-02', time_zone: 'UTC', days_of: 'network' },
    ...{ today: '2026-11-22', today_ends_in: 9 },
  },
  ...{ dimensions: ['venue'], metrics: ['views', 'revenue'], total: { views: 12, revenue: 3.5 } },
  data: [{ of: [{ id: 'v1', label: 'Pier House' }], values: { views: 12, revenue: 3.5 } }],
  ...{ rows: 1, next_cursor: null, notes: [] },
};

test('somebody without an account gives the password of a link and reads the report', async () => {
  product.network.refuse(openReportLink, 403, { message: 'This report asks for a password.' });
  product.open('/shared-report#vbr_secret');
  const password = await field(/^Password/);
  fill(password, 'for the landlord');
  const expires = '2026-12-21T10:00:00.000Z';
  product.network.on(openReportLink, {
    name: 'Linked',
    of: 'Pier Group',
    side: 'property',
    expires_at: expires,
    report: SHOWN,
  });
  await press('Show the report');
  await page().findByRole('heading', { name: 'Linked' });
  await page().findByRole('cell', { name: 'Pier House' });
  expect(page().getAllByText('Charges').length).toBe(2);
  const asked = product.network.callsOf(openReportLink).map(({ body }) => body);
  expect([asked[0], asked.at(-1)]).toEqual([
    { token: 'vbr_secret' },
    { token: 'vbr_secret', password: 'for the landlord' },
  ]);
  await expectAccessible();
});

test('a link that opens nothing says so, and one without its secret too', async () => {
  product.network.refuse(openReportLink, 404, { message: 'This link opens nothing: it has ended, or was revoked.' });
  product.open('/shared-report#vbr_cut%');
  await page().findByRole('heading', { level: 1, name: 'There is nothing to show' });
  await page().findByText(/This link opens nothing/);
});
