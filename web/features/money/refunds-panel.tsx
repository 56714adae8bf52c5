import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { MoneyOverview } from '#contract/money-overview.ts';
import type { Refund } from '#contract/refunds.ts';
import { ExplainedFigure } from '../../explain/explained-figure.tsx';
import { formatDay, formatDollars } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { newUuid } from '../../lib/new-uuid.ts';
import { useFurtherTable } from '../../lib/table-address.ts';
import { typedDollars } from '../../lib/typed-numbers.ts';
import { AskedPanel } from '../../ui/asked-panel.tsx';
import type { ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { LocalTable } from '../../ui/local-table.tsx';
import { Panel } from '../../ui/panel.tsx';
import type { FormPlan } from '../../ui/schema-form.tsx';
import { ServerTable } from '../../ui/server-table.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { AccountText } from './left-out-owners.tsx';
import classes from './money.module.css';
import {
  downloadRefund,
  exportTable,
  overviewQuery,
  refundsQuery,
  sendRefund,
  sendRefundApproval,
  sendRefundPaid,
  sendRefundRefusal,
  sendRefundReturned,
} from './money-api.ts';
import { AmountField, DayField, ReasonField } from './money-plans.tsx';
import { refundsPanelStrings as strings } from './money-strings.ts';
import { payeePlan } from './payee-plan.tsx';
import { useBooksDay } from './use-books-day.ts';

type RefundsPanelProps = { onForm: (plan: FormPlan) => void; onAct: (plan: ConfirmedActionPlan) => void };
type Ahead = MoneyOverview['advertisers_ahead'][number];

const AHEAD: readonly Column<Ahead>[] = [
  {
    name: 'customer',
    head: strings.advertiser,
    isHeading: true,
    isWrapping: true,
    value: ({ customer }) => customer.name,
    cell: ({ customer }) => customer.name,
  },
  {
    name: 'ahead',
    head: strings.creditBalance,
    isNumber: true,
    value: ({ ahead }) => ahead,
    sum: formatDollars,
    cell: ({ customer, ahead }) => (
      <ExplainedFigure
        value={formatDollars(ahead)}
        label={interpolate(strings.creditBalanceOf, { name: customer.name })}
        asked={{ figure: 'ahead', cid: customer.id }}
      />
    ),
  },
  {
    name: 'refund',
    head: strings.pendingRefund,
    isNumber: true,
    value: ({ refund }) => refund,
    sum: formatDollars,
    cell: ({ refund }) => (refund > 0 ? formatDollars(refund) : '–'),
  },
];

const STATES = {
  proposed: strings.needsYourApproval,
  approved: strings.approved,
  declined: strings.declined,
  paid: strings.paid,
  returned: strings.returned,
} as const;
const TONES = {
  proposed: 'warning',
  approved: 'neutral',
  declined: 'neutral',
  paid: 'good',
  returned: 'warning',
} as const;

const REFUNDS: readonly Column<Refund>[] = [
  {
    name: 'number',
    head: strings.refund,
    isHeading: true,
    isSortable: true,
    cell: ({ number }) => interpolate(strings.refundNumber, { number }),
  },
  {
    name: 'customer',
    head: strings.advertiser,
    isSortable: true,
    isWrapping: true,
    cell: ({ customer }) => customer.name,
  },
  {
    name: 'amount',
    head: strings.amount,
    isNumber: true,
    isSortable: true,
    cell: ({ amount }) => formatDollars(amount),
  },
  {
    name: 'reason',
    head: strings.reason,
    isWrapping: true,
    cell: ({ reason, why }) => [reason, why].filter(Boolean).join('; '),
  },
  {
    name: 'account',
    head: strings.to,
    isWrapping: true,
    cell: ({ account, starts_at: startsAt }) => <AccountText account={account} startsAt={startsAt} />,
  },
  {
    name: 'state',
    head: strings.state,
    isWrapping: true,
    cell: ({ state, may_approve: mayApprove, paid_on: day }) => (
      <>
        <StateTag tone={TONES[state]}>
          {state === 'proposed' && !mayApprove ? strings.awaitingAnotherAdministrator : STATES[state]}
        </StateTag>
        {day === null ? '' : ` ${formatDay(day)}`}
      </>
    ),
  },
  {
    name: 'proposed',
    head: strings.proposed,
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
  const address = useFurtherTable('credit');
  const answer = useQuery(overviewQuery);
  return (
    <AskedPanel title={strings.creditBalances} context={strings.creditBalancesContext} answer={answer} flush>
      {({ advertisers_ahead: rows }) => (
        <LocalTable
          id="credit-balances"
          caption={strings.creditBalances}
          noun={strings.advertiserNoun}
          fileName="voltboard-credit-balances"
          columns={AHEAD}
          rows={rows}
          keyOf={({ customer }) => customer.id}
          address={address}
          searchLabel={strings.creditSearch}
          rowActions={(row) => (
            <div className={classes.buttons}>
              {row.refund > 0 ? null : (
                <Button
                  variant="default"
                  size="xs"
                  onClick={() => onForm(refundPlan(row))}
                  aria-label={interpolate(strings.refundTo, { name: row.customer.name })}
                >
                  {strings.refund}
                </Button>
              )}
              <Button
                variant="default"
                size="xs"
                onClick={() => onForm(payeePlan(undefined, row.customer))}
                aria-label={interpolate(strings.addAccountOf, { name: row.customer.name })}
              >
                {strings.addAccount}
              </Button>
            </div>
          )}
          empty={{ title: strings.creditBalancesEmptyTitle, text: strings.creditBalancesEmpty }}
        />
      )}
    </AskedPanel>
  );
}

const FILTERS = [
  {
    name: 'state',
    label: strings.state,
    all: strings.allStates,
    choices: [
      { value: 'proposed', label: strings.proposed },
      { value: 'approved', label: strings.approved },
      { value: 'declined', label: strings.declined },
      { value: 'paid', label: strings.paid },
      { value: 'returned', label: strings.returned },
    ],
  },
] as const;

function RefundList({ onForm, onAct }: RefundsPanelProps) {
  const address = useFurtherTable('refunds');
  const today = useBooksDay();
  const answer = useQuery(refundsQuery(address.search));
  const saving = useMutation({ mutationFn: downloadRefund });
  const amount = answer.data?.totals?.amount;
  const button = ({ number }: Refund, label: string, onClick: () => void) => (
    <Button
      variant="default"
      size="xs"
      onClick={onClick}
      aria-label={interpolate(strings.actionOfRefund, { action: label, number })}
    >
      {label}
    </Button>
  );
  return (
    <Panel title={strings.refunds} context={strings.context} flush>
      <ServerTable
        id="refunds"
        caption={strings.refunds}
        noun={strings.refundNoun}
        columns={REFUNDS}
        keyOf={({ id }) => id}
        answer={answer}
        address={address}
        defaultSort="-number"
        searchLabel={strings.search}
        filters={FILTERS}
        onExport={(file) => exportTable('refunds', address.search, file)}
        totals={amount === undefined ? undefined : { amount: formatDollars(amount) }}
        rowActions={(row) => (
          <div className={classes.buttons}>
            {row.may_approve ? button(row, strings.approve, () => onAct(refundApprovalPlan(row))) : null}
            {row.state === 'proposed' ? button(row, strings.decline, () => onForm(refundRefusalPlan(row))) : null}
            {row.state === 'approved' ? button(row, strings.bankFile, () => onForm(refundFilePlan(row))) : null}
            {row.state === 'approved' ? button(row, 'CSV', () => saving.mutate({ id: row.id, format: 'csv' })) : null}
            {row.state === 'approved'
              ? button(row, strings.markAsPaid, () => onForm(refundPaidPlan(row, today())))
              : null}
            {row.state === 'approved' || row.state === 'paid'
              ? button(row, strings.markAsReturned, () => onForm(refundReturnedPlan(row)))
              : null}
          </div>
        )}
        empty={{ title: strings.emptyTitle, text: strings.empty }}
      />
    </Panel>
  );
}

const refundPlan = ({ customer, ahead }: MoneyOverview['advertisers_ahead'][number]): FormPlan => ({
  id: `refund:${customer.id}`,
  title: interpolate(strings.refundTo, { name: customer.name }),
  context: interpolate(strings.proposeContext, { balance: formatDollars(ahead) }),
  submitLabel: strings.proposeRefund,
  isOnce: true,
  start: { amount: ahead.toFixed(2), reason: '', sending_id: '' },
  fields: ({ draft, change, errors }) => (
    <>
      <AmountField draft={draft} change={change} errors={errors} name="amount" label={strings.amount} />
      <ReasonField draft={draft} change={change} errors={errors} description={strings.reasonHint} />
    </>
  ),
  submit: async ({ amount = '', reason = '', sending_id = '' }) => {
    const wish = { customer_id: customer.id, amount: typedDollars(amount, 'amount'), reason, sending_id };
    const refund = await sendRefund(wish);
    return interpolate(strings.refundProposed, { number: refund.number });
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
  title: interpolate(strings.approveTitle, { number }),
  confirmLabel: strings.approve,
  text: interpolate(strings.approveText, { amount: formatDollars(amount), name: customer.name, reason }),
  run: async () => {
    await sendRefundApproval(id, { sending_id: sendingId });
    return interpolate(strings.refundApproved, { number });
  },
});

const refundRefusalPlan = ({ id, number, customer, amount }: Refund): FormPlan => ({
  id: `refuse-refund:${id}`,
  title: interpolate(strings.declineRefund, { number }),
  context: interpolate(strings.declineContext, { amount: formatDollars(amount), name: customer.name }),
  submitLabel: strings.decline,
  isOnce: true,
  start: { reason: '', sending_id: '' },
  fields: (props) => <ReasonField {...props} />,
  submit: async ({ reason = '', sending_id = '' }) => {
    await sendRefundRefusal(id, { reason, sending_id });
    return interpolate(strings.refundDeclined, { number });
  },
});

const refundFilePlan = ({ id, number }: Refund): FormPlan => ({
  id: `refund-file:${id}`,
  title: interpolate(strings.bankFileTitle, { number }),
  context: strings.bankFileContext,
  submitLabel: strings.download,
  start: { day: '' },
  fields: (props) => (
    <DayField {...props} name="day" label={strings.executionDate} description={strings.executionDateHint} />
  ),
  submit: async ({ day = '' }) => {
    await downloadRefund({ id, format: 'bank', ...(day === '' ? {} : { day }) });
    return interpolate(strings.bankFileDownloaded, { number });
  },
});

const refundPaidPlan = ({ id, number, customer, amount }: Refund, today: string): FormPlan => ({
  id: `refund-paid:${id}`,
  title: interpolate(strings.markRefundPaid, { number }),
  context: interpolate(strings.markRefundPaidContext, { amount: formatDollars(amount), name: customer.name }),
  submitLabel: strings.markAsPaid,
  isOnce: true,
  start: { paid_on: today, sending_id: '' },
  fields: ({ draft, change, errors }) => (
    <DayField draft={draft} change={change} errors={errors} name="paid_on" label={strings.paidOn} />
  ),
  submit: async ({ paid_on: day = '', sending_id = '' }) => {
    await sendRefundPaid(id, { paid_on: day, sending_id });
    return interpolate(strings.refundMarkedPaid, { number });
  },
});

const refundReturnedPlan = ({ id, number, customer, amount }: Refund): FormPlan => ({
  id: `refund-returned:${id}`,
  title: interpolate(strings.markRefundReturned, { number }),
  context: interpolate(strings.markRefundReturnedContext, { name: customer.name, amount: formatDollars(amount) }),
  submitLabel: strings.markAsReturned,
  isOnce: true,
  start: { reason: '', sending_id: '' },
  fields: (props) => <ReasonField {...props} description={strings.asOnBankStatement} />,
  submit: async ({ reason = '', sending_id = '' }) => {
    await sendRefundReturned(id, { reason, sending_id });
    return interpolate(strings.refundMarkedReturned, { number });
  },
});
