import type { SearchHits } from '#contract/search.ts';
import { findKey } from '#domain/find-by-name.ts';
import { flightName } from '#domain/flight-name.ts';
import { nameKey } from '#domain/name-key.ts';
import type { Scope } from '#domain/role.ts';
import { statementWords } from '#domain/statement-words.ts';
import { zonedDay } from '#domain/zoned-day.ts';
import { numberText, readNumber, titleOf } from '../../billing/document-words.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Figures, wholeScope } from '../../figures/figures.ts';
import { type Chunked, forEachChunked, runChunked } from '../../memory/chunked.ts';
import { createIdentityMemo, memoizeByIdentity } from '../../memory/memoize-by-identity.ts';
import { type HoldingSet, onceEach } from '../../network/snapshot/holding-set.ts';
import { bestHoldings } from '../../network/snapshot/match-holdings.ts';
import type { Holding, NetworkCustomer } from '../../network/snapshot/network-parts.ts';
import type { Network } from '../../network/snapshot/whole-network.ts';
import { findCampaigns, findDocumentsByNumber, findUsers } from './dashboard-queries.ts';
import { outletsInScope } from './outlets-in-scope.ts';

/** Items with a combined text. If that text lacks a word, none of the items is checked. */
type Piece<Item> = { readonly text: string; readonly items: readonly Item[]; readonly texts: readonly string[] };

const PIECE = 500;

type Hit<Item> = { readonly item: Item; readonly order: string };

/**
 * Creates a search for items that contain every word. Items that begin with the first word come first; otherwise, items
 * are sorted by name. The search texts of a large network's outlets are built once, because the next keystroke passes
 * the same objects.
 */
export function createMatcher<Item>(
  ownWordsOf: (item: Item) => readonly string[],
  most: number,
): (items: readonly Item[], words: readonly string[]) => Promise<Item[]> {
  function* piecesOf(items: readonly Item[]): Chunked<Piece<Item>[]> {
    const pieces: Piece<Item>[] = [];
    for (let from = 0; from < items.length; from += PIECE) {
      const some = items.slice(from, from + PIECE);
      const texts = some.map((item) => ownWordsOf(item).join('\n'));
      pieces.push({ text: texts.join('\n'), items: some, texts });
      yield;
    }
    return pieces;
  }

  function* bestOf(pieces: readonly Piece<Item>[], words: readonly string[]): Chunked<Item[]> {
    const [first = ''] = words;
    const found: Hit<Item>[] = [];
    for (const { text, items, texts } of pieces) {
      yield;
      if (!words.every((word) => text.includes(word))) continue;
      for (const [at, item] of items.entries()) {
        if (!words.every((word) => texts[at]?.includes(word))) continue;
        const own = ownWordsOf(item);
        const place = own.some((one) => one.startsWith(first)) ? 0 : 1;
        putInOrder(found, { item, order: `${place}${own.find((one) => one.includes(first)) ?? ''}` }, most);
      }
    }
    return found.map(({ item }) => item);
  }

  const piecesOnce = memoizeByIdentity((items: readonly Item[]) => runChunked(piecesOf(items)));
  return async (items, words) => runChunked(bestOf(await piecesOnce(items), words));
}

/** Inserts a hit in order and keeps only the best hits, because half the network may match a word. */
function putInOrder<Item>(found: Hit<Item>[], hit: Hit<Item>, most: number): void {
  if (found.length >= most && hit.order >= (found.at(-1)?.order ?? '')) return;
  const after = found.findIndex(({ order }) => order > hit.order);
  found.splice(after === -1 ? found.length : after, 0, hit);
  if (found.length > most) found.pop();
}

const MOST_HITS = 10;
/** Maximum number of customers whose statements the search offers for each month. */
const MOST_STATEMENTS = 4;

type Searching = Pick<Dependencies, 'accounts' | 'config' | 'now'> & { readonly figures: Figures };
type Searcher = { readonly scope: Scope; readonly isAdmin: boolean; readonly isVisit: boolean };

const NOTHING: SearchHits = { customers: [], outlets: [], venues: [], statements: [], documents: [] };

/**
 * Finds entries that contain all words literally, ignoring case. Customers match by name; outlets by EUI, label and
 * venue; venues, campaigns and flights by name. Users match by name and email address, statements by customer and
 * month, and documents by number.
 */
export async function searchNetwork(searching: Searching, who: Searcher, text: string): Promise<SearchHits> {
  const { figures, accounts, config, now } = searching;
  const { scope, isAdmin, isVisit } = who;
  const words = wordsOf(text);
  if (words.length === 0) return NOTHING;
  const network = await figures.network();
  const question = wholeScope(scope);
  const number = readNumber(text);
  const [cards, outlets, campaigns, users, documents] = await Promise.all([
    figures.customersIn(question),
    outletsInScope(figures, network, question).then(onceEach),
    scope.kind === 'owner' ? null : findCampaigns(accounts, scope.kind === 'all' ? null : scope.customerId, words),
    isAdmin ? findUsers(accounts, words, MOST_HITS, isVisit) : null,
    number === null ? [] : findDocumentsByNumber(accounts, scope, number),
  ]);
  const payers = payersOf(network, scope);
  const customers = customersOnce([cards, network], () => [...cards.filter(({ deleted }) => !deleted), ...payers]);
  const today = zonedDay(now(), config.networkTimeZone).date;
  return {
    customers: (await bestCustomers(customers, words.map(findKey))).map(shownCustomer),
    outlets: (await bestHoldings(outlets, words, MOST_HITS)).map(({ outlet: { eui, label }, customer, venue }) => ({
      eui,
      label,
      customer: customer.name,
      venue: venue.name,
    })),
    venues: (await bestVenues(await venuesOf(outlets), words)).map(({ venue, customer }) => ({
      id: venue.id,
      venue: venue.name,
      customer: customer.name,
    })),
    statements: await statementsOf(scope.kind === 'advertiser' ? payers : [], customers, text, today),
    documents: documents.map(shownDocument),
    ...(campaigns === null ? {} : { campaigns: (await bestCampaigns(campaigns, words)).map(shownCampaign) }),
    ...(users === null ? {} : { users: users.map(({ id, name, email }) => ({ id, name: name.trim(), email })) }),
  };
}

const bestCustomers = createMatcher(({ findKey: key }: NetworkCustomer) => [key], MOST_HITS);
const bestVenues = createMatcher(({ venue }: Holding) => [venue.nameKey], MOST_HITS);

/** Returns the same list for the same cards, so that its search texts are built only once. */
const customersOnce = createIdentityMemo<readonly NetworkCustomer[]>();

const wordsOf = (text: string): string[] => nameKey(text).split(' ').filter(Boolean);

/**
 * Returns the advertisers that the caller can find, because they have no card: an administrator finds all advertisers,
 * and an advertiser finds itself.
 */
function payersOf(network: Network, scope: Scope): readonly NetworkCustomer[] {
  if (scope.kind === 'owner') return [];
  const all = advertisersOf(network);
  return scope.kind === 'all' ? all : all.filter(({ key }) => key === scope.customerKey);
}

const advertisersOf = memoizeByIdentity(({ customers }: Network) =>
  customers.filter(({ deleted, kind }) => kind === 'advertiser' && !deleted),
);

const shownCustomer = ({ id, name, kind }: NetworkCustomer) => ({ id, customer: name, kind });

/** Returns one outlet for each venue. */
const venuesOf = memoizeByIdentity((outlets: HoldingSet) => runChunked(oneOfEachVenue(outlets)));

function* oneOfEachVenue({ numbers, packed }: HoldingSet): Chunked<readonly Holding[]> {
  const { endedAt, venueOf } = packed;
  const byVenue = new Map<number, number>();
  yield* forEachChunked(numbers, (number) => {
    if (Number.isNaN(endedAt[number])) byVenue.set(venueOf[number] ?? 0, number);
  });
  return [...byVenue.values()].map((number) => packed.at(number));
}

type FoundCampaign = Awaited<ReturnType<typeof findCampaigns>>[number];
const bestCampaigns = createMatcher(
  ({ campaign, flight, label, advertiser }: FoundCampaign) =>
    [campaign, flight ?? '', label ?? '', advertiser].map(nameKey),
  MOST_HITS,
);
const shownCampaign = ({ flight, label, ...campaign }: FoundCampaign) => ({
  ...campaign,
  flight: flight === null ? '' : flightName({ code: flight, label: label ?? '' }),
});

const shownDocument = (found: Awaited<ReturnType<typeof findDocumentsByNumber>>[number]) => {
  const { customer, id, kind, month, number } = found;
  return { id, kind, title: titleOf(found), number: numberText(kind, Number(number)), month, customer };
};

/** Finds statements by customer and month. Without a customer name, offers the caller's own statements, if any. */
async function statementsOf(
  own: readonly NetworkCustomer[],
  customers: readonly NetworkCustomer[],
  text: string,
  today: string,
): Promise<SearchHits['statements']> {
  const meant = statementWords(text, today);
  if (meant === null) return [];
  const asked = meant.rest === '' && own.length > 0 ? own : customers;
  const subjects = await bestCustomers(asked, wordsOf(meant.rest).map(findKey));
  return subjects
    .slice(0, MOST_STATEMENTS)
    .flatMap(({ id, name, kind }) => meant.months.map((month) => ({ customer_id: id, customer: name, kind, month })));
}
