import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Payment } from '#contract/payments.ts';
import { ExplainButton } from '../../explain/explain-button.tsx';
import { formatDay, formatDollars } from '../../lib/formatters.ts';
import { AskedPanel } from '../../ui/asked-panel.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { FormPlan } from '../../ui/schema-form.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { paymentsQuery } from './money-api.ts';
import { paymentPlan, withdrawalPlan } from './money-plans.tsx';
import { Steps } from './steps.tsx';
import { useBooksDay } from './use-books-day.ts';

const COLUMNS: readonly Column<Payment>[] = [
  { name: 'customer', head: 'Advertiser', isHeading: true, isWrapping: true, cell: ({ customer }) => customer.name },
  {
    name: 'amount',
    head: 'Amount',
    isNumber: true,
    cell: ({ amount, customer, id, paid_on: day }) => (
      <>
        {formatDollars(amount)}
        <ExplainButton label={`Payment of ${customer.name}, ${formatDay(day)}`} asked={{ figure: 'payment', of: id }} />
      </>
    ),
  },
  { name: 'paid_on', head: 'Paid on', cell: (row) => formatDay(row.paid_on) },
  { name: 'reference', head: 'Reference', isWrapping: true, cell: ({ reference }) => reference },
  {
    name: 'entered_by',
    head: 'Entered by',
    isRoomy: true,
    cell: (row) => <EmailText address={row.entered_by ?? ''} />,
  },
  {
    name: 'state',
    head: 'State',
    cell: (row) =>
      row.withdrawn_at === null ? (
        <StateTag tone="good">In the books</StateTag>
      ) : (
        <StateTag>Withdrawn: {row.why_withdrawn}</StateTag>
      ),
  },
];

/** Payments from advertisers, the most recently entered first. */
export function PaymentsPanel({ onForm }: { onForm: (plan: FormPlan) => void }) {
  const [page, setPage] = useState(1);
  const today = useBooksDay();
  const answer = useQuery(paymentsQuery(String(page)));
  return (
    <AskedPanel
      title="Payments"
      context="What advertisers paid"
      answer={answer}
      flush
      actions={
        <Button size="xs" onClick={() => onForm(paymentPlan(today()))}>
          Enter a payment
        </Button>
      }
    >
      {({ data, total, limit }) =>
        total === 0 ? (
          <EmptyState title="No payments yet">Enter what the bank says that advertisers paid.</EmptyState>
        ) : (
          <>
            <DataTable
              caption="Payments"
              columns={COLUMNS}
              rows={data}
              keyOf={({ id }) => id}
              sort=""
              onSort={() => undefined}
              isStale={answer.isPlaceholderData}
              actions={(row) =>
                row.withdrawn_at === null ? (
                  <Button
                    variant="default"
                    size="xs"
                    onClick={() => onForm(withdrawalPlan(row))}
                    aria-label={`Withdraw ${formatDollars(row.amount)} of ${row.customer.name}`}
                  >
                    Withdraw
                  </Button>
                ) : null
              }
            />
            <Steps page={page} limit={limit} total={total} noun="payments" onPage={setPage} />
          </>
        )
      }
    </AskedPanel>
  );
}
