import type { ExpressionBuilder, Insertable } from 'kysely';
import type { RUN_SORTS, RUN_STATES } from '#contract/table-choices.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { PaymentTables, PayoutState } from '../../databases/accounts/payment-tables.ts';
import type { AccountsSchema } from '../../databases/accounts/schema.ts';
import { inGroups } from '../../lib/in-groups.ts';

type Page = { readonly limit: number; readonly offset: number };

const runs = (accounts: AccountsDb) =>
  accounts
    .selectFrom('payout_runs')
    .leftJoin('users as proposers', 'proposers.id', 'payout_runs.proposed_by_id')
    .leftJoin('users as deciders', 'deciders.id', 'payout_runs.decided_by_id')
    .select((eb) => [
      'payout_runs.id',
      'number',
      'minimum_cents',
      'state',
      'proposed_at',
      'proposed_by_id',
      'proposers.email as proposed_by',
      'decided_at',
      'deciders.email as decided_by',
      'why',
      eb
        .selectFrom('payouts')
        .select((sub) => sub.fn.sum<number>('amount_cents').as('cents'))
        .whereRef('payouts.run_id', '=', 'payout_runs.id')
        .as('total_cents'),
      eb
        .selectFrom('payouts')
        .select((sub) => sub.fn.countAll<number>().as('rows'))
        .whereRef('payouts.run_id', '=', 'payout_runs.id')
        .as('payouts'),
      eb
        .selectFrom('payouts')
        .select((sub) => sub.fn.countAll<number>().as('rows'))
        .whereRef('payouts.run_id', '=', 'payout_runs.id')
        .where('payouts.state', 'in', ['proposed', 'approved'])
        .as('waiting'),
    ]);

export type RunRow = Awaited<ReturnType<ReturnType<typeof runs>['execute']>>[number];

type RunState = (typeof RUN_STATES)[number] | undefined;
type RunOrder = { readonly name: (typeof RUN_SORTS)[number]; readonly direction: 'asc' | 'desc' };

export const findRuns = (
  accounts: AccountsDb,
  state: RunState,
  { name, direction }: RunOrder,
  { limit, offset }: Page,
): Promise<RunRow[]> =>
  runs(accounts)
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'proposed'))
    .orderBy(name === 'total' ? 'total_cents' : 'number', direction)
    .orderBy('number', direction)
    .limit(limit)
    .offset(offset)
    .execute();

export const findRun = (accounts: AccountsDb, id: string): Promise<RunRow | undefined> =>
  runs(accounts).where('payout_runs.id', '=', id).executeTakeFirst();

/** Counts the runs, and sums their payouts in cents. */
export async function sumRuns(
  accounts: AccountsDb,
  state: RunState,
): Promise<{ readonly rows: number; readonly cents: number }> {
  const row = await accounts
    .selectFrom('payout_runs')
    .leftJoin('payouts', 'payouts.run_id', 'payout_runs.id')
    .$if(state !== undefined, (query) => query.where('payout_runs.state', '=', state ?? 'proposed'))
    .select((eb) => [
      eb.fn.count<number>('payout_runs.id').distinct().as('rows'),
      eb.fn.sum<number>('amount_cents').as('cents'),
    ])
    .executeTakeFirstOrThrow();
  return { rows: Number(row.rows), cents: Number(row.cents ?? 0) };
}

/** Returns the newest run's number, 0 before the first run. Call this only while no other process can propose a run. */
export async function findLastRunNumber(tx: AccountsDb): Promise<number> {
  const row = await tx
    .selectFrom('payout_runs')
    .select((eb) => eb.fn.max('number').as('last'))
    .executeTakeFirstOrThrow();
  return Number(row.last ?? 0);
}

/** Sums the cents that earlier runs had paid to these customers when this run was proposed. */
export async function sumPaidBefore(
  accounts: AccountsDb,
  { number, proposedAt, customerIds }: { number: number; proposedAt: number; customerIds: readonly string[] },
): Promise<ReadonlyMap<string, number>> {
  const rows = await inGroups(customerIds, (group) =>
    accounts
      .selectFrom('payouts')
      .innerJoin('payout_runs', 'payout_runs.id', 'payouts.run_id')
      .select(['customer_id', ({ fn }) => fn.sum<number>('amount_cents').as('cents')])
      .where('customer_id', 'in', group)
      .where('payout_runs.number', '<', number)
      .where('paid_at', 'is not', null)
      .where(({ eb, or }) => or([eb('returned_at', 'is', null), eb('returned_at', '>', proposedAt)]))
      .groupBy('customer_id')
      .execute(),
  );
  return new Map(rows.map(({ customer_id: id, cents }) => [id, Number(cents)]));
}

/** Sums the payouts that are approved but not paid yet, in cents. */
export async function sumApproved(accounts: AccountsDb): Promise<number> {
  const row = await accounts
    .selectFrom('payouts')
    .select((eb) => eb.fn.sum<number>('amount_cents').as('cents'))
    .where('state', '=', 'approved')
    .executeTakeFirstOrThrow();
  return Number(row.cents ?? 0);
}

/** Finds the owners with an unpaid payout in a run. */
export async function findOnTheWay(tx: AccountsDb): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('payouts')
    .select('customer_id')
    .where('state', 'in', ['proposed', 'approved'])
    .execute();
  return new Set(rows.map((row) => row.customer_id));
}

export async function insertRun(
  tx: AccountsDb,
  run: Insertable<PaymentTables['payout_runs']>,
  payouts: readonly Insertable<PaymentTables['payouts']>[],
): Promise<void> {
  await tx.insertInto('payout_runs').values(run).execute();
  await inGroups(payouts, async (group) => {
    await tx.insertInto('payouts').values(group).execute();
    return [];
  });
}

/** Decides a run and its payouts. Returns false if it was already decided. */
export async function decideRun(
  tx: AccountsDb,
  id: string,
  decision: { state: 'approved' | 'declined'; decided_at: number; decided_by_id: string; why: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payout_runs')
    .set(decision)
    .where('id', '=', id)
    .where('state', '=', 'proposed')
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  await tx
    .updateTable('payouts')
    .set({ state: decision.state })
    .where('run_id', '=', id)
    .where('state', '=', 'proposed')
    .execute();
  return true;
}

/** Removes payouts from a run, as if they had never been proposed. */
export async function deletePayouts(tx: AccountsDb, ids: readonly string[]): Promise<void> {
  await inGroups(ids, async (group) => {
    await tx.deleteFrom('payout_payees').where('payout_id', 'in', group).execute();
    await tx.deleteFrom('payouts').where('id', 'in', group).execute();
    return [];
  });
}

const PAYOUT = ['id', 'run_id', 'customer_id', 'customer_name', 'amount_cents', 'state', 'paid_on', 'why'] as const;

const payoutRows = (accounts: AccountsDb) =>
  accounts
    .selectFrom('payouts')
    .leftJoin('payout_payees', 'payout_payees.payout_id', 'payouts.id')
    .select(PAYOUT)
    .select('payout_payees.revision as payee_revision');

/** Sorts by the customer's current name. */
const nameOf = (eb: ExpressionBuilder<AccountsSchema, 'payouts'>) =>
  eb.selectFrom('customers').select('find_key').whereRef('customers.id', '=', 'payouts.customer_id').$asScalar();

export const findPayouts = (accounts: AccountsDb, runId: string, { limit, offset }: Page) =>
  payoutRows(accounts)
    .where('run_id', '=', runId)
    .orderBy(nameOf)
    .orderBy('customer_name')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
/** `payee_revision` is null for runs proposed before the column existed. */
export type PayoutRow = Awaited<ReturnType<typeof findPayouts>>[number];

export const findPayout = (accounts: AccountsDb, id: string): Promise<PayoutRow | undefined> =>
  payoutRows(accounts).where('id', '=', id).executeTakeFirst();

export const findPayoutsIn = (accounts: AccountsDb, runId: string, state: PayoutState): Promise<PayoutRow[]> =>
  payoutRows(accounts)
    .where('run_id', '=', runId)
    .where('state', '=', state)
    .orderBy(nameOf)
    .orderBy('customer_name')
    .orderBy('id')
    .execute();

export async function insertPayoutPayees(
  tx: AccountsDb,
  rows: readonly Insertable<PaymentTables['payout_payees']>[],
): Promise<void> {
  await inGroups(rows, async (group) => {
    await tx.insertInto('payout_payees').values(group).execute();
    return [];
  });
}

/**
 * Changes a payout's state. Returns false if the stored state is no longer `state`, so that no state is skipped and no
 * step happens twice.
 */
export async function changePayout(
  tx: AccountsDb,
  { id, state }: Pick<PayoutRow, 'id' | 'state'>,
  change: { state: 'paid'; paid_on: string; paid_at: number } | { state: 'returned'; returned_at: number; why: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payouts')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', state)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
