import { useQuery } from '@tanstack/react-query';
import type { ProfitRow } from '#contract/profit.ts';
import { NOUNS } from '#domain/counted.ts';
import { outletName, shownEui } from '#domain/eui.ts';
import { ExplainedFigure } from '../../explain/explained-figure.tsx';
import { formatCount, formatDay, formatDollars, formatTenthsOfKwh } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { useTableAddress } from '../../lib/table-address.ts';
import type { Column } from '../../ui/data-table.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ServerTable } from '../../ui/server-table.tsx';
import { type Status, StatusBadge } from '../../ui/status-badge.tsx';
import classes from './profit.module.css';
import { downloadProfit, profitQuery, rangeOf } from './profit-api.ts';
import { profitPageStrings as strings } from './profit-strings.ts';

/** The word and look for each advice. */
const LOOKS: Readonly<Record<ProfitRow['advice'], { readonly word: string; readonly look: Status }>> = {
  check: { word: strings.adviceCheck, look: 'offline' },
  move: { word: strings.adviceMove, look: 'offline' },
  add: { word: strings.adviceAdd, look: 'online' },
  keep: { word: strings.adviceKeep, look: 'late' },
  wait: { word: strings.adviceWait, look: 'never' },
};

const FILTERS = [
  {
    name: 'advice',
    label: strings.advice,
    all: strings.allOutlets,
    choices: Object.entries(LOOKS).map(([value, { word }]) => ({ value, label: word })),
  },
  {
    name: 'range',
    label: strings.time,
    all: strings.last90Days,
    choices: [
      { value: '30d', label: strings.last30Days },
      { value: 'this-month', label: strings.thisMonth },
      { value: 'last-month', label: strings.lastMonth },
    ],
  },
] as const;

/** How an outlet's energy is known. */
const ENERGY_WORDS: Readonly<Record<Exclude<ProfitRow['energy'], 'none'>, string>> = {
  measured: strings.measured,
  'partly measured': strings.partlyMeasured,
  estimated: strings.estimated,
};

type Sums = 'views' | 'revenue' | 'owner_share' | 'energy' | 'profit_a_month';

/** A sum that opens its explanation unless it is zero. */
const sumOf = (row: ProfitRow, range: ReturnType<typeof rangeOf>, figure: Sums, label: string, text: string) => (
  <ExplainedFigure
    value={text}
    label={interpolate(strings.figureOf, { figure: label, outlet: outletName(row) })}
    asked={(figure === 'energy' ? row.energy_cost : row[figure]) === 0 ? null : { figure, range, outlet: row.eui }}
  />
);

const columnsOf = (range: ReturnType<typeof rangeOf>): readonly Column<ProfitRow>[] => [
  {
    name: 'outlet',
    head: strings.outlet,
    isHeading: true,
    isWrapping: true,
    isLong: true,
    cell: ({ eui, label }) => (
      <>
        {label}
        <code className={classes.eui}>{shownEui(eui)}</code>
      </>
    ),
  },
  {
    name: 'venue',
    head: strings.location,
    isWrapping: true,
    isLong: true,
    cell: ({ customer, venue }) => (
      <>
        {venue}
        <span className={classes.under}>{customer}</span>
      </>
    ),
  },
  {
    name: 'advice',
    head: strings.advice,
    isSortable: true,
    isWrapping: true,
    cell: (row) => (
      <>
        <StatusBadge status={LOOKS[row.advice].look} word={LOOKS[row.advice].word} />
        <span className={classes.under}>{whyOf(row)}</span>
      </>
    ),
  },
  {
    name: 'views',
    head: strings.views,
    isNumber: true,
    isSortable: true,
    isRoomy: true,
    cell: (row) => sumOf(row, range, 'views', strings.views, formatCount(row.views)),
  },
  {
    name: 'revenue',
    head: strings.revenue,
    isNumber: true,
    isSortable: true,
    cell: (row) => sumOf(row, range, 'revenue', strings.revenue, formatDollars(row.revenue)),
  },
  {
    name: 'owner',
    head: strings.ownersShare,
    isNumber: true,
    isSortable: true,
    cell: (row) => sumOf(row, range, 'owner_share', strings.ownersShare, formatDollars(row.owner_share)),
  },
  {
    name: 'energy',
    head: strings.energy,
    isNumber: true,
    isSortable: true,
    cell: (row) =>
      row.energy === 'none' ? (
        '–'
      ) : (
        <>
          {sumOf(row, range, 'energy', strings.energy, formatDollars(row.energy_cost))}
          <span className={classes.under}>{interpolate(strings.kWh, { kwh: formatTenthsOfKwh(row.energy_kwh) })}</span>
          <span className={classes.under}>{ENERGY_WORDS[row.energy]}</span>
        </>
      ),
  },
  {
    name: 'fixed',
    head: strings.otherCosts,
    isNumber: true,
    isSortable: true,
    isRoomy: true,
    cell: ({ fixed_cost }) => formatDollars(fixed_cost),
  },
  {
    name: 'profit',
    head: strings.monthlyProfit,
    isSortable: true,
    isNumber: true,
    cell: (row) => sumOf(row, range, 'profit_a_month', strings.monthlyProfit, formatDollars(row.profit_a_month)),
  },
  { name: 'payback', head: strings.paybackDate, isWrapping: true, cell: paidBack },
];

/** The reason for each advice. */
const WHY: Readonly<Record<ProfitRow['why'], string>> = {
  no_views: strings.whyNoViews,
  loses: strings.whyLoses,
  little: strings.whyLittle,
  much: strings.whyMuch,
  usual: strings.whyUsual,
  new: strings.whyNew,
};

function whyOf({ why, cost_known: isKnown, advice }: ProfitRow): string {
  const isReckoned = advice === 'keep' || advice === 'add' || why === 'little';
  return isReckoned && !isKnown ? interpolate(strings.whyCostUnknown, { why: WHY[why] }) : WHY[why];
}

function paidBack({ pays_back_on: day, purchase_price: price }: ProfitRow): string {
  if (price === null) return strings.priceUnknown;
  return day === null ? strings.neverPaidBack : formatDay(day);
}

/** The page `/admin/profit`: which outlets to move, keep and add (docs/business-rules.md#money). */
export function ProfitPage() {
  const address = useTableAddress();
  const answer = useQuery(profitQuery(address.search));
  const median = answer.data?.median_a_month;
  return (
    <>
      <PageTitle
        title={strings.outletProfit}
        context={
          median === undefined || answer.isPlaceholderData
            ? strings.context
            : interpolate(strings.contextWithMedian, { median: formatDollars(median) })
        }
      />
      <Panel label={strings.outletProfit} flush>
        <ServerTable
          id="profit"
          caption={strings.outletProfit}
          noun={NOUNS.outlet}
          columns={columnsOf(rangeOf(address.search))}
          keyOf={({ id }) => id}
          answer={answer}
          address={address}
          defaultSort="profit"
          searchLabel={strings.searchLabel}
          filters={FILTERS}
          onExport={(file) => downloadProfit(address.search, file)}
          empty={{ title: strings.emptyTitle, text: strings.emptyText }}
        />
      </Panel>
    </>
  );
}
