import type { Targets } from '#contract/flight-parts.ts';
import { MOST_CIRCLE_KM } from '#contract/flight-parts.ts';
import { nameKey } from '#domain/name-key.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { CustomerBook } from './customer-book.ts';
import { findOutletsNamed, findVenuesNamed } from './import-queries.ts';
import type { RowReader } from './row-reader.ts';

export type TargetBook = {
  readonly outlets: ReadonlyMap<string, string>;
  /** By customer ID and the venue's name key. */
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

const WORD = /^(customer|type|state|circle):\s*(.+)$/i;

/** Removes the exclamation mark of an exclusion. */
const bare = (part: string): string => part.replace(/^!\s*/, '');

/** Looks up the outlets, venues and customers that lines name as targets. */
export async function loadTargetBook(
  db: AccountsDb,
  customers: CustomerBook,
  cells: readonly string[],
): Promise<TargetBook> {
  const parts = cells.flatMap(partsOf).map(bare);
  const plain = parts.filter((text) => !WORD.test(text));
  const [places, euis] = [plain.filter((text) => text.includes('>')), plain.filter((text) => !text.includes('>'))];
  const outlets = await findOutletsNamed(
    db,
    euis.map((eui) => eui.toLowerCase()),
  );
  const named = places.map(placeOf);
  const owners = parts.flatMap((text) => {
    const [, kind = '', name = ''] = WORD.exec(text) ?? [];
    return kind.toLowerCase() === 'customer' ? [name] : [];
  });
  await customers.learn([...named.map(({ customer }) => customer), ...owners]);
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

/** Parses `Customer > Venue`. The venue is returned as a name key. */
function placeOf(text: string): { readonly customer: string; readonly venue: string } {
  const [customer = '', venue = '', ...rest] = text.split('>').map((part) => part.trim());
  return { customer, venue: nameKey(rest.length === 0 ? venue : '') };
}

type List = 'customers' | 'venues' | 'outlets' | 'venue_types' | 'states';
type Part = { readonly list: List; readonly id: string } | { readonly circle: NonNullable<Targets['circle']> };

/**
 * Parses a `targets` cell to a rule. The contract's table of columns describes the format. An empty cell means all
 * outlets.
 */
export function readTargets(reader: RowReader<'campaigns'>, book: TargetBook): Targets {
  const places = { customers: [], venues: [], outlets: [], venue_types: [], states: [] };
  const wanted: Places = structuredClone(places);
  const unwanted: Places = structuredClone(places);
  for (const part of partsOf(reader.optionalText('targets'))) {
    const found = findTarget(bare(part), book);
    const side = part.startsWith('!') ? unwanted : wanted;
    if (typeof found === 'string') reader.note('targets', found);
    else if ('circle' in found) side.circle = found.circle;
    else side[found.list].push(found.id);
  }
  return { ...wanted, except: unwanted };
}

type Places = { [Name in List]: string[] } & { circle?: NonNullable<Targets['circle']> };

/** Returns the target, or a message about the problem with the text. */
function findTarget(text: string, { outlets, venues, customers }: TargetBook): Part | string {
  const outletId = outlets.get(text.toLowerCase());
  if (outletId !== undefined) return { list: 'outlets', id: outletId };
  const [, kind = '', value = ''] = WORD.exec(text) ?? [];
  if (kind !== '') return findWord(kind.toLowerCase(), value, customers);
  const { customer, venue } = placeOf(text);
  const choice = customers.named(customer);
  const venueId = choice.one === null ? undefined : venues.get(`${choice.one.id} ${venue}`);
  if (venueId !== undefined) return { list: 'venues', id: venueId };
  if (choice.one === null && choice.isAmbiguous) return choice.problem;
  return `'${text.slice(0, 80)}' is neither an outlet's EUI nor 'Customer > Venue'; import outlets.csv first, or correct the value`;
}

function findWord(kind: string, value: string, customers: TargetBook['customers']): Part | string {
  if (kind === 'type') return { list: 'venue_types', id: value.trim().toLowerCase() };
  if (kind === 'state') return { list: 'states', id: value.trim().toLowerCase() };
  if (kind === 'customer') {
    const { one, problem } = customers.named(value.trim());
    return one?.kind === 'property' ? { list: 'customers', id: one.id } : (problem ?? `'${value}' owns no outlets`);
  }
  const [lat = Number.NaN, lng = Number.NaN, km = Number.NaN, ...rest] = value.split(',').map(Number);
  const isCircle = Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && km > 0 && km <= MOST_CIRCLE_KM && rest.length === 0;
  return isCircle
    ? { circle: { lat, lng, km } }
    : `'circle:${value.slice(0, 60)}' is not a circle; use a format such as circle:41.9,-87.6,50`;
}
