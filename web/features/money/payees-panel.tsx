import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ACCOUNT_LENGTH, HOLDER_LENGTH, type Payee } from '#contract/payees.ts';
import { ApiError } from '../../lib/api-error.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { FormPlan } from '../../ui/planned-form.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { AskedPanel } from './asked-panel.tsx';
import { CustomerField } from './customer-field.tsx';
import { payeesQuery, sendPayee } from './money-api.ts';
import { Steps } from './steps.tsx';

const COLUMNS: readonly Column<Payee>[] = [
  { name: 'customer', head: 'Owner', isHeading: true, cell: ({ customer }) => customer.name },
  { name: 'holder', head: 'Holder', isWrapping: true, cell: ({ holder }) => holder },
  { name: 'account', head: 'Account', cell: ({ account }) => account },
  { name: 'bank', head: 'Bank', isRoomy: true, cell: ({ bank }) => bank },
  {
    name: 'changed',
    head: 'Changed',
    isRoomy: true,
    isWrapping: true,
    cell: (row) => (
      <>
        <TimeText instant={row.changed_at} toThe="minute" /> {row.changed_by ?? ''}
      </>
    ),
  },
];

/** Which accounts owners are paid to. */
export function PayeesPanel({ onForm }: { onForm: (plan: FormPlan) => void }) {
  const [page, setPage] = useState(1);
  const answer = useQuery(payeesQuery(String(page)));
  return (
    <AskedPanel
      title="Accounts of owners"
      context="Where payouts go"
      answer={answer}
      flush
      actions={
        <Button size="xs" onClick={() => onForm(payeePlan())}>
          Add an account
        </Button>
      }
    >
      {({ data, total, limit }) =>
        total === 0 ? (
          <EmptyState title="No accounts yet">
            The file for the bank needs the account of each owner it pays.
          </EmptyState>
        ) : (
          <>
            <DataTable
              caption="Accounts of owners"
              columns={COLUMNS}
              rows={data}
              keyOf={({ customer }) => customer.id}
              sort=""
              onSort={() => undefined}
              isStale={answer.isPlaceholderData}
              actions={(row) => (
                <Button
                  variant="default"
                  size="xs"
                  onClick={() => onForm(payeePlan(row))}
                  aria-label={`Change the account of ${row.customer.name}`}
                >
                  Change
                </Button>
              )}
            />
            <Steps page={page} limit={limit} total={total} noun="accounts" onPage={setPage} />
          </>
        )
      }
    </AskedPanel>
  );
}

const payeePlan = (known?: Payee): FormPlan => ({
  id: `payee:${known?.customer.id ?? ''}`,
  title: known === undefined ? 'Add an account' : `Account of ${known.customer.name}`,
  context: 'Of a run that is proposed already another administrator takes the file then.',
  submitLabel: 'Save account',
  start: { customer_id: known?.customer.id ?? '', holder: known?.holder ?? '', account: '', bank: known?.bank ?? '' },
  fields: ({ draft, change, errors }) => (
    <>
      {known === undefined ? (
        <CustomerField
          label="Owner"
          kind="property"
          isRequired
          value={draft.customer_id ?? ''}
          error={errors.customer_id}
          onChange={(id) => change({ customer_id: id })}
        />
      ) : null}
      <TextInput
        label="Holder"
        required
        maxLength={HOLDER_LENGTH}
        value={draft.holder ?? ''}
        error={errors.holder}
        onChange={(event) => change({ holder: event.currentTarget.value })}
      />
      <TextInput
        label="Account"
        description={known === undefined ? 'IBAN or number' : `IBAN or number; now ${known.account}`}
        required
        maxLength={ACCOUNT_LENGTH}
        autoComplete="off"
        value={draft.account ?? ''}
        error={errors.account}
        onChange={(event) => change({ account: event.currentTarget.value })}
      />
      <TextInput
        label="Bank"
        description="BIC or routing number"
        required
        maxLength={ACCOUNT_LENGTH}
        autoComplete="off"
        value={draft.bank ?? ''}
        error={errors.bank}
        onChange={(event) => change({ bank: event.currentTarget.value })}
      />
    </>
  ),
  submit: async ({ customer_id: id = '', holder = '', account = '', bank = '' }) => {
    if (id === '') throw new ApiError(400, 'Choose an owner.', null, null, { customer_id: 'Choose an owner.' });
    await sendPayee(id, { holder, account, bank });
    return 'The account was saved';
  },
});
