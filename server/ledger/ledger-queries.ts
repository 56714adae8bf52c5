import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { inGroups } from '../lib/in-groups.ts';

const ENTRY = ['seq', 'at', 'kind', 'reference', 'reason', 'author', 'postings', 'hash'] as const;

export const findEntriesAfter = (accounts: AccountsDb, seq: number, limit: number) =>
  accounts.selectFrom('ledger_entries').select(ENTRY).where('seq', '>', seq).orderBy('seq').limit(limit).execute();

export const findPostingsOf = (accounts: AccountsDb, seqs: readonly number[]) =>
  inGroups(seqs, (group) =>
    accounts
      .selectFrom('ledger_postings')
      .select(['entry_seq', 'account', 'micros'])
      .where('entry_seq', 'in', group)
      .orderBy('entry_seq')
      .orderBy('place')
      .execute(),
  );

export const findLedgerHead = (accounts: AccountsDb) =>
  accounts.selectFrom('ledger_chain').select(['seq', 'hash']).where('id', '=', 1).executeTakeFirst();

/** Counts postings that have no entry. */
export const countOrphans = async (accounts: AccountsDb): Promise<number> => {
  const row = await accounts
    .selectFrom('ledger_postings')
    .leftJoin('ledger_entries', 'ledger_entries.seq', 'ledger_postings.entry_seq')
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .where('ledger_entries.seq', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.rows);
};

export async function findKnownReferences(accounts: AccountsDb, references: readonly string[]): Promise<Set<string>> {
  const rows = await inGroups(references, (group) =>
    accounts.selectFrom('ledger_entries').select('reference').where('reference', 'in', group).execute(),
  );
  return new Set(rows.map(({ reference }) => reference));
}

/**
 * Reserves a range of numbers. The row lock is held until the end of the transaction, so that no other process gets the
 * same numbers.
 */
export const takeNumbers = (tx: AccountsDb, count: number) =>
  tx
    .updateTable('ledger_chain')
    .set((eb) => ({ seq: eb('seq', '+', count) }))
    .where('id', '=', 1)
    .returning(['seq', 'hash'])
    .executeTakeFirstOrThrow();

export async function setLedgerHead(tx: AccountsDb, hash: string): Promise<void> {
  await tx.updateTable('ledger_chain').set({ hash }).where('id', '=', 1).execute();
}
