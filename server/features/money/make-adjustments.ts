import { v7 as newId } from 'uuid';
import { ADJUSTMENT_REASON_LENGTH, type Adjustment } from '#contract/adjustments.ts';
import { addDays, isCalendarDate } from '#domain/calendar-date.ts';
import { normalEui } from '#domain/eui.ts';
import { dollars } from '#domain/money.ts';
import { startOfDate } from '#domain/zoned-day.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import { adjustmentsMade } from '../../ledger/ledger.ts';
import { checkedText } from '../../network/checked-fields.ts';
import type { Network } from '../../network/snapshot/whole-network.ts';
import type { Keeping } from './idempotency.ts';
import * as queries from './own-adjustments-queries.ts';
import { findCustomer } from './payments-queries.ts';

type Wish = {
  readonly owner_id: string | null;
  readonly advertiser_id: string | null;
  readonly amount: number;
  readonly owner_amount: number;
  readonly reason: string;
  readonly eui?: string | null | undefined;
  readonly day?: string | null | undefined;
};

/**
 * Converts dollars from a form to micro-dollars, or throws. Compares by division, because a product is inexact, but a
 * quotient is the nearest number.
 */
function microsOf(amount: number, field: string): number {
  const micros = Math.round(amount * 1_000_000);
  if (micros / 1_000_000 !== amount) throw new FieldError({ [field]: 'Enter at most six decimals.' });
  return micros;
}

async function sideOf(accounts: AccountsDb, id: string | null, kind: 'property' | 'advertiser') {
  if (id === null) return null;
  const field = kind === 'property' ? 'owner_id' : 'advertiser_id';
  const customer = await findCustomer(accounts, id);
  if (customer === undefined) throw new FieldError({ [field]: 'Customer not found.' });
  if (customer.kind !== kind)
    throw new FieldError({ [field]: kind === 'property' ? 'Choose an owner.' : 'Choose an advertiser.' });
  return customer;
}

/** Finds the adjustment's outlet. The owner must have owned it on the day, or at any time if no day is given. */
async function outletOf(
  accounts: AccountsDb,
  { eui, day }: Wish,
  owner: { readonly id: string } | null,
  timeZone: string,
): Promise<{ readonly id: string } | null> {
  if (eui == null || owner === null) return null;
  const outlet = await queries.findOutlet(accounts, normalEui(eui));
  if (outlet === undefined) throw new FieldError({ eui: 'Outlet not found.' });
  const range = day == null ? null : { start: startOfDate(day, timeZone), end: startOfDate(addDays(day, 1), timeZone) };
  if (!(await queries.wasOwned(accounts, outlet.id, owner.id, range)))
    throw new FieldError({
      eui:
        range === null
          ? 'This outlet never belonged to this owner.'
          : 'This outlet didn’t belong to this owner on that day.',
    });
  return outlet;
}

/**
 * Makes an adjustment and returns its id. One ledger entry covers both sides. The next document for each side gets a
 * line for the adjustment.
 */
export async function makeAdjustment({ context, timeZone, note }: Keeping, wish: Wish): Promise<string> {
  const { accounts, author, now } = context;
  const owner = await sideOf(accounts, wish.owner_id, 'property');
  const advertiser = await sideOf(accounts, wish.advertiser_id, 'advertiser');
  const amount = microsOf(wish.amount, 'amount');
  const ownerAmount = microsOf(wish.owner_amount, 'owner_amount');
  const reason = checkedText('reason', wish.reason, ADJUSTMENT_REASON_LENGTH);
  const fields = {
    ...(owner === null && ownerAmount !== 0 ? { owner_id: 'Choose an owner.' } : {}),
    ...(advertiser === null && amount !== 0 ? { advertiser_id: 'Choose an advertiser.' } : {}),
    ...(amount === 0 && ownerAmount === 0 ? { amount: 'Enter an amount for at least one side.' } : {}),
    ...(wish.day != null && !isCalendarDate(wish.day) ? { day: 'Enter a valid date.' } : {}),
    ...(wish.eui != null && owner === null ? { owner_id: 'Choose the owner of the outlet.' } : {}),
    ...(reason === '' ? { reason: 'Enter a reason.' } : {}),
  };
  if (Object.keys(fields).length > 0) throw new FieldError(fields);
  const outlet = await outletOf(accounts, wish, owner, timeZone);
  const [id, at] = [newId(), now()];
  await accounts.transaction().execute(async (tx) => {
    await note(tx, id);
    const about = { outlet_id: outlet?.id ?? null, day: wish.day ?? null };
    await queries.insertOwnAdjustment(
      tx,
      { id, made_at: at, made_by: author.actor, reason, ...about },
      {
        owner_key: owner?.key ?? 0,
        advertiser_key: advertiser?.key ?? 0,
        amount_micros: amount,
        owner_micros: ownerAmount,
      },
    );
    const ids = { ownerId: owner?.id ?? null, advertiserId: advertiser?.id ?? null };
    const parts = [{ ...ids, amount, owner: ownerAmount }];
    await adjustmentsMade(tx, [{ id, reason, parts }], { at, author: 'adjustments' });
    const detail = { adjustment: id, reason, amount_micros: amount, owner_micros: ownerAmount };
    const subject = [owner?.name, advertiser?.name].filter((name) => name !== undefined).join(', ');
    await writeAudit(tx, { ...author, at, action: 'adjustment.made', subject, detail });
  });
  return id;
}

export async function showAdjustments(
  accounts: AccountsDb,
  rows: readonly queries.AdjustmentRow[],
  network: Network,
): Promise<Adjustment[]> {
  const ids = rows.map(({ id }) => id);
  const lines = await queries.findLinesOf(accounts, ids);
  const documented = await queries.findDocumented(accounts, ids);
  return rows.map((row): Adjustment => {
    const own = lines.filter((line) => line.adjustment_id === row.id);
    const side = (field: 'owner_key' | 'advertiser_key') => {
      const keys = new Set(own.map((line) => line[field]).filter((key) => key !== 0));
      const customer = keys.size === 1 ? network.customerByKey.get([...keys][0] ?? 0) : undefined;
      return customer === undefined ? null : { id: customer.id, name: customer.name };
    };
    const sum = (field: 'amount_micros' | 'owner_micros') => own.reduce((all, line) => all + line[field], 0);
    return {
      id: row.id,
      made_at: new Date(row.made_at).toISOString(),
      made_by: row.made_by,
      reason: row.reason,
      objection_id: row.objection_id,
      owner: side('owner_key'),
      advertiser: side('advertiser_key'),
      amount: dollars(sum('amount_micros')),
      owner_amount: dollars(sum('owner_micros')),
      eui: row.eui?.toUpperCase() ?? null,
      day: row.day,
      documented: documented.has(row.id),
    };
  });
}

export async function showAdjustment(accounts: AccountsDb, id: string, network: Network): Promise<Adjustment> {
  const row = await queries.findAdjustment(accounts, id);
  const [shown] = row === undefined ? [] : await showAdjustments(accounts, [row], network);
  if (shown === undefined) throw new AppError('not-found', 'Adjustment not found.');
  return shown;
}
