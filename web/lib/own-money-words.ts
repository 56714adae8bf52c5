import type { ExplainedFigure } from '#contract/explain.ts';
import type { OwnMoney } from '#contract/own-balance.ts';
import { formatDay, formatDayIn, formatDollars, formatMonth } from './formatters.ts';

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

function monthFact({ kind, month, closing, time_zone: zone }: OwnMoney): MoneyFact {
  const isOwner = kind === 'statement';
  const expected = month.expected === null ? '' : `about ${formatDollars(month.expected)} expected; `;
  const paper = isOwner ? 'statement' : 'invoice';
  const waiting = closing
    .map((one) => `, ${formatMonth(one.month)} (${formatDollars(one.total)}) on ${formatDayIn(one.final_at, zone)}`)
    .join('');
  return {
    label: `${isOwner ? 'Earned' : 'Spent'} in ${formatMonth(month.month)} so far`,
    value: formatDollars(month.so_far),
    detail: `${expected}${paper} on ${formatDayIn(month.final_at, zone)}${waiting}`,
    explained: { figure: 'revenue', document: month.id },
  };
}

const PAYOUTS = {
  due: '',
  waiting: 'with the next payout run',
  proposed: 'in a payout run that waits for approval',
  approved: 'on its way to your bank',
} as const;

const REFUNDS = { proposed: 'waits for approval', approved: 'is on its way to you' } as const;

/** Describes an advertiser's credit balance and how it is used. */
function aheadWords(ahead: number, refund: OwnMoney['refund']): string {
  const words = `You are ${formatDollars(ahead)} ahead; it is applied to your next invoice`;
  return refund === null ? words : `${words}. A refund of ${formatDollars(refund.amount)} ${REFUNDS[refund.state]}`;
}

function nextFact({ kind, next, open, overdue, ahead, refund, month, time_zone: zone }: OwnMoney): MoneyFact {
  if (kind === 'statement') {
    const label = 'Paid to you next';
    if (next === null)
      return {
        label,
        value: formatDollars(0),
        detail: `this month is paid once its statement is final, after ${formatDayIn(month.final_at, zone)}`,
      };
    // A payout run contains the amount that was open when the run was proposed; the open amount may be larger by now.
    // Only a waiting amount is explained.
    const why = next.state === 'waiting' ? { explained: { figure: 'payable' } as const } : {};
    return { label, value: formatDollars(next.amount), detail: PAYOUTS[next.state], ...why };
  }
  const label = 'You owe';
  if (next === null)
    return {
      label,
      value: formatDollars(0),
      detail: ahead > 0 ? aheadWords(ahead, refund) : 'all invoices are paid',
    };
  const sum = { label, value: formatDollars(open), explained: { figure: 'receivable' } as const };
  if (overdue > 0) return { ...sum, detail: `${formatDollars(overdue)} of it is overdue`, isWarning: true };
  const by = next.due_at === null ? '' : ` by ${formatDayIn(next.due_at, zone)}`;
  return { ...sum, detail: `${formatDollars(next.amount)}${by}` };
}

function lastFact({ kind, last, last_payment: paid }: OwnMoney): MoneyFact {
  const label = kind === 'statement' ? 'Last statement' : 'Last invoice';
  const payment =
    paid === null
      ? ''
      : `; last ${kind === 'statement' ? 'payout' : 'payment'} ${formatDollars(paid.amount)} on ${formatDay(paid.paid_on)}`;
  if (last === null) return { label, value: '–', detail: `none yet${payment}` };
  return {
    label,
    value: formatDollars(last.total),
    detail: `${last.number ?? ''}, ${formatMonth(last.month)}${payment}`,
    explained: { figure: 'revenue', document: last.id },
  };
}
