import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Payment } from '#contract/payments.ts';
import { ExplainedFigure } from '../../explain/explained-figure.tsx';
import { formatDay, formatDollars } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { useTableAddress } from '../../lib/table-address.ts';
import type { Column } from '../../ui/data-table.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { Panel } from '../../ui/panel.tsx';
import type { FormPlan } from '../../ui/schema-form.tsx';
import { ServerTable } from '../../ui/server-table.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { exportTable, paymentsQuery } from './money-api.ts';
import { paymentPlan, withdrawalPlan } from './money-plans.tsx';
import { paymentsPanelStrings as strings } from './money-strings.ts';
import { useBooksDay } from './use-books-day.ts';

const COLUMNS: readonly Column<Payment>[] = [
  {
    name: 'customer',
    head: strings.advertiser,
    isHeading: true,
    isWrapping: true,
    isSortable: true,
    cell: ({ customer }) => customer.name,
  },
  {
    name: 'amount',
    head: strings.amount,
    isNumber: true,
    isSortable: true,
    cell: ({ amount, customer, id, paid_on: day }) => (
      <ExplainedFigure
        value={formatDollars(amount)}
        label={interpolate(strings.paymentFrom, { name: customer.name, day: formatDay(day) })}
        asked={{ figure: 'payment', of: id }}
      />
    ),
  },
  { name: 'paid_on', head: strings.paidOn, isSortable: true, cell: (row) => formatDay(row.paid_on) },
  { name: 'reference', head: strings.reference, isWrapping: true, cell: ({ reference }) => reference },
  {
    name: 'entered_by',
    head: strings.recordedBy,
    isRoomy: true,
    cell: (row) => <EmailText address={row.entered_by ?? ''} />,
  },
  {
    name: 'state',
    head: strings.state,
    cell: (row) =>
      row.withdrawn_at === null ? (
        <StateTag tone="good">{strings.recorded}</StateTag>
      ) : (
        <StateTag>{interpolate(strings.reversed, { reason: row.why_withdrawn })}</StateTag>
      ),
  },
];

const FILTERS = [
  {
    name: 'state',
    label: strings.state,
    all: strings.allStates,
    choices: [
      { value: 'recorded', label: strings.recorded },
      { value: 'reversed', label: strings.reversedState },
    ],
  },
] as const;

/** Payments from advertisers, the most recently entered first. */
export function PaymentsPanel({ onForm }: { onForm: (plan: FormPlan) => void }) {
  const address = useTableAddress();
  const today = useBooksDay();
  const answer = useQuery(paymentsQuery(address.search));
  const amount = answer.data?.totals?.amount;
  return (
    <Panel
      title={strings.payments}
      context={strings.context}
      flush
      actions={
        <Button size="xs" onClick={() => onForm(paymentPlan(today()))}>
          {strings.recordPayment}
        </Button>
      }
    >
      <ServerTable
        id="payments"
        caption={strings.payments}
        noun={strings.payment}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        answer={answer}
        address={address}
        defaultSort="-entered_at"
        searchLabel={strings.search}
        filters={FILTERS}
        onExport={(file) => exportTable('payments', address.search, file)}
        totals={amount === undefined ? undefined : { amount: formatDollars(amount) }}
        rowActions={(row) =>
          row.withdrawn_at === null ? (
            <Button
              variant="default"
              size="xs"
              onClick={() => onForm(withdrawalPlan(row))}
              aria-label={interpolate(strings.reverseOf, {
                amount: formatDollars(row.amount),
                name: row.customer.name,
              })}
            >
              {strings.reverse}
            </Button>
          ) : null
        }
        empty={{ title: strings.emptyTitle, text: strings.empty }}
      />
    </Panel>
  );
}
