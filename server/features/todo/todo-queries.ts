import { type SelectQueryBuilder, sql } from 'kysely';
import { TODO_ITEMS } from '#contract/todo.ts';
import { NEWS_RULES } from '#domain/alert-rules.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { shownMessages, shownObjections, shownUsers } from '../../people/shown-rows-queries.ts';

/** A row of a group, with the number of all rows before the limit. */
type Counted = { readonly total: number };

/** Reads the rows that have waited longest, or the newest ones. The query names their time `since`. */
const oldest = async <Db, Tables extends keyof Db, Row extends { readonly since: number | null }>(
  query: SelectQueryBuilder<Db, Tables, Row>,
  order: 'asc' | 'desc' = 'asc',
): Promise<(Row & Counted)[]> =>
  (await query
    .select(sql<number>`count(*) over ()`.as('total'))
    .orderBy(sql`since`, order)
    .limit(TODO_ITEMS)
    .execute()) as unknown as (Row & Counted)[];

/** Finds flights that wait for their first review. */
export const findFlightsInReview = (accounts: AccountsDb) =>
  oldest(
    accounts
      .selectFrom('flights')
      .innerJoin('campaigns', 'campaigns.id', 'flights.campaign_id')
      .innerJoin('customers', 'customers.id', 'campaigns.customer_id')
      .where('flights.state', '=', 'in_review')
      .select([
        'flights.id',
        'flights.code',
        'flights.label',
        'campaigns.name as campaign',
        'customers.name as customer',
        'flights.submitted_at as since',
      ]),
  );

/** Finds changes to approved flights that wait for an administrator. */
export const findProposals = (accounts: AccountsDb) =>
  oldest(
    accounts
      .selectFrom('flight_proposals')
      .innerJoin('flights', 'flights.id', 'flight_proposals.flight_id')
      .innerJoin('campaigns', 'campaigns.id', 'flights.campaign_id')
      .innerJoin('customers', 'customers.id', 'campaigns.customer_id')
      .select([
        'flights.id',
        'flights.code',
        'flights.label',
        'campaigns.name as campaign',
        'customers.name as customer',
        'flight_proposals.made_at as since',
      ]),
  );

/** Finds an advertiser's flights that an administrator returned. */
export const findReturnedFlights = (accounts: AccountsDb, customerId: string) =>
  oldest(
    accounts
      .selectFrom('flights')
      .innerJoin('campaigns', 'campaigns.id', 'flights.campaign_id')
      .where('campaigns.customer_id', '=', customerId)
      .where('flights.state', '=', 'returned')
      .select([
        'flights.id',
        'flights.code',
        'flights.label',
        'campaigns.name as campaign',
        'flights.return_reason as reason',
        'flights.updated_at as since',
      ]),
  );

export const findOpenDisputes = (accounts: AccountsDb, isVisit: boolean) =>
  oldest(
    accounts
      .selectFrom(shownObjections(isVisit))
      .innerJoin('customers', 'customers.id', 'objections.customer_id')
      .where('objections.state', '=', 'open')
      .select(['objections.id', 'objections.words', 'customers.name as customer', 'objections.raised_at as since']),
  );

/** Finds payout runs that another person must approve. */
export const findProposedRuns = (accounts: AccountsDb) =>
  oldest(
    accounts
      .selectFrom('payout_runs')
      .where('payout_runs.state', '=', 'proposed')
      .select((eb) => [
        'payout_runs.id',
        'payout_runs.number',
        'payout_runs.proposed_at as since',
        eb
          .selectFrom('payouts')
          .whereRef('payouts.run_id', '=', 'payout_runs.id')
          .select((sums) => sums.fn.sum<number>('payouts.amount_cents').as('cents'))
          .as('cents'),
      ]),
  );

export const findProposedRefunds = (accounts: AccountsDb) =>
  oldest(
    accounts
      .selectFrom('refunds')
      .where('state', '=', 'proposed')
      .select(['id', 'number', 'customer_name as customer', 'amount_cents as cents', 'proposed_at as since']),
  );

/** Finds changed payout accounts that another administrator must confirm. */
export const findAccountChanges = (accounts: AccountsDb) =>
  oldest(
    accounts
      .selectFrom('payee_changes')
      .innerJoin('customers', 'customers.id', 'payee_changes.customer_id')
      .where('payee_changes.withdrawn_at', 'is', null)
      .select(['payee_changes.customer_id as id', 'customers.name as customer', 'payee_changes.changed_at as since']),
  );

/** Whether an owner has a payout account, or one that waits to be confirmed. */
export async function hasPayoutAccount(accounts: AccountsDb, customerId: string): Promise<boolean> {
  const [payee, change] = await Promise.all([
    accounts.selectFrom('payees').select('customer_id').where('customer_id', '=', customerId).executeTakeFirst(),
    accounts
      .selectFrom('payee_changes')
      .select('customer_id')
      .where('customer_id', '=', customerId)
      .where('withdrawn_at', 'is', null)
      .executeTakeFirst(),
  ]);
  return payee !== undefined || change !== undefined;
}

/** Finds confirmed accounts without an organization, which see nothing until an administrator links them. */
export const findUnlinkedUsers = (accounts: AccountsDb, isVisit: boolean) =>
  oldest(
    accounts
      .selectFrom(shownUsers(isVisit))
      .where('users.role', '=', 'unassigned')
      .where('users.email_verified', '=', 1)
      .where('users.disabled', '=', 0)
      .select(['users.id', 'users.email', 'users.created_at as since']),
  );

export const findUnreadMessages = (accounts: AccountsDb, isVisit: boolean) =>
  oldest(
    accounts
      .selectFrom(shownMessages(isVisit))
      .where('contact_messages.deleted_at', 'is', null)
      .where('contact_messages.read_at', 'is', null)
      .select(['contact_messages.id', 'contact_messages.name', 'contact_messages.sent_at as since']),
  );

/** Finds jobs that failed after `sinceMs`. */
export const findFailedJobs = (accounts: AccountsDb, sinceMs: number) =>
  oldest(
    accounts
      .selectFrom('maintenance_jobs')
      .where('state', '=', 'failed')
      .where('ended_at', '>', sinceMs)
      .select(['id', 'kind', 'failure', 'ended_at as since']),
    'desc',
  );

/** When an alert's problem began, or was found if its beginning is unknown. */
const began = sql<number>`coalesce(since_at, raised_at)`;

/** Finds open alerts that need action and are not acknowledged: a customer's own, or those of all customers. */
export const findOpenAlerts = (accounts: AccountsDb, customerId: string | null) =>
  oldest(
    accounts
      .selectFrom('alerts')
      .where('ended_at', 'is', null)
      .where('acknowledged_at', 'is', null)
      .where('rule', 'not in', NEWS_RULES)
      .$if(customerId !== null, (query) => query.where('customer_id', '=', customerId))
      .select(['id', 'title', 'path', began.as('since')]),
  );

/** Returns the number of all rows before the limit. The database may return a string. */
export const totalOf = (rows: readonly Counted[]): number => Number(rows[0]?.total ?? 0);
