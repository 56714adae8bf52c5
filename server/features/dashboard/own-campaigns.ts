import type { FlightState } from '#contract/flight-parts.ts';
import type { Summary } from '#contract/list.ts';
import { campaignState, flightState } from '#domain/flight-state.ts';
import type { Scope } from '#domain/role.ts';
import { zonedDay } from '#domain/zoned-day.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { FlightSums } from '../../figures/read/flight-sums-queries.ts';
import { readCampaigns } from './dashboard-queries.ts';

type Reading = Pick<Dependencies, 'accounts' | 'config' | 'figures' | 'now'>;
type Flight = Awaited<ReturnType<typeof readCampaigns>>['flights'][number];

const WORDS: Readonly<Record<FlightState, string>> = {
  live: 'Live',
  capped: 'Capped today',
  paused: 'Paused',
  in_review: 'In review',
  returned: 'Returned',
  scheduled: 'Scheduled',
  draft: 'Draft',
  spent: 'Spent',
  ended: 'Ended',
  cancelled: 'Canceled',
};

/**
 * Describes the current state of an advertiser's campaigns, which is the state of the most important flight, as on the
 * campaigns screen.
 */
export async function describeOwnCampaigns(
  reading: Reading,
  scope: Extract<Scope, { kind: 'advertiser' }>,
): Promise<Pick<Summary, 'campaigns' | 'active_campaigns' | 'campaign_status'>> {
  const { campaigns, flights } = await readCampaigns(reading.accounts, scope.customerId);
  const nowMs = reading.now();
  const sums = await sumRunning(reading, scope, flights, nowMs);
  const states = flights.map((flight) => stateOf(flight, sums.get(flight.key), nowMs));
  const active = flights.filter((_, at) => states[at] === 'live' || states[at] === 'capped');
  const state = campaignState(states);
  return {
    campaigns,
    active_campaigns: new Set(active.map(({ campaign_id: id }) => id)).size,
    campaign_status: state === null ? (campaigns === 0 ? 'No campaigns yet' : 'No flights yet') : WORDS[state],
  };
}

/** Reads the spend of flights that would be live. For other flights, the spend does not affect the state. */
async function sumRunning({ config, figures, now }: Reading, scope: Scope, flights: readonly Flight[], nowMs: number) {
  const byZone = new Map<string, number[]>();
  for (const flight of flights.filter((one) => stateOf(one, undefined, nowMs) === 'live')) {
    const zone = flight.time_zone === '' ? config.networkTimeZone : flight.time_zone;
    byZone.set(zone, [...(byZone.get(zone) ?? []), flight.key]);
  }
  const read = await Promise.all(
    [...byZone].map(async ([zone, keys]) => {
      const sums = await figures.flightSums(scope, zonedDay(now(), zone).startMs);
      return keys.map((key) => [key, sums.get(key)] as const);
    }),
  );
  return new Map(read.flat());
}

const stateOf = (flight: Flight, sums: FlightSums | undefined, nowMs: number): FlightState =>
  flightState(
    {
      stage: flight.state,
      paused: flight.paused === 1,
      startsMs: flight.starts_at,
      endsMs: flight.ends_at,
      budgetMicros: flight.budget_micros,
      spentMicros: sums?.micros ?? 0,
      dailyCapMicros: flight.daily_cap_micros,
      spentTodayMicros: sums?.todayMicros ?? 0,
      leastPaidMicros: flight.least_paid_micros,
    },
    nowMs,
  );
