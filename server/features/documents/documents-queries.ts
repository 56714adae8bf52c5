import type { DOCUMENT_SORTS, DOCUMENT_TITLE_NAMES } from '#contract/table-choices.ts';
import type { Scope } from '#domain/role.ts';
import { CREDIT_NOTES_SINCE, readNumber } from '../../billing/document-words.ts';
import type { DocumentRow } from '../../billing/drafts-queries.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { containsAnyCase } from '../../databases/accounts/contains-text.ts';
import type { DocumentKind } from '../../databases/accounts/ledger-tables.ts';

export type DocumentFilter = {
  readonly scope: Scope;
  readonly customerKey: number | null;
  readonly kind: DocumentKind | undefined;
  readonly month: string | undefined;
  readonly title?: (typeof DOCUMENT_TITLE_NAMES)[number] | undefined;
  /** Part of the customer's name, or a document's number. */
  readonly q?: string;
  /** Limits the list to documents that were final at this time (epoch ms). */
  readonly knownOn: number;
};

type Order = { readonly name: (typeof DOCUMENT_SORTS)[number]; readonly direction: 'asc' | 'desc' };
export const NEWEST: Order = { name: 'month', direction: 'desc' };

const finalOnes = (accounts: AccountsDb, filter: DocumentFilter) => {
  const { scope, customerKey, kind, month, knownOn, q = '', title } = filter;
  const number = readNumber(q.toLowerCase());
  return accounts
    .selectFrom('documents')
    .where('number', 'is not', null)
    .where('final_at', '<=', knownOn)
    .where(({ and, eb, not, or }) => {
      const isCredit = and([eb('layout', '>=', CREDIT_NOTES_SINCE), eb('total_cents', '<', 0)]);
      return and([
        ...(scope.kind === 'all'
          ? []
          : [
              eb('customer_id', '=', scope.customerId),
              eb('kind', '=', scope.kind === 'owner' ? 'statement' : 'invoice'),
            ]),
        ...(customerKey === null ? [] : [eb('customer_key', '=', customerKey)]),
        ...(kind === undefined ? [] : [eb('kind', '=', kind)]),
        ...(month === undefined ? [] : [eb('month', '=', month)]),
        ...(title === 'credit_note' ? [isCredit] : []),
        ...(title === 'statement' || title === 'invoice' ? [eb('kind', '=', title), not(isCredit)] : []),
        ...(q === ''
          ? []
          : [
              or([
                containsAnyCase(accounts, 'customer_name', q),
                ...(number === null
                  ? []
                  : [
                      and([
                        eb('number', '=', number.number),
                        ...(number.kind === null ? [] : [eb('kind', '=', number.kind)]),
                      ]),
                    ]),
              ]),
            ]),
      ]);
    });
};

const SORTED_BY = {
  month: 'month',
  number: 'number',
  total: 'total_cents',
  final_at: 'final_at',
  due_at: 'due_at',
} as const;

export const findFinalDocuments = (
  accounts: AccountsDb,
  filter: DocumentFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
  { name, direction } = NEWEST,
): Promise<DocumentRow[]> =>
  finalOnes(accounts, filter)
    .selectAll()
    .$if(name !== 'customer', (query) => query.orderBy(SORTED_BY[name === 'customer' ? 'month' : name], direction))
    .$if(name === 'month' || name === 'number', (query) => query.orderBy('kind'))
    // Sorts by the customer's current name.
    .orderBy(
      (eb) => eb.selectFrom('customers').select('find_key').whereRef('customers.id', '=', 'documents.customer_id'),
      name === 'customer' ? direction : 'asc',
    )
    .orderBy('customer_name')
    .orderBy('month', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();

/** Counts the final documents, and sums their totals in cents. */
export async function sumFinalDocuments(
  accounts: AccountsDb,
  filter: DocumentFilter,
): Promise<{ readonly rows: number; readonly cents: number }> {
  const row = await finalOnes(accounts, filter)
    .select((eb) => [eb.fn.countAll<number>().as('rows'), eb.fn.sum<number>('total_cents').as('cents')])
    .executeTakeFirstOrThrow();
  return { rows: Number(row.rows), cents: Number(row.cents ?? 0) };
}

export const findFinalDocument = (accounts: AccountsDb, filter: DocumentFilter, id: string) =>
  finalOnes(accounts, filter).selectAll().where('id', '=', id).executeTakeFirst();

export async function countLines(accounts: AccountsDb, documentId: string): Promise<number> {
  const row = await accounts
    .selectFrom('document_lines')
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .where('document_id', '=', documentId)
    .executeTakeFirstOrThrow();
  return Number(row.rows);
}

/** Finds documents that became final after `sinceMs` and were not mailed yet, oldest first. */
export const findUnmailedDocuments = (accounts: AccountsDb, sinceMs: number, limit: number) =>
  accounts
    .selectFrom('documents')
    .innerJoin('customers', 'customers.id', 'documents.customer_id')
    .selectAll('documents')
    .select('customers.billing_email')
    .where('documents.final_at', '>', sinceMs)
    .where('customers.deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('document_mails')
            .select('document_id')
            .whereRef('document_mails.document_id', '=', 'documents.id'),
        ),
      ),
    )
    .orderBy('documents.final_at')
    .orderBy('documents.id')
    .limit(limit)
    .execute();

/** Notes that a document was mailed. Returns false if another process has noted it before. */
export async function noteDocumentMailed(tx: AccountsDb, documentId: string, at: number): Promise<boolean> {
  const stored = await tx
    .insertInto('document_mails')
    .values({ document_id: documentId, sent_at: at })
    .onConflict((conflict) => conflict.column('document_id').doNothing())
    .returning('document_id')
    .execute();
  return stored.length > 0;
}
