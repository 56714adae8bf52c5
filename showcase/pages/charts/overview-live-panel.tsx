import { Widget } from '../../../web/ui/widget.tsx';
import { useLivePoints, usePause } from '../../lib/use-live-points.ts';
import { ChartTool } from '../../ui/charts/chart-figure.tsx';
import { seriesColour } from '../../ui/charts/chart-look.ts';
import { Echart, echartAxis } from '../../ui/charts/echart.tsx';

const LIVE_POINTS = 20;
const clock = (time: number) => new Date(time).toLocaleTimeString('en-GB');

/** A curve that gains a random point every second and loses its oldest, until it unmounts. */
export function LivePanel() {
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
