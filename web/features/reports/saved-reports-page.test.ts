// @vitest-environment jsdom
import { fireEvent, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Report } from '#contract/reports.ts';
import {
  changeSavedReport,
  deleteSavedReport,
  endReportSchedule,
  getSavedReport,
  linkReport,
  listSavedReports,
  openReportLink,
  revokeReportLink,
  type SavedReport,
  type SavedReportDetail,
  scheduleReport,
} from '#contract/saved-reports.ts';
import { userOf } from '../../app/testing/accounts.ts';
import { expectAccessible, field, fill, inDialog, page, productPage } from '../../app/testing/product-page.ts';

const product = productPage();
const { press } = product;
const ID = '01900000-0000-7000-8000-0000000000cc';
const report = (over: Partial<SavedReport> = {}): SavedReport => ({
  id: ID,
  name: 'Week by venue',
  question: { range: '7d', dimensions: 'venue', metrics: 'views' },
  shared: true,
  own: true,
  made_by: 'ada@hotel.example',
  version: 0,
  updated_at: '2026-11-21T10:00:00.000Z',
  ...over,
});
const detail: SavedReportDetail = {
  ...report(),
  schedules: [
    {
      id: 's',
      every: 'week',
      weekday: 1,
      hour: 7,
      time_zone: 'UTC',
      format: 'xlsx',
      recipients: ['ada@hotel.example'],
      next_at: '2026-11-23T07:00:00.000Z',
    },
  ],
  links: [
    {
      id: 'l',
      prefix: 'vbr_ab12c',
      has_password: true,
      created_at: '2026-11-21T10:00:00.000Z',
      expires_at: '2026-12-21T10:00:00.000Z',
      views: 1,
      last_viewed_at: null,
    },
  ],
  deliveries: [
    {
      id: 'd',
      recipient: 'otto@hotel.example',
      due_at: '2026-11-16T07:00:00.000Z',
      made_at: '2026-11-16T07:00:10.000Z',
      status: 'skipped',
      reason: 'The account may not read figures any more.',
    },
  ],
};

test('opens the reports of the organization, and mails, links and deletes own ones', async () => {
  product.network.on(listSavedReports, {
    data: [report(), report({ id: 'other', name: 'By Otto', own: false, made_by: 'otto@hotel.example' })],
  });
  product.network.on(getSavedReport, detail);
  product.open('/app/saved-reports', { as: userOf('property') });
  const link = await page().findByRole('link', { name: 'Week by venue' });
  expect(link.getAttribute('href')).toContain('range=7d');
  expect(page().queryByRole('button', { name: 'Delete By Otto' })).toBeNull();
  await press('Emails and links for Week by venue');
  await page().findByText(/Every Monday at 07:00 \(UTC\) as XLSX to ada@hotel\.example/);
  await page().findByText(/vbr_ab12c…, password required/);
  await page().findByText('Not sent: The account may not read figures any more.');
  await expectAccessible();

  await press('Schedule Week by venue');
  fill(await field(/^Recipients/), 'ada@hotel.example\notto@hotel.example');
  product.network.on(scheduleReport, detail.schedules[0] as never);
  await press('Schedule emails');
  expect(product.network.callsOf(scheduleReport).at(-1)?.body).toMatchObject({
    every: 'week',
    weekday: 1,
    hour: 7,
    format: 'xlsx',
    recipients: ['ada@hotel.example', 'otto@hotel.example'],
  });
  await press('Create link to Week by venue');
  const url = 'https://outlets.example/shared-report#vbr_secret';
  product.network.on(linkReport, { ...(detail.links[0] as never as object), url, token: 'vbr_secret' } as never);
  await press('Create link');
  await page().findByText(url);
  await press('Delete Week by venue');
  product.network.on(deleteSavedReport, { status: true });
  product.network.on(listSavedReports, { data: [] });
  await press('Delete');
  await page().findByText('No saved reports');
});

test('renames and unshares an own report, and shows a change that was stored meanwhile', async () => {
  product.network.on(listSavedReports, { data: [report(), report({ id: 'other', name: 'By Otto', own: false })] });
  product.open('/app/saved-reports', { as: userOf('property') });
  await press('Edit Week by venue');
  expect(page().queryByRole('button', { name: 'Edit By Otto' })).toBeNull();
  const form = await inDialog('Edit Week by venue');
  await expectAccessible();
  const name = form.getByLabelText(/^Name/);
  fill(name, 'Venues');
  await product.user.click(form.getByRole('checkbox', { name: 'Share with your organization' }));
  const save = () => product.user.click(form.getByRole('button', { name: 'Save' }));
  const fields = { name: 'You have a report of this name. Take another one.' };
  product.network.refuse(changeSavedReport, 409, { message: fields.name, fields }, { times: 1 });
  await save();
  await form.findByText(fields.name);

  product.network.refuse(changeSavedReport, 409, { message: 'Somebody changed this report.' }, { times: 1 });
  product.network.on(getSavedReport, { ...detail, name: 'Week', version: 4 });
  await save();
  await product.user.click(await form.findByRole('button', { name: 'Show current version' }));
  await form.findByText('Week');
  await product.user.click(form.getByRole('button', { name: 'Keep mine, then save again' }));
  product.network.on(changeSavedReport, report({ name: 'Venues', shared: false, version: 5 }));
  await save();
  await page().findByText('Venues saved');
  expect(product.network.callsOf(changeSavedReport).at(-1)?.body).toEqual({
    name: 'Venues',
    shared: false,
    version: 4,
    question: report().question,
  });
});

test('offers no sharing to a user who may not share', async () => {
  product.network.on(listSavedReports, { data: [report({ shared: false })] });
  product.open('/app/saved-reports', { as: userOf('property', { standing: 'viewer' }) });
  await press('Edit Week by venue');
  const form = await inDialog('Edit Week by venue');
  expect(form.queryByRole('checkbox')).toBeNull();
  fill(form.getByLabelText(/^Name/), 'Mine');
  product.network.on(changeSavedReport, report({ name: 'Mine', shared: false }));
  await product.user.click(form.getByRole('button', { name: 'Save' }));
  await page().findByText('Mine saved');
  expect(product.network.callsOf(changeSavedReport).at(-1)?.body).toMatchObject({ name: 'Mine', shared: false });
});

test.each([
  ['day', { every: 'day', hour: 18 }],
  ['week', { every: 'week', weekday: 5, hour: 18 }],
  ['month', { every: 'month', day_of_month: 31, hour: 18 }],
])(
  'schedules a mail each %s at the hour of the chosen zone, and shows a refusal at its field',
  async (every, times) => {
    product.network.on(listSavedReports, { data: [report()] });
    product.open('/app/saved-reports', { as: userOf('property') });
    await press('Schedule Week by venue');
    const form = await inDialog('Schedule Week by venue');
    const choose = (label: string | RegExp, value: string) =>
      fireEvent.change(form.getByLabelText(label), { target: { value } });
    choose('Frequency', every);
    if (every === 'week') choose('On', '5');
    if (every === 'month') choose('On', '31');
    choose('Time', '18');
    choose('Time zone', 'America/New_York');
    choose('Format', 'pdf');
    await expectAccessible();
    const fields = { recipients: 'nobody@hotel.example may not read it.', time_zone: 'There is no such time zone.' };
    product.network.refuse(scheduleReport, 400, { message: 'One field is wrong.', fields }, { times: 1 });
    fill(form.getByLabelText(/^Recipients/), 'ada@hotel.example, nobody@hotel.example');
    await product.user.click(form.getByRole('button', { name: 'Schedule emails' }));
    await form.findByText(fields.recipients);
    expect(form.getByText(fields.time_zone)).toBeTruthy();
    fill(form.getByLabelText(/^Recipients/), 'ada@hotel.example');
    product.network.on(scheduleReport, detail.schedules[0] as never);
    await product.user.click(form.getByRole('button', { name: 'Schedule emails' }));
    await page().findByText('Week by venue scheduled');
    expect(product.network.callsOf(scheduleReport).at(-1)?.body).toEqual({
      ...times,
      time_zone: 'America/New_York',
      format: 'pdf',
      recipients: ['ada@hotel.example'],
    });
  },
);

test('ends mailings and revokes links after confirmation, and reloads the lists', async () => {
  product.network.on(listSavedReports, { data: [report()] });
  product.network.on(getSavedReport, detail);
  product.open('/app/saved-reports', { as: userOf('property') });
  await press('Emails and links for Week by venue');
  await press('Stop');
  const ending = await inDialog('Stop emails');
  await expectAccessible();
  product.network.on(endReportSchedule, { status: true });
  product.network.on(getSavedReport, { ...detail, schedules: [] });
  await product.user.click(ending.getByRole('button', { name: 'Stop' }));
  await page().findByText('Emails stopped');
  await page().findByText('No scheduled emails.');
  expect(product.network.callsOf(endReportSchedule).at(-1)?.params).toEqual({ id: ID, schedule_id: 's' });
  await waitFor(() => expect(page().queryByRole('dialog')).toBeNull());
  await press('Revoke');
  const revoking = await inDialog('Revoke vbr_ab12c…');
  product.network.on(revokeReportLink, { status: true });
  product.network.on(getSavedReport, { ...detail, schedules: [], links: [] });
  await product.user.click(revoking.getByRole('button', { name: 'Revoke' }));
  await page().findByText('Link revoked');
  await page().findByText('No links.');
  expect(product.network.callsOf(revokeReportLink).at(-1)?.params).toEqual({ id: ID, link_id: 'l' });
});

test('creates a link with a password, and shows an error for a short one', async () => {
  product.network.on(listSavedReports, { data: [report()] });
  product.open('/app/saved-reports', { as: userOf('property') });
  await press('Create link to Week by venue');
  const form = await inDialog('Create link to Week by venue');
  fireEvent.change(form.getByLabelText('Expires after'), { target: { value: '90' } });
  fill(form.getByLabelText('Password'), 'short');
  const fields = { password: 'Use 8 characters or more.' };
  product.network.refuse(linkReport, 400, { message: 'One field is wrong.', fields }, { times: 1 });
  await product.user.click(form.getByRole('button', { name: 'Create link' }));
  await form.findByText(fields.password);
  fill(form.getByLabelText('Password'), 'for the landlord');
  const url = 'https://outlets.example/shared-report#vbr_secret';
  product.network.on(linkReport, { ...(detail.links[0] as never as object), url, token: 'vbr_secret' } as never);
  await product.user.click(form.getByRole('button', { name: 'Create link' }));
  await page().findByText(url);
  expect(product.network.callsOf(linkReport).at(-1)?.body).toEqual({ days: 90, password: 'for the landlord' });
});

test('offers a viewer neither mails nor links', async () => {
  product.network.on(listSavedReports, { data: [report()] });
  product.open('/app/saved-reports', { as: userOf('property', { standing: 'viewer' }) });
  await page().findByRole('button', { name: 'Delete Week by venue' });
  expect(page().queryByRole('button', { name: 'Schedule Week by venue' })).toBeNull();
  expect(page().queryByRole('button', { name: /^Create link/ })).toBeNull();
});

const SHOWN: Report = {
  period: {
    from: '2026-11-01',
    to: '2026-11-02',
    time_zone: 'UTC',
    days_of: 'network',
    today: '2026-11-22',
    today_ends_in: 9,
  },
  dimensions: ['venue'],
  metrics: ['views', 'revenue'],
  total: { views: 12, revenue: 3.5 },
  data: [{ of: [{ id: 'v1', label: 'Pier House' }], values: { views: 12, revenue: 3.5 } }],
  rows: 1,
  next_cursor: null,
  notes: [],
};

test('shows a shared report to a visitor with the password of its link', async () => {
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
  await press('View report');
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

test('reports an invalid link and a link without its secret', async () => {
  product.network.refuse(openReportLink, 404, { message: 'This link opens nothing: it has ended, or was revoked.' });
  product.open('/shared-report#vbr_cut%');
  await page().findByRole('heading', { level: 1, name: 'Report not available' });
  await page().findByText(/This link opens nothing/);
});
