import { Button } from '@mantine/core';
import { useState } from 'react';
import type { FlightPacing } from '#contract/flights.ts';
import { formatDay, formatDollars, formatWholeDollars } from '../../lib/formatters.ts';
import classes from './pacing-chart.module.css';
import { cumulated, type PacedDay, pathOf } from './pacing-lines.ts';
import { PacingTable } from './pacing-table.tsx';
import type { Explained } from './why-figure.tsx';

const [WIDTH, HEIGHT] = [1_000, 200];

/** Spend so far against the plan, by day from the start. A button shows the same figures as a table. */
export function PacingChart({ pacing, of }: { pacing: FlightPacing; of: Explained }) {
  const [isTable, setTable] = useState(false);
  const days = cumulated(pacing);
  const most = Math.max(
    pacing.budget,
    ...days.map(({ spentSoFar, expectedSoFar }) => Math.max(spentSoFar, expectedSoFar)),
  );
  if (days.length === 0) return <p className={classes.note}>The lines begin on its first day.</p>;
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.head}>
        <span className={classes.key} data-line="spent">
          Spent {formatDollars(pacing.spent)}
        </span>
        <span className={classes.key} data-line="expected">
          Planned by now {formatDollars(pacing.expected)}
        </span>
        <Button
          size="compact-xs"
          variant="default"
          aria-expanded={isTable}
          className={classes.switch ?? ''}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? 'Chart' : 'Table'}
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
        aria-label={`Spend from ${formatDay(first?.day ?? '')} to ${formatDay(last?.day ?? '')}. Button Table: the figures.`}
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
