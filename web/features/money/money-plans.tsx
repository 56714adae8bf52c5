import { Textarea, TextInput } from '@mantine/core';
import { ADJUSTMENT_REASON_LENGTH } from '#contract/adjustments.ts';
import { type Payment, REFERENCE_LENGTH } from '#contract/payments.ts';
import type { Payout, PayoutRun } from '#contract/payouts.ts';
import { formFor } from '#domain/counted.ts';
import { formatCount, formatDollars } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
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
import { moneyPlansStrings as strings } from './money-strings.ts';

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
      label={strings.reason}
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
  title: strings.recordPayment,
  context: strings.paymentContext,
  submitLabel: strings.savePayment,
  isOnce: true,
  start: { customer_id: '', amount: '', paid_on: today, reference: '', sending_id: '' },
  fields: ({ draft, change, errors }) => (
    <>
      <CustomerField
        label={strings.advertiser}
        kind="advertiser"
        isRequired
        value={draft.customer_id ?? ''}
        error={errors.customer_id}
        onChange={(id) => change({ customer_id: id })}
      />
      <AmountField draft={draft} change={change} errors={errors} name="amount" label={strings.amount} />
      <DayField draft={draft} change={change} errors={errors} name="paid_on" label={strings.paidOn} />
      <TextInput
        label={strings.reference}
        description={strings.asOnBankStatement}
        required
        maxLength={REFERENCE_LENGTH}
        value={draft.reference ?? ''}
        error={errors.reference}
        onChange={(event) => change({ reference: event.currentTarget.value })}
      />
    </>
  ),
  submit: async ({ customer_id: id = '', amount = '', paid_on: day = '', reference = '', sending_id = '' }) => {
    if (id === '') throw refuseField('customer_id', strings.advertiserMissing);
    await sendPayment({ customer_id: id, amount: typedDollars(amount, 'amount'), paid_on: day, reference, sending_id });
    return strings.paymentRecorded;
  },
});

export const withdrawalPlan = ({ id, amount, customer }: Payment): FormPlan => ({
  id: `withdraw:${id}`,
  title: strings.reversePayment,
  context: interpolate(strings.reversalContext, { amount: formatDollars(amount), name: customer.name }),
  submitLabel: strings.reversePayment,
  isOnce: true,
  start: { reason: '', sending_id: '' },
  fields: (props) => <ReasonField {...props} />,
  submit: async ({ reason = '', sending_id = '' }) => {
    await sendWithdrawal(id, { reason, sending_id });
    return strings.paymentReversed;
  },
});

export const proposalPlan = (): FormPlan => ({
  id: 'payout-run',
  title: strings.proposeRun,
  context: strings.proposeRunContext,
  submitLabel: strings.proposeRun,
  isOnce: true,
  start: { minimum: '10', sending_id: '' },
  fields: ({ draft, change, errors }) => (
    <AmountField draft={draft} change={change} errors={errors} name="minimum" label={strings.minimumAmount} />
  ),
  submit: async ({ minimum = '', sending_id = '' }) => {
    const run = await sendProposal({ minimum: typedDollars(minimum, 'minimum'), sending_id });
    return interpolate(strings.runProposed, { number: run.number, total: formatDollars(run.total) });
  },
});

export const bankFilePlan = ({ id, number }: PayoutRun): FormPlan => ({
  id: `bank-file:${id}`,
  title: interpolate(strings.bankFileTitle, { number }),
  context: strings.bankFileContext,
  submitLabel: strings.download,
  start: { day: '' },
  fields: (props) => (
    <DayField {...props} name="day" label={strings.executionDate} description={strings.executionDateHint} />
  ),
  submit: async ({ day = '' }) => {
    await downloadRun({ id, format: 'bank', ...(day === '' ? {} : { day }) });
    return interpolate(strings.bankFileDownloaded, { number });
  },
});

export const refusalPlan = ({ id, number }: PayoutRun): FormPlan => ({
  id: `refuse:${id}`,
  title: interpolate(strings.declineRun, { number }),
  context: strings.declineRunContext,
  submitLabel: strings.decline,
  isOnce: true,
  start: { reason: '', sending_id: '' },
  fields: (props) => <ReasonField {...props} />,
  submit: async ({ reason = '', sending_id = '' }) => {
    await sendRefusal(id, { reason, sending_id });
    return interpolate(strings.runDeclined, { number });
  },
});

export const runPaidPlan = ({ id, number, waiting }: PayoutRun, today: string): FormPlan => ({
  id: `run-paid:${id}`,
  title: interpolate(strings.markRunPaid, { number }),
  context: interpolate(formFor(waiting, strings.markRunPaidContext), { count: formatCount(waiting) }),
  submitLabel: strings.markAsPaid,
  isOnce: true,
  start: { paid_on: today, sending_id: '' },
  fields: ({ draft, change, errors }) => (
    <DayField draft={draft} change={change} errors={errors} name="paid_on" label={strings.paidOn} />
  ),
  submit: async ({ paid_on: day = '', sending_id = '' }) => {
    await sendRunPaid(id, { paid_on: day, sending_id });
    return interpolate(strings.runMarkedPaid, { number });
  },
});

export const paidPlan = ({ id, customer, amount }: Payout, today: string): FormPlan => ({
  id: `paid:${id}`,
  title: strings.markPayoutPaid,
  context: interpolate(strings.amountTo, { amount: formatDollars(amount), name: customer.name }),
  submitLabel: strings.markAsPaid,
  isOnce: true,
  start: { paid_on: today, sending_id: '' },
  fields: ({ draft, change, errors }) => (
    <DayField draft={draft} change={change} errors={errors} name="paid_on" label={strings.paidOn} />
  ),
  submit: async ({ paid_on: day = '', sending_id = '' }) => {
    await sendPaid(id, { paid_on: day, sending_id });
    return strings.payoutMarkedPaid;
  },
});

export const returnedPlan = ({ id, customer, amount }: Payout): FormPlan => ({
  id: `returned:${id}`,
  title: strings.markPayoutReturned,
  context: interpolate(strings.returnedContext, { amount: formatDollars(amount), name: customer.name }),
  submitLabel: strings.markAsReturned,
  isOnce: true,
  start: { reason: '', sending_id: '' },
  fields: (props) => <ReasonField {...props} description={strings.asOnBankStatement} />,
  submit: async ({ reason = '', sending_id = '' }) => {
    await sendReturned(id, { reason, sending_id });
    return strings.payoutMarkedReturned;
  },
});

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

const NOTHING = { owner_id: '', advertiser_id: '', reason: '', eui: '', day: '', sending_id: '' };

export const adjustmentPlan = (): FormPlan => ({
  id: 'adjustment',
  title: strings.makeAdjustment,
  context: strings.adjustmentContext,
  submitLabel: strings.saveAdjustment,
  isOnce: true,
  start: { ...NOTHING, owner_amount: '0', amount: '0' },
  fields: ({ draft, change, errors }) => (
    <>
      <CustomerField
        label={strings.owner}
        kind="property"
        value={draft.owner_id ?? ''}
        error={errors.owner_id}
        onChange={(id) => change({ owner_id: id })}
      />
      <AmountField draft={draft} change={change} errors={errors} name="owner_amount" label={strings.ownerCredit} />
      <CustomerField
        label={strings.advertiser}
        kind="advertiser"
        value={draft.advertiser_id ?? ''}
        error={errors.advertiser_id}
        onChange={(id) => change({ advertiser_id: id })}
      />
      <AmountField draft={draft} change={change} errors={errors} name="amount" label={strings.advertiserCharge} />
      <Textarea
        label={strings.reason}
        description={strings.adjustmentReasonHint}
        required
        autosize
        minRows={2}
        maxLength={ADJUSTMENT_REASON_LENGTH}
        value={draft.reason ?? ''}
        error={errors.reason}
        onChange={(event) => change({ reason: event.currentTarget.value })}
      />
      <TextInput
        label={strings.outlet}
        description={strings.outletHint}
        value={draft.eui ?? ''}
        error={errors.eui}
        onChange={(event) => change({ eui: event.currentTarget.value })}
      />
      <DayField
        draft={draft}
        change={change}
        errors={errors}
        name="day"
        label={strings.day}
        description={strings.dayHint}
      />
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
    return strings.adjustmentMade;
  },
});
