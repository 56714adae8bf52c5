import { creativeStanding } from '#domain/creative-standing.ts';
import { createKeptWith } from '../memory/kept-with.ts';
import type { Assignment, CatalogCreative, CatalogFlight } from '../network/snapshot/catalog-entries.ts';

/** A flight that reaches an outlet, with those of its creatives that the owner takes. */
export type EligibleFlight = { readonly flight: CatalogFlight; readonly creatives: readonly CatalogCreative[] };

/** The creatives of a flight that the owner of the outlet accepts. */
export const acceptedCreatives = (
  flight: Pick<CatalogFlight, 'creatives' | 'category'>,
  { customerId, creativePolicy }: Assignment,
): readonly CatalogCreative[] =>
  flight.creatives.filter(
    ({ decisions }) => creativeStanding(creativePolicy, flight.category, decisions.get(customerId)) === 'accepted',
  );

const kept = createKeptWith<readonly EligibleFlight[]>();

/**
 * The flights that may be shown where the outlet stands, whenever they run: found once for a snapshot of the network and an outlet,
 * and gone with it when anything of it changes.
 */
export const eligibleFlights = (open: readonly CatalogFlight[], assignment: Assignment): readonly EligibleFlight[] =>
  kept([open, assignment], () =>
    open.flatMap((flight) => {
      if (!flight.reaches(assignment.place)) return [];
      const creatives = acceptedCreatives(flight, assignment);
      return creatives.length === 0 ? [] : [{ flight, creatives }];
    }),
  );

/** Whether it runs now; `issuedMs` is the second that has begun, and what has not begun by then waits for the next. */
export function runsNow(flight: CatalogFlight, issuedMs: number, nowMs: number): boolean {
  const { approvedMs, cancelledMs, startsMs, endsMs, pauses } = flight;
  if (approvedMs === null || approvedMs > issuedMs || cancelledMs !== null || startsMs > issuedMs) return false;
  if (endsMs <= nowMs) return false;
  return !pauses.some(({ fromMs, toMs }) => fromMs <= nowMs && (toMs === null || toMs > issuedMs));
}
