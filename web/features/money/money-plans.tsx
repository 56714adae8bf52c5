import { Textarea, TextInput } from '@mantine/core';
import { ADJUSTMENT_REASON_LENGTH } from '#contract/adjustments.ts';
import { type Payment, REFERENCE_LENGTH } from '#contract/payments.ts';
import type { Payout, PayoutRun } from '#contract/payouts.ts';
import { formatDollars } from '../../lib/formatters.ts';
import { CURRENCY_SIGN } from '../../lib/page-currency.ts';
import { refuseField, typedDollars } from '../../lib/typed-numbers.ts';
import type { FieldsProps, FormPlan } from '../../ui/schema-form.tsx';
import { CustomerField } from './customer-field.tsx';
import {
  downloadRun,
  sendAdjustment,
  sendPaid,
  sendPayment,
  sendProposal,
  sendRefusal,
  sendReturned,
  sendRunPaid,
  sendWithdrawal,
} from './money-api.ts';

type FieldOf = Pick<FieldsProps, 'draft' | 'change' | 'errors'> & { name: string; label: string; description?: string };

export function AmountField({ draft, change, errors, name, label, description }: FieldOf) {
  return (
    <TextInput
      label={label}
      {...(description === undefined ? {} : { description })}
      inputMode="decimal"
      leftSection={CURRENCY_SIGN.trim()}
      value={draft[name] ?? ''}
      error={errors[name]}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  );
}

export function DayField({ draft, change, errors, name, label, description }: FieldOf) {
  return (
    <TextInput
      type="date"
      label={label}
      {...(description === undefined ? {} : { description })}
      value={draft[name] ?? ''}
      error={errors[name]}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  );
}

export function ReasonField({ draft, change, errors, description }: Omit<FieldOf, 'name' | 'label'>) {
  return (
    <Textarea
      label="Reason"
      {...(description === undefined ? {} : { description })}
      required
      autosize
      minRows={2}
      maxLength={REFERENCE_LENGTH}
      data-autofocus
      value={draft.reason ?? ''}
      error={errors.reason}
      onChange={(event) => change({ reason: event.currentTarget.value })}
    />
  );
}

/**
 * Returns the form that enters a payment. `today` is the current day in the network's time zone, which the books use.
 */
export const paymentPlan = (today: string): FormPlan => ({
  id: 'payment',
  title: 'Enter a payment',
  context: 'All or a part of what an advertiser owes; it settles the oldest invoices first.',
  submitLabel: 'Enter payment',
  isOnce: true,
  start: { customer_id: '', amount: '', paid_on: today, reference: '', sending_id: '' },
  fields: ({ draft, change, errors }) => (
    <>
      <CustomerField
        label="Advertiser"
        kind="advertiser"
        isRequired
        value={draft.customer_id ?? ''}
        error={errors.customer_id}
        onChange={(id) => change({ customer_id: id })}
      />
      <AmountField draft={draft} change={change} errors={errors} name="amount" label="Amount" />
      <DayField draft={draft} change={change} errors={errors} name="paid_on" label="Paid on" />
      <TextInput
        label="Reference"
        description="As the bank says it"
        required
        maxLength={REFERENCE_LENGTH}
        value={draft.reference ?? ''}
        error={errors.reference}
        onChange={(event) => change({ reference: event.currentTarget.value })}
      />
    </>
  ),
  submit: async ({ customer_id: id = '', amount = '', paid_on: day = '', reference = '', sending_id = '' }) => {
    if (id === '') throw refuseField('customer_id', 'Choose who paid.');
    await sendPayment({ customer_id: id, amount: typedDollars(amount, 'amount'), paid_on: day, reference, sending_id });
    return 'The payment was entered';
  },
});

export const withdrawalPlan = ({ id, amount, customer }: Payment): FormPlan => ({
  id: `withdraw:${id}`,
  title: 'Withdraw a payment',
  context: `${formatDollars(amount)} of ${customer.name}: what was entered stays in the books, and is taken back there.`,
  submitLabel: 'Withdraw',
  isOnce: true,
  start: { reason: '', sending_id: '' },
  fields: (props) => <ReasonField {...props} />,
  submit: async ({ reason = '', sending_id = '' }) => {
    await sendWithdrawal(id, { reason, sending_id });
    return 'The payment was withdrawn';
  },
});

export const proposalPlan = (): FormPlan => ({
  id: 'payout-run',
  title: 'Propose a payout run',
  context: 'All owners with so much or more to get by final statements. Another administrator approves it.',
  submitLabel: 'Propose',
  isOnce: true,
  start: { minimum: '10', sending_id: '' },
  fields: ({ draft, change, errors }) => (
    <AmountField draft={draft} change={change} errors={errors} name="minimum" label="From which amount on" />
  ),
  submit: async ({ minimum = '', sending_id = '' }) => {
    const run = await sendProposal({ minimum: typedDollars(minimum, 'minimum'), sending_id });
    return `Run ${run.number} was proposed: ${formatDollars(run.total)}`;
  },
});

export const bankFilePlan = ({ id, number }: PayoutRun): FormPlan => ({
  id: `bank-file:${id}`,
  title: `Bank file of run ${number}`,
  context: 'Payouts that are not paid yet. Upload the file to your bank.',
  submitLabel: 'Download',
  start: { day: '' },
  fields: (props) => (
    <DayField {...props} name="day" label="Execution date" description="Leave blank for the next bank day." />
  ),
  submit: async ({ day = '' }) => {
    await downloadRun({ id, format: 'bank', ...(day === '' ? {} : { day }) });
    return `The bank file of run ${number} was downloaded`;
  },
});

export const refusalPlan = ({ id, number }: PayoutRun): FormPlan => ({
  id: `refuse:${id}`,
  title: `Decline run ${number}`,
  context: 'Its owners can be in another run.',
  submitLabel: 'Decline',
  isOnce: true,
  start: { reason: '', sending_id: '' },
  fields: (props) => <ReasonField {...props} />,
  submit: async ({ reason = '', sending_id = '' }) => {
    await sendRefusal(id, { reason, sending_id });
    return `Run ${number} was declined`;
  },
});

export const runPaidPlan = ({ id, number, waiting }: PayoutRun, today: string): FormPlan => ({
  id: `run-paid:${id}`,
  title: `Run ${number} is paid`,
  context: `${waiting} payouts that are not paid or returned yet went out.`,
  submitLabel: 'Mark as paid',
  isOnce: true,
  start: { paid_on: today, sending_id: '' },
  fields: ({ draft, change, errors }) => (
    <DayField draft={draft} change={change} errors={errors} name="paid_on" label="Paid on" />
  ),
  submit: async ({ paid_on: day = '', sending_id = '' }) => {
    await sendRunPaid(id, { paid_on: day, sending_id });
    return `Run ${number} is paid`;
  },
});

export const paidPlan = ({ id, customer, amount }: Payout, today: string): FormPlan => ({
  id: `paid:${id}`,
  title: 'A payout is paid',
  context: `${formatDollars(amount)} to ${customer.name}`,
  submitLabel: 'Mark as paid',
  isOnce: true,
  start: { paid_on: today, sending_id: '' },
  fields: ({ draft, change, errors }) => (
    <DayField draft={draft} change={change} errors={errors} name="paid_on" label="Paid on" />
  ),
  submit: async ({ paid_on: day = '', sending_id = '' }) => {
    await sendPaid(id, { paid_on: day, sending_id });
    return 'The payout is paid';
  },
});

export const returnedPlan = ({ id, customer, amount }: Payout): FormPlan => ({
  id: `returned:${id}`,
  title: 'A payout came back',
  context: `${formatDollars(amount)} of ${customer.name}; it is proposed again with the next run.`,
  submitLabel: 'Mark as returned',
  isOnce: true,
  start: { reason: '', sending_id: '' },
  fields: (props) => <ReasonField {...props} description="As the bank says it" />,
  submit: async ({ reason = '', sending_id = '' }) => {
    await sendReturned(id, { reason, sending_id });
    return 'The payout was returned';
  },
});

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

const NOTHING = { owner_id: '', advertiser_id: '', reason: '', eui: '', day: '', sending_id: '' };

export const adjustmentPlan = (): FormPlan => ({
  id: 'adjustment',
  title: 'Make an adjustment',
  context: 'One entry of either side or both; it is a line of their next documents. Negative takes away.',
  submitLabel: 'Make adjustment',
  isOnce: true,
  start: { ...NOTHING, owner_amount: '0', amount: '0' },
  fields: ({ draft, change, errors }) => (
    <>
      <CustomerField
        label="Owner"
        kind="property"
        value={draft.owner_id ?? ''}
        error={errors.owner_id}
        onChange={(id) => change({ owner_id: id })}
      />
      <AmountField draft={draft} change={change} errors={errors} name="owner_amount" label="The owner gets more" />
      <CustomerField
        label="Advertiser"
        kind="advertiser"
        value={draft.advertiser_id ?? ''}
        error={errors.advertiser_id}
        onChange={(id) => change({ advertiser_id: id })}
      />
      <AmountField draft={draft} change={change} errors={errors} name="amount" label="The advertiser owes more" />
      <Textarea
        label="Reason"
        description="Both sides read it on their documents"
        required
        autosize
        minRows={2}
        maxLength={ADJUSTMENT_REASON_LENGTH}
        value={draft.reason ?? ''}
        error={errors.reason}
        onChange={(event) => change({ reason: event.currentTarget.value })}
      />
      <TextInput
        label="Outlet"
        description="Its EUI, where it is about one"
        value={draft.eui ?? ''}
        error={errors.eui}
        onChange={(event) => change({ eui: event.currentTarget.value })}
      />
      <DayField draft={draft} change={change} errors={errors} name="day" label="Day, where it is about one" />
    </>
  ),
  submit: async ({
    owner_id: owner = '',
    advertiser_id: advertiser = '',
    owner_amount: ownerAmount = '',
    amount = '',
    reason = '',
    eui = '',
    day = '',
    sending_id = '',
  }) => {
    const sides = { owner_id: orNull(owner), advertiser_id: orNull(advertiser) };
    const sums = { amount: typedDollars(amount, 'amount'), owner_amount: typedDollars(ownerAmount, 'owner_amount') };
    await sendAdjustment({ ...sides, ...sums, reason, eui: orNull(eui), day: orNull(day), sending_id });
    return 'The adjustment was made';
  },
});
