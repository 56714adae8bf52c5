import type { Scope } from '#domain/role.ts';
import type { DocumentRow } from '../../billing/drafts-queries.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { DocumentKind } from '../../databases/accounts/ledger-tables.ts';

export type DocumentFilter = {
  readonly scope: Scope;
  readonly customerKey: number | null;
  readonly kind: DocumentKind | undefined;
  readonly month: string | undefined;
  /** Limits the list to documents that were final at this time (epoch ms). */
  readonly knownOn: number;
};

const finalOnes = (accounts: AccountsDb, { scope, customerKey, kind, month, knownOn }: DocumentFilter) => {
  let query = accounts.selectFrom('documents').where('number', 'is not', null).where('final_at', '<=', knownOn);
  if (scope.kind !== 'all') {
    const own = scope.kind === 'owner' ? 'statement' : 'invoice';
    query = query.where('customer_id', '=', scope.customerId).where('kind', '=', own);
  }
  if (customerKey !== null) query = query.where('customer_key', '=', customerKey);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  return month === undefined ? query : query.where('month', '=', month);
};

export const findFinalDocuments = (
  accounts: AccountsDb,
  filter: DocumentFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<DocumentRow[]> =>
  finalOnes(accounts, filter)
    .selectAll()
    .orderBy('month', 'desc')
    .orderBy('kind')
    // Sorts by the customer's current name.
    .orderBy((eb) =>
      eb.selectFrom('customers').select('find_key').whereRef('customers.id', '=', 'documents.customer_id'),
    )
    .orderBy('customer_name')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();

export async function countFinalDocuments(accounts: AccountsDb, filter: DocumentFilter): Promise<number> {
  const row = await finalOnes(accounts, filter)
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  return Number(row.rows);
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
