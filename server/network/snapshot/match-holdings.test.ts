import { expect, test } from 'vitest';
import { seededRandom } from '../../lib/seeded-random.ts';
import { type HoldingSet, holdingsAt, onceEach, standingAnywhere } from './holding-set.ts';
import { bestHoldings, holdingsWith, marksOf } from './match-holdings.ts';
import type { Holding } from './network-parts.ts';
import { buildNetwork } from './whole-network.ts';

const LETTERS = ['a', 'b', 'ab', 'é', 'Ω', ' ', '1', 'desk', '😀'];
const VENUES = ['ab hall', 'a8 lounge', 'desk', 'éa', 'lobby 1'];

function networkOf(outlets: number, seed: number) {
  const random = seededRandom(`outlets ${seed}`);
  const next = (below: number) => Math.floor(random.fraction() * below);
  const text = () => Array.from({ length: next(4) }, () => LETTERS[next(LETTERS.length)]).join('');
  const customers = ['Alpha', 'Beta', 'Gamma AB', 'Desks'].map((name, at) => ({
    id: `c${at}`,
    key: at + 1,
    name,
    name_key: name.toLowerCase(),
    kind: 'property' as const,
    deleted_at: null,
  }));
  const venues = VENUES.map((name, at) => ({
    id: `v${at}`,
    name,
    name_key: name,
    type: '',
    state: '',
    time_zone: 'UTC',
    lat: 1,
    lng: 2,
  }));
  const rows = Array.from({ length: outlets }, (_, at) => ({
    id: `o${at}`,
    key: at + 1,
    label: text(),
    lat: null,
    lng: null,
    retired_at: null,
    eui: `${next(2 ** 32).toString(16)}${at.toString(16)}`.padStart(16, '0').slice(-16),
  }));
  const assignments = rows.map(({ id }) => ({
    outlet_id: id,
    customer_id: `c${next(10) === 0 ? next(4) : 1}`,
    venue_id: `v${next(VENUES.length)}`,
    from_at: 0,
    to_at: null,
  }));
  return buildNetwork({ customers, venues, outlets: rows, assignments, flights: [] }, 1_000);
}

const all = (set: HoldingSet) => holdingsAt(set, 0, set.numbers.length);
const textsOf = ({ outlet, venue }: Holding) => [outlet.eui, outlet.labelKey, venue.nameKey];
const euis = (holdings: readonly Holding[]) => holdings.map(({ outlet }) => outlet.eui);

/**
 * Returns the expected matches: holdings with the word in one of the outlet's texts, or in the customer's name if that
 * is searched.
 */
const plainly = (set: HoldingSet, word: string, customer: string | null) =>
  all(set).filter(
    (one) =>
      textsOf(one).some((text) => text.includes(word)) ||
      (customer !== null && one.customer.findKey.includes(customer)),
  );

function plainBest(set: HoldingSet, words: readonly string[], most: number): Holding[] {
  const [first = ''] = words;
  const orderOf = (one: Holding) => {
    const own = textsOf(one);
    return `${own.some((text) => text.startsWith(first)) ? 0 : 1}${own.find((text) => text.includes(first)) ?? ''}`;
  };
  return all(set)
    .filter((one) => words.every((word) => textsOf(one).some((text) => text.includes(word))))
    .map((one) => ({ one, order: orderOf(one) }))
    .sort((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0))
    .slice(0, most)
    .map(({ one }) => one);
}

const WORDS = ['a', 'ab', 'a8', '00', 'desk', 'é', 'Ω', '😀', 'lobby', 'zz', '1', 'b a'];

test.each([1, 7, 900, 3_000])('of %i outlets, finds the same as a full scan, in any set', async (count) => {
  const network = networkOf(count, count);
  const sets = [await onceEach(await standingAnywhere(network.packed))];
  // The holdings of a customer with few outlets are scanned outlet by outlet.
  for (const own of network.holdings.values()) sets.push({ packed: own.packed, numbers: own.numbers });
  for (const set of sets)
    for (const word of WORDS)
      for (const customer of [null, word]) {
        const wanted = { word, eui: word, customer };
        const found = await holdingsWith(set, wanted);
        expect([word, euis(all(found))]).toEqual([word, euis(plainly(set, word, customer))]);
        expect(await holdingsWith(set, wanted)).toBe(found);
      }
});

test.each([1, 7, 900, 3_000])('of %i outlets, the best are the same as after a full sort', async (count) => {
  const set = await onceEach(await standingAnywhere(networkOf(count, count + 1).packed));
  for (const words of [...WORDS.map((word) => [word]), ['desk', 'a'], ['a', 'desk'], ['0', 'lobby', '1']])
    for (const most of [1, 10]) {
      const best = await bestHoldings(set, words, most);
      expect([words, euis(best)]).toEqual([words, euis(plainBest(set, words, most))]);
    }
});

test('other work runs during a long search', () => {
  const { packed } = networkOf(6_000, 3);
  const slices = marksOf(packed, { word: 'a', eui: '0', customer: null });
  let turns = 0;
  while (slices.next().done !== true) turns += 1;
  expect(turns).toBeGreaterThan(20);
});
