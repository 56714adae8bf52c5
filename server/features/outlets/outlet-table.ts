import type { Dependencies } from '../../dependencies.ts';
import { inPages } from '../../exports/in-pages.ts';
import { inOrderOf } from '../../lib/in-order-of.ts';
import { outletsInOrder } from './outlet-order.ts';
import {
  countOutlets,
  findOutletPage,
  findOutletsByIds,
  type OutletFilter,
  type OutletRow,
} from './outlets-queries.ts';

type Needs = Pick<Dependencies, 'accounts' | 'figures'>;
type Asked = { readonly filter: OutletFilter; readonly nowMs: number };
type FoundOutlets = {
  readonly total: number;
  page(part: { readonly limit: number; readonly offset: number }): Promise<readonly OutletRow[]>;
};

/**
 * From this number of outlets, the store would scan all of them for every page. Filter and order then come from the
 * network in memory, and the store reads only the rows of the page. Contact times there are as old as the cached
 * contacts.
 */
const LARGE = 20_000;

export function createOutletTable({ accounts, figures }: Needs, largeFrom = LARGE) {
  const kept = figures.keeper.forNetwork<Uint32Array>('outletOrders', ({ length }) => length);

  async function find(asked: Asked): Promise<FoundOutlets> {
    const { filter, nowMs } = asked;
    const network = await figures.network();
    const { packed } = network;
    if (packed.outlets.length < largeFrom) {
      const total = await countOutlets(accounts, filter, nowMs);
      return { total, page: (part) => findOutletPage(accounts, filter, { nowMs, ...part }) };
    }
    const contacts = await figures.contacts();
    const places = await kept(network).get({ kind: 'all' }, JSON.stringify(filter), () =>
      outletsInOrder({ packed, contacts, nowMs }, filter),
    );
    return {
      total: places.length,
      page: async ({ limit, offset }) => {
        const ids = [...places.subarray(offset, offset + limit)].map((place) => packed.outlets.at(place).id);
        return ids.length === 0 ? [] : inOrderOf(ids, await findOutletsByIds(accounts, ids, nowMs));
      },
    };
  }

  return { find, rowsOf: (found: FoundOutlets): AsyncGenerator<OutletRow> => inPages((part) => found.page(part)) };
}
