import { sql } from 'kysely';
import { TODO_ITEMS } from '#contract/todo.ts';
import { NEWS_RULES } from '#domain/alert-rules.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { shownMessages, shownObjections, shownUsers } from '../../people/shown-rows-queries.ts';

/** Rows that have waited longest. Each has the number of all rows, before the limit. */
type Counted = { readonly total: number };

/** Finds flights that wait for their first review. */
export const findFlightsInReview = (accounts: AccountsDb) =>
  accounts
    .selectFrom('flights')
    .innerJoin('campaigns', 'campaigns.id', 'flights.campaign_id')
    .innerJoin('customers', 'customers.id', 'campaigns.customer_id')
    .where('flights.state', '=', 'in_review')
    .select((eb) => [
      'flights.id',
      'flights.code',
      'flights.label',
      'campaigns.name as campaign',
      'customers.name as customer',
      'flights.submitted_at as since',
      eb.fn.countAll<number>().over().as('total'),
    ])
    .orderBy('flights.submitted_at')
    .limit(TODO_ITEMS)
    .execute();

/** Finds changes to approved flights that wait for an administrator. */
export const findProposals = (accounts: AccountsDb) =>
  accounts
    .selectFrom('flight_proposals')
    .innerJoin('flights', 'flights.id', 'flight_proposals.flight_id')
    .innerJoin('campaigns', 'campaigns.id', 'flights.campaign_id')
    .innerJoin('customers', 'customers.id', 'campaigns.customer_id')
    .select((eb) => [
      'flights.id',
      'flights.code',
      'flights.label',
      'campaigns.name as campaign',
      'customers.name as customer',
      'flight_proposals.made_at as since',
      eb.fn.countAll<number>().over().as('total'),
    ])
    .orderBy('flight_proposals.made_at')
    .limit(TODO_ITEMS)
    .execute();

/** Finds an advertiser's flights that an administrator returned. */
export const findReturnedFlights = (accounts: AccountsDb, customerId: string) =>
  accounts
    .selectFrom('flights')
    .innerJoin('campaigns', 'campaigns.id', 'flights.campaign_id')
    .where('campaigns.customer_id', '=', customerId)
    .where('flights.state', '=', 'returned')
    .select((eb) => [
      'flights.id',
      'flights.code',
      'flights.label',
      'campaigns.name as campaign',
      'flights.return_reason as reason',
      'flights.updated_at as since',
      eb.fn.countAll<number>().over().as('total'),
    ])
    .orderBy('flights.updated_at')
    .limit(TODO_ITEMS)
    .execute();

export const findOpenDisputes = (accounts: AccountsDb, isVisit: boolean) =>
  accounts
    .selectFrom(shownObjections(isVisit))
    .innerJoin('customers', 'customers.id', 'objections.customer_id')
    .where('objections.state', '=', 'open')
    .select((eb) => [
      'objections.id',
      'objections.words',
      'customers.name as customer',
      'objections.raised_at as since',
      eb.fn.countAll<number>().over().as('total'),
    ])
    .orderBy('objections.raised_at')
    .limit(TODO_ITEMS)
    .execute();

/** Finds payout runs that another person must approve. */
export const findProposedRuns = (accounts: AccountsDb) =>
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
      eb.fn.countAll<number>().over().as('total'),
    ])
    .orderBy('payout_runs.proposed_at')
    .limit(TODO_ITEMS)
    .execute();

export const findProposedRefunds = (accounts: AccountsDb) =>
  accounts
    .selectFrom('refunds')
    .where('state', '=', 'proposed')
    .select((eb) => [
      'id',
      'number',
      'customer_name as customer',
      'amount_cents as cents',
      'proposed_at as since',
      eb.fn.countAll<number>().over().as('total'),
    ])
    .orderBy('proposed_at')
    .limit(TODO_ITEMS)
    .execute();

/** Finds changed payout accounts that another administrator must confirm. */
export const findAccountChanges = (accounts: AccountsDb) =>
  accounts
    .selectFrom('payee_changes')
    .innerJoin('customers', 'customers.id', 'payee_changes.customer_id')
    .where('payee_changes.withdrawn_at', 'is', null)
    .select((eb) => [
      'payee_changes.customer_id as id',
      'customers.name as customer',
      'payee_changes.changed_at as since',
      eb.fn.countAll<number>().over().as('total'),
    ])
    .orderBy('payee_changes.changed_at')
    .limit(TODO_ITEMS)
    .execute();

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
  accounts
    .selectFrom(shownUsers(isVisit))
    .where('users.role', '=', 'unassigned')
    .where('users.email_verified', '=', 1)
    .where('users.disabled', '=', 0)
    .select((eb) => [
      'users.id',
      'users.email',
      'users.created_at as since',
      eb.fn.countAll<number>().over().as('total'),
    ])
    .orderBy('users.created_at')
    .limit(TODO_ITEMS)
    .execute();

export const findUnreadMessages = (accounts: AccountsDb, isVisit: boolean) =>
  accounts
    .selectFrom(shownMessages(isVisit))
    .where('contact_messages.deleted_at', 'is', null)
    .where('contact_messages.read_at', 'is', null)
    .select((eb) => [
      'contact_messages.id',
      'contact_messages.name',
      'contact_messages.sent_at as since',
      eb.fn.countAll<number>().over().as('total'),
    ])
    .orderBy('contact_messages.sent_at')
    .limit(TODO_ITEMS)
    .execute();

/** Finds jobs that failed after `sinceMs`. */
export const findFailedJobs = (accounts: AccountsDb, sinceMs: number) =>
  accounts
    .selectFrom('maintenance_jobs')
    .where('state', '=', 'failed')
    .where('ended_at', '>', sinceMs)
    .select((eb) => ['id', 'kind', 'failure', 'ended_at as since', eb.fn.countAll<number>().over().as('total')])
    .orderBy('ended_at', 'desc')
    .limit(TODO_ITEMS)
    .execute();

/** When an alert's problem began, or was found if its beginning is unknown. */
const began = sql<number>`coalesce(since_at, raised_at)`;

/** Finds open alerts that need action and are not acknowledged: a customer's own, or those of all customers. */
export const findOpenAlerts = (accounts: AccountsDb, customerId: string | null) =>
  accounts
    .selectFrom('alerts')
    .where('ended_at', 'is', null)
    .where('acknowledged_at', 'is', null)
    .where('rule', 'not in', NEWS_RULES)
    .$if(customerId !== null, (query) => query.where('customer_id', '=', customerId))
    .select((eb) => ['id', 'title', 'path', began.as('since'), eb.fn.countAll<number>().over().as('total')])
    .orderBy(began)
    .limit(TODO_ITEMS)
    .execute();

/** Returns the number of all rows before the limit. The database may return a string. */
export const totalOf = (rows: readonly Counted[]): number => Number(rows[0]?.total ?? 0);
