import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Adjustment } from '#contract/adjustments.ts';
import { formatExactDollars } from '../../lib/formatters.ts';
import { AskedPanel } from '../../ui/asked-panel.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { FormPlan } from '../../ui/schema-form.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { adjustmentsQuery } from './money-api.ts';
import { adjustmentPlan } from './money-plans.tsx';
import { Steps } from './steps.tsx';

const COLUMNS: readonly Column<Adjustment>[] = [
  { name: 'reason', head: 'Reason', isHeading: true, isWrapping: true, cell: ({ reason }) => reason },
  { name: 'owner', head: 'Owner', isWrapping: true, cell: ({ owner }) => owner?.name ?? '–' },
  { name: 'owner_amount', head: 'Gets', isNumber: true, cell: (row) => formatExactDollars(row.owner_amount) },
  { name: 'advertiser', head: 'Advertiser', isWrapping: true, cell: ({ advertiser }) => advertiser?.name ?? '–' },
  { name: 'amount', head: 'Owes', isNumber: true, cell: ({ amount }) => formatExactDollars(amount) },
  {
    name: 'made',
    head: 'Made',
    isRoomy: true,
    isWrapping: true,
    cell: (row) => (
      <>
        <TimeText instant={row.made_at} toThe="minute" /> <EmailText address={row.made_by} />
      </>
    ),
  },
  {
    name: 'documented',
    head: 'State',
    cell: ({ documented }) => (
      <StateTag tone={documented ? 'good' : 'neutral'}>{documented ? 'In documents' : 'Next documents'}</StateTag>
    ),
  },
];

/** Credits and charges apart from deliveries, newest first. */
export function AdjustmentsPanel({ onForm }: { onForm: (plan: FormPlan) => void }) {
  const [page, setPage] = useState(1);
  const answer = useQuery(adjustmentsQuery(String(page)));
  return (
    <AskedPanel
      title="Adjustments"
      context="Of administrators and accepted objections, the newest first"
      answer={answer}
      flush
      actions={
        <Button size="xs" onClick={() => onForm(adjustmentPlan())}>
          Make an adjustment
        </Button>
      }
    >
      {({ data, total, limit }) =>
        total === 0 ? (
          <EmptyState title="No adjustments yet">An accepted objection makes one, and so can you.</EmptyState>
        ) : (
          <>
            <DataTable
              caption="Adjustments"
              columns={COLUMNS}
              rows={data}
              keyOf={({ id }) => id}
              sort=""
              onSort={() => undefined}
              isStale={answer.isPlaceholderData}
            />
            <Steps page={page} limit={limit} total={total} noun="adjustments" onPage={setPage} />
          </>
        )
      }
    </AskedPanel>
  );
}
