import { useQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import type { FlightDetail } from '#contract/flight-parts.ts';
import { formatCount, formatDayIn, formatDollars } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { CampaignFigure, flightExplained } from './campaign-figure.tsx';
import { paceWords } from './campaign-words.ts';
import classes from './campaigns.module.css';
import { pacingQuery } from './campaigns-api.ts';
import { pacingPanelStrings as strings } from './campaigns-strings.ts';
import { type CountedKind, NotCounted } from './not-counted.tsx';
import { PacingChart } from './pacing-chart.tsx';

/** A flight's spend against its plan, and its counts. Each figure has an explanation. */
export function PacingPanel({ flight }: { flight: FlightDetail }) {
  const notCounted = (kind: CountedKind) =>
    flight.invalid.some((one) => one[kind] > 0) ? (
      <NotCounted kind={kind} invalid={flight.invalid} flights={[flight.code]} />
    ) : null;
  const of = flightExplained(flight);
  const explained = (figure: ComponentProps<typeof CampaignFigure>['figure'], value: number | null, text: string) => (
    <CampaignFigure of={of} figure={figure} value={value} text={text} />
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
              value={explained('revenue', pacing.spent, formatDollars(pacing.spent))}
              beside={interpolate(strings.ofBudget, { budget: formatDollars(pacing.budget) })}
            />
            <Figure
              name={strings.pace}
              value={explained('planned', pacing.expected, paceWords(pacing.pace))}
              beside={interpolate(strings.plannedToDate, { expected: formatDollars(pacing.expected) })}
            />
            <Figure
              name={strings.today}
              value={
                <CampaignFigure
                  of={of}
                  figure="revenue"
                  value={pacing.today.spent}
                  day={{ day: pacing.today.day, zone: pacing.time_zone, isToday: true }}
                  text={formatDollars(pacing.today.spent)}
                />
              }
              beside={
                pacing.today.daily_cap === null
                  ? interpolate(strings.plannedToday, { planned: formatDollars(pacing.today.planned) })
                  : interpolate(strings.dailyCap, { cap: formatDollars(pacing.today.daily_cap) })
              }
            />
            <Figure
              name={strings.projectedSpend}
              value={explained('foreseen', pacing.forecast_spent, formatDollars(pacing.forecast_spent))}
              beside={
                pacing.spent_at === null
                  ? strings.atThisPace
                  : interpolate(strings.spentOn, { day: formatDayIn(pacing.spent_at, flight.time_zone) })
              }
            />
            <Figure
              name={strings.views}
              value={explained('views', flight.views, formatCount(flight.views))}
              beside={notCounted('views') ?? strings.toDate}
            />
            <Figure
              name={strings.clicks}
              value={explained('clicks', flight.clicks, formatCount(flight.clicks))}
              beside={notCounted('clicks') ?? strings.toDate}
            />
            <Figure
              name={strings.burns}
              value={explained('burns', flight.burns, formatCount(flight.burns))}
              beside={notCounted('burns') ?? strings.toDate}
            />
          </dl>
          <PacingChart pacing={pacing} of={of} />
        </div>
      )}
    </Panel>
  );
}

type FigureProps = { name: string; value: ReactNode; beside: ReactNode };

const Figure = ({ name, value, beside }: FigureProps) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <strong>{value}</strong> <span>{beside}</span>
    </dd>
  </div>
);
