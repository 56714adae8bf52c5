import { maskedAccount } from '#domain/bank-account.ts';
import { startText } from '#domain/payee-start.ts';
import { dayInWords } from '#domain/report-period.ts';
import type { MailOrder } from '../../mail/mail.ts';

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
export function payeeMail(to: string, owner: string, change: PayeeChange): MailOrder {
  const subject = `The payout account of ${owner} was changed`;
  return {
    to,
    kind: 'payee-changed',
    subject,
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

/** Builds the mail to a user of an advertiser about a paid refund. */
export function refundMail(to: string, { amount, customer, number, paidOn, reason }: Refund): MailOrder {
  const subject = `Your refund of ${amount} was sent`;
  return {
    to,
    kind: 'refund-paid',
    subject,
    content: {
      heading: subject,
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
