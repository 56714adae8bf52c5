import { sql } from 'kysely';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';

const AT_ONCE = 2_000;

/** Yields the postings of deliveries, reading them in pages. */
export async function* findDeliveryPostings(accounts: AccountsDb) {
  for (let seq = 0; ; ) {
    const entries = await accounts
      .selectFrom('ledger_entries')
      .select('seq')
      .where('kind', 'in', ['delivery', 'late'])
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(AT_ONCE)
      .execute();
    const last = entries.at(-1)?.seq;
    if (last === undefined) return;
    yield* await accounts
      .selectFrom('ledger_postings')
      .innerJoin('ledger_entries', 'ledger_entries.seq', 'ledger_postings.entry_seq')
      .select(['reference', 'account', 'micros'])
      .where('ledger_entries.kind', 'in', ['delivery', 'late'])
      .where('entry_seq', '>', seq)
      .where('entry_seq', '<=', last)
      .execute();
    seq = last;
  }
}

export async function findOwnersAndAdvertisers(accounts: AccountsDb): Promise<ReadonlyMap<number, string>> {
  const rows = await accounts.selectFrom('customers').select(['key', 'id']).execute();
  return new Map(rows.map(({ key, id }) => [key, id]));
}

export const findFinalDocuments = (accounts: AccountsDb) =>
  accounts
    .selectFrom('documents')
    .select(['id', 'kind', 'month', 'customer_id', 'number', 'total_cents', 'carried_micros'])
    .where('number', 'is not', null)
    .orderBy('kind')
    .orderBy('number')
    .execute();

/** Sums lines by document. */
export async function sumFinalLines(
  accounts: AccountsDb,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await accounts
    .selectFrom('document_lines')
    .select(['document_id', (eb) => eb.fn.sum<number>('micros').as('micros')])
    .where('document_id', 'in', ids)
    .groupBy('document_id')
    .execute();
  return new Map(rows.map(({ document_id: id, micros }) => [id, Number(micros)]));
}

/** Sums postings of deliveries and of rounding to whole cents, by account. */
export async function sumBilled(accounts: AccountsDb): Promise<ReadonlyMap<string, number>> {
  const rows = await accounts
    .selectFrom('ledger_postings')
    .innerJoin('ledger_entries', 'ledger_entries.seq', 'ledger_postings.entry_seq')
    .select(['account', sql<number>`sum(micros)`.as('micros')])
    .where('ledger_entries.kind', 'in', ['delivery', 'late', 'rounding'])
    .groupBy('account')
    .execute();
  return new Map(rows.map(({ account, micros }) => [account, Number(micros)]));
}

/** Sums postings of adjustment entries, by account. */
export async function sumAdjustmentPostings(accounts: AccountsDb): Promise<ReadonlyMap<string, number>> {
  const rows = await accounts
    .selectFrom('ledger_postings')
    .innerJoin('ledger_entries', 'ledger_entries.seq', 'ledger_postings.entry_seq')
    .select(['account', sql<number>`sum(micros)`.as('micros')])
    .where('ledger_entries.kind', '=', 'adjustment')
    .groupBy('account')
    .execute();
  return new Map(rows.map(({ account, micros }) => [account, Number(micros)]));
}

/** Sums adjustment amounts by owner and advertiser. */
export async function sumAdjustmentLines(accounts: AccountsDb) {
  const rows = await accounts
    .selectFrom('adjustment_lines')
    .select((eb) => [
      'owner_key',
      'advertiser_key',
      eb.fn.sum<number>('amount_micros').as('amount'),
      eb.fn.sum<number>('owner_micros').as('owner'),
    ])
    .groupBy(['owner_key', 'advertiser_key'])
    .execute();
  return rows.map(({ owner_key: ownerKey, advertiser_key: advertiserKey, amount, owner }) => ({
    ownerKey,
    advertiserKey,
    amount: Number(amount),
    owner: Number(owner),
  }));
}

/** Sums adjustments that are on a document, by account. */
export async function sumDocumentedAdjustments(accounts: AccountsDb): Promise<ReadonlyMap<string, number>> {
  const rows = await accounts
    .selectFrom('document_lines')
    .innerJoin('documents', 'documents.id', 'document_lines.document_id')
    .select(['documents.kind as kind', 'customer_id', (eb) => eb.fn.sum<number>('micros').as('micros')])
    .where('document_lines.kind', '=', 'adjustment')
    .where('documents.number', 'is not', null)
    .groupBy(['documents.kind', 'customer_id'])
    .execute();
  return new Map(
    rows.map((row) => [`${row.kind === 'statement' ? 'owner' : 'advertiser'}:${row.customer_id}`, Number(row.micros)]),
  );
}
