import type { OutletMap } from '#contract/list.ts';
import { outletStatus } from '#domain/outlet-status.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Figures, wholeScope } from '../../figures/figures.ts';
import { type Holding, lastSeenOf, placeOf } from '../../figures/network.ts';
import type { Narrowed } from '../../figures/question.ts';
import { createOutletAnswers } from './outlet-answers.ts';
import { outletsInScope } from './outlets-in-scope.ts';

type Reading = Pick<Dependencies, 'now'> & { readonly figures: Figures };

/** The map's answer as prepared bytes, shared by those who ask for the same scope at the same time. */
export function createOutletMaps({ figures, now }: Reading): (narrowed: Narrowed) => Promise<Buffer> {
  const shared = createOutletAnswers<Buffer>(figures);
  return async (narrowed) => {
    const network = await figures.network();
    return shared(network, narrowed, async () => {
      const question = { ...wholeScope(narrowed.scope), ...narrowed };
      const holdings = await outletsInScope(figures, network, question);
      const lastSeen = await figures.lastSeen(holdings.map(({ outlet }) => outlet.key));
      return Buffer.from(JSON.stringify(drawOutlets(holdings, lastSeen, now())));
    });
  };
}

/** Outlets column by column, in the order of their EUI. Pure. */
export function drawOutlets(
  holdings: readonly Holding[],
  lastSeen: ReadonlyMap<number, number>,
  nowMs: number,
): OutletMap {
  const map: OutletMap = { eui: [], lat: [], lng: [], located: [], status: [], customer: [], customers: [] };
  const places = new Map<number, number>();
  const ordered = [...holdings].sort((a, b) => (a.outlet.eui < b.outlet.eui ? -1 : 1));
  for (const holding of ordered) {
    const { lat, lng, located } = placeOf(holding);
    const { id, key, name } = holding.customer;
    const place = places.get(key) ?? map.customers.push({ id, customer: name }) - 1;
    places.set(key, place);
    map.eui.push(holding.outlet.eui);
    map.lat.push(lat);
    map.lng.push(lng);
    map.located.push(located);
    map.status.push(outletStatus(lastSeenOf(holding, lastSeen), nowMs));
    map.customer.push(place);
  }
  return map;
}
