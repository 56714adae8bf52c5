import { sql } from 'kysely';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { EntryKind } from '../../databases/accounts/ledger-tables.ts';
import { grouped } from '../../lib/grouped.ts';

export type OwnAccount = 'network:cash' | 'network:revenue';

/**
 * A group of ledger entries: by kind, for deliveries also by their text, and for payments and payouts also by
 * direction.
 */
export type Booking = { readonly kind: EntryKind; readonly reason: string; readonly way: number };

/**
 * The text that separates bookings. Only deliveries are grouped by text, because the delivery for a month is one
 * booking. The text of an adjustment or a payment does not split its booking.
 */
const REASON = sql<string>`case when ledger_entries.kind in ('delivery', 'late') then ledger_entries.reason else '' end`;
/**
 * Direction of a posting: 1 adds to the account's sum, and -1 subtracts from it. 0 means that both directions belong to
 * one booking.
 */
const WAY = sql<number>`case when ledger_entries.kind not in ('payment', 'payout') then 0 when micros < 0 then -1 else 1 end`;

const postingsOf = (accounts: AccountsDb, account: OwnAccount, upTo: number) =>
  accounts
    .selectFrom('ledger_postings')
    .innerJoin('ledger_entries', 'ledger_entries.seq', 'ledger_postings.entry_seq')
    .where('account', '=', account)
    .where('ledger_entries.seq', '<=', upTo);

/** Sums an account's entries up to a sequence number, by booking. */
export async function sumBookings(accounts: AccountsDb, account: OwnAccount, upTo: number) {
  const rows = await postingsOf(accounts, account, upTo)
    .select(['ledger_entries.kind as kind', REASON.as('reason'), WAY.as('way')])
    .select(({ fn }) => [fn.sum<number>('micros').as('micros'), fn.count<number>('seq').distinct().as('entries')])
    .groupBy(['ledger_entries.kind', REASON, WAY])
    .execute();
  // PostgreSQL returns sums as text.
  return rows.map((row) => ({
    ...row,
    way: Number(row.way),
    micros: Number(row.micros),
    entries: Number(row.entries),
  }));
}

/** Finds an account's entries for one booking or for all, newest first, before the given entry. */
export async function findBooked(
  accounts: AccountsDb,
  account: OwnAccount,
  asked: { readonly booking: Booking | null; readonly before: number; readonly limit: number },
) {
  const { booking, before, limit } = asked;
  const rows = await postingsOf(accounts, account, before - 1)
    .select(['seq', 'at', 'reason', ({ fn }) => fn.sum<number>('micros').as('micros')])
    .$if(booking !== null, (query) =>
      query
        .where('ledger_entries.kind', '=', booking?.kind ?? 'payment')
        .where(REASON, '=', booking?.reason ?? '')
        .where(WAY, '=', booking?.way ?? 0),
    )
    .groupBy(['seq', 'at', 'reason'])
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, micros: Number(row.micros) }));
}

/**
 * Finds the customers of ledger entries, by sequence number. A delivery lists its owner but not the advertisers. Other
 * entries list everyone.
 */
export async function findAbout(
  accounts: AccountsDb,
  seqs: readonly number[],
): Promise<ReadonlyMap<number, readonly { readonly name: string }[]>> {
  if (seqs.length === 0) return new Map();
  const rows = await accounts
    .selectFrom('ledger_postings')
    .innerJoin('ledger_entries', 'ledger_entries.seq', 'ledger_postings.entry_seq')
    .innerJoin('ledger_accounts', 'ledger_accounts.name', 'ledger_postings.account')
    .innerJoin('customers', 'customers.id', 'ledger_accounts.customer_id')
    .select(['entry_seq as seq', 'customers.name as name'])
    .distinct()
    .where('entry_seq', 'in', seqs)
    .where(({ eb, or }) =>
      or([eb('ledger_entries.kind', 'not in', ['delivery', 'late']), eb('ledger_accounts.kind', '=', 'owner')]),
    )
    .orderBy('entry_seq')
    .orderBy('customers.name')
    .execute();
  return grouped(rows, ({ seq }) => seq);
}
