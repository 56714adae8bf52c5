import { Button } from '@mantine/core';
import { useState } from 'react';
import { Widget } from '../../../web/ui/widget.tsx';
import { seriesColour } from '../../ui/charts/chart-look.ts';
import { Echart } from '../../ui/charts/echart.tsx';
import { Column } from '../../ui/columns.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import classes from './widgets.module.css';
import { BUDGET, SALES } from './widgets-sample-data.ts';

/** An area chart with two series of 25 points, without axes or legend. */
function AreaChart({
  label,
  names,
  series,
}: {
  label: string;
  names: readonly string[];
  series: readonly (readonly number[])[];
}) {
  return (
    <Echart
      load={() => import('./widgets-echarts.ts')}
      label={label}
      height={200}
      twin={() => ({
        head: ['Place', ...names],
        rows: (series[0] ?? []).map((_, index) => [index + 1, ...series.map((points) => points[index] ?? 0)]),
      })}
      option={(look) => ({
        grid: { left: 0, right: 0, top: 4, bottom: 0 },
        tooltip: { trigger: 'axis' },
        xAxis: {
          type: 'category',
          show: false,
          boundaryGap: false,
          data: (series[0] ?? []).map((_, index) => index + 1),
        },
        yAxis: { type: 'value', show: false },
        series: series.map((points, index) => ({
          name: names[index] ?? '',
          type: 'line' as const,
          smooth: true,
          showSymbol: false,
          data: [...points],
          lineStyle: { width: 1.5, color: seriesColour(look, index === 0 ? 2 : 0) },
          itemStyle: { color: seriesColour(look, index === 0 ? 2 : 0) },
          areaStyle: { opacity: 0.3, color: seriesColour(look, index === 0 ? 2 : 0) },
        })),
      })}
    />
  );
}

function SalesPanel() {
  const [answer, setAnswer] = useState<'open' | 'accepted' | 'rejected'>('open');
  const { place, change } = useKeptFocus<HTMLParagraphElement>();
  return (
    <Widget title="Total Sales" settings close>
      <div className={classes.split}>
        <h3 className={classes.blockTitle}>November</h3>
        <span className={classes.sub}>Best month of the year so far</span>
      </div>
      <AreaChart
        label="Area chart: sales in stores and online rise over 25 days."
        names={['Stores', 'Online']}
        series={SALES}
      />
      <blockquote className={classes.quote}>
        Your forecast for December is 18 percent above last year. Shall we book the stock?
      </blockquote>
      {answer === 'open' ? (
        <div className={classes.buttons}>
          <Button color="success" onClick={() => change(() => setAnswer('accepted'))}>
            Accept
          </Button>
          <Button variant="default" onClick={() => change(() => setAnswer('rejected'))}>
            Reject
          </Button>
        </div>
      ) : (
        <p role="status" className={classes.sub} {...place}>
          You {answer} the forecast.
        </p>
      )}
    </Widget>
  );
}

function BudgetPanel() {
  return (
    <Widget title="Budget" settings close>
      <div className={classes.split}>
        <h3 className={classes.blockTitle}>Income and spending</h3>
        <span className={classes.pill} data-tone="danger">
          2026
        </span>
      </div>
      <AreaChart
        label="Area chart: income and spending rise over 25 weeks."
        names={['Income', 'Spending']}
        series={BUDGET}
      />
      <dl className={classes.facts}>
        {[
          ['Income', '$ 54,200'],
          ['Recent', '$ 3,180'],
          ['Inquiries', '17'],
          ['Last updated', 'Today, 9:30'],
        ].map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Widget>
  );
}

/** Sales and budget (docs/sample-pages.md#widgets, row 2). */
export function AreaPanels() {
  return (
    <>
      <Column lg={6}>
        <SalesPanel />
      </Column>
      <Column lg={6}>
        <BudgetPanel />
      </Column>
    </>
  );
}
