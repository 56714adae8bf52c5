import type { OutletMap } from '#contract/list.ts';
import { outletStatus } from '#domain/outlet-status.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Figures, wholeScope } from '../../figures/figures.ts';
import { scopeName } from '../../figures/freshness.ts';
import { type Holding, lastSeenOf, type Network, placeOf } from '../../figures/network.ts';
import type { Narrowed } from '../../figures/question.ts';
import { createSharedAnswers, type SharedAnswers } from '../../figures/shared-answers.ts';
import { outletsInScope } from './outlets-in-scope.ts';

type Reading = Pick<Dependencies, 'now'> & { readonly figures: Figures };

/** A status may be this much older than the clock. */
const MOST_AGE_MS = 1_000;

/** The map's answer as prepared bytes, shared by those who ask for the same scope at the same time. */
export function createOutletMaps({ figures, now }: Reading): (narrowed: Narrowed) => Promise<Buffer> {
  const prepared = new WeakMap<Network, SharedAnswers<Buffer>>();
  return async (narrowed) => {
    const network = await figures.network();
    const answers = prepared.get(network) ?? createSharedAnswers<Buffer>({ maxAgeMs: MOST_AGE_MS, most: 32 });
    prepared.set(network, answers);
    return answers.get(
      `${scopeName(narrowed.scope)}|${narrowed.customerKey}`,
      () => (narrowed.scope.kind === 'advertiser' ? figures.freshness(narrowed.scope) : 0),
      async () => {
        const question = { ...wholeScope(narrowed.scope), ...narrowed };
        const holdings = await outletsInScope(figures, network, question);
        const lastSeen = await figures.lastSeen(holdings.map(({ outlet }) => outlet.key));
        return Buffer.from(JSON.stringify(drawOutlets(holdings, lastSeen, now())));
      },
    );
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
