import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { forEachChunked, runInBackground } from '../memory/chunked.ts';
import { findBilledPairs, findBooked } from './drafts-queries.ts';
import { findTold, wasUntold } from './judged-queries.ts';
import type { SumRow, Sums } from './month-events-queries.ts';
import { type MonthSums, outletKeyOf, pairKeyOf, type Writable } from './read-month.ts';

const SUMMED = ['views', 'clicks', 'burns', 'amount', 'owner'] as const satisfies (keyof Sums)[];

/**
 * Returns the part of a final month that is not on any document: the current sums minus the billed sums. Each event is
 * therefore billed once, no matter how often it was sent, stored or read. Returns null if billed events are missing
 * from the store. Raw events have been lost in that case, so no customer is charged or credited.
 */
export async function lateSums(
  accounts: AccountsDb,
  now: MonthSums,
  { month, closing }: { readonly month: string; readonly closing: string },
): Promise<MonthSums | null> {
  await takeEach(now.outlets, await findBooked(accounts, 'statement', month), ({ customerKey, ofKey }) =>
    outletKeyOf(customerKey, ofKey),
  );
  await takeEach(now.flights, await findBooked(accounts, 'invoice', month), ({ ofKey }) => String(ofKey));
  await takeEach(now.pairs, await findBilledPairs(accounts, month, closing), ({ ownerKey, advertiserKey }) =>
    pairKeyOf(ownerKey, advertiserKey),
  );
  await takeTold(accounts, now, month);
  const isLess =
    (await hasLess(now.outlets, SUMMED)) ||
    (await hasLess(now.flights, SUMMED)) ||
    (await hasLess(now.pairs, ['amount', 'owner']));
  return isLess ? null : now;
}

/** Subtracts `rows` from the sums. There is one row per outlet and per pair of customers. */
const takeEach = <Booked extends Partial<Sums>>(
  from: Map<string, SumRow>,
  rows: readonly Booked[],
  keyOf: (booked: Booked) => string,
): Promise<void> => runInBackground(forEachChunked(rows, (booked) => take(from, keyOf(booked), booked)));

/**
 * Subtracts the invalid events already shown. Removes all invalid events if some of these are missing from the store,
 * or if the month's own documents do not show them. No late document then shows any.
 */
async function takeTold(accounts: AccountsDb, { judged }: MonthSums, month: string): Promise<void> {
  const isUntold = await wasUntold(accounts, month);
  for (const [kind, sums] of [['statement', judged.outlets] as const, ['invoice', judged.flights] as const]) {
    const told = isUntold ? [] : await findTold(accounts, { kind, month, customerKey: null });
    const takeOne = ({ customerKey, ofKey, reason, ...booked }: (typeof told)[number]) => {
      const key = kind === 'statement' ? outletKeyOf(customerKey, ofKey) : String(ofKey);
      const reasons = sums.get(key) ?? new Map();
      sums.set(key, reasons);
      const { amount_micros: amount, owner_micros: owner, ...counts } = booked;
      take(reasons, key, { ...counts, amount, owner }, reason);
    };
    await runInBackground(forEachChunked(told, takeOne));
    const isLess =
      isUntold || (await some(sums.values(), (reasons) => [...reasons.values()].some((row) => hasLessOf(row, SUMMED))));
    if (isLess) sums.clear();
  }
}

function take(from: Map<string, SumRow>, key: string, booked: Partial<Sums>, place = key): void {
  const left = (from.get(place) ?? nothing(key)) as Writable<SumRow>;
  for (const name of SUMMED) left[name] -= booked[name] ?? 0;
  from.set(place, left);
}

const nothing = (key: string): SumRow => {
  const [ownerKey = 0, other = 0] = key.split('.').map(Number);
  const keys = { ownerKey, outletKey: other, advertiserKey: other, campaignKey: 0, flightKey: ownerKey };
  return { by: 'outlet', reason: 'none', ...keys, views: 0, clicks: 0, burns: 0, amount: 0, owner: 0 };
};

const hasLessOf = (row: SumRow, names: readonly (keyof Sums)[]): boolean => names.some((name) => row[name] < 0);

const hasLess = (rows: ReadonlyMap<string, SumRow>, names: readonly (keyof Sums)[]): Promise<boolean> =>
  some(rows.values(), (row) => hasLessOf(row, names));

async function some<Item>(items: Iterable<Item>, is: (item: Item) => boolean): Promise<boolean> {
  let isFound = false;
  await runInBackground(
    forEachChunked(items, (item) => {
      isFound ||= is(item);
    }),
  );
  return isFound;
}
