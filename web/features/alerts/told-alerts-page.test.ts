// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  type Alert,
  type AlertGroup,
  type AlertRules,
  acknowledgeAlerts,
  createAlertWebhook,
  getAlertRules,
  listAlertGroups,
  listAlerts,
  listAlertWebhooks,
  seeAlerts,
  setAlertRules,
} from '#contract/alerts.ts';
import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import { userOf } from '../../app/testing/accounts.ts';
import { button, expectAccessible, field, fill, page, productPage } from '../../app/testing/product-page.ts';

const product = productPage();

const alert: Alert = {
  id: '01900000-0000-7000-8000-0000000000a1',
  rule: 'outlet_silent',
  severity: 'warning',
  state: 'open',
  place: { id: '01900000-0000-7000-8000-0000000000b1', name: 'Harbor Hotel' },
  path: '/app/outlets?q=Harbor%20Hotel',
  title: '3 outlets at Harbor Hotel are offline',
  affected: [{ id: 'a', name: 'Bar 1' }],
  affected_count: 3,
  since: new Date(Date.now() - 3 * DAY_MS - HOUR_MS).toISOString(),
  raised_at: new Date(Date.now() - HOUR_MS).toISOString(),
  ended_at: null,
  acknowledged_at: null,
  unread: true,
};
const other: Alert = {
  ...alert,
  id: '01900000-0000-7000-8000-0000000000a2',
  title: 'Lobby is offline',
  affected: [{ id: 'b', name: 'Lobby' }],
  affected_count: 1,
  since: null,
};
const groupOf = (over: Partial<AlertGroup> = {}): AlertGroup => ({
  place: alert.place,
  rule: alert.rule,
  severity: alert.severity,
  state: 'open',
  alerts: 1,
  affected: 3,
  unread: 1,
  since: alert.since,
  raised_at: alert.raised_at,
  ended_at: null,
  alert,
  ...over,
});
const pageOf = (...data: AlertGroup[]) => ({
  data,
  total: data.length,
  page: 1,
  limit: 20,
  unread: 1,
  open: data.length,
  acknowledged: 0,
});
const fault: AlertGroup = {
  ...groupOf({ rule: 'fault', severity: 'critical', affected: 1, since: null }),
  alert: { ...other, rule: 'fault', severity: 'critical', title: 'Surge at Harbor Hotel' },
};
const rules: AlertRules = {
  rules: [{ rule: 'outlet_silent', on: true, threshold: 60, mail: true, muted_until: null }],
  quiet: null,
};

function stub(): void {
  product.network.on(listAlerts, { unread: 1, open: 1, waiting: 1, data: [alert, other], next_cursor: null });
  product.network.on(listAlertGroups, pageOf(fault, groupOf({ alerts: 2, alert: null })));
  product.network.on(seeAlerts, { unread: 0 });
  product.network.on(getAlertRules, rules);
  product.network.on(listAlertWebhooks, { data: [] });
}

test('groups alerts by venue and cause, says since when, and opens a group', async () => {
  stub();
  product.open('/app/alerts', { as: userOf('property') });
  await page().findByText('Harbor Hotel · Outlet fault · 1 outlet');
  const opener = await button('Harbor Hotel · Outlet offline · 3 outlets');
  const [first, second] = await page().findAllByText(/^(Found|Offline since) /);
  expect(first?.textContent).toMatch(/^Found .+ · 60 minutes$/);
  expect(second?.textContent).toMatch(/^Offline since .+ · 3 days$/);
  await page().findByText('Critical', { selector: 'span' });
  await product.user.click(opener);
  expect(opener.getAttribute('aria-expanded')).toBe('true');
  const link = await page().findByRole('link', { name: alert.title });
  expect(link.getAttribute('href')).toBe(alert.path);
  await page().findByText('Bar 1 and 2 more');
  await expectAccessible();
  expect(product.network.callsOf(seeAlerts).length).toBe(1);
});

test('filters in the address, and shows nothing that the server did not list', async () => {
  stub();
  product.open('/app/alerts?show=open', { as: userOf('property') });
  await page().findByText('Harbor Hotel · Outlet fault · 1 outlet');
  expect(product.network.callsOf(listAlertGroups).at(-1)?.query).toEqual({ state: 'open' });
  product.network.on(listAlertGroups, pageOf());
  await product.user.selectOptions(await field('Severity'), 'critical');
  await page().findByText('No matching alerts');
  await waitFor(() =>
    expect(product.network.callsOf(listAlertGroups).at(-1)?.query).toEqual({ state: 'open', severity: 'critical' }),
  );
  const kinds = [...((await field('Type')) as HTMLSelectElement).options].map(({ text }) => text);
  expect([kinds.includes('Outlet offline'), kinds.includes('Disk almost full')]).toEqual([true, false]);
});

test('acknowledges a selection with one request, and says which alerts it left out', async () => {
  stub();
  product.open('/app/alerts', { as: userOf('property') });
  await product.user.click(await button('Harbor Hotel · Outlet offline · 3 outlets'));
  await product.user.click(await field('Select: Lobby is offline'));
  await product.user.click(await field('Select: Harbor Hotel · Outlet fault · 1 outlet'));
  await page().findByText('2 alerts selected');
  const refused = [{ id: other.id, title: other.title, reason: 'It is already acknowledged.' }];
  product.network.on(acknowledgeAlerts, { acknowledged: 1, refused });
  await product.user.click(await button('Acknowledge selected'));
  await page().findByText('1 alert acknowledged.');
  await page().findByText('Not acknowledged: Lobby is offline. It is already acknowledged.');
  await product.user.click(await button('Acknowledge: Harbor Hotel · Outlet offline · 3 outlets'));
  await waitFor(() => expect(product.network.callsOf(acknowledgeAlerts)).toHaveLength(2));
  expect(product.network.callsOf(acknowledgeAlerts).map(({ body }) => body)).toEqual([
    { ids: [other.id], groups: [{ place: alert.place.id, rule: 'fault' }] },
    { ids: [], groups: [{ place: alert.place.id, rule: 'outlet_silent' }] },
  ]);
});

test('links a final document as news that needs no acknowledgment', async () => {
  stub();
  const news: Alert = {
    ...alert,
    rule: 'document_final',
    title: 'Statement S-000026 of October 2026 is final',
    path: '/app/documents?open=d1',
  };
  product.network.on(listAlertGroups, pageOf(groupOf({ rule: 'document_final', alert: news })));
  product.open('/app/alerts', { as: userOf('property') });
  const link = await page().findByRole('link', { name: news.title });
  expect(link.getAttribute('href')).toBe('/app/documents?open=d1');
  expect(page().queryByRole('button', { name: /^Acknowledge/ })).toBeNull();
});

test("lets a manager set alert rules and quiet hours, initially in the account's time zone", async () => {
  stub();
  product.open('/app/alerts', { as: userOf('property', { time_zone: 'Asia/Kathmandu' }) });
  await product.user.click(await button('Change'));
  expect(((await field('Time zone')) as HTMLInputElement).value).toBe('Asia/Kathmandu');
  for (const text of ['', 'an hour', '6O']) {
    fill(await field(/^Outlet offline \(minutes\)/), text);
    await product.user.click(await button('Save'));
    expect((await field(/^Outlet offline \(minutes\)/)).getAttribute('aria-invalid')).toBe('true');
  }
  fill(await field(/^Outlet offline \(minutes\)/), '90');
  fill(await field(/^No emails from/), '22:00');
  fill(await field('Until'), '07:00');
  fill(await field('Time zone'), 'UTC');
  const fields = { 'quiet.time_zone': 'There is no such time zone.', 'rules.0.threshold': 'Write a number.' };
  product.network.refuse(setAlertRules, 400, { message: 'Two fields are wrong.', fields }, { times: 1 });
  await product.user.click(await button('Save'));
  await page().findByText('There is no such time zone.');
  expect((await field('Time zone')).getAttribute('aria-invalid')).toBe('true');
  expect((await field(/^Outlet offline \(minutes\)/)).getAttribute('aria-invalid')).toBe('true');
  product.network.on(setAlertRules, rules);
  await product.user.click(await button('Save'));
  await page().findByText('Alert settings saved');
  expect(product.network.callsOf(setAlertRules)).toHaveLength(2);
  expect(product.network.callsOf(setAlertRules).at(-1)?.body).toEqual({
    rules: [{ rule: 'outlet_silent', on: true, threshold: 90, mail: true, muted_until: null }],
    quiet: { from: 1_320, to: 420, time_zone: 'UTC' },
  });
});

test('shows the secret of a webhook once', async () => {
  stub();
  product.open('/app/alerts', { as: userOf('property') });
  await product.user.click(await button('Add webhook'));
  fill(await field(/^URL/), 'https://pager.example/hook');
  product.network.on(createAlertWebhook, { id: alert.id, secret: 'whsec_abc' });
  await product.user.click(await button('Save webhook'));
  await page().findByText('whsec_abc');
});

test('lets a viewer read but change nothing', async () => {
  stub();
  product.open('/app/alerts', { as: userOf('property', { standing: 'viewer' }) });
  await page().findByText('Harbor Hotel · Outlet fault · 1 outlet');
  expect(page().queryByRole('button', { name: /^Acknowledge/ })).toBeNull();
  expect(page().queryByRole('checkbox')).toBeNull();
  expect(page().queryByRole('button', { name: 'Change' })).toBeNull();
  expect(product.network.callsOf(listAlertWebhooks).length).toBe(0);
});
