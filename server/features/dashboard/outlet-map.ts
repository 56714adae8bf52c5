import type { OutletMap } from '#contract/list.ts';
import { outletStatus } from '#domain/outlet-status.ts';
import type { Dependencies } from '../../dependencies.ts';
import { wholeScope } from '../../figures/figures.ts';
import { placeOf } from '../../figures/project/shown-holding.ts';
import type { Narrowed } from '../../figures/query/question.ts';
import type { SeenIn } from '../../figures/read/contacts.ts';
import { AppError } from '../../http/app-error.ts';
import { type Chunked, forEachChunked, runChunked } from '../../memory/chunked.ts';
import { memoizeByIdentity } from '../../memory/memoize-by-identity.ts';
import { type HoldingSet, onceEach } from '../../network/snapshot/holding-set.ts';
import type { NetworkCustomer, NetworkVenue } from '../../network/snapshot/network-parts.ts';
import { createOutletAnswers } from './outlet-answers.ts';
import { outletsInScope } from './outlets-in-scope.ts';

type Reading = Pick<Dependencies, 'figures' | 'now'>;

/** Maximum number of outlets in a response. Their text takes 24 MB in memory. */
const MOST_AT_ONCE = 200_000;

/**
 * Creates a function that returns map responses as prepared bytes, shared by requests with the same scope. Above `most`
 * outlets, a response contains only their number.
 */
export function createOutletMaps({ figures, now }: Reading): (narrowed: Narrowed, most?: number) => Promise<Buffer> {
  const shared = createOutletAnswers<Buffer>(figures);
  return async (narrowed, most) => {
    const network = await figures.network();
    const question = { ...wholeScope(narrowed.scope), ...narrowed };
    const set = await onceEach(await outletsInScope(figures, network, question));
    const total = set.numbers.length;
    if (most !== undefined && total > most) return Buffer.from(JSON.stringify({ ...noOutlets(), total }));
    if (total > MOST_AT_ONCE)
      throw new AppError(
        'invalid',
        'More than 200,000 outlets match. Request a part of the map from /api/list/clusters.',
      );
    const text = await shared(network, narrowed, async () => {
      const seen = await figures.seenIn(set);
      const places = await placesOnce(set);
      return Buffer.concat([places, await runChunked(columnsText(drawContacts(set, seen, now()), ',')), END]);
    });
    return most === undefined ? text : Buffer.concat([text.subarray(0, -1), Buffer.from(`,"total":${total}}`)]);
  };
}

/** Serializes the places once per network. Contacts, which change all the time, are only an eighth of the response. */
const placesOnce = memoizeByIdentity((set: HoldingSet) => runChunked(placesText(set)));

function* placesText(set: HoldingSet): Chunked<Buffer> {
  return yield* columnsText(drawPlaces(set), '{');
}

const END = Buffer.from('}');

const noPlaces = (): Places => ({
  eui: [],
  lat: [],
  lng: [],
  located: [],
  position: [],
  label: [],
  customer: [],
  customers: [],
  venue: [],
  venues: [],
});
const noOutlets = (): Drawn => ({ ...noPlaces(), status: [], last_seen: [] });

type Drawn = Omit<OutletMap, 'total'>;
type Contacts = Pick<OutletMap, 'status' | 'last_seen'>;
type Places = Omit<Drawn, keyof Contacts>;

/** Serializes columns as the fields of an object, in chunks, because the columns of 100,000 outlets take 12 MB. */
function* columnsText(drawn: Chunked<Readonly<Record<string, readonly unknown[]>>>, begin: string): Chunked<Buffer> {
  const parts: Buffer[] = [];
  let before = begin;
  for (const [name, column] of Object.entries(yield* drawn)) {
    let text = `${before}"${name}":[`;
    for (let from = 0; from < column.length; from += COLUMN_PIECE) {
      text += `${from > 0 ? ',' : ''}${JSON.stringify(column.slice(from, from + COLUMN_PIECE)).slice(1, -1)}`;
      parts.push(Buffer.from(text));
      text = '';
      yield;
    }
    parts.push(Buffer.from(`${text}]`));
    before = ',';
  }
  return Buffer.concat(parts);
}

const COLUMN_PIECE = 5_000;

/** Returns the outlets column by column, in the given order. */
export function* drawOutlets(set: HoldingSet, seen: SeenIn, nowMs: number): Chunked<Drawn> {
  return { ...(yield* drawPlaces(set)), ...(yield* drawContacts(set, seen, nowMs)) };
}

function* drawPlaces({ numbers, packed }: HoldingSet): Chunked<Places> {
  const map = noPlaces();
  const customerIndex = indexed((customer: NetworkCustomer) =>
    map.customers.push({ id: customer.id, customer: customer.name }),
  );
  const venueIndex = indexed((venue: NetworkVenue) => map.venues.push(venue.name));
  yield* forEachChunked(numbers, (number) => {
    const holding = packed.at(number);
    const { lat, lng, located, position } = placeOf(holding);
    map.eui.push(holding.outlet.eui);
    map.lat.push(lat);
    map.lng.push(lng);
    map.located.push(located);
    map.position.push(position);
    map.label.push(holding.outlet.label);
    map.customer.push(customerIndex(holding.customer));
    map.venue.push(venueIndex(holding.venue));
  });
  return map;
}

function* drawContacts({ numbers }: HoldingSet, seen: SeenIn, nowMs: number): Chunked<Contacts> {
  const contacts: Contacts = { status: [], last_seen: [] };
  yield* forEachChunked(numbers, (number) => {
    const seenMs = seen(number);
    contacts.status.push(outletStatus(seenMs, nowMs));
    contacts.last_seen.push(seenMs === null ? null : Math.floor(seenMs / 1000));
  });
  return contacts;
}

/** Returns a function that gives the index of an item. New items are appended with `add`. */
function indexed<Item>(add: (item: Item) => number): (item: Item) => number {
  const places = new Map<Item, number>();
  return (item) => {
    const place = places.get(item) ?? add(item) - 1;
    places.set(item, place);
    return place;
  };
}
