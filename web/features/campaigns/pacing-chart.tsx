import { Button } from '@mantine/core';
import { useState } from 'react';
import type { FlightPacing } from '#contract/flights.ts';
import { counted, NOUNS } from '#domain/counted.ts';
import { formatCount, formatDay, formatDollars, formatWholeDollars } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { CampaignFigure, type Explained } from './campaign-figure.tsx';
import { pacingChartStrings as strings } from './campaigns-strings.ts';
import classes from './pacing-chart.module.css';

const [WIDTH, HEIGHT] = [1_000, 200];

/** The spend so far against the plan, per day from the flight's start. A button shows the same figures as a table. */
export function PacingChart({ pacing, of }: { pacing: FlightPacing; of: Explained }) {
  const [isTable, setTable] = useState(false);
  const days = cumulated(pacing);
  const most = Math.max(
    pacing.budget,
    ...days.map(({ spentSoFar, expectedSoFar }) => Math.max(spentSoFar, expectedSoFar)),
  );
  if (days.length === 0) return <p className={classes.note}>{strings.notStarted}</p>;
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.head}>
        <span className={classes.key} data-line="spent">
          {interpolate(strings.spent, { spent: formatDollars(pacing.spent) })}
        </span>
        <span className={classes.key} data-line="expected">
          {interpolate(strings.planned, { expected: formatDollars(pacing.expected) })}
        </span>
        <Button
          size="compact-xs"
          variant="default"
          aria-expanded={isTable}
          className={classes.switch ?? ''}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? strings.chart : strings.table}
        </Button>
      </figcaption>
      {isTable ? (
        <PacingTable days={days} of={of} zone={pacing.time_zone} />
      ) : (
        <Lines days={days} most={most} budget={pacing.budget} />
      )}
    </figure>
  );
}

type LinesProps = { days: readonly PacedDay[]; most: number; budget: number };

function Lines({ days, most, budget }: LinesProps) {
  const path = (of: (day: PacedDay) => number) => pathOf(days.map(of), most, { width: WIDTH, height: HEIGHT });
  const budgetY = most === 0 ? HEIGHT : HEIGHT - (budget / most) * HEIGHT;
  const [first, last] = [days[0], days.at(-1)];
  return (
    <div className={classes.plot}>
      <span className={classes.most}>{formatDollars(most)}</span>
      <span className={classes.least}>{formatWholeDollars(0)}</span>
      <svg
        className={classes.lines}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={interpolate(strings.chartLabel, {
          first: formatDay(first?.day ?? ''),
          last: formatDay(last?.day ?? ''),
        })}
      >
        <line className={classes.budget} x1="0" x2={WIDTH} y1={budgetY} y2={budgetY} />
        <path className={classes.expected} d={path(({ expectedSoFar }) => expectedSoFar)} />
        <path className={classes.spent} d={path(({ spentSoFar }) => spentSoFar)} />
      </svg>
      <span className={classes.ends} aria-hidden="true">
        <span>{formatDay(first?.day ?? '')}</span>
        <span>{formatDay(last?.day ?? '')}</span>
      </span>
    </div>
  );
}

/** Number of days shown at first. More days would make the page too long on a phone, where each day is a card. */
const FIRST_DAYS = 14;

/** A flight's days, the latest first. Each figure has an explanation, like those for the whole flight. */
function PacingTable({ days, of, zone }: { days: readonly PacedDay[]; of: Explained; zone: string }) {
  const [isAll, setAll] = useState(false);
  const lastFirst = days.toReversed();
  return (
    <div className={classes.days}>
      <DataTable
        caption={strings.spendByDay}
        columns={columnsOf(of, zone)}
        rows={isAll ? lastFirst : lastFirst.slice(0, FIRST_DAYS)}
        keyOf={({ day }) => day}
        sort=""
        onSort={() => undefined}
      />
      {isAll || days.length <= FIRST_DAYS ? null : (
        <Button size="xs" variant="default" className={classes.more ?? ''} onClick={() => setAll(true)}>
          {interpolate(strings.showAllDays, { days: counted(days.length, NOUNS.day) })}
        </Button>
      )}
    </div>
  );
}

function columnsOf(of: Explained, zone: string): readonly Column<PacedDay>[] {
  const column = (
    figure: 'revenue' | 'planned' | 'views' | 'clicks' | 'burns',
    head: string,
    countOf: (day: PacedDay) => number,
  ): Column<PacedDay> => ({
    name: figure,
    head,
    isNumber: true,
    cell: (row) => (
      <CampaignFigure
        of={of}
        figure={figure}
        value={countOf(row)}
        day={{ day: row.day, zone, isToday: false }}
        text={figure === 'revenue' || figure === 'planned' ? formatDollars(countOf(row)) : formatCount(countOf(row))}
      />
    ),
  });
  return [
    { name: 'day', head: strings.day, isHeading: true, cell: ({ day }) => formatDay(day) },
    column('revenue', strings.spentColumn, ({ spent }) => spent),
    column('planned', strings.plannedColumn, ({ expected }) => expected),
    column('views', strings.views, ({ views }) => views),
    column('clicks', strings.clicks, ({ clicks }) => clicks),
    column('burns', strings.burns, ({ burns }) => burns),
  ];
}

type PacedDay = FlightPacing['days'][number] & { readonly spentSoFar: number; readonly expectedSoFar: number };

/**
 * Adds to each day the spend and plan from the flight's start through that day. The response for a long flight contains
 * only its last days, so the difference to the total belongs to the days before.
 */
export function cumulated({ days, spent, expected }: Pick<FlightPacing, 'days' | 'spent' | 'expected'>): PacedDay[] {
  const sum = (of: (day: FlightPacing['days'][number]) => number) => days.reduce((all, day) => all + of(day), 0);
  let spentSoFar = Math.max(0, spent - sum((day) => day.spent));
  let expectedSoFar = Math.max(0, expected - sum((day) => day.expected));
  return days.map((day) => {
    spentSoFar += day.spent;
    expectedSoFar += day.expected;
    return { ...day, spentSoFar, expectedSoFar };
  });
}

type Box = { readonly width: number; readonly height: number };

/** Returns the SVG path of a line through the values over the whole width. A single value becomes a horizontal line. */
export function pathOf(values: readonly number[], most: number, { width, height }: Box): string {
  const y = (value: number) => (most <= 0 ? height : height - (value / most) * height).toFixed(1);
  if (values.length === 1) return `M0 ${y(values[0] ?? 0)} L${width} ${y(values[0] ?? 0)}`;
  return values
    .map((value, at) => `${at === 0 ? 'M' : 'L'}${((at / (values.length - 1)) * width).toFixed(1)} ${y(value)}`)
    .join(' ');
}
