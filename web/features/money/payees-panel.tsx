import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Payee } from '#contract/payees.ts';
import { AskedPanel } from '../../ui/asked-panel.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { ActPlan } from '../../ui/planned-act.tsx';
import type { FormPlan } from '../../ui/planned-form.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { payeesQuery } from './money-api.ts';
import { confirmationPlan, payeePlan } from './payee-plan.tsx';
import { Steps } from './steps.tsx';

const COLUMNS: readonly Column<Payee>[] = [
  { name: 'customer', head: 'Owner', isHeading: true, isWrapping: true, cell: ({ customer }) => customer.name },
  { name: 'holder', head: 'Holder', isWrapping: true, cell: ({ holder }) => holder },
  { name: 'account', head: 'Account', cell: ({ account }) => account ?? 'Cannot be read' },
  { name: 'bank', head: 'Bank', isRoomy: true, cell: ({ bank }) => bank ?? '' },
  {
    name: 'state',
    head: 'State',
    cell: ({ account, confirmed_at: confirmed }) =>
      account === null ? (
        <StateTag tone="warning">Write it again</StateTag>
      ) : confirmed === null ? (
        <StateTag tone="warning">Waits for you</StateTag>
      ) : (
        <StateTag tone="good">Confirmed</StateTag>
      ),
  },
  {
    name: 'changed',
    head: 'Changed',
    isRoomy: true,
    isWrapping: true,
    cell: (row) => (
      <>
        <TimeText instant={row.changed_at} toThe="minute" /> <EmailText address={row.changed_by ?? ''} />
      </>
    ),
  },
];

/** Which accounts owners are paid to. */
export function PayeesPanel({ onForm, onAct }: { onForm: (plan: FormPlan) => void; onAct: (plan: ActPlan) => void }) {
  const [page, setPage] = useState(1);
  const answer = useQuery(payeesQuery(String(page)));
  return (
    <AskedPanel
      title="Accounts of owners"
      context="Where payouts and refunds go"
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
                <>
                  {row.confirmed_at === null && row.account !== null ? (
                    <Button
                      size="xs"
                      onClick={() => onAct(confirmationPlan(row))}
                      aria-label={`Confirm the account of ${row.customer.name}`}
                    >
                      Confirm
                    </Button>
                  ) : null}
                  <Button
                    variant="default"
                    size="xs"
                    onClick={() => onForm(payeePlan(row))}
                    aria-label={`Change the account of ${row.customer.name}`}
                  >
                    Change
                  </Button>
                </>
              )}
            />
            <Steps page={page} limit={limit} total={total} noun="accounts" onPage={setPage} />
          </>
        )
      }
    </AskedPanel>
  );
}
