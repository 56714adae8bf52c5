import { ACCOUNT_LENGTH, HOLDER_LENGTH, type Payee } from '#contract/payees.ts';
import { ApiError } from '../../lib/api-error.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { CURRENCY } from '../../lib/page-currency.ts';
import { AchFields, achKinds, achStart, BankAccountFields } from '../../ui/bank-account-fields.tsx';
import type { ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import type { FormPlan } from '../../ui/schema-form.tsx';
import { CustomerField } from './customer-field.tsx';
import { sendConfirmation, sendPayee, sendWithdrawnPayee } from './money-api.ts';
import { payeePlanStrings as strings } from './money-strings.ts';

const LENGTHS = { holder: HOLDER_LENGTH, account: ACCOUNT_LENGTH };

/**
 * Returns the form with which an administrator enters any owner's account. `customer` is given for an advertiser's
 * refund.
 */
export const payeePlan = (known?: Payee, customer: Payee['customer'] | undefined = known?.customer): FormPlan => ({
  id: `payee:${customer?.id ?? ''}`,
  title: customer === undefined ? strings.addAccount : interpolate(strings.accountOf, { name: customer.name }),
  context: strings.context,
  submitLabel: strings.saveAccount,
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
          label={strings.owner}
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
    if (id === '') throw new ApiError(400, strings.ownerMissing, null, null, { customer_id: strings.ownerMissing });
    await sendPayee(id, { holder, account, bank, ...achKinds(draft) });
    return strings.accountSaved;
  },
});

/** Returns the confirmation for an account change by the owner or another administrator. */
export const confirmationPlan = ({ customer, holder, account, bank, revision }: Payee): ConfirmedActionPlan => ({
  title: interpolate(strings.confirmTitle, { name: customer.name }),
  confirmLabel: strings.confirm,
  text: interpolate(strings.confirmText, { holder, account: account ?? '', bank: bank ?? '' }),
  run: async () => {
    await sendConfirmation(customer.id, revision);
    return interpolate(strings.accountConfirmed, { name: customer.name });
  },
});

/** Returns the confirmation for withdrawing an account change that is not confirmed yet. */
export const withdrawalPlan = ({ customer, account, in_use: inUse, revision }: Payee): ConfirmedActionPlan => ({
  title: interpolate(strings.withdrawTitle, { name: customer.name }),
  confirmLabel: strings.withdrawChange,
  text:
    inUse === null
      ? interpolate(strings.withdrawLeavesNone, { account: account ?? strings.newAccount, name: customer.name })
      : interpolate(strings.withdrawKeepsCurrent, {
          account: account ?? strings.newAccount,
          current: inUse.account ?? strings.currentAccount,
        }),
  run: async () => {
    await sendWithdrawnPayee(customer.id, revision);
    return strings.changeWithdrawn;
  },
});
