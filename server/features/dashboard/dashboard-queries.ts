import { sql } from 'kysely';
import type { Scope } from '#domain/role.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { containsText, startsWithText } from '../../databases/accounts/contains-text.ts';
import type { DocumentKind } from '../../databases/accounts/ledger-tables.ts';
import { leastPaidMicros } from '../../network/least-paid-queries.ts';
import { shownUsers } from '../../people/shown-rows-queries.ts';

/** Finds all flights in an advertiser's campaigns, and the number of campaigns. */
export async function readCampaigns(accounts: AccountsDb, customerId: string) {
  const [campaigns, flights] = await Promise.all([
    accounts
      .selectFrom('campaigns')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('customer_id', '=', customerId)
      .executeTakeFirstOrThrow(),
    accounts
      .selectFrom('flights')
      .innerJoin('campaigns', 'campaigns.id', 'flights.campaign_id')
      .select([
        'flights.campaign_id',
        'flights.key',
        'flights.state',
        'flights.starts_at',
        'flights.ends_at',
        'flights.paused',
        'flights.budget_micros',
        'flights.daily_cap_micros',
        'campaigns.time_zone',
      ])
      .select(leastPaidMicros('flights').as('least_paid_micros'))
      .where('campaigns.customer_id', '=', customerId)
      .execute(),
  ]);
  return { campaigns: Number(campaigns.count), flights };
}

/** Counts the campaigns of all advertisers, for an administrator's summary. */
export async function countCampaigns(accounts: AccountsDb, nowMs: number): Promise<{ all: number; active: number }> {
  const all = await accounts
    .selectFrom('campaigns')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const active = await accounts
    .selectFrom('flights')
    .select(({ fn }) => fn.count<number>('campaign_id').distinct().as('count'))
    .where('starts_at', '<=', nowMs)
    .where('ends_at', '>', nowMs)
    .where('paused', '=', 0)
    .where('state', '=', 'approved')
    .executeTakeFirstOrThrow();
  return { all: Number(all.count), active: Number(active.count) };
}

/** Flight codes are ASCII, so `lower` works in both databases. */
const NAMED = [
  sql.ref('campaigns.name_key'),
  sql`lower(coalesce(flights.code, ''))`,
  sql`lower(coalesce(flights.label, ''))`,
  sql.ref('customers.name_key'),
];
const NAMES = sql`(${sql.join(NAMED, sql` || ' ' || `)})`;

/** Maximum number of rows that the database returns. The normalized names of these rows decide which rows match. */
const MOST_CANDIDATES = 200;

/**
 * Finds candidate campaigns with each flight, for one advertiser or for all. Names that begin with the first word are
 * sorted first, so that the limit does not cut them off.
 */
export const findCampaigns = (accounts: AccountsDb, advertiserId: string | null, words: readonly string[]) =>
  accounts
    .selectFrom('campaigns')
    .innerJoin('customers', 'customers.id', 'campaigns.customer_id')
    .leftJoin('flights', 'flights.campaign_id', 'campaigns.id')
    .select([
      'campaigns.id as id',
      'campaigns.name as campaign',
      'flights.code as flight',
      'flights.label',
      'customers.name as advertiser',
      'customers.id as advertiser_id',
    ])
    .where('customers.deleted_at', 'is', null)
    .$if(advertiserId !== null, (query) => query.where('customers.id', '=', advertiserId ?? ''))
    .where(({ and }) => and(words.map((word) => containsText(NAMES, word))))
    .orderBy(
      ({ or }) => sql`case when ${or(NAMED.map((name) => startsWithText(name, words[0] ?? '')))} then 0 else 1 end`,
    )
    .orderBy('campaigns.name_key')
    .orderBy('flights.code')
    .limit(MOST_CANDIDATES)
    .execute();

/** Finds users whose name or email address has every word. Demo visitors search only the fields they may read. */
export const findUsers = (accounts: AccountsDb, words: readonly string[], limit: number, isVisit: boolean) =>
  accounts
    .selectFrom(shownUsers(isVisit))
    .select(['id', 'email', sql<string>`first_name || ' ' || last_name`.as('name')])
    .where('deleted_at', 'is', null)
    .where(({ and }) =>
      and(words.map((word) => containsText(sql`(name_key || ' ' || email_key || ' ' || email)`, word))),
    )
    .orderBy('name_key')
    .orderBy('id')
    .limit(limit)
    .execute();

/**
 * Finds final documents with this number. An owner gets only its statements, an advertiser only its invoices, and
 * administrators get both.
 */
export const findDocumentsByNumber = (
  accounts: AccountsDb,
  scope: Scope,
  { kind, number }: { readonly kind: DocumentKind | null; readonly number: number },
) => {
  let query = accounts
    .selectFrom('documents')
    .select(['id', 'kind', 'number', 'layout', 'total_cents', 'month', 'customer_name as customer'])
    .where('number', '=', number)
    .where('final_at', 'is not', null);
  if (kind !== null) query = query.where('kind', '=', kind);
  if (scope.kind !== 'all') {
    const own = scope.kind === 'owner' ? 'statement' : 'invoice';
    query = query.where('customer_id', '=', scope.customerId).where('kind', '=', own);
  }
  return query.orderBy('kind', 'desc').execute();
};
