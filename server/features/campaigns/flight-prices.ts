import { NO_START } from '#domain/flight-state.ts';
import type { PriceModel } from '#domain/money.ts';
import { dollars } from '#domain/money.ts';
import type { Tx } from './creatives-queries.ts';
import { findRateCard, insertRate, type NewPrice, type RateRow } from './flights-queries.ts';

/** Returns the rate card's prices for a model at a given time: the newest price for each venue type. */
export function cardPrices(card: readonly RateRow[], model: PriceModel, instantMs: number): RateRow[] {
  const held = new Map<string, RateRow>();
  for (const rate of card) {
    if (rate.model !== model || rate.valid_from > instantMs) continue;
    const known = held.get(rate.venue_type);
    if (known === undefined || rate.valid_from > known.valid_from) held.set(rate.venue_type, rate);
  }
  return [...held.values()].sort((one, other) => (one.venue_type < other.venue_type ? -1 : 1));
}

/**
 * Adds a price to the rate card. `unchanged`: the card already has it at that time. `conflict`: another price starts at
 * that time.
 */
export async function addToRateCard(tx: Tx, rate: Omit<RateRow, 'id'>): Promise<'added' | 'unchanged' | 'conflict'> {
  const prices = cardPrices(await findRateCard(tx), rate.model, rate.valid_from);
  const held = prices.find(({ venue_type: type }) => type === rate.venue_type);
  if (held?.price_micros === rate.price_micros) return 'unchanged';
  return (await insertRate(tx, rate)) ? 'added' : 'conflict';
}

/**
 * Returns a flight's prices under the rate card: the current ones for its model, valid from its start if that has
 * passed, otherwise from now.
 */
export const pricesFromCard = (
  card: readonly RateRow[],
  { price_model: model, starts_at: starts }: { readonly price_model: PriceModel | null; readonly starts_at: number },
  nowMs: number,
): NewPrice[] =>
  model === null
    ? []
    : cardPrices(card, model, nowMs).map(({ venue_type, price_micros }) => ({
        model,
        venue_type,
        price_micros,
        valid_from: starts === NO_START ? nowMs : Math.min(starts, nowMs),
      }));

export const shownPrices = (prices: readonly NewPrice[]) =>
  prices.map(({ model, price_micros, venue_type, valid_from }) => ({
    model,
    price: dollars(price_micros),
    venue_type: venue_type === '' ? null : venue_type,
    from: new Date(valid_from).toISOString(),
  }));

/** Returns the highest price that applies from the start; null if there is none. */
export function priceFromStart(prices: readonly NewPrice[], startsMs: number) {
  const held = prices.filter(({ valid_from: from }) => startsMs === NO_START || from <= startsMs);
  const [highest] = [...held].sort((one, other) => other.price_micros - one.price_micros);
  return highest === undefined ? null : { model: highest.model, micros: highest.price_micros };
}
