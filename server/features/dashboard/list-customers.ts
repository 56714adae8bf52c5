import { Readable } from 'node:stream';
import type { CustomerList, CustomerSort, Device } from '#contract/list.ts';
import type { ReportComparison } from '#contract/reports.ts';
import { findKey } from '#domain/find-by-name.ts';
import { outletStatus } from '#domain/outlet-status.ts';
import type { Dependencies } from '../../dependencies.ts';
import { scopeName } from '../../figures/cache/freshness.ts';
import { type CustomerFigures, countStanding } from '../../figures/project/customer-figures.ts';
import {
  projectBeside,
  projectCustomer,
  projectDevice,
  projectView,
  type ViewNames,
} from '../../figures/project/project-figures.ts';
import type { Question } from '../../figures/query/question.ts';
import type { LastSeen, SeenIn } from '../../figures/read/contacts.ts';
import type { RecentViewTable } from '../../figures/recent-views.ts';
import { createIdentityMemo, memoizeByIdentity } from '../../memory/memoize-by-identity.ts';
import { type HoldingSet, standingAmong } from '../../network/snapshot/holding-set.ts';
import type { NetworkCustomer } from '../../network/snapshot/network-parts.ts';
import type { Network } from '../../network/snapshot/whole-network.ts';
import { type ComparedPeriod, comparedCard, readCompared } from './compare-figures.ts';
import { createKeptOrders, type FigureSort, pageByName, RANK, type Ranked, rankCustomers } from './customer-order.ts';

type Reading = Pick<Dependencies, 'figures' | 'now'>;

export type ListQuery = {
  readonly limit?: string;
  readonly cursor?: string;
  readonly q?: string;
  readonly sort?: CustomerSort;
  readonly embed?: 'none' | 'devices';
  readonly compare?: ReportComparison;
};

const DEFAULT_LIMIT = 50;
/** Number of cards that are read and sent together when the list is not paged. */
const CARDS_AT_ONCE = 25;

/**
 * Whether a list is paged. Without any of these parameters, the response is the complete list
 * (docs/decisions.md#contract).
 */
export const isPaged = ({ limit, cursor, q, sort }: ListQuery): boolean =>
  [limit, cursor, q, sort].some((value) => value !== undefined);

/** Returns lookups for the sponsor and flight names of views. */
export const viewNamesOf = (network: Network): ViewNames => ({
  sponsor: (advertiserKey) => network.customerByKey.get(advertiserKey)?.name ?? '',
  flight: (flightKey) => network.flightCode.get(flightKey) ?? '',
});

/** Creates a function that returns pages of cards. */
export function createCustomerPages(reading: Reading): (question: Question, query: ListQuery) => Promise<CustomerList> {
  const { figures } = reading;
  const orders = createKeptOrders(figures.cache);
  return async (question, query) => {
    const { cursor, sort = 'name', embed = 'devices' } = query;
    // Historical figures have no comparison, because cached sums for other periods reflect current data.
    const compare = question.knownOn === undefined ? query.compare : undefined;
    const limit = Number(query.limit ?? DEFAULT_LIMIT);
    const needle = findKey(query.q ?? '');
    const [all, before] = await Promise.all([
      figures.customersIn(question),
      readCompared(figures, question, compare, reading.now()),
    ]);
    const matching = needle === '' ? all : all.filter((one) => one.findKey.includes(needle));
    const { page, next } =
      sort === 'name' || sort === '-name'
        ? pageByName(matching, cursor, limit, sort === '-name')
        : await orders.page(
            {
              scope: question.scope,
              name: orderName(question, `${sort} ${compare ?? ''} ${before?.until ?? ''}`, needle),
            },
            cursor,
            limit,
            () => rankAll(reading, question, matching, sort, before),
          );
    const cards = await (embed === 'none' ? figures.cards : figures.customers)(question, page);
    const { besideOf, devicesOf } = await readCards(reading, question, cards, embed);
    const data = cards.map((card) =>
      projectCustomer(
        card,
        question.scope,
        { ...besideOf(card), ...comparedCard(before, card.customer.key, question) },
        [...(devicesOf?.(card) ?? [])],
      ),
    );
    return { data, next_cursor: next, total: matching.length, period: await figures.periodOf(question) };
  };
}

const orderName = ({ scope, customerKey, knownOn, range, timeZone }: Question, sort: string, needle: string): string =>
  JSON.stringify([scopeName(scope), customerKey, range, timeZone, sort, needle, knownOn ?? null]);

/** Used if there is no comparison, so that the entire figure counts as change. */
const NOTHING_BEFORE: ComparedPeriod['sums'] = new Map();
const rankedOnce = createIdentityMemo<readonly Ranked[]>();

async function rankAll(
  { figures }: Reading,
  question: Question,
  customers: readonly NetworkCustomer[],
  sort: FigureSort,
  before: ComparedPeriod | null,
) {
  const { scope } = question;
  const [network, sums, outlets] = await Promise.all([
    figures.network(),
    figures.customerSums(question),
    figures.campaignOutlets(scope),
  ]);
  const hosted = outlets?.valid ?? null;
  const outletsOf = (key: number) => countStanding(network, scope, key, hosted);
  const earlier = before?.sums ?? NOTHING_BEFORE;
  return rankedOnce([customers, RANK[sort], sums, network, hosted ?? network, earlier], () =>
    rankCustomers(customers, sort, sums, outletsOf, earlier),
  );
}

const keysOnce = memoizeByIdentity(({ outlets }: CustomerFigures) => outlets.map(({ holding }) => holding.outlet.key));

type CardParts = [Network, LastSeen, SeenIn, RecentViewTable, ReadonlyMap<number, number>];

const NONE = new Uint32Array();

/** Returns the outlets whose contact a customer's card shows. An advertiser's card shows no contact; its devices do. */
async function standingOf(
  { holdings }: Network,
  { kind }: Question['scope'],
  customerKey: number,
): Promise<Uint32Array> {
  const own = holdings.get(customerKey);
  return kind === 'advertiser' || own === undefined ? NONE : (await standingAmong(own)).numbers;
}

function joined({ packed }: Network, sets: readonly Uint32Array[]): HoldingSet {
  const numbers = new Uint32Array(sets.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const set of sets) {
    numbers.set(set, end);
    end += set.length;
  }
  return { packed, numbers };
}

/** Reads the extra data for some cards together. The devices are then projected one after another. */
async function readCards(
  { figures, now }: Reading,
  question: Question,
  cards: readonly CustomerFigures[],
  embed: ListQuery['embed'],
): Promise<Omit<Part, 'cards'>> {
  const { scope } = question;
  const known = await figures.network();
  const standing = await Promise.all(cards.map(({ customer }) => standingOf(known, scope, customer.key)));
  const [network, lastSeen, seen, recent, allViews]: CardParts = await Promise.all([
    known,
    embed === 'none' ? new Map() : figures.lastSeen(cards.flatMap(keysOnce)),
    figures.seenIn(joined(known, standing)),
    embed === 'none' ? new Map() : figures.recentViews(question, cards),
    figures.allViews(
      question,
      cards.map(({ customer }) => customer),
    ),
  ]);
  const names = viewNamesOf(network);
  const nowMs = now();
  function* devicesOf({ customer, outlets }: CustomerFigures) {
    const viewsOf = recent.get(customer.key);
    for (const outlet of outlets) {
      const views = (viewsOf?.get(outlet.holding.outlet.key) ?? []).map((view) => projectView(view, scope, names));
      yield projectDevice(outlet, { scope, nowMs, lastSeen, views });
    }
  }
  return {
    besideOf: (card) => {
      const own = standing[cards.indexOf(card)] ?? NONE;
      const offline = () => own.reduce((sum, one) => sum + (outletStatus(seen(one), nowMs) === 'offline' ? 1 : 0), 0);
      return projectBeside(card, { scope, offline, allViews });
    },
    devicesOf: embed === 'none' ? null : devicesOf,
  };
}

/**
 * Streams every card in scope as JSON text. Reads some cards ahead and never holds the entire list. Reads the first
 * cards before it returns, so that a failing store still produces an error response. Later failures break the
 * connection, so that a partial response never looks complete.
 */
export async function streamCustomers(
  reading: Reading,
  question: Question,
  embed: ListQuery['embed'],
): Promise<Readable> {
  const customers = await reading.figures.customersIn(question);
  const readPart = async (from: number) => {
    const read = embed === 'none' ? reading.figures.cards : reading.figures.customers;
    const cards = await read(question, customers.slice(from, from + CARDS_AT_ONCE));
    return { cards, ...(await readCards(reading, question, cards, embed)) };
  };
  const first = await readPart(0);
  return Readable.from(listText(question, customers, first, readPart), { objectMode: false });
}

type Part = {
  readonly cards: readonly CustomerFigures[];
  readonly besideOf: (card: CustomerFigures) => ReturnType<typeof projectBeside>;
  readonly devicesOf: ((card: CustomerFigures) => Generator<Device>) | null;
};

async function* listText(
  { scope }: Question,
  customers: readonly NetworkCustomer[],
  first: Part,
  readPart: (from: number) => Promise<Part>,
): AsyncGenerator<string> {
  let separator = '{"data":[';
  for (let from = 0, part = first; from < customers.length; from += CARDS_AT_ONCE) {
    if (from > 0) part = await readPart(from);
    for (const card of part.cards) {
      // `devices` is a card's last field, so the text can continue after its opening bracket.
      yield separator + JSON.stringify(projectCustomer(card, scope, part.besideOf(card), [])).slice(0, -2);
      yield* devicesText(part.devicesOf?.(card) ?? []);
      yield ']}';
      separator = ',';
    }
  }
  yield separator === ',' ? ']}' : `${separator}]}`;
}

const TEXT_AT_ONCE = 64 * 1024;

function* devicesText(devices: Iterable<Device>): Generator<string> {
  let text = '';
  let separator = '';
  for (const device of devices) {
    text += separator + JSON.stringify(device);
    separator = ',';
    if (text.length < TEXT_AT_ONCE) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}
