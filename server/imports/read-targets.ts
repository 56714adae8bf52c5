import type { Transaction } from 'kysely';
import { nameKey } from '#domain/name-key.ts';
import type { AccountsSchema } from '../databases/accounts/schema.ts';
import { type CustomerRow, findOutlets, findVenues } from '../network/site-queries.ts';
import type { RowReader } from './row-reader.ts';

/** Where a flight may run: one outlet or one venue. */
export type Target =
  | { readonly outlet_id: string; readonly venue_id: null }
  | { readonly outlet_id: null; readonly venue_id: string };

export type TargetBook = {
  readonly outlets: ReadonlyMap<string, string>;
  /** By `customer > venue` in key form. */
  readonly venues: ReadonlyMap<string, string>;
};

export async function loadTargetBook(
  tx: Transaction<AccountsSchema>,
  customers: readonly CustomerRow[],
): Promise<TargetBook> {
  const customerKeys = new Map(customers.map((row) => [row.id, row.name_key]));
  const venues = new Map<string, string>();
  for (const venue of await findVenues(tx)) {
    venues.set(`${customerKeys.get(venue.customer_id) ?? ''} > ${venue.name_key}`, venue.id);
  }
  return { outlets: new Map((await findOutlets(tx)).map((row) => [row.eui, row.id])), venues };
}

/** Cell `targets`: EUIs and `Customer > Venue`, separated by |; empty means everywhere. */
export function readTargets(reader: RowReader, book: TargetBook): Target[] {
  const parts = reader.optionalText('targets', 10_000).split('|');
  const targets = new Map<string, Target>();
  for (const part of parts.map((text) => text.trim()).filter((text) => text !== '')) {
    const target = findTarget(part, book);
    if (target !== null) targets.set(target.outlet_id ?? target.venue_id, target);
    else
      reader.note(
        'targets',
        `'${part.slice(0, 80)}' is neither an outlet's EUI nor 'Customer > Venue'; import outlets.csv first, or correct it`,
      );
  }
  return [...targets.values()];
}

function findTarget(text: string, book: TargetBook): Target | null {
  const outletId = book.outlets.get(text.toLowerCase());
  if (outletId !== undefined) return { outlet_id: outletId, venue_id: null };
  const venueId = book.venues.get(text.split('>').map(nameKey).join(' > '));
  return venueId === undefined ? null : { outlet_id: null, venue_id: venueId };
}
