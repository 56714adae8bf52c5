import { CLOCK_TOLERANCE_MS, mayLieIn, mustLieIn } from '#domain/clock-tolerance.ts';
import { amountMicros, type BillableKind, ownerMicros } from '#domain/money.ts';
import { priceAt } from '#domain/price-at.ts';
import { versionAt } from '#domain/version-at.ts';
import type { CatalogFlight } from '../../../network/snapshot/catalog-entries.ts';
import type { Located } from '../check/locate-outlet.ts';
import { type Rejection, rejection } from '../check/rejection.ts';

/**
 * What an event earns, and for whom. These values never change once the event is accepted
 * (docs/decisions.md#money-and-energy).
 */
export type Priced = {
  readonly advertiserKey: number;
  readonly campaignKey: number;
  readonly flightKey: number;
  readonly amountMicros: number;
  readonly ownerMicros: number;
};

/** A house ad: shown without a flight, at no cost. */
export const HOUSE_AD: Priced = { advertiserKey: 0, campaignKey: 0, flightKey: 0, amountMicros: 0, ownerMicros: 0 };

/**
 * Returns why the flight may not run at that time and place, by the outlet's clock; null if it may. Events from before
 * a cancellation are still valid.
 */
export function flightProblem(flight: CatalogFlight, { assignment }: Located, timestampMs: number): Rejection | null {
  const { approvedMs, cancelledMs, startsMs, endsMs } = flight;
  const isRunning =
    approvedMs !== null &&
    mayLieIn(timestampMs, { fromMs: startsMs, toMs: endsMs }) &&
    mayLieIn(timestampMs, { fromMs: approvedMs, toMs: cancelledMs });
  if (!isRunning) return rejection('flight_not_running');
  return flight.reaches(assignment.place) ? null : rejection('flight_not_here');
}

/**
 * Whether the flight was paused at that time, according to every clock within the tolerance. Events from before the
 * pause earn, however late they arrive.
 */
export const isHeldAt = ({ pauses }: CatalogFlight, timestampMs: number): boolean =>
  pauses.some((pause) => mustLieIn(timestampMs, pause));

/**
 * Prices an event with the price and share that were valid at its time. `defaultShareAt` applies if the owner has no
 * share. Rejects the event if there is no price.
 */
export function priceEvent(
  event: { kind: BillableKind; timestampMs: number },
  flight: CatalogFlight,
  { assignment }: Located,
  defaultShareAt: (atMs: number) => number,
): Priced | Rejection {
  const priceThen = (instantMs: number) => priceAt(flight.prices, assignment.place.venueType, instantMs);
  // If an outlet's clock is slow, the event may appear to precede the first price.
  const price = priceThen(event.timestampMs) ?? priceThen(event.timestampMs + CLOCK_TOLERANCE_MS);
  if (price === undefined) return rejection('no_price');
  const amount = amountMicros(event.kind, price.model, price.priceMicros);
  const share = versionAt(assignment.shares, event.timestampMs)?.ppm ?? defaultShareAt(event.timestampMs);
  return {
    advertiserKey: flight.advertiserKey,
    campaignKey: flight.campaignKey,
    flightKey: flight.key,
    amountMicros: amount,
    ownerMicros: ownerMicros(amount, share),
  };
}
