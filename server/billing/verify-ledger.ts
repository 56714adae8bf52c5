import { LATEST_DAYS_LATE } from '#domain/constants.ts';
import { DAY_MS } from '#domain/durations.ts';
import { MICROS_PER_CENT } from '#domain/money.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { readFact, writeFact } from '../databases/accounts/installation-facts.ts';
import { type ChainVerdict, MOST_FAULTS, verifyChain } from '../ledger/verify-chain.ts';
import { inGroups } from '../lib/in-groups.ts';
import type { Closing } from './close-month.ts';
import { numberText } from './document-words.ts';
import { findMonths, type MonthRow } from './months-queries.ts';
import { readMonth } from './read-month.ts';
import { findBookedMoves, findSaidMoves } from './verify-moved-queries.ts';
import {
  findDeliveryPostings,
  findFinalDocuments,
  findOwnersAndAdvertisers,
  sumAdjustmentLines,
  sumAdjustmentPostings,
  sumBilled,
  sumDocumentedAdjustments,
  sumFinalLines,
} from './verify-queries.ts';

export type LedgerVerdict = ChainVerdict & { readonly documents: number; readonly months: number };

/** Epoch seconds later than any event's arrival. */
const EVER = 10 ** 11;

/**
 * Verifies the hash chain, that entries sum to zero, the documents against the ledger, and the ledger of final months
 * against the events.
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

/** Returns the last check by any process, or null before the first check. */
export async function lastLedgerCheck(accounts: AccountsDb): Promise<LedgerCheck | null> {
  const text = await readFact(accounts, 'ledger-check');
  return text === null ? null : (JSON.parse(text) as LedgerCheck);
}

/** Booked amounts from delivery entries, by month, owner and account. */
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
 * Checks that a month's ledger entries match the events that had arrived by the month's last search for late events. A
 * row that was stored twice has the later of its arrival times, so it may seem to have arrived after the search. The
 * bounds are therefore the sum of all events and the sum of the events before the search. Archived sums have no arrival
 * time. While late events for the month can still arrive, archived sums do not raise the lower bound.
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
          `The ledger has ${is} micro-dollars for ${key}, but the events add up to ${least === most ? most : `${least} to ${most}`}.`,
        ];
  });
}

/** Checks that each payment, refund and payout has its ledger entry, and that there are no other such entries. */
async function faultsOfMoved(accounts: AccountsDb): Promise<string[]> {
  const before = await findSaidMoves(accounts);
  const booked = await findBookedMoves(accounts);
  // If a row was entered or withdrawn during the check, use its later state.
  const said = new Map(
    [...before, ...(await findSaidMoves(accounts))].filter(([key]) => before.has(key) || booked.has(key)),
  );
  return [...new Set([...said.keys(), ...booked.keys()])]
    .filter((reference) => said.get(reference) !== booked.get(reference))
    .map((reference) => {
      const [is, should] = [booked.get(reference) ?? 0, said.get(reference) ?? 0];
      return `The ledger has ${is} micro-dollars of cash for '${reference}', but the record has ${should}.`;
    });
}

/**
 * Checks that numbers have no gaps, lines add up to whole cents, and accounts match the documents. Skips the accounts
 * while a month is being closed, because they are then ahead of the documents.
 */
async function faultsOfDocuments(
  accounts: AccountsDb,
  isClosing: boolean,
): Promise<{ readonly documents: number; readonly faults: readonly string[] }> {
  const documents = await findFinalDocuments(accounts);
  const faults: string[] = [];
  const last = { statement: 0, invoice: 0 };
  for (const { kind, number } of documents) {
    const next = last[kind] + 1;
    if (number !== next) faults.push(`${numberText(kind, next)} is missing.`);
    last[kind] = number ?? next;
  }
  const sums = new Map<string, number>();
  await inGroups(
    documents.map(({ id }) => id),
    async (ids) => {
      for (const [id, micros] of await sumFinalLines(accounts, ids)) sums.set(id, micros);
      return [];
    },
  );
  const billed = new Map<string, number>();
  for (const { id, kind, number, customer_id: customer, total_cents: cents } of documents) {
    const total = (cents ?? 0) * MICROS_PER_CENT;
    if ((sums.get(id) ?? 0) !== total)
      faults.push(
        `The lines of ${numberText(kind, number ?? 0)} add up to ${sums.get(id) ?? 0} micro-dollars, not ${total}.`,
      );
    const account = kind === 'statement' ? `owner:${customer}` : `advertiser:${customer}`;
    billed.set(account, (billed.get(account) ?? 0) + total);
  }
  if (isClosing) return { documents: documents.length, faults };
  const adjusted = await sumDocumentedAdjustments(accounts);
  for (const [account, micros] of await sumBilled(accounts)) {
    if (!/^(owner|advertiser):/.test(account)) continue;
    const booked = (account.startsWith('owner:') ? -micros : micros) + (adjusted.get(account) ?? 0);
    const said = billed.get(account) ?? 0;
    if (booked !== said) faults.push(`${account} was billed ${said} micro-dollars, but the ledger has ${booked}.`);
  }
  return { documents: documents.length, faults };
}

/** Checks that the ledger matches the adjustments on both sides. */
async function faultsOfAdjustments(accounts: AccountsDb): Promise<string[]> {
  const faults = await differingAdjustments(accounts);
  // A request may have accepted an objection between the two queries, so check again.
  return faults.length === 0 ? [] : differingAdjustments(accounts);
}

async function differingAdjustments(accounts: AccountsDb): Promise<string[]> {
  const names = await findOwnersAndAdvertisers(accounts);
  const credited = new Map<string, number>();
  const add = (account: string, micros: number) => {
    if (micros !== 0) credited.set(account, (credited.get(account) ?? 0) + micros);
  };
  for (const { ownerKey, advertiserKey, amount, owner } of await sumAdjustmentLines(accounts)) {
    add(`advertiser:${names.get(advertiserKey) ?? advertiserKey}`, amount);
    add(`owner:${names.get(ownerKey) ?? ownerKey}`, -owner);
    add('network:revenue', owner - amount);
  }
  const booked = await sumAdjustmentPostings(accounts);
  return [...new Set([...credited.keys(), ...booked.keys()])].flatMap((account) => {
    const [said, is] = [credited.get(account) ?? 0, booked.get(account) ?? 0];
    return said === is
      ? []
      : [`${account} was credited ${said} micro-dollars by adjustments, but the ledger has ${is}.`];
  });
}
