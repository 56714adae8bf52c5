import type { Transaction } from 'kysely';
import { shownEui } from '#domain/eui.ts';
import { changedFields, type Noted } from '../administration/optimistic-lock.ts';
import type { AccountsSchema } from '../databases/accounts/schema.ts';
import { FieldError } from '../http/app-error.ts';
import { shownInstant } from '../lib/read-instant.ts';
import { assignOutlet } from './assign-outlet.ts';
import { findPlaces, type PlaceRow } from './assignment-queries.ts';

export type Destination = {
  readonly customerId: string;
  readonly customer: string;
  readonly venueId: string;
  readonly venue: string;
  readonly timeZone: string;
};

type Place = Pick<PlaceRow, 'customer' | 'venue' | 'from_at' | 'time_zone'>;

const namedPlace = ({ customer, venue, from_at, time_zone }: Place) => ({
  customer,
  venue,
  from: new Date(from_at).toISOString(),
  time_zone,
});

/**
 * Returns the audit detail for a new place: all its fields, or those that differ from the previous place. Always
 * includes the new place's time zone.
 */
export function placeDetail(before: Place | undefined, after: Place): Noted['detail'] {
  const placed = namedPlace(after);
  const changed = before === undefined ? placed : changedFields<typeof placed>(namedPlace(before), placed);
  return { time_zone: after.time_zone, ...changed };
}

/**
 * Assigns an outlet to a venue as of a time, in the caller's transaction. Returns the audit entry for the caller to
 * write, or null if nothing changes. Earlier counts stay with the customer they were counted for
 * (docs/threat-model.md#c7). Throws 409 if the current place doesn't allow it.
 */
export async function placeOutlet(
  tx: Transaction<AccountsSchema>,
  outlet: { readonly id: string; readonly eui: string },
  destination: Destination,
  fromMs: number,
): Promise<Noted | null> {
  const { customerId, customer, venueId, venue, timeZone } = destination;
  const [before] = await findPlaces(tx, outlet.id);
  const outcome = await assignOutlet(tx, { outletId: outlet.id, customerId, venueId, fromMs });
  if ('refused' in outcome) {
    const since = shownInstant(outcome.sinceMs, timeZone);
    if (outcome.refused === 'too-early') {
      throw new FieldError(
        { from: `The outlet moved to its current venue on ${since}. Enter a later date, or correct that move.` },
        'conflict',
      );
    }
    throw new FieldError(
      { venue_id: `The outlet has been at '${venue}' since ${since}. Choose another venue.` },
      'conflict',
    );
  }
  if (outcome.done === 'unchanged') return null;
  const detail = placeDetail(before, { customer, venue, from_at: fromMs, time_zone: timeZone });
  return { action: 'outlet.moved', subject: shownEui(outlet.eui), detail };
}
