import { LATEST_DAYS_LATE } from '#domain/constants.ts';
import { DAY_MS } from '#domain/durations.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { readFact, writeFact } from '../databases/accounts/installation-facts.ts';
import { type ChainVerdict, MOST_FAULTS, verifyChain } from '../ledger/verify-chain.ts';
import type { Closing } from './close-month.ts';
import { findMonths, type MonthRow } from './months-queries.ts';
import { readMonth } from './read-month.ts';
import { faultsOfAdjustments, faultsOfDocuments } from './verify-documents.ts';
import { faultsOfMoved } from './verify-moved.ts';
import { findDeliveryPostings, findOwnersAndAdvertisers } from './verify-queries.ts';

export type LedgerVerdict = ChainVerdict & { readonly documents: number; readonly months: number };

/** Later than the arrival second of any event. */
const EVER = 10 ** 11;

/**
 * Verifies the hash chain, the zero sums, the documents against the ledger, and the ledger of final months against the
 * events.
 */
export async function verifyLedger(closing: Closing): Promise<LedgerVerdict> {
  const { accounts, now } = closing;
  const chain = await verifyChain(accounts);
  const months = await findMonths(accounts);
  const final = months.filter(({ final_at: at }) => at !== null);
  const ofDocuments = await faultsOfDocuments(accounts, final.length < months.length);
  const booked = await bookedAmounts(accounts);
  const ofMoved = await faultsOfMoved(accounts);
  const ofEvents: string[] = [];
  for (const month of final) for (const fault of await faultsOfMonth(closing, month, booked)) ofEvents.push(fault);
  const ofAdjustments = await faultsOfAdjustments(accounts);
  const faults = [...chain.faults, ...ofDocuments.faults, ...ofAdjustments, ...ofMoved, ...ofEvents].slice(
    0,
    MOST_FAULTS,
  );
  const verdict = { ...chain, faults, documents: ofDocuments.documents, months: final.length };
  await accounts
    .transaction()
    .execute((tx) => writeFact(tx, 'ledger-check', JSON.stringify({ at: now(), ...verdict, faults: faults.length })));
  return verdict;
}

export type LedgerCheck = {
  readonly at: number;
  readonly entries: number;
  readonly documents: number;
  readonly months: number;
  readonly faults: number;
};

/** The last check by any process. Null before the first. */
export async function lastLedgerCheck(accounts: AccountsDb): Promise<LedgerCheck | null> {
  const text = await readFact(accounts, 'ledger-check');
  return text === null ? null : (JSON.parse(text) as LedgerCheck);
}

/** Booked amounts of delivery entries, by month, owner and account. */
type Booked = ReadonlyMap<string, number>;

async function bookedAmounts(accounts: AccountsDb): Promise<Booked> {
  const booked = new Map<string, number>();
  for await (const { reference, account, micros } of findDeliveryPostings(accounts)) {
    const [, month, owner] = /^(?:delivery|late \S+ of) (\S+) (owner:\S+)$/.exec(reference) ?? [];
    if (month === undefined || account === 'network:revenue') continue;
    const key = `${month} ${owner} ${account}`;
    booked.set(key, (booked.get(key) ?? 0) + Math.abs(micros));
  }
  return booked;
}

/**
 * Checks that the ledger of a month matches the events that had arrived by its last look. A row that was stored twice
 * has the later of its arrival times, so it may seem to have arrived after the look. The bounds are then the sum of all
 * events and the sum of those before the look. Archived sums have no arrival time. While late events of the month can
 * still arrive, they do not raise the lower bound.
 */
async function faultsOfMonth(closing: Closing, month: MonthRow, booked: Booked): Promise<string[]> {
  const { archive } = await closing.events.seal();
  const names = await findOwnersAndAdvertisers(closing.accounts);
  const amountsAt = async (arrivedBefore: number, fromMs = month.from_at) => {
    const amounts = new Map<string, number>();
    const add = (key: string, micros: number) => {
      if (micros !== 0) amounts.set(key, (amounts.get(key) ?? 0) + micros);
    };
    for (const { ownerKey, advertiserKey, amount, owner } of (
      await readMonth(closing.events, { fromMs: Math.min(fromMs, month.to_at), toMs: month.to_at }, arrivedBefore)
    ).pairs.values()) {
      const ownerName = `owner:${names.get(ownerKey) ?? ownerKey}`;
      add(`${month.month} ${ownerName} advertiser:${names.get(advertiserKey) ?? advertiserKey}`, amount);
      add(`${month.month} ${ownerName} ${ownerName}`, owner);
    }
    return amounts;
  };
  const lookedUntil = month.looked_until ?? EVER;
  const mayBeLate = lookedUntil * 1_000 < month.to_at + LATEST_DAYS_LATE * DAY_MS;
  const known = await amountsAt(lookedUntil);
  const own = new Map([...booked].filter(([key]) => key.startsWith(`${month.month} `)));
  const keys = [...new Set([...known.keys(), ...own.keys()])];
  const differing = keys.filter((key) => known.get(key) !== own.get(key));
  if (differing.length === 0) return [];
  const [all, certain] = [
    await amountsAt(EVER),
    mayBeLate ? await amountsAt(lookedUntil, Math.max(month.from_at, archive.endMs)) : known,
  ];
  return differing.flatMap((key) => {
    const [least, most, is] = [certain.get(key) ?? 0, all.get(key) ?? 0, own.get(key) ?? 0];
    return is >= least && is <= most
      ? []
      : [
          `Booked for ${key}: ${is} micro-dollars; its events come to ${least === most ? most : `${least} to ${most}`}.`,
        ];
  });
}
