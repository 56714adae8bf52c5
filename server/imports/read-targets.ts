import { nameKey } from '#domain/name-key.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { findCustomersNamed, findOutletsNamed, findVenuesNamed } from './import-queries.ts';
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

const partsOf = (cell: string): string[] =>
  cell
    .split('|')
    .map((text) => text.trim())
    .filter((text) => text !== '');

/** Looks up the outlets and venues that lines name as targets. */
export async function loadTargetBook(db: AccountsDb, cells: readonly string[]): Promise<TargetBook> {
  const parts = cells.flatMap(partsOf);
  const [places, euis] = [parts.filter((text) => text.includes('>')), parts.filter((text) => !text.includes('>'))];
  const outlets = await findOutletsNamed(
    db,
    euis.map((eui) => eui.toLowerCase()),
  );
  const named = places.map((place) => place.split('>').map(nameKey));
  const customers = await findCustomersNamed(
    db,
    named.map(([customer = '']) => customer),
  );
  const keys = new Map(customers.map((row) => [row.id, row.name_key]));
  const venues = await findVenuesNamed(
    db,
    [...keys.keys()],
    named.map(([, venue = '']) => venue),
  );
  return {
    outlets: new Map(outlets.map((row) => [row.eui, row.id])),
    venues: new Map(venues.map((row) => [`${keys.get(row.customer_id) ?? ''} > ${row.name_key}`, row.id])),
  };
}

/** Cell `targets`: EUIs and `Customer > Venue`, separated by |; empty means everywhere. */
export function readTargets(reader: RowReader, book: TargetBook): Target[] {
  const targets = new Map<string, Target>();
  for (const part of partsOf(reader.optionalText('targets', 10_000))) {
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
