import type { Insertable, Selectable } from 'kysely';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { DocumentKind, LedgerTables } from '../databases/accounts/ledger-tables.ts';
import { inGroups } from '../lib/in-groups.ts';

export type DocumentRow = Selectable<LedgerTables['documents']>;
export type LineRow = Selectable<LedgerTables['document_lines']>;
export type PairRow = Insertable<LedgerTables['billed_pairs']>;

/** How many documents' lines are taken away or added up in one statement: others write and read in between. */
const DOCUMENTS_AT_ONCE = 20;

export const findDrafts = (accounts: AccountsDb, month: string): Promise<DocumentRow[]> =>
  accounts
    .selectFrom('documents')
    .selectAll()
    .where('month', '=', month)
    .where('number', 'is', null)
    .orderBy('kind', 'desc')
    .orderBy('customer_name')
    .orderBy('id')
    .execute();

export async function countDocuments(accounts: AccountsDb, month: string): Promise<number> {
  const row = await accounts
    .selectFrom('documents')
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .where('month', '=', month)
    .executeTakeFirstOrThrow();
  return Number(row.rows);
}

export async function deleteDrafts(tx: AccountsDb, ids: readonly string[]): Promise<void> {
  await inGroups(ids, async (group) => {
    await tx.deleteFrom('judged_lines').where('document_id', 'in', group).execute();
    await tx.deleteFrom('document_lines').where('document_id', 'in', group).execute();
    await tx.deleteFrom('documents').where('id', 'in', group).where('number', 'is', null).execute();
    return [];
  });
}

export async function deletePairs(tx: AccountsDb, closing: string): Promise<void> {
  await tx.deleteFrom('billed_pairs').where('closing', '=', closing).execute();
}

/** What is written of those who have an address or a tax id, by the customer's id. */
export async function findRecipients(accounts: AccountsDb) {
  const rows = await accounts
    .selectFrom('customers')
    .select(['id', 'billing_address', 'tax_id'])
    .where((eb) => eb.or([eb('billing_address', '!=', ''), eb('tax_id', '!=', '')]))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export async function insertDrafts(tx: AccountsDb, documents: readonly DocumentRow[]): Promise<void> {
  if (documents.length > 0) await tx.insertInto('documents').values(documents).execute();
}

export async function insertLines(tx: AccountsDb, lines: readonly LineRow[]): Promise<void> {
  if (lines.length > 0) await tx.insertInto('document_lines').values(lines).execute();
}

export async function insertPairs(tx: AccountsDb, pairs: readonly PairRow[]): Promise<void> {
  if (pairs.length > 0) await tx.insertInto('billed_pairs').values(pairs).execute();
}

export const findLines = (accounts: AccountsDb, documentId: string, from: number, limit: number): Promise<LineRow[]> =>
  accounts
    .selectFrom('document_lines')
    .selectAll()
    .where('document_id', '=', documentId)
    .where('place', '>=', from)
    .orderBy('place')
    .limit(limit)
    .execute();

export type BookedRow = {
  readonly customerKey: number;
  readonly ofKey: number;
  readonly views: number;
  readonly clicks: number;
  readonly burns: number;
  readonly amount: number;
  readonly owner: number;
};

/** What final documents have of a month, by customer and outlet or flight. */
export async function findBooked(accounts: AccountsDb, kind: DocumentKind, month: string): Promise<BookedRow[]> {
  const documents = await accounts
    .selectFrom('documents')
    .select('id')
    .where('kind', '=', kind)
    .where('month', '>=', month)
    .where('number', 'is not', null)
    .execute();
  const rows: BookedRow[] = [];
  for (let at = 0; at < documents.length; at += DOCUMENTS_AT_ONCE) {
    const ids = documents.slice(at, at + DOCUMENTS_AT_ONCE).map(({ id }) => id);
    rows.push(...(await sumLines(accounts, ids, month)));
  }
  return rows;
}

async function sumLines(accounts: AccountsDb, ids: readonly string[], month: string): Promise<BookedRow[]> {
  const rows = await accounts
    .selectFrom('document_lines')
    .innerJoin('documents', 'documents.id', 'document_lines.document_id')
    .select((eb) => [
      'documents.customer_key as customerKey',
      'of_key as ofKey',
      eb.fn.sum<number>('views').as('views'),
      eb.fn.sum<number>('clicks').as('clicks'),
      eb.fn.sum<number>('burns').as('burns'),
      eb.fn.sum<number>('amount_micros').as('amount'),
      eb.fn.sum<number>('owner_micros').as('owner'),
    ])
    .where('document_id', 'in', ids)
    .where('document_lines.month', '=', month)
    .where('document_lines.kind', 'in', ['delivery', 'late'])
    .groupBy(['documents.customer_key', 'of_key'])
    .execute();
  // PostgreSQL answers sums as text.
  return rows.map(({ customerKey, ofKey, ...sums }) => ({
    customerKey,
    ofKey,
    views: Number(sums.views),
    clicks: Number(sums.clicks),
    burns: Number(sums.burns),
    amount: Number(sums.amount),
    owner: Number(sums.owner),
  }));
}

export async function findBilledPairs(accounts: AccountsDb, month: string, before: string) {
  const rows = await accounts
    .selectFrom('billed_pairs')
    .select((eb) => [
      'owner_key',
      'advertiser_key',
      eb.fn.sum<number>('amount_micros').as('amount'),
      eb.fn.sum<number>('owner_micros').as('owner'),
    ])
    .where('month', '=', month)
    .where('closing', '<', before)
    .groupBy(['owner_key', 'advertiser_key'])
    .execute();
  return rows.map((row) => ({
    ownerKey: row.owner_key,
    advertiserKey: row.advertiser_key,
    amount: Number(row.amount),
    owner: Number(row.owner),
  }));
}

/** What a closing books, owner by owner. */
export const findPairsOf = (accounts: AccountsDb, closing: string) =>
  accounts
    .selectFrom('billed_pairs')
    .selectAll()
    .where('closing', '=', closing)
    .orderBy('month')
    .orderBy('owner_key')
    .orderBy('advertiser_key')
    .execute();

export const findFlightNames = (accounts: AccountsDb) =>
  accounts
    .selectFrom('flights')
    .innerJoin('campaigns', 'campaigns.id', 'flights.campaign_id')
    .select(['flights.key as key', 'flights.code as code', 'campaigns.name as campaign'])
    .execute();

/** The newest document of a customer before a month that was final by an instant; it says what it carries over. */
export const findDocumentBefore = (
  accounts: AccountsDb,
  asked: {
    readonly kind: DocumentKind;
    readonly customerKey: number;
    readonly month: string;
    readonly knownOn: number;
  },
) =>
  accounts
    .selectFrom('documents')
    .select(['number', 'carried_micros'])
    .where('kind', '=', asked.kind)
    .where('customer_key', '=', asked.customerKey)
    .where('month', '<', asked.month)
    .where('number', 'is not', null)
    .where('final_at', '<=', asked.knownOn)
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst();

export async function finishDraft(
  tx: AccountsDb,
  id: string,
  done: Pick<
    DocumentRow,
    'number' | 'total_cents' | 'carried_micros' | 'final_at' | 'due_at' | 'pdf_sha256' | 'letterhead_id'
  >,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('documents')
    .set(done)
    .where('id', '=', id)
    .where('number', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error(`${id} is final already`);
}
