import type { ExplainedFigure } from '#contract/explain.ts';
import type { OwnMoney } from '#contract/own-balance.ts';
import { formatDay, formatDayIn, formatDollars, formatMonth } from './formatters.ts';
import { interpolate } from './interpolate.ts';
import { ownMoneyStrings as strings } from './own-money-strings.ts';

type MoneyFact = {
  readonly label: string;
  readonly value: string;
  readonly detail: string;
  readonly isWarning?: boolean;
  /** The figure that an explanation panel can break down; absent if there is no explanation. */
  readonly explained?: { readonly figure: ExplainedFigure; readonly document?: string };
};

/**
 * Returns the money panel's three facts. These facts show owners what they earn this month and when the amount is paid,
 * and advertisers what they owe.
 */
export const moneyFacts = (own: OwnMoney): MoneyFact[] => [monthFact(own), nextFact(own), lastFact(own)];

const inOneLine = (parts: readonly (string | null)[]): string => parts.filter((part) => part !== null).join(' · ');

function monthFact({ kind, month, closing, time_zone: zone }: OwnMoney): MoneyFact {
  const isOwner = kind === 'statement';
  return {
    label: interpolate(isOwner ? strings.earnedSoFar : strings.spentSoFar, { month: formatMonth(month.month) }),
    value: formatDollars(month.so_far),
    detail: inOneLine([
      month.expected === null ? null : interpolate(strings.expected, { amount: formatDollars(month.expected) }),
      interpolate(isOwner ? strings.statementOn : strings.invoiceOn, { day: formatDayIn(month.final_at, zone) }),
      ...closing.map((one) =>
        interpolate(strings.closingMonth, {
          month: formatMonth(one.month),
          total: formatDollars(one.total),
          day: formatDayIn(one.final_at, zone),
        }),
      ),
    ]),
    explained: { figure: 'revenue', document: month.id },
  };
}

const PAYOUTS = {
  due: '',
  waiting: strings.inNextRun,
  proposed: strings.payoutAwaitingApproval,
  approved: strings.payoutOnItsWay,
} as const;

const REFUNDS = { proposed: strings.refundAwaitingApproval, approved: strings.refundOnItsWay } as const;

/** Describes an advertiser's credit balance and how it is used. */
const aheadWords = (ahead: number, refund: OwnMoney['refund']): string =>
  inOneLine([
    interpolate(strings.creditBalance, { amount: formatDollars(ahead) }),
    refund === null ? null : interpolate(REFUNDS[refund.state], { amount: formatDollars(refund.amount) }),
  ]);

function nextFact({ kind, next, open, overdue, ahead, refund, month, time_zone: zone }: OwnMoney): MoneyFact {
  if (kind === 'statement') {
    const label = strings.nextPayout;
    if (next === null)
      return {
        label,
        value: formatDollars(0),
        detail: interpolate(strings.paidAfterStatement, { day: formatDayIn(month.final_at, zone) }),
      };
    // A payout run contains the amount that was open when the run was proposed; the open amount may be larger by now.
    // Only a waiting amount is explained.
    const why = next.state === 'waiting' ? { explained: { figure: 'payable' } as const } : {};
    return { label, value: formatDollars(next.amount), detail: PAYOUTS[next.state], ...why };
  }
  const label = strings.balanceDue;
  if (next === null)
    return {
      label,
      value: formatDollars(0),
      detail: ahead > 0 ? aheadWords(ahead, refund) : strings.allInvoicesPaid,
    };
  const sum = { label, value: formatDollars(open), explained: { figure: 'receivable' } as const };
  if (overdue > 0)
    return { ...sum, detail: interpolate(strings.overdue, { amount: formatDollars(overdue) }), isWarning: true };
  const amount = formatDollars(next.amount);
  if (next.due_at === null) return { ...sum, detail: interpolate(strings.due, { amount }) };
  return { ...sum, detail: interpolate(strings.dueBy, { amount, day: formatDayIn(next.due_at, zone) }) };
}

function lastFact({ kind, last, last_payment: paid }: OwnMoney): MoneyFact {
  const isOwner = kind === 'statement';
  const label = isOwner ? strings.lastStatement : strings.lastInvoice;
  const payment =
    paid === null
      ? null
      : interpolate(isOwner ? strings.lastPayout : strings.lastPayment, {
          amount: formatDollars(paid.amount),
          day: formatDay(paid.paid_on),
        });
  if (last === null) return { label, value: '–', detail: inOneLine([strings.noneYet, payment]) };
  return {
    label,
    value: formatDollars(last.total),
    detail: inOneLine([last.number, formatMonth(last.month), payment]),
    explained: { figure: 'revenue', document: last.id },
  };
}
