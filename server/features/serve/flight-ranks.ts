import type { ServeReason } from '#contract/serve.ts';
import { SECOND_MS } from '#domain/durations.ts';
import { type Candidate, percentBehind } from '#domain/pacing.ts';
import { type PlayPrice, playPrice } from '#domain/play-price.ts';
import type { ZonedDay } from '#domain/zoned-day.ts';
import { batchKeys } from '../../lib/batch-keys.ts';
import type { CatalogFlight } from '../../network/snapshot/catalog-entries.ts';
import type { Budgets, FlightStanding, TermsOf } from '../../plays/budgets.ts';
import { restReason } from '../../plays/eligible-flights.ts';
import { secondOf } from './play-window.ts';

/** Maximum age of the figures behind a choice. */
const STANDING_MS = 250;
/**
 * How long requests share a rank. Outlets send thousands of requests a second, and each request may have hundreds of
 * flights.
 */
const RANK_MS = 100;
/** How long a request for plays waits at most for a flight's spend, which is read from the events store once. */
const PATIENCE_MS = 250;

type Known = { readonly atMs: number; readonly standing: FlightStanding; heldMicros: number };

type Needs = {
  readonly budgets: Pick<Budgets, 'standing'>;
  readonly playMs: number;
  readonly zoneOf: (flight: CatalogFlight) => string;
  readonly unusedMicros: (flightKey: number) => number;
  readonly dayOf: (instantMs: number, zone: string) => ZonedDay;
  readonly now: () => number;
  readonly report: (error: unknown) => void;
};

/** A candidate flight at venues of one type. */
export type Ranked = Candidate & { readonly flight: CatalogFlight; readonly reservedMicros: number };

/** A reason means that the flight cannot be shown now. `on_plan` and `loading` end shortly. */
export type Rank = Ranked | ServeReason;

export type FlightRanks = {
  /**
   * Loads the flights' spend. For flights requested for the first time, the spend may become available shortly
   * afterwards.
   */
  ready(flights: readonly CatalogFlight[], termsOf: TermsOf): Promise<void>;
  /**
   * Returns the rank, or why the flight cannot be shown: it is not running, has no price, has no budget left, or is on
   * its plan.
   */
  rankOf(flight: CatalogFlight, venueType: string): Rank;
  /** Records a served play, which changes the rank. */
  played(flight: CatalogFlight): void;
  held(flightKey: number, moreMicros: number): void;
};

/**
 * Whether to cache the rank. Other reasons are not cached, so that a flight that is resumed, or gets a price or a
 * larger budget, is shown immediately.
 */
const isLasting = (rank: Rank) => typeof rank !== 'string' || rank === 'on_plan' || rank === 'loading';

/**
 * Tracks in memory how far flights are behind their plans. Reservations for open plays count with their expected
 * revenue.
 */
export function createFlightRanks({ budgets, playMs, zoneOf, unusedMicros, dayOf, now, report }: Needs): FlightRanks {
  const known = new Map<number, Known>();
  const ranks = new WeakMap<CatalogFlight, Map<string, { readonly untilMs: number; readonly rank: Rank }>>();
  let termsOfNow: TermsOf | null = null;

  const read = batchKeys<number, FlightStanding>(async (keys) => {
    if (termsOfNow === null) return new Map();
    const atMs = now();
    const standings = await budgets.standing(keys, termsOfNow);
    for (const [key, standing] of standings) known.set(key, { atMs, standing, heldMicros: standing.heldMicros });
    return standings;
  });

  function behindOf(
    flight: CatalogFlight,
    { reservedMicros, perViewMicros }: PlayPrice,
    nowMs: number,
  ): number | ServeReason {
    const one = known.get(flight.key);
    if (one === undefined) return 'loading';
    const day = dayOf(nowMs, zoneOf(flight));
    const { spentMicros, days } = one.standing;
    const spentToday = days.get(day.date) ?? 0;
    if (spentMicros + reservedMicros > flight.budgetMicros) return 'budget_spent';
    if (flight.dailyCapMicros !== null && spentToday + reservedMicros > flight.dailyCapMicros) return 'capped';
    const part = reservedMicros === 0 ? 0 : Math.min(1, perViewMicros / reservedMicros);
    const under = Math.max(0, one.heldMicros - unusedMicros(flight.key)) * part;
    const spent = { allMicros: spentMicros + under, dayMicros: spentToday + under };
    return percentBehind(flight, day, spent, nowMs) ?? 'on_plan';
  }

  function work(flight: CatalogFlight, venueType: string, nowMs: number): Rank {
    const issuedMs = secondOf(nowMs);
    const rest = restReason(flight, issuedMs, nowMs);
    if (rest !== null) return rest;
    // A second longer than a play is valid, because the rank also serves requests in the next second.
    const price = playPrice(flight.prices, venueType, { issuedMs, expiresMs: issuedMs + playMs + SECOND_MS });
    if (price === null) return 'no_price';
    const behind = behindOf(flight, price, nowMs);
    if (typeof behind === 'string') return behind;
    return { key: flight.key, behind, flight, ...price };
  }

  return {
    ready: async (flights, termsOf) => {
      termsOfNow = termsOf;
      const oldMs = now() - STANDING_MS;
      const old = flights.filter(({ key }) => (known.get(key)?.atMs ?? Number.NEGATIVE_INFINITY) < oldMs);
      if (old.length === 0) return;
      // Older figures are good enough to continue with. Flights without any figures are not served.
      const reading = Promise.all(old.map(({ key }) => read(key))).then(() => undefined, report);
      if (old.every(({ key }) => known.has(key))) return void (await reading);
      let timer: NodeJS.Timeout | undefined;
      const enough = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, PATIENCE_MS);
      });
      await Promise.race([reading, enough]).finally(() => clearTimeout(timer));
    },
    rankOf: (flight, venueType) => {
      const nowMs = now();
      const own = ranks.get(flight) ?? new Map<string, { untilMs: number; rank: Rank }>();
      const kept = own.get(venueType);
      if (kept !== undefined && nowMs < kept.untilMs && isLasting(kept.rank)) return kept.rank;
      const rank = work(flight, venueType, nowMs);
      // Do not cache the rank while figures are missing, so that the next call checks again.
      const untilMs = known.has(flight.key) ? nowMs + RANK_MS : nowMs;
      ranks.set(flight, own.set(venueType, { untilMs, rank }));
      return rank;
    },
    played: (flight) => void ranks.delete(flight),
    held: (flightKey, moreMicros) => {
      const one = known.get(flightKey);
      if (one !== undefined) one.heldMicros += moreMicros;
    },
  };
}
