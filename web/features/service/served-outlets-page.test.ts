// @vitest-environment jsdom
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { explainFigure } from '#contract/explain.ts';
import { getReport, type Report } from '#contract/reports.ts';
import {
  getOutletRunning,
  getOutletService,
  listOutletEvents,
  listServedOutlets,
  type OutletService,
  type ServedOutlet,
  type ServiceCounts,
} from '#contract/service.ts';
import { userOf } from '../../app/testing/accounts.ts';
import { atAddress, button, expectAccessible, explained, page, productPage } from '../../app/testing/product-page.ts';

const product = productPage();

const ID = '01900000-0000-7000-8000-0000000000a1';
const EUI = '00000000000000a1';
const SENT_ID = '0193f0a2-7c1e-7b0a-9d53-0c7a51d0e8aa';
const outlet: ServedOutlet = {
  id: ID,
  eui: EUI,
  label: 'Bar 1',
  customer_id: ID,
  customer: 'Larkspur',
  venue_id: ID,
  venue: 'Lobby',
  status: 'late',
  last_seen: '2026-11-21T10:00:00.000Z',
  uptime: 0.984_375,
  faults: 2,
  last_fault: { fault: 'overheating', at: '2026-11-21T09:00:00.000Z' },
};
const counts: ServiceCounts = { all: 5, online: 2, late: 1, offline: 1, never: 1, faulty: 1 };
const service: OutletService = {
  outlet,
  time_zone: 'America/New_York',
  uptime: 0.5,
  known_since: '2026-11-01T00:00:00.000Z',
  left_out: 3,
  meter: {
    register: { wh: 10_015.5, at: '2026-11-21T10:00:00.000Z' },
    implausible: 12,
    latest: [{ at: '2026-11-21T09:30:00.000Z', source: 'burn', wh: 100_000, most_wh: 306.7 }],
  },
  days: [
    { date: '2026-11-20', uptime: 1, contact_minutes: 288, faults: 0 },
    { date: '2026-11-21', uptime: null, contact_minutes: 0, faults: 1 },
  ],
  timeline: [
    { kind: 'silent', fault: null, from: '2026-11-21T10:15:00.000Z', to: null },
    { kind: 'fault', fault: 'overheating', from: '2026-11-21T09:00:00.000Z', to: null },
  ],
  places: [
    {
      customer: 'Larkspur',
      venue: 'Lobby',
      time_zone: 'America/New_York',
      from: '2026-03-01T05:00:00.000Z',
      to: null,
    },
  ],
};
const report: Report = {
  period: {
    from: '2026-10-23',
    to: '2026-11-21',
    time_zone: 'UTC',
    days_of: 'venue',
    today: '2026-11-21',
    today_ends_in: 3_600,
  },
  dimensions: [],
  metrics: [],
  data: [],
  rows: 0,
  next_cursor: null,
  notes: [],
  total: { views: 100, revenue: 12.5, energy_kwh: 2.5, energy_cost: 0.43, left_after_energy: 12.07 },
};

function stubOutlet(): void {
  product.network.on(getOutletService, service);
  product.network.on(getReport, report);
  product.network.on(getOutletRunning, {
    data: [
      { sponsor: 'Volt Cola', category: 'drinks', flight: 'COLA-1', state: 'runs', pictures: 1, all_pictures: 2 },
      { sponsor: 'Zap Shoes', category: 'shoes', flight: 'SHOES-1', state: 'spent', pictures: 1, all_pictures: 1 },
    ],
    left_out: 0,
    elsewhere: 4,
    has_house_picture: true,
  });
  const event = { id: '7', at: '2026-11-21T10:00:00.000Z', kind: 'view' as const, sponsor: 'Volt Cola', earned: 0 };
  product.network.on(listOutletEvents, {
    data: [{ ...event, flight: 'COLA-1', reason: 'over_budget', sent_id: SENT_ID }],
  });
}

test('links every count to its outlets, and a row to the page of its outlet', async () => {
  product.network.on(listServedOutlets, { counts, data: [outlet], next_cursor: EUI });
  product.open('/app/outlets', { as: userOf('property') });
  await page().findByText('2, latest: overheating');
  await page().findByText('98.43%');
  await expectAccessible();
  await product.user.click(await page().findByRole('link', { name: /^With faults/ }));
  await atAddress(/\/app\/outlets\?show=faulty/);
  expect(product.network.callsOf(listServedOutlets).at(-1)?.query).toEqual({ show: 'faulty' });
  const next = await page().findByRole('link', { name: 'Next page' });
  product.network.on(listServedOutlets, { counts, data: [outlet], next_cursor: null });
  await product.user.click(next);
  expect(product.network.callsOf(listServedOutlets).at(-1)?.query).toEqual({ show: 'faulty', cursor: EUI });
  await waitFor(() => expect(next.getAttribute('aria-disabled')).toBe('true'));
  expect(document.activeElement, 'the last page leaves the focus where it was').toBe(next);
  stubOutlet();
  await product.user.click(await button('Bar 1'));
  await atAddress(`/app/outlets/${ID}`);
});

test('merges flights of one sponsor and state, which an owner cannot distinguish', async () => {
  stubOutlet();
  const cola = { sponsor: 'Volt Cola', category: 'drinks', state: 'runs' as const, pictures: 1, all_pictures: 1 };
  product.network.on(getOutletRunning, {
    data: [cola, cola, { ...cola, state: 'spent' as const }, { ...cola, sponsor: 'Zap Shoes' }],
    left_out: 0,
    has_house_picture: true,
  });
  product.open(`/app/outlets/${ID}`, { as: userOf('property') });
  const table = await page().findByRole('region', { name: 'Flights' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    'Volt Cola2Running',
    'Volt Cola1Budget used up',
    'Zap Shoes1Running',
  ]);
});

test('shows the history of an outlet, and its earnings beside the cost of its energy', async () => {
  stubOutlet();
  product.open(`/app/outlets/${ID}`, { as: userOf('property', { time_zone: 'America/Los_Angeles' }) });
  // The outlet's place starts on a day in the venue's time zone, regardless of where the user is.
  await page().findByText('Mar 1, 2026');
  await page().findByText(/^No contact since/);
  await page().findByText('Running: 1 of 2');
  await page().findByText('Running with 1 of 2 creatives');
  await page().findByText('4 other flights target other outlets.');
  await page().findByText('Invalid: over budget');
  await page().findByRole('button', { name: `Copy event ID ${SENT_ID}` });
  await page().findByText('50.00%');
  await page().findByText('10,015.5 Wh');
  await page().findByText(/: Burn, 100,000 Wh\. The plausible maximum is 306\.7 Wh\./);
  await page().findByText('$12.07');
  await page().findByText('3 older entries not shown.');
  await expectAccessible();
  expect(product.network.callsOf(getReport).at(-1)?.query).toMatchObject({ filters: `{"outlet":["${EUI}"]}` });
});

test("explains a sum of an outlet's page for the same outlet and days", async () => {
  stubOutlet();
  product.network.on(explainFigure, {
    period: {
      from: '2026-10-24',
      to: '2026-11-22',
      time_zone: 'UTC',
      days_of: 'network',
      today: '2026-11-22',
      today_ends_in: 9,
    },
    figure: 'revenue',
    unit: 'micro-dollars',
    by: 'flight',
    choices: ['flight', 'day', 'event'],
    total: '12070000',
    events: [],
    left_out: null,
    next_cursor: null,
    parts: [{ id: 'F1', label: 'Spring', kind: 'view', events: 1_207, each: '10000', amount: '12070000' }],
  });
  product.open(`/app/outlets/${ID}`, { as: userOf('property') });
  await explained('Views');
  await product.user.click(await explained('Revenue'));
  await page().findByText('Spring');
  const [asked] = product.network.callsOf(explainFigure);
  expect(asked?.query).toMatchObject({ figure: 'revenue', range: '30d', filters: `{"outlet":["${EUI}"]}` });
});

test('does not show the empty state of offline outlets while the online ones load', async () => {
  product.network.on(listServedOutlets, { counts, data: [], next_cursor: null });
  product.open('/app/outlets?show=offline', { as: 'admin' });
  await page().findByText('No matching outlets');
  const release = product.network.hold(listServedOutlets, { counts, data: [outlet], next_cursor: null });
  await product.user.click(await page().findByRole('link', { name: /^Online/ }));
  await waitFor(() => expect(page().queryByText('No matching outlets')).toBeNull());
  release();
  await button('Bar 1');
});

test('shows an empty state if no outlet matches', async () => {
  product.network.on(listServedOutlets, { counts, data: [], next_cursor: null });
  product.open('/app/outlets?show=offline&cursor=nonsense', { as: 'admin' });
  await page().findByText('No matching outlets');
  expect(product.network.callsOf(listServedOutlets).at(-1)?.query).toEqual({ show: 'offline' });
});
