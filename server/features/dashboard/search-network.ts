import type { SearchHits } from '#contract/search.ts';
import { findKey } from '#domain/find-by-name.ts';
import { nameKey } from '#domain/name-key.ts';
import type { Scope } from '#domain/role.ts';
import { statementWords } from '#domain/statement-words.ts';
import { zonedDay } from '#domain/zoned-day.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Figures, wholeScope } from '../../figures/figures.ts';
import { createKeptWith, keptWith } from '../../memory/kept-with.ts';
import {
  type Holding,
  type Network,
  type NetworkCustomer,
  standingOnce,
} from '../../network/snapshot/whole-network.ts';
import { findCampaigns, findUsers } from './dashboard-queries.ts';
import { outletsInScope } from './outlets-in-scope.ts';

const MOST_HITS = 10;
/** Whose statements are offered, for each month that is meant. */
const MOST_STATEMENTS = 4;

type Searching = Pick<Dependencies, 'accounts' | 'config' | 'now'> & { readonly figures: Figures };
type Searcher = { readonly scope: Scope; readonly isAdmin: boolean; readonly isVisit: boolean };

const NOTHING: SearchHits = { customers: [], outlets: [], venues: [], statements: [] };

/**
 * What has all words of the text in its own, literally and whatever their case: customers by name, outlets by EUI, label and
 * venue, venues, campaigns and their flights, accounts by name and address, statements by customer and month.
 */
export async function searchNetwork(searching: Searching, who: Searcher, text: string): Promise<SearchHits> {
  const { figures, accounts, config, now } = searching;
  const { scope, isAdmin, isVisit } = who;
  const words = wordsOf(text);
  if (words.length === 0) return NOTHING;
  const network = await figures.network();
  const question = wholeScope(scope);
  const [cards, outlets, campaigns, users] = await Promise.all([
    figures.customersIn(question),
    outletsInScope(figures, network, question).then(standingOnce),
    scope.kind === 'owner' ? null : findCampaigns(accounts, scope.kind === 'all' ? null : scope.customerId, words),
    isAdmin ? findUsers(accounts, words, MOST_HITS, isVisit) : null,
  ]);
  const payers = payersOf(network, scope);
  const customers = [...cards.filter(({ deleted }) => !deleted), ...payers];
  const today = zonedDay(now(), config.networkTimeZone).date;
  return {
    customers: best(customers, words.map(findKey), customerWords).map(shownCustomer),
    outlets: best(outlets, words, outletWords).map(({ outlet: { eui, label }, customer, venue }) => ({
      eui,
      label,
      customer: customer.name,
      venue: venue.name,
    })),
    venues: best(venuesOf(outlets), words, venueWords).map(({ venue, customer }) => ({
      ...{ id: venue.id, venue: venue.name, customer: customer.name },
    })),
    statements: statementsOf(scope.kind === 'advertiser' ? payers : [], customers, text, today),
    ...(campaigns === null ? {} : { campaigns: best(campaigns, words, campaignWords).map(shownCampaign) }),
    ...(users === null ? {} : { users: users.map(({ id, name, email }) => ({ id, name: name.trim(), email })) }),
  };
}

const customerWords = ({ findKey: key }: NetworkCustomer) => [key];
const outletWords = ({ outlet, venue }: Holding) => [outlet.eui, outlet.labelKey, venue.nameKey];
const venueWords = ({ venue }: Holding) => [venue.nameKey];

const wordsOf = (text: string): string[] => nameKey(text).split(' ').filter(Boolean);

/** Advertisers have no card: an administrator finds all of them, an advertiser itself. */
function payersOf({ customers }: Network, scope: Scope): NetworkCustomer[] {
  if (scope.kind === 'owner') return [];
  const isAsked = ({ key }: NetworkCustomer) => scope.kind === 'all' || key === scope.customerKey;
  return customers.filter((one) => one.kind === 'advertiser' && !one.deleted && isAsked(one));
}

const shownCustomer = ({ id, name, kind }: NetworkCustomer) => ({ id, customer: name, kind });

/** One outlet of each venue stands for it. */
const venuesOf = keptWith((outlets: readonly Holding[]): readonly Holding[] => [
  ...new Map(outlets.filter(({ endedAt }) => endedAt === null).map((holding) => [holding.venue.id, holding])).values(),
]);

type FoundCampaign = Awaited<ReturnType<typeof findCampaigns>>[number];
const campaignWords = ({ campaign, flight, advertiser }: FoundCampaign) =>
  [campaign, flight ?? '', advertiser].map(nameKey);
const shownCampaign = ({ flight, ...campaign }: FoundCampaign) => ({ ...campaign, flight: flight ?? '' });

/** Without a name the own ones are meant, where there are any. */
function statementsOf(
  own: readonly NetworkCustomer[],
  customers: readonly NetworkCustomer[],
  text: string,
  today: string,
): SearchHits['statements'] {
  const meant = statementWords(text, today);
  if (meant === null) return [];
  const asked = meant.rest === '' && own.length > 0 ? own : customers;
  const subjects = best(asked, wordsOf(meant.rest).map(findKey), customerWords).slice(0, MOST_STATEMENTS);
  return subjects.flatMap(({ id, name, kind }) =>
    meant.months.map((month) => ({ customer_id: id, customer: name, kind, month })),
  );
}

/** Of the outlets of a large network, which are the same objects at the next letter. */
const textsOnce = createKeptWith<readonly string[]>();

/** The items that have every word somewhere in their own: first those that begin with the first one, then by name. */
function best<Item>(
  items: readonly Item[],
  words: readonly string[],
  ownWordsOf: (item: Item) => readonly string[],
): Item[] {
  const [first = ''] = words;
  const found: { readonly item: Item; readonly order: string }[] = [];
  const texts = textsOnce([items, ownWordsOf], () => items.map((item) => ownWordsOf(item).join('\n')));
  for (const [at, item] of items.entries()) {
    if (!words.every((word) => texts[at]?.includes(word))) continue;
    const own = ownWordsOf(item);
    const place = own.some((one) => one.startsWith(first)) ? 0 : 1;
    found.push({ item, order: `${place}${own.find((one) => one.includes(first)) ?? ''}` });
  }
  return found
    .sort((a, b) => (a.order < b.order ? -1 : Number(a.order > b.order)))
    .slice(0, MOST_HITS)
    .map(({ item }) => item);
}
