import { v7 as newId } from 'uuid';
import { type Payment, REFERENCE_LENGTH } from '#contract/payments.ts';
import { isCalendarDate } from '#domain/calendar-date.ts';
import { wallClock } from '#domain/zoned-day.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import { paymentEntered, paymentWithdrawn } from '../../ledger/ledger.ts';
import { checkedText } from '../../network/checked-fields.ts';
import type { Keeping } from './idempotency.ts';
import { findCustomer, findPayment, insertPayment, type PaymentRow, setWithdrawn } from './payments-queries.ts';

/** The author of ledger entries. The audit log names the person. */
const AUTHOR = 'payments';

/** Checks the reason for an action, and returns it as the ledger and the audit log store it. */
export function checkedReason(text: string): string {
  const reason = checkedText('reason', text, REFERENCE_LENGTH);
  if (reason === '') throw new FieldError({ reason: 'Enter a reason.' });
  return reason;
}

type Wish = {
  readonly customer_id: string;
  readonly amount: number;
  readonly paid_on: string;
  readonly reference: string;
};

/**
 * Converts dollars from a form to whole cents, or throws. Compares by division: a product is inexact, but a quotient
 * is the nearest number.
 */
export function centsOf(amount: number, field: string): number {
  const cents = Math.round(amount * 100);
  if (cents / 100 !== amount) throw new FieldError({ [field]: 'Enter an amount in whole cents.' });
  return cents;
}

/** Checks a bank day. It must be a calendar day, and not later than today in the network's time zone. */
export function refuseDay(day: string, nowMs: number, timeZone: string): void {
  if (!isCalendarDate(day)) throw new FieldError({ paid_on: 'Enter a valid date.' });
  if (day > wallClock(nowMs, timeZone).date)
    throw new FieldError({ paid_on: 'Enter a date that isn’t in the future.' });
}

/** Stores a payment and its ledger entry in one transaction. Returns the payment's id. */
export async function enter({ context, userId, timeZone, note }: Keeping, wish: Wish): Promise<string> {
  const { accounts, author, now } = context;
  const at = now();
  refuseDay(wish.paid_on, at, timeZone);
  const cents = centsOf(wish.amount, 'amount');
  if (cents === 0) throw new FieldError({ amount: 'Enter an amount of at least one cent.' });
  const reference = checkedText('reference', wish.reference, REFERENCE_LENGTH);
  if (reference === '') throw new FieldError({ reference: 'Enter the reference from your bank.' });
  const customer = await findCustomer(accounts, wish.customer_id);
  if (customer === undefined) throw new FieldError({ customer_id: 'Customer not found.' });
  if (customer.kind !== 'advertiser')
    throw new FieldError({ customer_id: 'Choose an advertiser. Only advertisers make payments.' });
  const id = newId();
  await accounts.transaction().execute(async (tx) => {
    await note(tx, id);
    const row = { id, customer_id: customer.id, amount_cents: cents, paid_on: wish.paid_on, reference };
    const open = { withdrawn_at: null, withdrawn_by_id: null, why_withdrawn: '' };
    if (!(await insertPayment(tx, { ...row, entered_at: at, entered_by_id: userId, ...open })))
      throw new FieldError({ reference: 'This payment was already recorded for this day.' }, 'conflict');
    await paymentEntered(tx, { id, customerId: customer.id, cents, reason: reference }, { at, author: AUTHOR });
    const detail = { amount_cents: cents, paid_on: wish.paid_on, reference, payment: id };
    await writeAudit(tx, { ...author, at, action: 'payment.entered', subject: customer.name, detail });
  });
  return id;
}

export async function withdraw({ context, userId, note }: Keeping, id: string, why: string): Promise<string> {
  const { accounts, author, now } = context;
  const at = now();
  const reason = checkedReason(why);
  const row = await findPayment(accounts, id);
  if (row === undefined) throw gone();
  await accounts.transaction().execute(async (tx) => {
    await note(tx, id);
    if (!(await setWithdrawn(tx, id, { withdrawn_at: at, withdrawn_by_id: userId, why_withdrawn: reason })))
      throw new AppError('conflict', 'This payment was already withdrawn.');
    const moved = { id, customerId: row.customer_id, cents: row.amount_cents, reason };
    await paymentWithdrawn(tx, moved, { at, author: AUTHOR });
    const detail = {
      amount_cents: row.amount_cents,
      paid_on: row.paid_on,
      reference: row.reference,
      reason,
      payment: id,
    };
    await writeAudit(tx, { ...author, at, action: 'payment.withdrawn', subject: row.customer_name, detail });
  });
  return id;
}

const gone = () => new AppError('not-found', 'Payment not found.');
const iso = (ms: number): string => new Date(ms).toISOString();

export const showPayment = (row: PaymentRow): Payment => ({
  id: row.id,
  customer: { id: row.customer_id, name: row.customer_name },
  amount: row.amount_cents / 100,
  paid_on: row.paid_on,
  reference: row.reference,
  entered_at: iso(row.entered_at),
  entered_by: row.entered_by,
  withdrawn_at: row.withdrawn_at === null ? null : iso(row.withdrawn_at),
  withdrawn_by: row.withdrawn_by,
  why_withdrawn: row.why_withdrawn,
});

export async function showPaymentOf({ context }: Pick<Keeping, 'context'>, id: string): Promise<Payment> {
  const row = await findPayment(context.accounts, id);
  if (row === undefined) throw gone();
  return showPayment(row);
}
