import type { ExplainedPart } from '#contract/explain.ts';
import { amountMicros, type BillableKind, dollars, ownerMicros } from '#domain/money.ts';
import type { Perspective } from '#domain/role.ts';
import type { Config } from '../../config/config.ts';
import type { Dependencies } from '../../dependencies.ts';
import { grouped } from '../../lib/grouped.ts';
import { findPrices, findShares } from './explain-terms-queries.ts';

type Needs = Pick<Dependencies, 'accounts'> & { readonly config: Pick<Config, 'ownerSharePpm'> };

/** Events that earned the same amount each. */
type Amount = {
  readonly kind: BillableKind;
  /** The advertiser's price of one event, and the owner's part of it. '' where the reader may not know it. */
  readonly each: string;
  readonly ownerEach: string;
  readonly flightKeys: ReadonlySet<number>;
  readonly customerKeys: ReadonlySet<number>;
};
type Terms = Pick<ExplainedPart, 'prices' | 'shares'>;
type PriceRow = Awaited<ReturnType<typeof findPrices>>[number];
type ShareRow = Awaited<ReturnType<typeof findShares>>[number];

/**
 * The versions of prices and shares behind the amount of an event. Advertisers see the price, and administrators see
 * the price and the owner's share. An owner sees neither, because with its share it could compute what others pay.
 * Terms that several flights or owners share appear once, with the earliest start.
 */
export async function termsOf(
  { accounts, config }: Needs,
  perspective: Perspective,
  parts: readonly Amount[],
): Promise<(part: Amount) => Terms> {
  if (perspective === 'property') return () => ({});
  const all = (keysOf: (part: Amount) => ReadonlySet<number>) => [
    ...new Set(parts.flatMap((part) => [...keysOf(part)])),
  ];
  const prices = grouped(
    await findPrices(
      accounts,
      all(({ flightKeys }) => flightKeys),
    ),
    (row) => row.flight_key,
  );
  const isAll = perspective === 'admin';
  const shares = grouped(
    isAll
      ? await findShares(
          accounts,
          all(({ customerKeys }) => customerKeys),
        )
      : [],
    (row) => row.customer_key,
  );
  return (part) => {
    const own = { prices: pricesOf(part, prices), shares: isAll ? sharesOf(part, shares, config.ownerSharePpm) : [] };
    return {
      ...(own.prices.length === 0 ? {} : { prices: own.prices }),
      ...(own.shares.length === 0 ? {} : { shares: own.shares }),
    };
  };
}

const iso = (ms: number): string => new Date(ms).toISOString();

/** Keeps the first of equal rows, ordered from the oldest. */
function firstOfEach<Row extends { readonly valid_from: number }>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): Row[] {
  const found = new Map<string, Row>();
  for (const row of rows.toSorted((one, other) => one.valid_from - other.valid_from))
    if (!found.has(nameOf(row))) found.set(nameOf(row), row);
  return [...found.values()];
}

function pricesOf({ kind, each, flightKeys }: Amount, prices: ReadonlyMap<number, PriceRow[]>) {
  const own = [...flightKeys]
    .flatMap((key) => prices.get(key) ?? [])
    .filter(({ model, price_micros: micros }) => each === String(amountMicros(kind, model, micros)));
  const nameOf = ({ model, price_micros, valid_from, venue_type }: PriceRow) =>
    // For a single flight, lists each version.
    JSON.stringify([model, price_micros, venue_type, flightKeys.size > 1 ? null : valid_from]);
  return firstOfEach(own, nameOf).map(({ model, price_micros: micros, valid_from: from, venue_type }) => ({
    model,
    price: dollars(micros),
    since: iso(from),
    venue_type,
  }));
}

function sharesOf({ each, ownerEach, customerKeys }: Amount, shares: ReadonlyMap<number, ShareRow[]>, usual: number) {
  if (each === '' || ownerEach === '') return [];
  const comesToIt = (ppm: number) => ownerMicros(Number(each), ppm) === Number(ownerEach);
  const found: ShareRow[] = [];
  let isUsual = false;
  for (const key of customerKeys) {
    const own = (shares.get(key) ?? []).filter(({ share_ppm: ppm }) => comesToIt(ppm));
    for (const row of own) found.push(row);
    if (own.length === 0 && comesToIt(usual)) isUsual = true;
  }
  const nameOf = ({ share_ppm, valid_from }: ShareRow) =>
    JSON.stringify([share_ppm, customerKeys.size > 1 ? null : valid_from]);
  return [
    ...firstOfEach(found, nameOf).map(({ share_ppm: ppm, valid_from: from }) => ({
      percent: ppm / 10_000,
      since: iso(from),
    })),
    ...(isUsual ? [{ percent: usual / 10_000, since: null }] : []),
  ];
}
