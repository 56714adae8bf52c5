import { DAY_MS } from '../../../domain/durations.ts';
import { Widget } from '../../../web/ui/widget.tsx';
import { seriesColour } from '../../ui/charts/chart-look.ts';
import { Echart, echartAxis, echartLegend } from '../../ui/charts/echart.tsx';
import { MiniBars } from '../../ui/charts/mini-bars.tsx';
import classes from './charts.module.css';
import { SPARKS, WINTERS } from './overview-sample-data.ts';

/** Start of the shared time axis for all seasons; the year is never shown. */
const OCTOBER = Date.UTC(2024, 9, 1);
const timeOf = (day: number) => OCTOBER + day * DAY_MS;
const dayName = (time: number) =>
  new Date(time).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Three winters on a time axis: one curve, two with a filled area. */
export function WinterPanel() {
  return (
    <Widget title="Highcharts **Line Chart**" close collapse>
      <Echart
        load={() => import('./overview-echarts.ts')}
        label="Line chart: snow depth in metres through three winters. The deepest is 2024–2025; the shallowest 2023–2024."
        height={350}
        note="Drawn with ECharts; see the Highcharts page for why."
        twin={() => ({
          head: ['Winter', 'Day', 'Snow (m)'],
          rows: WINTERS.flatMap(({ name, points }) =>
            points.map(([day, metres]) => [name, dayName(timeOf(day)), metres.toFixed(2)]),
          ),
        })}
        option={(look) => ({
          legend: { ...echartLegend(look), top: 0 },
          grid: { left: 8, right: 16, top: 56, bottom: 8, outerBoundsMode: 'same' },
          tooltip: {
            trigger: 'item',
            formatter: (point) => {
              const { seriesName = '', value } = Array.isArray(point) ? (point[0] ?? { value: [] }) : point;
              const [time = 0, metres = 0] = value as number[];
              return `${seriesName}<br>${dayName(time)}: ${metres.toFixed(2)} m`;
            },
          },
          xAxis: {
            ...echartAxis(look),
            type: 'time',
            splitLine: { show: false },
            axisLabel: {
              color: look.muted,
              fontSize: 12,
              formatter: (time: number) => dayName(time),
              hideOverlap: true,
            },
          },
          yAxis: { ...echartAxis(look), type: 'value', name: 'Snow (m)', nameTextStyle: { align: 'left' } },
          series: WINTERS.map(({ name, points }, index) => ({
            name,
            type: 'line' as const,
            smooth: true,
            symbolSize: 6,
            showSymbol: index === 0,
            data: points.map(([day, metres]) => [timeOf(day), metres]),
            lineStyle: { width: 2, color: seriesColour(look, index) },
            itemStyle: { color: seriesColour(look, index) },
            ...(index === 0 ? {} : { areaStyle: { opacity: 0.18, color: seriesColour(look, index) } }),
          })),
        })}
      />
      <section className={classes.sparks} aria-label="Interactive Sparklines">
        <h3 className={classes.sparksTitle}>
          Interactive <b>Sparklines</b>
        </h3>
        {SPARKS.map(({ name, value, bars }) => (
          <div key={name} className={classes.spark}>
            <div>
              <span className={classes.sparkName}>{name}</span>
              <span className={classes.sparkValue}>{value}</span>
            </div>
            <MiniBars label={`${name} of the last six days`} values={bars} width={80} height={25} />
          </div>
        ))}
      </section>
    </Widget>
  );
}
