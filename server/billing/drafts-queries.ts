import { type Insertable, type Selectable, sql } from 'kysely';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { DocumentKind, LedgerTables } from '../databases/accounts/ledger-tables.ts';
import { insertRows, updateRows } from '../databases/accounts/write-rows.ts';
import { inGroups } from '../lib/in-groups.ts';
import { inOrderOf } from '../lib/in-order-of.ts';

export type DocumentRow = Selectable<LedgerTables['documents']>;
export type LineRow = Selectable<LedgerTables['document_lines']>;
export type PairRow = Insertable<LedgerTables['billed_pairs']>;

/** Number of documents that one statement deletes or sums. Other statements can run between two such statements. */
const DOCUMENTS_AT_ONCE = 20;
const PAIRS_AT_ONCE = 500;

/** Finds a month's drafts, in the order in which they are numbered. */
export const findDrafts = (accounts: AccountsDb, month: string): Promise<Pick<DocumentRow, 'id' | 'kind'>[]> =>
  accounts
    .selectFrom('documents')
    .select(['id', 'kind'])
    .where('month', '=', month)
    .where('number', 'is', null)
    .orderBy('kind', 'desc')
    .orderBy('customer_name')
    .orderBy('id')
    .execute();

/** Finds documents, in the order of `ids`. */
export async function findDocumentRows(accounts: AccountsDb, ids: readonly string[]): Promise<DocumentRow[]> {
  const rows = await accounts.selectFrom('documents').selectAll().where('id', 'in', ids).execute();
  return inOrderOf(ids, rows);
}

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

export type Recipient = { readonly billing_address: string; readonly tax_id: string; readonly country: string };

/** Finds customers that have an address, a tax ID or a country, keyed by customer ID. */
export async function findRecipients(accounts: AccountsDb): Promise<ReadonlyMap<string, Recipient>> {
  const rows = await accounts
    .selectFrom('customers')
    .select(['id', 'billing_address', 'tax_id', 'country'])
    .where((eb) => eb.or([eb('billing_address', '!=', ''), eb('tax_id', '!=', ''), eb('country', '!=', '')]))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export const insertDrafts = (tx: AccountsDb, documents: readonly DocumentRow[]): Promise<void> =>
  insertRows(tx, 'documents', documents);

export const insertLines = (tx: AccountsDb, lines: readonly LineRow[]): Promise<void> =>
  insertRows(tx, 'document_lines', lines);

export const insertPairs = (tx: AccountsDb, pairs: readonly PairRow[]): Promise<void> =>
  insertRows(tx, 'billed_pairs', pairs);

export const findLines = (accounts: AccountsDb, documentId: string, from: number, limit: number): Promise<LineRow[]> =>
  accounts
    .selectFrom('document_lines')
    .selectAll()
    .where('document_id', '=', documentId)
    .where('place', '>=', from)
    .orderBy('place')
    .limit(limit)
    .execute();

/** Finds the first `limit` lines of several documents, ordered by document and place. */
export const findLinesOf = (accounts: AccountsDb, documentIds: readonly string[], limit: number): Promise<LineRow[]> =>
  accounts
    .selectFrom('document_lines')
    .selectAll()
    .where('document_id', 'in', documentIds)
    .orderBy('document_id')
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

/** Sums the amounts that final documents already bill for a month, by customer and by outlet or flight. */
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
    for (const row of await sumLines(accounts, ids, month)) rows.push(row);
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
  // PostgreSQL returns sums as text.
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

/**
 * Yields the pairs that a closing books, ordered by month and owner. Reads pages, because there may be hundreds of
 * thousands of pairs.
 */
export async function* findPairsOf(accounts: AccountsDb, closing: string) {
  for (let after = sql<boolean>`true`; ; ) {
    const rows = await accounts
      .selectFrom('billed_pairs')
      .selectAll()
      .where('closing', '=', closing)
      .where(after)
      .orderBy('month')
      .orderBy('owner_key')
      .orderBy('advertiser_key')
      .limit(PAIRS_AT_ONCE)
      .execute();
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAIRS_AT_ONCE) return;
    const { month, owner_key: owner, advertiser_key: advertiser } = last;
    after = sql<boolean>`(month, owner_key, advertiser_key) > (${month}, ${owner}, ${advertiser})`;
  }
}

export const findFlightNames = (accounts: AccountsDb) =>
  accounts
    .selectFrom('flights')
    .innerJoin('campaigns', 'campaigns.id', 'flights.campaign_id')
    .select(['flights.key as key', 'flights.code as code', 'flights.label as label', 'campaigns.name as campaign'])
    .execute();

/**
 * Finds a customer's newest document before a month, among those that were final at `knownOn`. This document has the
 * amount to carry over.
 */
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

export type Before = Pick<DocumentRow, 'customer_id' | 'number' | 'carried_micros'>;

/**
 * Finds the newest final document before each draft's month, by customer, regardless of when that document was
 * finalized.
 */
export async function findDocumentsBefore(
  accounts: AccountsDb,
  kind: DocumentKind,
  drafts: readonly Pick<DocumentRow, 'customer_id' | 'month'>[],
): Promise<ReadonlyMap<string, Before>> {
  const [month = ''] = drafts.map((draft) => draft.month);
  const rows = await inGroups(
    drafts.map(({ customer_id: id }) => id),
    (group) =>
      accounts
        .selectFrom('documents')
        .select(['customer_id', 'number', 'carried_micros'])
        .where('kind', '=', kind)
        .where('customer_id', 'in', group)
        .where('number', 'is not', null)
        .where('month', '=', (eb) =>
          eb
            .selectFrom('documents as earlier')
            .select((of) => of.fn.max('earlier.month').as('month'))
            .where('earlier.kind', '=', kind)
            .whereRef('earlier.customer_id', '=', 'documents.customer_id')
            .where('earlier.month', '<', month)
            .where('earlier.number', 'is not', null),
        )
        .execute(),
  );
  return new Map(rows.map((row) => [row.customer_id, row]));
}

/** The columns set when a draft is finalized. */
export type Final = Pick<
  DocumentRow,
  | 'id'
  | 'number'
  | 'total_cents'
  | 'carried_micros'
  | 'final_at'
  | 'due_at'
  | 'pdf_sha256'
  | 'lines_sha256'
  | 'ledger_seq'
  | 'ledger_head'
  | 'letterhead_id'
  | 'corrects'
>;

export async function finishDrafts(tx: AccountsDb, done: readonly Final[]): Promise<void> {
  const changed = await updateRows(tx, 'documents', done, sql<boolean>`documents.number is null`);
  if (changed !== done.length) throw new Error(`Of ${done.length} drafts ${done.length - changed} are final already`);
}
