import type { SearchHits } from '#contract/search.ts';
import { nameKey } from '#domain/name-key.ts';
import type { Scope } from '#domain/role.ts';
import { type Figures, wholeScope } from '../../figures/figures.ts';
import type { Holding, NetworkCustomer } from '../../figures/network.ts';
import { outletsInScope } from './outlets-in-scope.ts';

const MOST_HITS = 10;

/** Customers whose name and outlets whose EUI or venue contains the text, literally and whatever its case. */
export async function searchNetwork(figures: Figures, scope: Scope, text: string): Promise<SearchHits> {
  const needle = nameKey(text);
  if (needle === '') return { customers: [], outlets: [] };
  const network = await figures.network();
  const question = wholeScope(scope);
  const cards = (await figures.customersIn(question)).filter(({ deleted }) => !deleted);
  // An administrator finds advertisers as well; they have no card of their own.
  const advertisers = scope.kind === 'all' ? network.customers.filter(({ kind }) => kind === 'advertiser') : [];
  const outlets = await outletsInScope(figures, network, question);
  return {
    customers: best([...cards, ...advertisers], needle, (one: NetworkCustomer) => [one.nameKey]).map(
      ({ id, name, kind }) => ({ id, customer: name, kind }),
    ),
    outlets: best(outlets, needle, ({ outlet, venue }: Holding) => [outlet.eui, venue.nameKey]).map(
      ({ outlet, customer, venue }) => ({ eui: outlet.eui, customer: customer.name, venue: venue.name }),
    ),
  };
}

/** The items with the text in one of their words: first those that begin with it, then by word. */
function best<Item>(items: readonly Item[], needle: string, wordsOf: (item: Item) => readonly string[]): Item[] {
  return items
    .flatMap((item) => {
      const word = wordsOf(item).find((one) => one.includes(needle));
      return word === undefined ? [] : [{ item, order: `${word.startsWith(needle) ? 0 : 1}${word}` }];
    })
    .sort((a, b) => (a.order < b.order ? -1 : Number(a.order > b.order)))
    .slice(0, MOST_HITS)
    .map(({ item }) => item);
}
