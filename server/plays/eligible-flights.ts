import type { ServeReason } from '#contract/serve.ts';
import { type CreativeStanding, creativeStanding } from '#domain/creative-standing.ts';
import { createIdentityMemo } from '../memory/memoize-by-identity.ts';
import type { Assignment, CatalogCreative, CatalogFlight } from '../network/snapshot/catalog-entries.ts';

/** A flight that targets an outlet, with the creatives that the outlet's owner accepts. */
export type EligibleFlight = { readonly flight: CatalogFlight; readonly creatives: readonly CatalogCreative[] };

/** Returns a flight's creatives that the outlet's owner accepts. */
export const acceptedCreatives = (
  flight: Pick<CatalogFlight, 'creatives' | 'category'>,
  { customerId, creativePolicy }: Assignment,
): readonly CatalogCreative[] =>
  flight.creatives.filter(
    ({ decisions }) => creativeStanding(creativePolicy, flight.category, decisions.get(customerId)) === 'accepted',
  );

const kept = createIdentityMemo<readonly EligibleFlight[]>();

/**
 * Returns the flights that may be shown at the outlet, regardless of the time. Memoized per network snapshot and
 * assignment, because a change to either creates a new object.
 */
export const eligibleFlights = (open: readonly CatalogFlight[], assignment: Assignment): readonly EligibleFlight[] =>
  kept([open, assignment], () =>
    open.flatMap((flight) => {
      if (!flight.reaches(assignment.place)) return [];
      const creatives = acceptedCreatives(flight, assignment);
      return creatives.length === 0 ? [] : [{ flight, creatives }];
    }),
  );

const BY_STANDING = {
  waiting: 'creative_waiting',
  refused: 'creative_refused',
  blocked: 'blocked_category',
} as const satisfies Readonly<Record<Exclude<CreativeStanding, 'accepted'>, ServeReason>>;
/** Reasons, most useful first. The owner may still accept a waiting creative. */
const NEAREST = ['waiting', 'refused', 'blocked'] as const;

/** A flight that targets an outlet but has no accepted creative, and the reason. */
export type IneligibleFlight = { readonly flight: CatalogFlight; readonly reason: ServeReason };

const keptIneligible = createIdentityMemo<readonly IneligibleFlight[]>();

/** Returns the flights that target the outlet but are not eligible, regardless of the time. */
export const ineligibleFlights = (
  open: readonly CatalogFlight[],
  assignment: Assignment,
): readonly IneligibleFlight[] =>
  keptIneligible([open, assignment], () => {
    const { creativePolicy, customerId, place } = assignment;
    return open.flatMap((flight): IneligibleFlight[] => {
      if (!flight.reaches(place)) return [];
      if (flight.creatives.length === 0) return [{ flight, reason: 'no_creative' }];
      const standings = flight.creatives.map(({ decisions }) =>
        creativeStanding(creativePolicy, flight.category, decisions.get(customerId)),
      );
      const nearest = NEAREST.find((standing) => standings.includes(standing));
      return standings.includes('accepted') || nearest === undefined ? [] : [{ flight, reason: BY_STANDING[nearest] }];
    });
  });

/**
 * Returns why the flight does not run now, or null if it runs. A flight that has not started by `issuedMs`, the start
 * of the current second, waits for the next second.
 */
export function restReason(flight: CatalogFlight, issuedMs: number, nowMs: number): ServeReason | null {
  const { approvedMs, cancelledMs, startsMs, endsMs, pauses } = flight;
  if (approvedMs === null || cancelledMs !== null || endsMs <= nowMs) return 'no_flight';
  if (approvedMs > issuedMs || startsMs > issuedMs) return 'not_started';
  const isPaused = pauses.some(({ fromMs, toMs }) => fromMs <= nowMs && (toMs === null || toMs > issuedMs));
  return isPaused ? 'paused' : null;
}
