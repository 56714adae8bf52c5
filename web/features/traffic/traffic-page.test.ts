// @vitest-environment jsdom

import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type AdminCustomer, listAdminCustomers } from '#contract/customers.ts';
import { CUSTOMER_FIELDS, noValues } from '#contract/editable-fields.ts';
import { acceptObjection, listObjections, type Objection, raiseObjection } from '#contract/objections.ts';
import { getInvalidTraffic, type InvalidTraffic } from '#contract/traffic.ts';
import {
  approveFindingCredit,
  listTrafficFindings,
  proposeFindingCredit,
  type TrafficFinding,
} from '#contract/traffic-findings.ts';
import {
  getTrafficRules,
  setTrafficRules,
  type TrafficRulesVersions,
  tryTrafficRules,
} from '#contract/traffic-rules.ts';
import { FIRST_PATTERNS } from '#domain/judging-rules.ts';
import { userOf } from '../../app/testing/accounts.ts';
import {
  amountsInFull,
  atAddress,
  button,
  expectAccessible,
  field,
  fill,
  page,
  productPage,
} from '../../app/testing/product-page.ts';

const product = productPage();
const press = async (name: string | RegExp): Promise<void> => product.user.click(await button(name));

const EUI = '00000000000000a1';
const net = { views: 90, clicks: 5, burns: 0 };
const invalid = [{ reason: 'visitor_pace' as const, views: 10, clicks: 1, burns: 0, withheld: 0.12 }];
const sums = { gross: { views: 100, clicks: 6, burns: 0 }, net, invalid };
const period = {
  from: '2026-11-20',
  to: '2026-11-21',
  time_zone: 'UTC',
  days_of: 'venue' as const,
  today: '2026-11-21',
  today_ends_in: 3_600,
};
const traffic = (key: string, name: string): InvalidTraffic => ({
  period,
  total: sums,
  data: [{ key, name, ...sums }],
  left_out: 0,
  signed_views: 45,
  unsigned: { views: 5, amount: 0.05 },
  samples: [
    {
      timestamp: '2026-11-20T10:00:00.000Z',
      type: 'view',
      eui: EUI,
      outlet: 'Lobby',
      flight: '',
      reason: 'visitor_pace',
      withheld: 0.01,
    },
  ],
});
const PIER: AdminCustomer = {
  id: '01900000-0000-7000-8000-0000000000c1',
  ...noValues(CUSTOMER_FIELDS),
  name: 'Pier House',
  kind: 'property',
  status: 'active',
  outlets: 1,
  venues: 1,
  campaigns: 0,
  accounts: 1,
  share: 0.3,
  created_at: '2026-01-01T00:00:00.000Z',
  version: 1,
};
const objection: Objection = {
  id: '01900000-0000-7000-8000-0000000000dd',
  day: '2026-11-20',
  eui: EUI,
  outlet: 'Lobby',
  reason: 'visitor_pace',
  words: 'A school class stood there.',
  state: 'open',
  raised_at: '2026-11-21T10:00:00.000Z',
  raised_by: 'ada@hotel.example',
  decided_at: null,
  answer: '',
  credited: null,
};

const CLICKS = { clicks_before: 0, clicks_after: 0 };
const LIST = { source: 'allocations', date: '2026-06-17', ranges: 23_569 };

test('marks the old sums while another range loads', async () => {
  product.network.on(getInvalidTraffic, traffic('2026-11-20', '2026-11-20'));
  product.network.on(listObjections, { data: [] });
  product.open('/app/traffic', { as: userOf('property') });
  await page().findByText('Visitor rate too high: 11');
  expect(amountsInFull()).not.toEqual([]);
  const release = product.network.hold(getInvalidTraffic, traffic('2026-10-20', '2026-10-20'));
  await product.user.selectOptions(await page().findByRole('combobox', { name: 'Time range' }), 'Last month');
  await expect.poll(amountsInFull).toEqual([]);
  release();
  await button('Oct 20, 2026');
  expect(amountsInFull()).not.toEqual([]);
});

test('opens a day for an owner, objects at an outlet, and shows the objection', async () => {
  product.network.on(getInvalidTraffic, traffic('2026-11-20', '2026-11-20'));
  product.network.on(listObjections, { data: [] });
  product.open('/app/traffic', { as: userOf('property') });
  await page().findByText('Visitor rate too high: 11');
  await page().findByText('50%');
  await expectAccessible();
  product.network.on(getInvalidTraffic, traffic(EUI, 'Lobby'));
  await product.user.click(await button('Nov 20, 2026'));
  await atAddress(/day=2026-11-20&by=outlet|by=outlet&day=2026-11-20/);
  await press('Dispute Lobby');
  expect(await field('Outlet')).toHaveProperty('value', 'Lobby (00000000000000A1)');
  fill(await field(/^Why the traffic is valid/), 'A school class stood there.');
  product.network.on(raiseObjection, objection);
  product.network.on(listObjections, { data: [objection] });
  await press('Send dispute');
  await page().findByText('A school class stood there.');
  expect(product.network.callsOf(raiseObjection).at(-1)?.body).toEqual({
    day: '2026-11-20',
    eui: EUI,
    reason: 'visitor_pace',
    words: 'A school class stood there.',
  });
});

test('shows the day, outlets and samples of a link, and ignores unknown values', async () => {
  product.network.on(getInvalidTraffic, traffic(EUI, 'Lobby'));
  product.network.on(listObjections, { data: [] });
  product.open('/app/traffic?day=2026-11-20&by=outlet&reason=visitor_pace&range=ever', { as: userOf('property') });
  await button('Dispute Lobby');
  const asked = product.network.callsOf(getInvalidTraffic).at(-1)?.query;
  expect(asked).toEqual({ from: '2026-11-20', to: '2026-11-20', by: 'outlet', reason: 'visitor_pace' });
});

test('pages the lists, and filters by a single flight', async () => {
  const days = Array.from({ length: 12 }, (_, at) => `2026-11-${String(at + 10)}`);
  product.network.on(getInvalidTraffic, {
    ...traffic('', ''),
    data: days.map((key) => ({ key, name: key, ...sums })),
  });
  const objections = days.map((day, at) => ({ ...objection, id: `${objection.id.slice(0, -2)}${at + 10}`, day }));
  product.network.on(listObjections, { data: objections });
  product.open('/app/traffic?range=all&flight=AUTUMN-1', { as: userOf('advertiser') });
  await button('Nov 21, 2026');
  await page().findByText(/^12 open\. /);
  expect(product.network.callsOf(getInvalidTraffic).at(-1)?.query).toEqual({ by: 'day', flight: 'AUTUMN-1' });
  expect(page().queryByRole('button', { name: 'Nov 11, 2026' })).toBeNull();
  const pages = async (name: string) => within(await page().findByRole('navigation', { name: `Pages of ${name}` }));
  await product.user.click((await pages('days')).getByRole('link', { name: 'Page 2' }));
  await button('Nov 11, 2026');
  await product.user.click((await pages('disputes')).getByRole('link', { name: 'Page 2' }));
  await atAddress(/page=2&objections=2|objections=2&page=2/);
  await page().findByText('11–12 of 12 disputes');
  await press('Only AUTUMN-1. Show all flights');
  await button('Nov 21, 2026');
  expect(product.network.callsOf(getInvalidTraffic).at(-1)?.query).toEqual({ by: 'day' });
});

test('never shows days under the heading of outlets, and names the days of the figures', async () => {
  product.network.on(getInvalidTraffic, traffic('2026-11-20', '2026-11-20'));
  product.network.on(listObjections, { data: [] });
  product.open('/app/traffic', { as: userOf('property') });
  await button('Nov 20, 2026');
  await page().findByText('Nov 20, 2026 – Nov 21, 2026');
  const release = product.network.hold(getInvalidTraffic, traffic(EUI, 'Lobby'));
  await product.user.selectOptions(await field('Group by'), 'outlet');
  await waitFor(() => expect(page().queryByRole('columnheader', { name: 'Gross' })).toBeNull());
  release();
  await page().findByRole('rowheader', { name: 'Lobby' });
});

test('lets a viewer read but not object', async () => {
  product.network.on(getInvalidTraffic, traffic('2026-11-20', '2026-11-20'));
  product.network.on(listObjections, { data: [objection] });
  product.open('/app/traffic', { as: userOf('advertiser', { standing: 'viewer' }) });
  await product.user.click(await button('Nov 20, 2026'));
  await page().findByText('A school class stood there.');
  expect(page().queryByRole('button', { name: /^Dispute/ })).toBeNull();
  expect(page().queryByRole('button', { name: /^Accept/ })).toBeNull();
});

test('lets an administrator accept an objection with a reason, and change the rules', async () => {
  const rules = {
    visitor_seconds: 30,
    outlet_pace: true,
    data_centre: true,
    silent_minutes: null,
    backfill_hours: 48,
    patterns: FIRST_PATTERNS,
  };
  const versions: TrafficRulesVersions = {
    rules,
    unsigned_views: 'count',
    has_ranges: false,
    data_centers: LIST,
    versions: [],
  };
  product.network.on(getInvalidTraffic, traffic('2026-11-20', '2026-11-20'));
  product.network.on(listTrafficFindings, { data: [], total: 0, page: 1, limit: 10 });
  product.network.on(getTrafficRules, versions);
  product.network.on(listObjections, { data: [{ ...objection, customer: 'Pier House', decided_by: null }] });
  product.open('/admin/traffic', { as: userOf('admin') });
  await press('Accept for Lobby, Nov 20, 2026');
  fill(await field(/^Reason/), 'It was so.');
  const accepted = { ...objection, state: 'accepted' as const, answer: 'It was so.', credited: 0.12 };
  product.network.on(acceptObjection, accepted);
  product.network.on(listObjections, { data: [accepted] });
  await press('Accept');
  await page().findByText('Answer: It was so.');
  expect(product.network.callsOf(acceptObjection).at(-1)?.body).toEqual({ reason: 'It was so.' });
  await press('Change rules');
  for (const text of ['3O', '1e9', 'Infinity']) {
    fill(await field(/^Seconds of ads per visitor per hour/), text);
    await press('Save rules');
    expect((await field(/^Seconds of ads per visitor per hour/)).getAttribute('aria-invalid')).toBe('true');
    await press('Test on the last 30 days');
  }
  expect(product.network.callsOf(setTrafficRules)).toEqual([]);
  expect(product.network.callsOf(tryTrafficRules)).toEqual([]);
  fill(await field(/^Seconds of ads per visitor per hour/), '20');
  const changed = {
    ...rules,
    visitor_seconds: 20,
    patterns: { ...FIRST_PATTERNS, interval_pattern: 'flag' as const },
  };
  await product.user.selectOptions(await field('Regular intervals'), 'Alert only');
  const row = {
    reason: 'visitor_pace' as const,
    views_before: 3,
    views_after: 13,
    ...CLICKS,
    amount_before: 1,
    amount_after: 2,
  };
  product.network.on(tryTrafficRules, { days: 30, data: [row] });
  await press('Test on the last 30 days');
  await page().findByText('Visitor rate too high: 3 → 13 views, $1.00 → $2.00');
  expect(product.network.callsOf(tryTrafficRules).at(-1)?.body).toEqual(changed);
  const version = { from: '2026-11-21T11:00:00.000Z', by: 'ada@hotel.example', rules: changed };
  product.network.on(setTrafficRules, { ...versions, rules: changed, versions: [version] });
  product.network.on(getTrafficRules, { ...versions, rules: changed, versions: [version] });
  await press('Save rules');
  await page().findByText(/Current rules: 20 seconds of ads per visitor per hour.*regular intervals: alert only/);
  await page().findByText(/23,569 ranges, as of Jun 17, 2026/);
  expect(product.network.callsOf(setTrafficRules).at(-1)?.body).toEqual(changed);
});

test('lets an administrator object for a customer found by name', async () => {
  const rules = {
    visitor_seconds: 30,
    outlet_pace: true,
    data_centre: true,
    silent_minutes: null,
    backfill_hours: 48,
    patterns: FIRST_PATTERNS,
  };
  product.network.on(getInvalidTraffic, traffic(EUI, 'Lobby'));
  product.network.on(listTrafficFindings, { data: [], total: 0, page: 1, limit: 10 });
  product.network.on(getTrafficRules, {
    rules,
    unsigned_views: 'count',
    has_ranges: false,
    data_centers: LIST,
    versions: [],
  });
  product.network.on(listObjections, { data: [] });
  product.network.on(listAdminCustomers, { data: [PIER], total: 1, page: 1, limit: 20 });
  product.open('/admin/traffic?day=2026-11-20&by=outlet', { as: userOf('admin') });
  await press('Dispute Lobby');
  fill(await field(/^Why the traffic is valid/), 'They asked by telephone.');
  await press('Send dispute');
  await page().findByText('Choose the customer these events belong to.');
  await product.user.type(page().getByLabelText(/^Customer/, { selector: 'input' }), 'pier');
  await product.user.click(await page().findByRole('option', { name: 'Pier House', hidden: true }));
  product.network.on(raiseObjection, objection);
  await press('Send dispute');
  await page().findByText('Dispute sent');
  expect(product.network.callsOf(raiseObjection).at(-1)?.query).toEqual({ cid: PIER.id });
});

test('proposes a credit for a finding, and approves the credit that another administrator proposed', async () => {
  const found: TrafficFinding = {
    id: '01900000-0000-7000-8000-0000000000ef',
    rule: 'interval_pattern',
    mode: 'invalidate',
    eui: EUI,
    outlet: 'Lobby',
    flight: '',
    events: 1_200,
    ended_at: null,
    proposal: null,
    adjustment_id: null,
    first_at: '2026-11-20T10:00:00.000Z',
    last_at: '2026-11-20T16:00:00.000Z',
  };
  const proposal = {
    by: 'ada@hotel.example',
    at: '2026-11-21T10:00:00.000Z',
    events: 20,
    amount: 0.2,
    owner_amount: 0.06,
  };
  const listed = (one: TrafficFinding) =>
    product.network.on(listTrafficFindings, { data: [one], total: 1, page: 1, limit: 10 });
  product.network.on(getInvalidTraffic, traffic('2026-11-20', '2026-11-20'));
  product.network.on(listObjections, { data: [] });
  product.network.on(getTrafficRules, {
    rules: {
      visitor_seconds: null,
      outlet_pace: true,
      data_centre: true,
      silent_minutes: null,
      backfill_hours: 48,
      patterns: FIRST_PATTERNS,
    },
    unsigned_views: 'invalid',
    has_ranges: false,
    data_centers: LIST,
    versions: [],
  });
  listed(found);
  product.open('/admin/traffic', { as: userOf('admin') });
  await page().findByText(/1,200 events \(invalid\)/);
  await expectAccessible();
  const proposed = { ...found, proposal: { ...proposal, may_approve: false } };
  product.network.on(proposeFindingCredit, proposed);
  listed(proposed);
  await press('Propose credit: Regular intervals at Lobby');
  await page().findByText(/Proposed credit: 20 valid events, \$0\.20 to advertisers/);
  await page().findByText('Another administrator must approve it.');
  const approved = { ...proposed, adjustment_id: 'a1' };
  listed({ ...found, proposal: { ...proposal, may_approve: true } });
  product.open('/admin/traffic', { as: userOf('admin') });
  product.network.on(approveFindingCredit, approved);
  await page().findByText(/Proposed credit/);
  await waitFor(async () =>
    expect((await button('Approve credit: Regular intervals at Lobby')).hasAttribute('disabled')).toBe(false),
  );
  listed(approved);
  await press('Approve credit: Regular intervals at Lobby');
  await page().findByText(/Credited: 20 valid events/);
});
