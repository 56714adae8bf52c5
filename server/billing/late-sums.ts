import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { findBilledPairs, findBooked } from './drafts-queries.ts';
import type { SumRow, Sums } from './month-events-queries.ts';
import { type MonthSums, outletKeyOf, pairKeyOf, type Writable } from './read-month.ts';

const SUMMED = ['views', 'clicks', 'burns', 'amount', 'owner'] as const satisfies (keyof Sums)[];

/**
 * What of a final month no document has yet: what it came to now, without what is billed. So an event is billed once,
 * however often it was sent, stored or read. Null where something that is billed is gone from the store: raw events were
 * lost, and nobody is charged or credited for that.
 */
export async function lateSums(
  accounts: AccountsDb,
  now: MonthSums,
  { month, closing }: { readonly month: string; readonly closing: string },
): Promise<MonthSums | null> {
  for (const booked of await findBooked(accounts, 'statement', month))
    take(now.outlets, outletKeyOf(booked.customerKey, booked.ofKey), booked);
  for (const booked of await findBooked(accounts, 'invoice', month)) take(now.flights, String(booked.ofKey), booked);
  for (const booked of await findBilledPairs(accounts, month, closing))
    take(now.pairs, pairKeyOf(booked.ownerKey, booked.advertiserKey), booked);
  return hasLess(now.outlets, SUMMED) || hasLess(now.flights, SUMMED) || hasLess(now.pairs, ['amount', 'owner'])
    ? null
    : now;
}

function take(from: Map<string, SumRow>, key: string, booked: Partial<Sums>): void {
  const left = (from.get(key) ?? nothing(key)) as Writable<SumRow>;
  for (const name of SUMMED) left[name] -= booked[name] ?? 0;
  from.set(key, left);
}

const nothing = (key: string): SumRow => {
  const [ownerKey = 0, other = 0] = key.split('.').map(Number);
  const keys = { ownerKey, outletKey: other, advertiserKey: other, campaignKey: 0, flightKey: ownerKey };
  return { by: 'outlet', ...keys, views: 0, clicks: 0, burns: 0, amount: 0, owner: 0 };
};

const hasLess = (rows: ReadonlyMap<string, SumRow>, names: readonly (keyof Sums)[]): boolean =>
  [...rows.values()].some((row) => names.some((name) => row[name] < 0));
