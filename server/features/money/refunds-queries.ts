import type { Insertable, Updateable } from 'kysely';
import type { REFUND_SORTS } from '#contract/table-choices.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { containsAnyCase } from '../../databases/accounts/contains-text.ts';
import type { PaymentTables, PayoutState } from '../../databases/accounts/payment-tables.ts';

/** Which refunds to find. */
export type RefundFilter = { readonly q: string; readonly state: PayoutState | undefined };

type Order = { readonly name: (typeof REFUND_SORTS)[number]; readonly direction: 'asc' | 'desc' };

const SORTED_BY = { number: 'number', amount: 'amount_cents', customer: 'customer_name' } as const;
const ALL: RefundFilter = { q: '', state: undefined };

const matching = (accounts: AccountsDb, { q, state }: RefundFilter) =>
  accounts
    .selectFrom('refunds')
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'proposed'))
    .$if(q !== '', (query) =>
      query.where(({ or }) =>
        or([containsAnyCase(accounts, 'customer_name', q), containsAnyCase(accounts, 'reason', q)]),
      ),
    );

const refunds = (accounts: AccountsDb, filter = ALL) =>
  matching(accounts, filter)
    .leftJoin('users as proposers', 'proposers.id', 'refunds.proposed_by_id')
    .leftJoin('users as deciders', 'deciders.id', 'refunds.decided_by_id')
    .select(['refunds.id', 'number', 'refunds.customer_id', 'customer_name', 'amount_cents', 'reason', 'state'])
    .select(['proposed_at', 'proposed_by_id', 'proposers.email as proposed_by', 'payee_revision'])
    .select(['decided_at', 'deciders.email as decided_by', 'paid_on', 'why']);

export type RefundRow = Awaited<ReturnType<ReturnType<typeof refunds>['execute']>>[number];

export const findRefunds = (
  accounts: AccountsDb,
  filter: RefundFilter,
  { name, direction }: Order,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<RefundRow[]> =>
  refunds(accounts, filter)
    .orderBy(SORTED_BY[name], direction)
    .orderBy('number', direction)
    .limit(limit)
    .offset(offset)
    .execute();

export const findRefund = (accounts: AccountsDb, id: string): Promise<RefundRow | undefined> =>
  refunds(accounts).where('refunds.id', '=', id).executeTakeFirst();

/** Counts the refunds, and sums them in cents. */
export async function sumRefunds(
  accounts: AccountsDb,
  filter: RefundFilter,
): Promise<{ readonly rows: number; readonly cents: number }> {
  const row = await matching(accounts, filter)
    .select((eb) => [eb.fn.countAll<number>().as('rows'), eb.fn.sum<number>('amount_cents').as('cents')])
    .executeTakeFirstOrThrow();
  return { rows: Number(row.rows), cents: Number(row.cents ?? 0) };
}

/**
 * Returns the newest refund's number, 0 before the first refund. Call this only while no other process can propose a
 * refund.
 */
export async function findLastRefundNumber(tx: AccountsDb): Promise<number> {
  const row = await tx
    .selectFrom('refunds')
    .select((eb) => eb.fn.max('number').as('last'))
    .executeTakeFirstOrThrow();
  return Number(row.last ?? 0);
}

export async function insertRefund(tx: AccountsDb, row: Insertable<PaymentTables['refunds']>): Promise<void> {
  await tx.insertInto('refunds').values(row).execute();
}

/**
 * Changes a refund's state. Returns false if the stored state is no longer `state`, so that no state is skipped and no
 * step happens twice.
 */
export async function changeRefund(
  tx: AccountsDb,
  { id, state }: { readonly id: string; readonly state: PayoutState },
  change: Updateable<PaymentTables['refunds']>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('refunds')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', state)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Sums the refunds that are approved but not paid yet, in cents. */
export async function sumApprovedRefunds(accounts: AccountsDb): Promise<number> {
  const row = await accounts
    .selectFrom('refunds')
    .select((eb) => eb.fn.sum<number>('amount_cents').as('cents'))
    .where('state', '=', 'approved')
    .executeTakeFirstOrThrow();
  return Number(row.cents ?? 0);
}
