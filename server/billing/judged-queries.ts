import type { Selectable } from 'kysely';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { DocumentKind, LedgerTables } from '../databases/accounts/ledger-tables.ts';
import { insertRows } from '../databases/accounts/write-rows.ts';
import { grouped } from '../lib/grouped.ts';
import { inGroups } from '../lib/in-groups.ts';

/** A line's invalid events for one reason. */
export type JudgedRow = Selectable<LedgerTables['judged_lines']>;
export type Judged = Omit<JudgedRow, 'document_id' | 'place'>;

/** The first layout that shows invalid events. */
const FIRST_LAYOUT_WITH_JUDGED = 3;

export const insertJudged = (tx: AccountsDb, rows: readonly JudgedRow[]): Promise<void> =>
  insertRows(tx, 'judged_lines', rows);

/** Finds the invalid events of the lines in a range of places, by place. */
export async function findJudged(
  accounts: AccountsDb,
  documentId: string,
  { from, before }: { readonly from: number; readonly before: number },
): Promise<ReadonlyMap<number, Judged[]>> {
  const rows = await accounts
    .selectFrom('judged_lines')
    .selectAll()
    .where('document_id', '=', documentId)
    .where('place', '>=', from)
    .where('place', '<', before)
    .orderBy('place')
    .orderBy('reason')
    .execute();
  return byPlace(rows);
}

function byPlace(rows: readonly JudgedRow[]): Map<number, Judged[]> {
  const places = new Map<number, Judged[]>();
  for (const { document_id: _, place, ...judged } of rows) {
    const known = places.get(place);
    if (known === undefined) places.set(place, [judged]);
    else known.push(judged);
  }
  return places;
}

/** Finds the invalid events in all lines of several documents, by document and place. */
export async function findJudgedOf(
  accounts: AccountsDb,
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<number, Judged[]>>> {
  const rows = await inGroups(documentIds, (group) =>
    accounts
      .selectFrom('judged_lines')
      .selectAll()
      .where('document_id', 'in', group)
      .orderBy('document_id')
      .orderBy('place')
      .orderBy('reason')
      .execute(),
  );
  const byDocument = grouped(rows, ({ document_id: id }) => id);
  return new Map([...byDocument].map(([id, own]) => [id, byPlace(own)]));
}

/**
 * Returns whether a month has a final document whose layout shows no invalid events. If so, late documents for that
 * month do not show invalid events either.
 */
export async function wasUntold(accounts: AccountsDb, month: string): Promise<boolean> {
  const row = await accounts
    .selectFrom('documents')
    .select('id')
    .where('month', '=', month)
    .where('number', 'is not', null)
    .where('layout', '<', FIRST_LAYOUT_WITH_JUDGED)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export type ToldRow = { readonly customerKey: number; readonly ofKey: number } & Judged;

/**
 * Sums the invalid events on a month's final documents, by customer, outlet or flight, and reason. If `customerKey` is
 * null, sums them for all customers.
 */
export async function findTold(
  accounts: AccountsDb,
  { kind, month, customerKey }: { kind: DocumentKind; month: string; customerKey: number | null },
): Promise<ToldRow[]> {
  const rows = await accounts
    .selectFrom('judged_lines')
    .innerJoin('documents', 'documents.id', 'judged_lines.document_id')
    .innerJoin('document_lines', (join) =>
      join
        .onRef('document_lines.document_id', '=', 'judged_lines.document_id')
        .onRef('document_lines.place', '=', 'judged_lines.place'),
    )
    .select((eb) => [
      'documents.customer_key as customerKey',
      'of_key as ofKey',
      'reason',
      eb.fn.sum<number>('judged_lines.views').as('views'),
      eb.fn.sum<number>('judged_lines.clicks').as('clicks'),
      eb.fn.sum<number>('judged_lines.burns').as('burns'),
      eb.fn.sum<number>('judged_lines.amount_micros').as('amount'),
      eb.fn.sum<number>('judged_lines.owner_micros').as('owner'),
    ])
    .where('documents.kind', '=', kind)
    .where('documents.month', '>=', month)
    .where('documents.number', 'is not', null)
    .where('document_lines.month', '=', month)
    .$if(customerKey !== null, (query) => query.where('documents.customer_key', '=', customerKey ?? 0))
    .groupBy(['documents.customer_key', 'of_key', 'reason'])
    .execute();
  // PostgreSQL returns sums as text.
  return rows.map(({ customerKey: key, ofKey, reason, ...sums }) => ({
    customerKey: key,
    ofKey,
    reason,
    views: Number(sums.views),
    clicks: Number(sums.clicks),
    burns: Number(sums.burns),
    amount_micros: Number(sums.amount),
    owner_micros: Number(sums.owner),
  }));
}
