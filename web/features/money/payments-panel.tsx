import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Payment } from '#contract/payments.ts';
import { ExplainedFigure } from '../../explain/explained-figure.tsx';
import { formatDay, formatDollars } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { AskedPanel } from '../../ui/asked-panel.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { FormPlan } from '../../ui/schema-form.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { paymentsQuery } from './money-api.ts';
import { paymentPlan, withdrawalPlan } from './money-plans.tsx';
import { paymentsPanelStrings as strings } from './money-strings.ts';
import { Steps } from './steps.tsx';
import { useBooksDay } from './use-books-day.ts';

const COLUMNS: readonly Column<Payment>[] = [
  {
    name: 'customer',
    head: strings.advertiser,
    isHeading: true,
    isWrapping: true,
    cell: ({ customer }) => customer.name,
  },
  {
    name: 'amount',
    head: strings.amount,
    isNumber: true,
    cell: ({ amount, customer, id, paid_on: day }) => (
      <ExplainedFigure
        value={formatDollars(amount)}
        label={interpolate(strings.paymentFrom, { name: customer.name, day: formatDay(day) })}
        asked={{ figure: 'payment', of: id }}
      />
    ),
  },
  { name: 'paid_on', head: strings.paidOn, cell: (row) => formatDay(row.paid_on) },
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

/** Payments from advertisers, the most recently entered first. */
export function PaymentsPanel({ onForm }: { onForm: (plan: FormPlan) => void }) {
  const [page, setPage] = useState(1);
  const today = useBooksDay();
  const answer = useQuery(paymentsQuery(String(page)));
  return (
    <AskedPanel
      title={strings.payments}
      context={strings.context}
      answer={answer}
      flush
      actions={
        <Button size="xs" onClick={() => onForm(paymentPlan(today()))}>
          {strings.recordPayment}
        </Button>
      }
    >
      {({ data, total, limit }) =>
        total === 0 ? (
          <EmptyState title={strings.emptyTitle}>{strings.empty}</EmptyState>
        ) : (
          <>
            <DataTable
              caption={strings.payments}
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
                    aria-label={interpolate(strings.reverseOf, {
                      amount: formatDollars(row.amount),
                      name: row.customer.name,
                    })}
                  >
                    {strings.reverse}
                  </Button>
                ) : null
              }
            />
            <Steps page={page} limit={limit} total={total} noun={strings.payment} onPage={setPage} />
          </>
        )
      }
    </AskedPanel>
  );
}
