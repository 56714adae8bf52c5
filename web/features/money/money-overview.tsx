import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { FigureOfBooks, FigureOfLedger, FigureOfPaper } from '#contract/explain.ts';
import type { BillingMonth, MoneyOverview } from '#contract/money-overview.ts';
import type { ExplainAsked } from '../../explain/explain-api.ts';
import { ExplainButton } from '../../explain/explain-button.tsx';
import { formatCount, formatDollars, formatMonth } from '../../lib/formatters.ts';
import { AskedPanel } from '../../ui/asked-panel.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { DayText } from '../../ui/time-text.tsx';
import classes from './money.module.css';
import { overviewQuery } from './money-api.ts';

const why = (label: string, figure: FigureOfBooks | FigureOfLedger | FigureOfPaper) => (
  <ExplainButton label={label} asked={{ figure }} />
);

/**
 * Formats a sum in a table, with its explanation button unless it is zero. A dash means that the figure is unavailable.
 */
const sumWithWhy = (sum: number | null, label: string, asked: ExplainAsked) =>
  sum === null ? (
    '–'
  ) : (
    <>
      {formatDollars(sum)}
      {sum === 0 ? null : <ExplainButton label={label} asked={asked} />}
    </>
  );

const factsOf = (money: MoneyOverview) => [
  {
    label: 'Receivable',
    value: formatDollars(money.receivable),
    action: why('Receivable', 'receivable'),
    detail:
      money.overdue > 0 ? (
        <>
          {`${formatDollars(money.overdue)} overdue`}
          {why('Overdue', 'overdue')}
        </>
      ) : (
        'nothing overdue'
      ),
    isWarning: money.overdue > 0,
  },
  {
    label: 'Paid ahead',
    value: formatDollars(money.ahead),
    ...(money.ahead > 0 ? { action: why('Paid ahead', 'ahead') } : {}),
    detail: money.ahead > 0 ? 'by advertisers; applied to their next invoices' : 'no advertiser is ahead',
  },
  {
    label: 'Payable',
    value: formatDollars(money.payable),
    action: why('Payable', 'payable'),
    detail:
      money.in_payout > 0 ? (
        <>
          {`${formatDollars(money.in_payout)} in payout runs`}
          {why('In payout runs', 'in_payout')}
        </>
      ) : (
        'no payout run is under way'
      ),
  },
  {
    label: 'Cash',
    value: formatDollars(money.cash),
    action: why('Cash', 'cash'),
    detail: 'payments less payouts and refunds',
  },
  {
    label: 'Revenue of the network',
    value: formatDollars(money.revenue),
    action: why('Revenue of the network', 'earned'),
    detail: 'of closed months',
  },
  {
    label: 'Books',
    value: money.ledger_check === null ? '–' : formatCount(money.ledger_check.entries),
    detail:
      money.ledger_check === null
        ? 'not verified yet'
        : money.ledger_check.faults === 0
          ? 'entries, verified'
          : `entries, ${money.ledger_check.faults} faults found`,
    isWarning: (money.ledger_check?.faults ?? 0) > 0,
  },
];

export function OverviewPanel() {
  const answer = useQuery(overviewQuery);
  return (
    <AskedPanel
      title="At a glance"
      answer={answer}
      actions={
        <Button variant="default" size="xs" renderRoot={(props) => <Link {...props} to="/app/documents" />}>
          All documents
        </Button>
      }
    >
      {(money) => <FactList label="Sums" facts={factsOf(money)} />}
    </AskedPanel>
  );
}

/**
 * The text above the months. The current month's billed amount is what invoices would contain now. This amount is
 * missing if the events store did not respond in time.
 */
const MONTHS_CONTEXT = 'Months close automatically, in order. Until then: so far';
const lacksFigures = (months: readonly BillingMonth[]): boolean =>
  months.some(({ billed, owed, state }) => state !== 'final' && (billed === null || owed === null));

const STATES = { open: 'Running', closing: 'Waits for late events', final: 'Final' } as const;
const monthsIn = (timeZone: string): readonly Column<BillingMonth>[] => [
  { name: 'month', head: 'Month', isHeading: true, cell: ({ month }) => formatMonth(month) },
  {
    name: 'state',
    head: 'State',
    cell: ({ state }) => <StateTag tone={state === 'final' ? 'good' : 'neutral'}>{STATES[state]}</StateTag>,
  },
  { name: 'final_at', head: 'Final', cell: (row) => <DayText instant={row.final_at} timeZone={timeZone} /> },
  { name: 'invoices', head: 'Invoices', isNumber: true, cell: ({ invoices }) => formatCount(invoices) },
  {
    name: 'billed',
    head: 'Billed',
    isNumber: true,
    cell: ({ billed, month }) => sumWithWhy(billed, `Billed, ${formatMonth(month)}`, { figure: 'billed', month }),
  },
  { name: 'statements', head: 'Statements', isNumber: true, isRoomy: true, cell: (row) => formatCount(row.statements) },
  {
    name: 'owed',
    head: 'To owners',
    isNumber: true,
    cell: ({ month, owed }) => sumWithWhy(owed, `To owners, ${formatMonth(month)}`, { figure: 'owed', month }),
  },
];

export function MonthsPanel() {
  const answer = useQuery(overviewQuery);
  return (
    <AskedPanel title="Months" context={MONTHS_CONTEXT} answer={answer} flush>
      {({ months, time_zone: zone }) => (
        <>
          {lacksFigures(months) ? (
            <p className={classes.note}>The figures so far are being added up. Reload the page in a moment.</p>
          ) : null}
          <DataTable
            caption="Months"
            columns={monthsIn(zone)}
            rows={months}
            keyOf={({ month }) => month}
            sort=""
            onSort={() => undefined}
          />
        </>
      )}
    </AskedPanel>
  );
}

type Debtor = MoneyOverview['advertisers'][number];
const DEBTORS: readonly Column<Debtor>[] = [
  { name: 'customer', head: 'Advertiser', isHeading: true, isWrapping: true, cell: ({ customer }) => customer.name },
  {
    name: 'open',
    head: 'Owes',
    isNumber: true,
    cell: ({ customer, open }) => sumWithWhy(open, `${customer.name} owes`, { figure: 'receivable', cid: customer.id }),
  },
  {
    name: 'overdue',
    head: 'Overdue',
    isNumber: true,
    cell: ({ customer, overdue }) =>
      overdue > 0 ? (
        <>
          <StateTag tone="warning">{formatDollars(overdue)}</StateTag>
          <ExplainButton label={`${customer.name}, overdue`} asked={{ figure: 'overdue', cid: customer.id }} />
        </>
      ) : (
        '–'
      ),
  },
];

export function DebtorsPanel() {
  const answer = useQuery(overviewQuery);
  return (
    <AskedPanel title="Who owes" context="By final invoices, the most first" answer={answer} flush>
      {({ advertisers }) =>
        advertisers.length === 0 ? (
          <EmptyState title="Nobody owes anything">All final invoices are paid.</EmptyState>
        ) : (
          <DataTable
            caption="Who owes"
            columns={DEBTORS}
            rows={advertisers}
            keyOf={({ customer }) => customer.id}
            sort=""
            onSort={() => undefined}
          />
        )
      }
    </AskedPanel>
  );
}
