import { type SelectQueryBuilder, sql } from 'kysely';
import type { Scope } from '#domain/role.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { DocumentKind } from '../../databases/accounts/ledger-tables.ts';
import type { AccountsSchema } from '../../databases/accounts/schema.ts';
import { inGroups } from '../../lib/in-groups.ts';

/** All versions of flights' prices, by the flights' numbers in the events store, the oldest first. */
export const findPrices = (accounts: AccountsDb, flightKeys: readonly number[]) =>
  inGroups(flightKeys, (group) =>
    accounts
      .selectFrom('flight_prices')
      .innerJoin('flights', 'flights.id', 'flight_prices.flight_id')
      .select(['flights.key as flight_key', 'model', 'price_micros', 'valid_from', 'venue_type'])
      .where('flights.key', 'in', group)
      .orderBy('valid_from')
      .execute(),
  );

/** All versions of owners' shares, by the owners' numbers in the events store, the oldest first. */
export const findShares = (accounts: AccountsDb, customerKeys: readonly number[]) =>
  inGroups(customerKeys, (group) =>
    accounts
      .selectFrom('owner_shares')
      .innerJoin('customers', 'customers.id', 'owner_shares.customer_id')
      .select(['customers.key as customer_key', 'share_ppm', 'valid_from'])
      .where('customers.key', 'in', group)
      .orderBy('valid_from')
      .execute(),
  );

type Named = { readonly id: string /** The document must be final by then (epoch ms). */; readonly atMs: number };

export type FinalTotal = NonNullable<Awaited<ReturnType<typeof findFinalTotal>>>;

/** A document of the scope that was final by then: its total, its month, and its number of lines. */
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

/** A document of the scope that was final by then, with one of its lines. */
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

/** The final documents of a kind and month, with their recipients. */
export const findBilled = (accounts: AccountsDb, kind: DocumentKind, month: string) =>
  accounts
    .selectFrom('documents')
    .innerJoin('billing_months', 'billing_months.month', 'documents.month')
    .select(['id', 'number', 'layout', 'customer_name', 'total_cents', 'time_zone', 'from_at', 'to_at'])
    .where('kind', '=', kind)
    .where('documents.month', '=', month)
    .where('number', 'is not', null)
    .execute();

/** Payouts of proposed and approved runs. No owner is in two of them. */
export const findOnTheWay = (accounts: AccountsDb) =>
  accounts
    .selectFrom('payouts')
    .innerJoin('customers', 'customers.id', 'payouts.customer_id')
    .select(['payouts.id', 'customers.name as name', 'amount_cents as cents'])
    .where('payouts.state', 'in', ['proposed', 'approved'])
    .execute();

type Documents<Tables extends 'documents', Row> = SelectQueryBuilder<AccountsSchema, Tables, Row>;

function ownOnes<Tables extends 'documents', Row>(query: Documents<Tables, Row>, scope: Scope): Documents<Tables, Row> {
  if (scope.kind === 'all') return query;
  const own = scope.kind === 'owner' ? 'statement' : 'invoice';
  return query.where(isOwn(scope.customerId, own));
}

const isOwn = (customerId: string, kind: 'statement' | 'invoice') =>
  sql<boolean>`documents.customer_id = ${customerId} and documents.kind = ${kind}`;
