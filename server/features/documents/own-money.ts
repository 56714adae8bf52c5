import type { DocumentRow } from '#contract/documents.ts';
import type { OwnMoney } from '#contract/own-balance.ts';
import { closesAt, monthBounds, monthOf } from '#domain/billing-month.ts';
import { expectedMonth } from '#domain/expected-month.ts';
import { dollars } from '#domain/money.ts';
import type { Scope } from '#domain/role.ts';
import { wallClock } from '#domain/zoned-day.ts';
import { type CustomerStanding, settleCustomers, standingIn } from '../../billing/settle-customers.ts';
import { findLastMoved, findPayoutOnTheWay, findRefundsOnTheWay } from '../../billing/settlements-queries.ts';
import { kindOf, type Line, type UnbilledDocument, unbilledDocuments } from '../../billing/unbilled-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { NetworkCustomer } from '../../network/snapshot/network-parts.ts';

type Needs = Pick<Dependencies, 'accounts' | 'config' | 'events' | 'figures' | 'now'>;

const iso = (ms: number): string => new Date(ms).toISOString();
const sumOf = (lines: readonly Line[]): bigint => lines.reduce((all, { micros }) => all + BigInt(micros), 0n);

/** Returns an owner's earnings for this month and when they are paid, or an advertiser's debt and when it is due. */
export async function findOwnMoney(
  needs: Needs,
  { scope, customer, last }: { scope: Scope; customer: NetworkCustomer; last: DocumentRow | null },
): Promise<OwnMoney> {
  const { accounts, config, now } = needs;
  const { currency, networkTimeZone: zone, closeAfterDays } = config;
  const kind = kindOf(customer);
  const nowMs = now();
  const [unbilled, standings, lastMoved, refunds] = await Promise.all([
    unbilledDocuments(needs, { scope, customer, knownOn: null }),
    settleCustomers(accounts, [customer.id], nowMs),
    findLastMoved(accounts, kind, customer.id),
    findRefundsOnTheWay(accounts, [customer.id]),
  ]);
  const refund = refunds.get(customer.id);
  const standing = standingIn(standings, customer.id);
  const current = monthOf(wallClock(nowMs, zone).date);
  const running = unbilled.find(({ month }) => month === current);
  const idOf = (month: string) => `${kind}-${month}-${customer.id}`;
  const finalAt = (month: string) => iso(closesAt(month, zone, closeAfterDays));
  const expected = expectedOf(running, monthBounds(current, zone), nowMs);
  return {
    kind,
    currency,
    time_zone: zone,
    customer: { id: customer.id, name: customer.name },
    last,
    month: {
      id: idOf(current),
      month: current,
      final_at: finalAt(current),
      so_far: dollars(sumOf(running?.lines ?? [])),
      expected: expected === null ? null : dollars(expected),
    },
    closing: unbilled
      .filter(({ month }) => month !== current)
      .map(({ month, lines }) => {
        const total = dollars(sumOf(lines));
        return { id: idOf(month), month, total, final_at: finalAt(month) };
      }),
    open: standing.open / 100,
    overdue: standing.overdue / 100,
    ahead: standing.ahead / 100,
    refund: refund === undefined ? null : { amount: refund.cents / 100, state: refund.state },
    next: kind === 'invoice' ? nextInvoice(standing) : await nextPayout(needs, customer.id, standing),
    last_payment: lastMoved === null ? null : { amount: lastMoved.cents / 100, paid_on: lastMoved.paidOn },
  };
}

/**
 * Returns the month's expected money: the delivery projected at its current rate, and late events and adjustments,
 * which count once. Null if there is no projection.
 */
function expectedOf(
  running: UnbilledDocument | undefined,
  span: { fromMs: number; toMs: number },
  nowMs: number,
): bigint | null {
  const lines = running?.lines ?? [];
  const delivery = sumOf(lines.filter((line) => line.kind === 'delivery'));
  const goesOn = expectedMonth(delivery, span, nowMs);
  return goesOn === null ? null : goesOn + sumOf(lines) - delivery;
}

/** Returns the oldest unpaid invoice's open amount and due date. */
function nextInvoice({ documents }: CustomerStanding): OwnMoney['next'] {
  const next = documents.find(({ open }) => open > 0);
  if (next === undefined) return null;
  return { amount: next.open / 100, due_at: next.due_at === null ? null : iso(next.due_at), state: 'due' };
}

async function nextPayout(
  { accounts }: Needs,
  customerId: string,
  { open }: CustomerStanding,
): Promise<OwnMoney['next']> {
  const onTheWay = await findPayoutOnTheWay(accounts, customerId);
  if (onTheWay !== undefined) {
    const state = onTheWay.state === 'approved' ? 'approved' : 'proposed';
    return { amount: onTheWay.amount_cents / 100, due_at: null, state };
  }
  return open > 0 ? { amount: open / 100, due_at: null, state: 'waiting' } : null;
}
