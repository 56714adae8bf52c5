import { shallowEqual } from '@mantine/hooks';
import { memo } from 'react';
import type { FigureOfEvents } from '#contract/explain.ts';
import type { ExplainAsked } from '../../explain/explain-api.ts';
import { ExplainedFigure } from '../../explain/explained-figure.tsx';
import { changeInWords, changeOf } from '../../lib/change-words.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { LiveValue } from '../../ui/live-value.tsx';
import { StatRow, StatRows } from '../../ui/stat-row.tsx';
import { statListStrings as strings } from './dashboard-strings.ts';
import type { RangeParameters } from './date-range.ts';
import classes from './stat-list.module.css';
import type { StatRow as Row } from './stat-rows.ts';
import { maximumText, statText } from './stat-text.ts';

/** The figure that explains each row of a card. A rating is not a sum, so it has no such figure. */
const FIGURES: Readonly<Partial<Record<string, FigureOfEvents>>> = {
  views: 'views',
  clicks: 'clicks',
  burns: 'burns',
  money: 'revenue',
  energy: 'energy',
  'energy-cost': 'energy',
};

/**
 * Returns the explanation query for a row's sum, in the card's range and for its customer or one of its outlets. Null
 * for a row without a sum.
 */
function explainedBy(
  key: string,
  { parameters, cid, eui }: { readonly parameters: RangeParameters; readonly cid?: string; readonly eui?: string },
): ExplainAsked | null {
  const figure = FIGURES[key];
  const outlet = eui === undefined ? {} : { filters: JSON.stringify({ outlet: [eui] }) };
  return figure === undefined ? null : { figure, ...parameters, ...(cid === undefined ? {} : { cid }), ...outlet };
}

/** Formats the change, such as +12%, and the earlier value; null without a comparison or an earlier value. */
function changeText({
  before,
  beforeDays: period = strings.previousPeriod,
  unit,
  value,
}: Row): { readonly short: string; readonly whole: string } | null {
  if (before === undefined || value === null) return null;
  const was = statText(before, unit);
  const whole = was.unit
    ? interpolate(strings.periodValueUnit, { period, value: was.text, unit: was.unit })
    : interpolate(strings.periodValue, { period, value: was.text });
  if (before === 0) return value === 0 ? null : { short: strings.newFigure, whole };
  const change = changeOf(value, before);
  return change === null ? null : { short: changeInWords(change, before), whole };
}

function hintOf({ hint }: Row, end: string | null, change: ReturnType<typeof changeText>): string {
  const bar = end === null ? [] : [interpolate(strings.barMaximum, { end })];
  return [hint, ...(change === null ? [] : [change.whole]), ...bar].join('. ');
}

const withUnit = ({ text, unit }: { readonly text: string; readonly unit?: string | undefined }): string =>
  unit === undefined ? text : interpolate(strings.figureWithUnit, { text, unit });

const todayText = ({ today, unit }: Row): string | undefined =>
  today === null ? undefined : interpolate(strings.today, { text: withUnit(statText(today, unit)) });

type Explained = Parameters<typeof explainedBy>[1];

/** Renders again only if its content changes, because each event changes one or two of a card's seven rows. */
const StatLine = memo(
  function StatLine({ row, of }: { row: Row; of: Explained }) {
    const { text, unit } = statText(row.value, row.unit);
    const today = todayText(row);
    const change = changeText(row);
    const end = maximumText(row.maximum, row.unit);
    const asked = explainedBy(row.key, of);
    return (
      <StatRow
        label={row.label}
        value={text}
        {...(unit ? { unit } : {})}
        {...(today ? { comparison: today } : {})}
        {...(change ? { change } : {})}
        hint={hintOf(row, end, change)}
        open={(value) => (
          <ExplainedFigure value={withUnit({ text, unit })} label={row.label} asked={asked}>
            {value}
          </ExplainedFigure>
        )}
        progress={{ value: row.value ?? 0, maximum: row.maximum, ...(end === null ? {} : { end }) }}
      />
    );
  },
  (before, after) => shallowEqual(before.row, after.row) && shallowEqual(before.of, after.of),
);

/** Rows with bars toward their maximums, for cards and the summary. */
export function StatList({ rows, of }: { rows: readonly Row[]; of: Explained }) {
  return (
    <StatRows>
      {rows.map((row) => (
        <StatLine key={row.key} row={row} of={of} />
      ))}
    </StatRows>
  );
}

/** The same figures side by side without bars, for a single outlet. */
export function StatStrip({ rows, of }: { rows: readonly Row[]; of: Explained }) {
  return (
    <dl className={classes.strip}>
      {rows.map((row) => {
        const { text, unit } = statText(row.value, row.unit);
        const today = todayText(row);
        const asked = explainedBy(row.key, of);
        return (
          <div key={row.key} title={row.hint}>
            <dt>{row.label}</dt>
            <dd>
              <ExplainedFigure value={withUnit({ text, unit })} label={row.label} asked={asked}>
                <LiveValue of={text} className={classes.figure}>
                  {text}
                </LiveValue>
              </ExplainedFigure>
              {unit ? <small> {unit}</small> : null}
              {today ? <small className={classes.today}>{today}</small> : null}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
