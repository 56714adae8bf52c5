import { DAY_MS } from '#domain/durations.ts';
import type { DrillEvent, EventLedger } from './event-ledger.ts';

/** Exact sums over some events. */
export type Sums = {
  readonly views: number;
  readonly clicks: number;
  readonly burns: number;
  /** Charged to advertisers, in micro-dollars. */
  readonly amount: bigint;
  /** The owners' share of the amount. */
  readonly owner: bigint;
  readonly energyMilliWh: number;
};

/** The drill's own sums over acknowledged events. Each sum is computed once, on first use. */
export type ExpectedSums = {
  all(): Sums;
  ofOwner(index: number): Sums;
  ofOutlet(index: number): Sums;
  ofAdvertiser(index: number): Sums;
  /** Returns sums by UTC day. */
  byDay(): ReadonlyMap<string, Sums>;
  /** Returns the first owner's sums, by the local day of each event's venue. */
  byDayOfFirstOwner(): ReadonlyMap<string, Sums>;
};

const NONE: Sums = { views: 0, clicks: 0, burns: 0, amount: 0n, owner: 0n, energyMilliWh: 0 };

export function createExpectedSums(ledger: EventLedger): ExpectedSums {
  const { outlets, flights } = ledger.terms;
  const ownerOf = ({ outlet }: DrillEvent) => outlets[outlet]?.owner;
  const total = once(() => sumsBy(ledger, () => 'all'));
  const owners = once(() => sumsBy(ledger, (event) => String(ownerOf(event))));
  const single = once(() => sumsBy(ledger, ({ outlet }) => String(outlet)));
  const advertisers = once(() => sumsBy(ledger, ({ flight }) => String(flights[flight]?.advertiser)));
  const formats = new Map(outlets.map(({ timeZone }) => [timeZone, new Intl.DateTimeFormat('en-CA', { timeZone })]));
  const localDay = (event: DrillEvent) =>
    formats.get(outlets[event.outlet]?.timeZone ?? '')?.format(event.timestampMs) ?? null;
  return {
    all: () => total().get('all') ?? NONE,
    ofOwner: (index) => owners().get(String(index)) ?? NONE,
    ofOutlet: (index) => single().get(String(index)) ?? NONE,
    ofAdvertiser: (index) => advertisers().get(String(index)) ?? NONE,
    byDay: once(() => sumsBy(ledger, ({ timestampMs }) => new Date(timestampMs).toISOString().slice(0, 10))),
    byDayOfFirstOwner: once(() => sumsBy(ledger, (event) => (ownerOf(event) === 0 ? localDay(event) : null))),
  };
}

/** Returns the UTC date that is `days` days from now. */
export const isoDay = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/**
 * Sums the events by the key that `wordOf` returns. Events without a key are omitted. The second of two twins does not
 * count.
 */
export function sumsBy(ledger: EventLedger, wordOf: (event: DrillEvent) => string | null): Map<string, Sums> {
  const sums = new Map<string, { -readonly [Name in keyof Sums]: Sums[Name] }>();
  for (const event of ledger.events) {
    const word = wordOf(event);
    if (word === null || event.acknowledgedAtMs === null) continue;
    let sum = sums.get(word);
    if (sum === undefined) {
      sum = { ...NONE };
      sums.set(word, sum);
    }
    if (event.twin >= 0 || !doesCount(ledger, event)) continue;
    sum[`${event.kind}s`] += 1;
    sum.energyMilliWh += ledger.energyOf(event);
    const { amount, owner } = ledger.price(event);
    sum.amount += amount;
    sum.owner += owner;
  }
  return sums;
}

/**
 * Whether an event counts. Events during a pause and events over budget do not count, nor do the clicks and burns of a
 * view that does not count.
 */
function doesCount(ledger: EventLedger, event: DrillEvent): boolean {
  if (event.verdict === 'over_budget' || ledger.isHeld(event)) return false;
  return event.view < 0 || doesCount(ledger, ledger.at(event.view));
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
