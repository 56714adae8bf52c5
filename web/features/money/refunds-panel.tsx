import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MoneyOverview } from '#contract/money-overview.ts';
import type { Refund } from '#contract/refunds.ts';
import { ExplainButton } from '../../explain/explain-button.tsx';
import { formatDay, formatDollars } from '../../lib/formatters.ts';
import { AskedPanel } from '../../ui/asked-panel.tsx';
import type { ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { FormPlan } from '../../ui/schema-form.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { AccountText } from './left-out-owners.tsx';
import classes from './money.module.css';
import { downloadRefund, overviewQuery, refundsQuery } from './money-api.ts';
import { payeePlan } from './payee-plan.tsx';
import {
  refundApprovalPlan,
  refundFilePlan,
  refundPaidPlan,
  refundPlan,
  refundRefusalPlan,
  refundReturnedPlan,
} from './refund-plans.tsx';
import { Steps } from './steps.tsx';
import { useBooksDay } from './use-books-day.ts';

type RefundsPanelProps = { onForm: (plan: FormPlan) => void; onAct: (plan: ConfirmedActionPlan) => void };
type Ahead = MoneyOverview['advertisers_ahead'][number];

const AHEAD: readonly Column<Ahead>[] = [
  { name: 'customer', head: 'Advertiser', isHeading: true, isWrapping: true, cell: ({ customer }) => customer.name },
  {
    name: 'ahead',
    head: 'Ahead',
    isNumber: true,
    cell: ({ customer, ahead }) => (
      <>
        {formatDollars(ahead)}
        <ExplainButton label={`${customer.name}, paid ahead`} asked={{ figure: 'ahead', cid: customer.id }} />
      </>
    ),
  },
  {
    name: 'refund',
    head: 'Refund under way',
    isNumber: true,
    cell: ({ refund }) => (refund > 0 ? formatDollars(refund) : '–'),
  },
];

const STATES = {
  proposed: 'Waits for approval',
  approved: 'Approved',
  declined: 'Declined',
  paid: 'Paid',
  returned: 'Returned',
} as const;
const TONES = {
  proposed: 'warning',
  approved: 'neutral',
  declined: 'neutral',
  paid: 'good',
  returned: 'warning',
} as const;

const REFUNDS: readonly Column<Refund>[] = [
  { name: 'number', head: 'Refund', isHeading: true, cell: ({ number }) => `Refund ${number}` },
  { name: 'customer', head: 'Advertiser', isWrapping: true, cell: ({ customer }) => customer.name },
  { name: 'amount', head: 'Amount', isNumber: true, cell: ({ amount }) => formatDollars(amount) },
  {
    name: 'reason',
    head: 'Reason',
    isWrapping: true,
    cell: ({ reason, why }) => [reason, why].filter(Boolean).join('; '),
  },
  {
    name: 'account',
    head: 'To',
    isWrapping: true,
    cell: ({ account, starts_at: startsAt }) => <AccountText account={account} startsAt={startsAt} />,
  },
  {
    name: 'state',
    head: 'State',
    isWrapping: true,
    cell: ({ state, may_approve: mayApprove, paid_on: day }) => (
      <>
        <StateTag tone={TONES[state]}>
          {state === 'proposed' && !mayApprove ? 'Waits for another administrator' : STATES[state]}
        </StateTag>
        {day === null ? '' : ` ${formatDay(day)}`}
      </>
    ),
  },
  {
    name: 'proposed',
    head: 'Proposed',
    isRoomy: true,
    isWrapping: true,
    cell: (row) => (
      <>
        <TimeText instant={row.proposed_at} toThe="minute" /> <EmailText address={row.proposed_by ?? ''} />
      </>
    ),
  },
];

/** Advertisers that are ahead, and their refunds: one administrator proposes, another one approves. */
export function RefundsPanel({ onForm, onAct }: RefundsPanelProps) {
  return (
    <>
      <AheadPanel onForm={onForm} />
      <RefundList onForm={onForm} onAct={onAct} />
    </>
  );
}

function AheadPanel({ onForm }: Pick<RefundsPanelProps, 'onForm'>) {
  const answer = useQuery(overviewQuery);
  return (
    <AskedPanel title="Paid ahead" context="Applied to the next invoices, or refunded" answer={answer} flush>
      {({ advertisers_ahead: rows }) =>
        rows.length === 0 ? (
          <EmptyState title="No advertiser is ahead">
            Payments and credits beyond the invoices of an advertiser appear here.
          </EmptyState>
        ) : (
          <DataTable
            caption="Paid ahead"
            columns={AHEAD}
            rows={rows}
            keyOf={({ customer }) => customer.id}
            sort=""
            onSort={() => undefined}
            actions={(row) => (
              <div className={classes.buttons}>
                {row.refund > 0 ? null : (
                  <Button
                    variant="default"
                    size="xs"
                    onClick={() => onForm(refundPlan(row))}
                    aria-label={`Refund ${row.customer.name}`}
                  >
                    Refund
                  </Button>
                )}
                <Button
                  variant="default"
                  size="xs"
                  onClick={() => onForm(payeePlan(undefined, row.customer))}
                  aria-label={`Enter the account of ${row.customer.name}`}
                >
                  Account
                </Button>
              </div>
            )}
          />
        )
      }
    </AskedPanel>
  );
}

function RefundList({ onForm, onAct }: RefundsPanelProps) {
  const [page, setPage] = useState(1);
  const today = useBooksDay();
  const answer = useQuery(refundsQuery(String(page)));
  const saving = useMutation({ mutationFn: downloadRefund });
  const button = ({ number }: Refund, label: string, onClick: () => void) => (
    <Button variant="default" size="xs" onClick={onClick} aria-label={`${label} refund ${number}`}>
      {label}
    </Button>
  );
  return (
    <AskedPanel title="Refunds" context="Proposed, approved, then paid or returned" answer={answer} flush>
      {({ data, total, limit }) =>
        total === 0 ? (
          <EmptyState title="No refunds yet">Propose one for an advertiser that is ahead.</EmptyState>
        ) : (
          <>
            <DataTable
              caption="Refunds"
              columns={REFUNDS}
              rows={data}
              keyOf={({ id }) => id}
              sort=""
              onSort={() => undefined}
              isStale={answer.isPlaceholderData}
              actions={(row) => (
                <div className={classes.buttons}>
                  {row.may_approve ? button(row, 'Approve', () => onAct(refundApprovalPlan(row))) : null}
                  {row.state === 'proposed' ? button(row, 'Decline', () => onForm(refundRefusalPlan(row))) : null}
                  {row.state === 'approved' ? button(row, 'Bank file', () => onForm(refundFilePlan(row))) : null}
                  {row.state === 'approved'
                    ? button(row, 'CSV', () => saving.mutate({ id: row.id, format: 'csv' }))
                    : null}
                  {row.state === 'approved' ? button(row, 'Paid', () => onForm(refundPaidPlan(row, today()))) : null}
                  {row.state === 'approved' || row.state === 'paid'
                    ? button(row, 'Returned', () => onForm(refundReturnedPlan(row)))
                    : null}
                </div>
              )}
            />
            <Steps page={page} limit={limit} total={total} noun="refunds" onPage={setPage} />
          </>
        )
      }
    </AskedPanel>
  );
}
