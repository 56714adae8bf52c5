import { CLOCK_TOLERANCE_MS } from '#domain/clock-tolerance.ts';
import { MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import { gatherKeys } from '../../lib/gather-keys.ts';
import { createSharedWork } from '../../lib/shared-work.ts';
import type { CatalogFlight } from '../../network/snapshot/catalog-entries.ts';
import type { Budgets, LeaseWish, TermsOf } from '../../plays/budgets.ts';

/** How long plays are served from one lease. */
const SERVES_MS = MINUTE_MS;
/** What is kept for a play stays so until an outlet whose clock is slow has shown it, and a minute more for the report. */
const AFTER_MS = CLOCK_TOLERANCE_MS + MINUTE_MS;
/** Nothing left is asked for again after so long: somebody else's plays may have lapsed. */
const EMPTY_MS = SECOND_MS;
/** What is kept for a play is free again so long after the play is over, at the latest. */
export const HELD_MS = SERVES_MS + AFTER_MS;
const FIRST_PLAYS = 32;
const MOST_PLAYS = 32_768;
/** No lease takes more than this part of a budget or day, so that other processes have some too. */
const PART = 50;

/** Asks for nothing. */
const NO_LEASE = { mostMicros: 0, leastMicros: 1, forMs: 0 } as const;

type Kept = { readonly id: number; readonly sinceMs: number; leftMicros: number; plays: number };
type Ask = { readonly flight: CatalogFlight; readonly micros: number; readonly termsOf: TermsOf };

type Needs = {
  readonly budgets: Pick<Budgets, 'lease'>;
  readonly playMs: number;
  readonly now: () => number;
  /** What is kept for plays of a flight has become more or less. */
  readonly onHeld: (flightKey: number, moreMicros: number) => void;
};

export type FlightLeases = {
  /** Takes what a play may cost from what is kept already; its lease's number, or null where that is not enough. */
  take(flightKey: number, micros: number): number | null;
  /** The play that took it was not served. */
  putBack(play: { readonly flightKey: number; readonly lease: number; readonly micros: number }): void;
  /** Keeps more of the flight's budget; false where too little is left of it. */
  refill(flight: CatalogFlight, micros: number, termsOf: TermsOf): Promise<boolean>;
  /** What is kept and no play has taken. */
  unusedMicros(flightKey: number): number;
};

/**
 * The parts of budgets that this process serves plays from: one a flight and minute, on disk before the first play, so that a
 * request writes nothing as a rule. What was not used of it is given back with the next one, for whichever flight.
 */
export function createFlightLeases({ budgets, playMs, now, onHeld }: Needs): FlightLeases {
  const kept = new Map<number, Kept>();
  const sizes = new Map<number, number>();
  const emptyUntil = new WeakMap<CatalogFlight, number>();
  const asked = new Map<number, Ask>();
  /** Of leases that ended before their plays were put back; told with the next lease. */
  let late: LeaseWish[] = [];
  const oneAtATime = createSharedWork<boolean>('while it runs');

  /** Also where the clock went back: how long it was there nobody knows then. */
  const isOver = ({ sinceMs }: Kept) => now() >= sinceMs + SERVES_MS || now() < sinceMs;

  /** No play is served from it any more, whatever comes of giving it back. */
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

  /** Nobody asks for plays of these any more: only what they have left is told. */
  const idleWishes = (): LeaseWish[] =>
    [...kept]
      .filter(([flightKey, lease]) => isOver(lease) && !asked.has(flightKey))
      .map(([flightKey]) => ({ ...NO_LEASE, flightKey, done: end(flightKey) }));

  const leaseGathered = gatherKeys<number, boolean>(async (flightKeys) => {
    const nowMs = now();
    const asks = flightKeys.flatMap((key) => asked.get(key) ?? []);
    const [first] = asks;
    if (first === undefined) return new Map();
    const wishes = [...asks.map(wishOf), ...idleWishes(), ...late];
    late = [];
    for (const key of flightKeys) asked.delete(key);
    // All of one turn are asked by snapshots of the network that were current in it.
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
