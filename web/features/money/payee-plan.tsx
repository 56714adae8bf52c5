import { ACCOUNT_LENGTH, HOLDER_LENGTH, type Payee } from '#contract/payees.ts';
import { ApiError } from '../../lib/api-error.ts';
import { CURRENCY } from '../../lib/page-currency.ts';
import { AchFields, achKinds, achStart, BankAccountFields } from '../../ui/bank-account-fields.tsx';
import type { ActPlan } from '../../ui/planned-act.tsx';
import type { FormPlan } from '../../ui/planned-form.tsx';
import { CustomerField } from './customer-field.tsx';
import { sendConfirmation, sendPayee } from './money-api.ts';

const LENGTHS = { holder: HOLDER_LENGTH, account: ACCOUNT_LENGTH };

/** By an administrator, of any owner; of an advertiser that gets money back it is known whose. */
export const payeePlan = (known?: Payee, customer: Payee['customer'] | undefined = known?.customer): FormPlan => ({
  id: `payee:${customer?.id ?? ''}`,
  title: customer === undefined ? 'Add an account' : `Account of ${customer.name}`,
  context: 'After a change, another administrator has to download the bank file of a run that is already proposed.',
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
      <BankAccountFields {...{ draft, change, errors }} now={known?.account ?? null} lengths={LENGTHS} />
      {CURRENCY === 'USD' ? <AchFields {...{ draft, change, errors }} /> : null}
    </>
  ),
  submit: async (draft) => {
    const { customer_id: id = '', holder = '', account = '', bank = '' } = draft;
    if (id === '') throw new ApiError(400, 'Choose an owner.', null, null, { customer_id: 'Choose an owner.' });
    await sendPayee(id, { holder, account, bank, ...achKinds(draft) });
    return 'The account was saved';
  },
});

/** What an owner wrote. */
export const confirmationPlan = ({ customer, holder, account, bank, revision }: Payee): ActPlan => ({
  title: `Confirm the account of ${customer.name}?`,
  confirmLabel: 'Confirm',
  text: `${holder}, ${account ?? ''} at ${bank ?? ''}. Ask the owner on a way you know before you confirm: payouts go there from then on.`,
  run: async () => {
    await sendConfirmation(customer.id, revision);
    return `The account of ${customer.name} is confirmed`;
  },
});
