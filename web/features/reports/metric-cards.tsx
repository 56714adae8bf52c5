import type { CSSProperties } from 'react';
import type { Report } from '#contract/reports.ts';
import type { ReportMetric } from '#domain/report-metrics.ts';
import type { Perspective } from '#domain/role.ts';
import type { ExplainAsked } from '../../explain/explain-api.ts';
import { ExplainedFigure } from '../../explain/explained-figure.tsx';
import { changeInWords, changeOf } from '../../lib/change-words.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { Hint } from '../../ui/hint.tsx';
import { Bone } from '../../ui/skeletons.tsx';
import { cardsOf, metricWords } from './metric-words.ts';
import classes from './reports.module.css';
import { metricCardsStrings as strings } from './reports-strings.ts';

/** The parts of a query result that the cards need. Placeholder data is dimmed until the new response arrives. */
type Answer = { readonly data: Report | undefined; readonly isPlaceholderData: boolean };

type MetricCardsProps = {
  side: Perspective;
  chosen: ReportMetric;
  /**
   * The query results. Each card uses the result that includes its metric. Visitors, for example, are queried
   * separately.
   */
  answers: readonly Answer[];
  /** Metrics that load only when chosen. */
  waiting?: readonly ReportMetric[];
  /** Metrics that could not be loaded. */
  missing?: readonly ReportMetric[];
  onChoose: (metric: ReportMetric) => void;
  /** Returns the query that explains a metric; null if the metric is not a sum, such as a rate. */
  explained: (metric: ReportMetric) => ExplainAsked | null;
};

type CardFigures = { readonly value: number | null | undefined; readonly before: number | null | undefined };

/** Describes a card for screen readers: "Views 1,200, +20% from 1,000". */
function cardLabel(metric: ReportMetric, side: Perspective, { value, before }: CardFigures): string {
  const { label, format } = metricWords(metric, side);
  const change = changeOf(value, before);
  if (value == null) return label;
  return change === null || before == null
    ? interpolate(strings.card, { label, value: format(value) })
    : interpolate(strings.cardWithChange, {
        label,
        value: format(value),
        change: changeInWords(change, before),
        before: format(before),
      });
}

/** The totals. The chart and tables show the chosen metric. */
export function MetricCards(props: MetricCardsProps) {
  const { side, chosen, answers, waiting = [], missing = [], onChoose, explained } = props;
  return (
    <ul className={classes.cards} aria-label={strings.figures}>
      {cardsOf(side).map((metric) => {
        const { label, meaning, format } = metricWords(metric, side);
        const found = answers.find(({ data }) => data?.metrics.includes(metric));
        const answer = found?.data;
        const isKept = found?.isPlaceholderData === true;
        const value = answer?.total[metric];
        const asked = explained(metric);
        const change = changeOf(value, answer?.compared_total?.[metric]);
        const before = answer?.compared_total?.[metric];
        return (
          <li
            key={metric}
            className={classes.card}
            data-chosen={chosen === metric || undefined}
            data-kept={isKept || undefined}
            aria-busy={isKept}
          >
            <button
              type="button"
              className={classes.cardButton}
              aria-label={cardLabel(metric, side, { value, before })}
              aria-pressed={chosen === metric}
              onClick={() => onChoose(metric)}
            >
              {label}
            </button>
            <span
              className={classes.cardValue}
              style={{ '--characters': value == null ? 1 : format(value).length } as CSSProperties}
            >
              {waiting.includes(metric) ? (
                '…'
              ) : answer === undefined && !missing.includes(metric) ? (
                <Bone width={72} height={24} />
              ) : value == null ? (
                '–'
              ) : (
                <ExplainedFigure value={format(value)} label={label} asked={asked} />
              )}
            </span>
            <span
              className={classes.change}
              title={before == null ? undefined : interpolate(strings.previous, { before: format(before) })}
            >
              {change === null || before == null ? '\u00a0' : changeInWords(change, before)}
            </span>
            <span className={classes.cardHint}>
              <Hint label={label} text={meaning} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}
