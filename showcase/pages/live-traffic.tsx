import { useLivePoints, usePause } from '../lib/use-live-points.ts';
import { ChartTool } from '../ui/charts/chart-figure.tsx';
import { seriesColour } from '../ui/charts/chart-look.ts';
import { Echart } from '../ui/charts/echart.tsx';

/** Number of points in the chart. A new point replaces the oldest point (docs/specification.md#constants). */
const LIVE_POINTS = 30;
const NAMES = ['Uploads', 'Downloads'] as const;
const RANGES = [
  [10, 60],
  [20, 90],
] as const;

const clock = (time: number) => new Date(time).toLocaleTimeString('en-GB');
const dated = (time: number) => new Date(time).toLocaleString('en-GB');

export type LiveTrafficProps = {
  height: number;
  /** Pauses the chart from the page, in addition to the chart's own button. */
  isHeld?: boolean;
};

/** Uploads and downloads, stacked. Every second, a random point replaces the oldest of 30 points. */
export function LiveTraffic({ height, isHeld = false }: LiveTrafficProps) {
  const [isPaused, setPaused] = usePause();
  const points = useLivePoints(LIVE_POINTS, RANGES, isPaused || isHeld);
  return (
    <div data-live-points={points.length} data-live-newest={points.at(-1)?.time}>
      <Echart
        load={() => import('./live-traffic-echarts.ts')}
        label={`Live area chart: uploads and downloads, the newest ${LIVE_POINTS} random readings, one a second.`}
        height={height}
        note="Uploads and Downloads"
        tools={() => (
          <ChartTool label={isPaused ? 'Go on' : 'Pause'} isOn={isPaused} onClick={() => setPaused(!isPaused)} />
        )}
        twin={() => ({
          head: ['Time', ...NAMES],
          rows: points.map(({ time, values }) => [clock(time), ...values]),
        })}
        option={(look) => ({
          animation: false,
          grid: { left: 0, right: 0, top: 4, bottom: 0 },
          tooltip: {
            trigger: 'axis',
            formatter: (shown) => {
              const all = Array.isArray(shown) ? shown : [shown];
              const place = all[0]?.dataIndex ?? 0;
              const lines = all.map(({ seriesName = '', value }) => `${seriesName}: ${(value as number[])[1] ?? ''}`);
              return [dated(points[place]?.time ?? 0), ...lines].join('<br>');
            },
          },
          xAxis: { type: 'time', show: false },
          yAxis: { type: 'value', show: false, min: 0, max: 150 },
          series: NAMES.map((name, index) => ({
            name,
            type: 'line' as const,
            stack: 'traffic',
            smooth: true,
            showSymbol: false,
            data: points.map(({ time, values }) => [time, values[index] ?? 0]),
            lineStyle: { width: 1.5, color: seriesColour(look, index === 0 ? 0 : 2) },
            itemStyle: { color: seriesColour(look, index === 0 ? 0 : 2) },
            areaStyle: { opacity: 0.35, color: seriesColour(look, index === 0 ? 0 : 2) },
          })),
        })}
      />
    </div>
  );
}
