import { listCampaigns } from '#contract/campaigns.ts';
import type { Period } from '#contract/common.ts';
import { type DailyFigures, getDailyFigures } from '#contract/daily.ts';
import type { DocumentRow } from '#contract/documents.ts';
import { listReviews } from '#contract/flights.ts';
import {
  type Customer,
  type DevicePage,
  getOutletMap,
  getSummary,
  listCustomers,
  listDevices,
  listViews,
  type Summary,
  type ViewPage,
} from '#contract/list.ts';
import type { Figures } from '#contract/list-figures.ts';
import { listObjections } from '#contract/objections.ts';
import { getOnboardingSteps } from '#contract/onboarding.ts';
import { getOwnMoney, type OwnMoney } from '#contract/own-balance.ts';
import { getReport } from '#contract/reports.ts';
import type { StubNetwork } from './stub-network.ts';

const TODAY = '2026-11-21';
export const PERIOD: Period = {
  from: null,
  to: null,
  time_zone: 'UTC',
  days_of: 'network',
  today: TODAY,
  today_ends_in: 3_600,
};

export const FIGURES: Figures = {
  today_views: 3,
  total_views: 1_200,
  today_clicks: 1,
  total_clicks: 90,
  today_burns: 0,
  total_burns: 12,
  today_revenue: 0.08,
  total_revenue: 30,
  today_energy_wh: 75,
  total_energy_wh: 30_000,
  energy_estimated: false,
};

export const customerOf = (id: string, name: string, more: Partial<Customer> = {}): Customer => ({
  id,
  customer: name,
  kind: 'property',
  rating: 57,
  outlets: 1,
  outlets_offline: 0,
  all_views: 1_200,
  ...FIGURES,
  devices: [],
  ...more,
});

export const outletOf = (eui: string, name: string, customerId: string): DevicePage['data'][number] => ({
  id: `o-${eui}`,
  eui,
  lat: 41.88,
  lng: -87.63,
  located: true,
  position: 'outlet',
  label: 'Bar 1',
  venue: 'Lobby',
  status: 'online',
  last_seen: '2026-11-21T10:00:00.000Z',
  rating: 57,
  views_total: 2,
  views: [],
  ...FIGURES,
  customer: name,
  customer_id: customerId,
});

export const SUMMARY: Summary = {
  ...FIGURES,
  period: PERIOD,
  customers: 2,
  outlets: 2,
  rating: 57,
  first_event_at: '2026-01-01T00:00:00.000Z',
  outlets_by_status: { online: 2, late: 0, offline: 0, never: 0 },
};

const DAILY: DailyFigures = {
  period: { ...PERIOD, from: '2026-10-23', to: TODAY },
  data: [{ date: TODAY, views: 3, clicks: 1, burns: 0, revenue: 0.08 }],
};

const VIEWS: ViewPage = {
  data: [
    {
      fingerprint: 'a1b2c3',
      ip: '203.0.113.7',
      sponsor: 'Cascade Bottling',
      cryptic: 'x9',
      flight: 'SPRING-1',
      timestamp: '2026-11-21T10:00:00.000Z',
    },
  ],
  next_cursor: null,
  views_total: 1,
  kept_since: null,
};

/** An owner's final statement. */
export const STATEMENT: DocumentRow = {
  id: 'statement-2026-10-01900000-0000-7000-8000-0000000000c1',
  kind: 'statement',
  title: 'statement',
  corrects: [],
  state: 'final',
  month: '2026-10',
  customer: { id: '01900000-0000-7000-8000-0000000000c1', name: 'Pier House' },
  number: 'S-000007',
  currency: 'USD',
  time_zone: 'UTC',
  total: 120.5,
  carried: 0,
  cut_off_at: '2026-11-06T05:00:00.000Z',
  final_at: '2026-11-06T05:00:10.000Z',
  due_at: null,
  pdf_sha256: 'ab',
  lines_sha256: null,
  without_play: null,
  ledger: null,
  paid: 0,
  payment: 'open',
};

export const OWN_MONEY: OwnMoney = {
  kind: 'statement',
  customer: STATEMENT.customer,
  currency: 'USD',
  time_zone: 'UTC',
  last: STATEMENT,
  month: {
    id: STATEMENT.id.replace('2026-10', '2026-11'),
    month: '2026-11',
    so_far: 80.25,
    expected: 115,
    final_at: '2026-12-06T00:00:00.000Z',
  },
  closing: [],
  open: 120.5,
  overdue: 0,
  ahead: 0,
  refund: null,
  last_payment: null,
  next: { amount: 120.5, due_at: null, state: 'waiting' },
};

/** Stubs a dashboard with two customers, each with one outlet. Later stubs take precedence. */
export function stubDashboard(network: StubNetwork, customers: readonly Customer[] = TWO_CUSTOMERS): void {
  const devices = customers.map(({ id, customer }, index) => outletOf(`00000000000000A${index}`, customer, id));
  network.on(getOnboardingSteps, { data: [] });
  network.on(getOwnMoney, OWN_MONEY);
  network.on(listCampaigns, { data: [], total: 0, page: 1, limit: 5 });
  network.on(getReport, {
    period: PERIOD,
    dimensions: [],
    metrics: ['revenue'],
    total: { revenue: 1, views: 1 },
    data: [],
    rows: 0,
    next_cursor: null,
    notes: [],
  });
  network.on(listReviews, { data: [], total: 0, page: 1, limit: 10 });
  network.on(listObjections, { data: [] });
  network.on(getSummary, { ...SUMMARY, customers: customers.length, outlets: customers.length });
  network.on(getDailyFigures, DAILY);
  network.on(listCustomers, ({ query: { q = '' } }) => {
    const data = customers.filter(({ customer }) => customer.toLowerCase().includes(q.toLowerCase()));
    return { data, next_cursor: null, total: data.length, period: PERIOD };
  });
  network.on(listDevices, ({ query: { cid, eui } }) => {
    const data = devices.filter(
      (one) =>
        (cid === undefined || one.customer_id === cid) &&
        (eui === undefined || one.eui.toLowerCase() === eui.toLowerCase()),
    );
    return { data, next_cursor: null, total: data.length };
  });
  network.on(listViews, VIEWS);
  network.on(getOutletMap, {
    eui: devices.map(({ eui }) => eui),
    lat: devices.map(({ lat }) => lat),
    lng: devices.map(({ lng }) => lng),
    located: devices.map(() => true),
    position: devices.map(() => 'outlet' as const),
    label: devices.map(({ label }) => label),
    status: devices.map(() => 'online' as const),
    last_seen: devices.map(() => 1_790_000_000),
    venue: devices.map(() => 0),
    venues: ['Lobby'],
    customer: devices.map((_, index) => index),
    customers: customers.map(({ id, customer }) => ({ id, customer })),
  });
}

const TWO_CUSTOMERS = [customerOf('c-1', 'Pier House'), customerOf('c-2', 'Larkspur Hotels')] as const;
