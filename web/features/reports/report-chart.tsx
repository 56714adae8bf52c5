import { type KeyboardEvent, useState } from 'react';
import type { ReportMark } from '#contract/report-marks.ts';
import type { Report, ReportDimension } from '#contract/reports.ts';
import { addDays } from '#domain/calendar-date.ts';
import { DIMENSIONS } from '#domain/report-dimensions.ts';
import type { ReportMetric } from '#domain/report-metrics.ts';
import { rowWords } from '#domain/report-words.ts';
import type { Perspective } from '#domain/role.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { Bone } from '../../ui/skeletons.tsx';
import { metricWords } from './metric-words.ts';
import classes from './reports.module.css';
import { reportChartStrings as strings } from './reports-strings.ts';

type ReportChartProps = {
  report: Report;
  unit: ReportDimension;
  metric: ReportMetric;
  side: Perspective;
  /** Filters the report by a bar's day; null if the bars are not days. */
  onDay: ((date: string) => void) | null;
  /** Annotations for the days. */
  marks?: readonly ReportMark[];
};

const NOTHING_YET = '\u00a0';

/** About this many lines divide the chart's height. */
const LINES = 4;
/** At most this many dates fit below the chart on a phone. */
const DATES = 6;

/**
 * Returns the values of the axis, from 0 to the first round value that is not below the highest bar. Counts have whole
 * values only.
 */
export function axisValues(highest: number, isWhole: boolean): readonly number[] {
  if (highest <= 0) return [0];
  const rough = highest / LINES;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? rough;
  const even = isWhole ? Math.max(1, Math.round(step)) : step;
  // Multiplied instead of added up, because fractions of binary numbers do not add up exactly.
  return Array.from({ length: Math.ceil(highest / even - 1e-9) + 1 }, (_, at) => Number((at * even).toPrecision(12)));
}

/** Returns the places of the bars that get a date below them: evenly spaced, and always the first one. */
export function datedBars(bars: number, most = DATES): readonly number[] {
  const step = Math.max(1, Math.ceil(bars / most));
  return Array.from({ length: Math.ceil(bars / step) }, (_, at) => at * step);
}

const LOCALE = undefined;
const inUtc = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: 'UTC' });
const shortDay = inUtc({ month: 'short', day: 'numeric' });
const shortMonth = inUtc({ month: 'short', year: 'numeric' });

/** Formats a bar's start for the axis: 14:00, Nov 20 or Nov 2026. */
function dateText(unit: ReportDimension, id: string): string {
  if (unit === 'hour') return id.slice(11, 16);
  if (unit === 'month') return shortMonth.format(Date.parse(`${id}-01`));
  const instant = Date.parse(id.slice(0, 10));
  return Number.isNaN(instant) ? id : shortDay.format(instant);
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * The main chart: a bar for each time step, a line across it for the comparison, axes with values and dates, and the
 * same figures as a table.
 */
export function ReportChart({ report, unit, metric, side, onDay, marks = [] }: ReportChartProps) {
  const { axis, format, isWhole, label } = metricWords(metric, side);
  const title = interpolate(strings.title, { metric: label, unit: DIMENSIONS[unit].label.toLowerCase() });
  const [reached, setReached] = useState(0);
  const [isPointed, setPointed] = useState(false);
  const bars = report.data.map(({ of, values, compared }) => ({
    id: of[0]?.id ?? '',
    name: rowWords(unit, of[0] ?? { id: '', label: '' }),
    value: values[metric] ?? 0,
    compared: compared?.[metric] ?? null,
    marks: marks.filter(({ day }) => isOf(unit, of[0]?.id ?? '', day)).map(({ words }) => words),
  }));
  const highest = bars.reduce((most, bar) => Math.max(most, bar.value, bar.compared ?? 0), 0);
  const values = axisValues(highest, isWhole);
  const top = values.at(-1) ?? 0;
  const height = (value: number) => `${top > 0 ? (100 * Math.max(value, 0)) / top : 0}%`;
  const across = (place: number) => `${(100 * (place + 0.5)) / bars.length}%`;
  const text = ({ name, value, compared, marks: said }: (typeof bars)[number]) =>
    [
      compared === null
        ? interpolate(strings.bar, { name, value: format(value) })
        : interpolate(strings.barWithPrevious, { name, value: format(value), previous: format(compared) }),
      ...said,
    ].join('. ');
  const at = Math.min(reached, Math.max(bars.length - 1, 0));
  /** Makes the chart a single tab stop; arrow keys move from bar to bar. */
  const step = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.key === 'Home' ? -at : event.key === 'End' ? bars.length - 1 - at : STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = Math.min(Math.max(at + by, 0), bars.length - 1);
    setReached(next);
    event.currentTarget.querySelectorAll<HTMLButtonElement>('button')[next]?.focus();
  };
  const current = bars[at];
  const reach = (index: number): void => {
    setReached(index);
    setPointed(true);
  };
  return (
    <figure className={classes.chart}>
      <figcaption className={classes.caption}>
        <span>{title}</span>
        <span className={classes.legend}>
          {report.compared_period === undefined ? null : <span className={classes.key}>{strings.previousPeriod}</span>}
          <span>{interpolate(strings.highest, { value: format(highest) })}</span>
        </span>
      </figcaption>
      <div className={classes.plot}>
        <div className={classes.values} aria-hidden="true">
          {values.map((value) => (
            <span key={value} style={{ bottom: height(value) }}>
              {axis(value)}
            </span>
          ))}
        </div>
        <div className={classes.area}>
          <div className={classes.grid} aria-hidden="true">
            {values.slice(1).map((value) => (
              <span key={value} style={{ bottom: height(value) }} />
            ))}
          </div>
          <div
            className={classes.bars}
            role="toolbar"
            aria-label={title}
            aria-orientation="horizontal"
            onKeyDown={step}
            onPointerLeave={() => setPointed(false)}
            onBlur={() => setPointed(false)}
          >
            {bars.map((bar, index) => (
              <button
                key={bar.id}
                type="button"
                className={classes.slot}
                tabIndex={index === at ? 0 : -1}
                aria-label={text(bar)}
                onFocus={() => reach(index)}
                onPointerEnter={() => reach(index)}
                onClick={() => onDay?.(bar.id.slice(0, 10))}
              >
                <span className={classes.bar} style={{ height: height(bar.value) }} />
                {bar.compared === null ? null : (
                  <span className={classes.before} style={{ bottom: height(bar.compared) }} />
                )}
                {bar.marks.length === 0 ? null : <span className={classes.mark} aria-hidden="true" />}
              </button>
            ))}
          </div>
          {isPointed && current !== undefined ? (
            <div
              className={classes.tip}
              data-side={at > bars.length / 2 ? 'left' : 'right'}
              style={{ left: across(at) }}
              aria-hidden="true"
            >
              <strong>{current.name}</strong>
              <span>{format(current.value)}</span>
              {current.compared === null ? null : (
                <span>{interpolate(strings.previousValue, { value: format(current.compared) })}</span>
              )}
              {current.marks.map((mark) => (
                <span key={mark}>{mark}</span>
              ))}
            </div>
          ) : null}
          <div className={classes.days} aria-hidden="true">
            {datedBars(bars.length).map((place) => (
              <span key={place} style={{ left: across(place) }}>
                {dateText(unit, bars[place]?.id ?? '')}
              </span>
            ))}
          </div>
        </div>
      </div>
      <p className={classes.reading} aria-hidden="true">
        {current === undefined ? '' : text(current)}
      </p>
      <details className={classes.twin}>
        <summary className={classes.summary}>{strings.asTable}</summary>
        <table>
          <caption className={classes.unseen}>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{DIMENSIONS[unit].label}</th>
              <th scope="col">{label}</th>
              {report.compared_period === undefined ? null : <th scope="col">{strings.previous}</th>}
            </tr>
          </thead>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.id}>
                <th scope="row">{bar.name}</th>
                <td>{format(bar.value)}</td>
                {report.compared_period === undefined ? null : (
                  <td>{bar.compared === null ? '–' : format(bar.compared)}</td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

/** A placeholder with the chart's height. */
export const ReportChartSkeleton = () => (
  <div className={classes.chart} role="status" aria-label={strings.loading}>
    <div className={classes.caption}>{NOTHING_YET}</div>
    <div className={classes.plot}>
      <div className={classes.area}>
        <div className={classes.bars}>
          <Bone height="60%" style={{ alignSelf: 'flex-end' }} />
        </div>
        <div className={classes.days} />
      </div>
    </div>
    <p className={classes.reading}>{NOTHING_YET}</p>
    <div className={classes.twin}>
      <span className={classes.summary}>{NOTHING_YET}</span>
    </div>
  </div>
);

/** Whether a day belongs to a bar. In an hourly chart, a day belongs to its first hour. */
function isOf(unit: ReportDimension, id: string, day: string): boolean {
  if (unit === 'week') return day >= id && day <= addDays(id, 6);
  return unit === 'hour' ? id.slice(0, 13) === `${day}T00` : day.startsWith(id);
}
