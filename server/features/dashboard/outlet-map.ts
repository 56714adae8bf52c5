import type { OutletMap } from '#contract/list.ts';
import { outletStatus } from '#domain/outlet-status.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Narrowed } from '../../figures/asked/question.ts';
import { wholeScope } from '../../figures/figures.ts';
import { lastSeenOf, placeOf, standingOnce } from '../../figures/project/shown-holding.ts';
import { eachOf, inTurns, type Slices } from '../../memory/in-slices.ts';
import type { Holding, NetworkCustomer, NetworkVenue } from '../../network/snapshot/whole-network.ts';
import { createOutletAnswers } from './outlet-answers.ts';
import { inOrder, outletsInScope } from './outlets-in-scope.ts';

type Reading = Pick<Dependencies, 'figures' | 'now'>;

/** The map's answer as prepared bytes, shared by those who ask for the same scope at the same time. */
export function createOutletMaps({ figures, now }: Reading): (narrowed: Narrowed) => Promise<Buffer> {
  const shared = createOutletAnswers<Buffer>(figures);
  return async (narrowed) => {
    const network = await figures.network();
    return shared(network, narrowed, async () => {
      const question = { ...wholeScope(narrowed.scope), ...narrowed };
      const holdings = await inOrder(await standingOnce(await outletsInScope(figures, network, question)));
      const lastSeen = await figures.lastSeen(holdings.map(({ outlet }) => outlet.key));
      return inTurns(mapText(holdings, lastSeen, now()));
    });
  };
}

/** The answer's bytes, made in slices: of 100,000 outlets they are 12 MB. */
function* mapText(holdings: readonly Holding[], lastSeen: ReadonlyMap<number, number>, nowMs: number): Slices<Buffer> {
  const parts: Buffer[] = [];
  let before = '{';
  for (const [name, column] of Object.entries(yield* drawOutlets(holdings, lastSeen, nowMs))) {
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
  return Buffer.concat([...parts, Buffer.from('}')]);
}

const COLUMN_PIECE = 5_000;

/** Outlets column by column, in the order given. */
function* drawOutlets(
  holdings: readonly Holding[],
  lastSeen: ReadonlyMap<number, number>,
  nowMs: number,
): Slices<OutletMap> {
  const map: OutletMap = {
    ...{ eui: [], lat: [], lng: [], located: [], position: [], label: [], status: [], last_seen: [] },
    ...{ customer: [], customers: [], venue: [], venues: [] },
  };
  const customerIndex = indexed((customer: NetworkCustomer) =>
    map.customers.push({ id: customer.id, customer: customer.name }),
  );
  const venueIndex = indexed((venue: NetworkVenue) => map.venues.push(venue.name));
  yield* eachOf(holdings, (holding) => {
    const { lat, lng, located, position } = placeOf(holding);
    const seenMs = lastSeenOf(holding, lastSeen);
    map.eui.push(holding.outlet.eui);
    map.lat.push(lat);
    map.lng.push(lng);
    map.located.push(located);
    map.position.push(position);
    map.label.push(holding.outlet.label);
    map.status.push(outletStatus(seenMs, nowMs));
    map.last_seen.push(seenMs === null ? null : Math.floor(seenMs / 1000));
    map.customer.push(customerIndex(holding.customer));
    map.venue.push(venueIndex(holding.venue));
  });
  return map;
}

/** The place of each item in the list that `add` makes longer (and tells how long it is). */
function indexed<Item>(add: (item: Item) => number): (item: Item) => number {
  const places = new Map<Item, number>();
  return (item) => {
    const place = places.get(item) ?? add(item) - 1;
    places.set(item, place);
    return place;
  };
}
