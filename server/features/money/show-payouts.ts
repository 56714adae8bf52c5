import type { Payout, PayoutRun } from '#contract/payouts.ts';
import { maskedAccount } from '#domain/bank-account.ts';
import { MICROS_PER_CENT } from '#domain/money.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { AppError } from '../../http/app-error.ts';
import type { Keeping } from './idempotency.ts';
import { found } from './keep-payouts.ts';
import { sumOwnAccounts } from './money-queries.ts';
import { findWaits, type PayoutWaitRow } from './payout-waits-queries.ts';
import * as queries from './payouts-queries.ts';
import { sumApprovedRefunds } from './refunds-queries.ts';
import type { PayeeRow } from './seal-payees.ts';
import { shownWait } from './show-payees.ts';

/** Maximum number of owners to list. Further owners are only counted. */
const MOST_LEFT_OUT = 100;

type Showing = Pick<Keeping, 'context' | 'userId'> & { readonly fourEyes: boolean };

const iso = (ms: number): string => new Date(ms).toISOString();

export const showRun = async (showing: Showing, id: string): Promise<PayoutRun> =>
  firstOf(await showRuns(showing, [await found(showing.context.accounts, id)]));

function firstOf(runs: readonly PayoutRun[]): PayoutRun {
  const [run] = runs;
  if (run === undefined) throw new AppError('not-found', 'Payout run not found.');
  return run;
}

/** Builds runs as shown to administrators. Undecided runs show by how much they exceed the cash in the ledger. */
export async function showRuns(
  { context: { accounts }, userId, fourEyes }: Showing,
  rows: readonly queries.RunRow[],
): Promise<PayoutRun[]> {
  const waits = await findWaits(
    accounts,
    rows.map(({ id }) => id),
  );
  const isAnyOpen = rows.some(({ state }) => state === 'proposed');
  const freeCents = isAnyOpen ? await findFreeCash(accounts) : 0;
  return rows.map((row) => {
    const totalCents = Number(row.total_cents ?? 0);
    return {
      id: row.id,
      number: row.number,
      state: row.state,
      why: row.why,
      minimum: row.minimum_cents / 100,
      total: totalCents / 100,
      payouts: Number(row.payouts ?? 0),
      waiting: Number(row.waiting ?? 0),
      proposed_at: iso(row.proposed_at),
      proposed_by: row.proposed_by,
      decided_at: row.decided_at === null ? null : iso(row.decided_at),
      decided_by: row.decided_by,
      may_approve: row.state === 'proposed' && !(fourEyes && row.proposed_by_id === userId),
      ...leftOutOf(waits, row.id),
      cash_short: row.state === 'proposed' ? Math.max(0, totalCents - freeCents) / 100 : 0,
    };
  });
}

function leftOutOf(all: readonly PayoutWaitRow[], runId: string): Pick<PayoutRun, 'left_out' | 'left_out_total'> {
  const waits = all.filter((wait) => wait.run_id === runId);
  const shown = waits.slice(0, MOST_LEFT_OUT).map((wait) => ({
    customer: { id: wait.customer_id, name: wait.customer_name },
    amount: wait.amount_cents / 100,
    starts_at: iso(wait.starts_at),
  }));
  return { left_out: shown, left_out_total: waits.length };
}

/** Returns the cents of cash in the ledger that no approved payout or refund needs. May be negative. */
async function findFreeCash(accounts: AccountsDb): Promise<number> {
  const { cash } = await sumOwnAccounts(accounts);
  const approved = (await queries.sumApproved(accounts)) + (await sumApprovedRefunds(accounts));
  return Math.floor(cash / MICROS_PER_CENT) - approved;
}

/** Builds a payout as shown to administrators. */
export const shownPayout = (row: queries.PayoutRow, payee: PayeeRow | undefined, nowMs: number): Payout => ({
  id: row.id,
  customer: { id: row.customer_id, name: row.customer_name },
  amount: row.amount_cents / 100,
  account: payee?.place == null ? null : maskedAccount(payee.place.account),
  starts_at: shownWait(payee, nowMs),
  state: row.state,
  paid_on: row.paid_on,
  why: row.why,
});
