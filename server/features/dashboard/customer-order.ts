import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { CustomerSort } from '#contract/list.ts';
import type { Scope } from '#domain/role.ts';
import type { FigureCache } from '../../figures/cache/figure-cache.ts';
import { type FigureSet, NO_FIGURES } from '../../figures/read/sums.ts';
import { memoizeByIdentity } from '../../memory/memoize-by-identity.ts';
import type { NetworkCustomer } from '../../network/snapshot/network-parts.ts';
import { decodeCursor, encodeCursor, unknownPage, wholeNumber } from './cursor.ts';

/**
 * Maximum number of bytes for the earlier customers in a cursor, with one bit for each customer key. A longer cursor
 * would exceed the URL length that servers and proxies accept.
 */
const MOST_BYTES = 4_400;
const MOST_KEY = 4_000_000;

/** Encodes the customers on earlier pages for a cursor; '' if there are too many. */
function encodeShown(customerKeys: readonly number[]): string {
  const highest = customerKeys.reduce((most, key) => Math.max(most, key), 0);
  const bits = Buffer.alloc((highest >> 3) + 1);
  for (const key of customerKeys) bits[key >> 3] = (bits[key >> 3] ?? 0) | (1 << (key & 7));
  const packed = deflateRawSync(bits);
  return packed.length > MOST_BYTES ? '' : packed.toString('base64url');
}

/**
 * Decodes the customers on earlier pages. Returns null if the cursor lists none. Throws `AppError` for text that
 * `encodeShown` did not make.
 */
function decodeShown(text: string): ((customerKey: number) => boolean) | null {
  if (text === '') return null;
  const bits = unpack(Buffer.from(text, 'base64url'));
  return (key) => ((bits[key >> 3] ?? 0) & (1 << (key & 7))) !== 0;
}

function unpack(packed: Buffer): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: MOST_KEY >> 3 });
  } catch {
    throw unknownPage();
  }
}

export type FigureSort = Exclude<CustomerSort, 'name' | '-name'>;

/** Returns the value that ranks a customer, highest first. The value is negated if the lowest comes first. */
export const RANK: Readonly<Record<FigureSort, (figures: FigureSet, outlets: number, before: FigureSet) => bigint>> = {
  '-total_views': ({ total }) => BigInt(total.views),
  total_views: ({ total }) => -BigInt(total.views),
  '-today_views': ({ today }) => BigInt(today.views),
  today_views: ({ today }) => -BigInt(today.views),
  '-total_revenue': ({ total }) => total.micros,
  total_revenue: ({ total }) => -total.micros,
  '-change_views': ({ total }, _outlets, before) => BigInt(total.views - before.total.views),
  change_views: ({ total }, _outlets, before) => BigInt(before.total.views - total.views),
  '-change_revenue': ({ total }, _outlets, before) => total.micros - before.total.micros,
  change_revenue: ({ total }, _outlets, before) => before.total.micros - total.micros,
  '-outlets': (_figures, outlets) => BigInt(outlets),
  outlets: (_figures, outlets) => -BigInt(outlets),
};

export type Ranked = { readonly customer: NetworkCustomer; readonly rank: bigint };

export function rankCustomers(
  customers: readonly NetworkCustomer[],
  sort: FigureSort,
  sums: ReadonlyMap<number, FigureSet>,
  outletsOf: (customerKey: number) => number,
  before: ReadonlyMap<number, FigureSet>,
): Ranked[] {
  return customers
    .map((customer) => ({
      customer,
      rank: RANK[sort](
        sums.get(customer.key) ?? NO_FIGURES,
        outletsOf(customer.key),
        before.get(customer.key) ?? NO_FIGURES,
      ),
    }))
    .sort(compareRanked);
}

/** Sorts the highest rank first, and customers of equal rank by name. */
function compareRanked(a: Ranked, b: Ranked): number {
  if (a.rank !== b.rank) return a.rank > b.rank ? -1 : 1;
  return compareNames(a.customer, b.customer);
}

function compareNames(a: NetworkCustomer, b: NetworkCustomer): number {
  if (a.findKey !== b.findKey) return a.findKey < b.findKey ? -1 : 1;
  if (a.nameKey !== b.nameKey) return a.nameKey < b.nameKey ? -1 : 1;
  return a.id < b.id ? -1 : Number(a.id > b.id);
}

export type CustomerPage = { readonly page: readonly NetworkCustomer[]; readonly next: string | null };

/**
 * Maximum length of a name in a cursor, so that the cursor stays short. If a name is cut, the ID identifies the end of
 * the page.
 */
const CURSOR_NAME = 80;

/** Returns a page in ascending or descending name order. Adding or renaming a customer moves no other customer. */
export function pageByName(
  byName: readonly NetworkCustomer[],
  cursor: string | undefined,
  limit: number,
  isReversed = false,
): CustomerPage {
  const customers = isReversed ? byName.toReversed() : byName;
  const from = cursor === undefined ? 0 : placeAfterName(customers, cursor, isReversed);
  const page = customers.slice(from, from + limit);
  const last = page.at(-1);
  const isLast = last === undefined || from + limit >= customers.length;
  return { page, next: isLast ? null : encodeCursor(cutName(last), last.id) };
}

const cutName = ({ findKey, nameKey }: NetworkCustomer) =>
  findKey === nameKey ? findKey.slice(0, CURSOR_NAME) : `${findKey}\0${nameKey}`.slice(0, CURSOR_NAME);

function placeAfterName(customers: readonly NetworkCustomer[], cursor: string, isReversed: boolean): number {
  const [name = '', id = ''] = decodeCursor(cursor, 2);
  const same = customers.findIndex((one) => one.id === id && cutName(one) === name);
  if (same >= 0) return same + 1;
  const follows = (one: NetworkCustomer) => {
    const [a, b] = cutName(one) === name ? [one.id, id] : [cutName(one), name];
    return isReversed ? a < b : a > b;
  };
  const after = customers.findIndex(follows);
  return after < 0 ? customers.length : after;
}

/**
 * Caches the orders by figures that users page through. Figures keep growing, so later pages use the order of the first
 * page. After a restart or in another process, that order is missing. Then the current ranks decide, and customers that
 * the cursor lists as shown precede the position, so that no customer repeats or is missed. For networks too large for
 * a cursor, only the last rank decides. An order's ID is a hash of its content. `question` identifies the scope and the
 * query, so that users with the same question share an order.
 */
export function createKeptOrders(keeper: Pick<FigureCache, 'answers'>): {
  page(
    question: Asked,
    cursor: string | undefined,
    limit: number,
    rank: () => Promise<readonly Ranked[]>,
  ): Promise<CustomerPage>;
} {
  const kept = keeper.answers<readonly Ranked[]>('orders', (order) => order.length);

  async function pageOf({ scope, name }: Asked, ranked: readonly Ranked[], from: number, limit: number) {
    const id = orderId(ranked);
    return slice(await kept.get(scope, `${id}|${name}`, async () => ranked), from, limit, id);
  }

  return {
    async page(question, cursor, limit, rank) {
      if (cursor === undefined) return pageOf(question, await rank(), 0, limit);
      const [id = '', offset, rankText, customerId = '', shownText = ''] = decodeCursor(cursor, 5);
      const isShown = decodeShown(shownText);
      const from = Number(wholeNumber(offset));
      const lastRank = signed(rankText);
      const held = await kept.peek(question.scope, `${id}|${question.name}`);
      if (held !== undefined) return slice(held, from, limit, id);
      const order = await rank();
      if (isShown === null) return pageOf(question, order, placeAfter(order, lastRank, customerId), limit);
      const shown = order.filter(({ customer }) => isShown(customer.key));
      const others = order.filter(({ customer }) => !isShown(customer.key));
      return pageOf(question, [...shown, ...others], shown.length, limit);
    },
  };
}

/** The scope of an order, and the name of its query. */
type Asked = { readonly scope: Scope; readonly name: string };

/** Hashes customers and ranks, so that the same ranks have the same id in another process. */
const orderId = memoizeByIdentity((order: readonly Ranked[]): string =>
  createHash('sha256')
    .update(order.map(({ customer, rank }) => `${customer.key} ${rank}`).join())
    .digest('base64url')
    .slice(0, 22),
);

function slice(order: readonly Ranked[], from: number, limit: number, id: string): CustomerPage {
  const page = order.slice(from, from + limit);
  const last = page.at(-1);
  const isLast = last === undefined || from + limit >= order.length;
  return {
    page: page.map(({ customer }) => customer),
    next: isLast
      ? null
      : encodeCursor(id, from + limit, last.rank, last.customer.id, encodeShown(keysOf(order, from + limit))),
  };
}

const keysOf = (order: readonly Ranked[], before: number): number[] =>
  order.slice(0, before).map(({ customer }) => customer.key);

const signed = (text: string | undefined): bigint => {
  if (!/^-?[0-9]{1,20}$/.test(text ?? '')) throw unknownPage();
  return BigInt(text ?? '');
};

/** Returns the position after a customer with this rank. */
function placeAfter(ranked: readonly Ranked[], rank: bigint, customerId: string): number {
  const at = ranked.findIndex((one) => one.customer.id === customerId);
  if (at >= 0 && ranked[at]?.rank === rank) return at + 1;
  const below = ranked.findIndex((one) => one.rank < rank);
  return below < 0 ? ranked.length : below;
}
