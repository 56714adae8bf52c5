import { useQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import type { FlightDetail } from '#contract/flight-parts.ts';
import { formatCount, formatDayIn, formatDollars } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { paceWords } from './campaign-words.ts';
import classes from './campaigns.module.css';
import { pacingQuery } from './campaigns-api.ts';
import { pacingPanelStrings as strings } from './campaigns-strings.ts';
import { type CountedKind, NotCounted } from './not-counted.tsx';
import { PacingChart } from './pacing-chart.tsx';
import { flightExplained, WhyFigure } from './why-figure.tsx';

/** A flight's spend against its plan, and its counts. Each figure has an explanation. */
export function PacingPanel({ flight }: { flight: FlightDetail }) {
  const notCounted = (kind: CountedKind) =>
    flight.invalid.some((one) => one[kind] > 0) ? (
      <NotCounted kind={kind} invalid={flight.invalid} flights={[flight.code]} />
    ) : null;
  const of = flightExplained(flight);
  const why = (figure: ComponentProps<typeof WhyFigure>['figure'], value: number | null) => (
    <WhyFigure of={of} figure={figure} value={value} />
  );
  const { data: pacing, error, isFetching, refetch } = useQuery(pacingQuery(flight.id));
  return (
    <Panel title={strings.title} context={interpolate(strings.context, { timeZone: flight.time_zone })}>
      {error !== null && pacing === undefined ? (
        <ErrorState
          what={strings.loadFailed}
          message={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {pacing === undefined && error === null ? <LinesSkeleton lines={5} /> : null}
      {pacing === undefined ? null : (
        <div className={classes.stack}>
          <dl className={classes.figures}>
            <Figure
              name={strings.spent}
              why={why('revenue', pacing.spent)}
              value={formatDollars(pacing.spent)}
              beside={interpolate(strings.ofBudget, { budget: formatDollars(pacing.budget) })}
            />
            <Figure
              name={strings.pace}
              why={why('planned', pacing.expected)}
              value={paceWords(pacing.pace)}
              beside={interpolate(strings.plannedToDate, { expected: formatDollars(pacing.expected) })}
            />
            <Figure
              name={strings.today}
              why={
                <WhyFigure
                  of={of}
                  figure="revenue"
                  value={pacing.today.spent}
                  day={{ day: pacing.today.day, zone: pacing.time_zone, isToday: true }}
                />
              }
              value={formatDollars(pacing.today.spent)}
              beside={
                pacing.today.daily_cap === null
                  ? interpolate(strings.plannedToday, { planned: formatDollars(pacing.today.planned) })
                  : interpolate(strings.dailyCap, { cap: formatDollars(pacing.today.daily_cap) })
              }
            />
            <Figure
              name={strings.projectedSpend}
              why={why('foreseen', pacing.forecast_spent)}
              value={formatDollars(pacing.forecast_spent)}
              beside={
                pacing.spent_at === null
                  ? strings.atThisPace
                  : interpolate(strings.spentOn, { day: formatDayIn(pacing.spent_at, flight.time_zone) })
              }
            />
            <Figure
              name={strings.views}
              why={why('views', flight.views)}
              value={formatCount(flight.views)}
              beside={notCounted('views') ?? strings.toDate}
            />
            <Figure
              name={strings.clicks}
              why={why('clicks', flight.clicks)}
              value={formatCount(flight.clicks)}
              beside={notCounted('clicks') ?? strings.toDate}
            />
            <Figure
              name={strings.burns}
              why={why('burns', flight.burns)}
              value={formatCount(flight.burns)}
              beside={notCounted('burns') ?? strings.toDate}
            />
          </dl>
          <PacingChart pacing={pacing} of={of} />
        </div>
      )}
    </Panel>
  );
}

type FigureProps = { name: string; why: ReactNode; value: string; beside: ReactNode };

const Figure = ({ name, why, value, beside }: FigureProps) => (
  <div>
    <dt className={classes.withWhy}>
      {name}
      {why}
    </dt>
    <dd>
      <strong>{value}</strong> <span>{beside}</span>
    </dd>
  </div>
);
