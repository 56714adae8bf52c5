import { v7 as newId } from 'uuid';
import type { Refund } from '#contract/refunds.ts';
import { maskedAccount } from '#domain/bank-account.ts';
import { startText, waitsUntil } from '#domain/payee-start.ts';
import { takeAuditTurn, writeAudit } from '../../audit/write-audit.ts';
import { findRefundsOnTheWay } from '../../billing/settlements-queries.ts';
import { centsMoney } from '../../billing/shown-money.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import { refundPaid, refundReturned } from '../../ledger/ledger.ts';
import type { Mail } from '../../mail/mail.ts';
import { notify } from '../../notifications/notify.ts';
import { findAheadOf } from './find-ahead-of.ts';
import type { Keeping } from './idempotency.ts';
import { centsOf, checkedReason, refuseDay } from './keep-payments.ts';
import { refundNews } from './money-mails.ts';
import { findPayeeStates } from './payees-queries.ts';
import { findCustomer } from './payments-queries.ts';
import * as queries from './refunds-queries.ts';
import type { PayeeRow } from './seal-payees.ts';
import { shownWait } from './show-payees.ts';

const AUTHOR = 'refunds';

type Wish = { readonly customer_id: string; readonly amount: number; readonly reason: string };
type Deciding = Keeping & { readonly fourEyes: boolean; readonly requirePayer: () => Promise<unknown> };
type Paying = Keeping & { readonly mail: Mail; readonly currency: string };

/** Proposes to pay back the advertiser's credit balance or a part of it. Returns the refund's id. */
export async function propose({ context, userId, note }: Keeping, wish: Wish): Promise<string> {
  const { accounts, author, now } = context;
  const cents = centsOf(wish.amount, 'amount');
  if (cents === 0) throw new FieldError({ amount: 'Enter an amount of at least one cent.' });
  const reason = checkedReason(wish.reason);
  const id = newId();
  await accounts.transaction().execute(async (tx) => {
    // Serialize proposals, so that numbers have no gaps and no other refund pays back these sums.
    await takeAuditTurn(tx);
    await note(tx, id);
    const customer = await findCustomer(tx, wish.customer_id);
    if (customer === undefined) throw new FieldError({ customer_id: 'Customer not found.' });
    if (customer.kind !== 'advertiser')
      throw new FieldError({ customer_id: 'Choose an advertiser. Only advertisers can get refunds.' });
    if ((await findRefundsOnTheWay(tx, [customer.id])).size > 0)
      throw new FieldError({ customer_id: 'Another refund to this advertiser is in progress.' }, 'conflict');
    const ahead = await findAheadOf(tx, customer.id);
    if (cents > ahead)
      throw new FieldError({ amount: `Enter at most the credit balance of ${(ahead / 100).toFixed(2)}.` }, 'conflict');
    const at = now();
    const number = (await queries.findLastRefundNumber(tx)) + 1;
    const revision = (await findPayeeStates(tx, [customer.id])).get(customer.id)?.revision ?? 0;
    await queries.insertRefund(tx, {
      id,
      number,
      customer_id: customer.id,
      customer_name: customer.name,
      amount_cents: cents,
      reason,
      state: 'proposed',
      proposed_at: at,
      proposed_by_id: userId,
      payee_revision: revision,
      decided_at: null,
      decided_by_id: null,
      paid_on: null,
      paid_at: null,
      returned_at: null,
      why: '',
    });
    const detail = { number, amount_cents: cents, reason };
    await writeAudit(tx, { ...author, at, action: 'refund.proposed', subject: customer.name, detail });
  });
  return id;
}

/**
 * Approves a refund. With `fourEyes`, the approver must not be the administrator who proposed it. Also requires an
 * account to pay from and a sufficient credit balance.
 */
export async function approve({ fourEyes, requirePayer, ...keeping }: Deciding, id: string): Promise<string> {
  const refund = await found(keeping.context.accounts, id);
  if (fourEyes && refund.proposed_by_id === keeping.userId)
    throw new AppError('forbidden', 'You proposed this refund, so another administrator must approve it.');
  await requirePayer();
  return decide(keeping, refund, { state: 'approved', why: '' });
}

export async function decline(keeping: Keeping, id: string, why: string): Promise<string> {
  return decide(keeping, await found(keeping.context.accounts, id), { state: 'declined', why: checkedReason(why) });
}

const ACTIONS = { approved: 'refund.approved', declined: 'refund.declined' } as const;

async function decide(
  { context, userId, note }: Keeping,
  { id, number, customer_id: customerId, customer_name: customer, amount_cents: cents }: queries.RefundRow,
  { state, why }: { readonly state: 'approved' | 'declined'; readonly why: string },
): Promise<string> {
  const { accounts, author, now } = context;
  const at = now();
  await accounts.transaction().execute(async (tx) => {
    await takeAuditTurn(tx);
    await note(tx, id);
    const change = { state, decided_at: at, decided_by_id: userId, why };
    if (!(await queries.changeRefund(tx, { id, state: 'proposed' }, change)))
      throw new AppError('conflict', 'This refund has already been decided. Reload to see the decision.');
    if (state === 'approved' && cents > (await findAheadOf(tx, customerId)))
      throw new AppError('conflict', `The credit balance of ${customer} no longer covers this refund. Decline it.`);
    if (state === 'approved') await refuseWaiting(tx, customerId, at);
    const detail = { number, amount_cents: cents, ...(why === '' ? {} : { why }) };
    await writeAudit(tx, { ...author, at, action: ACTIONS[state], subject: customer, detail });
  });
  return id;
}

/**
 * Refuses a refund to an account that was confirmed less than a day ago. A refund without an account can be approved,
 * but has no bank file yet.
 */
async function refuseWaiting(tx: AccountsDb, customerId: string, at: number): Promise<void> {
  const state = (await findPayeeStates(tx, [customerId])).get(customerId);
  const startsAt = state === undefined ? null : waitsUntil(state.confirmedAt, at);
  if (startsAt === null) return;
  throw new AppError(
    'conflict',
    `Payouts to this account start on ${startText(startsAt)}. Approve the refund after that.`,
  );
}

/** Marks a refund as paid: books it in the ledger and mails the advertiser's users. */
export async function pay(
  { context, timeZone, note, mail, currency }: Paying,
  id: string,
  paidOn: string,
): Promise<string> {
  const { accounts, author, now } = context;
  const at = now();
  refuseDay(paidOn, at, timeZone);
  const refund = await found(accounts, id);
  const { amount_cents: cents, customer_id: customerId, customer_name: customer, number, reason, state } = refund;
  if (state !== 'approved')
    throw new AppError('conflict', `This refund is ${state}. Only approved refunds can be marked as paid.`);
  await accounts.transaction().execute(async (tx) => {
    await note(tx, id);
    if (!(await queries.changeRefund(tx, refund, { state: 'paid', paid_on: paidOn, paid_at: at })))
      throw new AppError('conflict', 'This refund was changed in the meantime. Reload and try again.');
    await refundPaid(tx, { id, customerId, cents, reason }, { at, author: AUTHOR });
    const detail = { refund: id, number, amount_cents: cents, paid_on: paidOn };
    await writeAudit(tx, { ...author, at, action: 'refund.paid', subject: customer, detail });
    const amount = centsMoney(cents, currency);
    await notify(tx, { mail, now }, refundNews(customerId, { id, amount, customer, number, paidOn, reason }));
  });
  return id;
}

/**
 * Marks a refund as returned, whether or not it was already marked as paid. The amount is part of the credit balance
 * again.
 */
export async function bringBack({ context, note }: Keeping, id: string, text: string): Promise<string> {
  const { accounts, author, now } = context;
  const why = checkedReason(text);
  const at = now();
  const refund = await found(accounts, id);
  const { amount_cents: cents, customer_id: customerId, customer_name: customer, number, state } = refund;
  if (state !== 'approved' && state !== 'paid')
    throw new AppError('conflict', `This refund is ${state}. Only approved or paid refunds can be marked as returned.`);
  await accounts.transaction().execute(async (tx) => {
    await note(tx, id);
    if (!(await queries.changeRefund(tx, refund, { state: 'returned', returned_at: at, why })))
      throw new AppError('conflict', 'This refund was changed in the meantime. Reload and try again.');
    // The ledger has no entry for a refund that was never marked as paid.
    if (state === 'paid') await refundReturned(tx, { id, customerId, cents, reason: why }, { at, author: AUTHOR });
    const detail = { refund: id, number, amount_cents: cents, was: state, why };
    await writeAudit(tx, { ...author, at, action: 'refund.returned', subject: customer, detail });
  });
  return id;
}

export async function found(accounts: AccountsDb, id: string): Promise<queries.RefundRow> {
  const row = await queries.findRefund(accounts, id);
  if (row === undefined) throw new AppError('not-found', 'Refund not found.');
  return row;
}

const iso = (ms: number): string => new Date(ms).toISOString();

/** Builds a refund as shown to administrators. */
export const shownRefund = (
  row: queries.RefundRow,
  payee: PayeeRow | undefined,
  { userId, fourEyes, nowMs }: { readonly userId: string; readonly fourEyes: boolean; readonly nowMs: number },
): Refund => ({
  id: row.id,
  number: row.number,
  customer: { id: row.customer_id, name: row.customer_name },
  amount: row.amount_cents / 100,
  reason: row.reason,
  state: row.state,
  account: payee?.place == null ? null : maskedAccount(payee.place.account),
  starts_at: shownWait(payee, nowMs),
  proposed_at: iso(row.proposed_at),
  proposed_by: row.proposed_by,
  decided_at: row.decided_at === null ? null : iso(row.decided_at),
  decided_by: row.decided_by,
  paid_on: row.paid_on,
  why: row.why,
  may_approve: row.state === 'proposed' && !(fourEyes && row.proposed_by_id === userId),
});
