import { ACCOUNT_LENGTH, HOLDER_LENGTH, type Payee } from '#contract/payees.ts';
import { ApiError } from '../../lib/api-error.ts';
import { CURRENCY } from '../../lib/page-currency.ts';
import { AchFields, achKinds, achStart, BankAccountFields } from '../../ui/bank-account-fields.tsx';
import type { ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import type { FormPlan } from '../../ui/schema-form.tsx';
import { CustomerField } from './customer-field.tsx';
import { sendConfirmation, sendPayee, sendWithdrawnPayee } from './money-api.ts';

const LENGTHS = { holder: HOLDER_LENGTH, account: ACCOUNT_LENGTH };

/**
 * Returns the form with which an administrator enters any owner's account. `customer` is given for an advertiser's
 * refund.
 */
export const payeePlan = (known?: Payee, customer: Payee['customer'] | undefined = known?.customer): FormPlan => ({
  id: `payee:${customer?.id ?? ''}`,
  title: customer === undefined ? 'Add an account' : `Account of ${customer.name}`,
  context:
    'Another administrator confirms it. Payouts to it start a day later; until then the present account stays in use.',
  submitLabel: 'Save account',
  start: {
    customer_id: customer?.id ?? '',
    holder: known?.holder ?? '',
    account: '',
    bank: known?.bank ?? '',
    ...achStart(known),
  },
  fields: ({ draft, change, errors }) => (
    <>
      {customer === undefined ? (
        <CustomerField
          label="Owner"
          kind="property"
          isRequired
          value={draft.customer_id ?? ''}
          error={errors.customer_id}
          onChange={(id) => change({ customer_id: id })}
        />
      ) : null}
      <BankAccountFields draft={draft} change={change} errors={errors} now={known?.account ?? null} lengths={LENGTHS} />
      {CURRENCY === 'USD' ? <AchFields draft={draft} change={change} errors={errors} /> : null}
    </>
  ),
  submit: async (draft) => {
    const { customer_id: id = '', holder = '', account = '', bank = '' } = draft;
    if (id === '') throw new ApiError(400, 'Choose an owner.', null, null, { customer_id: 'Choose an owner.' });
    await sendPayee(id, { holder, account, bank, ...achKinds(draft) });
    return 'The account was saved';
  },
});

/** Returns the confirmation for an account change by the owner or another administrator. */
export const confirmationPlan = ({ customer, holder, account, bank, revision }: Payee): ConfirmedActionPlan => ({
  title: `Confirm the account of ${customer.name}?`,
  confirmLabel: 'Confirm',
  text: `${holder}, ${account ?? ''} at ${bank ?? ''}. Ask the owner over a contact you already know before you confirm. Payouts to this account start a day later.`,
  run: async () => {
    await sendConfirmation(customer.id, revision);
    return `The account of ${customer.name} is confirmed`;
  },
});

/** Returns the confirmation for withdrawing an account change that is not confirmed yet. */
export const withdrawalPlan = ({ customer, account, in_use: inUse, revision }: Payee): ConfirmedActionPlan => ({
  title: `Withdraw the change of the account of ${customer.name}?`,
  confirmLabel: 'Withdraw',
  text: `${account ?? 'The new account'} is removed. ${
    inUse === null
      ? 'There is no payout account then.'
      : `Payouts still go to ${inUse.account ?? 'the present account'}.`
  }`,
  run: async () => {
    await sendWithdrawnPayee(customer.id, revision);
    return 'The change was withdrawn';
  },
});
