import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ACCOUNT_LENGTH, HOLDER_LENGTH, type Payee } from '#contract/payees.ts';
import { formatToThe } from '../../lib/formatters.ts';
import { CURRENCY } from '../../lib/page-currency.ts';
import { AchFields, achKinds, achStart, BankAccountFields } from '../../ui/bank-account-fields.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type FormPlan, PlannedForm } from '../../ui/planned-form.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { OWN_PAYEE, ownPayeeQuery, sendOwnPayee } from './documents-api.ts';

const LENGTHS = { holder: HOLDER_LENGTH, account: ACCOUNT_LENGTH };

const payeePlan = (known: Payee | null): FormPlan => ({
  id: 'own-payee',
  title: 'Where you are paid',
  context: 'The network looks at it before it pays there.',
  submitLabel: 'Save account',
  start: { holder: known?.holder ?? '', account: '', bank: known?.bank ?? '', ...achStart(known) },
  fields: (props) => (
    <>
      <BankAccountFields {...props} now={known?.account ?? null} lengths={LENGTHS} />
      {CURRENCY === 'USD' ? <AchFields {...props} /> : null}
    </>
  ),
  submit: async (draft) => {
    const { holder = '', account = '', bank = '' } = draft;
    await sendOwnPayee({ holder, account, bank, ...achKinds(draft) });
    return 'The account was saved, and waits for the network';
  },
});

/** Where an owner is paid; its managers write it, and an administrator confirms it. */
export function OwnPayee({ isManager }: { isManager: boolean }) {
  const { data, error, isFetching, refetch } = useQuery(ownPayeeQuery);
  const [plan, setPlan] = useState<FormPlan | null>(null);
  const known = data?.payee ?? null;
  return (
    <Panel
      title="Where you are paid"
      actions={
        isManager && data !== undefined ? (
          <Button variant="default" size="xs" onClick={() => setPlan(payeePlan(known))}>
            {known === null ? 'Add an account' : 'Change account'}
          </Button>
        ) : null
      }
    >
      {data !== undefined && known === null ? (
        <EmptyState title="No account yet">
          {isManager ? 'You are paid once there is one.' : 'A manager of your organisation writes it.'}
        </EmptyState>
      ) : null}
      {known === null ? null : <FactList label="Your account" facts={factsOf(known)} />}
      {error && data === undefined ? (
        <ErrorState
          what="Your account could not be loaded."
          message={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {data === undefined && !error ? <LinesSkeleton lines={2} /> : null}
      <PlannedForm plan={plan} topic={OWN_PAYEE} onClose={() => setPlan(null)} />
    </Panel>
  );
}

const factsOf = ({ holder, account, bank, confirmed_at: confirmed, changed_at: changed }: Payee) => [
  { label: 'Holder', value: holder },
  { label: 'Account', value: account ?? 'Cannot be read', ...(bank === null ? {} : { detail: `at ${bank}` }) },
  {
    label: 'State',
    value:
      account === null ? (
        <StateTag tone="warning">Write it again</StateTag>
      ) : confirmed === null ? (
        <StateTag>Waits for the network</StateTag>
      ) : (
        <StateTag tone="good">Confirmed</StateTag>
      ),
    detail: `written on ${formatToThe('date', changed)}`,
  },
];
