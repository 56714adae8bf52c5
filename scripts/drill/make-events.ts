import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import type { SeededRandom } from '../../server/lib/seeded-random.ts';
import type { EventLedger } from './event-ledger.ts';

/** Events at one owner's outlets that are sent to the server together. */
export type Batch = {
  readonly owner: number;
  readonly indices: readonly number[];
};

export type EventMaker = {
  /** Returns about `size` new events at one owner's outlets, and the owner's due clicks and burns. */
  next(size: number): Batch;
  /** Returns a batch with one view at the current time. */
  one(): Batch;
  /** Returns the clicks and burns that are still waiting. */
  rest(): Batch[];
};

const HOUSE_ADS = 0.1;
const CLICKS = 0.15;
const BURNS = 0.1;
const TWINS = 0.1;
const METERED = 0.2;
/** The share of clicks and burns that are sent in a later batch than their view, possibly before the view arrives. */
const LATER = 0.4;
/**
 * Age below which clicks and burns may arrive before their view. The server then requests that the outlet send them
 * again.
 */
const YOUNG_MS = MINUTE_MS;

/**
 * Creates views at all outlets, with clicks and burns. Most are recent, some fall into sealed days, and some have the
 * time of a fast clock.
 */
export function createEventMaker(ledger: EventLedger, random: SeededRandom): EventMaker {
  const { owners, outlets, flights } = ledger.terms;
  const outletsOf = owners.map((_, owner) =>
    outlets.flatMap((outlet, index) => (outlet.owner === owner ? [index] : [])),
  );
  const chosen = flights.flatMap(({ needsPlay }, flight) => (needsPlay ? [] : [flight]));
  const waiting: number[][] = owners.map(() => []);

  function momentOf(nowMs: number): number {
    const kind = random.fraction();
    if (kind < 0.7) return nowMs - random.whole(1, MINUTE_MS);
    if (kind < 0.73) return nowMs + random.whole(0, 3 * MINUTE_MS);
    if (kind < 0.9) return nowMs - random.whole(MINUTE_MS, 6 * DAY_MS);
    return nowMs - random.whole(6 * DAY_MS, 27 * DAY_MS);
  }

  function view(owner: number, timestampMs: number): number {
    const flight = random.fraction() < HOUSE_ADS ? -1 : random.pick(chosen);
    const energyMilliWh = random.fraction() < METERED ? random.whole(0, 60_000) : -1;
    const outlet = random.pick(outletsOf[owner] ?? []);
    return ledger.add({ outlet, kind: 'view', flight, timestampMs, view: -1, twin: -1, energyMilliWh });
  }

  /** Creates a view's clicks and burns. */
  function follow(index: number): number[] {
    const { outlet, flight, timestampMs } = ledger.at(index);
    const made: number[] = [];
    for (const [kind, share] of [
      ['click', CLICKS],
      ['burn', BURNS],
    ] as const) {
      if (flight < 0 || random.fraction() >= share) continue;
      const common = {
        outlet,
        kind,
        flight,
        timestampMs: timestampMs + random.whole(1, 5_000),
        view: index,
        energyMilliWh: -1,
      };
      const first = ledger.add({ ...common, twin: -1 });
      made.push(first);
      if (random.fraction() < TWINS) made.push(ledger.add({ ...common, twin: first }));
    }
    return made;
  }

  /** Takes the waiting events whose view is stored, or that are young enough to arrive before their view. */
  function due(owner: number, nowMs: number): number[] {
    const all = waiting[owner] ?? [];
    const isDue = (index: number) => {
      const event = ledger.at(index);
      return ledger.at(event.view).acknowledgedAtMs !== null || event.timestampMs > nowMs - YOUNG_MS;
    };
    waiting[owner] = all.filter((index) => !isDue(index));
    return all.filter(isDue);
  }

  return {
    next(size) {
      const nowMs = Date.now();
      const owner = random.whole(0, owners.length - 1);
      const indices = due(owner, nowMs);
      while (indices.length < size) {
        const index = view(owner, momentOf(nowMs));
        const follows = follow(index);
        // The order within a batch does not matter.
        if (random.fraction() < LATER) waiting[owner]?.push(...follows);
        else indices.push(...follows);
        indices.push(index);
      }
      return { owner, indices };
    },
    one: () => ({ owner: 0, indices: [view(0, Date.now())] }),
    rest: () =>
      waiting.flatMap((indices, owner) => {
        waiting[owner] = [];
        return indices.length > 0 ? [{ owner, indices }] : [];
      }),
  };
}
