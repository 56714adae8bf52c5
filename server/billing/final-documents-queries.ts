import { type SelectQueryBuilder, sql } from 'kysely';
import type { Scope } from '#domain/role.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../databases/accounts/schema.ts';

type Named = { readonly id: string /** The document must be final by then (epoch ms). */; readonly atMs: number };

export type FinalTotal = NonNullable<Awaited<ReturnType<typeof findFinalTotal>>>;

/** Finds a document in the scope that was final at `atMs`, with its total, month, and number of lines. */
export function findFinalTotal(accounts: AccountsDb, scope: Scope, { id, atMs }: Named) {
  const query = accounts
    .selectFrom('documents')
    .innerJoin('billing_months', 'billing_months.month', 'documents.month')
    .select(['total_cents', 'time_zone', 'from_at', 'to_at', 'documents.customer_id', 'documents.kind'])
    .select(({ selectFrom }) =>
      selectFrom('document_lines')
        .select(({ fn }) => fn.countAll<number>().as('rows'))
        .whereRef('document_id', '=', 'documents.id')
        .as('lines'),
    )
    .where('documents.id', '=', id)
    .where('number', 'is not', null)
    .where('documents.final_at', '<=', atMs);
  return ownOnes(query, scope).executeTakeFirst();
}

/** Finds a document in the scope that was final at `atMs`, with one of its lines. */
export function findFinalLine(
  accounts: AccountsDb,
  scope: Scope,
  { id, place, atMs }: Named & { readonly place: number },
) {
  const query = accounts
    .selectFrom('documents')
    .innerJoin('document_lines', 'document_lines.document_id', 'documents.id')
    .select(['documents.kind as document_kind', 'documents.month as document_month', 'customer_id', 'customer_key'])
    .select(['documents.cut_off_at', 'document_lines.kind as line_kind', 'document_lines.month as line_month'])
    .select(['of_key', 'place', 'micros', 'views', 'clicks', 'burns'])
    .where('documents.id', '=', id)
    .where('place', '=', place)
    .where('number', 'is not', null)
    .where('documents.final_at', '<=', atMs);
  return ownOnes(query, scope).executeTakeFirst();
}

type Documents<Tables extends 'documents', Row> = SelectQueryBuilder<AccountsSchema, Tables, Row>;

function ownOnes<Tables extends 'documents', Row>(query: Documents<Tables, Row>, scope: Scope): Documents<Tables, Row> {
  if (scope.kind === 'all') return query;
  const own = scope.kind === 'owner' ? 'statement' : 'invoice';
  return query.where(isOwn(scope.customerId, own));
}

const isOwn = (customerId: string, kind: 'statement' | 'invoice') =>
  sql<boolean>`documents.customer_id = ${customerId} and documents.kind = ${kind}`;
