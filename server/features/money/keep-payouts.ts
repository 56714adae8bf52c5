import { v7 as newId } from 'uuid';
import type { Payout, PayoutRun } from '#contract/payouts.ts';
import { maskedAccount } from '#domain/bank-account.ts';
import { MICROS_PER_CENT } from '#domain/money.ts';
import { takeAuditTurn, writeAudit } from '../../audit/write-audit.ts';
import { sumDocuments, sumMoved } from '../../billing/settlements-queries.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import { payoutReturned, payoutsPaid } from '../../ledger/ledger.ts';
import { centsOf, checkedReason, refuseDay } from './keep-payments.ts';
import { sumOwnAccounts } from './money-queries.ts';
import { findRevisions } from './payees-queries.ts';
import * as queries from './payouts-queries.ts';
import { sumApprovedRefunds } from './refunds-queries.ts';
import type { PayeeRow } from './seal-payees.ts';
import type { Keeping } from './send-once.ts';

const AUTHOR = 'payouts';
/** Later than any clock says. */
const EVER = Number.MAX_SAFE_INTEGER;

type Deciding = Keeping & {
  readonly fourEyes: boolean;
  /** Throws unless there is an account that payouts can be made from. */
  readonly requirePayer: () => Promise<unknown>;
};
type Showing = Pick<Deciding, 'context' | 'userId' | 'fourEyes'>;

/** Proposes to pay every owner what final statements leave open, from the minimum on, who is in no other run. */
export async function propose({ context, userId, note }: Keeping, minimum: number): Promise<string> {
  const { accounts, author, now } = context;
  const minimumCents = centsOf(minimum, 'minimum');
  const id = newId();
  await accounts.transaction().execute(async (tx) => {
    // One proposal at a time: numbers without gaps, and sums that nobody pays meanwhile.
    await takeAuditTurn(tx);
    await note(tx, id);
    const at = now();
    // All that is stored, whatever another process's clock said when it was: what is paid is not proposed again.
    const paid = await sumMoved(tx, 'statement', { knownOn: EVER, customerIds: null });
    const onTheWay = await queries.findOnTheWay(tx);
    const documents = await sumDocuments(tx, 'statement', EVER);
    const revisions = await findRevisions(
      tx,
      documents.map(({ customerId }) => customerId),
    );
    const payouts = documents.flatMap(({ customerId, customer, cents }) => {
      const open = cents - (paid.get(customerId) ?? 0);
      if (open <= 0 || open < minimumCents || onTheWay.has(customerId)) return [];
      const row = { id: newId(), run_id: id, customer_id: customerId, customer_name: customer, amount_cents: open };
      return [
        {
          ...row,
          state: 'proposed' as const,
          paid_on: null,
          paid_at: null,
          returned_at: null,
          why: '',
        },
      ];
    });
    if (payouts.length === 0)
      throw new FieldError({ minimum: 'No owner has so much to get who is not in another run.' }, 'conflict');
    const number = (await queries.findLastRunNumber(tx)) + 1;
    const run = { id, number, minimum_cents: minimumCents, state: 'proposed' as const, proposed_at: at };
    const open = { decided_at: null, decided_by_id: null, why: '' };
    await queries.insertRun(tx, { ...run, proposed_by_id: userId, ...open }, payouts);
    await queries.insertPayoutPayees(
      tx,
      payouts.map((row) => ({ payout_id: row.id, revision: revisions.get(row.customer_id) ?? 0 })),
    );
    const cents = payouts.reduce((all, one) => all + one.amount_cents, 0);
    const detail = { number, payouts: payouts.length, amount_cents: cents, minimum_cents: minimumCents };
    await writeAudit(tx, { ...author, at, action: 'payout-run.proposed', subject: `Run ${number}`, detail });
  });
  return id;
}

/** By another administrator than the one who proposed it, once the account that pays is known. */
export async function approve({ fourEyes, requirePayer, ...keeping }: Deciding, id: string): Promise<string> {
  const run = await found(keeping.context.accounts, id);
  if (fourEyes && run.proposed_by_id === keeping.userId)
    throw new AppError('forbidden', 'Another administrator than the one who proposed a run approves it.');
  await requirePayer();
  return decide(keeping, run, { state: 'approved', why: '' });
}

export async function decline(keeping: Keeping, id: string, why: string): Promise<string> {
  return decide(keeping, await found(keeping.context.accounts, id), { state: 'declined', why: checkedReason(why) });
}

const ACTIONS = { approved: 'payout-run.approved', declined: 'payout-run.declined' } as const;

async function decide(
  { context, userId, note }: Keeping,
  { id, number, total_cents: cents, payouts }: queries.RunRow,
  { state, why }: { readonly state: 'approved' | 'declined'; readonly why: string },
): Promise<string> {
  const { accounts, author, now } = context;
  const at = now();
  await accounts.transaction().execute(async (tx) => {
    await note(tx, id);
    if (!(await queries.decideRun(tx, id, { state, decided_at: at, decided_by_id: userId, why })))
      throw new AppError('conflict', 'Somebody has decided about this run meanwhile.');
    const detail = { number, payouts: Number(payouts), amount_cents: Number(cents), ...(why === '' ? {} : { why }) };
    await writeAudit(tx, { ...author, at, action: ACTIONS[state], subject: `Run ${number}`, detail });
  });
  return id;
}

/** Payouts of a run, or one, that went out. Whoever is told so twice is told it was done: nothing is booked twice. */
export async function pay(
  { context, timeZone, note }: Keeping,
  which: { readonly runId: string } | { readonly payoutId: string },
  paidOn: string,
): Promise<string> {
  const { accounts, author, now } = context;
  const at = now();
  refuseDay(paidOn, at, timeZone);
  const payouts =
    'runId' in which ? await approvedOf(accounts, which.runId) : [await approvedOne(accounts, which.payoutId)];
  const id = 'runId' in which ? which.runId : which.payoutId;
  await accounts.transaction().execute(async (tx) => {
    await note(tx, id);
    for (const payout of payouts)
      if (!(await queries.changePayout(tx, payout, { state: 'paid', paid_on: paidOn, paid_at: at })))
        throw new AppError('conflict', `Somebody has changed the payout of ${payout.customer_name} meanwhile.`);
    const moved = payouts.map(({ id, customer_id: customerId, amount_cents: cents }) => {
      return { id, customerId, cents, reason: paidOn };
    });
    await payoutsPaid(tx, moved, { at, author: AUTHOR });
    const cents = moved.reduce((all, one) => all + one.cents, 0);
    const detail = { payouts: payouts.map(({ id }) => id).slice(0, 100), amount_cents: cents, paid_on: paidOn };
    const subject = payouts.length === 1 ? (payouts[0]?.customer_name ?? '') : `${payouts.length} owners`;
    await writeAudit(tx, { ...author, at, action: 'payout.paid', subject, detail });
  });
  return id;
}

async function approvedOf(accounts: Keeping['context']['accounts'], runId: string): Promise<queries.PayoutRow[]> {
  const run = await found(accounts, runId);
  if (run.state !== 'approved') throw new AppError('conflict', 'A run is paid once it is approved.');
  const payouts = await queries.findPayoutsIn(accounts, runId, 'approved');
  if (payouts.length === 0) throw new AppError('conflict', 'All payouts of this run are paid or returned.');
  return payouts;
}

async function approvedOne(accounts: Keeping['context']['accounts'], id: string): Promise<queries.PayoutRow> {
  const payout = await queries.findPayout(accounts, id);
  if (payout === undefined) throw noPayout();
  if (payout.state !== 'approved') throw new AppError('conflict', `This payout is ${payout.state}, not approved.`);
  return payout;
}

/** What came back, before or after it was said to be paid. */
export async function bringBack({ context, note }: Keeping, id: string, reason: string): Promise<string> {
  const { accounts, author, now } = context;
  const why = checkedReason(reason);
  const at = now();
  const payout = await queries.findPayout(accounts, id);
  if (payout === undefined) throw noPayout();
  const { state, customer_id: customerId, customer_name: customer, amount_cents: cents } = payout;
  if (state !== 'approved' && state !== 'paid')
    throw new AppError('conflict', `This payout is ${state}: it cannot come back.`);
  await accounts.transaction().execute(async (tx) => {
    await note(tx, id);
    if (!(await queries.changePayout(tx, payout, { state: 'returned', returned_at: at, why })))
      throw new AppError('conflict', 'Somebody has changed this payout meanwhile.');
    // One that was never said to be paid is not in the books.
    if (state === 'paid') await payoutReturned(tx, { id, customerId, cents, reason: why }, { at, author: AUTHOR });
    const detail = { payout: id, amount_cents: cents, was: state, why };
    await writeAudit(tx, { ...author, at, action: 'payout.returned', subject: customer, detail });
  });
  return id;
}

export async function found(accounts: Keeping['context']['accounts'], id: string): Promise<queries.RunRow> {
  const run = await queries.findRun(accounts, id);
  if (run === undefined) throw new AppError('not-found', 'There is no such payout run.');
  return run;
}

const noPayout = () => new AppError('not-found', 'There is no such payout.');
const iso = (ms: number): string => new Date(ms).toISOString();

export const showRun = async (showing: Showing, id: string): Promise<PayoutRun> =>
  firstOf(await showRuns(showing, [await found(showing.context.accounts, id)]));

function firstOf(runs: readonly PayoutRun[]): PayoutRun {
  const [run] = runs;
  if (run === undefined) throw new AppError('not-found', 'There is no such payout run.');
  return run;
}

/** Runs as administrators see them. Those that are not decided say how much more they pay than the cash in the books. */
export async function showRuns(
  { context: { accounts }, userId, fourEyes }: Showing,
  rows: readonly queries.RunRow[],
): Promise<PayoutRun[]> {
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
      cash_short: row.state === 'proposed' ? Math.max(0, totalCents - freeCents) / 100 : 0,
    };
  });
}

/** Cents of cash in the books that no approved payout or refund needs; may be negative. */
async function findFreeCash(accounts: Keeping['context']['accounts']): Promise<number> {
  const { cash } = await sumOwnAccounts(accounts);
  const approved = (await queries.sumApproved(accounts)) + (await sumApprovedRefunds(accounts));
  return Math.floor(cash / MICROS_PER_CENT) - approved;
}

export const shownPayout = (row: queries.PayoutRow, payee: PayeeRow | undefined): Payout => ({
  ...{ id: row.id, customer: { id: row.customer_id, name: row.customer_name }, amount: row.amount_cents / 100 },
  ...{ account: payee?.place == null ? null : maskedAccount(payee.place.account) },
  ...{ state: row.state, paid_on: row.paid_on, why: row.why },
});

export async function foundPayout(accounts: Keeping['context']['accounts'], id: string): Promise<queries.PayoutRow> {
  const row = await queries.findPayout(accounts, id);
  if (row === undefined) throw noPayout();
  return row;
}
