import { Widget } from '../../../web/ui/widget.tsx';
import { useLivePoints, usePause } from '../../lib/use-live-points.ts';
import { ChartTool } from '../../ui/charts/chart-figure.tsx';
import { seriesColour } from '../../ui/charts/chart-look.ts';
import { Echart, echartAxis } from '../../ui/charts/echart.tsx';

/** Number of points; other live charts have 30 (docs/specification.md#constants). */
const LIVE_POINTS = 20;
const clock = (time: number) => new Date(time).toLocaleTimeString('en-GB');

/** One reading per second, the newest 20. */
export function LivePanel() {
  const [isPaused, setPaused] = usePause();
  const points = useLivePoints(LIVE_POINTS, [[20, 90]], isPaused);
  return (
    <Widget title="Live **Visitors**" collapse close>
      <div data-live-points={points.length} data-live-newest={points.at(-1)?.time}>
        <Echart
          load={() => import('./analytics-echarts.ts')}
          label={`Live line chart: the newest ${LIVE_POINTS} random readings of visitors, one a second.`}
          height={260}
          note={`${LIVE_POINTS} points, one a second`}
          tools={() => (
            <ChartTool label={isPaused ? 'Go on' : 'Pause'} isOn={isPaused} onClick={() => setPaused(!isPaused)} />
          )}
          twin={() => ({
            head: ['Time', 'Visitors'],
            rows: points.map(({ time, values: [value = 0] }) => [clock(time), value]),
          })}
          option={(look) => ({
            animation: false,
            grid: { left: 8, right: 16, top: 16, bottom: 4, outerBoundsMode: 'same' },
            tooltip: { trigger: 'axis' },
            xAxis: {
              ...echartAxis(look),
              type: 'time',
              splitLine: { show: false },
              axisLabel: { color: look.muted, fontSize: 12, hideOverlap: true, formatter: '{HH}:{mm}:{ss}' },
            },
            yAxis: { ...echartAxis(look), type: 'value', min: 0, max: 100 },
            series: [
              {
                name: 'Visitors',
                type: 'line',
                smooth: true,
                symbolSize: 5,
                data: points.map(({ time, values: [value = 0] }) => [time, value]),
                lineStyle: { width: 2, color: seriesColour(look, 0) },
                itemStyle: { color: seriesColour(look, 0) },
                areaStyle: { opacity: 0.12, color: seriesColour(look, 0) },
              },
            ],
          })}
        />
      </div>
    </Widget>
  );
}
