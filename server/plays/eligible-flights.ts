import type { ServeReason } from '#contract/serve.ts';
import { type CreativeStanding, creativeStanding } from '#domain/creative-standing.ts';
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

const BY_STANDING = {
  waiting: 'creative_waiting',
  refused: 'creative_refused',
  blocked: 'blocked_category',
} as const satisfies Readonly<Record<Exclude<CreativeStanding, 'accepted'>, ServeReason>>;
/** A creative that the owner may still accept is nearer to being shown than one that the owner refused. */
const NEAREST = ['waiting', 'refused', 'blocked'] as const;

/** A flight that reaches an outlet but has no creative that its owner takes, and why. */
export type IneligibleFlight = { readonly flight: CatalogFlight; readonly reason: ServeReason };

const keptIneligible = createKeptWith<readonly IneligibleFlight[]>();

/** The others of `eligibleFlights` that reach the outlet, whenever they run. */
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

/** Why it does not run now, null where it does; what has not begun by `issuedMs`, the second that has begun, waits for the next. */
export function restReason(flight: CatalogFlight, issuedMs: number, nowMs: number): ServeReason | null {
  const { approvedMs, cancelledMs, startsMs, endsMs, pauses } = flight;
  if (approvedMs === null || cancelledMs !== null || endsMs <= nowMs) return 'no_flight';
  if (approvedMs > issuedMs || startsMs > issuedMs) return 'not_started';
  const isPaused = pauses.some(({ fromMs, toMs }) => fromMs <= nowMs && (toMs === null || toMs > issuedMs));
  return isPaused ? 'paused' : null;
}
