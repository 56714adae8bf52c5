import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatCount, formatCounted, formatDay, formatDollars } from '../../lib/formatters.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import classes from './pacing-chart.module.css';
import type { PacedDay } from './pacing-lines.ts';
import { type Explained, WithWhy } from './why-figure.tsx';

/** More days are too long on a phone, where each day is a card. */
const FIRST_DAYS = 14;

/** The days of a flight, last day first. Each figure has an explanation, like those of the whole flight. */
export function PacingTable({ days, of, zone }: { days: readonly PacedDay[]; of: Explained; zone: string }) {
  const [isAll, setAll] = useState(false);
  const lastFirst = days.toReversed();
  return (
    <div className={classes.days}>
      <DataTable
        caption="Spend by day"
        columns={columnsOf(of, zone)}
        rows={isAll ? lastFirst : lastFirst.slice(0, FIRST_DAYS)}
        keyOf={({ day }) => day}
        sort=""
        onSort={() => undefined}
      />
      {isAll || days.length <= FIRST_DAYS ? null : (
        <Button size="xs" variant="default" className={classes.more ?? ''} onClick={() => setAll(true)}>
          All {formatCounted(days.length, 'day')}
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
      <WithWhy
        of={of}
        figure={figure}
        value={countOf(row)}
        day={{ day: row.day, zone, words: `on ${formatDay(row.day)}` }}
      >
        {figure === 'revenue' || figure === 'planned' ? formatDollars(countOf(row)) : formatCount(countOf(row))}
      </WithWhy>
    ),
  });
  return [
    { name: 'day', head: 'Day', isHeading: true, cell: ({ day }) => formatDay(day) },
    column('revenue', 'Spent', ({ spent }) => spent),
    column('planned', 'Planned', ({ expected }) => expected),
    column('views', 'Views', ({ views }) => views),
    column('clicks', 'Clicks', ({ clicks }) => clicks),
    column('burns', 'Burns', ({ burns }) => burns),
  ];
}
