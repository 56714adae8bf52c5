import { Widget } from '../../../web/ui/widget.tsx';
import { ApexChart } from '../../ui/charts/apex-chart.tsx';
import { seriesColour } from '../../ui/charts/chart-look.ts';
import { Column, Columns } from '../../ui/columns.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import { AreaPanel, BarPanel, ColumnPanel, LinePanel, MixedPanel } from './apex-axis-panels.tsx';
import { DONUT, HEAT, HEAT_RANGES, RINGS, TEAMS } from './apex-sample-data.ts';
import { LicenceNotice } from './licence-notice.tsx';

/** All charts drawn by ApexCharts 4.7.0 (docs/sample-pages.md#chart-pages). */
export function ApexPage() {
  return (
    <ShowcasePage
      title="Visual - **Apex Charts**"
      lead={
        <>
          Interactive SVG charts of the ApexCharts library; all its options are in{' '}
          <a href="https://apexcharts.com/docs/" target="_blank" rel="noreferrer">
            its documentation
          </a>
          .
        </>
      }
    >
      <Columns>
        <Column lg={6}>
          <LinePanel />
        </Column>
        <Column lg={6}>
          <AreaPanel />
        </Column>
        <Column lg={6}>
          <ColumnPanel />
        </Column>
        <Column lg={6}>
          <BarPanel />
        </Column>
        <Column>
          <MixedPanel />
        </Column>
        <Column md={6}>
          <PiePanel />
        </Column>
        <Column md={6}>
          <DonutPanel />
        </Column>
        <Column md={6}>
          <HeatPanel />
        </Column>
        <Column md={6}>
          <RadialPanel />
        </Column>
      </Columns>
      <LicenceNotice>
        <p>
          ApexCharts is under the MIT licence up to version 4.7.0, and this product ships exactly that version. From 5.0
          on it is source-available under terms of its own: free only below 2 million dollars of yearly revenue, and a
          paid licence for products that other people use. A product under MIT cannot pass that on, so the version stays
          pinned; whoever wants a newer one needs an agreement with its maker first.
        </p>
      </LicenceNotice>
    </ShowcasePage>
  );
}

function PiePanel() {
  return (
    <Widget title="Apex **Pie Chart**" close collapse>
      <ApexChart
        label="Pie chart: five teams. Team B has most with 55, team C least with 13."
        height={250}
        twin={() => ({ head: ['Team', 'Points'], rows: TEAMS })}
        options={(look) => ({
          chart: { type: 'pie' },
          series: TEAMS.map(([, value]) => value),
          labels: TEAMS.map(([team]) => team),
          stroke: { colors: [look.surface], width: 2 },
          legend: { position: 'right' },
        })}
      />
    </Widget>
  );
}

function DonutPanel() {
  return (
    <Widget title="Apex **Donut Chart**" close collapse>
      <ApexChart
        label="Donut chart: five series of 44, 55, 41, 17 and 15."
        height={250}
        twin={() => ({ head: ['Series', 'Value'], rows: DONUT.map((value, index) => [`Series ${index + 1}`, value]) })}
        options={(look) => ({
          chart: { type: 'donut' },
          series: [...DONUT],
          labels: DONUT.map((_, index) => `Series ${index + 1}`),
          stroke: { colors: [look.surface], width: 2 },
          legend: { position: 'right' },
        })}
      />
    </Widget>
  );
}

const rangeOf = (value: number) => HEAT_RANGES.find(({ to }) => value <= to)?.name ?? 'extreme';

/** Nine months with 20 cells each, in the specification's four ranges. */
function HeatPanel() {
  return (
    <Widget title="Apex **Heat Map Chart**" close collapse>
      <ApexChart
        label="Heat map: 20 readings in each of nine months, in four ranges: low -30 to 5, medium 6 to 20, high 21 to 45, extreme 46 to 55."
        height={250}
        twin={() => ({
          head: ['Month', 'Reading', 'Value', 'Range'],
          rows: HEAT.flatMap(({ month, cells }) =>
            cells.map((value, index) => [month, `${index + 1}`, value, rangeOf(value)]),
          ),
        })}
        options={(look) => ({
          chart: { type: 'heatmap' },
          series: [...HEAT].reverse().map(({ month, cells }) => ({
            name: month,
            data: cells.map((y, index) => ({ x: String(index + 1), y })),
          })),
          stroke: { width: 1, colors: [look.surface] },
          // The legend explains the colors. A series is a month, so toggling a series makes no sense here.
          legend: { position: 'bottom', onItemClick: { toggleDataSeries: false } },
          plotOptions: {
            heatmap: {
              shadeIntensity: 0.4,
              radius: 2,
              enableShades: false,
              colorScale: {
                ranges: HEAT_RANGES.map(({ name, from, to }, index) => ({
                  name,
                  from,
                  to,
                  color: seriesColour(look, [3, 2, 5, 1][index] ?? 0),
                })),
              },
            },
          },
          xaxis: {
            labels: { rotate: 0, hideOverlappingLabels: true, style: { colors: look.muted, fontSize: '12px' } },
            axisBorder: { color: look.axis },
            axisTicks: { show: false },
            tooltip: { enabled: false },
          },
          yaxis: { labels: { style: { colors: [look.muted] } } },
        })}
      />
    </Widget>
  );
}

/** Four rings; the middle shows their mean. */
function RadialPanel() {
  return (
    <Widget title="Apex **Radial Chart**" close collapse>
      <ApexChart
        label="Radial chart: four rings of 76, 67, 61 and 90 percent."
        height={250}
        twin={() => ({ head: ['Ring', 'Percent'], rows: RINGS })}
        options={(look) => ({
          chart: { type: 'radialBar' },
          series: RINGS.map(([, value]) => value),
          labels: RINGS.map(([fruit]) => fruit),
          legend: { show: true, position: 'right' },
          plotOptions: {
            radialBar: {
              track: { background: look.grid },
              dataLabels: {
                name: { fontSize: '14px', color: look.text },
                value: { fontSize: '16px', color: look.text },
                total: {
                  show: true,
                  label: 'Mean',
                  color: look.muted,
                  formatter: () => `${RINGS.reduce((sum, [, value]) => sum + value, 0) / RINGS.length}%`,
                },
              },
            },
          },
        })}
      />
    </Widget>
  );
}
