import { DAY_MS } from '../../../domain/durations.ts';
import { Widget } from '../../../web/ui/widget.tsx';
import { seriesColour } from '../../ui/charts/chart-look.ts';
import { Echart, echartAxis, echartLegend } from '../../ui/charts/echart.tsx';
import { MONTHS, RAIN, RIVER, RIVER_START, TRAFFIC } from './overview-sample-data.ts';

const load = () => import('./overview-echarts.ts');

/** Two smooth lines over two category axes, one per year. */
export function RainPanel() {
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

/** Five slices; the middle of the ring names the hovered one. */
export function DonutPanel() {
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
export function RiverPanel() {
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
