import { highest } from '#domain/extremes.ts';
import { MICROS_PER_CENT } from '#domain/money.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { EntryKind } from '../databases/accounts/ledger-tables.ts';
import { insertRows } from '../databases/accounts/write-rows.ts';
import { inGroups } from '../lib/in-groups.ts';
import { entryHash, type Posting } from './ledger-hash.ts';
import { findKnownReferences, setLedgerHead, takeNumbers } from './ledger-queries.ts';

/**
 * Only this module writes to the ledger. Each function records one business event, and must be called in that event's
 * transaction. Positive amounts are the network's receivables and cash; negative amounts are its debts and revenue.
 */

const REVENUE = 'network:revenue';
const CASH = 'network:cash';
const ROUNDING = 'rounding';
export const advertiserAccount = (customerId: string) => `advertiser:${customerId}`;
export const ownerAccount = (customerId: string) => `owner:${customerId}`;

/** When an event happened, and the author who caused it. Identifies a person only in the way that the audit log may. */
export type Booked = { readonly at: number; readonly author: string };

/** The delivery of an owner's outlets to advertisers in a month, or the late part of it that a later closing found. */
export type Delivery = {
  readonly month: string;
  readonly closing: string;
  readonly ownerId: string;
  readonly parts: readonly { readonly advertiserId: string; readonly amount: number; readonly owner: number }[];
};

/**
 * Books a month's delivery: advertisers owe the cost of the delivery, the owner earns a share, and the network earns
 * the remainder.
 */
export function deliveriesClosed(tx: AccountsDb, deliveries: readonly Delivery[], booked: Booked): Promise<void> {
  const entries = deliveries.map(({ month, closing, ownerId, parts }): Entry => {
    const isLate = month !== closing;
    return {
      kind: isLate ? 'late' : 'delivery',
      reference: `${isLate ? `late ${closing} of` : 'delivery'} ${month} ${ownerAccount(ownerId)}`,
      reason: isLate ? `Delivery of ${month} that arrived after the month was closed` : `Delivery of ${month}`,
      postings: [
        ...parts.map(({ advertiserId, amount }) => ({ account: advertiserAccount(advertiserId), micros: amount })),
        { account: ownerAccount(ownerId), micros: -sum(parts.map(({ owner }) => owner)) },
        { account: REVENUE, micros: -sum(parts.map(({ amount, owner }) => amount - owner)) },
      ],
    };
  });
  return book(tx, entries, booked);
}

/**
 * An adjustment by an administrator or from an accepted objection: one entry for both sides. If a side is null, the
 * network bears that side's amount.
 */
export type Adjustment = {
  readonly id: string;
  readonly reason: string;
  readonly parts: readonly {
    readonly ownerId: string | null;
    readonly advertiserId: string | null;
    readonly amount: number;
    readonly owner: number;
  }[];
};

export function adjustmentsMade(tx: AccountsDb, adjustments: readonly Adjustment[], booked: Booked): Promise<void> {
  const entries = adjustments.map(({ id, reason, parts }): Entry => {
    const postings = parts.flatMap(({ ownerId, advertiserId, amount, owner }) => [
      ...(advertiserId === null ? [] : [{ account: advertiserAccount(advertiserId), micros: amount }]),
      ...(ownerId === null ? [] : [{ account: ownerAccount(ownerId), micros: -owner }]),
      { account: REVENUE, micros: owner - amount },
    ]);
    return { kind: 'adjustment', reference: `adjustment ${id}`, reason: `Adjustment: ${reason}`, postings };
  });
  return book(tx, entries, booked);
}

/** Whole cents that a customer paid or received through the bank, with the ID of the payment's row. */
type Moved = {
  readonly id: string;
  readonly customerId: string;
  readonly cents: number;
  readonly reason: string;
};

/** Books an advertiser's payment: its debt decreases, and the network's cash increases. */
export function paymentEntered(
  tx: AccountsDb,
  { id, customerId, cents, reason }: Moved,
  booked: Booked,
): Promise<void> {
  const postings = fromTo(advertiserAccount(customerId), CASH, cents * MICROS_PER_CENT);
  return book(tx, [{ kind: 'payment', reference: `payment ${id}`, reason: `Payment: ${reason}`, postings }], booked);
}

/** Reverses a payment that was entered by mistake. The payment's own entry stays. */
export function paymentWithdrawn(
  tx: AccountsDb,
  { id, customerId, cents, reason }: Moved,
  booked: Booked,
): Promise<void> {
  const reference = `payment ${id} withdrawn`;
  const postings = fromTo(CASH, advertiserAccount(customerId), cents * MICROS_PER_CENT);
  return book(tx, [{ kind: 'payment', reference, reason: `Payment withdrawn: ${reason}`, postings }], booked);
}

/** Books payouts to owners: the network's debt and cash both decrease. */
export function payoutsPaid(tx: AccountsDb, payouts: readonly Moved[], booked: Booked): Promise<void> {
  const entries = payouts.map(({ id, customerId, cents, reason }): Entry => {
    const postings = fromTo(CASH, ownerAccount(customerId), cents * MICROS_PER_CENT);
    return { kind: 'payout', reference: `payout ${id}`, reason: `Payout: ${reason}`, postings };
  });
  return book(tx, entries, booked);
}

/** Books a payout that was returned: the network owes the owner the amount again. */
export function payoutReturned(
  tx: AccountsDb,
  { id, customerId, cents, reason }: Moved,
  booked: Booked,
): Promise<void> {
  const reference = `payout ${id} returned`;
  const postings = fromTo(ownerAccount(customerId), CASH, cents * MICROS_PER_CENT);
  return book(tx, [{ kind: 'payout', reference, reason: `Payout returned: ${reason}`, postings }], booked);
}

/** Books a refund: the advertiser's credit balance and the network's cash both decrease. */
export function refundPaid(tx: AccountsDb, { id, customerId, cents, reason }: Moved, booked: Booked): Promise<void> {
  const postings = fromTo(CASH, advertiserAccount(customerId), cents * MICROS_PER_CENT);
  return book(tx, [{ kind: 'payment', reference: `refund ${id}`, reason: `Refund: ${reason}`, postings }], booked);
}

/** Books a refund that was returned. */
export function refundReturned(
  tx: AccountsDb,
  { id, customerId, cents, reason }: Moved,
  booked: Booked,
): Promise<void> {
  const reference = `refund ${id} returned`;
  const postings = fromTo(advertiserAccount(customerId), CASH, cents * MICROS_PER_CENT);
  return book(tx, [{ kind: 'payment', reference, reason: `Refund returned: ${reason}`, postings }], booked);
}

/** Moves an amount from one account to another. */
const fromTo = (from: string, to: string, micros: number): Posting[] => [
  { account: from, micros: -micros },
  { account: to, micros },
];

/**
 * Books the rounding for documents that became final. Customers' accounts then have whole cents, and the remainder is
 * carried to the next document.
 */
export function centsFixed(
  tx: AccountsDb,
  documents: readonly (Booked & { readonly id: string; readonly account: string; readonly micros: number })[],
): Promise<void> {
  const entries = documents.map(({ id, account, micros, at, author }) => {
    const postings = [
      { account, micros },
      { account: ROUNDING, micros: -micros },
    ];
    return { kind: 'rounding', reference: `cents of ${id}`, reason: 'Whole cents', at, author, postings } as const;
  });
  return append(tx, entries);
}

type Entry = {
  readonly kind: EntryKind;
  /** Globally unique, so that an event reported twice is booked once. */
  readonly reference: string;
  readonly reason: string;
  readonly postings: readonly Posting[];
};

/** Books an event's entries. */
const book = (tx: AccountsDb, entries: readonly Entry[], booked: Booked): Promise<void> =>
  append(
    tx,
    entries.map((entry) => ({ ...entry, ...booked })),
  );

const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);

/** Appends entries. Skips entries whose reference already exists, and postings of zero. */
async function append(tx: AccountsDb, told: readonly (Entry & Booked)[]): Promise<void> {
  if (!tx.isTransaction) throw new TypeError('the ledger is written in the transaction of what it is about');
  const known = await findKnownReferences(
    tx,
    told.map(({ reference }) => reference),
  );
  const entries = told
    .filter(({ reference }) => !known.has(reference))
    .map((entry) => ({ ...entry, postings: entry.postings.filter(({ micros }) => micros !== 0) }))
    .filter(({ postings }) => postings.length > 0);
  if (entries.length === 0) return;
  for (const { reference, postings } of entries) refuseUnbalanced(reference, postings);
  const at = highest(entries.map((entry) => entry.at));
  await openAccounts(tx, new Set(entries.flatMap(({ postings }) => postings.map(({ account }) => account))), at);
  const head = await takeNumbers(tx, entries.length);
  let { hash } = head;
  const rows = entries.map(({ postings, ...entry }, index) => {
    const row = { ...entry, seq: head.seq - entries.length + 1 + index };
    hash = entryHash(hash, row, postings);
    return { ...row, postings: postings.length, hash, left_postings: 0, left_micros: 0 };
  });
  const moved = rows.flatMap(({ seq }, index) =>
    (entries[index]?.postings ?? []).map((posting, place) => ({ entry_seq: seq, place, ...posting })),
  );
  await insertRows(tx, 'ledger_entries', rows);
  await inGroups(moved, async (group) => {
    await insertRows(tx, 'ledger_postings', group);
    return [];
  });
  await setLedgerHead(tx, hash);
}

/**
 * Throws if an entry does not balance. The store would also reject the entry, but only at the end of the transaction
 * and without naming it.
 */
function refuseUnbalanced(reference: string, postings: readonly Posting[]): void {
  const isExact = postings.every(({ micros }) => Number.isSafeInteger(micros));
  const left = postings.reduce((all, { micros }) => all + (isExact ? BigInt(micros) : 0n), 0n);
  if (!isExact || left !== 0n || postings.length < 2)
    throw new RangeError(`'${reference}' does not balance: ${isExact ? left : 'its amounts are not exact'}`);
}

async function openAccounts(tx: AccountsDb, names: ReadonlySet<string>, at: number): Promise<void> {
  await inGroups(names, async (group) => {
    const rows = group.map((name) => {
      const [kind = '', customer] = name.split(':');
      const isCustomers = kind === 'advertiser' || kind === 'owner';
      return {
        name,
        kind: kind as 'advertiser' | 'owner' | 'network' | 'rounding',
        customer_id: isCustomers ? (customer ?? null) : null,
        opened_at: at,
      };
    });
    await tx
      .insertInto('ledger_accounts')
      .values(rows)
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
    return [];
  });
}
