import { Widget } from '../../../web/ui/widget.tsx';
import { seriesColour } from '../../ui/charts/chart-look.ts';
import { Echart, echartAxis } from '../../ui/charts/echart.tsx';
import { DAYS, GAUGE, HOURS, PUNCH_CARD, ROSE } from './echarts-sample-data.ts';

const load = () => import('./page-echarts.ts');
/** Delay in milliseconds between two points in the punch card. */
const STAGGER_MS = 5;

export function PolarPanel() {
  return (
    <Widget title="Echarts **Polar Chart**" close collapse>
      <Echart
        load={load}
        label="Polar chart: a rose of eight petals, 361 points of r = sin 2t times cos 2t."
        height={350}
        twin={() => ({
          head: ['Angle (degrees)', 'Radius'],
          rows: ROSE.map(([radius, degrees]) => [`${degrees}`, radius.toFixed(4)]),
        })}
        option={(look) => ({
          tooltip: { trigger: 'axis', axisPointer: { type: 'cross' } },
          polar: { center: ['50%', '52%'], radius: '74%' },
          angleAxis: { ...echartAxis(look), type: 'value', startAngle: 0, min: 0, max: 360, interval: 30 },
          radiusAxis: { ...echartAxis(look), min: 0, axisLabel: { show: false } },
          animationDuration: 2000,
          series: [
            {
              name: 'Rose',
              type: 'line',
              coordinateSystem: 'polar',
              showSymbol: false,
              data: ROSE.map(([radius, degrees]) => [radius, degrees]),
              lineStyle: { width: 2, color: seriesColour(look, 0) },
              itemStyle: { color: seriesColour(look, 0) },
            },
          ],
        })}
      />
    </Widget>
  );
}

/** One dot per hour of the week. The size of a dot shows the number of uses. */
export function ScatterPanel() {
  return (
    <Widget title="Echarts **Scatter Chart**" close collapse>
      <Echart
        load={load}
        label="Punch card: use in each of 168 hours of a week. Weekdays around 2 p.m. are busiest, nights are empty."
        height={350}
        twin={() => ({
          head: ['Day', 'Hour', 'Uses'],
          rows: PUNCH_CARD.map(([hour, day, uses]) => [DAYS[day] ?? '', HOURS[hour] ?? '', uses]),
        })}
        option={(look) => ({
          tooltip: {
            formatter: (point) => {
              const [hour = 0, day = 0, uses = 0] = ('value' in point ? point.value : []) as number[];
              return `${uses} uses on ${DAYS[day] ?? ''} at ${HOURS[hour] ?? ''}`;
            },
          },
          grid: { left: 8, right: 16, top: 8, bottom: 8, outerBoundsMode: 'same' },
          xAxis: {
            ...echartAxis(look),
            type: 'category',
            data: [...HOURS],
            boundaryGap: false,
            splitLine: { show: true, lineStyle: { color: look.grid } },
            axisLine: { show: false },
          },
          yAxis: { ...echartAxis(look), type: 'category', data: [...DAYS], axisLine: { show: false } },
          series: [
            {
              name: 'Punch card',
              type: 'scatter',
              symbolSize: (value: number[]) => (value[2] ?? 0) * 2,
              data: PUNCH_CARD.map(([hour, day, uses]) => [hour, day, uses]),
              itemStyle: { color: seriesColour(look, 2), opacity: 0.85 },
              animationDelay: (index: number) => index * STAGGER_MS,
            },
          ],
        })}
      />
    </Widget>
  );
}

/** A value on a gauge whose bands change at 20 and 80 percent. */
export function GaugePanel() {
  return (
    <Widget title="Echarts **Gauge Chart**" close collapse>
      <Echart
        load={load}
        label={`Gauge: completion rate ${GAUGE} percent, in the middle band between 20 and 80.`}
        height={350}
        can={['restore', 'save']}
        twin={() => ({ head: ['Measure', 'Percent'], rows: [['Completion rate', GAUGE]] })}
        option={(look) => ({
          tooltip: { formatter: '{b}: {c}%' },
          series: [
            {
              name: 'Rate',
              type: 'gauge',
              radius: '92%',
              axisLine: {
                lineStyle: {
                  width: 18,
                  color: [
                    [0.2, seriesColour(look, 3)],
                    [0.8, seriesColour(look, 2)],
                    [1, seriesColour(look, 1)],
                  ],
                },
              },
              axisTick: { distance: -18, length: 6, lineStyle: { color: look.surface } },
              splitLine: { distance: -18, length: 18, lineStyle: { color: look.surface, width: 2 } },
              axisLabel: { color: look.muted, distance: 26, fontSize: 12 },
              pointer: { itemStyle: { color: look.text } },
              anchor: { show: true, size: 10, itemStyle: { color: look.text } },
              title: { color: look.muted, fontSize: 12, offsetCenter: [0, '82%'] },
              detail: {
                formatter: '{value}%',
                color: look.text,
                fontSize: 28,
                fontWeight: 600,
                offsetCenter: [0, '60%'],
              },
              data: [{ value: GAUGE, name: 'Completion rate' }],
            },
          ],
        })}
      />
    </Widget>
  );
}
