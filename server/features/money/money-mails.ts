import { maskedAccount } from '#domain/bank-account.ts';
import { startText } from '#domain/payee-start.ts';
import { dayInWords } from '#domain/report-period.ts';
import { centsMoney } from '../../billing/shown-money.ts';
import type { MailOrder } from '../../mail/mail.ts';
import type { News } from '../../notifications/notify.ts';

/** A change of a payout account. Accounts are complete here; the mails mask them. */
export type PayeeChange =
  | {
      readonly kind: 'entered';
      readonly account: string /** Null until an administrator confirms it. */;
      readonly startsAt: number | null;
    }
  | { readonly kind: 'confirmed'; readonly account: string; readonly startsAt: number }
  | {
      readonly kind: 'withdrawn' /** The account that stays in use; null if there is none. */;
      readonly kept: string | null;
    };

function textOf(change: PayeeChange): string {
  switch (change.kind) {
    case 'entered':
      return `A new payout account, ${maskedAccount(change.account)}, was entered. ${
        change.startsAt === null
          ? 'Payouts go there after an administrator confirms it.'
          : `Payouts go there from ${startText(change.startsAt)}.`
      }`;
    case 'confirmed':
      return `The payout account ${maskedAccount(change.account)} was confirmed. Payouts go there from ${startText(change.startsAt)}.`;
    case 'withdrawn':
      return change.kept === null
        ? 'The new payout account was withdrawn. There is no payout account now.'
        : `The new payout account was withdrawn. Payouts still go to ${maskedAccount(change.kept)}.`;
  }
}

/** Builds the mail to a user of an owner about its payout account. */
export function payeeMail(
  { id: userId, email: to }: { readonly id: string; readonly email: string },
  owner: string,
  change: PayeeChange,
): MailOrder {
  const subject = `The payout account of ${owner} was changed`;
  return {
    to,
    kind: 'payee-changed',
    subject,
    about: { notification: 'security', userId },
    content: {
      heading: subject,
      paragraphs: [textOf(change), 'If you didn’t expect this change, contact the network’s operator now.'],
      action: { label: 'View payout account', path: '/app/documents' },
    },
  };
}

type Refund = {
  readonly amount: string;
  readonly customer: string;
  readonly number: number;
  /** A date such as `2026-11-29`. */
  readonly paidOn: string;
  readonly reason: string;
};

/** Returns what an advertiser is notified about when its refund is paid. */
export function refundNews(
  customerId: string,
  { id, amount, customer, number, paidOn, reason }: Refund & { readonly id: string },
): News {
  return {
    kind: 'refund_sent',
    mailKind: 'refund-paid',
    cause: `refund/${id}`,
    customerId,
    title: `Your refund of ${amount} was sent`,
    content: {
      paragraphs: [`A refund of ${amount} was sent to the bank account of ${customer}. It arrives within a few days.`],
      facts: [
        { label: 'Refund', value: String(number) },
        { label: 'Paid on', value: dayInWords(paidOn) },
        { label: 'Reason', value: reason },
      ],
      action: { label: 'View documents', path: '/app/documents' },
    },
  };
}

type Payout = { readonly id: string; readonly customer_id: string; readonly amount_cents: number };

/** Returns what an owner is notified about when its payout is paid. */
export function payoutSentNews(
  { id, customer_id: customerId, amount_cents: cents }: Payout,
  { paidOn, currency }: { readonly paidOn: string; readonly currency: string },
): News {
  const amount = centsMoney(cents, currency);
  return {
    kind: 'payout_sent',
    cause: `payout-sent/${id}`,
    customerId,
    title: `Your payout of ${amount} is on its way`,
    content: {
      paragraphs: [`A payout of ${amount} was sent to your payout account. It arrives within a few days.`],
      facts: [{ label: 'Paid on', value: dayInWords(paidOn) }],
      action: { label: 'View documents', path: '/app/documents' },
    },
  };
}

/** Returns what an owner is notified about when its payout comes back. */
export function payoutReturnedNews(
  { id, customer_id: customerId, amount_cents: cents }: Payout,
  { why, currency }: { readonly why: string; readonly currency: string },
): News {
  const amount = centsMoney(cents, currency);
  return {
    kind: 'payout_returned',
    cause: `payout-returned/${id}`,
    customerId,
    title: `Your payout of ${amount} was returned`,
    detail: why,
    content: {
      paragraphs: [
        'The bank could not deliver this payout. The amount is part of your next payout. Check your payout account.',
      ],
      facts: [
        { label: 'Amount', value: amount },
        { label: 'Reason', value: why },
      ],
      action: { label: 'View payout account', path: '/app/documents' },
    },
  };
}
