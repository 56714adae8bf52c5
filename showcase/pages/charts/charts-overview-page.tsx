import { DAY_MS } from '../../../domain/durations.ts';
import { Widget } from '../../../web/ui/widget.tsx';
import { useLivePoints, usePause } from '../../lib/use-live-points.ts';
import { ApexChart } from '../../ui/charts/apex-chart.tsx';
import { ChartTool } from '../../ui/charts/chart-figure.tsx';
import { seriesColour } from '../../ui/charts/chart-look.ts';
import { Echart, echartAxis, echartLegend } from '../../ui/charts/echart.tsx';
import { MiniBars } from '../../ui/charts/mini-bars.tsx';
import { Column, Columns } from '../../ui/columns.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import classes from './charts.module.css';
import { LicenceNotice } from './licence-notice.tsx';
import {
  MONTHS,
  PEOPLE,
  RAIN,
  RIVER,
  RIVER_START,
  SPARKS,
  TRAFFIC,
  WEEKDAYS,
  WINTERS,
} from './overview-sample-data.ts';

const load = () => import('./overview-echarts.ts');

/** Two smooth lines over two category axes, one per year. */
function RainPanel() {
  return (
    <Widget title="Echarts **Line Chart**" close collapse>
      <Echart
        load={load}
        label="Line chart: rain in millimetres for each month of two years. Both peak in July: 168.4 in 2024, 228.7 in 2025."
        height={365}
        twin={() => ({
          head: ['Month', ...RAIN.map(({ year }) => `${year} (mm)`)],
          rows: MONTHS.map((month, index) => [month, ...RAIN.map(({ months }) => months[index] ?? 0)]),
        })}
        option={(look) => ({
          legend: { ...echartLegend(look), top: 0 },
          grid: { left: 8, right: 16, top: 56, bottom: 8, outerBoundsMode: 'same' },
          tooltip: { trigger: 'none', axisPointer: { type: 'cross' } },
          xAxis: RAIN.map(({ year, months }, index) => ({
            ...echartAxis(look),
            type: 'category' as const,
            position: index === 0 ? ('bottom' as const) : ('top' as const),
            data: MONTHS.map((month) => `${month} ${year}`),
            axisTick: { alignWithLabel: true, lineStyle: { color: look.axis } },
            axisLabel: { color: look.muted, fontSize: 12, formatter: (text: string) => text.slice(0, 3) },
            axisLine: { onZero: false, lineStyle: { color: seriesColour(look, 1 - index) } },
            axisPointer: {
              label: {
                formatter: ({ value }: { value: unknown }) =>
                  `${String(value)}: ${months[MONTHS.findIndex((month) => String(value).startsWith(month))] ?? ''} mm`,
              },
            },
          })),
          yAxis: {
            ...echartAxis(look),
            type: 'value',
            axisLabel: { color: look.muted, fontSize: 12, formatter: '{value} mm' },
          },
          series: RAIN.map(({ year, months }, index) => ({
            name: `Rain ${year}`,
            type: 'line' as const,
            xAxisIndex: index,
            smooth: true,
            showSymbol: false,
            data: [...months],
            lineStyle: { width: 2, color: seriesColour(look, 1 - index) },
            itemStyle: { color: seriesColour(look, 1 - index) },
          })),
        })}
      />
    </Widget>
  );
}

/** Five slices. The middle of the ring names the hovered slice. */
function DonutPanel() {
  return (
    <Widget title="Chart **Donut Chart**" close collapse>
      <Echart
        load={load}
        label="Donut chart: visits by source. Search leads with 1,540, video ads are least with 137."
        height={170}
        twin={() => ({ head: ['Source', 'Visits'], rows: TRAFFIC })}
        option={(look) => ({
          tooltip: { trigger: 'item' },
          series: [
            {
              type: 'pie',
              radius: ['50%', '70%'],
              avoidLabelOverlap: false,
              label: { show: false, position: 'center', color: look.text },
              emphasis: { label: { show: true, fontSize: 16, fontWeight: 600 } },
              labelLine: { show: false },
              itemStyle: { borderColor: look.surface, borderWidth: 2 },
              data: TRAFFIC.map(([name, value]) => ({ name, value })),
            },
          ],
        })}
      />
    </Widget>
  );
}

const riverDay = (index: number) => new Date(Date.parse(RIVER_START) + index * DAY_MS).toISOString().slice(0, 10);

/** Six streams over 21 days. */
function RiverPanel() {
  const days = RIVER[0]?.[1].map((_, index) => riverDay(index)) ?? [];
  return (
    <Widget title="Echarts **River Chart**" close collapse>
      <Echart
        load={load}
        label="River chart: visits at six kinds of place over 21 days. Arenas swell at each weekend; libraries carry most."
        height={350}
        twin={() => ({
          head: ['Day', ...RIVER.map(([stream]) => stream)],
          rows: days.map((day, index) => [day, ...RIVER.map(([, values]) => values[index] ?? 0)]),
        })}
        option={(look) => ({
          legend: { ...echartLegend(look), top: 0, data: RIVER.map(([stream]) => stream) },
          tooltip: { trigger: 'axis', axisPointer: { type: 'line', lineStyle: { color: look.axis } } },
          singleAxis: {
            ...echartAxis(look),
            type: 'time',
            top: 56,
            bottom: 32,
            left: 24,
            right: 24,
            axisLabel: { color: look.muted, fontSize: 12, hideOverlap: true, formatter: '{d} {MMM}' },
          },
          series: [
            {
              type: 'themeRiver',
              label: { show: false },
              data: RIVER.flatMap(([stream, values]) =>
                values.map((value, index): [string, number, string] => [riverDay(index), value, stream]),
              ),
            },
          ],
        })}
      />
    </Widget>
  );
}

/** Charts of three libraries side by side (docs/sample-pages.md#chart-pages). */
export function OverviewPage() {
  return (
    <ShowcasePage title="Visual - **Charts**">
      <Columns>
        <Column lg={6}>
          <ApexColumnPanel />
        </Column>
        <Column lg={6}>
          <RainPanel />
        </Column>
        <Column lg={6}>
          <WinterPanel />
        </Column>
        <Column lg={6}>
          <Columns>
            <Column sm={6}>
              <ApexPiePanel />
            </Column>
            <Column sm={6}>
              <DonutPanel />
            </Column>
            <Column>
              <LivePanel />
            </Column>
          </Columns>
        </Column>
        <Column>
          <RiverPanel />
        </Column>
      </Columns>
      <LicenceNotice>
        <p>
          ApexCharts 4.7.0 is under the MIT licence and Apache ECharts 6 under the Apache License 2.0: both are free for
          commercial use as long as their licence texts stay with them (they are in licenses.md beside the built
          client). The charts named after Highcharts are drawn with ECharts, as Highcharts is proprietary and not part
          of this product. The page of each library says what somebody who builds on it has to know.
        </p>
      </LicenceNotice>
    </ShowcasePage>
  );
}

const LIVE_POINTS = 20;
const clock = (time: number) => new Date(time).toLocaleTimeString('en-GB');

/** A curve that gains a random point and loses its oldest point every second, until the panel unmounts. */
function LivePanel() {
  const [isPaused, setPaused] = usePause();
  const points = useLivePoints(LIVE_POINTS, [[0, 100]], isPaused);
  return (
    <Widget title="Highcharts **Live Chart**" close collapse>
      <div data-live-points={points.length} data-live-newest={points.at(-1)?.time}>
        <Echart
          load={() => import('./overview-echarts.ts')}
          label={`Live line chart: the newest ${LIVE_POINTS} random readings, one a second.`}
          height={170}
          note={`${LIVE_POINTS} points, one a second`}
          tools={() => (
            <ChartTool label={isPaused ? 'Go on' : 'Pause'} isOn={isPaused} onClick={() => setPaused(!isPaused)} />
          )}
          twin={() => ({
            head: ['Time', 'Reading'],
            rows: points.map(({ time, values: [value = 0] }) => [clock(time), value]),
          })}
          option={(look) => ({
            animation: false,
            grid: { left: 8, right: 16, top: 16, bottom: 4, outerBoundsMode: 'same' },
            tooltip: { trigger: 'axis', valueFormatter: (value) => Number(value).toFixed(2) },
            xAxis: {
              ...echartAxis(look),
              type: 'time',
              splitLine: { show: false },
              axisLabel: { color: look.muted, fontSize: 12, hideOverlap: true, formatter: '{HH}:{mm}:{ss}' },
            },
            yAxis: { ...echartAxis(look), type: 'value', min: 0, max: 100, interval: 50 },
            series: [
              {
                name: 'Random data',
                type: 'line',
                smooth: true,
                symbolSize: 5,
                data: points.map(({ time, values: [value = 0] }) => [time, value]),
                lineStyle: { width: 2, color: seriesColour(look, 0) },
                itemStyle: { color: seriesColour(look, 0) },
              },
            ],
          })}
        />
      </div>
    </Widget>
  );
}

const namesOf = (pairs: readonly (readonly [string, number])[]) => pairs.map(([name]) => name);
const valuesOf = (pairs: readonly (readonly [string, number])[]) => pairs.map(([, value]) => value);

/** One series in which each column has its own color. */
function ApexColumnPanel() {
  return (
    <Widget title="Apex **Column Chart**" close collapse>
      <ApexChart
        label="Column chart: calls answered by eight people. Kofi answered most, 30; Aisha least, 10."
        height={350}
        twin={() => ({ head: ['Person', 'Calls'], rows: PEOPLE })}
        options={(look) => ({
          chart: { type: 'bar' },
          series: [{ name: 'Calls', data: valuesOf(PEOPLE) }],
          colors: PEOPLE.map((_, index) => seriesColour(look, index)),
          plotOptions: { bar: { columnWidth: '45%', distributed: true, borderRadius: 3 } },
          // Disables toggling, because all colors belong to a single series.
          legend: { show: true, position: 'bottom', onItemClick: { toggleDataSeries: false } },
          xaxis: {
            categories: namesOf(PEOPLE),
            labels: { style: { colors: look.muted, fontSize: '12px' } },
            axisBorder: { color: look.axis },
            axisTicks: { color: look.axis },
          },
          yaxis: { labels: { style: { colors: [look.muted] } } },
        })}
      />
    </Widget>
  );
}

/** Six slices in shades of one color. */
function ApexPiePanel() {
  return (
    <Widget title="Apex **Monochrome Pie**" close collapse>
      <ApexChart
        label="Pie chart: share of six weekdays. Thursday is largest with 55, Tuesday smallest with 15."
        height={200}
        twin={() => ({ head: ['Day', 'Share'], rows: WEEKDAYS })}
        options={(look) => ({
          chart: { type: 'pie' },
          series: valuesOf(WEEKDAYS),
          labels: namesOf(WEEKDAYS),
          theme: {
            monochrome: { enabled: true, color: seriesColour(look, 0), shadeTo: 'light', shadeIntensity: 0.65 },
          },
          stroke: { colors: [look.surface], width: 1 },
          legend: { show: false },
        })}
      />
    </Widget>
  );
}

/** Start of the time axis that all seasons share. The year is never shown. */
const OCTOBER = Date.UTC(2024, 9, 1);
const timeOf = (day: number) => OCTOBER + day * DAY_MS;
const dayName = (time: number) =>
  new Date(time).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Three winters on a time axis: one as a curve, two with a filled area. */
function WinterPanel() {
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
