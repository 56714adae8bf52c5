import type { FlightState } from '#contract/flight-parts.ts';
import type { InvalidOfReason } from '#contract/traffic.ts';
import { formatCount, formatDayIn, formatDollars, formatLastDayIn } from '../../lib/formatters.ts';
import type { Column } from '../../ui/data-table.tsx';
import { CampaignFigure, type Explained } from './campaign-figure.tsx';
import { paceWords } from './campaign-words.ts';
import classes from './campaigns.module.css';
import { flightColumnsStrings as strings } from './flights-strings.ts';
import { type CountedKind, NotCounted } from './not-counted.tsx';
import { StateOfFlight } from './state-of-flight.tsx';

/** The fields that campaigns and flights share in a table. */
type Figures = {
  readonly state: FlightState | null;
  readonly shows_nothing: boolean;
  readonly starts_at: string | null;
  readonly ends_at: string | null;
  /** The time zone of the first and last day. */
  readonly time_zone: string;
  readonly budget: number | null;
  readonly spent: number;
  readonly pace: number | null;
  readonly views: number;
  readonly clicks: number;
  readonly burns: number;
  readonly invalid: readonly InvalidOfReason[];
};

/** The spend, with a bar that shows its share of the budget. */
function SpentCell({ row: { budget, spent }, of }: { row: Figures; of: Explained }) {
  const part = budget === null || budget === 0 ? 0 : Math.min(100, (100 * spent) / budget);
  return (
    <span className={classes.spent}>
      <CampaignFigure of={of} figure="revenue" value={spent} text={formatDollars(spent)} />
      <span className={classes.meter} aria-hidden="true">
        <span className={classes.part} style={{ width: `${part}%` }} />
      </span>
    </span>
  );
}

type CountedProps = { row: Figures; kind: CountedKind; of: Explained; codes: readonly string[] | null };

/** The valid count. Below it, if the row has flights, a link to the invalid count. */
const CountedCell = ({ row, kind, of, codes }: CountedProps) => (
  <span className={classes.counted}>
    <CampaignFigure of={of} figure={kind} value={row[kind]} text={formatCount(row[kind])} />
    {codes === null ? null : <NotCounted kind={kind} invalid={row.invalid} flights={codes} />}
  </span>
);

/** The pace below which a flight needs attention: four fifths of its plan. */
const BEHIND = 0.8;

/**
 * Returns the figure columns for campaigns or flights. `explainedOf` returns the campaign or flight whose figures a row
 * shows. `codesOf` returns the row's flights for the link to invalid traffic; null hides the link.
 */
export function figureColumns<Row extends Figures>(
  isSortable: boolean,
  explainedOf: (row: Row) => Explained,
  codesOf: (row: Row) => readonly string[] | null = () => null,
): Column<Row>[] {
  const counted = (kind: CountedKind) => (row: Row) => (
    <CountedCell row={row} kind={kind} of={explainedOf(row)} codes={codesOf(row)} />
  );
  return [
    {
      name: 'state',
      head: strings.state,
      isSortable,
      value: ({ state }) => state,
      cell: ({ state, shows_nothing: showsNothing }) => <StateOfFlight state={state} showsNothing={showsNothing} />,
    },
    {
      name: 'starts_at',
      head: strings.firstDay,
      isSortable,
      value: (row) => row.starts_at,
      isRoomy: true,
      cell: ({ starts_at: at, time_zone: zone }) => (at === null ? '–' : formatDayIn(at, zone)),
    },
    {
      name: 'ends_at',
      head: strings.lastDay,
      isSortable,
      value: (row) => row.ends_at,
      isRoomy: true,
      cell: ({ ends_at: at, time_zone: zone }) => (at === null ? '–' : formatLastDayIn(at, zone)),
    },
    {
      name: 'budget',
      head: strings.budget,
      isSortable,
      isNumber: true,
      value: ({ budget }) => budget,
      sum: formatDollars,
      cell: ({ budget }) => (budget === null ? '–' : formatDollars(budget)),
    },
    {
      name: 'spent',
      head: strings.spend,
      isSortable,
      isNumber: true,
      value: ({ spent }) => spent,
      sum: formatDollars,
      cell: (row) => <SpentCell row={row} of={explainedOf(row)} />,
    },
    {
      name: 'pace',
      head: strings.pace,
      isSortable,
      isNumber: true,
      value: ({ pace }) => pace,
      isRoomy: true,
      cell: (row) => (
        // A plan without any spend still has an explanation.
        <CampaignFigure
          of={explainedOf(row)}
          figure="planned"
          value={row.pace === null ? null : 1}
          text={paceWords(row.pace)}
        >
          <span data-behind={(row.pace !== null && row.pace < BEHIND) || undefined} className={classes.pace}>
            {paceWords(row.pace)}
          </span>
        </CampaignFigure>
      ),
    },
    {
      name: 'views',
      head: strings.views,
      isSortable,
      isNumber: true,
      value: (row) => row.views,
      sum: formatCount,
      cell: counted('views'),
    },
    {
      name: 'clicks',
      head: strings.clicks,
      isSortable,
      isNumber: true,
      value: (row) => row.clicks,
      sum: formatCount,
      cell: counted('clicks'),
    },
  ];
}
