import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ACCOUNT_LENGTH, HOLDER_LENGTH, type Payee } from '#contract/payees.ts';
import { formatToThe } from '../../lib/formatters.ts';
import { CURRENCY } from '../../lib/page-currency.ts';
import { AchFields, achKinds, achStart, BankAccountFields } from '../../ui/bank-account-fields.tsx';
import { ConfirmedAction, type ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type FormPlan, SchemaForm } from '../../ui/schema-form.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { OWN_PAYEE, ownPayeeQuery, sendOwnPayee, sendWithdrawnChange } from './documents-api.ts';

const LENGTHS = { holder: HOLDER_LENGTH, account: ACCOUNT_LENGTH };

const payeePlan = (known: Payee | null): FormPlan => ({
  id: 'own-payee',
  title: 'Where you are paid',
  context: 'The network confirms it. Payouts to it start a day later; until then the present account stays in use.',
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

const withdrawalPlan = ({ account, in_use: inUse, revision }: Payee): ConfirmedActionPlan => ({
  title: 'Withdraw the change?',
  confirmLabel: 'Withdraw',
  text: `${account ?? 'The new account'} is removed. ${
    inUse === null
      ? 'You have no payout account then.'
      : `You are still paid to ${inUse.account ?? 'your present account'}.`
  }`,
  run: async () => {
    await sendWithdrawnChange(revision);
    return 'The change was withdrawn';
  },
});

/** The payout account of an owner. Managers enter it, and an administrator confirms it. */
export function OwnPayee({ isManager }: { isManager: boolean }) {
  const { data, error, isFetching, refetch } = useQuery(ownPayeeQuery);
  const [plan, setPlan] = useState<FormPlan | null>(null);
  const [act, setAct] = useState<ConfirmedActionPlan | null>(null);
  const known = data?.payee ?? null;
  return (
    <Panel
      title="Where you are paid"
      actions={
        isManager && data !== undefined ? (
          <>
            {known !== null && known.confirmed_at === null ? (
              <Button variant="default" size="xs" onClick={() => setAct(withdrawalPlan(known))}>
                Withdraw change
              </Button>
            ) : null}
            <Button variant="default" size="xs" onClick={() => setPlan(payeePlan(known))}>
              {known === null ? 'Add an account' : 'Change account'}
            </Button>
          </>
        ) : null
      }
    >
      {data !== undefined && known === null ? (
        <EmptyState title="No account yet">
          {isManager ? 'You are paid once there is one.' : 'A manager of your organization enters it.'}
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
      <SchemaForm plan={plan} topic={OWN_PAYEE} onClose={() => setPlan(null)} />
      <ConfirmedAction plan={act} topic={OWN_PAYEE} onClose={() => setAct(null)} />
    </Panel>
  );
}

const placeOf = ({ account, bank }: Pick<Payee, 'account' | 'bank'>) => ({
  value: account ?? 'Cannot be read',
  ...(bank === null ? {} : { detail: `at ${bank}` }),
});

const factsOf = ({ holder, account, bank, in_use: inUse, ...state }: Payee) => [
  { label: 'Holder', value: holder },
  { label: inUse === null ? 'Account' : 'New account', ...placeOf({ account, bank }) },
  { label: 'State', value: <PayeeState account={account} {...state} />, detail: detailOf(state) },
  ...(inUse === null ? [] : [{ label: 'Paid to until it is confirmed', ...placeOf(inUse) }]),
];

function PayeeState({ account, confirmed_at: confirmed }: Pick<Payee, 'account' | 'confirmed_at'>) {
  if (account === null) return <StateTag tone="warning">Enter it again</StateTag>;
  if (confirmed === null) return <StateTag>Waits for the network</StateTag>;
  return <StateTag tone="good">Confirmed</StateTag>;
}

const detailOf = ({ starts_at: startsAt, changed_at: changed }: Pick<Payee, 'starts_at' | 'changed_at'>): string =>
  startsAt === null
    ? `entered on ${formatToThe('date', changed)}`
    : `Payouts to this account start on ${formatToThe('minute', startsAt)}`;
