import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MoneyOverview } from '#contract/money-overview.ts';
import type { Refund } from '#contract/refunds.ts';
import { ExplainButton } from '../../explain/explain-button.tsx';
import { formatDay, formatDollars } from '../../lib/formatters.ts';
import { newUuid } from '../../lib/new-uuid.ts';
import { typedDollars } from '../../lib/typed-numbers.ts';
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
import {
  downloadRefund,
  overviewQuery,
  refundsQuery,
  sendRefund,
  sendRefundApproval,
  sendRefundPaid,
  sendRefundRefusal,
  sendRefundReturned,
} from './money-api.ts';
import { AmountField, DayField, ReasonField } from './money-plans.tsx';
import { payeePlan } from './payee-plan.tsx';
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

/**
 * Advertisers with a credit balance, and their refunds. One administrator proposes a refund and another approves it.
 */
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

const refundPlan = ({ customer, ahead }: MoneyOverview['advertisers_ahead'][number]): FormPlan => ({
  id: `refund:${customer.id}`,
  title: `Refund ${customer.name}`,
  context: `At most ${formatDollars(ahead)}. Another administrator approves it.`,
  submitLabel: 'Propose refund',
  isOnce: true,
  start: { amount: ahead.toFixed(2), reason: '', sending_id: '' },
  fields: ({ draft, change, errors }) => (
    <>
      <AmountField draft={draft} change={change} errors={errors} name="amount" label="Amount" />
      <ReasonField
        draft={draft}
        change={change}
        errors={errors}
        description="The advertiser reads it in the mail about the refund"
      />
    </>
  ),
  submit: async ({ amount = '', reason = '', sending_id = '' }) => {
    const wish = { customer_id: customer.id, amount: typedDollars(amount, 'amount'), reason, sending_id };
    const refund = await sendRefund(wish);
    return `Refund ${refund.number} was proposed`;
  },
});

/**
 * Returns the confirmation for approving a refund. `sendingId` makes the approval idempotent: a retry after a failure
 * gets the first response.
 */
const refundApprovalPlan = (
  { id, number, amount, customer, reason }: Refund,
  sendingId = newUuid(),
): ConfirmedActionPlan => ({
  title: `Approve refund ${number}?`,
  confirmLabel: 'Approve',
  text: `${formatDollars(amount)} to ${customer.name}: ${reason}. You can download the bank file after that.`,
  run: async () => {
    await sendRefundApproval(id, { sending_id: sendingId });
    return `Refund ${number} was approved`;
  },
});

const refundRefusalPlan = ({ id, number, customer, amount }: Refund): FormPlan => ({
  id: `refuse-refund:${id}`,
  title: `Decline refund ${number}`,
  context: `${formatDollars(amount)} of ${customer.name} stays and is applied to the next invoice.`,
  submitLabel: 'Decline',
  isOnce: true,
  start: { reason: '', sending_id: '' },
  fields: (props) => <ReasonField {...props} />,
  submit: async ({ reason = '', sending_id = '' }) => {
    await sendRefundRefusal(id, { reason, sending_id });
    return `Refund ${number} was declined`;
  },
});

const refundFilePlan = ({ id, number }: Refund): FormPlan => ({
  id: `refund-file:${id}`,
  title: `Bank file of refund ${number}`,
  context: 'Upload the file to your bank.',
  submitLabel: 'Download',
  start: { day: '' },
  fields: (props) => (
    <DayField {...props} name="day" label="Execution date" description="Leave blank for the next bank day." />
  ),
  submit: async ({ day = '' }) => {
    await downloadRefund({ id, format: 'bank', ...(day === '' ? {} : { day }) });
    return `The bank file of refund ${number} was downloaded`;
  },
});

const refundPaidPlan = ({ id, number, customer, amount }: Refund, today: string): FormPlan => ({
  id: `refund-paid:${id}`,
  title: `Refund ${number} is paid`,
  context: `${formatDollars(amount)} to ${customer.name}. The advertiser gets a mail.`,
  submitLabel: 'Mark as paid',
  isOnce: true,
  start: { paid_on: today, sending_id: '' },
  fields: ({ draft, change, errors }) => (
    <DayField draft={draft} change={change} errors={errors} name="paid_on" label="Paid on" />
  ),
  submit: async ({ paid_on: day = '', sending_id = '' }) => {
    await sendRefundPaid(id, { paid_on: day, sending_id });
    return `Refund ${number} is paid`;
  },
});

const refundReturnedPlan = ({ id, number, customer, amount }: Refund): FormPlan => ({
  id: `refund-returned:${id}`,
  title: `Refund ${number} came back`,
  context: `${customer.name} is ahead by ${formatDollars(amount)} again.`,
  submitLabel: 'Mark as returned',
  isOnce: true,
  start: { reason: '', sending_id: '' },
  fields: (props) => <ReasonField {...props} description="As the bank says it" />,
  submit: async ({ reason = '', sending_id = '' }) => {
    await sendRefundReturned(id, { reason, sending_id });
    return `Refund ${number} was returned`;
  },
});
