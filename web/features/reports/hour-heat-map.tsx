import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, Fragment } from 'react';
import type { Report } from '#contract/reports.ts';
import type { ReportMetric } from '#domain/report-metrics.ts';
import { rowWords } from '#domain/report-words.ts';
import type { Perspective } from '#domain/role.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { FigureTable } from '../../ui/figure-table.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { StaleWhileRevalidating } from '../../ui/stale-while-revalidating.tsx';
import { metricWords } from './metric-words.ts';
import type { ReportSearch } from './report-search.ts';
import classes from './reports.module.css';
import { downloadReport, reportQuery } from './reports-api.ts';
import { hourHeatMapStrings as strings } from './reports-strings.ts';

const DAYS = [1, 2, 3, 4, 5, 6, 7];
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** An hour below every sixth column. */
const MARKED = [0, 6, 12, 18];

/** The id of an hour of the week in a report: the day from Monday (1), and the hour. */
const idOf = (day: number, hour: number): string => `${day}-${String(hour).padStart(2, '0')}`;
const nameOf = (day: number, hour: number): string => rowWords('hour_of_week', { id: idOf(day, hour), label: '' });
const dayName = (day: number): string => nameOf(day, 0).slice(0, 3);
const hourName = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** Returns the values by day and hour. The character between day and hour does not matter. */
function valuesOf(report: Report, metric: ReportMetric): ReadonlyMap<string, number> {
  return new Map(
    report.data.flatMap(({ of: [hour], values }) => {
      const value = values[metric];
      if (hour === undefined || value == null) return [];
      return [[idOf(Number(hour.id.slice(0, 1)), Number(hour.id.slice(2))), value] as const];
    }),
  );
}

type HourHeatMapProps = { title: string; metric: ReportMetric; side: Perspective; search: ReportSearch };

/** The chosen metric by hour of the week: a map of 7 by 24 cells, and the same figures as a table. */
export function HourHeatMap({ title, metric, side, search }: HourHeatMapProps) {
  const part = { dimensions: ['hour_of_week'], metrics: [metric] } as const;
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    reportQuery(search, { ...part, limit: DAYS.length * HOURS.length }),
  );
  const report = data?.metrics[0] === metric ? data : undefined;
  return (
    <Panel
      title={title}
      actions={
        <button
          type="button"
          className={classes.clear}
          aria-label={interpolate(strings.csvFor, { title })}
          onClick={() => void downloadReport(search, part, 'csv')}
        >
          {strings.csv}
        </button>
      }
    >
      {report === undefined && error ? (
        <ErrorState
          what={strings.loadFailed}
          message={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {report === undefined && !error ? <LinesSkeleton lines={8} /> : null}
      {report === undefined ? null : (
        <StaleWhileRevalidating isKept={isPlaceholderData}>
          <Hours report={report} metric={metric} side={side} />
        </StaleWhileRevalidating>
      )}
    </Panel>
  );
}

function Hours({ report, metric, side }: { report: Report; metric: ReportMetric; side: Perspective }) {
  const { format, label } = metricWords(metric, side);
  const values = valuesOf(report, metric);
  const [peak, highest] = [...values].reduce((most, one) => (one[1] > most[1] ? one : most), ['', 0] as const);
  if (values.size === 0) return <p className={classes.nothing}>{strings.empty}</p>;
  const [day = 1, hour = 0] = peak.split('-').map(Number);
  const { days_of: daysOf, time_zone: timeZone } = report.period;
  const zone = daysOf === 'venues' ? strings.venueTime : timeZone;
  const caption = interpolate(strings.caption, { metric: label, timeZone: zone });
  return (
    <figure className={classes.heat}>
      <figcaption className={classes.caption}>{caption}</figcaption>
      <div
        className={classes.heatPlot}
        role="img"
        aria-label={interpolate(strings.summary, { caption, hour: nameOf(day, hour), value: format(highest) })}
      >
        {DAYS.map((of) => (
          <Fragment key={of}>
            <span className={classes.heatDay}>{dayName(of)}</span>
            {HOURS.map((at) => {
              const value = values.get(idOf(of, at)) ?? 0;
              const share = highest > 0 ? Math.max(0, value) / highest : 0;
              return (
                <span
                  key={at}
                  className={classes.heatCell}
                  style={{ '--share': `${Math.round(100 * share)}%` } as CSSProperties}
                  title={interpolate(strings.cell, { hour: nameOf(of, at), value: format(value) })}
                />
              );
            })}
          </Fragment>
        ))}
        <span />
        {MARKED.map((at) => (
          <span key={at} className={classes.heatHour}>
            {hourName(at)}
          </span>
        ))}
      </div>
      <p className={classes.heatScale} aria-hidden="true">
        {format(0)} <i /> {format(highest)}
      </p>
      <details className={classes.twin}>
        <summary className={classes.summary}>{strings.asTable}</summary>
        <FigureTable label={caption}>
          <thead>
            <tr>
              <th scope="col">{strings.hour}</th>
              {DAYS.map((of) => (
                <th key={of} scope="col" data-number>
                  {dayName(of)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {HOURS.map((at) => (
              <tr key={at}>
                <th scope="row">{hourName(at)}</th>
                {DAYS.map((of) => {
                  const value = values.get(idOf(of, at));
                  return (
                    <td key={of} data-number>
                      {value === undefined ? '–' : format(value)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </FigureTable>
      </details>
    </figure>
  );
}
