import { Widget } from '../../../web/ui/widget.tsx';
import { PHONE_WIDTH, seriesColour } from '../../ui/charts/chart-look.ts';
import { Echart, echartAxis, echartLegend } from '../../ui/charts/echart.tsx';
import { Column, Columns } from '../../ui/columns.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import { GaugePanel, PolarPanel, ScatterPanel } from './echarts-round-panels.tsx';
import { PRODUCTS, STEPS, WEEK, YEARS } from './echarts-sample-data.ts';
import { LicenceNotice } from './licence-notice.tsx';
import { TRAFFIC } from './overview-sample-data.ts';

/** Charts drawn by ECharts 6 (docs/sample-pages.md#chart-pages). */
export function EchartsPage() {
  return (
    <ShowcasePage
      title="Visual - **Echarts**"
      lead="Canvas charts of the Apache ECharts library, of which only the kinds in use are loaded."
    >
      <Columns>
        <Column xl={10}>
          <BarPanel />
        </Column>
        <Column lg={6}>
          <PiePanel />
        </Column>
        <Column lg={6}>
          <PolarPanel />
        </Column>
        <Column>
          <LinePanel />
        </Column>
        <Column lg={6}>
          <ScatterPanel />
        </Column>
        <Column lg={6}>
          <GaugePanel />
        </Column>
      </Columns>
      <LicenceNotice>
        <p>
          Apache ECharts 6 is under the Apache License 2.0: commercial use is free, its licence and notice texts have to
          stay with it (they are in licenses.md beside the built client), and changed files have to say so.
        </p>
      </LicenceNotice>
    </ShowcasePage>
  );
}

const load = () => import('./page-echarts.ts');

/** A data set with four products and three years. */
function BarPanel() {
  return (
    <Widget title="Echarts **Bar Chart**" close collapse>
      <Echart
        load={load}
        label="Bar chart: four products in three years, random values between 30 and 100."
        height={350}
        twin={() => ({ head: ['Product', ...YEARS], rows: PRODUCTS.map(({ product, years }) => [product, ...years]) })}
        option={(look) => ({
          legend: { ...echartLegend(look), top: 0 },
          tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' } },
          grid: { left: 8, right: 8, top: 48, bottom: 8, outerBoundsMode: 'same' },
          dataset: { source: [['product', ...YEARS], ...PRODUCTS.map(({ product, years }) => [product, ...years])] },
          xAxis: {
            ...echartAxis(look),
            type: 'category',
            // Shows all four names, on two lines if a name is too long for its bars.
            axisLabel: { color: look.muted, fontSize: 12, lineHeight: 15, interval: 0, width: 64, overflow: 'break' },
          },
          yAxis: { ...echartAxis(look), type: 'value' },
          series: YEARS.map(() => ({ type: 'bar' as const, itemStyle: { borderRadius: [3, 3, 0, 0] } })),
        })}
      />
    </Widget>
  );
}

function PiePanel() {
  return (
    <Widget title="Echarts **Pie Chart**" close collapse>
      <Echart
        load={load}
        label="Pie chart: visits by source. Search leads with 1,540, video ads are least with 137."
        height={350}
        twin={() => ({ head: ['Source', 'Visits'], rows: TRAFFIC })}
        option={(look) => ({
          tooltip: { trigger: 'item', formatter: '{b}: {c} ({d}%)' },
          series: [
            {
              type: 'pie',
              label: { show: false },
              itemStyle: { borderColor: look.surface, borderWidth: 2 },
              data: TRAFFIC.map(([name, value]) => ({ name, value })),
            },
          ],
          media: [
            {
              option: {
                legend: { ...echartLegend(look), orient: 'vertical', left: 'left', top: 'middle' },
                series: [{ radius: '80%', center: ['62%', '50%'] }],
              },
            },
            {
              query: { maxWidth: PHONE_WIDTH },
              option: {
                legend: { ...echartLegend(look), orient: 'horizontal', left: 'center', top: 'bottom' },
                series: [{ radius: '72%', center: ['50%', '42%'] }],
              },
            },
          ],
        })}
      />
    </Widget>
  );
}

/** Three step lines, which step at the start, in the middle and at the end. */
function LinePanel() {
  return (
    <Widget title="Echarts **Line Chart**" close collapse>
      <Echart
        load={load}
        label="Step line chart: three series on seven weekdays, one above the other; all are highest at the weekend."
        height={350}
        can={['save']}
        twin={() => ({
          head: ['Day', ...STEPS.map(({ name }) => `Step ${name}`)],
          rows: WEEK.map((day, index) => [day, ...STEPS.map(({ days }) => days[index] ?? 0)]),
        })}
        option={(look) => ({
          legend: { ...echartLegend(look), top: 0 },
          tooltip: { trigger: 'axis' },
          grid: { left: 8, right: 16, top: 48, bottom: 8, outerBoundsMode: 'same' },
          xAxis: { ...echartAxis(look), type: 'category', data: [...WEEK] },
          yAxis: { ...echartAxis(look), type: 'value' },
          series: STEPS.map(({ name, days }, index) => ({
            name: `Step ${name}`,
            type: 'line' as const,
            step: name,
            data: [...days],
            symbolSize: 6,
            lineStyle: { width: 2, color: seriesColour(look, index) },
            itemStyle: { color: seriesColour(look, index) },
          })),
        })}
      />
    </Widget>
  );
}
