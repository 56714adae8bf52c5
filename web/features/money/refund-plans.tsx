import type { MoneyOverview } from '#contract/money-overview.ts';
import type { Refund } from '#contract/refunds.ts';
import { formatDollars } from '../../lib/formatters.ts';
import { newUuid } from '../../lib/new-uuid.ts';
import { typedDollars } from '../../lib/typed-numbers.ts';
import type { ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import type { FormPlan } from '../../ui/schema-form.tsx';
import {
  downloadRefund,
  sendRefund,
  sendRefundApproval,
  sendRefundPaid,
  sendRefundRefusal,
  sendRefundReturned,
} from './money-api.ts';
import { AmountField, DayField, ReasonField } from './money-plans.tsx';

export const refundPlan = ({ customer, ahead }: MoneyOverview['advertisers_ahead'][number]): FormPlan => ({
  id: `refund:${customer.id}`,
  title: `Refund ${customer.name}`,
  context: `At most ${formatDollars(ahead)}. Another administrator approves it.`,
  submitLabel: 'Propose refund',
  isOnce: true,
  start: { amount: ahead.toFixed(2), reason: '', sending_id: '' },
  fields: ({ draft, change, errors }) => (
    <>
      <AmountField draft={draft} change={change} errors={errors} name="amount" label="Amount" />
      <ReasonField
        draft={draft}
        change={change}
        errors={errors}
        description="The advertiser reads it in the mail about the refund"
      />
    </>
  ),
  submit: async ({ amount = '', reason = '', sending_id = '' }) => {
    const wish = { customer_id: customer.id, amount: typedDollars(amount, 'amount'), reason, sending_id };
    const refund = await sendRefund(wish);
    return `Refund ${refund.number} was proposed`;
  },
});

/** `sendingId` makes the approval idempotent: a retry after a failure gets the first response. */
export const refundApprovalPlan = (
  { id, number, amount, customer, reason }: Refund,
  sendingId = newUuid(),
): ConfirmedActionPlan => ({
  title: `Approve refund ${number}?`,
  confirmLabel: 'Approve',
  text: `${formatDollars(amount)} to ${customer.name}: ${reason}. You can download the bank file after that.`,
  run: async () => {
    await sendRefundApproval(id, { sending_id: sendingId });
    return `Refund ${number} was approved`;
  },
});

export const refundRefusalPlan = ({ id, number, customer, amount }: Refund): FormPlan => ({
  id: `refuse-refund:${id}`,
  title: `Decline refund ${number}`,
  context: `${formatDollars(amount)} of ${customer.name} stays and is applied to the next invoice.`,
  submitLabel: 'Decline',
  isOnce: true,
  start: { reason: '', sending_id: '' },
  fields: (props) => <ReasonField {...props} />,
  submit: async ({ reason = '', sending_id = '' }) => {
    await sendRefundRefusal(id, { reason, sending_id });
    return `Refund ${number} was declined`;
  },
});

export const refundFilePlan = ({ id, number }: Refund): FormPlan => ({
  id: `refund-file:${id}`,
  title: `Bank file of refund ${number}`,
  context: 'Upload the file to your bank.',
  submitLabel: 'Download',
  start: { day: '' },
  fields: (props) => (
    <DayField {...props} name="day" label="Execution date" description="Leave blank for the next bank day." />
  ),
  submit: async ({ day = '' }) => {
    await downloadRefund({ id, format: 'bank', ...(day === '' ? {} : { day }) });
    return `The bank file of refund ${number} was downloaded`;
  },
});

export const refundPaidPlan = ({ id, number, customer, amount }: Refund, today: string): FormPlan => ({
  id: `refund-paid:${id}`,
  title: `Refund ${number} is paid`,
  context: `${formatDollars(amount)} to ${customer.name}. The advertiser gets a mail.`,
  submitLabel: 'Mark as paid',
  isOnce: true,
  start: { paid_on: today, sending_id: '' },
  fields: ({ draft, change, errors }) => (
    <DayField draft={draft} change={change} errors={errors} name="paid_on" label="Paid on" />
  ),
  submit: async ({ paid_on: day = '', sending_id = '' }) => {
    await sendRefundPaid(id, { paid_on: day, sending_id });
    return `Refund ${number} is paid`;
  },
});

export const refundReturnedPlan = ({ id, number, customer, amount }: Refund): FormPlan => ({
  id: `refund-returned:${id}`,
  title: `Refund ${number} came back`,
  context: `${customer.name} is ahead by ${formatDollars(amount)} again.`,
  submitLabel: 'Mark as returned',
  isOnce: true,
  start: { reason: '', sending_id: '' },
  fields: (props) => <ReasonField {...props} description="As the bank says it" />,
  submit: async ({ reason = '', sending_id = '' }) => {
    await sendRefundReturned(id, { reason, sending_id });
    return `Refund ${number} was returned`;
  },
});
