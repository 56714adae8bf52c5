import { Textarea, TextInput } from '@mantine/core';
import { ADJUSTMENT_REASON_LENGTH } from '#contract/adjustments.ts';
import { type Payment, REFERENCE_LENGTH } from '#contract/payments.ts';
import type { Payout, PayoutRun } from '#contract/payouts.ts';
import { formatDollars } from '../../lib/formatters.ts';
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
  title: strings.enterAPayment,
  context: 'All or a part of what an advertiser owes; it settles the oldest invoices first.',
  submitLabel: strings.enterPayment,
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
        description={strings.asTheBankSaysIt}
        required
        maxLength={REFERENCE_LENGTH}
        value={draft.reference ?? ''}
        error={errors.reference}
        onChange={(event) => change({ reference: event.currentTarget.value })}
      />
    </>
  ),
  submit: async ({ customer_id: id = '', amount = '', paid_on: day = '', reference = '', sending_id = '' }) => {
    if (id === '') throw refuseField('customer_id', strings.chooseWhoPaid);
    await sendPayment({ customer_id: id, amount: typedDollars(amount, 'amount'), paid_on: day, reference, sending_id });
    return strings.thePaymentWasEntered;
  },
});

export const withdrawalPlan = ({ id, amount, customer }: Payment): FormPlan => ({
  id: `withdraw:${id}`,
  title: strings.withdrawAPayment,
  context: interpolate(strings.ofWhatWasEnteredStays, { amount: formatDollars(amount), name: customer.name }),
  submitLabel: strings.withdraw,
  isOnce: true,
  start: { reason: '', sending_id: '' },
  fields: (props) => <ReasonField {...props} />,
  submit: async ({ reason = '', sending_id = '' }) => {
    await sendWithdrawal(id, { reason, sending_id });
    return strings.thePaymentWasWithdrawn;
  },
});

export const proposalPlan = (): FormPlan => ({
  id: 'payout-run',
  title: strings.proposeAPayoutRun,
  context: strings.allOwnersWithSoMuch,
  submitLabel: strings.propose,
  isOnce: true,
  start: { minimum: '10', sending_id: '' },
  fields: ({ draft, change, errors }) => (
    <AmountField draft={draft} change={change} errors={errors} name="minimum" label={strings.fromWhichAmountOn} />
  ),
  submit: async ({ minimum = '', sending_id = '' }) => {
    const run = await sendProposal({ minimum: typedDollars(minimum, 'minimum'), sending_id });
    return interpolate(strings.runWasProposed, { number: run.number, total: formatDollars(run.total) });
  },
});

export const bankFilePlan = ({ id, number }: PayoutRun): FormPlan => ({
  id: `bank-file:${id}`,
  title: interpolate(strings.bankFileOfRun, { number }),
  context: strings.payoutsThatAreNotPaid,
  submitLabel: strings.download,
  start: { day: '' },
  fields: (props) => (
    <DayField {...props} name="day" label={strings.executionDate} description={strings.leaveBlankForTheNext} />
  ),
  submit: async ({ day = '' }) => {
    await downloadRun({ id, format: 'bank', ...(day === '' ? {} : { day }) });
    return interpolate(strings.theBankFileOfRun, { number });
  },
});

export const refusalPlan = ({ id, number }: PayoutRun): FormPlan => ({
  id: `refuse:${id}`,
  title: interpolate(strings.declineRun, { number }),
  context: strings.itsOwnersCanBeIn,
  submitLabel: strings.decline,
  isOnce: true,
  start: { reason: '', sending_id: '' },
  fields: (props) => <ReasonField {...props} />,
  submit: async ({ reason = '', sending_id = '' }) => {
    await sendRefusal(id, { reason, sending_id });
    return interpolate(strings.runWasDeclined, { number });
  },
});

export const runPaidPlan = ({ id, number, waiting }: PayoutRun, today: string): FormPlan => ({
  id: `run-paid:${id}`,
  title: interpolate(strings.runIsPaid, { number }),
  context: interpolate(strings.payoutsThatAreNotPaid2, { waiting }),
  submitLabel: strings.markAsPaid,
  isOnce: true,
  start: { paid_on: today, sending_id: '' },
  fields: ({ draft, change, errors }) => (
    <DayField draft={draft} change={change} errors={errors} name="paid_on" label={strings.paidOn} />
  ),
  submit: async ({ paid_on: day = '', sending_id = '' }) => {
    await sendRunPaid(id, { paid_on: day, sending_id });
    return interpolate(strings.runIsPaid, { number });
  },
});

export const paidPlan = ({ id, customer, amount }: Payout, today: string): FormPlan => ({
  id: `paid:${id}`,
  title: strings.aPayoutIsPaid,
  context: interpolate(strings.to, { amount: formatDollars(amount), name: customer.name }),
  submitLabel: strings.markAsPaid,
  isOnce: true,
  start: { paid_on: today, sending_id: '' },
  fields: ({ draft, change, errors }) => (
    <DayField draft={draft} change={change} errors={errors} name="paid_on" label={strings.paidOn} />
  ),
  submit: async ({ paid_on: day = '', sending_id = '' }) => {
    await sendPaid(id, { paid_on: day, sending_id });
    return strings.thePayoutIsPaid;
  },
});

export const returnedPlan = ({ id, customer, amount }: Payout): FormPlan => ({
  id: `returned:${id}`,
  title: strings.aPayoutCameBack,
  context: interpolate(strings.ofItIsProposedAgain, { amount: formatDollars(amount), name: customer.name }),
  submitLabel: strings.markAsReturned,
  isOnce: true,
  start: { reason: '', sending_id: '' },
  fields: (props) => <ReasonField {...props} description={strings.asTheBankSaysIt} />,
  submit: async ({ reason = '', sending_id = '' }) => {
    await sendReturned(id, { reason, sending_id });
    return strings.thePayoutWasReturned;
  },
});

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

const NOTHING = { owner_id: '', advertiser_id: '', reason: '', eui: '', day: '', sending_id: '' };

export const adjustmentPlan = (): FormPlan => ({
  id: 'adjustment',
  title: strings.makeAnAdjustment,
  context: 'One entry of either side or both; it is a line of their next documents. Negative takes away.',
  submitLabel: strings.makeAdjustment,
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
      <AmountField draft={draft} change={change} errors={errors} name="owner_amount" label={strings.theOwnerGetsMore} />
      <CustomerField
        label={strings.advertiser}
        kind="advertiser"
        value={draft.advertiser_id ?? ''}
        error={errors.advertiser_id}
        onChange={(id) => change({ advertiser_id: id })}
      />
      <AmountField draft={draft} change={change} errors={errors} name="amount" label={strings.theAdvertiserOwesMore} />
      <Textarea
        label={strings.reason}
        description={strings.bothSidesReadItOn}
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
        description={strings.itsEUIWhereItIs}
        value={draft.eui ?? ''}
        error={errors.eui}
        onChange={(event) => change({ eui: event.currentTarget.value })}
      />
      <DayField draft={draft} change={change} errors={errors} name="day" label={strings.dayWhereItIsAbout} />
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
    return strings.theAdjustmentWasMade;
  },
});
