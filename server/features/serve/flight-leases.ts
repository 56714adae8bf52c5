import { CLOCK_TOLERANCE_MS } from '#domain/clock-tolerance.ts';
import { MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import { batchKeys } from '../../lib/batch-keys.ts';
import { createSingleFlight } from '../../lib/single-flight.ts';
import type { CatalogFlight } from '../../network/snapshot/catalog-entries.ts';
import type { Budgets, LeaseWish, TermsOf } from '../../plays/budgets.ts';

/** How long a lease serves plays. */
const SERVES_MS = MINUTE_MS;
/**
 * How long a play's reservation lasts after the play expires: until an outlet with a slow clock has shown the play,
 * plus a minute for the report.
 */
const AFTER_MS = CLOCK_TOLERANCE_MS + MINUTE_MS;
/** How long to wait before an exhausted budget is tried again, because other leases may have expired. */
const EMPTY_MS = SECOND_MS;
/** Time after a play's end by which its reservation is free again. */
export const HELD_MS = SERVES_MS + AFTER_MS;
const FIRST_PLAYS = 32;
const MOST_PLAYS = 32_768;
/** A lease takes at most this part (1/50) of a budget or daily cap, so that other processes get a share. */
const PART = 50;

/** A request for no money. */
const NO_LEASE = { mostMicros: 0, leastMicros: 1, forMs: 0 } as const;

type Kept = { readonly id: number; readonly sinceMs: number; leftMicros: number; plays: number };
type Ask = { readonly flight: CatalogFlight; readonly micros: number; readonly termsOf: TermsOf };

type Needs = {
  readonly budgets: Pick<Budgets, 'lease'>;
  readonly playMs: number;
  readonly now: () => number;
  /** Called when a flight's reserved amount changes. */
  readonly onHeld: (flightKey: number, moreMicros: number) => void;
};

export type FlightLeases = {
  /** Takes a play's cost from the reserved amount. Returns the lease's id, or null if too little is left. */
  take(flightKey: number, micros: number): number | null;
  /** Returns the cost of a play that was not served to its lease. */
  putBack(play: { readonly flightKey: number; readonly lease: number; readonly micros: number }): void;
  /** Reserves more of the flight's budget. Returns false if too little of the budget is left. */
  refill(flight: CatalogFlight, micros: number, termsOf: TermsOf): Promise<boolean>;
  /** Returns the reserved amount that no play has taken. */
  unusedMicros(flightKey: number): number;
};

/**
 * Manages the parts of budgets from which this process serves plays: one lease per flight and minute. Each lease is on
 * disk before its first play, so a request normally writes nothing. The next lease for any flight returns the unused
 * part.
 */
export function createFlightLeases({ budgets, playMs, now, onHeld }: Needs): FlightLeases {
  const kept = new Map<number, Kept>();
  const sizes = new Map<number, number>();
  const emptyUntil = new WeakMap<CatalogFlight, number>();
  const asked = new Map<number, Ask>();
  /** Amounts from leases that ended before their plays were put back. The next lease returns them. */
  let late: LeaseWish[] = [];
  const oneAtATime = createSingleFlight<boolean>('while it runs');

  /** Whether the lease is over. Also true if the clock went backward, because the lease's age is then unknown. */
  const isOver = ({ sinceMs }: Kept) => now() >= sinceMs + SERVES_MS || now() < sinceMs;

  /** Ends the lease. It serves no more plays, even if returning its money fails. */
  function end(flightKey: number): LeaseWish['done'] {
    const lease = kept.get(flightKey);
    if (lease === undefined) return null;
    kept.delete(flightKey);
    const plays = sizes.get(flightKey) ?? FIRST_PLAYS;
    const next = isOver(lease) ? Math.ceil(lease.plays * 1.25) : plays * 2;
    sizes.set(flightKey, Math.min(MOST_PLAYS, Math.max(FIRST_PLAYS, next)));
    return { id: lease.id, unusedMicros: lease.leftMicros };
  }

  function wishOf({ flight, micros, termsOf }: Ask): LeaseWish {
    const done = end(flight.key);
    const { budgetMicros, dailyCapMicros } = termsOf(flight.key);
    const part = Math.floor(Math.min(budgetMicros, dailyCapMicros ?? budgetMicros) / PART);
    const size = (sizes.get(flight.key) ?? FIRST_PLAYS) * micros;
    return {
      flightKey: flight.key,
      mostMicros: Math.max(micros, Math.min(size, part)),
      leastMicros: micros,
      forMs: playMs + HELD_MS,
      done,
    };
  }

  /** Returns the unused amount of idle flights, without a new lease. */
  const idleWishes = (): LeaseWish[] =>
    [...kept]
      .filter(([flightKey, lease]) => isOver(lease) && !asked.has(flightKey))
      .map(([flightKey]) => ({ ...NO_LEASE, flightKey, done: end(flightKey) }));

  const leaseGathered = batchKeys<number, boolean>(async (flightKeys) => {
    const nowMs = now();
    const asks = flightKeys.flatMap((key) => asked.get(key) ?? []);
    const [first] = asks;
    if (first === undefined) return new Map();
    const wishes = [...asks.map(wishOf), ...idleWishes(), ...late];
    late = [];
    for (const key of flightKeys) asked.delete(key);
    // All leases in a batch use network snapshots that were current for one of its requests.
    const leases = await budgets.lease(wishes, (key) =>
      (asks.find(({ flight }) => flight.key === key) ?? first).termsOf(key),
    );
    const made = new Map<number, boolean>();
    for (const [index, { flightKey, done }] of wishes.entries()) {
      const lease = leases[index] ?? null;
      onHeld(flightKey, (lease?.micros ?? 0) - (done?.unusedMicros ?? 0));
      if (lease !== null) kept.set(flightKey, { id: lease.id, sinceMs: nowMs, leftMicros: lease.micros, plays: 0 });
      if (index < asks.length) made.set(flightKey, lease !== null);
    }
    return made;
  });

  return {
    take: (flightKey, micros) => {
      const lease = kept.get(flightKey);
      if (lease === undefined || lease.leftMicros < micros || isOver(lease)) return null;
      lease.leftMicros -= micros;
      lease.plays += 1;
      return lease.id;
    },
    putBack: ({ flightKey, lease: id, micros }) => {
      const lease = kept.get(flightKey);
      if (lease?.id !== id) late.push({ ...NO_LEASE, flightKey, done: { id, unusedMicros: micros } });
      else {
        lease.leftMicros += micros;
        lease.plays -= 1;
      }
    },
    refill: async (flight, micros, termsOf) => {
      if ((emptyUntil.get(flight) ?? 0) > now()) return false;
      return oneAtATime(async () => {
        asked.set(flight.key, { flight, micros, termsOf });
        const isMade = (await leaseGathered(flight.key)) ?? false;
        if (!isMade) emptyUntil.set(flight, now() + EMPTY_MS);
        return isMade;
      }, String(flight.key));
    },
    unusedMicros: (flightKey) => kept.get(flightKey)?.leftMicros ?? 0,
  };
}
