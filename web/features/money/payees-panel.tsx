import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Payee } from '#contract/payees.ts';
import { AskedPanel } from '../../ui/asked-panel.tsx';
import type { ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { FormPlan } from '../../ui/schema-form.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import classes from './money.module.css';
import { payeesQuery } from './money-api.ts';
import { confirmationPlan, payeePlan, withdrawalPlan } from './payee-plan.tsx';
import { Steps } from './steps.tsx';

function stateOf({ account, confirmed_at: confirmed, may_confirm: mayConfirm, starts_at: startsAt }: Payee) {
  if (account === null) return <StateTag tone="warning">Enter it again</StateTag>;
  if (confirmed === null)
    return (
      <StateTag tone="warning">{mayConfirm ? 'Needs your confirmation' : 'Waits for another administrator'}</StateTag>
    );
  if (startsAt === null) return <StateTag tone="good">Confirmed</StateTag>;
  return (
    <>
      <StateTag>Confirmed</StateTag>
      <div>
        Payouts start on <TimeText instant={startsAt} toThe="minute" />
      </div>
    </>
  );
}

const COLUMNS: readonly Column<Payee>[] = [
  { name: 'customer', head: 'Owner', isHeading: true, isWrapping: true, cell: ({ customer }) => customer.name },
  { name: 'holder', head: 'Holder', isWrapping: true, cell: ({ holder }) => holder },
  {
    name: 'account',
    head: 'Account',
    isWrapping: true,
    cell: ({ account, in_use: inUse }) => (
      <>
        {account ?? 'Cannot be read'}
        {inUse === null ? null : (
          <div>
            <small>In use: {inUse.account ?? 'cannot be read'}</small>
          </div>
        )}
      </>
    ),
  },
  { name: 'bank', head: 'Bank', isRoomy: true, cell: ({ bank }) => bank ?? '' },
  {
    name: 'state',
    head: 'State',
    isWrapping: true,
    cell: stateOf,
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

/** The accounts to which payouts and refunds go. */
export function PayeesPanel({
  onForm,
  onAct,
}: {
  onForm: (plan: FormPlan) => void;
  onAct: (plan: ConfirmedActionPlan) => void;
}) {
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
                <div className={classes.buttons}>
                  {row.may_confirm ? (
                    <Button
                      size="xs"
                      onClick={() => onAct(confirmationPlan(row))}
                      aria-label={`Confirm the account of ${row.customer.name}`}
                    >
                      Confirm
                    </Button>
                  ) : null}
                  {row.confirmed_at === null ? (
                    <Button
                      variant="default"
                      size="xs"
                      onClick={() => onAct(withdrawalPlan(row))}
                      aria-label={`Withdraw the change of the account of ${row.customer.name}`}
                    >
                      Withdraw
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
                </div>
              )}
            />
            <Steps page={page} limit={limit} total={total} noun="accounts" onPage={setPage} />
          </>
        )
      }
    </AskedPanel>
  );
}
