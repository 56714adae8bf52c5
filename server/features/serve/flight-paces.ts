import { percentBehind } from '#domain/pacing.ts';
import type { PlayPrice } from '#domain/play-price.ts';
import type { ZonedDay } from '#domain/zoned-day.ts';
import { gatherATurn } from '../../memory/gather-a-turn.ts';
import type { CatalogFlight } from '../../network/snapshot/catalog-entries.ts';
import type { Budgets, FlightStanding, TermsOf } from '../../plays/budgets.ts';

/** How old what a choice goes by may be. */
const STANDING_MS = 250;
const PACE_MS = 100;
/** What one flight has spent is read from the events store once: plays do not wait for that. */
const PATIENCE_MS = 250;

type Known = { readonly atMs: number; readonly standing: FlightStanding; heldMicros: number };

type Needs = {
  readonly budgets: Pick<Budgets, 'standing'>;
  readonly unusedMicros: (flightKey: number) => number;
  readonly dayOf: (instantMs: number, zone: string) => ZonedDay;
  readonly now: () => number;
};

export type FlightPaces = {
  /** Knows what these have spent; of some that nobody asked about before perhaps only a moment later. */
  ready(flights: readonly CatalogFlight[], termsOf: TermsOf): Promise<void>;
  /** In percent of its plan; `waits` where it is ahead of that, null where nothing is left or not known yet. */
  behind(flight: CatalogFlight, price: PlayPrice, zone: string): number | 'waits' | null;
  /** A play of it was served: its pace is another one. */
  played(flight: CatalogFlight): void;
  held(flightKey: number, moreMicros: number): void;
};

/** How far flights are behind their plans, in memory. What is kept for plays under way counts as they are expected to bring. */
export function createFlightPaces({ budgets, unusedMicros, dayOf, now }: Needs): FlightPaces {
  const known = new Map<number, Known>();
  const paces = new WeakMap<CatalogFlight, { readonly untilMs: number; readonly behind: number | 'waits' | null }>();
  let termsOfNow: TermsOf | null = null;

  const read = gatherATurn<number, FlightStanding>(async (keys) => {
    if (termsOfNow === null) return new Map();
    const atMs = now();
    const standings = await budgets.standing(keys, termsOfNow);
    for (const [key, standing] of standings) known.set(key, { atMs, standing, heldMicros: standing.heldMicros });
    return standings;
  });

  function work(flight: CatalogFlight, { reservedMicros, perViewMicros }: PlayPrice, zone: string) {
    const one = known.get(flight.key);
    if (one === undefined) return null;
    const nowMs = now();
    const day = dayOf(nowMs, zone);
    const { spentMicros, days } = one.standing;
    const spentToday = days.get(day.date) ?? 0;
    if (spentMicros + reservedMicros > flight.budgetMicros) return null;
    if (flight.dailyCapMicros !== null && spentToday + reservedMicros > flight.dailyCapMicros) return null;
    const part = reservedMicros === 0 ? 0 : Math.min(1, perViewMicros / reservedMicros);
    const under = Math.max(0, one.heldMicros - unusedMicros(flight.key)) * part;
    const spent = { allMicros: spentMicros + under, dayMicros: spentToday + under };
    return percentBehind(flight, day, spent, nowMs) ?? 'waits';
  }

  return {
    ready: async (flights, termsOf) => {
      termsOfNow = termsOf;
      const oldMs = now() - STANDING_MS;
      const old = flights.filter(({ key }) => (known.get(key)?.atMs ?? Number.NEGATIVE_INFINITY) < oldMs);
      if (old.length === 0) return;
      const reading = Promise.all(old.map(({ key }) => read(key)));
      if (old.every(({ key }) => known.has(key))) return void (await reading);
      let timer: NodeJS.Timeout | undefined;
      const enough = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, PATIENCE_MS);
      });
      await Promise.race([reading, enough]).finally(() => clearTimeout(timer));
    },
    behind: (flight, price, zone) => {
      const nowMs = now();
      const pace = paces.get(flight);
      if (pace !== undefined && nowMs < pace.untilMs && pace.behind !== null) return pace.behind;
      const behind = work(flight, price, zone);
      paces.set(flight, { untilMs: nowMs + PACE_MS, behind });
      return behind;
    },
    played: (flight) => void paces.delete(flight),
    held: (flightKey, moreMicros) => {
      const one = known.get(flightKey);
      if (one !== undefined) one.heldMicros += moreMicros;
    },
  };
}
