import { nameKey } from '#domain/name-key.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { CustomerBook } from './customer-book.ts';
import { findOutletsNamed, findVenuesNamed } from './import-queries.ts';
import type { RowReader } from './row-reader.ts';

/** Where a flight may run: one outlet or one venue. */
export type Target =
  | { readonly outlet_id: string; readonly venue_id: null }
  | { readonly outlet_id: null; readonly venue_id: string };

export type TargetBook = {
  readonly outlets: ReadonlyMap<string, string>;
  /** By the customer's id and the venue's name in key form. */
  readonly venues: ReadonlyMap<string, string>;
  readonly customers: Pick<CustomerBook, 'named'>;
};

export const NO_TARGETS: TargetBook = {
  outlets: new Map(),
  venues: new Map(),
  customers: { named: () => ({ one: null, problem: '', isAmbiguous: false }) },
};

const partsOf = (cell: string): string[] =>
  cell
    .split('|')
    .map((text) => text.trim())
    .filter((text) => text !== '');

/** Looks up the outlets and venues that lines name as targets. */
export async function loadTargetBook(
  db: AccountsDb,
  customers: CustomerBook,
  cells: readonly string[],
): Promise<TargetBook> {
  const parts = cells.flatMap(partsOf);
  const [places, euis] = [parts.filter((text) => text.includes('>')), parts.filter((text) => !text.includes('>'))];
  const outlets = await findOutletsNamed(
    db,
    euis.map((eui) => eui.toLowerCase()),
  );
  const named = places.map(placeOf);
  await customers.learn(named.map(({ customer }) => customer));
  const venues = await findVenuesNamed(
    db,
    [...new Set(named.flatMap(({ customer }) => customers.named(customer).one?.id ?? []))],
    named.map(({ venue }) => venue),
  );
  return {
    outlets: new Map(outlets.map((row) => [row.eui, row.id])),
    venues: new Map(venues.map((row) => [`${row.customer_id} ${row.name_key}`, row.id])),
    customers,
  };
}

/** `Customer > Venue`; the venue in key form. */
function placeOf(text: string): { readonly customer: string; readonly venue: string } {
  const [customer = '', venue = '', ...rest] = text.split('>').map((part) => part.trim());
  return { customer, venue: nameKey(rest.length === 0 ? venue : '') };
}

/** Cell `targets`: EUIs and `Customer > Venue`, separated by |; empty means everywhere. */
export function readTargets(reader: RowReader<'campaigns'>, book: TargetBook): Target[] {
  const targets = new Map<string, Target>();
  for (const part of partsOf(reader.optionalText('targets'))) {
    const target = findTarget(part, book);
    if (typeof target === 'string') reader.note('targets', target);
    else targets.set(target.outlet_id ?? target.venue_id, target);
  }
  return [...targets.values()];
}

/** The target, or what is wrong with the text. */
function findTarget(text: string, { outlets, venues, customers }: TargetBook): Target | string {
  const outletId = outlets.get(text.toLowerCase());
  if (outletId !== undefined) return { outlet_id: outletId, venue_id: null };
  const { customer, venue } = placeOf(text);
  const choice = customers.named(customer);
  const venueId = choice.one === null ? undefined : venues.get(`${choice.one.id} ${venue}`);
  if (venueId !== undefined) return { outlet_id: null, venue_id: venueId };
  if (choice.one === null && choice.isAmbiguous) return choice.problem;
  return `'${text.slice(0, 80)}' is neither an outlet's EUI nor 'Customer > Venue'; import outlets.csv first, or correct it`;
}
