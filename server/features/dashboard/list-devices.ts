import type { DevicePage } from '#contract/list.ts';
import { findKey } from '#domain/find-by-name.ts';
import { nameKey } from '#domain/name-key.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Figures } from '../../figures/figures.ts';
import { assembleOutlets, figuresOf, type OutletFigures } from '../../figures/project/customer-figures.ts';
import { projectDevice } from '../../figures/project/project-figures.ts';
import type { Question } from '../../figures/query/question.ts';
import { runChunked } from '../../memory/chunked.ts';
import { memoizeByIdentity } from '../../memory/memoize-by-identity.ts';
import {
  allHoldings,
  chosenOf,
  formerOf,
  type HoldingSet,
  holdingsAt,
  onceEach,
} from '../../network/snapshot/holding-set.ts';
import type { HoldingsOf } from '../../network/snapshot/holdings-of.ts';
import { holdingsWith } from '../../network/snapshot/match-holdings.ts';
import type { Holding } from '../../network/snapshot/network-parts.ts';
import type { Network } from '../../network/snapshot/whole-network.ts';
import { decodeCursor, encodeCursor, wholeNumber } from './cursor.ts';
import { findHoldings } from './find-outlet.ts';
import { outletsInScope } from './outlets-in-scope.ts';

type Reading = Pick<Dependencies, 'figures' | 'now'>;
type DeviceQuery = {
  readonly eui?: string;
  readonly q?: string;
  readonly held?: 'now';
  readonly limit?: string;
  readonly cursor?: string;
  readonly offset?: string;
};

const DEFAULT_LIMIT = 50;

/**
 * Returns a page of devices, sorted by EUI. With `eui`, that outlet comes first, followed by the other outlets at its
 * venue.
 */
export async function listDevicePage(
  { figures, now }: Reading,
  question: Question,
  query: DeviceQuery,
): Promise<DevicePage> {
  const { scope } = question;
  const limit = Number(query.limit ?? DEFAULT_LIMIT);
  const network = await figures.network();
  const [chosen] = query.eui === undefined ? [] : await findHoldings(figures, question, query.eui);
  const all = query.held === 'now' ? standingHoldings : listHoldings;
  const inScope = await all(figures, network, question);
  const word = nameKey(query.q ?? '');
  const found = await holdingsWith(inScope, { word, eui: word, customer: findKey(query.q ?? '') });
  const listed = chosen === undefined ? found : await chosenFirst(found, network, chosen);
  const { numbers } = listed;
  const from = query.cursor === undefined ? Number(query.offset ?? 0) : placeAfter(listed, query.cursor, chosen);
  const page = holdingsAt(listed, from, from + limit);
  const last = page.at(-1);
  const [outlets, lastSeen] = await Promise.all([
    readFigures(figures, question, page),
    figures.lastSeen(page.map(({ outlet }) => outlet.key)),
  ]);
  return {
    data: outlets.map((outlet) => ({
      ...projectDevice(outlet, { scope, nowMs: now(), lastSeen, views: [] }),
      customer: outlet.holding.customer.name,
      customer_id: outlet.holding.customer.id,
    })),
    next_cursor:
      last === undefined || from + limit >= numbers.length ? null : encodeCursor(last.outlet.eui, last.customer.key),
    total: numbers.length,
  };
}

/** Returns each outlet in scope once, at its current place, as on the map. */
const standingHoldings = async (figures: Figures, network: Network, question: Question): Promise<HoldingSet> =>
  onceEach(await outletsInScope(figures, network, question));

/** Returns the outlets that the cards list: those in scope now, and former ones with events. */
async function listHoldings(figures: Figures, network: Network, question: Question): Promise<HoldingSet> {
  const { scope, customerKey } = question;
  if (scope.kind === 'advertiser') return outletsInScope(figures, network, question);
  const ownKey = customerKey ?? (scope.kind === 'owner' ? scope.customerKey : null);
  const inReach = ownKey === null ? allHoldings(network.packed) : setOf(network, ownKey);
  const former = await formerOf(inReach);
  if (former.numbers.length === 0) return inReach;
  const { customerOf, customers, endedAt } = network.packed;
  const places = [...new Set([...former.numbers].map((number) => customerOf[number] ?? 0))];
  const asked = places.flatMap((place) => customers[place] ?? []);
  const read = await figures.outletSums(
    question,
    asked.map(({ key }) => key),
  );
  const told = new Set(
    asked.flatMap((customer) =>
      assembleOutlets(network, scope, customer, read).map(({ holding }) =>
        network.packed.numberOf(customer.key, holding.outlet.key),
      ),
    ),
  );
  return runChunked(chosenOf(inReach, (number) => Number.isNaN(endedAt[number]) || told.has(number)));
}

const wholeOf = memoizeByIdentity(({ numbers, packed }: HoldingsOf): HoldingSet => ({ numbers, packed }));
const setOf = ({ holdings, packed }: Network, customerKey: number): HoldingSet => {
  const own = holdings.get(customerKey);
  return own === undefined ? { packed, numbers: new Uint32Array() } : wholeOf(own);
};

/**
 * Returns the outlets at the chosen outlet's venue, with the chosen outlet first. Searches only the outlets that the
 * same customer holds or held, because scanning a million outlets took 45 ms per page.
 */
async function chosenFirst(found: HoldingSet, network: Network, chosen: Holding): Promise<HoldingSet> {
  const { outletOf, outlets, venueOf, venues } = network.packed;
  const isThere = (number: number) =>
    venues[venueOf[number] ?? 0]?.id === chosen.venue.id && isAmong(found.numbers, number);
  const there = await runChunked(chosenOf(setOf(network, chosen.customer.key), isThere));
  const place = outlets.placeOfKey(chosen.outlet.key);
  const first = there.numbers.findIndex((number) => outletOf[number] === place);
  if (first <= 0) return there;
  const numbers = there.numbers.slice();
  numbers.copyWithin(1, 0, first);
  numbers[0] = there.numbers[first] ?? 0;
  return { ...there, numbers };
}

/** Whether a number is in an ascending array. */
function isAmong(numbers: Uint32Array, number: number): boolean {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return numbers[low] === number;
}

/** Returns the start of the page after an outlet. Only the chosen outlet, which is first, is outside the EUI order. */
function placeAfter({ packed, numbers }: HoldingSet, cursor: string, chosen: Holding | undefined): number {
  const [eui = '', keyText] = decodeCursor(cursor, 2);
  const key = Number(wholeNumber(keyText));
  const isAfter = (number: number) => {
    const { customer, outlet } = packed.at(number);
    return outlet.eui > eui || (outlet.eui === eui && customer.key > key);
  };
  const isChosenFirst = chosen !== undefined && packed.at(numbers[0] ?? 0).outlet.eui === chosen.outlet.eui;
  let [low, high] = [isChosenFirst ? 1 : 0, numbers.length];
  if (isChosenFirst && eui === chosen.outlet.eui) return low;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isAfter(numbers[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Reads the figures for a page's holdings, in their order. */
async function readFigures(figures: Figures, question: Question, page: readonly Holding[]): Promise<OutletFigures[]> {
  if (page.length === 0) return [];
  const customerKeys = [...new Set(page.map(({ customer }) => customer.key))];
  const outletKeys = [...new Set(page.map(({ outlet }) => outlet.key))];
  const { table } = await figures.outletSums(question, customerKeys, outletKeys);
  return page.map((holding) => figuresOf(holding, table.get(holding.customer.key)));
}
