import { useQuery } from '@tanstack/react-query';
import type { ProfitRow } from '#contract/profit.ts';
import { outletName, shownEui } from '#domain/eui.ts';
import { ExplainButton } from '../../explain/explain-button.tsx';
import { formatCount, formatDay, formatDollars, formatKwh } from '../../lib/formatters.ts';
import { useTableAddress } from '../../lib/table-search.ts';
import type { Column } from '../../ui/data-table.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ServerTable } from '../../ui/server-table.tsx';
import { type Status, StatusBadge } from '../../ui/status-badge.tsx';
import classes from './profit.module.css';
import { profitQuery, rangeOf } from './profit-api.ts';

/** The word and look for each advice. */
const LOOKS: Readonly<Record<ProfitRow['advice'], { readonly word: string; readonly look: Status }>> = {
  check: { word: 'Check it', look: 'offline' },
  move: { word: 'Move', look: 'offline' },
  add: { word: 'Add another', look: 'online' },
  keep: { word: 'Keep', look: 'late' },
  wait: { word: 'Too new to tell', look: 'never' },
};

const FILTERS = [
  {
    name: 'advice',
    label: 'Advice',
    all: 'All outlets',
    choices: Object.entries(LOOKS).map(([value, { word }]) => ({ value, label: word })),
  },
  {
    name: 'range',
    label: 'Time',
    all: '90 days',
    choices: [
      { value: '30d', label: '30 days' },
      { value: 'this-month', label: 'This month' },
      { value: 'last-month', label: 'Last month' },
    ],
  },
] as const;

type Sums = 'views' | 'revenue' | 'owner_share' | 'energy' | 'profit_a_month';

/** Formats a sum, with its explanation button unless it is zero. */
const sumWithWhy = (row: ProfitRow, range: ReturnType<typeof rangeOf>, figure: Sums, label: string, text: string) => (
  <>
    {text}
    {(figure === 'energy' ? row.energy_cost : row[figure]) === 0 ? null : (
      <ExplainButton label={`${label} of ${outletName(row)}`} asked={{ figure, range, outlet: row.eui }} />
    )}
  </>
);

const columnsOf = (range: ReturnType<typeof rangeOf>): readonly Column<ProfitRow>[] => [
  {
    name: 'outlet',
    head: 'Outlet',
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
    head: 'Where',
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
    head: 'Advice',
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
    head: 'Views',
    isNumber: true,
    isRoomy: true,
    cell: (row) => sumWithWhy(row, range, 'views', 'Views', formatCount(row.views)),
  },
  {
    name: 'revenue',
    head: 'Revenue',
    isNumber: true,
    cell: (row) => sumWithWhy(row, range, 'revenue', 'Revenue', formatDollars(row.revenue)),
  },
  {
    name: 'owner',
    head: 'Owner’s share',
    isNumber: true,
    cell: (row) => sumWithWhy(row, range, 'owner_share', 'Owner’s share', formatDollars(row.owner_share)),
  },
  {
    name: 'energy',
    head: 'Energy',
    isNumber: true,
    cell: (row) =>
      row.energy === 'none' ? (
        '–'
      ) : (
        <>
          {sumWithWhy(row, range, 'energy', 'Energy', formatDollars(row.energy_cost))}
          <span className={classes.under}>{formatKwh(row.energy_kwh * 1_000)} kWh</span>
          <span className={classes.under}>{row.energy}</span>
        </>
      ),
  },
  { name: 'fixed', head: 'Costs', isNumber: true, isRoomy: true, cell: ({ fixed_cost }) => formatDollars(fixed_cost) },
  {
    name: 'profit',
    head: 'Profit a month',
    isSortable: true,
    isNumber: true,
    cell: (row) => sumWithWhy(row, range, 'profit_a_month', 'Profit a month', formatDollars(row.profit_a_month)),
  },
  { name: 'payback', head: 'Paid back', isWrapping: true, cell: paidBack },
];

/** The reason for each advice. */
const WHY: Readonly<Record<ProfitRow['why'], string>> = {
  no_views: 'No views: it may be broken, or without a campaign',
  loses: 'Costs more than it brings',
  little: 'Less than a quarter of the middle outlet',
  much: 'Twice the middle outlet or more',
  usual: 'About as the middle outlet',
  new: 'Less than 14 days there',
};

function whyOf({ why, cost_known: isKnown, advice }: ProfitRow): string {
  const isReckoned = advice === 'keep' || advice === 'add' || why === 'little';
  return isReckoned && !isKnown ? `${WHY[why]}; its monthly cost is not known` : WHY[why];
}

function paidBack({ pays_back_on: day, purchase_price: price }: ProfitRow): string {
  if (price === null) return 'No price known';
  return day === null ? 'Never at this pace' : formatDay(day);
}

/** The page `/admin/profit`: which outlets to move, keep and add (docs/business-rules.md#money). */
export function ProfitPage() {
  const address = useTableAddress();
  const answer = useQuery(profitQuery(address.search));
  const median = answer.data?.median_a_month;
  return (
    <>
      <PageTitle
        title="Outlet profit"
        context={`Revenue less the owner’s share, energy and costs.${
          median === undefined || answer.isPlaceholderData
            ? ''
            : ` The middle outlet brings ${formatDollars(median)} a month`
        }`}
      />
      <Panel label="Outlet profit" flush>
        <ServerTable
          caption="Outlet profit"
          nouns={['outlet', 'outlets']}
          columns={columnsOf(rangeOf(address.search))}
          keyOf={({ id }) => id}
          answer={answer}
          address={address}
          defaultSort="profit"
          searchLabel="EUI, label, venue or customer"
          filters={FILTERS}
          empty={{ title: 'No outlets yet', text: 'What each outlet in service brings the network is listed here.' }}
        />
      </Panel>
    </>
  );
}
