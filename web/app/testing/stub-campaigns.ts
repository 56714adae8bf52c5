import type { Campaign, CampaignDetail } from '#contract/campaigns.ts';
import { getCreativeFigures } from '#contract/creatives.ts';
import { getFlightForecast } from '#contract/flight-forecast.ts';
import type { FlightDetail, FlightRow } from '#contract/flight-parts.ts';
import * as flights from '#contract/flights.ts';
import { getRateCard } from '#contract/rate-card.ts';
import { listTargetChoices } from '#contract/target-choices.ts';
import type { StubNetwork } from './stub-network.ts';

const ID = (end: string): string => `01900000-0000-7000-8000-${end.padStart(12, '0')}`;
export const CAMPAIGN_ID = ID('c1');
export const FLIGHT_ID = ID('f1');

/** Figures with some invalid traffic. */
const JUDGED = {
  views: 120_000,
  clicks: 900,
  burns: 40,
  gross: { views: 120_012, clicks: 901, burns: 40 },
  invalid: [{ reason: 'visitor_pace' as const, views: 12, clicks: 1, burns: 0, withheld: 0.17 }],
};

export const FLIGHT_ROW: FlightRow = {
  id: FLIGHT_ID,
  code: 'AUTUMN-1',
  label: '',
  campaign_id: CAMPAIGN_ID,
  campaign: 'Autumn leaves',
  advertiser_id: ID('a1'),
  advertiser: 'Lantern Tea',
  state: 'live' as const,
  starts_at: '2026-11-01T05:00:00.000Z',
  ends_at: '2026-12-01T05:00:00.000Z',
  budget: 3_000,
  spent: 1_800,
  pacing: 'even' as const,
  pace: 0.72,
  ...JUDGED,
  has_proposal: false,
  is_archived: false,
  shows_nothing: false,
  acts: ['propose', 'pause', 'cancel'],
  version: 7,
};

export const CAMPAIGN: Campaign = {
  id: CAMPAIGN_ID,
  name: 'Autumn leaves',
  advertiser_id: ID('a1'),
  advertiser: 'Lantern Tea',
  sponsor: '',
  category: 'food_and_drink',
  time_zone: 'America/New_York',
  utm: {},
  state: 'live',
  flights: 1,
  version: 3,
  shows_nothing: false,
  is_archived: false,
  can_archive: false,
  starts_at: FLIGHT_ROW.starts_at,
  ends_at: FLIGHT_ROW.ends_at,
  budget: 3_000,
  spent: 1_800,
  pace: 0.72,
  ...JUDGED,
};

export const campaignWith = (more: Partial<CampaignDetail> = {}): CampaignDetail => ({
  ...CAMPAIGN,
  flight_rows: [FLIGHT_ROW],
  can_edit: true,
  ...more,
});

export const flightWith = (more: Partial<FlightDetail> = {}): FlightDetail => ({
  ...FLIGHT_ROW,
  time_zone: 'America/New_York',
  sponsor: 'Lantern Tea',
  category: 'food_and_drink',
  fields: {
    label: '',
    starts: '2026-11-01',
    ends: '2026-11-30',
    budget: 3_000,
    daily_cap: 200,
    visitor_cap: null,
    pacing: 'even',
    accepts_unsigned: false,
    model: 'cpm',
    targets: { states: ['ohio'] },
  },
  target_names: [],
  price_source: 'card',
  return_reason: '',
  proposal: null,
  missing: {},
  outlets: 2,
  prices: [{ model: 'cpm', price: 14.5, venue_type: null, from: '2026-11-01T05:00:00.000Z' }],
  creatives: [
    {
      id: ID('b1'),
      name: 'Leaves',
      seconds: 15,
      target: 'https://tea.example/',
      weight: 1,
      utm: {},
      click_target: 'https://tea.example/',
      utm_kept: [],
      refusals: [],
      url: `/api/creatives/${'a'.repeat(64)}.webp`,
      type: 'image/webp',
      width: 800,
      height: 600,
      created_at: '2026-10-20T12:00:00.000Z',
    },
  ],
  acts: [],
  ...more,
});

/** A new draft in which every field that can be missing is missing. */
export const DRAFT = flightWith({
  state: 'draft',
  spent: 0,
  pace: null,
  views: 0,
  clicks: 0,
  burns: 0,
  budget: null,
  outlets: 12,
  version: 1,
  gross: { views: 0, clicks: 0, burns: 0 },
  invalid: [],
  starts_at: null,
  ends_at: null,
  prices: [],
  creatives: [],
  acts: ['edit', 'submit', 'cancel'],
  fields: {
    label: '',
    starts: null,
    ends: null,
    budget: null,
    daily_cap: null,
    visitor_cap: null,
    pacing: 'even',
    accepts_unsigned: false,
    model: 'cpm',
    targets: {},
  },
  missing: { starts: 'Say when it starts.', budget: 'Give it a budget.', creatives: 'Add a creative.' },
});

const venue = (name: string) => ({ name, type: 'hotel', state: 'Ohio', customer: 'Pier House' });
const REACHED = {
  eui: ['00000000000000a1', '00000000000000a2'],
  lat: [41, 41.1],
  lng: [-82, -82.1],
  label: ['', 'Bar'],
  venue: [0, 1],
  venues: [venue('Lobby'), venue('Harbour')],
};

export const PACING: flights.FlightPacing = {
  state: 'live',
  time_zone: 'America/New_York',
  as_of: '2026-11-21T12:00:00.000Z',
  budget: 3_000,
  spent: 1_800,
  expected: 2_500,
  pace: 0.72,
  forecast_spent: 2_400,
  spent_at: null,
  today: { day: '2026-11-21', spent: 60, expected: 50, planned: 120, daily_cap: 200 },
  days: [
    { day: '2026-11-20', spent: 90, expected: 125, views: 6_000, clicks: 45, burns: 2 },
    { day: '2026-11-21', spent: 60, expected: 62.5, views: 4_000, clicks: 30, burns: 1 },
  ],
};

/** Stubs the data shown beside a flight and its form. */
export function stubFlightParts(network: StubNetwork): void {
  network.on(flights.getFlightPacing, PACING);
  const figures = { views: 50_000, clicks: 375, burns: 20, click_rate: 0.0075, burn_rate: 0.0004 };
  network.on(getCreativeFigures, {
    from: '2026-10-24T12:00:00.000Z',
    creatives: [{ id: ID('b1'), name: 'Leaves', is_removed: false, ...figures }],
    other: { views: 0, clicks: 0, burns: 0, click_rate: null, burn_rate: null },
  });
  network.on(flights.listFlightHistory, {
    data: [
      {
        at: '2026-11-02T09:00:00.000Z',
        by: 'an administrator',
        action: 'flight.changed',
        reason: '',
        changes: [{ field: 'budget', before: '$2000', after: '$3000' }],
      },
    ],
  });
  network.on(flights.getFlightOutlets, { outlets: 2, reached: REACHED });
  network.on(getFlightForecast, {
    outlets: 12,
    blocked_outlets: 3,
    reached: REACHED,
    views_28_days: 900_000,
    days: 30,
    competing: 4,
    precision: 'grouped',
    views: { low: 10_000, likely: 20_000, high: 40_000 },
    spend: { low: 145, likely: 290, high: 580 },
    prices: [{ venue_type: null, price: 14.5 }],
  });
  network.on(listTargetChoices, {
    customers: [],
    venues: [],
    outlets: [],
    venue_types: [{ id: 'hotel', name: 'Hotel', within: '', outlets: 9 }],
    states: [{ id: 'ohio', name: 'Ohio', within: '', outlets: 2 }],
    places: [{ name: 'Toledo', within: 'OH', lat: 41.66394, lng: -83.55521 }],
  });
  network.on(getRateCard, {
    data: [
      { model: 'cpm', venue_type: null, price: 14.5, from: '2026-01-01T00:00:00.000Z', holds: true },
      { model: 'cpm', venue_type: 'hotel', price: 18, from: '2027-01-01T00:00:00.000Z', holds: false },
    ],
    venue_types: ['hotel'],
  });
}
