import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { FigureOfBooks, FigureOfLedger, FigureOfPaper } from '#contract/explain.ts';
import type { BillingMonth, MoneyOverview } from '#contract/money-overview.ts';
import { counted } from '#domain/counted.ts';
import { DUNNING_WORDS, type DunningLevel } from '#domain/dunning.ts';
import type { ExplainAsked } from '../../explain/explain-api.ts';
import { ExplainedFigure } from '../../explain/explained-figure.tsx';
import { formatCount, formatDollars, formatMonth } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { useFurtherTable, useTableAddress } from '../../lib/table-address.ts';
import { AskedPanel } from '../../ui/asked-panel.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { LocalTable } from '../../ui/local-table.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { DayText, TimeText } from '../../ui/time-text.tsx';
import classes from './money.module.css';
import { overviewQuery } from './money-api.ts';
import { moneyOverviewStrings as strings } from './money-strings.ts';

const explained = (label: string, figure: FigureOfBooks | FigureOfLedger | FigureOfPaper, value: string) => (
  <ExplainedFigure value={value} label={label} asked={{ figure }} />
);

/** A sum in a table. It opens its explanation unless it is zero. A dash means that the figure is unavailable. */
const sumOf = (sum: number | null, label: string, asked: ExplainAsked) =>
  sum === null ? '–' : <ExplainedFigure value={formatDollars(sum)} label={label} asked={sum === 0 ? null : asked} />;

const factsOf = (money: MoneyOverview) => [
  {
    label: strings.receivable,
    value: explained(strings.receivable, 'receivable', formatDollars(money.receivable)),
    detail:
      money.overdue > 0
        ? interpolate(strings.overdueAmount, {
            amount: explained(strings.overdue, 'overdue', formatDollars(money.overdue)),
          })
        : strings.nothingOverdue,
    isWarning: money.overdue > 0,
  },
  {
    label: strings.creditBalances,
    value: sumOf(money.ahead, strings.creditBalances, { figure: 'ahead' }),
    detail: money.ahead > 0 ? strings.creditBalancesUse : strings.noCreditBalances,
  },
  {
    label: strings.payable,
    value: explained(strings.payable, 'payable', formatDollars(money.payable)),
    detail:
      money.in_payout > 0
        ? interpolate(strings.inPayoutRunsAmount, {
            amount: explained(strings.inPayoutRuns, 'in_payout', formatDollars(money.in_payout)),
          })
        : strings.noPendingPayouts,
  },
  {
    label: strings.cash,
    value: explained(strings.cash, 'cash', formatDollars(money.cash)),
    detail: strings.cashDefinition,
  },
  {
    label: strings.networkRevenue,
    value: explained(strings.networkRevenue, 'earned', formatDollars(money.revenue)),
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
  {
    name: 'month',
    head: strings.month,
    isHeading: true,
    value: ({ month }) => month,
    cell: ({ month }) => formatMonth(month),
  },
  {
    name: 'state',
    head: strings.state,
    value: ({ state }) => STATES[state],
    cell: ({ state }) => <StateTag tone={state === 'final' ? 'good' : 'neutral'}>{STATES[state]}</StateTag>,
  },
  {
    name: 'final_at',
    head: strings.finalOn,
    value: (row) => row.final_at,
    cell: (row) => <DayText instant={row.final_at} timeZone={timeZone} />,
  },
  {
    name: 'invoices',
    head: strings.invoices,
    isNumber: true,
    value: ({ invoices }) => invoices,
    sum: formatCount,
    cell: ({ invoices }) => formatCount(invoices),
  },
  {
    name: 'billed',
    head: strings.billed,
    isNumber: true,
    value: ({ billed }) => billed,
    sum: formatDollars,
    cell: ({ billed, month }) =>
      sumOf(billed, interpolate(strings.billedIn, { month: formatMonth(month) }), { figure: 'billed', month }),
  },
  {
    name: 'statements',
    head: strings.statements,
    isNumber: true,
    isRoomy: true,
    value: (row) => row.statements,
    sum: formatCount,
    cell: (row) => formatCount(row.statements),
  },
  {
    name: 'owed',
    head: strings.owedToOwners,
    isNumber: true,
    value: ({ owed }) => owed,
    sum: formatDollars,
    cell: ({ month, owed }) =>
      sumOf(owed, interpolate(strings.owedToOwnersIn, { month: formatMonth(month) }), { figure: 'owed', month }),
  },
];

export function MonthsPanel() {
  const address = useTableAddress();
  const answer = useQuery(overviewQuery);
  return (
    <AskedPanel title={strings.months} context={strings.monthsContext} answer={answer} flush>
      {({ months, time_zone: zone }) => (
        <>
          {lacksFigures(months) ? <p className={classes.note}>{strings.monthsStillCalculating}</p> : null}
          <LocalTable
            id="months"
            caption={strings.months}
            noun={strings.monthNoun}
            fileName="voltboard-months"
            columns={monthsIn(zone)}
            rows={months}
            keyOf={({ month }) => month}
            address={address}
            defaultSize="25"
            searchLabel={strings.searchMonths}
            empty={{ title: strings.months, text: strings.monthsContext }}
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
    value: ({ customer }) => customer.name,
    cell: ({ customer }) => customer.name,
  },
  {
    name: 'open',
    head: strings.balanceDue,
    isNumber: true,
    value: ({ open }) => open,
    sum: formatDollars,
    cell: ({ customer, open }) =>
      sumOf(open, interpolate(strings.balanceDueFrom, { name: customer.name }), {
        figure: 'receivable',
        cid: customer.id,
      }),
  },
  {
    name: 'overdue',
    head: strings.overdue,
    isNumber: true,
    value: ({ overdue }) => overdue,
    sum: formatDollars,
    cell: ({ customer, overdue }) =>
      overdue > 0 ? (
        <ExplainedFigure
          value={formatDollars(overdue)}
          label={interpolate(strings.overdueFrom, { name: customer.name })}
          asked={{ figure: 'overdue', cid: customer.id }}
        >
          <StateTag tone="warning">{formatDollars(overdue)}</StateTag>
        </ExplainedFigure>
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
  const address = useFurtherTable('due');
  const answer = useQuery(overviewQuery);
  return (
    <AskedPanel title={strings.debtorsTitle} context={strings.debtorsContext} answer={answer} flush>
      {({ advertisers }) => (
        <LocalTable
          id="receivables"
          caption={strings.debtorsTitle}
          noun={strings.debtorNoun}
          fileName="voltboard-receivables"
          columns={DEBTORS}
          rows={advertisers}
          keyOf={({ customer }) => customer.id}
          address={address}
          searchLabel={strings.searchDebtors}
          empty={{ title: strings.debtorsEmptyTitle, text: strings.debtorsEmpty }}
        />
      )}
    </AskedPanel>
  );
}
