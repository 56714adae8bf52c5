import type { Period } from '#contract/common.ts';
import { lowest } from '#domain/extremes.ts';
import type { Scope } from '#domain/role.ts';
import { zonedDay } from '#domain/zoned-day.ts';
import { memoizeByIdentity } from '../../memory/memoize-by-identity.ts';
import type { Network } from '../../network/snapshot/whole-network.ts';
import type { TimeRange } from './time-range.ts';

/**
 * The clock that defines the days of a scope. For an owner, days are those of each outlet's venue, stamped on its
 * events at acceptance. If the venues of an owner are in several time zones, the time zone with the most outlets
 * determines the current date and the presets. The figures of each outlet still use the days of its own venue.
 * Administrators and advertisers use the time zone of the network. A requested time zone overrides all of these.
 */
export type ContractClock = {
  readonly zone: string;
  readonly daysOf: Period['days_of'];
  /** The time zones at whose midnights the days end. */
  readonly zones: readonly string[];
};

const clocksOf = memoizeByIdentity((_network: Network) => new Map<number, ContractClock>());

export function contractClock(
  network: Network,
  scope: Scope,
  chosenZone: string | null,
  networkZone: string,
): ContractClock {
  if (chosenZone !== null) return { zone: chosenZone, daysOf: 'tz', zones: [chosenZone] };
  if (scope.kind !== 'owner') return { zone: networkZone, daysOf: 'network', zones: [networkZone] };
  const known = clocksOf(network);
  const clock = known.get(scope.customerKey) ?? venuesClock(network, scope.customerKey, networkZone);
  known.set(scope.customerKey, clock);
  return clock;
}

function venuesClock(network: Network, customerKey: number, networkZone: string): ContractClock {
  const outlets = new Map<string, number>();
  for (const { venue } of network.holdings.get(customerKey)?.values() ?? [])
    outlets.set(venue.timeZone, (outlets.get(venue.timeZone) ?? 0) + 1);
  const zones = [...outlets].sort(([a, most], [b, more]) => more - most || (a < b ? -1 : 1)).map(([zone]) => zone);
  const [zone = networkZone] = zones;
  return { zone, daysOf: zones.length > 1 ? 'venues' : 'venue', zones: zones.length > 0 ? zones : [zone] };
}

/** Returns a response's `period` field, which states the days that its figures cover. */
export function periodOf(clock: ContractClock, { days }: TimeRange, nowMs: number): Period {
  const ends = clock.zones.map((zone) => zonedDay(nowMs, zone).endMs);
  return {
    from: days?.from ?? null,
    to: days?.to ?? null,
    time_zone: clock.zone,
    days_of: clock.daysOf,
    today: zonedDay(nowMs, clock.zone).date,
    today_ends_in: Math.ceil((lowest(ends) - nowMs) / 1000),
  };
}
