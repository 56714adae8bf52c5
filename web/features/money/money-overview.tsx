import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { FigureOfBooks, FigureOfLedger, FigureOfPaper } from '#contract/explain.ts';
import type { BillingMonth, MoneyOverview } from '#contract/money-overview.ts';
import { counted } from '#domain/counted.ts';
import { DUNNING_WORDS, type DunningLevel } from '#domain/dunning.ts';
import type { ExplainAsked } from '../../explain/explain-api.ts';
import { ExplainButton } from '../../explain/explain-button.tsx';
import { formatCount, formatDollars, formatMonth } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { AskedPanel } from '../../ui/asked-panel.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { DayText, TimeText } from '../../ui/time-text.tsx';
import classes from './money.module.css';
import { overviewQuery } from './money-api.ts';
import { moneyOverviewStrings as strings } from './money-strings.ts';

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
    label: strings.receivable,
    value: formatDollars(money.receivable),
    action: why(strings.receivable, 'receivable'),
    detail:
      money.overdue > 0 ? (
        <>
          {interpolate(strings.overdueAmount, { amount: formatDollars(money.overdue) })}
          {why(strings.overdue, 'overdue')}
        </>
      ) : (
        strings.nothingOverdue
      ),
    isWarning: money.overdue > 0,
  },
  {
    label: strings.creditBalances,
    value: formatDollars(money.ahead),
    ...(money.ahead > 0 ? { action: why(strings.creditBalances, 'ahead') } : {}),
    detail: money.ahead > 0 ? strings.creditBalancesUse : strings.noCreditBalances,
  },
  {
    label: strings.payable,
    value: formatDollars(money.payable),
    action: why(strings.payable, 'payable'),
    detail:
      money.in_payout > 0 ? (
        <>
          {interpolate(strings.inPayoutRunsAmount, { amount: formatDollars(money.in_payout) })}
          {why(strings.inPayoutRuns, 'in_payout')}
        </>
      ) : (
        strings.noPendingPayouts
      ),
  },
  {
    label: strings.cash,
    value: formatDollars(money.cash),
    action: why(strings.cash, 'cash'),
    detail: strings.cashDefinition,
  },
  {
    label: strings.networkRevenue,
    value: formatDollars(money.revenue),
    action: why(strings.networkRevenue, 'earned'),
    detail: strings.fromClosedMonths,
  },
  {
    label: strings.ledgerEntries,
    value: money.ledger_check === null ? '–' : formatCount(money.ledger_check.entries),
    detail:
      money.ledger_check === null
        ? strings.notVerifiedYet
        : money.ledger_check.faults === 0
          ? strings.verified
          : interpolate(strings.discrepanciesFound, {
              discrepancies: counted(money.ledger_check.faults, strings.discrepancy),
            }),
    isWarning: (money.ledger_check?.faults ?? 0) > 0,
  },
];

export function OverviewPanel() {
  const answer = useQuery(overviewQuery);
  return (
    <AskedPanel
      title={strings.title}
      answer={answer}
      actions={
        <Button variant="default" size="xs" renderRoot={(props) => <Link {...props} to="/app/documents" />}>
          {strings.allDocuments}
        </Button>
      }
    >
      {(money) => <FactList label={strings.totals} facts={factsOf(money)} />}
    </AskedPanel>
  );
}

/**
 * An open month's billed amount is what invoices would contain now. This amount is missing if the events store did not
 * respond in time.
 */
const lacksFigures = (months: readonly BillingMonth[]): boolean =>
  months.some(({ billed, owed, state }) => state !== 'final' && (billed === null || owed === null));

const STATES = { open: strings.open, closing: strings.awaitingLateEvents, final: strings.final } as const;
const monthsIn = (timeZone: string): readonly Column<BillingMonth>[] => [
  { name: 'month', head: strings.month, isHeading: true, cell: ({ month }) => formatMonth(month) },
  {
    name: 'state',
    head: strings.state,
    cell: ({ state }) => <StateTag tone={state === 'final' ? 'good' : 'neutral'}>{STATES[state]}</StateTag>,
  },
  { name: 'final_at', head: strings.finalOn, cell: (row) => <DayText instant={row.final_at} timeZone={timeZone} /> },
  { name: 'invoices', head: strings.invoices, isNumber: true, cell: ({ invoices }) => formatCount(invoices) },
  {
    name: 'billed',
    head: strings.billed,
    isNumber: true,
    cell: ({ billed, month }) =>
      sumWithWhy(billed, interpolate(strings.billedIn, { month: formatMonth(month) }), { figure: 'billed', month }),
  },
  {
    name: 'statements',
    head: strings.statements,
    isNumber: true,
    isRoomy: true,
    cell: (row) => formatCount(row.statements),
  },
  {
    name: 'owed',
    head: strings.owedToOwners,
    isNumber: true,
    cell: ({ month, owed }) =>
      sumWithWhy(owed, interpolate(strings.owedToOwnersIn, { month: formatMonth(month) }), { figure: 'owed', month }),
  },
];

export function MonthsPanel() {
  const answer = useQuery(overviewQuery);
  return (
    <AskedPanel title={strings.months} context={strings.monthsContext} answer={answer} flush>
      {({ months, time_zone: zone }) => (
        <>
          {lacksFigures(months) ? <p className={classes.note}>{strings.monthsStillCalculating}</p> : null}
          <DataTable
            caption={strings.months}
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
  {
    name: 'customer',
    head: strings.advertiser,
    isHeading: true,
    isWrapping: true,
    cell: ({ customer }) => customer.name,
  },
  {
    name: 'open',
    head: strings.balanceDue,
    isNumber: true,
    cell: ({ customer, open }) =>
      sumWithWhy(open, interpolate(strings.balanceDueFrom, { name: customer.name }), {
        figure: 'receivable',
        cid: customer.id,
      }),
  },
  {
    name: 'overdue',
    head: strings.overdue,
    isNumber: true,
    cell: ({ customer, overdue }) =>
      overdue > 0 ? (
        <>
          <StateTag tone="warning">{formatDollars(overdue)}</StateTag>
          <ExplainButton
            label={interpolate(strings.overdueFrom, { name: customer.name })}
            asked={{ figure: 'overdue', cid: customer.id }}
          />
        </>
      ) : (
        '–'
      ),
  },
  {
    name: 'reminder',
    head: strings.reminder,
    isWrapping: true,
    isLong: true,
    cell: ({ reminder }) =>
      reminder === null
        ? '–'
        : interpolate(strings.reminderSent, {
            title: DUNNING_WORDS[reminder.level as DunningLevel].title,
            at: <TimeText instant={reminder.at} />,
          }),
  },
];

export function DebtorsPanel() {
  const answer = useQuery(overviewQuery);
  return (
    <AskedPanel title={strings.debtorsTitle} context={strings.debtorsContext} answer={answer} flush>
      {({ advertisers }) =>
        advertisers.length === 0 ? (
          <EmptyState title={strings.debtorsEmptyTitle}>{strings.debtorsEmpty}</EmptyState>
        ) : (
          <DataTable
            caption={strings.debtorsTitle}
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
