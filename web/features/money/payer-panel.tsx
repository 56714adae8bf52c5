import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ACCOUNT_LENGTH, HOLDER_LENGTH } from '#contract/payees.ts';
import { COMPANY_ID_LENGTH, type Payer } from '#contract/payer.ts';
import { formatToThe } from '../../lib/formatters.ts';
import { CURRENCY } from '../../lib/page-currency.ts';
import { AskedPanel } from '../../ui/asked-panel.tsx';
import { BankAccountFields } from '../../ui/bank-account-fields.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import type { FormPlan } from '../../ui/schema-form.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { payerQuery, sendPayer } from './money-api.ts';

const LENGTHS = { holder: HOLDER_LENGTH, account: ACCOUNT_LENGTH };

const payerPlan = (known: Payer | null): FormPlan => ({
  id: 'payer',
  title: 'Payer account',
  context: 'Payouts are made from this account.',
  submitLabel: 'Save account',
  start: {
    holder: known?.holder ?? '',
    account: '',
    bank: known?.bank ?? '',
    company_id: known?.company_id ?? '',
  },
  fields: ({ draft, change, errors }) => (
    <>
      <BankAccountFields draft={draft} change={change} errors={errors} now={known?.account ?? null} lengths={LENGTHS} />
      {CURRENCY === 'USD' ? (
        <TextInput
          label="ACH company ID"
          description="Assigned by your bank, often 1 and your EIN. Needed with a routing number."
          maxLength={COMPANY_ID_LENGTH}
          value={draft.company_id ?? ''}
          error={errors.company_id}
          onChange={(event) => change({ company_id: event.currentTarget.value })}
        />
      ) : null}
    </>
  ),
  submit: async ({ holder = '', account = '', bank = '', company_id = '' }) => {
    await sendPayer({ holder, account, bank, company_id });
    return 'The payer account was saved';
  },
});

const factsOf = ({ holder, account, bank, company_id: companyId, changed_at: changed, fault }: Payer) => [
  { label: 'Holder', value: holder },
  {
    label: 'Account',
    value: account ?? 'Cannot be read',
    ...(bank === null ? {} : { detail: `at ${bank}` }),
  },
  ...(companyId === '' ? [] : [{ label: 'ACH company ID', value: companyId }]),
  {
    label: 'State',
    value: fault === null ? <StateTag tone="good">Ready</StateTag> : <StateTag tone="warning">Correct it</StateTag>,
    detail: fault ?? `changed on ${formatToThe('date', changed)}`,
  },
];

/** The account that payouts are made from. Payout runs cannot be approved without it. */
export function PayerPanel({ onForm }: { onForm: (plan: FormPlan) => void }) {
  const answer = useQuery(payerQuery);
  const known = answer.data?.payer ?? null;
  return (
    <AskedPanel
      title="Payer account"
      context="Payouts are made from it"
      answer={answer}
      actions={
        answer.data === undefined ? null : (
          <Button variant="default" size="xs" onClick={() => onForm(payerPlan(known))}>
            {known === null ? 'Enter payer account' : 'Change payer account'}
          </Button>
        )
      }
    >
      {({ payer }) =>
        payer === null ? (
          <EmptyState title="No payer account yet">Enter it before a payout run can be approved.</EmptyState>
        ) : (
          <FactList label="Payer account details" facts={factsOf(payer)} />
        )
      }
    </AskedPanel>
  );
}
