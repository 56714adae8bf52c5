import { v7 as newId } from 'uuid';
import { counted, NOUNS } from '#domain/counted.ts';
import { takeAuditTurn, writeAudit } from '../../audit/write-audit.ts';
import { sumDocuments, sumMoved } from '../../billing/settlements-queries.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import { payoutReturned, payoutsPaid } from '../../ledger/ledger.ts';
import type { Mail } from '../../mail/mail.ts';
import { notify } from '../../notifications/notify.ts';
import type { Keeping } from './idempotency.ts';
import { centsOf, checkedReason, refuseDay } from './keep-payments.ts';
import { allWait, leaveOut, leftOutDetail } from './leave-out-waiting.ts';
import { payoutReturnedNews, payoutSentNews } from './money-mails.ts';
import { findPayeeStates } from './payees-queries.ts';
import { insertWaits, type PayoutWaitRow } from './payout-waits-queries.ts';
import * as queries from './payouts-queries.ts';

const AUTHOR = 'payouts';
/** A time later than any clock shows. */
const EVER = Number.MAX_SAFE_INTEGER;

/** Absent for simulated payments, which notify no one. */
type Telling = { readonly telling?: { readonly mail: Mail; readonly currency: string } };

type Deciding = Keeping & {
  readonly fourEyes: boolean;
  /** Throws unless there is an account to make payouts from. */
  readonly requirePayer: () => Promise<unknown>;
};

/**
 * Proposes to pay every owner the open amount of its final statements, if it reaches the minimum. Skips owners in
 * another run. Returns the run's id.
 */
export async function propose({ context, userId, note }: Keeping, minimum: number): Promise<string> {
  const { accounts, author, now } = context;
  const minimumCents = centsOf(minimum, 'minimum');
  const id = newId();
  await accounts.transaction().execute(async (tx) => {
    // Serialize proposals, so that numbers have no gaps and no other run pays these sums.
    await takeAuditTurn(tx);
    await note(tx, id);
    const at = now();
    // Reads all stored rows, regardless of other processes' clocks, so that paid amounts are not proposed again.
    const paid = await sumMoved(tx, 'statement', { knownOn: EVER, customerIds: null });
    const onTheWay = await queries.findOnTheWay(tx);
    const documents = await sumDocuments(tx, 'statement', EVER);
    const states = await findPayeeStates(
      tx,
      documents.map(({ customerId }) => customerId),
    );
    const wanted = documents.flatMap(({ customerId, customer, cents }) => {
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
    if (wanted.length === 0)
      throw new FieldError(
        { minimum: 'No owner’s open balance reaches this minimum, or the owners are already in another run.' },
        'conflict',
      );
    const { ready: payouts, waits } = leaveOut(wanted, states, at);
    if (payouts.length === 0) throw allWait(waits);
    const number = (await queries.findLastRunNumber(tx)) + 1;
    const run = { id, number, minimum_cents: minimumCents, state: 'proposed' as const, proposed_at: at };
    const open = { decided_at: null, decided_by_id: null, why: '' };
    await queries.insertRun(tx, { ...run, proposed_by_id: userId, ...open }, payouts);
    await queries.insertPayoutPayees(
      tx,
      payouts.map((row) => ({ payout_id: row.id, revision: states.get(row.customer_id)?.revision ?? 0 })),
    );
    await insertWaits(tx, waits);
    const cents = payouts.reduce((all, one) => all + one.amount_cents, 0);
    const sums = { number, payouts: payouts.length, amount_cents: cents, minimum_cents: minimumCents };
    const detail = { ...sums, ...leftOutDetail(waits) };
    await writeAudit(tx, { ...author, at, action: 'payout-run.proposed', subject: `Run ${number}`, detail });
  });
  return id;
}

/**
 * Approves a run. With `fourEyes`, the approver must not be the administrator who proposed it. Also requires an
 * account to pay from.
 */
export async function approve({ fourEyes, requirePayer, ...keeping }: Deciding, id: string): Promise<string> {
  const run = await found(keeping.context.accounts, id);
  if (fourEyes && run.proposed_by_id === keeping.userId)
    throw new AppError('forbidden', 'You proposed this run, so another administrator must approve it.');
  await requirePayer();
  return decide(keeping, run, { state: 'approved', why: '' });
}

export async function decline(keeping: Keeping, id: string, why: string): Promise<string> {
  return decide(keeping, await found(keeping.context.accounts, id), { state: 'declined', why: checkedReason(why) });
}

const ACTIONS = { approved: 'payout-run.approved', declined: 'payout-run.declined' } as const;

async function decide(
  { context, userId, note }: Keeping,
  { id, number, total_cents: total, payouts }: queries.RunRow,
  { state, why }: { readonly state: 'approved' | 'declined'; readonly why: string },
): Promise<string> {
  const { accounts, author, now } = context;
  const at = now();
  await accounts.transaction().execute(async (tx) => {
    // Orders this decision before or after a concurrent confirmation of an account.
    await takeAuditTurn(tx);
    await note(tx, id);
    if (!(await queries.decideRun(tx, id, { state, decided_at: at, decided_by_id: userId, why })))
      throw new AppError('conflict', 'This run has already been decided. Reload to see the decision.');
    const waits = state === 'approved' ? await takeOut(tx, id, at) : [];
    const cents = Number(total) - waits.reduce((all, one) => all + one.amount_cents, 0);
    const sums = { number, payouts: Number(payouts) - waits.length, amount_cents: cents };
    const detail = { ...sums, ...leftOutDetail(waits), ...(why === '' ? {} : { why }) };
    await writeAudit(tx, { ...author, at, action: ACTIONS[state], subject: `Run ${number}`, detail });
  });
  return id;
}

/**
 * Removes owners from an approved run if their accounts have changed since the proposal. Another run can include them.
 */
async function takeOut(tx: AccountsDb, runId: string, at: number): Promise<PayoutWaitRow[]> {
  const approved = await queries.findPayoutsIn(tx, runId, 'approved');
  const states = await findPayeeStates(
    tx,
    approved.map((row) => row.customer_id),
  );
  const { ready, waits } = leaveOut(approved, states, at);
  if (waits.length === 0) return waits;
  if (ready.length === 0) throw allWait(waits);
  const left = new Set(waits.map((row) => row.customer_id));
  await queries.deletePayouts(
    tx,
    approved.filter((row) => left.has(row.customer_id)).map((row) => row.id),
  );
  await insertWaits(tx, waits);
  return waits;
}

/**
 * Marks the approved payouts of a run, or a single payout, as paid, and books them in the ledger. Throws if there is
 * nothing left to pay.
 */
export async function pay(
  { context, timeZone, note, telling }: Keeping & Telling,
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
        throw new AppError(
          'conflict',
          `The payout to ${payout.customer_name} was changed in the meantime. Reload and try again.`,
        );
    const moved = payouts.map(({ id, customer_id: customerId, amount_cents: cents }) => {
      return { id, customerId, cents, reason: paidOn };
    });
    await payoutsPaid(tx, moved, { at, author: AUTHOR });
    const cents = moved.reduce((all, one) => all + one.cents, 0);
    const detail = { payouts: payouts.map(({ id }) => id).slice(0, 100), amount_cents: cents, paid_on: paidOn };
    const subject = payouts.length === 1 ? (payouts[0]?.customer_name ?? '') : counted(payouts.length, NOUNS.owner);
    await writeAudit(tx, { ...author, at, action: 'payout.paid', subject, detail });
    if (telling !== undefined)
      for (const payout of payouts)
        await notify(tx, { ...telling, now }, payoutSentNews(payout, { paidOn, currency: telling.currency }));
  });
  return id;
}

async function approvedOf(accounts: Keeping['context']['accounts'], runId: string): Promise<queries.PayoutRow[]> {
  const run = await found(accounts, runId);
  if (run.state !== 'approved')
    throw new AppError('conflict', 'Only approved runs can be marked as paid. Approve this run first.');
  const payouts = await queries.findPayoutsIn(accounts, runId, 'approved');
  if (payouts.length === 0) throw new AppError('conflict', 'All payouts of this run are already paid or returned.');
  return payouts;
}

async function approvedOne(accounts: Keeping['context']['accounts'], id: string): Promise<queries.PayoutRow> {
  const payout = await queries.findPayout(accounts, id);
  if (payout === undefined) throw noPayout();
  if (payout.state !== 'approved')
    throw new AppError('conflict', `This payout is ${payout.state}. Only approved payouts can be marked as paid.`);
  return payout;
}

/** Marks a payout as returned, whether or not it was already marked as paid. */
export async function bringBack(
  { context, note, telling }: Keeping & Telling,
  id: string,
  reason: string,
): Promise<string> {
  const { accounts, author, now } = context;
  const why = checkedReason(reason);
  const at = now();
  const payout = await queries.findPayout(accounts, id);
  if (payout === undefined) throw noPayout();
  const { state, customer_id: customerId, customer_name: customer, amount_cents: cents } = payout;
  if (state !== 'approved' && state !== 'paid')
    throw new AppError('conflict', `This payout is ${state}. Only approved or paid payouts can be marked as returned.`);
  await accounts.transaction().execute(async (tx) => {
    await note(tx, id);
    if (!(await queries.changePayout(tx, payout, { state: 'returned', returned_at: at, why })))
      throw new AppError('conflict', 'This payout was changed in the meantime. Reload and try again.');
    // The ledger has no entry for a payout that was never marked as paid.
    if (state === 'paid') await payoutReturned(tx, { id, customerId, cents, reason: why }, { at, author: AUTHOR });
    const detail = { payout: id, amount_cents: cents, was: state, why };
    await writeAudit(tx, { ...author, at, action: 'payout.returned', subject: customer, detail });
    if (telling !== undefined)
      await notify(tx, { ...telling, now }, payoutReturnedNews(payout, { why, currency: telling.currency }));
  });
  return id;
}

export async function found(accounts: Keeping['context']['accounts'], id: string): Promise<queries.RunRow> {
  const run = await queries.findRun(accounts, id);
  if (run === undefined) throw new AppError('not-found', 'Payout run not found.');
  return run;
}

const noPayout = () => new AppError('not-found', 'Payout not found.');

export async function foundPayout(accounts: Keeping['context']['accounts'], id: string): Promise<queries.PayoutRow> {
  const row = await queries.findPayout(accounts, id);
  if (row === undefined) throw noPayout();
  return row;
}
