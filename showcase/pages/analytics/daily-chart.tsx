import type { Analytics } from '../../contract/analytics.ts';
import { seriesColour } from '../../ui/charts/chart-look.ts';
import { Echart, echartAxis, echartLegend } from '../../ui/charts/echart.tsx';

const NAMES = ['Light', 'Dashed', 'Plain'] as const;
const moment = (time: number) =>
  new Date(time).toLocaleString('en-GB', {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  });

/** Three curves of 90 points: one with a filled area, one dashed, one plain. */
export function DailyChart({ series }: { series: Analytics['mainChart'] }) {
  return (
    <Echart
      load={() => import('./analytics-echarts.ts')}
      label="Line chart: three series of 90 points, one every 25 hours from 19 January 2019. The first lies highest, the third lowest."
      height={350}
      twin={() => ({
        head: ['Time', ...NAMES],
        rows: (series[0] ?? []).map(([time], index) => [
          moment(time),
          ...series.map((points) => (points[index]?.[1] ?? 0).toFixed(2)),
        ]),
      })}
      option={(look) => ({
        legend: { ...echartLegend(look), top: 0 },
        grid: { left: 8, right: 16, top: 40, bottom: 8, outerBoundsMode: 'same' },
        tooltip: {
          trigger: 'item',
          formatter: (point) => {
            const { seriesName = '', value } = Array.isArray(point) ? (point[0] ?? { value: [] }) : point;
            const [time = 0, figure = 0] = value as number[];
            return `${seriesName} at ${moment(time)}: ${figure.toFixed(2)}`;
          },
        },
        xAxis: {
          ...echartAxis(look),
          type: 'time',
          splitLine: { show: false },
          axisLabel: { color: look.muted, fontSize: 12, hideOverlap: true, formatter: '{d} {MMM}' },
        },
        yAxis: { ...echartAxis(look), type: 'value' },
        series: series.map((points, index) => ({
          name: NAMES[index] ?? `Series ${index + 1}`,
          type: 'line' as const,
          smooth: true,
          showSymbol: false,
          symbolSize: 6,
          data: points.map(([time, value]) => [time, value]),
          lineStyle: {
            width: 2,
            color: seriesColour(look, index),
            type: index === 1 ? ('dashed' as const) : ('solid' as const),
          },
          itemStyle: { color: seriesColour(look, index) },
          triggerEvent: true,
          ...(index === 0 ? { areaStyle: { opacity: 0.16, color: seriesColour(look, 0) } } : {}),
        })),
      })}
    />
  );
}
